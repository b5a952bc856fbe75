"""Test data of a problem on a device: runs that are checked to the bit, and runs that are timed."""

from __future__ import annotations

import functools
import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from autoblas.checks.accuracy import SUMMED_ITEMS, SUMMED_ROWS, Plain, judged, plain_product, too_large
from autoblas.checks.convolution import ConvolutionTrial, PatchesTrial
from autoblas.checks.exact import LARGE, SampledRows, Sums, sums_are_exact, wide_integers, with_epilogue
from autoblas.checks.factorization import ExchangeTrial, factorization_trial
from autoblas.checks.helpers import helper_trial
from autoblas.checks.matrix import CopyTrial, SubstitutionTrial
from autoblas.checks.matvec import MatvecTrial, RankUpdateTrial, SolveTrial, VectorSumTrial
from autoblas.checks.stored import Stored, device_list, poison, spread
from autoblas.checks.vector import FinishTrial, MapTrial, ReduceTrial
from autoblas.checks.verify import (
    compare,
    integers,
    product_with_epilogue,
    reals,
    reference_rows,
    sample_rows,
)
from autoblas.plan.bound import BoundPlan
from autoblas.plan.choose import resized
from autoblas.plan.layouts.product import ProductLayout
from autoblas.problems import Matmul, texel_elements
from autoblas.problems.convolution import Col2im, Convolution, Im2col
from autoblas.problems.factorization import Factorization, RowExchange
from autoblas.problems.matrix import MatrixCopy, Substitution
from autoblas.problems.matvec import Matvec, RankUpdate, Solve, VectorSum
from autoblas.problems.vector import Finish, Map, Reduce
from autoblas.problems.views import MatrixView

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.devices.device import Device, Event, Queue
    from autoblas.plan.choose import Choice
    from autoblas.problems import Problem

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["SLACK", "KernelTrial", "trial_for"]

SLACK = 3
"""Difference between the full size and that of the ragged check."""

MARGIN = 16
"""Width of the canaries around an output: several vectors, so that stores of aligned vectors are detected too."""

BIAS_OFFSET = 1
"""NaN elements before a bias, which therefore is not aligned to vectors of two."""

CUT_SIDE = 387
"""Rows and columns of the checks after the first: several tiles and an edge, at a fraction of the time."""


class KernelTrial(Protocol):
    """Data of one problem on one device, for checked and timed runs of kernels."""

    def check(self, choice: Choice) -> str | None:
        """None where the choice's results are right, else a sentence with the fault."""

    def timed(self, choice: Choice) -> Callable[[], list[Event]]:
        """A call that enqueues one run and returns the events of its launches."""


def reads_c(q: Matmul) -> bool:
    """True if kernels may read the old C: an image cannot be read while it is written, and a pure product overwrites."""
    return q.c_in == "buffer" and not q.pure and not q.spread


def old_product(q: Matmul, c: Array) -> Array:
    """The old C; NaN where a product repeats one whose numbers were not finite."""
    return np.full_like(c, np.nan) if q.spread else c


def factors_of(q: Matmul, factor: complex) -> Any:
    """A factor, or different ones for the items where factors come in a list."""
    return spread(factor, q.items) if q.listed and not q.pure else factor


def written_elements(q: Matmul, sizes: tuple[int, ...]) -> Array:
    """A mask of the elements of C that a product writes."""
    mask = np.ones(sizes[:2], bool)
    if q.spread:  # the line that sums all terms decides which elements are computed again, and is not written
        line = -1 if q.zeros in {"a_upper", "b_lower"} else 0
        mask[(slice(None), line) if q.zeros.startswith("b") else line] = False
    return {"": mask, "lower": np.tril(mask), "upper": np.triu(mask)}[q.part]


def without_zeros(q: Matmul, name: str, x: Array) -> Array:
    """An operand with zeros in its zero triangle, if the problem names one."""
    operand, _, triangle = q.zeros.partition("_")
    if operand != name:
        return x
    return np.ascontiguousarray(np.tril(x) if triangle == "upper" else np.triu(x))


def real_diagonal(q: Matmul, c: Array) -> Array:
    """C without the imaginary parts of its diagonal, where it is Hermitian."""
    if not q.hermitian:
        return c
    c = c.copy()
    index = np.arange(min(c.shape[-2:]))
    c[..., index, index] = c[..., index, index].real
    return c


class Operands:
    """A, B and C of a product in host and in device memory, all of shape (items, rows, columns).

    Args:
        queue: The queue that copies them.
        q: The problem.
        make: A function that returns an array of a shape and precision.
        bias_step: Distance of two elements of the bias, with NaN between them.
    """

    def __init__(
        self, queue: Queue, q: Matmul, make: Callable[[tuple[int, ...], Any], Array], bias_step: int
    ) -> None:
        items_a, items_b = (1 if x in q.shared else q.items for x in "ab")
        self.a = without_zeros(q, "a", make((items_a, q.m, q.k), q.type_a))
        self.b = without_zeros(q, "b", make((items_b, q.k, q.n), q.type_b))
        self.c = make((q.items, q.m, q.n), q.precision)
        self.bias, self.stored_bias, self.bias_step = None, None, bias_step
        if q.bias:
            self.bias = make((q.m, 1) if q.bias == "rows" else (1, q.n), q.precision)
            buffer = np.full(BIAS_OFFSET + self.bias.size * bias_step, poison(q.precision))
            buffer[BIAS_OFFSET::bias_step] = self.bias.ravel()
            self.stored_bias = device_list(queue, buffer)
        self.stored_a = Stored(queue, self.a, q.a, q.type_a, memory=q.a_in, listed=q.listed)
        self.stored_b = Stored(queue, self.b, q.b, q.type_b, memory=q.b_in, listed=q.listed)

    def entering(self, q: Matmul, sizes: tuple[int, ...]) -> tuple[Array, Array]:
        """A and B, conjugated as the problem says, cut to these sizes."""
        m, n, k = sizes
        a, b = self.a[:, :m, :k], self.b[:, :k, :n]
        return np.conj(a) if "a" in q.conjugate else a, np.conj(b) if "b" in q.conjugate else b

    def cut_bias(self, sizes: tuple[int, ...]) -> Array | None:
        """The bias, cut to these sizes; None where there is none."""
        return None if self.bias is None else self.bias[: sizes[0], : sizes[1]]

    def bias_view(self, q: Matmul) -> MatrixView | None:
        """The layout of the bias as a matrix of C's shape."""
        strides = (self.bias_step, 0) if q.bias == "rows" else (0, self.bias_step)
        return MatrixView(q.precision, q.m, q.n, *strides) if q.bias else None


class MatmulTrial:
    """Operands for a product: integers, whose product is exact, and reals with an error bound."""

    def __init__(self, device: Device, queue: Queue, q: Matmul, rng: np.random.Generator) -> None:
        self.device, self.queue, self.problem = device, queue, q
        largest = 1 if q.accumulator.part == "half" else 4
        self.integers = Operands(
            queue, q, lambda shape, precision: integers(rng, shape, precision, largest), 3
        )
        self.fractions = Operands(queue, q, lambda shape, precision: reals(rng, shape, precision), 1)
        alpha, beta = (2 - 1j, -1 + 2j) if q.accumulator.is_complex else (2.0, -1.0)
        self.alpha, self.beta = 1.0 if q.pure else alpha, beta if reads_c(q) else 0.0
        self.stored_c = Stored(
            queue,
            self.integers.c,
            q.c,
            q.precision,
            0 if q.c_in == "image" else MARGIN,
            q.c_in,
            listed=q.listed,
        )
        self.timed_c = Stored(queue, self.integers.c, q.c, q.precision, memory=q.c_in, listed=q.listed)
        self.rng = rng
        self._products: dict[tuple[int, ...], Array] = {}

    @functools.cached_property
    def reals(self) -> Reals:
        """The reals with their bounds, which timed runs need none of."""
        return Reals(self.problem, self.fractions, self.rng)

    def check(self, choice: Choice) -> str | None:
        """The fault with integers at the full size and an old C, with reals, or at a ragged size without an old C.

        The second and third are cut to a smaller size where the point is legal there.
        """
        q = self.problem
        sizes = (q.m, q.n, q.k)
        self.stored_c.write(old_product(q, self.integers.c))
        if q.flops() > LARGE and not q.part and not q.spread:
            wrong = self._judge_large(choice)
        else:
            alpha, beta = factors_of(q, self.alpha), factors_of(q, self.beta)
            old = wide_integers(self.integers.c)
            sums = real_diagonal(q, alpha * self.product(sizes) + beta * real_diagonal(q, old))
            expected, bound = self._finished(sums, sizes)
            expected = np.where(written_elements(q, sizes), expected, old_product(q, self.integers.c))
            wrong = self._judge(choice, sizes, (expected, bound), self.alpha, self.beta)
        return wrong or self._check_reals(choice) or self._check_ragged(choice)

    def _judge_large(self, choice: Choice) -> str | None:
        """The fault at a size whose exact product takes too long on the host: of sums of all rows, or of some rows."""
        q = self.problem
        plan, values = self._bind(
            choice, (q.m, q.n, q.k), self.integers, self.stored_c, self.alpha, self.beta
        )
        plan(values).wait()
        got, outside_changed = self.stored_c.read()
        if outside_changed and q.c_in == "buffer":
            return f"at m={q.m} n={q.n} k={q.k}: memory outside C was written"
        wrong = self.large.judge(got)
        return wrong and f"at m={q.m} n={q.n} k={q.k} alpha={self.alpha:g} beta={self.beta:g}: {wrong}"

    @functools.cached_property
    def large(self) -> Sums | SampledRows:
        """The exact sums or rows of a product of large size."""
        q = self.problem
        factors = factors_of(q, self.alpha), factors_of(q, self.beta)
        operands = (*self.integers.entering(q, (q.m, q.n, q.k)), self.integers.c)
        bias = self.integers.cut_bias((q.m, q.n))
        return (Sums if sums_are_exact(q) else SampledRows)(q, operands, factors, self.rng, bias)

    def _legal(self, choice: Choice, sizes: tuple[int, ...]) -> bool:
        return choice.kernel.refusal(choice.params, self._cut(sizes), self.device.facts) is None

    def _cut(self, sizes: tuple[int, ...]) -> Matmul:
        m, n, k = sizes
        return replace(self.problem, m=m, n=n, k=k)

    def _check_reals(self, choice: Choice) -> str | None:
        q, rows = self.problem, self.reals
        sizes = rows.sizes if self._legal(choice, rows.sizes) else (q.m, q.n, q.k)
        self.stored_c.write(old_product(q, self.fractions.c))
        plan, values = self._bind(choice, sizes, self.fractions, self.stored_c, rows.alpha, rows.beta)
        plan(values).wait()
        return rows.judge(self.stored_c.read()[0])

    def _check_ragged(self, choice: Choice) -> str | None:
        q = self.problem
        full, cut = (q.m, q.n, q.k), (min(q.m, CUT_SIDE), min(q.n, CUT_SIDE), q.k)
        edges = (cut, (1, 1, 1)), (full, (1, 1, 1)), (cut, (0, 1, 1)), (full, (1, 0, 1)), (full, (0, 0, 0))
        cuts = (tuple(max(x - SLACK * y, 1) for x, y in zip(*edge, strict=True)) for edge in edges)
        legal = [sizes for sizes in cuts if self._legal(choice, sizes)]
        if not legal:
            return None  # not even the tuned size is legal, so that no call is served with it
        text = functools.partial(choice.kernel.written, choice.params, d=self.device.dialect)
        # A size with an equal text needs no compilation, and checks the text that will serve.
        sizes = min(legal, key=lambda sizes: (sizes == full, text(self._cut(sizes)) != text(q)))
        self.stored_c.write(poison(q.precision))
        sums = real_diagonal(q, factors_of(q, 1.0) * self.product(sizes))
        expected, bound = self._finished(sums, sizes)
        expected = np.where(written_elements(q, sizes), expected, poison(q.precision))
        return self._judge(choice, sizes, (expected, bound), 1.0, 0.0)

    def product(self, sizes: tuple[int, ...]) -> Array:
        """The exact products of the operands, cut to these sizes."""
        if sizes not in self._products:
            a, b = self.integers.entering(self.problem, sizes)
            products = np.matmul(wide_integers(a), wide_integers(b))
            self._products[sizes] = np.broadcast_to(products, (self.problem.items, *products.shape[1:]))
        return self._products[sizes]

    def _finished(self, sums: Array, sizes: tuple[int, ...]) -> tuple[Array, Array | float]:
        """Exact integers in the type of C, where unsigned ones wrap, and the bounds of their errors."""
        bias = self.integers.cut_bias(sizes)
        return with_epilogue(self.problem, sums, None if bias is None else wide_integers(bias))

    def timed(self, choice: Choice) -> Callable[[], list[Event]]:
        """The pure product, alpha = 1 and beta = 0, of real numbers, since a device may be faster on small integers."""
        q = self.problem
        plan, values = self._bind(choice, (q.m, q.n, q.k), self.fractions, self.timed_c, 1.0, 0.0)
        return lambda: plan.launch(values)

    def _judge(
        self,
        choice: Choice,
        sizes: tuple[int, ...],
        expected: tuple[Array, Array | float],
        alpha: complex,
        beta: complex,
    ) -> str | None:
        q = self.problem
        plan, values = self._bind(choice, sizes, self.integers, self.stored_c, alpha, beta)
        plan(values).wait()
        got, outside_changed = self.stored_c.read()
        m, n, k = sizes
        verdict = compare(got[:, :m, :n], *expected)
        position = f"at m={m} n={n} k={k} alpha={alpha:g} beta={beta:g}"
        if not verdict.ok:
            return f"{position}: {verdict}"
        if q.c_in == "image":  # kernels write full texels
            n = math.ceil(n / texel_elements(q.precision)) * texel_elements(q.precision)
        outside = np.concatenate([got[:, m:].ravel(), got[:, :m, n:].ravel()])
        poisoned = np.full(outside.shape, poison(q.precision))
        changed = outside.tobytes() != poisoned.tobytes()  # NaNs of any type
        if (outside_changed and q.c_in == "buffer") or (changed and not beta):
            return f"{position}: memory outside C was written"
        return None

    def _bind(
        self,
        choice: Choice,
        sizes: tuple[int, ...],
        operands: Operands,
        c: Stored,
        alpha: complex,
        beta: complex,
    ) -> tuple[BoundPlan, dict[str, Any]]:
        q = self._cut(sizes)
        views = (
            operands.stored_a.view._replace(rows=q.m, cols=q.k),
            operands.stored_b.view._replace(rows=q.k, cols=q.n),
            c.view._replace(rows=q.m, cols=q.n),
        )
        properties: dict[str, Any] = {
            name: getattr(q, name)
            for name in ("accuracy", "part", "hermitian", "zeros", "spread", "activation")
        }
        bias = operands.bias_view(q)
        layout = ProductLayout(*views, q.accumulator, q.conjugate, q.listed, **properties, bias=bias)
        cut = resized(choice, q, self.device.facts)
        plan = BoundPlan(self.device, self.queue, cut, layout.constants)
        return plan, self._values(operands, c, alpha, beta)

    def _values(self, operands: Operands, c: Stored, alpha: complex, beta: complex) -> dict[str, Any]:
        """The arguments that vary from call to call."""
        q = self.problem
        values: dict[str, Any] = {"alpha": alpha, "beta": beta}
        for name, stored in (("a", operands.stored_a), ("b", operands.stored_b), ("c", c)):
            values |= {name: stored.memory, f"{name}_offset": stored.offset}
            if q.listed:
                values[f"{name}_offsets"] = device_list(self.queue, stored.offsets)
        if q.bias:
            values |= {"bias": operands.stored_bias, "bias_offset": BIAS_OFFSET}
        if q.listed:
            for name, factor in (("alphas", alpha), ("betas", beta)):
                factors = np.broadcast_to(factors_of(q, factor), (q.items, 1, 1)).ravel().tolist()
                values[name] = device_list(self.queue, np.array([q.accumulator.scalar(x) for x in factors]))
        return values


class Reals:
    """Real operands of a product, and the error bounds of as many rows as the host can compute in time.

    Attributes:
        alpha: Factor of the product.
        beta: Factor of the old C.
        sizes: The part of the product that is judged, with all its terms.
    """

    def __init__(self, q: Matmul, operands: Operands, rng: np.random.Generator) -> None:
        alpha, beta = {"integer": (3, -5), "real": (1.25, -0.75), "complex": (1.25 + 0.5j, 2j - 0.75)}[
            q.precision.kind
        ]
        self.alpha: complex = 1 if q.pure else alpha
        self.beta: complex = beta if reads_c(q) else 0
        self.sizes = (min(q.m, CUT_SIDE), min(q.n, CUT_SIDE), q.k)
        widest = max(q.type_a, q.type_b, q.accumulator, key=lambda precision: precision.size)
        affordable = reference_rows(self.sizes[1], q.k * q.items, widest)
        self.rows = sample_rows(rng, self.sizes[0], affordable)
        a, b = operands.entering(q, (q.m, self.sizes[1], q.k))
        old = operands.c[:, self.rows, : self.sizes[1]]
        c = real_diagonal(q, operands.c)[:, self.rows, : self.sizes[1]]
        bias = operands.cut_bias((q.m, self.sizes[1]))
        if bias is not None:
            bias = np.broadcast_to(bias, (q.m, self.sizes[1]))[self.rows]
        self.reference, bound = (
            np.broadcast_to(x, c.shape)
            for x in product_with_epilogue(
                (a[:, self.rows], b, c, bias),
                (factors_of(q, self.alpha), factors_of(q, self.beta)),
                q.activation,
                q.types,
                fast=q.accuracy == "fast",
            )
        )
        inside = written_elements(q, self.sizes)[self.rows]
        self.bound = np.where(inside, bound, 0)
        if q.part or q.spread:
            full = np.zeros((q.items, *self.sizes[:2]), self.reference.dtype)
            full[:, self.rows] = self.reference
            self.reference = np.where(inside, real_diagonal(q, full)[:, self.rows], old_product(q, old))
        self.plain: Plain | None = None
        if judged(q):
            items, rows = slice(SUMMED_ITEMS), slice(SUMMED_ROWS)
            factors = (factors_of(q, self.alpha), factors_of(q, self.beta))
            alpha, beta = (x[items] if np.ndim(x) else x for x in factors)
            entering = a[items, self.rows[rows]], b[items], c[items, rows]
            cut_bias = None if bias is None else bias[rows]
            self.plain = plain_product(q, entering, alpha, beta, self.reference[items, rows], cut_bias)

    def judge(self, result: Array) -> str | None:
        """None where the elements of these rows lie within their bounds, and their error within that of their class."""
        result = result[:, self.rows, : self.sizes[1]]
        verdict = compare(result, self.reference, self.bound)
        if not verdict.ok:
            return f"in rows {self.rows[:4]}...: {verdict}"
        summed = (x[:SUMMED_ITEMS, :SUMMED_ROWS] for x in (result, self.reference))
        return None if self.plain is None else too_large(self.plain, *summed)


TRIALS: dict[type[Any], Callable[..., KernelTrial]] = {
    Col2im: PatchesTrial,
    Convolution: ConvolutionTrial,
    Factorization: factorization_trial,
    Finish: FinishTrial,
    Im2col: PatchesTrial,
    Map: MapTrial,
    Matmul: MatmulTrial,
    MatrixCopy: CopyTrial,
    Matvec: MatvecTrial,
    RankUpdate: RankUpdateTrial,
    Reduce: ReduceTrial,
    RowExchange: ExchangeTrial,
    Solve: SolveTrial,
    Substitution: SubstitutionTrial,
    VectorSum: VectorSumTrial,
}
"""The classes of test data, by the class of problem; called with a device, queue, problem and random numbers."""


def trial_for(device: Device, queue: Queue, problem: Problem, seed: int = 2026) -> KernelTrial:
    """The test data of a problem."""
    return TRIALS.get(type(problem), helper_trial)(device, queue, problem, np.random.default_rng(seed))
