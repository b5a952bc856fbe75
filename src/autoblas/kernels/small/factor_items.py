"""Cholesky and LU of many small matrices in place, solutions of systems from the factors, and inverses.

A work-item takes a few matrices side by side, the same element of each in a lane of a vector. It factors them in private
memory, of registers where loops are unrolled, and waits for no other. Divisions are divisions, not products with
reciprocals, so that pivots near the ends of the range do no harm.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.devices.device import Launch
from autoblas.emit.dialect import CompilerOptions
from autoblas.kernels.kernel import COMPUTES, FITS, Kernel
from autoblas.kernels.small.factor_text import FactorText
from autoblas.kernels.small.items_text import NARROW, UNROLLED, lanes_on_cpu
from autoblas.kernels.small.shared import SQUARE, arguments, in_registers, many_small, operands
from autoblas.kernels.space import Rule, Space, param
from autoblas.problems.factorization import Factorization

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Facts
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL", "FactorItemsParams"]


@dataclass(frozen=True)
class FactorItemsParams:
    """Tuning parameters of ``factor_items``."""

    items: int = param(1, 1, 32, 64, 128, 256, doc="work-items of a work-group")
    lanes: int = param(1, 1, 2, 4, 8, 16, doc="matrices of a work-item, side by side in vectors")
    rows: int = param(1, 1, 2, 4, doc="rows of Cholesky's factor that are computed together")
    columns: int = param(1, 1, 2, 4, doc="right-hand sides that are solved for together")
    staged: bool = param(True, False, True, doc="factors that are solved with are copied to private memory")
    unroll: bool = param(False, False, True, doc="loops over rows and columns are unrolled", group="form")


SPACE = Space(
    FactorItemsParams,
    (
        FITS,
        NARROW,
        Rule("what is factored is in private memory", lambda p, q, f: p.staged or q.task == "solve"),
        Rule(
            "loops are unrolled over at most 16 rows, one at a time",
            lambda p, q, f: not p.unroll or (q.n <= UNROLLED and p.rows == 1),
        ),
    ),
    requirements=(COMPUTES, *SQUARE),
)


def geometry(p: FactorItemsParams, q: Factorization) -> Launch:
    """A work-item for as many matrices as there are lanes."""
    groups = math.ceil(q.items / (p.lanes * p.items))
    return Launch((groups * p.items, 1), (p.items, 1))


def source(p: FactorItemsParams, q: Factorization, d: Dialect) -> str:
    """The text of the kernel."""
    return FactorText(p, q, d, operands(q)).write(arguments(p, q))


def suggestions(q: Factorization, f: Facts) -> Iterator[dict[str, Any]]:
    """Vectors of half a cache line on a CPU; elsewhere a matrix for a work-item, in registers if it is small."""
    wide = 4 if max(q.rhs, q.n * (q.task == "inverse")) >= 4 else 1
    staged = q.task != "solve" or q.rhs > 2
    if f.kind == "cpu":
        rows = 4 if q.method == "cholesky" else 1
        yield {"lanes": lanes_on_cpu(q.worked), "rows": rows, "columns": wide, "staged": staged}
    for items in (64, 32, 1):
        yield {"items": items, "unroll": q.n <= UNROLLED, "staged": staged}


def preference(q: Factorization, f: Facts) -> int:
    """Batches of small matrices on a CPU, elsewhere of those that registers have room for."""
    return 1 if many_small(q.n, q.items, f) and (f.kind == "cpu" or in_registers(q)) else -1


KERNEL = Kernel(
    name="factor_items",
    family=Factorization,
    space=SPACE,
    arguments=arguments,
    geometry=geometry,
    source=source,
    options=lambda p: CompilerOptions(contract=True),
    preference=preference,
    suggestions=suggestions,
)
