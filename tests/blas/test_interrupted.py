"""An exception in the middle of a call, Ctrl-C or a refused launch: memory is at rest when it is caught, and calls go on."""

import threading
from collections.abc import Mapping
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest

from autoblas.devices.opencl.backend import OpenCLKernel
from autoblas.devices.opencl.loans import OpenCLLoan
from autoblas.errors import LaunchError
from autoblas.plan.results import forget_plans
from support.routine_calls import Case, Numbers, wrong
from support.routine_cases import CASES

SIZES = {
    "axpy": 4000,
    "swap": 4000,
    "axpy_batched": 50,
    "dot": 60_000,
    "nrm2": 60_000,
    "iamax": 60_000,
    "gemv": 70,
    "gbmv": 70,
    "trmv": 20,
    "trsv": 8,
    "syr2": 40,
    "gemm": 150,
    "gemm_batched": 20,
    "gemm_offsets": 20,
    "hemm": 40,
    "syr2k": 40,
    "trmm": 40,
    "trsm": 12,
    "omatcopy": 40,
    "imatcopy": 40,
    "im2col": 8,
    "col2im": 8,
    "convgemm": 8,
}
"""Routines of every family, and how large their operands are."""


class Trap:
    """Launches of kernels, which begin only when it is opened, and one of which fails.

    Attributes:
        seen: Launches so far.
        fails_at: The one that fails, counted from 1; none where it is 0.
        enqueues: It is enqueued all the same.
        error: What it raises.
        gate: What the first launch waits for.
    """

    def __init__(self) -> None:
        self.seen, self.fails_at, self.enqueues = 0, 0, False
        self.error: type[BaseException] = KeyboardInterrupt
        self.gate: cl.UserEvent | None = None

    def arm(self, context: cl.Context, n: int, error: type[BaseException], *, enqueues: bool) -> None:
        """Let launch ``n`` fail."""
        self.seen, self.fails_at, self.enqueues, self.error = 0, n, enqueues, error
        self.gate = cl.UserEvent(context)

    def open_soon(self) -> threading.Timer:
        """Let launches begin in a moment; the timer that does it, which was started."""
        assert self.gate is not None
        timer = threading.Timer(0.05, self.gate.set_status, [cl.command_execution_status.COMPLETE])
        timer.start()
        return timer

    def disarm(self) -> None:
        """Let all launches be."""
        self.seen, self.fails_at, self.gate = 0, 0, None


@pytest.fixture
def trap(monkeypatch):
    """Launches of OpenCL, with a trap that is not armed."""
    found, original = Trap(), OpenCLKernel.launch

    def launch(kernel, queue, extent, wait_for=None):
        found.seen += 1
        fails = found.seen == found.fails_at
        if fails and not found.enqueues:
            raise found.error
        waits = [*(wait_for or ()), found.gate] if found.gate and found.seen == 1 else wait_for
        event = original(kernel, queue, extent, waits)
        if fails:
            raise found.error
        return event

    monkeypatch.setattr(OpenCLKernel, "launch", launch)
    monkeypatch.delattr(OpenCLKernel, "launcher")  # which would go by it
    forget_plans()
    yield found
    found.disarm()
    forget_plans()


def _placed(case: Case, queue: cl.CommandQueue | None) -> Case:
    """A case with its arrays in device memory, if there is a queue."""
    if queue is None:
        return case
    arrays: dict[str, Any] = {
        name: cl_array.to_device(queue, np.ascontiguousarray(x)) for name, x in case.arrays.items()
    }
    queue.finish()
    return case._replace(arrays=arrays)


def _now(arrays: Mapping[str, Any], context: cl.Context) -> dict[str, Any]:
    """What arrays hold at this moment, without a wait for what may still run."""
    found: dict[str, Any] = {}
    with cl.CommandQueue(context) as other:
        for name, array in arrays.items():
            found[name] = np.empty(array.shape, array.dtype)
            if isinstance(array, np.ndarray):
                found[name][...] = array
            else:
                cl.enqueue_copy(other, found[name], array.base_data)
    return found


@pytest.mark.budget(one_in=27)
@pytest.mark.parametrize("memory", ["host", "device"])
@pytest.mark.parametrize("name", SIZES)
def test_memory_is_at_rest_whichever_launch_fails(here, trap, name, memory):
    """Before or after each launch, by whatever exception; the next call is right."""
    queue, on_device = here.queue, memory == "device"

    def made(seed):
        return _placed(CASES[name](Numbers(seed, "float32", SIZES[name])), queue if on_device else None)

    def right(seed):
        case = CASES[name](Numbers(seed, "float32", SIZES[name]))
        wanted, placed = case.wanted, _placed(case, queue if on_device else None)
        found = placed.call(name, queue=queue)
        got = {
            key: x.get().reshape(wanted[key].shape) if hasattr(x, "get") else x
            for key, x in found.items()
            if key in wanted
        }
        assert wrong(wanted, got) == []

    right(1)
    trap.seen = 0
    right(1)
    for n in range(1, trap.seen + 1):
        for error, enqueues in ((KeyboardInterrupt, True), (LaunchError, False)):
            case = made(1)
            trap.arm(queue.context, n, error, enqueues=enqueues)
            timer = trap.open_soon()
            with pytest.raises(error):
                case.call(name, queue=queue)
            then = _now(case.arrays, queue.context)
            timer.join()
            queue.finish()
            assert wrong(then, _now(case.arrays, queue.context)) == []
            trap.disarm()
            right(2)


@pytest.mark.parametrize("method", ["__init__", "return_after"])
def test_memory_is_at_rest_where_a_loan_fails(here, monkeypatch, method):
    """Whichever array was to be lent, or when the result was to be returned."""
    original, left = getattr(OpenCLLoan, method), [0]

    def failing(loan, *arguments, **options):
        original(loan, *arguments, **options)
        left[0] -= 1
        if left[0] == 0:
            raise KeyboardInterrupt

    for n in range(1, 4 if method == "__init__" else 2):
        left[0] = n
        case = CASES["gemm"](Numbers(1, "float32", 150))
        with monkeypatch.context() as patch:
            patch.setattr(OpenCLLoan, method, failing)
            with pytest.raises(KeyboardInterrupt):
                case.call("gemm", queue=here.queue)
        then = case.wanted | {name: x.copy() for name, x in case.arrays.items()}
        here.queue.finish()
        assert wrong({name: then[name] for name in case.arrays}, dict(case.arrays)) == []
        case = CASES["gemm"](Numbers(2, "float32", 150))
        wanted = case.wanted
        assert wrong(wanted, case.call("gemm", queue=here.queue)) == []
