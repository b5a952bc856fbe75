"""Calls that repeat an earlier one: to the bit what the routine itself computes, and never taken for what they are not."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas.devices import access
from autoblas.errors import ArgumentError, DeviceError, LaunchError
from autoblas.plan.results import forget_plans
from support.refusals import refusals
from support.routine_calls import RETURNED, Case, Numbers, unrepeated
from support.routine_cases import CASES

ALWAYS_BOUND = {
    "axpy_offsets": "offsets are lists",
    "gemm_offsets": "offsets are lists",
    "gemv_offsets": "offsets are lists",
    "rotm": "its parameters are a list",
}
"""The routines that no key is made for, and why."""


def itself(name: str) -> Callable[..., Any]:
    """A routine that repeats nothing."""
    return unrepeated(name)


def placed(case: Case, queue: cl.CommandQueue) -> Case:
    """A case with its arrays in device memory."""
    arrays: dict[str, Any] = {
        x: cl_array.to_device(queue, np.ascontiguousarray(y)) for x, y in case.arrays.items()
    }
    return case._replace(arrays=arrays)


def with_factors(case: Case, alpha: float) -> Case:
    """A case whose factors, if it has any, are fractions."""
    others = {
        name: alpha + place for place, name in enumerate(("alpha", "beta", "c", "s")) if name in case.options
    }
    return case._replace(options={**case.options, **others})


def bits(found: Mapping[str, Any]) -> dict[str, bytes]:
    """All that a call left and returned."""
    results = found[RETURNED] if isinstance(found[RETURNED], tuple) else (found[RETURNED],)
    arrays: dict[Any, Any] = {
        **{name: x for name, x in found.items() if name != RETURNED},
        **dict(enumerate(results)),
    }
    return {str(name): x.get().tobytes() for name, x in arrays.items()}


@pytest.mark.usefixtures("all_as_written")
@pytest.mark.budget(one_in=6)
@pytest.mark.parametrize("dtype", ["float32", "complex64"])
@pytest.mark.parametrize("name", sorted(set(CASES) - {"rotg", "rotmg"}))
def test_a_repeated_call_computes_what_the_routine_does(here, repeated, name, dtype):
    """With other memory and other factors than those of the call that was captured."""

    def case(alpha):
        return placed(with_factors(CASES[name](Numbers(3, dtype)), alpha), here.queue)

    try:
        case(0.5).call(name)
        case(0.75).call(name)
    except ArgumentError:
        pytest.skip(f"{name} knows no {dtype}, or takes a factor that is none")
    call = case(1.25)
    expected = itself(name)(**(wanted := case(1.25)).arrays, **wanted.options)
    assert bits(call.call(name)) == bits({**wanted.arrays, RETURNED: expected})
    assert len(repeated) == 2 * (name not in ALWAYS_BOUND)


def test_new_results_are_new_arrays(repeated, square):
    """One for each call; a pair of results is a pair."""
    a, b, x, y = square(), square(), square(8), square(8)
    autoblas.gemm(a, b)
    first, second, third = autoblas.gemm(a, b), autoblas.gemm(b, a), autoblas.gemm(b, a)
    assert len(repeated) == 3
    assert second.base_data is not third.base_data
    assert first.base_data is not second.base_data
    np.testing.assert_allclose(first.get(), a.get() @ b.get(), rtol=1e-5)
    np.testing.assert_allclose(second.get(), b.get() @ a.get(), rtol=1e-5)
    assert all(
        found is given for _ in range(2) for found, given in zip(autoblas.swap(x, y), (x, y), strict=True)
    )


def test_new_results_are_as_pyopencl_makes_them(here, repeated, square):
    """In all but their memory and their events, whose list is the array's own; with the allocator of the first operand."""
    asked: list[int] = []

    def allocator(nbytes):
        asked.append(nbytes)
        return cl.Buffer(here.queue.context, cl.mem_flags.READ_WRITE, nbytes)

    a, b = square(8, 3), square(3, 7)
    autoblas.gemm(a, b)
    made = [autoblas.gemm(a, b) for _ in range(3)]
    a.allocator = allocator
    made.append(autoblas.gemm(a, b))
    assert len(repeated) == 4
    assert asked == [224]
    assert all(type(each) is cl_array.Array for each in made)
    assert len({id(each.events) for each in made}) == 4
    plain = vars(cl_array.empty(here.queue, (8, 7), np.float32))
    for each in made:
        of_its_own = {"events", "base_data"} | ({"allocator"} if each.allocator else set())
        assert {name: value for name, value in vars(each).items() if name not in of_its_own} == {
            name: value for name, value in plain.items() if name not in of_its_own
        }
        assert each.base_data.size == plain["base_data"].size
        assert each.base_data.get_info(cl.mem_info.FLAGS) == plain["base_data"].get_info(cl.mem_info.FLAGS)
        assert np.array_equal(each.get(), made[0].get())


@pytest.mark.parametrize(
    "value", [0.0, -0.0, 1.0, float("nan"), float("inf"), 1e-30, 1e30, 2, np.float32(0.5), 0.5]
)
def test_factors_that_are_special_are_not_taken_for_others(repeated, square, value):
    """Neither as alpha nor as beta, and not for each other: where one is 0, NaN does not spread."""
    a, b, old = square(), square(), square()
    bad = cl_array.to_device(a.queue, np.full((8, 8), np.nan, np.float32))
    for alpha, beta in ((0.5, 0.25), (value, 0.25), (0.5, value), (value, value)):
        for left, start in ((a, old), (bad, old), (a, bad)):
            results = []
            for routine in (autoblas.gemm, autoblas.gemm, autoblas.gemm, itself("gemm")):
                c = start.copy()
                routine(left, b, c=c, alpha=alpha, beta=beta)
                results.append(c.get().tobytes())
            assert len(set(results)) == 1
    assert repeated


@pytest.mark.parametrize(("alphas", "factor"), [((2, 3), "beta"), (None, "alpha")])
def test_factors_beside_a_list_are_those_of_the_call(here, repeated, alphas, factor):
    """A product with lists in tuples, which keys hold: the routine gives numbers of its own for its factors."""
    x = Numbers(5, "complex64").array(2, 4, 4)
    a: Any = cl_array.to_device(here.queue, x)
    old: Any = cl_array.to_device(here.queue, x[::-1].copy())
    for value in (0.5 + 0.5j, 0.25 + 2j, 3 - 1j, 0.25 + 2j, 0.25 + 2j):
        results = []
        for name in ("gemm_batched", "gemm_offsets"):
            for routine in (getattr(autoblas, name), itself(name)):
                c: Any = old.copy()
                if name == "gemm_batched":
                    routine(a, a, c=c, **({"alpha": alphas} if alphas else {}), **{factor: value})
                else:
                    left, out, places = a.reshape(-1), c.reshape(-1), (0, 16)
                    routine(left, places, left, places, out, places, m=4, n=4, k=4, **{factor: value})
                results.append(c.get().tobytes())
        assert results[0] == results[1]
        assert results[2] == results[3]
    assert repeated  # once the same factor has come again


def test_what_no_precision_holds_is_refused_again_and_again(repeated, square):
    """A factor that is too large for the type, after calls that were fine."""
    x, y = square(8), square(8)
    autoblas.axpy(x, y, alpha=0.5)
    autoblas.axpy(x, y, alpha=0.5)
    for _ in range(2):
        with pytest.raises(ArgumentError, match="float32"):
            autoblas.axpy(x, y, alpha=1e300)
        autoblas.axpy(x, y, alpha=0.5)
    assert len(repeated) == 3


def test_memory_that_overlaps_is_seen_in_every_call(repeated, square):
    """Also where only sub-buffers tell, and where nothing else differs from a call that was fine."""
    a, b, c = square(), square(), square()
    for _ in range(3):
        autoblas.gemm(a, b, c=c)
        with pytest.raises(ArgumentError, match="overlaps"):
            autoblas.gemm(a, b, c=a)
    whole = cl_array.zeros(a.queue, (3, 8, 8), np.float32)
    memory: Any = whole.base_data
    parts = [memory.get_sub_region(256 * i, 256) for i in (0, 0, 1)] if _aligned(a.queue) else []
    views = [cl_array.Array(a.queue, (8, 8), np.float32, data=part) for part in parts]
    for _ in range(3 if views else 0):
        autoblas.gemm(a, views[0], c=views[2])
        with pytest.raises(ArgumentError, match="overlaps"):
            autoblas.gemm(a, views[0], c=views[1])
    rows = cl_array.to_device(a.queue, np.ones((24, 8), np.float32))
    for _ in range(3):
        autoblas.gemm(rows[:8], rows[8:16], c=rows[16:])
        with pytest.raises(ArgumentError, match="overlaps"):
            autoblas.gemm(rows[:8], rows[8:16], c=rows[12:20])
    assert len(repeated) == (6 if views else 4)


def _aligned(queue: cl.CommandQueue) -> bool:
    """Sub-buffers may begin at multiples of 256 bytes."""
    return bool(queue.device.mem_base_addr_align <= 8 * 256)


def test_one_array_twice_is_not_two_of_its_kind(repeated, square):
    """Both arguments were the same array when the call was captured."""
    a, b, c = square(), square(), square()
    autoblas.gemm(a, a, c=c)
    autoblas.gemm(a, a, c=c)
    autoblas.gemm(a, b, c=c)
    np.testing.assert_allclose(c.get(), a.get() @ b.get(), rtol=1e-5)
    autoblas.gemm(b, b, c=c)
    np.testing.assert_allclose(c.get(), b.get() @ b.get(), rtol=1e-5)
    assert len(repeated) == 2


def test_a_closed_queue_is_refused_after_calls_that_were_fine(here, repeated):
    """Its arrays are the same as before."""
    with cl.CommandQueue(here.queue.context, here.queue.device) as queue:
        x, y = (cl_array.zeros(queue, 8, np.float32) for _ in range(2))
        for _ in range(3):
            autoblas.axpy(x, y, alpha=0.5)
    with pytest.raises(ArgumentError, match="open command queue"):
        autoblas.axpy(x, y, alpha=0.5)
    assert len(repeated) == 2


def test_queues_and_contexts_are_not_taken_for_others(here, repeated, square):
    """Arrays of another queue wait for each other; those of another context are refused."""
    other = cl.CommandQueue(here.queue.context, here.queue.device)
    context = cl.Context([here.queue.device])  # which not every driver keeps for a queue
    foreign = cl.CommandQueue(context, here.queue.device)
    a, b, c = square(), square(), square()
    autoblas.gemm(a, b, c=c)
    for _ in range(3):
        autoblas.gemm(a, b, c=c, queue=other)
        assert a.events
        assert b.events  # whatever overwrites them waits
        with pytest.raises(ArgumentError, match="context"):
            autoblas.gemm(a, b, c=c, queue=foreign)
    np.testing.assert_allclose(c.get(), a.get() @ b.get(), rtol=1e-5)
    assert len(repeated) == 2


def test_a_repeated_call_waits(here, repeated, square):
    """For what it was told to wait for, and for what its arrays hold; what is no event is refused."""
    a, b, c = square(), square(), square()
    autoblas.gemm(a, b, c=c)
    autoblas.gemm(a, b, c=c)
    for given in (True, False):
        gate = cl.UserEvent(here.queue.context)
        autoblas.gemm(a, b, c=c)
        here.queue.finish()
        c.set(np.full((8, 8), 7, np.float32))
        here.queue.finish()
        if not given:
            a.events.append(gate)
        autoblas.gemm(a, b, c=c, wait_for=[gate] if given else None)
        assert c.events[-1].command_execution_status != cl.command_execution_status.COMPLETE
        gate.set_status(cl.command_execution_status.COMPLETE)
        np.testing.assert_allclose(c.get(), a.get() @ b.get(), rtol=1e-5)
        with pytest.raises(ArgumentError, match="sequence of pyopencl events"):
            autoblas.gemm(a, b, c=c, wait_for=[3])  # type: ignore[list-item]
    assert len(repeated) == 5


def test_an_argument_that_is_given_twice_is_refused_again_and_again(repeated, square):
    """By its place and by its name, or one too many; also after calls that were fine."""
    a, b, c = square(), square(), square()
    gemm: Any = autoblas.gemm
    for _ in range(3):
        gemm(a, b, c=c)
        with pytest.raises(TypeError, match="multiple values for argument 'b'"):
            gemm(a, b, b=c)
        with pytest.raises(TypeError, match="positional argument"):
            gemm(a, b, c)
    assert len(repeated) == 2


def test_a_process_that_was_forked_is_told_so_in_every_call(repeated, square, monkeypatch):
    """Also in calls that it made before, and in prepared ones."""
    a, b, c = square(), square(), square()
    call = autoblas.prepare(autoblas.gemm, a, b, c=c)
    for _ in range(3):
        autoblas.gemm(a, b, c=c)
        call()
    before = len(repeated)
    monkeypatch.setattr(access.PROCESS, "orphaned", True)
    monkeypatch.setattr(access.PROCESS, "barred", True)
    ways: tuple[Callable[[], Any], ...] = (lambda: autoblas.gemm(a, b, c=c), call, lambda: call(b=a))
    for again in ways:
        with pytest.raises(DeviceError, match="forked"):
            again()
    assert len(repeated) == before


def test_new_records_are_served(repeated, square):
    """What was captured goes with the plans."""
    a, b, c = square(), square(), square()
    for _ in range(3):
        autoblas.gemm(a, b, c=c)
    forget_plans()
    for _ in range(3):
        autoblas.gemm(a, b, c=c)
    assert repeated[0] is repeated[1] is not repeated[2] is repeated[3]


def test_a_launch_that_fails_leaves_the_next_one_right(repeated, square, monkeypatch):
    """Whatever numbers were set when it failed."""
    x, y = square(8), square(8)
    refused = refusals(monkeypatch)
    autoblas.axpy(x, y, alpha=0.5)
    autoblas.axpy(x, y, alpha=0.5)
    autoblas.axpy(x, y, alpha=0.5)
    refused.append(cl.LogicError("no"))
    with pytest.raises(LaunchError, match=r"refused kernel \w+: no"):
        autoblas.axpy(x, y, alpha=0.25)
    refused.clear()
    before = y.get()
    autoblas.axpy(x, y, alpha=0.5)
    np.testing.assert_allclose(y.get(), before + 0.5 * x.get(), rtol=1e-6)
    assert len(repeated) == 4
