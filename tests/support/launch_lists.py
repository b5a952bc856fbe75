"""What ``autoblas explain`` says of calls of every routine: the launches in order, each with its kernel and problem."""

import hashlib
import itertools
import random
from collections.abc import Iterator
from typing import Any

import click
import ml_dtypes  # noqa: F401  # NumPy knows the name of bfloat16 from then on

from autoblas.cli.commands.explain import plan_document, served_problem
from autoblas.cli.routines.table import ROUTINES, call_of
from autoblas.devices.device import Facts
from autoblas.devices.recording import HOPPER, PLAIN_CPU, SMALL_GPU
from autoblas.errors import NoKernelError
from autoblas.precision import PRECISIONS
from support.golden_sample import GOLDEN

PATH = GOLDEN / "launches.json"

DEVICES = (PLAIN_CPU, HOPPER, SMALL_GPU)

SIZES: tuple[dict[str, int], ...] = (
    {"n": 1, "m": 5, "k": 3, "channels": 1, "size": 8},
    {"n": 33, "m": 20, "k": 47, "channels": 5, "size": 9},
    {"n": 300, "m": 1000, "k": 64, "channels": 16, "size": 33},
    {"n": 1500, "m": 700, "k": 2000, "channels": 64, "size": 56},
)

BAND = 3
"""Diagonals beside the main one of band matrices."""

BANDED = frozenset({"gbmv", "hbmv", "sbmv", "tbmv", "tbsv"})

TALL = frozenset({"qr", "gels", "orgqr", "ormqr"})
"""Routines of matrices with no more columns than rows."""

PRODUCT: dict[str, tuple[Any, ...]] = {
    "dtype": (*PRECISIONS, "bfloat16"),
    "trans-a": ("N", "T", "C"),
    "trans-b": ("N", "T", "C"),
    "items": (1, 5),
    "accuracy": ("standard", "strict", "fast"),
}
"""Options of gemm, which has a command of its own, with their values."""

CALLS = 5
"""Calls of each routine, and two more for each letter."""

LONGEST = 12
"""Launches that are listed one by one; of longer lists the first half of these, and a hash of all."""


def launches() -> dict[str, list[str]]:
    """The launches of each call, by its words and the device's name."""
    return {f"{' '.join(words)} on {facts.name}": listed(words, facts) for words, facts in calls()}


def listed(words: tuple[str, ...], facts: Facts) -> list[str]:
    """The launches of one call."""
    call = call_of(words[0], *words[1:])
    try:
        problems = call.launches(facts)
        answers = {problem: served_problem(problem, facts) for problem in dict.fromkeys(problems)}
        steps = plan_document(call, facts, problems, answers, None)["steps"]
    except NoKernelError as error:
        return [f"no kernel computes {error.problem}"]
    lines = [f"{step['kernel']}: {step['problem']}" for step in steps]
    if len(lines) > LONGEST:
        digest = hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]
        return [*lines[: LONGEST // 2], f"{len(lines)} launches in all, {digest}"]
    return lines


def calls() -> Iterator[tuple[tuple[str, ...], Facts]]:
    """Words of a command line and devices: of each routine some in which every letter, type and size has its turn."""
    for name in ROUTINES:
        axes = PRODUCT if name == "gemm" else axes_of(name)
        count = CALLS + 2 * sum(all(len(str(x)) == 1 for x in values) for values in axes.values())
        turns = random.Random(name)  # every axis has an order of its own
        columns = [turned(values, count, turns) for values in (*axes.values(), SIZES, DEVICES)]
        for *values, sizes, facts in zip(*columns, strict=True):
            yield (name, *words(name, dict(zip(axes, values, strict=True)), sizes)), facts


def turned(values: tuple[Any, ...], count: int, turns: random.Random) -> list[Any]:
    """So many of the values, each nearly as often as the others, shuffled."""
    column = list(itertools.islice(itertools.cycle(values), count))
    turns.shuffle(column)
    return column


def axes_of(name: str) -> dict[str, tuple[Any, ...]]:
    """The options of a routine that are no sizes, with their values."""
    axes: dict[str, tuple[Any, ...]] = {}
    for option in ROUTINES[name].options:
        word = option.opts[0].lstrip("-")
        if isinstance(option.type, click.Choice):
            axes[word] = tuple(option.type.choices)
        elif option.is_flag:
            axes[word] = (False, True)
        elif word == "items":
            axes[word] = (1, 5)
    return axes


def words(name: str, options: dict[str, Any], sizes: dict[str, int]) -> Iterator[str]:
    """A call's options as words."""
    declared = {"n", "m", "k"} if name == "gemm" else {str(option.name) for option in ROUTINES[name].options}
    for size, number in sizes.items():
        if size in declared:
            yield f"--{size}" if len(size) > 1 else f"-{size}"
            least = sizes["n"] if size == "m" and name in TALL else 0
            yield str(BAND if size == "k" and name in BANDED else max(number, least))
    for option, value in options.items():
        if isinstance(value, bool):
            yield from (f"--{option}",) if value else ()
        else:
            yield f"--{option}"
            yield str(value)
