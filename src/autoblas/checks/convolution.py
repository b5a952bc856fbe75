"""Test data for convolutions, and for images as columns and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.checks.accuracy import error_norm
from autoblas.checks.stored import Guarded, poison
from autoblas.checks.verify import compare, integers, product_bound, product_reference, reals
from autoblas.plan.bound import BoundPlan
from autoblas.plan.layouts.convolution import ConvolutionLayout, ImagesView, PatchesLayout, Window
from autoblas.problems.convolution import Col2im
from autoblas.problems.filtering import ROUNDINGS, TILES

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.devices.device import Device, Event, Queue
    from autoblas.plan.choose import Choice
    from autoblas.precision import Precision
    from autoblas.problems.convolution import Convolution, Im2col

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["ConvolutionTrial", "PatchesTrial", "allowed_error"]

MARGIN = 32
COMPARABLE = 256
"""Elements of a result that a comparison of two errors needs at least: of fewer elements, chance decides."""

ROOM = 2.0
"""Factor by which an error may exceed that of plain filtering, whose sums have another order."""

COMPARED = 1 << 16
"""Elements of the result, about, that the check of the bound compares."""


class Block(Guarded):
    """An array in device memory, dense but for gaps after rows, between canaries that fill the gaps too.

    Args:
        queue: The queue that copies it.
        values: The array.
        precision: Its element type.
        gap: Elements between two rows, which are the lines of the last axis.
        step: Distance of two elements of the last axis.
    """

    def __init__(
        self, queue: Queue, values: Array, precision: Precision, gap: int = 0, step: int = 1
    ) -> None:
        *outer, last = values.shape
        pitch = last * step + gap
        count = int(np.prod(outer)) * pitch
        buffer = np.empty(count + 2 * MARGIN, precision.dtype)
        inner = buffer[MARGIN : MARGIN + count].reshape(*outer, pitch)[..., : last * step : step]
        self.strides = tuple(stride // precision.size for stride in inner.strides)
        super().__init__(queue, precision, buffer, inner, values)


def window_of(q: Im2col | Col2im | Convolution) -> Window:
    """The window of a problem."""
    pairs = ((q.kernel_h, q.kernel_w), (q.pad_h, q.pad_w), (q.stride_h, q.stride_w))
    return Window(*pairs, (q.dilation_h, q.dilation_w), q.flipped)


class _Images:
    """Images in host and in device memory, in the layout of a problem."""

    def __init__(self, queue: Queue, q: Im2col | Col2im | Convolution, values: Array) -> None:
        self.values = values
        self.block = Block(queue, values, q.precision, 3, 2 if q.strided else 1)
        self.view = ImagesView(q.precision, values.shape, self.block.strides)  # type: ignore[arg-type]  # four axes


class PatchesTrial:
    """Images of integers as columns, or columns of integers and of reals added to images."""

    def __init__(self, device: Device, queue: Queue, q: Im2col | Col2im, rng: np.random.Generator) -> None:
        self.device, self.queue, self.problem = device, queue, q
        shape = (q.items, q.channels, q.height, q.width)
        patches_shape = (q.items, q.depth, q.positions)
        self.images = _Images(queue, q, integers(rng, shape, q.precision))
        self.data = [(integers(rng, patches_shape, q.precision), self.images.values)]
        if isinstance(q, Col2im):
            self.data.append((reals(rng, patches_shape, q.precision), reals(rng, shape, q.precision)))
        self.patches = Block(queue, self.data[0][0].reshape(q.items, -1), q.precision, 5)

    def check(self, choice: Choice) -> str | None:
        """The fault of patches or sums: integers to the bit, reals within their bounds, no other memory changed."""
        return self._check_sums(choice) if isinstance(self.problem, Col2im) else self._check_patches(choice)

    def timed(self, choice: Choice) -> Callable[[], list[Event]]:
        """One run."""
        layout = PatchesLayout(
            type(self.problem), self.images.view, window_of(self.problem), self.patches.strides[0]
        )
        plan = BoundPlan(self.device, self.queue, choice, layout.constants)
        values = {"image": self.images.block.memory, "image_offset": MARGIN}
        values |= {"patches": self.patches.memory, "patches_offset": MARGIN}
        return lambda: plan.launch(values)

    def _check_patches(self, choice: Choice) -> str | None:
        q = self.problem
        self.patches.write(poison(q.precision))
        self.timed(choice)()[-1].wait()
        got, outside_changed = self.patches.read()
        expected = q.patches(self.images.values)
        verdict = compare(got.reshape(expected.shape), expected, 0.0)
        if not verdict.ok:
            return str(verdict)
        return "memory beside the patches was written" if outside_changed else None

    def _check_sums(self, choice: Choice) -> str | None:
        q: Any = self.problem
        for number, (patches, before) in enumerate(self.data):
            self.patches.write(patches.reshape(q.items, -1))
            self.images.block.write(before)
            self.timed(choice)()[-1].wait()
            got, outside_changed = self.images.block.read()
            reference, magnitude = q.reference(patches, before)
            bound: Any = 0.0
            if number:
                bound = product_bound(magnitude, reference, q.taps + 1, q.precision, q.worked)
            else:
                reference = reference.astype(q.precision.dtype)
            verdict = compare(got, reference, bound)
            if not verdict.ok:
                return str(verdict)
            if outside_changed:
                return "memory beside the images was written"
        return None


def allowed_error(plain: Array, reference: Array, precision: Precision) -> float:
    """The largest Frobenius norm that the error of a fast convolution may have.

    The bounds of single elements are worst cases, about a thousand times the errors that occur. A comparison with plain
    filtering in the same type, with tiles of 4, detects a kernel that rounds too often.
    """
    if reference.size < COMPARABLE:
        return float("inf")
    size = float(np.linalg.norm(reference.astype(np.float64).ravel()))
    return ROOM * error_norm(plain, reference) + 2 * precision.roundoff * size


class ConvolutionTrial:
    """Images and kernels of integers, whose right result is known exactly, and of reals with an error bound."""

    def __init__(self, device: Device, queue: Queue, q: Convolution, rng: np.random.Generator) -> None:
        self.device, self.queue, self.problem = device, queue, q
        shape = (q.items, q.channels, q.height, q.width)
        self.rows = np.sort(rng.permutation(q.kernels)[: max(COMPARED // (q.positions * q.items), 1)])
        self.data = []
        for make in (integers, reals):
            images = _Images(queue, q, make(rng, shape, q.precision))
            kernels = make(rng, (q.kernels, q.depth), q.precision)
            self.data.append((images, kernels, Block(queue, kernels, q.precision, 3)))
        self.result = Block(queue, np.zeros((q.items, q.kernels, q.positions)), q.precision, 7)
        wide = np.complex128 if q.precision.is_complex else np.float64
        products = self.data[0][1].astype(wide) @ q.patches(self.data[0][0].values).astype(wide)
        self.exact = products.astype(q.precision.dtype)
        images, kernels, _ = self.data[1]
        patches = q.patches(images.values)
        self.reference, magnitude = product_reference(kernels[self.rows], patches, 1, 0, None)
        terms, self.allowed = q.depth, 0.0
        if q.accuracy == "fast":
            terms, magnitude = q.channels + ROUNDINGS, q.fast_magnitude(images.values, kernels[self.rows])
            plain = q.filtered(max(TILES), images.values, kernels[self.rows])
            self.allowed = allowed_error(plain, self.reference, q.precision)
        self.bound = product_bound(magnitude, self.reference, terms, q.precision, q.worked)

    def check(self, choice: Choice) -> str | None:
        """The fault: integers to the bit, reals within their bounds, no other memory changed, the old result not read.

        Fast results of integers are rounded to the nearest integer before.
        """
        q = self.problem
        for number in range(2):
            self.result.write(poison(q.precision))
            self._bind(choice, number)()[-1].wait()
            got, outside_changed = self.result.read()
            if number:
                verdict = compare(got[:, self.rows], self.reference, self.bound)
            else:
                verdict = compare(np.rint(got) if q.accuracy == "fast" else got, self.exact, 0.0)
            if not verdict.ok:
                return f"{('integers', 'reals')[number]}: {verdict}"
            if outside_changed:
                return "memory beside the result was written"
        error = error_norm(got[:, self.rows], self.reference) if q.accuracy == "fast" else 0.0
        if error > self.allowed:
            return f"digits are wrong: the error is {error:.3g} in the Frobenius norm, that of plain filtering below {self.allowed:.3g}"
        return None

    def timed(self, choice: Choice) -> Callable[[], list[Event]]:
        """One convolution of reals."""
        return self._bind(choice, 1)

    def _bind(self, choice: Choice, number: int) -> Callable[[], list[Event]]:
        q = self.problem
        images, _, kernels = self.data[number]
        item_step, plane_step, _ = self.result.strides
        layout = ConvolutionLayout(
            images.view, window_of(q), q.kernels, kernels.strides[0], plane_step, item_step, q.accuracy
        )
        plan = BoundPlan(self.device, self.queue, choice, layout.constants)
        values = {"image": images.block.memory, "image_offset": MARGIN}
        values |= {"a": kernels.memory, "a_offset": MARGIN, "c": self.result.memory, "c_offset": MARGIN}
        return lambda: plan.launch(values)
