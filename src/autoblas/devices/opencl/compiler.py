"""Builds programs without a word on stderr; what the compiler says is logged where somebody listens.

Compilers are asked not to warn (``-w``, which every OpenCL compiler knows), so those that print how many warnings they
gave, as PoCL's Clang does, have nothing to print. Where this module's log is heard at DEBUG, as ``autoblas --verbose``
has it, they are not asked, and each program's build log goes to the log, below the names of its kernels. Clang in PoCL
counts errors too, which no option of OpenCL's keeps it from: it gets one of its own (``UNCOUNTED``).
docs/log/design/0018-compilers-are-asked-not-to-warn.md says why stderr itself is left alone.
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

__all__ = ["WITHOUT_WARNINGS", "built"]

WITHOUT_WARNINGS = "-w"

UNCOUNTED = "-DAUTOBLAS\t-fno-caret-diagnostics"
"""Keeps PoCL's Clang from printing "1 error generated." where a build fails; the build log has no carets in any case.

PoCL hands options to Clang, but refuses those that OpenCL does not have. It looks at the words between spaces, takes all that
begins with ``-D``, and splits what it took at blanks of any kind. The macro is nobody's.
"""

COUNTING = re.compile(r"PoCL (3\.[01]|7\.1)\b", re.IGNORECASE)
"""The versions of PoCL, in what the platform reports, that are known to do so: 3.0 and 3.1 were tried, and 7.1 was read. A
version that did otherwise could refuse every build."""

_log = logging.getLogger(__name__)
_one_at_a_time = threading.Lock()


def built(
    program: cl.Program, device: cl.Device, options: Iterable[str] = (), *, cached: bool = True
) -> cl.Program:
    """The same program, built.

    Args:
        program: A source or a binary.
        device: The device to build it for.
        options: The compiler's options.
        cached: Whether pyopencl may keep the result on disk and find it there, as PoCL does in any case. What is found
            is not compiled; only PoCL keeps the log with it.

    Raises:
        pyopencl.Error: the compiler refused it; the message holds the whole build log.
        KeyError: pyopencl's folder of compiled programs cannot be used.
    """
    heard = _log.isEnabledFor(logging.DEBUG)
    told = [*options, *_silencing(device, heard=heard)]
    start = time.perf_counter()
    with _one_at_a_time, warnings.catch_warnings():  # the filters of warnings are one set a process
        warnings.simplefilter("ignore", cl.CompilerWarning)  # raised where a compiler says that all went well
        program.build(told, [device], cache_dir=None if cached else False)  # type: ignore[arg-type]  # it takes that
    if heard:
        seconds = time.perf_counter() - start
        said = program.get_build_info(device, cl.program_build_info.LOG)  # type: ignore[no-untyped-call]
        words = (said or "").strip() or "nothing"
        _log.debug("%s: built in %.2f s; the compiler said: %s", program.kernel_names, seconds, words)
    return program


def _silencing(device: cl.Device, *, heard: bool) -> list[str]:
    """What keeps a device's compiler from printing."""
    counts = device.type & cl.device_type.CPU and COUNTING.search(device.platform.version)
    return [*([UNCOUNTED] if counts else []), *([] if heard else [WITHOUT_WARNINGS])]
