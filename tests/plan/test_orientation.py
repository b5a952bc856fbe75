"""The orientation of a product: chosen by models and records, on GPUs alone, and right in every kind of product."""

from dataclasses import replace
from typing import Any

import numpy as np
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas.blas import plan_builder
from autoblas.blas.cached_calls import plan_of
from autoblas.devices.device import Facts
from autoblas.devices.languages import CUDA
from autoblas.devices.recording import HOPPER, PLAIN_CPU, PLAIN_GPU
from autoblas.kernels.space import parameters
from autoblas.plan import orientation
from autoblas.plan.choose import choose
from autoblas.plan.layouts.product import ProductLayout
from autoblas.plan.orientation import orientations, transposed_is_faster
from autoblas.plan.results import forget_plans, user_results
from autoblas.plan.symbols import Target
from autoblas.precision import COMPLEX64, FLOAT16, FLOAT32, Precision
from autoblas.problems import Matmul
from autoblas.problems.views import MatrixView
from support.database_cases import record_at

pytestmark = pytest.mark.usefixtures("nothing_shipped", "own_results", "all_as_written")

BY_CUDA = replace(HOPPER, extensions=(CUDA,))

DEEP = Matmul(16, 512, 500000, FLOAT16)
"""A product of which ``gemm_halves`` serves only the transpose, in half the time by the models."""


def layout_of(m: int, n: int, k: int, kind: Precision, **options: Any) -> ProductLayout:
    """The layout of a product of dense matrices by rows."""
    a, b, c = (MatrixView(kind, rows, cols, cols, 1) for rows, cols in ((m, k), (k, n), (m, n)))
    return ProductLayout(a, b, c, FLOAT32 if kind is FLOAT16 else kind, **options)


def served_as_transpose(problem: Matmul, facts: Facts) -> bool:
    """A call on such matrices is served by the transpose."""
    return transposed_is_faster(layout_of(problem.m, problem.n, problem.k, problem.precision), facts)


def test_a_model_decides_by_half_the_time_between_kernels():
    """Less says nothing: 32x7680x2560 took 15.6 us where 25.0 were expected, its transpose 15.9 instead of 15.2."""
    assert choose(DEEP, BY_CUDA).kernel.name == "gemm_hmma"
    assert choose(DEEP.transposed, BY_CUDA).kernel.name == "gemm_halves"
    assert served_as_transpose(DEEP, BY_CUDA)
    assert not served_as_transpose(Matmul(32, 7680, 2560, FLOAT16), BY_CUDA)


@pytest.mark.parametrize(
    ("changes", "facts"),
    [
        ({}, PLAIN_CPU),
        ({}, PLAIN_GPU),  # which no model is of
        ({"m": 128}, BY_CUDA),
        ({"n": 64}, BY_CUDA),
        ({"k": 0}, BY_CUDA),
        ({"invariant": True, "m": 64}, BY_CUDA),
    ],
)
def test_others_stay_as_they_are(changes: dict[str, Any], facts: Facts):
    """On processors, without a model, where neither side or both are narrow, and with invariant rows."""
    sizes = {"m": DEEP.m, "n": DEEP.n, "k": DEEP.k} | changes
    assert not transposed_is_faster(layout_of(kind=FLOAT16, **sizes), facts)


def test_records_decide_before_models():
    """A record of the product as it is, as all were once, keeps it so until one of the transpose is faster."""
    seconds = {DEEP: 1e-4, DEEP.transposed: 2e-4}
    choices = {problem: choose(problem, BY_CUDA) for problem in seconds}
    for problem, faster in ((DEEP, False), (DEEP.transposed, False), (DEEP.transposed, True)):
        choice, taken = choices[problem], seconds[problem] / 4 if faster else seconds[problem]
        record = record_at(BY_CUDA, problem, choice.kernel.name, taken, **parameters(choice.params))
        user_results().add([record])
        forget_plans()
        assert choose(problem, BY_CUDA).recorded
        assert served_as_transpose(DEEP, BY_CUDA) == faster
        assert served_as_transpose(replace(DEEP, k=480000), BY_CUDA) == faster


def test_searches_try_both():
    """Where both may serve: a single narrow product in buffers, with C by rows."""
    assert orientations(DEEP, BY_CUDA) == (DEEP, DEEP.transposed)
    assert orientations(DEEP.transposed, BY_CUDA) == (DEEP.transposed,)
    for problem in (replace(DEEP, items=2), replace(DEEP, b_in="image"), replace(DEEP, m=65)):
        assert orientations(problem, BY_CUDA) == (problem,)


def test_the_transpose_of_a_layout_has_the_transposed_problem():
    """And the transpose of that is the first."""
    bias = MatrixView(COMPLEX64, 5, 7, 1, 0)
    layout = layout_of(5, 7, 9, COMPLEX64, conjugate="a", zeros="b_upper", part="lower", bias=bias)
    assert layout.transposed.problem == layout.problem.transposed
    assert (layout.transposed.problem.conjugate, layout.transposed.problem.bias) == ("b", "cols")
    assert layout.transposed.transposed == layout


def test_a_plan_has_the_launch_of_the_transpose():
    """Whichever way C is stored, the operands change places where the layout does."""
    target = Target(BY_CUDA, lambda layout: choose(layout.problem, BY_CUDA))
    shapes = {"a": (16, 500000), "b": (500000, 512), "c": (16, 512)}
    orders: tuple[Any, ...] = ("C", "F")
    for order in orders:
        arrays: dict[str, Any] = {x: np.empty(shape, np.float16) for x, shape in shapes.items()}
        arrays["c"] = np.asarray(arrays["c"], order=order)
        plan: Any = plan_of(autoblas.gemm)(**arrays)
        (launch,) = plan.launches(target, {x: (array, x, 0) for x, array in plan.arrays.items()})
        swapped = launch.layout.c.rows == 512
        assert launch.layout.problem.c == ("col" if swapped == (order == "C") else "row")
        assert [launch.values[x] for x in "abc"] == (["b", "a", "c"] if swapped else ["a", "b", "c"])
        assert swapped  # of a C by columns the kernel writes lines


@pytest.fixture
def exchanged(monkeypatch):
    """Every product that no model speaks against is computed as its transpose."""
    asked: list[ProductLayout] = []

    def always(layout: ProductLayout, _facts: Facts) -> bool:
        asked.append(layout)
        return not layout.invariant

    monkeypatch.setattr(plan_builder, "transposed_is_faster", always)
    forget_plans()
    yield asked
    forget_plans()


@pytest.mark.parametrize("dtype", ["float32", "complex64"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_every_kind_of_product_is_right_as_its_transpose(pocl, exchanged, dtype, order):
    """Factors, conjugation, biases, batches, lists, triangles in place, halves of results, and C by rows and columns."""
    rng = np.random.default_rng(4)

    def numbers(*shape: int) -> Any:
        values = rng.standard_normal(shape) + (1j * rng.standard_normal(shape) if dtype == "complex64" else 0)
        return values.astype(dtype)

    def place(x: Any) -> Any:
        return cl_array.to_device(pocl.queue, np.asarray(x, order=order))

    a, b, c, t = numbers(7, 9), numbers(11, 9), numbers(7, 11), numbers(7, 7)
    close: Any = {"rtol": 1e-4, "atol": 1e-4}
    product = autoblas.gemm(place(a), place(b), c=place(c), alpha=2, beta=3, trans_b="C")
    np.testing.assert_allclose(product.get(), 2 * a @ b.conj().T + 3 * c, **close)
    for bias in (numbers(11), numbers(7, 1)):
        product = autoblas.gemm(place(a), place(b), c=place(c), trans_b="T", bias=place(bias))
        np.testing.assert_allclose(product.get(), a @ b.T + bias, **close)
    triangle = autoblas.trmm(place(t), place(c), uplo="L")
    np.testing.assert_allclose(triangle.get(), np.tril(t) @ c, **close)
    old = numbers(7, 7)
    update = autoblas.syrk(place(a), c=place(old), beta=1, uplo="U").get()
    np.testing.assert_allclose(update, np.where(np.tri(7, k=-1), old, a @ a.T + old), **close)
    batch = [place(numbers(3, *shape)) for shape in ((7, 9), (9, 11))]
    stacked = autoblas.gemm_batched(*batch, alpha=[1, 2, 3])
    factors = np.array([1, 2, 3]).reshape(3, 1, 1)
    np.testing.assert_allclose(stacked.get(), factors * (batch[0].get() @ batch[1].get()), **close)
    assert len(exchanged) >= 6


def test_invariant_rows_keep_the_orientation(pocl, exchanged):
    """It follows from columns, terms and types alone."""
    a, b = (cl_array.to_device(pocl.queue, np.ones(shape, np.float32)) for shape in ((70, 30), (30, 5)))
    autoblas.gemm(a, b, invariant=True)
    assert all(layout.invariant for layout in exchanged)
    assert not orientation.transposed_is_faster(layout_of(64, 512, 500000, FLOAT16, invariant=True), BY_CUDA)
