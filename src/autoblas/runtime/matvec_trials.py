"""Test data for matrix-vector products, updates of low rank, triangular systems, and sums of partial vectors."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.runtime.matvec_layouts import MatvecLayout, RankLayout, SolveLayout, SumLayout
from autoblas.runtime.plan import BoundPlan
from autoblas.runtime.stored import device_list, poison
from autoblas.runtime.stored_rows import StoredRowsMatrix
from autoblas.runtime.vector_trials import StoredVector
from autoblas.verify import compare, product_bound, reals, solution_bound

if TYPE_CHECKING:
    from collections.abc import Callable

    import pyopencl as cl

    from autoblas.devices.opencl import OpenCLDevice
    from autoblas.matvec_problems import Matvec, RankUpdate, Solve, VectorSum
    from autoblas.runtime.choose import Choice

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["MatvecTrial", "RankUpdateTrial", "SolveTrial", "VectorSumTrial"]

SLACK = 3
"""By how much the ragged check falls short of the full size."""

STEPS = {"x": -2, "y": 3}
"""Steps of vectors whose elements are not adjacent."""

CHECKED = 1 << 22
"""Elements of a matrix beyond which only a part is checked: references in extended precision take their time."""


def _factors(q: Any) -> tuple[complex, complex]:
    return (1.25 + 0.5j, 2j - 0.75) if q.precision.is_complex else (1.25, -0.75)


def _sizes(q: Any) -> list[tuple[int, int]]:
    """The full size, or as much of it as is checked, and a ragged one."""
    m, n = q.m, q.n
    square = q.form != "general" or q.storage == "packed"
    while m * n > CHECKED:
        m, n = (m // 2, n // 2) if square else (max(m // 2, 1), n) if m > n else (m, max(n // 2, 1))
    return list(dict.fromkeys(((m, n), (max(m - SLACK, 1), max(n - SLACK, 1)))))


class _Trial:
    """What the trials have in common: operands of any size, bound to a choice."""

    def __init__(
        self, device: OpenCLDevice, queue: cl.CommandQueue, q: Any, rng: np.random.Generator
    ) -> None:
        self.device, self.queue, self.problem, self.rng = device, queue, q, rng

    def check(self, choice: Choice) -> str | None:
        """At the full size and at a ragged one."""
        for m, n in _sizes(self.problem):
            cut = replace(self.problem, m=m, n=n)
            if choice.kernel.refusal(choice.params, cut, self.device.facts) is None:
                wrong = self._judge(choice, cut)
                if wrong:
                    return f"at m={m} n={n}: {wrong}"
        return None

    def _judge(self, choice: Choice, q: Any) -> str | None:
        raise NotImplementedError

    def _plan(self, choice: Choice, layout: Any) -> BoundPlan:
        """The choice at another size, its helpers resized too."""
        q = layout.problem
        chosen = {helper.memory: helping for helper, helping in choice.helpers}
        helpers = tuple(
            (helper, replace(chosen[helper.memory], problem=helper.problem))
            for helper in choice.kernel.helpers(choice.params, q)
        )
        resized = replace(choice, problem=q, helpers=helpers)
        return BoundPlan(self.device, self.queue, resized, layout.constants)

    def _vector(self, values: Array, name: str) -> StoredVector:
        step = STEPS[name] if self.problem.strided else 1
        return StoredVector(self.queue, values.reshape(1, -1), self.problem.precision, step)


class MatvecTrial(_Trial):
    """Random matrices and vectors; y is no number where it must not be read."""

    def _judge(self, choice: Choice, q: Matvec) -> str | None:
        values = reals(self.rng, (q.m, q.n), q.precision)
        x = reals(self.rng, (q.n if q.along else q.m,), q.precision)
        y = reals(self.rng, (q.length,), q.precision)
        matrix = q.entering(values)
        with np.errstate(invalid="ignore"):
            product, magnitude = (
                matrix @ x.astype(matrix.dtype),
                np.abs(matrix) @ np.abs(x.astype(matrix.dtype)),
            )
        for alpha, beta in (_factors(q), (1.0, 0.0)):
            if q.in_place and beta:
                continue
            run, out = self._bound(
                choice, q, values, x, np.full_like(y, poison(q.precision)) if beta == 0 else y
            )
            run(alpha, beta)[-1].wait()
            got, strayed = out.read()
            exact, size = alpha * product, abs(alpha) * magnitude
            if beta:
                exact, size = exact + beta * y.astype(exact.dtype), size + abs(beta) * np.abs(y)
            terms = q.n if q.along else q.m
            verdict = compare(got[0], exact, product_bound(size, exact, terms, q.precision, q.worked))
            if not verdict.ok or strayed:
                return f"alpha={alpha:g} beta={beta:g}: {verdict if not verdict.ok else 'memory outside y was written'}"
        return None

    def timed(self, choice: Choice) -> Callable[[], list[cl.Event]]:
        """Y = S x at the full size."""
        q = self.problem
        values = reals(self.rng, (q.m, q.n), q.precision)
        x, y = (reals(self.rng, (n,), q.precision) for n in (q.n if q.along else q.m, q.length))
        run, _ = self._bound(choice, q, values, x, y)
        return lambda: run(1.0, 0.0)

    def _bound(
        self, choice: Choice, q: Matvec, values: Array, x: Array, y: Array
    ) -> tuple[Callable[[complex, complex], list[cl.Event]], StoredVector]:
        a = StoredRowsMatrix(self.queue, q, values, unit=q.unit)
        source = self._vector(x, "x")
        out = source if q.in_place else self._vector(y, "y")
        layout = MatvecLayout(
            a.view, q.form, q.across, q.unit, q.conjugate, source.step, out.step, q.in_place
        )
        plan = self._plan(choice, layout)
        operands = {"a": a.memory, "a_offset": a.offset, "x": source.memory, "x_offset": source.offset}
        operands |= {"y": out.memory, "y_offset": out.offset}
        return lambda alpha, beta: plan.launch({**operands, "alpha": alpha, "beta": beta}), out


class RankUpdateTrial(_Trial):
    """Random matrices and vectors; no numbers where nothing is stored."""

    def _judge(self, choice: Choice, q: RankUpdate) -> str | None:
        values, x, y = self._data(q)
        alpha = _factors(q)[0]
        alpha = alpha.real if q.form == "hermitian" and q.rank == 1 else alpha
        run, a = self._bound(choice, q, values, x, y)
        run(alpha)[-1].wait()
        got, strayed = a.read()
        other = x if "y" not in q.vectors else y
        exact, size = q.reference(values, x, other, alpha)
        mask = q.counts()
        bound = product_bound(size[mask], exact[mask], 2 * q.rank, q.precision, q.worked)
        verdict = compare(got[mask], exact[mask], bound)
        return (
            None
            if verdict.ok and not strayed
            else "memory outside A was written"
            if strayed
            else str(verdict)
        )

    def timed(self, choice: Choice) -> Callable[[], list[cl.Event]]:
        """One update at the full size."""
        run, _ = self._bound(choice, self.problem, *self._data(self.problem))
        return lambda: run(1e-3)

    def _data(self, q: RankUpdate) -> tuple[Array, Array, Array]:
        values = reals(self.rng, (q.m, q.n), q.precision)
        return values, reals(self.rng, (q.m,), q.precision), reals(self.rng, (q.n,), q.precision)

    def _bound(
        self, choice: Choice, q: RankUpdate, values: Array, x: Array, y: Array
    ) -> tuple[Callable[[complex], list[cl.Event]], StoredRowsMatrix]:
        a = StoredRowsMatrix(self.queue, q, values)
        vectors = {"x": self._vector(x, "x"), "y": self._vector(y, "y")}
        layout = RankLayout(a.view, q.form, q.rank, q.conjugate, *(v.step for v in vectors.values()))
        plan = self._plan(choice, layout)
        operands: dict[str, Any] = {"a": a.memory, "a_offset": a.offset}
        for name, vector in vectors.items():
            operands |= {name: vector.memory, f"{name}_offset": vector.offset}
        return lambda alpha: plan.launch({**operands, "alpha": alpha}), a


class SolveTrial(_Trial):
    """Triangles whose solutions do not grow, judged by what is left of the right-hand side."""

    def _judge(self, choice: Choice, q: Solve) -> str | None:
        values, b = self._data(q)
        run, x = self._bound(choice, q, values, b)
        run()[-1].wait()
        got, strayed = x.read()
        matrix = q.entering(values)
        solution = got[0].astype(matrix.dtype)
        verdict = compare(
            matrix @ solution, b.astype(matrix.dtype), solution_bound(matrix, solution, q.precision, q.worked)
        )
        return (
            None
            if verdict.ok and not strayed
            else "memory outside x was written"
            if strayed
            else str(verdict)
        )

    def timed(self, choice: Choice) -> Callable[[], list[cl.Event]]:
        """One solution after the other, which stay in range."""
        run, _ = self._bound(choice, self.problem, *self._data(self.problem))
        return run

    def _data(self, q: Solve) -> tuple[Array, Array]:
        """A triangle with a diagonal of about 1 and elements beside it that add up to less."""
        values = reals(self.rng, (q.m, q.n), q.precision) / np.sqrt(q.m).astype(q.precision.real.dtype)
        np.fill_diagonal(values, 1 + self.rng.random(q.m) / 4)
        return values.astype(q.precision.dtype), reals(self.rng, (q.m,), q.precision)

    def _bound(
        self, choice: Choice, q: Solve, values: Array, b: Array
    ) -> tuple[Callable[[], list[cl.Event]], StoredVector]:
        a = StoredRowsMatrix(self.queue, q, values, unit=q.unit)
        x = self._vector(b, "x")
        plan = self._plan(choice, SolveLayout(a.view, q.across, q.unit, q.conjugate, x.step))
        operands = {"a": a.memory, "a_offset": a.offset, "x": x.memory, "x_offset": x.offset}
        return lambda: plan.launch(operands), x


class VectorSumTrial:
    """Random partial vectors."""

    def __init__(
        self, device: OpenCLDevice, queue: cl.CommandQueue, q: VectorSum, rng: np.random.Generator
    ) -> None:
        self.device, self.queue, self.problem = device, queue, q
        self.partial = reals(rng, (q.parts, q.n), q.worked)
        self.y = reals(rng, (1, q.n), q.precision)
        self.stored = StoredVector(queue, self.y, q.precision, STEPS["y"] if q.strided else 1)
        self.memory = device_list(queue, self.partial if q.parts else np.zeros(1))

    def check(self, choice: Choice) -> str | None:
        """With an old y that counts, and with one that must not be read."""
        q = self.problem
        for alpha, beta in (_factors(q), (1.0, 0.0)):
            self.stored.write(self.y if beta else poison(q.precision))
            self._bind(choice, alpha, beta)()[-1].wait()
            got, strayed = self.stored.read()
            wide = np.clongdouble if q.precision.is_complex else np.longdouble
            partial, old = self.partial.astype(wide), self.y[0].astype(wide)
            exact = alpha * partial.sum(axis=0) + (beta * old if beta else 0)
            size = abs(alpha) * np.abs(partial).sum(axis=0) + (abs(beta) * np.abs(old) if beta else 0)
            verdict = compare(got[0], exact, product_bound(size, exact, q.parts, q.precision, q.worked))
            if strayed or not verdict.ok:
                return f"beta={beta:g}: {'memory outside y was written' if strayed else verdict}"
        return None

    def timed(self, choice: Choice) -> Callable[[], list[cl.Event]]:
        """The sum alone."""
        return self._bind(choice, 1.0, 0.0)

    def _bind(self, choice: Choice, alpha: complex, beta: complex) -> Callable[[], list[cl.Event]]:
        q = self.problem
        layout = SumLayout(q.precision, q.n, self.stored.step, q.parts)
        plan = BoundPlan(self.device, self.queue, choice, layout.constants)
        values = {"partial": self.memory, "y": self.stored.memory, "y_offset": self.stored.offset}
        return lambda: plan.launch({**values, "alpha": alpha, "beta": beta})
