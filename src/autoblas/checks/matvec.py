"""Test data for matrix-vector products, updates of low rank, triangular systems, and sums of partial vectors."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from autoblas.checks.stored import device_list, poison
from autoblas.checks.vector import StoredVector
from autoblas.checks.verify import compare, product_bound, reals, solution_bound
from autoblas.devices.backends import device_of
from autoblas.plan.bound import BoundPlan
from autoblas.plan.choose import resized
from autoblas.plan.layouts.matvec import MatvecLayout, RankLayout, RowsView, SolveLayout, SumLayout

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.devices.device import Device, Event, Queue
    from autoblas.plan.choose import Choice
    from autoblas.problems.matvec import Matvec, RankUpdate, Solve, StoredMatrix, VectorSum

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["MatvecTrial", "RankUpdateTrial", "SolveTrial", "VectorSumTrial"]

SLACK = 3
"""Difference between the full size and that of the ragged check."""

STEPS = {"x": -2, "y": 3}
"""Steps of vectors whose elements are not adjacent."""

CHECKED = 1 << 22
"""Elements of a matrix above which a part is checked: references in extended precision are slow."""

ROW_MARGIN = 32
"""Elements before and behind a matrix that is stored by rows."""

ROW_GAP = 3
"""Elements between the end of a row and the beginning of the next."""


class StoredRowsMatrix:
    """A matrix in device memory.

    Args:
        queue: The queue that copies it.
        q: The problem, which has the storage.
        values: The matrix, of shape (m, n); only stored elements count.
        unit: The diagonal is not stored either.
        dense: Store rows without gaps.

    Attributes:
        view: The layout.
        memory: The device memory.
        offset: Offset of element (0, 0), in elements.
    """

    def __init__(
        self, queue: Queue, q: StoredMatrix, values: Array, *, unit: bool = False, dense: bool = False
    ) -> None:
        step = 1 if q.order == "row" else 2
        length = q.kl + q.ku + 1 if q.storage == "band" else q.n
        pitch = length * step + (0 if dense else ROW_GAP) - (step if q.storage == "band" else 0)
        mask, offsets = q.counts(), q.positions(pitch, step)
        self._queue = queue
        self._offsets = offsets[mask] - (offsets[mask].min() if mask.any() else 0) + ROW_MARGIN
        self.offset = int(ROW_MARGIN - (offsets[mask].min() if mask.any() else 0)) % 2**64
        self._mask, self._shape = mask, (q.m, q.n)
        self.view = RowsView(q.precision, q.m, q.n, pitch, step, q.storage, q.triangle, q.kl, q.ku)
        size = int(self._offsets.max(initial=ROW_MARGIN)) + ROW_MARGIN + 1
        self._buffer = np.full(size, np.nan, q.precision.dtype)
        self._values = values.astype(q.precision.dtype)[mask]
        if unit:
            self._values = np.where(np.eye(q.m, q.n, dtype=bool)[mask], np.nan, self._values)
        if q.form == "hermitian":
            on_diagonal = np.eye(q.m, q.n, dtype=bool)[mask]
            self._values.imag[on_diagonal] = np.nan
        self._device = device_of(queue)
        self.memory = self._device.allocate(self._buffer.nbytes)
        self.write()

    def write(self) -> None:
        """Set the stored elements, and NaN between them."""
        self._buffer[...] = np.nan
        self._buffer[self._offsets] = self._values
        self._device.copy(self._queue, self.memory, self._buffer)

    def read(self) -> tuple[Array, bool]:
        """The matrix, with zeros where nothing is stored, and True if other memory changed."""
        self._device.copy(self._queue, self._buffer, self.memory)
        values = np.zeros(self._shape, self._buffer.dtype)
        values[self._mask] = self._buffer[self._offsets]
        self._buffer[self._offsets] = np.nan
        return values, not bool(np.all(np.isnan(self._buffer)))


def _factors(q: Any) -> tuple[complex, complex]:
    return (1.25 + 0.5j, 2j - 0.75) if q.precision.is_complex else (1.25, -0.75)


def _sizes(q: Any) -> list[tuple[int, int]]:
    """The full size, or as much of it as is checked, and a ragged one."""
    m, n = q.m, q.n
    square = q.form != "general" or q.storage == "packed"
    while m * n > CHECKED:
        m, n = (m // 2, n // 2) if square else (max(m // 2, 1), n) if m > n else (m, max(n // 2, 1))
    return list(dict.fromkeys(((m, n), (max(m - SLACK, 1), max(n - SLACK, 1)))))


class _Operands(NamedTuple):
    """A matrix and vectors in device memory, with their values on the host."""

    values: Array
    x: Array
    y: Array
    a: StoredRowsMatrix
    vectors: dict[str, StoredVector]

    @property
    def steps(self) -> tuple[int, int]:
        """The steps of x and y."""
        return self.vectors["x"].step, self.vectors["y"].step

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments of a kernel for them."""
        values: dict[str, Any] = {"a": self.a.memory, "a_offset": self.a.offset}
        for name, vector in self.vectors.items():
            values |= {name: vector.memory, f"{name}_offset": vector.offset}
        return values


class _Trial:
    """Base of the trials: operands of any size, bound to a choice."""

    def __init__(self, device: Device, queue: Queue, q: Any, rng: np.random.Generator) -> None:
        self.device, self.queue, self.problem, self.rng = device, queue, q, rng

    def check(self, choice: Choice) -> str | None:
        """The fault at the full size or at a ragged one; None where there is none."""
        for m, n in _sizes(self.problem):
            cut = replace(self.problem, m=m, n=n)
            if choice.kernel.refusal(choice.params, cut, self.device.facts) is None:
                wrong = self._judge(choice, cut, self._operands(cut))
                if wrong:
                    return f"at m={m} n={n}: {wrong}"
        return None

    @functools.cached_property
    def _timed(self) -> _Operands:
        """Operands at the full size, their rows without gaps, created for the first timed run."""
        return self._operands(self.problem, dense=True)

    def _judge(self, choice: Choice, q: Any, operands: _Operands) -> str | None:
        raise NotImplementedError

    def _lengths(self, q: Any) -> tuple[int, int]:
        """Elements of x and of y."""
        return q.m, q.n

    def _values(self, q: Any) -> Array:
        """The elements of the matrix."""
        return reals(self.rng, (q.m, q.n), q.precision)

    def _operands(self, q: Any, *, dense: bool = False) -> _Operands:
        values = self._values(q)
        x, y = (reals(self.rng, (length,), q.precision) for length in self._lengths(q))
        a = StoredRowsMatrix(self.queue, q, values, unit=getattr(q, "unit", False), dense=dense)
        vectors = {
            name: StoredVector(self.queue, z.reshape(1, -1), q.precision, STEPS[name] if q.strided else 1)
            for name, z in (("x", x), ("y", y))
        }
        if getattr(q, "in_place", False):
            vectors["y"] = vectors["x"]
        return _Operands(values, x, y, a, vectors)

    def _plan(self, choice: Choice, layout: Any) -> BoundPlan:
        """The choice at another size, its helpers resized too."""
        cut = resized(choice, layout.problem, self.device.facts)
        return BoundPlan(self.device, self.queue, cut, layout.constants)


class MatvecTrial(_Trial):
    """Random matrices and vectors; y is NaN where kernels must not read it."""

    def _lengths(self, q: Matvec) -> tuple[int, int]:
        return (q.n if q.along else q.m), q.length

    def _judge(self, choice: Choice, q: Matvec, operands: _Operands) -> str | None:
        matrix = q.entering(operands.values)
        x = operands.x.astype(matrix.dtype)
        with np.errstate(invalid="ignore"):
            product, magnitude = matrix @ x, np.abs(matrix) @ np.abs(x)
        run, out = self._run(choice, q, operands), operands.vectors["y"]
        for alpha, beta in ((1.0, 0.0),) if q.in_place else (_factors(q), (1.0, 0.0)):
            if not q.in_place:
                out.write(operands.y if beta else poison(q.precision))
            run(alpha, beta)[-1].wait()
            got, outside_changed = out.read()
            exact, size = alpha * product, abs(alpha) * magnitude
            if beta:
                exact = exact + beta * operands.y.astype(exact.dtype)
                size = size + abs(beta) * np.abs(operands.y)
            bound = product_bound(size, exact, len(operands.x), q.precision, q.worked)
            verdict = compare(got[0], exact, bound)
            if outside_changed or not verdict.ok:
                return f"alpha={alpha:g} beta={beta:g}: {'memory outside y was written' if outside_changed else verdict}"
        return None

    def timed(self, choice: Choice) -> Callable[[], list[Event]]:
        """The product alone, at the full size."""
        run = self._run(choice, self.problem, self._timed)
        return lambda: run(1.0, 0.0)

    def _run(
        self, choice: Choice, q: Matvec, operands: _Operands
    ) -> Callable[[complex, complex], list[Event]]:
        layout = MatvecLayout(
            operands.a.view, q.form, q.across, q.unit, q.conjugate, *operands.steps, in_place=q.in_place
        )
        plan, arguments = self._plan(choice, layout), operands.arguments
        return lambda alpha, beta: plan.launch({**arguments, "alpha": alpha, "beta": beta})


class RankUpdateTrial(_Trial):
    """Random matrices and vectors; NaN outside the stored elements."""

    def _judge(self, choice: Choice, q: RankUpdate, operands: _Operands) -> str | None:
        alpha = _factors(q)[0]
        alpha = alpha.real if q.form == "hermitian" and q.rank == 1 else alpha
        self._run(choice, q, operands)(alpha)[-1].wait()
        got, outside_changed = operands.a.read()
        y = operands.y if "y" in q.vectors else operands.x
        exact, size = q.reference(operands.values, operands.x, y, alpha)
        mask = q.counts()
        bound = product_bound(size[mask], exact[mask], 2 * q.rank, q.precision, q.worked)
        verdict = compare(got[mask], exact[mask], bound)
        if outside_changed:
            return "memory outside A was written"
        return None if verdict.ok else str(verdict)

    def timed(self, choice: Choice) -> Callable[[], list[Event]]:
        """Updates in turn, at the full size."""
        run = self._run(choice, self.problem, self._timed)
        return lambda: run(1e-3)

    def _run(self, choice: Choice, q: RankUpdate, operands: _Operands) -> Callable[[complex], list[Event]]:
        plan = self._plan(choice, RankLayout(operands.a.view, q.form, q.rank, q.conjugate, *operands.steps))
        arguments = operands.arguments
        return lambda alpha: plan.launch({**arguments, "alpha": alpha})


class SolveTrial(_Trial):
    """Triangles whose solutions do not grow, judged by their residuals."""

    def _values(self, q: Solve) -> Array:
        """A diagonal of about 1, and elements beside it whose sums are about as large."""
        values: Array = (super()._values(q) / np.sqrt(q.m)).astype(q.precision.dtype)
        np.fill_diagonal(values, 1 + self.rng.random(q.m) / 4)
        return values

    def _judge(self, choice: Choice, q: Solve, operands: _Operands) -> str | None:
        self._run(choice, q, operands)()[-1].wait()
        got, outside_changed = operands.vectors["x"].read()
        matrix = q.entering(operands.values)
        solution = got[0].astype(matrix.dtype)
        bound = solution_bound(matrix, solution, q.precision, q.worked)
        verdict = compare(matrix @ solution, operands.x.astype(matrix.dtype), bound)
        if outside_changed:
            return "memory outside x was written"
        return None if verdict.ok else str(verdict)

    def timed(self, choice: Choice) -> Callable[[], list[Event]]:
        """Solutions in turn, at the full size; they stay in range."""
        return self._run(choice, self.problem, self._timed)

    def _run(self, choice: Choice, q: Solve, operands: _Operands) -> Callable[[], list[Event]]:
        plan = self._plan(
            choice, SolveLayout(operands.a.view, q.across, q.unit, q.conjugate, operands.steps[0])
        )
        arguments = operands.arguments
        return lambda: plan.launch(arguments)


class VectorSumTrial:
    """Random partial vectors."""

    def __init__(self, device: Device, queue: Queue, q: VectorSum, rng: np.random.Generator) -> None:
        self.device, self.queue, self.problem = device, queue, q
        self.partial = reals(rng, (q.parts, q.n), q.worked)
        self.y = reals(rng, (1, q.n), q.precision)
        self.stored = StoredVector(queue, self.y, q.precision, STEPS["y"] if q.strided else 1)
        self.memory = device_list(queue, self.partial if q.parts else np.zeros(1))

    def check(self, choice: Choice) -> str | None:
        """The fault with a y that is read, or with NaN that must not be; None where there is none."""
        q = self.problem
        for alpha, beta in (_factors(q), (1.0, 0.0)):
            self.stored.write(self.y if beta else poison(q.precision))
            self._bind(choice, alpha, beta)()[-1].wait()
            got, outside_changed = self.stored.read()
            wide = np.clongdouble if q.precision.is_complex else np.longdouble
            partial, old = self.partial.astype(wide), self.y[0].astype(wide)
            exact = alpha * partial.sum(axis=0) + (beta * old if beta else 0)
            size = abs(alpha) * np.abs(partial).sum(axis=0) + (abs(beta) * np.abs(old) if beta else 0)
            verdict = compare(got[0], exact, product_bound(size, exact, q.parts, q.precision, q.worked))
            if outside_changed or not verdict.ok:
                return f"beta={beta:g}: {'memory outside y was written' if outside_changed else verdict}"
        return None

    def timed(self, choice: Choice) -> Callable[[], list[Event]]:
        """The sum alone."""
        return self._bind(choice, 1.0, 0.0)

    def _bind(self, choice: Choice, alpha: complex, beta: complex) -> Callable[[], list[Event]]:
        q = self.problem
        layout = SumLayout(q.precision, q.n, self.stored.step, q.parts)
        plan = BoundPlan(self.device, self.queue, choice, layout.constants)
        values = {"partial": self.memory, "y": self.stored.memory, "y_offset": self.stored.offset}
        return lambda: plan.launch({**values, "alpha": alpha, "beta": beta})
