"""A matrix product between its checked arguments and its launches, for every routine that multiplies matrices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.blas.arguments import check_queue, new_array, overlap
from autoblas.blas.host.products import host_is_faster, multiply_on_host
from autoblas.blas.level3.product_parts import divisible_product, part_of_bias
from autoblas.blas.plan_builder import MatrixOperand, PlanBuilder, matrix_operand
from autoblas.calls.bound_call import bound, with_memory
from autoblas.calls.call_plan import CallPlan, Done
from autoblas.calls.serve import target_of
from autoblas.calls.streamed.product import StreamedProduct
from autoblas.errors import ArgumentError
from autoblas.plan.queues import queue_device
from autoblas.problems.views import broadcast_view, stack_view

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from autoblas.blas.product import ProductArguments
    from autoblas.calls.call_plan import DeviceOperand, NewArray
    from autoblas.calls.several.device_set import DeviceSet
    from autoblas.calls.streamed.schedule import Step
    from autoblas.devices.device import Event, Queue
    from autoblas.plan.bound import BoundLaunch
    from autoblas.plan.symbols import Launch, Target
    from autoblas.problems.views import MatrixView

__all__ = ["product_plan"]


def product_plan(
    a: Any,
    b: Any,
    c: Any,
    call: ProductArguments,
    queue: Queue | None,
    wait_for: Sequence[Event] | None,
    devices: DeviceSet | None = None,
    bias: Any = None,
) -> CallPlan | Done:
    """The plan of a product.

    Args:
        a: A as the caller gave it.
        b: B as the caller gave it.
        c: Where the result goes, or None.
        call: The checked arguments.
        queue: Where to run; None where the caller named none.
        wait_for: Events, or None.
        devices: Which devices compute it together, if several are to.
        bias: The vector that is added, if one is.
    """
    host = isinstance(a, np.ndarray)
    queue = check_queue(queue, {"a": a, "b": b, "c": c, "bias": bias})
    c, created = _output(a, b, c, call, queue, bias)
    if 0 in (call.c.rows, call.c.cols, call.items):
        return Done(c)
    arrays = {"c": c}
    if not call.needs_no_operands:  # C decides where the call runs
        arrays |= (
            {"a": _turned(a, call.flips[0]), "b": _turned(b, call.flips[1])} if host else {"a": a, "b": b}
        )
    if bias is not None:
        arrays["bias"] = bias
    reads_c = call.beta != 0 or call.items > 1 or call.lists is not None

    def launches(target: Target, operands: Mapping[str, DeviceOperand]) -> Sequence[Launch]:
        builder = PlanBuilder(target)
        views = {"a": call.a, "b": call.b, "c": call.c}
        matrices = {
            name: MatrixOperand(_layout(name, array, arrays[name], views[name]), memory, offset)
            for name, (array, memory, offset) in operands.items()
            if name != "bias"
        }
        if "bias" in operands:
            matrices["bias"] = _bias(operands["bias"], matrices["c"].view.shape)
        _add_product(builder, call, matrices)
        return builder.launches

    def compute() -> None:
        multiply_on_host(a, b, c, call, bias)

    plan = CallPlan(
        arrays, ("c",), ("a", "b", "bias", *("c" * reads_c)), launches, compute, c, queue, wait_for, created,
        host_is_faster=lambda facts: host_is_faster(call, facts),
        streamed=None if call.invariant else _streamed(arrays, call),
    )  # fmt: skip
    if devices is None:
        return plan
    divisible = divisible_product(plan, call, _streamed, product_plan)
    return plan._replace(divisible=divisible, devices=devices)


def _streamed(arrays: Mapping[str, Any], call: ProductArguments) -> StreamedProduct | None:
    """The product of two NumPy matrices as one that may be computed in tiles; None of what is no such product."""
    if "a" not in arrays or call.items > 1 or call.lists is not None:
        return None
    a, b, c = (arrays[name] for name in "abc")
    if not all(isinstance(x, np.ndarray) and x.ndim == 2 for x in (a, b, c)):
        return None
    line = None
    if call.bias is not None:
        line = part_of_bias(np.broadcast_to(arrays["bias"], c.shape), slice(None), slice(None))
    lines: dict[Any, Any] = {}

    def multiply(
        queue: Queue, a: DeviceOperand, b: DeviceOperand, c: DeviceOperand, step: Step
    ) -> Sequence[BoundLaunch]:
        builder = PlanBuilder(target_of(queue))
        left, right, tile = (matrix_operand(name, x) for name, x in (("a", a), ("b", b), ("c", c)))
        some = call if step.first else call._replace(beta=1)
        added = None
        if not step.last:
            some = some._replace(activation="")
        elif line is not None:
            device = queue_device(queue)
            if device not in lines:  # which waits for the queue, and so comes before the first tile
                lines[device] = device.allocate_copy(line)
            part, piece = (line[:, step.cols], step.cols) if len(line) == 1 else (line[step.rows], step.rows)
            added = _bias((part, lines[device], piece.start), step.extents[:2])
        _add(builder, some, left, right, tile, added)
        return with_memory(bound(queue, builder.launches), queue, {})

    whole_depth = call.c.precision is not call.accumulator
    return StreamedProduct(a, b, c, bool(call.beta != 0), whole_depth, multiply)


def _bias(operand: DeviceOperand, shape: tuple[int, int]) -> MatrixOperand:
    """The vector that is added to a matrix of this shape, where a device sees it."""
    array, memory, offset = operand
    return MatrixOperand(broadcast_view("bias", array, shape), memory, offset)


def _output(
    a: Any, b: Any, c: Any, call: ProductArguments, queue: Queue | None, bias: Any
) -> tuple[Any, tuple[NewArray, ...]]:
    """C, which shares no memory with other operands, or a new one, and the description of that."""
    if c is None:
        item_shape = (call.c.rows, call.c.cols)
        shape = item_shape if len(a.shape) == len(b.shape) == 2 else (call.items, *item_shape)
        new = new_array({"a": a, "b": b}, shape, call.c.precision.dtype, queue)
        return new.array, (new,)
    if overlap(a, c) or overlap(b, c):
        raise ArgumentError("c", "memory that neither a nor b uses", "an array that overlaps one of them")
    if bias is not None and overlap(bias, c):
        raise ArgumentError("c", "memory that bias does not use", "an array that overlaps bias")
    return c, ()


def _turned(x: Any, flip: bool) -> Any:
    """An operand with its last two axes as the product takes them."""
    return x.swapaxes(-1, -2) if flip and x.ndim > 1 else x


def _layout(name: str, device_array: Any, array: Any, view: MatrixView) -> MatrixView:
    """The layout where a device sees an operand; a vector that holds many matrices keeps theirs."""
    return view if device_array is array or device_array.ndim == 1 else stack_view(name, device_array)


def _add_product(builder: PlanBuilder, call: ProductArguments, operands: Mapping[str, MatrixOperand]) -> None:
    """Add the product, in two launches where A and B of some items of a list must not be read."""
    c, lists, kinds = operands["c"], call.lists, (call.a.precision, call.b.precision)
    left, right = (operands["a"], operands["b"]) if "a" in operands else builder.without_terms(c, kinds)
    if lists is None:
        _add(builder, call, left, right, c, operands.get("bias"))
        return
    lists = lists._replace(offsets=lists.offsets or tuple(map(_item_offsets, (left, right, c))))
    left, right = (
        x._replace(offset=x.offset + int(offsets)) if offsets.ndim == 0 else x
        for x, offsets in zip((left, right), lists.offsets[:2], strict=True)
    )
    call, needed = call._replace(lists=lists), lists.alphas != 0
    if call.needs_no_operands or np.all(needed):
        _add(builder, call, left, right, c)
        return
    for chosen, pair in ((needed, (left, right)), (~needed, builder.without_terms(c, kinds))):
        some = c._replace(view=c.view._replace(items=int(np.count_nonzero(chosen))))
        _add(builder, call._replace(lists=lists.only(chosen)), *pair, some)


def _add(
    builder: PlanBuilder,
    call: ProductArguments,
    a: MatrixOperand,
    b: MatrixOperand,
    c: MatrixOperand,
    bias: MatrixOperand | None = None,
) -> None:
    """Add one launch."""
    builder.multiply(
        a, b, c, alpha=call.alpha, beta=call.beta, conjugate=call.conjugate,
        accumulator=call.accumulator, accuracy=call.accuracy, lists=call.lists,
        bias=bias, activation=call.activation, invariant=call.invariant,
    )  # fmt: skip


def _item_offsets(operand: MatrixOperand) -> Any:
    """Where each matrix begins, relative to the first: multiples of the step, which wrap where it is negative."""
    return (np.arange(operand.view.items, dtype=np.int64) * operand.view.step).astype(np.uint64)
