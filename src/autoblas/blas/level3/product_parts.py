"""A product of NumPy arrays as parts for several devices: tiles of C, or slices of the depth where C is small."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.arrays.factors import multiple
from autoblas.calls.call_plan import Divisible
from autoblas.calls.dispatch import perform, perform_part
from autoblas.calls.several.division import CallPart, Division
from autoblas.calls.several.prediction import predict_product
from autoblas.calls.streamed.schedule import pieces
from autoblas.plan.symbols import number
from autoblas.problems.activation import finish
from autoblas.problems.views import matrix_view

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from autoblas.blas.product import ProductArguments
    from autoblas.calls.call_plan import CallPlan, Done
    from autoblas.calls.several.division import Cut
    from autoblas.calls.several.members import Member
    from autoblas.calls.several.operand_cache import OperandCache
    from autoblas.calls.streamed.product import StreamedProduct
    from autoblas.devices.device import Queue

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["divisible_product", "part_of_bias"]


def divisible_product(
    checked: CallPlan,
    call: ProductArguments,
    streamed: Callable[[Mapping[str, Any], ProductArguments], StreamedProduct | None],
    plan_product: Callable[..., CallPlan | Done],
) -> Divisible:
    """A product as one that several devices may compute.

    Args:
        checked: The product on one device.
        call: Its checked arguments.
        streamed: Makes a product of some arrays one that may be computed in tiles.
        plan_product: Makes the plan of a product of arrays with checked arguments, on a queue.
    """
    kind, flops = call.accumulator, 8 if call.accumulator.is_complex else 2

    def divide(members: Sequence[Member], name: str) -> Division | None:
        whole = checked.streamed
        if whole is None:
            return None
        prediction = predict_product(whole.extents, members, name, flops, double=kind.double)
        if prediction.cut is None:
            return None
        if prediction.cut.depth < whole.extents.k:
            return _slices(whole, checked, call, prediction.cut, flops, plan_product)
        return _tiles(whole, checked, call, prediction.cut, flops, streamed)

    operations = flops * math.prod((call.c.rows, call.c.cols, call.a.cols))
    return Divisible("gemm", call.c.precision, operations, divide)


def _tiles(
    whole: StreamedProduct,
    checked: CallPlan,
    call: ProductArguments,
    cut: Cut,
    flops: int,
    streamed: Callable[[Mapping[str, Any], ProductArguments], StreamedProduct | None],
) -> Division:
    """Tiles of C, each through the whole depth."""
    m, n, k = whole.extents[:3]

    def tile(rows: slice, cols: slice) -> Callable[[Queue, OperandCache | None], bool]:
        arrays = {"c": whole.c[rows, cols], "a": whole.a[rows], "b": whole.b[:, cols]}
        if call.bias is not None:
            whole_bias = np.broadcast_to(checked.arrays["bias"], whole.c.shape)
            arrays["bias"] = part_of_bias(whole_bias, rows, cols)
        some = checked._replace(arrays=arrays, streamed=streamed(arrays, call))
        return lambda queue, cache: perform(some, queue, None, cache)

    tiles = [(rows, cols) for rows in pieces(m, cut.rows) for cols in pieces(n, cut.cols)]
    parts = [
        CallPart(work_item, tile(*tile_slices), (whole.c[tile_slices],) if whole.reads_c else ())
        for tile_slices, work_item in zip(tiles, cut.work_items(m, n, k, flops), strict=True)
    ]
    return Division(parts, tiled=whole, tile=(cut.rows, cut.cols))


def part_of_bias(bias: Array, rows: slice, cols: slice) -> Array:
    """The elements of a bias that a tile of C adds, side by side; the bias is given as a matrix that repeats it."""
    tile = bias[rows, cols]
    return np.ascontiguousarray(tile[:, :1] if tile.strides[0] else tile[:1])


def _slices(
    whole: StreamedProduct,
    checked: CallPlan,
    call: ProductArguments,
    cut: Cut,
    flops: int,
    plan_product: Callable[..., CallPlan | Done],
) -> Division:
    """Slices of the depth, each with sums of its own, which are added in their order at the end."""
    m, n, k = whole.extents[:3]
    terms = pieces(k, cut.depth)
    sums = np.empty((len(terms), m, n), call.accumulator.dtype)

    def slice_of(i: int) -> Callable[[Queue, OperandCache | None], object]:
        a, b, c = whole.a[:, terms[i]], whole.b[terms[i]], sums[i]
        views = matrix_view("a", a), matrix_view("b", b), matrix_view("c", c)
        some = call._replace(a=views[0], b=views[1], c=views[2], beta=0.0, flips=(False, False))
        some = some._replace(bias=None, activation="")
        return lambda queue, cache: perform_part(plan_product(a, b, c, some, queue, None), cache)

    def add() -> None:
        with np.errstate(all="ignore"):
            total = sums[0]
            for term in sums[1:]:
                total += term
            if call.beta != 0:
                total += multiple(number(call.beta), whole.c.astype(call.accumulator.dtype), call.accumulator)
            finish(total, checked.arrays.get("bias"), call.activation)
            whole.c[...] = total

    parts = [CallPart(work_item, slice_of(i)) for i, work_item in enumerate(cut.work_items(m, n, k, flops))]
    return Division(parts, add)
