"""Results of ``gemm_halves``, on the host: copies of either kind, all orders, edges, batches and triangles.

Its text in CUDA C++ is compiled for the host with functions for the instructions (``support.host_hopper``).
"""

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from autoblas.checks.product import trial_for
from autoblas.kernels import kernels
from autoblas.precision import BFLOAT16, FLOAT16, FLOAT32
from autoblas.problems import Matmul
from autoblas.testing.checks import replacing
from support.cuda_samples import CARD
from support.host_cuda import needs_cpp
from support.host_hopper import HostHopper
from support.kernel_cases import choice_of

pytestmark = needs_cpp

KERNEL = kernels()["gemm_halves"]

FACTS = replace(CARD, local_bytes=232448)

EVEN = Matmul(136, 152, 200, FLOAT16, accumulator=FLOAT32)
"""Two tiles by two or three of them, with edges, and a last block that is not full; dense lines begin where maps need it."""

PROBLEMS = {
    "rows": EVEN,
    "row by col": replace(EVEN, b="col", type_a=BFLOAT16, type_b=BFLOAT16, precision=BFLOAT16),
    "col by row": replace(EVEN, a="col", precision=FLOAT32),
    "cols": replace(EVEN, a="col", b="col", part="lower"),
    "batch": replace(EVEN, items=2, shared="b", pure=True),
    "odd lines": replace(EVEN, m=135, n=151, k=199),
}

WAYS: dict[str, dict[str, Any]] = {
    "items": {"tn": 64, "stages": 3},
    "tensor": {"tn": 64, "stages": 3, "copies": "tensor"},
    "wide": {"tn": 128, "stages": 4, "copies": "tensor", "groups": 60},
}


def failure(host: HostHopper, way: str, problem: Matmul) -> str | None:
    """The fault in the results of a point; None if there is none."""
    params = KERNEL.space.point(WAYS[way])
    return trial_for(host, host.queue(), problem).check(choice_of(KERNEL, params, problem, FACTS))


@pytest.mark.budget(one_in=18)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", PROBLEMS)
def test_products_are_right_on_the_host(tmp_path, name, way):
    """Integers to the bit, reals within the bound, at the full size and at a ragged one."""
    assert failure(HostHopper(FACTS, tmp_path), way, PROBLEMS[name]) is None


@pytest.mark.budget(one_in=4)
@pytest.mark.parametrize("steps", ["backwards", "none"])
@pytest.mark.parametrize("order", ["row", "col"])
def test_lines_that_maps_cannot_tell_of(tmp_path, order, steps):
    """Lines of A in reverse, and one that is all of them, are copied by work-items; so they are of B."""
    problem = replace(EVEN, a=order, b=order)
    host = HostHopper(FACTS, tmp_path)
    trial: Any = trial_for(host, host.queue(), problem)
    for operands in (trial.integers, trial.fractions):
        for name in "ab":
            turn(operands, name, backwards=steps == "backwards")
    trial.reals = type(trial.reals)(problem, trial.fractions, trial.rng)
    params = KERNEL.space.point(WAYS["tensor"])
    assert trial.check(choice_of(KERNEL, params, problem, FACTS)) is None


def turn(operands: Any, name: str, *, backwards: bool) -> None:
    """Let an operand's lines be read from the last to the first, or the first one in place of all."""
    values, stored = getattr(operands, name), getattr(operands, f"stored_{name}")
    by_rows = stored.view.col_stride == 1
    axis, field = (1, "row_stride") if by_rows else (2, "col_stride")
    pitch, last = getattr(stored.view, field), values.shape[axis] - 1
    stored.view = stored.view._replace(**{field: -pitch if backwards else 0})
    stored.offset += pitch * last if backwards else 0
    first = np.take(values, [0], axis)
    setattr(operands, name, np.flip(values, axis) if backwards else np.broadcast_to(first, values.shape))


@pytest.mark.budget(one_in=8)
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [%0], 3;", "fence.a.mode;"),
        ('"r"(l), "r"(tile_col * 64)', '"r"(l), "r"(tile_row * 64)'),
        ("tensormap.cp_fenceproxy", "fence.instead"),
    ],
)
def test_faults_in_maps_are_noticed(tmp_path, old, new):
    """A field that is not set, a wrong corner, a map that is not published: the copies by maps are what is checked."""
    host = HostHopper(FACTS, tmp_path, replacing(re.escape(old), new))
    with pytest.raises(AssertionError):  # raised here, or because work-items wait for ever
        assert failure(host, "tensor", replace(EVEN, b="col")) is None


def test_lines_beyond_the_last_column_are_noticed(tmp_path):
    """Tiles at the right edge store whole lines of what exists, and nothing else."""
    problem = replace(EVEN, pure=True)
    assert failure(HostHopper(FACTS, tmp_path), "tensor", problem) is None
    host = HostHopper(FACTS, tmp_path, replacing(r"if \(to < m && [^<]* < n\)", "if (to < m)"))
    assert failure(host, "tensor", problem) is not None
