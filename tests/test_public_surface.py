"""Names, signatures, docstrings, options and messages change only with a file that reviewers read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from support.public_surface import SURFACES

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("path", SURFACES, ids=lambda path: path.stem)
def test_what_users_see_is_what_is_kept(path: Path, update_golden: bool) -> None:
    """A change of it is one of a golden file too."""
    text = SURFACES[path]() + "\n"
    if update_golden:
        path.write_text(text, encoding="utf-8", newline="\n")
    assert text == path.read_text(encoding="utf-8")
