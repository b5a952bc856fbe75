"""Importance of parameters: the share of the variance of log time that goes with each, in the trials of a search.

The share of a parameter x is that of its conditional means, Var(E[log t | x]) / Var(log t). It is K. Pearson's
correlation ratio (1905), and the first-order index of I. M. Sobol' ("Sensitivity estimates for nonlinear mathematical
models", 1993). Means of few trials scatter, which looks like an effect; so the estimate is T. L. Kelley's ("An unbiased
correlation ratio measure", Proc. Natl. Acad. Sci. 21, 1935): 1 - MSW / MST, with the mean squares within values and in
all. It is about 0 for a parameter without effect, and may fall below. How large it gets by chance is found by permuting
the times.

A search chooses its points: parameters change together, so shares overlap and need not add up to 1, and they are of the
points that were tried, of which good ones are more than their share of the space.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from autoblas.report.searches import RecordedTrial

__all__ = ["FEWEST", "VarianceShare", "explained_together", "shares"]

FEWEST = 12
"""Trials below which nothing is said of a kernel."""

PERMUTATIONS, LEVEL = 400, 0.95
"""Number of permutations of the times, and the quantile of their shares that counts as reached by chance."""


@dataclass(frozen=True)
class VarianceShare:
    """Importance of one parameter.

    Attributes:
        parameter: Its name.
        share: Of the variance of log time, at least 0.
        chance: Share that a parameter with as many values in as many trials reaches by chance in one case of twenty.
        values: Number of different values that were tried.
        best: The value with the shortest mean time.
    """

    parameter: str
    share: float
    chance: float
    values: int
    best: str

    @property
    def matters(self) -> bool:
        """Its share is above what chance reaches."""
        return self.share > self.chance


def shares(trials: Sequence[RecordedTrial], *, kernel: bool = False) -> list[VarianceShare]:
    """The share of each parameter that had several values, the largest first; none of fewer trials than ``FEWEST``.

    Args:
        trials: Trials that are ok, of one kernel unless ``kernel`` is true.
        kernel: The share of the kernel itself instead of its parameters'.
    """
    if len(trials) < FEWEST:
        return []
    logs = np.log([trial.seconds for trial in trials])
    columns = {"kernel": [trial.kernel for trial in trials]} if kernel else _columns(trials)
    results = []
    for name, labels in columns.items():
        levels, index = np.unique(labels, return_inverse=True)
        if len(levels) < 2 or len(levels) >= len(trials) or not np.ptp(logs):
            continue
        means = np.bincount(index, logs) / np.bincount(index)
        random = np.random.default_rng(0)  # the same page from the same trials
        shuffled = [_share(random.permutation(logs), index) for _ in range(PERMUTATIONS)]
        results.append(
            VarianceShare(
                name,
                max(_share(logs, index), 0.0),
                max(float(np.quantile(shuffled, LEVEL)), 0.0),
                len(levels),
                str(levels[int(np.argmin(means))]),
            )
        )
    return sorted(results, key=lambda share: (-share.share, share.parameter))


def explained_together(trials: Sequence[RecordedTrial]) -> float | None:
    """The share of the variance of log time that all parameters explain where each has an effect of its own.

    That is R², adjusted for the number of effects (H. Theil, "Economic Forecasts and Policy", 1961), of the model
    ``log t = constant + an effect for each value of each parameter``, fitted by least squares. What is left are
    interactions and noise. None where trials are too few to tell.
    """
    logs = np.log([trial.seconds for trial in trials])
    effects: list[NDArray[np.float64]] = [np.ones(len(trials))]
    for labels in _columns(trials).values():
        levels, index = np.unique(labels, return_inverse=True)
        effects += [(index == level).astype(np.float64) for level in range(1, len(levels))]
    design = np.stack(effects, axis=1)
    fitted, _, rank, _ = np.linalg.lstsq(design, logs, rcond=None)
    freedom = len(trials) - int(rank)
    total = float(((logs - logs.mean()) ** 2).sum())
    if len(trials) < FEWEST or freedom < FEWEST / 2 or not total:
        return None
    residual = float(((logs - design @ fitted) ** 2).sum())
    return max(1 - (residual / freedom) / (total / (len(trials) - 1)), 0.0)


def _columns(trials: Sequence[RecordedTrial]) -> dict[str, list[str]]:
    """The values of each parameter as words; one that a trial lacks is a value of its own."""
    names: dict[str, Any] = dict.fromkeys(name for trial in trials for name in trial.parameters)
    return {name: [str(trial.parameters.get(name, "")) for trial in trials] for name in names}


def _share(logs: NDArray[np.float64], index: NDArray[np.intp]) -> float:
    """Kelley's estimate of the correlation ratio."""
    counts = np.bincount(index)
    means = np.bincount(index, logs) / counts
    within = float(((logs - means[index]) ** 2).sum()) / (len(logs) - len(counts))
    return 1 - within / (float(((logs - logs.mean()) ** 2).sum()) / (len(logs) - 1))
