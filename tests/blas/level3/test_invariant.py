"""Products whose rows do not depend on how many there are, to the bit: types, layouts, calls on NumPy arrays."""

from typing import Any

import numpy as np
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas.devices.recording import HOPPER, PLAIN_CPU, PLAIN_GPU
from autoblas.errors import ArgumentError
from autoblas.plan.choose import choose
from autoblas.precision import FLOAT16, FLOAT32, FLOAT64, INT32
from autoblas.problems import Matmul

ROWS = (*range(1, 20), 31, 32, 33, 64, 65, 100, 127, 129, 255, 257, 511)


def numbers(rng: np.random.Generator, *shape: int, dtype: Any = np.float32) -> Any:
    """Random numbers."""
    values: Any = rng.standard_normal(shape)
    if np.dtype(dtype).kind == "c":
        values = values + 1j * rng.standard_normal(shape)
    return values.astype(dtype)


def differing(a: Any, b: Any, rows: Any = ROWS, **options: Any) -> list[int]:
    """The numbers of rows, of at most 512, whose product differs from the rows of the product of 512."""
    whole = autoblas.gemm(a, b, invariant=True, **options).get()
    found = {m: autoblas.gemm(a[:m], b, invariant=True, **options).get() for m in rows}
    return [m for m, product in found.items() if product.tobytes() != whole[:m].tobytes()]


def test_one_to_512_rows_have_the_bits_of_512(pocl):
    """Where a product of the usual kind differs: with long sums and few columns."""
    rng = np.random.default_rng(1)
    a, b = (cl_array.to_device(pocl.queue, numbers(rng, *shape)) for shape in ((512, 4000), (4000, 50)))
    assert differing(a, b, range(1, 512)) == []
    usual = autoblas.gemm(a, b).get()
    assert any(autoblas.gemm(a[:m], b).get().tobytes() != usual[:m].tobytes() for m in (1, 2, 3))
    np.testing.assert_allclose(autoblas.gemm(a, b, invariant=True).get(), usual, rtol=1e-3, atol=1e-3)


@pytest.mark.budget(one_in=3)
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "complex64"])
@pytest.mark.parametrize(("n", "k"), [(200, 300), (1, 500), (7, 1), (33, 70)])
def test_rows_of_every_type_and_shape(pocl, dtype, n, k):
    """Also with a strict accuracy."""
    rng = np.random.default_rng(2)
    a, b = (cl_array.to_device(pocl.queue, numbers(rng, *shape, dtype=dtype)) for shape in ((512, k), (k, n)))
    for accuracy in ("standard", "strict"):
        assert differing(a, b, ROWS[::3], accuracy=accuracy) == []


def test_rows_of_every_layout(pocl):
    """A and C by columns and with gaps, also where there is a single row; B by columns."""
    rng = np.random.default_rng(3)
    x, b = numbers(rng, 1024, 600), numbers(rng, 300, 40)
    there, right = cl_array.to_device(pocl.queue, x), cl_array.to_device(pocl.queue, b)
    for a in (
        there[:512, :300],
        there[::2, ::2],
        cl_array.to_device(pocl.queue, np.asfortranarray(x[:512, :300])),
    ):
        orders: tuple[Any, ...] = ("C", "F")
        for c_order in orders:
            whole = autoblas.gemm(a, right, invariant=True).get()
            for m in (1, 2, 5, 129):
                c = cl_array.zeros(pocl.queue, (m, 40), np.float32, order=c_order)
                product = autoblas.gemm(a[:m], right, c=c, invariant=True)
                assert product is c
                assert np.ascontiguousarray(product.get()).tobytes() == whole[:m].tobytes(), (m, c_order)
    columns = cl_array.to_device(pocl.queue, np.asfortranarray(b))
    assert differing(there[:512, :300], columns, (1, 7, 100)) == []
    turned = autoblas.gemm(
        cl_array.to_device(pocl.queue, x[:512, :300].T.copy()), right, trans_a="T", invariant=True
    )
    np.testing.assert_allclose(turned.get(), x[:512, :300] @ b, rtol=1e-3, atol=1e-3)


def test_numpy_arrays_are_multiplied_by_the_device(here):
    """Also single rows, which NumPy would multiply otherwise."""
    rng = np.random.default_rng(4)
    a, b = numbers(rng, 64, 900), numbers(rng, 900, 30)
    whole = autoblas.gemm(a, b, invariant=True)
    for m in (1, 2, 3, 17):
        assert autoblas.gemm(a[:m], b, invariant=True).tobytes() == whole[:m].tobytes()


def test_one_choice_serves_all_numbers_of_rows():
    """The kernel and its parameters, on any kind of device, whatever is recorded."""
    for facts in (PLAIN_CPU, PLAIN_GPU, HOPPER):
        for precision in (FLOAT16, FLOAT32, FLOAT64, INT32):
            for n, k in ((64, 64), (4096, 512), (30, 20_000)):
                choices = [
                    choose(Matmul(m, n, k, precision, invariant=True), facts) for m in (64, 65, 256, 5000)
                ]
                assert len({(x.kernel.name, x.params) for x in choices}) == 1
                assert {x.problem.m for x in choices} == {64, 65, 256, 5000}


def test_factors_biases_activations_and_devices_are_refused(pocl):
    """By name: at the last rows they may be contracted otherwise."""
    a = cl_array.to_device(pocl.queue, np.ones((4, 4), np.float32))
    for argument, options in (
        ("alpha", {"alpha": 2.0}),
        ("alpha", {"alpha": a[0, :1]}),
        ("beta", {"beta": 1.0, "c": a.copy()}),
        ("bias", {"bias": a[0]}),
        ("activation", {"activation": "gelu"}),
        ("invariant", {"invariant": 1}),
        ("invariant", {"invariant": None}),
    ):
        with pytest.raises(ArgumentError) as raised:
            autoblas.gemm(a, a, **{"invariant": True, **options})
        assert raised.value.argument == argument
    with pytest.raises(ArgumentError, match="devices"):
        autoblas.gemm(np.eye(3), np.eye(3), invariant=True, devices="all")
