"""Factors panels as L U with partial pivoting, their rows in registers of a work-group, or of the work-groups of a cluster.

A work-item has some rows, and no row moves before the end: it knows the position that it has by the exchanges so far. For
each column the sub-groups, then the work-group, then those of a cluster choose the pivot. Work-groups of a cluster send each
other their candidates with their rows, so that a column costs one transfer, and memory is read and written once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.devices.device import Launch
from autoblas.emit.arguments import Argument, buffer, integers, offsets
from autoblas.emit.dialect import CompilerOptions
from autoblas.emit.operands import Matrix
from autoblas.kernels.clusters import CLUSTERS, clusters_of
from autoblas.kernels.factorization.lu_registers_text import LuRegistersText
from autoblas.kernels.kernel import COMPUTES, FITS, Kernel
from autoblas.kernels.space import Rule, Space, param
from autoblas.precision import INT32
from autoblas.problems.factorization import Factorization

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Facts
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL", "LuRegistersParams"]

WIDEST = 64
"""Columns of a panel, at most."""

REGISTERS = 65536
"""Registers of 4 bytes of a multiprocessor."""

SPARE = 50
"""Registers of a work-item beside those of its rows."""

LEAST = 8
"""Work-groups of the clusters that are suggested: on an H200 a column of 1024 rows took 0.8 us in eight, 0.85 in four."""


@dataclass(frozen=True)
class LuRegistersParams:
    """Tuning parameters of ``lu_registers``."""

    items: int = param(256, 32, 64, 128, 256, 512, 1024, doc="work-items of a work-group")
    rows: int = param(2, 1, 2, 4, doc="rows of a work-item")
    cluster: int = param(1, 1, *CLUSTERS, doc="work-groups of a cluster, which share a panel")
    sub_groups: bool = param(
        False, False, True, doc="sub-groups choose among their rows by NVIDIA's instructions"
    )


def registers(p: LuRegistersParams, q: Factorization) -> int:
    """Registers of a work-item."""
    return p.rows * q.n * q.precision.size // 4 + SPARE


SPACE = Space(
    LuRegistersParams,
    (
        FITS,
        Rule(
            "the work-groups have a register for each element",
            lambda p, q, f: p.items * registers(p, q) <= REGISTERS,
        ),
        Rule("the panel has at most as many rows", lambda p, q, f: q.m <= p.items * p.rows * p.cluster),
        Rule(
            "clusters are launched by CUDA, on cards that have such, and choose by instructions",
            lambda p, q, f: p.cluster == 1 or (p.cluster in clusters_of(f) and p.sub_groups),
        ),
        Rule(
            "the device has the instructions of compute capability 8.0",
            lambda p, q, f: not p.sub_groups or f.compute_capability >= (8, 0),
        ),
    ),
    requirements=(
        COMPUTES,
        Rule(
            "a matrix of at most 64 columns, and as many rows or more, is factored as L U",
            lambda p, q, f: (q.method, q.task) == ("lu", "factor") and q.n <= min(q.m, WIDEST),
        ),
    ),
)


def geometry(p: LuRegistersParams, q: Factorization) -> Launch:
    """A cluster for each matrix."""
    return Launch((q.items * p.cluster * p.items, 1), (p.items, 1))


def operand(q: Factorization) -> Matrix:
    """The panel."""
    return Matrix("a", q.precision, q.a, const=False)


def arguments(_p: LuRegistersParams, q: Factorization) -> tuple[Argument, ...]:
    """Sizes, the panel, pivots and ``info``, and of a batch the distances between its items."""
    pivots = (buffer("pivots", INT32, "write"), *offsets("pivots_offset"))
    info = (buffer("info", INT32, "both"), *offsets("info_offset"))
    batch = offsets("a_step", "pivots_step") if q.batched else ()
    return (*integers("m", "n", "first"), *operand(q).arguments, *pivots, *info, *batch)


def source(p: LuRegistersParams, q: Factorization, d: Dialect) -> str:
    """The text of the kernel."""
    return LuRegistersText(p, q, d, operand(q)).write(arguments(p, q))


def suggestions(q: Factorization, f: Facts) -> Iterator[dict[str, Any]]:
    """Few rows a work-item, then small work-groups, in clusters as large as there is room for beside those of other items."""
    nvidia = f.compute_capability >= (8, 0)
    room = f.compute_units // q.items
    clusters = [count for count in (clusters_of(f) if nvidia else ()) if LEAST <= count <= room] or [1]
    for rows in (1, 2, 4):
        for items in (128, 256, 512):
            for cluster in clusters:
                if f.kind != "cpu":
                    yield {"items": items, "rows": rows, "cluster": cluster, "sub_groups": nvidia}


def preference(q: Factorization, f: Facts) -> int:
    """Before kernels that go through memory for each column, on devices with many work-items."""
    return 1 if f.kind == "gpu" and q.items <= f.compute_units else 0


KERNEL = Kernel(
    name="lu_registers",
    family=Factorization,
    space=SPACE,
    arguments=arguments,
    geometry=geometry,
    source=source,
    options=lambda p: CompilerOptions(contract=True),
    made_for=frozenset({"gpu"}),
    preference=preference,
    suggestions=suggestions,
)
