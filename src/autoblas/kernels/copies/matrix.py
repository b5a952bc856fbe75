"""Copies a matrix of any form: as it is or transposed, from one triangle by mirroring, or with zeros in the other.

A work-item copies square tiles. Tiles that lie inside the matrix and on one side of the diagonal are moved in vectors,
which are transposed in registers where rows of one matrix meet columns of the other; edges are copied one by one.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.emit.arguments import integers, offsets, scalar
from autoblas.emit.expressions import plus, times
from autoblas.emit.operands import Matrix
from autoblas.emit.scalars import multiple, read, write, zero
from autoblas.emit.source import Source
from autoblas.emit.vectors import scale_pairs
from autoblas.kernels.kernel import COMPUTES, Kernel, batch_launch, sides_fit
from autoblas.kernels.space import Rule, Space, param
from autoblas.problems.matrix import MatrixCopy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Facts, Launch
    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL", "CopyMatrixParams"]


HALVES = 4
"""Halves of a vector."""


@dataclass(frozen=True)
class CopyMatrixParams:
    """Tuning parameters of ``copy_matrix``."""

    wx: int = param(8, 1, 8, 16, 32, doc="work-items of a work-group along the columns of Y")
    wy: int = param(8, 1, 4, 8, 16, doc="work-items of a work-group along the rows of Y")
    tile: int = param(1, 1, 2, 4, 8, doc="rows and columns of a tile, and elements of a vector")
    tiles: int = param(1, 1, 4, 16, 64, doc="tiles that a work-item copies along the columns of Y")


SPACE = Space(
    CopyMatrixParams,
    (
        *sides_fit(lambda p: (p.wx, p.wy)),
        Rule("vectors need adjacent elements", lambda p, q, f: p.tile == 1 or "any" not in (q.x, q.y)),
        Rule("a vector takes at most 64 bytes", lambda p, q, f: p.tile * q.worked.size <= 64),
        Rule(
            "halves are written in vectors of at most 4, because PoCL takes wider ones to be aligned",
            lambda p, q, f: p.tile <= HALVES or q.precision.part != "half",
        ),
        Rule(
            "a work-group does not cover more than twice a row",
            lambda p, q, f: p.tiles == 1 or p.wx * p.tile * p.tiles < 2 * max(q.cols, 16),
        ),
    ),
    requirements=(
        COMPUTES,
        Rule("Y is not stored by columns", lambda p, q, f: q.y != "col"),
        Rule(
            "halves have a factor: PoCL's compiler faults where they are widened and narrowed again unchanged",
            lambda p, q, f: q.scaled or not q.type_x.part == q.precision.part == "half",
        ),
    ),
)


def geometry(p: CopyMatrixParams, q: MatrixCopy) -> Launch:
    """Work-groups to cover Y, items of a batch along the third dimension."""
    across, down = p.wx * p.tile * p.tiles, p.wy * p.tile
    extent = (math.ceil(q.cols / across) * p.wx, math.ceil(q.rows / down) * p.wy)
    return batch_launch(q, extent, (p.wx, p.wy))


def operands(q: MatrixCopy) -> tuple[Matrix, Matrix]:
    """X and Y."""
    x = Matrix("x", q.type_x, q.x, worked=q.worked, conjugate=q.conjugate)
    return x, Matrix("y", q.precision, q.y, const=False, worked=q.worked)


def arguments(_p: CopyMatrixParams, q: MatrixCopy) -> tuple[Argument, ...]:
    """Sizes, the factor, X, Y, and the distances between the items of a batch."""
    x, y = operands(q)
    factor = (scalar("alpha", q.worked),) if q.scaled else ()
    batch = offsets("x_step", "y_step") if q.batched else ()
    return (*integers("rows", "cols"), *factor, *x.arguments, *y.arguments, *batch)


def suggestions(q: MatrixCopy, f: Facts) -> Iterator[dict[str, Any]]:
    """Long runs of the widest tiles for a work-item of a CPU, one small tile each elsewhere."""
    if f.kind == "cpu":
        for tile, tiles in itertools.product((8, 4, 2, 1), (64, 16, 4, 1)):
            if tile * q.worked.size <= max(f.vector_bytes, 16):
                yield {"wx": 1, "wy": 1, "tile": tile, "tiles": tiles}
    yield from ({"wx": 16, "wy": 8, "tile": tile} for tile in (4, 2, 1))


def source(p: CopyMatrixParams, q: MatrixCopy, d: Dialect) -> str:
    """The text of the kernel."""
    x, y = operands(q)
    src, declared = Source(d), arguments(p, q)
    with src.kernel("copy_matrix", declared, (p.wx, p.wy), *q.computed, worked=q.worked):
        if q.batched:
            src(f"const {d.index} item = {d.global_id(2)};")
            src("x += item * x_step;")
            src("y += item * y_step;")
        src(f"const int row = {times(d.global_id(1), p.tile)};")
        first_tile = plus(times(d.group_id(0), p.wx * p.tiles), d.local_id(0))
        src(f"const int start = {times(first_tile, p.tile)};")
        src("if (row >= rows) return;")
        stop = f"min(start + {p.wx * p.tile * p.tiles}, cols)"
        with src.loop("col", "start", stop, p.wx * p.tile):
            if p.tile > 1:
                copy_tile(src, p, q, (x, y))
            with src.block("else" if p.tile > 1 else ""):
                copy_elements(src, p, q, (x, y))
    return str(src)


def copy_tile(src: Source, p: CopyMatrixParams, q: MatrixCopy, matrices: tuple[Matrix, Matrix]) -> None:
    """Copy a tile in vectors, where it lies inside Y and, unless X is general, on one side of the diagonal."""
    full = f"row + {p.tile} <= rows && col + {p.tile} <= cols"
    if q.form == "general":
        with src.block(f"if ({full})"):
            copy_vectors(src, p, q, matrices, mirrored=False)
        return
    below, above = f"col + {p.tile} <= row", f"row + {p.tile} <= col"
    with src.block(f"if ({full} && {below if q.lower else above})"):
        copy_vectors(src, p, q, matrices, mirrored=False)
    with src.block(f"else if ({full} && {above if q.lower else below})"):
        if q.partial:
            src("continue;")
        elif q.form == "triangular":
            zero = src.dialect.splat(q.worked.part, p.tile * q.worked.parts, "0")
            for i in range(p.tile):
                src(store_row(src, p, q, matrices[1], i, zero))
        else:
            copy_vectors(src, p, q, matrices, mirrored=True)


def copy_vectors(
    src: Source, p: CopyMatrixParams, q: MatrixCopy, matrices: tuple[Matrix, Matrix], *, mirrored: bool
) -> None:
    """Read a tile in vectors along whichever axis of X is adjacent, and write it along the rows of Y."""
    d, worked, (x, y) = src.dialect, q.worked, matrices
    vector = d.vector(worked.part, p.tile * worked.parts)
    along = (q.x == "row") != mirrored  # the vectors that are read become rows of Y as they are
    for i in range(p.tile):
        at = (plus("row", i), "col") if along else ("row", plus("col", i))
        pointer = x.pointer(d, *(reversed(at) if mirrored else at))
        src(f"const {vector} x{i} = {read(d, q.type_x, worked, p.tile, pointer)};")
    conjugate = worked.is_complex and q.conjugate != (mirrored and q.form == "hermitian")
    for i in range(p.tile):
        value = f"x{i}" if along else transposed_row(d, p, q, i, vector)
        if conjugate:
            value = f"{value} * {d.construct(vector, *['1', '-1'] * p.tile)}"
        if q.scaled and not worked.is_complex:
            value = f"alpha * {value}"
        if q.scaled and worked.is_complex:
            src(f"const {vector} z{i} = {value};")
            src(f"{vector} scaled{i} = alpha.x * z{i};")
            with src.block("if (alpha.y != 0)"):
                for line in scale_pairs(d, f"scaled{i}", ("alpha.x", "alpha.y"), f"z{i}"):
                    src(line)
            value = f"scaled{i}"
        src(store_row(src, p, q, y, i, value))


def transposed_row(d: Dialect, p: CopyMatrixParams, q: MatrixCopy, i: int, vector: str) -> str:
    """Row ``i`` of a tile that was read by columns."""
    parts = q.worked.parts
    lanes = range(i * parts, (i + 1) * parts)
    return d.construct(vector, *(d.lanes(f"x{j}", lanes) for j in range(p.tile)))


def store_row(src: Source, p: CopyMatrixParams, q: MatrixCopy, y: Matrix, i: int, value: str) -> str:
    """The statement that writes row ``i`` of a tile."""
    d = src.dialect
    return write(d, q.precision, q.worked, p.tile, value, y.pointer(d, plus("row", i), "col"))


def copy_elements(src: Source, p: CopyMatrixParams, q: MatrixCopy, matrices: tuple[Matrix, Matrix]) -> None:
    """Copy the elements of a tile that exist, one by one."""
    d, worked, (x, y) = src.dialect, q.worked, matrices
    with (
        src.loop("r", "row", f"min(row + {p.tile}, rows)"),
        src.loop("c", "col", f"min(col + {p.tile}, cols)"),
    ):
        src(f"{d.element(worked)} value;")
        assignment = f"value = {x.read(d, 'r', 'c')};"
        if q.form == "general":
            src(assignment)
        else:
            src(f"if ({'c < r' if q.lower else 'r < c'}) {assignment}")
            src(f"else if (r == c) {on_diagonal(d, q, x.read(d, 'r', 'c'))}")
            if q.scaled and q.form == "triangular" and not q.partial:
                zeroed = f"value = {zero(d, worked)}; {y.write(d, 'r', 'c', 'value')} continue;"
                src(f"else {{ {zeroed} }}")  # whatever alpha is
            else:
                src(f"else {mirrored_element(d, q, x.read(d, 'c', 'r'))}")
        value = multiple(worked, "alpha", "value") if q.scaled else "value"
        src(y.write(d, "r", "c", value))


def on_diagonal(d: Dialect, q: MatrixCopy, element: str) -> str:
    """The statement that sets ``value`` on the diagonal."""
    if q.unit and q.partial:
        return "continue;"
    if q.unit:
        return f"value = {d.construct(d.element(q.worked), *('1', '0')[: q.worked.parts])};"
    if q.form == "hermitian" and q.worked.is_complex:
        return f"{{ value = {element}; value.y = 0; }}"
    return f"value = {element};"


def mirrored_element(d: Dialect, q: MatrixCopy, mirrored: str) -> str:
    """The statement that sets ``value`` in the triangle that is not read."""
    if q.partial:
        return "continue;"
    if q.form == "triangular":
        return f"value = {d.construct(d.element(q.worked), '0')};"
    conjugated = q.form == "hermitian" and q.worked.is_complex
    return f"value = {f'conj({mirrored})' if conjugated else mirrored};"


KERNEL = Kernel(
    name="copy_matrix",
    family=MatrixCopy,
    space=SPACE,
    arguments=arguments,
    geometry=geometry,
    source=source,
    suggestions=suggestions,
)
