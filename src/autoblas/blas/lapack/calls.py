"""Routines of LAPACK: checks of matrices, pivots and ``info``, and the plan of a call with them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from autoblas.blas.arguments import (
    check_apart,
    check_events,
    check_queue,
    check_writable,
    check_written,
    new_array,
    on_host,
)
from autoblas.blas.host.crossover import BATCH_COST, STRUCTURED, crossover
from autoblas.blas.level3.structured import floating_views
from autoblas.blas.level3.trsm import add_solution, substitute_on_host
from autoblas.blas.plan_builder import IntegerOperand, MatrixOperand, PlanBuilder
from autoblas.blas.refusals import INTEGERS
from autoblas.calls.call_plan import CallPlan, Divisible, Done
from autoblas.calls.complete import several_devices
from autoblas.calls.dispatch import perform_part
from autoblas.calls.several.division import CallPart, Division, panel_pattern, panels
from autoblas.errors import NotPositiveDefiniteError, PrecisionError, ShapeError, SingularError, StrideError
from autoblas.plan.symbols import Temporary
from autoblas.precision import INT32
from autoblas.problems.base import Scratch
from autoblas.problems.views import MatrixView, element_type, stack_view, vector_view

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from autoblas.blas.level3.triangular import TriangularArguments
    from autoblas.calls.call_plan import DeviceOperand, NewArray
    from autoblas.calls.several.members import Member
    from autoblas.calls.several.operand_cache import OperandCache
    from autoblas.calls.several.scheduler import WorkItem
    from autoblas.devices.device import Event, Facts, Queue
    from autoblas.plan.symbols import Launch, Target

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = [
    "LapackCall",
    "LapackDivision",
    "Solution",
    "add_output",
    "check_integers",
    "check_matrices",
    "check_square",
    "lapack_plan",
    "many_small",
    "solution_plan",
]


SMALL = 32
"""Rows, and right-hand sides, of small systems."""

TINY = 8
"""Rows of systems that one work-item solves as fast as a work-group."""

MANY = 16
"""Small systems of a batch that one launch factors and solves; fewer leave most of a device idle, unless they are tiny."""


def many_small(a: MatrixView, b: MatrixView | None = None) -> bool:
    """True of batches of small systems, which one launch factors, solves or inverts."""
    rows = SMALL if a.items >= MANY else TINY
    return a.items > 1 and a.rows <= rows and (b is None or b.cols <= SMALL)


class LapackCall(NamedTuple):
    """A call whose arguments were checked.

    Attributes:
        arrays: The matrices, and ``pivots`` and ``info`` where there are such arrays, by name.
        written: The names of those that are written; ``info`` is.
        items: Matrices of a batch.
        operations: Operations of the definition, on real numbers.
        add: Adds the launches, given the matrices by name, and ``pivots`` and ``info``.
        compute: Computes with NumPy, given the arrays by name.
        result: What the routine returns.
        failure: The error of an ``info`` that is not 0; None where there is no ``info``.
        created: The arrays that the call created in device memory.
        retry: Computes it in another way, on a queue, where the device's ``info`` of NumPy arrays is not 0.
        division: Its parts, where it has some: items of a stack, or columns of B.
    """

    arrays: dict[str, Any]
    written: tuple[str, ...]
    items: int
    operations: int
    add: Callable[[PlanBuilder, Mapping[str, MatrixOperand], Mapping[str, IntegerOperand]], None]
    compute: Callable[[Mapping[str, Array]], None]
    result: Any
    failure: type[NotPositiveDefiniteError | SingularError] | None = None
    created: Sequence[NewArray] = ()
    retry: Callable[[Mapping[str, Array], Queue | None], None] | None = None
    division: LapackDivision | None = None


class LapackDivision(NamedTuple):
    """A call of NumPy arrays as calls of its parts: items of stacks, or columns of B with all of the other matrices.

    Attributes:
        name: The routine.
        plan: The plan of a part on a queue, given its arrays by name.
    """

    name: str
    plan: Callable[[Mapping[str, Any], Queue], CallPlan | Done]

    def lines(self, arrays: Mapping[str, Any]) -> int:
        """Items, or columns of B."""
        a, b = arrays["a"], arrays.get("b")
        return len(a) if a.ndim > 2 else 1 if b is None or b.ndim == 1 else b.shape[1]

    def part(self, arrays: Mapping[str, Any], lines: slice) -> dict[str, Any]:
        """The arrays of some lines, by name."""
        if arrays["a"].ndim > 2:
            return {name: array[lines] for name, array in arrays.items()}
        return {**arrays, "b": arrays["b"][:, lines]}

    def bisected(self, arrays: Mapping[str, Any], queue: Queue, cache: OperandCache | None) -> None:
        """Compute both halves one after the other."""
        count = self.lines(arrays)
        for half in (slice(0, count // 2), slice(count // 2, count)):
            perform_part(self.plan(self.part(arrays, half), queue), cache)

    def together(
        self,
        call: LapackCall,
        arrays: Mapping[str, Any],
        written: Sequence[str],
        members: Sequence[Member],
        _: str,
    ) -> Division | None:
        """Parts for some devices; None where there is one. Of the written matrices the old elements count."""
        lines, count = self.lines(arrays), len(members)
        if len(panels(lines, count)) < 2:
            return None
        shared = [] if arrays["a"].ndim > 2 else [x for name, x in arrays.items() if name != "b"]
        moved = sum(x.nbytes for x in arrays.values()) - sum(x.nbytes for x in shared)
        moved += sum(arrays[name].nbytes for name in written)
        pattern = panel_pattern(lines, call.operations, sum(x.nbytes for x in shared), moved / lines, count)

        def part(work_item: WorkItem, piece: slice) -> CallPart:
            chosen = self.part(arrays, piece)
            old = tuple(chosen[name] for name in written)
            return CallPart(
                work_item, lambda queue, cache: perform_part(self.plan(chosen, queue), cache), old
            )

        parts = [part(*pair) for pair in zip(pattern.work_items, panels(lines, count), strict=True)]
        return Division(parts, pattern=pattern, shared=shared)


def check_square(arrays: dict[str, Any], *, stacked: bool = False) -> dict[str, MatrixView]:
    """The layouts of matrices, or of stacks: a square one, and others with as many rows and of its type.

    Args:
        arrays: A, which comes first, and right-hand sides, by name; one with an axis less is a column of each.
        stacked: They are stacks of matrices.

    Raises:
        ArgumentError: one of them does not fit.
    """
    views = check_matrices(arrays, stacked=stacked)
    first, model = next(iter(views.items()))
    if model.rows != model.cols:
        raise ShapeError(first, "a square matrix", f"shape {tuple(arrays[first].shape)}")
    for name, view in views.items():
        if view.rows != model.rows:
            raise ShapeError(name, f"{model.rows} rows like {first}", f"shape {tuple(arrays[name].shape)}")
        if view.items != model.items:
            raise ShapeError(name, f"{model.items} items like {first}", f"{view.items} items")
    return views


def check_matrices(arrays: dict[str, Any], *, stacked: bool = False) -> dict[str, MatrixView]:
    """The layouts of matrices, or of stacks, of one type that LAPACK has routines of.

    Args:
        arrays: The first has all axes, others may be a column of each.
        stacked: They are stacks of matrices.

    Raises:
        ArgumentError: one of them does not fit.
    """
    on_host(arrays)
    noun, axes = ("a stack of matrices (three axes)", 3) if stacked else ("a matrix (two axes)", 2)
    first = next(iter(arrays))
    for name, array in arrays.items():
        if len(array.shape) not in ((axes,) if name == first else (axes, axes - 1)):
            raise ShapeError(name, noun, f"shape {tuple(array.shape)}")
    views = floating_views(arrays, partial(_layout, axes))
    model = views[first]
    if model.precision.part == "half":
        raise PrecisionError(first, "float32, float64, complex64 or complex128", model.precision.name)
    return views


def _layout(axes: int, name: str, array: Any) -> MatrixView:
    """The layout of a matrix, or of a stack; of an array with an axis less as one column, or one an item."""
    if len(array.shape) == axes:
        return stack_view(name, array)
    view = vector_view(name, array, stacked=axes > 2)
    return MatrixView(view.precision, view.length, 1, view.step, 1, view.items, view.distance)


def add_output(
    arrays: dict[str, Any], name: str, array: Any, shape: tuple[int, ...], queue: Any
) -> tuple[NewArray, ...]:
    """Put an output among the operands: the caller's, or a new array, whose description is returned.

    Raises:
        ShapeError: the caller's has another shape.
    """
    if array is not None:
        if tuple(array.shape) != shape:
            raise ShapeError(name, f"shape {shape}", f"shape {tuple(array.shape)}")
        arrays[name] = array
        return ()
    new = new_array(arrays, shape, arrays["a"].dtype, queue)
    arrays[name] = new.array
    return (new,)


def check_integers(
    name: str, arrays: dict[str, Any], shape: tuple[int, ...], *, written: bool = True
) -> None:
    """See that pivots or ``info`` fit: adjacent numbers of int32, apart from the other operands.

    Args:
        name: The argument.
        arrays: All operands by name.
        shape: What it has to be; a batch of one may leave out its axis.
        written: It is an output.

    Raises:
        ArgumentError: it does not fit.
    """
    array = arrays[name]
    on_host({next(iter(arrays)): next(iter(arrays.values())), name: array})
    if tuple(array.shape) not in {shape, shape[1:] or (1,)} or np.prod(array.shape) != np.prod(shape):
        raise ShapeError(name, f"shape {shape}", f"shape {tuple(array.shape)}")
    if array.dtype != np.int32:
        raise PrecisionError(name, "int32", str(array.dtype))
    element_type(name, array)
    if array.strides[-1] != array.dtype.itemsize and array.shape[-1] > 1:
        raise StrideError(name, "adjacent elements", f"strides of {tuple(array.strides)} bytes")
    if written:
        check_writable(name, array)


def lapack_plan(
    call: LapackCall,
    queue: Queue | None,
    wait_for: Sequence[Event] | None,
    info: Any = None,
    devices: Any = None,
) -> CallPlan:
    """The plan of a call.

    Of NumPy arrays a matrix without factors is an error once the call is complete, unless the caller gave ``info``. Of
    arrays in device memory nobody waits: there ``info`` alone tells.

    Args:
        call: The checked call.
        queue: Where to run, or None.
        wait_for: Events, or None.
        info: The caller's array for the numbers of rows, or None.
        devices: The devices that are to compute it together, or None.

    Raises:
        ArgumentError: ``info`` does not fit, or an output overlaps another operand.
    """
    check_events(wait_for)
    arrays, failure, status = dict(call.arrays), call.failure, None
    layout = partial(_layout, len(next(iter(arrays.values())).shape))
    views = floating_views({name: x for name, x in arrays.items() if name not in INTEGERS}, layout)
    host = isinstance(next(iter(arrays.values())), np.ndarray)
    written = call.written
    if failure is not None:
        if info is not None:
            arrays["info"] = info
            check_integers("info", arrays, (call.items,))
        elif host:
            arrays["info"] = rows = np.zeros(call.items, np.int32)
            stacked = len(next(iter(arrays.values())).shape) > 2

            def status() -> None:
                """Raise the error of the first matrix that has no factors."""
                if rows.any() and call.retry is not None:
                    call.retry(arrays, queue)
                if rows.any():
                    item = int(np.flatnonzero(rows)[0])
                    raise failure(int(rows[item]) - 1, item if stacked else None)

        written = (*written, "info") if "info" in arrays else written
    for name in written:
        if name in views:
            check_written(name, arrays, views[name])
        else:
            check_apart(name, arrays)
    together = several_devices(devices, queue, arrays)
    queue = check_queue(queue, arrays) if together is None else None
    kind, division = next(iter(views.values())).precision, call.division
    bisected = divisible = None
    if division is not None and host:
        if division.lines(arrays) > 1:
            bisected = partial(division.bisected, arrays)
        if together is not None:
            divide = partial(division.together, call, arrays, [name for name in written if name in views])
            divisible = Divisible(division.name, kind, call.operations, divide)

    def launches(target: Target, operands: Mapping[str, DeviceOperand]) -> Sequence[Launch]:
        builder, integers = PlanBuilder(target), dict[str, IntegerOperand]()
        if failure is not None and "info" not in operands:
            integers["info"] = IntegerOperand(Temporary("info", Scratch(4 * call.items, None, INT32)), 0, 1)
        for name in operands.keys() & set(INTEGERS):
            array, memory, offset = operands[name]
            step = array.strides[0] // array.dtype.itemsize if len(array.shape) > 1 else 0
            integers[name] = IntegerOperand(memory, offset, step)
        matrices = {
            name: MatrixOperand(layout(name, array), memory, offset)
            for name, (array, memory, offset) in operands.items()
            if name in views
        }
        call.add(builder, matrices, integers)
        return builder.launches

    def host_is_faster(facts: Facts) -> bool:
        cost = BATCH_COST if call.items > 1 else 1
        return cost * call.operations < crossover(facts, kind, STRUCTURED).size

    read = [name for name in arrays if name in views or name not in written]
    return CallPlan(
        arrays, written, read, launches, lambda: call.compute(arrays), call.result, queue, wait_for,
        call.created, host_is_faster=host_is_faster, status=status,
        bisected=bisected, divisible=divisible, devices=together,
    )  # fmt: skip


@dataclass(frozen=True)
class Solution(ABC):
    """Systems op(A) X = B that are solved with the factors of A, or of each matrix of a stack, by two substitutions.

    Attributes:
        a: The layout of the factors.
        b: That of B.
    """

    a: MatrixView
    b: MatrixView

    @property
    @abstractmethod
    def steps(self) -> Sequence[TriangularArguments]:
        """Both substitutions, in order."""

    @property
    def operations(self) -> int:
        """Operations of both substitutions, on real numbers."""
        return sum(step.operations for step in self.steps)

    def add(self, builder: PlanBuilder, a: MatrixOperand, b: MatrixOperand, *_: Any) -> None:
        """Add the launches that solve for X in place of B."""
        for step in self.steps:
            add_solution(builder, step, a, b)

    def compute(self, a: Any, b: Any, *_: Any) -> None:
        """Solve for X in place of B with NumPy."""
        columns = b[..., None] if b.ndim < a.ndim else b
        for step in self.steps:
            substitute_on_host(step, a, columns)


def solution_plan(
    systems: Solution,
    arrays: dict[str, Any],
    division: LapackDivision,
    queue: Queue | None,
    wait_for: Sequence[Event] | None,
    devices: Any,
) -> CallPlan | Done:
    """The plan of systems with factors.

    Args:
        systems: The systems.
        arrays: The factors, B and pivots where there are some.
        division: The call in parts.
        queue: Where to run, or None.
        wait_for: Events, or None.
        devices: The devices that are to compute it together, or None.
    """
    b = arrays["b"]
    if 0 in b.shape:
        return Done(b)

    def add(
        builder: PlanBuilder, operands: Mapping[str, MatrixOperand], integers: Mapping[str, IntegerOperand]
    ) -> None:
        memory: dict[str, Any] = {**operands, **integers}
        systems.add(builder, *(memory[name] for name in arrays))

    def compute(host: Mapping[str, Any]) -> None:
        systems.compute(*(host[name] for name in arrays))

    items = arrays["a"].shape[0] if len(arrays["a"].shape) > 2 else 1
    call = LapackCall(arrays, ("b",), items, systems.operations, add, compute, b, division=division)
    return lapack_plan(call, queue, wait_for, devices=devices)
