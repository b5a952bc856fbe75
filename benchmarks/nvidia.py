"""autoblas beside cuBLAS, and CLBlast if its library is given, on an NVIDIA card, in turns, in one process.

    python benchmarks/nvidia.py --json nvidia.json
    python benchmarks/nvidia.py --only strict --only double --rounds 9
    python benchmarks/nvidia.py --only clblast --clblast /usr/lib/x86_64-linux-gnu/libclblast.so.1 --search 120

Times are the device's own (``nvidia_peers``), of arrays that stay on the card; figures are medians of turns. Errors are
those of the whole result, or of some of its rows: the Frobenius norm of the difference from float64 (from extended
precision for doubles) divided by that of the result. What is measured is written in ``nvidia_cases``.
"""

from __future__ import annotations

import datetime as dt
import json
import math
import platform
import statistics
import subprocess
from typing import TYPE_CHECKING, Any

import click
import numpy as np
from clblast_parameters import search
from nvidia_cases import GROUPS
from nvidia_peers import Autoblas, CLBlast, CuPy, cublas

import autoblas
from autoblas.precision import precision_of
from autoblas.runtime.context import default_queue, queue_device
from autoblas.verify import product_reference, reference_rows, sample_rows

if TYPE_CHECKING:
    from collections.abc import Callable

    from nvidia_cases import Case
    from nvidia_peers import Library

    Array = np.ndarray[Any, np.dtype[Any]]

TURN_SECONDS = 0.02
MOST_CALLS = 24
POOL = 4_194_319
"""Random numbers of which operands are made, again and again: a prime, so that rows and columns all differ."""

QUERY = "clocks.sm,clocks.max.sm,clocks.mem,power.draw,power.limit,temperature.gpu"


def drawn(seed: int, shape: tuple[int, ...], dtype: str) -> Array:
    """Normal random numbers."""
    rng = np.random.default_rng(seed)
    pool = rng.standard_normal(POOL)
    values = pool + 1j * rng.standard_normal(POOL) if dtype.startswith("complex") else pool
    return np.resize(values.astype(precision_of(dtype).dtype), shape)


def operands(case: Case) -> list[Array]:
    """Random operands as they lie in memory."""
    if case.routine in {"axpy", "dot"}:
        return [drawn(seed, case.sizes, case.dtype) for seed in (1, 2)]
    if case.routine == "nrm2":
        return [drawn(1, case.sizes, case.dtype)]
    if case.routine == "gemv":
        length = case.sizes[1 if case.trans[0] == "N" else 0]
        return [drawn(1, case.sizes, case.dtype), drawn(2, (length,), case.dtype)]
    (m, n, k), batch = case.sizes[-3:], case.sizes[:-3]
    shapes = ((m, k), (k, n))
    return [
        drawn(seed, (*batch, *(shape if flip == "N" else shape[::-1])), case.dtype)
        for seed, (shape, flip) in enumerate(zip(shapes, case.trans, strict=True), 1)
    ]


def error(case: Case, inputs: list[Array], result: Array) -> float:
    """Relative error in the Frobenius norm, of a product in as many rows as a reference can afford."""
    rng = np.random.default_rng(0)
    wide = np.longdouble if case.dtype == "float64" else np.float64
    if case.routine == "axpy":
        return math.nan  # y grows from call to call
    if case.routine in {"dot", "nrm2"}:
        product = np.sum(inputs[0].astype(wide) * inputs[-1])
        exact = np.sqrt(product) if case.routine == "nrm2" else product
        return float(abs(result.ravel()[0] - exact) / abs(exact))
    a, b = (
        x.swapaxes(-1, -2) if flip == "T" and x.ndim > 1 else x
        for x, flip in zip(inputs, case.trans, strict=True)
    )
    if case.routine == "batched":
        a, b, result = a[:64], b[:64], result[:64]
    b, result = (b[:, None], result.reshape(-1, 1)) if case.routine == "gemv" else (b, result)
    precision = precision_of(case.dtype)
    rows = sample_rows(rng, a.shape[-2], min(reference_rows(b.shape[-1], b.shape[-2], precision), 64))
    exact, _ = product_reference(a[..., rows, :], b, 1.0, 0.0, None)
    difference = result[..., rows, :].astype(exact.dtype) - exact
    return float(np.linalg.norm(difference.ravel()) / np.linalg.norm(exact.ravel()))


def measure(case: Case, libraries: dict[str, Library], rounds: int) -> dict[str, Any]:
    """Median seconds of a call of each library, their spread, and the errors."""
    inputs = operands(case)
    calls: dict[str, Callable[[], Any]] = {}
    counts: dict[str, int] = {}
    errors = {}
    for name, library in libraries.items():
        calls[name] = library.bind(case, inputs)
        calls[name]()
        once = library.seconds(calls[name], 1)
        counts[name] = max(2, min(MOST_CALLS, round(TURN_SECONDS / max(once, 1e-6))))
        errors[name] = error(case, inputs, library.result())
    taken: dict[str, list[float]] = {name: [] for name in libraries}
    for _ in range(rounds):
        for name, library in libraries.items():
            taken[name].append(library.seconds(calls[name], counts[name]) / counts[name])
    return {
        "case": case.title, **vars(case),
        "seconds": {name: statistics.median(times) for name, times in taken.items()},
        "best": {name: min(times) for name, times in taken.items()},
        "worst": {name: max(times) for name, times in taken.items()},
        "errors": errors,
    }  # fmt: skip


def state() -> dict[str, str]:
    """The card's clocks, power and temperature at the moment, as its driver's tool tells them."""
    command = ["nvidia-smi", f"--query-gpu={QUERY}", "--format=csv,noheader"]
    try:
        told = subprocess.run(command, check=True, capture_output=True, text=True).stdout  # noqa: S603
    except (OSError, subprocess.CalledProcessError) as problem:
        return {"unknown": str(problem)}
    return dict(zip(QUERY.split(","), told.strip().splitlines()[0].split(", "), strict=True))


def line(case: Case, row: dict[str, Any]) -> str:
    """A case in a line: rates with errors, and ratios."""
    amount, unit = (case.flops, "TFLOP/s") if case.flops else (case.nbytes, "TB/s")
    rates = [
        f"{name} {amount / seconds / 1e12:8.2f} ({row['errors'][name]:.1e})"
        for name, seconds in row["seconds"].items()
    ]
    ratios = [f"{name} {value:.3f}" for name, value in row["ratios"].items()]
    return f"  {case.title:42s} {'  '.join(rates)} {unit}  {row['seconds']['autoblas'] * 1e6:9.1f} us  ratio {', '.join(ratios)}"


def mean(values: list[float]) -> float:
    """The geometric mean."""
    return math.exp(sum(map(math.log, values)) / len(values))


def run_group(name: str, libraries: dict[str, Library], rounds: int) -> list[dict[str, Any]]:
    """Measure and print the cases of a group."""
    group = GROUPS[name]
    print(f"{name}: {group.title}, to reach {group.goal}", flush=True)
    ours = libraries["autoblas"]
    assert isinstance(ours, Autoblas)  # noqa: S101  # nobody else has that name
    rows = []
    for case in group.cases:
        row = measure(case, libraries, rounds)
        seconds = row["seconds"]
        row["ratios"] = {peer: seconds[peer] / seconds["autoblas"] for peer in seconds if peer != "autoblas"}
        if name == "vectors":
            copies = [ours.copy_seconds(case.nbytes // 2) / (case.nbytes // 2 * 2) for _ in range(rounds)]
            row["copy"] = 1 / statistics.median(copies)
            row["ratios"]["copy"] = case.nbytes / seconds["autoblas"] / row["copy"]
        rows.append({"group": name, **row})
        print(line(case, row), flush=True)
    for peer in rows[0]["ratios"]:
        print(f"  geometric mean of {len(rows)} to {peer}: {mean([row['ratios'][peer] for row in rows]):.3f}")
    return rows


def tuned(beside: CLBlast, seconds: float) -> dict[str, int]:
    """Leave CLBlast with the parameters that a search found for the case of its group; what they are."""
    case = GROUPS["clblast"].cases[0]
    call = beside.bind(case, operands(case))

    def timed() -> float:
        call()
        return beside.seconds(call, 2)

    point, tried = search(beside.library, beside.queue.device, timed, seconds)
    print(f"  of {tried} points of CLBlast the fastest is {point}", flush=True)
    return point


@click.command()
@click.option("--only", type=click.Choice(list(GROUPS)), multiple=True, help="Measure these groups only.")
@click.option(
    "--rounds", type=click.IntRange(min=1), default=5, show_default=True, help="Turns of each library."
)
@click.option(
    "--peer",
    type=click.Choice(["either", "pytorch", "cupy"]),
    default="either",
    help="What cuBLAS is called through.",
)
@click.option("--clblast", metavar="PATH", help="CLBlast's shared library.")
@click.option(
    "--search",
    "seconds",
    type=float,
    default=0.0,
    help="Search CLBlast's parameters so long, and time it again.",
)
@click.option("--json", "path", type=click.Path(dir_okay=False), help="Write all figures to a file.")
def main(
    only: tuple[str, ...], rounds: int, peer: str, clblast: str | None, seconds: float, path: str | None
) -> None:
    """Measure and print; see the module's first lines."""
    queue = default_queue()
    facts = queue_device(queue).facts
    libraries: dict[str, Library] = {"autoblas": Autoblas(queue.context, queue.device)}
    theirs = cublas(peer)
    if theirs is not None:
        libraries["cublas"] = theirs
    header: dict[str, Any] = {
        "date": dt.datetime.now(dt.UTC).isoformat(timespec="seconds"), "autoblas": autoblas.__version__,
        "device": facts.name, "driver": facts.driver, "cublas": theirs and theirs.name,
        "python": platform.python_version(), "numpy": np.__version__, "state": state(),
    }  # fmt: skip
    print(", ".join(f"{name} {value}" for name, value in header.items()))
    results = []
    for name in only or GROUPS:
        if name == "bfloat16" and isinstance(theirs, CuPy):
            print("bfloat16: CuPy has no such type")
        elif name != "clblast":
            results += run_group(name, libraries, rounds)
        elif clblast:
            beside = CLBlast(clblast, queue.context, queue.device)
            results += run_group(name, libraries | {"clblast": beside}, rounds)
            if seconds:
                header["CLBlast's parameters"] = tuned(beside, seconds)
                results += run_group(name, libraries | {"clblast searched": beside}, rounds)
    header["state afterwards"] = state()
    print(f"afterwards {header['state afterwards']}")
    if path:
        with open(path, "w", encoding="utf-8") as file:  # noqa: PTH123  # click checked the path
            json.dump({"header": header, "results": results}, file, indent=1)


if __name__ == "__main__":
    main()
