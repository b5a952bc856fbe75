"""Every routine on arrays of every library: samples, then random ones for a while, with canaries around the operands."""

import time
import zlib

import numpy as np
import pyopencl as cl
import pytest

from support.budget import examples
from support.libraries import opencl_card
from support.random_calls import Caller, Rounds
from support.rig import Rig
from support.routine_cases import CASES
from support.samples import laid_out, tried

SECONDS = 15
"""Of random calls, in a run with the least budget."""


@pytest.mark.parametrize("routine", CASES)
def test_samples(any_arrays, routine):
    """Samples, each on arrays of another library, or through OpenCL; repeated and prepared calls are the same to the bit."""
    faults, first = list[str](), zlib.crc32(routine.encode())
    chosen = list(laid_out(routine, examples(4)))[first % 2 :: 2]  # two of the four types
    for number, (sample, layout) in enumerate(chosen):
        library = any_arrays.names[(first + number) % len(any_arrays.names)]
        placed = any_arrays.placed(library, number)
        faults += [f"{library}: {fault}" for fault in tried(sample, layout, placed, any_arrays.on_host)]
    assert faults == []


@pytest.mark.card
@pytest.mark.filterwarnings("default")
def test_random_samples(arrays, request):
    """Samples of other seeds until the time is up: letters, layouts, factors and libraries are drawn."""
    seed = int(request.config.getoption("--seed"))
    rng, ends = np.random.default_rng(seed), time.monotonic() + examples(SECONDS)
    faults, made = list[str](), 0
    while time.monotonic() < ends and not faults:
        routine = list(CASES)[int(rng.integers(len(CASES)))]
        for sample, layout in laid_out(routine, 2, seed=int(rng.integers(1 << 20))):
            library, half = str(rng.choice(arrays.names)), rng.random() < 0.2
            if half and library != "opencl":  # where not every driver has halves
                sample = sample._replace(dtype="float16")  # noqa: PLW2901  # a variant of it
            placed = arrays.placed(library, int(rng.integers(99)))
            found = tried(sample, layout, placed, arrays.on_host, repeats=int(rng.integers(3)))
            faults, made = faults + [f"{library}: {fault}" for fault in found], made + 1
    assert faults == []
    assert made > 20


@pytest.mark.parametrize(
    "runtime",
    [pytest.param("pocl", marks=pytest.mark.budget(3)), pytest.param("card", marks=pytest.mark.card)],
)
def test_random_calls_through_opencl(runtime, request):
    """Legal calls and mistakes on host and device memory, on queues and threads of all kinds, until the time is up."""
    if runtime == "pocl":
        rig: Rig = request.getfixturevalue("pocl")
        context = rig.device.context
    elif (device := opencl_card()) is None:
        pytest.skip("no card through OpenCL")
    else:
        context = cl.Context([device])
    seed, seconds = int(request.config.getoption("--seed")), examples(SECONDS if runtime == "card" else 5)
    ends = time.monotonic() + seconds
    caller = Caller(context, seed)
    rounds = Rounds(caller, seed)
    try:
        while time.monotonic() < ends:
            rounds.round()
        caller.settle()
    finally:
        caller.close()
    assert [line for outcome in caller.outcomes.values() for line in outcome.wrong] == []
    assert sum(outcome.calls for outcome in caller.outcomes.values()) > 20
