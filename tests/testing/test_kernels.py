"""The tests that kernels inherit find kernels that break a rule."""

import dataclasses
import itertools
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from autoblas.devices.device import Launch
from autoblas.errors import ArgumentError, BuildError
from autoblas.kernels.kernel import Kernel
from autoblas.kernels.space import Rule, param
from autoblas.precision import FLOAT32
from autoblas.problems.base import Scratch
from autoblas.testing import Fault, KernelConformance
from support.page_examples import run_examples

NAMES = run_examples("contributing/testing.md", __name__)
RIGHT: Kernel = NAMES["KERNEL"]
TURNS = itertools.count()


@dataclasses.dataclass
class Changeable:
    """Parameters that cannot be looked up."""

    items: int = param(64, 1, 32, 64, 128, 256, 512, doc="work-items of a work-group")
    each: int = param(1, 1, 2, 4, doc="elements that a work-item takes")

    __hash__ = None  # type: ignore[assignment]


def with_text(change: Callable[[str], str]) -> Kernel:
    """The example of the page with its text changed."""
    return replace(RIGHT, source=lambda p, q, d: change(RIGHT.source(p, q, d)))


def with_rules(*rules: Rule) -> Kernel:
    """The same with more rules."""
    return replace(RIGHT, space=replace(RIGHT.space, rules=(*RIGHT.space.rules, *rules)))


BROKEN: tuple[tuple[Kernel, str], ...] = (
    (replace(RIGHT, name="Scale it"), "names_can_be_written"),
    (
        with_rules(Rule("the work-group fits the device", lambda p, q, f: True)),
        "parameters_and_rules_are_explained",
    ),
    (with_rules(Rule("nothing fits", lambda p, q, f: False)), "every_problem_has_legal_points"),
    (replace(RIGHT, suggestions=lambda q, f: ({"items": 65}, {})), "what_is_suggested_is_legal"),
    (replace(RIGHT, space=replace(RIGHT.space, record=Changeable)), "points_can_be_kept"),
    (with_rules(Rule("all is well", lambda p, q, f: True)), "every_rule_refuses_something"),
    (with_text(lambda text: text.replace("float alpha", "float beta")), "texts_are_whole"),
    (with_text(lambda text: text.replace("}", "", 1)), "texts_are_whole"),
    (with_text(lambda text: text.replace("__global ", "__global const ")), "texts_are_whole"),
    (replace(RIGHT, traffic=lambda p, q: 0), "texts_are_whole"),
    (with_text(lambda text: f"// {next(TURNS)}\n{text}"), "texts_are_the_same_again"),
    (replace(RIGHT, geometry=lambda p, q: Launch((q.n, 1), (p.items, 1))), "launches_fit_the_device"),
    (replace(RIGHT, geometry=lambda p, q: Launch((2048, 1), (2048, 1))), "launches_fit_the_device"),
    (
        replace(RIGHT, memory=lambda p, q: {"ghost": Scratch(64, None, FLOAT32)}),
        "memory_and_helpers_are_those_of_arguments",
    ),
)


@pytest.mark.parametrize(("kernel", "test"), BROKEN, ids=lambda each: each if isinstance(each, str) else "")
def test_a_broken_kernel_is_found(kernel, test):
    """Each rule that needs no hardware is broken by some kernel, and its test says so."""
    conformance: Any = NAMES["TestScale"]()
    getattr(conformance, f"test_{test}")()
    conformance.kernel = kernel
    with pytest.raises((AssertionError, ArgumentError, TypeError)):
        getattr(conformance, f"test_{test}")()


WRONG = {
    "a sum too many": lambda text: text.replace("alpha * x", "1 + alpha * x"),
    "only one element": lambda text: text.replace("i < n", "i < 1"),
    "a compiler's error": lambda text: text.replace("= alpha", "= nobody"),
}


@pytest.mark.parametrize("fault", WRONG)
@pytest.mark.parametrize("test", ["suggested_points", "random_points", "smallest"])
def test_a_wrong_kernel_is_found(pocl, fault, test):
    """Whatever points its results are looked at for."""
    conformance: Any = NAMES["TestScale"]()
    conformance.kernel = with_text(WRONG[fault])
    name = {"smallest": "the_smallest_problems"}.get(test, test)
    with pytest.raises((AssertionError, BuildError)):
        getattr(conformance, f"test_{name}_are_right")(pocl.device, pocl.queue)


def test_a_fault_that_is_none_is_told(pocl):
    """A change after which the results are right, and one that the text has no place for."""
    conformance: Any = NAMES["TestScale"]()
    problem = conformance.problems[0]
    for pattern, by, words in (
        ("i < last && i < n", "i < n && i < last", "was not found"),
        ("beta", "alpha", "has nothing like"),
    ):
        conformance.faults = (Fault("exchanged", problem, pattern, by),)
        with pytest.raises(AssertionError, match=f"exchanged: .*{words}"):
            conformance.test_planted_faults_are_found(pocl.device, pocl.queue)


def test_a_check_that_cannot_fail_is_told(pocl, monkeypatch):
    """Where every result passes, a kernel that does nothing does too."""
    conformance: Any = NAMES["TestScale"]()
    conformance.test_a_kernel_that_does_nothing_is_found(pocl.device, pocl.queue)
    monkeypatch.setattr("autoblas.testing.kernels.verdict", lambda *_: None)
    with pytest.raises(AssertionError, match="not found"):
        conformance.test_a_kernel_that_does_nothing_is_found(pocl.device, pocl.queue)


def test_a_kernel_for_other_devices_is_told(pocl):
    """Nothing passes because nothing was tried."""

    class Nothing(KernelConformance):
        kernel = RIGHT
        problems = NAMES["TestScale"].refused

    with pytest.raises(AssertionError, match="serves none of the problems"):
        Nothing().test_suggested_points_are_right(pocl.device, pocl.queue)
