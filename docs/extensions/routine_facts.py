"""The order of the pages of routines: their groups, families, and the functions that are no routines."""

from __future__ import annotations

import re
from typing import NamedTuple

from autoblas.blas.table.rows import ROUTINES

__all__ = ["CALLS", "FAMILIES", "GROUPS", "Group", "pretty"]


class Group(NamedTuple):
    """A level of BLAS, or LAPACK.

    Attributes:
        title: The heading of its page.
        page: The name of its page.
    """

    title: str
    page: str


_ORDER = [*ROUTINES]

GROUPS = {
    Group("Level 1: vectors", "level1"): _ORDER[: _ORDER.index("gemv")],
    Group("Level 2: matrix-vector", "level2"): _ORDER[_ORDER.index("gemv") : _ORDER.index("gemm")],
    Group("Level 3: matrices", "level3"): _ORDER[_ORDER.index("gemm") : _ORDER.index("potrf")],
    Group("LAPACK: factors and systems", "lapack"): _ORDER[_ORDER.index("potrf") : _ORDER.index("omatcopy")],
    Group("Copies and convolutions", "copies"): _ORDER[_ORDER.index("omatcopy") :],
}
"""The groups of routines, and what each has."""

FAMILIES = (
    "gemm gemm_batched gemm_offsets gemmt symm trmm : gemv",
    "syrk herk syr2k her2k gemmt : gemm",
    "symm hemm : gemm symv",
    "trsm trsm_batched : trmm trsv",
    "gemv gemv_batched gemv_offsets gbmv : symv trmv gemm",
    "symv sbmv spmv : hemv gemv symm",
    "hemv hbmv hpmv : symv gemv hemm",
    "trmv tbmv tpmv : trsv gemv trmm",
    "trsv tbsv tpsv : trmv trsm",
    "ger geru gerc : syr her gemm",
    "syr spr syr2 spr2 : ger her syrk",
    "her hpr her2 hpr2 : ger syr herk",
    "swap scal copy :",
    "axpy axpby axpy_batched axpy_offsets : scal",
    "had : axpby",
    "rot rotg rotm rotmg :",
    "dot dotu dotc sdsdot dsdot : nrm2",
    "nrm2 asum sum : dot",
    "iamax iamin imax imin :",
    "getrf getrs gesv : trsm gemm",
    "potrf potrs posv potri logdet trtri : trsm syrk",
    "qr gels : geqrf potrf trsm",
    "geqrf ormqr orgqr : qr gemm",
    "potrf_batched potrs_batched posv_batched getrf_batched getrs_batched gesv_batched inv_batched : potrf getrf trsm_batched",
    "omatcopy imatcopy : copy",
    "im2col col2im convgemm : gemm_batched",
)
"""Routines that compute something close to each other, and after the colon those that the pages of these lead to besides."""

CALLS = (
    "default_queue", "devices", "prepare", "pool_results", "release_memory", "mapped_empty", "pinned_empty", "forget_crossovers",
)  # fmt: skip
"""Functions that are no routines, with pages of their own."""


def pretty(expression: str) -> str:
    """An expression as people write it: ``2*n*n + n`` as ``2 n² + n``."""
    text = re.sub(r"\b([a-z])\*\1\b", r"\1²", expression)
    return text.replace("*", " ")
