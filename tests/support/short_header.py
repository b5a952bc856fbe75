"""PoCL's header of OpenCL's functions, cut to those that a text names: parsing all 14,000 takes most of a compilation.

PoCL 3 puts ``opencl-c.h`` before every text, and parses it in 75 of the 85 ms that a small program takes. Its guard is defined
here, so that it is skipped, and the text gets the same declarations of the functions that it names. What does not compile
so is compiled as users have it, so that nothing depends on this; so is all whose log is
heard, as of the golden texts.
"""

import functools
import importlib.util
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyopencl as cl
import pytest

from autoblas.devices.opencl import compiler
from autoblas.devices.opencl.backend import OpenCLDevice

GUARD = "_OPENCL_H_"

DECLARATION = re.compile(r"[\w *]+?(\w+)\(.*\);")

EMPTY = re.compile(r"^#if.*\n(?:#pragma.*\n)*#endif.*\n", re.MULTILINE)


@contextmanager
def short_headers() -> Iterator[None]:
    """Every device of the PoCL that pip installs compiles with a header for the text; the words of errors stay."""
    header = _header()
    if header is None:
        yield
        return
    options = (f"-D{GUARD}", f"-I{header.parent}")
    whole = OpenCLDevice._compiled

    def compiled(self: OpenCLDevice, text: str, given: tuple[str, ...]) -> Any:
        heard = logging.getLogger(compiler.__name__).isEnabledFor(logging.DEBUG)
        if "PoCL 3." in self.hardware.platform.version and not heard:
            try:
                return whole(self, f"{_declared(header, text)}#line 1\n{text}", (*given, *options))
            except cl.Error:  # what is refused is refused, and named, with the whole header
                pass
        return whole(self, text, given)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(OpenCLDevice, "_compiled", compiled)
        yield


def _header() -> Path | None:
    """The file in the package of PoCL, None where it is not installed or has none."""
    package = importlib.util.find_spec("pocl_binary_distribution")
    folders = [] if package is None else package.submodule_search_locations or []
    files = (Path(folder) / ".libs/share/pocl/include/opencl-c.h" for folder in folders)
    return next((file for file in files if file.is_file()), None)


@functools.cache
def _lines(header: Path) -> list[tuple[str, str]]:
    """Directives, with an empty name, and declarations with the name of their function."""
    found = []
    for line in header.read_text(encoding="utf-8").replace("\\\n", " ").splitlines():
        if line.startswith("#"):
            found.append(("", line.replace(f"#ifndef {GUARD}", "#if 1").replace(f"#define {GUARD}", "")))
        elif declared := DECLARATION.match(line):
            found.append((declared[1], line))
    return found


def _declared(header: Path, text: str) -> str:
    """The header with the functions that the text names."""
    names = {"", *re.findall(r"\w+", text)}
    return _without_empty("\n".join(line for name, line in _lines(header) if name in names) + "\n")


@functools.lru_cache(maxsize=64)
def _without_empty(text: str) -> str:
    """The same without conditions around nothing."""
    shorter = EMPTY.sub("", text)
    return text if shorter == text else _without_empty(shorter)
