"""The functions of the BLAS that NumPy computes with, by their names in CBLAS, called through ctypes.

A loaded library looks a symbol up in the libraries that it was linked with too, so NumPy's own extension module leads
to the BLAS that its products use, whatever that is. Where NumPy has none of its own, or a system looks symbols up in no
other way than by file (Windows), there are no functions, and devices compute everything.
"""

from __future__ import annotations

import ctypes
import functools
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from autoblas.precision import COMPLEX64, COMPLEX128, FLOAT32, FLOAT64

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.precision import Precision

__all__ = ["PROTOTYPES", "host_function"]

MODULES = ("numpy._core._multiarray_umath", "numpy.core._multiarray_umath")
"""NumPy's extension module, as version 2 and version 1 call it."""

FORMS = (
    ("scipy_cblas_{}64_", ctypes.c_int64),
    ("cblas_{}64_", ctypes.c_int64),
    ("cblas_{}$NEWLAPACK$ILP64", ctypes.c_int64),
    ("scipy_cblas_{}", ctypes.c_int),
    ("cblas_{}$NEWLAPACK", ctypes.c_int),
    ("cblas_{}", ctypes.c_int),
)
"""How builds of OpenBLAS and Apple's Accelerate name a function, and the integers that it takes."""

PROTOTYPES = {
    "axpy": "napnpn",
    "scal": "napn",
    "copy": "npnpn",
    "swap": "npnpn",
    "dotu": "npnpn",
    "dotc": "npnpn",
    "nrm2": "npn",
    "asum": "npn",
    "gemv": "eennapnpnapn",
    "symv": "eenapnpnapn",
    "hemv": "eenapnpnapn",
    "trmv": "eeeenpnpn",
    "trsv": "eeeenpnpn",
    "geru": "ennapnpnpn",
    "gerc": "ennapnpnpn",
    "syr": "eenapnpn",
    "her": "eenrpnpn",
    "syr2": "eenapnpnpn",
    "her2": "eenapnpnpn",
    "gemm": "eeennnapnpnapn",
}
"""The arguments of each routine (netlib.org/blas, cblas.h): e an enumerator, n an integer, p a pointer, a a scalar of the
type of the elements (a pointer where they are complex), r a real one."""

LETTERS = {FLOAT32: "s", FLOAT64: "d", COMPLEX64: "c", COMPLEX128: "z"}

REAL_ONLY = frozenset({"symv", "syr", "syr2"})
COMPLEX_ONLY = frozenset({"hemv", "her", "her2"})
SUMS = frozenset({"dotu", "dotc", "nrm2", "asum"})


class _Library(NamedTuple):
    """A loaded library that holds a CBLAS."""

    handle: ctypes.CDLL
    form: str
    integer: type[Any]


@functools.cache
def host_function(routine: str, kind: Precision) -> Callable[..., Any] | None:
    """A routine for elements of one type; None where NumPy's BLAS has none.

    A dot product of complex vectors takes one argument more, the address of its result.

    Args:
        routine: One of ``PROTOTYPES``.
        kind: The type of the elements.
    """
    library = _library()
    name = _name(routine, kind) if kind in LETTERS else ""
    if library is None or not name:
        return None
    function = getattr(library.handle, library.form.format(name), None)
    if function is None:
        return None
    part = ctypes.c_double if kind.double else ctypes.c_float
    types = {
        "e": ctypes.c_int,
        "n": library.integer,
        "p": ctypes.c_void_p,
        "a": ctypes.c_void_p if kind.is_complex else part,
        "r": part,
    }
    by_address = name.endswith("_sub")
    function.argtypes = [types[letter] for letter in PROTOTYPES[routine] + "p" * by_address]
    function.restype = part if routine in SUMS and not by_address else None
    return function  # type: ignore[no-any-return]  # getattr does not know that it is callable


@functools.cache
def _library() -> _Library | None:
    module = next((sys.modules[name] for name in MODULES if name in sys.modules), None)
    file = getattr(module, "__file__", None)
    if file is None:
        return None
    handle = ctypes.CDLL(file)
    for form, integer in FORMS:
        if hasattr(handle, form.format("sdot")):
            return _Library(handle, form, integer)
    return None


def _name(routine: str, kind: Precision) -> str:
    """What CBLAS calls a routine, without what a build adds; empty where it has none for the type."""
    letter, is_complex = LETTERS[kind], kind.is_complex
    if routine in (REAL_ONLY if is_complex else COMPLEX_ONLY):
        return ""
    if routine in {"nrm2", "asum"}:
        return {"c": "sc", "z": "dz"}.get(letter, letter) + routine
    if routine in {"dotu", "dotc"}:
        return f"{letter}{routine}_sub" if is_complex else f"{letter}dot"
    if routine in {"geru", "gerc"} and not is_complex:
        return f"{letter}ger"
    return letter + routine
