"""The end of a tuning run: what served before stays unless another is surely faster, and is served from then on."""

import dataclasses
import math
import random
from types import SimpleNamespace
from typing import Any, ClassVar, Self

import pytest

from autoblas.cli.tuning.search import gain
from autoblas.database import data_path
from autoblas.devices.device import Facts
from autoblas.devices.opencl.facts import facts_of
from autoblas.devices.opencl.selection import choose as choose_device
from autoblas.devices.recording import AVX2_CPU, PLAIN_CPU, PLAIN_GPU
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.errors import ArgumentError, NoLegalPointError, TuningError
from autoblas.kernels import kernels
from autoblas.plan.choose import Choice, choose
from autoblas.plan.results import user_results
from autoblas.plan.texts import key_of, launch_hash, verdict_of, wrong_on
from autoblas.precision import FLOAT32
from autoblas.problems import Matmul, problem_from
from autoblas.problems.factorization import Factorization
from autoblas.store.lock import FileLock
from autoblas.tune import points
from autoblas.tune.evaluator import choice_at
from autoblas.tune.finals import run_finals
from autoblas.tune.points import point_of, starts
from autoblas.tune.state import journal_key
from autoblas.tune.task import Task, must_have_work
from autoblas.tune.tune import Budget, TuningReport, tune
from autoblas.tuning import IllegalPointError, Outcome, Point, Result, point_key
from support.database_cases import record_at

pytestmark = pytest.mark.usefixtures("own_results", "nothing_shipped")

DEVICE = "Portable Computing Language"
PROBLEM = Matmul(40, 48, 56, FLOAT32, "col", "col")


class Machine:
    """A child process that builds and runs nothing; times are as given, but the first of each point is lucky.

    Attributes:
        seconds: What points take, by their keys; 1 where they are not named.
        luck: What the first trial of a point takes instead, by its key.
        wrong: The points whose results are wrong, by their keys.
    """

    seconds: dict[str, float]
    luck: dict[str, float]
    noise: random.Random
    wrong: ClassVar[set[str]]

    def __init__(self, factory: str, arguments: dict[str, Any], **options: Any) -> None:
        del factory, options
        self.problem = problem_from(arguments["problem"])
        self.seen: set[str] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        pass

    def evaluate(self, point: Point, **options: Any) -> Outcome:
        """What came of a point."""
        del options
        key = point_key(point)
        taken = self.seconds.get(key, 1.0)
        if key not in self.seen:
            taken = self.luck.get(key, taken)
            self.seen.add(key)
        taken *= self.noise.lognormvariate(0, 0.01)
        choice = choice_at(self.problem, point, facts_of(choose_device(DEVICE)))
        if key in self.wrong:
            return Outcome("wrong", (), "check", "C[3, 4] is 7, not 8")
        return Outcome(
            "ok", (taken,) * 5, source=launch_hash(choice.kernel, choice.params, self.problem, OPENCL_C)
        )


@pytest.fixture(name="facts")
def make_facts(monkeypatch):
    """Of the device; trials are the machine's."""
    monkeypatch.setattr("autoblas.tuning.Child", Machine)
    Machine.seconds, Machine.luck, Machine.noise, Machine.wrong = {}, {}, random.Random(0), set()
    return facts_of(choose_device(DEVICE))


def point_at(choice: Choice) -> Point:
    """The point of a choice."""
    return point_of(choice.kernel, choice.params)


def tuned(**options: Any) -> TuningReport:
    """A run over the suggestions, without helpers."""
    return tune(PROBLEM, DEVICE, Budget("suggested", trials=5), **options)


def others(facts: Facts) -> list[Point]:
    """What is suggested beside what is served."""
    before = point_at(choose(PROBLEM, facts))
    return [each.point for each in starts(PROBLEM, facts) if each.point != before]


def test_luck_in_the_search_replaces_nothing(facts):
    """A point whose one lucky trial was half of what it takes leads the search, and loses the finals."""
    before, rivals = point_at(choose(PROBLEM, facts)), others(facts)
    Machine.luck = {point_key(rivals[0]): 0.5}
    report = tuned()
    assert report.result.best is not None
    assert report.result.best.point == rivals[0]
    assert report.unchanged
    assert report.finalists[0].point == report.served == before
    after = choose(PROBLEM, facts)
    assert point_at(after) == before
    assert after.origin == "measured here at this size"


def test_records_say_how_many_points_were_tried_and_how_many_measured(facts):
    """Those that failed are tried, not measured."""
    Machine.wrong = {point_key(others(facts)[-1])}
    result = tuned().result
    assert result.counts() == {"ok": len(result.outcomes) - 1, "wrong": 1}
    told = {
        (each.provenance.trials, each.provenance.evaluations)
        for each in user_results().records(family="gemm")
    }
    assert told == {(len(result.outcomes), len(result.outcomes) - 1)}


def test_a_faster_point_is_served_from_then_on(facts):
    """Also where an older record, of a quieter time, says that it takes longer than another."""
    rivals = others(facts)
    Machine.luck = {point_key(rivals[0]): 0.5}
    tuned()
    Machine.luck, Machine.seconds = {}, {point_key(rivals[1]): 8.0}
    Machine.seconds |= {
        point_key(point): 10.0 for point in [*rivals[2:], rivals[0], point_at(choose(PROBLEM, facts))]
    }
    report = tuned(resume=False)
    assert not report.unchanged
    assert report.finalists[0].point == rivals[1]
    assert report.finalists[0].ratio == pytest.approx(0.8, rel=0.02)
    assert point_at(choose(PROBLEM, facts)) == rivals[1]


def test_what_the_journal_answers_changes_no_records(facts):
    """A run that measured nothing orders points by noise; but where records were lost, it brings them back."""
    rivals = others(facts)
    Machine.luck = {point_key(rivals[0]): 0.5}
    tuned()
    records = user_results().records(family="gemm")
    again = tuned()
    assert again.result.evaluated == 0
    assert user_results().records(family="gemm") == records
    user_results().clear()
    tuned()
    assert user_results().records(family="gemm")


def test_what_the_journal_knows_of_another_text_is_not_believed(facts, monkeypatch):
    """Another version may write another text at a point: its times and failures say nothing of today's."""
    first = tuned()
    assert first.result.evaluated > 1
    assert tuned().result.evaluated == 0
    changed = first.result.points[1]

    def rewritten(kernel, params, problem, d):
        today = launch_hash(kernel, params, problem, d)
        return f"changed {today}" if point_of(kernel, params) == changed else today

    monkeypatch.setattr(points, "launch_hash", rewritten)
    again = tuned()
    assert (again.result.evaluated, again.result.replayed) == (1, first.result.evaluated - 1)


def test_what_the_child_found_out_no_call_asks_again(facts):
    """Texts of records are known to be right, and one that a record named and that is wrong serves no more."""
    user_results().add([record_at(facts, PROBLEM, "gemm_direct", 1e-9, rm=2, rn=2)])
    recorded = choose(PROBLEM, facts)
    assert recorded.kernel.name == "gemm_direct"
    Machine.wrong = {point_key(point_at(recorded))}
    tuned()
    served = choose(PROBLEM, facts)
    assert point_at(served) != point_at(recorded)
    assert served.origin == "measured here at this size"
    found = verdict_of(key_of(served.kernel, served.params, PROBLEM, facts))
    assert found is not None
    assert found.state == "right"
    assert [each.kernel for each in wrong_on(facts)] == ["gemm_direct"]


def test_a_point_without_a_text_stays_a_failure(facts, monkeypatch):
    """A generator that fails is one point's outcome, also where the journal knows that point."""
    tuned()

    def failing(*_):
        raise LookupError("a mistake")

    monkeypatch.setattr(points, "launch_hash", failing)
    assert tuned().result.replayed == 0


def test_what_is_served_takes_part_whatever_is_held_fixed(facts):
    """Else a search of slower points would replace it."""
    before = point_at(choose(PROBLEM, facts))
    assert before["kernel"] != "gemm_tile"
    report = tuned(fixed={"kernel": "gemm_tile"})
    assert report.unchanged
    assert [each.point["kernel"] for each in report.finalists] == [before["kernel"], "gemm_tile"]
    assert {outcome.kind for outcome in report.result.outcomes.values()} == {"ok"}
    assert point_at(choose(PROBLEM, facts)) == before


def test_processors_of_one_name_have_journals_of_their_own():
    """What was measured, or crashed, with other vectors says nothing here; graphics processors keep theirs."""
    other = dataclasses.replace(PLAIN_CPU, name=AVX2_CPU.name)
    assert journal_key(PROBLEM, AVX2_CPU) != journal_key(PROBLEM, other)
    assert list(journal_key(PROBLEM, PLAIN_GPU)) == ["device", "platform", "driver", "problem"]


def test_an_illegal_point_names_the_rule_that_it_violates():
    """The sentence of a rule says what it demands, so the message says that it does not hold."""
    sentence = "it requires that the device is NVIDIA's"
    with pytest.raises(IllegalPointError, match=sentence):
        choice_at(PROBLEM, {"kernel": "gemm_ffma"}, PLAIN_CPU)


def test_without_a_legal_point_each_kernel_names_the_rule_that_refuses_most(facts, monkeypatch):
    """Here the only kernel is one for other devices."""
    assert facts.kind == "cpu"
    monkeypatch.setattr("autoblas.plan.candidates.serving", lambda family: (kernels()["gemm_ffma"],))
    sentence = r"gemm_ffma refuses \d+ points \(it requires that the device is NVIDIA's"
    with pytest.raises(NoLegalPointError, match=sentence):
        tune(PROBLEM, DEVICE, Budget("random", evaluations=5), fixed={"kernel": "gemm_ffma"})


def test_one_process_tunes_a_device_at_a_time(facts):
    """Two would disturb each other's times, whatever they tune, and whichever runtime of the processor they name."""
    folder = data_path().parent / "journals"
    folder.mkdir(parents=True)
    with (
        FileLock(folder / "processor.lock").exclusive(),
        pytest.raises(TuningError, match="is tuning on this device"),
    ):
        tuned()
    assert tuned().finalists


def test_without_time_nothing_is_tried_and_nothing_changes(facts):
    """What takes place before the first trial may take all of it."""
    before = point_at(choose(PROBLEM, facts))
    report = tune(PROBLEM, DEVICE, Budget("suggested", within=0.0))
    assert (report.result.outcomes, report.finalists, report.complete) == ({}, (), False)
    assert not user_results().records()
    assert point_at(choose(PROBLEM, facts)) == before


@pytest.mark.parametrize(("within", "held"), [(100.0, 1), (2000.0, 0)], ids=["enough", "too little"])
def test_helpers_that_there_is_no_time_for_are_left_for_later(facts, monkeypatch, within, held):
    """The search is not complete then."""
    del facts
    helper = dataclasses.replace(PROBLEM, m=8)
    monkeypatch.setattr(Task, "helpers", lambda task, _: [helper] if task.problem == PROBLEM else [])
    monkeypatch.setattr("autoblas.tune.tune.LEAST_HELPER", 10.0 if held else math.inf)
    report = tune(PROBLEM, DEVICE, Budget("suggested", within=within))
    assert len(report.helpers) == held
    assert report.result.complete
    assert report.complete == bool(held)


@pytest.fixture(name="launched")
def make_launched(facts, monkeypatch):
    """Sets what a launch of the best point takes, and how many were counted; all others have five of twice that."""
    best = point_key(others(facts)[0])

    def arrange(seconds, launches):
        Machine.seconds = {best: seconds}

        def few(machine, point, **options):
            outcome = evaluate(machine, point, **options)
            mine = point_key(point) == best
            times = (seconds,) * launches if mine else (2 * seconds,) * 5
            return dataclasses.replace(outcome, seconds=times)

        monkeypatch.setattr(Machine, "evaluate", few)

    evaluate = Machine.evaluate
    return arrange


def broken_off_at_last(*_: object, **__: object) -> None:
    """In the place of the finals."""
    raise KeyboardInterrupt


def test_the_time_of_one_launch_is_not_kept(launched, monkeypatch):
    """Where a search is broken off before its best points took turns; that of others is."""
    monkeypatch.setattr("autoblas.tuning.hold", broken_off_at_last)
    launched(1.0, 1)
    report = tuned()
    assert [len(each.outcome.seconds) for each in report.finalists][:2] == [1, 5]
    assert report.recorded
    assert {record.samples for record in user_results().records(family="gemm")} == {5}


def test_the_time_of_one_launch_is_kept_where_more_take_too_long(launched, monkeypatch):
    """With a note; here a warm-up and three launches take more than half of the limit of a point."""
    monkeypatch.setattr("autoblas.tuning.hold", broken_off_at_last)
    launched(10.0, 1)
    report = tuned()
    (record,) = [each for each in user_results().records(family="gemm") if each.samples == 1]
    assert record.provenance.note == "the time of one launch"
    assert "(the time of one launch: more take too long)" in gain(report)


def test_a_best_point_that_is_known_by_one_launch_takes_turns(launched):
    """Also where a search measured nothing new."""
    launched(1.0, 1)
    first = tune(PROBLEM, DEVICE, Budget("suggested", trials=1))
    user_results().clear()
    again = tune(PROBLEM, DEVICE, Budget("suggested", trials=1))
    assert again.result.evaluated == 0
    assert not math.isnan(again.finalists[0].ratio)
    assert len(again.finalists[0].outcome.seconds) > 3
    assert first.recorded
    assert again.recorded


@pytest.mark.parametrize(("left", "entrants"), [(1e3, 6), (85.0, 4), (65.0, 2), (50.0, 0)])
def test_as_many_points_take_turns_as_there_is_time_for(left, entrants):
    """At a second a launch a turn takes two: five rounds of all, and ten of the last two."""
    points: list[Point] = [{"kernel": "some", "n": n} for n in range(8)]
    served: Point = {"kernel": "other", "n": 0}
    result = Result(points, {n: Outcome("ok", (1.0,) * 5) for n in range(8)}, evaluated=8)
    timed: set[str] = set()

    def evaluate(point, **_):
        timed.add(point_key(point))
        return Outcome("ok", (1.0,))

    child: Any = SimpleNamespace(evaluate=evaluate)
    finalists = run_finals(result, child, served, seconds=1.0, remaining=left, limit=60.0, seed=0)
    assert len(timed) == entrants
    assert len(finalists) == (entrants or 5)
    assert math.isnan(finalists[0].ratio) == (not entrants)


@pytest.mark.parametrize(
    ("method", "task", "rhs"), [("cholesky", "factor", 0), ("lu", "inverse", 0), ("lu", "both", 1)]
)
def test_factors_without_right_hand_sides_can_be_tuned(method, task, rhs):
    """A factorization has work without right-hand sides; one without rows or items, or whose systems have none, has not."""
    problem = Factorization(6, 6, rhs, FLOAT32, method, task, items=500)
    must_have_work(problem)
    for size in ("n", "m", "items", *(["rhs"] if rhs else [])):
        change: dict[str, Any] = {size: 0}
        with pytest.raises(ArgumentError, match="work to time"):
            must_have_work(dataclasses.replace(problem, **change))
