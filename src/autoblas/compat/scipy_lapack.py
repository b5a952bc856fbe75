"""Functions of ``scipy.linalg.lapack``, computed by autoblas where it has them: code written for SciPy runs with this module.

Names, arguments and results are those of SciPy's documentation, as in ``autoblas.compat.scipy_blas``. All other names
are SciPy's own functions, which need SciPy: so a program changes its import alone. Code that calls LAPACK from C,
Fortran or Cython is out of reach, as are functions of SciPy that do.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from autoblas.compat import _scipy_lapack as adapters
from autoblas.compat._f2py import TYPES, TypedWrapper, error
from autoblas.compat.scipy_blas import find_best_blas_type

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["HAS_ILP64", "error", "get_lapack_funcs"]  # and every wrapper, see below

HAS_ILP64 = False
"""There is no separate set of wrappers with 64-bit integers."""

UNITARY = {"orgqr": "ungqr", "ormqr": "unmqr"}
"""Names that functions of complex types have instead."""

SIGNATURES = {
    "geqrf": "a,[lwork,overwrite_a]",
    "gesv": "a,b,[overwrite_a,overwrite_b]",
    "getrf": "a,[overwrite_a]",
    "getrs": "lu,piv,b,[trans,overwrite_b]",
    "orgqr": "a,tau,[lwork,overwrite_a]",
    "ormqr": "side,trans,a,tau,c,lwork,[overwrite_c]",
    "posv": "a,b,[lower,overwrite_a,overwrite_b]",
    "potrf": "a,[lower,clean,overwrite_a]",
    "potri": "c,[lower,overwrite_c]",
    "potrs": "c,b,[lower,overwrite_b]",
    "trtri": "c,[lower,unitdiag,overwrite_c]",
    "trtrs": "a,b,[lower,trans,unitdiag,lda,overwrite_b]",
}
"""The functions that autoblas computes, of every type; their adapters have the same names."""


class LapackWrapper(TypedWrapper):
    """A wrapper of LAPACK for one type."""

    module_name, library = __name__, "lapack"

    def _make_short(self, *_arguments: Any, **_options: Any) -> None:
        """No call is short: a ``Frame`` examines the arguments of all."""


def _typed(letter: str, name: str) -> str:
    """The name of a function for a type."""
    return letter + (UNITARY.get(name, name) if letter in "cz" else name)


FUNCTIONS = {
    _typed(letter, name): LapackWrapper(
        _typed(letter, name), signature, dtype, dtype, getattr(adapters, name)
    )
    for name, signature in SIGNATURES.items()
    for letter, dtype in TYPES.items()
}
globals().update(FUNCTIONS)
__all__ += sorted(FUNCTIONS)  # noqa: PLE0605  # a list, made from the table


def __getattr__(name: str) -> Any:
    """A function of SciPy's.

    Raises:
        AttributeError: SciPy has none of this name, or is not installed.
    """
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(importlib.import_module("scipy.linalg.lapack"), name)
    except (ImportError, AttributeError) as reason:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}: {reason}") from reason


def get_lapack_funcs(
    names: str | Sequence[str], arrays: Sequence[Any] = (), dtype: Any = None, ilp64: bool | str = False
) -> Any:
    """The functions with these names, given without their letters, for the type of these arrays.

    Args:
        names: A name such as ``"potrf"``, or several.
        arrays: Arrays that decide the type.
        dtype: The type where there are no arrays.
        ilp64: False or ``"preferred"``; True needs SciPy's own functions, all of which are then SciPy's.

    Returns:
        A function, or a list of them: autoblas's where it has them, others from SciPy.

    Raises:
        ValueError: there is no such function.
        ImportError: SciPy has to have it, and is not installed.
    """
    letter, _, _ = find_best_blas_type(arrays, dtype)
    functions = []
    for name in [names] if isinstance(names, str) else names:
        function = FUNCTIONS.get(_typed(letter, name)) if ilp64 in (False, "preferred") else None
        if function is None:
            scipy = importlib.import_module("scipy.linalg.lapack")
            function = scipy.get_lapack_funcs(name, arrays, dtype, ilp64)
        functions.append(function)
    return functions[0] if isinstance(names, str) else functions
