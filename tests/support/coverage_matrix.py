"""What the tests call, routine by routine, as a page of the documentation: ``pytest --coverage-matrix PATH``.

Every public routine is wrapped before the tests are collected. A call that returns is counted under its element type,
device and letters; a call that raises is a test of errors and is not.
"""

from __future__ import annotations

import functools
import inspect
import json
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import autoblas

TYPES = ("float16", "float32", "float64", "complex64", "complex128")
LETTERS = ("trans", "trans_a", "trans_b", "side", "uplo", "diag", "unit", "order", "mode", "accuracy")
"""Arguments whose values are counted as they are."""

RUNTIMES = {"Portable Computing Language": "PoCL", "Intel(R) OpenCL": "Intel"}

HEAD = """# What the tests cover

Made by `pytest --coverage-matrix docs/contributing/coverage.md`; a number counts the calls of the tests, on that runtime, that \
returned; those that are to raise an error are not counted.
The ordinary run tries a third of the ways to store a matrix in level 2; this page is of a run of all of them (`--budget 30x`), without the files that test single kernels.
An operand is *host* where it is a NumPy array and *device* where it is a pyopencl one; *rows* and *columns* name its \
adjacent elements, *strided* an operand that has none, *reversed* a negative increment, *part* one that begins inside of \
its memory.

| routine | runtime | {types} | operands | arguments |
|---|---|{rule}---|---|
"""


def routines() -> dict[str, Callable[..., Any]]:
    """The public functions by their names."""
    found = ((name, getattr(autoblas, name)) for name in autoblas.__all__)
    return {
        name: value
        for name, value in found
        if inspect.isfunction(value)
        and name not in {"default_queue", "forget_crossovers", "mapped_empty", "pinned_empty", "pool_results"}
    }


class CoverageMatrix:
    """A plugin that counts calls and writes the page.

    Args:
        path: Where the page goes; None in a process that only counts for another one.
    """

    def __init__(self, path: str | None) -> None:
        self.path = path
        self.calls: Counter[tuple[str, str, str]] = Counter()
        for name, routine in routines().items():
            setattr(autoblas, name, self._counting(name, routine))

    def _counting(self, name: str, routine: Callable[..., Any]) -> Callable[..., Any]:
        signature = inspect.signature(routine)

        @functools.wraps(routine)
        def counted(*args: Any, **kwargs: Any) -> Any:
            result = routine(*args, **kwargs)
            arguments = signature.bind(*args, **kwargs)
            arguments.apply_defaults()
            runtime = _runtime(arguments.arguments)
            self.calls.update((name, runtime, feature) for feature in features(arguments.arguments))
            return result

        counted.uncounted = routine  # type: ignore[attr-defined]  # for tests that ask whose line a warning is
        return counted

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Hand the counts to the process that writes the page, or write it."""
        output = getattr(session.config, "workeroutput", None)
        if output is not None:
            output["calls"] = json.dumps([[*key, count] for key, count in self.calls.items()])
        elif self.path:
            Path(self.path).write_text(page(self.calls), encoding="utf-8")

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Add the counts of another process."""
        for *key, count in json.loads(node.workeroutput["calls"]):
            self.calls[tuple(key)] += count


def _runtime(arguments: dict[str, Any]) -> str:
    operands = [value for value in arguments.values() if hasattr(value, "queue")]
    queue = arguments.get("queue") or (operands[0].queue if operands else None)
    return RUNTIMES.get(queue.device.platform.name, "other") if queue is not None else "default"


def features(arguments: dict[str, Any]) -> Iterable[str]:
    """What a call shows: the type of its first operand, how operands lie, and the values of its letters."""
    operands = [x for x in arguments.values() if not isinstance(x, type) and getattr(x, "ndim", 0) > 0]
    found = {operands[0].dtype.name} if operands else set()
    for x in operands:
        found |= set(placement(x))
    for name in LETTERS:
        if name in arguments:
            found.add(f"{name}={arguments[name]}")
    for name in ("alpha", "beta"):
        value = arguments.get(name)
        if isinstance(value, int | float | complex):
            found.add(f"{name}={value:g}" if value in {0, 1} else f"other {name}")
    return found


def placement(x: Any) -> Iterable[str]:
    """The memory of an operand and how its elements follow each other in it."""
    on_host = isinstance(x, np.ndarray)
    yield "host" if on_host else "device"
    size, strides = x.dtype.itemsize, x.strides
    if min(x.shape) > 1:
        near = [abs(step) == size for step in strides[-2:]]
        yield (
            ("rows" if near[-1] else "columns" if near[0] else "strided")
            if x.ndim > 1
            else ("adjacent" if near[-1] else "strided")
        )
        if min(strides) < 0:
            yield "reversed"
    if (x.base is not None) if on_host else getattr(x, "offset", 0):
        yield "part"


def page(calls: Counter[tuple[str, str, str]]) -> str:
    """The table, a line a routine and runtime."""
    lines = []
    for name in routines():
        for runtime in sorted({where for routine, where, _ in calls if routine == name}):
            seen = {
                feature: n
                for (routine, where, feature), n in calls.items()
                if (routine, where) == (name, runtime)
            }
            counts = [str(seen.pop(kind, "")) for kind in TYPES]
            letters = sorted(feature for feature in seen if "=" in feature or " " in feature)
            places = sorted(feature for feature in seen if feature.isalpha())
            cells = [name, runtime, *counts, ", ".join(places), ", ".join(letters)]
            lines.append("| " + " | ".join(cells) + " |")
    return HEAD.format(types=" | ".join(TYPES), rule="---|" * len(TYPES)) + "\n".join(lines) + "\n"
