"""``autoblas print``: the generated source of the kernels for a routine, with no device needed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from autoblas.cli.options import (
    dtype_option,
    fixed_option,
    gemm_problem,
    json_option,
    transpose_options,
    with_options,
)
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
        legal_points = (
            point for facts in devices for point in chosen.legal_suggestions(problem, facts, fixed)
        )
        legal_point = next(legal_points, None if fixed else chosen.suggested(problem, devices[0]))
        if legal_point is not None:
            params, refusals = legal_point, [None]
    if None not in refusals:
        raise NoLegalPointError(
            f"{chosen.name} refuses these parameters for {written(problem)}; {violated(str(refusals[0]))}"
        )
    if as_json:
        texts = kernel_texts(chosen, params, problem, DIALECTS[dialect], helpers=packs, facts=devices[0])
        print_document(dialect=dialect, kernels=texts)
        return
    if preset is not None:
        note = remark(preset)
        click.echo(f"// {preset.name}: {written(problem)}{f'; {note}' if note else ''}")
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
    return with_options(function, options)


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
    facts, separate = DEVICES[kind or ("hopper" if dialect == "cuda" else "cpu")], False
    texts: list[dict[str, Any]] = []
    facts = replace(facts, images=False, sub_groups=False) if dialect == "cuda" else facts
    problems = tuple(dict.fromkeys(call.launches(facts)))
    names = {server.name for problem in problems for server in serving(type(problem))}
    if kernel is not None and kernel not in names:
        raise ArgumentError("--kernel", f"one of {', '.join(sorted(names))}", kernel)
    wanted = dict(fixed) if kernel is None else {**fixed, "kernel": kernel}
    for problem in problems:
        if kernel not in {None, *(server.name for server in serving(type(problem)))}:
            continue
        chosen = first_suggested(problem, facts, wanted)
        if as_json:
            words: dict[str, Any] = {"kernel": chosen.kernel.name, "choices": choices_of(chosen.kernel)}
            documents = (
                [words]
                if listing
                else kernel_texts(
                    chosen.kernel, chosen.params, problem, DIALECTS[dialect], helpers=helpers, facts=facts
                )
            )
            texts += documents
            continue
        click.echo("\n" if separate else "", nl=False)
        separate = True
        if listing:
            print_parameters(chosen.kernel)
            continue
        click.echo(f"// {written(problem)} on the {facts.name}: {choice_text(chosen, problem, facts)}")
        print_kernel(chosen.kernel, chosen.params, problem, DIALECTS[dialect], helpers=helpers, facts=facts)
    if as_json:
        print_document(dialect=dialect, kernels=texts)


def choices_of(kernel: Kernel) -> dict[str, Any]:
    """JSON of every parameter with its values."""
    docs = kernel.space.docs()
    return {
        name: {"values": list(values), "meaning": docs[name]}
        for name, values in kernel.space.choices().items()
    }


def kernel_texts(
    kernel: Kernel, params: Any, problem: Problem, d: Dialect, *, helpers: bool, facts: Facts
) -> list[dict[str, Any]]:
    """JSON of a kernel and of its helpers."""
    text, flags = kernel.written(params, problem, d)
    launch = kernel.geometry(params, problem)
    extent = {"global_size": list(launch.global_size), "local_size": list(launch.local_size)}
    document = {"kernel": kernel.name, **problem_words(problem), "parameters": parameters(params), "options": list(flags),
             **extent, "source": text}  # fmt: skip
    documents = [document]
    for helper in kernel.helpers(params, problem) if helpers else ():
        helping = first_suggested(helper.problem, facts)
        documents += kernel_texts(
            helping.kernel, helping.params, helper.problem, d, helpers=False, facts=facts
        )
    return documents


def first_suggested(problem: Problem, facts: Facts, fixed: Mapping[str, Any] | None = None) -> Candidate:
    """The first candidate for a device of which nothing is recorded, with parameters held at a value.

    Raises:
        ArgumentError: no kernel has such a parameter, or none allows that value.
        NoLegalPointError: no kernel is legal so.
    """
    refusals = []
    for candidate in suggestions(problem, facts, fixed):
        if isinstance(candidate, Candidate):
            return candidate
        refusals.append(f"{candidate.label}: {violated(candidate.refusal)}")
    raise NoLegalPointError(
        f"no kernel is legal for {written(problem)} with these parameters ({'; '.join(refusals)})"
    )


def print_parameters(kernel: Kernel) -> None:
    """Print every parameter with its values and its sentence."""
    for name, values in kernel.space.choices().items():
        tell(f"{name}: {', '.join(map(str, values))}  ({kernel.space.docs()[name]})")


def print_kernel(
    kernel: Kernel, params: Any, problem: Problem, d: Dialect, *, helpers: bool, facts: Facts
) -> None:
    """Print the text of a kernel, and of its helpers."""
    text, flags = kernel.written(params, problem, d)
    if d is CUDA_C:
        click.echo(f"// compiled behind {PRELUDE_FILE}")
    click.echo(f"// {kernel.name}, options: {' '.join(flags) or 'none'}, {kernel.geometry(params, problem)}")
    click.echo(text, nl=False)
    for helper in kernel.helpers(params, problem) if helpers else ():
        helping = first_suggested(helper.problem, facts)
        click.echo(f"\n// {choice_text(helping, helper.problem, facts)}, for {helper.memory}")
        click.echo(helping.kernel.source(helping.params, helper.problem, d), nl=False)


def choice_text(candidate: Candidate, problem: Problem, facts: Facts) -> str:
    """Text on a printed kernel: origin of its parameters, and reason of its rank."""
    why = reason(candidate.kernel, candidate.params, problem, facts)
    return f"{candidate.kernel.name}, {candidate.words} ({why})"


command.add_routines("Print the kernels for", print_options, print_launches)
