"""Parts of a call are dealt to devices by their speeds, each once, and lost ones again."""

import threading
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoblas.calls.several.prediction import Link, simulate
from autoblas.calls.several.scheduler import Scheduler, WorkItem


def grid(rows: int, cols: int, operations: float = 1.0) -> list[WorkItem]:
    """Parts of a grid, that take as much each."""
    return [WorkItem(operations, i, j) for i in range(rows) for j in range(cols)]


@given(
    speeds=st.lists(st.floats(1, 1000), min_size=1, max_size=6),
    rows=st.integers(1, 8),
    cols=st.integers(1, 8),
)
def test_play_deals_every_part_once(speeds, rows, cols):
    """All operations are done, and no simulation takes longer than the slowest that may serve, or less than all together."""
    simulation = simulate(grid(rows, cols), speeds, [None] * len(speeds), 0.0)
    total = rows * cols
    assert sum(simulation.operations) == pytest.approx(total)
    assert simulation.seconds >= total / sum(speeds) * (1 - 1e-9)
    assert simulation.seconds <= total / max(speeds) * (1 + 1e-9)


def test_faster_devices_get_more():
    """In proportion to their speeds."""
    simulation = simulate(grid(8, 8), [3.0, 1.0], [None, None], 0.0)
    assert simulation.operations == [48, 16]


def test_a_slow_device_does_not_hold_up_the_end():
    """One that takes longer for a part than the others for everything gets none."""
    assert simulate(grid(4, 4), [100.0, 1.0], [None, None], 0.0).operations == [16, 0]


def test_devices_with_memory_of_their_own_compute_squares():
    """So that few operands travel: of 64 tiles, 16 each need 4 rows and 4 columns."""
    links = [Link(1.0, 1.0, (8, 8))] * 4
    now = 0.0
    scheduler = Scheduler(grid(8, 8), [1.0] * 4, [(8, 8)] * 4, clock=lambda: now)
    for _ in range(16):
        taken = [scheduler.take(who) for who in range(4)]
        now += 1
        for who, part in enumerate(taken):
            assert part is not None
            scheduler.done(who, part)
    for who in range(4):
        rows, cols = scheduler.stock(who)
        assert len(rows) + len(cols) <= 10
    assert scheduler.complete
    # The bus is waited for at the beginning, not all the time.
    assert simulate(grid(8, 8, 100.0), [1.0] * 4, links, 0.0).seconds < 1700


def test_what_a_device_loses_is_dealt_again():
    """Restored before another one can have it; the lost device gets nothing more."""
    scheduler = Scheduler(grid(1, 3), [1.0, 1.0])
    first, second = scheduler.take(0), scheduler.take(1)
    restored: list[int] = []
    scheduler.lost(0, restored.extend)
    assert restored == [first]
    assert scheduler.take(0) is None
    assert not scheduler.wait(0)
    assert second is not None
    scheduler.done(1, second)
    remaining = [scheduler.take(1), scheduler.take(1)]
    assert first in remaining
    for part in remaining:
        assert part is not None
        scheduler.done(1, part)
    assert scheduler.complete


def test_a_refused_device_is_woken_by_a_loss():
    """It was left without a part, because a faster one was expected to do them all."""
    scheduler = Scheduler(grid(1, 2), [1.0, 100.0])
    assert scheduler.take(0) is None
    assert scheduler.take(1) is not None
    got: list[int] = []

    def work():
        while True:
            while (part := scheduler.take(0)) is not None:
                got.append(part)
                scheduler.done(0, part)
            if not scheduler.wait(0):
                return

    thread = threading.Thread(target=work)
    thread.start()
    scheduler.lost(1)
    thread.join(10)
    assert not thread.is_alive()
    assert sorted(got) == [0, 1]


def test_many_threads_take_every_part_once():
    """And all of them end, though two give up in the middle."""
    scheduler = Scheduler(grid(20, 20), [1.0] * 6)
    done: Counter[int] = Counter()
    guard = threading.Lock()

    def work(who):
        number = 0
        while True:
            while (part := scheduler.take(who)) is not None:
                number += 1
                if who < 2 and number == 7:
                    scheduler.lost(who)
                    return
                with guard:
                    done[part] += 1
                scheduler.done(who, part)
            if not scheduler.wait(who):
                return

    threads = [threading.Thread(target=work, args=(who,)) for who in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert not any(thread.is_alive() for thread in threads)
    assert scheduler.complete
    assert done == Counter(range(400))


def test_speeds_are_measured():
    """Operations by seconds at work; waiting for parts does not count."""
    now = 0.0
    scheduler = Scheduler(grid(1, 2, 10.0), [1.0, 1.0], clock=lambda: now)
    part = scheduler.take(0)
    assert part is not None
    now = 2.0
    scheduler.done(0, part)
    now = 50.0
    part = scheduler.take(0)
    assert part is not None
    now = 52.0
    scheduler.done(0, part)
    assert scheduler.speeds == [5.0, 1.0]
    assert scheduler.finished == [20.0, 0.0]


def test_nothing_is_dealt_after_a_stop():
    """Whoever waits goes on."""
    scheduler = Scheduler(grid(1, 2), [1.0, 1.0])
    assert scheduler.take(0) is not None
    scheduler.stop()
    assert scheduler.take(1) is None
    assert not scheduler.wait(1)
    assert not scheduler.complete
