"""Updates of low rank: every routine in every precision, storage, triangle and layout, on either memory."""

import itertools
from typing import Any

import numpy as np
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas import ger, her, syr
from autoblas.checks.verify import compare, product_bound, reals
from autoblas.precision import COMPLEX64, FLOAT32, Precision
from autoblas.problems.matvec import RankUpdate
from support.budget import share
from support.matvec_cases import UPDATES, Given, Option, options_of, steps_of
from support.memories import on_host
from support.vector_cases import PRECISIONS, numbers, place_vector

pytestmark = pytest.mark.usefixtures("all_as_written")

SIZES = ((1, 1), (5, 9), (41, 23), (2, 70))
SIDES = (1, 2, 9, 37)

CASES = [
    (name, precision)
    for name, precision in itertools.product(UPDATES, PRECISIONS)
    if precision.is_complex or not name.startswith("h")
]


def shares(precision: Precision, name: str) -> list[tuple[int, Option]]:
    """The options of an update that are tried in a precision: a third in float32, every other one elsewhere; more with a budget."""
    form, storage, _ = UPDATES[name]
    options = list(enumerate(options_of(form, storage, transposes=False)))
    tried = options if precision is FLOAT32 else options[PRECISIONS.index(precision) % 2 :: 2]
    return list(share(tried, list(UPDATES).index(name)))


@pytest.mark.budget(each="name")
@pytest.mark.parametrize(("name", "precision"), CASES, ids=str)
def test_every_update_in_every_layout(any_device, name, precision):
    """Results lie within their bounds; nothing but the stored elements is read or changes."""
    form, storage, rank = UPDATES[name]
    rng = np.random.default_rng(len(name))
    for index, option in shares(precision, name):
        queue = any_device.queue if index % 2 else None
        for turn, shape in enumerate(SIZES if form == "general" else [(n, n) for n in SIDES]):
            values = reals(rng, shape, precision)
            given = Given(form, storage, values, option, queue)
            steps = steps_of(index, turn)
            x, y = (
                place_vector(reals(rng, (n,), precision), step, 2, queue)
                for n, step in zip(shape, steps, strict=True)
            )
            alpha = 1.5 - 1j if precision.is_complex and name not in {"her", "hpr"} else -1.5
            vectors = (x,) if form != "general" and rank == 1 else (x, y)
            before = given.stored()
            routine = getattr(autoblas, name)
            result = routine(
                *(v.view for v in vectors),
                given.placed.view,
                alpha=alpha,
                queue=any_device.queue,
                **given.options,
            )
            assert result is given.placed.view
            side: Any = "cols" if form == "hermitian" or (name == "gerc" and precision.is_complex) else ""
            problem = RankUpdate(*shape, precision, form, rank=rank, conjugate=side)  # type: ignore[arg-type]  # one of its words
            exact, size = problem.reference(values, x.values(), vectors[-1].values(), alpha)
            kept, after = given.kept, given.stored()
            bound = product_bound(size[kept], exact[kept], 2 * rank, precision, problem.worked)
            verdict = compare(after[kept], exact[kept], bound)
            assert verdict.ok, f"{option} {shape} {steps}: {verdict}"
            assert after[~kept].tobytes() == before[~kept].tobytes()
            if form == "hermitian":
                assert not np.any(after.diagonal().imag)
            assert all(v.intact() for v in vectors)
            assert given.placed.intact()


@pytest.mark.parametrize("memory", ["host", "device"])
def test_a_new_matrix_is_made_where_none_is_given(any_device, memory):
    """Of zeros, before the update."""
    queue = any_device.queue
    x, y = numbers(5, FLOAT32, 1), numbers(8, FLOAT32, 2)
    placed = [v if memory == "host" else cl_array.to_device(queue, v) for v in (x, y)]
    a = ger(*placed, alpha=2, queue=queue)
    assert type(a) is type(placed[0])
    assert np.allclose(on_host(a), 2 * np.outer(x, y), rtol=1e-6)
    assert np.array_equal(on_host(ger(*placed, alpha=0, queue=queue)), np.zeros((5, 8)))
    assert ger(placed[0][:0], placed[1], queue=queue).shape == (0, 8)


def test_a_zero_factor_does_nothing(any_device):
    """Not even to the imaginary parts of a Hermitian diagonal; what is not a number does not spread."""
    bad, a = np.full(4, np.nan, np.complex64), numbers(16, COMPLEX64, 1).reshape(4, 4)
    before = a.copy()
    for update in (her, syr):
        update(bad, a, alpha=0, queue=any_device.queue)
    ger(bad, bad, a, alpha=0, queue=any_device.queue)
    assert a.tobytes() == before.tobytes()
    her(np.zeros(4, np.complex64), a, queue=any_device.queue)
    assert np.array_equal(a.diagonal(), before.diagonal().real)


def test_larger_matrices_are_shared_out(any_device):
    """Several work-groups, each with rows of its own."""
    x, y = numbers(700, PRECISIONS[2], 1), numbers(450, PRECISIONS[2], 2)
    for a in (np.zeros((700, 450)), np.zeros((450, 700)).T):
        assert np.array_equal(ger(x, y, a, queue=any_device.queue), np.outer(x, y))
    square = np.zeros((450, 450))
    syr(y, square, uplo="L", queue=any_device.queue)
    assert np.array_equal(square, np.tril(np.outer(y, y)))
