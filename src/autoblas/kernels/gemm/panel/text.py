"""The register tile of ``gemm_panel``, and of convolutions: how products are added to it, and how it enters C.

Complex elements are split: ``sum0_1`` are the real parts of the first row's second vector, ``imag0_1`` the imaginary ones.
"""

from __future__ import annotations

from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING

from autoblas.emit.expressions import enclosed, plus, strides
from autoblas.emit.scalars import is_zero, multiple, multiply_add, one, read, write
from autoblas.kernels.costs import CACHE_LINE
from autoblas.kernels.gemm.shared import operands, scaled, split_products, sums_of, unscaled
from autoblas.kernels.gemm.triangles import ENDING, all_of, term_counts, tile_inside

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.emit.dialect import Dialect
    from autoblas.emit.source import Source
    from autoblas.kernels.gemm.panel.params import PanelParams
    from autoblas.kernels.gemm.shared import Depth
    from autoblas.problems import Matmul

__all__ = ["add_term", "declare_sums", "epilogue", "panel", "prefetch"]


def panel(q: Matmul, x: str, tile: str, width: int, d: Dialect) -> str:
    """Where the panel of a tile begins, at depth ``start``."""
    return f"{x} + (({d.index}){tile} * k + start) * {width * q.accumulator.parts}"


def declare_sums(src: Source, p: PanelParams, q: Matmul) -> None:
    """Declare the tile's sums, all of them zero."""
    d, part = src.dialect, q.accumulator.part
    for i, j in tiles(p):
        for sums in sums_of(q):
            src(f"{d.vector(part, p.lanes)} {sums}{i}_{j} = {d.splat(part, p.lanes, '0')};")


def add_term(src: Source, p: PanelParams, q: Matmul, width: int = 0, *, ragged: int | None = None) -> None:
    """Add the products of a column of A and the row of B that was read, and go on to the next term.

    Args:
        src: Where the statements go.
        p: The parameters.
        q: The problem.
        width: Columns that a row of B's panel has room for; by default those of the tile.
        ragged: The term is known to be zero in some rows of A; or in some columns of B, the number of their vector, and in
            all those before it or behind it. None where it is nowhere.
    """
    by_rows = ragged is not None and q.zeros.startswith("a")
    for i in range(p.rm):
        counts = f"if ({term_counts(q, 'start + l', plus('row', i))})"
        with src.block(counts) if by_rows else nullcontext():
            load_a(src, p, q, i)
            for j in range(p.vectors):
                if ragged is not None and not by_rows and (j < ragged if q.zeros in ENDING else j > ragged):
                    continue
                with masked_lanes(src, p, q, i, j) if j == ragged and not by_rows else nullcontext():
                    for line in products(src.dialect, p, q, i, j):
                        src(line)
    if p.pack_a:
        src(f"a_at += {p.rm * q.accumulator.parts};")
    src(f"b_at += {(width or p.rn) * q.accumulator.parts if p.pack_b else 'b_row'};")


@contextmanager
def masked_lanes(src: Source, p: PanelParams, q: Matmul, i: int, j: int) -> Iterator[None]:
    """Let only those lanes of sums change in whose columns of B the term is not known to be zero."""
    d, part = src.dialect, q.accumulator.part
    vector, names = d.vector(part, p.lanes), [f"{sums}{i}_{j}" for sums in sums_of(q)]
    for name in names:
        src(f"const {vector} old_{name} = {name};")
    yield
    lanes = d.construct(vector, *map(str, range(p.lanes)))
    term = d.splat(part, p.lanes, f"({part})(start + l - ({plus('col', j * p.lanes)}))")
    for name in names:
        src(f"{name} = {d.where(term_counts(q, term, lanes), name, f'old_{name}')};")


def load_a(src: Source, p: PanelParams, q: Matmul, i: int) -> None:
    """Read row ``i`` of A's tile: its element, or the parts of it."""
    d, part = src.dialect, q.accumulator.part
    names = (f"a{i}", f"a_imag{i}")[: q.accumulator.parts]
    if p.pack_a:
        for s, name in enumerate(names):
            src(f"const {part} {name} = a_at[{s * p.rm + i}];")
        return
    a = operands(q)[0]
    step = "l" if q.a == "row" else f"({d.index})l * a_col"
    simple = a.stored is a.target and not a.conjugate
    element = f"a_at{i}[{step}]" if simple else a.read_at(d, f"a_at{i} + {step}")
    if q.accumulator.is_complex:
        src(f"const {d.element(q.accumulator)} pair{i} = {element};")
        src(f"const {part} a{i} = pair{i}.x, a_imag{i} = pair{i}.y;")
    else:
        src(f"const {part} a{i} = {element};")


def products(d: Dialect, p: PanelParams, q: Matmul, i: int, j: int) -> Iterator[str]:
    """Add the products of row ``i`` of A and vector ``j`` of B to their sums."""
    for sums, sign, left, right in split_products(q):
        acc, scalar, vector = f"{sums}{i}_{j}", f"{sign}a{left}{i}", f"b{right}{j}"
        yield multiply_add(d, p.multiply, q.accumulator.part, p.lanes, acc, scalar, vector)


def prefetch(src: Source, p: PanelParams, q: Matmul) -> None:
    """Prefetch every cache line of a tile that lies inside C."""
    d = src.dialect
    with src.block(f"if (row + {p.rm} <= m && col + {p.rn} <= n)"):
        for i in range(p.rm):
            for j in range(0, p.rn, max(CACHE_LINE // q.precision.size, 1)):
                src(d.prefetch(row_of_tile(d, i, j)))


def epilogue(src: Source, p: PanelParams, q: Matmul, depth: Depth) -> None:
    """Bring the tile into C: whole vectors inside, single elements at the edge; beta counts for the first depth.

    A complex tile goes through memory anyway, so that a loop over its rows can take the place of text that compilers
    spend more time on than on the sums.
    """
    d, accumulator = src.dialect, q.accumulator
    c = operands(q, p.slices)[2]
    if accumulator.is_complex:
        store_to_array(src, p, q)
    if c.order == "row":
        in_triangle = tile_inside(q, "row", p.rm, "col", p.rn) if q.part else ""
        with src.block(f"if ({all_of(f'row + {p.rm} <= m && col + {p.rn} <= n', in_triangle)})"):
            fresh = f"start == {depth.first}"
            if not unscaled(q, p.slices):
                fresh += f" && {is_zero(accumulator, 'beta')}"
            with src.block(f"if ({fresh})"):
                store_tile(src, p, q, None)
            with src.block("else"):
                if not unscaled(q, p.slices):
                    src(
                        f"const {d.element(accumulator)} keep = start == {depth.first} ? beta : {one(d, accumulator)};"
                    )
                store_tile(src, p, q, "" if unscaled(q, p.slices) else "keep")
            src("continue;")
    if not accumulator.is_complex:
        store_to_array(src, p, q)
    end = f"min({p.rn}, n - col)"
    ends = {"lower": ("0", f"min({end}, row + i - col + 1)"), "upper": ("max(0, row + i - col)", end)}
    first, end = ends.get(q.part, ("0", end))
    with src.loop("i", 0, f"min({p.rm}, m - row)"):
        src(f"int j = {first};")
        src(f"const int stop = {end};")
        if c.order == "row" and not accumulator.is_complex:
            for width in dict.fromkeys((p.lanes, 4)):
                with src.block(f"for (; j + {width} <= stop; j += {width})"):
                    edge_vector(src, p, q, depth, width)
        with src.block("for (; j < stop; j++)"):
            edge_element(src, p, q, depth)


def edge_vector(src: Source, p: PanelParams, q: Matmul, depth: Depth, width: int) -> None:
    """Bring the vector of ``width`` elements at row ``i`` and column ``j`` of the tile into C, whose elements in a row are adjacent."""
    d, accumulator = src.dialect, q.accumulator
    c = operands(q, p.slices)[2]
    at = f"c_at + {c.index(d, 'i', 'j')}"
    vector = d.vector(accumulator.part, width)
    alpha = "" if unscaled(q, p.slices) else "alpha * "
    src(f"{vector} total = {alpha}{d.load(width, f'edge + i * {p.rn} + j')};")
    old = read(d, c.stored, accumulator, width, at)
    if alpha:
        src(f"const {accumulator.part} keep = start == {depth.first} ? beta : {one(d, accumulator)};")
        src(f"if (!({is_zero(accumulator, 'keep')})) total += keep * {old};")
    else:
        src(f"if (start != {depth.first}) total += {old};")
    src(write(d, c.stored, accumulator, width, "total", at))


def edge_element(src: Source, p: PanelParams, q: Matmul, depth: Depth) -> None:
    """Bring the element at row ``i`` and column ``j`` of the tile into C."""
    d, accumulator = src.dialect, q.accumulator
    c = operands(q, p.slices)[2]
    at = f"c_at + {c.index(d, 'i', 'j')}"
    total = f"edge[i * {p.rn} + j]"
    if accumulator.is_complex:
        total = d.construct(d.element(accumulator), total, f"edge[{p.rm * p.rn} + i * {p.rn} + j]")
    src(f"const {d.element(accumulator)} total = {total};")
    old = c.read_at(d, at)
    diagonal = "row + i == col + j"
    if unscaled(q, p.slices):
        value = f"start == {depth.first} ? total : total + {old}"
        value = f"real_if({diagonal}, {value})" if q.hermitian and p.slices == 1 else value
    else:
        added = f"{multiple(accumulator, 'alpha', 'total')} + {old}"
        added = f"real_if({diagonal}, {added})" if q.hermitian else added
        value = f"start == {depth.first} ? {enclosed(scaled(q, 'total', old, diagonal))} : {added}"
    src(write(d, c.stored, accumulator, 1, value, at))


def store_to_array(src: Source, p: PanelParams, q: Matmul) -> None:
    """Keep the tile's sums in an array, where loops find them: rows of real parts, then those of imaginary ones."""
    accumulator = q.accumulator
    src(f"{accumulator.part} edge[{p.rm * p.rn * accumulator.parts}];")
    for i, j in tiles(p):
        for s, sums in enumerate(sums_of(q)):
            at = plus("edge", s * p.rm * p.rn + i * p.rn + j * p.lanes)
            src(src.dialect.store(p.lanes, f"{sums}{i}_{j}", at))


def store_tile(src: Source, p: PanelParams, q: Matmul, beta: str | None) -> None:
    """Write the whole tile by vectors.

    Args:
        src: Where the statements go.
        p: The parameters.
        q: The problem.
        beta: The factor of what C holds; empty to add to it, None to overwrite it.
    """
    d, accumulator = src.dialect, q.accumulator
    c = operands(q, p.slices)[2]
    alpha = "" if unscaled(q, p.slices) else "alpha"
    if accumulator.is_complex:
        with src.loop("i", 0, p.rm):
            for start in range(0, p.rn, min(p.lanes, 8)):
                with src.block():
                    store_pairs(src, p, q, start, (alpha, beta))
        return
    for i, j in tiles(p):
        at = row_of_tile(d, i, j * p.lanes)
        value = f"{alpha} * sum{i}_{j}" if alpha else f"sum{i}_{j}"
        if beta is not None:
            old = read(d, c.stored, accumulator, p.lanes, at)
            value += f" + {beta} * {old}" if beta else f" + {old}"
        src(write(d, c.stored, accumulator, p.lanes, value, at))


def row_of_tile(d: Dialect, i: int, j: int) -> str:
    """Where column ``j`` of row ``i`` of the tile lies in C."""
    row = strides(d.index, i, "c_row")
    return plus("c_at", row, j)


def store_pairs(src: Source, p: PanelParams, q: Matmul, start: int, factors: tuple[str, str | None]) -> None:
    """Write complex elements of row ``i`` from column ``start`` on, 8 at most; ``factors`` are those of ``store_tile``."""
    d, accumulator, width = src.dialect, q.accumulator, min(p.lanes, 8)
    at = plus("c_at", f"({d.index})i * c_row", start)
    for s, name in enumerate(("real", "imag")):
        total = d.load(width, plus("edge", f"i * {p.rn}", s * p.rm * p.rn + start))
        src(f"const {d.vector(accumulator.part, width)} {name} = {total};")
    real, imag = "real", "imag"
    alpha, beta = factors
    if alpha:
        for name in ("real", "imag"):
            src(f"{d.vector(accumulator.part, width)} new_{name} = alpha.x * {name};")
        src("if (alpha.y != 0) { new_real -= alpha.y * imag; new_imag += alpha.y * real; }")
        real, imag = "new_real", "new_imag"
    pair = d.vector(accumulator.part, 2 * width)
    if beta is not None:
        src(f"const {pair} old = {read(d, accumulator, accumulator, width, at)};")
        even, odd = d.part("old", "even"), d.part("old", "odd")
        if beta:
            src(f"{real} += {beta}.x * {even};")
            src(f"{imag} += {beta}.x * {odd};")
            src(f"if ({beta}.y != 0) {{ {real} -= {beta}.y * {odd}; {imag} += {beta}.y * {even}; }}")
        else:
            real, imag = f"{real} + {even}", f"{imag} + {odd}"
    src(f"{pair} pairs;")
    src(d.set_part("pairs", "even", real))
    src(d.set_part("pairs", "odd", imag))
    src(write(d, accumulator, accumulator, width, "pairs", at))


def tiles(p: PanelParams) -> Iterator[tuple[int, int]]:
    """Row and vector of every sum in the register tile."""
    return ((i, j) for i in range(p.rm) for j in range(p.vectors))
