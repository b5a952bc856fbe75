"""The calls that ``scale.py cards`` times beside products of NumPy arrays: operands on the devices, copies, PyTorch by hand."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np

import autoblas

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["alone", "by_hand", "copies"]

NUMBERS = np.random.default_rng(1).random(1 << 22, np.float32) - np.float32(0.5)
"""What operands on the devices repeat: zeros would be multiplied faster."""


def alone(found: Any, side: int) -> Callable[[], None] | None:
    """Products of operands that are on the devices: each computes its share of C's rows. None where CuPy is missing.

    Args:
        found: The devices.
        side: Rows of the whole product.
    """
    rows, works = -(-side // len(found)), []
    shapes = ((rows, side), (side, side), (rows, side))
    for member in found:
        queue = member.queue
        if type(queue).__module__.startswith("pyopencl"):
            import pyopencl as cl  # noqa: PLC0415  # where the queue is OpenCL's
            import pyopencl.array as cl_array  # noqa: PLC0415

            arrays = [cl_array.empty(queue, shape, np.float32) for shape in shapes]
            for array in arrays:
                memory: Any = array.base_data
                for start in range(0, array.nbytes, NUMBERS.nbytes):
                    part = NUMBERS[: (array.nbytes - start) // 4]
                    cl.enqueue_copy(queue, memory, part, dst_offset=start)
            works.append((queue, None, arrays))
            continue
        try:
            import cupy  # noqa: PLC0415  # its arrays stand for CUDA's memory
        except ImportError:
            return None
        card = cupy.cuda.Device(member.device.hardware.ordinal)
        with card:
            works.append((None, card, [cupy.resize(cupy.asarray(NUMBERS), shape) for shape in shapes]))

    def one(work: Any) -> None:
        queue, card, (a, b, c) = work
        if card is None:
            autoblas.gemm(a, b, c=c, queue=queue)
            queue.finish()
            return
        with card:
            autoblas.gemm(a, b, c=c)
            card.synchronize()

    pool = ThreadPoolExecutor(len(works))

    def run() -> None:
        list(pool.map(one, works))

    return run


def copies(found: Any, a: Any, b: Any, c: Any) -> Callable[[], None] | None:
    """What a grid of devices has to be sent of A and of B, and its share of C back. None where one computes in the host's memory.

    Args:
        found: The devices.
        a: A, of as many rows as columns.
        b: B, likewise.
        c: C, which is overwritten.
    """
    if not all(each.apart for each in found):
        return None
    count = len(found)
    across = next(n for n in range(math.isqrt(count), 0, -1) if count % n == 0)
    down, plans = count // across, []
    for place, member in enumerate(found):
        parts = (
            a[_share(len(a), place // across, down)],
            b[_share(len(b), place % across, across)],
            c[_share(len(c), place, count)],
        )
        memories = [member.device.allocate(max(part.nbytes, 4)) for part in parts]
        plans.append((member.device.staging, parts, memories))

    def run() -> None:
        transfers = []
        for staging, (from_a, from_b, to_c), memories in plans:
            transfers += [staging.upload(from_a, memories[0]), staging.upload(from_b, memories[1])]
            transfers.append(staging.download(memories[2], to_c))
        for transfer in transfers:
            transfer.complete()

    return run


def _share(rows: int, place: int, count: int) -> slice:
    """Rows of one of so many equal parts."""
    return slice(rows * place // count, rows * (place + 1) // count)


def by_hand(count: int, a: Any, b: Any, c: Any, *, pinned: bool) -> Callable[[], None] | None:
    """What one writes by hand with PyTorch: B to all cards, rows of A shared out, each product's result copied back.

    Args:
        count: Cards; None comes back where there are fewer, or no PyTorch.
        a: A, of as many rows as columns.
        b: B, likewise.
        c: C, which may be overwritten.
        pinned: The operands are copied once to memory that PyTorch pins, where it does not know theirs as pinned.
    """
    try:
        import torch  # noqa: PLC0415  # where it is installed
    except ImportError:
        return None
    if torch.cuda.device_count() < count:
        return None
    x, y, z = (torch.from_numpy(each) for each in (a, b, c))
    if pinned:
        x, y, z = (each if each.is_pinned() else each.pin_memory() for each in (x, y, z))
    rows = -(-len(a) // count)

    def run() -> None:
        for card in range(count):
            part = slice(card * rows, (card + 1) * rows)
            there = x[part].to(f"cuda:{card}", non_blocking=True) @ y.to(f"cuda:{card}", non_blocking=True)
            z[part].copy_(there, non_blocking=True)
        for card in range(count):
            torch.cuda.synchronize(card)

    return run
