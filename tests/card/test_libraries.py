"""What is special to each library whose arrays are in CUDA memory: views, streams, gradients, graphs and mixtures."""

# mypy: disable-error-code="call-overload"
# Arguments that do not fit, and letters out of lists.

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import autoblas.cupy as xp
import autoblas.jax
from autoblas.errors import ArgumentError
from autoblas.jax import product
from support.libraries import Interface
from support.samples import Memory

pytestmark = [pytest.mark.card, pytest.mark.filterwarnings("default")]

RNG = np.random.default_rng(3)

A, B = (RNG.integers(-9, 10, shape).astype(np.float32) for shape in ((100, 80), (80, 60)))
C = A @ B
"""Whole numbers, so that results are exact in any order of summation."""


@pytest.fixture
def torch(arrays):
    """PyTorch."""
    return arrays.torch


@pytest.fixture
def cupy(arrays):
    """CuPy, where it is installed."""
    return arrays.modules["cupy"] if "cupy" in arrays.modules else pytest.skip("CuPy is not installed")


@pytest.fixture
def jax(arrays):
    """JAX, where it has a card."""
    return arrays.modules["jax"] if "jax" in arrays.modules else pytest.skip("JAX has no card here")


@pytest.fixture
def tensors(torch):
    """A and B as tensors."""
    return torch.from_numpy(A).cuda(), torch.from_numpy(B).cuda()


def test_tensors_and_their_views(torch, tensors):
    """Results are tensors of the same card and type; transposes and slices are read as they lie."""
    x, y = tensors
    for _ in range(3):
        product = autoblas.gemm(x, y)
        assert type(product) is torch.Tensor
        assert product.device == x.device
        assert np.array_equal(product.cpu().numpy(), C)
    assert np.array_equal(autoblas.gemm(x.T, y, trans_a="T").cpu().numpy(), C)
    part = autoblas.gemm(x[10:40, 3:70], y[3:70, 5:])
    assert np.array_equal(part.cpu().numpy(), A[10:40, 3:70] @ B[3:70, 5:])
    rounded = autoblas.gemm(x.bfloat16(), y.bfloat16())
    assert rounded.dtype == torch.bfloat16
    assert np.allclose(rounded.float().cpu().numpy(), C, 2**-8, 0)


def test_calls_run_on_the_current_stream(torch, tensors):
    """Behind the work that is there, and before what follows; so they do on a stream that the caller names."""
    x, y = tensors
    stream, large = torch.cuda.Stream(), torch.randn(4096, 4096, device="cuda")
    torch.cuda.synchronize()
    with torch.cuda.stream(stream):
        for _ in range(20):
            large = large @ large * 1e-2
        product = autoblas.gemm(x * 2, y) * 1
    stream.synchronize()
    assert np.array_equal(product.cpu().numpy(), 2 * C)
    out = torch.zeros(100, 60, device="cuda")
    mark = torch.cuda.current_stream().record_event()
    autoblas.gemm(x, y, c=out, queue=stream, wait_for=[mark])
    stream.synchronize()
    assert np.array_equal(out.cpu().numpy(), C)


def test_gradients_are_not_lost(torch, tensors):
    """Tensors that record gradients are refused, but under ``no_grad``; autograd sees that a saved one was written."""
    x, y = tensors[0].requires_grad_(), tensors[1]
    with pytest.raises(ArgumentError):
        autoblas.gemm(x, y)
    with torch.no_grad():
        assert np.array_equal(autoblas.gemm(x, y).cpu().numpy(), C)
    saved, other = torch.ones(60, device="cuda", requires_grad=True), torch.ones(60, device="cuda")
    product = (saved * other).sum()
    autoblas.scal(other, alpha=2.0)
    with pytest.raises(RuntimeError, match="inplace"):
        product.backward()


def test_conjugate_views_are_refused(torch):
    """They would be conjugated when they are read."""
    x = torch.randn(8, 8, device="cuda", dtype=torch.complex64)
    with pytest.raises(ArgumentError):
        autoblas.gemm(x.mH, x)


def test_arrays_of_cupy(torch, cupy):
    """Views with negative steps, on a stream that is current, and outputs of PyTorch."""
    x, y, stream = cupy.asarray(A), cupy.asarray(B), cupy.cuda.Stream(non_blocking=True)
    cupy.cuda.runtime.deviceSynchronize()
    with stream:
        product = autoblas.gemm(x[::-1], y)
    stream.synchronize()
    assert isinstance(product, cupy.ndarray)
    assert np.array_equal(product.get(), C[::-1])
    out = torch.zeros(100, 60, device="cuda")
    autoblas.gemm(x, y, c=out)
    assert np.array_equal(out.cpu().numpy(), C)


def test_arrays_of_jax(torch, jax):
    """Results are JAX's, in the order of its work; its arrays are refused as outputs, PyTorch's are taken."""
    x, y = jax.numpy.asarray(A), jax.numpy.asarray(B)
    for _ in range(3):
        product = autoblas.gemm(x + 0, y + 0)
        assert isinstance(product, jax.Array)
        assert np.array_equal(np.asarray(product), C)
    chain, identity = x, jax.numpy.eye(80, dtype=np.float32)
    for _ in range(20):
        chain = autoblas.gemm(chain + 0, identity) * 1
    assert np.array_equal(np.asarray(chain), A)
    with pytest.raises(ArgumentError):
        autoblas.gemm(x, y, c=jax.numpy.zeros((100, 60), np.float32))
    half = autoblas.gemm(x.astype("bfloat16"), y.astype("bfloat16"))
    assert np.allclose(np.asarray(half.astype(np.float32)), C, 2**-8, 0)
    out = torch.zeros(100, 60, device="cuda")
    autoblas.gemm(x, y, c=out)
    assert np.array_equal(out.cpu().numpy(), C)


def test_products_in_programs_of_jax(jax, monkeypatch):
    """By name with derivatives, and of an unchanged program; off, they are XLA's."""
    made, compute = [], product.compute

    def counted(*given):
        made.append("a product")
        compute(*given)

    monkeypatch.setattr(product, "compute", counted)
    jax.clear_caches()
    for dtype, unit in (("float32", 2**-24), ("bfloat16", 2**-8), ("complex64", 2**-24)):
        x, y = (jax.numpy.asarray(values).astype(dtype) for values in (A, B))
        result = np.asarray(jax.jit(autoblas.jax.matmul)(x, y))
        assert np.allclose(result.astype(np.complex128), C, unit, 0)
    x, y = jax.numpy.asarray(A), jax.numpy.asarray(B)
    gradients = jax.jit(jax.grad(lambda x, y: (autoblas.jax.matmul(x, y) ** 2).sum(), (0, 1)))(x, y)
    for found, exact in zip(gradients, (2 * C @ B.T, 2 * A.T @ C), strict=True):
        assert np.allclose(found, exact, 1e-5, 1e-2)
    stack = jax.numpy.stack([y, 2 * y])
    assert np.array_equal(jax.vmap(autoblas.jax.matmul, (None, 0))(x, stack)[1], 2 * C)
    assert len(made) == 7
    unchanged = jax.jit(functools.partial(jax.numpy.matmul, precision="highest"))
    for serves in (True, False):
        made.clear()
        autoblas.jax.enable(min_flops=0) if serves else autoblas.jax.disable()
        assert np.array_equal(unchanged(x, y), C)
        assert len(made) == serves


def test_the_namespace_of_cupy(cupy):
    """Products of its arrays are right, and so are outputs and calls that stay CuPy's."""
    x, y = cupy.asarray(A), cupy.asarray(B)
    out = cupy.zeros((60, 100), np.float32).T
    assert xp.matmul(x, y, out=out) is out
    products = [out, xp.dot(x, y), xp.inner(x, y.T), xp.tensordot(x, y, 1), xp.einsum("ij,jk->ik", x, y)]
    products += [xp.matmul(x.astype(float), y.astype(float)), xp.matmul(xp.stack([x, x]), y)[1]]
    for found in products:
        assert isinstance(found, cupy.ndarray)
        assert np.array_equal(found.get(), C)
    with pytest.raises(ValueError):  # noqa: PT011  # in CuPy's words
        xp.matmul(x, x)


def test_results_travel_to_other_libraries(torch):
    """Those of calls on arrays of no library, by DLPack and by CUDA's array interface."""
    operands = []
    for values in (A, B):
        memory = Memory(values, "dense")
        operands.append(Interface(torch.from_numpy(memory.bytes).cuda(), memory.view, memory.offset))
    product = autoblas.gemm(*operands)
    assert np.array_equal(product.get(), C)
    for tensor in (torch.from_dlpack(product), torch.as_tensor(product, device="cuda")):
        assert np.array_equal(tensor.cpu().numpy(), C)


def test_numpy_arrays_on_the_card(arrays, monkeypatch):
    """Whole, as views, and so large that they travel tile by tile."""
    monkeypatch.setenv("AUTOBLAS_DEVICE", "cuda")
    x, y = (RNG.integers(-2, 3, (700, 700)).astype(np.float32) for _ in range(2))
    assert np.array_equal(autoblas.gemm(x, y), x @ y)
    assert np.array_equal(autoblas.gemm(x[::-1], y.T), x[::-1] @ y.T)
    large = RNG.integers(-2, 3, (5000, 5000)).astype(np.float32)
    rows = RNG.integers(0, 5000, 50)
    assert np.array_equal(autoblas.gemm(large, large)[rows], large[rows] @ large)


CALLS: dict[str, Callable[[Any, Any, Any, Any], Any]] = {
    "gemm": lambda a, b, c, v: autoblas.gemm(a, b, c=c),
    "gemm, a new result": lambda a, b, c, v: autoblas.gemm(a, b),
    "gemm, strict": lambda a, b, c, v: autoblas.gemm(a, b, c=c, accuracy="strict"),
    "symm": lambda a, b, c, v: autoblas.symm(a, b, c=c),
    "trmm": lambda a, b, c, v: autoblas.trmm(a, c.copy_(b)),
    "trsv": lambda a, b, c, v: autoblas.trsv(a, v.copy_(b[0])),
    "gemv": lambda a, b, c, v: autoblas.gemv(a, b[0]),
    "dot": lambda a, b, c, v: autoblas.dot(a[0], b[0]),
}


@pytest.mark.parametrize("name", CALLS)
def test_calls_in_a_graph(torch, name):
    """What is replayed is what an ordinary call gives, to the bit."""
    a, b, c = (torch.randn(300, 300, device="cuda") for _ in range(3))
    a += 40 * torch.eye(300, device="cuda")
    operands = (a, b, c, b[0].clone())
    expected = [CALLS[name](*operands).clone() for _ in range(3)][-1]
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        result = CALLS[name](*operands)
    result.zero_()
    for _ in range(2):
        graph.replay()
    torch.cuda.synchronize()
    assert torch.equal(result, expected)


def test_calls_in_a_graph_of_cupy(cupy):
    """What CuPy captured is what an ordinary call gives, to the bit."""
    a, b, c = (cupy.random.rand(300, 300, dtype=np.float32) for _ in range(3))
    cupy.cuda.runtime.deviceSynchronize()
    stream = cupy.cuda.Stream(non_blocking=True)
    with stream:
        for _ in range(2):
            autoblas.gemm(a, b, c=c)
        expected = c.copy()
        stream.begin_capture()
        autoblas.gemm(a, b, c=c)
        graph = stream.end_capture()
        c[:] = 0
        graph.launch(stream)
        assert bool((c == expected).all())
