"""Which kernel, at which parameters, serves a problem on a device: the first candidate whose helpers can be had."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from autoblas.errors import NoKernelError
from autoblas.plan.candidates import Excluded, candidates
from autoblas.problems.blas.title import title
from autoblas.problems.matmul import INVARIANT_ROWS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from autoblas.database import Match
    from autoblas.devices.device import Facts
    from autoblas.kernels.kernel import Helper, Kernel
    from autoblas.plan.candidates import Candidate

MODEL_ROWS = 512
"""Rows of the product whose suggested kernel serves all numbers of them, where the result must not depend on it."""

PROBED_ROWS, PROBED_COLUMNS = (
    (INVARIANT_ROWS, *(INVARIANT_ROWS + extra for extra in (1, 2, 3, 33)), 4096),
    4096,
)
"""Sizes at which such a kernel is legal: kernels for narrow products differ with the side that is narrow."""

__all__ = ["Choice", "choices", "choose", "resized", "tried", "with_helpers"]


@dataclass(frozen=True)
class Choice:
    """A kernel and its parameters for one problem.

    Attributes:
        problem: What is to be computed.
        kernel: The kernel.
        params: Its parameters.
        origin: Where they came from, in words.
        seconds: How long the recorded problem took; 0 where nothing was recorded.
        unproved: It comes neither from a measurement nor from this version's own suggestions.
        excluded: What came first and does not serve here, each with what would have to hold, as results say when it is
            asked for.
        helpers: The launches that the kernel needs beside its own, each with the choice for it.
        match: The record that stands behind it, and where that is from; None where none does.
    """

    problem: Any
    kernel: Kernel
    params: Any
    origin: str
    seconds: float = 0.0
    unproved: bool = False
    excluded: Mapping[str, str] = field(default_factory=dict)
    helpers: tuple[tuple[Helper, Choice], ...] = ()
    match: Match | None = None

    @property
    def recorded(self) -> bool:
        """It comes from a measurement."""
        return self.seconds > 0


def choose(problem: Any, facts: Facts) -> Choice:
    """The first candidate that serves.

    Raises:
        NoKernelError: no kernel is legal, with the rule that excluded each.
    """
    return next(choices(problem, facts))


def choices(
    problem: Any, facts: Facts, among: Iterable[Candidate | Excluded] | None = None
) -> Iterator[Choice]:
    """Every candidate that serves, best first, for callers whose compiler may refuse one.

    Args:
        problem: What is to be computed.
        facts: The device.
        among: The candidates; by default all that there are.

    Raises:
        NoKernelError: no kernel is legal, with the rule that excluded each.
    """
    if among is None and getattr(problem, "invariant", False):
        yield from _invariant_choices(problem, facts)
        return
    excluded: dict[str, str] = {}
    served = False
    for outcome in tried(problem, facts, candidates(problem, facts, brief=True) if among is None else among):
        if isinstance(outcome, Excluded):
            excluded.setdefault(outcome.label, outcome.refusal)
        else:
            served = True
            yield replace(outcome, excluded=_PassedOver(outcome, facts) if among is None else dict(excluded))
    if not served:
        raise NoKernelError(title(problem), _excluded(problem, facts) if among is None else excluded)


def _invariant_choices(problem: Any, facts: Facts) -> Iterator[Choice]:
    """Choices for a product that are the same for any number of rows: suggestions for a fixed one that are legal for all.

    Records are of certain numbers of rows, and change, so none serves.

    Raises:
        NoKernelError: there is none.
    """
    model = replace(problem, m=MODEL_ROWS, invariant=False)
    suggested = (
        x for x in candidates(model, facts) if isinstance(x, Excluded) or x.origin in {"suggested", "default"}
    )
    probes = [
        replace(model, m=m, n=n) for m in (*PROBED_ROWS, problem.m) for n in (problem.n, PROBED_COLUMNS)
    ]
    served = False
    for outcome in tried(model, facts, suggested):
        if isinstance(outcome, Excluded):
            continue
        refused = (outcome.kernel.refusal(outcome.params, probe, facts) for probe in probes)
        if not any(refused):
            served = True
            yield replace(resized(outcome, problem, facts), origin="suggested for any number of rows")
    if not served:
        sentence = "it is legal for any number of rows"
        raise NoKernelError(
            title(problem), dict.fromkeys((name for name in _excluded(model, facts)), sentence)
        )


class _PassedOver(Mapping[str, str]):
    """Candidates before a choice that do not serve, with reasons: computed when they are asked for, as calls never do."""

    def __init__(self, choice: Choice, facts: Facts) -> None:
        self._choice, self._facts = choice, facts

    @functools.cached_property
    def _sentences(self) -> dict[str, str]:
        return _excluded(self._choice.problem, self._facts, self._choice)

    def __getitem__(self, label: str) -> str:
        return self._sentences[label]

    def __iter__(self) -> Iterator[str]:
        return iter(self._sentences)

    def __len__(self) -> int:
        return len(self._sentences)


def _excluded(problem: Any, facts: Facts, last: Choice | None = None) -> dict[str, str]:
    """Candidates that do not serve, each with the rule that it breaks: those before a choice, or all of them."""
    excluded: dict[str, str] = {}
    for outcome in tried(problem, facts):
        if isinstance(outcome, Excluded):
            excluded.setdefault(outcome.label, outcome.refusal)
        elif last and (outcome.kernel, outcome.params, outcome.match) == (
            last.kernel,
            last.params,
            last.match,
        ):
            break
    return excluded


def tried(
    problem: Any, facts: Facts, among: Iterable[Candidate | Excluded] | None = None
) -> Iterator[Choice | Excluded]:
    """The outcome for each candidate: a choice with its helpers, or the rule that excludes it."""
    for candidate in candidates(problem, facts) if among is None else among:
        if isinstance(candidate, Excluded):
            yield candidate
        elif candidate.refusal is not None:
            yield Excluded(candidate.label, candidate.refusal, candidate.match, candidate.kernel.name)
        else:
            unproved = candidate.origin == "published"
            choice = Choice(
                problem,
                candidate.kernel,
                candidate.params,
                candidate.words,
                candidate.seconds,
                unproved,
                match=candidate.match,
            )
            try:
                yield with_helpers(choice, facts)
            except NoKernelError as error:
                sentence = f"what it needs beside its own launch can be had: {error}"
                yield Excluded(candidate.label, sentence, candidate.match, candidate.kernel.name)


def resized(choice: Choice, problem: Any, facts: Facts) -> Choice:
    """A choice for a like problem of other sizes: the same kernel, and the same helpers' kernels where they are legal."""
    helpings = {helper.memory: helping for helper, helping in choice.helpers}
    helpers = []
    for helper in choice.kernel.helpers(choice.params, problem):
        helping = helpings.get(helper.memory)
        if helping is None or helping.kernel.refusal(helping.params, helper.problem, facts) is not None:
            helpers.append((helper, choose(helper.problem, facts)))
        else:
            helpers.append((helper, resized(helping, helper.problem, facts)))
    return replace(choice, problem=problem, helpers=tuple(helpers))


def with_helpers(choice: Choice, facts: Facts) -> Choice:
    """A choice with the kernels for its helpers chosen too."""
    wanted = choice.kernel.helpers(choice.params, choice.problem)
    if not wanted:
        return choice
    return replace(choice, helpers=tuple((helper, choose(helper.problem, facts)) for helper in wanted))
