"""Calls on several queues: what one of them overwrites, the others have read."""

import inspect
import itertools
import threading
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas.devices.opencl.backend import OpenCLKernel
from autoblas.errors import LaunchError
from autoblas.plan.results import forget_plans
from support.memories import OUT_OF_ORDER
from support.routine_calls import Numbers
from support.routine_cases import CASES

COMPLETE = cl.command_execution_status.COMPLETE


def of(queue: cl.CommandQueue, *numbers: float) -> Any:
    """A vector that belongs to a queue."""
    return cl_array.to_device(queue, np.array(numbers, np.float32))


@pytest.mark.parametrize("out_of_order", [False, True])
def test_a_vector_is_read_before_another_queue_overwrites_it(here, *, out_of_order):
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


def test_a_vector_is_read_by_another_queue_before_its_own_overwrites_it(here):
    """The reader's end is among its events, though what belongs to another queue is not written."""
    own, other = here.queue, cl.CommandQueue(here.queue.context)
    for _ in range(4):
        x, y, z = of(own, 1, 2, 3), of(other, 0, 0, 0), of(own, 7, 7, 7)
        own.finish()
        gate = cl.UserEvent(own.context)
        autoblas.copy(x, y, queue=other, wait_for=[gate])
        autoblas.copy(z, x)
        own.flush()
        assert x.events[-1].command_execution_status != COMPLETE
        gate.set_status(COMPLETE)
        assert np.array_equal(x.get(), [7, 7, 7])
        assert np.array_equal(y.get(), [1, 2, 3])


def test_a_call_on_numpy_arrays_waits_for_what_it_was_given(here):
    """Before it reads them."""
    x, y = np.ones(3, np.float32), np.zeros(3, np.float32)
    gate = cl.UserEvent(here.queue.context)

    def open_late():
        x[...] = 2
        gate.set_status(COMPLETE)

    timer = threading.Timer(0.1, open_late)
    timer.start()
    autoblas.copy(x, y, queue=here.queue, wait_for=[gate])
    timer.join()
    assert np.array_equal(y, [2, 2, 2])


@pytest.mark.parametrize(("name", "n"), [("gemm", 400), ("symm", 100), ("trmm", 100), ("trsm", 400)])
@pytest.mark.parametrize("memory", ["host", "device"])
def test_launches_of_a_call_follow_each_other_without_the_queues_order(here, monkeypatch, name, n, memory):
    """Each waits for the end of the one before it, packed operands included, in first calls and repeated ones."""
    queue = cl.CommandQueue(here.queue.context, properties=OUT_OF_ORDER)
    launches: list[tuple[list[Any], Any]] = []
    original = OpenCLKernel.launch

    def noted(self, on, extent, wait_for=None):
        event = original(self, on, extent, wait_for)
        if on == queue:  # and not one on which something is measured
            launches.append(([*(wait_for or ())], event))
        return event

    monkeypatch.setattr(OpenCLKernel, "launch", noted)
    monkeypatch.delattr(OpenCLKernel, "launcher")
    forget_plans()
    a = np.triu(np.ones((n, n), np.float32)) / n + np.eye(n, dtype=np.float32)
    for _ in range(4):
        arrays: list[Any] = [a, np.ones((n, n), np.float32)]
        if memory == "device":
            arrays = [cl_array.to_device(queue, x) for x in arrays]
        queue.finish()
        launches.clear()
        getattr(autoblas, name)(*arrays, queue=queue)
        queue.finish()
        assert len(launches) > 1
        for (_, before), (waits, _) in itertools.pairwise(launches):
            assert before in waits
    forget_plans()


def test_an_output_of_a_queue_that_was_closed(here):
    """It has ended all that it was given, so there is nothing to wait for."""
    other = cl.CommandQueue(here.queue.context)
    with cl.CommandQueue(here.queue.context) as own:
        x = of(own, 1, 2, 3)
    z = of(other, 7, 7, 7)
    autoblas.copy(z, x, queue=other)
    found = np.empty(3, np.float32)
    cl.enqueue_copy(other, found, x.base_data, wait_for=x.events)
    assert np.array_equal(found, [7, 7, 7])


def test_a_queue_that_takes_no_commands(here, monkeypatch):
    """An error of ours says so, and nothing was written."""
    other = cl.CommandQueue(here.queue.context)
    x, z = of(here.queue, 1, 2, 3), of(other, 7, 7, 7)

    def refuse(_):
        raise cl.LogicError("planted")

    with monkeypatch.context() as patch:
        patch.setattr(cl, "enqueue_marker", refuse)
        with pytest.raises(LaunchError, match="planted"):
            autoblas.copy(z, x, queue=other)
    assert np.array_equal(x.get(), [1, 2, 3])


@pytest.mark.usefixtures("nothing_compiled")
@pytest.mark.parametrize("name", CASES)
def test_a_queue_that_any_operand_holds_is_enough(here, name):
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
