"""Searches: they ask for points by index and receive their outcomes."""

from __future__ import annotations

import contextlib
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

from autoblas.errors import ArgumentError, TuningError

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping, Sequence

    from autoblas.tuning.outcome import Outcome, Point

__all__ = ["Plan", "Request", "Search", "Strategy", "at_least"]


@dataclass(frozen=True)
class Request:
    """A point that a search wants to know about.

    Attributes:
        index: Of the point, among those the search was made over.
        trials: Launches whose times the answer should hold; those that are known count.
    """

    index: int
    trials: int


class Search(Protocol):
    """Chooses points; every ``ask`` is answered by one ``tell`` before the next."""

    def ask(self) -> Request | None:
        """The next point, or None once the search is done."""

    def tell(self, index: int, outcome: Outcome) -> None:
        """Receive the outcome of the point that was asked for."""


Plan: TypeAlias = "Generator[Request, Outcome, None]"
"""A search as one function: yields what it asks, receives what it is told."""


class Strategy(ABC):
    """A search whose course is written as one generator, ``plan``.

    Args:
        points: The space. A point may come from any of several kernels, which its ``kernel`` names; each
            kernel has parameters of its own.
        trials: Launches of each point.
        seed: Of whatever is drawn at random; equal seeds and equal outcomes give equal courses.
        start: Indices of points that were good elsewhere.
        groups: ``shape`` or ``form`` by parameter, for those searches that tell them apart.

    Raises:
        ArgumentError: a number is too small or an index is not one of a point.
    """

    def __init__(
        self,
        points: Sequence[Point],
        *,
        trials: int = 5,
        seed: int = 0,
        start: Sequence[int] = (),
        groups: Mapping[str, str] | None = None,
    ) -> None:
        at_least("trials", trials, 1)
        if not all(0 <= i < len(points) for i in start):
            raise ArgumentError("start", f"indices of {len(points)} points", str(list(start)))
        self.points, self.trials, self.seed = points, trials, seed
        self.start = tuple(dict.fromkeys(start))
        self.groups = dict(groups or {})
        self._plan = self.plan()
        self._pending: Request | None = None
        self._answer: Outcome | None = None

    @abstractmethod
    def plan(self) -> Plan:
        """The course of the search."""

    def ask(self) -> Request | None:
        """The next point, or None once the search is done."""
        if self._pending is None:
            with contextlib.suppress(StopIteration):
                self._pending = next(self._plan) if self._answer is None else self._plan.send(self._answer)
        return self._pending

    def tell(self, index: int, outcome: Outcome) -> None:
        """Receive the outcome of the point that was asked for.

        Raises:
            TuningError: that point was not asked for.
        """
        if self._pending is None or self._pending.index != index:
            raise TuningError(f"the search was given an outcome of point {index}, which it did not ask for")
        self._pending, self._answer = None, outcome


def at_least(argument: str, value: int, least: int) -> None:
    """Refuse a number that is too small.

    Raises:
        ArgumentError: it is.
    """
    if value < least:
        raise ArgumentError(argument, f"at least {least}", str(value))
