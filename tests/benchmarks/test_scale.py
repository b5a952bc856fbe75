"""What ``scale.py`` says of several devices, and the simulation of many workers: limits that follow from its times alone."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyopencl as cl
import pytest
from click.testing import CliRunner

import autoblas
from support.memories import copying

if TYPE_CHECKING:
    from collections.abc import Callable

    from support.rig import Rig

ROOT = Path(autoblas.__file__).parents[2]
sys.path.insert(0, str(ROOT / "benchmarks"))

import scale  # noqa: E402  # a script beside others, found there
from card_calls import copies  # noqa: E402
from simulated import Measured, efficiency_page, simulated  # noqa: E402

COUNTS = (1, 2, 4, 16, 64, 256, 1024)


def test_one_worker_is_the_measure() -> None:
    """Whatever the transfers and the scheduler take, it waits for neither."""
    for measured in (Measured(0.1, 1e9, 1e-3), Measured(0.1, 1e6, 1e-2)):
        assert simulated(16384, 1024, 1, measured) == pytest.approx(1.0)


def test_without_transfers_and_scheduler_only_the_last_blocks_are_waited_for() -> None:
    """Every block is computed once: 256 of them keep up to 256 workers busy, and a quarter of 1024."""
    free = Measured(0.1, 1e30, 0.0)
    found = [simulated(16384, 1024, count, free) for count in COUNTS]
    assert found[:-1] == [pytest.approx(1.0)] * 6
    assert found[-1] == pytest.approx(0.25)


@pytest.mark.parametrize(
    "slower",
    [lambda x: x._replace(bandwidth=x.bandwidth / 100), lambda x: x._replace(overhead=x.overhead * 100)],
)
def test_slower_transfers_and_schedulers_cost(slower: Callable[[Measured], Measured]) -> None:
    """More with more workers, and never a gain."""
    fast = Measured(0.05, 1e9, 1e-3)
    for count in COUNTS[2:]:
        good, bad = (simulated(32768, 1024, count, each) for each in (fast, slower(fast)))
        assert 0 < bad < good <= 1 + 1e-9


def test_the_scheduler_is_the_end() -> None:
    """It hands out one task after the other: tasks of 32 ms keep no more than 32 workers busy where each takes it 1 ms."""
    measured = Measured(0.001, 1e30, 1e-3)
    found = simulated(32768, 1024, 1024, measured)
    assert found * 1024 <= 33


def test_the_page_has_what_the_simulation_gives() -> None:
    """Its table follows from the figures that it names."""
    page = (ROOT / "docs" / "log" / "scaling.md").read_text(encoding="utf-8")
    words = re.search(r"a task ([\d.]+) ms, transfers ([\d.]+) GB/s, the scheduler ([\d.]+) ms a task", page)
    assert words is not None
    task, rate, overhead = map(float, words.groups())
    measured = Measured(task / 1e3, rate * 1e9, overhead / 1e3)
    table = page.partition("| workers |")[2].partition("\n\n")[0].splitlines()
    sides = [int(each) for each in re.findall(r"(\d+) rows", table[0])]
    rows = [[float(each) for each in line.strip("| ").split("|")] for line in table[2:]]
    assert len(rows) > 4
    for count, *values in rows:
        assert values == [
            pytest.approx(simulated(side, 2048, int(count), measured), abs=6e-4) for side in sides
        ]


def test_the_picture(tmp_path: Path) -> None:
    """It is written, and the same each time."""
    pytest.importorskip("matplotlib")
    pictures = []
    for name in "ab":
        efficiency_page(tmp_path / f"{name}.svg", [1, 2], {"some": [1.0, 0.9]}, "title")
        pictures.append((tmp_path / f"{name}.svg").read_bytes())
    assert pictures[0] == pictures[1]
    assert pictures[0].startswith(b"<?xml")


def test_the_command_for_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """One device too: its times, an error that is checked, and what is expected; wrong results end it."""
    monkeypatch.setenv("AUTOBLAS_DEVICE", "Portable")
    words = ["cards", "--devices", "Portable,Portable", "--side", "200", "--turns", "1"]
    done = CliRunner().invoke(scale.main, words)
    assert done.exit_code == 0, done.output
    assert "there is one device: nothing can be gained" in done.output
    assert re.search(
        r"^1 device, NumPy arrays +[\d.]+ +[\d.]+ +[\d.]+ +\d+ +1\.00$", done.output, re.MULTILINE
    )
    assert "1 device, operands there" in done.output
    assert "copies alone: not here" in done.output
    assert "computed by the one device that there is" in done.output
    few = CliRunner().invoke(scale.main, [*words, "--only", "2"])
    assert few.exit_code == 2
    assert "more devices than the 1 device here" in " ".join(few.output.split())
    monkeypatch.setattr(autoblas, "gemm", lambda a, b, **_: a)
    wrong = CliRunner().invoke(scale.main, words)
    assert wrong.exit_code == 1
    assert "the last product is wrong" in wrong.output


@pytest.mark.parametrize(
    "words", [["--side", "0"], ["--turns", "0"], ["--side", "x"], ["--devices"]], ids=str
)
def test_wrong_words_for_cards(words: list[str]) -> None:
    """They are refused in a sentence."""
    assert CliRunner().invoke(scale.main, ["cards", *words]).exit_code == 2


@pytest.mark.parametrize("count", [1, 2, 4, 6])
def test_copies_for_a_grid_of_devices(any_device: Rig, monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    """All of C comes back, from as many devices; there are none to time where one computes in the host's memory."""
    queues = [cl.CommandQueue(any_device.device.context, any_device.device.hardware) for _ in range(count)]
    x: Any = np.ones((50, 50), np.float32)
    monkeypatch.setitem(any_device.device.__dict__, "facts", any_device.device.facts)
    assert copies(autoblas.devices(*queues), x, x, x) is None
    copying(any_device, monkeypatch)
    old = 1000.25 + count  # memory that nobody wrote has anything else
    c = np.full((50, 50), old, np.float32)
    run = copies(autoblas.devices(*queues), x, x, c)
    assert run is not None
    run()
    assert not (c == old).any()
