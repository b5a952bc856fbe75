"""Adapters from calls of SciPy's wrappers of level 1 to routines of autoblas; see ``_scipy_matrices``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.blas import routines

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.compat._f2py import Frame

__all__ = [
    "asum",
    "axpy",
    "copy",
    "dot",
    "iamax",
    "nrm2",
    "rot",
    "rotg",
    "rotm",
    "rotmg",
    "scal",
    "swap",
    "unshared",
]


def unshared(array: Any, output: Any) -> Any:
    """An array, or its copy where it may share memory with an output."""
    return array.copy() if np.may_share_memory(array, output) else array


def _pair(
    f: Frame, *, written: str = "", overwrite: bool | None = True, rounded_up: bool = False
) -> tuple[Any, ...]:
    """The arrays x and y, and the elements of both that n, offset and increment address.

    Args:
        f: The call.
        written: The names of the arrays that are written.
        overwrite: They are overwritten; None for as ``overwrite_x`` and ``overwrite_y`` say.
        rounded_up: Round the default of n up.
    """
    (x, first), (y, second) = (
        f.output(name, overwrite=overwrite) if name in written else (None, f.array(name, 1)) for name in "xy"
    )
    n = f.length(rounded_up=rounded_up)
    return x, y, f.vector("x", first, n)[0], f.vector("y", second, n)[0]


def swap(f: Frame) -> Any:
    """Exchange x and y, in place where they have the wrapper's type."""
    x, y, a, b = _pair(f, written="xy")
    if not np.may_share_memory(a, b):
        routines.swap(a, b)
    return x, y


def copy(f: Frame) -> Any:
    """Compute y = x."""
    _, y, a, b = _pair(f, written="y")
    routines.copy(unshared(a, b), b)
    return y


def axpy(f: Frame) -> Any:
    """Compute y = a x + y."""
    _, y, a, b = _pair(f, written="y")
    routines.axpy(unshared(a, b), b, alpha=f.number("a", 1.0))
    return y


def scal(*, in_place: bool) -> Callable[[Frame], Any]:
    """An adapter for x = a x; a negative increment leaves x unchanged, as in Netlib's BLAS."""

    def compute(f: Frame) -> Any:
        factor = f.number("a")
        result, flat = f.output("x", overwrite=True if in_place else None)
        x, _ = f.vector("x", flat, f.length())
        if f.integer("incx", 1) > 0:
            routines.scal(x, alpha=factor)
        return result

    return compute


def dot(routine: Callable[..., Any]) -> Callable[[Frame], Any]:
    """An adapter for a sum of products, returned as a Python number."""

    def compute(f: Frame) -> Any:
        _, _, a, b = _pair(f)
        return routine(a, b).item()

    return compute


def _elements(f: Frame) -> tuple[Any, int]:
    """The elements of x that n, offset and increment address, and their number."""
    return f.vector("x", f.array("x", 1), f.length())


def nrm2(f: Frame) -> Any:
    """The Euclidean norm of x."""
    x, n = _elements(f)
    f.check(f.integer("incx", 1) > 0, "incx>0")
    return routines.nrm2(x).item() if n > 0 else 0.0


def asum(f: Frame) -> Any:
    """The sum of |re x| + |im x|; 0 where the increment is negative."""
    x, n = _elements(f)
    return routines.asum(x).item() if n > 0 and f.integer("incx", 1) > 0 else 0.0


def iamax(f: Frame) -> Any:
    """The index of the first largest |re x| + |im x|; -1 where there is none."""
    x, n = _elements(f)
    return int(routines.iamax(x)) if n > 0 and f.integer("incx", 1) > 0 else -1


def rot(f: Frame) -> Any:
    """Rotate x and y by c and s."""
    c, s = f.number("c", real=True), f.number("s", real=True)
    x, y, a, b = _pair(f, written="xy", overwrite=None, rounded_up=True)
    routines.rot(a, b, c, s)
    return x, y


def rotm(f: Frame) -> Any:
    """Rotate x and y by a modified rotation."""
    param = f.array("param", 1)
    if param.shape != (5,):
        raise ValueError(f"{f.routine.__name__}: 'param' must have 5 elements but has {param.size}")
    x, y, a, b = _pair(f, written="xy", overwrite=None)
    routines.rotm(a, b, [_form(param[0]), *param[1:]])
    return x, y


def _form(flag: Any) -> float:
    """The flag of a modified rotation; like Netlib, of numbers that are no flag take the sign."""
    return float(flag if flag == -2 else np.sign(flag))


def rotg(f: Frame) -> Any:
    """The c and s of the rotation that makes b zero."""
    rotated = routines.rotg(f.number("a"), f.number("b"), dtype=f.dtype)
    scalar = complex if f.dtype.kind == "c" else float
    return scalar(rotated.c), scalar(rotated.s)


def rotmg(f: Frame) -> Any:
    """The parameters of a modified rotation."""
    return routines.rotmg(*(f.number(name) for name in ("d1", "d2", "x1", "y1")), dtype=f.dtype).param
