"""Instructions of NVIDIA's newest architectures in OpenCL C: what the front end does not know, the assembler does.

NVIDIA's OpenCL compiles for a plain target such as ``sm_90``, whose assembler refuses the instructions that exist on
one architecture only (``wgmma`` is of ``sm_90a``). A text therefore writes them in assembly behind ``//@``, which PTX
takes for a comment; operands are filled in all the same. The program's binary is PTX text: with the marks removed and
the target named ``a``, it is given to the driver as a binary and assembled there.
"""

from __future__ import annotations

import re

__all__ = ["MARK", "for_one_architecture", "needs_one_architecture"]

MARK = "//@"


def needs_one_architecture(text: str) -> bool:
    """Whether a kernel's text has instructions behind ``MARK``."""
    return MARK in text


def for_one_architecture(ptx: bytes) -> bytes:
    """PTX with the marked instructions laid open, for the architecture that it was compiled for and no other.

    Raises:
        ValueError: this is no PTX with a target.
    """
    text = ptx.rstrip(b"\0").decode()
    opened, count = re.subn(r"^(\.target\s+sm_\d+)\b", r"\1a", text, count=1, flags=re.MULTILINE)
    if count == 0:
        message = "the compiler's binary is no PTX text with a target"
        raise ValueError(message)
    return opened.replace(MARK, "").encode() + b"\0"
