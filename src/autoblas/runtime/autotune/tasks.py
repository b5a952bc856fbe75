"""Tuning tasks: the only place that knows both kernels and the tuner.

The parent process enumerates points and keeps the records; the child process, which may be lost to a faulting kernel,
makes an evaluator from JSON and builds, checks and times one point after another.
"""

from __future__ import annotations

import functools
import itertools
import time
from typing import TYPE_CHECKING, Any

from autoblas.devices.backends import device_on
from autoblas.devices.opencl.selection import choose as choose_device
from autoblas.errors import ArgumentError, LaunchError, violated
from autoblas.kernels import kernels, serving
from autoblas.kernels.kernel import source_hash
from autoblas.problems import problem_from
from autoblas.runtime.build import program_for
from autoblas.runtime.checks.product import trial_for
from autoblas.runtime.choose import Choice, known_points, standing, with_helpers
from autoblas.runtime.plan import steps_of
from autoblas.space import ENUMERABLE, parameters
from autoblas.tuning import IllegalPointError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from autoblas.devices.device import Event, Facts
    from autoblas.kernels.kernel import Kernel
    from autoblas.problems import Problem
    from autoblas.runtime.checks.product import Trial
    from autoblas.tuning.outcome import Point

__all__ = ["choice_at", "evaluator", "good_starts", "groups", "holds", "point_of", "points"]

SAMPLED = 8192
"""Legal points that a search of a very large space chooses from."""

KNOWN = 8
"""Of the points that the database knows, nearest first, so many are good starts."""

SUGGESTED = 4
"""Suggestions of each kernel that would be served first are good starts, and one of every other kernel."""


def points(problem: Problem, facts: Facts, fixed: Mapping[str, Any] | None = None) -> list[Point]:
    """The legal points of every kernel that serves a problem, as dictionaries with the kernel's name among them.

    All of them, but of spaces beyond ``space.ENUMERABLE`` a random sample, the suggested points among them.

    Args:
        problem: What is tuned.
        facts: The device.
        fixed: Parameters held at a value; ``kernel`` names the kernels, with commas between them. A kernel that lacks
            one of them has no points.

    Raises:
        ArgumentError: no kernel has such a parameter, or none allows that value.
    """
    fixed = dict(fixed or {})
    candidates = _named(problem, fixed.pop("kernel", None))
    for name, value in fixed.items():
        offered = {choice for kernel in candidates for choice in kernel.space.choices().get(name, ())}
        if value not in offered:
            raise ArgumentError(
                name, f"one of {sorted(map(str, offered)) or 'no values: no kernel has it'}", str(value)
            )
    return [
        point_of(kernel.name, params)
        for kernel in candidates
        if fixed.keys() <= kernel.space.choices().keys()
        for params in _legal(kernel, problem, facts, fixed)
    ]


def good_starts(problem: Problem, facts: Facts, fixed: Mapping[str, Any] | None = None) -> list[Point]:
    """Points worth trying before all others: the nearest that the database knows, and what kernels suggest.

    Of each kernel come the first legal suggestions, several of those that would be served first.

    Args:
        problem: What is tuned.
        facts: The device.
        fixed: Parameters held at a value; ``kernel`` names the kernels, with commas between them.
    """
    fixed = dict(fixed or {})
    candidates = _named(problem, fixed.pop("kernel", None))
    read = (_legal_point(problem, point, facts, candidates) for point in known_points(problem, facts))
    found: list[Point] = list(itertools.islice((point for point in read if point is not None), KNOWN))
    firsts = {}
    for kernel in candidates:
        params = kernel.suggested(problem, facts)
        if params is not None:
            firsts[kernel.name] = standing(kernel, params, problem, facts)[:2]
    foremost = min(firsts.values(), default=None)
    for kernel in candidates:
        if kernel.name in firsts:
            count = SUGGESTED if firsts[kernel.name] == foremost else 1
            found += [point_of(kernel.name, params) for params in _suggested(kernel, problem, facts, count)]
    unique = {tuple(sorted(point.items(), key=str)): point for point in found}
    return [point for point in unique.values() if fixed.items() <= point.items()]


def _legal_point(problem: Problem, point: Point, facts: Facts, candidates: Sequence[Kernel]) -> Point | None:
    """A known point with the parameters that kernels got since; None unless it is one of these kernels' and legal."""
    values = {name: value for name, value in point.items() if name != "kernel"}
    for kernel in candidates:
        if kernel.name == point["kernel"]:
            try:
                params = kernel.space.point(values)
            except ArgumentError:  # another version's parameters
                return None
            return point_of(kernel.name, params) if kernel.refusal(params, problem, facts) is None else None
    return None


def holds(point: Point, fixed: Mapping[str, Any]) -> bool:
    """Whether a point has the parameters that are held fixed; its kernel is one of those named."""
    named = str(fixed.get("kernel", point["kernel"])).split(",")
    return point["kernel"] in named and {**fixed, "kernel": point["kernel"]}.items() <= point.items()


def _suggested(kernel: Kernel, problem: Problem, facts: Facts, count: int) -> list[Any]:
    """A kernel's first legal suggestions."""
    wanted = (kernel.space.point(values) for values in kernel.suggestions(problem, facts))
    legal = (params for params in wanted if kernel.refusal(params, problem, facts) is None)
    return list(itertools.islice(legal, count)) or [kernel.suggested(problem, facts)]


def _named(problem: Problem, names: Any) -> Sequence[Kernel]:
    """The kernels that serve a problem, or those of them that are named.

    Raises:
        ArgumentError: a name is no such kernel's.
    """
    serve = serving(type(problem))
    if names is None:
        return serve
    wanted = str(names).split(",")
    for name in wanted:
        if name not in {kernel.name for kernel in serve}:
            raise ArgumentError("kernel", f"one of {', '.join(kernel.name for kernel in serve)}", name)
    return [kernel for kernel in serve if kernel.name in wanted]


def _legal(kernel: Kernel, problem: Problem, facts: Facts, fixed: Mapping[str, Any]) -> Iterable[Any]:
    space = kernel.space
    if space.combinations(fixed) <= ENUMERABLE:
        return space.points(problem, facts, fixed)
    start = (space.point({**values, **fixed}) for values in kernel.suggestions(problem, facts))
    return space.sample(problem, facts, SAMPLED, start=start, fixed=fixed)


def point_of(kernel: str, params: Any) -> Point:
    """A kernel and its parameters as the tuner knows them."""
    return {"kernel": kernel, **parameters(params)}


def groups(problem: Problem) -> dict[str, str]:
    """The group of every parameter, for the alternating search."""
    return {name: group for kernel in serving(type(problem)) for name, group in kernel.space.groups().items()}


def choice_at(problem: Problem, point: Point, facts: Facts) -> Choice:
    """The choice that a point stands for, its helpers chosen by what is known best.

    Raises:
        IllegalPointError: a rule refuses it.
    """
    values = {name: value for name, value in point.items() if name != "kernel"}
    kernel = kernels()[str(point["kernel"])]
    params = kernel.space.point(values)
    refusal = kernel.refusal(params, problem, facts)
    if refusal is not None:
        raise IllegalPointError(violated(refusal))
    return with_helpers(Choice(problem, kernel, params, "being tuned"), facts)


def evaluator(words: Mapping[str, Any], device: str) -> Evaluator:
    """What the child process evaluates points with.

    Args:
        words: The problem, from its ``words()``.
        device: The device, as ``--device`` takes it.
    """
    return Evaluator(problem_from(words), device)


class Evaluator:
    """Builds, checks and times points of one problem on one device."""

    def __init__(self, problem: Problem, device: str) -> None:
        chosen = choose_device(device)
        self.problem = problem
        self.device = device_on(chosen)
        self.queue = self.device.queue(timed=True)

    @functools.cached_property
    def trial(self) -> Trial:
        """The test data, made when the first point is checked."""
        return trial_for(self.device, self.queue, self.problem)

    def prepare(self, point: Point) -> Candidate:
        """Generate the text of a point.

        Raises:
            IllegalPointError: a rule refuses it.
        """
        return Candidate(self, choice_at(self.problem, point, self.device.facts))


class Candidate:
    """One point between its text and its time.

    Attributes:
        source: Hash of text, flags and extent of the launch, which identifies it to the journal.
    """

    def __init__(self, owner: Evaluator, choice: Choice) -> None:
        self.owner, self.choice = owner, choice
        text, flags = choice.kernel.written(choice.params, choice.problem, owner.device.dialect)
        extent = choice.kernel.geometry(choice.params, choice.problem)
        self.source = source_hash(text, (*flags, repr(extent)))
        self._launch: Callable[[], list[Event]] | None = None

    def build(self) -> None:
        """Compile the kernel and its helpers."""
        for step in steps_of(self.choice):
            program_for(self.owner.device, step.choice.kernel, step.choice.params, step.choice.problem)

    def check(self) -> str | None:
        """None where the kernel's results are right, else the sentence that says what is wrong."""
        return self.owner.trial.check(self.choice)

    def run(self) -> float:
        """Seconds of one run: by the host's clock where the device is the host itself, else by the device's.

        There the launches are added up, without what the host takes from one to the next: calls that follow each other
        do not wait for it.

        Raises:
            LaunchError: the device refused it or failed while it ran.
        """
        if self._launch is None:
            self._launch = self.owner.trial.timed(self.choice)
        started = time.perf_counter()
        events = self._launch()
        try:
            events[-1].wait()
            elapsed = time.perf_counter() - started
            spans = [self.owner.device.times(event) for event in events]
        except self.owner.device.errors as error:
            raise LaunchError(f"the device failed while it ran {self.choice.kernel.name}: {error}") from error
        return elapsed if self.owner.device.facts.host_shared else sum(end - start for start, end in spans)
