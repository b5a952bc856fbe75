"""What kernels suggest where nothing was measured."""

from __future__ import annotations

import dataclasses

import pytest

from autoblas.devices.recording import PLAIN_CPU, PLAIN_GPU
from autoblas.kernels import kernels
from autoblas.precision import FLOAT32, FLOAT64
from autoblas.problems import Matmul, Pack


@pytest.mark.parametrize("precision", [FLOAT32, FLOAT64], ids=lambda p: p.name)
@pytest.mark.parametrize(("vector_bytes", "registers"), [(16, 32), (32, 16), (64, 32)])
def test_a_suggested_tile_fills_the_registers_and_no_more(
    vector_bytes: int, registers: int, precision: object
) -> None:
    """Two vectors of the device's own width a row, and as many rows as fit beside a row of B and an element of A."""
    facts = dataclasses.replace(PLAIN_CPU, vector_bytes=vector_bytes)
    tile = kernels()["gemm_panel"].suggested(Matmul(1024, 1024, 1024, precision), facts)  # type: ignore[arg-type]  # ids above
    span = max(tile.lanes * precision.size // vector_bytes, 1)  # type: ignore[attr-defined]
    assert (tile.rm + 1) * tile.vectors * span + 1 <= registers
    assert tile.rm * tile.vectors * span >= 8
    assert tile.vectors * span >= 2


def test_a_tile_for_wide_vectors_is_refused_on_narrow_ones() -> None:
    """The best point of an AVX-512 machine does not serve one with AVX, where it would spill."""
    kernel, problem = kernels()["gemm_panel"], Matmul(1024, 1024, 1024, FLOAT32)
    point = kernel.space.point({"rm": 14, "lanes": 16, "vectors": 2})
    assert kernel.refusal(point, problem, PLAIN_CPU) is None
    narrow = dataclasses.replace(PLAIN_CPU, vector_bytes=32)
    assert "vector registers" in str(kernel.refusal(point, problem, narrow))


def test_every_size_has_a_suggestion_on_a_cpu() -> None:
    """From one element to long and thin, some kernel suggests a legal point."""
    for sizes in ((1, 1, 1), (1, 1000, 3), (1000, 1, 7), (17, 17, 0), (5000, 4000, 3000)):
        suggested = [
            k.suggested(Matmul(*sizes, FLOAT32), PLAIN_CPU) for k in kernels().values() if k.family is Matmul
        ]
        assert any(params is not None for params in suggested)
    for width in (4, 14, 48):
        assert kernels()["pack"].suggested(Pack(100, 50, width, FLOAT64, "any"), PLAIN_CPU) is not None


def test_a_kernel_for_cpus_suggests_nothing_elsewhere() -> None:
    """A requirement answers before any point is tried."""
    assert kernels()["gemm_panel"].suggested(Matmul(64, 64, 64, FLOAT32), PLAIN_GPU) is None
