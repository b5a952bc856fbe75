"""Factors panels, matrices of few columns, as Q R by Householder's reflectors: a work-group for each.

The panel is copied to columns of global memory. Column after column becomes a reflector, which the later columns are
multiplied by at once: a team of work-items takes some of them together, sums their products with the reflector, and
changes them while they are in cache. All teams compute the norm of the next column, so that none waits for its result.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.devices.device import Launch
from autoblas.emit.arguments import Argument, buffer, integers, offsets
from autoblas.emit.dialect import CompilerOptions
from autoblas.kernels.factorization.panel_text import VECTOR_BYTES, copy_of, panel_operand
from autoblas.kernels.factorization.qr_panel_text import QrPanelText, sums
from autoblas.kernels.kernel import COMPUTES, FITS, Kernel
from autoblas.kernels.space import Rule, Space, param
from autoblas.problems.factorization import Factorization

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from autoblas.devices.device import Facts
    from autoblas.emit.dialect import Dialect
    from autoblas.problems.base import Scratch

__all__ = ["KERNEL", "QrPanelParams"]

WIDEST = 64
"""Columns of a panel, at most."""


@dataclass(frozen=True)
class QrPanelParams:
    """Tuning parameters of ``qr_panel``."""

    items: int = param(1, 1, 32, 64, 128, 256, 512, 1024, doc="work-items of the work-group")
    team: int = param(1, 1, 16, 32, 64, 128, doc="work-items side by side along the same columns")
    lanes: int = param(1, 1, 2, 4, 8, 16, doc="adjacent rows in a vector")
    block: int = param(4, 1, 2, 4, 8, doc="columns that a team reflects together")

    @property
    def rows(self) -> int:
        """Rows that a work-item has together."""
        return self.lanes


SPACE = Space(
    QrPanelParams,
    (
        FITS,
        Rule("teams divide a work-group", lambda p, q, f: p.items % p.team == 0),
        Rule("several work-items are teams of several", lambda p, q, f: p.items == 1 or p.team > 1),
        Rule("work-items side by side have no vectors", lambda p, q, f: p.items == 1 or p.lanes == 1),
        Rule(
            "a vector takes at most 64 bytes", lambda p, q, f: p.lanes * q.precision.real.size <= VECTOR_BYTES
        ),
        Rule(
            "local memory holds the sums of all work-items",
            lambda p, q, f: sums(p, q) * p.items * q.precision.real.size <= f.declared_local_bytes,
        ),
    ),
    requirements=(
        COMPUTES,
        Rule(
            "a matrix of at most 64 columns, and as many rows or more, is factored as Q R",
            lambda p, q, f: (q.method, q.task) == ("qr", "factor") and q.n <= min(q.m, WIDEST),
        ),
    ),
)


def geometry(p: QrPanelParams, q: Factorization) -> Launch:
    """A work-group for each matrix."""
    return Launch((q.items * p.items, 1), (p.items, 1))


def arguments(_p: QrPanelParams, q: Factorization) -> tuple[Argument, ...]:
    """Sizes, the panel and its factors tau, memory for the copy, and of a batch the distances between its items."""
    batch = offsets("a_step", "tau_step") if q.batched else ()
    return (
        *integers("m", "n"),
        *panel_operand(q).arguments,
        buffer("tau", q.precision, "write"),
        *offsets("tau_offset"),
        buffer("panel", q.precision.real, "both"),
        *batch,
    )


def memory(p: QrPanelParams, q: Factorization) -> Mapping[str, Scratch]:
    """The copy of the panel, behind which a block of columns may begin."""
    return copy_of(p, q, q.n + p.block - 1)


def source(p: QrPanelParams, q: Factorization, d: Dialect) -> str:
    """The text of the kernel."""
    return QrPanelText(p, q, d).write(arguments(p, q))


def traffic(_p: QrPanelParams, q: Factorization) -> int:
    """Bytes of the panel read and written, and of its copy too."""
    return 2 * q.min_bytes()


def suggestions(q: Factorization, f: Facts) -> Iterator[dict[str, Any]]:
    """Vectors as wide as a processor's; elsewhere a large work-group of teams."""
    if f.kind == "cpu":
        lanes = max(min(f.vector_bytes, VECTOR_BYTES) // q.precision.real.size, 1)
        while lanes > 1:
            yield {"lanes": lanes, "block": 2 if q.precision.is_complex else 4}
            lanes //= 2
    else:
        for items in (512, 256, 128, 64, 32):
            yield {"items": items, "team": 32, "block": 1}
    yield {"block": 4}


KERNEL = Kernel(
    name="qr_panel",
    family=Factorization,
    space=SPACE,
    arguments=arguments,
    geometry=geometry,
    source=source,
    traffic=traffic,
    memory=memory,
    options=lambda p: CompilerOptions(contract=True),
    suggestions=suggestions,
)
