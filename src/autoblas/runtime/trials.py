"""Test data of a problem on a device: runs that are checked to the bit, and runs that are timed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import pyopencl as cl

from autoblas.arrays import MatrixView
from autoblas.problems import Matmul, Pack
from autoblas.runtime.choose import Choice
from autoblas.runtime.plan import BoundPlan
from autoblas.runtime.serve import matmul_constants
from autoblas.verify import compare, integers, product_bound, product_reference, reference_rows, sample_rows

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.devices.opencl import OpenCLDevice
    from autoblas.precision import Precision
    from autoblas.problems import Order, Problem

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["Trial", "trial_for"]

SLACK = 3
"""By how much the ragged check falls short of the full size."""

MARGIN = 16
"""Width of the canaries around an output: whole vectors, so that kernels which store aligned vectors are seen to."""

ENOUGH = 387
"""Rows and columns that the checks after the first are cut to: several tiles and an edge, at a fraction of the time."""

CANARY = -77.25

CACHE_LINE = 64
"""Bytes of canaries behind a packed copy."""


class Trial(Protocol):
    """Data of one problem on one device."""

    def check(self, choice: Choice) -> str | None:
        """None where the choice's results are right, else the sentence that says what is wrong."""

    def timed(self, choice: Choice) -> Callable[[], list[cl.Event]]:
        """A call that enqueues one run and returns the events of its launches."""


def trial_for(device: OpenCLDevice, queue: cl.CommandQueue, problem: Problem, seed: int = 2026) -> Trial:
    """The test data of a problem."""
    rng = np.random.default_rng(seed)
    if isinstance(problem, Matmul):
        return MatmulTrial(device, queue, problem, rng)
    return PackTrial(device, queue, problem, rng)


class Stored:
    """A matrix in device memory, in a given storage order.

    Attributes:
        view: Its layout.
        memory: Where it is.
        offset: Where element (0, 0) lies there, in elements.
    """

    def __init__(
        self, queue: cl.CommandQueue, matrix: Array, order: Order, precision: Precision, margin: int = 0
    ) -> None:
        rows, cols = matrix.shape
        across, along = (cols, rows) if order == "col" else (rows, cols)
        step = 2 if order == "any" else 1
        self._queue = queue
        self._held = np.full((across + 2 * margin, step * (along + 2 * margin)), CANARY, precision.dtype)
        inner = self._held[margin : margin + across, step * margin : step * (margin + along) : step]
        self._inner = inner.T if order == "col" else inner
        self._inner[...] = matrix
        pitch = self._held.shape[1]
        self.view = MatrixView(precision, rows, cols, *((1, pitch) if order == "col" else (pitch, step)))
        self.offset = margin * pitch + step * margin
        flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
        self.memory = cl.Buffer(queue.context, flags, hostbuf=self._held)

    def write(self, matrix: Array | float) -> None:
        """Set every element, and the canaries around them anew."""
        self._held[...] = CANARY
        self._inner[...] = matrix
        cl.enqueue_copy(self._queue, self.memory, self._held)

    def read(self) -> tuple[Array, bool]:
        """The matrix, and whether anything outside it changed."""
        cl.enqueue_copy(self._queue, self._held, self.memory)
        matrix = self._inner.copy()
        self._inner[...] = CANARY
        return matrix, bool(np.any(self._held != CANARY))


class MatmulTrial:
    """Operands for a product: integers, whose right result is known exactly, and reals with an error bound."""

    def __init__(
        self, device: OpenCLDevice, queue: cl.CommandQueue, q: Matmul, rng: np.random.Generator
    ) -> None:
        self.device, self.queue, self.problem = device, queue, q
        self.a, self.b, self.c = (
            integers(rng, shape, q.precision) for shape in ((q.m, q.k), (q.k, q.n), (q.m, q.n))
        )
        self.stored_a = Stored(queue, self.a, q.a, q.precision)
        self.stored_b = Stored(queue, self.b, q.b, q.precision)
        self.stored_c = Stored(queue, self.c, q.c, q.precision, margin=MARGIN)
        self.timed_c = Stored(queue, self.c, q.c, q.precision)
        self._products: dict[tuple[int, ...], Array] = {}
        self.reals = Reals(queue, q, rng)

    def check(self, choice: Choice) -> str | None:
        """Integers at the full size, where the old C counts; then reals; then a ragged size, where it does not.

        The second and third are cut to a smaller size where the point is legal there.
        """
        q = self.problem
        self.stored_c.write(self.c)
        wrong = self._judge(choice, q.sizes, 2.0 * self.product(q.sizes) - self.c, 2.0, -1.0)
        return wrong or self._check_reals(choice) or self._check_ragged(choice)

    def _legal(self, choice: Choice, sizes: tuple[int, int, int]) -> bool:
        q = self.problem
        return (
            choice.kernel.refusal(
                choice.params, Matmul(*sizes, q.precision, q.a, q.b, q.c), self.device.facts
            )
            is None
        )

    def _check_reals(self, choice: Choice) -> str | None:
        reals = self.reals
        legal = self._legal(choice, reals.sizes)
        sizes = reals.sizes if legal else self.problem.sizes
        self.stored_c.write(reals.c)
        plan, values = self._bind(choice, sizes, self.stored_c, reals.alpha, reals.beta)
        values |= {"a": reals.stored_a.memory, "b": reals.stored_b.memory}
        plan(values).wait()
        return reals.judge(self.stored_c.read()[0])

    def _check_ragged(self, choice: Choice) -> str | None:
        m, n, k = self.problem.sizes
        small = (min(m, ENOUGH), min(n, ENOUGH), k)
        for full, trims in (
            (small, (1, 1, 1)),
            ((m, n, k), (1, 1, 1)),
            ((m, n, k), (1, 0, 1)),
            ((m, n, k), (0, 0, 0)),
        ):
            r, s, t = (max(size - SLACK * trim, 1) for size, trim in zip(full, trims, strict=True))
            if self._legal(choice, (r, s, t)):
                self.stored_c.write(np.nan)
                return self._judge(choice, (r, s, t), self.product((r, s, t)), 1.0, 0.0)
        return None  # not even the tuned size is legal, so nothing will be served with it

    def product(self, sizes: tuple[int, ...]) -> Array:
        """The exact product of the operands, cut to these sizes, in the problem's precision."""
        if sizes not in self._products:
            m, n, k = sizes
            exact = self.a[:m, :k].astype(np.float64) @ self.b[:k, :n].astype(np.float64)
            self._products[sizes] = exact.astype(self.problem.precision.dtype)
        return self._products[sizes]

    def timed(self, choice: Choice) -> Callable[[], list[cl.Event]]:
        """The pure product, alpha = 1 and beta = 0."""
        plan, values = self._bind(choice, self.problem.sizes, self.timed_c, 1.0, 0.0)
        return lambda: plan.launch(values)

    def _judge(
        self, choice: Choice, sizes: tuple[int, ...], expected: Array, alpha: float, beta: float
    ) -> str | None:
        plan, values = self._bind(choice, sizes, self.stored_c, alpha, beta)
        plan(values).wait()
        got, strayed = self.stored_c.read()
        m, n, _ = sizes
        verdict = compare(got[:m, :n], expected, 0.0)
        where = f"at m={m} n={n} k={sizes[2]} alpha={alpha:g} beta={beta:g}"
        if not verdict.ok:
            return f"{where}: {verdict}"
        outside = np.concatenate([got[m:].ravel(), got[:m, n:].ravel()])
        if strayed or not (np.all(np.isnan(outside)) or beta != 0):
            return f"{where}: memory outside C was written"
        return None

    def _bind(
        self, choice: Choice, sizes: tuple[int, ...], c: Stored, alpha: float, beta: float
    ) -> tuple[BoundPlan, dict[str, Any]]:
        m, n, k = sizes
        views = (
            self.stored_a.view._replace(rows=m, cols=k),
            self.stored_b.view._replace(rows=k, cols=n),
            c.view._replace(rows=m, cols=n),
        )
        q = self.problem
        resized = Choice(
            Matmul(m, n, k, q.precision, q.a, q.b, q.c), choice.kernel, choice.params, choice.origin
        )
        wanted = choice.kernel.packs(choice.params, resized.problem)
        packs = {
            name: Choice(
                pack, choice.packs[name].kernel, choice.packs[name].params, choice.packs[name].origin
            )
            for name, pack in wanted.items()
        }
        resized = Choice(resized.problem, choice.kernel, choice.params, choice.origin, packs=packs)
        plan = BoundPlan(self.device, self.queue, resized, matmul_constants(*views))
        operands = {"a": self.stored_a, "b": self.stored_b, "c": c}
        values: dict[str, Any] = {"alpha": alpha, "beta": beta}
        for name, stored in operands.items():
            values |= {name: stored.memory, f"{name}_offset": stored.offset}
        return plan, values


class Reals:
    """Random operands of a product with the error bound of its elements, in rows enough to be affordable.

    Attributes:
        alpha: Factor of the product.
        beta: Factor of the old C.
        c: The old C.
        sizes: The part of the product that is judged, with all its terms.
    """

    alpha, beta = 1.25, -0.75

    def __init__(self, queue: cl.CommandQueue, q: Matmul, rng: np.random.Generator) -> None:
        a, b, self.c = (
            rng.standard_normal(shape).astype(q.precision.dtype)
            for shape in ((q.m, q.k), (q.k, q.n), (q.m, q.n))
        )
        self.stored_a = Stored(queue, a, q.a, q.precision)
        self.stored_b = Stored(queue, b, q.b, q.precision)
        self.sizes = (min(q.m, ENOUGH), min(q.n, ENOUGH), q.k)
        self.rows = sample_rows(rng, self.sizes[0], reference_rows(self.sizes[1], q.k, q.precision))
        rows, cols = self.rows, slice(self.sizes[1])
        self.reference, magnitude = product_reference(
            a[rows], b[:, cols], self.alpha, self.beta, self.c[rows, cols]
        )
        self.bound = product_bound(magnitude, self.reference, q.k, q.precision)

    def judge(self, result: Array) -> str | None:
        """None where every element in those rows lies within its bound."""
        verdict = compare(result[self.rows, : self.sizes[1]], self.reference, self.bound)
        return None if verdict.ok else f"in rows {self.rows[:4]}...: {verdict}"


class PackTrial:
    """A matrix of integers to be packed."""

    def __init__(
        self, device: OpenCLDevice, queue: cl.CommandQueue, q: Pack, rng: np.random.Generator
    ) -> None:
        self.device, self.queue, self.problem = device, queue, q
        self.x = integers(rng, (q.rows, q.depth), q.precision)
        self.stored = Stored(queue, self.x, q.order, q.precision)
        self.packed = np.empty(q.packed_elements + CACHE_LINE // q.precision.size, q.precision.dtype)
        self.memory = cl.Buffer(queue.context, cl.mem_flags.READ_WRITE, self.packed.nbytes)

    def check(self, choice: Choice) -> str | None:
        """The packed copy, to the bit, with nothing written behind it."""
        self.packed[...] = np.nan
        cl.enqueue_copy(self.queue, self.memory, self.packed)
        self.timed(choice)()[-1].wait()
        cl.enqueue_copy(self.queue, self.packed, self.memory)
        count = self.problem.packed_elements
        verdict = compare(self.packed[:count], self.problem.reference(self.x), 0.0)
        if not verdict.ok:
            return str(verdict)
        return None if np.all(np.isnan(self.packed[count:])) else "memory behind the packed copy was written"

    def timed(self, choice: Choice) -> Callable[[], list[cl.Event]]:
        """One packing."""
        view = self.stored.view
        constants = {
            "rows": view.rows,
            "depth": view.cols,
            "x_row": view.row_stride,
            "x_col": view.col_stride,
        }
        plan = BoundPlan(self.device, self.queue, choice, constants)
        values = {"x": self.stored.memory, "x_offset": self.stored.offset, "packed": self.memory}
        return lambda: plan.launch(values)
