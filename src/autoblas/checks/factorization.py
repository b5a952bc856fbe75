"""Test data for factorizations, the systems that are solved with them, and row exchanges.

Residuals have the bounds of N. J. Higham, "Accuracy and Stability of Numerical Algorithms", 2nd edition: |A - L L^H| <=
gamma(n + 1) |L| |L^H| (theorem 10.3), |A - L U| <= gamma(n) |L| |U| (theorem 9.3), |b - A x| <= gamma(3 n) |L| |U| |x|
(theorem 9.4). A column of Q R errs by n gamma(c m) times its norm, for the exact Q of some reflectors (theorem 19.4).
Complex parts are sums of twice as many terms, and err together by at most the square root of 2 more.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.checks.stored import Stored, poison
from autoblas.checks.verify import EXTRA_ROUNDINGS, compare, gamma, integers, reals
from autoblas.plan.bound import BoundPlan
from autoblas.plan.layouts.factorization import ExchangeLayout, FactorizationLayout
from autoblas.precision import INT32

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.devices.device import Device, Event, Queue
    from autoblas.plan.choose import Choice
    from autoblas.problems.factorization import Factorization, RowExchange

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["ExchangeTrial", "FactorizationTrial", "ReflectorTrial", "factorization_trial"]

MARGIN = 16

LIKELY = 4
"""Errors of sums exceed so many times the square root of their length, in units of rounding, with probability 2 exp(-8)."""

STEPS = 4
"""Sums and other steps of a reflector that a column's error comes from: norm, vector, product and difference."""

FIRST = 3
"""The row of a larger matrix that a block begins at in the second check."""


def factorization_trial(
    device: Device, queue: Queue, q: Factorization, rng: np.random.Generator
) -> FactorizationTrial | ReflectorTrial:
    """The trial of a factorization, by its method."""
    return (ReflectorTrial if q.method == "qr" else FactorizationTrial)(device, queue, q, rng)


class FactorizationTrial:
    """Matrices graded by powers of two, then the same ones with a pivot that is zero or negative.

    What must not be read is NaN: the other triangle, and the imaginary parts of a Hermitian diagonal. The second check
    begins at a later row of a larger matrix, where an earlier block of every other item has failed.
    """

    def __init__(self, device: Device, queue: Queue, q: Factorization, rng: np.random.Generator) -> None:
        self.device, self.queue, self.problem = device, queue, q
        square = reals(rng, (q.items, q.m, q.n), q.precision)
        rows, cols = np.arange(q.m), np.arange(q.n)
        if q.method == "cholesky":
            square = square @ np.conj(square.swapaxes(-1, -2)) / q.n + np.eye(q.n)
            scale = np.ldexp(1.0, -(rows % 5))
            square = square * scale[:, None] * scale
            lower = np.tril(square, -1)  # products of BLAS are Hermitian only but for roundings
            square = lower + np.conj(lower.swapaxes(-1, -2)) + np.eye(q.n) * square.real
        else:
            square = square * np.ldexp(1.0, rows % 3)[:, None] * np.ldexp(1.0, -(cols % 4))
            square[..., 0] = np.copysign(np.where(rows < q.m // 3, 1, 2), square[..., 0].real)  # equals
        self.matrix = square.astype(q.precision.dtype)
        self.broken = self.matrix.copy()
        self.weak = (np.arange(q.items) * 5 + q.n // 2) % q.n
        for item, row in enumerate(self.weak):
            if q.method == "cholesky":
                self.broken[item, row, row] = -1
            else:
                self.broken[item, :, row] = 0
        self.right = reals(rng, (q.items, q.n, q.rhs), q.precision)
        self.a = Stored(queue, self.matrix, q.a, q.precision, MARGIN)
        self.b = Stored(queue, self.right, q.b, q.precision, MARGIN) if q.rhs else None
        self.info = Stored(queue, np.zeros((1, 1, q.items), np.int32), "row", INT32, MARGIN)
        self.pivots = Stored(queue, np.zeros((q.items, 1, FIRST + q.n), np.int32), "row", INT32, MARGIN)

    def check(self, choice: Choice) -> str | None:
        """Residuals within their bounds and the right numbers of pivots and failing rows, with nothing written beside them."""
        q = self.problem
        if q.task == "solve":
            return self._check_solutions(choice)
        matrix, right, info, pivots, outside = self._computed(choice, self.matrix, 0, None)
        if np.any(info):
            return f"info is wrong: {info.tolist()} of matrices that have factors"
        for item in range(q.items):
            fault = self._judge(item, matrix[item], right[item], pivots[item])
            if fault:
                return f"matrix {item}: {fault}"
        if outside:
            return outside
        earlier = np.arange(q.items, dtype=np.int32) % 2
        *_, info, pivots, outside = self._computed(choice, self.broken, FIRST, earlier)
        if q.method == "lu" and q.task != "inverse" and np.any(pivots < np.arange(q.n)):
            return f"pivots from row {FIRST} on are wrong: {pivots.tolist()}"
        expected = np.where(earlier, earlier, FIRST + 1 + self.weak)
        if np.any(info != expected):
            return f"info is wrong: {info.tolist()}, expected {expected.tolist()}"
        return outside

    def timed(self, choice: Choice) -> Callable[[], list[Event]]:
        """Factors of unit matrices, which are these again, so that all runs are alike; no rows are exchanged."""
        q = self.problem
        self.a.write(np.eye(q.m, q.n, dtype=q.precision.dtype))
        return self._bind(choice, 0)

    def _computed(
        self, choice: Choice, matrix: Array, first: int, info: Array | None
    ) -> tuple[Array, Array, Array, Array, str | None]:
        """A, B, info and pivots after a run, and the memory that was written beside them."""
        q = self.problem
        self.a.write(self._unread(matrix))
        if self.b is not None:
            self.b.write(self.right)
        self.info.write(poison(INT32) if info is None else info)
        self.pivots.write(poison(INT32))
        self._bind(choice, first)()[-1].wait()
        stored = {"A": self.a, "info": self.info, "the pivots": self.pivots}
        stored |= {} if self.b is None else {"B": self.b}
        values = {name: operand.read() for name, operand in stored.items()}
        outside = next(
            (f"memory outside {name} was written" for name, (_, wrong) in values.items() if wrong), None
        )
        right = self.right if self.b is None else values["B"][0]
        pivots = values["the pivots"][0][:, 0]
        if q.method == "lu" and q.task in {"factor", "both"}:
            if np.any(pivots[:, :first] != poison(INT32)):
                outside = "pivots of earlier rows were written"
            pivots = pivots[:, first : first + q.n] - first
        return values["A"][0], right, np.ravel(values["info"][0]), pivots, outside

    def _unread(self, matrix: Array) -> Array:
        """The matrices with NaN in what the problem does not read."""
        q = self.problem
        if q.method == "lu" or q.task == "inverse":
            return matrix
        rows, cols = np.indices(matrix.shape[1:])
        matrix = np.where(cols > rows if q.lower else rows > cols, poison(q.precision), matrix)
        if q.precision.is_complex and q.task != "solve":
            matrix.imag[:, rows == cols] = np.nan
        return matrix

    def _judge(self, item: int, matrix: Array, right: Array, pivots: Array) -> str | None:
        """The fault of the factors of one matrix, its inverse, or the solutions of its systems."""
        q, original = self.problem, self._wide(self.matrix[item])
        if q.task == "inverse":
            return self._judge_inverse(original, self._wide(matrix))
        if q.method == "cholesky":
            unread = self._unread(self.matrix)[item]
            rows, cols = np.indices(matrix.shape)
            opposite = cols > rows if q.lower else rows > cols
            if not np.array_equal(matrix[opposite], unread[opposite], equal_nan=True):
                return "the other triangle was written"
            left = np.tril(matrix) if q.lower else np.conj(np.triu(matrix)).T
            lower, upper, order = self._wide(left), np.conj(self._wide(left)).T, np.arange(q.m)
            if np.any(np.diagonal(matrix).imag):
                return "the diagonal is wrong: its imaginary parts are not 0"
        else:
            k = np.arange(q.n)
            equals = np.abs(self.matrix[item][:, 0].real)
            if np.any(pivots < k) or np.any(pivots >= q.m) or pivots[0] != np.argmax(equals):
                return f"pivots are wrong: {pivots.tolist()}"
            order = exchanged(np.arange(q.m), pivots)
            lower = np.tril(self._wide(matrix), -1)[:, : q.n] + np.eye(q.m, q.n)
            upper = np.triu(self._wide(matrix))[: q.n]
            largest = (
                math.sqrt(2) if q.precision.is_complex else 1.0
            )  # the sum of both parts is compared, as in iamax
            if np.max(np.abs(lower)) > largest * (1 + 8 * q.precision.roundoff):
                return "pivots are wrong: one is not the largest element of its column"
        size, expected = np.abs(lower) @ np.abs(upper), original[order]
        verdict = compare(lower @ upper, expected, self._bound(q.n + 1, size))
        if not verdict.ok or q.task == "factor":
            return None if verdict.ok else f"factors: {verdict}"
        return self._judge_solutions(expected, self._wide(self.right[item])[order], self._wide(right), size)

    def _judge_solutions(self, matrix: Array, right: Array, solution: Array, size: Array) -> str | None:
        """The fault of solutions; ``size`` is |L| |U| in the order of the rows of ``matrix``."""
        bound = self._bound(3 * len(matrix), size @ np.abs(solution))
        verdict = compare(matrix @ solution, right, bound)
        return None if verdict.ok else f"solutions: {verdict}"

    def _judge_inverse(self, matrix: Array, inverse: Array) -> str | None:
        """The fault of an inverse, whose residual may be small on either side."""
        factors, order = factored(matrix)
        size = np.empty(matrix.shape)
        size[order] = np.abs(np.tril(factors, -1) + np.eye(len(matrix))) @ np.abs(np.triu(factors))
        unit = np.eye(len(matrix), dtype=matrix.dtype)
        right = compare(matrix @ inverse, unit, self._bound(3 * len(matrix), size @ np.abs(inverse)))
        left = compare(inverse @ matrix, unit, self._bound(3 * len(matrix), np.abs(inverse) @ size))
        return None if right.ok or left.ok else f"inverse: {right}"

    def _check_solutions(self, choice: Choice) -> str | None:
        """The fault of solutions from factors, which NumPy computes in extended precision and rounds."""
        q = self.problem
        matrices, systems, pivots = [], [], np.zeros((q.items, FIRST + q.n), np.int32)
        for item in range(q.items):
            matrix = self._wide(self.matrix[item])
            if q.method == "cholesky":
                lower = self._wide(np.linalg.cholesky(self.matrix[item]).astype(q.precision.dtype))
                stored = lower if q.lower else np.conj(lower).T
                system, size = lower @ np.conj(lower).T, np.abs(lower) @ np.abs(lower).T
            else:
                stored, order = factored(matrix)
                stored = self._wide(stored.astype(q.precision.dtype))
                pivots[item, : q.n] = exchanges(order)
                lower, upper = np.tril(stored, -1) + np.eye(q.n), np.triu(stored)
                system, size = np.empty_like(matrix), np.empty(matrix.shape, np.longdouble)
                system[order], size[order] = lower @ upper, np.abs(lower) @ np.abs(upper)
            system, size = (x if q.trans == "N" else x.T for x in (system, size))
            matrices.append(stored.astype(q.precision.dtype))
            systems.append((np.conj(system) if q.trans == "C" else system, size))
        self.a.write(self._unread(np.array(matrices)))
        if self.b is None:
            return "there are no right-hand sides"
        self.b.write(self.right)
        self.pivots.write(pivots[:, None])
        self._bind(choice, 0)()[-1].wait()
        solutions, outside = self.b.read()
        for item, (system, size) in enumerate(systems):
            right = self._wide(self.right[item])
            fault = self._judge_solutions(system, right, self._wide(solutions[item]), size)
            if fault:
                return f"matrix {item}: {fault}"
        return "memory outside B was written" if outside or self.a.read()[1] else None

    def _bound(self, terms: int, size: Array) -> Array:
        """The bound of a residual, and room for numbers that devices flush to zero."""
        kind = self.problem.precision
        rounded = gamma(kind.parts * (terms + EXTRA_ROUNDINGS), kind.roundoff)
        bound: Array = rounded * (math.sqrt(2) if kind.is_complex else 1) * size + terms * kind.tiny
        return bound

    def _wide(self, x: Array) -> Array:
        return x.astype(np.clongdouble if self.problem.precision.is_complex else np.longdouble)

    def _bind(self, choice: Choice, first: int) -> Callable[[], list[Event]]:
        q, pivots = self.problem, self.pivots
        right = None if self.b is None else self.b.view
        step = pivots.constants("pivots")["pivots_step"]
        layout = FactorizationLayout(self.a.view, right, q.method, q.task, q.lower, q.trans, step)
        plan = BoundPlan(self.device, self.queue, choice, layout.constants)
        operands = {"a": self.a, "info": self.info, "pivots": pivots} | (
            {} if self.b is None else {"b": self.b}
        )
        values: dict[str, Any] = {name: operand.memory for name, operand in operands.items()}
        values |= {f"{name}_offset": operand.offset for name, operand in operands.items()}
        values["first"] = first
        return lambda: plan.launch(values)


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


class ExchangeTrial:
    """Matrices of integers whose rows are exchanged, with pivots that return to rows that moved before."""

    def __init__(self, device: Device, queue: Queue, q: RowExchange, rng: np.random.Generator) -> None:
        self.device, self.queue, self.problem = device, queue, q
        self.matrix = integers(rng, (q.items, q.m, q.n + q.count * q.beside), q.precision)
        count = FIRST + q.count
        low = np.minimum(np.arange(count), q.m - 1)
        drawn = rng.integers(low, q.m, (q.items, count)).astype(np.int32)
        drawn[:, FIRST::3] = q.m - 1
        self.numbers = drawn
        self.a = Stored(queue, self.matrix, q.a, q.precision, MARGIN)
        self.pivots = Stored(queue, drawn[:, None], "row", INT32, MARGIN)

    def check(self, choice: Choice) -> str | None:
        """The rows in their order, to the bit, from the first pivot and from a later one, with nothing written beside them."""
        q = self.problem
        for first in (0, min(FIRST, q.m - q.count, q.n)):
            self.a.write(self.matrix)
            self._bind(choice, first)()[-1].wait()
            matrix, outside = self.a.read()
            for item in range(q.items):
                order = np.arange(q.m)
                pairs = [(first + k, self.numbers[item, first + k]) for k in range(q.count)]
                for row, partner in reversed(pairs) if q.reverse else pairs:
                    order[[row, partner]] = order[[partner, row]]
                expected = self.matrix[item][order]
                if q.beside:
                    expected[:, first : first + q.count] = self.matrix[item][:, first : first + q.count]
                if not np.array_equal(matrix[item], expected):
                    return f"matrix {item}: rows from pivot {first} on are in the wrong order"
            if outside:
                return "memory outside A was written"
        return None

    def timed(self, choice: Choice) -> Callable[[], list[Event]]:
        """Exchanges of the same rows again and again."""
        return self._bind(choice, 0)

    def _bind(self, choice: Choice, first: int) -> Callable[[], list[Event]]:
        q, step = self.problem, self.pivots.constants("pivots")["pivots_step"]
        layout = ExchangeLayout(self.a.view, q.count, q.reverse, step, q.beside)
        plan = BoundPlan(self.device, self.queue, choice, layout.constants)
        values = {"a": self.a.memory, "a_offset": self.a.offset, "first": first}
        values |= {"pivots": self.pivots.memory, "pivots_offset": self.pivots.offset}
        return lambda: plan.launch(values)


def exchanged(rows: Array, pivots: Array) -> Array:
    """Numbers of rows after their exchanges, in order."""
    order = rows.copy()
    for k, row in enumerate(pivots):
        order[[k, row]] = order[[row, k]]
    return order


def exchanges(order: Array) -> Array:
    """The exchanges that lead to an order of rows: the inverse of ``exchanged``."""
    current, pivots = np.arange(len(order)), np.empty(len(order), np.int32)
    for k, row in enumerate(order):
        at = int(np.flatnonzero(current == row)[0])
        pivots[k] = at
        current[[k, at]] = current[[at, k]]
    return pivots


def factored(matrix: Array) -> tuple[Array, Array]:
    """L below the diagonal and U of a square matrix with partial pivoting, in its type, and the order of its rows."""
    a, order = matrix.copy(), np.arange(len(matrix))
    for k in range(len(a)):
        row = k + int(np.argmax(np.abs(a[k:, k].real) + np.abs(a[k:, k].imag)))
        a[[k, row]], order[[k, row]] = a[[row, k]], order[[row, k]]
        a[k + 1 :, k] /= a[k, k]
        a[k + 1 :, k + 1 :] -= np.outer(a[k + 1 :, k], a[k, k + 1 :])
    return a, order


def _norms(x: Array) -> Array:
    """Euclidean norms of columns."""
    norms: Array = np.sqrt(np.sum(x.real**2 + x.imag**2, axis=0))
    return norms
