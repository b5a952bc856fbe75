"""``autoblas explain``: which kernels serve a call, where their parameters came from, and what was excluded."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from autoblas.cli.options import device_option, json_option, product_options, sizes_options
from autoblas.cli.routines.routine import RoutineCall
from autoblas.cli.routines.table import ROUTINES, add_subcommands
from autoblas.errors import violated
from autoblas.kernels import serving
from autoblas.runtime.choose import Choice, choose
from autoblas.runtime.host.blas import host_function
from autoblas.runtime.host.crossover import HOST_TYPES, MEASURED_AS, PRODUCTS, crossover
from autoblas.runtime.plan import steps_of
from autoblas.runtime.results import known_results
from autoblas.runtime.serving_device import chosen_one
from autoblas.space import parameters

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from autoblas.cli.options import Product
    from autoblas.cli.routines.routine import HostWork
    from autoblas.devices.device import Facts
    from autoblas.problems import Problem
    from autoblas.runtime.host.crossover import Crossover

__all__ = ["command"]


@click.group("explain")
def command() -> None:
    """Say which kernels serve a call, and why."""


@command.command("gemm")
@sizes_options
@product_options
@device_option
@json_option
def gemm(m: int, n: int, k: int, product: Product, device: str | None, as_json: bool) -> None:
    """Explain C = alpha op(A) op(B) + beta C of dense row-major matrices."""
    explain(RoutineCall(ROUTINES["gemm"], {"m": m, "n": n, "k": k, "product": product}), device, as_json)


def explain_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Pass what ``explain`` takes beside the call."""
    return device_option(json_option(function))


def explain(call: RoutineCall, device: str | None, as_json: bool) -> None:
    """Print every launch of a call on dense row-major arrays, in order."""
    served = chosen_one(device)
    facts = served.facts
    launches = call.launches(facts)
    choices = {problem: choose(problem, facts) for problem in launches}
    limit = host_limit(call.host, facts)
    if as_json:
        click.echo(json.dumps(describe(call, facts, launches, choices, limit), indent=2))
        return
    if not launches:
        click.echo("C is empty: the call returns at once")
        return
    if known_results().fault is not None:
        click.echo(f"results: none of yours is used, {known_results().fault}")
    title = str(launches[0]) if len(launches) == 1 else f"{call.routine.name}, {counted(launches)}"
    click.echo(f"{title}\n  on {facts.name} ({facts.platform}, {facts.driver}), {served.reason}")
    if limit is not None and call.host is not None and call.host.size < limit.size:
        noun = "operations" if call.host.function == PRODUCTS else "bytes"
        click.echo(
            f"NumPy arrays: the host's BLAS, because {call.host.size} {noun} are fewer than "
            f"{limit.size:.0f} ({limit.origin}); the steps below are for arrays in device memory"
        )
    shown: dict[Problem, range] = {}
    number = 1
    for problem in launches:
        steps = steps_of(choices[problem])
        numbers = range(number, number + len(steps))
        number = numbers.stop
        if problem in shown:
            click.echo(f"{_steps(numbers)}: as {_steps(shown[problem])}, {problem}")
            continue
        shown[problem] = numbers
        if len(launches) > 1:
            click.echo(str(problem))
        for place, step in zip(numbers, steps, strict=True):
            show(place, step.choice, step.launch)
        show_others(choices[problem], facts)


def counted(launches: Sequence[Problem]) -> str:
    """How much a call consists of, in words."""
    different = len(set(launches))
    return f"{len(launches)} problems one after the other, {different} of them different"


def _steps(numbers: range) -> str:
    """Step numbers in words."""
    return f"step {numbers[0]}" if len(numbers) == 1 else f"steps {numbers[0]} to {numbers[-1]}"


def host_limit(work: HostWork | None, facts: Facts) -> Crossover | None:
    """Below what size the host computes such a call on NumPy arrays; None where it never does."""
    if work is None or work.precision not in HOST_TYPES:
        return None
    if work.function == PRODUCTS:
        return crossover(facts, work.precision)
    if host_function(work.function, work.precision) is None:
        return None
    return crossover(facts, work.precision, MEASURED_AS.get(work.function, work.function))


def show(number: int, choice: Choice, launch: Any) -> None:
    """One step: the kernel, its parameters, where they came from, and the extent of its launch."""
    values = " ".join(f"{name}={value}" for name, value in parameters(choice.params).items())
    sizes = " x ".join(map(str, launch.global_size)), " x ".join(map(str, launch.local_size))
    click.echo(f"step {number}: {choice.kernel.name}: {choice.origin}")
    click.echo(f"  parameters: {values}")
    click.echo(f"  launch: {sizes[0]} work-items in work-groups of {sizes[1]}")
    click.echo(f"  traffic: {choice.kernel.traffic(choice.params, choice.problem) / 2**20:.1f} MiB")
    if choice.seconds and choice.problem.flops():
        click.echo(f"  recorded: {choice.seconds * 1e6:.1f} us")


def show_others(choice: Choice, facts: Facts) -> None:
    """What was excluded, and the kernels that were not chosen."""
    for label, reason in choice.excluded.items():
        click.echo(f"excluded: {label}: {violated(reason)}")
    for kernel in serving(type(choice.problem)):
        if kernel.name != choice.kernel.name:
            click.echo(f"other kernel: {kernel.name}: {standing(kernel, choice.problem, facts)}")


def standing(kernel: Any, problem: Any, facts: Facts) -> str:
    """Whether a kernel that was not chosen could have been."""
    refusal = kernel.refusal(kernel.space.point({}), problem, facts)
    return (
        "legal, but not the best known"
        if refusal is None
        else f"its defaults are refused; {violated(refusal)}"
    )


def describe(
    call: RoutineCall,
    facts: Facts,
    launches: Sequence[Problem],
    choices: dict[Problem, Choice],
    limit: Crossover | None,
) -> dict[str, Any]:
    """The plan as JSON can hold it; ``problem`` and ``excluded`` are those of what takes the most work."""
    plan: dict[str, Any] = {"routine": call.routine.name, "device": facts.name}
    if launches:
        largest = call.problems(facts)[0]
        plan |= {"problem": largest.words(), "excluded": dict(choices[largest].excluded)}
        plan["operations"] = sum(problem.flops() for problem in launches)
    plan["host"] = limit and {"below": min(limit.size, 2**63), "origin": limit.origin}
    plan["results"] = {"fault": known_results().fault}
    plan["steps"] = [
        {
            "kernel": step.choice.kernel.name,
            "problem": step.choice.problem.words(),
            "parameters": parameters(step.choice.params),
            "origin": step.choice.origin,
            "excluded": dict(step.choice.excluded),
            "global_size": list(step.launch.global_size),
            "local_size": list(step.launch.local_size),
            "traffic_bytes": step.choice.kernel.traffic(step.choice.params, step.choice.problem),
        }
        for problem in launches
        for step in steps_of(choices[problem])
    ]
    return plan


add_subcommands(command, "Explain", explain_options, explain)
