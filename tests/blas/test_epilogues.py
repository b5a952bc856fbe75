"""Repeated and prepared products with a bias and an activation."""

from typing import Any

import numpy as np
import pyopencl.array as cl_array
import pytest

import autoblas

pytestmark = pytest.mark.usefixtures("all_as_written")


def silu(x: Any) -> Any:
    """X / (1 + exp(-x))."""
    return x / (1 + np.exp(-x))


@pytest.mark.parametrize("kind", ["cols", "rows"])
def test_a_repeated_call_takes_the_bias_of_each(here, repeated, kind):
    """Other memory, other factors; another step, kind or function is another call."""
    rng = np.random.default_rng(5)
    m, n, k = 20, 24, 16
    functions: dict[Any, Any] = {"relu": lambda x: np.maximum(x, 0), "silu": silu}
    queue = here.queue

    def device(*shape):
        return cl_array.to_device(queue, rng.standard_normal(shape).astype(np.float32))

    for turn in range(5):
        a, b, c, bias = (
            device(m, k),
            device(k, n),
            device(m, n),
            device(*((n,) if kind == "cols" else (m, 1))),
        )
        old, factor = c.get(), 0.5 + turn
        for activation, function in functions.items():
            c.set(old)
            autoblas.gemm(a, b, c=c, alpha=factor, beta=0.25, bias=bias, activation=activation)
            sums = factor * a.get().astype(float) @ b.get() + 0.25 * old + bias.get()
            np.testing.assert_allclose(c.get(), function(sums), rtol=1e-4, atol=1e-4)
        c.set(old)
        autoblas.gemm(a, b, c=c, alpha=factor, beta=0.25)
        np.testing.assert_allclose(c.get(), sums - bias.get(), rtol=1e-4, atol=1e-4)
    assert len(repeated) == 12
    if kind == "cols":
        wide = device(1, 2 * n)
        spread = wide.get()[:, ::2]
        found = autoblas.gemm(a, b, bias=wide[:, ::2], activation="relu").get()
        np.testing.assert_allclose(
            found, np.maximum(a.get().astype(float) @ b.get() + spread, 0), rtol=1e-4, atol=1e-4
        )


def test_a_prepared_call_takes_another_bias(here):
    """Of the same shape; without one it would be another call."""
    rng = np.random.default_rng(6)
    a, b, bias, other = (
        cl_array.to_device(here.queue, rng.standard_normal(shape).astype(np.float32))
        for shape in ((9, 7), (7, 8), 8, 8)
    )
    call = autoblas.prepare(autoblas.gemm, a, b, bias=bias, activation="silu")
    assert "gemm_epilogue_pass" in call.plan[-1]
    product = a.get().astype(float) @ b.get()
    np.testing.assert_allclose(call().get(), silu(product + bias.get()), rtol=1e-4, atol=1e-5)
    found = call(bias=other).get()
    np.testing.assert_allclose(found, silu(product + other.get()), rtol=1e-4, atol=1e-5)
