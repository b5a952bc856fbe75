"""Checks and timings of any routine's problem, for ``check`` and ``bench``: its kernel runs on test data."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from autoblas.checks.product import trial_for
from autoblas.cli.options import Whole, device_option, json_option, limit_option, seed_option, turns_option
from autoblas.cli.output.candidates import origin_text
from autoblas.cli.output.text import Columns, gflops_text, span_text, time_text
from autoblas.cli.routines.table import ProblemReport, quiet
from autoblas.cli.verbose import is_verbose
from autoblas.errors import VerificationError
from autoblas.isolate.progress import heartbeat
from autoblas.kernels.space import parameters
from autoblas.plan.choose import choose
from autoblas.plan.fit import TRIAL, refuse_what_does_not_fit
from autoblas.plan.queues import default_queue, queue_device
from autoblas.problems.blas.notation import written
from autoblas.tune.compare import side_by_side

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.devices.device import Device, Queue
    from autoblas.plan.choose import Choice
    from autoblas.problems import Problem

__all__ = [
    "RIGHT",
    "TIMES",
    "bench_options",
    "bench_problem",
    "check_options",
    "check_problem",
    "kernel_document",
]


RIGHT = "right: every element is within its bound, and nothing else is written"
"""Last line of ``check`` where all results are right."""

TIMES = Columns([("time", 9), ("20 to 80 %", 15), ("GFLOP/s", 8), ("GB/s", 7)])
"""Table that ``bench`` prints for problems of any routine."""


def check_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Pass what ``check_problem`` takes beside the problem."""
    number = Whole(min=1)
    rounds = click.option(
        "--rounds",
        type=number,
        default=3,
        show_default=True,
        help="Number of checks, each with new random data.",
    )
    return device_option(limit_option(rounds(seed_option(json_option(function)))))


def check_problem(
    problem: Problem, device: str | None, say: Callable[[str], None], rounds: int, seed: int
) -> ProblemReport:
    """Check the kernel that serves a problem: integers to the bit, reals within their bounds, canaries around outputs.

    Args:
        problem: The problem.
        device: The device, as ``--device`` takes it.
        say: Prints a line.
        rounds: How often it is checked, with new data.
        seed: Of the data.

    Returns:
        The JSON of the check, and the error where a result is wrong.

    Raises:
        ArgumentError: the problem does not fit the memory there is.
    """
    queue, owner, choice = _chosen(problem, device)
    details = say if is_verbose() else quiet
    details(f"{written(problem)}: {choice.kernel.name}, {origin_text(choice)}")
    faults: list[str | None] = []
    for number in range(rounds):
        heartbeat()
        wrong = trial_for(owner, queue, problem, seed + number).check(choice)
        faults.append(wrong)
        (say if wrong else details)(f"round {number + 1}: {wrong or 'right'}")
    document = {
        **kernel_document(choice),
        "rounds": [{"right": fault is None, "fault": fault} for fault in faults],
    }
    failed = sum(fault is not None for fault in faults)
    if not failed:
        return ProblemReport(document)
    error = VerificationError(f"{failed} of {rounds} checks failed; the lines above name the elements")
    return ProblemReport(document, error)


def bench_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Pass what ``bench_problem`` takes beside the problem."""
    return device_option(limit_option(turns_option(json_option(function))))


def bench_problem(
    problem: Problem, device: str | None, say: Callable[[str], None], trials: int
) -> ProblemReport:
    """Time the kernel that serves a problem, with its helpers, on arrays that are on the device; each call is waited for.

    Args:
        problem: The problem.
        device: The device, as ``--device`` takes it.
        say: Prints a line.
        trials: Turns.

    Raises:
        ArgumentError: the problem does not fit the memory there is.
    """
    queue, owner, choice = _chosen(problem, device)
    launch = trial_for(owner, queue, problem).timed(choice)

    def run() -> None:
        launch()[-1].wait()

    timing = side_by_side({"autoblas": run}, rounds=trials)["autoblas"]
    rate = gflops_text(problem.flops() / timing.median) if problem.flops() else "-"
    bandwidth = f"{problem.min_bytes() / timing.median / 1e9:.2f}"
    figures = TIMES.row(time_text(timing.median), span_text(timing.low, timing.high), rate, bandwidth)
    say(f"{figures}  {written(problem)}")
    if is_verbose():
        say(f"    {choice.kernel.name}, {origin_text(choice)}")
    return ProblemReport({**kernel_document(choice), "seconds": asdict(timing)})


def _chosen(problem: Problem, device: str | None) -> tuple[Queue, Device, Choice]:
    """Queue and device for a problem, and the kernel that serves it there.

    Raises:
        ArgumentError: the problem does not fit the memory there is.
    """
    queue = default_queue(device)
    owner = queue_device(queue)
    refuse_what_does_not_fit(problem, owner.facts, TRIAL)
    return queue, owner, choose(problem, owner.facts)


def kernel_document(choice: Choice) -> dict[str, Any]:
    """JSON of the kernel that serves a problem."""
    return {"kernel": choice.kernel.name, "parameters": parameters(choice.params), "origin": choice.origin}
