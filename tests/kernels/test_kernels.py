"""Every kernel's rules, geometry, traffic, options and smallest problems."""

import functools
import itertools
import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoblas.devices.recording import PLAIN_CPU, PLAIN_GPU, RecordingDevice
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.emit.vectors import Blocks
from autoblas.kernels import kernels
from autoblas.kernels.gemm.skinny.params import tile_of
from autoblas.kernels.gemm.triangles import blocks_inside
from autoblas.kernels.kernel import Kernel
from autoblas.plan.bound import program_for
from autoblas.precision import FLOAT32, INT8, INT32
from autoblas.problems import Combine, Matmul, Pack, Problem, Split, Texture
from autoblas.problems.matvec import Matvec, RankUpdate, Solve, VectorSum
from autoblas.problems.vector import Finish, Map, Reduce
from autoblas.testing import KernelConformance, TextConformance
from autoblas.testing.checks import assert_declared
from autoblas.testing.texts import FACT_SHEETS, LESSER
from support.conv_cases import IMAGE_TILES, SMALLEST_IMAGES
from support.factorization_cases import FACTORIZATION_TILES, SMALLEST_FACTORIZATIONS
from support.kernel_cases import TYPES, draw, portable, problem_for, shaped, walk
from support.matrix_cases import COPY_TILES, SMALLEST_COPIES

NAMES = portable()
PROBLEMS = 2
"""How many problems of each kernel are tried without hardware, on eight devices each."""

parametrize_kernels = pytest.mark.parametrize("name", NAMES)

SMALLEST: dict[Any, tuple[tuple[int, ...], ...]] = {
    **SMALLEST_IMAGES,
    **SMALLEST_COPIES,
    **SMALLEST_FACTORIZATIONS,
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


def walked(kernel: Kernel) -> tuple[Any, ...]:
    """The first problems of the walk through types, batches and orders that a kernel serves on some device."""
    problems = (shaped(kernel, walk(kernel.family, index), index) for index in range(100_000))
    served = (q for q in problems if any(kernel.space.unmet(q, facts) is None for facts in FACT_SHEETS))
    return tuple(itertools.islice(served, PROBLEMS))


@parametrize_kernels
class TestEveryKernel(KernelConformance):
    """Conformance of all kernels; other files have hundreds of random points and planted faults."""

    test_random_points_are_right: Any = None
    test_suggested_points_are_right: Any = None
    test_planted_faults_are_found: Any = None

    @pytest.fixture(autouse=True)
    def _named(self, name):
        self.kernel = kernels()[name]
        self.problems = walked(self.kernel)
        self.smallest = SMALLEST[self.kernel.family]

    @pytest.fixture
    def device(self, as_written):
        """Each device that was chosen; it is not asked to optimise, as no edge of a problem depends on it."""
        return as_written.device

    @pytest.mark.budget(one_in=4)
    def test_a_kernel_that_does_nothing_is_found(self, device, queue):
        """The check of the results can fail."""
        super().test_a_kernel_that_does_nothing_is_found(device, queue)

    def varied(self) -> Iterator[Any]:
        """Problems of the whole family, which the kernel need not serve."""
        kernel = self.kernel
        large, small = (dict.fromkeys(kernel.family.extents, size) for size in (4096, 5))
        for index in range(len(TYPES) * 6):
            problem = walk(kernel.family, index)
            empty = {"k": 0} if kernel.family is Matmul else {}
            problem = replace(problem, **({}, large, small, small | empty)[index % 4])
            problem = shaped(kernel, problem, index) if index % 8 else problem
            yield problem
            if kernel.family is Matmul and index == 0:
                yield replace(
                    problem, type_a=INT8, type_b=INT8, precision=INT32, accumulator=INT32, a_in="image"
                )
            if kernel.family is Texture and index == 0:
                yield replace(problem, precision=INT8)
            if kernel.family is Matmul and problem.zeros:
                yield replace(problem, spread=True)
            if kernel.family is Matmul and index % 3 == 0:
                yield replace(problem, bias="cols")


@pytest.mark.parametrize("name", sorted({*kernels()} - {*NAMES}))
class TestEveryKernelOfNvidia(TextConformance):
    """Conformance of texts without a compiler here; the rules are tested kernel by kernel."""

    test_every_rule_refuses_something: Any = None

    @pytest.fixture(autouse=True)
    def _named(self, name):
        self.kernel = kernels()[name]
        self.problems = walked(self.kernel)


def problems(family: type[Any]) -> st.SearchStrategy[Any]:
    """Problems of a family with any types and kind of batch, and other sizes than in the walk."""
    size = st.integers(1, 400)
    extents = dict.fromkeys(family.extents, size) | ({"k": st.integers(0, 400)} if family is Matmul else {})
    return st.builds(replace, st.integers(0, 10_000).map(lambda i: walk(family, i)), **extents)


@st.composite
def cases(draw_value: st.DrawFn) -> tuple[Kernel, Any, Any]:
    """A kernel, any point of its space, and a problem of its family that some point may serve."""
    kernel = kernels()[draw_value(st.sampled_from(NAMES))]
    rng = np.random.default_rng(draw_value(st.integers(0, 2**32)))
    return (
        kernel,
        draw(kernel, rng),
        shaped(kernel, draw_value(problems(kernel.family).filter(functools.partial(_serves, kernel))), 0),
    )


def _serves(kernel: Kernel, problem: Problem) -> bool:
    """True if a kernel has points for a problem on a device with all features."""
    facts, problem = (
        (replace(PLAIN_CPU, fp16=True), replace(PLAIN_GPU, fp16=True)),
        shaped(kernel, problem, 0),
    )
    return any(kernel.space.unmet(problem, device_facts) is None for device_facts in facts)


TILES: dict[str, Callable[[Any, Any], tuple[tuple[int, int], ...]]] = {
    **IMAGE_TILES,
    **COPY_TILES,
    **FACTORIZATION_TILES,
    "gemm_direct": lambda p, q: ((q.n, p.wx * p.rn), (q.m, p.wy * p.rm)),
    "gemm_tile": lambda p, q: ((q.n, p.tn), (q.m, p.tm)),
    "gemm_subgroup": lambda p, q: ((q.n, p.width * p.rn), (q.m, p.groups_m * p.rm)),
    "gemm_block": lambda p, q: ((q.n, p.gx * p.rn), (q.m, p.gy * p.rm)),
    "gemm_panel": lambda p, q: (
        ((blocks_inside(q, p.block_m * p.rm, p.block_n * p.rn), 1), (1, 1))
        if q.part
        else ((q.m, p.block_m * p.rm), (q.n, p.block_n * p.rn))
    ),
    "gemm_epilogue_pass": lambda p, q: ((q.n, p.items * p.elements), (q.m, p.rows)),
    "gemm_skinny": lambda p, q: ((max(q.m, q.n), tile_of(p, q)), (1, 1)),
    "pack": lambda p, q: ((q.depth, p.depth), (q.panels, p.panels)),
    "split": lambda p, q: ((q.steps, p.steps * q.joint), (q.tiles * q.width, 128 // q.precision.size)),
    "combine": lambda p, q: ((q.n, p.items * p.elements), (q.m, 1)),
    "texture": lambda p, q: ((q.scratch.texels[0], p.wx * p.texels), (q.rows, p.wy)),
    "map": lambda p, q: ((q.n, Blocks(p.items, p.lanes, p.vectors).per_group(q.n, p.groups)), (1, 1)),
    "reduce": lambda p, q: ((p.groups, 1), (1, 1)),
    "reduce_sets": lambda p, q: ((q.items, p.items * p.lanes), (1, 1)),
    "finish": lambda p, q: ((1, 1), (1, 1)),
    "matvec": lambda p, q: ((min(p.parts, math.ceil(q.m / (p.rows * p.run))), 1), (p.strips, 1)),
    "matvec_columns": lambda p, q: (
        (q.n, p.items * p.lanes),
        (min(p.parts, math.ceil(q.m / (p.lines * p.rows))), 1),
    ),
    "rank_update": lambda p, q: ((min(p.parts, math.ceil(q.m / (p.rows * p.run))), 1), (p.strips, 1)),
    "solve": lambda p, q: ((1, 1), (1, 1)),
    "vector_sum": lambda p, q: ((q.n, Blocks(p.items, 1, 1).per_group(q.n, p.groups)), (1, 1)),
}
"""For two dimensions of a launch, the extent of the output along each and how much of it a work-group covers."""


SIDE_BY_SIDE = {"reduce_sets", "substitute", "substitute_items", "substitute_teams", *FACTORIZATION_TILES}
"""Kernels whose items are along the first dimension of a launch."""


def test_every_kernel_says_what_its_work_groups_cover():
    """The test below draws few kernels of the many; each has a line here from the beginning."""
    assert TILES.keys() == {*NAMES}


@given(cases())
def test_the_launch_covers_the_output_exactly_once(case):
    """Work-groups side by side reach the end, the last one is needed, and all of them are whole.

    A third dimension counts the slices of every item of a batch.
    """
    kernel, params, problem = case
    launch = kernel.geometry(params, problem)
    depth = (problem.items * getattr(params, "slices", 1), 1)
    if getattr(params, "batch", "grid") == "loop" or kernel.name in SIDE_BY_SIDE:
        depth = (1, 1)  # items are in a loop of the kernel, or side by side
    tiles = (*TILES[kernel.name](params, problem), depth)[: len(launch.global_size)]
    assert len(tiles) == 3 or depth == (1, 1)
    for size, group, (extent, tile) in zip(launch.global_size, launch.local_size, tiles, strict=True):
        groups, rest = divmod(size, group)
        assert rest == 0
        assert groups == math.ceil(extent / tile)


@given(cases(), st.sampled_from((*FACT_SHEETS, *LESSER)))
def test_a_point_is_refused_with_the_first_rule_it_breaks(case, facts):
    """A refusal is a rule's sentence, and there is none exactly where every rule holds."""
    kernel, params, problem = case
    rules = (*kernel.space.requirements, *kernel.space.rules)
    broken = [r.sentence for r in rules if not r.predicate(params, problem, facts)]
    assert kernel.refusal(params, problem, facts) == (broken[0] if broken else None)


BY_HALVES = {
    "factor_teams",
    "substitute_teams",
    "finish",
    "gemm_skinny",
    "lu_panel",
    "lu_registers",
    "matvec_columns",
    "qr_panel",
    "reduce",
    "reduce_sets",
    "substitute",
}
"""Kernels whose sums meet by halves, with one barrier a step, or whose teams add their parts behind one."""


@given(cases())
def test_barriers_are_in_pairs(case):
    """At every point, legal or not."""
    kernel, params, problem = case
    text = kernel.source(params, problem, OPENCL_C)
    assert_declared(kernel, params, problem, text)
    if kernel.name not in BY_HALVES:
        assert text.count("barrier(") % 2 == (getattr(params, "barrier", None) is True)


@parametrize_kernels
def test_defaults_are_legal_where_the_kernel_belongs(name):
    """The default point of a kernel is legal on an ordinary processor."""
    kernel = kernels()[name]
    sizes = dict.fromkeys(kernel.family.extents, 512)
    problem = shaped(kernel, replace(problem_for(kernel, 0, PLAIN_CPU), **sizes), 0)
    assert kernel.refusal(kernel.space.point({}), problem, PLAIN_CPU) is None


def test_a_recording_device_remembers_what_it_built():
    """Each text is built once a device, with its options, in the order of the requests."""
    device = RecordingDevice(PLAIN_GPU)
    kernel, problem = kernels()["gemm_direct"], Matmul(8, 8, 8, FLOAT32)
    points = [kernel.space.point({"multiply": form}) for form in ("plain", "fma", "plain")]
    programs = [program_for(device, kernel, point, problem) for point in points]
    assert [program.text for program in device.builds] == [
        kernel.source(point, problem, device.dialect) for point in points[:2]
    ]
    assert [program.options for program in device.builds] == [("-cl-mad-enable",), ()]
    assert programs[0] is programs[2]
    assert len({program.binary() for program in programs}) == 2
