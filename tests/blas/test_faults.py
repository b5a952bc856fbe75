"""Every routine, with whatever it asks of a device made to fail in turn: memory, exceptions, and the call that follows."""

import warnings
from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest

from autoblas.devices.opencl import backend, loans
from autoblas.errors import AllocationError, BuildError, DeviceError, FallbackWarning, LaunchError
from autoblas.plan.workspace import WORKSPACE
from autoblas.problems.views import extent
from autoblas.testing.faulty import FaultyBackend, faulty
from support.routine_calls import Case, Numbers, wrong
from support.routine_cases import CASES

Array = np.ndarray[Any, np.dtype[Any]]

EDGE = 40
"""Elements on either side of an array that nobody may touch."""

SIZES = {
    "gemm": 40,
    "dot": 3000,
    "nrm2": 3000,
    "iamax": 3000,
    "syr2k": 40,
    "trsm": 20,
    "trmm": 40,
    "symm": 40,
}
"""How large operands are where a call of small ones takes fewer launches."""

ERRORS: dict[str, Callable[[], Exception]] = {
    "build": lambda: BuildError("planted", "the text"),
    "kernel": lambda: BuildError("planted", "the text"),
    "allocate": lambda: AllocationError("planted"),
    "lend": lambda: AllocationError("planted"),
    "argument": lambda: cl.LogicError("planted"),
    "launch": lambda: LaunchError("planted"),
    "return": lambda: LaunchError("planted"),
}
"""What a back-end raises, by what fails."""

REFUSALS = {
    "build": {"BuildError", "NoKernelError"},
    "kernel": {"BuildError", "NoKernelError"},
    "allocate": {"AllocationError", "LaunchError"},
    "lend": {"AllocationError"},
    "argument": {"LaunchError"},
    "launch": {"LaunchError"},
    "return": {"LaunchError"},
}
"""What a call raises then. Where one kernel cannot be built, another may do, and where nothing was enqueued, NumPy."""


DRIVER = ("Buffer", "Image", "Kernel", "enqueue_copy", "enqueue_map_buffer", "enqueue_nd_range_kernel")
"""What the back-end calls of pyopencl's that may fail while a routine is called."""


def _typed() -> list[tuple[str, str]]:
    """The routines with each type of float32 and complex64 that they have."""
    return [
        (name, dtype)
        for name, make in CASES.items()
        for dtype in ("float32", "complex64")
        if any(x.dtype == dtype for x in make(Numbers(1, dtype)).arrays.values())
    ]


class Placed(NamedTuple):
    """A call whose arrays lie in larger memory.

    Attributes:
        case: The call.
        whole: That memory, by name: bytes of the host, or an array of the device.
    """

    case: Case
    whole: dict[str, Any]

    def now(self) -> dict[str, Array]:
        """All bytes of that memory."""
        return {name: x.copy() if isinstance(x, np.ndarray) else x.get() for name, x in self.whole.items()}

    def changed(self, before: dict[str, Array], written: Collection[str] = ()) -> list[str]:
        """The names of the arrays that are not as before, themselves or, where they were to be written, around them."""
        now = self.now()
        for name in set(written) & set(before):
            view: Any = self.case.arrays[name]
            whole = self.whole[name]
            if not isinstance(view, np.ndarray):
                now[name][EDGE:-EDGE] = before[name][EDGE:-EDGE]
                continue
            start = view.__array_interface__["data"][0] - whole.__array_interface__["data"][0]
            there, then = (
                np.ndarray(view.shape, view.dtype, x, start, view.strides) for x in (now[name], before[name])
            )
            there[...] = then
        return [name for name, old in before.items() if now[name].tobytes() != old.tobytes()]


def _placed(case: Case, queue: cl.CommandQueue | None) -> Placed:
    """A case with its arrays in the middle of larger ones: NumPy's with their strides, or dense ones on a device."""
    arrays: dict[str, Any] = {}
    whole: dict[str, Any] = {}
    for name, array in case.arrays.items():
        if queue is not None:
            around = np.full(array.size + 2 * EDGE, 77, array.dtype)
            around[EDGE:-EDGE] = array.ravel()
            whole[name] = cl_array.to_device(queue, around)
            arrays[name] = whole[name][EDGE:-EDGE].reshape(array.shape)
            continue
        flat, first = extent(array)
        start, edge = first * array.itemsize, EDGE * array.itemsize
        whole[name] = np.full(flat.nbytes + 2 * edge, 77, np.uint8)
        arrays[name] = np.ndarray(array.shape, array.dtype, whole[name], edge + start, array.strides)
        arrays[name][...] = array
    return Placed(case._replace(arrays=arrays), whole)


class Walk:
    """Calls of one routine, of which something fails.

    Args:
        name: The routine.
        dtype: The element type.
        memory: Where its arrays lie and who chooses the queue: ``device``, ``host`` where the call names one, or
            ``default`` where it names none, so that the host may compute what the device cannot.
        faults: What fails.
        queue: Where it runs.
    """

    def __init__(self, name: str, dtype: str, memory: str, faults: FaultyBackend, queue: Any) -> None:
        self.name, self.dtype, self.faults = name, dtype, faults
        self.on_device, self.queue = memory == "device", queue
        self.options = {} if memory == "default" else {"queue": queue}

    def made(self, seed: int) -> tuple[Placed, Case]:
        """A call, and the same with arrays of its own."""
        case = CASES[self.name](Numbers(seed, self.dtype, SIZES.get(self.name, 6)))
        return _placed(case, self.queue if self.on_device else None), case

    def call(self, seed: int) -> dict[str, int]:
        """Make a call, which is right, and touches nothing else than it should.

        Returns:
            How often it asked for each kind of thing.
        """
        placed, case = self.made(seed)
        wanted, before = case.wanted, placed.now()
        self.faults.counts.clear()
        found = placed.case.call(self.name, **self.options)
        seen = dict(self.faults.counts)
        assert wrong(wanted, _on_host(wanted, found)) == []
        assert placed.changed(before, case.expected) == []
        return seen

    def counts(self) -> dict[str, int]:
        """How often a first call asks for each kind of thing."""
        self.faults.fresh()
        return self.call(1)

    def fail(self, kind: str, n: int, error: Callable[[], BaseException], **how: bool) -> str:
        """Let one thing of a first call fail, and see what comes of it, and of the next call.

        Returns:
            The class of the exception; or ``right``, where another kernel was taken, or ``host``, where NumPy computed.
        """
        faults = self.faults
        faults.fresh()
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always", FallbackWarning)
            try:
                outcome = self._failing(1, lambda: faults.arm(kind, n, error, **how))
            finally:
                faults.disarm()
        assert faults.fired
        if said:
            assert not self.options
            assert "planted" in str(said[0].message)
            assert (len(said), outcome) == (1, "right")
            outcome = "host"
        self.call(2)
        return outcome

    def _failing(self, seed: int, arm: Callable[[], None]) -> str:
        """A call with a fault that is armed now; an exception is clear, nothing runs any more, and no input has changed."""
        placed, case = self.made(seed)
        wanted, before = case.wanted, placed.now()
        found: dict[str, Any] = {}
        raised: BaseException | None = None
        arm()
        try:
            found = placed.case.call(self.name, **self.options)
        except (DeviceError, KeyboardInterrupt) as error:
            raised = error
        began = self.faults.last
        at_rest = began is None or began.command_execution_status == cl.command_execution_status.COMPLETE
        self.faults.disarm()
        if raised is None:
            assert wrong(wanted, _on_host(wanted, found)) == []
            assert placed.changed(before, case.expected) == []
            return "right"
        assert at_rest
        assert (
            began is None or not WORKSPACE.allocations
        )  # it may hold what the launch that failed has left there
        assert isinstance(raised, KeyboardInterrupt) or "planted" in str(raised)
        assert placed.changed(before, case.expected if began is not None else ()) == []
        return type(raised).__name__


def _on_host(wanted: dict[str, Any], found: dict[str, Any]) -> dict[str, Any]:
    """What is wanted of a call, as NumPy's arrays, of the shapes that these have."""
    return {
        name: found[name].get().reshape(x.shape) if hasattr(found[name], "get") else found[name]
        for name, x in wanted.items()
    }


@pytest.fixture
def faults(here):
    """Faults between autoblas and the device."""
    with faulty() as backend:
        yield backend


ORDINARY = {
    ("axpy", "complex64", "host"),
    ("dot", "float32", "device"),
    ("trsv", "float32", "default"),
    ("gemm", "float32", "apart"),
}
"""The calls that every run tries."""


def calls(*memories: str) -> pytest.MarkDecorator:
    """Every routine with its types, and with its arrays in each of these places."""
    cases = [(*each, memory) for each in _typed() for memory in memories]
    return pytest.mark.parametrize(
        ("name", "dtype", "memory"),
        [pytest.param(*case, marks=() if case in ORDINARY else pytest.mark.budget(30)) for case in cases],
    )


@calls("host", "default", "device")
def test_whatever_fails(here, faults, name, dtype, memory):
    """Each thing that a first call asks of the device, by Ctrl-C before and after it, and by what a back-end raises."""
    walk = Walk(name, dtype, memory, faults, here.queue)
    counts = walk.counts()
    assert counts["launch"] > 0
    assert set(counts) <= set(ERRORS)
    for kind, count in counts.items():
        for n in range(1, count + 1):
            assert walk.fail(kind, n, KeyboardInterrupt) == "KeyboardInterrupt"
            assert walk.fail(kind, n, KeyboardInterrupt, after=True) == "KeyboardInterrupt"
            if kind != "argument":
                allowed = REFUSALS[kind] | ({"host"} if memory == "default" else set())
                others = {"right"} if kind in {"build", "kernel"} else set()
                assert walk.fail(kind, n, ERRORS[kind]) in allowed | others
                assert walk.fail(kind, n, ERRORS[kind], lasting=True) in allowed


def test_memory_that_launches_share_is_given_up_after_a_failure(here, faults):
    """What a launch that failed has left there is nothing for the next call; ``Walk`` looks."""
    walk = Walk("trmm", "float32", "device", faults, here.queue)
    count = walk.counts()["launch"]
    assert count > 1
    assert walk.fail("launch", count, ERRORS["launch"]) == "LaunchError"


@calls("host", "default", "device")
def test_garbage_in_new_memory(here, faults, name, dtype, memory):
    """What the device had no time to write is not read: memory begins with NaN, and results are right."""
    walk = Walk(name, dtype, memory, faults, here.queue)
    faults.poisoned = True
    for seed in range(3):
        walk.call(seed)


class Calls:
    """A module whose functions and classes are called through what makes them fail.

    Args:
        module: The module.
        faults: What makes them fail, by the names in ``DRIVER``.
    """

    def __init__(self, module: Any, faults: FaultyBackend) -> None:
        self._module, self._faults = module, faults

    def __getattr__(self, name: str) -> Any:
        thing = getattr(self._module, name)
        return Called(name, thing, self._faults) if name in DRIVER else thing


class Called:
    """One of them, which is still the class that things are instances of."""

    def __init__(self, name: str, thing: Any, faults: FaultyBackend) -> None:
        self._name, self._thing, self._faults = name, thing, faults

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        """Call it, or fail."""
        return self._faults.asked(self._name, lambda: self._thing(*arguments, **options))

    def __instancecheck__(self, thing: Any) -> bool:
        """Whether something is an instance of it."""
        return isinstance(thing, self._thing)


@calls("host", "default", "device", "apart")
def test_whatever_the_driver_refuses(here, faults, monkeypatch, name, dtype, memory):
    """What pyopencl raises becomes an error of ours, where the device has memory of its own (``apart``), too."""
    if memory == "apart":
        monkeypatch.setitem(here.device.__dict__, "facts", replace(here.device.facts, host_shared=False))
    for module in (backend, loans, cl_array):
        monkeypatch.setattr(module, "cl", Calls(cl, faults))
    walk = Walk(name, dtype, memory, faults, here.queue)
    counts = walk.counts()
    assert counts["enqueue_nd_range_kernel"] == counts["launch"]
    clear = {"AllocationError", "BuildError", "LaunchError", "NoKernelError"}
    for kind in DRIVER:
        for n in range(1, counts.get(kind, 0) + 1):
            for lasting in (False, True):
                outcome = walk.fail(kind, n, lambda: cl.RuntimeError("planted"), lasting=lasting)
                assert outcome in clear | {"right", "host"}
                if kind == "enqueue_nd_range_kernel":
                    assert outcome == "LaunchError"


@pytest.mark.parametrize("memory", ["host", "device"])
def test_arguments_that_are_refused(here, faults, memory):
    """The driver's own exception, for whichever argument, becomes one of ours."""
    walk = Walk("gemm", "float32", memory, faults, here.queue)
    for n in range(1, walk.counts()["argument"] + 1):
        assert walk.fail("argument", n, lambda: cl.LogicError("planted")) in {
            "BuildError",
            "LaunchError",
            "right",
        }
