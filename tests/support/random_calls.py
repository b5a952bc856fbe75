"""Random calls of every routine on memory that earlier calls wrote to, legal ones and such as must be refused."""

import gc
import inspect
import math
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyopencl as cl

import autoblas
from autoblas.blas.host.crossover import fixed_crossover
from autoblas.errors import ArgumentError, AutoblasError
from autoblas.plan.results import forget_plans
from autoblas.plan.workspace import WORKSPACE
from support.memories import OUT_OF_ORDER
from support.mistakes import LETTERS, MISTAKES, Attempt
from support.pool import DEVICE, HOST, MAPPED, Pool
from support.pool_numbers import Place, PoolNumbers
from support.routine_calls import RETURNED, Case
from support.routine_cases import CASES

Array = np.ndarray[Any, np.dtype[Any]]

TYPES = ("float32", "complex64", "float64", "float16", "complex128")

SIZES: tuple[int, ...] = (0, 1, 2, 3, 4, 5, 6, 6, 7, 8, 9, 12, 13, 16, 17, 33)
"""Those that are drawn; the last ones take longer."""

ROUNDED = {"float16": 2e-3, "float32": 1e-6, "complex64": 1e-6, "float64": 1e-14, "complex128": 1e-14}
"""Relative error of what is rounded: norms."""

TRIANGLES = ("gemmt", "syrk", "herk", "syr2k", "her2k", "ger", "geru", "gerc")
"""Routines whose output keeps some of its elements, whatever the factor is."""

UNPREPARED = (
    "rotm",
    "axpy_offsets",
    "gemm_offsets",
    "gemv_offsets",
    "axpy_batched",
    "gemm_batched",
    "gemv_batched",
)
"""Routines with arguments that are lists."""


@dataclass
class Call:
    """A call that was drawn.

    Attributes:
        name: The routine.
        case: Its operands, views of models, and what must come of it.
        numbers: What it was drawn from.
        seed: The seed of its layouts.
        legal: It must be computed, and not be refused.
    """

    name: str
    case: Case
    numbers: PoolNumbers
    seed: int
    legal: bool

    @property
    def outputs(self) -> list[str]:
        """The names of the arrays that are written."""
        return [name for name in self.case.expected if name != RETURNED]

    def __str__(self) -> str:
        layouts = {
            x: (y.shape, tuple(s // y.itemsize for s in y.strides)) for x, y in self.case.arrays.items()
        }
        where, dtype = self.numbers.where, self.numbers.dtype
        return (
            f"{self.name} seed {self.seed} {where} {dtype} n={self.numbers.n} {layouts} {self.case.options}"
        )


@dataclass
class Outcome:
    """What calls of a routine came to.

    Attributes:
        calls: How many were made.
        refused: Those that had to be refused, and were.
        wrong: What was wrong with others.
    """

    calls: int = 0
    refused: int = 0
    wrong: list[str] = field(default_factory=list)


class Caller:
    """Makes calls, and compares.

    Args:
        context: Where device arrays live.
        seed: What everything is drawn from that is not given.
        told: Is told of what is wrong.

    Attributes:
        queues: Two that are in order and, where the device has such, one that is not.
        pool: The memory of all calls.
        outcomes: What came of the calls, by routine.
    """

    def __init__(
        self, context: cl.Context, seed: int, told: Callable[[str], object] = lambda _: None
    ) -> None:
        self.told = told
        self.context, self.queues = context, [cl.CommandQueue(context), cl.CommandQueue(context)]
        if context.devices[0].queue_properties & OUT_OF_ORDER:
            self.queues.append(cl.CommandQueue(context, properties=OUT_OF_ORDER))
        self.elsewhere = cl.Context(context.devices[:1])
        self.foreign = cl.CommandQueue(self.elsewhere)
        self.pool, self.rng = Pool(self.queues, seed), np.random.default_rng(seed)
        self.outcomes = {name: Outcome() for name in CASES}
        self._threads = ThreadPoolExecutor(2)

    def _wrong(self, outcome: Outcome, what: str) -> None:
        outcome.wrong.append(what)
        self.told(what)

    def close(self) -> None:
        """End the threads."""
        self._threads.shutdown()

    def draw(
        self,
        name: str,
        dtype: str = "float32",
        n: int = 6,
        where: str = DEVICE,
        *,
        seed: int,
        places: list[Place] | None = None,
    ) -> Call | None:
        """A call of a routine; None where its operands share memory in a way that leaves its result open.

        Args:
            name: The routine.
            dtype: The element type; some routines take another one.
            n: The size.
            where: ``host`` or ``device``.
            seed: What layouts and letters are drawn from.
            places: Where operands lie, of an earlier call with the same seed.
        """
        numbers = PoolNumbers(self.pool, where, seed, self.rng, dtype, n, places)
        with np.errstate(all="ignore"):
            case = CASES[name](numbers)
        for touched, before in numbers.touched.values():
            if before.tobytes() != touched.model.tobytes():
                touched.write()
        for view in case.arrays.values():
            block = self.pool.block_of(view)
            if block is None:  # of an earlier call, whose memory is gone
                return None
            model = block.model
            if block.place == MAPPED and (view.shape, view.strides) != (model.shape, model.strides):
                return None
        call = Call(name, case, numbers, seed, legal=True)
        if numbers.shares:
            call.legal = not any(self._clashes(case.arrays, x) for x in call.outputs)
            if call.legal and numbers.changed():
                return None
        return call

    @staticmethod
    def _clashes(arrays: dict[str, Array], output: str) -> bool:
        """Elements of an output share memory with each other, or with another operand."""
        view = arrays[output]
        if view.size and any(s == 0 and n > 1 for s, n in zip(view.strides, view.shape, strict=True)):
            return True
        return any(np.shares_memory(view, other) for name, other in arrays.items() if name != output)

    def again(self, call: Call) -> Call | None:
        """The call once more, with the elements that there are now, and with other factors."""
        numbers = call.numbers
        return self.draw(
            call.name, numbers.dtype.name, numbers.n, numbers.where, seed=call.seed, places=numbers.places
        )

    # Legal calls.

    def make(self, call: Call) -> None:
        """Make a call whose result is compared later, with a queue, a thread and events that are drawn."""
        run, wanted = self._prepared(call)
        in_thread = self.rng.random() < 0.1
        self._finish(call, self._threads.submit(run).result if in_thread else run, wanted)

    def make_both(self, first: Call, second: Call) -> None:
        """Make two calls in two threads at once."""
        works = [(call, *self._prepared(call)) for call in (first, second)]
        futures = [self._threads.submit(run) for _, run, _ in works]
        for (call, _, wanted), future in zip(works, futures, strict=True):
            self._finish(call, future.result, wanted)

    def apart(self, first: Call, second: Call) -> bool:
        """Two calls use no block together, so that they may be made at once."""
        blocks = [{id(self.pool.block_of(x)) for x in call.case.arrays.values()} for call in (first, second)]
        return not blocks[0] & blocks[1]

    def _prepared(self, call: Call) -> tuple[Callable[[], Any], dict[str, Any]]:
        """What makes the call, and what must come of it; the models hold the results already."""
        arrays, options = self._given(call), dict(call.case.options)
        wanted = {name: np.array(value) for name, value in call.case.expected.items()}
        self.pool.used(call.case.arrays.values(), str(call))
        if call.legal:
            left_out = self._left_out(call)
            if left_out:
                del arrays[left_out]
                value = wanted[left_out].astype(call.numbers.dtype)
                if any(
                    x.size == 0 for x in call.case.arrays.values()
                ):  # an old output would be left as it was
                    value = np.zeros_like(value)
                wanted = {RETURNED: value}
            for name, value in wanted.items():
                if name != RETURNED:
                    view = call.case.arrays[name]
                    with np.errstate(all="ignore"):
                        view[...] = value if view.dtype.kind == "c" else value.real
        for name in LETTERS:
            if name in options and self.rng.random() < 0.2:
                options[name] = options[name].lower()
        more = self._more(call, arrays)
        held = self._crossover() if call.numbers.where == HOST and more.get("queue") is None else None
        routine, prepared = getattr(autoblas, call.name), self._is_prepared(call)

        def run() -> Any:
            with nullcontext() if held is None else fixed_crossover(held):
                if prepared:
                    return autoblas.prepare(routine, **arrays, **options, **more)()
                return routine(**arrays, **options, **more)

        return run, wanted

    def _finish(self, call: Call, run: Callable[[], Any], wanted: dict[str, Any]) -> None:
        """Make a call, or wait for its end, and look at what it returns."""
        outcome = self.outcomes[call.name]
        outcome.calls += 1
        try:
            returned = run()
        except AutoblasError as error:
            if call.legal:
                self._wrong(outcome, f"refused a legal call: {error}\n    {call}")
                self._forget(call)
            elif isinstance(error, ArgumentError):
                outcome.refused += 1
            else:
                self._wrong(outcome, f"refused with {error!r}\n    {call}")
            return
        except Exception as error:  # noqa: BLE001  # whatever it is, it is not ours
            self._wrong(outcome, f"raised {error!r}\n    {call}")
            self._forget(call)
            return
        if not call.legal:
            self._wrong(outcome, f"was not refused\n    {call}")
        elif RETURNED in wanted and not self._returned(call, returned, wanted[RETURNED]):
            self._wrong(outcome, f"returned {returned!r}, not {wanted[RETURNED]!r}\n    {call}")

    def _forget(self, call: Call) -> None:
        """Bring into memory what must have come of a call that went wrong."""
        for view in call.case.arrays.values():
            block = self.pool.block_of(view)
            if block is not None:
                block.write()

    def _given(self, call: Call) -> dict[str, Any]:
        """The operands, where they are."""
        some = self.rng.random(2) < 0.1
        given = {}
        for name, view in call.case.arrays.items():
            block = self.pool.block_of(view)
            assert block is not None
            given[name] = block.array(view, part=bool(some[0]), bare=bool(some[1]))
        return given

    def _left_out(self, call: Call) -> str:
        """The output that the routine is to make itself, if any."""
        if len(call.outputs) != 1 or call.name in TRIANGLES or call.case.options.get("beta", 0) != 0:
            return ""
        (name,) = call.outputs
        default = inspect.signature(getattr(autoblas, call.name)).parameters[name].default
        return name if default is None and self.rng.random() < 0.3 else ""

    def _more(self, call: Call, arrays: dict[str, Any]) -> dict[str, Any]:
        """A queue and events."""
        more: dict[str, Any] = {}
        queues = [getattr(array, "queue", None) for array in arrays.values()]
        bare = call.numbers.where != HOST and not any(queue is not None for queue in queues)
        if bare or self.rng.random() < 0.5:
            more["queue"] = self.queues[int(self.rng.integers(len(self.queues)))]
        chance = self.rng.random()
        if chance < 0.04:
            more["wait_for"] = []
        elif chance < 0.08:
            more["wait_for"] = [cl.enqueue_marker(self.queues[0])]
        elif chance < 0.1:
            gate = cl.UserEvent(self.context)
            more["wait_for"] = [gate]
            threading.Timer(0.002, gate.set_status, (cl.command_execution_status.COMPLETE,)).start()
        return more

    def _crossover(self) -> float | None:
        """Where NumPy arrays are computed: on the device, on the host, or where it is faster."""
        return [0.0, float("inf"), None][int(self.rng.integers(3))]

    def _is_prepared(self, call: Call) -> bool:
        """The call is made by ``autoblas.prepare``."""
        possible = call.legal and call.numbers.where != HOST and call.name not in UNPREPARED
        factors = [call.case.options.get(name, 1) for name in ("alpha", "beta")]
        usual = factors[0] != 0 and not any(isinstance(each, float) and math.isnan(each) for each in factors)
        return possible and call.numbers.n > 0 and usual and bool(self.rng.random() < 0.1)

    @staticmethod
    def _returned(call: Call, returned: Any, wanted: Array) -> bool:
        """A result that the routine made is right."""
        found = np.asarray(returned.get() if hasattr(returned, "get") else returned)
        if call.name == "nrm2":
            digits = ROUNDED[call.numbers.dtype.name]
            return bool(np.allclose(found, wanted, digits, 0))
        return found.size == wanted.size and np.array_equal(np.ravel(found), np.ravel(wanted), equal_nan=True)

    # Others.

    def mistake(self, call: Call, kind: str) -> bool:
        """Make a call with a mistake, which must be refused; False where the call cannot have it."""
        arrays, options, host = self._given(call), dict(call.case.options), call.numbers.where == HOST
        in_order = self.queues[0]
        in_order.finish()  # pyopencl holds Python's lock while copies end that nobody refers to any more
        views = call.case.arrays
        made = Attempt(arrays, views, call.outputs, options, host, in_order, self.foreign, self.rng)
        if not MISTAKES[kind](made):
            return False
        outcome = self.outcomes[call.name]
        outcome.calls += 1
        self.pool.used(views.values(), f"mistake {kind} of {call}")
        try:
            getattr(autoblas, call.name)(**arrays, **options, **made.more)
        except ArgumentError:
            outcome.refused += 1
        except Exception as error:  # noqa: BLE001  # whatever it is, it is not ours
            self._wrong(outcome, f"raised {error!r} for the mistake {kind}\n    {call}")
        else:
            self._wrong(outcome, f"did not refuse the mistake {kind}\n    {call}")
        return True

    def tidy(self, what: int) -> None:
        """Collect garbage, give memory back, forget plans, or begin with new threads."""
        if what == 0:
            gc.collect()
        elif what == 1:
            WORKSPACE.release()
        elif what == 2:
            forget_plans()
        else:
            self._threads.shutdown()
            self._threads = ThreadPoolExecutor(2)

    def settle(self) -> int:
        """Compare all memory with the models; how many blocks are wrong."""
        wrong = self.pool.settle()
        for _, users in wrong:
            first = users[0] if users else "no call at all"
            name = next((part for part in first.split() if part in CASES), next(iter(CASES)))
            lines = "\n    ".join(users)
            self._wrong(self.outcomes[name], f"memory differs after\n    {lines}")
        return len(wrong)


KEPT = 400
"""Earlier draws that calls are made of again."""


class Rounds:
    """Random calls on memory that earlier calls wrote to.

    Args:
        caller: Makes them.
        seed: What they are drawn from.
    """

    def __init__(self, caller: Caller, seed: int) -> None:
        self.caller, self.rng = caller, np.random.default_rng(seed)
        self.kept, self.draws = list[Call](), 0

    def call(self) -> Call | None:
        """A new draw or, once each routine had its first, the layouts of an earlier one with other elements and factors."""
        if self.draws >= len(CASES) and self.rng.random() < 0.9:
            place = int(self.rng.integers(len(self.kept)))
            again = self.caller.again(self.kept[place])
            if again is None or not again.legal:  # its memory has made room for other blocks
                self.kept.pop(place)
            return again
        routine, dtype = list(CASES)[self.draws % len(CASES)], TYPES[int(self.rng.integers(len(TYPES)))]
        where, n = ("host", "device", "device")[int(self.rng.integers(3))], int(self.rng.choice(SIZES))
        call = self.caller.draw(routine, dtype, n, where, seed=int(self.rng.integers(2**31)))
        self.draws += call is not None
        if call is not None and call.legal:
            self.kept = [*self.kept, call][-KEPT:]
        return call

    def round(self) -> None:
        """One call, or two at once, or one with a mistake; then, at times, all memory is compared."""
        call, chance = self.call(), self.rng.random()
        if call is None:
            return
        if not call.legal or chance > 0.1:
            self.caller.make(call)
        elif chance > 0.05:
            self.caller.mistake(call, list(MISTAKES)[int(self.rng.integers(len(MISTAKES)))])
        elif (other := self.call()) is not None and self.caller.apart(call, other):
            self.caller.make_both(call, other)
        if self.rng.random() < 0.4:
            self.caller.settle()
        if self.rng.random() < 0.001:
            self.caller.tidy(int(self.rng.integers(4)))
