"""Solves a triangular system in one launch: a work-group for each block of rows, which waits for the blocks before it.

Work-groups take blocks in the order of substitution by a ticket: the first to increment ``state`` has the first block. So
they wait only for work-groups that run already, whatever order the device starts them in. Each solved element is
published as its own flag: its complemented bits in ``news``, where zero means not solved yet. Readers poll that
word. So no counter and no fence is needed, and the latency between two blocks is one passage through the second-level
cache. The last work-group resets ``state`` and ``news`` to zeros.

While a work-group waits, it has its block of the diagonal in local memory and its next elements in registers. So the
critical path from block to block is that latency, a product of the size of a block and the solution of its triangle. The
rows of the triangle were divided by its diagonal before, so that no division is on the critical path. Where one of
these elements left the range of normal numbers, or an unknown is not finite, the block is solved again as it is stored,
every unknown by a division.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.devices.device import Launch
from autoblas.emit.arguments import Argument, integers
from autoblas.emit.dialect import CompilerOptions
from autoblas.kernels.kernel import COMPUTES, FITS, Kernel
from autoblas.kernels.models.coefficients import coefficients
from autoblas.kernels.solve.chain_text import WORD, ChainText, local_arrays, operands
from autoblas.kernels.space import Rule, Space, param
from autoblas.precision import INT32
from autoblas.problems.base import Scratch
from autoblas.problems.matvec import Solve

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from autoblas.devices.device import Facts
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL", "SolveChainParams"]


@dataclass(frozen=True)
class SolveChainParams:
    """Tuning parameters of ``solve_chain``."""

    items: int = param(256, 128, 256, 512, doc="work-items of a work-group")
    block: int = param(64, 32, 64, 128, doc="rows of a block")
    rows: int = param(4, 2, 4, 8, doc="rows whose small triangle every work-item solves for itself")

    @property
    def teams(self) -> int:
        """Work-items that share a row, or a column, of a block."""
        return self.items // self.block

    @property
    def elements_per_item(self) -> int:
        """Elements of a row or column of a block that a work-item multiplies."""
        return self.block // self.teams


def local_bytes(p: SolveChainParams, q: Solve) -> int:
    """Local memory of a work-group, its ticket included."""
    return sum(local_arrays(p, q).values()) * q.worked.size + 16


SPACE = Space(
    SolveChainParams,
    (
        FITS,
        Rule(
            "work-items share the elements of a block evenly",
            lambda p, q, f: p.items >= p.block and p.block % p.teams == 0,
        ),
        Rule("the system is larger than a block", lambda p, q, f: q.m > p.block),
        Rule("local memory holds the block", lambda p, q, f: local_bytes(p, q) <= f.declared_local_bytes),
    ),
    requirements=(
        COMPUTES,
        Rule("the matrix is no band, most of whose blocks are empty", lambda p, q, f: q.storage != "band"),
        Rule("no element is rounded when it is stored", lambda p, q, f: q.precision is q.worked),
        Rule(
            "work-groups that have begun make progress while others wait", lambda p, q, f: f.groups_may_wait
        ),
    ),
)


def blocks(p: SolveChainParams, q: Solve) -> int:
    """Blocks of rows."""
    return math.ceil(q.m / p.block)


def geometry(p: SolveChainParams, q: Solve) -> Launch:
    """A work-group for each block of rows."""
    return Launch((blocks(p, q) * p.items, 1), (p.items, 1))


def arguments(_p: SolveChainParams, q: Solve) -> tuple[Argument, ...]:
    """Size, matrix, vector, and the memory through which work-groups signal each other."""
    a, x = operands(q)
    state = Argument("state", "buffer", "int", "both", shared=True)
    news = Argument("news", "buffer", "uint" if q.worked.size == WORD // 2 else "offset", "both", shared=True)
    return (*integers("n"), *a.arguments, *x.arguments, state, news)


def memory(_p: SolveChainParams, q: Solve) -> Mapping[str, Scratch]:
    """The ticket counter, and the published elements of the solution."""
    news = Scratch(q.m * q.worked.size, None, q.worked, cleared=True)
    return {"state": Scratch(4, None, INT32, cleared=True), "news": news}


def source(p: SolveChainParams, q: Solve, d: Dialect) -> str:
    """The text of the kernel."""
    return ChainText(p, q, d).write(arguments(p, q))


def suggestions(q: Solve, _f: Facts) -> Iterator[dict[str, Any]]:
    """Blocks of 64 rows, larger ones where the system is, and smaller ones where there is no room for these."""
    for block in (128, 64, 32) if q.n >= LARGE else (64, 32, 128):
        yield {"items": 256, "block": block, "rows": 4}


LARGE = 8192
"""Rows from which an H200 solves as fast by blocks of 128 rows as by blocks of 64, which begin earlier."""


def predict(p: SolveChainParams, q: Solve, f: Facts) -> float:
    """Seconds of the critical path, or of the memory traffic if that is longer, as an estimate.

    The coefficients are seconds at a clock; devices scale them by theirs.
    """
    c = coefficients("solve_chain", f)
    row = c.complex64_row if q.worked.is_complex and q.worked.size == WORD else c.row[q.worked.size]
    chain = p.block**2 * c.start + blocks(p, q) * (c.step + p.block * row)
    return float(max(chain * c.clock_mhz / max(f.clock_mhz, 1), q.min_bytes() / c.bandwidth))


KERNEL = Kernel(
    name="solve_chain",
    family=Solve,
    space=SPACE,
    arguments=arguments,
    geometry=geometry,
    source=source,
    memory=memory,
    options=lambda p: CompilerOptions(contract=True),
    made_for=frozenset({"gpu"}),
    suggestions=suggestions,
    predict=predict,
)
