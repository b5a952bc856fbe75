"""Slices of the depth on Hopper: every block is multiplied in one of them, and their sums have distinct addresses."""

import math
import re
from dataclasses import replace
from typing import Any

import pytest

from autoblas.devices.recording import HOPPER
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.kernels import kernels
from autoblas.kernels.kernel import Kernel
from autoblas.precision import FLOAT16, FLOAT32
from autoblas.problems import Matmul
from autoblas.testing.checks import unwrapped
from support.declarations import declaration, evaluated

WGMMA, HALVES = kernels()["gemm_wgmma"], kernels()["gemm_halves"]

DEEP = Matmul(300, 200, 6000, FLOAT32)

CASES: tuple[tuple[Kernel, Matmul, dict[str, Any], int], ...] = (
    (WGMMA, DEEP, {"tn": 64, "stages": 4}, 64),
    (WGMMA, DEEP, {"joint": 2}, 64),
    (WGMMA, replace(DEEP, items=3), {"form": "tf32x3", "tn": 64}, 32),
    (HALVES, Matmul(304, 200, 6000, FLOAT16, accumulator=FLOAT32), {"tn": 128, "stages": 4}, 64),
)
"""Kernel, product, parameters, and terms of a block."""

all_cases = pytest.mark.parametrize(("kernel", "problem", "values", "step"), CASES, ids=lambda x: str(x)[:20])


def _text(kernel: Kernel, problem: Matmul, values: dict[str, Any]) -> str:
    return unwrapped(kernel.source(kernel.space.point(values), problem, OPENCL_C))


@all_cases
@pytest.mark.parametrize("slices", [2, 3, 8])
def test_blocks_are_multiplied_in_a_single_slice(kernel, problem, values, step, slices):
    """Slices follow each other, end with whole groups of blocks, and none is empty where the rules allow so many."""
    values = values | {"slices": slices}
    joint = values.get("joint", 1)
    text = _text(kernel, problem, values)
    first, last = (declaration(text, name) for name in ("first_step", "last_step"))
    for depth in (step * slices, 999, 3000, 6000, 6001):
        if kernel.refusal(kernel.space.point(values), replace(problem, k=depth), HOPPER) is not None:
            continue
        steps, covered = math.ceil(depth / step), 0
        for slice_number in range(slices):
            names = {"steps": steps, "slices": slices, "slice": slice_number}
            begins = evaluated(first, **names)
            ends = evaluated(last, **names, first_step=begins)
            assert begins == covered < ends
            assert begins % joint == 0
            covered = ends
        assert covered == steps
    fetching, *multiplying = re.findall(r"for \(int step = (\w+); step < (\w+);", text)
    assert fetching == ("first_step", "last_step")
    if "int done = first_step;" in text:  # those with common factors before the others
        assert text.count("while (done < last_step)") == 1
        assert multiplying == [("done", "last_step")]
    else:
        assert set(multiplying) <= {fetching}


@all_cases
def test_sums_come_together_at_distinct_addresses(kernel, problem, values, step):
    """Teams, tiles, items, slices and work-items share no element, all lie inside what is allocated, and loads find the stores."""
    del step
    slices, tn = 3, values.get("tn", 128)
    params = kernel.space.point(values | {"slices": slices})
    text = _text(kernel, problem, values | {"slices": slices})
    tall, wide, words = math.ceil(problem.m / 128), math.ceil(problem.n / tn), tn // 8
    at = re.search(r"const \w+ meeting = (.*);", text)[1].replace("(size_t)", "")  # type: ignore[index]  # it is there
    start = re.search(r"parts \+= (.*);", text)[1]  # type: ignore[index]
    stored_at = re.search(r"own = parts \+ (.*);", text)[1]  # type: ignore[index]
    loaded_at = re.search(r"from = parts \+ (.*);", text)[1]  # type: ignore[index]
    stores = re.findall(r"^ *own\[(\d+)\] = ", text, re.MULTILINE)
    loads = re.findall(r'"l"\(from(?: \+ (\d+))?\) : "memory"', text)
    assert len(stores) == len(loads) == words
    memory = kernel.memory(params, problem)
    stored: set[int] = set()
    meetings = set()
    for item in range(problem.items):
        for tile in range(tall * wide):
            for team in range(2):
                names = {"item": item, "tall": tall, "wide": wide, "tile": tile, "team": team}
                meeting = evaluated(at, **names)
                assert meeting not in meetings
                meetings.add(meeting)
                for number in range(slices):
                    for local_id in (0, 1, 127):
                        begin = evaluated(start, meeting=meeting, slices=slices, place=local_id + 128 * team)
                        addresses = [
                            begin + evaluated(stored_at, slice=number) + int(store) for store in stores
                        ]
                        assert addresses == [
                            begin + evaluated(loaded_at, s=number) + int(load or 0) for load in loads
                        ]
                        assert not stored & set(addresses)
                        stored |= set(addresses)
    assert max(stored) * 16 + 16 <= memory["partial"].nbytes
    assert max(meetings) * 4 + 4 == memory["arrived"].nbytes
    assert memory["arrived"].cleared


@all_cases
def test_work_groups_are_tiles_and_slices(kernel, problem, values, step):
    """One for each, up to as many as there are to be; without slices nothing is allocated."""
    del step
    params = kernel.space.point(values | {"slices": 3, "groups": 132})
    tiles = math.ceil(problem.m / 128) * math.ceil(problem.n / params.tn)
    items = (problem.items,) if problem.batched else ()
    assert kernel.geometry(params, problem).global_size == (384 * tiles, 3, *items)
    many = replace(problem, m=10000, n=10000)
    assert kernel.geometry(params, many).global_size == (384 * 44, 3, *items)
    assert kernel.memory(kernel.space.point(values), problem) == {}
    assert "partial" not in _text(kernel, problem, values)


@pytest.mark.parametrize(
    ("sizes", "type_", "kernel"),
    [((172, 937, 4614), FLOAT32, WGMMA), ((640, 720, 24000), FLOAT16, HALVES)],
    ids=["float32", "float16"],
)
def test_few_tiles_of_great_depth_are_cut(sizes: tuple[int, int, int], type_, kernel):
    """The suggestion keeps most multiprocessors busy; a product that has tiles enough is not cut."""
    problem = Matmul(*sizes, type_, accumulator=FLOAT32)
    params = kernel.suggested(problem, HOPPER)
    assert params.slices > 1
    assert math.prod(kernel.geometry(params, problem).global_size) / 384 > HOPPER.compute_units / 2
    assert kernel.suggested(replace(problem, m=4096, n=4096), HOPPER).slices == 1
