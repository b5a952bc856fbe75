"""The options ``--preset`` and ``--presets`` of the commands for gemm, and the check of a preset on a device."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import click

from autoblas.checks.product import trial_for
from autoblas.cli.options import Whole
from autoblas.cli.output.documents import print_document, problem_words
from autoblas.cli.routines.table import quiet
from autoblas.contrib.presets import fitted, names, parse, remark
from autoblas.errors import NoLegalPointError, VerificationError, violated
from autoblas.kernels import kernels
from autoblas.kernels.space import parameters
from autoblas.plan.choose import Choice, with_helpers
from autoblas.plan.queues import queue_device
from autoblas.problems.blas.notation import written

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.contrib.presets import Preset
    from autoblas.devices.device import Queue

__all__ = ["check_preset", "preset_options"]


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
    command: Callable[..., Any] = with_preset
    for option in reversed(options):
        command = option(command)
    return command


def check_preset(preset: Preset, queue: Queue, seed: int, *, as_json: bool = False) -> None:
    """Check a preset's kernel at its problem, as the tuner checks a candidate, and print what was checked.

    Raises:
        NoLegalPointError: the device cannot run it, with the rule that says why.
        VerificationError: its results are wrong.
    """
    device = queue_device(queue)
    preset = fitted(preset, device.facts)
    kernel, problem = kernels()[preset.kernel], preset.problem
    params = kernel.space.point(preset.parameters)
    echo = quiet if as_json else click.echo
    echo(f"{preset.name} on {device.facts.name}: {written(problem)}")
    echo(f"{kernel.name}: {' '.join(f'{name}={value}' for name, value in parameters(params).items())}")
    if (note := remark(preset)) is not None:
        echo(note)
    refusal = kernel.refusal(params, problem, device.facts)
    if refusal is not None:
        raise NoLegalPointError(f"{preset.name} does not run here; {violated(refusal)}")
    choice = with_helpers(Choice(problem, kernel, params, "a preset"), device.facts)
    wrong = trial_for(device, queue, problem, seed).check(choice)
    if wrong is not None:
        raise VerificationError(f"{preset.name} is wrong: {wrong}")
    echo("right: exact on integers, within the bound of every element on reals, nothing else written")
    if as_json:
        words = {
            **problem_words(problem),
            "kernel": kernel.name,
            "parameters": parameters(params),
            "right": True,
        }
        print_document(device.facts, preset=preset.name, problems=[words])
