"""Products over several devices, and over processes of this machine by Dask."""

from __future__ import annotations

import math
import os
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

import autoblas
from autoblas.devices.named import called
from autoblas.devices.opencl.selection import VARIABLE
from autoblas.plan.queues import default_queue
from benchmarks.cases.group import Choice, Group
from benchmarks.record import Case

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["SCALE", "by_hand", "copies", "on_devices", "scale"]

COUNTS = (1, 2, 4, 8)
"""Numbers of devices; those above the number of devices are skipped."""

PROCESSES = ("1 process", "4 processes", "4 processes sharing blocks")

BLOCK = 2048
"""Rows and columns of Dask's blocks."""

PAUSE = 0.2
"""Seconds before a call, until idle threads of other libraries sleep."""

NUMBERS = np.random.default_rng(1).random(1 << 22, np.float32) - np.float32(0.5)
"""Numbers that operands repeat: products of zeros would be faster."""


def scale(choice: Choice) -> list[Case]:
    """A product of squares on 1, 2, 4 and 8 cards, or in one process and over four."""
    usual = tuple(f"{count} device{'s' * (count > 1)}" for count in COUNTS) if choice.card else PROCESSES
    sizes = choice.sizes or ((32768,) if choice.card else (8192,))
    return [
        Case("scale", "gemm", "float32", (n, n, n), kind=kind)
        for n in sizes
        for kind in choice.kinds or usual
    ]


def measured(case: Case, libraries: list[str], rounds: int) -> dict[str, list[float]]:
    """Seconds of a product, by library; none on more devices than there are."""
    side, count = case.sizes[0], int(case.kind.split()[0])
    if "process" in case.kind:
        sharing = "sharing" in case.kind
        return {"autoblas-kernels": over_processes(side, count, rounds, sharing=sharing)}
    cards = sorted(autoblas.devices("cuda"), key=lambda card: -card.speed("gemm float32", double=False))
    if len(cards) < count:
        return {}
    calls = on_devices([str(called(card.identity)) for card in cards[:count]], side)
    return seconds({name: call for name, call in calls.items() if name in libraries}, rounds)


def seconds(calls: dict[str, Callable[[], object]], rounds: int) -> dict[str, list[float]]:
    """Times of calls that take turns; of two calls in a row the second, which reuses the memory of the first."""
    times: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(rounds):
        for name, call in calls.items():
            call()
            time.sleep(PAUSE)
            started = time.perf_counter()
            call()
            times[name].append(time.perf_counter() - started)
    return times


def on_devices(names: list[str], side: int) -> dict[str, Callable[[], object]]:
    """The calls on devices: of pinned NumPy arrays, on operands that are there, copies alone, and PyTorch by hand.

    Args:
        names: The devices.
        side: Rows of the operands.

    Raises:
        RuntimeError: elements of the product are wrong.
    """
    devices: Any = autoblas.devices(*names)
    a, b, c = (autoblas.pinned_empty((side, side), np.float32) for _ in range(3))
    for x in (a, b):
        x.reshape(-1)[:] = np.resize(NUMBERS, x.size)
    autoblas.gemm(a, b, c=c, devices=devices)
    rows, cols = np.random.default_rng(2).integers(0, side, (2, 64))
    reference = np.array(
        [a[i].astype(float) @ b[:, j].astype(float) for i, j in zip(rows, cols, strict=True)]
    )
    error = float(np.abs(c[rows, cols] - reference).max())
    if not error <= (most := 8 * math.sqrt(side) * 2**-24 * side / 16):  # a product is 1/16 on average
        raise RuntimeError(f"the product on {devices} is wrong: errors of {error:.1e}, beyond {most:.1e}")
    calls = {
        "autoblas-pinned": lambda: autoblas.gemm(a, b, c=c, devices=devices),
        "autoblas-device": on_operands_there(devices, side),
        "copies": copies(devices, a, b, c),
        "pytorch-copying": by_hand(len(names), a, b, c),
    }
    return {name: call for name, call in calls.items() if call is not None}


def on_operands_there(devices: Any, side: int) -> Callable[[], object] | None:
    """Each device computes its share of C's rows from operands that it has; None where CuPy is missing."""
    rows, works = -(-side // len(devices)), []
    shapes = ((rows, side), (side, side), (rows, side))
    for member in devices:
        try:
            import cupy  # noqa: PLC0415  # its arrays stand for CUDA's memory
        except ImportError:
            return None
        with cupy.cuda.Device(member.device.hardware.ordinal) as card:
            works.append((card, [cupy.resize(cupy.asarray(NUMBERS), shape) for shape in shapes]))

    def multiply(work: Any) -> None:
        card, (a, b, c) = work
        with card:
            autoblas.gemm(a, b, c=c)
            card.synchronize()

    pool = ThreadPoolExecutor(len(works))
    return lambda: list(pool.map(multiply, works))


def copies(devices: Any, a: Any, b: Any, c: Any) -> Callable[[], object] | None:
    """The parts of A and of B that a grid of devices needs, and each one's share of C; None in the host's memory.

    Args:
        devices: The devices.
        a: A, of as many rows as columns.
        b: B, of as many rows as columns.
        c: C, which is overwritten.
    """
    if not all(member.apart for member in devices):
        return None
    count = len(devices)
    columns = next(n for n in range(math.isqrt(count), 0, -1) if count % n == 0)
    plans = []
    for number, member in enumerate(devices):
        shares = (
            (a, number // columns, count // columns),
            (b, number % columns, columns),
            (c, number, count),
        )
        parts = [x[len(x) * index // of : len(x) * (index + 1) // of] for x, index, of in shares]
        memories = [member.device.allocate(max(part.nbytes, 4)) for part in parts]
        plans.append((member.device.staging, parts, memories))

    def run() -> None:
        transfers = []
        for staging, parts, memories in plans:
            transfers += [staging.upload(*pair) for pair in zip(parts[:2], memories[:2], strict=True)]
            transfers.append(staging.download(memories[2], parts[2]))
        for transfer in transfers:
            transfer.complete()

    return run


def by_hand(count: int, a: Any, b: Any, c: Any) -> Callable[[], object] | None:
    """PyTorch: B to all cards, rows of A shared out, each product copied back; None without PyTorch or so many cards."""
    try:
        import torch  # noqa: PLC0415  # where it is installed
    except ImportError:
        return None
    if torch.cuda.device_count() < count:
        return None
    tensors = (torch.from_numpy(array) for array in (a, b, c))
    x, y, z = (tensor if tensor.is_pinned() else tensor.pin_memory() for tensor in tensors)
    rows = -(-len(a) // count)

    def run() -> None:
        for card in range(count):
            part = slice(card * rows, (card + 1) * rows)
            product = x[part].to(f"cuda:{card}", non_blocking=True) @ y.to(f"cuda:{card}", non_blocking=True)
            z[part].copy_(product, non_blocking=True)
        for card in range(count):
            torch.cuda.synchronize(card)

    return run


@contextmanager
def cluster_of(workers: int, threads: int) -> Iterator[Any]:
    """A client of so many worker processes, each on PoCL with so many threads."""
    import distributed  # noqa: PLC0415  # only here

    variables = {"POCL_MAX_PTHREAD_COUNT": str(threads), VARIABLE: "Portable"}
    before = {name: os.environ.get(name) for name in variables}
    with ExitStack() as stack:
        os.environ.update(variables)
        try:
            local = distributed.LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=":0")
            cluster = stack.enter_context(local)
        finally:
            for name, value in before.items():
                os.environ.pop(name)
                os.environ.update({} if value is None else {name: value})
        yield stack.enter_context(distributed.Client(cluster))


def over_processes(side: int, workers: int, rounds: int, *, sharing: bool = False) -> list[float]:
    """Seconds of a product in this process, for one worker, or by Dask over workers with one thread of PoCL each or more."""
    if workers == 1:
        queue = default_queue("Portable")  # with all threads
        a, b = (np.resize(NUMBERS, (side, side)) for _ in range(2))
        return seconds({"": lambda: autoblas.gemm(a, b, queue=queue)}, rounds)[""]
    import dask.array as da  # noqa: PLC0415  # only here
    import distributed  # noqa: PLC0415

    from autoblas.dask import SharedBlocks, matmul  # noqa: PLC0415

    with cluster_of(workers, max(1, (os.cpu_count() or 1) // workers)) as client:
        if sharing:
            client.register_plugin(SharedBlocks())
        drawn = [
            da.random.default_rng(s).random((side, side), dtype=np.float32, chunks=BLOCK) for s in (1, 2)
        ]
        x, y = client.persist(drawn)
        distributed.wait([x, y])
        return seconds({"": lambda: distributed.wait(client.persist(matmul(x, y)))}, rounds)[""]


SCALE = Group(
    "Several devices", scale, ("autoblas-kernels",), ("autoblas-pinned", "autoblas-device", "copies", "pytorch-copying"),
    measure=measured,
)  # fmt: skip
