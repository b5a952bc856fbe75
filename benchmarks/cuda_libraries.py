"""What is special to each library whose arrays are in CUDA memory, tried on a card; a part of ``cuda_arrays.py``."""

from __future__ import annotations

import os
import traceback
from typing import TYPE_CHECKING, Any

import cupy
import jax
import jax.numpy as jnp
import numpy as np
import torch
from cuda_right import Shown
from numba import cuda

import autoblas
from autoblas.errors import ArgumentError

if TYPE_CHECKING:
    from cuda_right import Failures

__all__ = ["kinds"]

RNG = np.random.default_rng(3)

A = RNG.standard_normal((100, 80)).astype(np.float32)
B = RNG.standard_normal((80, 60)).astype(np.float32)
C = A @ B


def near(fail: Failures, found: Any, what: str, *, digits: float = 1e-4, wanted: Any = C) -> None:
    """A result is right."""
    if found.shape != wanted.shape or not np.allclose(found, wanted, digits, digits):
        fail(what)


def tensors(fail: Failures) -> None:
    """Views and slices of tensors; the result is a tensor."""
    x, y = torch.from_numpy(A).cuda(), torch.from_numpy(B).cuda()
    for _ in range(4):
        got = autoblas.gemm(x, y)
        if type(got) is not torch.Tensor or got.device != x.device:
            fail(f"torch gives {type(got)}")
        near(fail, got.cpu().numpy(), "torch gemm")
    near(fail, autoblas.gemm(x.T, y, trans_a="T").cpu().numpy(), "torch view")
    near(
        fail,
        autoblas.gemm(x[10:40, 3:70], y[3:70, 5:]).cpu().numpy(),
        "torch slices",
        wanted=A[10:40, 3:70] @ B[3:70, 5:],
    )


def bfloat16(fail: Failures) -> None:
    """Products in bfloat16."""
    x, y = torch.from_numpy(A).cuda().bfloat16(), torch.from_numpy(B).cuda().bfloat16()
    for _ in range(3):
        got = autoblas.gemm(x, y)
        near(
            fail,
            got.float().cpu().numpy(),
            "torch bfloat16",
            digits=1e-1,
            wanted=(x.float() @ y.float()).cpu().numpy(),
        )
        if got.dtype != torch.bfloat16:
            fail(f"bfloat16 gives {got.dtype}")


def streams(fail: Failures) -> None:
    """The current stream is used, or the one that the caller names."""
    stream = torch.cuda.Stream()
    x, y = torch.from_numpy(A).cuda(), torch.from_numpy(B).cuda()
    big = torch.randn(4096, 4096, device="cuda")
    torch.cuda.synchronize()
    with torch.cuda.stream(stream):
        for _ in range(20):
            big = big @ big * 1e-2
        x = x * 2
        got = autoblas.gemm(x, y) * 1
    stream.synchronize()
    near(fail, got.cpu().numpy(), "torch stream", wanted=2 * C)
    out = torch.zeros(100, 60, device="cuda")
    torch.cuda.synchronize()
    autoblas.gemm(
        torch.from_numpy(A).cuda(),
        y,
        c=out,
        queue=stream,
        wait_for=[torch.cuda.current_stream().record_event()],
    )
    stream.synchronize()
    near(fail, out.cpu().numpy(), "queue=stream")


def gradients(fail: Failures) -> None:
    """Tensors that record gradients are refused, and autograd sees what is written."""
    x = torch.from_numpy(A).cuda().requires_grad_()
    try:
        autoblas.gemm(x, torch.from_numpy(B).cuda())
    except ArgumentError as error:
        print(f"    {error}")
    else:
        fail("gradients were lost")
    with torch.no_grad():
        near(fail, autoblas.gemm(x, torch.from_numpy(B).cuda()).cpu().numpy(), "no_grad")
    saved = torch.ones(60, device="cuda", requires_grad=True)
    held = torch.ones(60, device="cuda")
    product = (saved * held).sum()
    autoblas.scal(held, alpha=2.0)
    try:
        product.backward()
    except RuntimeError as error:
        print(f"    autograd saw the write: {str(error)[:70]}")
    else:
        fail("autograd did not see the write")


def conjugates(fail: Failures) -> None:
    """What would be conjugated when it is read is refused."""
    x = torch.randn(8, 8, device="cuda", dtype=torch.complex64)
    try:
        autoblas.gemm(x.mH, x)
    except ArgumentError as error:
        print(f"    {error}")
    else:
        fail("a conjugate view was taken as it lies")


def cupys(fail: Failures) -> None:
    """CuPy with views, streams, and outputs of PyTorch."""
    x, y = cupy.asarray(A), cupy.asarray(B)
    stream = cupy.cuda.Stream(non_blocking=True)
    for _ in range(3):
        got = autoblas.gemm(x[::-1], y)
        if not isinstance(got, cupy.ndarray):
            fail(f"cupy gives {type(got)}")
        near(fail, got.get(), "cupy", wanted=C[::-1])
    with stream:
        got = autoblas.gemm(x, y)
    stream.synchronize()
    near(fail, got.get(), "cupy stream")
    out = torch.zeros(100, 60, device="cuda")
    autoblas.gemm(x, y, c=out)
    near(fail, out.cpu().numpy(), "cupy into torch")


def numbas(fail: Failures) -> None:
    """Numba's arrays."""
    x, y = cuda.to_device(A), cuda.to_device(B)
    for _ in range(3):
        got = autoblas.gemm(x, y)
        near(fail, got.copy_to_host(), f"numba {type(got)}")


def jaxes(fail: Failures) -> None:
    """JAX's arrays: results are JAX's, in the order of its work; outputs are refused."""
    x, y = jnp.asarray(A), jnp.asarray(B)
    for _ in range(3):
        got = autoblas.gemm(x + 0, y + 0)
        if not isinstance(got, jax.Array):
            fail(f"jax gives {type(got)}")
        near(fail, np.asarray(got), "jax")
    chain = x
    for _ in range(20):
        chain = autoblas.gemm(chain + 0, jnp.eye(80, dtype=jnp.float32)) * 1
    near(fail, np.asarray(chain), "jax chain", wanted=A)
    try:
        autoblas.gemm(x, y, c=jnp.zeros((100, 60), jnp.float32))
    except ArgumentError as error:
        print(f"    {error}")
    else:
        fail("an array of JAX was written")
    half = autoblas.gemm(x.astype(jnp.bfloat16), y.astype(jnp.bfloat16))
    near(fail, np.asarray(half.astype(jnp.float32)), "jax bfloat16", digits=2e-1)
    out = torch.zeros(100, 60, device="cuda")
    autoblas.gemm(x, y, c=out)
    near(fail, out.cpu().numpy(), "jax into torch")


def own(fail: Failures) -> None:
    """Arrays that are known by the interface alone; results travel by DLPack and by the interface."""
    got = autoblas.gemm(Shown(A), Shown(B))
    near(fail, got.get(), "own")
    near(fail, torch.from_dlpack(got).cpu().numpy(), "own to torch by DLPack")
    near(fail, torch.as_tensor(got, device="cuda").cpu().numpy(), "own to torch by the interface")


def numpys(fail: Failures) -> None:
    """NumPy arrays on the card."""
    os.environ["AUTOBLAS_DEVICE"] = "cuda"
    big_a, big_b = (RNG.standard_normal((700, 700)).astype(np.float32) for _ in range(2))
    near(fail, autoblas.gemm(big_a, big_b), "numpy", digits=1e-3, wanted=big_a @ big_b)
    near(fail, autoblas.gemm(big_a[::-1], big_b.T), "numpy views", digits=1e-3, wanted=big_a[::-1] @ big_b.T)
    big = RNG.standard_normal((5000, 5000)).astype(np.float32)
    near(fail, autoblas.gemm(big, big), "numpy, streamed", digits=1e-2, wanted=big @ big)


def prepared(fail: Failures) -> None:
    """Prepared calls."""
    x, y, out = (torch.from_numpy(A).cuda(), torch.from_numpy(B).cuda(), torch.zeros(100, 60, device="cuda"))
    call = autoblas.prepare(autoblas.gemm, x, y, c=out)
    if call() is not out:
        fail("a prepared call gives another array")
    near(fail, out.cpu().numpy(), "prepared")
    call(a=2 * x)
    near(fail, out.cpu().numpy(), "prepared, other", wanted=2 * C)


CASES = (tensors, bfloat16, streams, gradients, conjugates, cupys, numbas, jaxes, own, numpys, prepared)


def kinds(fail: Failures) -> None:
    """All of them; one that raises lets the others run."""
    for case in CASES:
        before = fail.count
        try:
            case(fail)
        except Exception as error:  # noqa: BLE001  # the next one is to run
            fail(f"{case.__name__}: {type(error).__name__}: {error}")
            traceback.print_exc(limit=-6)
        if fail.count == before:
            print(f"  {case.__name__}: ok")
