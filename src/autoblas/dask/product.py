"""Products of arrays of Dask, in place of Dask's own for a while, and the sizes of blocks that suit the devices."""

from __future__ import annotations

import functools
import math
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import dask.array
import dask.array.routines

from autoblas.blas.arguments import whole_number
from autoblas.blas.level3.structured import factor_of
from autoblas.blas.promotion import wider
from autoblas.calls.streamed.schedule import memory_for_streams
from autoblas.dask.graph import Builder, Summand, aligned, check
from autoblas.devices.selftest.serving_device import select_device
from autoblas.errors import ArgumentError, ShapeError, shown
from autoblas.precision import precision_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.problems import Accuracy

__all__ = ["blocks_for", "matmul", "serving"]

TASK_SECONDS = 0.05
"""A task should compute for so long: the scheduler takes about a millisecond for it, and its blocks have to travel."""

BLOCKS_PER_WORKER = 3
"""Blocks of the result to a worker, so that a slow one delays the product less."""

LEAST, MOST = 256, 16384
"""Rows and columns of a block."""

MOST_LINES = 2**62
"""Rows and columns of an array, whose blocks lie at many places."""


def matmul(
    x: Any, y: Any, *, alpha: complex = 1.0, accuracy: Accuracy = "standard", chunks: Any = None
) -> Any:
    """The product of two matrices of Dask, as a new lazy array.

    Each block of the result is one task, or several if its operands have more than 1 GiB. ``gemm`` computes it on the device
    of the worker that runs the task.

    Args:
        x: Matrix of shape ``(m, k)``, with blocks of NumPy or of CuPy, of any type that ``gemm`` multiplies.
        y: Matrix of shape ``(k, n)``, of the same type unless both are real floating-point types, or
            integers. Where its blocks do not agree with those of ``x``, the smaller array is cut anew.
        alpha: The factor of the product.
        accuracy: As in ``gemm``.
        chunks: None keeps the blocks that there are; ``"auto"`` cuts as ``blocks_for`` says; otherwise three sizes of blocks:
            rows of ``x``, columns of ``y``, and the depth.

    Raises:
        ArgumentError: an argument does not fit; nothing was computed.
    """
    arrays = {"x": x, "y": y}
    check(arrays)
    if x.shape[1] != y.shape[0]:
        raise ShapeError("y", f"{x.shape[1]} rows, because x has shape {x.shape}", f"shape {y.shape}")
    _check_options(accuracy, chunks)
    precision = wider(precision_of(x.dtype), precision_of(y.dtype))
    alpha = factor_of(precision, "alpha", alpha).value
    if chunks is not None:
        (m, k), n = x.shape, y.shape[1]
        rows, cols, depth = blocks_for(m, n, k, precision.dtype) if isinstance(chunks, str) else chunks
        x, y = x.rechunk((rows, depth)), y.rechunk((depth, cols))
    x, y = aligned(x, y, (1, 0))
    options = {"alpha": alpha, "accuracy": accuracy}
    build = Builder("matmul", [x, y], options)
    for i, rows in enumerate(x.chunks[0]):
        for j, cols in enumerate(y.chunks[1]):
            line_bytes = rows * x.dtype.itemsize + cols * y.dtype.itemsize
            summands = [
                Summand("gemm", [(x.name, i, inner), (y.name, inner, j)], options, length * line_bytes)
                for inner, length in enumerate(x.chunks[1])
            ]
            build.block((i, j), summands)
    return build.array((x.chunks[0], y.chunks[1]), precision.dtype)


def _check_options(accuracy: Any, chunks: Any) -> None:
    """Check the options of ``matmul``.

    Raises:
        ArgumentError: one does not fit.
    """
    if accuracy not in ("standard", "strict", "fast"):
        raise ArgumentError("accuracy", "'standard', 'strict' or 'fast'", shown(accuracy))
    are_sizes = isinstance(chunks, tuple) and len(chunks) == 3
    if are_sizes and all(isinstance(size, int) and size > 0 for size in chunks):
        return
    if chunks is not None and not (isinstance(chunks, str) and chunks == "auto"):
        expected = "None, 'auto' or three sizes of blocks: rows, columns and depth"
        raise ArgumentError("chunks", expected, shown(chunks))


@contextmanager
def serving(*, accuracy: Accuracy = "standard", chunks: Any = None) -> Iterator[None]:
    """Let ``dask.array.matmul`` and ``x @ y`` be ``autoblas.dask.matmul`` in all threads of this process.

    What it does not multiply stays Dask's: stacks, vectors, other types, blocks of unknown sizes, with masks or of other
    libraries; and so do short integers, whose result would have another type. Arrays that were made inside stay autoblas's when they are computed later.

    Args:
        accuracy: As in ``matmul``.
        chunks: As in ``matmul``.

    Raises:
        ArgumentError: one of them is not what ``matmul`` takes.
    """
    _check_options(accuracy, chunks)
    original = dask.array.matmul

    @functools.wraps(original)
    def redirected(a: Any, b: Any, *args: Any, **kwargs: Any) -> Any:
        if not args and not kwargs:
            try:
                product = matmul(a, b, accuracy=accuracy, chunks=chunks)
                if product.dtype in (a.dtype, b.dtype):  # NumPy's product of short integers is as short
                    return product
            except ArgumentError:
                pass  # Dask says what is wrong, where anything is
        return original(a, b, *args, **kwargs)

    modules = (dask.array, dask.array.routines)
    originals = [module.matmul for module in modules]
    for module in modules:
        module.matmul = redirected
    try:
        yield
    finally:
        for module, function in zip(modules, originals, strict=True):
            module.matmul = function


def blocks_for(
    m: int, n: int, k: int, dtype: Any = "float32", workers: int | None = None
) -> tuple[int, int, int]:
    """Rows, columns and depth of blocks that suit a product on so many workers, whose devices are like this process's.

    A task takes the device at least 50 ms if the product is large enough. Its operands and its result fit on the device.
    There are three blocks of the result to a worker.

    Args:
        m: Rows of the result.
        n: Its columns.
        k: The depth.
        dtype: Type of the elements.
        workers: How many; by default those of the current client of ``dask.distributed``, else 1.

    Raises:
        ArgumentError: a size is no whole number, or negative; there is no worker; or the type is none of ours.
        DeviceError: there is no device.
    """
    sizes = (("m", m), ("n", n), ("k", k))
    m, n, k = (whole_number(name, size, 0, MOST_LINES, "a size of 0 or more") for name, size in sizes)
    if workers is not None:
        workers = whole_number("workers", workers, 1, expected="at least one worker, or None")
    precision = precision_of(dtype)
    chosen = select_device()
    facts, speed = chosen.facts, 1e9 * (chosen.verdict.gflops or 100.0) * (0.5 if precision.double else 1.0)
    count = workers or _workers()
    blocks = max(BLOCKS_PER_WORKER * count, 1)
    edge = math.sqrt(m * n / blocks) if m and n else 1.0
    memory = memory_for_streams(facts)
    if facts.host_shared:
        memory //= 2 * count  # the workers of this machine share it, with the blocks that they keep
    flops = 8 if precision.is_complex else 2
    edge = max(edge, math.sqrt(TASK_SECONDS * speed / flops / max(k, 1)))
    edge = min(max(edge, LEAST), MOST, math.sqrt(memory / 4 / precision.size))
    depth = min(k, max(LEAST, int(edge)))
    return _even(m, edge), _even(n, edge), _even(k, depth)


def _workers() -> int:
    """The number of workers of the current client; 1 where there is none."""
    distributed: Any = sys.modules.get("distributed")
    if distributed is None:
        return 1
    try:
        client = distributed.get_client()
    except ValueError:  # there is none
        return 1
    return max(len(client.scheduler_info(n_workers=-1)["workers"]), 1)


def _even(length: int, most: float) -> int:
    """The size of blocks, at most so large, that cut a length about evenly."""
    most = max(int(most), 1)
    return math.ceil(length / math.ceil(length / most)) if length else 1
