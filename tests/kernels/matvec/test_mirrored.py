"""Symmetric products in one launch: the text computes right whoever brings the last share of a block; who it serves."""

from dataclasses import replace
from typing import Any

import pytest

from autoblas.devices.recording import HOPPER, PLAIN_GPU
from autoblas.kernels import kernels
from autoblas.plan.choose import choose
from autoblas.precision import COMPLEX64, COMPLEX128, FLOAT16, FLOAT32, FLOAT64
from autoblas.problems.matvec import Matvec
from autoblas.testing.checks import Fault
from support.emulated_kernels import RandomPoints
from support.kernel_cases import walk

KERNEL = kernels()["matvec_mirrored"]

SMALL = {"items": 64, "tile": 32}


def symmetric(n: int, precision: Any, **fields: Any) -> Matvec:
    """A product with a symmetric matrix whose lower triangle is stored, where nothing else is said."""
    return Matvec(
        **{"m": n, "n": n, "precision": precision, "form": "symmetric", "triangle": "lower", **fields}
    )


CASES: tuple[tuple[Matvec, dict[str, Any]], ...] = (
    (symmetric(203, FLOAT32), {}),
    (symmetric(160, FLOAT64, triangle="upper"), SMALL),
    (symmetric(131, FLOAT32, order="any", strided=True), SMALL | {"ahead": 8}),
    (symmetric(97, COMPLEX64, form="hermitian"), SMALL),
    (symmetric(100, COMPLEX128, form="hermitian", triangle="upper", conjugate=True), SMALL | {"items": 128}),
    (symmetric(260, FLOAT32), {"items": 512, "tile": 128, "ahead": 2}),
    (symmetric(70, COMPLEX64, triangle="upper"), SMALL | {"ahead": 1}),
    (symmetric(20, FLOAT64), SMALL),
    (symmetric(65, FLOAT16), SMALL),
    (symmetric(150, FLOAT32, storage="packed"), SMALL),
    (symmetric(99, FLOAT64, storage="packed", triangle="upper", order="any"), SMALL),
)
"""Both triangles, forms, storages and every type in few programs: an even number of blocks, an odd one, and one alone."""


WHOLE = symmetric(203, FLOAT32)

FAULTS = (
    Fault("a share is left out", WHOLE, r"other < count; other", "other < count - 1; other", SMALL),
    Fault("a block is finished before its last share", WHOLE, r"before\[which\] == count - 1", "before[which] >= count - 2", SMALL),
    Fault("the diagonal counts twice", WHOLE, r"if \(mirrors0\) sum0", "if (has0) sum0", SMALL),
    Fault("a count stays", WHOLE, r"\*\(state \+ block\) = 0;", "*(state + block) = 1;", SMALL),
    Fault("rows and columns are exchanged", WHOLE, r"high \* count \+ low", "low * count + high", SMALL),
)  # fmt: skip


@pytest.mark.parametrize(
    ("problem", "facts", "sentence"),
    [
        (Matvec(64, 64, FLOAT32), HOPPER, "the matrix is symmetric or Hermitian"),
        (symmetric(64, FLOAT32, storage="band", kl=3), HOPPER, "the matrix is no band"),
        (symmetric(64, FLOAT32), PLAIN_GPU, "work-groups see what others wrote"),
    ],
    ids=["general", "band", "other devices"],
)
def test_others_serve_what_it_cannot(problem, facts, sentence):
    """Other matrices, and devices that promise nothing."""
    unmet = KERNEL.space.unmet(problem, facts)
    assert unmet is not None
    assert sentence in unmet


def test_it_is_served_where_it_was_made_for():
    """On such devices, and in tiles as large as leave enough of them for all compute units."""
    large, small = (choose(symmetric(n, FLOAT32), HOPPER) for n in (4096, 500))
    assert large.kernel is KERNEL
    assert large.params.tile == 64
    assert small.kernel is KERNEL
    assert [KERNEL.suggested(symmetric(n, FLOAT32), HOPPER).tile for n in (4096, 500)] == [64, 32]
    assert choose(symmetric(4096, FLOAT32), PLAIN_GPU).kernel is not KERNEL


class TestKernel(RandomPoints):
    """The kernel's results, again and again: whoever is last leaves the counts as they were."""

    kernel, cases, faults, one_in, runs = KERNEL, CASES, FAULTS, (3, 2), 3

    def drawn(self, seed, rng):
        """Any sizes and types, of both storages."""
        n = int(rng.integers(1, 300))
        problem = replace(walk(Matvec, seed), m=n, n=n, kl=0, ku=0, across=False, unit=False, in_place=False)
        precision = (FLOAT32, FLOAT64, COMPLEX64, COMPLEX128)[seed // 2 % 4]
        triangle, storage = ("lower", "upper")[seed % 2], ("full", "packed")[seed // 8 % 2]
        problem = replace(problem, precision=precision, triangle=triangle, storage=storage)
        form = "hermitian" if precision.is_complex and seed % 3 else "symmetric"
        return replace(problem, form=form, conjugate=problem.conjugate and precision.is_complex)
