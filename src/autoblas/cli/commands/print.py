"""``autoblas print``: the generated source of the kernels for a routine, with no device needed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from autoblas.cli.options import dtype_option, fixed_option, gemm_problem, json_option, transpose_options
from autoblas.cli.output.documents import print_document, problem_words
from autoblas.cli.output.text import tell
from autoblas.cli.presets import preset_options
from autoblas.cli.routines.group import RoutineGroup
from autoblas.contrib.presets import figures, remark
from autoblas.devices.recording import HOPPER, INTEL_GPU, PLAIN_CPU, PLAIN_GPU
from autoblas.emit.cuda_c import CUDA_C, PRELUDE_FILE
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.errors import ArgumentError, NoLegalPointError, violated
from autoblas.kernels import kernels, serving
from autoblas.kernels.space import parameters
from autoblas.plan.candidates import Candidate, reason, suggestions
from autoblas.problems import Matmul
from autoblas.problems.blas.notation import written

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from autoblas.cli.routines.routine import RoutineCall
    from autoblas.contrib.presets import Preset
    from autoblas.devices.device import Facts
    from autoblas.emit.dialect import Dialect
    from autoblas.kernels.kernel import Kernel
    from autoblas.problems import Problem

__all__ = ["command"]

DEVICES = {"cpu": PLAIN_CPU, "gpu": PLAIN_GPU, "intel": INTEL_GPU, "hopper": HOPPER}
"""Devices without hardware, by what ``--for`` calls them."""

DIALECTS: dict[str, Dialect] = {"opencl": OPENCL_C, "cuda": CUDA_C}
"""Kernel languages, by what ``--dialect`` calls them."""

IN_CUDA = replace(HOPPER, images=False)
"""The device that texts in CUDA C++ are for where none is named."""

dialect_option = click.option(
    "--dialect",
    type=click.Choice(list(DIALECTS)),
    default=next(iter(DIALECTS)),
    show_default=True,
    help="Kernel language.",
)


@click.group("print", cls=RoutineGroup)
def command() -> None:
    """Print the generated source of kernels."""


@command.command("gemm")
@click.option(
    "--kernel",
    type=click.Choice([kernel.name for kernel in serving(Matmul)]),
    metavar="KERNEL",
    help=f"Kernel to print: {', '.join(kernel.name for kernel in serving(Matmul))}.  [default: gemm_panel; in CUDA "
    "gemm_tile]",
)
@dialect_option
@preset_options
@dtype_option
@transpose_options
@fixed_option
@click.option(
    "--packs", is_flag=True, help="Also print its helper kernels, such as those that pack its operands."
)
@click.option(
    "--list", "listing", is_flag=True, help="Print the kernel's parameters and their possible values instead."
)
@json_option
def gemm(
    kernel: str | None, dialect: str, preset: Preset | None, m: int, n: int, k: int, dtype: str, trans_a: str, trans_b: str,
    fixed: Mapping[str, Any], packs: bool, listing: bool, *, as_json: bool,
) -> None:  # fmt: skip
    """Print a GEMM kernel with its default parameters or those of a preset, changed by --fix.

    No device is needed: the rules are checked for a generic CPU with double precision, and those of a preset for
    generic GPUs too; for CUDA, for a generic GPU of NVIDIA's. Where a rule refuses the parameters, the rule is printed
    instead of the kernel.
    """
    in_cuda = dialect == "cuda"
    chosen = kernels()[preset.kernel if preset else kernel or ("gemm_tile" if in_cuda else "gemm_panel")]
    if listing:
        if as_json:
            print_document(kernels=[{"kernel": chosen.name, "choices": choices_of(chosen)}])
        else:
            print_parameters(chosen)
        return
    problem = gemm_problem(m, n, k, dtype, trans_a, trans_b) if preset is None else preset.problem
    params = chosen.space.point({**(preset.parameters if preset else {}), **fixed})
    devices = (PLAIN_CPU,) if preset is None else (PLAIN_CPU, PLAIN_GPU, INTEL_GPU)
    devices = (IN_CUDA,) if in_cuda else devices
    refusals: list[str | None] = [chosen.refusal(params, problem, facts) for facts in devices]
    if None not in refusals and preset is None:  # the defaults are those of large products
        legal = (each for facts in devices for each in chosen.legal_suggestions(problem, facts, fixed))
        found = next(legal, None if fixed else chosen.suggested(problem, devices[0]))
        if found is not None:
            params, refusals = found, [None]
    if None not in refusals:
        raise NoLegalPointError(
            f"{chosen.name} refuses these parameters for {written(problem)}; {violated(str(refusals[0]))}"
        )
    if as_json:
        written_ones = kernel_texts(
            chosen, params, problem, DIALECTS[dialect], helpers=packs, facts=devices[0]
        )
        print_document(dialect=dialect, kernels=written_ones)
        return
    if preset is not None:
        said = remark(preset)
        click.echo(f"// {preset.name}: {written(problem)}{f'; {said}' if said else ''}")
        if (counts := figures(preset)) is not None:
            click.echo(f"// {counts}")
    print_kernel(chosen, params, problem, DIALECTS[dialect], helpers=packs, facts=devices[0])


def print_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Pass what ``print_launches`` takes beside the call."""
    options = (
        click.option(
            "--kernel", metavar="NAME", help="Kernel to print.  [default: the one suggested for the device]"
        ),
        click.option(
            "--for",
            "kind",
            type=click.Choice(list(DEVICES)),
            help="Generic device for which parameters are suggested and rules checked.  [default: cpu; in CUDA hopper]",
        ),
        dialect_option,
        fixed_option,
        click.option("--helpers", is_flag=True, help="Also print its helper kernels."),
        click.option(
            "--list", "listing", is_flag=True, help="Print the parameters and their possible values instead."
        ),
        json_option,
    )
    for option in reversed(options):
        function = option(function)
    return function


def print_launches(
    call: RoutineCall,
    kernel: str | None,
    kind: str | None,
    dialect: str,
    fixed: Mapping[str, Any],
    *,
    helpers: bool,
    listing: bool,
    as_json: bool = False,
) -> None:
    """Print the kernels of a call on dense row-major arrays in order, each problem once.

    Args:
        call: The call.
        kernel: Only the problems that this kernel serves, and with it.
        kind: One of ``DEVICES``, or None for the dialect's own.
        dialect: One of ``DIALECTS``.
        fixed: Parameters held at a value.
        helpers: Print what kernels need beside their own launches.
        listing: Print the parameters instead.
        as_json: Print one object.

    Raises:
        ArgumentError: no launch of the call can be served by the kernel.
        NoLegalPointError: a rule refuses the parameters.
    """
    facts, found = DEVICES[kind or ("hopper" if dialect == "cuda" else "cpu")], False
    texts: list[dict[str, Any]] = []
    facts = replace(facts, images=False, sub_groups=False) if dialect == "cuda" else facts
    problems = tuple(dict.fromkeys(call.launches(facts)))
    known = {each.name for problem in problems for each in serving(type(problem))}
    if kernel is not None and kernel not in known:
        raise ArgumentError("--kernel", f"one of {', '.join(sorted(known))}", kernel)
    wanted = dict(fixed) if kernel is None else {**fixed, "kernel": kernel}
    for problem in problems:
        if kernel not in {None, *(each.name for each in serving(type(problem)))}:
            continue
        chosen = first_suggested(problem, facts, wanted)
        if as_json:
            words: dict[str, Any] = {"kernel": chosen.kernel.name, "choices": choices_of(chosen.kernel)}
            more = (
                [words]
                if listing
                else kernel_texts(
                    chosen.kernel, chosen.params, problem, DIALECTS[dialect], helpers=helpers, facts=facts
                )
            )
            texts += more
            continue
        click.echo("\n" if found else "", nl=False)
        found = True
        if listing:
            print_parameters(chosen.kernel)
            continue
        click.echo(f"// {written(problem)} on the {facts.name}: {told(chosen, problem, facts)}")
        print_kernel(chosen.kernel, chosen.params, problem, DIALECTS[dialect], helpers=helpers, facts=facts)
    if as_json:
        print_document(dialect=dialect, kernels=texts)


def choices_of(kernel: Kernel) -> dict[str, Any]:
    """Every parameter with its values, as JSON can hold them."""
    docs = kernel.space.docs()
    return {
        name: {"values": list(values), "meaning": docs[name]}
        for name, values in kernel.space.choices().items()
    }


def kernel_texts(
    kernel: Kernel, params: Any, problem: Problem, d: Dialect, *, helpers: bool, facts: Facts
) -> list[dict[str, Any]]:
    """A kernel and those that it needs beside its own launch, as JSON can hold them."""
    text, flags = kernel.written(params, problem, d)
    launch = kernel.geometry(params, problem)
    extent = {"global_size": list(launch.global_size), "local_size": list(launch.local_size)}
    words = {"kernel": kernel.name, **problem_words(problem), "parameters": parameters(params), "options": list(flags),
             **extent, "source": text}  # fmt: skip
    found = [words]
    for helper in kernel.helpers(params, problem) if helpers else ():
        helping = first_suggested(helper.problem, facts)
        found += kernel_texts(helping.kernel, helping.params, helper.problem, d, helpers=False, facts=facts)
    return found


def first_suggested(problem: Problem, facts: Facts, fixed: Mapping[str, Any] | None = None) -> Candidate:
    """The first candidate for a device of which nothing is recorded, with parameters held at a value.

    Raises:
        ArgumentError: no kernel has such a parameter, or none allows that value.
        NoLegalPointError: no kernel is legal so.
    """
    refusals = []
    for each in suggestions(problem, facts, fixed):
        if isinstance(each, Candidate):
            return each
        refusals.append(f"{each.label}: {violated(each.refusal)}")
    raise NoLegalPointError(
        f"no kernel is legal for {written(problem)} with these parameters ({'; '.join(refusals)})"
    )


def print_parameters(kernel: Kernel) -> None:
    """Every parameter with its values and its sentence."""
    for name, values in kernel.space.choices().items():
        tell(f"{name}: {', '.join(map(str, values))}  ({kernel.space.docs()[name]})")


def print_kernel(
    kernel: Kernel, params: Any, problem: Problem, d: Dialect, *, helpers: bool, facts: Facts
) -> None:
    """The text of a kernel, and of those that it needs beside its own launch."""
    text, flags = kernel.written(params, problem, d)
    if d is CUDA_C:
        click.echo(f"// compiled behind {PRELUDE_FILE}")
    click.echo(f"// {kernel.name}, options: {' '.join(flags) or 'none'}, {kernel.geometry(params, problem)}")
    click.echo(text, nl=False)
    for helper in kernel.helpers(params, problem) if helpers else ():
        helping = first_suggested(helper.problem, facts)
        click.echo(f"\n// {told(helping, helper.problem, facts)}, for {helper.memory}")
        click.echo(helping.kernel.source(helping.params, helper.problem, d), nl=False)


def told(candidate: Candidate, problem: Problem, facts: Facts) -> str:
    """Which kernel is printed, where its parameters came from, and why it stands first."""
    why = reason(candidate.kernel, candidate.params, problem, facts)
    return f"{candidate.kernel.name}, {candidate.words} ({why})"


command.add_routines("Print the kernels for", print_options, print_launches)
