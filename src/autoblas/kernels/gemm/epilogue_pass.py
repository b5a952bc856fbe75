"""A product with a bias or an activation in two launches: the bare product, by any kernel, and a pass over its sums.

The sums lie dense in the accumulator's type between the two, so that C is rounded once.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from autoblas.devices.device import Launch
from autoblas.emit.arguments import buffer, integers, scalar
from autoblas.emit.expressions import plus, times
from autoblas.emit.scalars import is_zero, multiple
from autoblas.emit.source import Source
from autoblas.kernels.gemm.epilogue import WHOLE_PRODUCT, functions, has_epilogue, with_epilogue
from autoblas.kernels.gemm.epilogue import arguments as epilogue_arguments
from autoblas.kernels.gemm.shared import entry, operands
from autoblas.kernels.kernel import COMPUTES, FITS, Helper, Kernel
from autoblas.kernels.space import Rule, Space, param
from autoblas.problems import Matmul

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Facts
    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL"]


@dataclass(frozen=True)
class EpiloguePassParams:
    """One way to run the pass."""

    items: int = param(64, 1, 32, 64, 128, 256, doc="work-items of a work-group")
    elements: int = param(1, 1, 2, 4, 16, 64, 1024, doc="elements of a row of C that a work-item computes")
    rows: int = param(1, 1, 4, 16, 64, doc="rows of C that a work-group goes through")


SPACE = Space(
    EpiloguePassParams,
    (
        FITS,
        Rule(
            "a work-group does not cover more than twice a row",
            lambda p, q, f: p.items * p.elements < 2 * max(q.n, 64),
        ),
        Rule("a work-group does not cover more than twice all rows", lambda p, q, f: p.rows < 2 * q.m),
    ),
    requirements=(
        COMPUTES,
        Rule("the product has a bias or an activation", lambda p, q, f: has_epilogue(q)),
        WHOLE_PRODUCT,
    ),
)


def geometry(p: EpiloguePassParams, q: Matmul) -> Launch:
    """Work-items to cover the rows of C, rows along the second dimension."""
    extent = math.ceil(q.n / (p.items * p.elements)) * p.items
    return Launch((extent, math.ceil(q.m / p.rows)), (p.items, 1))


def suggestions(_q: Matmul, f: Facts) -> Iterator[dict[str, int]]:
    """Many elements for a work-item of a CPU, a few elsewhere: as many as C has, of the first that rules allow."""
    shapes = ((1, 1024), (1, 64), (1, 16)) if f.kind == "cpu" else ((256, 4), (256, 1), (64, 1))
    for (items, elements), rows in itertools.product(shapes, (16, 4, 1) if f.kind == "cpu" else (4, 1)):
        yield {"items": items, "elements": elements, "rows": rows}


def arguments(_p: EpiloguePassParams, q: Matmul) -> tuple[Argument, ...]:
    """Sizes, the factor of the old C, the sums, C, and the vector."""
    factors = () if q.pure else (scalar("beta", q.accumulator),)
    sums = buffer("product", q.accumulator)
    return (*integers("m", "n"), *factors, sums, *operands(q)[2].arguments, *epilogue_arguments(q))


def helpers(_p: EpiloguePassParams, q: Matmul) -> tuple[Helper, ...]:
    """The bare product, into dense memory of its own."""
    bare = replace(q, precision=q.accumulator, c="row", bias="", activation="")
    sources = {"beta": "zero", "c": "product", "c_offset": "zero", "c_row": "n", "c_col": "one"}
    return (Helper(bare, "product", sources, {}),)


def traffic(_p: EpiloguePassParams, q: Matmul) -> int:
    """Bytes of the sums read and of C written."""
    return q.m * q.n * (q.accumulator.size + q.precision.size)


def source(p: EpiloguePassParams, q: Matmul, d: Dialect) -> str:
    """The text of the pass."""
    accumulator, c = q.accumulator, operands(q)[2]
    src = Source(d)
    with entry(src, q, "gemm_epilogue_pass", arguments(p, q), (p.items, 1), functions(d, q)):
        first, start = times(d.global_id(1), p.rows), times(d.group_id(0), p.items * p.elements)
        src(f"const int first = {first}, last = min(first + {p.rows}, m);")
        src(f"const int start = {plus(start, d.local_id(0))};")
        src(f"const int stop = min(start + {p.items * p.elements - p.items + 1}, n);")
        with src.loop("row", "first", "last"), src.loop("col", "start", "stop", p.items):
            src(f"{d.element(accumulator)} sum = product[({d.index})row * n + col];")
            if not q.pure:
                old = multiple(accumulator, "beta", c.read(d, "row", "col"))
                src(f"if (!({is_zero(accumulator, 'beta')})) sum += {old};")
            src(c.write(d, "row", "col", with_epilogue(d, q, "sum", "row", "col")))
    return str(src)


KERNEL = Kernel(
    name="gemm_epilogue_pass",
    family=Matmul,
    space=SPACE,
    arguments=arguments,
    geometry=geometry,
    source=source,
    traffic=traffic,
    helpers=helpers,
    suggestions=suggestions,
    preference=lambda _q, _f: -1,
)
