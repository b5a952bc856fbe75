"""Products with triangular matrices against NumPy in more digits, and triangular systems by their residuals, in every variant."""

# mypy: disable-error-code="arg-type"
# Arguments that do not fit, and letters out of lists.

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas.blas.level3 import trsm as triangular_systems
from autoblas.errors import ArgumentError, PrecisionError, ShapeError, StrideError
from support.layouts import STACKS, place
from support.level3_cases import (
    TYPES,
    assert_close,
    assert_solved,
    bounded,
    cases,
    diagonal,
    entering,
    kept,
    operand,
    plain_products,
    system_matrix,
    turns,
    unread,
)
from support.memories import OUT_OF_ORDER

pytestmark = pytest.mark.usefixtures("all_as_written")

both = pytest.mark.parametrize("name", ["trmm", "trsm"])

SIZES = ((53, 9), (16, 7), (33, 21), (5, 3))
"""Rows of A, and of B what is not one."""


@pytest.fixture
def plain():
    """Products by the plain kernel, and blocks so small that there are many."""
    with plain_products() as patch:
        patch.setattr(triangular_systems, "block_width", lambda *_: 16)
        yield


@pytest.mark.budget(each=lambda case: (case["name"], np.dtype(case["dtype"]).kind))
@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("dtype", TYPES)
@both
def test_every_variant_in_every_layout(any_device, name, dtype):
    """Each side, triangle, transpose and diagonal; of A no more is read than may be."""
    rng, layouts = np.random.default_rng(1), turns(dtype)
    whole = np.dtype(dtype).kind == "c"
    alphas = itertools.cycle((1.25 - 0.5j if whole else 1.25, 1.0, -0.5))
    sizes, places = itertools.cycle(SIZES), itertools.cycle((None, any_device.queue))
    for side, uplo, trans, diag in cases(dtype, "LR", "UL", "NTC" if whole else "NT", "NU"):
        queue, (la, lb, _), alpha = next(places), next(layouts), next(alphas)
        order, others = next(sizes)
        a = system_matrix(rng, order, dtype)
        b = operand(rng, (order, others) if side == "L" else (others, order), dtype)
        given, placed = place(unread(a, uplo, unit=diag == "U"), la, queue), place(b, lb, queue)
        kinds: dict[str, Any] = {"side": side, "uplo": uplo, "trans": trans, "diag": diag, "alpha": alpha}
        routine = getattr(autoblas, name)
        assert routine(given.view, placed.view, queue=any_device.queue, **kinds) is placed.view
        matrix = entering(kept(diagonal(a, unit=diag == "U"), uplo), trans)
        variant = (name, dtype, side, uplo, trans, diag, la, lb)
        if name == "trmm":
            pair = (matrix, b) if side == "L" else (b, matrix)
            assert_close(placed, *bounded([(alpha, *pair)], 0, None, b.dtype), variant)
        else:
            found, known = placed.values(), alpha * b
            system = (matrix, found, known) if side == "L" else (matrix.T, found.T, known.T)
            assert_solved(*system, dtype, variant)
        assert placed.intact()
        assert given.intact()


@pytest.mark.budget(6)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_larger_products_by_whatever_kernel_is_chosen(any_device, dtype):
    """Several tiles, edges included: kernels that pack B take it from where the result goes, others from a copy."""
    rng = np.random.default_rng(2)
    a, b = operand(rng, (150, 150), dtype), operand(rng, (150, 70), dtype)
    for side, uplo in itertools.product("LR", "UL"):
        right = b if side == "L" else np.ascontiguousarray(b.T)
        on_device = cl_array.to_device(any_device.queue, right)
        given = cl_array.to_device(any_device.queue, unread(a, uplo))
        result = autoblas.trmm(given, on_device, side=side, uplo=uplo).get()
        matrix = kept(a, uplo)
        pair = (matrix, right) if side == "L" else (right, matrix)
        reference, bound = bounded([(1.0, *pair)], 0, None, b.dtype)
        assert np.all(np.abs(result - reference) <= bound)


@pytest.mark.budget(6)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_larger_systems_by_whatever_kernel_is_chosen(any_device, dtype):
    """Several blocks of the width that is served, the last one smaller, with every kernel as it is chosen."""
    rng = np.random.default_rng(2)
    order = 400
    a, b = system_matrix(rng, order, dtype), operand(rng, (order, 70), dtype)
    for uplo in "UL":
        on_device = cl_array.to_device(any_device.queue, b)
        autoblas.trsm(cl_array.to_device(any_device.queue, a), on_device, alpha=2.0, uplo=uplo)
        assert_solved(kept(a, uplo), on_device.get(), 2.0 * b, dtype, uplo)


@pytest.mark.budget(9)
@pytest.mark.parametrize("stacking", ["dense", "by columns", "parts by columns, backwards"])
@pytest.mark.usefixtures("plain")
def test_stacks_of_systems_are_solved(any_device, stacking):
    """A matrix for each item, or one for all, in any layout; each in a type of its own."""
    rng, layout = np.random.default_rng(3), STACKS[stacking]
    dtype = {"dense": "float64", "by columns": "float32"}.get(stacking, "complex128")
    a = np.stack([system_matrix(rng, 37, dtype) for _ in range(3)])
    b = operand(rng, (3, 37, 5), dtype)
    for shared, side in itertools.product((False, True), "LR"):
        right = b if side == "L" else np.ascontiguousarray(b.swapaxes(1, 2))
        matrices = place(a, layout, any_device.queue)
        matrix = cl_array.to_device(any_device.queue, a[1]) if shared else matrices.view
        placed = place(right, layout, any_device.queue)
        autoblas.trsm_batched(matrix, placed.view, side=side, uplo="L", alpha=-1.0)
        found = placed.values()
        for i in range(3):
            one = np.tril(a[1] if shared else a[i])
            system = (one, found[i], -b[i]) if side == "L" else (one.T, found[i].T, -b[i])
            assert_solved(*system, dtype, (stacking, shared, side, i))
        assert placed.intact()
    one = np.tril(a)
    solved = autoblas.trsm_batched(a, b.copy(), uplo="L", queue=any_device.queue)
    for i in range(3):
        assert_solved(one[i], solved[i], b[i], dtype, i)


def test_stacks_must_fit(pocl):
    """B is a stack, and A has as many items or is one matrix."""
    a, b = np.zeros((2, 4, 4), np.float32), np.zeros((3, 4, 5), np.float32)
    with pytest.raises(ShapeError, match="3 items"):
        autoblas.trsm_batched(a, b, queue=pocl.queue)
    with pytest.raises(ShapeError, match="three axes"):
        autoblas.trsm_batched(a, b[0], queue=pocl.queue)


def test_small_matrices_of_the_host_stay_there(pocl, monkeypatch):
    """Below the crossover NumPy computes the same, under the same rules."""
    assert pocl
    monkeypatch.setenv("AUTOBLAS_HOST_BELOW", "1e12")
    rng = np.random.default_rng(3)
    for side, uplo, trans in itertools.product("LR", "UL", "NC"):
        a, b = operand(rng, (7, 7), "complex64"), operand(rng, (7, 7), "complex64")
        result = autoblas.trmm(unread(a, uplo), b.copy(), alpha=2.0, side=side, uplo=uplo, trans=trans)
        matrix = entering(kept(a, uplo), trans)
        reference, bound = bounded([(2.0, *((matrix, b) if side == "L" else (b, matrix)))], 0, None, b.dtype)
        assert np.all(np.abs(result - reference) <= bound)
    b = np.full((7, 7), np.nan, np.float32)
    assert not np.any(autoblas.trmm(b.copy(), b, alpha=0.0))


def test_small_systems_of_the_host_stay_there(pocl, monkeypatch):
    """Below the crossover NumPy substitutes, under the same rules."""
    assert pocl
    monkeypatch.setenv("AUTOBLAS_HOST_BELOW", "1e12")
    rng = np.random.default_rng(4)
    for side, uplo, trans, diag in itertools.product("LR", "UL", "NC", "NU"):
        a, b = system_matrix(rng, 9, "complex128"), operand(rng, (9, 9), "complex128")
        given = unread(a, uplo, unit=diag == "U")
        found = autoblas.trsm(given, b.copy(), alpha=2j, side=side, uplo=uplo, trans=trans, diag=diag)
        matrix = entering(kept(diagonal(a, unit=diag == "U"), uplo), trans)
        system = (matrix, found, 2j * b) if side == "L" else (matrix.T, found.T, 2j * b.T)
        assert_solved(*system, "complex128", (side, uplo, trans, diag))


def test_extreme_pivots_neither_overflow_nor_underflow(pocl):
    """Complex numbers whose squares no float holds are divided by all the same."""
    a = np.diag(np.array([3e25 + 4e25j, 3e-25 - 4e-25j, 1e20j], np.complex64))
    b = np.array([[5e25], [5e-25], [1e20]], np.complex64)
    found = autoblas.trsm(a, b.copy(), queue=pocl.queue)[:, 0]
    np.testing.assert_allclose(found, [0.6 - 0.8j, 0.6 + 0.8j, -1j], rtol=1e-5)


@both
def test_a_factor_of_zero_reads_nothing(pocl, name):
    """B becomes zero whatever A and B hold, and an empty B comes back at once."""
    routine, nothing = getattr(autoblas, name), np.full((5, 5), np.nan, np.float32)
    on_device = cl_array.to_device(pocl.queue, nothing)
    routine(cl_array.to_device(pocl.queue, nothing), on_device, alpha=0.0)
    assert not np.any(on_device.get())
    empty = np.zeros((5, 0), np.float32)
    assert routine(nothing, empty, queue=pocl.queue) is empty


@pytest.mark.usefixtures("plain")
@both
def test_calls_on_an_out_of_order_queue_follow_each_other(pocl, name):
    """All launches are enqueued before the first may run: copies come before products, and one call before the next."""
    queue, rng = cl.CommandQueue(pocl.queue.context, properties=OUT_OF_ORDER), np.random.default_rng(5)
    a, b = system_matrix(rng, 70, "float64"), operand(rng, (70, 9), "float64")
    matrix, on_device = cl_array.to_device(queue, a), cl_array.to_device(queue, b)
    gate, routine = cl.UserEvent(queue.context), getattr(autoblas, name)
    routine(matrix, on_device, wait_for=[gate])
    routine(matrix, on_device, uplo="L")
    gate.set_status(cl.command_execution_status.COMPLETE)
    upper, lower = (
        (np.triu(a), np.tril(a)) if name == "trmm" else map(np.linalg.inv, (np.triu(a), np.tril(a)))
    )
    np.testing.assert_allclose(on_device.get(), lower @ (upper @ b), rtol=1e-9, atol=1e-9)


WRONG: tuple[tuple[dict[str, Any], type[ArgumentError], str], ...] = (
    ({"a": np.zeros((3, 4), np.float32)}, ShapeError, "a"),
    ({"a": np.zeros((5, 5), np.float32)}, ShapeError, "a"),
    ({"a": np.zeros((4, 4))}, PrecisionError, "b"),
    ({"b": np.zeros((2, 4, 5), np.float32)}, ShapeError, "b"),
    ({"b": np.broadcast_to(np.zeros(5, np.float32), (4, 5))}, StrideError, "b"),
    ({"side": "M"}, ArgumentError, "side"),
    ({"uplo": "X"}, ArgumentError, "uplo"),
    ({"trans": "R"}, ArgumentError, "trans"),
    ({"diag": "Z"}, ArgumentError, "diag"),
    ({"alpha": 1j}, ArgumentError, "alpha"),
    ({"wait_for": [1]}, ArgumentError, "wait_for"),
    ({"queue": 1}, ArgumentError, "queue"),
)


@both
@pytest.mark.parametrize(("change", "kind", "argument"), WRONG)
def test_wrong_arguments_are_named(pocl, name, change, kind, argument):
    """Every wrong argument raises the error of its kind."""
    given: dict[str, Any] = {"a": np.zeros((4, 4), np.float32), "b": np.zeros((4, 5), np.float32)}
    given |= {"queue": pocl.queue} | change
    with pytest.raises(kind, match=argument) as caught:
        getattr(autoblas, name)(**given)
    assert caught.value.argument == argument


@both
def test_an_output_that_overlaps_the_matrix_is_refused(pocl, name):
    """B shares no element with A."""
    held = cl_array.zeros(pocl.queue, (8, 4), np.float32)
    with pytest.raises(ArgumentError, match="overlaps a"):
        getattr(autoblas, name)(held[:4], held[2:6])
