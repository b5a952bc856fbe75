"""Reductions in one launch: the work-group that ends last merges what all of them found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from autoblas.devices.recording import HOPPER, PLAIN_GPU
from autoblas.kernels import kernels
from autoblas.precision import COMPLEX64, FLOAT32, FLOAT64
from autoblas.problems.vector import Reduce
from autoblas.testing.checks import assert_found, replacing
from support.emulated_ptx import with_emulation
from support.kernel_checks import verdict

if TYPE_CHECKING:
    from support.rig import Rig

KERNEL = kernels()["reduce"]

EMULATED = with_emulation(KERNEL)

LAST = {"items": 32, "groups": 8, "last": True}

CASES: tuple[tuple[Reduce, dict[str, Any]], ...] = (
    (Reduce("dot", 5003, FLOAT32), {"lanes": 4}),
    (Reduce("dotc", 3001, COMPLEX64, items=3), {"lanes": 2}),
    (Reduce("nrm2", 4099, FLOAT64), {"items": 64}),
    (Reduce("iamax", 2999, FLOAT32, items=2), {"groups": 16}),
    (Reduce("asum", 700, FLOAT32, strided=True), {"groups": 2}),
)
"""Each kind of state, alone and in batches, with as many work-groups as work-items, fewer and more."""


@pytest.mark.parametrize(("problem", "values"), CASES, ids=lambda x: str(x) if isinstance(x, Reduce) else "")
def test_the_text_computes_the_right_result(emulating: Rig, problem: Reduce, values: dict[str, Any]) -> None:
    """Again and again: whoever is last leaves the count as it was."""
    for _ in range(2):
        assert verdict(emulating, EMULATED, {**LAST, **values}, problem) is None


FAULTS: tuple[tuple[str, str, str], ...] = (
    ("a state is left out", r"part < 8;", "part < 7;"),
    ("a work-group before the last merges too", r"if \(ended == 7\)", "if (ended >= 6)"),
    ("the count stays", r"state\[0\] = 0;", ""),
)


@pytest.mark.parametrize(
    ("pattern", "replacement"), [fault[1:] for fault in FAULTS], ids=[x[0] for x in FAULTS]
)
def test_a_planted_fault_is_found(emulating: Rig, pattern: str, replacement: str) -> None:
    """In one of a few runs."""
    planted = with_emulation(KERNEL, replacing(pattern, replacement))
    found = [verdict(emulating, planted, LAST, Reduce("dot", 5003, FLOAT32)) for _ in range(3)]
    assert_found(next(filter(None, found), None))


def test_devices_that_promise_nothing_are_not_asked_to() -> None:
    """There the last step is a launch of its own; on NVIDIA's it is not."""
    problem = Reduce("dot", 1 << 20, FLOAT32)
    assert KERNEL.suggested(problem, HOPPER).last
    assert not KERNEL.suggested(problem, PLAIN_GPU).last
    refused = KERNEL.space.broken(KERNEL.space.point(LAST), problem, PLAIN_GPU)
    assert refused == "work-groups see what others wrote before they counted themselves"
