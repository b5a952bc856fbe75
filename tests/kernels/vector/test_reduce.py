"""Reductions in one launch: the work-group that ends last merges what all of them found."""

from typing import Any

import numpy as np
import pytest

from autoblas.checks.vector import ReduceTrial
from autoblas.devices.recording import HOPPER, PLAIN_GPU
from autoblas.kernels import kernels
from autoblas.precision import COMPLEX64, FLOAT32, FLOAT64
from autoblas.problems.vector import Reduce
from autoblas.testing.checks import Fault
from support.emulated_kernels import EmulatedConformance
from support.emulated_ptx import with_emulation
from support.kernel_cases import choice_of

KERNEL = kernels()["reduce"]

EMULATED = with_emulation(KERNEL)

LAST = {"items": 32, "groups": 8, "last": True}

CASES: tuple[tuple[Reduce, dict[str, Any]], ...] = (
    (Reduce("dot", 5003, FLOAT32), {"lanes": 4}),
    (Reduce("dotc", 3001, COMPLEX64, items=3), {"lanes": 2}),
    (Reduce("nrm2", 4099, FLOAT64), {"items": 64}),
    (Reduce("iamax", 2999, FLOAT32, items=2), {"groups": 16}),
    (Reduce("iamax", 2999, FLOAT32), {"lanes": 4, "vectors": 2, "turns": 1}),
    (Reduce("imin", 3001, FLOAT64, items=2), {"lanes": 2, "turns": 1, "groups": 4}),
    (Reduce("iamin", 1999, COMPLEX64), {"lanes": 2, "vectors": 4, "turns": 1, "groups": 2}),
    (Reduce("imax", 999, FLOAT32, strided=True), {"turns": 1}),
    (Reduce("izero", 3001, FLOAT32, index="int32"), {"lanes": 4, "turns": 1}),
    (Reduce("izero", 1999, COMPLEX64, strided=True, items=2), {}),
    (Reduce("sumlog", 2999, FLOAT32, FLOAT64), {"lanes": 4, "vectors": 2}),
    (Reduce("sumlog", 1999, COMPLEX64, items=2), {"lanes": 2}),
    (Reduce("asum", 700, FLOAT32, strided=True), {"groups": 2}),
)
"""Each kind of state, alone and in batches, with as many work-groups as work-items, fewer and more."""


FAULTS = (
    Fault("a state is left out", Reduce("dot", 5003, FLOAT32), r"part < 8;", "part < 7;"),
    Fault("a work-group before the last merges too", Reduce("dot", 5003, FLOAT32), r"if \(before == 7\)", "if (before >= 6)"),
    Fault("zeros are counted from 0", Reduce("izero", 3001, FLOAT32), r"where \+ 1", "where"),
    Fault("there is always a zero", Reduce("izero", 3001, FLOAT32), r"best == 0 \?", "true ?"),
    Fault("logarithms count once", Reduce("sumlog", 2999, FLOAT32), r"2 \* sum", "sum"),
    Fault("imaginary parts have logarithms", Reduce("sumlog", 1999, COMPLEX64), r"log\((\w+)\.even", r"log(\1.odd"),
    Fault("the count stays", Reduce("dot", 5003, FLOAT32), r"\*\(state\) = 0;", ";"),
)  # fmt: skip


@pytest.mark.parametrize("turns", [1, 4])
@pytest.mark.parametrize("operation", ["iamax", "iamin", "imax", "imin"])
def test_what_is_no_number_is_passed_over(emulating, operation, turns):
    """Wherever it stands, but for the first element; infinities count, and the first of equal ones is found."""
    rng = np.random.default_rng(4)
    problem = Reduce(operation, 5003, FLOAT32)
    params = KERNEL.space.point({**LAST, "lanes": 4, "vectors": 2, "turns": turns})
    choice = choice_of(EMULATED, params, problem, emulating.device.facts)
    for ends in (False, True):
        x = rng.standard_normal(5003).astype(np.float32)
        x[rng.integers(1, 5003, 2500)] = np.nan
        x[rng.integers(1, 5003, 6)] = np.array([np.inf, -np.inf, 0, 0, np.inf, -np.inf]) if ends else np.nan
        keys = abs(x) if operation[1] == "a" else x
        expected = np.nanargmin(keys) if "min" in operation else np.nanargmax(keys)
        trial = ReduceTrial(emulating.device, emulating.queue, problem, rng)
        trial.stored["x"].write(x.reshape(1, -1))
        trial._bind(choice, 5003)()[-1].wait()
        assert trial.result.read()[0][0] == expected


def test_devices_that_promise_nothing_are_not_asked_to():
    """There the last step is a launch of its own; on NVIDIA's it is not."""
    problem = Reduce("dot", 1 << 20, FLOAT32)
    assert KERNEL.suggested(problem, HOPPER).last
    assert not KERNEL.suggested(problem, PLAIN_GPU).last
    refused = KERNEL.space.broken(KERNEL.space.point(LAST), problem, PLAIN_GPU)
    assert refused == "work-groups see what others wrote before they counted themselves"


class TestKernel(EmulatedConformance):
    """The kernel's results, again and again: whoever is last leaves the count as it was."""

    kernel, point, cases, faults, runs = KERNEL, LAST, CASES, FAULTS, 3
