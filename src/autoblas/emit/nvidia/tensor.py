"""Tensor maps of NVIDIA's Hopper architecture as assembly: kernels make them, and one work-item copies whole tiles by them.

A map has ``MAP_BYTES`` and describes to the copy engine a matrix and the part of it, a box, that is copied at once.
It is made in local memory, from zeros, and copied to global memory, where the engine reads it. Elements of a box beyond the
matrix arrive as zeros. Functions return statements. Instructions and fields:
https://docs.nvidia.com/cuda/parallel-thread-execution/, "Tensormap instructions".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from autoblas.emit.nvidia.ptx import assembly

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.emit.dialect import Dialect

__all__ = ["MAP_BYTES", "Boxes", "acquire_map", "copy_box", "make_map", "publish_map"]

MAP_BYTES = 128
"""Bytes of a map, which are aligned to as many."""

TYPES = {"half": 6, "bfloat16": 10}
"""Codes of types of two bytes in a map."""

SWIZZLED = 3
"""Code of the swizzle by which chunks of 16 bytes lie in lines of 128, as the product instructions expect."""


class Boxes(NamedTuple):
    """A matrix, and the boxes that it is copied in.

    Attributes:
        first: A pointer to its first element, at a multiple of 16 bytes, as C.
        part: The type of its elements, a key of ``TYPES``.
        length: Elements of a line, as C.
        lines: How many lines it has, as C.
        pitch: Bytes from one line to the next, a multiple of 16, as C of type ``ulong``.
        box: Elements of a line, at most 128 bytes, and lines that are copied at once.
    """

    first: str
    part: str
    length: str
    lines: str
    pitch: str
    box: tuple[int, int]


def make_map(d: Dialect, at: str, boxes: Boxes) -> Iterator[str]:
    """Set the fields of the map in local memory at ``at``, where zeros are."""
    across, down = boxes.box
    yield _field(d, at, "global_address", "b64", boxes.first)
    yield _field(d, at, "rank", "b32", "1")  # one less than it is
    for axis, (extent, box) in enumerate(((boxes.length, across), (boxes.lines, down))):
        yield _field(d, at, "box_dim", "b32", str(box), axis)
        yield _field(d, at, "global_dim", "b32", extent, axis)
        yield _constant(d, at, "element_stride", f"{axis}, 1")
    yield _field(d, at, "global_stride", "b64", boxes.pitch, 0)
    yield _constant(d, at, "elemtype", str(TYPES[boxes.part]))
    yield _constant(d, at, "interleave_layout", "0")
    yield _constant(d, at, "swizzle_mode", str(SWIZZLED))
    yield _constant(d, at, "fill_mode", "0")


def _field(d: Dialect, at: str, field: str, kind: str, value: str, axis: int | None = None) -> str:
    """Set a field, or its part of an axis, to a value."""
    index = "" if axis is None else f"{axis}, "
    instruction = f"{d.newest}tensormap.replace.tile.{field}.shared::cta.b1024.{kind} [%0], {index}%1;"
    inputs = [("r", at), ("l" if kind == "b64" else "r", value)]
    return assembly(instruction, inputs=inputs, memory=True)


def _constant(d: Dialect, at: str, field: str, value: str) -> str:
    """Set a field to a constant of the instruction."""
    instruction = f"{d.newest}tensormap.replace.tile.{field}.shared::cta.b1024.b32 [%0], {value};"
    return assembly(instruction, inputs=[("r", at)], memory=True)


def publish_map(d: Dialect, to: str, at: str) -> str:
    """Copy a map from local memory to global memory, by a whole sub-group of 32, so that ``acquire_map`` can follow."""
    kind = "global.shared::cta.tensormap::generic.release.gpu.sync.aligned"
    instruction = f"{d.newest}tensormap.cp_fenceproxy.{kind} [%0], [%1], {MAP_BYTES};"
    return assembly(instruction, inputs=[("l", to), ("r", at)], memory=True)


def acquire_map(d: Dialect, at: str) -> str:
    """Fence before the first copy by a map: makes its published contents visible to the copy engine."""
    instruction = f"{d.newest}fence.proxy.tensormap::generic.acquire.gpu [%0], {MAP_BYTES};"
    return assembly(instruction, inputs=[("l", at)], memory=True)


def copy_box(d: Dialect, to: str, by: str, first: tuple[str, str], barrier: str, groups: int = 1) -> str:
    """Start the copy of the box that begins at an element of a line and at a line; a barrier expects its bytes.

    Where a cluster has several work-groups, the box is copied to the same address in each, and each has such a barrier.

    Args:
        d: The dialect.
        to: The address in local memory, aligned to 1024 bytes.
        by: A pointer to the map.
        first: The element and the line, either of which may lie beyond the matrix.
        barrier: The barrier's address.
        groups: Work-groups of the cluster.
    """
    to_all, mask = (".multicast::cluster", ", %5") if groups > 1 else ("", "")
    kind = f"2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes{to_all}"
    instruction = f"{d.newest}cp.async.bulk.tensor.{kind} [%0], [%1, {{%2, %3}}], [%4]{mask};"
    inputs = [("r", to), ("l", by), ("r", first[0]), ("r", first[1]), ("r", barrier)]
    if groups > 1:
        inputs.append(("h", f"(ushort){(1 << groups) - 1}"))
    return assembly(instruction, inputs=inputs, memory=True)
