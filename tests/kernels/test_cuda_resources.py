"""Kernels in CUDA C++, compiled for three architectures without a device, and what they take of one.

The table is kept in ``tests/golden/cuda_resources.txt``; with ``--update-golden`` it is written anew.
"""

import dataclasses
import itertools
import re

import numpy as np
import pytest

from autoblas.kernels import kernels
from support import nvrtc
from support.cuda_samples import CARD, CUDA_SAMPLES, architectures
from support.golden_sample import GOLDEN, Sample
from support.kernel_cases import draw_legal, walks
from support.nvrtc import Resources, needs_nvrtc

pytestmark = [pytest.mark.cuda, needs_nvrtc]

TABLE = GOLDEN / "cuda_resources.txt"
COLUMNS = [field.name for field in dataclasses.fields(Resources)]
POINTS = tuple((sample, architecture) for sample in CUDA_SAMPLES for architecture in architectures(sample))

RANDOM = tuple(sorted({sample.kernel for sample in CUDA_SAMPLES}))
PROBLEMS = 13

VERSION_TOLERANCE = 1.25
"""How many times the registers of the table another version of the compiler may need."""


def named(sample: Sample, architecture: str) -> str:
    """A point's name in the table."""
    return f"{sample.kernel}/{sample.label.replace(' ', '_')} {architecture}"


def resources(sample: Sample, architecture: str) -> Resources:
    """Resources of a point, as the compiler reports them."""
    text = kernels()[sample.kernel].source(sample.params, sample.problem, sample.dialect)
    return nvrtc.compiled(text, architecture, sample.flags())


def golden_table() -> tuple[str, dict[str, Resources]]:
    """The version of the compiler that the table is of, and its rows."""
    head, _, *lines = TABLE.read_text(encoding="utf-8").splitlines()
    rows = (line.split() for line in lines)
    return head.split()[-1], {f"{row[0]} {row[1]}": Resources(*map(int, row[2:])) for row in rows}


def test_the_table_has_a_row_for_every_point(update_golden):
    """Rows of points that are gone would look like checks."""
    if update_golden:
        width = max(len(named(*point)) for point in POINTS)
        head = f"{'kernel/point architecture':{width}} " + " ".join(f"{name:>9}" for name in COLUMNS)
        rows = [
            f"{named(*point):{width}} "
            + " ".join(f"{value:9}" for value in dataclasses.astuple(resources(*point)))
            for point in POINTS
        ]
        TABLE.write_text("\n".join([f"NVRTC {nvrtc.version()}", head, *rows, ""]), encoding="utf-8")
    assert set(golden_table()[1]) == {named(*point) for point in POINTS}


@pytest.mark.budget(one_in=3)
@pytest.mark.parametrize(("sample", "architecture"), POINTS, ids=itertools.starmap(named, POINTS))
def test_kernels_take_what_the_table_says(sample, architecture):
    """Registers decide how many work-groups run at once, and spilled ones cost time that no test would notice."""
    version, rows = golden_table()
    row, measured = rows[named(sample, architecture)], resources(sample, architecture)
    if version == nvrtc.version():
        assert measured == row
    else:
        assert (measured.shared, measured.dynamic) == (row.shared, row.dynamic)
        assert measured.registers <= row.registers * VERSION_TOLERANCE
        assert measured.spilled <= row.spilled * VERSION_TOLERANCE


@pytest.mark.budget(one_in=9)
@pytest.mark.parametrize("name", RANDOM)
def test_random_points_compile(name):
    """Types, batches, orders and forms of arithmetic, also on halves where a device computes with them."""
    kernel, rng = kernels()[name], np.random.default_rng(1)
    facts = dataclasses.replace(CARD, fp16=True)
    for problem in itertools.islice(walks(kernel, facts), PROBLEMS):
        params = draw_legal(kernel, problem, facts, rng)
        nvrtc.checked(*kernel.written(params, problem, CUDA_SAMPLES[0].dialect))


def test_a_register_limit_is_kept():
    """Which the compiler's option is not, beside bounds of the launch."""
    limited = [
        sample for sample in CUDA_SAMPLES if sample.kernel == "gemm_ffma" and sample.label == "smallest"
    ]
    text = kernels()["gemm_ffma"].source(limited[0].params, limited[0].problem, limited[0].dialect)
    limit = int(re.search(r"__maxnreg__\((\d+)\)", text)[1])  # type: ignore[index]  # it stands there
    assert nvrtc.compiled(text, "sm_90a", limited[0].flags()).registers <= limit
