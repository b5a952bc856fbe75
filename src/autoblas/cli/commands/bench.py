"""``autoblas bench``: how fast calls are, alone or beside another library."""

from __future__ import annotations

import datetime as dt
import math
import os
import platform
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any

import click
import numpy as np

from autoblas.arrays.adapter import to_device
from autoblas.blas.host.crossover import HOST_TYPES
from autoblas.blas.host.identity import blas_environment, forcing_variables, numpy_blas, suspicion
from autoblas.blas.routines import gemm as multiply
from autoblas.blas.routines import gemm_batched as multiply_all
from autoblas.checks.verify import reals
from autoblas.cli.options import (
    Whole,
    device_option,
    json_option,
    limit_option,
    product_options,
    turns_option,
)
from autoblas.cli.output.documents import print_document, problem_words
from autoblas.cli.output.text import (
    Columns,
    columns,
    count_text,
    device_text,
    gflops_text,
    percent,
    tell,
    time_text,
    wrapped,
)
from autoblas.cli.peers.clblast import clblast
from autoblas.cli.peers.cublas import cublas
from autoblas.cli.peers.peer import BenchSetting, NumPyBLAS
from autoblas.cli.presets import bench_preset
from autoblas.cli.problem_runs import TIMES, bench_options, bench_problem
from autoblas.cli.routines.group import RoutineGroup
from autoblas.cli.routines.table import each_problem, quiet
from autoblas.cli.verbose import is_verbose
from autoblas.devices.peak import hardware_threads
from autoblas.errors import ArgumentError
from autoblas.plan.bound import program_for
from autoblas.plan.choose import choose
from autoblas.plan.fit import CALL, refuse_what_does_not_fit
from autoblas.plan.queues import default_queue, queue_device
from autoblas.tune.compare import side_by_side, speed_ratio
from autoblas.tune.peak import peak_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from autoblas.cli.options import Product
    from autoblas.cli.peers.peer import Peer
    from autoblas.devices.device import Device, Queue
    from autoblas.plan.choose import Choice
    from autoblas.problems import Matmul
    from autoblas.tune.compare import CallTiming
    from autoblas.tune.peak import Peak

__all__ = ["PEERS", "command"]

PEERS: dict[str, Callable[[BenchSetting], Peer]] = {
    "numpy": NumPyBLAS,
    "openblas": NumPyBLAS,
    "cublas": cublas,
    "clblast": clblast,
}
"""Factories of peers, by name; they raise an ArgumentError where a library is missing."""

TRANSFERS = {
    "none": "arrays in device memory",
    "to": "with copies of the operands to the device",
    "from": "with a copy of the result from the device",
    "tofrom": "arrays of NumPy",
}
"""Texts of the modes of ``--transfer``."""


PARTS = {"to": "to the device", "on": "multiplying", "from": "from the device"}
"""Parts of a product of NumPy arrays on a device with memory of its own, as a line of results names them."""


class Rate(click.ParamType[float]):
    """GFLOP/s: a finite number above 0."""

    name = "GFLOPS"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number."""
        try:
            rate = float(value)
        except ValueError:
            rate = math.nan
        if not 0 < rate < math.inf:
            self.fail(f"{str(value)!r} is not a rate above 0, in GFLOP/s", param, ctx)
        return rate


@click.group("bench", cls=RoutineGroup)
def command() -> None:
    """Time calls."""


command.add_command(bench_preset)


@command.command("gemm")
@click.option("-m", type=Whole(min=1), help="Rows of A and C.  [default: as -n]")
@click.option("-n", "sizes", type=Whole(min=1), multiple=True, help="Columns of B and C. May be repeated.")
@click.option("-k", type=Whole(min=1), help="Columns of A and rows of B.  [default: as -n]")
@click.option("--start", type=Whole(min=1), help="First n of a sweep.")
@click.option("--stop", type=Whole(min=1), help="Last n of a sweep.")
@click.option(
    "--step", type=Whole(min=1), default=64, show_default=True, help="From one n of a sweep to the next."
)
@product_options
@device_option
@limit_option
@turns_option
@click.option(
    "--transfer",
    type=click.Choice(["none", "to", "from", "tofrom"]),
    default="tofrom",
    show_default=True,
    help="Copies that are timed with a call: operands to the device, the result from it, both or none.",
)
@click.option(
    "--peak",
    "user_peak",
    type=Rate(),
    help="Peak of the device, of which rates are given as a share.  [default: from the device's facts, "
    "else measured once and kept]",
)
@click.option(
    "--compare",
    "compared",
    type=click.Choice(list(PEERS)),
    multiple=True,
    help="Time another library too, in turns with autoblas: numpy (openblas is another name for it), whatever BLAS that "
    "has; on an NVIDIA card cublas, through PyTorch "
    "or CuPy; on a device of OpenCL clblast, where its library is installed. May be repeated.",
)
@json_option
def gemm(
    m: int | None, sizes: Sequence[int], k: int | None, start: int | None, stop: int | None, step: int,
    product: Product, device: str | None, trials: int, transfer: str, user_peak: float | None,
    compared: Sequence[str],
    *, as_json: bool,
) -> None:  # fmt: skip
    """Time C = op(A) op(B) at one size, several, or a sweep.

    A turn is a pause, a warm-up call, and timed calls; with --compare, the libraries take turns. Printed are medians
    with the 20 and 80 % quantiles, and the share of the device's peak in multiply-adds of the accumulator's type. On
    a device that works in the host's memory, only the transfer modes "to" and "from" copy anything; on others a second
    line has the times of the copies and of the product alone, which overlap in a call on large NumPy arrays.
    """
    sizes = _columns(sizes, start, stop, step)

    def shape_of(n: int) -> tuple[int, int, int]:
        return m or n, n, k or n

    echo = quiet if as_json else tell
    queue = default_queue(device)
    facts = queue_device(queue).facts
    # A sweep may have more sizes than can be listed, until it is refused.
    refuse_what_does_not_fit(product.problem(*shape_of(sizes[-1] if start else max(sizes))), facts, CALL)
    problem = product.problem(*shape_of(sizes[0]))
    choose(problem, facts)  # raises before the peak is measured where no kernel serves the problem
    setting = BenchSetting(queue, product, transfer)
    if compared and (product.bias or product.activation):
        expected = "no other library with --bias or --activation, which their products do not apply"
        raise ArgumentError("--compare", expected, compared[0])
    peers = {name: PEERS[name](setting) for name in dict.fromkeys(compared)}
    blas, environment = numpy_blas(), blas_environment()
    forced = forcing_variables(blas.library, environment)
    if forced and any(isinstance(peer, NumPyBLAS) for peer in peers.values()):
        echo(f"{blas.library} is forced by {', '.join(forced)}; unset these variables for a fair comparison")
    load, threads = system_load(), processors()
    echo(f"{device_text(facts)}, {product.words}, {TRANSFERS[transfer]}")
    peak = peak_of(queue, getattr(problem, "accumulator", problem.precision), user_peak)
    echo(f"peak: {peak.gflops:.1f} GFLOP/s, {peak.origin}")
    for name, peer in peers.items():
        echo(f"{name}: {peer.words}")
    table = _table(peers, max(len("x".join(map(str, shape_of(n)))) for n in (sizes[0], sizes[-1])))
    echo(f"\n{table.heading}")
    rows = [_timed(setting, shape_of(n), peers, trials, peak, table, echo) for n in sizes]
    echo(f"in GFLOP/s of the median call{'; ratio: how many times as fast autoblas is' if peers else ''}\n")
    for line in _conclusions(rows, peers, (load, threads)):
        echo(line)
    if as_json:
        print_document(
            facts, routine="gemm", dtype=product.words, signature=problem.signature, transfer=transfer, trans=product.trans_a + product.trans_b,
            python=platform.python_version(), numpy=np.__version__,
            date=dt.datetime.now(dt.UTC).isoformat(timespec="seconds"), peak=peak._asdict(),
            peers={name: peer.words for name, peer in peers.items()},
            blas={**blas._asdict(), "forced": forced}, environment=environment, load=load, threads=threads,
            quiet=all(row["quiet"] for row in rows), problems=rows,
        )  # fmt: skip


def system_load() -> float | None:
    """Mean number of processes that were ready to run in the last minute; None where the system does not count them."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None


def processors() -> int:
    """The processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _columns(sizes: Sequence[int], start: int | None, stop: int | None, step: int) -> Sequence[int]:
    """The numbers of columns, in order: those given, or those of a sweep.

    Raises:
        click.UsageError: neither is given, or both.
        ArgumentError: the sweep stops before it starts.
    """
    if not sizes and start is stop is None:
        raise click.UsageError('give the size, for example "autoblas bench gemm -n 1024"')
    if (start is None) != (stop is None) or (start is None) == (not sizes):
        raise click.UsageError("give sizes with -n, or a sweep with --start and --stop, not both")
    if start is None or stop is None:
        return sizes
    if stop < start:
        raise ArgumentError("--stop", f"at least {start}, where the sweep starts", str(stop))
    return range(start, stop + 1, step)


def _table(peers: Mapping[str, Peer], width: int) -> Columns:
    """The columns: what autoblas reached, then each other library with its ratio."""
    peer_columns = [column for peer in peers.values() for column in ((peer.title, 8), ("ratio", 6))]
    return Columns(
        [("size", width), ("time", 8), ("autoblas", 8), ("20 to 80 %", 14), ("of peak", 7), *peer_columns]
    )


def _timed(
    setting: BenchSetting,
    shape: tuple[int, int, int],
    peers: Mapping[str, Peer],
    trials: int,
    peak: Peak,
    table: Columns,
    echo: Callable[[str], object],
) -> dict[str, Any]:
    """Time one size and print its row; returns its JSON."""
    product, device = setting.product, queue_device(setting.queue)
    timings = side_by_side(runs_of(setting, shape, peers), rounds=trials)
    problem = product.problem(*shape)
    choice = choose(problem, device.facts)
    threads = threads_of(device, choice)
    flops, ours = problem.flops(), timings["autoblas"]
    ratios = {name: speed_ratio(ours, timings[name]) for name in peers}
    cells = ["x".join(map(str, shape)), time_text(ours.median), gflops_text(flops / ours.median)]
    cells += [
        f"{gflops_text(flops / ours.high)} to {gflops_text(flops / ours.low)}",
        percent(share(flops, ours, peak)),
    ]
    for name, ratio in ratios.items():
        cells += [gflops_text(flops / timings[name].median), f"{ratio.value:.3f}{'' if ratio.quiet else '*'}"]
    echo(table.row(*cells))
    if is_verbose():
        occupancy = "" if threads is None else f", {threads} hardware threads"
        echo(f"    {choice.kernel.name}, {problem.min_bytes() / ours.median / 1e9:.2f} GB/s{occupancy}")
    for words in wrapped(parts_text(timings), columns(), 4, 2):
        echo(words)
    return {
        **problem_words(problem),
        **dict(zip("mnk", shape, strict=True)),
        "kernel": choice.kernel.name,
        "origin": choice.origin,
        "share_of_peak": share(flops, ours, peak),
        "hardware_threads": threads,
        "quiet": ours.quiet and all(ratio.quiet for ratio in ratios.values()),
        "ratios": {name: ratio.value for name, ratio in ratios.items()},
        "suspicion": _suspicion(problem, peers, timings, peak) if device.facts.kind == "cpu" else None,
        **{name: asdict(timing) for name, timing in timings.items()},
    }


def _suspicion(
    problem: Matmul, peers: Mapping[str, Peer], timings: Mapping[str, CallTiming], peak: Peak
) -> str | None:
    """Sentence on NumPy's BLAS where it is slower than the processor allows; else None."""
    if not problem.uniform or problem.precision not in HOST_TYPES:
        return None
    for name, peer in peers.items():
        if isinstance(peer, NumPyBLAS) and timings[name].quiet:
            least = min(problem.m, problem.n, problem.k)
            return suspicion(peer.title, share(problem.flops(), timings[name], peak), least)
    return None


def _conclusions(
    rows: Sequence[Mapping[str, Any]], peers: Mapping[str, Peer], machine: tuple[float | None, int]
) -> Iterator[str]:
    """Lines below the table: mean ratios, a busy machine, a peer that is slower than it should be.

    Args:
        rows: The sizes, as JSON can hold them.
        peers: The libraries.
        machine: The load before anything was timed, and the processors.
    """
    still = all(row["quiet"] for row in rows)
    for name, peer in peers.items() if len(rows) > 1 else ():
        mean = math.exp(sum(math.log(row["ratios"][name]) for row in rows) / len(rows))
        yield f"geometric mean of the ratios to {peer.title}: {mean:.3f}{'' if still else '*'}"
    if not still:
        load = (
            "" if machine[0] is None else f" (load {machine[0]:.1f} on {count_text(machine[1], 'processor')})"
        )
        marked = "; ratios with * are of the best times" if peers else ""
        yield f"This machine is busy{load}: times of the same call differ by half and more{marked}."
    yield from dict.fromkeys(row["suspicion"] for row in rows if row["suspicion"])


def runs_of(
    setting: BenchSetting, shape: tuple[int, int, int], peers: Mapping[str, Peer]
) -> dict[str, Callable[[], object]]:
    """The calls to time, by name, on random operands."""
    (m, n, k), queue, product, transfer = shape, setting.queue, setting.product, setting.transfer
    rng = np.random.default_rng(0)
    a, b = product.operands(partial(reals, rng), m, n, k)
    options: dict[str, Any] = {"trans_a": product.trans_a, "trans_b": product.trans_b}
    options |= {
        "accuracy": product.accuracy,
        "dtype": product.type_c.dtype,
        "accumulator": product.accumulator.dtype,
    }
    call_of = multiply_all if product.batch else multiply
    on_device = [to_device(queue, x) for x in (a, b)]
    options |= product.epilogue(lambda shape: reals(rng, shape, product.type_c), m, n)
    there = options if product.bias == "" else {**options, "bias": to_device(queue, options["bias"])}

    def call() -> object:
        if transfer == "tofrom":
            return call_of(a, b, queue=queue, **options)
        operands = [to_device(queue, x) for x in (a, b)] if transfer == "to" else on_device
        result = call_of(*operands, **there)
        if transfer == "from":
            return result.get()
        result.events[-1].wait()
        return result

    def product_of(*operands: Any, c: Any = None) -> Any:
        return call_of(*operands, c=c, **there)

    runs: dict[str, Callable[[], object]] = {
        "autoblas": call,
        **parts_of(queue, (a, b), transfer, product_of),
    }
    return runs | {name: peer.call(a, b) for name, peer in peers.items()}


def parts_of(
    queue: Queue, operands: Sequence[np.ndarray[Any, Any]], transfer: str, multiply: Callable[..., Any]
) -> dict[str, Callable[[], object]]:
    """Parts to time beside a call; none where it copies nothing, or the device works in the host's memory.

    Args:
        queue: The queue of the call.
        operands: A and B.
        transfer: The copies that are part of the call: ``to``, ``from``, ``tofrom`` or ``none``.
        multiply: Computes the product of arrays in the device's memory, with the call's options.
    """
    device = queue_device(queue)
    if transfer == "none" or device.facts.host_shared or device.facts.system_svm:
        return {}
    staging, on_device = device.staging, [to_device(queue, x) for x in operands]
    product = multiply(*on_device)
    memories = [device.allocate(x.nbytes) for x in operands]
    result, back = device.allocate(product.nbytes), np.empty(product.shape, product.dtype)

    def to() -> None:
        for copy in [staging.upload(x, memory) for x, memory in zip(operands, memories, strict=True)]:
            copy.complete()

    def on() -> None:
        multiply(*on_device, c=product)
        queue.finish()

    parts = {"to": to, "on": on, "from": lambda: staging.download(result, back).complete()}
    return {name: part for name, part in parts.items() if name == "on" or name in transfer}


def parts_text(timings: Mapping[str, CallTiming]) -> str:
    """The parts that were timed, in milliseconds, and what share of their sum the call took; empty where none was."""
    medians = {name: timings[name].median for name in PARTS if name in timings}
    if not medians:
        return ""
    alone = ", ".join(f"{seconds * 1e3:.3f} ms {PARTS[name]}" for name, seconds in medians.items())
    return f"        alone {alone}; the call takes {timings['autoblas'].median / sum(medians.values()):.2f} of their sum"


def threads_of(device: Device, choice: Choice) -> int | None:
    """Hardware threads of the product's launch; None where they are not what runs its work-items, as on a CPU."""
    if device.facts.kind != "gpu":
        return None
    kernel = program_for(device, choice.kernel, choice.params, choice.problem).kernel(choice.kernel.name)
    return hardware_threads(choice.kernel.geometry(choice.params, choice.problem), kernel.least_items)


def share(flops: int, timing: CallTiming, peak: Peak) -> float:
    """The part of the peak that the median call reached."""
    return flops / timing.median / 1e9 / peak.gflops


command.add_routines("Time", bench_options, each_problem(bench_problem, f"\n{TIMES.heading}  problem"))
