"""Vectors to vectors: swap, scal, copy, axpy, axpby, rot, rotm and had.

All of them take NumPy arrays, for which they return when the work is complete, or arrays in device memory, for which
they enqueue it and leave its event with the arrays. Vectors have one axis and any strides, also negative ones. A vector
that is written must not share memory with the others. An empty vector is returned unchanged.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.arrays.factors import is_real, number_of, plain_number, rounded_factor
from autoblas.blas.arguments import is_device_array, new_array, on_host
from autoblas.blas.level1.calls import apply_map, check_vectors, rounded
from autoblas.calls.call_plan import Done
from autoblas.errors import ArgumentError, PrecisionError, shown
from autoblas.precision import FLOAT64
from autoblas.problems.vector_operations import MAPS
from autoblas.problems.views import vector_view

if TYPE_CHECKING:
    from autoblas.calls.call_plan import CallPlan, NewArray

__all__ = [
    "plan_axpby",
    "plan_axpy",
    "plan_copy",
    "plan_had",
    "plan_rot",
    "plan_rotm",
    "plan_scal",
    "plan_swap",
]


def plan_swap(x: Any, y: Any, *, queue: Any, wait_for: Any) -> CallPlan | Done:
    """The plan of ``swap``."""
    return _plan("swap", {"x": x, "y": y}, {}, queue, wait_for)


def plan_scal(x: Any, *, alpha: Any, queue: Any, wait_for: Any) -> CallPlan | Done:
    """The plan of ``scal``."""
    return _plan("scal", {"x": x}, {"alpha": alpha}, queue, wait_for, or_real="alpha")


def plan_copy(x: Any, y: Any, *, queue: Any, wait_for: Any) -> CallPlan | Done:
    """The plan of ``copy``."""
    return _plan("copy", {"x": x, "y": y}, {}, queue, wait_for, optional="y")


def plan_axpy(x: Any, y: Any, *, alpha: Any, queue: Any, wait_for: Any) -> CallPlan | Done:
    """The plan of ``axpy``."""
    return _plan("axpy", {"x": x, "y": y}, {"alpha": alpha}, queue, wait_for)


def plan_axpby(x: Any, y: Any, *, alpha: Any, beta: Any, queue: Any, wait_for: Any) -> CallPlan | Done:
    """The plan of ``axpby``."""
    return _plan("axpby", {"x": x, "y": y}, {"alpha": alpha, "beta": beta}, queue, wait_for)


def plan_had(x: Any, y: Any, z: Any, *, alpha: Any, beta: Any, queue: Any, wait_for: Any) -> CallPlan | Done:
    """The plan of ``had``."""
    if z is None and (is_device_array(beta) or plain_number("beta", beta) != 0):
        raise ArgumentError("z", "a vector for beta to multiply", "None")
    factors = {"alpha": alpha, "beta": beta}
    return _plan("had", {"x": x, "y": y, "z": z}, factors, queue, wait_for, optional="z")


def plan_rot(x: Any, y: Any, c: Any, s: Any, *, queue: Any, wait_for: Any) -> CallPlan | Done:
    """The plan of ``rot``."""
    return _plan("rot", {"x": x, "y": y}, {"c": c, "s": s}, queue, wait_for, real="c", or_real="s")


def plan_rotm(x: Any, y: Any, param: Any, *, queue: Any, wait_for: Any) -> CallPlan | Done:
    """The plan of ``rotm``."""
    several = isinstance(param, Sequence) or (isinstance(param, np.ndarray) and param.ndim == 1)
    values = list(param) if several else []
    if len(values) != 5 or None in map(number_of, values):
        raise ArgumentError("param", "five real numbers: a flag and a matrix", shown(param))
    flag, h11, h21, h12, h22 = (rounded_factor("param", value, FLOAT64) for value in values)
    if flag not in {-2, -1, 0, 1}:
        raise ArgumentError("param", "a flag of -2, -1, 0 or 1", shown(flag))
    matrix = {
        -2: (1.0, 0.0, 0.0, 1.0),
        -1: (h11, h12, h21, h22),
        0: (1.0, h12, h21, 1.0),
        1: (h11, 1.0, -1.0, h22),
    }[int(flag)]
    arrays = {"x": x, "y": y}
    on_host(arrays)
    views = check_vectors(arrays, ("x", "y"))
    if views["x"].precision.is_complex:
        raise PrecisionError("x", "a real type", views["x"].precision.name)
    names = ("h11", "h12", "h21", "h22")
    scalars = rounded("rotm", dict(zip(names, matrix, strict=True)), views["x"].precision)
    if flag == -2:
        return Done((x, y))
    return apply_map("rotm", arrays, views, scalars, queue, wait_for, result=(x, y))


def _plan(
    operation: str,
    arrays: dict[str, Any],
    scalars: dict[str, Any],
    queue: Any,
    wait_for: Any,
    real: str = "",
    or_real: str = "",
    optional: str = "",
) -> CallPlan | Done:
    """The plan of a map on single vectors, whose arguments it checks; the optional output may be None: then it is new."""
    created: tuple[NewArray, ...] = ()
    if optional and arrays[optional] is None:
        arrays, created = _with_output(arrays, optional, queue)
    on_host(arrays)
    views = check_vectors(arrays, tuple(MAPS[operation].outputs))
    if or_real and _is_real(or_real, scalars[or_real]):
        real = f"{real} {or_real}".strip()
    values = rounded(operation, scalars, views["x"].precision, real)
    results = tuple(array for name, array in arrays.items() if name in MAPS[operation].outputs)
    result = results[0] if len(results) == 1 else results
    return apply_map(
        operation, arrays, views, values, queue, wait_for, result=result, created=created, real=real
    )


def _is_real(argument: str, value: Any) -> bool:
    """True of a real factor, in device memory of a real type."""
    if is_device_array(value):
        return bool(value.dtype.kind != "c")
    return is_real(plain_number(argument, value))


def _with_output(
    arrays: dict[str, Any], output: str, queue: Any
) -> tuple[dict[str, Any], tuple[NewArray, ...]]:
    """Operands with a new vector for a result, of the type and length of ``x``, and that vector's description."""
    inputs = {name: array for name, array in arrays.items() if name != output}
    on_host(inputs)
    view = vector_view("x", inputs["x"])
    new = new_array(inputs, (view.length,), view.precision.dtype, queue)
    return {**inputs, output: new.array}, (new,)
