"""Texts that run and are checked in a process of their own: for commands, and for those that took another process."""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Any

from autoblas.devices.backends import device_on
from autoblas.devices.named import hardware_called
from autoblas.errors import TuningError, violated
from autoblas.kernels import kernels
from autoblas.problems import problem_from
from autoblas.runtime.checks.product import trial_for
from autoblas.runtime.checks.small import at_small_size
from autoblas.runtime.choose import Choice, with_helpers
from autoblas.runtime.plan import compile_steps
from autoblas.runtime.texts.verdicts import CRASHED, HUNG, Verdict
from autoblas.runtime.texts.written import written
from autoblas.space import parameters
from autoblas.tuning import Child, IllegalPointError

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from autoblas.kernels.kernel import Kernel
    from autoblas.problems import Problem
    from autoblas.tuning.outcome import Outcome, Point

    Asked = tuple[Kernel, Any, Problem]

__all__ = ["evaluator", "judged_apart"]

LIMIT = 60.0
"""Seconds that compiling a text may take, and again that its check may take."""

LOST = {"crashed": CRASHED, "timed out": HUNG}
"""The outcomes of a text that took its process, and what verdicts say of them."""

_log = logging.getLogger(__name__)


def judged_apart(device: str, asked: Sequence[Asked]) -> Generator[Verdict]:
    """What comes of kernels at parameters for problems, one after the other; what was not tried is not known.

    Args:
        device: The device, as ``--device`` takes it.
        asked: The kernels, their parameters and the problems that they are to serve.
    """
    with Child("autoblas.runtime.checks.apart:evaluator", {"device": device}) as child:
        for kernel, params, problem in asked:
            point = {
                "kernel": kernel.name,
                "parameters": json.dumps(parameters(params)),
                "problem": json.dumps(problem.words()),
            }
            try:
                outcome = child.evaluate(point, permit=_all_but_time, limit=LIMIT)
                if outcome.kind in LOST:  # which counts where it comes again
                    outcome = child.evaluate(point, permit=_all_but_time, limit=LIMIT)
            except (TuningError, OSError) as error:
                _log.warning("%s cannot be checked in a process of its own: %s", kernel.name, error)
                yield Verdict("unknown", str(error), kernel.name, str(problem))
            else:
                passing = outcome.kind == "crashed" and child.ended_from_outside
                yield _verdict(outcome, kernel, problem, passing=passing)


def _all_but_time(stage: str, source: str) -> bool:
    del source
    return stage != "time"


def _verdict(outcome: Outcome, kernel: Kernel, problem: Problem, *, passing: bool) -> Verdict:
    """What an outcome says of a text; nothing where its process was ended from outside."""
    named = kernel.name, str(problem)
    if outcome.kind == "abandoned":  # before it would have been timed
        return Verdict("right", "", *named)
    if passing or outcome.kind in {"illegal", "build failed"}:
        return Verdict("unknown", outcome.message, *named)
    words = {"wrong": "", **LOST}[outcome.kind]
    return Verdict("wrong", words + outcome.message, *named, seen_twice=outcome.kind in LOST)


def evaluator(device: str) -> Evaluator:
    """What the child process tries texts with.

    Args:
        device: The device, as ``--device`` takes it.
    """
    return Evaluator(device)


class Evaluator:
    """Builds and checks texts on one device."""

    def __init__(self, device: str) -> None:
        self.device = device_on(hardware_called(device))
        self.queue = self.device.queue()

    def prepare(self, point: Point) -> Candidate:
        """Generate the text of a point.

        Raises:
            IllegalPointError: a rule refuses it.
        """
        kernel, problem = kernels()[str(point["kernel"])], problem_from(json.loads(str(point["problem"])))
        params = kernel.space.point(json.loads(str(point["parameters"])))
        refusal = kernel.refusal(params, problem, self.device.facts)
        if refusal is not None:
            raise IllegalPointError(violated(refusal))
        choice = with_helpers(Choice(problem, kernel, params, "to be checked"), self.device.facts)
        return Candidate(self, at_small_size(choice, self.device.facts))


class Candidate:
    """One text on a small problem.

    Attributes:
        source: Hash of the text and its flags.
    """

    def __init__(self, owner: Evaluator, choice: Choice) -> None:
        self.owner, self.choice = owner, choice
        d = owner.device.dialect
        self.source = written(choice.kernel, choice.params, choice.problem, d).digest

    def build(self) -> None:
        """Compile the kernel and its helpers."""
        compile_steps(self.owner.device, self.choice)

    def check(self) -> str | None:
        """None where the kernel's results are right, else the sentence that says what is wrong."""
        return trial_for(self.owner.device, self.owner.queue, self.choice.problem).check(self.choice)

    def run(self) -> float:
        """Nothing: no text is timed here."""
        return 0.0
