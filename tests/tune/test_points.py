"""What searches go through, and what they begin with: the candidates as they would serve."""

import dataclasses
from typing import Any

import msgspec
import pytest

from autoblas.devices.recording import AVX2_CPU, HOPPER, PLAIN_CPU, PLAIN_GPU, SMALL_GPU
from autoblas.errors import ArgumentError
from autoblas.kernels import kernels, serving
from autoblas.plan.choose import choose
from autoblas.plan.results import user_results
from autoblas.precision import FLOAT32, FLOAT64
from autoblas.problems import Matmul
from autoblas.problems.vector import Map
from autoblas.tune.points import MOST_STARTS, fits, point_of, refusals, search_space, starts
from support.database_cases import record_at

pytestmark = pytest.mark.usefixtures("own_results", "nothing_shipped")

PROBLEM = Matmul(200, 100, 300, FLOAT32)


@pytest.mark.parametrize("facts", [PLAIN_CPU, PLAIN_GPU, HOPPER, SMALL_GPU], ids=lambda f: f.name)
def test_a_search_begins_with_what_would_serve(facts):
    """So that what is kept can be no worse than what serves without it; every kernel is tried at its suggestion."""
    begin = starts(PROBLEM, facts)
    served = choose(PROBLEM, facts)
    assert (begin[0].kernel, begin[0].params, begin[0].words) == (served.kernel, served.params, served.origin)
    for kernel in serving(Matmul):
        params = kernel.suggested(PROBLEM, facts)
        assert params is None or (kernel, params) in [(each.kernel, each.params) for each in begin]
    assert len({(each.kernel.name, each.params) for each in begin}) == len(begin)


def test_records_come_first_and_those_that_would_not_serve_behind_those_that_would():
    """A record of a much smaller size is a start, not the first one."""
    user_results().add(
        [
            record_at(PLAIN_CPU, Matmul(9, 9, 9, FLOAT32), "gemm_direct", rm=8),
            record_at(PLAIN_CPU, PROBLEM, "gemm_direct", 1e-4, rm=2),
            record_at(PLAIN_CPU, PROBLEM, "gemm_direct", 9e-4, rm=4),
            record_at(PLAIN_CPU, Matmul(150, 100, 300, FLOAT32), "gemm_direct", rm=1),
        ]
    )
    begin = starts(PROBLEM, PLAIN_CPU)
    recorded = [each for each in begin if each.recorded]
    assert [each.params.rm for each in recorded] == [2, 1, 4, 8]
    assert [each.refusal is None for each in recorded] == [True, True, False, False]
    assert [each.origin for each in recorded] == ["here", "near", "here", "near"]
    assert begin[: len(recorded)] == recorded


def test_no_more_records_than_are_worth_trying():
    """The nearest few; what kernels suggest is not crowded out."""
    user_results().add(
        [
            record_at(PLAIN_CPU, Matmul(m, 100, 300, FLOAT32), "gemm_direct", rm=rm, rn=rn)
            for m in range(180, 200)
            for rm in (1, 2, 4)
            for rn in (1, 2, 4)
        ]
    )
    begin = starts(PROBLEM, PLAIN_CPU)
    assert sum(each.recorded for each in begin) <= MOST_STARTS
    assert any(not each.recorded for each in begin)


@pytest.mark.budget(3)
def test_a_sampled_space_has_the_points_that_a_search_begins_with():
    """Of a space of millions a sample is searched, and what is recorded is hardly ever in it by chance."""
    kernel, fixed = kernels()["gemm_panel"], {"kernel": "gemm_panel"}
    before = search_space(PROBLEM, AVX2_CPU, starts(PROBLEM, AVX2_CPU, fixed), fixed)
    others = (point_of(kernel, params) for params in kernel.space.sample(PROBLEM, AVX2_CPU, 64, seed=9))
    point = next(each for each in others if each not in before.points)
    values: dict[str, Any] = {name: value for name, value in point.items() if name != "kernel"}
    user_results().add([record_at(AVX2_CPU, PROBLEM, "gemm_panel", **values)])
    begin = starts(PROBLEM, AVX2_CPU, fixed)
    after = search_space(PROBLEM, AVX2_CPU, begin, fixed)
    assert after.points[after.start[0]] == point
    assert [after.points[index] for index in after.start] == [each.point for each in begin]
    assert [each for each in after.points if each != point] == before.points


@pytest.mark.parametrize("facts", [PLAIN_CPU, PLAIN_GPU], ids=lambda f: f.kind)
@pytest.mark.parametrize(
    "problem",
    [Map("axpy", 1 << 20, FLOAT32), pytest.param(Matmul(9, 8, 7, FLOAT64), marks=pytest.mark.budget(30))],
    ids=str,
)
def test_points_stand_for_the_choices_they_were_made_of(problem, facts):
    """The winner of a search is a kernel with parameters and helpers, and nothing is read back from its point."""
    space = search_space(problem, facts, starts(problem, facts))
    for point in space.points[:: max(1, len(space.points) // 7)]:
        choice = space.choice(problem, point, facts)
        assert point_of(choice.kernel, choice.params) == point
        assert choice.kernel.refusal(choice.params, problem, facts) is None
        assert len(choice.helpers) == len(choice.kernel.helpers(choice.params, problem))


def test_parameters_that_are_held():
    """Points, starts and suggestions have them; records with other values are left out."""
    user_results().add(
        [
            record_at(PLAIN_CPU, PROBLEM, "gemm_direct", rm=8, multiply="fma"),
            record_at(PLAIN_CPU, PROBLEM, "gemm_direct", 2e-6, rm=2, multiply="plain"),
        ]
    )
    fixed: dict[str, Any] = {"kernel": "gemm_direct,gemm_panel", "multiply": "plain"}
    begin = starts(PROBLEM, PLAIN_CPU, fixed)
    assert {each.kernel.name for each in begin} == {"gemm_direct", "gemm_panel"}
    assert [each.params.rm for each in begin if each.recorded] == [2]
    for each in begin:
        assert fits(each.point, fixed)
    assert starts(PROBLEM, PLAIN_CPU, {"kernel": "gemm_tile"})[0].kernel.name == "gemm_tile"


@pytest.mark.parametrize(
    ("fixed", "sentence"),
    [
        ({"kernel": "gemm_magic"}, "kernel: expected one of"),
        ({"kernel": "map"}, "kernel: expected one of"),
        ({"speed": 9}, "speed: expected one of the parameters a_bytes, .*, wy; got an unknown name"),
        ({"rm": 3.5}, "rm: expected one of 1, 2, 3, 4, .*; got 3.5"),
        ({"kernel": "gemm_skinny", "images": "ab"}, "images: expected one of"),
    ],
)
def test_what_cannot_be_held(fixed, sentence):
    """No kernel is called so, or none has such a parameter, or such a value of it."""
    with pytest.raises(ArgumentError, match=sentence):
        starts(PROBLEM, PLAIN_CPU, fixed)


def test_why_there_is_no_point():
    """Of each kernel that was asked for, the rule that refuses the most points, and as what does not hold."""
    doubles = dataclasses.replace(PROBLEM, precision=FLOAT64, accumulator=FLOAT64)
    fixed = {"kernel": "gemm_direct", "rm": 2}
    assert search_space(doubles, SMALL_GPU, starts(doubles, SMALL_GPU, fixed), fixed).points == []
    told = refusals(doubles, SMALL_GPU, fixed)
    count = kernels()["gemm_direct"].space.combinations({"rm": 2})
    assert (
        told == f"gemm_direct refuses {count} points (it requires that the device computes in this precision)"
    )


def test_a_record_that_cannot_be_read_is_no_start():
    """Nor one of a kernel that this version lacks."""
    record = record_at(PLAIN_CPU, PROBLEM, "gemm_direct")
    user_results().add(
        [
            msgspec.structs.replace(record, parameters={"rm": 3}),
            msgspec.structs.replace(record, kernel="gemm_lost", seconds=2e-6),
        ]
    )
    assert not any(each.recorded for each in starts(PROBLEM, PLAIN_CPU))
