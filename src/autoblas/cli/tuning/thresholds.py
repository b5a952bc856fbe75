"""Thresholds that ``tune`` measures and keeps: the crossover from the host's BLAS to a device, and the block widths of trsm, potrf and getrf."""

from __future__ import annotations

import math
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import click
import numpy as np

import autoblas
from autoblas.arrays.adapter import to_device
from autoblas.blas.cached_calls import plan_of
from autoblas.blas.host.blas import host_function
from autoblas.blas.host.crossover import (
    FAMILY,
    HOST_TYPES,
    PRODUCTS,
    fixed_crossover,
    signature,
    store_crossover,
)
from autoblas.blas.lapack.lu import WIDEST
from autoblas.blas.routines import getrf, potrf, trsm
from autoblas.calls.dispatch import bound_call, enqueue
from autoblas.calls.serve import target_of
from autoblas.checks.verify import reals
from autoblas.cli.options import device_option, dtype_option, json_option, limit_option, turns_option
from autoblas.cli.output.documents import print_document
from autoblas.cli.output.text import device_text
from autoblas.cli.routines.routine import dtype_choice, size
from autoblas.cli.routines.table import quiet
from autoblas.database import Provenance, Record
from autoblas.errors import ArgumentError
from autoblas.plan import block_width
from autoblas.plan.candidates import Candidate, candidates
from autoblas.plan.fit import CALL, refuse_what_does_not_fit
from autoblas.plan.queues import default_queue, queue_device
from autoblas.plan.results import place_of, user_results
from autoblas.precision import precision_of
from autoblas.problems import Matmul
from autoblas.problems.factorization import Factorization
from autoblas.tune.compare import measured_width, side_by_side

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from autoblas.devices.device import Facts, Queue
    from autoblas.precision import Precision
    from autoblas.tune.compare import CallTiming

__all__ = [
    "crossover_command",
    "factor_width_command",
    "measured_crossover",
    "panel_width_command",
    "threshold",
    "width_command",
]

COMPLETE = ("float32", "float64", "complex64", "complex128")
"""Types that LAPACK has."""

OPERANDS = {
    "axpy": "xy", "copy": "xy", "swap": "xy", "dot": "xy", "scal": "x", "nrm2": "x", "asum": "x",
    "gemv": "axy", "symv": "axy", "hemv": "axy", "trmv": "ax", "trsv": "ax",
    "ger": "xya", "syr": "xa", "her": "xa", "syr2": "xya", "her2": "xya",
}  # fmt: skip
"""The operands of every routine that has a crossover in bytes."""

ALPHAS = {"scal": -1.0, "axpy": 1e-9, "ger": 1e-9, "syr": 1e-9, "her": 1e-9, "syr2": 1e-9, "her2": 1e-9}
"""Factors with which values stay as they are, however often a routine is called."""

SIZES = (8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256)
"""Square products that are timed."""

LENGTHS = (1_000, 10_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000)
"""Vectors that are timed."""

SIDES = (32, 64, 128, 256, 512, 1024, 2048, 4096)
"""Rows of square matrices that are timed with vectors."""

_NAMES = {"dot": "dotu", "ger": "geru"}


@click.command("crossover", short_help="Measure which side computes NumPy arrays faster.")
@dtype_option
@device_option
@limit_option
@click.option(
    "--routine",
    type=click.Choice([PRODUCTS, *OPERANDS]),
    metavar="ROUTINE",
    default=PRODUCTS,
    show_default=True,
    help=f"Routine to time: {', '.join((PRODUCTS, *OPERANDS))}; gemm stands for all products of matrices.",
)
@turns_option
@json_option
def crossover_command(dtype: str, device: str | None, routine: str, trials: int, *, as_json: bool) -> None:
    """Measure up to which size NumPy's BLAS is faster than a device, and keep it.

    Products of NumPy arrays with fewer operations are then computed by NumPy, and so are calls of the other routines
    with operands of fewer bytes. AUTOBLAS_HOST_BELOW overrides the measured size; 0 computes everything on the device.
    Tune the routine first, since the crossover depends on the speed of its kernels.
    """
    precision = precision_of(dtype)
    if precision not in HOST_TYPES:
        raise ArgumentError(
            "--dtype", f"a type that NumPy's BLAS multiplies, {', '.join(t.name for t in HOST_TYPES)}", dtype
        )
    if routine != PRODUCTS and host_function(_NAMES.get(routine, routine), precision) is None:
        raise ArgumentError("--routine", f"a routine that NumPy's BLAS has for {dtype}", routine)
    user_results().must_be_writable()
    queue = default_queue(device)
    facts = queue_device(queue).facts
    echo, sizes = quiet if as_json else click.echo, list[dict[str, Any]]()
    echo(f"{device_text(facts)}, {routine} of {dtype}")
    vectors = "a" not in OPERANDS.get(routine, "a")

    def show_size(n: int, timings: Mapping[str, CallTiming]) -> None:
        host, device_time = (timings[side].median * 1e6 for side in ("host", "device"))
        size = f"{n:9d}" if vectors else f"{n:4d} x {n:<4d}"
        faster = "host" if host < device_time else "device"
        sizes.append({"n": n, "host_seconds": host / 1e6, "device_seconds": device_time / 1e6})
        echo(f"{size}  host {host:9.1f} us  device {device_time:9.1f} us  {faster}")

    measure = partial(measured_crossover, facts, precision, rounds=trials, on_size=show_size)
    with fixed_crossover(math.inf):  # calls that name a queue run there all the same
        if routine == PRODUCTS:
            record = measure(lambda n: _sides(autoblas.gemm, _operands("ab", n, precision), queue))
        else:
            record = measure(
                lambda n: _sides(*_call(routine, n, precision), queue),
                routine=routine,
                work=lambda n: _bytes(routine, n, precision),
                sizes=LENGTHS if vectors else SIDES,
            )
    store_crossover(record)
    echo(f"{_result_text(routine, record.sizes[1], precision)}; kept in {user_results().path}")
    if as_json:
        below = {"below": record.sizes[1], "unit": "operations" if routine == PRODUCTS else "bytes"}
        content = {"dtype": dtype, "sizes": sizes, "host": below, "results": str(user_results().path)}
        print_document(facts, routine=routine, **content)


def _result_text(routine: str, size: int, precision: Precision) -> str:
    """Sentence on the measured crossover."""
    if routine == PRODUCTS:
        rows = (size / (8 if precision.is_complex else 2)) ** (1 / 3)
        return (
            f"the host computes products below {size} operations, those of square matrices of {rows:.0f} rows"
        )
    return f"the host computes {routine} of {precision.name} below {size} bytes of operands"


def _sides(call: Callable[..., object], arrays: list[Any], queue: Queue) -> dict[str, Callable[[], object]]:
    """Calls on NumPy arrays, computed by the host and by the device."""
    return {"host": lambda: call(*arrays), "device": lambda: call(*arrays, queue=queue)}


def _call(routine: str, n: int, precision: Precision) -> tuple[Callable[..., object], list[Any]]:
    """A routine, with its factor, and operands for it."""
    options = {"alpha": ALPHAS[routine]} if routine in ALPHAS else {}
    return partial(getattr(autoblas, routine), **options), _operands(OPERANDS[routine], n, precision)


def _operands(names: str, n: int, precision: Precision) -> list[Any]:
    """Vectors x and y, a matrix a by which products and solutions hardly change, and a second one, b."""
    rng = np.random.default_rng(n)
    arrays = [reals(rng, (n,) if name in "xy" else (n, n), precision) for name in names]
    if names.startswith("a") and names != "ab":
        arrays[0] *= precision.real.dtype.type(1e-9)
        np.fill_diagonal(arrays[0], 1)
    return arrays


def _bytes(routine: str, n: int, precision: Precision) -> int:
    """Bytes that the crossover counts: of the matrix, or of all vectors where there is none."""
    names = OPERANDS[routine]
    return precision.size * (n * n if "a" in names else n * len(names))


def measured_crossover(
    facts: Facts,
    precision: Precision,
    runs: Callable[[int], Mapping[str, Callable[[], object]]],
    *,
    routine: str = PRODUCTS,
    work: Callable[[int], int] | None = None,
    sizes: Sequence[int] = SIZES,
    rounds: int = 5,
    on_size: Callable[[int, Mapping[str, CallTiming]], None] = lambda n, timings: None,
) -> Record:
    """Time both sides in turns over a range of sizes, and describe where the host should stop.

    Args:
        facts: The device.
        precision: What is computed with.
        runs: Gives for n the calls ``"host"`` and ``"device"``; for products each multiplies matrices of n rows and
            columns.
        routine: What they call.
        work: Gives for n the bytes of a call's operands; by default the operations of a product.
        sizes: The values of n, from the smallest to the largest.
        rounds: How often each has its turn.
        on_size: Called with each size once it is timed.
    """
    timings: list[Mapping[str, CallTiming]] = []
    for n in sizes:
        timings.append(side_by_side(runs(n), rounds=rounds, seconds=0.01))
        on_size(n, timings[-1])
    flops_per_cube = 8 if precision.is_complex else 2
    size, index = threshold(
        [work(n) if work else flops_per_cube * n**3 for n in sizes],
        [timing["host"].median for timing in timings],
        [timing["device"].median for timing in timings],
    )
    device_timing = timings[min(index, len(timings) - 1)]["device"]
    return Record(
        place=place_of(facts),
        family=FAMILY,
        signature=signature(precision, routine),
        sizes=(facts.compute_units, size),
        kernel="host_blas",
        parameters={},
        seconds=device_timing.median,
        spread=(device_timing.high - device_timing.low) / 2,
        samples=device_timing.calls,
        source="",
        provenance=Provenance.now("sweep", len(sizes), len(sizes)),
    )


def threshold(work: Sequence[int], host: Sequence[float], device: Sequence[float]) -> tuple[int, int]:
    """The one crossover that loses least against always taking the faster side.

    The loss at a size is the logarithm of how much longer the slower side takes there, so that a single measurement
    that was disturbed moves the crossover only if it outweighs all others beyond it.

    Args:
        work: Operations or bytes of each size, in rising order.
        host: Seconds of the host at each.
        device: Seconds of the device at each.

    Returns:
        The work below which the host is to compute, and how many of the sizes lie below: the geometric mean of
        two sizes; 0 where the device is to compute all of them; the largest and one more where the host is.
    """
    gains = np.log(np.asarray(host) / np.asarray(device))  # above 0 where the device is faster
    losses = [
        float(np.maximum(gains[:index], 0).sum() - np.minimum(gains[index:], 0).sum())
        for index in range(len(gains) + 1)
    ]
    index = int(np.argmin(losses))
    if index == 0:
        return 0, 0
    if index == len(work):
        return work[-1] + 1, index
    return round(math.sqrt(work[index - 1] * work[index])), index


@click.command("trsm")
@device_option
@limit_option
@turns_option
@json_option
def width_command(
    n: int, m: int | None, dtype: str, device: str | None, trials: int, *, as_json: bool
) -> None:
    """Measure which size of diagonal blocks is fastest for trsm, and keep it.

    Tune the kernels that trsm uses first, with "autoblas tune gemm" and "autoblas tune substitution".
    """
    user_results().must_be_writable()
    queue = default_queue(device)
    facts, precision = queue_device(queue).facts, precision_of(dtype)
    unknowns, sides = n, n if m is None else m
    refuse_what_does_not_fit(Matmul(unknowns, sides, unknowns, precision), facts, CALL)
    rng = np.random.default_rng(0)
    matrix = (rng.standard_normal((unknowns, unknowns)) / unknowns).astype(dtype)
    np.fill_diagonal(matrix, 1)
    a = to_device(queue, matrix)
    b = to_device(queue, rng.standard_normal((unknowns, sides)).astype(dtype))
    operations = unknowns**2 * sides * (4 if precision.is_complex else 1)
    call = _Blocked(
        "trsm", (unknowns, sides), dtype, block_width.SUBSTITUTION, operations, block_width.WIDTHS
    )
    call.tune(queue, lambda: plan_of(trsm)(a, b), trials, as_json=as_json)


@click.command("potrf-width")
@device_option
@limit_option
@turns_option
@json_option
def factor_width_command(n: int, dtype: str, device: str | None, trials: int, *, as_json: bool) -> None:
    """Measure the fastest width of potrf's blocks, and keep it.

    Tune the kernels that potrf uses first, with "autoblas tune potrf".
    """
    _tune_factors(potrf, block_width.CHOLESKY, n, dtype, device, trials, as_json=as_json)


@click.command("getrf-width")
@device_option
@limit_option
@turns_option
@json_option
def panel_width_command(n: int, dtype: str, device: str | None, trials: int, *, as_json: bool) -> None:
    """Measure the fastest width of getrf's panels, and keep it.

    Tune the kernels that getrf uses first, with "autoblas tune getrf".
    """
    _tune_factors(getrf, block_width.PANELS, n, dtype, device, trials, as_json=as_json)


def _tune_factors(
    routine: Callable[..., Any],
    blocks: block_width.Blocks,
    n: int,
    dtype: str,
    device: str | None,
    trials: int,
    *,
    as_json: bool,
) -> None:
    """Measure the widths of a factorization's blocks that the device has kernels for, and keep the best.

    Args:
        routine: The factorization.
        blocks: The purpose of the blocks.
        n: Rows and columns of the matrix.
        dtype: Element type.
        device: Text that the device's name contains, or None.
        trials: Turns to time.
        as_json: Print a document.
    """
    user_results().must_be_writable()
    queue = default_queue(device)
    facts, precision = queue_device(queue).facts, precision_of(dtype)
    refuse_what_does_not_fit(Matmul(n, 0, n, precision), facts, CALL)
    a = to_device(queue, np.eye(n, dtype=dtype))  # whose factors are ones, so that all runs are alike
    panels = blocks is block_width.PANELS
    operations = n**3 * (1 + panels) // 3 * (4 if precision.is_complex else 1)
    problems = [
        Factorization(n if panels else width, width, 0, precision, "lu" if panels else "cholesky")
        for width in blocks.widths
        if not panels or width <= WIDEST[facts.kind]
    ]
    served = [x.n for x in problems if any(isinstance(y, Candidate) for y in candidates(x, facts))]
    call = _Blocked(routine.__name__, (n, 1), dtype, blocks, operations, served)
    call.tune(queue, lambda: plan_of(routine)(a), trials, as_json=as_json)


class _Blocked(NamedTuple):
    """A routine whose blocks on the diagonal are measured.

    Attributes:
        routine: Its name.
        sizes: Rows of the matrix, and right sides or items.
        dtype: Element type.
        blocks: The purpose of the blocks.
        operations: Operations of a call.
        widths: Widths that are tried.
    """

    routine: str
    sizes: tuple[int, int]
    dtype: str
    blocks: block_width.Blocks
    operations: int
    widths: Sequence[int]

    def tune(self, queue: Queue, plan: Callable[[], Any], trials: int, *, as_json: bool) -> None:
        """Time calls with blocks of every width, print their times, and keep the best width."""
        facts, precision = queue_device(queue).facts, precision_of(self.dtype)

        def timed(width: int) -> Callable[[], object]:
            call = bound_call(plan(), target_of(queue)._replace(block_width=width))

            def run() -> None:
                enqueue(call, None)
                queue.finish()

            return run

        echo, widths = quiet if as_json else click.echo, list[dict[str, Any]]()

        def show(width: int, timing: CallTiming) -> None:
            widths.append({"width": width, "seconds": asdict(timing)})
            rate = self.operations / timing.median / 1e9
            echo(f"blocks of {width:4d} rows  {timing.median * 1e6:10.1f} us  {rate:8.1f} GFLOP/s")

        echo(f"{device_text(facts)}, {self.routine} {' x '.join(map(str, self.sizes))} {self.dtype}")
        record = measured_width(
            facts, precision, self.sizes, timed, self.blocks, widths=self.widths, rounds=trials, on_width=show
        )
        block_width.store_width(record)
        best, path = record.parameters["width"], str(user_results().path)
        echo(f"blocks of {best} rows; kept in {path}")
        if as_json:
            print_document(
                facts,
                routine=self.routine,
                sizes=list(self.sizes),
                dtype=self.dtype,
                widths=widths,
                best=best,
                results=path,
            )


width_command.params[:0] = [
    size("-n", "Unknowns of each right-hand side.", required=True),
    size("-m", "Number of right-hand sides.  [default: as -n]"),
    dtype_choice(),
]
for command in (factor_width_command, panel_width_command):
    command.params[:0] = [size("-n", "Rows and columns of A.", required=True), dtype_choice(COMPLETE)]
