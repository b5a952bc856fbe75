"""Prepared calls: what the routine computes, for arrays and factors that fit, and a refusal that names what does not."""

import contextlib
import gc
import math
import threading
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas.blas.prepared import PreparedCall
from autoblas.devices import access
from autoblas.errors import ArgumentError, DeviceError, LaunchError
from autoblas.plan.bound import BoundPlan
from autoblas.plan.results import forget_plans
from support.page_examples import run_examples
from support.refusals import refusals

pytestmark = pytest.mark.usefixtures("all_as_written")


def test_a_call_computes_what_the_routine_does(square):
    """Nothing before it is called; then with the arrays as they are, with others, and with other factors."""
    a, b, c = square(), square(), square()
    old = c.get()
    call = autoblas.prepare(autoblas.gemm, a, b, c=c, alpha=0.5)
    assert np.array_equal(c.get(), old)
    assert call() is c
    np.testing.assert_allclose(c.get(), 0.5 * a.get() @ b.get(), rtol=1e-5)
    a.set(a.get() + 1)
    other, out = square(), square()
    assert call(b=other, c=out, alpha=-0.25) is out
    np.testing.assert_allclose(out.get(), -0.25 * a.get() @ other.get(), rtol=1e-5)
    call(alpha=0.0)
    assert not np.any(c.get())
    call(alpha=2)
    np.testing.assert_allclose(c.get(), 2 * a.get() @ b.get(), rtol=1e-5)


def test_a_factor_beside_offsets_in_tuples_stays_or_is_the_routines(here):
    """Lists in device memory hold it: with another one the call is an ordinary one of the routine."""
    x, y = (cl_array.to_device(here.queue, np.arange(6, dtype=np.float32)) for _ in range(2))
    call = autoblas.prepare(autoblas.axpy_offsets, x, (0, 3), y, (3, 0), n=3, alpha=0.5)
    expected = y.get()
    swapped = np.roll(x.get(), 3)
    for changed, alpha in (
        ({}, 0.5),
        ({"alpha": 0.25}, 0.25),
        ({"alpha": 0.5}, 0.5),
        ({"alpha": 2}, 2),
        ({}, 0.5),
    ):
        call(**changed)
        expected += np.float32(alpha) * swapped
        assert np.array_equal(y.get(), expected)


def test_calls_of_one_plan_do_not_take_each_others_memory(square, monkeypatch):
    """Kernels that still have a call's memory are not given it again; whatever came between, they have the right one."""
    refused = refusals(monkeypatch)
    a, b, c, d = square(), square(), square(), square()
    first, second = autoblas.prepare(autoblas.gemm, a, b, c=c), autoblas.prepare(autoblas.gemm, b, a, c=d)
    product, other = a.get() @ b.get(), b.get() @ a.get()
    new, out = square(), square()

    def ends_well(call, expected):
        np.testing.assert_allclose(call().get(), expected, rtol=1e-5)

    between: list[Callable[[], Any]] = [
        lambda: ends_well(second, other),
        lambda: ends_well(lambda: autoblas.gemm(new, a, c=out), new.get() @ a.get()),
        lambda: ends_well(lambda: first(a=new), new.get() @ b.get()),
        lambda: None,
    ]
    for step in between:
        for _ in range(3):
            c.set(np.zeros((8, 8), np.float32))
            ends_well(first, product)
            step()
    refused.append(LaunchError("planted"))
    with pytest.raises(LaunchError, match="planted"):
        first()
    refused.clear()
    ends_well(first, product)


def test_calls_of_one_plan_do_not_take_each_others_factors(square):
    """Nor those of a call that was given another one, or was not prepared."""
    x, y = square(8), square(8)
    y.set(np.zeros(8, np.float32))
    calls: list[tuple[Callable[[], Any], float]] = [
        (autoblas.prepare(autoblas.axpy, x, y, alpha=0.5), 0.5),
        (autoblas.prepare(autoblas.axpy, x, y, alpha=0.25), 0.25),
        (lambda: calls[0][0](alpha=2.0), 2.0),  # type: ignore[call-arg]
        (lambda: autoblas.axpy(x, y, alpha=4.0), 4.0),
    ]
    expected = 0.0
    for turn in range(3 * len(calls) ** 2):
        call, alpha = calls[(turn // len(calls) + (turn % 2) * turn) % len(calls)]
        call()
        expected += alpha
        np.testing.assert_allclose(y.get(), expected * x.get(), rtol=1e-5)


def test_usual_calls_are_made_at_once(square, monkeypatch):
    """With the prepared arrays and any usual factors; other arrays, and an array of another queue, are looked at."""
    a, b, c = square(), square(), square()
    call = autoblas.prepare(autoblas.gemm, a, b, c=c, alpha=0.5)
    asked: list[dict[str, Any]] = []
    generally = PreparedCall._slow_path

    def counted(self, changed):
        asked.append(changed)
        return generally(self, changed)

    monkeypatch.setattr(PreparedCall, "_slow_path", counted)
    for factors in ({}, {"alpha": 0.25}, {}):
        np.testing.assert_allclose(
            call(**factors).get(), factors.get("alpha", 0.5) * a.get() @ b.get(), rtol=1e-5
        )
    assert asked == []
    other = square()
    np.testing.assert_allclose(call(a=other).get(), 0.5 * other.get() @ b.get(), rtol=1e-5)
    assert asked == [{"a": other}]
    a.queue = cl.CommandQueue(a.context)
    np.testing.assert_allclose(call().get(), 0.5 * a.get() @ b.get(), rtol=1e-5)


def test_arrays_are_released_with_the_call(square):
    """At once: no garbage collector has to come for them."""
    x, y = square(8), square(8)
    call = autoblas.prepare(autoblas.axpy, x, y, alpha=0.5)
    call()
    call(alpha=0.25)
    held = weakref.ref(x)
    gc.disable()
    try:
        del x, y, call
        assert held() is None
    finally:
        gc.enable()


@pytest.mark.parametrize("fails", ["a launch", "prepare", "the check"])
def test_arrays_are_released_after_a_failure(square, monkeypatch, fails):
    """Likewise, of a first call that is refused or whose launch fails, and of one that cannot be prepared."""
    x, y = square(8), square(8)
    held = weakref.ref(x)
    gc.disable()
    try:
        if fails == "prepare":
            with contextlib.suppress(ArgumentError):
                autoblas.prepare(autoblas.axpy, x, y, alpha=math.nan)
        elif fails == "the check":
            with contextlib.suppress(ArgumentError):
                autoblas.axpy(x, x)
        else:
            monkeypatch.setattr(BoundPlan, "launch", lambda *_: 1 / 0)
            with contextlib.suppress(ZeroDivisionError):
                autoblas.axpy(x, y, alpha=0.5)
        del x, y
        assert held() is None
    finally:
        gc.enable()


def test_a_closed_queue_is_refused_after_a_call_that_was_fine(here):
    """In the words of the routine."""
    with cl.CommandQueue(here.queue.context, here.queue.device) as queue:
        x, y = (cl_array.zeros(queue, 8, np.float32) for _ in range(2))
        call = autoblas.prepare(autoblas.axpy, x, y)
        call()
    with pytest.raises(ArgumentError, match=r"^queue: expected an open command queue"):
        call()


def test_a_fork_is_refused_after_a_call_that_was_fine(square, monkeypatch):
    """Drivers do not work there."""
    call = autoblas.prepare(autoblas.axpy, square(8), square(8))
    call()
    monkeypatch.setattr(access.PROCESS, "orphaned", True)
    monkeypatch.setattr(access.PROCESS, "barred", True)
    with pytest.raises(DeviceError, match="forked"):
        call()


def test_results_that_are_not_given_are_new(square):
    """In every call, of one number too."""
    x, y = square(100), square(100)
    call = autoblas.prepare(autoblas.dot, x, y)
    first, second = call(), call(y=x)
    assert first.base_data is not second.base_data
    np.testing.assert_allclose(first.get(), x.get() @ y.get(), rtol=1e-5)
    np.testing.assert_allclose(second.get(), x.get() @ x.get(), rtol=1e-5)


def test_new_results_are_written_where_they_are(square):
    """In calls of which nothing is said to have changed, and among which earlier results are still held."""
    a, b = square(), square()
    call = autoblas.prepare(autoblas.gemm, a, b)
    found, expected = [], []
    for _ in range(4):
        found.append(call())
        expected.append(a.get() @ b.get())
        a.set(a.get() + 1)
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(one.get(), other, rtol=1e-5)


def test_what_could_not_be_bound_again_is_bound_by_the_next_call(square, monkeypatch):
    """New records came, and the device refused what they say: nothing runs by the old ones, then or later."""
    a, b, c = square(), square(), square()
    call = autoblas.prepare(autoblas.gemm, a, b, c=c)
    call()
    forget_plans()

    def refuse(*_):
        raise LaunchError("planted")

    with monkeypatch.context() as patched:
        patched.setattr("autoblas.calls.serve._first_that_builds", refuse)
        for _ in range(2):
            with pytest.raises(LaunchError, match="planted"):
                call()
    np.testing.assert_allclose(call().get(), a.get() @ b.get(), rtol=1e-5)


def test_it_says_what_it_runs(square):
    """A kernel with its parameters for each launch, in plan and in its representation."""
    call = autoblas.prepare(autoblas.trsm, square(), square())
    assert all(launch.split()[0].isidentifier() and "=" in launch for launch in call.plan)
    assert call.plan[0] in repr(call)
    assert "trsm" in repr(call)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda new: {"a": new(8, 9)}, r"^a: expected one like that of the prepared call"),
        (lambda new: {"c": new(16, 16)[::2, ::2]}, r"^c: expected one like"),
        (lambda new: {"a": new().get()}, r"^a: expected one like"),
        (lambda _: {"trans_a": "T"}, r"^trans_a: expected one like"),
        (lambda _: {"wait_for": [3]}, r"^wait_for: expected a sequence of pyopencl events"),
        (lambda new: {"queue": cl.CommandQueue(new().context)}, r"^queue: expected one like"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_named(square, change, message):
    """Whatever was prepared goes on to work."""
    a, b, c = square(), square(), square()
    call = autoblas.prepare(autoblas.gemm, a, b, c=c)
    with pytest.raises(ArgumentError, match=message):
        call(**change(square))
    np.testing.assert_allclose(call().get(), a.get() @ b.get(), rtol=1e-5)


def test_an_output_that_overlaps_is_refused(square):
    """By the routine itself."""
    a, b, c = square(), square(), square()
    call = autoblas.prepare(autoblas.gemm, a, b, c=c)
    with pytest.raises(ArgumentError, match=r"^c: expected memory that neither a nor b uses"):
        call(c=b)


@pytest.mark.parametrize(
    ("prepare", "message"),
    [
        (lambda new: autoblas.prepare(np.matmul, new(), new()), r"^routine: expected a routine of autoblas"),
        (lambda _: autoblas.prepare(3), r"^routine: expected a routine of autoblas"),
        (lambda _: autoblas.prepare(autoblas.gemm, np.eye(3), np.eye(3)), r"^args: expected arrays in device memory"),
        (lambda new: autoblas.prepare(autoblas.gemm, new(), new(8, 9), c=new()), r"^c: expected shape"),
        (lambda new: autoblas.prepare(autoblas.gemm, *[new()] * 9), r"^args: expected at most 2 arguments"),
        (lambda new: autoblas.prepare(autoblas.gemm_batched, new(2, 8, 8), new(), alpha=[0.5, 2.0]), r"^args: expected arrays in device memory, and no lists"),
    ],
)  # fmt: skip
def test_what_cannot_be_prepared_is_refused(square, prepare, message):
    """At once, by the name of the argument."""
    with pytest.raises(ArgumentError, match=message):
        prepare(square)


def test_other_threads_and_new_records_are_served(square):
    """The plan is of one thread and of the records that there were."""
    a, b, c = square(), square(), square()
    call = autoblas.prepare(autoblas.gemm, a, b, c=c)
    call()
    found: list[Any] = []
    thread = threading.Thread(target=lambda: found.append(call(c=square()).get()))
    thread.start()
    thread.join()
    forget_plans()
    np.testing.assert_allclose(found[0], a.get() @ b.get(), rtol=1e-5)
    np.testing.assert_allclose(call().get(), a.get() @ b.get(), rtol=1e-5)


def test_another_thread_has_kernels_of_its_own(square, monkeypatch):
    """Arguments are set in kernels, so two threads must not share them."""
    a, b, c = square(), square(), square()
    call = autoblas.prepare(autoblas.gemm, a, b, c=c)
    used: list[Any] = []
    for holder, name in ((call, "_run"), (call._work, "run")):
        monkeypatch.setattr(holder, name, lambda *_: used.append("the kernels of this thread"))
    found: list[Any] = []
    thread = threading.Thread(target=lambda: found.append(call()))
    thread.start()
    thread.join()
    assert used == []
    assert found == [c]
    np.testing.assert_allclose(c.get(), a.get() @ b.get(), rtol=1e-5)


def test_the_example_of_the_page_solves_its_system():
    """It ends with an assertion, and says what a product runs."""
    names = run_examples("guide/calls.md", __name__)
    assert names["product"].plan
    assert len(names["x"].get()) > 1
    assert names["old"] <= 1e-10


@pytest.mark.parametrize("name", ["symm", "trmm", "trsm"])
def test_memory_that_launches_share_has_room(square, name):
    """For a prepared call, which was never made, after smaller calls; and again when it was given back."""
    routine, queue = getattr(autoblas, name), square().queue
    for side in (40, 300):
        autoblas.release_memory()
        small, numbers = (square(8, 8) for _ in range(2))
        for _ in range(3):
            routine(small, numbers)
        a = cl_array.to_device(queue, np.triu(np.eye(side) * 2 + 1 / side).astype(np.float32))
        b = square(side, side)
        call, old = autoblas.prepare(routine, a, b), b.get()
        expected = routine(a.get(), old.copy())
        for turn in range(3):
            b.set(old)
            np.testing.assert_allclose(call().get(), expected, rtol=1e-4, atol=1e-4)
            if turn == 1:
                autoblas.release_memory()
                routine(small, numbers)
