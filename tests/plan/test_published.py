"""What others published, for devices that nobody here has: legal points that serve after records and are tried by searches."""

from dataclasses import replace
from typing import Any

import pytest

from autoblas.checks.once import checked
from autoblas.cli.output.candidates import candidate_lines, origin_text
from autoblas.database import published_file
from autoblas.devices.device import Facts
from autoblas.devices.recording import PLAIN_CPU
from autoblas.errors import DatabaseWarning, VerificationError
from autoblas.kernels import kernels
from autoblas.plan import texts
from autoblas.plan.candidates import Candidate, candidates, published_for, published_points
from autoblas.plan.choose import Choice, choose, tried
from autoblas.plan.results import user_results
from autoblas.precision import COMPLEX64, COMPLEX128, FLOAT16, FLOAT32, FLOAT64
from autoblas.problems import Matmul
from autoblas.problems.matvec import Matvec
from autoblas.problems.vector import Map
from autoblas.testing.checks import doing_nothing
from autoblas.tune.points import PUBLISHED, starts
from support.database_cases import record_at
from support.loops import over
from support.planted_gpus import PLANTED

pytestmark = pytest.mark.usefixtures("own_results", "nothing_shipped")

ROWS = over("row, facts", PLANTED)
PROBLEM = Matmul(1024, 1024, 1024, FLOAT32)
RDNA = dict(PLANTED)["AMD RDNA 2"]


def stated(problem: Any, facts: Facts) -> list[Candidate]:
    """The candidates that can run."""
    return [candidate for candidate in candidates(problem, facts) if isinstance(candidate, Candidate)]


def points(problem: Any, facts: Facts) -> list[Candidate]:
    """All that is published for a problem on a device, over what kernels suggest."""
    published_row = published_for(problem, facts)
    assert published_row is not None
    suggested = [
        (candidate.kernel, candidate.params)
        for candidate in stated(problem, facts)
        if candidate.origin != "published"
    ]
    return list(published_points(published_row, suggested, problem, facts))


def test_every_point_is_one_of_a_kernel():
    """Its parameters have values that the space has."""
    for name, values in published_file().points:
        kernels()[name].space.point(values)


@ROWS
def test_rows_are_found_and_legal(row, facts):
    """For facts of such devices; of products of floats there are several, so that a search has something to begin with."""
    for precision in (FLOAT16, FLOAT32, FLOAT64, COMPLEX64, COMPLEX128):
        problem = Matmul(1024, 1024, 1024, precision)
        published = points(problem, facts)
        assert {f"published for {row} (" in candidate.words for candidate in published} == {True}
        assert all(
            candidate.kernel.refusal(candidate.params, problem, facts) is None for candidate in published
        )
        assert len(published) >= (5 if precision is FLOAT32 and facts.local_bytes > 4096 else 1)
    for vector_problem in (Map("axpy", 1 << 22, FLOAT32), Matvec(4096, 4096, FLOAT32, across=True)):
        assert all(
            candidate.kernel.refusal(candidate.params, vector_problem, facts) is None
            for candidate in points(vector_problem, facts)
        )


@ROWS
def test_a_published_point_serves_before_its_kernels_own(row, facts):
    """Kernels keep their order among themselves; the words say that nobody measured it here."""
    problem = Matmul(1024, 1024, 1024, FLOAT32)
    listed = stated(problem, facts)
    assert any(candidate.origin == "published" for candidate in listed)
    published = [candidate for candidate in listed if candidate.origin == "published"]
    assert [candidate.kernel for candidate in published] == list(
        dict.fromkeys(candidate.kernel for candidate in published)
    )
    for candidate in published:
        behind = listed[listed.index(candidate) + 1]
        assert (behind.kernel, behind.origin in {"suggested", "default"}) == (candidate.kernel, True)
        assert not candidate.recorded
        assert "not measured here" in candidate.label
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("autoblas.plan.candidates.published_for", lambda *_: None)
        assert [candidate for candidate in listed if candidate.origin != "published"] == stated(
            problem, facts
        )


@pytest.mark.parametrize(
    "problem",
    [
        Matmul(64, 64, 64, FLOAT32),
        Matmul(1024, 1024, 1024, FLOAT64),
        Matmul(1024, 1024, 1024, FLOAT32, items=8),
        Map("axpy", 1 << 22, FLOAT32),
    ],
    ids=str,
)
def test_what_nothing_speaks_for_does_not_serve(problem):
    """Sizes far from those that were published, batches, and types and families of which no recorded space is known."""
    assert "published" not in {candidate.origin for candidate in stated(problem, RDNA)}
    assert "published" in {candidate.origin for candidate in starts(problem, RDNA)}


def test_processors_have_no_rows():
    """Their kernels have models."""
    assert published_for(PROBLEM, replace(PLAIN_CPU, vendor="Intel(R) Corporation")) is None


@ROWS
@pytest.mark.parametrize(
    "measured", [PROBLEM, replace(PROBLEM, m=2048), replace(PROBLEM, a="col")], ids=lambda q: q.signature
)
@pytest.mark.parametrize("name", [None, "another"])
def test_no_row_displaces_a_record(row, facts, measured, name, monkeypatch):
    """Of this problem, another size or class, this device or another: all records come first, and what serves is the same."""
    where = facts if name is None else replace(facts, name=name, vendor="nobody")
    user_results().add([record_at(where, measured, "gemm_direct", 1e-3)])
    listed, served = stated(PROBLEM, facts), choose(PROBLEM, facts)
    recorded = [candidate.recorded for candidate in listed]
    assert recorded == sorted(recorded, reverse=True)
    assert recorded[0]
    monkeypatch.setattr("autoblas.plan.candidates.published_for", lambda *_: None)
    without = choose(PROBLEM, facts)
    assert served.recorded == without.recorded
    if served.recorded:
        assert served == without


def test_explain_names_row_and_source():
    """With the date of the source, and that nobody measured it here; what the kernel suggests stands below."""
    lines = list(candidate_lines(stated(PROBLEM, RDNA)[:2], PROBLEM, RDNA, 200))
    date = published_file().date
    assert lines == [
        f"  published for AMD RDNA 2 (CLBlast's database of {date}), not measured here:",
        "    gemm_tile: moves 136 MiB",
        "  what kernels suggest:",
        "    gemm_tile: moves 136 MiB",
    ]
    assert origin_text(choose(PROBLEM, RDNA)) == lines[0].strip(" :")


def test_where_a_search_begins():
    """The best published points behind what kernels suggest; none where the device has a record."""
    begin = starts(PROBLEM, RDNA)
    assert (begin[0].kernel, begin[0].params) == (choose(PROBLEM, RDNA).kernel, choose(PROBLEM, RDNA).params)
    tail = [candidate.origin for candidate in begin][-PUBLISHED // 2 :]
    assert set(tail) == {"published"}
    assert 5 <= sum(candidate.origin == "published" for candidate in begin) <= PUBLISHED + 1
    fixed_points = starts(PROBLEM, RDNA, {"kernel": "gemm_tile", "tk": 16})
    assert {(candidate.kernel.name, candidate.params.tk) for candidate in fixed_points} == {("gemm_tile", 16)}
    user_results().add([record_at(RDNA, PROBLEM, "gemm_direct")])
    again = starts(PROBLEM, RDNA)
    assert sum(candidate.origin == "published" for candidate in again) <= 2
    assert len(again) < len(begin)


def test_a_point_that_leaves_units_idle_is_for_larger_products():
    """A device with more compute units than tiles is served by the first published tile that is no larger than its own."""
    problem = Matmul(512, 512, 512, FLOAT32)
    tiles = {
        units: next(
            candidate.params
            for candidate in stated(problem, replace(RDNA, compute_units=units))
            if candidate.origin == "published"
        )
        for units in (1, 4096)
    }
    first = next(
        candidate.params for candidate in points(problem, RDNA) if candidate.kernel.name == "gemm_tile"
    )
    assert tiles[1] == first
    suggested = kernels()["gemm_tile"].suggested(problem, RDNA)
    assert tiles[4096].tm * tiles[4096].tn <= suggested.tm * suggested.tn
    large = replace(RDNA, name="gfx1200", compute_units=4096)
    for candidate in points(problem, large):
        if (
            candidate.kernel.name == "gemm_tile"
            and candidate.params.tm * candidate.params.tn > suggested.tm * suggested.tn
        ):
            assert candidate.params not in [x.params for x in stated(problem, large)]


def test_what_is_wrong_here_gives_way(monkeypatch):
    """The next published point serves, and the first is excluded with the reason."""
    first = choose(PROBLEM, RDNA)
    key = texts.key_of(first.kernel, first.params, PROBLEM, RDNA)
    texts.store_verdict(key, texts.TextVerdict("wrong", kernel=first.kernel.name, wrong="2 is not 4"))
    second = choose(PROBLEM, RDNA)
    assert second.params != first.params
    assert second.unproved
    (why,) = (
        sentence for label, sentence in second.excluded.items() if label.startswith("gemm_tile (published")
    )
    assert "2 is not 4" in why


def test_a_published_point_is_checked_once_before_it_serves(any_device, monkeypatch):
    """As a record is: a text that is right is remembered, one that is wrong does not serve."""
    facts = any_device.device.facts
    kernel = kernels()["gemm_direct"]
    problem = Matmul(64, 64, 64, FLOAT32)
    candidate = Candidate(kernel, kernel.space.point({"rm": 4}), "published", "published by a test")
    (choice,) = tried(problem, facts, [candidate])
    assert isinstance(choice, Choice)
    assert (choice.unproved, choice.recorded) == (True, False)
    assert checked(any_device.device, choice) == choice
    verdict = texts.verdict_of(texts.key_of(kernel, choice.params, problem, facts))
    assert verdict is not None
    assert verdict.state == "right"
    monkeypatch.setattr("autoblas.store.folder._warned", set())
    bad = replace(choice, kernel=doing_nothing(kernel), params=kernel.space.point({"rm": 8}))
    monkeypatch.setitem(kernels(), "gemm_direct", bad.kernel)
    with (
        pytest.warns(DatabaseWarning, match="a published point of gemm_direct does not serve"),
        pytest.raises(VerificationError, match="not right on this device"),
    ):
        checked(any_device.device, bad)
