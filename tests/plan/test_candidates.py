"""The one statement of the candidates for a problem: their order, their reasons, and what serves by it."""

import dataclasses
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoblas.devices.device import Facts
from autoblas.devices.recording import AVX2_CPU, HOPPER, INTEL_GPU, NEON_CPU, PLAIN_CPU, PLAIN_GPU, SMALL_GPU
from autoblas.errors import NoKernelError
from autoblas.kernels import kernels, serving
from autoblas.kernels.space import Space
from autoblas.plan import candidates as candidates_of
from autoblas.plan.candidates import Candidate, Excluded, candidates, reason, suggestions
from autoblas.plan.choose import choices, choose, tried
from autoblas.plan.results import user_results
from autoblas.precision import COMPLEX64, FLOAT16, FLOAT32, FLOAT64
from autoblas.problems import Matmul, Pack
from autoblas.problems.matrix import MatrixCopy
from autoblas.problems.vector import Map, Reduce
from support.database_cases import record_at

DEVICES = (PLAIN_CPU, AVX2_CPU, NEON_CPU, PLAIN_GPU, HOPPER, SMALL_GPU, INTEL_GPU)
PROBLEM = Matmul(64, 64, 64, FLOAT32)

nothing_known = pytest.mark.usefixtures("own_results", "nothing_shipped")


def legal(problem: Any, facts: Facts) -> list[Candidate]:
    """The candidates that can run."""
    return [candidate for candidate in candidates(problem, facts) if isinstance(candidate, Candidate)]


sizes = st.integers(0, 11).map(lambda power: 2**power) | st.integers(1, 3000)
types = st.sampled_from((FLOAT32, FLOAT64, FLOAT16, COMPLEX64))
orders = st.sampled_from(("row", "col", "any"))
accuracies = st.sampled_from(("standard", "strict", "fast"))
products = st.builds(Matmul, sizes, sizes, sizes, types, orders, orders, accuracy=accuracies)
other_sizes = st.one_of(
    st.builds(Map, st.sampled_from(("axpy", "scal", "copy")), sizes, types),
    st.builds(Reduce, st.sampled_from(("dot", "sum")), sizes, st.sampled_from((FLOAT32, FLOAT64))),
    st.builds(Pack, sizes, sizes, st.sampled_from((4, 16)), types, st.sampled_from(("row", "col"))),
)


@given(problem=products | other_sizes, facts=st.sampled_from(DEVICES))
def test_the_first_that_nothing_excludes_serves(problem, facts):
    """With what ships: served is the first of the statement whose helpers can be had, with its words and seconds."""
    stated = list(candidates(problem, facts))
    becomes = list(tried(problem, facts, stated))
    assert len(becomes) == len(stated)
    first = next(((a, b) for a, b in zip(stated, becomes, strict=True) if not isinstance(b, Excluded)), None)
    if first is None:
        with pytest.raises(NoKernelError):
            choose(problem, facts)
        return
    stands, choice = first
    assert isinstance(stands, Candidate)
    assert stands.refusal is None
    assert (choice.kernel, choice.params, choice.origin, choice.seconds) == (
        stands.kernel,
        stands.params,
        stands.words,
        stands.seconds,
    )
    served = choose(problem, facts)
    assert dataclasses.replace(served, excluded={}) == choice
    before = becomes[: becomes.index(choice)]
    assert served.excluded.keys() == {
        candidate.label for candidate in before if isinstance(candidate, Excluded)
    }


@given(problem=products | other_sizes, facts=st.sampled_from(DEVICES))
def test_every_candidate_can_run_and_every_kernel_is_named(problem, facts):
    """Points obey the rules; a kernel is among the suggestions, with a reason, or excluded by a rule."""
    stated = list(candidates(problem, facts))
    for candidate in stated:
        if isinstance(candidate, Candidate):
            assert candidate.kernel.refusal(candidate.params, problem, facts) is None
            assert candidate.recorded == (candidate.seconds > 0)
    last = suggestions(problem, facts)
    assert stated[len(stated) - len(last) :] == last
    unpublished = [
        candidate for candidate in last if isinstance(candidate, Excluded) or candidate.origin != "published"
    ]
    assert {candidate.label for candidate in unpublished} == {
        kernel.name for kernel in serving(type(problem))
    }
    for candidate in last:
        if isinstance(candidate, Candidate):
            assert candidate.refusal is None
            assert candidate.origin in {"published", "suggested", "default"}
            assert reason(candidate.kernel, candidate.params, problem, facts)
        else:
            assert candidate.refusal in [
                rule.sentence
                for kernel in [kernels()[candidate.label]]
                for rule in (*kernel.space.requirements, *kernel.space.rules)
            ]


@nothing_known
def test_a_call_asks_only_kernels_that_may_come_first(monkeypatch):
    """Where one has a model, none without is asked, nor one for other kinds of device; the statement asks all."""
    asked: list[str] = []
    original = candidates_of._first

    def noted(kernel, *rest):
        asked.append(kernel.name)
        return original(kernel, *rest)

    monkeypatch.setattr(candidates_of, "_first", noted)
    problem = Matmul(500, 500, 500, FLOAT32)
    served = choose(problem, HOPPER)
    assert served.kernel.name in asked
    assert not {"gemm_block", "gemm_panel", "gemm_subgroup", "gemm_tile"}.intersection(asked)
    asked.clear()
    assert "gemm_dmma" in served.excluded  # which is found out now
    assert {kernel.name for kernel in serving(Matmul)} == set(asked)


@nothing_known
def test_a_call_leaves_records_out_by_their_sizes(monkeypatch):
    """What is too far is not read; the statement says of it that it is."""
    user_results().add([record_at(HOPPER, Matmul(16, 16, 16, FLOAT32), "gemm_direct")])
    read: list[Any] = []
    point = Space.point

    def noted(space, values):
        read.append(values)
        return point(space, values)

    monkeypatch.setattr(Space, "point", noted)
    problem = Matmul(1000, 1000, 1000, FLOAT32)
    recorded = record_at(HOPPER, problem, "gemm_direct").parameters
    served = choose(problem, HOPPER)
    assert recorded not in read
    assert "doublings away" in served.excluded["gemm_direct (measured here at 16x16x16)"]
    assert recorded in read


@nothing_known
def test_where_records_come_from():
    """This problem, another size or class, another device; each in one word and in a sentence."""
    elsewhere = dataclasses.replace(PLAIN_GPU, name="another GPU")
    larger, related = (dataclasses.replace(PROBLEM, m=80), dataclasses.replace(PROBLEM, a="col"))
    user_results().add(
        [
            record_at(elsewhere, PROBLEM, "gemm_direct", 1e-6),
            record_at(PLAIN_GPU, related, "gemm_direct", 2e-6),
            record_at(PLAIN_GPU, larger, "gemm_direct", 3e-6),
            record_at(PLAIN_GPU, PROBLEM, "gemm_direct", 4e-6),
        ]
    )
    recorded = [
        (candidate.origin, candidate.words) for candidate in legal(PROBLEM, PLAIN_GPU) if candidate.recorded
    ]
    assert recorded == [
        ("here", "measured here at this size"),
        ("near", "measured here at 80x64x64"),
        ("elsewhere", "measured here on another GPU (no platform) at this size"),
        ("near", f"measured here at this size for {related.signature}"),
    ]


@nothing_known
def test_no_record_is_listed_twice():
    """Also where a problem is served by records of another accuracy and of all of C."""
    whole = Matmul(512, 512, 512, FLOAT32)
    user_results().add([record_at(PLAIN_CPU, whole, "gemm_direct", s * 1e-6, rm=s) for s in (1, 2)])
    asked = dataclasses.replace(whole, part="lower", accuracy="strict")
    assert [candidate.seconds for candidate in legal(asked, PLAIN_CPU) if candidate.recorded] == [1e-6, 2e-6]


@nothing_known
def test_a_suggestion_behind_records_does_not_say_that_nothing_was_measured():
    """Something was, and did not serve; what is said of the suggestion is true all the same."""
    user_results().add([record_at(PLAIN_CPU, Matmul(16, 16, 16, FLOAT32), "gemm_direct")])
    choice = choose(Matmul(1000, 1000, 1000, FLOAT32), PLAIN_CPU)
    assert choice.origin == "suggested by the kernel"
    assert "gemm_direct (measured here at 16x16x16)" in choice.excluded


@nothing_known
def test_where_all_that_a_kernel_suggests_is_refused():
    """Its first legal point is a candidate, and is not called a suggestion."""
    problem, kernel = Matmul(64, 64, 64, FLOAT32), kernels()["gemm_tile"]
    assert next(kernel.legal_suggestions(problem, SMALL_GPU), None) is None
    (only,) = [candidate for candidate in legal(problem, SMALL_GPU) if candidate.kernel is kernel]
    assert (only.origin, only.params) == ("default", next(kernel.space.points(problem, SMALL_GPU)))
    assert only.words == "the kernel's first legal point, as rules refuse all that it suggests"


@nothing_known
def test_kernels_that_were_not_asked_for_have_no_say_about_records():
    """Nor need they have what is held fixed: no tile of ``gemm_panel`` has two rows."""
    user_results().add([record_at(PLAIN_CPU, Matmul(65, 64, 64, FLOAT32), "gemm_direct", 1e-3, rm=2)])
    fixed = {"kernel": "gemm_direct", "rm": 2}
    stated = list(candidates(PROBLEM, PLAIN_CPU, fixed))
    assert [candidate.kernel.name for candidate in stated if isinstance(candidate, Candidate)] == [
        "gemm_direct"
    ] * 2
    assert [candidate.origin for candidate in stated if isinstance(candidate, Candidate)] == [
        "near",
        "suggested",
    ]


@nothing_known
def test_times_are_told_of_the_record_that_they_are_of():
    """Records behind the one that gave way to a suggestion give way with it, and name no times of another."""
    square, deep = (Matmul(512, 512, k, FLOAT32, accuracy="strict") for k in (512, 4096))
    kernel = kernels()["gemm_ffma"]
    params = kernel.space.point({"tm": 128, "tn": 256})
    seconds, later = (kernel.expected(params, problem, HOPPER) for problem in (square, deep))
    assert seconds is not None
    assert later is not None
    best = record_at(HOPPER, square, "gemm_ffma", seconds, tm=128, tn=256)
    user_results().add([best, record_at(HOPPER, square, "gemm_tile", 1.2 * seconds)])
    first, second = (str(candidate.refusal) for candidate in legal(deep, HOPPER) if candidate.recorded)
    expected = f"{later * 1e6:.0f} us"
    assert first.startswith(
        f"what gemm_ffma suggests for this size is no faster (this is expected to take {expected}, that "
    )
    assert second == "what gemm_ffma suggests for this size is no faster than the nearest record"


@nothing_known
def test_a_record_of_another_accuracy_gives_way_at_its_own_size_too():
    """It is as much of another problem as one of another size; this problem's own record stays."""
    standard, fast = (Matmul(512, 512, 512, FLOAT32, accuracy=accuracy) for accuracy in ("standard", "fast"))
    (best,) = [candidate for candidate in legal(standard, HOPPER) if candidate.kernel.name == "gemm_hmma"]
    expected = best.kernel.expected(best.params, standard, HOPPER)
    assert expected is not None
    kernel = kernels()["gemm_ffma"]
    slow = kernel.suggested(fast, HOPPER)
    parameters = dataclasses.asdict(slow)
    user_results().add([record_at(HOPPER, fast, "gemm_ffma", 1.5 * expected, **parameters)])
    assert choose(standard, HOPPER).kernel is not kernel
    assert "is no faster" in next(
        str(candidate.refusal) for candidate in legal(standard, HOPPER) if candidate.recorded
    )
    user_results().add([record_at(HOPPER, standard, "gemm_ffma", 1.5 * expected, **parameters)])
    assert choose(standard, HOPPER).kernel is kernel


def test_reasons_of_suggestions():
    """What each is ranked by: kind of device, shape, predicted time, bytes and idle units."""

    def words_of(name, problem, facts):
        return reason(kernels()[name], kernels()[name].suggested(problem, facts), problem, facts)

    square = Matmul(1024, 1024, 1024, FLOAT32)
    assert words_of("gemm_ffma", square, HOPPER).startswith("expected to take ")
    assert words_of("gemm_tile", square, PLAIN_CPU).startswith("made for other kinds of device, moves ")
    assert words_of("gemm_panel", square, PLAIN_CPU).startswith("expected to take ")
    assert words_of("gemm_skinny", Matmul(4, 2048, 2048, FLOAT32), PLAIN_GPU).startswith(
        "made for such shapes, moves "
    )
    assert "better for other shapes" in words_of("gemm_block", square, PLAIN_CPU)
    small = Map("axpy", 1000, FLOAT32)
    assert words_of("map", small, PLAIN_CPU) == "moves 11.7 KiB, counted 8 times for idle compute units"


@nothing_known
def test_what_is_held_and_what_a_rule_then_refuses():
    """Suggestions get the values that are held; where no legal point has them, the rule of the first is told."""
    fixed_points = suggestions(PROBLEM, PLAIN_CPU, {"kernel": "gemm_direct,gemm_tile", "rm": 4, "rn": 4})
    legal_points = [candidate for candidate in fixed_points if isinstance(candidate, Candidate)]
    assert {candidate.kernel.name for candidate in legal_points} == {"gemm_direct", "gemm_tile"}
    assert all((candidate.params.rm, candidate.params.rn) == (4, 4) for candidate in legal_points)
    (refused,) = suggestions(PROBLEM, AVX2_CPU, {"kernel": "gemm_panel", "rm": 14, "vectors": 4})
    assert isinstance(refused, Excluded)
    assert refused.label == "gemm_panel"
    assert "vector registers" in refused.refusal


@nothing_known
def test_choices_may_be_made_among_some():
    """As a search does, which has listed the candidates already."""
    stated = list(candidates(PROBLEM, PLAIN_CPU))
    assert next(choices(PROBLEM, PLAIN_CPU, stated)) == choose(PROBLEM, PLAIN_CPU)
    excluded = [candidate for candidate in stated if isinstance(candidate, Excluded)]
    with pytest.raises(NoKernelError) as caught:
        next(choices(PROBLEM, PLAIN_CPU, excluded))
    assert caught.value.excluded == {candidate.label: candidate.refusal for candidate in excluded}


@nothing_known
def test_a_candidate_whose_helpers_no_kernel_computes_does_not_serve(monkeypatch):
    """It is excluded with that reason, and the next one serves."""
    first = choose(Matmul(1000, 1000, 1000, FLOAT32), PLAIN_CPU)
    assert [helping.kernel.name for _, helping in first.helpers] == ["pack"]
    registered = kernels()
    none = dataclasses.replace(registered["pack"], family=MatrixCopy)
    monkeypatch.setattr("autoblas.kernels.kernels", lambda: {**registered, "pack": none})
    second = choose(Matmul(1000, 1000, 1000, FLOAT32), PLAIN_CPU)
    assert second.kernel is not first.kernel
    assert second.excluded["gemm_panel"].startswith(
        "what it needs beside its own launch can be had: no kernel of this device computes spack "
    )
