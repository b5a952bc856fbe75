"""Kernels with models of their time: that the models are near what was measured, and that choices follow them."""

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from autoblas.devices.languages import CUDA
from autoblas.devices.recording import HOPPER, PLAIN_GPU
from autoblas.kernels import kernels, serving
from autoblas.kernels.costs import OF_ARRAYS
from autoblas.kernels.kernel import Kernel
from autoblas.kernels.models.coefficients import coefficients
from autoblas.kernels.nvidia.hmma import model as hmma
from autoblas.plan.candidates import SUGGESTED, rank
from autoblas.plan.choose import choose
from autoblas.plan.results import user_results
from autoblas.precision import COMPLEX64, COMPLEX128, FLOAT16, FLOAT32, FLOAT64, Precision
from autoblas.problems import Matmul
from support.database_cases import record_at

pytestmark = pytest.mark.usefixtures("nothing_shipped", "own_results")

BY_CUDA = replace(HOPPER, extensions=(CUDA,))

IN_SLICES = {"form": "tf32x3", "tk": 64, "teams": 2, "slices": 16, "band": 1, "a_bytes": 4, "b_bytes": 4}
"""Eight tiles in 16 slices each, of which seven find room as clusters."""

MEASURED: list[tuple[str, tuple[int, int, int], Precision, dict[str, Any], float]] = [
    ("gemm_wgmma", (4096, 4096, 4096), FLOAT32, {"form": "half3", "tn": 128, "joint": 2}, 638e-6),
    ("gemm_wgmma", (700, 900, 20000), FLOAT32, {"form": "half3", "tn": 64, "stages": 4, "joint": 4}, 275e-6),
    ("gemm_wgmma", (3072, 3072, 3072), FLOAT32, {"form": "tf32x3", "tn": 64, "joint": 2}, 545e-6),
    ("gemm_wgmma", (4096, 4096, 4096), FLOAT32, {"form": "half1", "tn": 256, "turns": False}, 257e-6),
    ("gemm_wgmma", (8192, 8192, 2048), FLOAT32, {"form": "half1", "tn": 128, "turns": False}, 587e-6),
    ("gemm_wgmma", (4096, 4096, 4096), FLOAT16, {"form": "half", "tn": 256, "turns": False}, 240e-6),
    ("gemm_wgmma", (3000, 3000, 3000), FLOAT16, {"form": "half", "tn": 64, "turns": False}, 148e-6),
    ("gemm_wgmma", (172, 937, 4614), FLOAT32, {"tn": 64, "stages": 4, "slices": 4}, 44.6e-6),
    ("gemm_halves", (640, 720, 24000), FLOAT16, {"tn": 128, "stages": 6, "slices": 4}, 68.9e-6),
    ("gemm_halves", (8192, 8192, 64), FLOAT16, {"tn": 256, "stages": 4}, 45.0e-6),
    ("gemm_wgmma", (8192, 8192, 64), FLOAT32, {"form": "tf32", "tn": 256, "turns": False}, 107.6e-6),
    ("gemm_hmma", (13, 13, 13), FLOAT16, {"tm": 16, "tn": 8, "tk": 64, "wm": 16, "wn": 8, "teams": 4, "a_bytes": 2, "b_bytes": 2}, 3.8e-6),
    ("gemm_hmma", (1165, 2070, 49), FLOAT32, {"form": "parts", "tk": 32, "a_bytes": 4, "b_bytes": 8}, 14.7e-6),
    ("gemm_hmma", (1158, 1158, 1158), FLOAT32, {"form": "tf32x3", "tk": 32, "a_bytes": 8, "b_bytes": 8, "band": 1}, 82.0e-6),
    ("gemm_hmma", (476, 57, 15687), FLOAT32, IN_SLICES, 33.3e-6),
    ("gemm_hmma", (476, 57, 15687), FLOAT32, {**IN_SLICES, "cluster": True}, 59.4e-6),
    ("gemm_hmma", (2749, 6526, 5), FLOAT32, {"form": "plain", "tm": 128, "tk": 16, "stages": 2, "a_bytes": 4, "b_bytes": 4}, 39.8e-6),
    ("gemm_ffma", (4096, 4096, 4096), FLOAT32, {"tm": 128, "tn": 256}, 2661e-6),
    ("gemm_ffma", (4096, 4096, 16), FLOAT32, {"tm": 128, "tn": 256}, 35.3e-6),
    ("gemm_small", (8192, 8192, 64), FLOAT32, {"tm": 64, "tn": 64, "tk": 32}, 243e-6),
    ("gemm_ffma", (2048, 2048, 2048), COMPLEX64, {"tm": 128, "tn": 256, "loop": "counted"}, 1395e-6),
    ("gemm_dmma", (4096, 4096, 4096), FLOAT64, {}, 2269e-6),
    ("gemm_direct", (14812, 9852, 4), COMPLEX64, {"wx": 32, "wy": 4, "rm": 4, "rn": 4, "apart": True}, 399e-6),
    ("gemm_direct", (8659, 3140, 1), FLOAT64, {"wx": 32, "wy": 4, "rm": 4, "rn": 4, "apart": True}, 51e-6),
    ("gemm_skinny", (1, 5000, 700), COMPLEX64, {"lanes": 1, "each": 4, "tiles": 1, "items": 8, "deep": 32, "unroll": 8}, 9.0e-6),
    ("gemm_skinny", (10, 1, 3563), COMPLEX128, {"lanes": 1, "tiles": 1, "deep": 128, "unroll": 4, "slices": 4, "last": True}, 5.2e-6),
    ("gemm_dmma", (1024, 1024, 1024), FLOAT64, {"tm": 64, "tn": 64, "wm": 32, "wn": 32, "stages": 4}, 47e-6),
]  # fmt: skip
"""Kernel, sizes, type, parameters, and seconds on an H200; of ``gemm_hmma`` with floats on an H100."""


def expected(kernel: Kernel, params: Any, problem: Matmul) -> float:
    """Seconds that a kernel's model predicts on an H200."""
    seconds = kernel.expected(params, problem, HOPPER)
    assert seconds is not None
    return seconds


@pytest.mark.parametrize(("name", "sizes", "precision", "values", "seconds"), MEASURED)
def test_models_are_near_what_was_measured(name, sizes: tuple[int, int, int], precision, values, seconds):
    """Within a quarter, where a model was fitted."""
    kernel, problem = kernels()[name], Matmul(*sizes, precision)
    params = kernel.space.point(values)
    assert kernel.expected(params, problem, HOPPER) == pytest.approx(seconds, rel=0.25)


@pytest.mark.parametrize(
    ("problem", "expected"),
    [
        (Matmul(4096, 4096, 4096, FLOAT32), "gemm_wgmma"),
        (Matmul(4096, 4096, 4096, FLOAT32, accuracy="strict"), "gemm_ffma"),
        (Matmul(512, 512, 512, FLOAT32), "gemm_hmma"),
        (Matmul(1024, 1024, 1024, FLOAT32), "gemm_wgmma"),
        (Matmul(172, 937, 4614, FLOAT32), "gemm_wgmma"),
        (Matmul(640, 720, 24000, FLOAT16), "gemm_halves"),
        (Matmul(512, 512, 512, FLOAT32, accuracy="strict"), "gemm_ffma"),
        (Matmul(16, 4096, 4096, FLOAT32), "gemm_hmma"),
        (Matmul(1, 4096, 4096, FLOAT32), "gemm_skinny"),
        (Matmul(2, 500, 3000, FLOAT32, accuracy="strict"), "gemm_skinny"),
        (Matmul(2749, 6526, 5, FLOAT32, accuracy="strict"), "gemm_direct"),
        (Matmul(26, 86, 7071, FLOAT32), "gemm_hmma"),
        (Matmul(75, 12, 9798, FLOAT32, "row", "col"), "gemm_hmma"),  # 5.8 us, gemm_skinny 10.2
        (Matmul(2, 500, 3000, FLOAT32, "any"), "gemm_skinny"),
        (Matmul(4096, 32, 4096, FLOAT16), "gemm_halves"),
        (Matmul(1, 4096, 4096, FLOAT16), "gemm_hmma"),
        (Matmul(47, 47, 47, FLOAT16), "gemm_hmma"),
        (Matmul(20, 12, 13809, FLOAT16), "gemm_hmma"),
        (Matmul(12449, 2511, 9, FLOAT16), "gemm_hmma"),
        (Matmul(2048, 2048, 2048, FLOAT16), "gemm_halves"),
        (Matmul(1959, 1959, 1959, FLOAT16), "gemm_wgmma"),
        (Matmul(782, 782, 782, FLOAT16, "col", "col"), "gemm_wgmma"),  # 10.4 us, gemm_hmma 22.4
        (Matmul(8, 8192, 8192, FLOAT64), "gemm_dmma"),
        (Matmul(48, 6000, 5000, COMPLEX64), "gemm_ffma"),
        (Matmul(1, 9, 2698, COMPLEX128), "gemm_skinny"),
        (Matmul(1, 1, 244, COMPLEX128), "gemm_skinny"),
        (Matmul(4, 18, 15148, FLOAT64, "row", "col"), "gemm_skinny"),
        (Matmul(24, 207, 981, FLOAT64), "gemm_dmma"),
        (Matmul(14812, 9852, 4, COMPLEX64), "gemm_direct"),
        (Matmul(8659, 3140, 1, FLOAT64), "gemm_direct"),
    ],
    ids=str,
)
def test_the_kernel_that_should_be_fastest_is_suggested(problem, expected):
    """Whatever the shape, by the seconds that models predict; a vector goes to the kernel made for it."""
    choice = choose(problem, HOPPER)
    assert choice.kernel.name in expected.split(" or ")
    assert choice.origin == SUGGESTED


def test_tiles_that_wait_for_memory_are_told_apart():
    """The longer of two times does not hide all of the shorter: stages of 128 terms took 21 us here, of 64 terms 31."""
    kernel, problem = kernels()["gemm_hmma"], Matmul(7, 7843, 2336, FLOAT16, accumulator=FLOAT32)
    tile = {"tm": 8, "tn": 32, "wm": 8, "wn": 16, "turned": True, "stages": 2, "b_bytes": 2}
    deep, flat = (kernel.space.point({**tile, "tk": 32 * teams, "teams": teams}) for teams in (4, 2))
    assert expected(kernel, deep, problem) < 0.97 * expected(kernel, flat, problem)


def test_suggestions_come_in_the_order_of_their_predictions():
    """The first legal suggestion of a kernel is the one that its model prefers."""
    for problem in (Matmul(700, 900, 20000, FLOAT32), Matmul(3000, 3000, 3000, FLOAT16)):
        for kernel in serving(Matmul):
            legal = list(kernel.legal_suggestions(problem, HOPPER))
            times = [kernel.expected(params, problem, HOPPER) for params in legal]
            seconds = [each for each in times if each is not None]
            assert not seconds or min(seconds) == pytest.approx(seconds[0])


def test_a_record_at_another_size_gives_way_to_a_better_suggestion():
    """Tiles without slices were best for a square; they do not serve a sum 32 times as long."""
    square, deep = (Matmul(512, 512, k, FLOAT32, accuracy="strict") for k in (512, 4096))
    kernel = kernels()["gemm_ffma"]
    seconds = expected(kernel, kernel.space.point({"tm": 128, "tn": 256}), square)
    record = record_at(HOPPER, square, "gemm_ffma", seconds, tm=128, tn=256)
    user_results().add([record])
    assert choose(square, HOPPER).origin == "measured here at this size"
    served = choose(deep, HOPPER)
    assert served.origin == SUGGESTED
    assert (served.params.tm, served.params.tn) != (128, 256)
    (reason,) = {reason for label, reason in served.excluded.items() if "512x512x512" in label}
    assert "what gemm_ffma suggests for this size is no faster" in reason


def test_a_record_near_by_serves_where_the_model_sees_no_difference():
    """What was measured counts more than a model that says about the same."""
    here, near = Matmul(4096, 4096, 4096, FLOAT64), Matmul(4000, 4100, 4096, FLOAT64)
    kernel = kernels()["gemm_dmma"]
    best = kernel.suggested(here, HOPPER)
    seconds = 0.8 * expected(kernel, best, here)
    user_results().add([record_at(HOPPER, here, "gemm_dmma", seconds, band=4)])
    choice = choose(near, HOPPER)
    assert choice.origin == "measured here at 4096x4096x4096"
    assert choice.params.band == 4


def test_a_slow_record_of_a_kernel_without_a_model_gives_way():
    """Its time is scaled with the operations, and compared with what models promise."""
    small, large = Matmul(256, 256, 256, FLOAT16), Matmul(1024, 1024, 1024, FLOAT16)
    user_results().add([record_at(HOPPER, small, "gemm_direct", 18e-6)])
    assert choose(small, HOPPER).kernel.name == "gemm_direct"
    chosen = choose(large, HOPPER)
    assert expected(chosen.kernel, chosen.params, large) > 0


def test_all_farther_records_give_way_with_the_nearest():
    """A slower record of another kernel does not serve where the best one near by would not."""
    square, deep = (Matmul(512, 512, k, FLOAT32, accuracy="strict") for k in (512, 4096))
    kernel = kernels()["gemm_ffma"]
    seconds = expected(kernel, kernel.space.point({"tm": 128, "tn": 256}), square)
    best = record_at(HOPPER, square, "gemm_ffma", seconds, tm=128, tn=256)
    user_results().add([best, record_at(HOPPER, square, "gemm_tile", 1.2 * seconds)])
    assert choose(deep, HOPPER).origin == SUGGESTED


def test_other_devices_know_no_models():
    """Where no kernel has a model that can run, nothing is predicted, and preferences and bytes decide."""
    problem = Matmul(300, 200, 100, FLOAT32)
    suggested = [(kernel, kernel.suggested(problem, PLAIN_GPU)) for kernel in serving(Matmul)]
    legal = [(kernel, params) for kernel, params in suggested if params is not None]
    assert legal
    assert all(kernel.expected(params, problem, PLAIN_GPU) is None for kernel, params in legal)
    kernel = choose(problem, PLAIN_GPU).kernel
    ranked = rank(kernel, kernel.suggested(problem, PLAIN_GPU), problem, PLAIN_GPU)
    assert ranked[1] == -kernel.preference(problem, PLAIN_GPU)


@pytest.mark.parametrize("facts", [HOPPER, BY_CUDA])
@pytest.mark.parametrize("accuracy", ["standard", "strict"])
@pytest.mark.parametrize("sizes", [(1134, 1134, 1134), (3, 700, 5000), (50, 4000, 30)])
def test_numbers_and_arrays_give_the_same_times(sizes: tuple[int, int, int], accuracy, facts):
    """A point of ``gemm_hmma`` takes as long alone, by ordinary numbers, as among others, by NumPy's functions."""
    q = Matmul(*sizes, FLOAT32, accuracy=accuracy)
    kernel = kernels()["gemm_hmma"]
    for params in kernel.legal_suggestions(q, facts):
        x = hmma.points_of([params], q)
        tiles = np.array([math.ceil(q.m / params.tm) * math.ceil(q.n / params.tn)], float)
        cut = np.array([params.slices], float), np.array([params.cluster])
        fitted = coefficients("gemm_hmma", facts).forms[params.form]
        cycles = hmma.cycles(x, cut, tiles, q, facts, fitted, OF_ARRAYS)
        assert cycles[0] / (facts.clock_mhz * 1e6) == kernel.expected(params, q, facts)


@pytest.mark.parametrize(
    "name", ["gemm_dmma", "gemm_ffma", "gemm_halves", "gemm_hmma", "gemm_skinny", "gemm_wgmma"]
)
@pytest.mark.parametrize("sizes", [(1134, 1134, 1134), (300, 3, 9000), (200, 90, 40)])
@pytest.mark.parametrize("precision", [FLOAT16, FLOAT32, FLOAT64, COMPLEX64])
def test_what_is_suggested_first_is_what_the_model_times_least(name, sizes: tuple[int, int, int], precision):
    """Slices that are timed together, and tables that are prepared, give the order that single points have."""
    q, kernel = Matmul(*sizes, precision), kernels()[name]
    times = [kernel.expected(params, q, HOPPER) or 0.0 for params in kernel.legal_suggestions(q, HOPPER)]
    assert times == sorted(times)
