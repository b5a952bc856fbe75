"""What ``check`` and ``bench`` do with the problem of any routine: they run the kernel that serves it on test data."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from autoblas.cli.options import Whole, device_option, json_option, limit_option, seed_option, turns_option
from autoblas.cli.output.candidates import origin_text
from autoblas.errors import VerificationError
from autoblas.problems.blas.notation import written
from autoblas.runtime.announce import going_on
from autoblas.runtime.checks.product import trial_for
from autoblas.runtime.choose import choose
from autoblas.runtime.context import default_queue, queue_device
from autoblas.runtime.fit import TRIAL, refuse_what_does_not_fit
from autoblas.runtime.measure.compare import side_by_side
from autoblas.space import parameters

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.cli.routines.table import Told
    from autoblas.problems import Problem
    from autoblas.runtime.choose import Choice

__all__ = ["bench_options", "bench_problem", "check_options", "check_problem", "kernel_words"]


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
) -> Told:
    """Check the kernel that serves a problem: integers to the bit, reals within their bounds, canaries around outputs.

    Args:
        problem: The problem.
        device: The device, as ``--device`` takes it.
        say: Prints a line.
        rounds: How often it is checked, with new data.
        seed: Of the data.

    Returns:
        What was found, and the error where a result is wrong.

    Raises:
        ArgumentError: the problem does not fit the memory there is.
    """
    queue = default_queue(device)
    there = queue_device(queue)
    refuse_what_does_not_fit(problem, there.facts, TRIAL)
    choice = choose(problem, there.facts)
    say(f"{there.facts.name} ({there.facts.platform}), {written(problem)}")
    say(f"{choice.kernel.name}, {origin_text(choice)}")
    faults: list[str | None] = []
    for number in range(rounds):
        going_on()
        wrong = trial_for(there, queue, problem, seed + number).check(choice)
        faults.append(wrong)
        say(f"round {number + 1}: {wrong or 'right, and nothing else was written'}")
    words = {**kernel_words(choice), "rounds": [{"right": fault is None, "fault": fault} for fault in faults]}
    failed = sum(fault is not None for fault in faults)
    if not failed:
        return words, None
    return words, VerificationError(f"{failed} of {rounds} checks failed; the lines above name the elements")


def bench_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Pass what ``bench_problem`` takes beside the problem."""
    return device_option(limit_option(turns_option(json_option(function))))


def bench_problem(problem: Problem, device: str | None, say: Callable[[str], None], trials: int) -> Told:
    """Time the kernel that serves a problem, with its helpers, on arrays that are on the device; each call is waited for.

    Args:
        problem: The problem.
        device: The device, as ``--device`` takes it.
        say: Prints a line.
        trials: Turns.

    Raises:
        ArgumentError: the problem does not fit the memory there is.
    """
    queue = default_queue(device)
    there = queue_device(queue)
    refuse_what_does_not_fit(problem, there.facts, TRIAL)
    choice = choose(problem, there.facts)
    say(f"{there.facts.name} ({there.facts.platform}, {there.facts.driver}), {written(problem)}")
    launch = trial_for(there, queue, problem).timed(choice)

    def run() -> None:
        launch()[-1].wait()

    timing = side_by_side({"autoblas": run}, rounds=trials)["autoblas"]
    figures = f"{problem.min_bytes() / timing.median / 1e9:.2f} GB/s"
    if problem.flops():
        figures = f"{problem.flops() / timing.median / 1e9:.2f} GFLOP/s  {figures}"
    spread = f"({timing.low * 1e6:.1f} to {timing.high * 1e6:.1f}, best {timing.best * 1e6:.1f})"
    say(f"{timing.median * 1e6:.1f} us {spread}  {figures}")
    say(f"{choice.kernel.name}, {origin_text(choice)}")
    return {**kernel_words(choice), "seconds": asdict(timing)}, None


def kernel_words(choice: Choice) -> dict[str, Any]:
    """What serves a problem, as JSON can hold it."""
    return {"kernel": choice.kernel.name, "parameters": parameters(choice.params), "origin": choice.origin}
