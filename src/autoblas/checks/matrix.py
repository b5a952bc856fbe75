"""Test data for copies of matrices and for triangular systems with many right-hand sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.checks.stored import Stored, poison
from autoblas.checks.verify import compare, integers, reals, solution_bound
from autoblas.plan.bound import BoundPlan

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.devices.device import Device, Event, Queue
    from autoblas.plan.choose import Choice
    from autoblas.problems.matrix import MatrixCopy, Substitution

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["CopyTrial", "SubstitutionTrial"]

MARGIN = 16


class CopyTrial:
    """Matrices of integers to be copied, with NaN where kernels must not read."""

    def __init__(self, device: Device, queue: Queue, q: MatrixCopy, rng: np.random.Generator) -> None:
        self.device, self.queue, self.problem = device, queue, q
        side = max(q.rows, q.cols)
        shape = (q.rows, q.cols) if q.form == "general" else (side, side)
        self.x = integers(rng, (q.items, *shape), q.type_x)
        self.stored_x = Stored(queue, self._unread(self.x), q.x, q.type_x)
        self.stored_y = Stored(
            queue, np.zeros((q.items, q.rows, q.cols), q.precision.dtype), q.y, q.precision, MARGIN
        )
        self.alpha: complex = (2 - 1j if q.worked.is_complex else 2.0) if q.scaled else 1.0

    def _unread(self, x: Array) -> Array:
        """The matrices with NaN in elements that their form does not use."""
        q = self.problem
        if q.form == "general":
            return x
        rows, cols = np.indices(x.shape[1:])
        x = np.where((cols > rows) if q.lower else (rows > cols), poison(q.type_x), x)
        if q.unit:
            x = np.where(rows == cols, poison(q.type_x), x)
        elif q.form == "hermitian" and q.type_x.is_complex:
            x.imag[:, rows == cols] = np.nan
        return x

    def check(self, choice: Choice) -> str | None:
        """The copies, to the bit, with nothing written beside them."""
        q = self.problem
        self.stored_y.write(poison(q.precision))
        self.timed(choice)()[-1].wait()
        got, outside_changed = self.stored_y.read()
        expected = self.alpha * q.reference(self.x)[:, : q.rows, : q.cols].astype(q.worked.dtype)
        expected = expected.astype(q.precision.dtype)
        if q.partial:
            rows, cols = np.indices(expected.shape[1:])
            inside = (cols <= rows if q.lower else rows <= cols) & ~(q.unit & (rows == cols))
            expected = np.where(inside, expected, poison(q.precision))
        verdict = compare(got, expected, 0.0)
        if not verdict.ok:
            return str(verdict)
        return "memory outside Y was written" if outside_changed else None

    def timed(self, choice: Choice) -> Callable[[], list[Event]]:
        """One copy."""
        q, x, y = self.problem, self.stored_x, self.stored_y
        constants = {"rows": q.rows, "cols": q.cols, **x.constants("x"), **y.constants("y")}
        plan = BoundPlan(self.device, self.queue, choice, constants)
        values = {"x": x.memory, "x_offset": x.offset, "y": y.memory, "y_offset": y.offset}
        return lambda: plan.launch({**values, "alpha": self.alpha})


class SubstitutionTrial:
    """Systems with well-conditioned triangles, NaN outside of them, and a column whose solution overflows.

    In the last column the middle right-hand side is infinite: rows before it must stay finite. The reciprocal of one
    element of the diagonal is subnormal.
    """

    def __init__(self, device: Device, queue: Queue, q: Substitution, rng: np.random.Generator) -> None:
        self.device, self.queue, self.problem = device, queue, q
        a = reals(rng, (q.items, q.m, q.m), q.type_a) / np.asarray(2 * np.sqrt(q.m), q.type_a.dtype)
        index = np.arange(q.m)
        a[:, index, index] = (1 + index % 8 / 256) * (0.8 - 0.6j if q.precision.is_complex else 1)
        self.a = a.astype(q.type_a.dtype)
        rows, cols = np.indices(a.shape[1:])
        outside = cols > rows if q.lower else rows > cols
        outside = outside | (rows == cols) if q.unit else outside
        self.a[:, outside] = poison(q.type_a)
        self.stored_a = Stored(queue, self.a, q.a, q.type_a)
        self.b = reals(rng, (q.items, q.m, q.n), q.precision)
        self.stored_b = Stored(queue, self.b, q.b, q.precision, MARGIN)
        self.alpha: complex = 1.5 - 0.5j if q.worked.is_complex else 1.5

    def check(self, choice: Choice) -> str | None:
        """Residuals within the bound of substitution, finite where they should be, with no memory outside X changed."""
        q = self.problem
        a, right, large = self.a.copy(), self.b.copy(), q.m // 3
        right[:, q.m // 2, q.n - 1] = np.inf
        if not q.unit:
            a[:, large, large] *= np.finfo(q.type_a.dtype).max / 2
        self.stored_a.write(a)
        self.stored_b.write(right)
        self._bind(choice, self.alpha)()[-1].wait()
        got, outside_changed = self.stored_b.read()
        for item in range(q.items):
            wrong = self._judge(a[item], self.b[item], got[item])
            if wrong:
                return f"system {item}: {wrong}"
        return "memory outside X was written" if outside_changed else None

    def _judge(self, a: Array, b: Array, x: Array) -> str | None:
        q = self.problem
        triangle = np.tril(a) if q.lower else np.triu(a)
        wide = np.clongdouble if q.precision.is_complex else np.longdouble
        triangle = (np.conj(triangle) if q.conjugate else triangle).astype(wide)
        if q.unit:
            np.fill_diagonal(triangle, 1)
        finite = np.ones(b.shape, bool)
        finite[slice(q.m // 2, None) if q.lower else slice(0, q.m // 2 + 1), q.n - 1] = False
        if np.any(np.isfinite(x[~finite])):
            return "wrong: what depends on an infinite element is finite"
        x, b = (np.where(finite, matrix, 0).astype(wide) for matrix in (x, b))
        right = self.alpha * b
        bound = solution_bound(triangle, x, q.precision, q.worked) + 4 * q.worked.roundoff * np.abs(right)
        residual = np.where(finite, triangle @ x, right)
        verdict = compare(residual, right, bound)
        return None if verdict.ok else str(verdict)

    def timed(self, choice: Choice) -> Callable[[], list[Event]]:
        """Solutions in turn; they stay in range, because no element of the diagonal is less than one."""
        self.stored_a.write(self.a)
        self.stored_b.write(self.b)
        return self._bind(choice, 1.0)

    def _bind(self, choice: Choice, alpha: complex) -> Callable[[], list[Event]]:
        q, a, b = self.problem, self.stored_a, self.stored_b
        constants = {"m": q.m, "n": q.n, "items": q.items, **a.constants("a"), **b.constants("b")}
        plan = BoundPlan(self.device, self.queue, choice, constants)
        values = {"a": a.memory, "a_offset": a.offset, "b": b.memory, "b_offset": b.offset}
        return lambda: plan.launch({**values, "alpha": alpha})
