"""Products with a bias and an activation: of any layout, wherever they are computed, within the bound."""

from collections.abc import Callable
from typing import Any, get_args

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scipy.special import erf

import autoblas
from autoblas import ArgumentError, gemm
from autoblas.calls.several import division, members, prediction
from autoblas.calls.streamed import schedule as streams
from autoblas.checks.verify import compare, integers, product_with_epilogue, reals
from autoblas.kernels import kernels
from autoblas.plan import candidates
from autoblas.plan.results import forget_plans
from autoblas.precision import BFLOAT16, COMPLEX64, FLOAT16, FLOAT32, FLOAT64, INT32, UINT32
from autoblas.problems import Activation
from support.budget import examples
from support.layouts import layouts, place
from support.memories import copying, on_host

pytestmark = pytest.mark.usefixtures("all_as_written")

ACTIVATIONS = get_args(Activation)

TYPES = st.sampled_from([FLOAT32, FLOAT64, FLOAT16, COMPLEX64, INT32, UINT32])
SIZES = st.one_of(st.integers(1, 4), st.integers(1, 70))
FACTORS = st.sampled_from([0, 1, -2, 3])

FORMULAS: dict[str, Callable[[Any], Any]] = {
    "": lambda x: x,
    "relu": lambda x: np.maximum(x, 0),
    "gelu": lambda x: x / 2 * (1 + erf(x / np.sqrt(2))),
    "gelu_tanh": lambda x: x / 2 * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3))),
    "silu": lambda x: x / (1 + np.exp(-x)),
}


@pytest.fixture(scope="module", autouse=True)
def _few_kernels():
    """Those that compile fastest serve everything, so that many layouts can be tried."""
    few = tuple(kernels()[name] for name in ("gemm_direct", "gemm_epilogue_pass"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(candidates, "serving", lambda _family: few)
        forget_plans()
        yield
    forget_plans()


@settings(deadline=None, max_examples=examples(12), suppress_health_check=[HealthCheck.too_slow])
@given(st.tuples(SIZES, SIZES, st.integers(0, 70)), TYPES, layouts(), FACTORS, FACTORS, st.data())
def test_every_result_lies_within_its_bound(any_device, shape, precision, layout, alpha, beta, data):
    """Any layout of C and steps of the bias, on NumPy's arrays and the device's; nothing beside C is written."""
    m, n, k = shape
    rng = np.random.default_rng(data.draw(st.integers(0, 1000)))
    activation: Any = data.draw(st.sampled_from(ACTIVATIONS)) if precision.kind == "real" else ""
    bias_shape = data.draw(st.sampled_from([(n,), (1, n), (m, 1), (1,), (1, 1)]))
    a, b, c = (reals(rng, size, precision) for size in ((m, k), (k, n), (m, n)))
    wide = reals(rng, tuple(3 * size for size in bias_shape), precision)
    queue = any_device.queue if data.draw(st.booleans()) else None
    step = data.draw(st.sampled_from([1, 2, -1, -3]))
    held = wide if queue is None else cl_array.to_device(queue, wide)
    cut = tuple(slice(None, size * step if step > 0 else -size * -step - 1, step) for size in bias_shape)
    bias = held[cut]
    assert bias.shape == bias_shape
    left, right = (x if queue is None else cl_array.to_device(queue, x) for x in (a, b)) if k else (a, b)
    if k == 0:
        queue, bias = None, wide[cut]
    out = place(np.full_like(c, np.nan) if beta == 0 and precision.kind != "integer" else c, layout, queue)
    options: dict[str, Any] = {"bias": bias, "activation": activation or None}
    result = gemm(left, right, alpha=alpha, beta=beta, c=out.view, queue=any_device.queue, **options)
    assert result is out.view
    assert out.intact()
    operands = (a, b, c, np.broadcast_to(wide[cut], (m, n)))
    types = (precision, precision, precision, FLOAT32 if precision is FLOAT16 else precision)
    reference, bound = product_with_epilogue(operands, (alpha, beta), activation, types)
    verdict = compare(out.values(), reference, bound)
    assert verdict.ok, str(verdict)


@pytest.mark.parametrize("activation", ACTIVATIONS)
def test_the_functions_are_what_their_names_say(any_device, activation):
    """Against SciPy's error function, at numbers of every size; on the host and on the device."""
    x = np.concatenate([np.linspace(-12, 12, 1001), [-3e38, -1e20, 1e-30, -1e-42, 0, 1e20, 3e38]])
    with np.errstate(over="ignore"):
        expected = FORMULAS[activation](x.astype(np.float32).astype(float))
    for queue in (None, any_device.queue):
        found = gemm(
            x.astype(np.float32)[:, None],
            np.ones((1, 1), np.float32),
            activation=activation or None,
            queue=queue,
        )
        np.testing.assert_allclose(found[:, 0], expected, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("where", ["host", "device"])
@pytest.mark.parametrize("activation", [None, *ACTIVATIONS[1:]])
def test_what_is_no_number_is_seen(any_device, activation, where):
    """NaN in the bias reaches its column alone; NaN of an old C that does not count reaches nothing."""
    a, b = np.ones((5, 3), np.float32), np.ones((3, 4), np.float32)
    bias, c = np.array([0, np.nan, 1, 2], np.float32), np.full((5, 4), np.nan, np.float32)
    gemm(a, b, c=c, bias=bias, activation=activation, queue=None if where == "host" else any_device.queue)
    assert np.array_equal(np.isnan(c), np.isnan(np.broadcast_to(bias, c.shape)))


@pytest.mark.parametrize("where", ["host", "device"])
def test_the_rules_of_blas_hold(any_device, where):
    """A product that vanishes leaves beta C, bias and activation; operands are not read then; an empty C is returned."""
    queue = None if where == "host" else any_device.queue
    nan, c = np.full((3, 3), np.nan, np.float32), np.arange(9, dtype=np.float32).reshape(3, 3)
    bias = np.array([[1], [-9], [0]], np.float32)
    expected = np.maximum(2 * c + bias, 0)
    options: dict[str, Any] = {"beta": 2, "bias": bias, "activation": "relu", "queue": queue}
    assert np.array_equal(gemm(nan, nan, c=c.copy(), alpha=0, **options), expected)
    assert np.array_equal(gemm(nan[:, :0], nan[:0], c=c.copy(), **options), expected)
    assert gemm(nan[:0], nan, bias=np.zeros(3, np.float32), queue=queue).shape == (0, 3)


def test_halves_and_bfloat16_are_rounded_once(any_device):
    """A sum of 2049 in float32 less a bias of 2048 is 1, which no half that was rounded before would give."""
    for precision, ones in ((FLOAT16, 2049), (BFLOAT16, 257)):
        a, b = np.ones((2, ones), precision.dtype), np.ones((ones, 2), precision.dtype)
        bias = np.full(2, 1 - ones, np.float32).astype(precision.dtype)
        for queue in (None, any_device.queue):
            assert np.array_equal(gemm(a, b, bias=bias, queue=queue).astype(float), np.ones((2, 2)))


@pytest.mark.parametrize("dtype", [np.float32, np.float16])
@pytest.mark.parametrize("kind", ["cols", "rows"])
@pytest.mark.parametrize("depth", [330, 30])
@pytest.mark.parametrize("way", ["streamed", "divided", "sliced"])
def test_parts_have_their_parts_of_the_bias(any_device, monkeypatch, way, depth, kind, dtype):
    """Tiles that stream through a device, tiles for several, and slices of the depth; the function is applied once."""
    monkeypatch.setattr(streams, "LEAST_BYTES", 1 << 16)
    monkeypatch.setattr(streams, "PANEL_LINES", 64)
    monkeypatch.setattr(streams, "DEPTH", 100)
    m, n, k = (30, 40, 3 * depth) if way == "sliced" else (300, 260, depth)
    rng = np.random.default_rng(7)
    a, b, c = (integers(rng, shape, FLOAT32).astype(dtype) for shape in ((m, k), (k, n), (m, n)))
    bias = integers(rng, (n,) if kind == "cols" else (m, 1), FLOAT32, 99).astype(dtype)
    expected = np.maximum(3 * a.astype(float) @ b.astype(float) - 2.0 * c + bias, 0).astype(dtype)
    where: dict[str, Any] = {"queue": any_device.queue}
    if way == "streamed":
        copying(any_device, monkeypatch)
        monkeypatch.setenv("AUTOBLAS_DEVICE_MEMORY", "600e3")
    else:
        monkeypatch.setattr(prediction, "TOGETHER", 1e9)
        monkeypatch.setattr(members.Member, "measured", lambda *_: None)
        for name, value in (("LINES", (64,)), ("PANEL_LINES", 32), ("SLICE", 64)):
            monkeypatch.setattr(division, name, value)
        queues = [cl.CommandQueue(any_device.device.context, any_device.device.hardware) for _ in "ab"]
        where = {"devices": autoblas.devices(*queues)}
    gemm(a, b, c=c, alpha=3, beta=-2, bias=bias, activation="relu", **where)
    np.testing.assert_array_equal(c, expected)


def test_a_bias_may_share_memory_with_inputs_alone(any_device):
    """With A it may, with C it may not."""
    a = np.arange(16, dtype=np.float32).reshape(4, 4)
    there = [cl_array.to_device(any_device.queue, values) for values in (a, a + 1)]
    for x, other in ((a, a + 1), there):
        found = on_host(gemm(x, x, bias=x[1], queue=any_device.queue))
        assert np.array_equal(found, a @ a + a[1])
        with pytest.raises(ArgumentError, match="memory that bias does not use"):
            gemm(x, x, c=other, bias=other[0], queue=any_device.queue)
