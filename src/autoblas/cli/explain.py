"""``autoblas explain``: which kernel serves a problem, where its parameters came from, and what was excluded."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from autoblas.cli.options import device_option, json_option, product_options, sizes_options
from autoblas.devices.facts import facts_of
from autoblas.kernels import serving
from autoblas.runtime.choose import Choice, choose
from autoblas.runtime.crossover import HOST_TYPES, crossover
from autoblas.runtime.plan import steps_of
from autoblas.runtime.serving_device import serving_device
from autoblas.space import parameters

if TYPE_CHECKING:
    from autoblas.cli.options import Product
    from autoblas.devices.device import Facts

__all__ = ["command"]


@click.group("explain")
def command() -> None:
    """Say which kernel serves a problem, and why."""


@command.command("gemm")
@sizes_options
@product_options
@device_option
@json_option
def gemm(m: int, n: int, k: int, product: Product, device: str | None, as_json: bool) -> None:
    """Print the plan of a product of dense row-major matrices."""
    facts = facts_of(serving_device(device))
    problem = product.problem(m, n, k)
    if m == 0 or n == 0:
        click.echo(json.dumps({"steps": []}) if as_json else "C is empty: the call returns at once")
        return
    choice = choose(problem, facts)
    limit = crossover(facts, problem.precision) if problem.precision in HOST_TYPES else None
    if as_json:
        host = limit and {"below": min(limit.size, 2**63), "origin": limit.origin}
        words = {"operations": problem.flops(), "host": host}
        click.echo(json.dumps(describe(choice, facts) | words, indent=2))
        return
    click.echo(f"{problem}\n  on {facts.name} ({facts.platform}, {facts.driver})")
    if limit is not None and problem.flops() < limit.size:
        click.echo(
            f"NumPy arrays: the host's BLAS, because {problem.flops()} operations are fewer than "
            f"{limit.size:.0f} ({limit.origin}); what follows is for arrays in device memory"
        )
    for number, step in enumerate(steps_of(choice), 1):
        show(number, step.choice, step.launch)
    for label, reason in choice.excluded.items():
        click.echo(f"excluded: {label}: what does not hold: {reason}")
    for kernel in serving(type(problem)):
        if kernel.name != choice.kernel.name:
            click.echo(f"other kernel: {kernel.name}: {standing(kernel, problem, facts)}")


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


def standing(kernel: Any, problem: Any, facts: Facts) -> str:
    """Whether a kernel that was not chosen could have been."""
    refusal = kernel.refusal(kernel.space.point({}), problem, facts)
    return (
        "legal, but not the best known"
        if refusal is None
        else f"its defaults are refused; what does not hold: {refusal}"
    )


def describe(choice: Choice, facts: Facts) -> dict[str, Any]:
    """The plan as JSON can hold it."""
    steps = [
        {
            "kernel": step.choice.kernel.name,
            "parameters": parameters(step.choice.params),
            "origin": step.choice.origin,
            "global_size": list(step.launch.global_size),
            "local_size": list(step.launch.local_size),
            "traffic_bytes": step.choice.kernel.traffic(step.choice.params, step.choice.problem),
        }
        for step in steps_of(choice)
    ]
    return {
        "problem": choice.problem.words(),
        "device": facts.name,
        "steps": steps,
        "excluded": dict(choice.excluded),
    }
