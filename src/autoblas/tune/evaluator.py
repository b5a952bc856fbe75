"""The tuner's child process: makes an evaluator from JSON, and builds, checks and times one point after another.

A faulting kernel may take it; what is searched and what is kept is the parent's business (``points``, ``tune``).
"""

from __future__ import annotations

import functools
import time
from typing import TYPE_CHECKING, Any

from autoblas.checks.product import trial_for
from autoblas.devices.backends import device_on
from autoblas.devices.named import hardware_called
from autoblas.errors import LaunchError, violated
from autoblas.kernels import kernels
from autoblas.plan.bound import compile_steps
from autoblas.plan.choose import Choice, with_helpers
from autoblas.plan.texts import launch_hash
from autoblas.problems import problem_from
from autoblas.tuning import IllegalPointError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from autoblas.checks.product import KernelTrial
    from autoblas.devices.device import Event, Facts
    from autoblas.problems import Problem
    from autoblas.tuning.outcome import Point

__all__ = ["choice_at", "evaluator"]


def choice_at(problem: Problem, point: Point, facts: Facts) -> Choice:
    """The choice that a point stands for, its helpers chosen by what is known best.

    Points come as JSON from another process, whose facts may differ from those here: rules are asked again.

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


def evaluator(problem: Mapping[str, Any], device: str) -> KernelEvaluator:
    """Evaluator of points in the child process.

    Args:
        problem: The problem, from its ``words()``.
        device: The device, as ``--device`` takes it.
    """
    return KernelEvaluator(problem_from(problem), device)


class KernelEvaluator:
    """Builds, checks and times points of one problem on one device."""

    def __init__(self, problem: Problem, device: str) -> None:
        chosen = hardware_called(device)
        self.problem = problem
        self.device = device_on(chosen)
        self.queue = self.device.queue(timed=True)

    @functools.cached_property
    def trial(self) -> KernelTrial:
        """The test data, made when the first point is checked."""
        return trial_for(self.device, self.queue, self.problem)

    def prepare(self, point: Point) -> KernelCandidate:
        """Generate the text of a point.

        Raises:
            IllegalPointError: a rule refuses it.
        """
        return KernelCandidate(self, choice_at(self.problem, point, self.device.facts))


class KernelCandidate:
    """A point with its generated text, to be built, checked and timed.

    Attributes:
        source: Hash of text, flags and extent of the launch, which identifies it to the journal.
    """

    def __init__(self, owner: KernelEvaluator, choice: Choice) -> None:
        self.owner, self.choice = owner, choice
        self.source = launch_hash(choice.kernel, choice.params, choice.problem, owner.device.dialect)
        self._launch: Callable[[], list[Event]] | None = None

    def build(self) -> None:
        """Compile the kernel and its helpers."""
        compile_steps(self.owner.device, self.choice)

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
