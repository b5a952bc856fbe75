"""Ranking of points by size: the winner at each size, and its speed at the others."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from autoblas.report.searches import RecordedSearch, RecordedTrial
    from autoblas.report.work import ProblemWork

__all__ = ["FEWEST", "Agreement", "Ranking", "rankings"]

FEWEST = 5
"""Points that two sizes must have in common for a correlation."""


@dataclass(frozen=True)
class Agreement:
    """Agreement of two sizes on the ranking of the points that were timed at both.

    Attributes:
        left: One size.
        right: The other.
        points: Number of points that they have in common.
        correlation: C. Spearman's rank correlation of their times (Am. J. Psychol. 15, 1904): 1 for the same order.
    """

    left: str
    right: str
    points: int
    correlation: float


@dataclass(frozen=True)
class Ranking:
    """The winners of a class of problems, at every size that was searched.

    Attributes:
        class_name: The class.
        sizes: The sizes, the smallest first.
        winners: The winner of each size; one that won at several is named once.
        speeds: For each winner, its speed at each size relative to the size's own winner; None where it was not timed.
        agreements: Of each pair of sizes with enough points in common.
    """

    class_name: str
    sizes: tuple[str, ...]
    winners: tuple[RecordedTrial, ...]
    speeds: tuple[tuple[float | None, ...], ...]
    agreements: tuple[Agreement, ...]


def rankings(searches: Sequence[RecordedSearch]) -> list[Ranking]:
    """The ranking of each class that was searched at two sizes or more."""
    classes: dict[str, dict[ProblemWork, dict[tuple[object, ...], RecordedTrial]]] = {}
    for search in searches:
        timed = classes.setdefault(search.work.class_name, {}).setdefault(search.work, {})
        for trial in search.timed:
            previous = timed.get(trial.point)
            if previous is None or trial.seconds < previous.seconds:
                timed[trial.point] = trial
    return [
        _ranking(class_name, sizes)
        for class_name, sizes in classes.items()
        if sum(map(bool, sizes.values())) > 1
    ]


def _ranking(
    class_name: str, sizes: Mapping[ProblemWork, Mapping[tuple[object, ...], RecordedTrial]]
) -> Ranking:
    ordered = sorted(
        (work for work, timed in sizes.items() if timed), key=lambda work: (work.edge, work.sizes)
    )
    first = {work: min(sizes[work].values(), key=lambda trial: trial.seconds) for work in ordered}
    winners = {trial.point: trial for trial in first.values()}
    speeds = tuple(
        tuple(
            first[work].seconds / sizes[work][point].seconds if point in sizes[work] else None
            for work in ordered
        )
        for point in winners
    )
    agreements = []
    for left, right in combinations(ordered, 2):
        common = [point for point in sizes[left] if point in sizes[right]]
        if len(common) >= FEWEST:
            times = [[sizes[work][point].seconds for point in common] for work in (left, right)]
            agreements.append(Agreement(left.extent, right.extent, len(common), _spearman(*times)))
    names = tuple(work.extent for work in ordered)
    return Ranking(class_name, names, tuple(winners.values()), speeds, tuple(agreements))


def _spearman(left: Sequence[float], right: Sequence[float]) -> float:
    """The correlation of ranks, equals at the mean of theirs; 0 where one side has no order."""
    a, b = (_ranks(side) - (len(side) - 1) / 2 for side in (left, right))
    length = math.sqrt(float(a @ a) * float(b @ b))
    return float(a @ b) / length if length else 0.0


def _ranks(values: Sequence[float]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Ranks from 0, equals at the mean of theirs."""
    _, index, counts = np.unique(np.asarray(values), return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    ranks: np.ndarray[tuple[int], np.dtype[np.float64]] = ((ends - counts + ends - 1) / 2)[index]
    return ranks
