"""Sequences of calls on memory that all of them share: results become operands, on queues and threads of all kinds.

A stateful machine of Hypothesis draws calls of every routine from ``support.random_calls`` and finds the shortest sequence
that goes wrong. ``tests/card/test_routines.py`` makes many of the same for a time, without looking for short ones.
"""

from typing import Any

import numpy as np
import pyopencl as cl
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test

import autoblas
from support.budget import examples
from support.mistakes import MISTAKES
from support.pool import address
from support.random_calls import SIZES, Call, Caller
from support.rig import Rig
from support.routine_cases import CASES

pytestmark = pytest.mark.usefixtures("all_as_written")

SEEDS = st.integers(0, 2**31 - 1)


def machine(
    context: cl.Context, types: tuple[str, ...], names: tuple[str, ...] = tuple(CASES)
) -> type[RuleBasedStateMachine]:
    """The rules, for a context.

    Args:
        context: Where calls are made.
        types: The element types of operands.
        names: The routines.
    """

    class Calls(RuleBasedStateMachine):
        """Calls of routines, and of what users do between them."""

        def __init__(self) -> None:
            super().__init__()
            self.caller, self.made = Caller(context, 1), list[Call]()

        @rule(
            name=st.sampled_from(names),
            dtype=st.sampled_from(types),
            n=st.sampled_from(SIZES[:-4]),
            where=st.sampled_from(("host", "device", "device")),
            seed=SEEDS,
        )
        def call(self, name: str, dtype: str, n: int, where: str, seed: int) -> None:
            """A call with new layouts; where operands clash, it must be refused."""
            call = self.caller.draw(name, dtype, n, where, seed=seed)
            if call is not None:
                self.caller.make(call)
                self.made += [call] if call.legal else []

        @precondition(lambda self: self.made)
        @rule(which=SEEDS)
        def call_again(self, which: int) -> None:
            """A call with layouts of an earlier one, its elements as they are now, and other factors."""
            call = self._again(which)
            if call is not None:
                self.caller.make(call)

        @precondition(lambda self: len(self.made) > 1)
        @rule(which=SEEDS, other=SEEDS)
        def call_two_at_once(self, which: int, other: int) -> None:
            """Two such calls in two threads."""
            calls = [call for call in (self._again(which), self._again(other)) if call is not None]
            if len(calls) > 1 and self.caller.apart(*calls):
                self.caller.make_both(*calls)

        @precondition(lambda self: self.made)
        @rule(which=SEEDS, kind=st.sampled_from(tuple(MISTAKES)))
        def call_with_a_mistake(self, which: int, kind: str) -> None:
            """A call that must be refused."""
            call = self._again(which)
            if call is not None:
                self.caller.mistake(call, kind)

        @rule(what=st.integers(0, 3))
        def tidy(self, what: int) -> None:
            """Objects, memory, plans and threads go."""
            self.caller.tidy(what)

        @rule()
        def look(self) -> None:
            """All memory is what NumPy says, around the operands too."""
            self.caller.settle()
            wrong = [line for each in self.caller.outcomes.values() for line in each.wrong]
            assert not wrong, "\n".join(wrong)

        def teardown(self) -> None:
            """Nothing is left unseen."""
            try:
                self.look()
            finally:
                self.caller.close()

        def _again(self, which: int) -> Call | None:
            """A call like an earlier one, if it is legal still."""
            again = self.caller.again(self.made[which % len(self.made)])
            return again if again is not None and again.legal else None

    return Calls


def run(rig: Rig, many: int, steps: int, types: tuple[str, ...], **more: Any) -> None:
    """Run sequences, the same ones every time in the ordinary run."""
    kinds = settings(
        max_examples=examples(many),
        stateful_step_count=steps,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(machine(rig.device.context, types, **more), settings=kinds)


def test_calls_in_sequence(any_device):
    """Of a few routines that have little to compile."""
    run(any_device, 5, 20, ("float32",), names=("axpy", "copy", "dot", "gemv", "gemm", "scal", "swap"))


@pytest.mark.budget(3)
def test_calls_of_all_routines_in_sequence(any_device):
    """Of every routine and type."""
    run(any_device, 14, 20, ("float32", "complex64", "float64", "float16", "complex128"))


@pytest.fixture
def caller(any_device):
    """Makes calls of which this file says what they do."""
    caller = Caller(any_device.device.context, 1)
    yield caller
    caller.close()


def nothing(x: Any, y: Any, alpha: float) -> None:
    """Leave the output as it is."""


def beyond(x: Any, y: Any, alpha: float) -> None:
    """Write one element too many."""
    y += alpha * x if alpha else 0
    np.ndarray(1, y.dtype, y.base, _after(y))[...] = 77


def _after(y: Any) -> int:
    """Bytes from the beginning of the memory to behind the last element."""
    return address(y) - address(y.base) + int(y.nbytes)


def input_too(x: Any, y: Any, alpha: float) -> None:
    """Change an input."""
    y += alpha * x if alpha else 0
    x[-1] += 1


def error(x: Any, y: Any, alpha: float) -> None:
    """Raise what is not ours."""
    raise RuntimeError("planted")


def refusal(x: Any, y: Any, alpha: float) -> None:
    """Refuse what is legal."""
    raise autoblas.ShapeError("x", "another one", "this one")


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (nothing, "memory differs after"),
        (beyond, "memory differs after"),
        (input_too, "memory differs after"),
        (error, "raised RuntimeError"),
        (refusal, "refused a legal call"),
    ],
)
def test_what_is_wrong_is_seen(caller, monkeypatch, wrong, words):
    """By each of its kinds, once; the next call is looked at anew."""

    def axpy(x, y, *, alpha, **_):
        wrong(x, y, alpha)
        return y

    calls = (caller.draw("axpy", "float32", 6, "host", seed=seed) for seed in range(99))
    call = next(each for each in calls if each is not None and _plain(each))
    with monkeypatch.context() as patch:
        patch.setattr(autoblas, "axpy", axpy)
        caller.make(call)
        caller.settle()
    outcome = caller.outcomes["axpy"]
    assert [line.partition(words)[1] for line in outcome.wrong] == [words]
    again = caller.again(call)
    assert again is not None
    caller.make(again)
    assert caller.settle() == 0
    assert len(outcome.wrong) == 1


def _plain(call: Call) -> bool:
    """A legal call of adjacent elements that are written, with a factor that is not zero."""
    adjacent = all(array.strides == (4,) for array in call.case.arrays.values())
    changes = call.case.options["alpha"] != 0 and np.any(call.case.arrays["x"])
    return call.legal and adjacent and bool(changes)


@pytest.mark.parametrize("kind", ["overlap", "read-only", "type"])
def test_what_is_not_refused_is_seen(caller, monkeypatch, kind):
    """A routine that takes whatever it gets."""
    calls = (caller.draw("axpy", "float32", 6, "host", seed=seed) for seed in range(99))
    call = next(each for each in calls if each is not None and _plain(each))
    with monkeypatch.context() as patch:
        patch.setattr(autoblas, "axpy", lambda *_, **__: None)
        assert caller.mistake(call, kind)
    assert [
        line.startswith(f"did not refuse the mistake {kind}") for line in caller.outcomes["axpy"].wrong
    ] == [True]
