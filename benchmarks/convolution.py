"""Times convolutions of ResNet-50's layers beside im2col and a product of matrices in NumPy, in turns in one process.

Run as ``python benchmarks/convolution.py [--items N ...] [--dtype TYPE ...] [--rounds R]``. NumPy's side writes the
patches with slices, a copy for each tap, and multiplies them with ``numpy.matmul``; ``in place``, where a window has one
tap and moves by one, it multiplies the image as it is. Ours is timed on NumPy arrays and on device arrays, each call
waited for, and ``fast``, where a window of 3 x 3 moves by one, on NumPy arrays with that accuracy. The figures are milliseconds a call, medians and the best, and the ratio of NumPy's to ours; the last line is
the sum over the network, each layer as often as it occurs, of medians and of the best: K. He et al., "Deep residual
learning for image recognition", CVPR 2016.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyopencl.array as cl_array

import autoblas
from autoblas.runtime.context import default_queue
from autoblas.runtime.measure.compare import side_by_side

if TYPE_CHECKING:
    from collections.abc import Callable

    import pyopencl as cl


class Layer(NamedTuple):
    """A convolution of the network.

    Attributes:
        times: How often it occurs.
        channels: Planes of its images.
        size: Rows and columns of a plane.
        kernels: Planes of its result.
        window: Rows and columns of the window.
        stride: From one place of the window to the next.
    """

    times: int
    channels: int
    size: int
    kernels: int
    window: int
    stride: int = 1

    @property
    def pad(self) -> int:
        """Zeros on each side."""
        return self.window // 2

    def __str__(self) -> str:
        step = f"/{self.stride}" if self.stride > 1 else ""
        shape = f"{self.channels}x{self.size}x{self.size} to {self.kernels}"
        return f"{self.times} x {self.window}x{self.window}{step} {shape}"


LAYERS = (
    Layer(1, 3, 224, 64, 7, 2),
    Layer(1, 64, 56, 64, 1),
    Layer(3, 64, 56, 64, 3),
    Layer(4, 64, 56, 256, 1),
    Layer(2, 256, 56, 64, 1),
    Layer(1, 256, 56, 128, 1),
    Layer(1, 128, 56, 128, 3, 2),
    Layer(4, 128, 28, 512, 1),
    Layer(1, 256, 56, 512, 1, 2),
    Layer(3, 512, 28, 128, 1),
    Layer(3, 128, 28, 128, 3),
    Layer(1, 512, 28, 256, 1),
    Layer(1, 256, 28, 256, 3, 2),
    Layer(6, 256, 14, 1024, 1),
    Layer(1, 512, 28, 1024, 1, 2),
    Layer(5, 1024, 14, 256, 1),
    Layer(5, 256, 14, 256, 3),
    Layer(1, 1024, 14, 512, 1),
    Layer(1, 512, 14, 512, 3, 2),
    Layer(3, 512, 7, 2048, 1),
    Layer(1, 1024, 14, 2048, 1, 2),
    Layer(2, 2048, 7, 512, 1),
    Layer(2, 512, 7, 512, 3),
)
"""The convolutions of ResNet-50, whose downsampling blocks have their stride in the window of 3x3."""


def by_numpy(images: Any, kernels: Any, layer: Layer) -> Any:
    """The convolution as im2col and a product."""
    items, channels = images.shape[:2]
    left = kernels.reshape(len(kernels), -1)
    window, stride = layer.window, layer.stride
    places = (layer.size + 2 * layer.pad - window) // stride + 1
    pads = ((0, 0), (0, 0), (layer.pad, layer.pad), (layer.pad, layer.pad))
    padded = np.pad(images, pads) if layer.pad else images
    patches = np.empty((items, channels, window, window, places, places), images.dtype)
    reach = (places - 1) * stride + 1
    for i in range(window):
        for j in range(window):
            patches[:, :, i, j] = padded[:, :, i : i + reach : stride, j : j + reach : stride]
    return left @ patches.reshape(items, -1, places * places)


def runs_of(queue: cl.CommandQueue, layer: Layer, items: int, dtype: str) -> dict[str, Callable[[], Any]]:
    """The calls to time, by name."""
    rng = np.random.default_rng(0)
    images = rng.standard_normal((items, layer.channels, layer.size, layer.size)).astype(dtype)
    kernels = rng.standard_normal((layer.kernels, layer.channels, layer.window, layer.window)).astype(dtype)
    how: dict[str, Any] = {"pad": layer.pad, "stride": layer.stride}
    result = autoblas.convgemm(images, kernels, **how)
    expected = by_numpy(images, kernels, layer).reshape(result.shape)
    if not np.allclose(result, expected, rtol=1e-3, atol=1e-3 * np.abs(expected).max()):
        raise SystemExit(f"{layer}: the results differ")
    on_device = [cl_array.to_device(queue, x) for x in (images, kernels, result)]

    def device() -> None:
        autoblas.convgemm(*on_device, **how)
        queue.finish()

    runs: dict[str, Callable[[], Any]] = {"numpy": lambda: by_numpy(images, kernels, layer)}
    if layer.window == layer.stride == 1:
        left, right = kernels.reshape(layer.kernels, -1), images.reshape(items, layer.channels, -1)
        runs["in place"] = lambda: left @ right
    runs |= {"host": lambda: autoblas.convgemm(images, kernels, result, **how), "device": device}
    if layer.window == 3 and layer.stride == 1:
        fast = autoblas.convgemm(images, kernels, accuracy="fast", **how)
        if not np.allclose(fast, expected.reshape(fast.shape), rtol=1e-3, atol=1e-3 * np.abs(expected).max()):
            raise SystemExit(f"{layer}: the fast results differ")
        runs["fast"] = lambda: autoblas.convgemm(images, kernels, result, accuracy="fast", **how)
    return runs


def main() -> None:
    """Print a line for each layer and a sum for each number of items."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--items", type=int, nargs="+", default=[1, 4])
    parser.add_argument("--dtype", nargs="+", default=["float32"])
    parser.add_argument("--layer", type=int, nargs="+", default=range(len(LAYERS)), help="Numbers, from 0.")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    queue = default_queue()
    print(f"{queue.device.name.strip()} ({queue.device.platform.name})")
    for dtype in options.dtype:
        for items in options.items:
            totals = {name: np.zeros(2) for name in ("numpy", "host", "device", "fast")}
            for layer in (LAYERS[number] for number in options.layer):
                timings = side_by_side(runs_of(queue, layer, items, dtype), rounds=options.rounds)
                base = timings["numpy"]
                figures = "  ".join(
                    f"{name} {timing.median * 1e3:7.3f} ({timing.best * 1e3:.3f}) ms"
                    f" {base.median / timing.median:5.2f} ({base.best / timing.best:.2f})"
                    for name, timing in timings.items()
                )
                for name in totals:
                    timing = timings.get(name, timings["host"])  # other layers are computed as ever
                    totals[name] += layer.times * 1e3 * np.array([timing.median, timing.best])
                print(f"{dtype} {items:2d}  {layer!s:28s} {figures}", flush=True)
            sums = "  ".join(
                f"{name} {median:.1f} ({best:.1f}) ms {totals['numpy'][0] / median:.2f} ({totals['numpy'][1] / best:.2f})"
                for name, (median, best) in totals.items()
            )
            print(f"{dtype} {items:2d}  all: {sums}", flush=True)


if __name__ == "__main__":
    main()
