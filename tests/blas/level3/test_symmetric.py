"""Products with symmetric matrices and products that are symmetric, in every variant, against NumPy in more digits."""

# mypy: disable-error-code="arg-type"
# Arguments that do not fit, and letters out of lists.

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas.blas.host.crossover import fixed_crossover
from autoblas.errors import ArgumentError, DeviceMismatchError, PrecisionError, ShapeError, StrideError
from support.layouts import place
from support.level3_cases import (
    TYPES,
    assert_close,
    assert_triangle,
    bounded,
    diagonal,
    entering,
    kept,
    mirrored,
    operand,
    plain_products,
    turns,
    unread,
)

pytestmark = pytest.mark.usefixtures("all_as_written")

PLACES = ("host", "device")


@pytest.fixture
def plain():
    """Products by the plain kernel."""
    with plain_products():
        yield


def _factors(dtype: str, *, real: str = "") -> Iterator[tuple[Any, Any]]:
    """Pairs of alpha and beta: both count, C is not read, A and B are not read."""
    whole = np.dtype(dtype).kind == "c"
    alpha = 1.25 - 0.5j if whole and "alpha" not in real else 1.25
    beta = 0.5 + 0.75j if whole and "beta" not in real else -0.75
    return itertools.cycle(((alpha, beta), (1.0, 0.0), (0.0, beta), (alpha, 1.0)))


@pytest.mark.budget(each="name")
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("name", ["symm", "hemm"])
@pytest.mark.usefixtures("plain")
def test_products_with_a_symmetric_matrix(any_device, name, dtype):
    """Each side, triangle and layout, on the host and in device memory; of A no more is read than may be."""
    rng, layouts, factors = np.random.default_rng(1), turns(dtype), _factors(dtype)
    m, n, hermitian = 19, 13, name == "hemm"
    for side, uplo, where in itertools.product("LR", "UL", PLACES):
        queue = any_device.queue if where == "device" else None
        (la, lb, lc), (alpha, beta) = next(layouts), next(factors)
        order = m if side == "L" else n
        a, b, c = (operand(rng, shape, dtype) for shape in ((order, order), (m, n), (m, n)))
        given = unread(a, uplo, hermitian=hermitian) if alpha != 0 else np.full_like(a, np.nan)
        before = c if beta != 0 else np.full_like(c, np.nan)
        places = [place(x, layout, queue) for x, layout in zip((given, b, before), (la, lb, lc), strict=True)]
        call = getattr(autoblas, name)
        kinds = {"side": side, "uplo": uplo, "alpha": alpha, "beta": beta, "queue": any_device.queue}
        result = call(places[0].view, places[1].view, c=places[2].view, **kinds)
        assert result is places[2].view
        full = mirrored(a, uplo, hermitian=hermitian)
        pair = (full, b) if side == "L" else (b, full)
        reference, bound = bounded([(alpha, *pair)], beta, c)
        assert_close(places[2], reference, bound, (name, dtype, side, uplo, where, la, lb, lc))
        assert places[0].intact()


@pytest.mark.parametrize("where", PLACES)
@pytest.mark.parametrize("side", "LR")
@pytest.mark.parametrize("uplo", "UL")
def test_an_infinity_on_the_diagonal_is_an_element_like_others(any_device, where, side, uplo):
    """NumPy has no such product and gets all of A, whose diagonal counts once."""
    a, b = np.ones((3, 3)), np.ones((3, 3))
    a[1, 1] = np.inf
    with fixed_crossover(math.inf if where == "host" else 0):
        result = autoblas.symm(
            a, b, side=side, uplo=uplo, queue=any_device.queue if where == "device" else None
        )
    wanted = np.where(a.max(axis=1, keepdims=True) == np.inf, np.inf, np.full((3, 3), 3.0))
    np.testing.assert_array_equal(result, wanted if side == "L" else wanted.T)


def _how(name: str, dtype: str) -> Iterator[tuple[str, str]]:
    """Which transposes a routine takes: of A, and of B as it enters the product on the right."""
    whole = np.dtype(dtype).kind == "c"
    if name == "gemmt":
        yield from itertools.product("NTC" if whole else "NT", repeat=2)
    elif name.startswith("her"):
        yield from (("N", "C"), ("C", "N"))
    else:
        yield from (("N", "T"), ("T", "N"))


@pytest.mark.budget(each="name")
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("name", ["gemmt", "syrk", "herk", "syr2k", "her2k"])
@pytest.mark.usefixtures("plain")
def test_one_triangle_of_a_product(any_device, name, dtype):
    """Each triangle, transpose and layout; what lies outside of the triangle is neither read nor written."""
    rng, layouts = np.random.default_rng(2), turns(dtype)
    real = {"herk": "alpha beta", "her2k": "beta"}.get(name, "")
    factors, hermitian = _factors(dtype, real=real), name.startswith("her")
    n, k = 21, 10
    step = 1 if dtype in {"float32", "complex64"} else 3
    variants = list(itertools.product(_how(name, dtype), "UL", PLACES))
    for (first, second), uplo, where in variants[::step]:
        queue = any_device.queue if where == "device" else None
        (la, lb, lc), (alpha, beta) = next(layouts), next(factors)
        a = operand(rng, (n, k) if first == "N" else (k, n), dtype)
        b = operand(rng, ((k, n) if second == "N" else (n, k)) if name == "gemmt" else a.shape, dtype)
        c = operand(rng, (n, n), dtype)
        before = unread(c if beta != 0 else np.full_like(c, np.nan), uplo, hermitian=hermitian)
        dead = alpha == 0
        places = [
            place(np.full_like(x, np.nan) if dead else x, layout, queue)
            for x, layout in zip((a, b), (la, lb), strict=True)
        ]
        placed = place(before, lc, queue)
        kinds: dict[str, Any] = {"uplo": uplo, "alpha": alpha, "beta": beta, "c": placed.view}
        kinds |= {"trans_a": first, "trans_b": second} if name == "gemmt" else {"trans": first}
        inputs = [x.view for x in places][: 1 if name in {"syrk", "herk"} else 2]
        result = getattr(autoblas, name)(*inputs, queue=any_device.queue, **kinds)
        assert result is placed.view
        reference, bound = _triangle_reference(name, (a, b, c), (first, second), (alpha, beta))
        label = (name, dtype, first, second, uplo, where, la, lb, lc)
        assert_triangle(placed, before, reference, bound, uplo, label)
        if hermitian and placed.values().dtype.kind == "c":
            assert not np.any(np.diag(placed.values()).imag)


def _triangle_reference(
    name: str, operands: tuple[Any, Any, Any], letters: tuple[str, str], factors: tuple[Any, Any]
) -> tuple[Any, Any]:
    """The whole product, and the bound of its elements."""
    (a, b, c), (first, second), (alpha, beta) = operands, letters, factors
    hermitian = name.startswith("her")
    if name == "gemmt":
        return bounded([(alpha, entering(a, first), entering(b, second))], beta, c)
    left = entering(a, first)
    if name in {"syrk", "herk"}:
        right = a if name == "syrk" else a.conj()
        terms = [(alpha, left, entering(right, second if name == "syrk" else "T" if second == "C" else "N"))]
        if name == "herk":
            terms = [(alpha, left, left.conj().T)]
    else:
        other = entering(b, first)
        conjugate = np.conj if name == "her2k" else np.asarray
        terms = [(alpha, left, conjugate(other).T), (conjugate(alpha), other, conjugate(left).T)]
    reference, bound = bounded(terms, beta, diagonal(c, real=hermitian), launches=len(terms))
    return diagonal(reference, real=hermitian), bound


@pytest.mark.budget(one_in=3)
@pytest.mark.parametrize("dtype", ["float32", "complex64", "float64"])
def test_larger_triangles_by_whatever_kernel_is_chosen(any_device, dtype):
    """Several tiles on either side of the diagonal, edges included, with kernels as they are served."""
    rng = np.random.default_rng(3)
    n, k = 150, 70
    a, c = operand(rng, (n, k), dtype), operand(rng, (n, n), dtype)
    for uplo in "UL":
        before = unread(c, uplo)
        placed = place(before, next(turns())[0], any_device.queue)
        autoblas.syrk(cl_array.to_device(any_device.queue, a), c=placed.view, beta=0.5, uplo=uplo)
        reference, bound = bounded([(1.0, a, a.T)], 0.5, c)
        assert_triangle(placed, before, reference, bound, uplo, (dtype, uplo))


@pytest.mark.usefixtures("plain")
def test_new_outputs_have_zeros_in_the_other_triangle(pocl):
    """Without C there is a new one, on the host and in device memory."""
    a = operand(np.random.default_rng(4), (9, 5), "float32")
    on_host = autoblas.syrk(a, uplo="L", queue=pocl.queue)
    on_device = autoblas.syrk(cl_array.to_device(pocl.queue, a), uplo="L").get()
    np.testing.assert_allclose(on_host, np.tril(a @ a.T), rtol=1e-5, atol=1e-5)
    np.testing.assert_array_equal(on_host, on_device)
    assert autoblas.symm(a[:5], a.T[:, :4].copy(), queue=pocl.queue, uplo="L").shape == (5, 4)


def test_small_matrices_of_the_host_stay_there(pocl, monkeypatch):
    """Below the crossover NumPy computes the same, under the same rules."""
    assert pocl
    monkeypatch.setenv("AUTOBLAS_HOST_BELOW", "1e12")
    rng = np.random.default_rng(5)
    for dtype, uplo in itertools.product(("float32", "complex64"), "UL"):
        a, b, c = (operand(rng, shape, dtype) for shape in ((7, 7), (7, 6), (7, 6)))
        full = mirrored(a, uplo, hermitian=True)
        given = unread(a, uplo, hermitian=True)
        result = autoblas.hemm(given, b, c=c.copy(), beta=0.5, uplo=uplo)
        reference, bound = bounded([(1.0, full, b)], 0.5, c)
        assert np.all(np.abs(result - reference) <= bound)
        before = unread(a, uplo)
        result = autoblas.her2k(b, c, c=before.copy(), uplo=uplo, beta=2.0)
        reference, bound = _triangle_reference("her2k", (b, c, a), ("N", "C"), (1.0, 2.0))
        inside = kept(np.ones((7, 7), bool), uplo)
        assert np.all(np.abs(result - reference)[inside] <= bound[inside])
        assert np.all(np.isnan(result[~inside]))


@pytest.mark.usefixtures("plain")
def test_sizes_of_zero_and_idle_factors_change_nothing(pocl):
    """An empty C comes back at once; alpha = 0 with beta = 1 leaves C as it is, to the bit."""
    empty = np.zeros((0, 3), np.float32)
    assert autoblas.syrk(empty, queue=pocl.queue).shape == (0, 0)
    assert autoblas.symm(np.zeros((0, 0), np.float32), empty, queue=pocl.queue).shape == (0, 3)
    c = np.full((4, 4), np.nan, np.float32)
    assert autoblas.syrk(np.zeros((4, 0), np.float32), c=c, beta=1.0, queue=pocl.queue) is c
    assert np.all(np.isnan(c))
    autoblas.syrk(np.zeros((4, 0), np.float32), c=c, uplo="L", queue=pocl.queue)
    np.testing.assert_array_equal(np.tril(c), np.where(np.triu(np.ones((4, 4)), 1), 0, 0.0))
    assert np.all(np.isnan(c[np.triu_indices(4, 1)]))


@pytest.mark.usefixtures("plain")
def test_calls_on_an_out_of_order_queue_follow_each_other(pocl):
    """Every launch waits for what it needs: the expansion before the product, one call before the next."""
    modes = cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE
    queue = cl.CommandQueue(pocl.queue.context, properties=modes)
    rng = np.random.default_rng(6)
    a, b = (cl_array.to_device(queue, operand(rng, (33, 33), "float32")) for _ in range(2))
    gate = cl.UserEvent(queue.context)
    c = autoblas.symm(a, b, wait_for=[gate])
    d = autoblas.syr2k(a, c)
    assert d.events
    gate.set_status(cl.command_execution_status.COMPLETE)
    full = mirrored(a.get(), "U", hermitian=False)
    product = full @ b.get()
    expected = np.triu(a.get() @ product.T + product @ a.get().T)
    np.testing.assert_allclose(d.get(), expected, rtol=1e-3, atol=1e-2)


@pytest.mark.parametrize("order", ["C", "F"])
def test_what_is_conjugated_of_an_update(pocl, order):
    """The second operand, and alpha of her2k's second product; also where C is by columns and its transpose is computed."""
    rng, alpha = np.random.default_rng(7), 2 - 1j
    a, b = (operand(rng, (9, 7), "complex64") for _ in range(2))
    updates: dict[str, tuple[tuple[Any, ...], dict[str, Any], Any]] = {
        "herk": ((a,), {}, a @ a.conj().T),
        "her2k": ((a, b), {"alpha": alpha}, alpha * a @ b.conj().T + np.conj(alpha) * b @ a.conj().T),
        "syr2k": ((a, b), {"alpha": alpha}, alpha * (a @ b.T + b @ a.T)),
        "gemmt": ((a, b), {"alpha": alpha, "trans_b": "C"}, alpha * a @ b.conj().T),
    }
    for name, (operands, options, expected) in updates.items():
        for uplo, part in (("L", np.tril), ("U", np.triu)):
            c = np.zeros((9, 9), "complex64", order)
            getattr(autoblas, name)(*operands, c=c, uplo=uplo, queue=pocl.queue, **options)
            np.testing.assert_allclose(c, part(expected), rtol=1e-4, atol=1e-3, err_msg=f"{name} {uplo}")


WRONG: tuple[tuple[str, dict[str, Any], type[ArgumentError], str], ...] = (
    ("symm", {"a": np.zeros((3, 4), np.float32)}, ShapeError, "a"),
    ("symm", {"side": "X"}, ArgumentError, "side"),
    ("symm", {"uplo": "full"}, ArgumentError, "uplo"),
    ("symm", {"b": np.zeros((4, 5), np.int64)}, PrecisionError, "b"),
    ("symm", {"a": np.zeros((4, 4), np.int64)}, PrecisionError, "a"),
    ("symm", {"beta": 1.0}, ArgumentError, "c"),
    ("symm", {"alpha": 1j}, ArgumentError, "alpha"),
    ("symm", {"wait_for": 3}, ArgumentError, "wait_for"),
    ("symm", {"queue": "queue"}, ArgumentError, "queue"),
    ("symm", {"c": np.zeros((4, 4), np.float32)}, ShapeError, "c"),
    ("symm", {"c": np.broadcast_to(np.zeros(5, np.float32), (4, 5))}, StrideError, "c"),
    ("symm", {"b": [1]}, DeviceMismatchError, "b"),
    ("symm", {"b": np.zeros((2, 4, 5), np.float32)}, ShapeError, "b"),
    ("syrk", {"trans": "X"}, ArgumentError, "trans"),
    ("syrk", {"c": np.zeros((4, 5), np.float32)}, ShapeError, "c"),
    ("herk", {"alpha": 1j}, ArgumentError, "alpha"),
    ("syr2k", {"b": np.zeros((5, 4), np.float32)}, ShapeError, "b"),
    ("her2k", {"beta": 1j}, ArgumentError, "beta"),
    ("gemmt", {"b": np.zeros((4, 5), np.float32)}, ShapeError, "b"),
    ("gemmt", {"trans_b": "R"}, ArgumentError, "trans_b"),
)


@pytest.mark.parametrize(("name", "change", "kind", "argument"), WRONG)
def test_wrong_arguments_are_named(pocl, name, change, kind, argument):
    """Every wrong argument raises the error of its kind."""
    shapes = {"symm": {"a": (4, 4), "b": (4, 5)}, "gemmt": {"a": (4, 5), "b": (5, 4)}}
    given: dict[str, Any] = {
        x: np.zeros(shape, np.float32)
        for x, shape in shapes.get(name, {"a": (4, 5), "b": (4, 5)}).items()
        if x == "a" or name not in {"syrk", "herk"}
    }
    given |= {"queue": pocl.queue} | change
    with pytest.raises(kind, match=argument) as caught:
        getattr(autoblas, name)(**given)
    assert caught.value.argument == argument


def test_an_output_that_overlaps_an_input_is_refused(pocl):
    """C shares no element with A or B, on the host or in device memory."""
    square = np.zeros((4, 4), np.float32)
    with pytest.raises(ArgumentError, match="overlaps a"):
        autoblas.syrk(square, c=square, queue=pocl.queue)
    held = cl_array.zeros(pocl.queue, (8, 4), np.float32)
    with pytest.raises(ArgumentError, match="overlaps b"):
        autoblas.symm(cl_array.zeros_like(held[:4]), held[2:6], c=held[:4])
    frozen = np.zeros((4, 4), np.float32)
    frozen.flags.writeable = False
    with pytest.raises(ArgumentError, match="read-only"):
        autoblas.syrk(square, c=frozen, queue=pocl.queue)
