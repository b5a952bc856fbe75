"""Parameters of ``gemm_halves``, the rules they obey, and the local memory they take."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.devices.languages import CUDA
from autoblas.kernels.gemm.shared import launch
from autoblas.kernels.gemm.triangles import PRODUCT_IN_MEMORY
from autoblas.kernels.nvidia.hopper.launch import (
    GROUPS,
    ITEMS,
    ON_MATRIX_UNITS,
    ROWS,
    SHARED_BYTES,
    SLICES,
    at_once,
    halves_fit,
    has_terms,
    tiles,
)
from autoblas.kernels.nvidia.hopper.store import TRANSPOSE_BYTES
from autoblas.kernels.space import Rule, Space, param
from autoblas.problems.split import LINE_BYTES

if TYPE_CHECKING:
    from autoblas.devices.device import Launch
    from autoblas.problems import Matmul

__all__ = ["SPACE", "STEP", "HalvesParams", "geometry"]


STEP = LINE_BYTES // 2
"""Elements of a line, and terms of the sum in a block."""

TWICE = 2 * STEP
"""Columns of a tile that two work-groups can share the copies of."""


@dataclass(frozen=True)
class HalvesParams:
    """One way to run the kernel."""

    tn: int = param(256, 64, 128, 256, doc="columns of C a work-group computes, with 128 rows")
    stages: int = param(4, 3, 4, 6, doc="blocks of the depth that local memory holds")
    band: int = param(
        16, 1, 4, 8, 16, 32, doc="rows of tiles that are computed side by side, column by column"
    )
    slices: int = param(
        1, *SLICES, doc="parts that the depth is cut into, summed by the last work-group of a tile"
    )
    groups: int = param(132, *GROUPS, doc="work-groups of the launch, or of each item of a batch, at most")
    copies: str = param(
        "items",
        "items",
        "tensor",
        doc="who copies: 128 work-items by chunks of 16 bytes, or one that has whole blocks copied by maps of A and B",
    )
    cluster: int = param(
        1, 1, 2, doc="work-groups that copy blocks of B for each other, whose tiles lie below each other"
    )


def local_bytes(p: HalvesParams) -> int:
    """Local memory for all stages, and for halves that are transposed before they are stored to C."""
    return p.stages * (ROWS + p.tn) * LINE_BYTES + 8 * TRANSPOSE_BYTES + SHARED_BYTES


def geometry(p: HalvesParams, q: Matmul) -> Launch:
    """As many work-groups as there are tiles of C and slices of the depth, up to ``groups``; whole clusters of them."""
    wide, tall = tiles(p, q)
    rows = math.ceil(tall / p.cluster) * p.cluster
    return launch(q, 1, (min(rows * wide, at_once(p)), p.slices), (ITEMS, 1))


SPACE = Space(
    HalvesParams,
    (
        Rule("local memory holds all stages", lambda p, q, f: local_bytes(p) <= f.declared_local_bytes),
        Rule("there are blocks of the depth for every slice", lambda p, q, f: has_terms(p.slices, q, STEP)),
        Rule(
            "clusters copy by maps, at least 128 columns, and sum the whole depth",
            lambda p, q, f: p.cluster == 1 or (p.copies == "tensor" and p.tn >= TWICE and p.slices == 1),
        ),
        Rule("clusters are launched by CUDA", lambda p, q, f: p.cluster == 1 or CUDA in f.extensions),
        Rule("a tile's columns do not exceed twice C's", lambda p, q, f: p.tn <= 2 * max(q.n, 64)),
    ),
    requirements=(
        *PRODUCT_IN_MEMORY,
        Rule("A and B are of halves or bfloat16 summed in floats", lambda p, q, f: halves_fit(q)),
        Rule("C has at least 64 rows, half a tile's", lambda p, q, f: q.m >= ROWS // 2),
        Rule("A and B have adjacent elements", lambda p, q, f: "any" not in (q.a, q.b)),
        *ON_MATRIX_UNITS,
    ),
)
