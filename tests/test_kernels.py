"""Every kernel's rules, geometry, smallest problems and golden texts."""

from __future__ import annotations

import functools
import hashlib
import itertools
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
from conv_cases import IMAGE_TILES, SMALLEST_IMAGES
from hypothesis import given
from hypothesis import strategies as st
from kernel_cases import TYPES, choice_of, draw, draw_legal, is_portable, problem_for, shaped, walk
from matrix_cases import COPY_TILES, SMALLEST_COPIES

from autoblas.conv_problems import Col2im, Convolution, Im2col
from autoblas.devices.opencl import OPENCL_C
from autoblas.devices.recording import HOPPER, INTEL_GPU, PLAIN_CPU, PLAIN_GPU, SMALL_GPU, RecordingDevice
from autoblas.emit.vectors import Blocks
from autoblas.kernels import kernels
from autoblas.kernels.kernel import source_hash
from autoblas.kernels.skinny_params import tile_of
from autoblas.matrix_problems import Invert, MatrixCopy
from autoblas.matvec_problems import Matvec, RankUpdate, Solve, VectorSum
from autoblas.precision import COMPLEX64, COMPLEX128, FLOAT16, FLOAT32, FLOAT64
from autoblas.presets import find
from autoblas.problems import Combine, Matmul, Pack, Split, Texture
from autoblas.runtime.build import program_for
from autoblas.runtime.trials import trial_for
from autoblas.space import parameters
from autoblas.vector_problems import Finish, Map, Reduce

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Rig

    from autoblas.devices.device import Facts
    from autoblas.kernels.kernel import Kernel
    from autoblas.problems import Problem

NAMES = tuple(name for name, kernel in kernels().items() if is_portable(kernel))
FACTS = (
    PLAIN_CPU,
    PLAIN_GPU,
    SMALL_GPU,
    replace(PLAIN_CPU, fp64=False),
    INTEL_GPU,
    replace(INTEL_GPU, sub_group_sizes=(16,), max_item_sizes=(256, 4, 4)),
    replace(SMALL_GPU, max_items=32, max_item_sizes=(32, 8, 8), images=True, max_image=(4096, 4096)),
)
GOLDEN = Path(__file__).parent / "golden"

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


SAMPLES: tuple[Sample, ...] = (
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
    Sample(
        "gemm_skinny",
        "smallest",
        Matmul(1, 64, 64, FLOAT32),
        {"lanes": 1, "each": 1, "tiles": 1, "unroll": 1},
    ),
    Sample(
        "gemm_skinny",
        "production",
        Matmul(2, 4096, 4096, FLOAT32),
        {"lanes": 16, "tiles": 32, "unroll": 2, "prefetch": True},
    ),
    Sample(
        "gemm_skinny",
        "complex rows in a group",
        Matmul(512, 2, 512, COMPLEX64, "row", "row", conjugate="b", items=16, shared="b"),
        {"lanes": 2, "tiles": 1, "items": 8, "deep": 32, "unroll": 1, "slices": 2},
    ),
    Sample("gemm_block", "smallest", Matmul(64, 64, 64, FLOAT32), {"rm": 1, "rn": 1, "rk": 1}),
    Sample(
        "gemm_block",
        "production",
        Matmul(1000, 1000, 1000, FLOAT64, "col", "row", "any"),
        {"va": 4, "vb": 4, "vc": 4, "a_way": "local", "b_way": "local", "pad": 1, "statement": "vector"},
    ),
    Sample("gemm_subgroup", "smallest", Matmul(64, 64, 64, FLOAT32), {"rm": 4, "rn": 1}),
    Sample(
        "gemm_subgroup",
        "production",
        Matmul(1024, 1024, 1024, FLOAT32, "col", "row"),
        {"rm": 16, "rn": 2, "groups_m": 4, "load": "image"},
    ),
    Sample("pack", "smallest", Pack(64, 64, 4, FLOAT32, "col"), {"depth": 16, "lanes": 1, "panels": 1}),
    Sample("pack", "production", Pack(1024, 1024, 6, FLOAT32, "row"), {}),
    Sample("texture", "smallest", Texture(64, 64, FLOAT32), {"wx": 1, "wy": 1}),
    Sample(
        "texture",
        "production",
        Texture(512, 500, FLOAT64, "any", back=True, items=4),
        {"wx": 64, "texels": 4},
    ),
    Sample("combine", "smallest", Combine(64, 64, 2, FLOAT32), {}),
    Sample(
        "combine",
        "production",
        Combine(256, 256, 8, COMPLEX64, "any", items=16, listed=True),
        {"items": 1, "elements": 16},
    ),
    Sample(
        "gemm_direct",
        "shared batch",
        Matmul(64, 64, 64, COMPLEX64, conjugate="a", items=16, shared="b"),
        {"rn": 1},
    ),
    Sample(
        "gemm_tile",
        "complex list in slices",
        Matmul(64, 64, 512, COMPLEX64, "row", "col", conjugate="b", items=16, listed=True),
        {"tm": 32, "tn": 32, "rm": 4, "rn": 4, "slices": 4},
    ),
    Sample(
        "gemm_panel",
        "halves in a batch",
        Matmul(512, 512, 512, FLOAT16, items=16, shared="a"),
        {"rm": 6, "depth": 1024},
    ),
    Sample(
        "pack",
        "complex conjugate",
        Pack(64, 64, 8, COMPLEX128, "col", conjugate=True),
        {"depth": 64, "lanes": 4},
    ),
)
SAMPLES += (
    Sample("map", "smallest", Map("axpy", 100, FLOAT32), {"items": 1}),
    Sample(
        "map",
        "production",
        Map("axpy", 1 << 20, FLOAT32),
        {"items": 1, "lanes": 16, "vectors": 4, "groups": 2},
    ),
    Sample(
        "map",
        "complex list",
        Map("axpby", 4096, COMPLEX64, real="beta", items=16, listed=True),
        {"lanes": 4, "vectors": 2},
    ),
    Sample("map", "strided rotation", Map("rot", 4096, COMPLEX128, strided=True, real="c"), {}),
    Sample("reduce", "smallest", Reduce("dot", 100, FLOAT32), {"items": 1}),
    Sample("reduce", "production", Reduce("dot", 1 << 20, FLOAT32), {"items": 256, "lanes": 4, "groups": 64}),
    Sample("reduce", "guarded norm", Reduce("nrm2", 4096, FLOAT64), {"items": 1, "lanes": 8, "vectors": 4}),
    Sample(
        "reduce",
        "place",
        Reduce("iamax", 1 << 20, COMPLEX64),
        {"items": 64, "lanes": 4, "vectors": 2, "groups": 8},
    ),
    Sample("finish", "smallest", Finish("dot", 2, FLOAT32), {"items": 1}),
    Sample("finish", "production", Finish("iamax", 64, FLOAT32), {"items": 64}),
    Sample("finish", "guarded norm", Finish("nrm2", 8, FLOAT64, items=4), {"items": 1}),
)
SAMPLES += (
    Sample(
        "gemm_dmma",
        "smallest",
        Matmul(64, 64, 64, FLOAT64),
        {"tm": 32, "tn": 32, "wm": 16, "wn": 16, "stages": 2, "band": 1, "ahead": "nothing"},
    ),
    Sample("gemm_dmma", "production", Matmul(4096, 4096, 4096, FLOAT64), {}),
    Sample(
        "gemm_dmma",
        "complex list in slices",
        Matmul(24, 64, 512, COMPLEX128, "col", "any", "any", conjugate="b", items=16, listed=True),
        {"tm": 32, "tn": 32, "wm": 16, "wn": 16, "slices": 4},
    ),
)
SAMPLES += (
    Sample("split", "smallest", Split(64, 64, 64, "tf32"), {"items": 64}),
    Sample("split", "production", Split(4096, 4096, 128, "half3", FLOAT32, "col", 2), {}),
    Sample(
        "split",
        "list of halves",
        Split(512, 512, 256, "half", FLOAT16, "any", items=16, listed=True),
        {"items": 128, "steps": 2},
    ),
    Sample(
        "gemm_wgmma",
        "smallest",
        Matmul(64, 64, 64, FLOAT16),
        {"form": "half", "tn": 64, "stages": 2, "turns": False},
    ),
    Sample("gemm_wgmma", "production", Matmul(4096, 4096, 4096, FLOAT32), {"joint": 2}),
    Sample(
        "gemm_wgmma",
        "list of tf32 pairs",
        Matmul(512, 512, 512, FLOAT32, "any", "col", "any", items=16, listed=True),
        {"form": "tf32x3", "tn": 64},
    ),
)
PRESETS = {
    "gatlas buffers": "gatlas2:float4:1:1:1024:1024:1024:0:0:8:8:4:4:11",
    "gatlas images": "gatlas1:gemm_image:1:0:5120:5120:5120:8:4:0",
    "chai": "evergreenmatmul_4_8_4_2_0_0_10_0_400_400_400_1_0_10_10_4_4_23",
    "adreno 8x4": "adreno_8x4",
    "intel naive": "naive",
    "intel 8x8 in local memory": "L3_SLM_8x8_16x16",
}
"""Names of other projects whose texts their authors should recognise."""

SAMPLES += tuple(
    Sample(preset.kernel, label, preset.problem, dict(preset.parameters))
    for label, preset in ((label, find(name)) for label, name in PRESETS.items())
)
SAMPLES += (
    Sample(
        "gemm_ffma",
        "smallest",
        Matmul(64, 64, 64, FLOAT32),
        {"tm": 64, "tn": 64, "rn": 8, "tk": 8, "stages": 2, "registers": 128},
    ),
    Sample(
        "gemm_ffma",
        "production",
        Matmul(4096, 4096, 4096, FLOAT32, "col", "col"),
        {"rn": 8, "tk": 8, "registers": 128},
    ),
    Sample(
        "gemm_ffma",
        "complex list in slices",
        Matmul(64, 64, 512, COMPLEX64, "col", "row", conjugate="b", items=16, listed=True),
        {"tm": 64, "tn": 64, "rn": 8, "tk": 8, "registers": 168, "slices": 4, "loop": "advanced"},
    ),
)
SAMPLES += (
    Sample("matvec", "smallest", Matvec(64, 64, FLOAT32), {"lanes": 1, "rows": 1}),
    Sample(
        "matvec", "production", Matvec(4096, 4096, FLOAT32), {"lanes": 16, "rows": 4, "parts": 32, "run": 16}
    ),
    Sample(
        "matvec",
        "complex Hermitian band",
        Matvec(512, 512, COMPLEX64, "hermitian", "band", "upper", ku=64),
        {"items": 64, "lanes": 2, "rows": 2, "parts": 8},
    ),
    Sample(
        "matvec", "transpose in strips", Matvec(4096, 4096, FLOAT64, across=True), {"lanes": 8, "strips": 2}
    ),
    Sample("vector_sum", "smallest", VectorSum(64, 0, FLOAT32), {"items": 1}),
    Sample("vector_sum", "production", VectorSum(4096, 3, COMPLEX64), {}),
    Sample("rank_update", "smallest", RankUpdate(64, 64, FLOAT32), {"lanes": 1, "rows": 1}),
    Sample(
        "rank_update",
        "production",
        RankUpdate(4096, 4096, COMPLEX64, "hermitian", "packed", "lower", rank=2, conjugate="rows"),
        {"lanes": 4, "rows": 2, "parts": 32},
    ),
    Sample("solve", "smallest", Solve(64, 64, FLOAT32), {"lanes": 1, "rows": 1}),
    Sample("solve", "production", Solve(4096, 4096, FLOAT32, triangle="upper"), {"lanes": 16, "rows": 4}),
    Sample(
        "solve",
        "complex transpose in a group",
        Solve(512, 512, COMPLEX64, storage="packed", across=True, conjugate=True),
        {"items": 64, "lanes": 1, "rows": 2},
    ),
)
SAMPLES += (
    Sample("gemm_small", "smallest", Matmul(32, 32, 32, FLOAT32, "row", "col", items=512), {"tk": 8}),
    Sample(
        "gemm_small",
        "production",
        Matmul(64, 64, 64, FLOAT32, "col", "row", items=4096, listed=True),
        {"tm": 64, "tn": 64},
    ),
)

SAMPLES += (
    Sample("im2col", "smallest", Im2col(8, 8, 8, FLOAT32, 3, 3, 1, 1), {"items": 1, "rows": 1}),
    Sample("im2col", "production", Im2col(64, 56, 56, FLOAT32, 3, 3, 1, 1), {"items": 64}),
    Sample(
        "im2col",
        "flipped halves with strides",
        Im2col(8, 8, 8, FLOAT16, 3, 3, flipped=True, strided=True),
        {"items": 1, "rows": 64},
    ),
    Sample("col2im", "smallest", Col2im(8, 8, 8, FLOAT32, 3, 3, 1, 1), {"items": 1, "rows": 1}),
    Sample("col2im", "production", Col2im(64, 56, 56, COMPLEX64, 3, 3, 1, 1, items=4), {}),
    Sample(
        "conv_panel",
        "smallest",
        Convolution(8, 8, 8, FLOAT32, 3, 3, 1, 1, kernels=8),
        {"rm": 4, "lanes": 4, "depth": 64, "block_m": 4, "block_n": 1, "pack_a": False},
    ),
    Sample(
        "conv_panel",
        "production",
        Convolution(64, 56, 56, FLOAT32, 3, 3, 1, 1, kernels=64),
        {"rm": 8, "lanes": 16, "block_m": 8, "pack_a": False},
    ),
    Sample(
        "conv_panel",
        "complex with strides",
        Convolution(64, 56, 56, COMPLEX64, 3, 3, 1, 1, flipped=True, strided=True, items=4, kernels=64),
        {"rm": 4, "vectors": 1, "block_m": 8},
    ),
    Sample(
        "conv_tile",
        "smallest",
        Convolution(8, 8, 8, FLOAT32, 3, 3, 1, 1, kernels=8),
        {"wx": 1, "wy": 1, "rm": 1, "rn": 1, "depth": 4},
    ),
    Sample("conv_tile", "production", Convolution(64, 56, 56, FLOAT64, 3, 3, 1, 1, items=16, kernels=64), {}),
)
SAMPLES += (
    Sample(
        "gemm_direct",
        "hermitian triangle",
        Matmul(64, 64, 64, COMPLEX64, "row", "col", conjugate="b", part="lower", hermitian=True),
        {"rm": 1, "rn": 1},
    ),
    Sample(
        "gemm_panel",
        "upper triangle",
        Matmul(512, 512, 512, FLOAT32, "row", "col", part="upper"),
        {"rm": 4, "depth": 256},
    ),
    Sample(
        "gemm_tile",
        "triangular operand",
        Matmul(512, 512, 512, FLOAT32, zeros="a_upper"),
        {"tm": 32, "tn": 32, "rm": 4, "rn": 4},
    ),
    Sample("combine", "lower triangle", Combine(64, 64, 2, COMPLEX64, part="lower", hermitian=True), {}),
    Sample("copy_matrix", "smallest", MatrixCopy(64, 64, FLOAT32), {"wx": 1, "wy": 1}),
    Sample(
        "copy_matrix",
        "production",
        MatrixCopy(1024, 1024, COMPLEX64, "col", form="hermitian", scaled=True),
        {"wx": 1, "wy": 1, "tile": 4, "tiles": 16},
    ),
    Sample("invert", "smallest", Invert(64, 16, FLOAT32), {"rows": 1}),
    Sample("invert", "production", Invert(1024, 128, COMPLEX64, "col"), {"lanes": 8, "rows": 4}),
)
SAMPLES += (
    Sample(
        "gemm_halves",
        "smallest",
        Matmul(128, 64, 64, FLOAT32, "row", "col", "row", FLOAT16, FLOAT16, FLOAT32, pure=True),
        {"tn": 64, "stages": 3},
    ),
    Sample(
        "gemm_halves",
        "production",
        Matmul(4096, 4096, 4096, FLOAT16, "col", "row", accumulator=FLOAT32),
        {"tn": 128, "stages": 6},
    ),
)

every_sample = pytest.mark.parametrize("sample", SAMPLES, ids=lambda s: f"{s.kernel}-{s.label}")


SMALLEST: dict[Any, tuple[tuple[int, ...], ...]] = {
    **SMALLEST_IMAGES,
    **SMALLEST_COPIES,
    Matmul: ((1, 1, 1), (1, 9, 5), (9, 1, 5)),
    Pack: ((1, 1), (1, 9), (9, 1)),
    Combine: ((1, 1), (1, 9), (9, 1)),
    Split: ((1, 1), (1, 9), (9, 1)),
    Texture: ((1, 1), (1, 9), (9, 1)),
    Map: ((1,), (2,)),
    Reduce: ((1,), (2,)),
    Finish: ((1,), (2,)),
    Matvec: ((1, 1), (1, 9), (9, 1)),
    RankUpdate: ((1, 1), (1, 9), (9, 1)),
    Solve: ((1, 1), (2, 2), (9, 9)),
    VectorSum: ((1,), (2,)),
}


@every_kernel
def test_the_smallest_problems_are_computed(any_device: Rig, name: str) -> None:
    """A matrix of one element, a row and a column are no special cases."""
    kernel, facts = kernels()[name], any_device.device.facts
    sizes = SMALLEST[kernel.family]
    problems = [
        replace(problem_for(kernel, 0, facts), **dict(zip(kernel.family.extents, size, strict=True)))
        for size in sizes
    ]
    params = draw_legal(kernel, problems[0], facts, np.random.default_rng(NAMES.index(name)))
    for problem in problems:
        wrong = trial_for(any_device.device, any_device.queue, problem).check(
            choice_of(kernel, params, problem, facts)
        )
        assert wrong is None, f"{problem} {params}: {wrong}"


def problems(family: type[Any]) -> st.SearchStrategy[Any]:
    """Problems of a family with any types and kind of batch, and other sizes than in the walk."""
    size = st.integers(1, 400)
    extents = dict.fromkeys(family.extents, size) | ({"k": st.integers(0, 400)} if family is Matmul else {})
    return st.builds(replace, st.integers(0, 10_000).map(lambda i: walk(family, i)), **extents)


@st.composite
def cases(draw_one: st.DrawFn) -> tuple[Kernel, Any, Any]:
    """A kernel, any point of its space, and a problem of its family that some point may serve."""
    kernel = kernels()[draw_one(st.sampled_from(NAMES))]
    rng = np.random.default_rng(draw_one(st.integers(0, 2**32)))
    return (
        kernel,
        draw(kernel, rng),
        shaped(kernel, draw_one(problems(kernel.family).filter(functools.partial(_serves, kernel))), 0),
    )


def _serves(kernel: Kernel, problem: Problem) -> bool:
    """Whether a kernel has points for a problem on a device that lacks nothing."""
    facts, problem = (
        (replace(PLAIN_CPU, fp16=True), replace(PLAIN_GPU, fp16=True)),
        shaped(kernel, problem, 0),
    )
    return any(kernel.space.unmet(problem, each) is None for each in facts)


TILES: dict[str, Callable[[Any, Any], tuple[tuple[int, int], ...]]] = {
    **IMAGE_TILES,
    **COPY_TILES,
    "gemm_direct": lambda p, q: ((q.n, p.wx * p.rn), (q.m, p.wy * p.rm)),
    "gemm_tile": lambda p, q: ((q.n, p.tn), (q.m, p.tm)),
    "gemm_subgroup": lambda p, q: ((q.n, p.width * p.rn), (q.m, p.groups_m * p.rm)),
    "gemm_block": lambda p, q: ((q.n, p.gx * p.rn), (q.m, p.gy * p.rm)),
    "gemm_panel": lambda p, q: ((q.m, p.block_m * p.rm), (q.n, p.block_n * p.rn)),
    "gemm_skinny": lambda p, q: ((max(q.m, q.n), tile_of(p, q)), (1, 1)),
    "pack": lambda p, q: ((q.depth, p.depth), (q.panels, p.panels)),
    "split": lambda p, q: ((q.steps, p.steps * q.joint), (q.tiles * q.width, 64)),
    "combine": lambda p, q: ((q.n, p.items * p.elements), (q.m, 1)),
    "texture": lambda p, q: ((q.scratch.texels[0], p.wx * p.texels), (q.rows, p.wy)),
    "map": lambda p, q: ((q.n, Blocks(p.items, p.lanes, p.vectors).per_group(q.n, p.groups)), (1, 1)),
    "reduce": lambda p, q: ((p.groups, 1), (1, 1)),
    "finish": lambda p, q: ((1, 1), (1, 1)),
    "matvec": lambda p, q: ((min(p.parts, math.ceil(q.m / (p.rows * p.run))), 1), (p.strips, 1)),
    "rank_update": lambda p, q: ((min(p.parts, math.ceil(q.m / (p.rows * p.run))), 1), (p.strips, 1)),
    "solve": lambda p, q: ((1, 1), (1, 1)),
    "vector_sum": lambda p, q: ((q.n, Blocks(p.items, 1, 1).per_group(q.n, p.groups)), (1, 1)),
}
"""For two dimensions of a launch, the extent of the output along each and how much of it a work-group covers."""


@given(cases())
def test_the_launch_covers_the_output_exactly_once(case: tuple[Kernel, Any, Any]) -> None:
    """Work-groups side by side reach the end, the last one is needed, and all of them are whole.

    A third dimension counts the slices of every item of a batch.
    """
    kernel, params, problem = case
    launch = kernel.geometry(params, problem)
    depth = (problem.items * getattr(params, "slices", 1), 1)
    if getattr(params, "batch", "grid") == "loop":  # over the items, in the kernel
        depth = (1, 1)
    tiles = (*TILES[kernel.name](params, problem), depth)[: len(launch.global_size)]
    assert len(tiles) == 3 or depth == (1, 1)
    for size, group, (extent, tile) in zip(launch.global_size, launch.local_size, tiles, strict=True):
        groups, rest = divmod(size, group)
        assert rest == 0
        assert groups == math.ceil(extent / tile)


@given(cases())
def test_a_kernel_moves_at_least_what_must_be_moved(case: tuple[Kernel, Any, Any]) -> None:
    """No kernel, with its helpers, claims less traffic than reading each operand and writing the result once."""
    kernel, params, problem = case
    helped = sum(helper.problem.min_bytes() for helper in kernel.helpers(params, problem))
    assert kernel.traffic(params, problem) + helped >= problem.min_bytes()


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
    named = tuple(re.split(r"[ *]", argument)[-1] for argument in entry[1].split(", "))
    assert named == kernel.arguments(params, problem)
    assert text.count("{") == text.count("}")
    assert text.count("(") == text.count(")")
    if kernel.name != "gemm_skinny":  # whose sums meet in as many steps as its depth can be halved
        assert text.count("barrier(") % 2 == (getattr(params, "barrier", None) is True)
    assert isinstance(options, tuple)
    assert all(isinstance(option, str) for option in options)
    size = kernel.geometry(params, problem).local_size
    assert f"reqd_work_group_size({size[0]}, {size[1]}, 1)" in text


@every_kernel
def test_every_rule_refuses_something(name: str) -> None:
    """A rule that is never the first to refuse a point is dead, and its sentence is never read."""
    kernel = kernels()[name]
    unseen = {rule.sentence for rule in (*kernel.space.requirements, *kernel.space.rules)}
    rng = np.random.default_rng(5)
    large, small = (dict.fromkeys(kernel.family.extents, size) for size in (4096, 5))
    for index in range(len(TYPES) * 6):
        problem = walk(kernel.family, index)
        empty = {"k": 0} if kernel.family is Matmul else {}
        problem = replace(problem, **({}, large, small, small | empty)[index % 4])
        problem = shaped(kernel, problem, index) if index % 8 else problem
        for facts in FACTS:
            draws = 200 if kernel.space.unmet(problem, facts) is None else 1
            unseen -= {kernel.refusal(draw(kernel, rng), problem, facts) for _ in range(draws)}
    assert not unseen


@every_kernel
def test_defaults_are_legal_where_the_kernel_belongs(name: str) -> None:
    """What a kernel does before anything was tuned is allowed on an ordinary processor."""
    kernel = kernels()[name]
    sizes = dict.fromkeys(kernel.family.extents, 512)
    problem = shaped(kernel, replace(problem_for(kernel, 0, PLAIN_CPU), **sizes), 0)
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
    if sample.kernel not in NAMES:
        assert kernel.refusal(sample.params, sample.problem, HOPPER) is None
        pytest.skip("PoCL's compiler does not know NVIDIA's instructions")
    assert kernel.refusal(sample.params, sample.problem, PLAIN_CPU) is None
    text = sample.path.read_text(encoding="utf-8")
    program = pocl.device.build(text, kernel.options(sample.params))
    assert program.kernel(kernel.name).num_args == len(kernel.arguments(sample.params, sample.problem))


def test_every_kernel_has_golden_texts() -> None:
    """A new kernel is not forgotten, and no file outlives its kernel."""
    assert {(s.kernel, s.label) for s in SAMPLES} >= set(
        itertools.product(kernels(), ("smallest", "production"))
    )
    assert set(GOLDEN.glob("*/*")) == {sample.path for sample in SAMPLES}


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
