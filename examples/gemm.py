"""Multiply matrices: NumPy arrays, views and transposes, and arrays that stay on the device."""

from __future__ import annotations

import numpy as np
import pyopencl.array as cl_array

import autoblas


def on_the_host() -> None:
    """NumPy arrays in, a NumPy array out; complete on return."""
    rng = np.random.default_rng(0)
    a, b = rng.standard_normal((300, 200)), rng.standard_normal((400, 200))
    c = autoblas.gemm(a, b, trans_b="T")
    print("largest difference to NumPy:", float(np.abs(c - a @ b.T).max()))

    every_other = autoblas.gemm(a[::2], b.T[:, 100:], c=np.ones((150, 300)), alpha=2.0, beta=-1.0)
    print("a strided view:", float(np.abs(every_other - (2 * a[::2] @ b.T[:, 100:] - 1)).max()))


def on_the_device() -> None:
    """Device arrays in, a device array out; nothing is waited for until the result is fetched."""
    queue = autoblas.default_queue()  # on the device that calls on NumPy arrays are made on
    rng = np.random.default_rng(1)
    a, b = (cl_array.to_device(queue, rng.standard_normal((256, 256)).astype(np.float32)) for _ in range(2))
    c = autoblas.gemm(autoblas.gemm(a, b), b)
    print("on", queue.device.name.strip(), "the corner is", float(c.get()[0, 0]))


if __name__ == "__main__":
    on_the_host()
    on_the_device()
