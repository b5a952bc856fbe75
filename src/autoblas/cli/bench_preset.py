"""``autoblas bench preset``: a kernel by the name that another project gave it, invocation by invocation."""

from __future__ import annotations

import functools
import time
from typing import TYPE_CHECKING

import click

from autoblas.arrays.mapped.array import largest_square
from autoblas.checks.product import trial_for
from autoblas.cli.options import Whole, device_option, json_option, limit_option
from autoblas.cli.output.documents import print_document, problem_words
from autoblas.cli.presets import preset_options
from autoblas.cli.routines.table import quiet
from autoblas.contrib.presets import figures, fitted
from autoblas.errors import ArgumentError, NoLegalPointError, VerificationError, violated
from autoblas.isolate.progress import heartbeat
from autoblas.kernels import kernels
from autoblas.kernels.space import parameters
from autoblas.plan.choose import Choice, with_helpers
from autoblas.plan.queues import default_queue, queue_device
from autoblas.problems.blas.notation import written
from autoblas.tune.peak import peak_of

if TYPE_CHECKING:
    from autoblas.contrib.presets import Preset
    from autoblas.devices.device import Device
    from autoblas.problems import Matmul

__all__ = ["preset"]


@click.command("preset", short_help="Time a preset's kernel and its helpers.")
@functools.partial(preset_options, required=True)
@device_option
@limit_option
@click.option(
    "--iterations",
    type=Whole(min=0),
    default=10,
    show_default=True,
    help="Number of invocations; with 0, only the setup is run.",
)
@click.option("--validate", is_flag=True, help="Check the results on the host first.")
@json_option
def preset(
    preset: Preset, device: str | None, iterations: int, *, validate: bool, as_json: bool, **_sizes: int
) -> None:
    """Time a preset's kernel and its helpers with the device's clock, one line per invocation.

    Sizes whose three matrices do not fit the device are refused before anything is allocated.
    """
    echo = quiet if as_json else click.echo
    queue = default_queue(device)
    owner = queue_device(queue)
    check_sizes(preset.problem, owner)
    timed = owner.queue(timed=True)
    preset = fitted(preset, owner.facts)
    kernel, problem = kernels()[preset.kernel], preset.problem
    params = kernel.space.point(preset.parameters)
    refusal = kernel.refusal(params, problem, owner.facts)
    if refusal is not None:
        raise NoLegalPointError(f"{preset.name} does not run here; {violated(refusal)}")
    echo(f"{preset.name} on {owner.facts.name} ({owner.facts.platform}): {written(problem)}")
    if (counts := figures(preset)) is not None:
        echo(counts)
    started = time.perf_counter()
    choice = with_helpers(Choice(problem, kernel, params, "a preset"), owner.facts)
    trial = trial_for(owner, timed, problem)
    launch = trial.timed(choice)
    echo(f"set up in {time.perf_counter() - started:.2f} s")
    if validate:
        wrong = trial.check(choice)
        if wrong is not None:
            raise VerificationError(f"{preset.name} is wrong: {wrong}")
        echo("right: exact on integers, within the bound of every element on reals")
    peak = peak_of(queue, problem.accumulator) if iterations else None
    seconds_by_invocation = []
    for number in range(1, iterations + 1):
        heartbeat()
        events = launch()
        events[-1].wait()
        seconds = owner.times(events[-1])[1] - owner.times(events[0])[0]
        seconds_by_invocation.append(seconds)
        rate = problem.flops() / seconds / 1e9
        share = "" if peak is None else f", {rate / peak.gflops:.1%} of peak"
        echo(f"invocation {number}: {seconds * 1e3:.3f} ms, {rate:.1f} GFLOP/s{share}")
    if as_json:
        words = {
            **problem_words(problem),
            "kernel": kernel.name,
            "parameters": parameters(params),
            "seconds": seconds_by_invocation,
        }
        reached = None if peak is None else peak._asdict()
        print_document(owner.facts, preset=preset.name, peak=reached, validated=validate, problems=[words])


def check_sizes(problem: Matmul, device: Device) -> None:
    """Refuse matrices of which three do not fit the device.

    Raises:
        ArgumentError: a side exceeds that of the largest square matrix that fits three times.
    """
    largest = largest_square(device.facts, max(precision.size for precision in problem.types))
    for argument, size in zip("mnk", (problem.m, problem.n, problem.k), strict=True):
        if not 0 < size <= largest:
            raise ArgumentError(f"-{argument}", f"1 to {largest} on this device", str(size))
