"""Copies of matrices in place, and of triangles."""

# mypy: disable-error-code="arg-type, attr-defined"
# Arguments that do not fit, and letters out of lists.

import functools
import itertools
from typing import Any

import numpy as np
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas.blas.arguments import memory_of
from autoblas.blas.plan_builder import MatrixOperand, PlanBuilder
from autoblas.calls.bound_call import bound, with_memory
from autoblas.calls.serve import target_of
from autoblas.problems.views import matrix_view
from support.layouts import place
from support.level3_cases import LAYOUTS, operand

pytestmark = pytest.mark.usefixtures("all_as_written")


def _entering(x: Any, letter: str) -> Any:
    return {"N": x, "T": x.T, "C": x.conj().T, "R": x.conj()}[letter]


@pytest.mark.budget(one_in=4)
@pytest.mark.parametrize("order", ["C", "F"])
def test_copies_in_place(any_device, order):
    """A transpose that is not square fills the same memory; a square one keeps its layout, canaries and all."""
    rng = np.random.default_rng(2)
    for letter in "NTC":
        a = np.array(operand(rng, (21, 34), "complex64" if order == "C" else "complex128"), order=order)
        expected = 2j * _entering(a, letter)
        held = a.copy(order="K")
        result = autoblas.imatcopy(held, alpha=2j, trans=letter, queue=any_device.queue)
        assert np.shares_memory(result, held)
        np.testing.assert_array_equal(result, expected)
        on_device = cl_array.to_device(any_device.queue, a)
        np.testing.assert_array_equal(autoblas.imatcopy(on_device, alpha=2j, trans=letter).get(), expected)
        square = place(a[:, :21].copy(), LAYOUTS[3], any_device.queue)
        assert autoblas.imatcopy(square.view, trans=letter) is square.view
        np.testing.assert_array_equal(square.values(), _entering(a[:, :21], letter))
        assert square.intact()


@pytest.mark.budget(one_in=3)
@pytest.mark.parametrize("form", ["symmetric", "hermitian", "triangular"])
def test_triangles_are_expanded_in_either_order(pocl, form):
    """What is stored by columns is copied as its transpose, which has the other triangle."""
    rng = np.random.default_rng(4)
    x = operand(rng, (13, 13), "complex64")
    for lower, transposed in itertools.product((True, False), repeat=2):
        kept = np.tril(x, -1) if lower else np.triu(x, 1)
        mirrored = {"symmetric": kept.T, "hermitian": kept.conj().T, "triangular": 0 * kept}[form]
        diagonal = np.diag(x).real if form == "hermitian" else np.diag(x)
        expected = kept + mirrored + np.diag(diagonal)
        builder = PlanBuilder(target_of(pocl.queue))
        given, out = cl_array.to_device(pocl.queue, x), cl_array.zeros(pocl.queue, (13, 13), np.complex64)
        operands = [MatrixOperand(matrix_view("x", each), *memory_of(each)) for each in (given, out)]
        target = operands[1].transposed if transposed else operands[1]
        builder.copy(operands[0], target, form=form, triangle="lower" if lower else "upper")
        for plan, values in with_memory(bound(pocl.queue, builder.launches), pocl.queue, {}):
            plan.launch(values, [*given.events, *out.events])[-1].wait()
        np.testing.assert_array_equal(out.get().T if transposed else out.get(), expected)


def test_mapped_matrices_are_transposed_in_place(pocl):
    """The result is an array in the same buffer, with the event of the work."""
    a = np.arange(12, dtype=np.float32).reshape(3, 4)
    mapped = autoblas.mapped_empty(a.shape, a.dtype, queue=pocl.queue)
    with mapped.mapped() as view:
        view[...] = a
    result = autoblas.imatcopy(mapped, trans="T")
    np.testing.assert_array_equal(result.get(), a.T)
    assert result.base_data is mapped.memory
    assert result.events is mapped.events


KINDS = ("float16", "float32", "float64", "complex64", "complex128")

CONVERSIONS = [pair for pair in itertools.product(KINDS, KINDS) if pair[0][0] == pair[1][0]]


@pytest.mark.budget(one_in=3)
@pytest.mark.parametrize(("source", "target"), CONVERSIONS)
def test_copies_convert_triangles(pocl, source, target):
    """To the bit, rounded as kernels round: new arrays with zeros in the rest, given ones with the rest as it was."""
    rng = np.random.default_rng(6)
    for number, (letter, uplo) in enumerate(itertools.product("NTCR", (None, "U", "l"))):
        rows, cols = ((9, 14), (14, 9), (12, 12))[number % 3]
        a = (rng.standard_normal((rows, cols)) + 1j * rng.standard_normal((rows, cols))).astype("complex128")
        a = (a if source[0] == "c" else a.real).astype(source)
        part: Any = {None: lambda x: x, "U": np.triu, "l": np.tril}[uplo]
        wide = max(np.dtype(source), np.dtype(target), key=lambda kind: kind.itemsize)
        exact = _entering(a, letter).astype(wide) * (1 if number % 2 else -0.375)
        expected = part((exact.astype(np.float32) if target == "float16" else exact).astype(target))
        options: dict[str, Any] = {"trans": letter, "uplo": uplo, "alpha": 1.0 if number % 2 else -0.375}
        there = place(a, LAYOUTS[number % len(LAYOUTS)], pocl.queue).view
        for x in (a, there):
            new = autoblas.omatcopy(x, dtype=target, **options)
            assert new.dtype == target
            found = new if x is a else new.get()
            assert found.tobytes() == expected.tobytes(), (letter, uplo)
        for queue in (None, pocl.queue):
            old = np.full(expected.shape, -7, target)
            b = place(old, LAYOUTS[(number + 1) % len(LAYOUTS)], queue)
            autoblas.omatcopy(a if queue is None else there, b.view, **options)
            outside = part(np.ones(expected.shape)) == 0
            assert np.array_equal(b.values(), np.where(outside, old, expected)), (letter, uplo)
            assert b.intact()


def test_a_copied_triangle_with_a_factor_of_zero(pocl):
    """Zeros, whatever A holds; the rest of a matrix that is given stays."""
    a, b = np.full((4, 6), np.nan, np.float32), np.ones((4, 6))
    for queue in (None, pocl.queue):
        put: Any = np.array if queue is None else functools.partial(cl_array.to_device, queue)
        x, y = put(a), put(b)
        assert not np.any(
            np.asarray(
                autoblas.omatcopy(x, uplo="U", alpha=0).get()
                if queue
                else autoblas.omatcopy(x, uplo="U", alpha=0)
            )
        )
        autoblas.omatcopy(x, y, uplo="L", alpha=0)
        assert np.array_equal(y.get() if queue else y, np.triu(b, 1))


def test_rounding_of_copies_is_that_of_kernels(pocl):
    """float64 to float16 by way of float32, on the host too; overflow is infinite."""
    values = np.array([[1 + 2.0**-11 + 2.0**-40, 65519.999, 65520.0, 1e300, -0.0, 2.0**-25 + 2.0**-60]])
    with np.errstate(over="ignore"):
        expected = values.astype(np.float32).astype(np.float16)
    arrays: tuple[Any, ...] = (values, cl_array.to_device(pocl.queue, values))
    for x in arrays:
        found = autoblas.omatcopy(x, dtype=np.float16)
        assert (found if x is values else found.get()).tobytes() == expected.tobytes()


def test_copies_to_other_kinds_of_numbers_are_refused(pocl):
    """Real to complex and back, whole numbers, and a type beside an output of another."""
    a = cl_array.to_device(pocl.queue, np.ones((3, 3), np.float32))
    for argument, options in (
        ("dtype", {"dtype": np.complex64}),
        ("dtype", {"dtype": np.int32}),
        ("dtype", {"dtype": "nonsense"}),
        ("b", {"b": a.astype(np.complex64)}),
        ("dtype", {"b": a.astype(np.float64), "dtype": np.float32}),
        ("uplo", {"uplo": "X"}),
        ("uplo", {"uplo": "N"}),
    ):
        with pytest.raises(autoblas.ArgumentError) as raised:
            autoblas.omatcopy(a, **options)
        assert raised.value.argument == argument, options
