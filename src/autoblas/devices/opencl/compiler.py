"""Builds programs without output on stderr: messages of the compiler go to the log. Prepares PTX for specific targets.

Compilers get the option against warnings (``-w``, which every OpenCL compiler knows), so that PoCL's Clang, which prints how
many warnings it gave, has nothing to print. With this module's log at DEBUG, as for ``autoblas --verbose``, they do not, and
each program's build log goes to the log, below the names of its kernels. PoCL's Clang counts errors too, which no option of
OpenCL prevents: it gets one of its own (``UNCOUNTED``). docs/log/design/0018-compilers-are-asked-not-to-warn.md says why stderr
itself is left alone.

NVIDIA's OpenCL compiles for a plain target such as ``sm_90``, whose assembler refuses architecture-specific instructions
(``wgmma`` is of ``sm_90a``). A text therefore writes them in assembly behind ``//@``, which PTX takes for a comment; operands
are filled in all the same. The program's binary is PTX text: with the marks removed and the specific target, it is given to
the driver as a binary and assembled there.
"""

from __future__ import annotations

import logging
import re
import threading
import time
import warnings
from typing import TYPE_CHECKING

import pyopencl as cl

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["MARK", "WITHOUT_WARNINGS", "built", "needs_specific_target", "with_specific_target"]

WITHOUT_WARNINGS = "-w"

MARK = "//@"
"""Stands before an architecture-specific instruction in assembly."""

UNCOUNTED = "-DAUTOBLAS\t-fno-caret-diagnostics"
"""Keeps PoCL's Clang from printing "1 error generated." where a build fails; the build log has no carets in any case.

PoCL hands options to Clang, but refuses those that OpenCL does not have. It looks at the words between spaces, takes all that
begins with ``-D``, and splits what it took at blanks of any kind. No text uses the macro.
"""

COUNTING = re.compile(r"PoCL (3\.[01]|7\.1)\b", re.IGNORECASE)
"""The versions of PoCL, in what the platform reports, whose Clang counts errors: 3.0 and 3.1 by trial, 7.1 by its source. A
version without that could refuse every build."""

_log = logging.getLogger(__name__)
_build_lock = threading.Lock()


def built(
    program: cl.Program, device: cl.Device, options: Iterable[str] = (), *, cached: bool = True
) -> cl.Program:
    """Build a program, and return it.

    Args:
        program: A source or a binary.
        device: The device to build it for.
        options: The compiler's options.
        cached: pyopencl may cache the result on disk, as PoCL does in any case. A cached program is not compiled again;
            only PoCL stores the build log with it.

    Raises:
        pyopencl.Error: the compiler refused it; the message holds the whole build log.
        KeyError: pyopencl's folder of compiled programs cannot be used.
    """
    verbose = _log.isEnabledFor(logging.DEBUG)
    arguments = [*options, *_quiet_options(device, verbose=verbose)]
    start = time.perf_counter()
    with _build_lock, warnings.catch_warnings():  # filters of warnings belong to the process
        warnings.simplefilter("ignore", cl.CompilerWarning)  # raised for messages of successful builds, too
        program.build(arguments, [device], cache_dir=None if cached else False)  # type: ignore[arg-type]  # it takes that
    if verbose:
        seconds = time.perf_counter() - start
        build_log = program.get_build_info(device, cl.program_build_info.LOG)  # type: ignore[no-untyped-call]
        message = (build_log or "").strip() or "nothing"
        _log.debug("%s: built in %.2f s; the compiler said: %s", program.kernel_names, seconds, message)
    return program


def _quiet_options(device: cl.Device, *, verbose: bool) -> list[str]:
    """Options that keep a device's compiler from printing."""
    counts = device.type & cl.device_type.CPU and COUNTING.search(device.platform.version)
    return [*([UNCOUNTED] if counts else []), *([] if verbose else [WITHOUT_WARNINGS])]


def needs_specific_target(text: str) -> bool:
    """True if a kernel's text has architecture-specific instructions behind ``MARK``."""
    return MARK in text


def with_specific_target(ptx: bytes) -> bytes:
    """PTX with the marks of its architecture-specific instructions removed, and the specific target.

    Raises:
        ValueError: this is no PTX with a target.
    """
    text = ptx.rstrip(b"\0").decode()
    opened, count = re.subn(r"^(\.target\s+sm_\d+)\b", r"\1a", text, count=1, flags=re.MULTILINE)
    if count == 0:
        message = "the compiler's binary is no PTX text with a target"
        raise ValueError(message)
    return opened.replace(MARK, "").encode() + b"\0"
