"""Level 3 on NumPy arrays that do not fit on a device: in halves, and halves of these, with the same results."""

import itertools
from typing import Any

import numpy as np
import pytest

import autoblas
from autoblas.blas.level3 import gemm as _gemm
from autoblas.calls import dispatch
from autoblas.errors import LaunchError, NoKernelError
from support.memories import copying
from support.routine_calls import Numbers, wrong
from support.routine_cases import CASES

ROUTINES = ("gemmt", "her2k", "herk", "hemm", "symm", "syr2k", "syrk", "trmm")

N = 24


pytestmark = pytest.mark.usefixtures("all_as_written")


@pytest.fixture
def lent(any_device, monkeypatch):
    """Bytes of the arrays of each call that was not divided, on a device that holds a few of these matrices' halves."""
    copying(any_device, monkeypatch)
    monkeypatch.setenv("AUTOBLAS_DEVICE_MEMORY", str(3 * N * N * 4))
    sizes: list[int] = []
    true = dispatch._run_staged

    def counted(call, queue, kept):
        if call.bisected is None or dispatch._fits(call.arrays.values(), any_device.device.facts):
            sizes.append(sum(x.nbytes for x in call.arrays.values()))
        true(call, queue, kept)

    monkeypatch.setattr(dispatch, "_run_staged", counted)
    return sizes


@pytest.mark.budget(one_in=8)
@pytest.mark.parametrize("dtype", ["float32", "complex64"])
@pytest.mark.parametrize("name", ROUTINES)
def test_every_routine_is_divided(any_device, lent, name, dtype):
    """Exactly, with any letters, strides and factors; what is not read or written stays."""
    for seed in range(6):
        case = CASES[name](Numbers(seed, dtype, N))
        wanted = case.wanted
        lent.clear()
        assert wrong(wanted, case.call(name, queue=any_device.queue)) == []
        assert len(lent) > 1
        assert max(lent) <= 2 * sum(x.nbytes for x in case.arrays.values()) / 3


@pytest.mark.budget(one_in=8)
@pytest.mark.parametrize("shape", [(N, N), (N, 5 * N), (N, 3), (5 * N, N)])
@pytest.mark.parametrize("name", ["trsm", "trmm", "symm", "hemm"])
def test_either_side_and_every_letter(any_device, lent, name, shape):
    """Triangles and mirrored matrices on the left and on the right of long and short matrices."""
    rng = np.random.default_rng(3)
    for side, uplo, trans, diag in itertools.product("LR", "UL", "NTC", "NU"):
        order = shape[0 if side == "L" else 1]
        if name in {"symm", "hemm"} and (trans, diag) != ("N", "N"):
            continue
        if order == 3:
            continue
        a = (rng.uniform(-1, 1, (order, order)) + 1j * rng.uniform(-1, 1, (order, order))) / order
        a[np.arange(order), np.arange(order)] = rng.uniform(1, 2, order)
        a, b = a.astype(np.complex64), rng.uniform(-1, 1, shape).astype(np.complex64)
        kept = (np.triu if uplo == "U" else np.tril)(a.astype(complex))
        options: dict[str, Any] = {"side": side, "uplo": uplo, "queue": any_device.queue, "alpha": 2}
        lent.clear()
        if name in {"symm", "hemm"}:
            strict = kept - np.diag(np.diag(kept))
            full = kept + (strict.conj().T if name == "hemm" else strict.T)
            c = rng.uniform(-1, 1, shape).astype(np.complex64)
            exact = 2 * (full @ b if side == "L" else b @ full) - c
            found = getattr(autoblas, name)(a, b, c=c, beta=-1, **options)
        else:
            if diag == "U":
                np.fill_diagonal(kept, 1)
            full = {"N": kept, "T": kept.T, "C": kept.conj().T}[trans]
            if name == "trsm":
                exact = 2 * (np.linalg.solve(full, b) if side == "L" else np.linalg.solve(full.T, b.T).T)
            else:
                exact = 2 * (full @ b if side == "L" else b @ full)
            found = getattr(autoblas, name)(a, b, trans=trans, diag=diag, **options)
        np.testing.assert_allclose(found, exact, rtol=2e-5, atol=2e-5)
        assert len(lent) > 1


def test_long_sums_are_divided(any_device, lent):
    """Where the triangle is small and the other matrices are not."""
    a = np.random.default_rng(4).integers(-3, 4, (5, 2000)).astype(np.float32)
    c = autoblas.syrk(a, uplo="L", queue=any_device.queue)
    np.testing.assert_array_equal(np.tril(c), np.tril(a @ a.T))
    assert len(lent) > 1


def test_a_half_without_a_kernel_is_no_reason_to_begin_again(any_device, lent, monkeypatch):
    """NumPy would multiply what was multiplied already."""

    def refuse(*_, **__):
        raise NoKernelError("planted", {})

    monkeypatch.setattr(_gemm, "plan_gemm", refuse)
    case = CASES["trmm"](Numbers(1, "float32", N))
    with pytest.raises(LaunchError, match="planted"):
        case.call("trmm", queue=any_device.queue)
    assert len(lent) == 1
