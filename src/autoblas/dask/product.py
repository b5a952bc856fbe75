"""Products of arrays of Dask, and the sizes of blocks that suit the devices."""

from __future__ import annotations

import math
import sys
from typing import TYPE_CHECKING, Any

from autoblas.blas.arguments import whole_number
from autoblas.blas.level3.structured import factor_of
from autoblas.calls.streamed.schedule import memory_for_streams
from autoblas.dask.graph import Builder, aligned, check
from autoblas.devices.selftest.serving_device import chosen_one
from autoblas.errors import ArgumentError, ShapeError, shown
from autoblas.precision import precision_of

if TYPE_CHECKING:
    from autoblas.problems import Accuracy

__all__ = ["blocks_for", "check_options", "matmul"]

TASK_SECONDS = 0.05
"""A task should compute for so long: the scheduler takes about a millisecond for it, and its blocks have to travel."""

BLOCKS_EACH = 3
"""Blocks of the result to a worker, so that a slow one holds up less."""

LEAST, MOST = 256, 16384
"""Rows and columns of a block."""

MOST_LINES = 2**62
"""Rows and columns of an array, whose blocks lie at many places."""


def matmul(
    x: Any, y: Any, *, alpha: complex = 1.0, accuracy: Accuracy = "standard", chunks: Any = None
) -> Any:
    """The product of two matrices of Dask, as a new lazy array.

    Each block of the result is one task, or where operands of more than 1 GiB lead to it several, and computed by ``gemm``
    on the device of the worker that runs it.

    Args:
        x: Matrix of shape ``(m, k)``, with blocks of NumPy or of CuPy, of any type that ``gemm`` multiplies.
        y: Matrix of shape ``(k, n)``, of the same type unless both are real floating-point types. Where its blocks do not
            agree with those of ``x``, the smaller array is cut anew.
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
    check_options(accuracy, chunks)
    kind = max(precision_of(x.dtype), precision_of(y.dtype), key=lambda each: each.size)
    alpha = factor_of(kind, "alpha", alpha).value
    if chunks is not None:
        (m, k), n = x.shape, y.shape[1]
        rows, cols, depth = blocks_for(m, n, k, kind.dtype) if isinstance(chunks, str) else chunks
        x, y = x.rechunk((rows, depth)), y.rechunk((depth, cols))
    x, y = aligned(x, y, (1, 0))
    build = Builder("matmul", [x, y], {"alpha": alpha, "accuracy": accuracy})
    options = {"alpha": alpha, "accuracy": accuracy}
    for i, rows in enumerate(x.chunks[0]):
        for j, cols in enumerate(y.chunks[1]):
            build.block(
                (i, j),
                [
                    (
                        "gemm",
                        [(x.name, i, number), (y.name, number, j)],
                        options,
                        terms * (rows * x.dtype.itemsize + cols * y.dtype.itemsize),
                    )
                    for number, terms in enumerate(x.chunks[1])
                ],
            )
    return build.array((x.chunks[0], y.chunks[1]), kind.dtype)


def check_options(accuracy: Any, chunks: Any) -> None:
    """See that what products take beside matrices and a factor is what ``matmul`` says.

    Raises:
        ArgumentError: it is not.
    """
    if accuracy not in ("standard", "strict", "fast"):
        raise ArgumentError("accuracy", "'standard', 'strict' or 'fast'", shown(accuracy))
    sizes = isinstance(chunks, tuple) and len(chunks) == 3
    if sizes and all(isinstance(each, int) and each > 0 for each in chunks):
        return
    if chunks is not None and not (isinstance(chunks, str) and chunks == "auto"):
        expected = "None, 'auto' or three sizes of blocks: rows, columns and depth"
        raise ArgumentError("chunks", expected, shown(chunks))


def blocks_for(
    m: int, n: int, k: int, dtype: Any = "float32", workers: int | None = None
) -> tuple[int, int, int]:
    """Rows, columns and depth of blocks that suit a product on so many workers, whose devices are like this process's.

    A task takes the device at least 50 ms where the product is large enough, its operands and its result fit on it, and
    there are three blocks of the result to a worker.

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
    kind = precision_of(dtype)
    chosen = chosen_one()
    facts, speed = chosen.facts, 1e9 * (chosen.verdict.gflops or 100.0) * (0.5 if kind.double else 1.0)
    count = workers or _workers()
    wanted = max(BLOCKS_EACH * count, 1)
    edge = math.sqrt(m * n / wanted) if m and n else 1.0
    memory = memory_for_streams(facts)
    if facts.host_shared:
        memory //= 2 * count  # the workers of this machine share it, with the blocks that they keep
    flops = 8 if kind.is_complex else 2
    edge = max(edge, math.sqrt(TASK_SECONDS * speed / flops / max(k, 1)))
    edge = min(max(edge, LEAST), MOST, math.sqrt(memory / 4 / kind.size))
    depth = min(k, max(LEAST, int(edge)))
    return _even(m, edge), _even(n, edge), _even(k, depth)


def _workers() -> int:
    """Workers of the current client; 1 where there is none, or the processors of this one that stand for them."""
    distributed: Any = sys.modules.get("distributed")
    if distributed is None:
        return 1
    try:
        client = distributed.get_client()
    except ValueError:  # there is none
        return 1
    return max(len(client.scheduler_info(n_workers=-1)["workers"]), 1)


def _even(whole: int, most: float) -> int:
    """A size of at most so many that divides a whole about evenly."""
    most = max(int(most), 1)
    return math.ceil(whole / math.ceil(whole / most)) if whole else 1
