"""Reductions of many vectors in one launch: lanes, lines and columns that end anywhere, and faults that are found."""

from typing import Any

import pytest

from autoblas.devices.recording import HOPPER, PLAIN_CPU, PLAIN_GPU
from autoblas.kernels import kernels
from autoblas.precision import COMPLEX64, FLOAT16, FLOAT32, FLOAT64
from autoblas.problems.vector import Reduce
from autoblas.testing import Fault, KernelConformance

KERNEL = kernels()["reduce_sets"]

BESIDE: dict[str, Any] = {"strided": True, "interleaved": True}
ROWS, COLUMNS = Reduce("sum", 37, FLOAT32, items=45), Reduce("asum", 37, FLOAT32, items=45, **BESIDE)
PLACES = Reduce("imin", 150, FLOAT32, items=45, **BESIDE)
NORMS = Reduce("nrm2", 37, FLOAT64, items=21, **BESIDE)

LANES = {"items": 1, "lanes": 8}
LINES = {"items": 16, "lines": 4}


class TestKernel(KernelConformance):
    """The kernel on PoCL; its rules are tested with those of all kernels."""

    test_every_rule_refuses_something: Any = None

    kernel = KERNEL
    problems = (
        ROWS,
        COLUMNS,
        PLACES,
        NORMS,
        Reduce("nrm2", 100, FLOAT32, FLOAT64, items=33, **BESIDE),
        Reduce("sum", 19, COMPLEX64, items=33, **BESIDE),
        Reduce("asum", 19, COMPLEX64, items=33, **BESIDE),
        Reduce("iamax", 64, COMPLEX64, items=2, index="uint32"),
        Reduce("sum", 300, FLOAT16, items=3, strided=True),
    )
    smallest = ((1,), (2,))
    faults = (
        Fault("the last row is left out", ROWS, r"column < sets\)", "column + 1 < sets)", {"items": 32}),
        Fault("the last columns are left out", COLUMNS, r"for \(; set < sets; \+\+set", "for (; set + 1 < sets; ++set", LANES),
        Fault("lanes beyond the last are added", COLUMNS, r"if \(set \+ 8 <= sets\)", "if (set < sets)", LANES),
        Fault("columns after the first are the first", COLUMNS, r"\+\+set, \+\+x\)", "++set)", LANES),
        Fault("an element of a column is left out", COLUMNS, r"for \(; i < n; \+\+i\)", "for (; i + 1 < n; ++i)", LANES),
        Fault("lines begin one late", PLACES, r"first = item \* block,", "first = item * block + 1,", LINES),
        Fault("only two lines meet", PLACES, r"half_size = 2;", "half_size = 1;", LINES),
        Fault("columns of work-items are exchanged", PLACES, r"item \* 16 \+ beside", "beside * 4 + item", LINES),
    )  # fmt: skip

    @pytest.fixture
    def device(self, pocl):
        """PoCL."""
        return pocl.device


@pytest.mark.parametrize("facts", [PLAIN_CPU, PLAIN_GPU, HOPPER], ids=lambda f: f.name)
def test_it_comes_first_where_sets_are_short_or_lie_side_by_side(facts):
    """Elsewhere after ``reduce``, with a work-group for each set."""
    many, few = (Reduce("sum", 1 << 20, FLOAT32, items=items, **BESIDE) for items in (4096, 4))
    long = Reduce("sum", 1000, FLOAT32, items=45)
    for problem, first in (
        (COLUMNS, 1),
        (ROWS, 1),
        (long, -1),
        (many, 1),
        (few, 1 if facts.kind == "cpu" else -1),
    ):
        assert KERNEL.preference(problem, facts) == first
    assert KERNEL.suggested(Reduce("sum", 37, FLOAT32), facts) is None
    assert KERNEL.suggested(Reduce("dot", 37, FLOAT32, items=9), facts) is None
    assert KERNEL.suggested(COLUMNS, facts).lanes > 1 or facts.kind != "cpu"
