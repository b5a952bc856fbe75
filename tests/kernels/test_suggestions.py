"""Suggestions of kernels where nothing was measured."""

import dataclasses
import math
from typing import Any

import pytest

from autoblas.devices.device import Facts
from autoblas.devices.recording import AVX2_CPU, HOPPER, NEON_CPU, PLAIN_CPU, PLAIN_GPU, SSE_CPU
from autoblas.kernels import kernels
from autoblas.kernels.gemm.skinny.params import tile_of
from autoblas.plan.candidates import rank
from autoblas.plan.choose import choose
from autoblas.precision import COMPLEX64, COMPLEX128, FLOAT16, FLOAT32, FLOAT64
from autoblas.problems import Matmul, Pack
from autoblas.problems.convolution import Convolution
from autoblas.problems.vector import Map, Reduce


@pytest.mark.parametrize("precision", [FLOAT32, FLOAT64], ids=lambda p: p.name)
@pytest.mark.parametrize("facts", [SSE_CPU, NEON_CPU, AVX2_CPU, PLAIN_CPU], ids=lambda f: f.name)
def test_a_suggested_tile_fills_the_registers_and_no_more(facts, precision):
    """Two vectors of the device's own width a row, and as many rows as fit beside a row of B and two elements of A."""
    tile: Any = kernels()["gemm_panel"].suggested(Matmul(1024, 1024, 1024, precision), facts)
    span = max(tile.lanes * precision.size // facts.vector_bytes, 1)
    used = (tile.rm + 1) * tile.vectors * span + 2
    assert facts.vector_registers * 2 / 3 < used <= facts.vector_registers
    assert tile.rm * tile.vectors * span >= 8
    assert tile.vectors * span >= 2


@pytest.mark.parametrize("precision", [FLOAT32, FLOAT64, COMPLEX64], ids=lambda p: p.name)
def test_rows_of_a_are_read_in_place_and_many_columns_packed(precision):
    """A copy of rows would only cost; columns that no cache holds, and what must be converted, are packed once."""
    kernel: Any = kernels()["gemm_panel"]
    assert not kernel.suggested(Matmul(500, 500, 500, precision), PLAIN_CPU).pack_a
    assert kernel.suggested(Matmul(1000, 1000, 1000, precision, "col"), PLAIN_CPU).pack_a
    point = kernel.suggested(Matmul(1000, 1000, 1000, precision), PLAIN_CPU)
    assert "lies by rows" in str(kernel.refusal(point, Matmul(1000, 1000, 1000, precision, "col"), PLAIN_CPU))
    narrow = Matmul(500, 500, 500, FLOAT16, accumulator=FLOAT32)
    assert kernel.suggested(narrow, PLAIN_CPU).pack_a


@pytest.mark.parametrize(("rows", "width"), [(500, 4), (500, 3), (32, 1), (48, 3)])
def test_tiles_in_place_do_not_reach_far_beyond_c(rows, width):
    """Of a C as wide as some vectors, a tile of as many is the better guess than a wider one."""
    lanes = PLAIN_CPU.vector_bytes // 4
    problem = Matmul(rows, width * lanes, 500, FLOAT32)
    tile: Any = kernels()["gemm_panel"].suggested(problem, PLAIN_CPU)
    assert math.ceil(width / tile.vectors) * tile.vectors == width


def test_a_tile_for_wide_vectors_is_refused_on_narrow_ones():
    """The best point of an AVX-512 machine does not serve one with AVX, where it would spill."""
    kernel, problem = kernels()["gemm_panel"], Matmul(1024, 1024, 1024, FLOAT32)
    point = kernel.space.point({"rm": 14, "lanes": 16, "vectors": 2})
    assert kernel.refusal(point, problem, PLAIN_CPU) is None
    assert "vector registers" in str(kernel.refusal(point, problem, AVX2_CPU))


def test_every_size_has_a_suggestion_on_a_cpu():
    """From one element to long and thin, some kernel suggests a legal point."""
    for sizes in ((1, 1, 1), (1, 1000, 3), (1000, 1, 7), (17, 17, 0), (5000, 4000, 3000)):
        suggested = [
            k.suggested(Matmul(*sizes, FLOAT32), PLAIN_CPU) for k in kernels().values() if k.family is Matmul
        ]
        assert any(params is not None for params in suggested)
    for width in (4, 14, 48):
        assert kernels()["pack"].suggested(Pack(100, 50, width, FLOAT64, "any"), PLAIN_CPU) is not None


def test_a_kernel_for_cpus_suggests_nothing_elsewhere():
    """A requirement answers before any point is tried."""
    assert kernels()["gemm_panel"].suggested(Matmul(64, 64, 64, FLOAT32), PLAIN_GPU) is None


def chosen(problem: Matmul, facts: Facts) -> str:
    """The kernel that serves a problem of which nothing is known."""
    return choose(problem, facts).kernel.name


@pytest.mark.parametrize("facts", [PLAIN_CPU, PLAIN_GPU], ids=lambda f: f.kind)
@pytest.mark.parametrize("sizes", [(1, 4096, 4096), (4096, 1, 4096), (4, 2048, 8192), (8192, 4, 2048)])
@pytest.mark.parametrize("orders", [("row", "row"), ("row", "col"), ("col", "row")])
def test_narrow_products_go_to_the_kernel_for_them(
    sizes: tuple[int, int, int], orders: tuple[Any, Any], facts
):
    """A matrix times a vector, or times a few, streams the matrix, however it lies."""
    assert chosen(Matmul(*sizes, FLOAT32, *orders), facts) == "gemm_skinny"


def test_wide_products_do_not():
    """One more column than is narrow, and the general kernels serve."""
    assert chosen(Matmul(4096, 17, 4096, FLOAT32), PLAIN_CPU) == "gemm_panel"
    assert chosen(Matmul(4096, 4096, 16, FLOAT32), PLAIN_CPU) == "gemm_panel"


def test_a_scattered_operand_is_packed_on_a_cpu():
    """Where no elements of the large operand are adjacent, panels are cheaper than single loads."""
    assert chosen(Matmul(4, 2048, 2048, FLOAT32, "row", "any"), PLAIN_CPU) == "gemm_panel"
    assert chosen(Matmul(4, 2048, 2048, FLOAT32, "row", "any"), PLAIN_GPU) == "gemm_skinny"


def test_helpers_and_idle_units_count_against_a_kernel():
    """Of kernels without a model: bytes that packing moves are bytes, and fewer work-groups than units leave some idle."""
    skinny, problem = kernels()["gemm_skinny"], Matmul(4096, 4, 512, FLOAT32)
    alone = {"each": 1, "tiles": 1, "items": 8, "deep": 8}
    unpacked, turned = (skinny.space.point(alone | {"lanes": lanes}) for lanes in (1, 4))
    bytes_of = [rank(skinny, params, problem, PLAIN_GPU)[2] for params in (unpacked, turned)]
    assert bytes_of[1] - bytes_of[0] == Pack(4, 512, 1, FLOAT32, "col").min_bytes()
    large = dataclasses.replace(PLAIN_GPU, compute_units=1024)
    launch = skinny.geometry(turned, problem)
    groups = math.prod(launch.global_size) // math.prod(launch.local_size)
    assert groups < 1024
    assert rank(skinny, turned, problem, large)[2] == pytest.approx(bytes_of[1] * 1024 / groups)


def test_vectors_on_nvidia_are_dealt_out_as_measured():
    """Maps to as many work-groups as there are, reductions to a few large ones; elsewhere as before."""
    n = 1 << 26
    mapped = kernels()["map"].suggested(Map("axpy", n, FLOAT32), HOPPER)
    assert (mapped.items, mapped.lanes, mapped.vectors, mapped.groups) == (128, 4, 1, 65536)
    reduced = kernels()["reduce"].suggested(Reduce("dot", n, FLOAT32), HOPPER)
    assert (reduced.items, reduced.lanes, reduced.vectors, reduced.groups) == (512, 2, 1, 1024)
    short = kernels()["reduce"].suggested(Reduce("dot", 5000, FLOAT32), HOPPER)
    assert short.groups == 1
    assert kernels()["map"].suggested(Map("axpy", n, FLOAT32), PLAIN_GPU).groups < 65536


@pytest.mark.parametrize("order", ["row", "col"])
@pytest.mark.parametrize("sizes", [(8192, 8192), (65536, 1024), (1024, 65536), (128, 5000), (3, 40)])
def test_a_vector_on_nvidia_has_a_suggestion_for_every_shape(sizes, order):
    """Work-items enough for the device where the matrix has elements for them, as few launches as that allows."""
    m, k = sizes
    params = kernels()["gemm_skinny"].suggested(Matmul(m, 1, k, FLOAT32, order), HOPPER)
    assert params is not None
    assert params.group * math.ceil(
        m / tile_of(params, Matmul(m, 1, k, FLOAT32, order))
    ) * params.slices >= min(256 * HOPPER.compute_units, m * k // 256)
    assert params.slices == 1 or params.last


@pytest.mark.parametrize("facts", [SSE_CPU, NEON_CPU, AVX2_CPU, PLAIN_CPU], ids=lambda f: f.name)
@pytest.mark.parametrize("precision", [FLOAT32, FLOAT64, COMPLEX64, COMPLEX128], ids=lambda p: p.name)
def test_kernels_with_register_tiles_know_whether_they_have_one(facts, precision):
    """Their first suggestions hold one; where none can, a requirement says so before a whole space is gone through."""
    problems = {
        "gemm_panel": Matmul(1024, 1024, 1024, precision),
        "conv_panel": Convolution(64, 56, 56, precision, kernels=64),
    }
    for name, problem in problems.items():
        kernel: Any = kernels()[name]
        if (facts, precision) == (SSE_CPU, COMPLEX128):
            assert "registers" in str(kernel.space.unmet(problem, facts))
            continue
        assert kernel.space.unmet(problem, facts) is None
        points = (kernel.space.point(values) for values in kernel.suggestions(problem, facts))
        assert any(kernel.refusal(point, problem, facts) is None for point in points)


def test_packing_reads_long_pieces_of_rows_on_a_cpu():
    """Half a kilobyte of each where there is work for all cores, whatever a panel's width; less where there is not."""
    kernel: Any = kernels()["pack"]
    two = dataclasses.replace(AVX2_CPU, compute_units=2)
    for width, precision in ((16, FLOAT32), (8, FLOAT64), (64, FLOAT32), (32, FLOAT64), (6, COMPLEX64)):
        problem = Pack(1024, 1024, width, precision, "col")
        piece = kernel.suggested(problem, two).panels * width * precision.size
        assert 256 < piece <= 512
        many = dataclasses.replace(two, compute_units=512)
        groups = math.prod(kernel.geometry(kernel.suggested(problem, many), problem).global_size)
        assert kernel.suggested(problem, many).panels == 1 or groups >= 4 * 512
    assert kernel.suggested(Pack(1024, 1024, 16, FLOAT32, "col"), PLAIN_GPU).panels == 1


def test_complex_tiles_leave_room_for_two_elements():
    """Four rows in 16 registers: six were spilled by one of two compilers, and gained nothing with the other."""
    for precision in (COMPLEX64, COMPLEX128):
        problem = Matmul(512, 512, 512, precision)
        kernel: Any = kernels()["gemm_panel"]
        tile = kernel.suggested(problem, AVX2_CPU)
        assert (tile.rm, tile.vectors, tile.lanes * precision.size) == (4, 1, 2 * AVX2_CPU.vector_bytes)
        assert "registers" in str(kernel.refusal(dataclasses.replace(tile, rm=6), problem, AVX2_CPU))
