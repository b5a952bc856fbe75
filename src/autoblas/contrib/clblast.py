"""Parameters of CLBlast's kernels as points of kernels here: starts of searches, not optima.

The names are those of CLBlast's documentation (``doc/tuning.md``, C. Nugteren, IWOCL 2018). CLBlast computes by columns,
so that its M runs along the rows of a product of row-major matrices and its N down its columns. What a kernel here does
not have (strides of loads, registers for K) is left at its default; numbers become the nearest of those that a parameter
may have. Rules may still refuse a point on a device.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from autoblas.kernels import kernels

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Translated = tuple[str, Mapping[str, Any]]

__all__ = ["families", "family_called", "points_of"]


def _tiles(p: Mapping[str, int]) -> list[Translated]:
    """``Xgemm``: tiles of a work-group in local memory or not, each work-item with a part of them."""
    rows, cols = p["NWG"] // p["NDIMC"], p["MWG"] // p["MDIMC"]
    tile = {
        "tm": p["NWG"], "tn": p["MWG"], "tk": p["KWG"], "rm": rows, "rn": cols, "va": p.get("VWN", 1), "vb": p.get("VWM", 1),
        "chunk": min(p.get("VWM", 4), p.get("VWN", 4)),
    }  # fmt: skip
    direct = {"wx": p["MDIMC"], "wy": p["NDIMC"], "rm": rows, "rn": cols}
    staged = p.get("SA", 0) or p.get("SB", 0)
    translated: list[Translated] = [("gemm_tile", tile), ("gemm_direct", direct)]
    return translated if staged else translated[::-1]


def _direct_tiles(p: Mapping[str, int]) -> list[Translated]:
    """``XgemmDirect``: one square tile in local memory, padded or not."""
    side = p["WGD"]
    rows, cols = side // p["NDIMCD"], side // p["MDIMCD"]
    pad = 4 if p.get("PADA", 0) or p.get("PADB", 0) else 0
    tile = {
        "tm": side, "tn": side, "tk": side, "rm": rows, "rn": cols, "va": p.get("VWND", 1), "vb": p.get("VWMD", 1), "pad": pad,
    }  # fmt: skip
    return [
        ("gemm_tile", tile),
        ("gemm_direct", {"wx": p["MDIMCD"], "wy": p["NDIMCD"], "rm": rows, "rn": cols}),
    ]


def _vectors(p: Mapping[str, int]) -> list[Translated]:
    """``Xaxpy``: work-items with so many vectors of so many elements."""
    return [("map", {"items": p["WGS"], "lanes": p["VW"], "vectors": p["WPT"]})]


def _sums(p: Mapping[str, int]) -> list[Translated]:
    """``Xdot``: work-groups of a first kernel."""
    return [("reduce", {"items": p["WGS1"]})]


def _rows(p: Mapping[str, int]) -> list[Translated]:
    """``Xgemv``: a work-item for each row, or several."""
    return [("matvec_columns", {"items": p["WGS1"], "lanes": p["WPT1"]})]


FAMILIES: dict[str, tuple[str, Callable[[Mapping[str, int]], list[Translated]]]] = {
    "xgemm": ("gemm", _tiles),
    "xgemm_direct": ("gemm", _direct_tiles),
    "xaxpy": ("map", _vectors),
    "xdot": ("reduce", _sums),
    "xgemv": ("matvec", _rows),
}
"""For each of CLBlast's families of kernels the family of problems, and the translation of its parameters."""


def families() -> tuple[str, ...]:
    """The families whose parameters are understood."""
    return tuple(FAMILIES)


def family_called(kernel: str) -> str | None:
    """The family of a kernel by the name that it has in CLBlast's texts or in caches: ``Xgemm``, ``XgemmDirectNN``."""
    name = kernel.lower().replace("_", "")
    for family in sorted(FAMILIES, key=len, reverse=True):
        if name.startswith(family.replace("_", "")):
            return family
    return None


def points_of(family: str, parameters: Mapping[str, Any]) -> tuple[str, list[Translated]]:
    """Points for parameters of CLBlast.

    Args:
        family: One of ``families``.
        parameters: Their values, by CLBlast's names.

    Returns:
        The family of problems, and kernels with parameters, the nearest first; none where a parameter is missing or is no
        whole number above 0 where one is needed.
    """
    problems, translate = FAMILIES[family]
    numbers = {name: value for name, value in parameters.items() if isinstance(value, int)}
    try:
        points = translate(numbers)
    except (KeyError, ZeroDivisionError):
        return problems, []
    return problems, [(kernel, _fitted(kernel, values)) for kernel, values in points]


def _fitted(kernel: str, values: Mapping[str, int]) -> dict[str, Any]:
    """Each value as the nearest, by ratio, of those that the parameter may have."""
    choices = kernels()[kernel].space.choices()
    fitted: dict[str, Any] = {}
    for name, value in values.items():
        allowed = [
            choice for choice in choices[name] if isinstance(choice, int) and not isinstance(choice, bool)
        ]
        bounded = min(max(value, 0), max(allowed))  # a file may have numbers that no float is as large as
        fitted[name] = min(
            allowed, key=lambda choice: (abs(math.log2((choice + 0.5) / (bounded + 0.5))), choice)
        )
    return fitted
