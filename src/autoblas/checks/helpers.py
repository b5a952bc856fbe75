"""Test data for helper kernels: packing, splitting, combining slices, and copies to and from images."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.checks.stored import Stored, device_list, poison, spread
from autoblas.checks.verify import compare, integers, reals
from autoblas.plan.bound import BoundPlan
from autoblas.plan.workspace import allocate
from autoblas.precision import FLOAT64
from autoblas.problems import Combine, Pack, Split, Texture

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.devices.device import Device, Event, Queue
    from autoblas.plan.choose import Choice
    from autoblas.precision import Precision
    from autoblas.problems import Problem

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["helper_trial"]

GUARD = 64
"""Elements of canaries behind a packed copy."""

MARGIN = 16


def helper_trial(
    device: Device, queue: Queue, q: Problem, rng: np.random.Generator
) -> PackTrial | SplitTrial | CombineTrial | TextureTrial:
    """The test data of a helper's problem."""
    if isinstance(q, Pack):
        return PackTrial(device, queue, q, rng)
    if isinstance(q, Split):
        return SplitTrial(device, queue, q, rng)
    if isinstance(q, Combine):
        return CombineTrial(device, queue, q, rng)
    if isinstance(q, Texture):
        return TextureTrial(device, queue, q, rng)
    message = f"no test data for {q}"
    raise TypeError(message)


def copying(
    device: Device, queue: Queue, choice: Choice, x: Stored, sizes: dict[str, int], **target: Any
) -> Callable[[], list[Event]]:
    """A function that launches a copy of matrices to or from packed memory.

    Args:
        device: The device.
        queue: The queue to launch on.
        choice: The kernel.
        x: The matrices.
        sizes: The arguments with the sizes of a matrix.
        target: The packed memory, by the name of its argument.
    """
    plan = BoundPlan(device, queue, choice, sizes | x.constants("x"))
    values = {"x": x.memory, "x_offset": x.offset, "x_offsets": device_list(queue, x.offsets), **target}
    return lambda: plan.launch(values)


class PackTrial:
    """Matrices of integers to be packed."""

    def __init__(self, device: Device, queue: Queue, q: Pack, rng: np.random.Generator) -> None:
        self.device, self.queue, self.problem = device, queue, q
        self.x = integers(rng, (q.items, q.rows, q.depth), q.precision)
        self.stored = Stored(queue, self.x, q.order, q.precision, listed=q.listed)
        parts = q.to.real
        self.packed = np.empty(q.items * q.packed_elements * q.to.parts + GUARD, parts.dtype)
        self.empty = poison(parts)
        self.memory = device.allocate(self.packed.nbytes)

    def check(self, choice: Choice) -> str | None:
        """The packed copies, to the bit, with nothing written behind them."""
        self.packed[...] = self.empty
        self.device.copy(self.queue, self.memory, self.packed)
        self.timed(choice)()[-1].wait()
        self.device.copy(self.queue, self.packed, self.memory)
        expected = np.concatenate([self.problem.reference(x) for x in self.x])
        verdict = compare(self.packed[:-GUARD], expected, 0.0)
        if not verdict.ok:
            return str(verdict)
        behind = self.packed[-GUARD:]
        untouched = np.array_equal(behind.view(np.uint8), np.full_like(behind, self.empty).view(np.uint8))
        return None if untouched else "memory behind the packed copy was written"

    def timed(self, choice: Choice) -> Callable[[], list[Event]]:
        """One packing."""
        sizes = {"rows": self.problem.rows, "depth": self.problem.depth}
        return copying(self.device, self.queue, choice, self.stored, sizes, packed=self.memory)


class SplitTrial:
    """Matrices to be split, with numbers of all magnitudes, zeros, infinities and NaN."""

    def __init__(self, device: Device, queue: Queue, q: Split, rng: np.random.Generator) -> None:
        self.device, self.queue, self.problem = device, queue, q
        self.x = mixed_magnitudes(rng, (q.items, q.rows, q.depth), q.precision)
        self.stored = Stored(queue, self.x, q.order, q.precision, MARGIN, listed=q.listed)
        self.blocks = np.empty(q.scratch.nbytes // 4 + GUARD, np.uint32)
        self.memory = device.allocate(self.blocks.nbytes)

    def check(self, choice: Choice) -> str | None:
        """The blocks, to the bit, with nothing written behind them."""
        unwritten = np.uint32(0x7FC0FFEE)
        self.blocks[...] = unwritten
        self.device.copy(self.queue, self.memory, self.blocks)
        self.timed(choice)()[-1].wait()
        self.device.copy(self.queue, self.blocks, self.memory)
        expected = np.concatenate([self.problem.reference(x) for x in self.x])
        wrong = np.flatnonzero(self.blocks[:-GUARD] != expected)
        if wrong.size:
            at = wrong[0]
            return (
                f"{wrong.size} words are wrong; word {at} is {self.blocks[at]:#x}, expected {expected[at]:#x}"
            )
        untouched = np.all(self.blocks[-GUARD:] == unwritten)
        return None if untouched else "memory behind the blocks was written"

    def timed(self, choice: Choice) -> Callable[[], list[Event]]:
        """One split."""
        sizes = {"rows": self.problem.rows, "depth": self.problem.depth}
        return copying(self.device, self.queue, choice, self.stored, sizes, blocks=self.memory)


def mixed_magnitudes(rng: np.random.Generator, shape: tuple[int, ...], precision: Precision) -> Array:
    """Real numbers with rows of zeros, rows far from 1, and a few numbers that are tiny, zero, infinite or NaN."""
    with np.errstate(over="ignore"):
        x = (reals(rng, shape, FLOAT64) * np.exp2(rng.integers(-5, 6, shape))).astype(precision.dtype)
        high = np.finfo(precision.dtype).maxexp
        heights = rng.choice([0.0, 1, 1, 1, 2.0 ** (high - 6), 2.0 ** (1 - high)], (*shape[:-1], 1))
        x *= heights.astype(precision.dtype)
    special = np.array([0, -0.0, np.inf, -np.inf, np.nan, np.finfo(precision.dtype).smallest_subnormal, 1e-7])
    indices = tuple(rng.integers(0, size, 20) for size in shape)
    x[indices] = rng.choice(special, 20).astype(precision.dtype)
    return x


class CombineTrial:
    """Partial products of integers to be added."""

    def __init__(self, device: Device, queue: Queue, q: Combine, rng: np.random.Generator) -> None:
        self.device, self.queue, self.problem = device, queue, q
        self.partial = integers(rng, (q.items, q.slices, q.m, q.n), q.accumulator)
        self.c = integers(rng, (q.items, q.m, q.n), q.precision)
        self.stored_c = Stored(queue, self.c, q.c, q.precision, MARGIN, listed=q.listed)
        self.memory = device_list(queue, self.partial)

    def check(self, choice: Choice) -> str | None:
        """Alpha times the sum plus beta C, to the bit, with nothing written beside it; then without reading C."""
        q = self.problem
        reading_c = (2 - 1j, -1 + 2j) if q.accumulator.is_complex else (2, -1)
        for alpha, beta in (reading_c, (1, 0)):
            self.stored_c.write(self.c if beta else poison(q.precision))
            self._bind(choice, alpha, beta)()[-1].wait()
            got, outside_changed = self.stored_c.read()
            total, old = self._wide(self.partial).sum(axis=1), self._wide(self.c)
            expected = self._factors(alpha) * total + self._factors(beta) * self._real(old)
            expected = self._real(expected).astype(q.precision.dtype)
            rows, cols = np.indices((q.m, q.n))
            outside = {"": rows < 0, "lower": rows < cols, "upper": rows > cols}[q.part]
            expected = np.where(outside, self.c if beta else poison(q.precision), expected)
            verdict = compare(got, expected, 0.0)
            if not verdict.ok:
                return str(verdict)
            if outside_changed:
                return "memory outside C was written"
        return None

    def timed(self, choice: Choice) -> Callable[[], list[Event]]:
        """One sum that overwrites C."""
        return self._bind(choice, 1, 0)

    def _wide(self, x: Array) -> Array:
        """Small integers, signed, in a type that represents their sums."""
        signed = x.view(np.int32) if x.dtype.kind == "u" else x
        return signed.astype(np.complex128 if self.problem.accumulator.is_complex else np.int64)

    def _real(self, c: Array) -> Array:
        """C without the imaginary parts of its diagonal, where it is Hermitian."""
        rows, cols = np.indices((self.problem.m, self.problem.n))
        return np.where((rows == cols) & self.problem.hermitian, c.real, c)

    def _factors(self, factor: complex) -> Array:
        """The factors of the items, which differ where factors come in a list."""
        return spread(factor, self.problem.items if self.problem.listed else 1)

    def _bind(self, choice: Choice, alpha: complex, beta: complex) -> Callable[[], list[Event]]:
        q = self.problem
        constants = {"m": q.m, "n": q.n, **self.stored_c.constants("c")}
        plan = BoundPlan(self.device, self.queue, choice, constants)
        values = {"alpha": alpha, "beta": beta, "partial": self.memory}
        values |= {"c": self.stored_c.memory, "c_offset": self.stored_c.offset}
        values["c_offsets"] = device_list(self.queue, self.stored_c.offsets)
        for name, factor in (("alphas", alpha), ("betas", beta)):
            factors = [q.accumulator.scalar(x) for x in self._factors(factor).ravel().tolist()]
            values[name] = device_list(self.queue, np.array(factors))
        return lambda: plan.launch(values)


class TextureTrial:
    """Matrices of integers to be copied to an image or from it."""

    def __init__(self, device: Device, queue: Queue, q: Texture, rng: np.random.Generator) -> None:
        self.device, self.queue, self.problem = device, queue, q
        self.x = integers(rng, (q.items, q.rows, q.cols), q.precision)
        self.stored = Stored(queue, self.x, q.order, q.precision, MARGIN, listed=q.listed)
        self.region = width, height = q.scratch.texels or (0, 0)
        self.texels = np.zeros((height, width * q.elements), q.precision.dtype)
        self.texels[:, : q.cols] = self.x.reshape(-1, q.cols)
        self.image = allocate(device, q.scratch)

    def check(self, choice: Choice) -> str | None:
        """The copy, to the bit, zeros that fill the last texel included, with nothing written beside it."""
        q = self.problem
        image = np.full_like(self.texels, poison(q.precision))
        before = self.texels if q.back else image
        self.device.copy(self.queue, self.image, before)
        self.stored.write(poison(q.precision) if q.back else self.x)
        self.timed(choice)()[-1].wait()
        self.device.copy(self.queue, image, self.image)
        got, outside_changed = self.stored.read()
        verdict = compare(got, self.x, 0.0) if q.back else compare(image, self.texels, 0.0)
        if not verdict.ok:
            return str(verdict)
        return "memory outside the matrix was written" if outside_changed else None

    def timed(self, choice: Choice) -> Callable[[], list[Event]]:
        """One copy."""
        sizes = {"rows": self.problem.rows, "cols": self.problem.cols}
        return copying(self.device, self.queue, choice, self.stored, sizes, image=self.image)
