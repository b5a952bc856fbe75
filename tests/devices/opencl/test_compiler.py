"""Instructions behind marks are laid open for one architecture."""

import pytest

from autoblas.devices.opencl.compiler import MARK, needs_specific_target, with_specific_target

PTX = b"""//
.version 8.4
.target sm_90, texmode_independent
.entry f() {
  //@wgmma.fence.sync.aligned;
  // a comment that stays
  ret;
}
\0"""


def test_marks_go_and_the_target_is_one_architecture():
    """A marked comment becomes an instruction; other comments stay, and so does the rest of the target."""
    opened = with_specific_target(PTX)
    assert b".target sm_90a, texmode_independent" in opened
    assert b"\n  wgmma.fence.sync.aligned;" in opened
    assert b"// a comment that stays" in opened
    assert opened.endswith(b"\0")
    assert MARK.encode() not in opened


def test_only_texts_with_marks_need_it():
    """An ordinary comment is no mark."""
    assert needs_specific_target('asm("//@wgmma.fence;");')
    assert not needs_specific_target("// a kernel")


def test_what_is_no_ptx_is_refused():
    """A binary of another kind cannot be changed so."""
    with pytest.raises(ValueError, match="no PTX"):
        with_specific_target(b"\x7fELF")
