"""``autoblas print``: the generated source of a kernel, with no device needed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from autoblas.cli._presets import preset_options
from autoblas.cli.options import dtype_option, fixed_option, gemm_problem, transpose_options
from autoblas.devices.recording import INTEL_GPU, PLAIN_CPU, PLAIN_GPU
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.errors import NoLegalPointError
from autoblas.kernels import kernels, serving
from autoblas.presets import figures, remark
from autoblas.problems import Matmul

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autoblas.presets.preset import Preset

__all__ = ["command"]


@click.group("print")
def command() -> None:
    """Print the generated source of a kernel."""


@command.command("gemm")
@click.option(
    "--kernel",
    type=click.Choice([kernel.name for kernel in serving(Matmul)]),
    default="gemm_panel",
    show_default=True,
    help="Which kernel.",
)
@preset_options
@dtype_option
@transpose_options
@fixed_option
@click.option(
    "--packs",
    is_flag=True,
    help="Print the kernels that it needs beside it too, such as those that pack its operands.",
)
@click.option(
    "--list", "listing", is_flag=True, help="Print the kernel's parameters and their values instead."
)
def gemm(
    kernel: str, preset: Preset | None, m: int, n: int, k: int, dtype: str, trans_a: str, trans_b: str,
    fixed: Mapping[str, Any], packs: bool, listing: bool,
) -> None:  # fmt: skip
    """Print a GEMM kernel from its parameters: the defaults or a preset's, and what --fix says.

    No device is asked: the rules are judged for a plain CPU with double precision; those of a preset, which also says
    what it computes, for plain GPUs as well. A point that a rule refuses is not printed; the rule is.
    """
    chosen = kernels()[kernel if preset is None else preset.kernel]
    if listing:
        for name, values in chosen.space.choices().items():
            click.echo(f"{name}: {', '.join(map(str, values))}  ({chosen.space.docs()[name]})")
        return
    problem = gemm_problem(m, n, k, dtype, trans_a, trans_b) if preset is None else preset.problem
    params = chosen.space.point({**(preset.parameters if preset else {}), **fixed})
    devices = (PLAIN_CPU,) if preset is None else (PLAIN_CPU, PLAIN_GPU, INTEL_GPU)
    refusals = [chosen.refusal(params, problem, facts) for facts in devices]
    if None not in refusals:
        raise NoLegalPointError(
            f"{chosen.name} refuses these parameters for {problem}; what does not hold: {refusals[0]}"
        )
    if preset is not None:
        said = remark(preset)
        click.echo(f"// {preset.name}: {problem}{f'; {said}' if said else ''}")
        if (counts := figures(preset)) is not None:
            click.echo(f"// {counts}")
    text, flags = chosen.written(params, problem, OPENCL_C)
    click.echo(f"// {chosen.name}, options: {' '.join(flags) or 'none'}, {chosen.geometry(params, problem)}")
    click.echo(text, nl=False)
    for helper in chosen.helpers(params, problem) if packs else ():
        helping = next(iter(serving(type(helper.problem))))
        point = helping.suggested(helper.problem, PLAIN_CPU)
        click.echo(f"\n// {helping.name} for {helper.memory}")
        click.echo(helping.source(point, helper.problem, OPENCL_C), nl=False)
