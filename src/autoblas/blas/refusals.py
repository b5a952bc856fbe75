"""Second attempts after a refusal: a call with operands of one type, or a message that lists what the routine takes.

Routines check arrays without knowing who asks. So what depends on the routine is done here, once, where a call was refused;
other calls pay nothing for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.blas.promotion import common_type, types_of
from autoblas.errors import ArgumentError, PrecisionError, ShapeError
from autoblas.precision import BFLOAT16, listed, precision_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["INTEGERS", "after_refusal"]

INTEGERS = ("info", "pivots")
"""Arguments of a type of their own: numbers of rows."""

ALTERNATIVES = {
    ("axpy", 2): "axpy_batched",
    ("gemm", 1): "gemv",
    ("gemm", 3): "gemm_batched",
    ("gemv", 2): "gemm",
    ("gemv", 3): "gemv_batched",
    ("hemm", 1): "hemv",
    ("hemv", 2): "hemm",
    ("symm", 1): "symv",
    ("symv", 2): "symm",
    ("trmm", 1): "trmv",
    ("trmv", 2): "trmm",
    ("trsm", 1): "trsv",
    ("trsm", 3): "trsm_batched",
    ("trsv", 2): "trsm",
}
"""By a routine and the axes of an array that it refuses, the routine that takes such an array."""


def after_refusal(routine: Callable[..., Any], named: Mapping[str, Any], error: ArgumentError) -> Any:
    """The result of a call whose operands, NumPy arrays of several types, had to be brought to one first.

    The copies cannot be written, so that the routine refuses a copy of an output.

    Args:
        routine: The routine.
        named: Its arguments.
        error: Why it refused them.

    Raises:
        ArgumentError: the call is refused for good.
    """
    try:
        operands = {name: value for name, value in named.items() if _has_axes(value) and name not in INTEGERS}
        if error.argument not in operands or not isinstance(error, (PrecisionError, ShapeError)):
            raise error from None
        if isinstance(error, ShapeError):
            raise _with_alternative(routine.__name__, len(operands[error.argument].shape), error) from None
        types = {name: getattr(getattr(array, "dtype", None), "name", "") for name, array in operands.items()}
        target = common_type(set(types.values()))
        on_host = all(isinstance(array, np.ndarray) for array in operands.values())
        if target is not None and on_host and len(set(types.values())) > 1:
            copies = {
                name: array.astype(precision_of(target).dtype)
                for name, array in operands.items()
                if types[name] != target
            }
            for copy in copies.values():
                copy.flags.writeable = False
            try:
                return routine(**{**named, **copies})
            except ArgumentError:
                raise _with_types(routine.__name__, types[error.argument], error) from None
        raise _with_types(routine.__name__, types[error.argument], error) from None
    finally:
        del error  # its traceback leads here: arrays are not to wait for the garbage collector


def _has_axes(value: Any) -> bool:
    """A value is an array of some library; NumPy's scalar types have a shape of another kind, and factors may have none."""
    shape = getattr(value, "shape", None)
    return isinstance(shape, tuple) and bool(shape)


def _with_types(routine: str, name: str, error: ArgumentError) -> ArgumentError:
    """The refusal of a type that a routine does not take lists those that it takes."""
    choices = types_of(routine)
    names_single_type = " " not in error.expected  # as the output of an index has
    if name in choices or name == BFLOAT16.name or names_single_type:
        return error
    return PrecisionError(error.argument, listed(choices), error.got)


def _with_alternative(routine: str, axes: int, error: ArgumentError) -> ArgumentError:
    """The refusal of an array with more or fewer axes names the routine that takes it."""
    alternative = ALTERNATIVES.get((routine, axes))
    if alternative is None or not error.expected.startswith(("a matrix (two", "a vector (one")):
        return error
    return ShapeError(error.argument, f"{error.expected}, or a call of {alternative}", error.got)
