"""Test data for Householder's factors Q R of panels.

Theorem 19.4 of N. J. Higham, "Accuracy and Stability of Numerical Algorithms", 2nd edition, bounds the error of each column
of Q R by n gamma(c m) of its norm, for the exact Q of some reflectors. Sums of m terms have likely errors here, of
LIKELY sqrt(m) roundings (N. J. Higham, T. Mary, SIAM J. Sci. Comput. 41, 2019).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.checks.stored import Stored, poison
from autoblas.checks.verify import EXTRA_ROUNDINGS, reals
from autoblas.plan.bound import BoundPlan
from autoblas.plan.layouts.factorization import FactorizationLayout

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.devices.device import Device, Event, Queue
    from autoblas.plan.choose import Choice
    from autoblas.problems.factorization import Factorization

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["ReflectorTrial"]

MARGIN = 16

LIKELY = 4
"""Errors of sums exceed so many times the square root of their length, in units of rounding, with probability 2 exp(-8)."""

STEPS = 4
"""Sums and other steps of a reflector that a column's error comes from: norm, vector, product and difference."""


class ReflectorTrial:
    """Matrices whose columns differ by powers of two, so that squares of some leave the range, and one column of zeros."""

    def __init__(self, device: Device, queue: Queue, q: Factorization, rng: np.random.Generator) -> None:
        self.device, self.queue, self.problem = device, queue, q
        exponent = 90 if q.precision.part == "float" else 800
        powers = np.array([0, exponent, -exponent])[np.arange(q.n) % 3]
        matrix = reals(rng, (q.items, q.m, q.n), q.precision) * np.ldexp(1.0, powers)
        self.weak = q.n // 2 if q.n > 1 else -1
        if q.n > 1:
            matrix[..., self.weak] = 0
        self.matrix = matrix.astype(q.precision.dtype)
        self.a = Stored(queue, self.matrix, q.a, q.precision, MARGIN)
        self.tau = Stored(queue, np.zeros((q.items, 1, q.n), q.precision.dtype), "row", q.precision, MARGIN)

    def check(self, choice: Choice) -> str | None:
        """Factors within their bounds, of LAPACK's form, with nothing written beside them."""
        self.a.write(self.matrix)
        self.tau.write(poison(self.problem.precision))
        self._bind(choice)()[-1].wait()
        (matrix, beside), (tau, behind) = self.a.read(), self.tau.read()
        for item in range(self.problem.items):
            fault = self._judge(*(self._wide(x) for x in (self.matrix[item], matrix[item], tau[item, 0])))
            if fault:
                return f"matrix {item}: {fault}"
        return "memory outside A or tau was written" if beside or behind else None

    def timed(self, choice: Choice) -> Callable[[], list[Event]]:
        """Factors of unit matrices, which are these again, so that all runs are alike."""
        q = self.problem
        self.a.write(np.eye(q.m, q.n, dtype=q.precision.dtype))
        return self._bind(choice)

    def _judge(self, original: Array, factors: Array, tau: Array) -> str | None:
        """The fault of the factors of one matrix."""
        q = self.problem
        m, n = original.shape
        v, r = np.tril(factors, -1) + np.eye(m, n), np.triu(factors)[:n]
        sums = LIKELY * math.sqrt(q.precision.parts * m) + EXTRA_ROUNDINGS
        bound = STEPS * n * sums * q.precision.roundoff * math.sqrt(q.precision.parts)
        orthogonal = np.eye(m, n, dtype=original.dtype)
        for k in reversed(range(n)):
            orthogonal -= tau[k] * np.outer(v[:, k], np.conj(v[:, k]) @ orthogonal)
        unit = np.linalg.norm(np.conj(orthogonal.T) @ orthogonal - np.eye(n))
        if not unit <= bound * math.sqrt(n):
            return f"Q is wrong: |Q^H Q - 1| = {unit:.3g}, bound {bound * math.sqrt(n):.3g}"
        tiny = m * q.precision.tiny
        error, norms = (_norms(x) for x in (original - orthogonal @ r, original))
        if not np.all(error <= bound * norms + tiny):
            column = int(np.argmax(~(error <= bound * norms + tiny)))
            return f"Q R is wrong: column {column} is off by {error[column]:.3g}, its norm is {norms[column]:.3g}"
        regular = np.delete(tau, self.weak) if n > 1 else tau
        if n < m and not np.all((regular.real >= 1 - bound) & (regular.real <= 2 + bound)):
            return f"R's diagonal has the wrong sign: tau = {tau.tolist()}"
        if np.any(np.diagonal(r).imag):
            return "R's diagonal is wrong: not real"
        return "tau is wrong: of a column of zeros it is not 0" if n > 1 and tau[self.weak] != 0 else None

    def _wide(self, x: Array) -> Array:
        return x.astype(np.clongdouble if self.problem.precision.is_complex else np.longdouble)

    def _bind(self, choice: Choice) -> Callable[[], list[Event]]:
        step = self.tau.constants("tau")["tau_step"]
        layout = FactorizationLayout(self.a.view, None, "qr", pivots_step=step)
        plan = BoundPlan(self.device, self.queue, choice, layout.constants)
        values: dict[str, Any] = {"a": self.a.memory, "a_offset": self.a.offset}
        values |= {"tau": self.tau.memory, "tau_offset": self.tau.offset}
        return lambda: plan.launch(values)


def _norms(x: Array) -> Array:
    """Euclidean norms of columns."""
    norms: Array = np.sqrt(np.sum(x.real**2 + x.imag**2, axis=0))
    return norms
