"""Products with triangular matrices, in every variant, against NumPy in more digits."""

# mypy: disable-error-code="arg-type"
# Arguments that do not fit, and letters out of lists.

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas.errors import ArgumentError, PrecisionError, ShapeError, StrideError
from support.level3_cases import (
    TYPES,
    assert_close,
    bounded,
    cases,
    diagonal,
    entering,
    kept,
    operand,
    plain_products,
    put,
    turns,
    unread,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from support.rig import Rig

pytestmark = pytest.mark.usefixtures("all_as_written")


@pytest.fixture
def plain() -> Iterator[None]:
    """Products by the plain kernel."""
    with plain_products():
        yield


@pytest.mark.budget(one_in=5)
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.usefixtures("plain")
def test_products_with_a_triangular_matrix(any_device: Rig, dtype: str) -> None:
    """Each side, triangle, transpose, diagonal and layout; of A no more is read than may be."""
    rng, layouts = np.random.default_rng(1), turns(dtype)
    whole = np.dtype(dtype).kind == "c"
    alphas = itertools.cycle((1.25 - 0.5j if whole else 1.25, 1.0, 0.5))
    m, n = 19, 13
    places = itertools.cycle((None, any_device.queue))
    for side, uplo, trans, diag in cases(dtype, "LR", "UL", "NTC" if whole else "NT", "NU"):
        queue, (la, lb, _), alpha = next(places), next(layouts), next(alphas)
        order = m if side == "L" else n
        a, b = operand(rng, (order, order), dtype), operand(rng, (m, n), dtype)
        given = put(unread(a, uplo, unit=diag == "U"), la, queue)
        placed = put(b, lb, queue)
        kinds: dict[str, Any] = {"side": side, "uplo": uplo, "trans": trans, "diag": diag, "alpha": alpha}
        result = autoblas.trmm(given.view, placed.view, queue=any_device.queue, **kinds)
        assert result is placed.view
        matrix = entering(kept(diagonal(a, unit=diag == "U"), uplo), trans)
        pair = (matrix, b) if side == "L" else (b, matrix)
        reference, bound = bounded([(alpha, *pair)], 0, None, b.dtype)
        assert_close(placed, reference, bound, (dtype, side, uplo, trans, diag, la, lb))
        assert given.intact()


@pytest.mark.budget(6)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_larger_products_by_whatever_kernel_is_chosen(any_device: Rig, dtype: str) -> None:
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


def test_small_matrices_of_the_host_stay_there(pocl: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_a_factor_of_zero_reads_nothing(pocl: Rig) -> None:
    """B becomes zero whatever A and B hold, and an empty B comes back at once."""
    nothing = np.full((5, 5), np.nan, np.float32)
    on_device = cl_array.to_device(pocl.queue, nothing)
    autoblas.trmm(cl_array.to_device(pocl.queue, nothing), on_device, alpha=0.0)
    assert not np.any(on_device.get())
    empty = np.zeros((5, 0), np.float32)
    assert autoblas.trmm(nothing, empty, queue=pocl.queue) is empty


@pytest.mark.usefixtures("plain")
def test_calls_on_an_out_of_order_queue_follow_each_other(pocl: Rig) -> None:
    """The copies come before the product, and one call before the next."""
    modes = cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE
    queue = cl.CommandQueue(pocl.queue.context, properties=modes)
    rng = np.random.default_rng(4)
    a, b = operand(rng, (33, 33), "float64"), operand(rng, (33, 9), "float64")
    on_device = cl_array.to_device(queue, b)
    gate = cl.UserEvent(queue.context)
    matrix = cl_array.to_device(queue, a)
    autoblas.trmm(matrix, on_device, wait_for=[gate])
    autoblas.trmm(matrix, on_device, uplo="L")
    gate.set_status(cl.command_execution_status.COMPLETE)
    np.testing.assert_allclose(on_device.get(), np.tril(a) @ (np.triu(a) @ b), rtol=1e-10, atol=1e-10)


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


@pytest.mark.parametrize("name", ["trmm", "trsm"])
@pytest.mark.parametrize(("change", "kind", "argument"), WRONG)
def test_wrong_arguments_are_named(
    pocl: Rig, name: str, change: dict[str, Any], kind: type[ArgumentError], argument: str
) -> None:
    """Every wrong argument raises the error of its kind."""
    given: dict[str, Any] = {"a": np.zeros((4, 4), np.float32), "b": np.zeros((4, 5), np.float32)}
    given |= {"queue": pocl.queue} | change
    with pytest.raises(kind, match=argument) as caught:
        getattr(autoblas, name)(**given)
    assert caught.value.argument == argument


@pytest.mark.parametrize("name", ["trmm", "trsm"])
def test_an_output_that_overlaps_the_matrix_is_refused(pocl: Rig, name: str) -> None:
    """B shares no element with A."""
    held = cl_array.zeros(pocl.queue, (8, 4), np.float32)
    with pytest.raises(ArgumentError, match="overlaps a"):
        getattr(autoblas, name)(held[:4], held[2:6])
