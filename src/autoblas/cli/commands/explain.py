"""``autoblas explain``: which kernels serve a call, where their parameters came from, and what was excluded."""

from __future__ import annotations

import math
from collections import Counter
from itertools import takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

import click

import autoblas
from autoblas.blas.host.crossover import HOST_TYPES, MEASURED_AS, SHARED_OPERATIONS, crossover, way_to_host
from autoblas.calls.streamed.schedule import Extents, Schedule, schedule_of
from autoblas.cli.options import device_option, json_option, product_options, sizes_options
from autoblas.cli.output.candidates import (
    candidate_lines,
    excluded_text,
    expectations,
    origin_text,
    refusal_text,
)
from autoblas.cli.output.documents import print_document, problem_words
from autoblas.cli.output.text import assignments, columns, count_text, device_text, time_text, wrapped
from autoblas.cli.routines.group import RoutineGroup
from autoblas.cli.routines.routine import RoutineCall
from autoblas.cli.routines.several import expected, several_document, several_text, title_of, turning_point
from autoblas.cli.routines.table import ROUTINES
from autoblas.devices.selftest.serving_device import select_device
from autoblas.kernels.space import parameters
from autoblas.plan.bound import steps_of
from autoblas.plan.candidates import Candidate, Excluded, bytes_text, candidates
from autoblas.plan.choose import Choice, choices
from autoblas.plan.results import readable_results
from autoblas.problems import Matmul
from autoblas.problems.blas.notation import written

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from autoblas.blas.host.crossover import Crossover
    from autoblas.cli.options import Product
    from autoblas.cli.routines.routine import HostWork
    from autoblas.devices.device import Facts
    from autoblas.problems import Problem

__all__ = ["command"]

SHOWN = 3
"""Candidates that are named which come before the one that serves, where not all are asked for."""

MOST_PROBLEMS = 6
"""Problems of a call that are named."""


def explain_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Pass what ``explain`` takes beside the call."""
    several = click.option(
        "--devices",
        metavar="DEVICES",
        help="Say how these devices, as autoblas.devices takes them, would share a call of level 3 on NumPy arrays, and from "
        "which sizes on they are faster than the fastest alone.",
    )
    full = click.option(
        "--all",
        "full",
        is_flag=True,
        help="Print launches in full, and all candidates with what excludes them.",
    )
    return device_option(several(full(json_option(function))))


@click.group("explain", cls=RoutineGroup)
def command() -> None:
    """Say which kernels serve a call, and why."""


@command.command("gemm")
@sizes_options
@product_options
@explain_options
def gemm(m: int, n: int, k: int, product: Product, **how: Any) -> None:
    """Explain C = alpha op(A) op(B) + beta C of dense row-major matrices."""
    explain(RoutineCall(ROUTINES["gemm"], {"m": m, "n": n, "k": k, "product": product}), **how)


class ServedProblem(NamedTuple):
    """Kernel that serves a problem, and all candidates.

    Attributes:
        choice: The kernel that serves.
        candidates: All candidates, in the order in which they are tried.
    """

    choice: Choice
    candidates: list[Candidate | Excluded]


def served_problem(problem: Problem, facts: Facts) -> ServedProblem:
    """The candidates for a problem, and the first of them that serves.

    Raises:
        NoKernelError: none does.
    """
    stated = list(candidates(problem, facts))
    return ServedProblem(next(choices(problem, facts, stated)), stated)


def explain(call: RoutineCall, device: str | None, devices: str | None, *, full: bool, as_json: bool) -> None:
    """Print every launch of a call on dense row-major arrays, in order, or how several devices would share it."""
    if devices is not None:
        if device is not None:
            raise click.UsageError("give --device or --devices, not both")
        explain_several(call, devices, as_json=as_json)
        return
    device_chosen = select_device(device)
    facts = device_chosen.facts
    launches = call.launches(facts)
    answers = {problem: served_problem(problem, facts) for problem in dict.fromkeys(launches)}
    limit = host_limit(call.host, facts)
    if as_json:
        print_document(facts, **plan_document(call, facts, launches, answers, limit))
        return
    if readable_results().fault is not None:
        _print_wrapped(f"results: none of yours is used, {readable_results().fault}")
    title = (
        written(launches[0]) if len(launches) == 1 else f"{call.routine.name}, {problem_count_text(launches)}"
    )
    _print_wrapped(f"{title} on {device_text(facts)}")
    _print_wrapped(f"device: {device_chosen.reason}")
    if limit is not None and call.host is not None and call.host.size < limit.size:
        noun = "operations" if call.host.function in SHARED_OPERATIONS else "bytes"
        why = f"because {call.host.size} {noun} are fewer than {limit.size:.0f}"
        why = "at any size" if math.isinf(limit.size) else why
        _print_wrapped(f"NumPy arrays: NumPy computes them, {why} ({limit.origin})")
    schedule = stream_schedule(launches, facts)
    if schedule is not None:
        _print_wrapped(f"NumPy arrays: {schedule}, while the next tiles and finished ones travel")
    if full:
        print_full(launches, answers, facts)
    else:
        print_brief(launches, answers)


def print_brief(launches: Sequence[Problem], answers: Mapping[Problem, ServedProblem]) -> None:
    """Print the kernel of each problem, and the candidates that were passed over for it."""
    counts = Counter(launches)
    for problem in list(counts)[:MOST_PROBLEMS]:
        choice, stated = answers[problem]
        times = f"{counts[problem]} times " if counts[problem] > 1 else ""
        took = f", {time_text(choice.seconds)}" if choice.seconds else ""
        what = "device arrays" if len(counts) == 1 else f"{times}{written(problem)}"
        _print_wrapped(f"{what}: {choice.kernel.name}, {origin_text(choice)}{took}")
        for step in steps_of(choice):
            if step.choice.problem != problem:
                _print_wrapped(f"with {step.choice.kernel.name} for {written(step.choice.problem)}", 2)
        if len(counts) > 1:
            continue
        _print_wrapped(f"parameters: {assignments(parameters(choice.params))}", 2)
        before = takewhile(lambda candidate: not isinstance(candidate, Candidate), stated)
        reasons = {
            refusal_text(candidate, problem): candidate
            for candidate in before
            if isinstance(candidate, Excluded) and candidate.match is not None
        }
        for reason, candidate in list(reasons.items())[:SHOWN]:
            _print_wrapped(f"passed over: {excluded_text(candidate)}: {reason}", 2)
        _print_wrapped(f"launches and {count_text(len(stated), 'candidate')}: --all")
    if len(counts) > 1:
        rest = len(counts) - MOST_PROBLEMS
        _print_wrapped(
            f"{f'{rest} more problems; ' if rest > 0 else ''}parameters, launches and candidates: --all"
        )


def print_full(launches: Sequence[Problem], answers: Mapping[Problem, ServedProblem], facts: Facts) -> None:
    """Print every launch in order, with all candidates for its problem."""
    shown: dict[Problem, range] = {}
    number = 1
    for problem in launches:
        steps = steps_of(answers[problem].choice)
        numbers = range(number, number + len(steps))
        number = numbers.stop
        if problem in shown:
            click.echo(f"{_steps(numbers)}: as {_steps(shown[problem])}, {written(problem)}")
            continue
        shown[problem] = numbers
        if len(launches) > 1:
            click.echo(written(problem))
        for step_number, step in zip(numbers, steps, strict=True):
            _print_step(step_number, step.choice, step.launch)
        click.echo("candidates in the order in which they are tried:")
        for line in candidate_lines(answers[problem].candidates, problem, facts, columns()):
            click.echo(line)


def explain_several(call: RoutineCall, words: str, *, as_json: bool) -> None:
    """Print what is expected of a call that several devices share."""
    device_set = autoblas.devices(words)
    outlook, turn = expected(call, device_set), turning_point(call, device_set)
    first = None if turn is None else title_of(turn, device_set)
    if as_json:
        print_document(routine=call.routine.name, several=several_document(outlook), faster_from=first,
                       left_out=list(device_set.left_out))  # fmt: skip
        return
    click.echo(
        f"{title_of(call, device_set)}, NumPy arrays, on {len(device_set)} device{'s' * (len(device_set) > 1)}"
    )
    click.echo(several_text(outlook))
    for sentence in device_set.left_out:
        click.echo(f"  left out: {sentence}")
    if len(device_set) > 1:
        click.echo(
            "  at no size of these proportions they are expected to be faster than the fastest alone" if first is None
            else f"  of these proportions, they are expected to be faster than the fastest alone from about {first} on"
        )  # fmt: skip


def stream_schedule(launches: Sequence[Problem], facts: Facts) -> Schedule | None:
    """Division of a product of NumPy arrays into tiles; None where it is not divided."""
    q = launches[0] if len(launches) == 1 else None
    if not isinstance(q, Matmul) or q.batched:
        return None
    sizes = q.type_a.size, q.type_b.size, q.precision.size
    return schedule_of(Extents(q.m, q.n, q.k, sizes, q.precision is not q.accumulator), facts)


def problem_count_text(launches: Sequence[Problem]) -> str:
    """Text on the number of a call's problems."""
    different = len(set(launches))
    return f"{len(launches)} problems one after the other, {different} of them different"


def _steps(numbers: range) -> str:
    """Step numbers in words."""
    return f"step {numbers[0]}" if len(numbers) == 1 else f"steps {numbers[0]} to {numbers[-1]}"


def host_limit(work: HostWork | None, facts: Facts) -> Crossover | None:
    """Size below which the host computes a call on NumPy arrays; None where it never does."""
    if work is None or work.precision not in HOST_TYPES:
        return None
    if work.function in SHARED_OPERATIONS:
        return crossover(facts, work.precision, work.function)
    if way_to_host(work.function, work.precision) is None:
        return None
    return crossover(facts, work.precision, MEASURED_AS.get(work.function, work.function))


def _print_wrapped(text: str, indent: int = 0) -> None:
    """Print a sentence in lines that fit the terminal."""
    for line in wrapped(text, columns(), indent):
        click.echo(line)


def _print_step(number: int, choice: Choice, launch: Any) -> None:
    """Print one step: its kernel, parameters, their origin, and the extent of its launch."""
    sizes = " x ".join(map(str, launch.global_size)), " x ".join(map(str, launch.local_size))
    _print_wrapped(f"step {number}: {choice.kernel.name}: {origin_text(choice)}")
    _print_wrapped(f"parameters: {assignments(parameters(choice.params))}", 2)
    click.echo(f"  launch: {sizes[0]} work-items in work-groups of {sizes[1]}")
    click.echo(f"  traffic: {bytes_text(choice.kernel.traffic(choice.params, choice.problem))}")
    if choice.seconds and choice.problem.flops():
        click.echo(f"  recorded: {choice.seconds * 1e6:.1f} us")


def plan_document(
    call: RoutineCall,
    facts: Facts,
    launches: Sequence[Problem],
    answers: Mapping[Problem, ServedProblem],
    limit: Crossover | None,
) -> dict[str, Any]:
    """JSON of the plan; problem, excluded and candidates are those of the problem with the most work."""
    plan: dict[str, Any] = {"routine": call.routine.name}
    if launches:
        largest = call.problems(facts)[0]
        plan |= {**problem_words(largest), "excluded": dict(answers[largest].choice.excluded)}
        plan["candidates"] = [
            _candidate_document(candidate, largest, facts) for candidate in answers[largest].candidates
        ]
        plan["operations"] = sum(problem.flops() for problem in launches)
    plan["host"] = limit and {"below": min(limit.size, 2**63), "origin": limit.origin}
    schedule = stream_schedule(launches, facts)
    plan["streamed"] = schedule and {
        "rows": schedule.rows,
        "cols": schedule.cols,
        "terms": schedule.depth,
        "device_bytes": schedule.device_bytes,
    }
    plan["results"] = {"fault": readable_results().fault}
    plan["steps"] = [
        {
            "kernel": step.choice.kernel.name,
            **problem_words(step.choice.problem),
            "parameters": parameters(step.choice.params),
            "origin": step.choice.origin,
            "excluded": dict(step.choice.excluded),
            "global_size": list(step.launch.global_size),
            "local_size": list(step.launch.local_size),
            "traffic_bytes": step.choice.kernel.traffic(step.choice.params, step.choice.problem),
        }
        for problem in launches
        for step in steps_of(answers[problem].choice)
    ]
    return plan


def _candidate_document(candidate: Candidate | Excluded, problem: Problem, facts: Facts) -> dict[str, Any]:
    """JSON of a candidate."""
    if isinstance(candidate, Excluded):
        return {"label": candidate.label, "refusal": candidate.refusal}
    expected_there, expected_here = expectations(candidate, problem, facts)
    return {
        "label": candidate.label,
        "refusal": candidate.refusal,
        "kernel": candidate.kernel.name,
        "parameters": parameters(candidate.params),
        "origin": candidate.origin,
        "seconds": candidate.seconds or None,
        "expected_there": expected_there if candidate.recorded else None,
        "expected": expected_here,
    }


command.add_routines("Explain", explain_options, explain)
