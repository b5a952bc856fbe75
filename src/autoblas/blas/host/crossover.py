"""Up to which size the host's own BLAS is faster than a device: given, measured once and kept, or by default.

A launch costs the host some microseconds whatever it computes, and a device with memory of its own two copies more.
A call of level 3 on NumPy arrays with fewer operations than the crossover is therefore left to NumPy's BLAS, and so is a
routine of levels 1 and 2 whose operands take fewer bytes than its own crossover. What was measured is kept as a record of its
own family among the user's results.
"""

from __future__ import annotations

import functools
import math
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from autoblas.blas.host.blas import PROTOTYPES, host_function
from autoblas.blas.host.rows import ROWS
from autoblas.database import measured_at
from autoblas.devices.selftest.results import cached_result
from autoblas.errors import DatabaseError
from autoblas.plan.queues import default_queue, queue_device
from autoblas.plan.results import place_of, readable_results, user_results
from autoblas.plan.settings import HOST_BELOW, number
from autoblas.precision import COMPLEX64, COMPLEX128, FLOAT32, FLOAT64
from autoblas.problems import Matmul
from autoblas.problems.notation import problem_called

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from autoblas.database import Record
    from autoblas.devices.device import Facts
    from autoblas.devices.selftest_results import SelfTestResult
    from autoblas.precision import Precision

__all__ = [
    "BATCH_COST",
    "FAMILY",
    "HOST_TYPES",
    "MEASURED_AS",
    "PRODUCTS",
    "SHARED_OPERATIONS",
    "SOLUTIONS",
    "STRUCTURED",
    "Crossover",
    "crossover",
    "expected",
    "fixed_crossover",
    "forget_crossovers",
    "host_call",
    "signature",
    "store_crossover",
    "way_to_host",
]

FAMILY = "crossover"
"""The family of its records: sizes are compute units and operations or bytes, seconds those of the device there."""

PRODUCTS = "gemm"
"""The routine that stands for level 3 of BLAS, whose size is a number of operations.

OpenBLAS computes nearly all of it about as fast as products, which a device that nobody has tuned does not: symm, syrk, syr2k
and trmm of drawn shapes ran there at 0.2 to 0.7 of OpenBLAS up to 1e8 operations, and at 0.65 to 1.66 of it beyond.
"""

SOLUTIONS = "trsm"
"""The one that stands for triangular systems, which OpenBLAS solves more slowly than it multiplies."""

STRUCTURED = "structured"
"""Stands for what NumPy's expressions compute with triangular, symmetric and Hermitian matrices.

They take up to three times the operations of the functions of CBLAS, and serve calls that those do not. What was measured of
products holds for them and for solutions; nothing is expected of either without that.
"""

BATCH_COST = 32
"""How many times as long an operation takes NumPy in a batch of small systems as in products.

Of 100,000 triangular systems of 6 and 12 rows NumPy did 1.0 billion operations a second on a Zen 5, a row of all items after
the other, and of as many Cholesky factors 0.3 to 0.9 billion.
"""

HOST_TYPES = (FLOAT32, FLOAT64, COMPLEX64, COMPLEX128)
"""Types that NumPy's BLAS multiplies; other types NumPy multiplies without one, or not at all."""

SHARED_OPERATIONS = {PRODUCTS: 2 * 64**3, SOLUTIONS: 10**7, STRUCTURED: 2 * 64**3}
"""Operations below which the host is faster than a device in its own memory, where nothing was measured.

Calls that reach the device took at least 40 microseconds with Intel's runtime and 60 with PoCL on a processor of 2024,
where the host had multiplied matrices of 64 rows in 30; up to about there OpenBLAS wakes no threads of its own. Systems were
solved on two cores of a Zen 5 with PoCL at 0.4 to 0.8 of OpenBLAS's speed below 1e7 operations, and above at 1.4 to 1.7,
but for one at 0.87.
"""

SHARE = 0.8
"""Of what a processor does in registers that its products do, where no kernel was tuned: 0.75 to 0.84 of it on a Zen 5 with
PoCL, at 1024 and 2048 rows."""

GROWTH = 1.4
"""How much faster a core is at large products than at those of 64 rows, at most: OpenBLAS does 95 and 67 GFLOP/s on a Zen 3,
where both cores of a Zen 5 do 1.0 to 1.2 times what they do at 64 rows. Where it is too high, the host computes, which costs
nothing beside NumPy."""

CALL_SECONDS = 40e-6
"""Cost of a product on a device beside its launch and its operations: a wait for the device's threads, and Python."""

BETTER = 1.15
"""A device must be expected to be so many times as fast as the host. Untuned kernels for squares of 512 to 2048 rows ran at
0.94 to 1.11 of OpenBLAS on a Zen 5, which is not enough: drawn shapes of 1e6 to 1e7 operations ran at 0.27 of it, and larger
ones at 0.92 to 0.98."""

APART_DEFAULT = 2 * 128**3
"""Operations below which the host is faster than a device with memory of its own, to which operands must be copied."""


SHARED_BYTES = 256 << 20
"""Bytes of operands of a routine of level 1 or 2 below which the host is faster than a device in its own memory.

On two cores of a Zen 5, NumPy's OpenBLAS and PoCL: at 16 MiB a call on the device took 1.3 to 3.2 times as long as one on the
host; at 64 MiB 0.9 to 1.4 times, and at 256 MiB, where memory sets the pace, 0.8 to 1.1 times.
"""

SHARED_BYTES_OF = {
    ("copy", FLOAT32): 20 << 20,
    ("copy", FLOAT64): 20 << 20,
    ("copy", COMPLEX64): 20 << 20,
    ("copy", COMPLEX128): 20 << 20,
    ("nrm2", FLOAT32): 6 << 20,
    ("nrm2", FLOAT64): 2 << 20,
    ("nrm2", COMPLEX64): 7 << 20,
    ("nrm2", COMPLEX128): 3 << 20,
}
"""Crossovers in bytes of routines that OpenBLAS runs on one thread, on that machine.

A norm took the host 34 microseconds a MiB of float32 and complex64 and 67 of float64 and complex128, and the device 130 to 180
up to 4 MiB. Copies of 16 MiB of both vectors took the device 1.0 to 1.3 times as long, and those of 32 MiB 0.7 times.
"""

MEASURED_AS = {
    "dotu": "dot", "dotc": "dot", "geru": "ger", "gerc": "ger",
    **{name: PRODUCTS for name, row in ROWS.items() if row.work and name not in {PRODUCTS, SOLUTIONS}},
}  # fmt: skip
"""Routines of CBLAS that have the crossover of another one."""


class Crossover(NamedTuple):
    """Below what size the host is faster.

    Attributes:
        size: Operations of a product, on real numbers, as the problem counts them; bytes of the operands of any other
            routine.
        origin: Where the figure comes from, in words.
    """

    size: float
    origin: str


_overrides: list[float] = []
"""The sizes that take the place of all crossovers of this process, the last one first."""

_cached_crossovers: dict[tuple[str | None, ...], Crossover] = {}


def crossover(facts: Facts, precision: Precision, routine: str = PRODUCTS) -> Crossover:
    """The size below which a call on NumPy arrays is left to the host.

    Args:
        facts: The device.
        precision: One of ``HOST_TYPES``; where only another one was measured, that counts.
        routine: One of level 1 or 2, or of ``SHARED_OPERATIONS``.

    Raises:
        ArgumentError: the variable in the environment is no number of operations.
    """
    if _overrides:
        return Crossover(_overrides[-1], "held for the moment")
    requested = number(HOST_BELOW)
    if requested is not None and (routine in {PRODUCTS, SOLUTIONS} or requested in {0, math.inf}):
        return Crossover(requested, f"from {HOST_BELOW.name}")
    where = (facts.name, facts.platform, facts.driver, str(facts.compute_units))
    key = (*where, routine, precision.name, os.environ.get("AUTOBLAS_DATA_DIR"))
    cached = _cached_crossovers.get(key)
    if cached is None:
        cached = _cached_crossovers[key] = _looked_up(facts, precision, routine)
    return cached


def host_call(routine: str, precision: Precision, size: int) -> Callable[..., Any] | None:
    """The function that computes a call of level 1 or 2 on the host; None where a device is to.

    Many of these calls take a few microseconds, less than a look at the environment and at the device. So what is
    decided once, for the default device of that moment, holds until ``forget_crossovers``.

    Args:
        routine: The routine, as CBLAS calls it.
        precision: The type of the elements, one of ``HOST_TYPES``.
        size: Bytes of the operands.

    Raises:
        ArgumentError: the variable in the environment is no number of operations.
        DeviceError: there is no device.
    """
    function, below = _decided(routine, precision)
    return function if size < below else None


def way_to_host(routine: str, precision: Precision) -> Callable[..., Any] | None:
    """The function that computes a routine on the host: CBLAS's, or a stand-in for NumPy's expressions; None if neither."""
    return host_function(routine, precision) if routine in PROTOTYPES else _by_numpy


def _by_numpy(*_: Any) -> None:
    """Stands for what NumPy's expressions compute."""


@functools.cache
def _decided(routine: str, precision: Precision) -> tuple[Callable[..., Any] | None, float]:
    function = way_to_host(routine, precision)
    if function is None:
        return None, 0
    facts = queue_device(default_queue()).facts
    return function, crossover(facts, precision, MEASURED_AS.get(routine, routine)).size


def forget_crossovers() -> None:
    """Forget from which sizes on a device computes calls on NumPy arrays.

    The next call of each routine reads the environment and the kept results again. Call it after tuning in the same
    process, or after a change of ``AUTOBLAS_HOST_BELOW``.
    """
    _cached_crossovers.clear()
    _decided.cache_clear()


@contextmanager
def fixed_crossover(size: float) -> Iterator[None]:
    """Let the crossovers of this process be ``size`` for a while: 0 for the device, infinity for the host."""
    _overrides.append(size)
    forget_crossovers()
    try:
        yield
    finally:
        _overrides.pop()
        forget_crossovers()


def _looked_up(facts: Facts, precision: Precision, routine: str) -> Crossover:
    device, results = place_of(facts), readable_results()
    for kind in sorted(HOST_TYPES, key=lambda candidate: candidate is not precision):
        name = signature(kind, routine)
        here = measured_at(results.group(FAMILY, name), name, device, 2)
        matches = [r for sizes, records in here.items() if sizes[0] == facts.compute_units for r in records]
        if matches:
            newest = max(matches, key=lambda record: record.provenance.recency)
            types = "" if kind is precision else f" with {kind.name}"
            return Crossover(newest.sizes[1], f"measured on {newest.provenance.date[:10]}{types}")
    if routine == PRODUCTS and facts.host_shared:
        speeds = cached_result(facts)
        if speeds is not None and speeds.host_gflops > 0:
            return expected(facts, precision, speeds)
    if facts.host_shared:
        vectors = SHARED_BYTES_OF.get((routine, precision), SHARED_BYTES)
        size: float = SHARED_OPERATIONS.get(routine, vectors)
        return Crossover(size, "the default for devices that work in the host's memory")
    # Copies to a device take longer than any routine of levels 1 and 2 does where its operands are.
    size = APART_DEFAULT if routine in SHARED_OPERATIONS else math.inf
    return Crossover(size, "the default for devices with memory of their own")


def expected(facts: Facts, precision: Precision, speeds: SelfTestResult) -> Crossover:
    """Where a device in the host's memory begins to be faster at products, from what its self-test measured.

    A product of s operations takes the host s / h, and the device a launch and s / d, where h and d are operations in a
    second. Both do half as many of doubles.

    Args:
        facts: The device.
        precision: The type.
        speeds: Its self-test, which measured the host too.
    """
    half = 0.5 if precision.double else 1.0
    cores = facts.compute_units if facts.kind == "cpu" else os.cpu_count() or 1
    host = half * GROWTH * speeds.host_gflops * cores
    device, how = half * SHARE * speeds.gflops, "about"
    tuned = _best_recorded(facts, precision)
    if tuned > device:
        device, how = tuned, "measured"
    origin = f"expected: the host does {host:.0f} GFLOP/s in products, the device {how} {device:.0f}"
    if device <= BETTER * host:
        return Crossover(math.inf, origin)
    launch = speeds.launch_seconds + CALL_SECONDS
    return Crossover(launch * 1e9 / (1 / host - 1 / device), origin)


def _best_recorded(facts: Facts, precision: Precision) -> float:
    """How many operations products did that the user tuned on this device, in 1e9 a second; 0 where there are none."""
    try:
        records = user_results().records()
    except DatabaseError:  # of which calls warn, and ``database.health`` tells
        return 0.0
    device, best = place_of(facts), 0.0
    for record in records:
        if record.family == Matmul.family and record.place == device:
            problem = problem_called(record.family, record.signature, record.sizes)
            if isinstance(problem, Matmul) and problem.precision is precision and problem.uniform:
                best = max(best, problem.flops() / record.seconds / 1e9)
    return best


def signature(precision: Precision, routine: str) -> str:
    """The signature of records of a routine's crossover."""
    return precision.name if routine in SHARED_OPERATIONS else f"{precision.name} {routine}"


def store_crossover(record: Record) -> None:
    """Add a measured crossover to the user's results, where every call finds it.

    Raises:
        DatabaseError: the file cannot be written.
    """
    user_results().add([record])
    forget_crossovers()
