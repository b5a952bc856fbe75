"""Which kernel, at which parameters, serves a problem on a device: the first candidate whose helpers can be had."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from autoblas.errors import NoKernelError
from autoblas.plan.candidates import Excluded, candidates
from autoblas.problems.blas.title import title

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from autoblas.database import Match
    from autoblas.devices.device import Facts
    from autoblas.kernels.kernel import Helper, Kernel
    from autoblas.plan.candidates import Candidate

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
    excluded: dict[str, str] = {}
    served = False
    for each in tried(problem, facts, candidates(problem, facts, brief=True) if among is None else among):
        if isinstance(each, Excluded):
            excluded.setdefault(each.label, each.refusal)
        else:
            served = True
            yield replace(each, excluded=_PassedOver(each, facts) if among is None else dict(excluded))
    if not served:
        raise NoKernelError(title(problem), _excluded(problem, facts) if among is None else excluded)


class _PassedOver(Mapping[str, str]):
    """What came before a choice and does not serve: found out when somebody asks, as calls never do."""

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
    """What does not serve, each with what would have to hold: before a choice, or of all candidates."""
    found: dict[str, str] = {}
    for each in tried(problem, facts):
        if isinstance(each, Excluded):
            found.setdefault(each.label, each.refusal)
        elif last and (each.kernel, each.params, each.match) == (last.kernel, last.params, last.match):
            break
    return found


def tried(
    problem: Any, facts: Facts, among: Iterable[Candidate | Excluded] | None = None
) -> Iterator[Choice | Excluded]:
    """What becomes of each candidate: a choice with its helpers, or what would have to hold for it to serve."""
    for each in candidates(problem, facts) if among is None else among:
        if isinstance(each, Excluded):
            yield each
        elif each.refusal is not None:
            yield Excluded(each.label, each.refusal, each.match, each.kernel.name)
        else:
            unproved = each.origin == "published"
            choice = Choice(
                problem, each.kernel, each.params, each.words, each.seconds, unproved, match=each.match
            )
            try:
                yield with_helpers(choice, facts)
            except NoKernelError as error:
                sentence = f"what it needs beside its own launch can be had: {error}"
                yield Excluded(each.label, sentence, each.match, each.kernel.name)


def resized(choice: Choice, problem: Any, facts: Facts) -> Choice:
    """The same kernel for a like problem of other sizes, with the same kernels for helpers where they are legal there."""
    kept = {helper.memory: helping for helper, helping in choice.helpers}
    helpers = []
    for helper in choice.kernel.helpers(choice.params, problem):
        helping = kept.get(helper.memory)
        if helping is None or helping.kernel.refusal(helping.params, helper.problem, facts) is not None:
            helpers.append((helper, choose(helper.problem, facts)))
        else:
            helpers.append((helper, resized(helping, helper.problem, facts)))
    return replace(choice, problem=problem, helpers=tuple(helpers))


def with_helpers(choice: Choice, facts: Facts) -> Choice:
    """The same choice with the kernels for its helpers chosen too."""
    wanted = choice.kernel.helpers(choice.params, choice.problem)
    if not wanted:
        return choice
    return replace(choice, helpers=tuple((helper, choose(helper.problem, facts)) for helper in wanted))
