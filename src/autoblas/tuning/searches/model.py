"""The default search: good starts, a few points apart from each other, then where a model expects improvement."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from autoblas.tuning.searches.features import features
from autoblas.tuning.searches.gaussian import GaussianProcess
from autoblas.tuning.searches.strategy import Request, Strategy, at_least

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from autoblas.tuning.outcome import Outcome, Point
    from autoblas.tuning.searches.features import Matrix
    from autoblas.tuning.searches.strategy import Plan

__all__ = ["Model"]

_GAIN = 0.99
"""A time must shrink to this part of the best to count as progress."""
_ENCODED = 200_000
"""More points than this are thinned at random before the search begins."""
_CANDIDATES = 20_000
"""More points than this are thinned, at random and around the best, for each prediction."""
_NEAR = 5_000
_SPREAD = 50
"""Random points of which the one farthest from all earlier ones is taken while filling the space."""
_OBSERVATIONS = 300
"""The model sees this many of the best outcomes, and as many of all kinds when it learns what fails."""
_REFITTED = 80
"""With more outcomes than this, scales only follow, since starting from a grid would take too long."""
_FAR = 5
"""Deviations, to either side, beyond which a formula takes the place of a table."""
_UNLUCKY = 5
"""While nothing has worked, patience is so many times longer."""


class Model(Strategy):
    """Bayesian optimisation over the enumerated points.

    A Gaussian process predicts log seconds; expected improvement (Jones, Schonlau and Welch, 1998, eq. 15), times
    the probability that the point works at all by a second process, says which point is next. Its first points are
    the starting points and some that fill the space, shared between the kernels.

    Args:
        points: See ``Strategy``, as for the other options.
        initial: Number of points that fill the space.
        patience: It stops after so many points in a row, past the first ones, without 1 % of gain; failures, which
            are cheap, count half.
        options: Those of ``Strategy``.
    """

    def __init__(
        self, points: Sequence[Point], *, initial: int = 6, patience: int = 30, **options: Any
    ) -> None:
        at_least("initial", initial, 1)
        at_least("patience", patience, 1)
        self.initial, self.patience = initial, patience
        super().__init__(points, **options)

    def plan(self) -> Plan:
        """First points, then model and measurement in turn."""
        if not self.points:
            return
        exploration = _Exploration(self.points, self.start, self.seed)
        for index in exploration.start_indices:
            yield from self._measure(exploration, index)
        kernels = len({point.get("kernel") for point in self.points})
        for _ in range(max(self.initial, 2 * kernels)):
            if exploration.remaining:
                yield from self._measure(exploration, exploration.farthest())
        best, idle = exploration.best, 0.0
        while exploration.remaining and idle < self.patience * (1 if best < math.inf else _UNLUCKY):
            failed = yield from self._measure(exploration, exploration.promising())
            idle += 0.5 if failed else 1.0
            # Small gains may add up, so the mark moves only when they have.
            if exploration.best < best * _GAIN:
                best, idle = exploration.best, 0.0

    def _measure(self, exploration: _Exploration, index: int) -> Generator[Request, Outcome, bool]:
        """Measure a point; true if it failed."""
        outcome = yield Request(int(exploration.point_indices[index]), self.trials)
        exploration.observe(index, outcome)
        return outcome.kind not in ("ok", "abandoned")


class _Exploration:
    """Observations of a space, and the choice of the next point; indices are those of encoded points."""

    def __init__(self, points: Sequence[Point], start: Sequence[int], seed: int) -> None:
        self.random = np.random.default_rng(seed)
        self.point_indices = np.arange(len(points))
        if len(points) > _ENCODED:
            drawn = self.random.choice(len(points), _ENCODED, replace=False)
            self.point_indices = np.unique(np.concatenate([drawn, np.array(start, dtype=np.intp)]))
        self.start_indices = [int(np.searchsorted(self.point_indices, i)) for i in start]
        encoded = [points[i] for i in self.point_indices.tolist()]
        self.features = features(encoded)
        self.rows = self.features.rows
        levels = {
            name: number for number, name in enumerate(dict.fromkeys(str(p.get("kernel")) for p in encoded))
        }
        self.kernel = np.array([levels[str(p.get("kernel"))] for p in encoded])
        self.observed: list[int] = []
        self.seconds: list[float] = []
        self.open = np.ones(len(encoded), dtype=np.bool_)
        self.process = GaussianProcess(self.features)
        self.failing = GaussianProcess(self.features)
        self.fitted = 0

    @property
    def remaining(self) -> bool:
        """True if a point has not been tried."""
        return bool(self.open.any())

    @property
    def best(self) -> float:
        """The shortest time so far."""
        return min(self.seconds, default=math.inf)

    @property
    def failures_in_a_row(self) -> int:
        """Number of failures since the last point that worked."""
        return next((n for n, s in enumerate(reversed(self.seconds)) if s < math.inf), len(self.seconds))

    def observe(self, index: int, outcome: Outcome) -> None:
        """Remember the outcome of a point; a failure takes for ever, and one that was not tried teaches nothing."""
        self.open[index] = False
        if outcome.kind != "abandoned":
            self.observed.append(index)
            self.seconds.append(max(outcome.median, 1e-12))

    def farthest(self) -> int:
        """Farthest point from all observed ones, of some random points of the kernel observed least."""
        count = self.kernel.max() + 1
        counts = np.bincount(self.kernel[self.observed], minlength=count).astype(np.float64)
        counts[np.bincount(self.kernel[self.open], minlength=count) == 0] = math.inf
        candidates = np.flatnonzero(self.open & (self.kernel == int(np.argmin(counts))))
        drawn = self.random.permutation(candidates)[:_SPREAD]
        if not self.observed:
            return int(drawn[np.argmin((self.rows[drawn] ** 2).sum(1))])  # the most ordinary one
        gaps = self.rows[drawn][:, None, :] - self.rows[self.observed][None, :, :]
        return int(drawn[np.argmax((gaps**2).sum(2).min(1))])

    def promising(self) -> int:
        """Point with the greatest expected improvement, weighted by its probability to work."""
        works = np.isfinite(self.seconds)
        if not works.any():
            return self.farthest()
        candidates = self._candidates()
        at = self.rows[candidates]
        order = np.argsort(self.seconds, kind="stable")[: min(_OBSERVATIONS, int(works.sum()))]
        rows = self.rows[[self.observed[i] for i in order]]
        logs = np.log(np.array(self.seconds)[order])
        centre, spread = logs.mean(), logs.std() or 1.0
        values = (logs - centre) / spread
        afresh = self.fitted == 0 or _REFITTED >= len(self.observed) >= 1.5 * self.fitted
        self.fitted = len(self.observed) if afresh else self.fitted
        # The more was seen, the dearer a step and the less it changes.
        self.process.adapt(rows, values, 8 if len(order) <= 120 else 2, afresh=afresh)
        mean, deviation = self.process.predict(rows, values, at)
        gain = _log_expected(values.min(), mean, deviation)
        if not works.all():
            # A row of failures says that the chances are worse than they look.
            caution = 1 + self.failures_in_a_row
            gain = gain + caution * self._log_working(works, at, afresh=afresh)
        # Rounded, so that the last bits of a matrix product do not decide.
        return int(candidates[np.argmax(np.round(gain, 6))])

    def _candidates(self) -> npt.NDArray[np.intp]:
        """The points to predict: all that are left, or some at random and those around the best."""
        remaining = np.flatnonzero(self.open)
        if len(remaining) <= _CANDIDATES:
            return remaining
        best = self.rows[self.observed[int(np.argmin(self.seconds))]]
        distance = ((self.rows[remaining] - best) ** 2).sum(1)
        near = remaining[np.argpartition(distance, _NEAR)[:_NEAR]]
        far = self.random.choice(remaining, _CANDIDATES - _NEAR, replace=False)
        return np.unique(np.concatenate([near, far]))

    def _log_working(self, works: npt.NDArray[np.bool_], at: Matrix, *, afresh: bool) -> Matrix:
        """Logarithm of the probability that points work: that a regression on 0 and 1 stays below one half."""
        recent = slice(-_OBSERVATIONS, None)
        rows = self.rows[self.observed[recent]]
        failed = (~works[recent]).astype(np.float64)
        share = (failed.sum() + 0.5) / (len(failed) + 1)
        self.failing.adapt(rows, failed - share, 4, afresh=afresh)
        mean, deviation = self.failing.predict(rows, failed - share, at, noisy=True)
        return _log_below((0.5 - share - mean) / deviation)


@functools.cache
def _tables() -> tuple[Matrix, Matrix, Matrix]:
    """Places, and there the logarithms of the normal distribution function and of the expected improvement."""
    at = np.linspace(-_FAR, _FAR, 1 + 2000 * _FAR)
    below = np.array([0.5 * math.erfc(-x / math.sqrt(2)) for x in at.tolist()])
    density = np.exp(-0.5 * at * at) / math.sqrt(2 * math.pi)
    return at, np.log(below), np.log(at * below + density)


def _log_below(z: Matrix) -> Matrix:
    """Logarithm of the standard normal distribution function."""
    at, below, _ = _tables()
    return np.interp(z, at, below)


def _log_expected(best: float, mean: Matrix, deviation: Matrix) -> Matrix:
    """Logarithm of the expected improvement on ``best``; it still tells points apart where the gain underflows."""
    z = (best - mean) / deviation
    at, _, gain = _tables()
    # Far in the tail, density / z**2 is the leading term (Abramowitz and Stegun 26.2.12); far above, the gain is z.
    tail = -0.5 * z * z - 0.5 * math.log(2 * math.pi) - 2 * np.log(np.maximum(-z, 1.0))
    central = np.where(z > _FAR, np.log(np.maximum(z, 1.0)), np.interp(z, at, gain))
    result: Matrix = np.where(z < -_FAR, tail, central) + np.log(deviation)
    return result
