"""Presets, kernels by the names that other projects gave them: options of commands, ``bench preset``, and the check."""

from __future__ import annotations

import functools
import time
from typing import TYPE_CHECKING, Any

import click

from autoblas.arrays.mapped.array import largest_square
from autoblas.checks.product import trial_for
from autoblas.cli.options import Whole, device_option, json_option, limit_option, with_options
from autoblas.cli.output.documents import print_document, problem_words
from autoblas.cli.output.text import assignments
from autoblas.cli.routines.table import quiet
from autoblas.contrib.presets import figures, fitted, names, parse, remark
from autoblas.errors import ArgumentError, NoLegalPointError, VerificationError, violated
from autoblas.isolate.progress import heartbeat
from autoblas.kernels import kernels
from autoblas.kernels.space import parameters
from autoblas.plan.choose import Choice, with_helpers
from autoblas.plan.queues import default_queue, queue_device
from autoblas.problems.blas.notation import written
from autoblas.tune.peak import peak_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.contrib.presets import Preset
    from autoblas.devices.device import Device, Facts, Queue
    from autoblas.problems import Matmul

__all__ = ["bench_preset", "check_preset", "preset_options"]


def preset_options(function: Callable[..., Any], *, required: bool = False) -> Callable[..., Any]:
    """Pass ``m``, ``n`` and ``k``, and ``preset``, which is None where ``--preset`` was not given and need not be.

    Without a preset ``-n`` alone means square matrices, as in ``sizes_options``. A preset has sizes of its own, which
    those that are given replace.

    Args:
        function: The command.
        required: It does nothing without a preset.
    """
    needed = "--preset" if required else "-n"

    @functools.wraps(function)
    def with_preset(
        *args: Any, preset: str | None, m: int | None, n: int | None, k: int | None, **kwargs: Any
    ) -> Any:
        if preset is None and (required or n is None):
            raise click.UsageError(f"Missing option '{needed}'.", click.get_current_context())
        chosen = None if preset is None else parse(preset)
        default = (n or 0,) * 3
        if chosen is not None and n is None:
            default = (chosen.problem.m, chosen.problem.n, chosen.problem.k)
        sizes = [
            default_size if size is None else size
            for size, default_size in zip((m, n, k), default, strict=True)
        ]
        if preset is not None and (m, n, k) != (None, None, None):
            chosen = parse(preset, (sizes[0], sizes[1], sizes[2]))
        return function(*args, m=sizes[0], n=sizes[1], k=sizes[2], preset=chosen, **kwargs)

    def listing(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
        if wanted:
            click.echo("\n".join(names()))
            context.exit()

    size = Whole(min=1)
    listed: dict[str, Any] = {"is_flag": True, "is_eager": True, "expose_value": False, "callback": listing}
    options = (
        click.option("-m", type=size, help="Rows of A and C.  [default: as -n]"),
        click.option(
            "-n", type=size, help=f"Columns of B and C.{'' if required else '  [required without --preset]'}"
        ),
        click.option("-k", type=size, help="Columns of A and rows of B.  [default: as -n]"),
        click.option(
            "--preset",
            metavar="NAME",
            help="A kernel and its problem, by the name that another project gave it; -m, -n and -k replace its sizes."
            f"{'  [required]' if required else ''}",
        ),
        click.option("--presets", help="List names that --preset takes, and exit.", **listed),
    )
    return with_options(with_preset, options)


def check_preset(preset: Preset, queue: Queue, seed: int, *, as_json: bool = False) -> None:
    """Check a preset's kernel at its problem, as the tuner checks a candidate, and print what was checked.

    Raises:
        NoLegalPointError: the device cannot run it, with the rule that says why.
        VerificationError: its results are wrong.
    """
    device = queue_device(queue)
    preset = fitted(preset, device.facts)
    kernel, problem = kernels()[preset.kernel], preset.problem
    echo = quiet if as_json else click.echo
    echo(f"{preset.name} on {device.facts.name}: {written(problem)}")
    echo(f"{kernel.name}: {assignments(parameters(kernel.space.point(preset.parameters)))}")
    if (note := remark(preset)) is not None:
        echo(note)
    choice = _choice(preset, device.facts)
    wrong = trial_for(device, queue, problem, seed).check(choice)
    if wrong is not None:
        raise VerificationError(f"{preset.name} is wrong: {wrong}")
    echo("right: exact on integers, within the bound of every element on reals, nothing else written")
    if as_json:
        print_document(device.facts, preset=preset.name, problems=[_kernel_document(choice, right=True)])


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
def bench_preset(
    preset: Preset, device: str | None, iterations: int, *, validate: bool, as_json: bool, **_sizes: int
) -> None:
    """Time a preset's kernel and its helpers with the device's clock, one line per invocation.

    Sizes whose three matrices do not fit the device are refused before anything is allocated.
    """
    echo = quiet if as_json else click.echo
    queue = default_queue(device)
    owner = queue_device(queue)
    _check_sizes(preset.problem, owner)
    timed = owner.queue(timed=True)
    preset, problem = fitted(preset, owner.facts), preset.problem
    started = time.perf_counter()
    choice = _choice(preset, owner.facts)
    echo(f"{preset.name} on {owner.facts.name} ({owner.facts.platform}): {written(problem)}")
    if (counts := figures(preset)) is not None:
        echo(counts)
    trial = trial_for(owner, timed, problem)
    launch = trial.timed(choice)
    echo(f"set up in {time.perf_counter() - started:.2f} s")
    if validate:
        wrong = trial.check(choice)
        if wrong is not None:
            raise VerificationError(f"{preset.name} is wrong: {wrong}")
        echo("right: exact on integers, within the bound of every element on reals")
    peak = peak_of(queue, problem.accumulator) if iterations else None
    times = []
    for number in range(1, iterations + 1):
        heartbeat()
        events = launch()
        events[-1].wait()
        seconds = owner.times(events[-1])[1] - owner.times(events[0])[0]
        times.append(seconds)
        rate = problem.flops() / seconds / 1e9
        share = "" if peak is None else f", {rate / peak.gflops:.1%} of peak"
        echo(f"invocation {number}: {seconds * 1e3:.3f} ms, {rate:.1f} GFLOP/s{share}")
    if as_json:
        document = _kernel_document(choice, seconds=times)
        reached = None if peak is None else peak._asdict()
        print_document(owner.facts, preset=preset.name, peak=reached, validated=validate, problems=[document])


def _choice(preset: Preset, facts: Facts) -> Choice:
    """Kernel and parameters of a preset, with the helpers that it needs on a device.

    Raises:
        NoLegalPointError: the device cannot run it, with the rule that says why.
    """
    kernel = kernels()[preset.kernel]
    params = kernel.space.point(preset.parameters)
    refusal = kernel.refusal(params, preset.problem, facts)
    if refusal is not None:
        raise NoLegalPointError(f"{preset.name} does not run here; {violated(refusal)}")
    return with_helpers(Choice(preset.problem, kernel, params, "a preset"), facts)


def _kernel_document(choice: Choice, **further: Any) -> dict[str, Any]:
    """JSON of a preset's problem and kernel."""
    kernel = {"kernel": choice.kernel.name, "parameters": parameters(choice.params)}
    return {**problem_words(choice.problem), **kernel, **further}


def _check_sizes(problem: Matmul, device: Device) -> None:
    """Refuse matrices of which three do not fit the device.

    Raises:
        ArgumentError: a side exceeds that of the largest square matrix that fits three times.
    """
    largest = largest_square(device.facts, max(precision.size for precision in problem.types))
    for argument, size in zip("mnk", (problem.m, problem.n, problem.k), strict=True):
        if not 0 < size <= largest:
            raise ArgumentError(f"-{argument}", f"1 to {largest} on this device", str(size))
