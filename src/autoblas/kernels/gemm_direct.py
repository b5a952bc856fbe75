"""GEMM straight from global memory: any size, any strides, guarded edges; the kernel that is always correct.

Every work-item computes a small tile of C. Rows and columns beyond the edge are read at the edge instead, so no
load leaves the matrices, and are not written.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.devices.device import Launch
from autoblas.emit.scalars import MULTIPLY_FORMS, multiply_add
from autoblas.emit.source import Source
from autoblas.kernels.gemm_interface import ARGUMENTS, declarations, operands, options, scaled
from autoblas.kernels.kernel import Kernel
from autoblas.problems import Matmul
from autoblas.space import Rule, Space, param

if TYPE_CHECKING:
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL", "Params"]


@dataclass(frozen=True)
class Params:
    """One way to run the kernel."""

    wx: int = param(8, 1, 4, 8, 16, 32, doc="work-items of a work-group along the columns of C")
    wy: int = param(8, 1, 4, 8, 16, doc="work-items of a work-group along the rows of C")
    rm: int = param(2, 1, 2, 4, 8, doc="rows of C a work-item computes")
    rn: int = param(2, 1, 2, 4, 8, doc="columns of C a work-item computes")
    multiply: str = param("plain", *MULTIPLY_FORMS, doc="how a multiply-add is written", group="form")


SPACE = Space(
    Params,
    (
        Rule("the work-group fits the device", lambda p, q, f: p.wx * p.wy <= f.max_items),
        Rule(
            "each side of the work-group fits the device",
            lambda p, q, f: p.wx <= f.max_item_sizes[0] and p.wy <= f.max_item_sizes[1],
        ),
        Rule("the register tile holds at most 32 sums", lambda p, q, f: p.rm * p.rn <= 32),
    ),
    requirements=(
        Rule(
            "the device computes in this precision", lambda p, q, f: q.precision.name != "float64" or f.fp64
        ),
    ),
)


def geometry(p: Params, q: Matmul) -> Launch:
    """Work-items to cover C in tiles, rounded up to whole work-groups."""
    groups = math.ceil(q.n / (p.wx * p.rn)), math.ceil(q.m / (p.wy * p.rm))
    return Launch((groups[0] * p.wx, groups[1] * p.wy), (p.wx, p.wy))


def traffic(p: Params, q: Matmul) -> int:
    """Bytes that the tiles read and write: each row of tiles reads B once, each column of tiles A once."""
    rows, cols = math.ceil(q.m / p.rm), math.ceil(q.n / p.rn)
    return (rows * q.k * q.n + cols * q.m * q.k + 2 * q.m * q.n) * q.precision.size


def source(p: Params, q: Matmul, d: Dialect) -> str:
    """The text of the kernel."""
    a, b, c = operands(q)
    ctype = q.precision.ctype
    rows, cols = range(p.rm), range(p.rn)
    src = Source(d)
    with src.kernel("gemm_direct", declarations(q, d), (p.wx, p.wy), q.precision):
        src(f"const int col = {d.global_id.format(d=0)} * {p.rn};")
        src(f"const int row = {d.global_id.format(d=1)} * {p.rm};")
        for i in rows:
            src(f"const int row{i} = min(row + {i}, m - 1);")
        for j in cols:
            src(f"const int col{j} = min(col + {j}, n - 1);")
        for i in rows:
            src(" ".join(f"{ctype} sum{i}_{j} = 0;" for j in cols))
        with src.loop("l", 0, "k"):
            for i in rows:
                src(f"const {ctype} a{i} = {a.element(d, f'row{i}', 'l')};")
            for j in cols:
                src(f"const {ctype} b{j} = {b.element(d, 'l', f'col{j}')};")
            for i in rows:
                src(
                    " ".join(
                        multiply_add(d, p.multiply, ctype, 1, f"sum{i}_{j}", f"a{i}", f"b{j}") for j in cols
                    )
                )
        for i in rows:
            for j in cols:
                with src.block(f"if (row + {i} < m && col + {j} < n)"):
                    out = c.element(d, f"row{i}", f"col{j}")
                    src(f"{out} = {scaled(f'sum{i}_{j}', out)};")
    return str(src)


KERNEL = Kernel(
    name="gemm_direct",
    family=Matmul,
    space=SPACE,
    arguments=ARGUMENTS,
    geometry=geometry,
    traffic=traffic,
    source=source,
    options=options,
)
