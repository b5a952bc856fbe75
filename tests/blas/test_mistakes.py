"""Every mistake that an argument can have, by its kind, in calls of every routine: refused by name, and nothing enqueued."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas import ArgumentError, DeviceMismatchError, PrecisionError, ShapeError, StrideError
from autoblas.blas.table.rows import ROUTINES
from support.error_cases import forbid_launches, read_only
from support.rig import Rig
from support.routine_calls import RETURNED, Numbers
from support.routine_cases import CASES
from support.samples import FLAT, Array

LONGEST = 300
"""Letters of a message."""

LETTERS = ("X", "", "NT", None, True, ["N"], 1)
"""What no letter is."""


class Mistake(NamedTuple):
    """A call that must be refused.

    Attributes:
        words: What is wrong.
        changes: The arguments that differ from those of a right call.
        error: The class of the error, or a base of it.
        blamed: The arguments that it may name.
    """

    words: str
    changes: dict[str, Any]
    error: type[ArgumentError]
    blamed: set[str]


def right_arrays(routine: str) -> tuple[dict[str, Array], dict[str, Any], list[str]]:
    """Dense operands of a right call, its other arguments, and the names of its outputs."""
    case = CASES[routine](Numbers(1, "float32"))
    outputs = [name for name in case.expected if name != RETURNED]
    return {name: np.ascontiguousarray(x) for name, x in case.arrays.items()}, case.options, outputs


def overlapping(first: Array, last: Array) -> tuple[Array, Array]:
    """Two dense arrays of one element in common, the last of one and the first of the other."""
    whole = np.zeros(first.size + last.size - 1, first.dtype)
    return whole[: first.size].reshape(first.shape), whole[first.size - 1 :].reshape(last.shape)


def mistakes_of_values(routine: str) -> Iterator[Mistake]:
    """Letters that mean nothing, and queues and events that are none."""
    for argument in ROUTINES[routine].arguments:
        for value in LETTERS if argument.letters or argument.name == "order" else ():
            yield Mistake(f"a letter {value!r}", {argument.name: value}, ArgumentError, {argument.name})
    for name, none in (
        ("queue", "gpu"),
        ("queue", 3),
        ("wait_for", 3),
        ("wait_for", [3]),
        ("wait_for", [None]),
    ):
        yield Mistake(f"{name} {none!r}", {name: none}, ArgumentError, {name})


def larger(x: Array) -> Array:
    """Twice as many elements in each of the last two axes."""
    for axis in range(-min(x.ndim, 2), 0):
        x = np.repeat(x, 2, axis)
    return x


def mistakes_of_numpy_arrays(
    arrays: dict[str, Array], outputs: list[str], *, dense: bool
) -> Iterator[Mistake]:
    """Types, axes, sizes and memory that no routine takes, of each operand in turn."""
    for name, x in arrays.items():
        yield Mistake("a list", {name: x.tolist()}, ArgumentError, {name})
        yield Mistake("whole numbers", {name: np.zeros(x.shape, np.uint64)}, PrecisionError, {name})
        yield Mistake("another byte order", {name: x.astype(x.dtype.newbyteorder())}, ArgumentError, {name})
        yield Mistake("more axes", {name: x[None, None, None]}, ShapeError, {name})
        yield Mistake("no axis", {name: np.array(x.ravel()[0])}, ShapeError, {name})
        if len(arrays) > 1 and not dense:
            yield Mistake("another size", {name: larger(x)}, ShapeError, {*arrays})
    for name in outputs:
        x = arrays[name]
        one = np.lib.stride_tricks.as_strided(x.copy(), x.shape, (0,) * x.ndim, writeable=True)
        yield Mistake("elements that are one", {name: one}, ArgumentError, {name})
        yield Mistake("a read-only output", {name: read_only(x)}, ArgumentError, {name})
        for other in arrays.keys() - {name}:
            for pair in ((name, other), (other, name)):
                views = overlapping(arrays[pair[0]], arrays[pair[1]])
                yield Mistake(
                    f"{name} overlaps {other}", dict(zip(pair, views, strict=True)), ArgumentError, {*pair}
                )


def mistakes_of_device_arrays(
    arrays: dict[str, Any], outputs: list[str], foreign: cl.CommandQueue
) -> Iterator[Mistake]:
    """Other memory, contexts and queues, and elements that do not begin where they may."""
    first = next(iter(arrays))
    for name, x in arrays.items():
        blamed = {*arrays} if name == first else {name}
        yield Mistake(
            "whole numbers", {name: cl_array.zeros(x.queue, x.shape, np.uint64)}, PrecisionError, {name}
        )
        if len(arrays) > 1:
            yield Mistake("a NumPy array", {name: x.get()}, DeviceMismatchError, blamed)
            stranger = cl_array.to_device(foreign, x.get())
            yield Mistake("an array of another context", {name: stranger}, DeviceMismatchError, blamed)
        memory = cl_array.zeros(x.queue, x.size + 1, x.dtype).base_data
        between = cl_array.Array(x.queue, x.shape, x.dtype, data=memory, offset=2)
        yield Mistake("an offset between elements", {name: between}, StrideError, {name})
    for name in outputs:
        for other in arrays.keys() - {name}:
            views = overlapping(arrays[name].get(), arrays[other].get())
            whole = cl_array.zeros(arrays[name].queue, views[0].size + views[1].size - 1, views[0].dtype)
            parts = (
                whole[: views[0].size].reshape(views[0].shape),
                whole[views[0].size - 1 :].reshape(views[1].shape),
            )
            yield Mistake(
                f"{name} overlaps {other}", {name: parts[0], other: parts[1]}, ArgumentError, {name, other}
            )
    yield Mistake("a queue of another context", {"queue": foreign}, DeviceMismatchError, {*arrays})
    homeless = {name: x.with_queue(None) for name, x in arrays.items()}
    yield Mistake("no queue", homeless, ArgumentError, {"queue"})


def accepted(call: Callable[..., Any], right: dict[str, Any], mistake: Mistake) -> str:
    """What is wrong with the refusal of a mistake, or nothing."""
    try:
        call(**{**right, **mistake.changes})
    except ArgumentError as error:
        words = f"{error.argument}: expected {error.expected}; got {error.got}"
        named = error.argument in mistake.blamed and isinstance(error, mistake.error)
        sentence = len(words) <= LONGEST and "\n" not in words and words[-1] not in ". ;"
        return "" if named and sentence and str(error) == words else f"{mistake.words}: {error!r}"
    return f"{mistake.words} of {[*mistake.changes]} is taken"


@pytest.fixture(scope="module")
def foreign(pocl):
    """A queue of another context."""
    return cl.CommandQueue(cl.Context([pocl.queue.device]))


@pytest.mark.parametrize("routine", CASES)
def test_mistakes_are_refused_by_name(pocl: Rig, foreign, monkeypatch, routine):
    """Of NumPy's and of device arrays, by an error of the right class, in words of one form."""
    arrays, options, outputs = right_arrays(routine)
    call, before = getattr(autoblas, routine), {name: x.copy() for name, x in arrays.items()}
    there = {name: cl_array.to_device(pocl.queue, x) for name, x in arrays.items()}
    hosted = [*mistakes_of_values(routine), *mistakes_of_numpy_arrays(arrays, outputs, dense=routine in FLAT)]
    lent = [*mistakes_of_values(routine), *mistakes_of_device_arrays(there, outputs, foreign)]
    forbid_launches(monkeypatch)
    faults = [accepted(call, {**arrays, **options, "queue": pocl.queue}, mistake) for mistake in hosted]
    faults += [accepted(call, {**there, **options}, mistake) for mistake in lent]
    assert [fault for fault in faults if fault] == []
    assert all(np.array_equal(x, before[name]) for name, x in arrays.items())
