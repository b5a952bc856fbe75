"""Calls on several queues: what one of them overwrites, the others have read."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas.errors import LaunchError
from support.memories import OUT_OF_ORDER
from support.routine_calls import Numbers
from support.routine_cases import CASES

if TYPE_CHECKING:
    from support.rig import Rig

COMPLETE = cl.command_execution_status.COMPLETE


def of(queue: cl.CommandQueue, *numbers: float) -> Any:
    """A vector that belongs to a queue."""
    return cl_array.to_device(queue, np.array(numbers, np.float32))


@pytest.mark.parametrize("out_of_order", [False, True])
def test_a_vector_is_read_before_another_queue_overwrites_it(here: Rig, *, out_of_order: bool) -> None:
    """Also where the call that reads it was on its own queue, and the other one is a repeated call."""
    context = here.queue.context
    own = cl.CommandQueue(context, properties=OUT_OF_ORDER) if out_of_order else cl.CommandQueue(context)
    other = cl.CommandQueue(context)
    for _ in range(4):
        x, y, z = of(own, 1, 2, 3), of(own, 0, 0, 0), of(other, 7, 7, 7)
        gate = cl.UserEvent(context)
        autoblas.copy(x, y, wait_for=[gate])
        autoblas.copy(z, x, queue=other)
        other.flush()
        assert x.events[-1].command_execution_status != COMPLETE
        gate.set_status(COMPLETE)
        assert np.array_equal(x.get(), [7, 7, 7])
        assert np.array_equal(y.get(), [1, 2, 3])


def test_an_output_of_a_queue_that_was_closed(here: Rig) -> None:
    """It has ended all that it was given, so there is nothing to wait for."""
    other = cl.CommandQueue(here.queue.context)
    with cl.CommandQueue(here.queue.context) as own:
        x = of(own, 1, 2, 3)
    z = of(other, 7, 7, 7)
    autoblas.copy(z, x, queue=other)
    found = np.empty(3, np.float32)
    cl.enqueue_copy(other, found, x.base_data, wait_for=x.events)
    assert np.array_equal(found, [7, 7, 7])


def test_a_queue_that_takes_no_commands(here: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error of ours says so, and nothing was written."""
    other = cl.CommandQueue(here.queue.context)
    x, z = of(here.queue, 1, 2, 3), of(other, 7, 7, 7)

    def refuse(_: Any) -> Any:
        raise cl.LogicError("planted")

    with monkeypatch.context() as patch:
        patch.setattr(cl, "enqueue_marker", refuse)
        with pytest.raises(LaunchError, match="planted"):
            autoblas.copy(z, x, queue=other)
    assert np.array_equal(x.get(), [1, 2, 3])


@pytest.mark.usefixtures("nothing_compiled")
@pytest.mark.parametrize("name", CASES)
def test_a_queue_that_any_operand_holds_is_enough(here: Rig, name: str) -> None:
    """Also where a factor is zero, so that not all operands are looked at, and where the result is a new array."""
    case, routine = CASES[name](Numbers(1, "float32")), getattr(autoblas, name)
    defaults = {each: value.default for each, value in inspect.signature(routine).parameters.items()}
    made = [each for each in case.arrays if each in case.expected and defaults[each] is None]
    calls = [(case.options, list(case.arrays))]
    if isinstance(case.options.get("alpha"), int | float):
        calls.append((case.options | {"alpha": 0}, list(case.arrays)))
    if made:
        factors = {"beta": 0} if "beta" in case.options else {}
        calls.append((case.options | factors, [each for each in case.arrays if each not in made]))
    for options, names in calls:
        for holder in names:
            arrays: dict[str, Any] = {
                each: cl_array.to_device(here.queue, np.ascontiguousarray(case.arrays[each]))
                for each in names
            }
            for each, array in arrays.items():
                array.queue = here.queue if each == holder else None
            routine(**arrays, **options)
