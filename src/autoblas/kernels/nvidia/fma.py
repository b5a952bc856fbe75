"""Shared parts of the kernels by multiply-adds for NVIDIA's devices: the shape of a sub-group's tile, rules, options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autoblas.emit.dialect import CompilerOptions
from autoblas.emit.expressions import minus, plus
from autoblas.kernels.costs import REGISTER_FILE
from autoblas.kernels.gemm.shared import scaled
from autoblas.kernels.gemm.triangles import all_of, element_inside
from autoblas.kernels.space import Rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.emit.dialect import Dialect
    from autoblas.emit.operands import Matrix
    from autoblas.emit.source import Source
    from autoblas.problems import Matmul

__all__ = [
    "ADJACENT",
    "CHUNK",
    "COPIES_AHEAD",
    "FITS",
    "LANES",
    "REGISTERS_FIT",
    "RM",
    "SUB_GROUPS_DIVIDE",
    "UNITY",
    "attributes",
    "options",
    "store_function",
    "store_sums",
]

CHUNK = 4
"""Adjacent elements that a work-item reads from local memory at once: 16 bytes."""

LANES = (4, 8)
"""Work-items of a sub-group along the rows and columns of C."""

UNITY = "one"
"""A factor of sums that is 1, which the compiler does not know.

Sums that are stored as they are would have to lie in registers as they do in memory. There they may meet the operands in
the same banks: every other multiply-add would wait.
"""

RM = 8
"""Rows of C that a work-item computes."""

SUB_GROUPS_DIVIDE = Rule(
    "sub-groups of 4 by 8 work-items divide the tile", lambda p, q, f: p.tn % (LANES[1] * p.rn) == 0
)

FITS = Rule("the work-group fits the device", lambda p, q, f: p.items <= f.max_items)

REGISTERS_FIT = Rule(
    "the registers of a work-group fit the compute unit",
    lambda p, q, f: p.items * p.registers <= REGISTER_FILE,
)

ADJACENT = Rule(
    "each operand has adjacent elements, C along its rows",
    lambda p, q, f: "any" not in (q.a, q.b) and q.c == "row",
)
"""A requirement."""

COPIES_AHEAD = Rule(
    "the device is NVIDIA's, of compute capability 8.0 or later",
    lambda p, q, f: f.compute_capability >= (8, 0),
)
"""A requirement of asynchronous copies to local memory."""


def options(p: Any) -> CompilerOptions:
    """Fewer registers a work-item leave room for more work-groups; NVIDIA's own option."""
    return CompilerOptions(registers=p.registers) if p.registers < 255 else CompilerOptions()


def attributes(p: Any, d: Dialect) -> str:
    """Attribute of the kernel's text that bounds its registers; empty where all may be used."""
    return d.most_registers(p.registers) if p.registers < 255 else ""


def store_function(q: Matmul, d: Dialect, factors: Sequence[str]) -> tuple[str, ...]:
    """The function that brings a chunk of sums into C: as a vector, where that is inside and aligned.

    Args:
        q: The problem.
        d: The language.
        factors: ``alpha`` and ``beta``; of a pure product nothing, or ``UNITY``.
    """
    ctype, count, vec4 = d.element(q.accumulator), CHUNK // q.accumulator.parts, d.vector("float", CHUNK)
    arguments = [f"{d.global_memory}{ctype} *{d.restrict}c", f"const {vec4} total", "const int room"]
    arguments += [f"const {ctype if not q.pure else 'float'} {name}" for name in factors]
    arguments += ["const int diagonal"] * bool(q.part) + ["const bool aligned"] * (count == CHUNK)
    vector = f"*({d.global_memory}{vec4} *)c"

    def new(total: str, old: str, lane: int = -1) -> str:
        return scaled(q, f"{UNITY} * {total}" if UNITY in factors else total, old, f"diagonal == {lane}")

    lanes = [d.lane("total", CHUNK, s) for s in range(count)]
    if q.accumulator.is_complex:
        lanes = [d.part("total", half) for half in ("low", "high")]
    values = [new(lane, f"c[{s}]", s) for s, lane in enumerate(lanes)]
    inside = {"": "", "lower": f"diagonal >= {count - 1}", "upper": "diagonal <= 0"}[q.part]
    aligned = "aligned" if count == CHUNK else f"({d.index})c % 16 == 0"
    whole = new("total", vector) if count == CHUNK else d.construct(vec4, *values)
    lines = [f"  if ({all_of(aligned, f'room >= {count}', inside)}) {vector} = {whole};", "  else {"]
    for s, value in enumerate(values):
        exists = all_of(f"room > {s}", element_inside(q, "diagonal", str(s)))
        lines.append(f"    if ({exists}) c[{s}] = {value};")
    return (f"{d.function}void bring({', '.join(arguments)})", "{", *lines, "  }", "}")


def store_sums(
    src: Source,
    q: Matmul,
    c: Matrix,
    rn: int,
    origin: tuple[str, str],
    factors: Sequence[str],
    right: str = "0",
) -> None:
    """Bring a work-item's sums into C, chunk by chunk.

    Args:
        src: Where the statements go.
        q: The problem.
        c: C.
        rn: Columns of real sums that a work-item has.
        origin: The row of its first sum, and a column, as C.
        factors: Those of ``store_function``.
        right: How far right of that column its first sum lies.
    """
    d, parts = src.dialect, q.accumulator.parts
    if parts == 1:
        src(f"const bool aligned = c_row % {CHUNK} == 0 && {c.aligned(d, 16)};")
    if UNITY in factors:
        src(f"const float {UNITY} = k < 0 ? 0 : 1;")
    src(f"const int col1 = {origin[1]};")
    for i in range(RM):
        with src.block():
            src(f"const int row = {plus(origin[0], i // CHUNK * LANES[0] * CHUNK + i % CHUNK)};")
            with src.block("if (row < m)"):
                for j in range(0, rn, CHUNK):
                    col = plus("col1", right, j * LANES[1] // parts)
                    total = d.construct(d.vector("float", 4), *(f"sum{i}_{j + s}" for s in range(CHUNK)))
                    diagonal = [minus("row", col)] if q.part else []
                    passed = [*factors, *diagonal, *["aligned"] * (parts == 1)]
                    src(
                        f"bring({c.pointer(d, 'row', col)}, {total}, {minus('n', col)}, {', '.join(passed)});"
                    )
