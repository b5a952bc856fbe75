"""Routines of level 3 on NumPy arrays as parts for several devices: panels of B, or tiles of one triangle of C.

Panels go across the direction that the triangular or symmetric matrix couples, so that no part needs another's result. Each
is a call of the same routine, or of gemm, on a device's queue.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autoblas.blas.level3.gemm import product_part
from autoblas.calls.dispatch import perform_part
from autoblas.calls.several.division import CallPart, Division, panel_pattern, panels, triangle_pattern

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

    from autoblas.calls.call_plan import CallPlan, Done
    from autoblas.calls.several.operand_cache import OperandCache
    from autoblas.calls.several.scheduler import WorkItem
    from autoblas.devices.device import Queue
    from autoblas.problems import Triangle

    Array = np.ndarray[Any, np.dtype[Any]]
    Run = Callable[[Queue, OperandCache | None], object]

__all__ = ["panel_parts", "triangle_parts"]


def panel_parts(
    a: Array,
    operands: tuple[Array, ...],
    left: bool,
    operations: float,
    count: int,
    plan: Callable[[Queue, tuple[slice, slice]], CallPlan | Done],
    *,
    reads: bool,
) -> Division:
    """Panels of columns, where the triangular or symmetric matrix stands on the left, else of rows.

    Args:
        a: That matrix, which every panel reads.
        operands: The matrices that are divided; the last is written.
        left: The side of the matrix.
        operations: Of the whole.
        count: Devices.
        plan: Makes the plan of a panel.
        reads: The old elements of the output count.
    """
    output = operands[-1]
    length = output.shape[1 if left else 0]
    line_bytes = (sum(x.nbytes for x in operands) + (output.nbytes if reads else 0)) / max(length, 1)
    pattern = panel_pattern(length, operations, a.nbytes, line_bytes, count) if length else None

    def part(piece: slice, work_item: WorkItem) -> CallPart:
        panel = (slice(None), piece) if left else (piece, slice(None))
        old = (output[panel],) if reads else ()
        return CallPart(work_item, lambda queue, cache: perform_part(plan(queue, panel), cache), old)

    work_items = () if pattern is None else pattern.work_items
    parts = [part(*panel) for panel in zip(panels(length, count), work_items, strict=True)]
    return Division(parts, pattern=pattern, shared=(a,))


def triangle_parts(
    arrays: dict[str, Array],
    terms: Any,
    part: Triangle,
    beta: Any,
    update: Callable[[Queue, dict[str, Array], Array], CallPlan | Done],
    count: int,
) -> Division:
    """Tiles of one triangle of C: those on the diagonal by the routine itself, the others as products.

    Args:
        arrays: A, B where there is one, and C.
        terms: The products that are summed: left operand, right operand and factor; of an operand its name, and whether it
            is transposed and conjugated.
        part: The triangle.
        beta: Factor of the old C.
        update: Makes the plan of a tile on the diagonal on a queue, from the lines of A and B that lead there.
        count: Devices.
    """
    c = arrays["c"]
    n = len(c)
    flips = {name: how[0] == (side == 0) for pair in terms for side, (name, how) in enumerate(pair[:2])}
    pieces = panels(n, count)
    first = next(iter(flips))
    k = arrays[first].shape[0 if flips[first] else 1]

    def lines(name: str, piece: slice) -> Array:
        """The lines of an operand that lead to some rows, or columns, of C."""
        return arrays[name][:, piece] if flips[name] else arrays[name][piece]

    def diagonal(piece: slice) -> Run:
        inputs = {name: lines(name, piece) for name in flips}
        return lambda queue, cache: perform_part(update(queue, inputs, c[piece, piece]), cache)

    def product(rows: slice, cols: slice) -> Run:
        def run(queue: Queue, cache: OperandCache | None) -> None:
            for i, ((x, how_x), (y, how_y), scale) in enumerate(terms):
                left, right = (
                    "C" if conjugated else "T" if flipped else "N" for flipped, conjugated in (how_x, how_y)
                )
                factors, tile = (scale, beta if i == 0 else 1.0), c[rows, cols]
                product_part(queue, cache, lines(x, rows), lines(y, cols), tile, factors, (left, right))

        return run

    pattern, parts = triangle_pattern(n, k, len(terms), c.dtype.itemsize, count), []
    tiles = [(later, earlier) for i, later in enumerate(pieces) for earlier in pieces[: i + 1]]
    for (later, earlier), work_item in zip(tiles, pattern.work_items, strict=True):
        rows, cols = (later, earlier) if part == "lower" else (earlier, later)
        run = diagonal(later) if later is earlier else product(rows, cols)
        # A triangle's other half is never written; of one on the diagonal all is kept all the same.
        parts.append(CallPart(work_item, run, (c[rows, cols],) if beta != 0 else ()))
    shared = [lines(name, piece) for name in flips for piece in pieces]
    return Division(parts, pattern=pattern, shared=shared)
