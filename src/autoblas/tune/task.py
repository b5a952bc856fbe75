"""The task of a search: the problem and its device, the kernel that serves so far, and the points to go through."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.devices.named import called
from autoblas.devices.selftest.serving_device import select_device
from autoblas.errors import ArgumentError, NoKernelError, NoLegalPointError
from autoblas.plan.candidates import Candidate, candidates
from autoblas.plan.choose import Choice, choices
from autoblas.plan.fit import TRIAL, refuse_what_does_not_fit
from autoblas.plan.results import user_results
from autoblas.problems.blas.notation import written
from autoblas.tune.points import SearchSpace, fits, point_of, refusals, search_space, starts, starts_only

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from autoblas.devices.device import Facts
    from autoblas.plan.candidates import Excluded
    from autoblas.problems import Problem
    from autoblas.tuning import Finalist, Point

__all__ = ["Task", "must_have_work", "task_of"]


@dataclass(frozen=True)
class Task:
    """A problem and the points of its search.

    Attributes:
        problem: The problem that is tuned.
        facts: The device.
        hardware: The device itself.
        served: The choice that would serve without the search; None where there is none.
        begin: The candidates that are tried first.
        space: All points.
        only: There are no points but those of the candidates.
        fixed: Parameters held at a value.
    """

    problem: Problem
    facts: Facts
    hardware: Any
    served: Choice | None
    begin: list[Candidate]
    space: SearchSpace
    only: bool
    fixed: Mapping[str, Any]

    @property
    def evaluator_arguments(self) -> dict[str, Any]:
        """Arguments of ``tune.evaluator.evaluator``, as JSON values for another process."""
        return {"problem": self.problem.words(), "device": str(called(self.hardware))}

    @property
    def before(self) -> Point | None:
        """The point of what would be served without the search."""
        return None if self.served is None else point_of(self.served.kernel, self.served.params)

    def helpers(self, finalists: Sequence[Finalist]) -> Iterator[Problem]:
        """Problems of the launches that the best point needs beside its own, as far as there is something to learn."""
        satisfying = (finalist.point for finalist in finalists if fits(finalist.point, self.fixed))
        best = next(satisfying, finalists[0].point)
        winner = self.served
        if winner is None or best != self.before:
            winner = self.space.choice(self.problem, best, self.facts)
        for _, choice in winner.helpers:  # of a single start there is nothing to learn
            if not self.only or len(starts(choice.problem, self.facts)) > 1:
                yield choice.problem


def task_of(problem: Problem, device: str | None, fixed: Mapping[str, Any] | None, *, only: bool) -> Task:
    """The search of a problem on a device.

    Args:
        problem: The problem that is tuned.
        device: The device, as ``--device`` takes it.
        fixed: Parameters held at a value.
        only: Nothing is tried but what kernels suggest and what is known near by.

    Raises:
        NoDeviceError: no device fits.
        NoLegalPointError: no point is legal.
        ArgumentError: the problem does not fit the memory there is, or no kernel has what is fixed.
        DatabaseError: what is found could not be kept.
    """
    must_have_work(problem)
    user_results().must_be_writable()
    chosen = select_device(device)
    facts = chosen.facts
    refuse_what_does_not_fit(problem, facts, TRIAL)
    stated = list(candidates(problem, facts))
    served = _served(problem, facts, stated)
    begin = starts(problem, facts, fixed, None if fixed else stated)
    space = starts_only(begin) if only else search_space(problem, facts, begin, fixed)
    if not space.points:
        raise NoLegalPointError(
            f"no point is legal for {written(problem)} on {facts.name}: {refusals(problem, facts, fixed)}"
        )
    return Task(problem, facts, chosen.device, served, begin, space, only, fixed or {})


def must_have_work(problem: Problem) -> None:
    """See that a problem is not empty.

    Raises:
        ArgumentError: it is.
    """
    if problem.empty:
        raise ArgumentError("sizes", "sizes of at least 1, so that there is work to time", str(problem.sizes))


def _served(problem: Problem, facts: Facts, stated: Sequence[Candidate | Excluded]) -> Choice | None:
    """The choice that serves without a search; None where there is none."""
    try:
        return next(choices(problem, facts, stated))
    except NoKernelError:
        return None
