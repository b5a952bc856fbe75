"""Triangular systems in a chain of work-groups: the text computes right where one waits for the other; who it serves."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from autoblas.blas.level2.blocks import is_better_in_blocks
from autoblas.checks.matvec import SolveTrial
from autoblas.devices.recording import HOPPER, PLAIN_GPU
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.kernels import kernels
from autoblas.plan.choose import choose
from autoblas.plan.layouts.matvec import RowsView, SolveLayout
from autoblas.plan.workspace import WORKSPACE
from autoblas.precision import COMPLEX64, COMPLEX128, FLOAT16, FLOAT32, FLOAT64
from autoblas.problems.base import Scratch
from autoblas.problems.matvec import Solve
from autoblas.testing.checks import Fault, assert_found, replacing
from support.emulated_kernels import RandomPoints
from support.emulated_ptx import with_emulation
from support.kernel_cases import walk
from support.kernel_checks import verdict

KERNEL = kernels()["solve_chain"]

EMULATED = with_emulation(KERNEL)

SMALL = {"items": 128, "block": 32}


def system(n: int, precision: Any, **fields: Any) -> Solve:
    """A system of a lower triangle, where nothing else is said."""
    return Solve(**{"m": n, "n": n, "precision": precision, "storage": "full", "triangle": "lower", **fields})


CASES: tuple[tuple[Solve, dict[str, Any]], ...] = (
    (system(203, FLOAT32), {}),
    (system(150, FLOAT64, across=True), SMALL),
    (system(131, FLOAT64, triangle="upper", order="any", strided=True), SMALL | {"rows": 8}),
    (system(97, FLOAT32, triangle="upper", across=True, unit=True), SMALL | {"rows": 2}),
    (system(100, COMPLEX64, conjugate=True), SMALL),
    (system(70, COMPLEX128, triangle="upper", across=True, conjugate=True, storage="packed"), SMALL),
    (system(140, FLOAT32, storage="packed"), {"items": 512}),
    (system(33, FLOAT64, unit=True), SMALL),
)
"""Every direction, storage and type in few programs: whole blocks, a part of one, and less than one."""


# None of them keeps news from being told: others would wait for ever.
FAULTS = (
    Fault("the last block is passed over", system(250, FLOAT32), r"part\[item\] = (.*);", r"part[item] = j + 1 < mine ? \1 : 0;"),
    Fault("a share is left out", system(250, FLOAT32), r"own -= shares\[item \+ \d+\];", ""),
    Fault("rows past the end are stored", system(250, FLOAT32), r"item < \d+ && first \+ item < n\) \{", "item < 64) {"),
    Fault("quotients are off", system(250, FLOAT32), r"near = a \* r", "near = a * r * 1.0001f"),
)  # fmt: skip


@pytest.mark.parametrize("precision", [FLOAT32, COMPLEX128], ids=str)
def test_the_news_are_taken_back(emulating, precision):
    """The next solution on the queue waits for news of its own."""
    device, queue = emulating.device, emulating.queue
    assert verdict(emulating, EMULATED, SMALL, system(131, precision)) is None
    for name in ("state", "news"):
        memory = WORKSPACE.take(device, queue, name, Scratch(4, None, FLOAT32, cleared=True))
        kept = np.ones(memory.size, np.uint8)
        device.copy(queue, kept, memory)
        assert not kept.any()


@pytest.mark.parametrize(("precision", "turns"), [(FLOAT32, 1), (FLOAT32, 35), (COMPLEX64, 1)], ids=str)
def test_triangles_that_cannot_be_divided_are_solved_by_quotients(emulating, precision, turns, monkeypatch):
    """Columns forty orders of magnitude apart leave the range when rows are divided by the diagonal; solutions do not.

    Where they take turns, elements become infinite; where the first half is tiny, they lose their digits.
    """
    plain = SolveTrial._values  # the matrix is all that differs

    def unbalanced(self, q):
        return plain(self, q) * np.where(np.arange(q.n) // turns % 2, 1e20, 1e-20).astype(np.float32)

    monkeypatch.setattr(SolveTrial, "_values", unbalanced)
    assert verdict(emulating, EMULATED, SMALL, system(70, precision)) is None
    wrong = with_emulation(KERNEL, replacing(r"careful = 1;", ";"))
    with np.errstate(invalid="ignore"):
        assert_found(verdict(emulating, wrong, SMALL, system(70, precision)))


def test_quotients_that_leave_the_range_of_reciprocals_are_divided():
    """By zero, and by numbers whose reciprocals are no normal ones."""
    text = KERNEL.source(KERNEL.space.point({}), CASES[0][0], OPENCL_C)
    assert "isfinite(near) ? near : a / b" in text
    assert "isnormal(r) ? r : (float)NAN" in text


@pytest.mark.parametrize(
    ("problem", "facts", "sentence"),
    [
        (system(512, FLOAT32, storage="band", kl=3), HOPPER, "the matrix is no band"),
        (system(512, FLOAT16), HOPPER, "no element is rounded"),
        (system(512, FLOAT32), PLAIN_GPU, "work-groups that have begun make progress while others wait"),
    ],
    ids=["band", "half", "other devices"],
)
def test_others_serve_what_it_cannot(problem, facts, sentence):
    """Bands, halves and devices that promise nothing."""
    unmet = KERNEL.space.unmet(problem, facts)
    assert unmet is not None
    assert sentence in unmet


def test_it_is_served_where_it_pays():
    """Large systems on such devices, in one launch; small ones go to one work-group, and elsewhere there are blocks."""
    assert choose(system(2048, FLOAT64), HOPPER).kernel is KERNEL
    assert choose(system(32, FLOAT64), HOPPER).kernel.name == "solve"
    layout = SolveLayout(RowsView(FLOAT32, 2048, 2048, 2048, 1, triangle="lower"))
    assert not is_better_in_blocks(layout, HOPPER)
    assert is_better_in_blocks(layout, PLAIN_GPU)


class TestKernel(RandomPoints):
    """Every block begins with what those before it found, and nothing outside x changes."""

    kernel, cases, faults, one_in = KERNEL, CASES, FAULTS, (4, 4)

    def drawn(self, seed, rng):
        """Any sizes, storages and directions."""
        n = int(rng.integers(33, 300))  # smaller ones are no chain
        precision = (FLOAT32, FLOAT64, COMPLEX64, COMPLEX128)[seed // 2 % 4]
        problem = replace(walk(Solve, seed), m=n, n=n, kl=0, ku=0, storage=("full", "packed")[seed % 2])
        return replace(problem, precision=precision, conjugate=problem.conjugate and precision.is_complex)
