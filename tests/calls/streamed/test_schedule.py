"""How products are divided: every tile once, within the memory that may be taken."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autoblas.calls.streamed.product import AHEAD
from autoblas.calls.streamed.schedule import LEAST_BYTES, Extents, memory_for_streams, schedule_of
from autoblas.devices.recording import PLAIN_GPU
from autoblas.errors import ArgumentError
from autoblas.plan.settings import DEVICE_MEMORY

GIB = 1 << 30

CARD = replace(PLAIN_GPU, memory_bytes=140 * GIB, max_alloc_bytes=35 * GIB, host_shared=False)

FLOATS = (4, 4, 4)


def square(side: int) -> Extents:
    """A square product of floats."""
    return Extents(side, side, side, FLOATS)


@settings(max_examples=150, deadline=None)
@given(
    sizes=st.tuples(*[st.integers(1, 60_000)] * 3),
    memory=st.integers(20, 37).map(lambda bits: 1 << bits),
    element_bytes=st.sampled_from([(4, 4, 4), (2, 2, 2), (8, 8, 8), (2, 2, 4)]),
    whole_depth=st.booleans(),
)
def test_tiles_cover_the_product_once_within_memory(
    sizes: tuple[int, int, int], memory, element_bytes, whole_depth
):
    """Rows, columns and terms without gaps; the first and the last of each sum are told."""
    extents = Extents(*sizes, element_bytes, whole_depth)
    schedule = schedule_of(extents, replace(CARD, memory_bytes=memory * 4 // 3, max_alloc_bytes=memory))
    if schedule is None:
        return
    assert schedule.device_bytes <= memory
    down, across, along = schedule.counts
    assert not whole_depth or along == 1
    if down * across * along > 5000:
        return
    steps = list(schedule.steps())
    assert len(steps) == down * across * along
    for name, whole in (("rows", extents.m), ("cols", extents.n), ("terms", extents.k)):
        parts = [getattr(step, name) for step in steps]
        ranges = sorted({(part.start, part.stop) for part in parts})
        assert ranges[0][0] == 0
        assert ranges[-1][1] == whole
        assert all(a[1] == b[0] for a, b in itertools.pairwise(ranges))
    assert len({(step.rows.start, step.cols.start, step.terms.start) for step in steps}) == len(steps)
    for before, step in zip([None, *steps], steps, strict=False):
        assert step.first == (step.terms.start == 0)
        assert step.last == (step.terms.stop == extents.k)
        if before is not None and not before.last:
            assert (before.rows, before.cols) == (step.rows, step.cols)


@settings(max_examples=150, deadline=None)
@given(
    sizes=st.tuples(*[st.integers(1, 30_000)] * 3),
    memory=st.integers(21, 33).map(lambda bits: 1 << bits),
    whole_depth=st.booleans(),
)
def test_no_tile_gives_way_before_its_product(sizes: tuple[int, int, int], memory, whole_depth):
    """Those of a step and of the steps whose operands are on their way have slots of their own."""
    schedule = schedule_of(Extents(*sizes, FLOATS, whole_depth), replace(CARD, memory_bytes=memory))
    if schedule is None or np.prod(schedule.counts) > 5000:
        return
    steps = list(schedule.steps())
    keys = [
        ((s.rows.start, s.terms.start), (s.terms.start, s.cols.start), (s.rows.start, s.cols.start))
        for s in steps
    ]
    for operand, slots in enumerate(schedule.slots):
        for number in range(len(steps)):
            together = {key[operand] for key in keys[number : number + 1 + AHEAD]}
            assert len(together) <= slots


def test_small_products_are_not_divided():
    """Nor empty ones, nor those that one tile holds."""
    side = int(np.sqrt(LEAST_BYTES / 12)) - 1
    assert schedule_of(square(side), CARD) is None
    assert schedule_of(square(side + 2), CARD) is not None
    assert schedule_of(Extents(0, 1 << 20, 1 << 20, FLOATS), CARD) is None
    assert schedule_of(Extents(1000, 1000, 1 << 20, FLOATS), CARD) is None


def test_a_product_that_fits_reads_and_writes_everything_once():
    """In panels of the longer side of C, with the other operand held whole."""
    for extents in (square(8192), Extents(100_000, 512, 512, FLOATS), Extents(512, 100_000, 512, FLOATS)):
        schedule = schedule_of(extents, CARD)
        assert schedule is not None
        a, b, c = extents.nbytes
        assert schedule.moved_bytes(reads_c=False) == (a + b, c)
        assert schedule.moved_bytes(reads_c=True) == (a + b + c, c)
        assert 4 <= max(schedule.counts) <= 8


def test_a_product_that_does_not_fit_is_cut_into_few_large_tiles(monkeypatch):
    """Matrices of 60 GB through 16 GB: what travels takes a bus of 25 GB/s less than a card's 150 TFLOP/s take."""
    monkeypatch.setenv(DEVICE_MEMORY.name, "16e9")
    extents = square(122_474)
    schedule = schedule_of(extents, CARD)
    assert schedule is not None
    assert schedule.device_bytes <= 16e9
    assert schedule.counts[2] == 30
    up, back = schedule.moved_bytes(reads_c=False)
    assert back == extents.nbytes[2]
    assert (up + back) / 25e9 < 2 * 122_474**3 / 150e12
    assert str(schedule).startswith("16 tiles")


def test_memory_is_said_in_bytes(monkeypatch):
    """A share of the device's by default, never more than it has; nonsense is refused."""
    assert memory_for_streams(CARD) == 105 * GIB
    for text, expected in (("16e9", 16e9), ("1e15", 140 * GIB), (" 1000 ", 1000)):
        monkeypatch.setenv(DEVICE_MEMORY.name, text)
        assert memory_for_streams(CARD) == expected
    for text in ("much", "-1", "nan", "inf", "0"):
        monkeypatch.setenv(DEVICE_MEMORY.name, text)
        with pytest.raises(ArgumentError, match=DEVICE_MEMORY.name):
            memory_for_streams(CARD)
