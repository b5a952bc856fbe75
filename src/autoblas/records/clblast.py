"""Results of CLBlast's tuners, ``clblast_FAMILY_PRECISION.json``: the times of parameters of its kernels on a device.

The names of devices and arguments are words there, also where they are numbers; times are in milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from autoblas.errors import DatabaseError
from autoblas.records.files import NOTHING, LeftOut, converted, sound
from autoblas.records.kernel_tuner import seconds_in

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

__all__ = ["PRECISIONS", "ClblastResults", "clblast_in"]

PRECISIONS = {"16": "float16", "32": "float32", "64": "float64", "3232": "complex64", "6464": "complex128"}
"""The element types by the names that CLBlast has for them."""


@dataclass(frozen=True)
class ClblastResults:
    """Results of a tuner of CLBlast.

    Attributes:
        family: The kernel's family, without the number of the tuner's stage: ``xgemm``, ``xgemm_direct``.
        element_type: Of the operands.
        device: The device's name.
        vendor: Its vendor.
        sizes: m, n and k where they are known, in CLBlast's order.
        points: Parameters with their seconds, the fastest first.
        left_out: The results that could not be read.
    """

    family: str
    element_type: str
    device: str
    vendor: str
    sizes: tuple[int, ...]
    points: tuple[tuple[Mapping[str, int], float], ...]
    left_out: LeftOut = NOTHING


class _ClblastResult(msgspec.Struct):
    time: float
    parameters: dict[str, int]


class _ClblastFile(msgspec.Struct):
    kernel_family: str
    precision: str | int
    results: list[Any]
    device: Any = ""
    clblast_device_name: Any = ""
    device_vendor: Any = ""
    clblast_device_vendor: Any = ""
    arg_m: Any = ""
    arg_n: Any = ""
    arg_k: Any = ""


def clblast_in(path: Path, held: dict[str, Any]) -> ClblastResults:
    """Results in the file of a tuner of CLBlast.

    Args:
        path: The file.
        held: Its decoded content.

    Raises:
        DatabaseError: it is no such file.
    """
    file = converted(path, held, _ClblastFile, "a file of CLBlast's tuners")
    kind = PRECISIONS.get(str(file.precision))
    if kind is None:
        raise DatabaseError(path, f"its precision is {file.precision!r}, which CLBlast does not have")
    if not file.results:
        raise DatabaseError(path, "it has no results")
    points, left_out = sound(path, enumerate(file.results), _point)
    sizes = tuple(
        int(size)
        for size in (file.arg_m, file.arg_n, file.arg_k)
        if str(size).isdecimal() and len(str(size)) < 19
    )
    family = file.kernel_family.rstrip("0123456789").rstrip("_")
    name, vendor = file.clblast_device_name or file.device, file.clblast_device_vendor or file.device_vendor
    ordered = tuple(sorted(points, key=lambda point: point[1]))
    return ClblastResults(family, kind, str(name or ""), str(vendor or ""), sizes, ordered, left_out)


def _point(entry: Any) -> tuple[Mapping[str, int], float]:
    """A result as parameters and seconds.

    Raises:
        ValueError: it is none.
    """
    result = msgspec.convert(entry, _ClblastResult)
    (seconds,) = seconds_in([result.time])
    return {name: value for name, value in result.parameters.items() if name != "PRECISION"}, seconds
