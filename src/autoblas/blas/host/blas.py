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

from autoblas.blas.host.rows import ROWS
from autoblas.precision import COMPLEX64, COMPLEX128, FLOAT32, FLOAT64

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.blas.host.rows import Row
    from autoblas.precision import Precision

__all__ = ["PROTOTYPES", "host_function", "numpy_handle"]

MODULES = ("numpy._core._multiarray_umath", "numpy.core._multiarray_umath")
"""NumPy's extension module, as version 2 and version 1 call it."""

FORMS = (
    ("scipy_cblas_{}64_", "scipy_{}_64_", ctypes.c_int64),
    ("cblas_{}64_", "{}_64_", ctypes.c_int64),
    ("cblas_{}$NEWLAPACK$ILP64", "{}$NEWLAPACK$ILP64", ctypes.c_int64),
    ("scipy_cblas_{}", "scipy_{}_", ctypes.c_int),
    ("cblas_{}$NEWLAPACK", "{}$NEWLAPACK", ctypes.c_int),
    ("cblas_{}", "{}_", ctypes.c_int),
)
"""How builds of OpenBLAS and Apple's Accelerate name a function of CBLAS and one of LAPACK, and the integers that it takes."""


def _prototype(row: Row) -> str:
    """The letters of a row's arguments."""
    words = row.operands.split()
    vectors_only = all(len(word.partition(":")[2].strip("=?!")) < 2 for word in words)
    letters = [] if vectors_only else ["e"]
    letters += ["e" for name in row.letters.split() if name != "order"] + ["n" for _ in row.sizes.split()]
    for word in words:
        if ":" in word:
            letters += ["p"] if "packed" in word else ["p", "n"]
        else:
            letters += ["r"] if word.endswith(".") else ["a"]
    return "".join(letters)


PROTOTYPES = {
    "axpy": "napnpn",
    "scal": "napn",
    "dotu": "npnpn",
    "dotc": "npnpn",
    "nrm2": "npn",
    "asum": "npn",
    "rotm": "npnpnp",
    **{name: _prototype(row) for name, row in ROWS.items()},
}
"""The arguments of each routine: e an enumerator, n an integer, p a pointer, a a scalar of the type of the elements (a
pointer where they are complex), r a real one."""

COLUMNS, UPPER = 102, 121
"""CBLAS's words."""

LETTERS = {FLOAT32: "s", FLOAT64: "d", COMPLEX64: "c", COMPLEX128: "z"}

REAL_ONLY = frozenset({"rotm", "sbmv", "syr2", "spr2"})
OF_LAPACK = frozenset({"symv", "spmv", "syr", "spr"})
"""Routines that LAPACK has for complex numbers, as Fortran passes arguments (netlib.org/lapack, zsymv.f)."""

COMPLEX_ONLY = frozenset({"hemv", "hbmv", "hpmv", "her", "hpr", "her2", "hpr2"})
SUMS = frozenset({"dotu", "dotc", "nrm2", "asum"})


class _Library(NamedTuple):
    """A loaded library that holds a CBLAS."""

    handle: ctypes.CDLL
    form: str
    fortran: str
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
    if routine in OF_LAPACK and kind.is_complex:
        return _of_lapack(library, name, PROTOTYPES[routine])
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


def _of_lapack(library: _Library, name: str, prototype: str) -> Callable[..., Any] | None:
    """A function of LAPACK on a symmetric matrix, called as CBLAS would have it: stored by rows, it is its transpose."""
    function = getattr(library.handle, library.fortran.format(name), None)
    if function is None:
        return None
    function.argtypes = [ctypes.c_char_p, *[ctypes.c_void_p for _ in prototype[2:]]]
    function.restype, integer, byref = None, library.integer, ctypes.byref
    numbers = [letter == "n" for letter in prototype[2:]]

    def call(order: int, uplo: int, *arguments: Any) -> None:
        pointers = [byref(integer(x)) if number else x for x, number in zip(arguments, numbers, strict=True)]
        function(b"U" if (order == COLUMNS) is (uplo == UPPER) else b"L", *pointers)

    return call


@functools.cache
def numpy_handle() -> ctypes.CDLL | None:
    """NumPy's extension module as a library, through which the symbols of its BLAS are visible; None where it has no file."""
    module = next((sys.modules[name] for name in MODULES if name in sys.modules), None)
    file = getattr(module, "__file__", None)
    return None if file is None else ctypes.CDLL(file)


@functools.cache
def _library() -> _Library | None:
    handle = numpy_handle()
    if handle is None:
        return None
    for form, fortran, integer in FORMS:
        if hasattr(handle, form.format("sdot")):
            return _Library(handle, form, fortran, integer)
    return None


def _name(routine: str, kind: Precision) -> str:
    """The name of a routine in CBLAS, without what a build adds; empty where it has none for the type."""
    letter, is_complex = LETTERS[kind], kind.is_complex
    if routine in (REAL_ONLY if is_complex else COMPLEX_ONLY):
        return ""
    if routine in {"nrm2", "asum"}:
        return {"c": "sc", "z": "dz"}.get(letter, letter) + routine
    if routine == "rot":
        return {"c": "cs", "z": "zd"}.get(letter, letter) + routine
    if routine in {"dotu", "dotc"}:
        return f"{letter}{routine}_sub" if is_complex else f"{letter}dot"
    if routine in {"ger", "geru", "gerc"}:
        routine = ("gerc" if routine == "gerc" else "geru") if is_complex else "ger"
    if routine in {"hemm", "herk", "her2k"} and not is_complex:
        routine = f"sy{routine.removeprefix('he')}"
    return letter + routine
