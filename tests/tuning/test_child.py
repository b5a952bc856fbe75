"""The child process: every way a point can end has its outcome, and none of them ends the tuner."""

import math
import os
import time
from collections import Counter
from pathlib import Path

import pytest

from autoblas.errors import TuningError
from autoblas.tuning import Child
from autoblas.tuning.stages import Stages
from support.planted import planted

FAULTS = {
    "1": "build:segfault",
    "2": "build:refused",
    "3": "check:wrong",
    "4": "time:hang",
    "5": "time:fault",
    "6": "illegal",
    "7": "check:exit",
    "8": "build:hang",
    "9": "check:slow",
    "11": "check:killed",
}


def log_of(path: Path) -> list[list[str]]:
    """What candidates did: stage, point, process."""
    return [line.split() for line in path.read_text().splitlines()]


@pytest.fixture(name="log")
def make_log(tmp_path):
    """Where candidates write what they do."""
    return tmp_path / "log"


@pytest.fixture(name="child")
def make_child(log):
    """A child process with every fault planted."""
    with Child("support.planted:planted", {"faults": FAULTS, "log": str(log)}) as child:
        yield child


def test_a_sound_point_is_timed(child):
    """Times come back with the source and the time of the build, in spite of a driver that prints."""
    outcome = child.evaluate({"n": 0}, trials=3)
    assert outcome.kind == "ok"
    assert outcome.seconds == (1e-3,) * 3
    assert outcome.source == "source-0"
    assert outcome.build_seconds > 0


def test_every_fault_has_its_outcome_and_the_child_goes_on(child):
    """Crash, hang, wrong result and the rest are told apart; lost processes are replaced, others are kept."""
    expected = {
        1: ("crashed", "build", "SIGSEGV"),
        2: ("build failed", "build", "too many registers"),
        3: ("wrong", "check", "C[3, 4] is 7"),
        4: ("timed out", "time", "more than 0.5 s"),
        5: ("crashed", "time", "out of resources"),
        6: ("illegal", "source", "not to be this number"),
        7: ("crashed", "check", "status 7"),
        8: ("timed out", "build", "more than 0.5 s"),
    }
    for n, (kind, stage, message) in expected.items():
        outcome = child.evaluate({"n": n}, limit=0.5)
        assert (outcome.kind, outcome.stage) == (kind, stage)
        assert message in outcome.message
        assert outcome.source == ("" if kind == "illegal" else f"source-{n}")
    assert child.evaluate({"n": 0}).kind == "ok"
    lost = 5  # two crashes, two hangs, one launch error that may have spoiled the context
    assert child.starts == 1 + lost


@pytest.mark.skipif(os.name != "posix", reason="processes are killed by signals there")
def test_what_others_end_is_tried_again(child):
    """Memory may have run out, or somebody ended it."""
    outcome = child.evaluate({"n": 11})
    assert (outcome.kind, outcome.stage, child.ended_from_outside) == ("crashed", "check", True)
    assert child.starts == 2


def test_the_check_is_not_timed(child):
    """A slow check leaves the times as they are, and happens once for however many launches."""
    outcome = child.evaluate({"n": 9}, trials=5)
    assert outcome.seconds == (1e-2,) * 5
    assert outcome.build_seconds < 0.1


def test_a_verified_candidate_is_neither_built_nor_checked_again(child, log):
    """Coming back for further launches only launches."""
    announced: list[str] = []

    def permit(stage, source):
        announced.append(stage)
        return True

    for _ in range(3):
        child.evaluate({"n": 0}, permit=permit)
    assert announced == ["build", "check", "time", "time", "time"]
    assert Counter(stage for stage, _, _ in log_of(log)) == {"build": 1, "check": 1, "time": 6}


@pytest.mark.parametrize("refused", ["build", "check", "time"])
def test_a_stage_begins_only_with_permission(child, log, refused):
    """Where the parent says no, the stage does not happen and the outcome is no blame."""
    child.evaluate({"n": 0})
    outcome = child.evaluate({"n": 10}, permit=lambda stage, source: stage != refused)
    assert (outcome.kind, outcome.stage, outcome.source) == ("abandoned", refused, "source-10")
    assert refused not in [stage for stage, n, _ in log_of(log) if n == "10"]
    assert child.starts == 1


def test_the_stage_is_announced_before_it_begins(child, log):
    """What the parent writes on an announcement is written before the danger."""

    def permit(stage, source):
        assert not log.exists() or stage not in [done for done, n, _ in log_of(log) if n == "0"]
        return True

    assert child.evaluate({"n": 0}, permit=permit).kind == "ok"


@pytest.mark.parametrize(
    ("factory", "words"),
    [
        ("support.planted:broken_factory", "LookupError: no such device: 'warp drive'"),
        ("support.planted:dying_factory", "status 3; it said: the driver was never installed"),
        ("support.planted:sleeping_factory", "not ready after 1 s"),
        ("support.planted:no_such_factory", "no_such_factory"),
        ("no_such_module:f", "no_such_module"),
    ],
)
def test_a_factory_that_fails_is_an_error_at_once(factory, words):
    """The caller learns why in one sentence, and no process is left or started again."""
    with Child(factory, startup_seconds=1.0 if "sleeping" in factory else 60.0) as child:
        with pytest.raises(TuningError, match=words):
            child.evaluate({"n": 0})
        assert (child.starts, child.pid) == (1, None)


def test_the_child_sees_the_variables_it_is_given():
    """Environment variables reach the process before anything is imported there."""
    variables = {"PLANTED_FAULT": "check:wrong"}
    with Child(
        "support.planted:planted", {"faults": {"0": "$PLANTED_FAULT"}}, environment=variables
    ) as child:
        assert child.evaluate({"n": 0}).kind == "wrong"
    assert "PLANTED_FAULT" not in os.environ


def test_stages_forget_the_oldest_candidate():
    """Only so many verified candidates are kept, the last used ones."""
    stages = Stages(planted({}), capacity=2)
    built: list[str] = []

    def permit(stage, source):
        built.extend([source] * (stage == "build"))
        return True

    for n in (0, 1, 0, 2, 0, 1):
        assert stages({"n": n}, permit=permit).kind == "ok"
    assert built == ["source-0", "source-1", "source-2", "source-1"]


def test_a_mistake_of_the_generator_is_named():
    """An exception other than a rule's refusal while text is written is an outcome that names it and its place."""
    outcome = Stages(planted({}))({"m": 0})
    assert (outcome.kind, outcome.stage) == ("crashed", "source")
    assert "KeyError: 'n' (" in outcome.message
    assert "planted.py" in outcome.message


def test_a_slow_point_is_given_up_before_its_time_limit():
    """Launches that are slow but sound use up half of the limit, not all of it."""
    outcome = Stages(planted({"0": "time:slow"}))({"n": 0}, trials=1000, limit=1.0)
    assert outcome.kind == "ok"
    assert outcome.cut
    assert 1 <= len(outcome.seconds) <= 3


@pytest.mark.parametrize(("n", "stage"), [(4, "time"), (8, "build")])
def test_a_stage_that_is_under_way_when_the_time_is_up_is_ended(child, n, stage):
    """Long before its limit; the point is not blamed, and the child serves others afterwards."""
    child.evaluate({"n": 0})
    began = time.monotonic()
    child.until = began + 1.0
    outcome = child.evaluate({"n": n}, limit=60)
    assert time.monotonic() - began < 10
    assert (outcome.kind, outcome.stage, outcome.message) == ("abandoned", stage, "the time was up")
    child.until = math.inf
    assert child.evaluate({"n": 0}).kind == "ok"
