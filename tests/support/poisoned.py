"""Kernels whose local and private memory holds a pattern before they write it, so that a read of it shows in results."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
import pytest

from autoblas.devices.opencl.backend import OpenCLDevice
from autoblas.emit.dialect import Dialect
from autoblas.emit.opencl_c import OpenCLC
from autoblas.kernels.kernel import Kernel
from autoblas.testing.checks import unwrapped

PATTERNS = (0xFF, 0x61)
"""Bytes: the first makes NaN of any type, and -1; the second large numbers that are finite, which a maximum keeps."""

TYPE = r"(?:u?(?:char|short|int|long)|half|float|double|size_t|bool)(?:2|3|4|8|16)?|number|divisor"
DECLARATOR = r"\w+(?:\[[^\]]+\])*"
PRIVATE = re.compile(rf"(?m)(?:^ +|(?<=[;{{] ))(?:{TYPE}) ({DECLARATOR}(?:, {DECLARATOR})*);(?!.*\}} \w+;$)")
"""A statement that declares private variables or arrays and gives them no value."""

FILL = """\
#define POISON_PRIVATE(x, byte) \\
  for (size_t at = 0; at < sizeof(x); ++at) ((__private uchar *)&x)[at] = byte;
#define POISON_LOCAL(x, byte) \\
  for (size_t at = get_local_id(1) * get_local_size(0) + get_local_id(0); at < sizeof(x); \\
       at += get_local_size(0) * get_local_size(1)) ((__local uchar *)&x)[at] = byte;
"""


@dataclass(frozen=True)
class Poisoning(OpenCLC):
    """OpenCL C in which local memory is filled where it is declared.

    Attributes:
        byte: What it is filled with.
    """

    byte: int = 0

    def local_array(self, kind: str, *declarators: str, align: int = 0) -> str:
        """The declaration, and statements that fill what it declares."""
        declared = super().local_array(kind, *declarators, align=align)
        filled = (f"POISON_LOCAL({each.partition('[')[0]}, {self.byte})" for each in declarators)
        return f"{declared} {' '.join(filled)} {self.barrier}"


def poisoned(kernel: Kernel, byte: int) -> Kernel:
    """The kernel with ``byte`` everywhere in local and private memory that it has not written."""

    def source(params: Any, problem: Any, d: Dialect) -> str:
        spelled = {field.name: getattr(d, field.name) for field in fields(d)}
        text = unwrapped(kernel.source(params, problem, Poisoning(**spelled, byte=byte)))
        return FILL + PRIVATE.sub(lambda found: _filled(found, byte), text)

    return replace(kernel, source=source)


def _filled(declared: re.Match[str], byte: int) -> str:
    """A declaration, and statements that fill what it declares."""
    names = [each.partition("[")[0] for each in declared[1].split(", ")]
    return " ".join([declared[0], *(f"POISON_PRIVATE({name}, {byte})" for name in names)])


def _one_nan(x: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """An array whose NaN are all alike: on x86 their signs depend on the order of operands, which compilers choose."""
    return np.where(np.isnan(x), x.dtype.type(np.nan), x) if x.dtype.kind in "fc" else x


@contextmanager
def noting() -> Iterator[list[bytes]]:
    """What devices copy to the host meanwhile, in order, with one NaN for all."""
    noted: list[bytes] = []
    copy = OpenCLDevice.copy

    def copy_and_note(self: OpenCLDevice, queue: Any, target: Any, source: Any, wait_for: Any = None) -> Any:
        event = copy(self, queue, target, source, wait_for)
        if isinstance(target, np.ndarray):
            event.wait()
            noted.append(_one_nan(target).tobytes())
        return event

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(OpenCLDevice, "copy", copy_and_note)
        yield noted
