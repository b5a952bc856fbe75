"""GEMM on the matrix units of NVIDIA's Hopper architecture, fed from blocks that the kernel ``split`` wrote.

A work-group has two warpgroups of four sub-groups, which multiply, and a work-item that keeps bulk copies of whole blocks
under way; barriers in local memory tell each side what the other has finished. There are about as many work-groups as
multiprocessors, and each takes one tile of C after the other, so that blocks of the next tile arrive while the sums of
this one are stored. Where sums leave the matrix units every few blocks, the warpgroups take turns at them.

Floats are multiplied in one of three forms. ``half3`` and ``tf32x3`` cut each number in two parts of 11 digits and
add three of the four products of parts: H. Ootomo and R. Yokota, "Recovering single precision accuracy from Tensor
Cores while surpassing the FP32 theoretical peak performance", IJHPCA 36 (2022). A product of numbers then has a
relative error of at most 2^-21, and because the matrix units truncate what they add, single precision takes over after
``joint`` blocks. ``half1`` and ``tf32`` round each number to 11 digits, which ``fast`` allows. Their sums stay in the
matrix units, of ``half1`` as long as rows and columns have common factors. Halves and bfloat16 are multiplied as they
are, and summed in the matrix units.

What forms promise holds for each element of C and for all floats, because numbers that a form does not hold are not
approximated (see ``Split``). In blocks of halves with rows whose magnitudes span more than 28 binades, sums are kept that
turn out so large that the digits which the smaller numbers lack cannot count. The others are computed one by one where
they are few (``repair``); where they are many, the warpgroup multiplies the block again as tf32 numbers, of ``half3`` as pairs
of them at a seventh of the speed. Where tf32 numbers do not hold their magnitudes either, and always where there are
infinities, NaN or magnitudes beyond what factors can bring back, it does so by single-precision multiply-adds of A's and
B's own numbers, slower still: infinities, NaN and subnormal numbers give what those give (``originals``).
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from autoblas.emit.source import Source
from autoblas.kernels.gemm.shared import HALVES
from autoblas.kernels.kernel import Kernel
from autoblas.kernels.models.coefficients import coefficients
from autoblas.kernels.nvidia.hopper.launch import (
    ROWS,
    fastest_first,
    filling,
    geometry,
    groups_for,
    split_k_memory,
    timed,
)
from autoblas.kernels.nvidia.wgmma.params import SHORTEST, SPACE, WgmmaParams, helpers, splits, step_of
from autoblas.kernels.nvidia.wgmma.text import WgmmaText, all_arguments
from autoblas.precision import FLOAT32
from autoblas.problems import Matmul

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from autoblas.devices.device import Facts
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL"]


def traffic(p: WgmmaParams, q: Matmul) -> int:
    """Bytes that the tiles read and write: each row of tiles reads B once, each column of tiles A once."""
    split_a, split_b = splits(p, q)
    blocks = split_b.tiles * split_a.matrix_bytes + split_a.tiles * split_b.matrix_bytes
    return q.items * (blocks + 2 * q.m * q.n * q.precision.size)


def predict(p: WgmmaParams, q: Matmul, f: Facts) -> float:
    """Seconds that a point takes with the splits of its operands, roughly."""
    return _timed(p, q, f)(p.slices)


def _timed(p: WgmmaParams, q: Matmul, f: Facts) -> Callable[[int], float]:
    """Function of the seconds of a point by its slices."""
    c = coefficients("gemm_wgmma", f)
    speed = c.speed[p.form].get(p.tn, c.speed[p.form][64]) * c.joint.get(p.form, {}).get(p.joint, 1.0)
    operand_splits = splits(p, q)
    cycles = timed(p, q, f, ROWS * p.tn * operand_splits[0].steps * operand_splits[0].step / speed)
    bytes_per_cycle = f.compute_units * (c.split_floats if q.type_a is FLOAT32 else c.split_others)
    split_a, split_b = (c.split + split.min_bytes() / bytes_per_cycle for split in operand_splits)
    return lambda slices: (cycles(slices) + split_a + split_b) / (f.clock_mhz * 1e6)


def suggestions(q: Matmul, f: Facts) -> Iterator[dict[str, Any]]:
    """Forms that the accuracy allows, with the tiles and slices that should take least time, best first.

    Of equals those come first whose sums leave the matrix units most often, because they err least.
    """
    if q.type_a in HALVES or q.accuracy == "fast":
        points: list[dict[str, Any]] = [
            {"form": form, "tn": tn, "stages": stages, "turns": False}
            for form in (("half",) if q.type_a in HALVES else ("tf32", "half1"))
            for tn, stages in ((256, 4), (128, 6), (64, 6))
        ]
    else:
        points = [
            {"form": form, "joint": joint, "tn": tn, "stages": stages}
            for form, joint in itertools.product(("half3", "tf32x3"), (1, 2, 4))
            for tn, stages in ((128, 3), (64, 4))
            if q.k >= SHORTEST[form][joint]
        ]
    complete = (WgmmaParams(**point, groups=groups_for(f)) for point in points)
    return fastest_first((p, _timed(p, q, f), filling(p, q, step_of(p.form), p.joint)) for p in complete)


def source(p: WgmmaParams, q: Matmul, d: Dialect) -> str:
    """The text of the kernel."""
    src = Source(d)
    WgmmaText(src, p, q, *splits(p, q)).write()
    return str(src)


KERNEL = Kernel(
    name="gemm_wgmma",
    family=Matmul,
    space=SPACE,
    arguments=all_arguments,
    geometry=geometry,
    traffic=traffic,
    source=source,
    memory=split_k_memory,
    helpers=helpers,
    made_for=frozenset({"gpu"}),
    suggestions=suggestions,
    predict=predict,
)
