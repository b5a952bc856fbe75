"""Two-dimensional convolution: im2col, col2im and convgemm.

Images have the shape ``(items, channels, height, width)``, or ``(channels, height, width)`` for one image. Sizes of a
window are pairs (rows, columns), or one number for both. Images may have any strides; all other arrays are dense.
Calls on NumPy arrays are complete on return; calls on arrays in device memory are enqueued.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.arrays.mapped.array import MappedArray
from autoblas.blas.arguments import check_apart, check_call, check_writable, new_array, on_host
from autoblas.blas.extra.windows import (
    check_dense,
    images_view,
    is_dense,
    patches_shape,
    window_of,
    window_positions,
)
from autoblas.blas.host.convolution import add_patches_on_host, convolve_on_host, copy_patches_on_host
from autoblas.blas.level3.gemm import accuracy_of, plan_gemm, plan_gemm_batched
from autoblas.calls.call_plan import CallPlan, Done
from autoblas.errors import ShapeError
from autoblas.plan.layouts.convolution import ConvolutionLayout, PatchesLayout
from autoblas.plan.layouts.matvec import SumLayout
from autoblas.plan.queues import default_queue, queue_device
from autoblas.plan.symbols import Launch
from autoblas.problems.convolution import Col2im, Im2col

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from autoblas.calls.call_plan import DeviceOperand, NewArray
    from autoblas.devices.device import Event, Queue
    from autoblas.plan.layouts.convolution import ImagesView, Window
    from autoblas.plan.symbols import Bindable, Target
    from autoblas.precision import Precision
    from autoblas.problems.base import Accuracy

__all__ = ["plan_col2im", "plan_convgemm", "plan_im2col"]

Pair = int | tuple[int, int]

NAMES = {"a": "kernels", "b": "image", "c": "out"}
"""Names of the arguments of ``convgemm``, by those of the product that it is."""


def plan_im2col(
    image: Any,
    out: Any,
    *,
    kernel: Any,
    pad: Any,
    stride: Any,
    dilation: Any,
    mode: Any,
    queue: Any,
    wait_for: Any,
) -> CallPlan | Done:
    """The plan of ``im2col``."""
    on_host({"image": image, "out": out}, "out")
    window = window_of(kernel, pad, stride, dilation, mode)
    view = images_view("image", image)
    shape = patches_shape(image, view, window)
    queue = check_call(queue, wait_for, {"image": image, "out": out})
    out, created = _output({"image": image}, out, shape, view.precision, queue)

    def layout(images: ImagesView) -> PatchesLayout:
        return PatchesLayout(Im2col, images, window, shape[-2] * shape[-1])

    def compute() -> None:
        copy_patches_on_host(Im2col(**layout(view).fields), image, out)

    if not out.size:
        return Done(out)
    arrays = {"image": image, "patches": out}
    plan = _plan(arrays, "patches", view, layout, compute, queue, wait_for, created=created)
    return plan._replace(renamed={"patches": "out"})


def plan_col2im(
    patches: Any,
    image: Any,
    *,
    kernel: Any,
    pad: Any,
    stride: Any,
    dilation: Any,
    mode: Any,
    queue: Any,
    wait_for: Any,
) -> CallPlan | Done:
    """The plan of ``col2im``."""
    on_host({"patches": patches, "image": image})
    window = window_of(kernel, pad, stride, dilation, mode)
    view = images_view("image", image)
    check_writable("image", image, view)
    shape = patches_shape(image, view, window)
    check_dense("patches", patches, shape, view.precision)
    arrays = {"patches": patches, "image": image}
    queue = check_call(queue, wait_for, arrays)
    check_apart("image", arrays)

    def layout(images: ImagesView) -> PatchesLayout:
        return PatchesLayout(Col2im, images, window, shape[-2] * shape[-1])

    def compute() -> None:
        add_patches_on_host(Col2im(**layout(view).fields), patches, image)

    if not (image.size and patches.size):
        return Done(image)
    return _plan(arrays, "image", view, layout, compute, queue, wait_for, reads_output=True)


def plan_convgemm(
    image: Any,
    kernels: Any,
    out: Any,
    *,
    pad: Any,
    stride: Any,
    dilation: Any,
    mode: Any,
    accuracy: Any,
    queue: Any,
    wait_for: Any,
) -> CallPlan | Done:
    """The plan of ``convgemm``."""
    host = on_host({"image": image, "kernels": kernels, "out": out}, "out")
    view = images_view("image", image)
    accuracy, channels = accuracy_of(accuracy), view.shape[1]
    if len(kernels.shape) != 4 or kernels.shape[1] != channels:
        expected = f"shape (count, {channels}, rows, columns), as image has {channels} channels"
        raise ShapeError("kernels", expected, f"shape {tuple(kernels.shape)}")
    window = window_of(tuple(kernels.shape[2:]), pad, stride, dilation, mode)
    positions = window_positions(view, window)
    kernels = np.ascontiguousarray(kernels) if host else kernels
    check_dense("kernels", kernels, tuple(kernels.shape), view.precision)
    queue = check_call(queue, wait_for, {"image": image, "kernels": kernels, "out": out})
    wanted: Accuracy = "fast" if accuracy == "fast" else "standard"
    count, depth, area = int(kernels.shape[0]), channels * window.taps, positions[0] * positions[1]
    shape = (*image.shape[:-3], count, *positions)
    out, created = _output({"image": image, "kernels": kernels}, out, shape, view.precision, queue)

    def layout(images: ImagesView) -> ConvolutionLayout:
        return ConvolutionLayout(images, window, count, depth, area, count * area, wanted)

    def compute() -> None:
        convolve_on_host(layout(view).problem, image, kernels, out)

    if not out.size:
        return Done(out)
    if channels == 0:
        return _clearing_plan(out, view.precision, queue, wait_for)
    if _is_product(window, (image, kernels, out), queue):
        return _product_plan(image, kernels, out, queue, wait_for)
    arrays = {"image": image, "a": kernels, "c": out}
    plan = _plan(arrays, "c", view, layout, compute, queue, wait_for, created=created)
    return plan._replace(renamed=NAMES)


def _output(
    inputs: dict[str, Any], out: Any, shape: tuple[int, ...], precision: Precision, queue: Any
) -> tuple[Any, tuple[NewArray, ...]]:
    """The output that was given, checked, or a new dense one, and the description of that."""
    if out is None:
        new = new_array(inputs, shape, precision.dtype, queue)
        return new.array, (new,)
    check_dense("out", out, shape, precision)
    check_writable("out", out)
    check_apart("out", {**inputs, "out": out})
    return out, ()


def _plan(
    arrays: dict[str, Any],
    output: str,
    view: ImagesView,
    layout: Callable[[ImagesView], Bindable],
    compute: Callable[[], object],
    queue: Queue | None,
    wait_for: Sequence[Event] | None,
    *,
    reads_output: bool = False,
    created: Sequence[NewArray] = (),
) -> CallPlan:
    """The plan of a call of one launch.

    Args:
        arrays: The operands, by the names that kernels have for them.
        output: The one that is written.
        view: The layout of the images as they were given.
        layout: From how the images lie where the device sees them to what a plan is bound to.
        compute: Computes with NumPy.
        queue: Where to run, as ``check_call`` returned it.
        wait_for: Events, or None.
        reads_output: The output's old elements are read too.
        created: The array that the routine created, if it did.
    """

    def launches(_target: Target, operands: Mapping[str, DeviceOperand]) -> Sequence[Launch]:
        image, _, _ = operands["image"]
        images = view if image is arrays["image"] else images_view("image", image)
        values: dict[str, Any] = {}
        for name, (_, memory, offset) in operands.items():
            values |= {name: memory, f"{name}_offset": offset}
        return (Launch(layout(images), values),)

    read, result = set(arrays) if reads_output else set(arrays) - {output}, arrays[output]
    return CallPlan(arrays, (output,), read, launches, compute, result, queue, wait_for, created)


def _clearing_plan(
    out: Any, precision: Precision, queue: Queue | None, wait_for: Sequence[Event] | None
) -> CallPlan:
    """The plan that fills a dense output with zeros, which are sums without terms."""

    def launches(_target: Target, operands: Mapping[str, DeviceOperand]) -> Sequence[Launch]:
        _, memory, offset = operands["y"]
        values = {"beta": 0.0, "y": memory, "y_offset": offset}
        return (Launch(SumLayout(precision, out.size), values),)

    def compute() -> None:
        out[...] = 0

    return CallPlan(
        {"y": out}, ("y",), (), launches, compute, out, queue, wait_for, host_is_faster=lambda _: True,
        renamed={"y": "out"},
    )  # fmt: skip


def _product_plan(image: Any, kernels: Any, out: Any, queue: Any, wait_for: Any) -> CallPlan | Done:
    """The plan of a window of one tap that moves by one: every plane of the result is a sum of planes of the image."""
    count, channels = kernels.shape[:2]
    pixels = image.shape[-2] * image.shape[-1]
    items = image.shape[:-3] if image.ndim == 4 and image.shape[0] > 1 else ()
    plan_product = plan_gemm_batched if items else plan_gemm
    weights, pixels_by_channel = kernels.reshape(count, channels), image.reshape(*items, channels, pixels)
    c = out.reshape(*items, count, pixels)
    plan: CallPlan | Done = plan_product(weights, pixels_by_channel, c=c, queue=queue, wait_for=wait_for)
    plan = plan._replace(result=out)
    return plan if isinstance(plan, Done) else plan._replace(renamed=NAMES)


def _is_product(window: Window, arrays: tuple[Any, ...], queue: Queue | None) -> bool:
    """A product of dense matrices is what the window asks for; processors gather them faster than they pack them."""
    plain = window.kernel == (1, 1) == window.stride and window.pad == (0, 0)
    if not plain or queue_device(queue or default_queue()).facts.kind == "cpu":
        return False
    return all(is_dense(array) and not isinstance(array, MappedArray) for array in arrays)
