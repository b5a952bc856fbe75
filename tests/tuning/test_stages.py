"""Trials in this process: what each stage may end with, what is asked before it, and what is remembered of it."""

import time
import traceback

import pytest

from autoblas.errors import BuildError, LaunchError, VerificationError
from autoblas.tuning import IllegalPointError, Point
from autoblas.tuning.stages import Stages
from support.planted import line


class Trial:
    """A candidate that notes what is done with it, and fails where it is told to."""

    def __init__(self, done: list[str], source: str, wrong: str | None) -> None:
        self.done, self.source, self.wrong = done, source, wrong
        self.faults: dict[str, Exception] = {}
        self.pause = 0.0

    def _enter(self, stage: str) -> None:
        self.done.append(f"{stage} {self.source}")
        if stage in self.faults:
            raise self.faults[stage]

    def build(self) -> None:
        """Compile it."""
        self._enter("build")

    def check(self) -> str | None:
        """What is wrong with its result."""
        self._enter("check")
        return self.wrong

    def run(self) -> float:
        """One launch."""
        self._enter("time")
        time.sleep(self.pause)
        return 1.0


class Trials:
    """Makes candidates with one fault."""

    def __init__(self, stage: str = "", fault: Exception | None = None, wrong: str | None = None) -> None:
        self.stage, self.fault, self.wrong = stage, fault, wrong
        self.pause = 0.0
        self.done: list[str] = []

    def prepare(self, point: Point) -> Trial:
        """Write its text."""
        self.done.append(f"source {point['n']}")
        if self.fault is not None and self.stage == "source":
            raise self.fault
        trial = Trial(self.done, f"text {point['n']}", self.wrong)
        trial.pause = self.pause
        if self.fault is not None:
            trial.faults[self.stage] = self.fault
        return trial


POINT = {"n": 1}
STAGES = ["build", "check", "time"]


@pytest.mark.parametrize(
    ("stage", "fault", "kind", "poisons"),
    [
        ("source", IllegalPointError("the rule"), "illegal", False),
        ("source", LookupError("a mistake"), "crashed", False),
        ("build", BuildError("too many registers", "__kernel"), "build failed", False),
        ("check", BuildError("too late", "__kernel"), "build failed", False),
        ("check", VerificationError("C[0] is 1"), "wrong", False),
        ("build", LaunchError("lost"), "crashed", True),
        ("check", LaunchError("lost"), "crashed", True),
        ("time", LaunchError("lost"), "crashed", True),
    ],
)
def test_a_failure_is_an_outcome_with_its_stage(stage, fault, kind, poisons):
    """It keeps the source and what was said of it; only what may have spoiled the context asks for a new one."""
    stages = Stages(Trials(stage, fault))
    assert not stages.poisoned
    outcome = stages(POINT, trials=2)
    assert (outcome.kind, outcome.stage, outcome.seconds) == (kind, stage, ())
    assert outcome.source == ("" if stage == "source" else "text 1")
    assert str(fault) in outcome.message
    assert stages.poisoned == poisons


def test_a_crash_is_told_with_its_name_and_the_line_that_raised_it():
    """As a generator's own mistakes are found by."""
    error = LookupError("no such row")
    message = Stages(Trials("source", error))(POINT).message
    raised = traceback.extract_tb(error.__traceback__)[-1].lineno
    assert message.startswith("LookupError: no such row (")
    assert message.endswith(f"test_stages.py:{raised})")


def test_a_wrong_result_is_never_timed():
    """The outcome says what is wrong, and how long the compiler took."""
    trials = Trials(wrong="C[3, 4] is 7, not 8")
    stages = Stages(trials)
    outcome = stages(POINT)
    assert (outcome.kind, outcome.stage, outcome.message) == ("wrong", "check", "C[3, 4] is 7, not 8")
    assert (outcome.source, stages.poisoned) == ("text 1", False)
    assert 0 < outcome.build_seconds < 60
    assert "time text 1" not in trials.done


def test_a_trial_asks_before_every_stage():
    """With the stage and the source; a point that was verified is only timed again."""
    trials, asked = Trials(), []
    stages = Stages(trials)

    def permit(stage, source):
        asked.append((stage, source, len(trials.done)))
        return True

    first = stages(POINT, trials=2, permit=permit)
    assert asked == [("build", "text 1", 1), ("check", "text 1", 2), ("time", "text 1", 3)]
    assert (first.kind, first.seconds, first.source, first.cut) == ("ok", (1.0, 1.0), "text 1", False)
    assert 0 < first.build_seconds < 60
    second = stages(POINT, trials=2, permit=permit)
    assert [stage for stage, _, _ in asked[3:]] == ["time"]
    assert second == first


@pytest.mark.parametrize("refused", STAGES)
def test_a_stage_that_is_not_permitted_does_not_begin(refused):
    """The outcome is that the trial was abandoned there."""
    trials = Trials()
    outcome = Stages(trials)(POINT, permit=lambda stage, source: stage != refused)
    assert (outcome.kind, outcome.stage, outcome.source) == ("abandoned", refused, "text 1")
    assert [entry.split()[0] for entry in trials.done] == ["source", *STAGES[: STAGES.index(refused)]]


def test_the_last_verified_candidates_are_remembered():
    """As many as asked for; the one that was not used for longest is forgotten, and has to be built anew."""
    trials = Trials()
    stages = Stages(trials, capacity=2)
    for n in (0, 1, 0, 2, 0, 1):
        stages(line(3)[n])
    assert [entry for entry in trials.done if entry.startswith("build")] == [
        f"build text {n}" for n in (0, 1, 2, 1)
    ]


def test_a_candidate_that_crashed_is_prepared_anew():
    """Where the device goes on at all, nothing of it is trusted."""
    trials = Trials()
    stages = Stages(trials)
    stages(POINT)
    trials.stage, trials.fault = "time", LaunchError("lost")
    stages(line(3)[2])
    trials.done.clear()
    stages(line(3)[2])
    stages(POINT)
    assert trials.done[:3] == ["source 2", "build text 2", "check text 2"]
    assert "source 1" not in trials.done


@pytest.mark.parametrize(
    ("options", "fewest", "most"),
    [
        ({"trials": 3}, 3, 3),
        ({"trials": 1, "min_seconds": 5.0}, 5, 5),
        ({"trials": 3, "give_up_above": 0.2}, 1, 1),
        ({"trials": 20, "limit": 0.1}, 1, 2),
    ],
)
def test_launches_are_as_many_as_asked_for_and_take_half_of_the_limit_at_most(options, fewest, most):
    """The seconds that they add up to count too; a point far slower than the best is not launched again."""
    trials = Trials()
    trials.pause = 0.02 if "limit" in options else 0.0
    outcome = Stages(trials)(POINT, **options)
    assert fewest <= len(outcome.seconds) <= most
    assert outcome.cut == (len(outcome.seconds) < options["trials"])


def test_launches_that_there_was_no_time_for_may_follow():
    """A search that ends is no reason to give a point up; its limit is."""
    trials = Trials()
    trials.pause = 0.02
    hurried = Stages(trials)(POINT, trials=20, limit=60.0, at_most=0.05)
    assert 1 <= len(hurried.seconds) < 20
    assert not hurried.cut
    assert Stages(trials)(POINT, trials=20, limit=0.1, at_most=60.0).cut


def test_a_slow_first_launch_after_the_build_is_no_time_of_a_point(monkeypatch):
    """Where the driver puts off work until then, a good point would else be given up for ever."""
    seconds = iter([0.2, *[1e-3] * 5])
    monkeypatch.setattr(Trial, "run", lambda _: next(seconds))
    outcome = Stages(Trials())(POINT, trials=5, give_up_above=1e-3)
    assert outcome.seconds == (1e-3,) * 5
    assert not outcome.cut
