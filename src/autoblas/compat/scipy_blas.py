"""The functions of ``scipy.linalg.blas``, computed by autoblas: code written for SciPy runs with this module instead.

Names, arguments and defaults are those of SciPy's documentation; so are what is converted, what is overwritten, and
what is returned. Arrays are NumPy's. Where a condition on arguments fails, ``error`` is raised as SciPy's wrappers raise
an exception of that name. What Netlib leaves undefined, such as the transpose in ``cherk``, leaves the output unchanged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from autoblas.blas import routines
from autoblas.compat._f2py import TYPES, TypedWrapper, error
from autoblas.compat._scipy_matrices import (
    gbmv,
    gemm,
    gemv,
    outer_product,
    rank_k,
    symmetric_matmul,
    symmetric_matvec,
    triangle_update,
    triangular_matmul,
    triangular_matvec,
)
from autoblas.compat._scipy_vectors import (
    asum,
    axpy,
    copy,
    dot,
    iamax,
    nrm2,
    rot,
    rotg,
    rotm,
    rotmg,
    scal,
    swap,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["HAS_ILP64", "error", "find_best_blas_type", "get_blas_funcs"]  # and every wrapper, see below

HAS_ILP64 = False
"""There is no separate set of wrappers with 64-bit integers: lengths have 64 bits everywhere."""


class Wrapper(NamedTuple):
    """A row of the table.

    Attributes:
        names: The names, separated by blanks; their first letters are the types of arrays and scalars.
        signature: As SciPy's documentation has it.
        compute: The adapter.
    """

    names: str
    signature: str
    compute: Callable[..., Any]


def _named(text: str) -> str:
    """The names of a wrapper for several types: ``sd:axpy`` gives saxpy and daxpy."""
    letters, _, name = text.partition(":")
    return " ".join(letter + name for letter in letters)


_XY = "n,offx,incx,offy,incy"
_GEMV = "[beta,y,offx,incx,offy,incy"
_STORED = "[incx,offx,beta,y,incy,offy,lower,overwrite_y]"
_SOLVE = "[incx,offx,lower,trans,diag,overwrite_x]"
_SYR = "alpha,x,[lower,incx,offx,n,a,overwrite_a]"
_SYR2 = "alpha,x,y,[lower,incx,offx,incy,offy,n,a,overwrite_a]"
_SPR2 = "n,alpha,x,y,ap,[incx,offx,incy,offy,lower,overwrite_ap]"
_SYMM = "alpha,a,b,[beta,c,side,lower,overwrite_c]"
_SYR2K = "alpha,a,b,[beta,c,trans,lower,overwrite_c]"
_TRMM = "alpha,a,b,[side,lower,trans_a,diag,overwrite_b]"
_ROTM = f"x,y,param,[{_XY},overwrite_x,overwrite_y]"

WRAPPERS = (
    Wrapper(_named("sdcz:axpy"), "x,y,[n,a,offx,incx,offy,incy]", axpy),
    Wrapper(_named("sdcz:copy"), f"x,y,[{_XY}]", copy),
    Wrapper(_named("sdcz:swap"), f"x,y,[{_XY}]", swap),
    Wrapper(_named("sd:dot"), f"x,y,[{_XY}]", dot(routines.dot)),
    Wrapper(_named("cz:dotu"), f"x,y,[{_XY}]", dot(routines.dotu)),
    Wrapper(_named("cz:dotc"), f"x,y,[{_XY}]", dot(routines.dotc)),
    Wrapper("snrm2 dnrm2 scnrm2 dznrm2", "x,[n,offx,incx]", nrm2),
    Wrapper("sasum dasum scasum dzasum", "x,[n,offx,incx]", asum),
    Wrapper("isamax idamax icamax izamax", "x,[n,offx,incx]", iamax),
    Wrapper(_named("sdcz:scal"), "a,x,[n,offx,incx]", scal(in_place=True)),
    Wrapper("csscal zdscal", "a,x,[n,offx,incx,overwrite_x]", scal(in_place=False)),
    Wrapper("srot drot csrot zdrot", f"x,y,c,s,[{_XY},overwrite_x,overwrite_y]", rot),
    Wrapper(_named("sd:rotm"), _ROTM, rotm),
    Wrapper(_named("sdcz:rotg"), "a,b", rotg),
    Wrapper(_named("sd:rotmg"), "d1,d2,x1,y1", rotmg),
    Wrapper(_named("sdcz:gemv"), f"alpha,a,x,{_GEMV},trans,overwrite_y]", gemv),
    Wrapper(_named("sdcz:gbmv"), "m,n,kl,ku,alpha,a,x,[incx,offx,beta,y,incy,offy,trans,overwrite_y]", gbmv),
    Wrapper(
        _named("sd:symv"), f"alpha,a,x,{_GEMV},lower,overwrite_y]", symmetric_matvec(routines.symv, "full")
    ),
    Wrapper(
        _named("cz:hemv"), f"alpha,a,x,{_GEMV},lower,overwrite_y]", symmetric_matvec(routines.hemv, "full")
    ),
    Wrapper(_named("sd:sbmv"), f"k,alpha,a,x,{_STORED}", symmetric_matvec(routines.sbmv, "band")),
    Wrapper(_named("cz:hbmv"), f"k,alpha,a,x,{_STORED}", symmetric_matvec(routines.hbmv, "band")),
    Wrapper(_named("sdcz:spmv"), f"n,alpha,ap,x,{_STORED}", symmetric_matvec(routines.spmv, "packed")),
    Wrapper(_named("cz:hpmv"), f"n,alpha,ap,x,{_STORED}", symmetric_matvec(routines.hpmv, "packed")),
    Wrapper(
        _named("sdcz:trmv"),
        "a,x,[offx,incx,lower,trans,diag,overwrite_x]",
        triangular_matvec(routines.trmv, "full"),
    ),
    Wrapper(_named("sdcz:trsv"), f"a,x,{_SOLVE}", triangular_matvec(routines.trsv, "full")),
    Wrapper(_named("sdcz:tbmv"), f"k,a,x,{_SOLVE}", triangular_matvec(routines.tbmv, "band")),
    Wrapper(_named("sdcz:tbsv"), f"k,a,x,{_SOLVE}", triangular_matvec(routines.tbsv, "band")),
    Wrapper(_named("sdcz:tpmv"), f"n,ap,x,{_SOLVE}", triangular_matvec(routines.tpmv, "packed")),
    Wrapper(_named("sdcz:tpsv"), f"n,ap,x,{_SOLVE}", triangular_matvec(routines.tpsv, "packed")),
    Wrapper(
        _named("sd:ger"),
        "alpha,x,y,[incx,incy,a,overwrite_x,overwrite_y,overwrite_a]",
        outer_product(routines.ger),
    ),
    Wrapper(
        _named("cz:geru"),
        "alpha,x,y,[incx,incy,a,overwrite_x,overwrite_y,overwrite_a]",
        outer_product(routines.geru),
    ),
    Wrapper(
        _named("cz:gerc"),
        "alpha,x,y,[incx,incy,a,overwrite_x,overwrite_y,overwrite_a]",
        outer_product(routines.gerc),
    ),
    Wrapper(_named("sdcz:syr"), _SYR, triangle_update(routines.syr, "full", "x")),
    Wrapper(_named("cz:her"), _SYR, triangle_update(routines.her, "full", "x", real=True)),
    Wrapper(_named("sd:syr2"), _SYR2, triangle_update(routines.syr2, "full", "xy")),
    Wrapper(_named("cz:her2"), _SYR2, triangle_update(routines.her2, "full", "xy")),
    Wrapper(
        _named("sdcz:spr"),
        "n,alpha,x,ap,[incx,offx,lower,overwrite_ap]",
        triangle_update(routines.spr, "packed", "x"),
    ),
    Wrapper(
        _named("cz:hpr"),
        "n,alpha,x,ap,[incx,offx,lower,overwrite_ap]",
        triangle_update(routines.hpr, "packed", "x", real=True),
    ),
    Wrapper(_named("sd:spr2"), _SPR2, triangle_update(routines.spr2, "packed", "xy")),
    Wrapper(_named("cz:hpr2"), _SPR2, triangle_update(routines.hpr2, "packed", "xy")),
    Wrapper(_named("sdcz:gemm"), "alpha,a,b,[beta,c,trans_a,trans_b,overwrite_c]", gemm),
    Wrapper(_named("sdcz:symm"), _SYMM, symmetric_matmul(routines.symm)),
    Wrapper(_named("cz:hemm"), _SYMM, symmetric_matmul(routines.hemm)),
    Wrapper(_named("sdcz:syrk"), "alpha,a,[beta,c,trans,lower,overwrite_c]", rank_k(routines.syrk)),
    Wrapper(
        _named("cz:herk"), "alpha,a,[beta,c,trans,lower,overwrite_c]", rank_k(routines.herk, hermitian=True)
    ),
    Wrapper(_named("sdcz:syr2k"), _SYR2K, rank_k(routines.syr2k, pair=True)),
    Wrapper(_named("cz:her2k"), _SYR2K, rank_k(routines.her2k, pair=True, hermitian=True)),
    Wrapper(_named("sdcz:trmm"), _TRMM, triangular_matmul(routines.trmm)),
    Wrapper(_named("sdcz:trsm"), _TRMM, triangular_matmul(routines.trsm, solves=True)),
)
"""All functions of SciPy, a row for several types."""


def _routine(name: str, wrapper: Wrapper) -> TypedWrapper:
    """The wrapper of a name, whose first letters are the types of its arrays and of its scalars."""
    letters = name.removeprefix("i") if name.endswith("amax") else name
    mixed = letters[:2] in {"sc", "dz"} and letters[2:] in {"nrm2", "asum"}
    dtype = TYPES[letters[1] if mixed else letters[0]]
    real = letters[:2] in {"cs", "zd"} and letters[2:] in {"scal", "rot"}
    factor = np.empty(0, dtype).real.dtype if real else dtype
    return TypedWrapper(name, wrapper.signature, dtype, factor, wrapper.compute)


FUNCTIONS = {name: _routine(name, wrapper) for wrapper in WRAPPERS for name in wrapper.names.split()}
globals().update(FUNCTIONS)
__all__ += sorted(FUNCTIONS)  # noqa: PLE0605  # a list, made from the table

ALIASES = {
    "cnrm2": "scnrm2",
    "znrm2": "dznrm2",
    "cdot": "cdotc",
    "zdot": "zdotc",
    "cger": "cgerc",
    "zger": "zgerc",
    "sdotc": "sdot",
    "sdotu": "sdot",
    "ddotc": "ddot",
    "ddotu": "ddot",
}
"""Further names that ``get_blas_funcs`` accepts."""


def __getattr__(name: str) -> Any:
    """Raise for unknown names; type checkers learn from this function that the table's names exist."""
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def find_best_blas_type(arrays: Sequence[Any] = (), dtype: Any = None) -> tuple[str, np.dtype[Any], bool]:
    """The type to compute with for these arrays.

    Args:
        arrays: Arrays; the widest type decides.
        dtype: The type where there are no arrays; float64 by default.

    Returns:
        The letter of the type, the type, and whether the array that decided is stored by columns.
    """
    dtypes = [np.dtype(array.dtype) for array in arrays] or [np.dtype(dtype)]
    ranks = list(map(_rank, dtypes))
    rank = max(ranks)
    columns = bool(arrays) and bool(arrays[ranks.index(rank)].flags["FORTRAN"])
    if rank == 3 and 2 in ranks:
        rank = 4
    letter = "sdcz"[rank - 1]
    return letter, np.dtype(TYPES[letter]), columns


def _rank(dtype: np.dtype[Any]) -> int:
    """1 to 4 for float32, float64, complex64 and complex128: the narrowest that represents a type, else float64."""
    if dtype.kind == "c":
        return 3 if dtype.itemsize == 8 else 4
    narrow = (
        dtype.kind == "b"
        or (dtype.kind in "iu" and dtype.itemsize <= 2)
        or (dtype.kind == "f" and dtype.itemsize <= 4)
    )
    return 1 if narrow else 2


def get_blas_funcs(
    names: str | Sequence[str], arrays: Sequence[Any] = (), dtype: Any = None, ilp64: bool | str = False
) -> Any:
    """The functions with these names, given without their letters, for the type of these arrays.

    Args:
        names: A name such as ``"gemm"``, or several.
        arrays: Arrays that decide the type.
        dtype: The type where there are no arrays.
        ilp64: False or ``"preferred"``.

    Returns:
        A function, or a list of them.

    Raises:
        ValueError: there is no such function, or ``ilp64`` is something else.
        RuntimeError: ``ilp64`` is True.
    """
    if isinstance(ilp64, str):
        if ilp64 != "preferred":
            raise ValueError("Invalid value for 'ilp64'")
    elif ilp64:
        raise RuntimeError(
            "there are no separate wrappers with 64-bit integers; all of these take 64-bit lengths"
        )
    letter, _, _ = find_best_blas_type(arrays, dtype)
    functions = []
    for name in [names] if isinstance(names, str) else names:
        full_name = ALIASES.get(letter + name, letter + name)
        if full_name not in FUNCTIONS:
            raise ValueError(f"BLAS function {full_name} could not be found")
        functions.append(FUNCTIONS[full_name])
    return functions[0] if isinstance(names, str) else functions
