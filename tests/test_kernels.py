"""Every kernel at random legal points, its rules and geometry, and golden texts."""

from __future__ import annotations

import hashlib
import math
import os
import re
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernel_cases import choice_of, draw, draw_legal, problem_for

from autoblas.devices.opencl import OPENCL_C
from autoblas.devices.recording import PLAIN_CPU, PLAIN_GPU, SMALL_GPU, RecordingDevice
from autoblas.kernels import kernels
from autoblas.kernels.kernel import source_hash
from autoblas.precision import FLOAT32, FLOAT64
from autoblas.problems import Matmul, Pack
from autoblas.runtime.build import program_for
from autoblas.runtime.trials import trial_for
from autoblas.space import parameters

if TYPE_CHECKING:
    from conftest import Rig

    from autoblas.devices.device import Facts
    from autoblas.kernels.kernel import Kernel
    from autoblas.precision import Precision
    from autoblas.problems import Problem

NAMES = tuple(kernels())
FACTS = (PLAIN_CPU, PLAIN_GPU, SMALL_GPU, replace(PLAIN_CPU, fp64=False))
GOLDEN = Path(__file__).parent / "golden"

POINTS = {"gemm_tile": 5}
"""Random points a precision and runtime where not 9; what has barriers compiles slowly on PoCL."""

both_precisions = pytest.mark.parametrize("precision", [FLOAT32, FLOAT64], ids=lambda p: p.name)
every_kernel = pytest.mark.parametrize("name", NAMES)


@dataclass(frozen=True)
class Sample:
    """A point whose text is kept in a file.

    Attributes:
        kernel: Name of the kernel.
        label: Name of the file.
        problem: What it computes.
        values: The parameters that are not at their defaults.
    """

    kernel: str
    label: str
    problem: Problem
    values: dict[str, Any]

    @property
    def path(self) -> Path:
        """Where the text is kept."""
        return GOLDEN / self.kernel / f"{self.label}.cl"

    @property
    def params(self) -> Any:
        """The point."""
        return kernels()[self.kernel].space.point(self.values)

    def text(self) -> str:
        """What the kernel generates, below a line that names the point."""
        words = " ".join(f"{name}={value}" for name, value in parameters(self.params).items())
        text = kernels()[self.kernel].source(self.params, self.problem, OPENCL_C)
        return f"// {self.problem}: {words}\n{text}"


SAMPLES = (
    Sample("gemm_direct", "smallest", Matmul(64, 64, 64, FLOAT32), {"wx": 1, "wy": 1, "rm": 1, "rn": 1}),
    Sample("gemm_direct", "production", Matmul(64, 64, 64, FLOAT64, "any", "col", "any"), {}),
    Sample(
        "gemm_tile",
        "smallest",
        Matmul(64, 64, 64, FLOAT32),
        {"tm": 16, "tn": 16, "rm": 2, "rn": 2, "chunk": 2, "va": 1, "vb": 1},
    ),
    Sample(
        "gemm_tile",
        "production",
        Matmul(4096, 4096, 4096, FLOAT32, "col", "row"),
        {"tm": 256, "tn": 128, "rm": 16, "rn": 8, "pad": 4},
    ),
    Sample(
        "gemm_panel",
        "smallest",
        Matmul(64, 64, 64, FLOAT32),
        {"rm": 4, "lanes": 4, "vectors": 2, "depth": 128, "block_m": 2, "block_n": 2}
        | {"pack_a": False, "pack_b": False},
    ),
    Sample("gemm_panel", "production", Matmul(1024, 1024, 1024, FLOAT32), {"rm": 6, "depth": 512}),
    Sample("pack", "smallest", Pack(64, 64, 4, FLOAT32, "col"), {"depth": 16, "lanes": 1, "panels": 1}),
    Sample("pack", "production", Pack(1024, 1024, 6, FLOAT32, "row"), {}),
)
every_sample = pytest.mark.parametrize("sample", SAMPLES, ids=lambda s: f"{s.kernel}-{s.label}")


def _check_points(rig: Rig, name: str, precision: Precision, count: int, first: int = 0) -> None:
    """Check ``count`` random legal points, each on a problem with other storage orders than the one before."""
    kernel = kernels()[name]
    offset = 0 if precision is FLOAT32 else count
    for index in range(first, first + count):
        rng = np.random.default_rng([index, NAMES.index(name), precision.size])
        problem = problem_for(kernel, precision, index + offset)
        params = draw_legal(kernel, problem, rig.device.facts, rng)
        wrong = trial_for(rig.device, rig.queue, problem).check(
            choice_of(kernel, params, problem, rig.device.facts)
        )
        assert wrong is None, f"{problem} {params}: {wrong}"


@every_kernel
@both_precisions
def test_random_legal_points_compute_the_right_result(
    any_device: Rig, name: str, precision: Precision
) -> None:
    """What the rules allow is right to the bit for integers, within the bound for reals, and writes nothing else."""
    _check_points(any_device, name, precision, POINTS.get(name, 9))


@pytest.mark.nightly
@every_kernel
@both_precisions
def test_many_random_legal_points_compute_the_right_result(
    any_device: Rig, name: str, precision: Precision
) -> None:
    """The same for two hundred points."""
    _check_points(any_device, name, precision, 200, first=1000)


@every_kernel
def test_the_smallest_problems_are_computed(any_device: Rig, name: str) -> None:
    """A matrix of one element, a row and a column are no special cases."""
    kernel, facts = kernels()[name], any_device.device.facts
    sizes = (
        [(1, 1, 1), (1, 9, 5), (9, 1, 5)] if kernel.family is Matmul else [(1, 1, 4), (1, 9, 4), (9, 1, 4)]
    )
    rng = np.random.default_rng(NAMES.index(name))
    params = draw_legal(kernel, kernel.family(*sizes[0], FLOAT32), facts, rng)
    for size in sizes:
        problem = kernel.family(*size, FLOAT32)
        wrong = trial_for(any_device.device, any_device.queue, problem).check(
            choice_of(kernel, params, problem, facts)
        )
        assert wrong is None, f"{problem} {params}: {wrong}"


problems_of = {
    Matmul: st.builds(
        Matmul,
        st.integers(1, 400),
        st.integers(1, 400),
        st.integers(0, 400),
        st.sampled_from([FLOAT32, FLOAT64]),
        *[st.sampled_from(["row", "col", "any"])] * 2,
        st.sampled_from(["row", "any"]),
    ),
    Pack: st.builds(
        Pack,
        st.integers(1, 400),
        st.integers(1, 400),
        st.sampled_from([4, 6, 8, 12, 16, 64]),
        st.sampled_from([FLOAT32, FLOAT64]),
        st.sampled_from(["row", "col", "any"]),
    ),
}


@st.composite
def cases(draw_one: st.DrawFn) -> tuple[Kernel, Any, Any]:
    """A kernel, any point of its space, and a problem of its family."""
    kernel = kernels()[draw_one(st.sampled_from(NAMES))]
    rng = np.random.default_rng(draw_one(st.integers(0, 2**32)))
    return kernel, draw(kernel, rng), draw_one(problems_of[kernel.family])


TILES = {
    "gemm_direct": lambda p, q: ((q.n, p.wx * p.rn), (q.m, p.wy * p.rm)),
    "gemm_tile": lambda p, q: ((q.n, p.tn), (q.m, p.tm)),
    "gemm_panel": lambda p, q: ((q.m, p.block_m * p.rm), (q.n, p.block_n * p.rn)),
    "pack": lambda p, q: ((q.depth, p.depth), (q.panels, p.panels)),
}
"""For each dimension of a launch, the extent of the output along it and how much of it a work-group covers."""


@given(cases())
def test_the_launch_covers_the_output_exactly_once(case: tuple[Kernel, Any, Any]) -> None:
    """Work-groups side by side reach the end, the last one is needed, and all of them are whole."""
    kernel, params, problem = case
    launch = kernel.geometry(params, problem)
    for size, group, (extent, tile) in zip(
        launch.global_size, launch.local_size, TILES[kernel.name](params, problem), strict=True
    ):
        groups, rest = divmod(size, group)
        assert rest == 0
        assert groups == math.ceil(extent / tile)


@given(cases())
def test_a_kernel_moves_at_least_what_must_be_moved(case: tuple[Kernel, Any, Any]) -> None:
    """No kernel claims less traffic than reading each operand and writing the result once."""
    kernel, params, problem = case
    assert kernel.traffic(params, problem) >= problem.min_bytes()


@given(cases(), st.sampled_from(FACTS))
def test_a_point_is_refused_with_the_first_rule_it_breaks(
    case: tuple[Kernel, Any, Any], facts: Facts
) -> None:
    """A refusal is a rule's sentence, and there is none exactly where every rule holds."""
    kernel, params, problem = case
    rules = (*kernel.space.requirements, *kernel.space.rules)
    broken = [r.sentence for r in rules if not r.holds(params, problem, facts)]
    assert kernel.refusal(params, problem, facts) == (broken[0] if broken else None)


@given(cases())
def test_source_and_options_are_what_a_device_can_build(case: tuple[Kernel, Any, Any]) -> None:
    """The arguments in the text are those the kernel names, braces and barriers pair up, options are words."""
    kernel, params, problem = case
    text, options = kernel.source(params, problem, OPENCL_C), kernel.options(params)
    entry = re.search(rf"^{kernel.name}\((.*)\)$", text, re.MULTILINE)
    assert entry is not None
    assert tuple(re.split(r"[ *]", argument)[-1] for argument in entry[1].split(", ")) == kernel.arguments
    assert text.count("{") == text.count("}")
    assert text.count("(") == text.count(")")
    assert text.count("barrier(") % 2 == 0
    assert isinstance(options, tuple)
    assert all(isinstance(option, str) for option in options)
    size = kernel.geometry(params, problem).local_size
    assert f"reqd_work_group_size({size[0]}, {size[1]}, 1)" in text


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_refuses_something(name: str) -> None:
    """A rule that is never the first to refuse a point is dead, and its sentence is never read."""
    kernel = kernels()[name]
    unseen = {rule.sentence for rule in (*kernel.space.requirements, *kernel.space.rules)}
    rng = np.random.default_rng(5)
    sizes = [(4096, 4096, 4096), (150, 70, 150), (5, 5, 0)]
    widths = [(4096, 4096, 16), (41, 5, 6)]
    problems = (
        [Matmul(*size, p, o, o) for size in sizes for p in (FLOAT32, FLOAT64) for o in ("row", "any")]
        if kernel.family is Matmul
        else [Pack(*size, p, o) for size in widths for p in (FLOAT32, FLOAT64) for o in ("row", "col", "any")]
    )
    for problem in problems:
        for facts in FACTS:
            unseen -= {kernel.refusal(draw(kernel, rng), problem, facts) for _ in range(300)}
    assert not unseen


@pytest.mark.parametrize("name", NAMES)
def test_defaults_are_legal_where_the_kernel_belongs(name: str) -> None:
    """What a kernel does before anything was tuned is allowed on an ordinary processor."""
    kernel = kernels()[name]
    problem = Matmul(512, 512, 512, FLOAT32) if kernel.family is Matmul else Pack(512, 512, 16, FLOAT32)
    assert kernel.refusal(kernel.space.point({}), problem, PLAIN_CPU) is None


def test_a_recording_device_remembers_what_it_built() -> None:
    """Each text is built once a device, with its options, in the order of the requests."""
    device = RecordingDevice(PLAIN_GPU)
    kernel, problem = kernels()["gemm_direct"], Matmul(8, 8, 8, FLOAT32)
    points = [kernel.space.point({"multiply": form}) for form in ("plain", "fma", "plain")]
    programs = [program_for(device, kernel, point, problem) for point in points]  # type: ignore[arg-type]  # typed for the only backend that launches
    assert [program.text for program in device.builds] == [
        kernel.source(point, problem, device.dialect) for point in points[:2]
    ]
    assert [program.options for program in device.builds] == [("-cl-mad-enable",), ()]
    assert programs[0] is programs[2]
    assert len({program.binary() for program in programs}) == 2


@every_sample
def test_texts_are_the_golden_ones(sample: Sample, update_golden: bool) -> None:
    """A change of a kernel's text shows in a file that a reviewer reads."""
    if update_golden:
        sample.path.parent.mkdir(parents=True, exist_ok=True)
        sample.path.write_text(sample.text(), encoding="utf-8", newline="\n")
    assert sample.text() == sample.path.read_text(encoding="utf-8")


@every_sample
def test_golden_texts_are_of_legal_points_and_compile(sample: Sample, pocl: Rig) -> None:
    """What stands in the files is what users run: no rule refuses it, the compiler takes it as it is."""
    kernel = kernels()[sample.kernel]
    assert kernel.refusal(sample.params, sample.problem, PLAIN_CPU) is None
    text = sample.path.read_text(encoding="utf-8")
    program = pocl.device.build(text, kernel.options(sample.params))
    assert program.kernel(kernel.name).num_args == len(kernel.arguments)


def test_every_kernel_has_golden_texts() -> None:
    """A new kernel is not forgotten, and no file outlives its kernel."""
    kept = {path.relative_to(GOLDEN).as_posix() for path in GOLDEN.glob("*/*")}
    assert kept == {f"{name}/{label}.cl" for name in NAMES for label in ("smallest", "production")}


def test_texts_do_not_depend_on_the_process() -> None:
    """Same inputs, same bytes, whatever the hash seed: records and caches name texts by their hashes."""
    here = _hash_of_samples()
    for seed in ("1", "4242"):
        there = subprocess.run(
            [sys.executable, "-c", "import test_kernels; print(test_kernels._hash_of_samples())"],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        )
        assert there.stdout.strip() == here


def _hash_of_samples() -> str:
    hashes = [source_hash(s.text(), kernels()[s.kernel].options(s.params)) for s in SAMPLES]
    return hashlib.sha256("".join(hashes).encode()).hexdigest()
