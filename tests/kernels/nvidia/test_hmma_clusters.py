"""Slices of ``gemm_hmma`` that are a cluster: texts, with instructions and clusters emulated, compute right; what they take."""

from dataclasses import replace
from typing import Any

import numpy as np

from autoblas.devices.languages import CUDA
from autoblas.devices.recording import HOPPER
from autoblas.emit.cuda_c import CUDA_C
from autoblas.kernels import kernels
from autoblas.plan.choose import choose
from autoblas.precision import BFLOAT16, FLOAT16, FLOAT32
from autoblas.problems import Matmul
from autoblas.testing.checks import Fault
from support.emulated_clusters import with_emulated_clusters
from support.emulated_kernels import EmulatedConformance
from support.kernel_cases import draw_legal

KERNEL = kernels()["gemm_hmma"]

CARD = replace(HOPPER, extensions=(CUDA,))

SMALL = {
    "tm": 32,
    "tn": 32,
    "tk": 32,
    "wm": 16,
    "wn": 16,
    "stages": 2,
    "a_bytes": 4,
    "b_bytes": 4,
    "cluster": True,
}
"""A tile whose text compiles fast, for lines of floats that begin anywhere."""

PAIRS, PLAIN = {"form": "tf32x3"}, {"form": "plain"}
HALVES = {"a_bytes": 2, "b_bytes": 2}


def _product(m: int, n: int, k: int, *orders: Any, of: Any = FLOAT32, **changes: Any) -> Matmul:
    a, b, c = (*orders, "row", "row", "row")[:3]
    return Matmul(m, n, k, of, a, b, c, accumulator=FLOAT32, **changes)


CASES: tuple[tuple[Matmul, dict[str, Any]], ...] = (
    (_product(37, 22, 301), PAIRS | {"tn": 16, "b_bytes": 8, "slices": 4}),
    (_product(37, 21, 1100, "col", "col"), PAIRS | {"tm": 16, "tn": 16, "wn": 8, "tk": 64, "teams": 2, "slices": 16}),
    (_product(5, 70, 533, pure=True), PLAIN | {"tm": 8, "tn": 64, "wm": 8, "turned": True, "slices": 8, "band": 1}),
    (_product(70, 3, 333, "row", "col", items=2), PAIRS | {"tm": 64, "tn": 8, "wn": 8, "slices": 2, "teams": 2}),
    (_product(70, 70, 260, "row", "col", part="lower"), PLAIN | {"slices": 4}),
    (_product(70, 70, 260, "col", "row", part="upper", items=2), PLAIN | {"slices": 2, "tm": 64, "tn": 16, "wm": 32}),
    (_product(37, 40, 300, "row", "col", "any", items=2, listed=True), PAIRS | {"slices": 4}),
    (_product(40, 37, 300, of=FLOAT16), HALVES | {"slices": 4}),
    (_product(40, 37, 300, "col", "col", of=BFLOAT16, pure=True), HALVES | {"slices": 2, "teams": 2, "turned": True}),
)  # fmt: skip
"""All kinds of batch, triangle, edge, order and element."""


ODD, SLICED = _product(37, 33, 301), PLAIN | {"slices": 4}

FAULTS = (
    Fault("a slice is left out", ODD, r"x0 \+ x1 \+ x2 \+ x3", "x0 + x1 + x2", SLICED),
    Fault("a slice is read twice", ODD, r'"r"\(2\) : "memory"', '"r"(1) : "memory"', SLICED),
    Fault("rows are another's", ODD, r"first_row = slice \* 8", "first_row = slice * 8 + 1", SLICED),
    Fault("rows are not the work-group's own alone", ODD, r"first_row \+ 8\)", "first_row + 7)", SLICED),
    Fault("sums of other teams are left out", ODD, r"four \+= \*", "four += 0 * *", SLICED | {"teams": 2}),
    Fault("a slice begins within another", ODD, r"first = slice \* length", "first = slice * length - (slice > 0) * 32", SLICED),
)  # fmt: skip


def test_clusters_take_no_memory_and_meet_in_pairs_of_barriers():
    """No work-group ends while others may read its local memory."""
    rng = np.random.default_rng(2)
    checked = 0
    while checked < 20:
        q = _product(*(int(size) for size in rng.integers(1, 400, 2)), int(rng.integers(128, 3000)))
        p = replace(draw_legal(KERNEL, q, CARD, rng), cluster=True, slices=int(rng.choice([2, 4, 8, 16])))
        if KERNEL.refusal(p, q, CARD) is not None:
            continue
        checked += 1
        text = KERNEL.source(p, q, CUDA_C)
        assert KERNEL.memory(p, q) == {}
        assert "partial" not in text
        assert f"__cluster_dims__(1, 1, {p.slices})" in text
        assert text.count("barrier.cluster.arrive.aligned") == text.count("barrier.cluster.wait.aligned") == 2
        assert text.rstrip().endswith("}")
        assert "return;" not in text.partition("barrier.cluster")[2]


def test_clusters_are_suggested_where_cuda_launches():
    """Few tiles of some thousand terms are cut so; OpenCL gets slices that meet in memory."""
    q = _product(101, 94, 3444, pure=True)
    chosen = choose(q, CARD)
    assert chosen.params.cluster
    assert not any(p.cluster for p in KERNEL.legal_suggestions(q, HOPPER))
    assert any(p.cluster for p in KERNEL.legal_suggestions(q, CARD))


class TestClusters(EmulatedConformance):
    """Each row of a tile is one work-group's, with the sums of all."""

    kernel, emulate, point = KERNEL, staticmethod(with_emulated_clusters), SMALL
    cases, faults, one_in = CASES, FAULTS, (9, 16)
