"""A Gaussian process small enough to fit between two measurements."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from autoblas.tuning.searches.features import Features, Matrix

__all__ = ["GaussianProcess"]

_LENGTHS = (0.5, 1.0, 2.0, 4.0)
_NOISES = (1e-4, 1e-3, 1e-2, 1e-1)
_SHARES = (0.0, 0.25, 0.5, 0.75)
"""Parts of the covariance that parameters may have each for itself."""
_WIDTH = 0.7
"""Standard deviation of the log of a parameter's scale, in its prior."""


class GaussianProcess:
    """Regression with a Matern-5/2 kernel and one length scale a parameter.

    A part of the covariance is the mean of such kernels of single columns: what a parameter does whatever the others are,
    which is learnt from far fewer observations (Duvenaud, Nickisch and Rasmussen, Additive Gaussian Processes, 2011).
    Length scales, that part and the noise follow the marginal likelihood (Rasmussen and Williams, Gaussian Processes for Machine
    Learning, eq. 5.8) in a few multiplicative steps a call, from where the last call left them; the amplitude is
    its closed-form maximum.

    Args:
        features: Says which columns belong to which parameter.
    """

    def __init__(self, features: Features) -> None:
        self._owner, self._parameters = features.owner, max(1, features.parameters)
        # Distances add up over parameters, so the length that looks neutral grows with their root.
        self._log_scales = np.full(self._parameters, -0.5 * math.log(self._parameters))
        self._prior = self._log_scales.copy()
        self._noise, self._share = 1e-2, 0
        self._turn = 0
        levels = [np.unique(column) for column in features.rows.T]
        self._levels = np.concatenate([*levels, np.empty(0)])
        self._column = np.repeat(np.arange(len(levels)), [len(column_levels) for column_levels in levels])

    def adapt(self, rows: Matrix, values: Matrix, steps: int, *, afresh: bool) -> None:
        """Improve length scales and noise for what was observed.

        Args:
            rows: Shape ``(n, columns)``, where it was observed.
            values: Shape ``(n,)``, standardised.
            steps: Number of parameters whose scales are tried; they take turns.
            afresh: Start from the best of a grid of common lengths and noises.
        """
        if afresh:
            base = -0.5 * math.log(self._parameters)
            grid = [
                (np.full(self._parameters, base - math.log(length)), noise)
                for length in _LENGTHS
                for noise in _NOISES
            ]
            self._share = 0
            scores = [self._score(rows, values, scales, noise, scales) for scales, noise in grid]
            self._log_scales, self._noise = grid[int(np.argmax(np.round(scores, 6)))]
            self._prior = self._log_scales.copy()
        best = self._score(rows, values, self._log_scales, self._noise, self._prior)
        for noise in (min(self._noise * 3, 1.0), max(self._noise / 3, 1e-6)):
            score = self._score(rows, values, self._log_scales, noise, self._prior)
            if score > best + 1e-6:
                best, self._noise = score, noise
        current = self._share
        for share in (current - 1, current + 1):
            if 0 <= share < len(_SHARES):
                before, self._share = self._share, share
                score = self._score(rows, values, self._log_scales, self._noise, self._prior)
                if score > best + 1e-6:
                    best = score
                else:
                    self._share = before
        for _ in range(min(steps, self._parameters)):
            self._turn = (self._turn + 1) % self._parameters
            for step in (math.log(1.8), -math.log(1.8)):
                scales = self._log_scales.copy()
                scales[self._turn] += step
                score = self._score(rows, values, scales, self._noise, self._prior)
                if score > best + 1e-6:
                    best, self._log_scales = score, scales
                    break

    def _score(self, rows: Matrix, values: Matrix, scales: Matrix, noise: float, prior: Matrix) -> float:
        """Log marginal likelihood with the amplitude maximised, plus the log prior of the scales."""
        covariance = self._kernel(rows, rows, scales)
        covariance[np.diag_indices_from(covariance)] += noise
        lower = np.linalg.cholesky(covariance)
        white = np.linalg.solve(lower, values)
        count = len(values)
        amplitude = max(float(white @ white) / count, 1e-12)
        fit = -0.5 * count * math.log(amplitude) - float(np.log(np.diag(lower)).sum())
        return fit - 0.5 * float(((scales - prior) ** 2).sum()) / _WIDTH**2

    def _kernel(self, left: Matrix, right: Matrix, scales: Matrix) -> Matrix:
        """Matern-5/2 of every row of ``left`` with every row of ``right``."""
        weights = np.exp(scales)[self._owner]
        a, b = left * weights, right * weights
        squared = (a * a).sum(1)[:, None] + (b * b).sum(1)[None, :] - 2 * (a @ b.T)
        distance = np.sqrt(np.maximum(5 * squared, 0.0))
        kernel: Matrix = (1 + distance + distance * distance / 3) * np.exp(-distance)
        share = _SHARES[self._share]
        return kernel if share == 0.0 else (1 - share) * kernel + share * self._additive(left, right, weights)

    def _additive(self, left: Matrix, right: Matrix, weights: Matrix) -> Matrix:
        """The mean over the columns of Matern-5/2 along each, by a product with a table of its levels."""
        # A length that is neutral for the distance over all parameters is too long for one.
        steps = math.sqrt(5 * self._parameters) * weights[self._column]
        distance = steps[:, None] * np.abs(self._levels[:, None] - right.T[self._column])
        table = (1 + distance + distance * distance / 3) * np.exp(-distance)
        present = (left[:, self._column] == self._levels).astype(np.float64)
        mean: Matrix = present @ table / max(1, left.shape[1])
        return mean

    def predict(
        self, rows: Matrix, values: Matrix, at: Matrix, *, noisy: bool = False
    ) -> tuple[Matrix, Matrix]:
        """Mean and standard deviation at some places.

        Args:
            rows: Shape ``(n, columns)``, where it was observed.
            values: Shape ``(n,)``, standardised.
            at: Shape ``(m, columns)``.
            noisy: Of what would be observed there, rather than of the function behind it.

        Returns:
            Two arrays of shape ``(m,)``.
        """
        covariance = self._kernel(rows, rows, self._log_scales)
        covariance[np.diag_indices_from(covariance)] += self._noise
        lower = np.linalg.cholesky(covariance)
        # One small inverse, then products: the places are many more than the observations.
        inverse = np.linalg.inv(lower)
        white = inverse @ values
        projected = self._kernel(at, rows, self._log_scales) @ inverse.T
        amplitude = max(float(white @ white) / len(values), 1e-12)
        share = np.maximum(1 - (projected * projected).sum(1), 1e-12) + (self._noise if noisy else 0.0)
        return projected @ white, np.sqrt(amplitude * share)
