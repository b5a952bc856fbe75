"""Test data for copies of matrices and for the inversion of diagonal blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.runtime.checks.stored import Stored, poison
from autoblas.runtime.plan import BoundPlan
from autoblas.verify import compare, gamma, integers, reals

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.devices.device import Device, Event, Queue
    from autoblas.problems.matrix import Invert, MatrixCopy
    from autoblas.runtime.choose import Choice

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["CopyTrial", "InvertTrial"]

MARGIN = 16
GUARD = 64


def constants_of(**stored: Stored) -> dict[str, int]:
    """The constants of matrix arguments, by their names."""
    values: dict[str, int] = {}
    for name, each in stored.items():
        view = each.view
        values |= {f"{name}_row": view.row_stride, f"{name}_col": view.col_stride, f"{name}_step": view.step}
    return values


class CopyTrial:
    """Matrices of integers to be copied, with what is no number where none may be read."""

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
        """The matrices with no numbers where the form does not need them."""
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
        got, strayed = self.stored_y.read()
        expected = self.alpha * q.reference(self.x)[:, : q.rows, : q.cols].astype(q.worked.dtype)
        verdict = compare(got, expected.astype(q.precision.dtype), 0.0)
        if not verdict.ok:
            return str(verdict)
        return "memory outside Y was written" if strayed else None

    def timed(self, choice: Choice) -> Callable[[], list[Event]]:
        """One copy."""
        q, x, y = self.problem, self.stored_x, self.stored_y
        constants = {"rows": q.rows, "cols": q.cols, **constants_of(x=x, y=y)}
        plan = BoundPlan(self.device, self.queue, choice, constants)
        values = {"x": x.memory, "x_offset": x.offset, "y": y.memory, "y_offset": y.offset}
        return lambda: plan.launch({**values, "alpha": self.alpha})


class InvertTrial:
    """Matrices with well-conditioned triangles, and what is no number in the other one."""

    def __init__(self, device: Device, queue: Queue, q: Invert, rng: np.random.Generator) -> None:
        self.device, self.queue, self.problem = device, queue, q
        x = reals(rng, (q.items, q.n, q.n), q.precision) / np.asarray(2 * np.sqrt(q.width), q.precision.dtype)
        places = np.arange(q.n)
        x[:, places, places] = (1.5 + places % 3) * (0.8 - 0.6j if q.precision.is_complex else 1)
        self.x = x.astype(q.precision.dtype)
        rows, cols = np.indices(x.shape[1:])
        unread = rows <= cols if q.unit else rows < cols
        self.stored = Stored(queue, np.where(unread, poison(q.precision), self.x), q.order, q.precision)
        self.inverses = np.empty(q.items * q.blocks * q.width**2 + GUARD, q.to.dtype)
        self.memory = device.allocate(self.inverses.nbytes)

    def check(self, choice: Choice) -> str | None:
        """Every element within the bound of substitution, with nothing written behind the inverses.

        Each column x of an inverse solves (L + E) x = e with abs(E) <= gamma(n) abs(L): N. J. Higham, "Accuracy and
        Stability of Numerical Algorithms", 2nd edition, theorem 8.5.
        """
        q = self.problem
        self.inverses[...] = poison(q.to)
        self.device.copy(self.queue, self.memory, self.inverses)
        self.timed(choice)()[-1].wait()
        self.device.copy(self.queue, self.inverses, self.memory)
        for item, x in enumerate(self.x):
            wrong = self._judge(item, x)
            if wrong:
                return wrong
        return None if np.all(np.isnan(self.inverses[-GUARD:])) else "memory behind the inverses was written"

    def _judge(self, item: int, x: Array) -> str | None:
        q = self.problem
        expected = q.reference(x)
        size = expected.size
        got = self.inverses[item * size : (item + 1) * size].reshape(expected.shape)
        error = gamma(2 * q.to.parts * q.width + 8, q.to.roundoff)
        for b, inverse in enumerate(np.abs(expected)):
            block = np.zeros_like(inverse)
            rows = slice(b * q.width, min((b + 1) * q.width, q.n))
            count = rows.stop - rows.start
            block[:count, :count] = np.tril(np.abs(x[rows, rows]))
            if q.unit:
                np.fill_diagonal(block, 1)
            bound = 2 * error * (inverse @ block @ inverse) + 4 * q.to.roundoff * inverse + q.to.tiny
            verdict = compare(got[b], expected[b], bound)
            if not verdict.ok:
                return f"block {b}: {verdict}"
        return None

    def timed(self, choice: Choice) -> Callable[[], list[Event]]:
        """One inversion of all blocks."""
        constants = {"n": self.problem.n, **constants_of(x=self.stored)}
        plan = BoundPlan(self.device, self.queue, choice, constants)
        values = {"x": self.stored.memory, "x_offset": self.stored.offset, "inverses": self.memory}
        return lambda: plan.launch(values)
