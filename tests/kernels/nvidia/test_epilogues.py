"""A bias and an activation in the kernels for Hopper's matrix units, with the instructions as functions on the host."""

from dataclasses import replace
from typing import Any

import pytest

from autoblas.checks.product import trial_for
from autoblas.kernels import kernels
from autoblas.precision import BFLOAT16, FLOAT16, FLOAT32
from autoblas.problems import Matmul
from autoblas.testing.checks import assert_found, replacing
from support.host_cuda import needs_cpp
from support.host_hopper import HostHopper
from support.kernel_cases import choice_of
from support.wgmma_on_host import FACTS, planted

pytestmark = needs_cpp

FLOATS, HALVES = Matmul(139, 150, 300, FLOAT32), Matmul(139, 152, 130, BFLOAT16, accumulator=FLOAT32)
"""Two tiles by two or three with edges."""

PAIRS, LARGE = {"form": "half3", "tn": 64, "stages": 3}, {"tn": 128, "stages": 3}

CASES: tuple[tuple[str, Matmul, dict[str, Any]], ...] = (
    ("gemm_wgmma", replace(FLOATS, bias="cols", activation="gelu", pure=True), PAIRS),
    ("gemm_wgmma", replace(FLOATS, bias="rows", activation="gelu_tanh"), PAIRS | {"form": "tf32x3"}),
    ("gemm_wgmma", replace(FLOATS, c="any", bias="cols", activation="silu"), PAIRS),
    ("gemm_wgmma", replace(FLOATS, c="col", bias="rows"), PAIRS),
    ("gemm_wgmma", replace(FLOATS, n=192, activation="relu"), PAIRS | {"tn": 128}),
    ("gemm_halves", replace(HALVES, bias="cols", activation="relu"), LARGE),
    ("gemm_halves", replace(HALVES, bias="rows", activation="silu", pure=True), LARGE | {"copies": "tensor"}),
    ("gemm_halves", replace(HALVES, c="col", bias="rows", activation="relu"), LARGE),
    ("gemm_halves", replace(HALVES, n=131, type_a=FLOAT16, type_b=FLOAT16, precision=FLOAT16, bias="cols"), LARGE),
)  # fmt: skip


@pytest.mark.budget(one_in=9)
@pytest.mark.parametrize(("name", "problem", "values"), CASES, ids=lambda x: str(x)[:60])
def test_sums_leave_as_they_should(tmp_path, name, problem, values):
    """In pairs, one by one and in whole lines, once each, with the old C and without."""
    assert wrong(HostHopper(FACTS, tmp_path), name, problem, values) is None


FAULTS = (
    ("the bias is of the next column", r"int held_col = ", r"int held_col = 1 + "),
    ("the last columns have no bias", r"held_col < n \? ", "held_col + 4 < n ? "),
    ("another work-item holds it", r"2 \* t \+ 9\b", "2 * t + 8"),
    ("a sum is left as it is", r"sum5 = activation\(sum5 \+ added\d\);", ""),
)


@pytest.mark.budget(one_in=6)
@pytest.mark.parametrize(("name", "pattern", "by"), FAULTS, ids=lambda x: str(x)[:40])
def test_a_planted_fault_is_detected(tmp_path, name, pattern, by):
    """The case passes as it is."""
    problem = replace(FLOATS, bias="cols", activation="silu", pure=True)
    assert_found(wrong(planted(tmp_path, replacing(pattern, by)), "gemm_wgmma", problem, PAIRS))


def wrong(host: HostHopper, name: str, problem: Matmul, values: dict[str, Any]) -> str | None:
    """Verdict of a check of a point."""
    kernel = kernels()[name]
    params = kernel.space.point(values)
    assert kernel.refusal(params, problem, host.facts) is None
    return trial_for(host, host.queue(), problem).check(choice_of(kernel, params, problem, host.facts))
