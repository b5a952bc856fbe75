"""The parts of a product of NumPy arrays that ``bench gemm`` times beside it."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from autoblas.cli import main
from autoblas.plan.queues import default_queue, queue_device

POCL = ["--device", "Portable Computing Language"]

THERE, BACK = "to the device", "from the device"


@pytest.mark.parametrize(
    ("transfer", "named"), [("none", []), ("to", [THERE]), ("from", [BACK]), ("tofrom", [THERE, BACK])]
)
@pytest.mark.parametrize("items", ["1", "3"])
@pytest.mark.budget(one_in=6)
def test_the_parts_of_a_call_are_timed(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    transfer: str,
    named: list[str],
    items: str,
) -> None:
    """Where arrays are copied: the product alone, and those copies that are part of the call; in JSON too."""
    device: Any = queue_device(default_queue(POCL[1]))
    monkeypatch.setitem(vars(device), "facts", replace(device.facts, host_shared=False, system_svm=False))
    command = ["bench", "gemm", "-n", "40", "--items", items, *POCL, "--trials", "1", "--peak", "1"]
    assert main([*command, "--transfer", transfer]) == 0
    parts = re.findall(r"alone (?:.|\n {10})*", capsys.readouterr().out)
    assert len(parts) == (1 if named else 0)
    if parts:
        assert [name for name in (THERE, BACK) if name in parts[0]] == named
    assert main([*command, "--transfer", transfer, "--json"]) == 0
    (figures,) = json.loads(capsys.readouterr().out)["problems"]
    assert ("on" in figures) == bool(named)


def test_a_device_in_the_hosts_memory_has_no_parts(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is copied there."""
    assert main(["bench", "gemm", "-n", "40", *POCL, "--trials", "1", "--peak", "1"]) == 0
    assert "alone" not in capsys.readouterr().out
