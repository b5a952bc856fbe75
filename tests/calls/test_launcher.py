"""What repeats a call: the function that is made for it does what the general way does, in any order of both."""

import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, cast

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas.arrays.words import made
from autoblas.calls.launcher import _launch_lines, launcher
from autoblas.calls.repeatable import RepeatableCall
from autoblas.calls.repeated_plan import RepeatedLaunch
from autoblas.errors import AllocationError, ArgumentError, LaunchError
from autoblas.plan import workspace
from autoblas.plan.bound import KernelArguments
from autoblas.plan.results import forget_plans, user_results
from autoblas.precision import FLOAT32
from autoblas.problems import Matmul
from support.database_cases import record_at
from support.repeated_calls import replace_runs
from support.routine_calls import RETURNED, Case, Numbers, unrepeated
from support.routine_cases import CASES

pytestmark = pytest.mark.usefixtures("all_as_written")

ROUTINES = (
    "axpby",
    "axpy",
    "dot",
    "gemm",
    "gemv",
    "ger",
    "rot",
    "swap",
    "symm",
    "syr2k",
    "trmm",
    "trsm",
    "trsv",
)


@pytest.fixture
def mixed(monkeypatch):
    """Which way each repeated call went: that of the function that is made for it, or the general one, at random."""
    choices, taken = random.Random(1), list[str]()

    def either(work):
        made = work.run

        def run(*given):
            general = choices.random() < 0.5
            taken.append("general" if general or made == work.general else "made")
            return (work.general if general else made)(*given)

        return run

    replace_runs(monkeypatch, either)
    forget_plans()
    yield taken
    forget_plans()


def fresh(name: str, seed: int, factor: float, queue: cl.CommandQueue | None) -> Case:
    """A case of a routine, with a factor of its own, in device memory if there is a queue."""
    case = CASES[name](Numbers(seed, "float32"))
    options = {key: factor if key in {"alpha", "beta"} else value for key, value in case.options.items()}
    arrays: dict[str, Any] = {key: np.ascontiguousarray(x) for key, x in case.arrays.items()}
    if queue is not None:
        arrays = {key: cl_array.to_device(queue, x) for key, x in arrays.items()}
    return case._replace(arrays=arrays, options=options)


@pytest.mark.parametrize("name", ROUTINES)
def test_calls_go_either_way(pocl, mixed, name):
    """With new arrays, and factors that stay, change, or are special; bit for bit what a call of its own computes."""
    factors = (0.5, 0.5, 0.75, 1.0, 0.75, 0.0, 0.75, -0.5, 0.5)
    itself = unrepeated(name)
    for seed in range(27):
        case, twin = (fresh(name, seed, factors[seed % len(factors)], pocl.queue) for _ in range(2))
        found = {**case.arrays, RETURNED: getattr(autoblas, name)(**case.arrays, **case.options)}
        expected = {**twin.arrays, RETURNED: itself(**twin.arrays, **twin.options)}
        for key, x in found.items():
            pairs = zip(*((y if isinstance(y, tuple) else (y,)) for y in (x, expected[key])), strict=True)
            assert all(np.array_equal(one.get(), other.get(), equal_nan=True) for one, other in pairs), (
                seed,
                key,
            )
    assert {"made", "general"} <= set(mixed)


def works_of(monkeypatch: pytest.MonkeyPatch, call: Callable[[], Any]) -> list[RepeatableCall]:
    """What was captured of a call that was made three times."""
    found: list[RepeatableCall] = []

    def noted(work: RepeatableCall) -> Callable[..., Any]:
        found.append(work)
        return work.run

    replace_runs(monkeypatch, noted)
    forget_plans()
    for _ in range(3):
        call()
    return found


def test_queues_without_order_go_the_general_way(pocl, monkeypatch):
    """Each launch waits for the one before it there, and every array is told of the end."""
    properties: Any = cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE
    ways: tuple[Any, ...] = (0, properties)
    for given in ways:
        queue = cl.CommandQueue(pocl.queue.context, pocl.queue.device, given)
        x, y = (cl_array.to_device(queue, np.ones(8, np.float32)) for _ in range(2))
        (work,) = works_of(monkeypatch, partial(autoblas.axpy, x, y))
        assert (work.run == work.general) == bool(given)
        assert np.array_equal(y.get(), np.full(8, 4, np.float32))


def test_arrays_of_another_queue_are_told_and_waited_for(pocl):
    """An array that was given another queue since the call was looked at is nothing usual."""
    other = cl.CommandQueue(pocl.queue.context, pocl.queue.device)
    x, y = (cl_array.to_device(pocl.queue, np.ones(8, np.float32)) for _ in range(2))
    call = autoblas.prepare(autoblas.axpy, x, y)
    pocl.queue.finish()
    del x.events[:]
    call()
    assert not x.events
    x.queue = other
    call()
    assert x.events
    assert np.array_equal(y.get(), np.full(8, 3, np.float32))


def test_an_exception_before_the_first_launch_is_told(pocl, monkeypatch):
    """As Ctrl-C is while events are looked at; the next call is right."""
    x: Any
    x, y = (cl_array.to_device(pocl.queue, np.ones(8, np.float32)) for _ in range(2))
    works_of(monkeypatch, partial(autoblas.axpy, x, y))

    class Interrupted:
        @property
        def command_execution_status(self):
            raise KeyboardInterrupt

    x.events[:] = [Interrupted()]
    with pytest.raises(KeyboardInterrupt):
        autoblas.axpy(x, y)
    del x.events[:]
    before = y.get()
    assert np.array_equal(autoblas.axpy(x, y).get(), before + 1)


def test_a_factor_that_is_refused_changes_nothing(pocl):
    """Neither the elements, nor what the next call with the one before takes its factor for."""
    x, y = (cl_array.to_device(pocl.queue, np.ones(8, np.float32)) for _ in range(2))
    call = autoblas.prepare(autoblas.axpy, x, y, alpha=0.5)
    call()
    with pytest.raises(ArgumentError):
        call(alpha="half")
    with pytest.raises(ArgumentError, match="float32"):
        call(alpha=1e300)
    assert np.array_equal(call().get(), np.full(8, 2, np.float32))
    assert np.array_equal(call(alpha=0.25).get(), np.full(8, 2.25, np.float32))
    assert np.array_equal(call().get(), np.full(8, 2.75, np.float32))


def test_pools_of_other_queues_are_heeded(pocl, monkeypatch):
    """Memory of a pool that a call on another queue uses is held until that has ended."""
    other = cl.CommandQueue(pocl.queue.context, pocl.queue.device)
    a, b = (cl_array.to_device(other, np.ones((8, 8), np.float32)) for _ in range(2))
    held: list[Any] = []
    with autoblas.pool_results(pocl.queue):
        monkeypatch.setattr(
            "autoblas.devices.opencl.pool.InUse.retain", lambda self, memories, event: held.append(event)
        )
        c = autoblas.gemm(a, b)
        for count in range(1, 4):
            autoblas.gemm(a, b, c=c)
            assert len(held) == count + 1


@pytest.mark.parametrize("name", ["symm", "trmm", "trsm"])
def test_memory_that_launches_share_may_go_and_grow(pocl, mixed, name):
    """Between calls that are repeated: it is given back, and a larger call of another shape takes larger memory."""
    routine = getattr(autoblas, name)
    a = cl_array.to_device(pocl.queue, np.tril(np.eye(24, dtype=np.float32) * 2 + 0.5))
    b = cl_array.to_device(pocl.queue, np.arange(24 * 17, dtype=np.float32).reshape(24, 17))

    def once(rows):
        c, given = (
            b.copy(),
            a if rows == 24 else cl_array.to_device(pocl.queue, np.eye(rows, dtype=np.float32)),
        )
        c = c if rows == 24 else cl_array.zeros(pocl.queue, (rows, 17), np.float32)
        return (routine(given, c, c=c.copy()) if name == "symm" else routine(given, c)).get()

    wanted = once(24)
    for turn in range(24):
        if turn % 6 == 3:
            autoblas.release_memory()
        if turn % 6 == 5:
            once(24 + 8 * turn)
        np.testing.assert_array_equal(once(24), wanted)
    assert {"general", "made"} <= set(mixed)


@pytest.mark.usefixtures("own_results")
def test_launches_have_all_memory_before_the_first(pocl, monkeypatch):
    """Where the device has no room for what one of several launches needs, none was enqueued, and the next call goes well."""
    packing = record_at(pocl.device.facts, Matmul(300, 300, 300, FLOAT32), "gemm_panel", rm=4, depth=128)
    user_results().add([packing])
    rng = np.random.default_rng(3)
    a, b = (cl_array.to_device(pocl.queue, rng.random((300, 300), np.float32)) for _ in range(2))
    c = cl_array.zeros(pocl.queue, (300, 300), np.float32)
    (work,) = works_of(monkeypatch, partial(autoblas.symm, a, b, c=c))
    assert len(work.launches) > 1
    assert work.run != work.general
    assert sum("gemm_panel" in str(step) for step in work.steps) == 1
    wanted, asked, allocate = c.get(), list[int](), workspace.allocate

    def refuses_the_second(device, scratch):
        asked.append(scratch.nbytes)
        if len(asked) == 2:
            raise AllocationError("planted")
        return allocate(device, scratch)

    c.set(np.full(c.shape, 7, c.dtype))
    autoblas.release_memory()
    with monkeypatch.context() as patch:
        patch.setattr(workspace, "allocate", refuses_the_second)
        with pytest.raises(AllocationError, match="planted"):
            autoblas.symm(a, b, c=c)
    assert len(asked) == 2
    assert np.all(c.get() == 7)
    assert np.array_equal(autoblas.symm(a, b, c=c).get(), wanted)


def test_arguments_are_set_by_their_own_functions(pocl):
    """Also where those of a caller's memory count arguments differently from others, so that two have one number."""
    x, y = (cl_array.to_device(pocl.queue, np.ones(8, np.float32)) for _ in range(2))
    work = autoblas.prepare(autoblas.swap, x, y)._work
    work.run([x, y], [x.base_data, y.base_data], {}, None)
    (launch,) = work.launches
    put: list[tuple[str, int, Any]] = []

    def recorded(name):
        return lambda index, memory: put.append((name, index, memory))

    memory = tuple((recorded(f"of {place}"), 18, place) for _, _, place in launch.memory)
    assert len(memory) == 2
    function = launcher(replace(work, launches=(launch._replace(memory=memory),)))
    function([x, y], [x.base_data, y.base_data], {}, None)
    expected = [(f"of {place}", 18, (x, y)[place].base_data) for _, _, place in launch.memory]
    assert put == expected


def test_a_number_that_the_device_refuses_is_told(pocl):
    """Also where a repeated call sets a constant again, before it launches anything."""
    x, y = (cl_array.to_device(pocl.queue, np.ones(8, np.float32)) for _ in range(2))
    work = autoblas.prepare(autoblas.axpy, x, y, alpha=0.5)._work
    (launch,) = work.launches

    def refuse(index, number):
        raise cl.RuntimeError(f"argument {index} is {number}")

    refusing = replace(work, launches=(launch._replace(set_number=refuse),))
    for run in (launcher(refusing), refusing.general):
        with pytest.raises(LaunchError, match="refused kernel map"):
            run([x, y], [x.base_data, y.base_data], {"alpha": 0.5}, None)
        work.run([x, y], [x.base_data, y.base_data], {"alpha": 0.5}, None)
    assert np.array_equal(y.get(), np.full(8, 2, np.float32))


def test_memory_of_a_caller_and_of_the_call_are_set_each_by_its_function():
    """Also where the index that one takes for an argument is the other's for another argument, as in products on cards."""
    set_by: list[tuple[str, int, str]] = []

    def setting(name):
        return lambda index, memory: set_by.append((name, index, memory))

    memory: Any = ((setting("address"), 18, 0), (setting("memory"), 18, 1))
    launch = RepeatedLaunch(
        KernelArguments(),
        object(),
        lambda _: cast("Any", None),
        setting("number"),
        memory,
        (),
        (),
        {},
        cast("Any", None),
        0,
    )
    names: dict[str, Any] = {}
    run = made("run(m0, m1, fixed, waits)", _launch_lines(launch, 0, names, 1, ()), names, __name__)
    run("b", "parts of b", False, None)
    assert set_by == [("address", 18, "b"), ("memory", 18, "parts of b")]
