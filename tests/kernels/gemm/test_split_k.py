"""Slices of the depth in one launch: the work-group that ends last brings the sums of all of them into C."""

from typing import Any

import pytest

from autoblas.devices.recording import HOPPER, PLAIN_GPU
from autoblas.kernels import kernels
from autoblas.precision import COMPLEX64, COMPLEX128, FLOAT16, FLOAT32, FLOAT64
from autoblas.problems import Matmul
from autoblas.testing.checks import assert_found, replacing
from support.emulated_ptx import with_emulation
from support.kernel_checks import verdict

DMMA = {"tm": 32, "tn": 32, "wm": 16, "wn": 16, "last": True}
FFMA = {"tm": 32, "tn": 32, "rn": 4, "last": True}
SKINNY = {"lanes": 1, "tiles": 1, "deep": 32, "unroll": 1, "last": True}

CASES: tuple[tuple[str, dict[str, Any], Matmul], ...] = (
    ("gemm_dmma", DMMA | {"slices": 4}, Matmul(20, 39, 530, FLOAT64, items=2)),
    ("gemm_dmma", DMMA | {"slices": 2}, Matmul(70, 33, 260, COMPLEX128, "any", "any", "any", conjugate="a")),
    ("gemm_dmma", DMMA | {"slices": 2, "band": 1}, Matmul(67, 67, 260, FLOAT64, part="upper")),
    ("gemm_dmma", DMMA | {"slices": 2}, Matmul(40, 40, 260, COMPLEX128, part="lower", hermitian=True)),
    ("gemm_ffma", FFMA | {"slices": 2}, Matmul(40, 33, 260, COMPLEX64, "col", "row", items=2, listed=True)),
    ("gemm_ffma", FFMA | {"slices": 4, "teams": 4, "tk": 32}, Matmul(37, 70, 530, FLOAT32, "row", "col")),
    ("gemm_skinny", SKINNY | {"slices": 4}, Matmul(131, 1, 530, FLOAT64, pure=True)),
    (
        "gemm_skinny",
        SKINNY | {"slices": 2, "items": 8},
        Matmul(3, 70, 260, COMPLEX128, conjugate="b", items=3),
    ),
    ("gemm_skinny", SKINNY | {"slices": 2, "items": 8, "each": 2}, Matmul(1, 131, 301, FLOAT16)),
    ("gemm_skinny", SKINNY | {"slices": 2, "lanes": 4}, Matmul(5, 70, 300, COMPLEX64, "row", "col", "any")),
)
"""Each kernel with tiles that C fills and that it does not, triangles, batches, lists and any order."""


@pytest.mark.budget(one_in=2)
@pytest.mark.parametrize(
    ("name", "values", "problem"), CASES, ids=lambda x: str(x) if isinstance(x, Matmul) else ""
)
def test_the_text_computes_the_right_result(emulating, name, values, problem):
    """Again and again: whoever is last leaves the counts as they were."""
    emulated = with_emulation(kernels()[name])
    for _ in range(2):
        assert verdict(emulating, emulated, values, problem) is None


FAULTS: tuple[tuple[str, str, str], ...] = (
    ("a slice is left out", r"s < 4;", "s < 3;"),
    ("a work-group before the last adds too", r"if \(before\[0\] != 3\) return", "if (before[0] < 2) return"),
    ("the count stays", r"arrived\[meeting\] = 0;", ";"),
    ("tiles share a counter", r"(meeting =) .*;", r"\1 0;"),
    ("slices of another place are added", r"total0 \+= (.*) \+ s \* size", r"total0 += \1 + s * (size - 1)"),
)


@pytest.mark.usefixtures("own_memory")
@pytest.mark.parametrize(("pattern", "by"), [fault[1:] for fault in FAULTS], ids=[f[0] for f in FAULTS])
def test_a_planted_fault_is_detected(emulating, pattern, by):
    """In one of a few runs."""
    planted = with_emulation(kernels()["gemm_skinny"], replacing(pattern, by))
    values = SKINNY | {"slices": 4, "items": 8}
    verdicts = [verdict(emulating, planted, values, Matmul(2, 131, 530, FLOAT64)) for _ in range(3)]
    assert_found(next(filter(None, verdicts), None))


@pytest.mark.parametrize(
    ("values", "problem", "facts", "sentence"),
    [
        (SKINNY, Matmul(1, 131, 301, FLOAT64), HOPPER, "there are slices for the last work-group to add"),
        (
            SKINNY | {"slices": 2},
            Matmul(1, 131, 301, FLOAT64),
            PLAIN_GPU,
            "work-groups see what others wrote before they counted themselves",
        ),
        (
            SKINNY | {"slices": 2, "deep": 1},
            Matmul(1, 131, 301, FLOAT64),
            HOPPER,
            "a work-group of several work-items adds slices",
        ),
    ],
    ids=["no slices", "no promise", "one work-item"],
)
def test_what_cannot_meet_is_refused(values, problem, facts, sentence):
    """Each rule has its sentence."""
    kernel = kernels()["gemm_skinny"]
    assert kernel.refusal(kernel.space.point(values), problem, facts) == sentence
