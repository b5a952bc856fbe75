"""PyCLBlast's functions: signatures, results of every one inside larger arrays, views, and wrong arguments."""

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas.compat import pyclblast

pytestmark = pytest.mark.usefixtures("all_as_written")

M, N, K, KL, KU = 7, 5, 4, 2, 1
ALPHA, BETA = 1.25, -0.5
CANARY = 91.5

COMPLEX = {"dotu", "dotc", "geru", "gerc"} | {
    name for name in pyclblast.__all__ if name[:2] in {"he", "hb", "hp"}
}
"""Functions of complex numbers."""


def _part(a: Any, *, lower: bool, unit: bool = False) -> Any:
    """A triangle of a matrix."""
    part = np.tril(a) if lower else np.triu(a)
    if unit:
        np.fill_diagonal(part, 1)
    return part


def _mirrored(a: Any, *, lower: bool, hermitian: bool) -> Any:
    """The symmetric or Hermitian matrix that a triangle stands for."""
    part = _part(a, lower=lower)
    mirrored = part.conj().T if hermitian else part.T
    whole = part + mirrored
    np.fill_diagonal(whole, np.diag(a).real if hermitian else np.diag(a))
    return whole


def _unpacked(ap: Any, n: int, *, lower: bool) -> Any:
    """The matrix of which a triangle was packed by rows."""
    a = np.zeros((n, n), ap.dtype)
    a[np.tril_indices(n) if lower else np.triu_indices(n)] = ap
    return a


def _unbanded(a: Any, m: int, n: int, kl: int, ku: int) -> Any:
    """The matrix of which a band was stored by rows."""
    whole = np.zeros((m, n), a.dtype)
    for i in range(m):
        for j in range(max(0, i - kl), min(n, i + ku + 1)):
            whole[i, j] = a[i, kl + j - i]
    return whole


def _op(a: Any, flag: bool) -> Any:
    return a.T if flag else a


def _matrix(s: Any, name: str) -> Any:
    """The square matrix that a call means, from what it stores of it."""
    n, lower = s["n"], s["lower_triangle"]
    if "ap" in s:
        return _unpacked(s["ap"], n, lower=lower)
    if "bmv" in name:
        return _unbanded(s["a"], n, n, K if lower else 0, 0 if lower else K)
    return s["a"]


def expected(name: str, s: Any) -> dict[str, Any]:
    """The outputs of a function, computed by NumPy in double precision."""
    x, y, a = s.get("x"), s.get("y"), s.get("a")
    alpha, beta, lower = s.get("alpha"), s.get("beta"), s.get("lower_triangle")
    if name in {"gemv", "gbmv"}:
        a = _unbanded(a, M, N, KL, KU) if name == "gbmv" else a
        return {"y": alpha * _op(a, s["a_transp"]) @ x + beta * y}
    if name in {"trmv", "tbmv", "tpmv", "trsv"}:
        t = _op(_part(_matrix(s, name), lower=lower, unit=s["unit_diagonal"]), s["a_transp"])
        return {"x": np.linalg.solve(t, x) if name == "trsv" else t @ x}
    if name.endswith("mv"):
        whole = _mirrored(_matrix(s, name), lower=lower, hermitian=name[0] == "h")
        return {"y": alpha * whole @ x + beta * y}
    if name[:3] in {"ger", "her", "syr", "hpr", "spr"} and "k" not in name:
        conjugated: Any = np.conj if name[0] == "h" or name == "gerc" else lambda v: v
        second = x if y is None else y
        added = alpha * np.outer(x, conjugated(second))
        if name.endswith("2"):
            added = added + np.conj(alpha) * np.outer(y, conjugated(x))
        if name.startswith("ger"):
            return {"a": a + added}
        whole = _matrix(s, name) + added
        if "ap" in s:
            return {"ap": whole[np.tril_indices(N) if lower else np.triu_indices(N)]}
        return {"a": np.where(_part(np.ones((N, N)), lower=lower) > 0, whole, a)}
    b, c = s.get("b"), s.get("c")
    if name == "gemm":
        return {"c": alpha * _op(a, s["a_transp"]) @ _op(b, s["b_transp"]) + beta * c}
    if name in {"symm", "hemm"}:
        whole = _mirrored(a, lower=lower, hermitian=name == "hemm")
        return {"c": alpha * (b @ whole if s["right_side"] else whole @ b) + beta * c}
    if name in {"trmm", "trsm"}:
        t = _op(_part(a, lower=lower, unit=s["unit_diagonal"]), s["a_transp"])
        t = np.linalg.inv(t) if name == "trsm" else t
        return {"b": alpha * (b @ t if s["right_side"] else t @ b)}
    flag = s.get("a_transp", s.get("ab_transp"))
    turn: Any = (lambda v: v.conj().T) if name[0] == "h" else (lambda v: v.T)
    a, b = (None if v is None else (turn(v) if flag else v) for v in (a, b))
    total = alpha * (a @ turn(a)) if b is None else alpha * (a @ turn(b)) + np.conj(alpha) * (b @ turn(a))
    whole = total + beta * c
    return {"c": np.where(_part(np.ones((N, N)), lower=lower) > 0, whole, c)}


class Operand:
    """An operand inside a device array, which is a view of a larger one and has canaries around it."""

    def __init__(self, queue: cl.CommandQueue, values: Any, offset: int, steps: tuple[int, ...]) -> None:
        span = 1 + sum((n - 1) * abs(step) for n, step in zip(values.shape, steps, strict=True))
        memory = np.full(3 + offset + span + 9, CANARY, values.dtype)
        starts = [(n - 1) * -step if step < 0 else 0 for n, step in zip(values.shape, steps, strict=True)]
        indices: Any = 3 + offset + sum(starts)
        for axis, (n, step) in enumerate(zip(values.shape, steps, strict=True)):
            shape = [1] * values.ndim
            shape[axis] = n
            indices = indices + (np.arange(n) * step).reshape(shape)
        self._indices = indices
        memory[indices] = values
        self.whole = cl_array.to_device(queue, memory)
        self.array = self.whole[3:]  # its own offset must count

    @property
    def values(self) -> Any:
        """The elements; the canaries must be unchanged."""
        memory = self.whole.get()
        beside = np.ones(memory.shape, bool)
        beside[self._indices] = False
        assert np.all(memory[beside] == CANARY)
        return memory[self._indices]


def _shapes(name: str, s: Any) -> dict[str, tuple[int, ...]]:
    """The shapes of the operands of a function."""
    flag = s.get("a_transp", s.get("ab_transp", False))
    if name in {"gemv", "gbmv"}:
        a = (M, KL + KU + 1) if name == "gbmv" else (M, N)
        return {"a": a, "x": (M if flag else N,), "y": (N if flag else M,)}
    if name.startswith("ger") and name != "gerk":
        return {"x": (M,), "y": (N,), "a": (M, N)}
    square = {"x": (N,), "y": (N,), "a": (N, K + 1) if "bmv" in name else (N, N), "ap": (N * (N + 1) // 2,)}
    if name == "gemm":
        return {
            "a": (K, M) if s["a_transp"] else (M, K),
            "b": (N, K) if s["b_transp"] else (K, N),
            "c": (M, N),
        }
    if name in {"symm", "hemm", "trmm", "trsm"}:
        side = N if s["right_side"] else M
        return {"a": (side, side), "b": (M, N), "c": (M, N)}
    if name.endswith("k"):
        factor = (K, N) if flag else (N, K)
        return {"a": factor, "b": factor, "c": (N, N)}
    return square


STEPS = {"x": 2, "y": -3}
MATRICES = sorted(
    name
    for name in pyclblast.__all__
    if {"a", "ap"} & set(inspect.signature(getattr(pyclblast, name)).parameters) and "atched" not in name
)


@pytest.mark.budget(one_in=12)
@pytest.mark.parametrize("name", MATRICES)
def test_matrix_functions_compute_what_they_say(pocl, name):
    """Every flag on and off in turns; offsets, increments and leading dimensions; nothing else is written."""
    function = getattr(pyclblast, name)
    parameters = inspect.signature(function).parameters
    rng = np.random.default_rng(7)
    dtype = np.complex64 if name in COMPLEX else np.float32
    flags = [p for p in parameters if p.endswith(("_transp", "_side", "_triangle", "_diagonal"))]
    for turn in range(2):
        s: dict[str, Any] = {flag: bool((turn + i) % 2) for i, flag in enumerate(flags)}
        sizes = {"m": M, "n": N, "k": K, "kl": KL, "ku": KU}
        s |= {size: value for size, value in sizes.items() if size in parameters}
        s |= {factor: value for factor, value in (("alpha", ALPHA), ("beta", BETA)) if factor in parameters}
        if dtype is np.complex64 and "alpha" in s and name not in {"her", "hpr", "herk"}:
            s["alpha"] += 0.5j
        arrays, arguments = {}, dict(s)
        for operand, shape in _shapes(name, s).items():
            if operand not in parameters:
                continue
            values = rng.standard_normal(shape).astype(dtype)
            if dtype is np.complex64:
                values = values + 1j * rng.standard_normal(shape).astype(np.float32)
            if operand == "a" and len(shape) == 2 and shape[0] == shape[1]:
                values = values + 4 * np.eye(shape[0], dtype=dtype)
            offset = 4
            steps = (shape[1] + 3, 1) if len(shape) == 2 else (STEPS.get(operand, 1),)
            if operand == "a" and name in {"her", "her2"}:
                values[np.diag_indices(N)] = values[np.diag_indices(N)].real
            if operand == "c" and name[:3] == "her":
                values[np.diag_indices(N)] = values[np.diag_indices(N)].real
            if operand == "ap" and name[0] == "h":
                diagonal = _unpacked(np.arange(shape[0]), N, lower=s["lower_triangle"]).diagonal()
                values[diagonal] = values[diagonal].real
            arrays[operand] = Operand(pocl.queue, values, offset, steps)
            s[operand], arguments[operand] = (
                values.astype(np.result_type(dtype, np.float64)),
                arrays[operand].array,
            )
            arguments[f"{operand}_offset"] = offset
            if len(shape) == 2 or operand == "ap":
                arguments[f"{operand}_ld"] = shape[1] + 3 if len(shape) == 2 else N
            else:
                arguments[f"{operand}_inc"] = steps[0]
        event = function(pocl.queue, **arguments)
        assert isinstance(event, cl.Event)
        event.wait()
        results = expected(name, s)
        for operand, array in arrays.items():
            right = results.get(operand, s[operand])
            assert np.allclose(array.values, right, rtol=2e-4, atol=2e-4), (operand, arguments)


VECTORS: dict[str, Callable[..., dict[str, Any]]] = {
    "swap": lambda x, y: {"x": y, "y": x},
    "scal": lambda x: {"x": ALPHA * x},
    "copy": lambda x, y: {"x": x, "y": x},
    "axpy": lambda x, y: {"x": x, "y": ALPHA * x + y},
    "dot": lambda x, y: {"dot": x @ y},
    "dotu": lambda x, y: {"dot": x @ y},
    "dotc": lambda x, y: {"dot": np.vdot(x, y)},
    "nrm2": lambda x: {"nrm2": np.linalg.norm(x)},
    "asum": lambda x: {"asum": np.sum(np.abs(x.real) + np.abs(x.imag))},
    "sum": lambda x: {"sum": np.sum(x)},
    "amax": lambda x: {"imax": np.argmax(np.abs(x.real) + np.abs(x.imag))},
    "amin": lambda x: {"imin": np.argmin(np.abs(x.real) + np.abs(x.imag))},
    "max": lambda x: {"imax": np.argmax(x.real)},
    "min": lambda x: {"imin": np.argmin(x.real)},
}


@pytest.mark.budget(one_in=12)
@pytest.mark.parametrize("name", VECTORS)
def test_vector_functions_compute_what_they_say(pocl, name):
    """Increments and offsets; results at an offset of an array of two axes, places as integers of every width."""
    function = getattr(pyclblast, name)
    parameters = list(inspect.signature(function).parameters)
    rng = np.random.default_rng(3)
    for turn, plain in enumerate((np.float32, np.float64, np.float16)):
        dtype: Any = np.complex64 if name in COMPLEX or (turn == 1 and name in {"nrm2", "asum"}) else plain
        n = 23
        made = {x: rng.standard_normal(n).astype(dtype) for x in "xy" if x in parameters}
        if np.dtype(dtype).kind == "c":
            made = {x: v + 1j * rng.standard_normal(n).astype(np.float32) for x, v in made.items()}
        operands = {x: Operand(pocl.queue, v, 4, (STEPS[x],)) for x, v in made.items()}
        arguments: dict[str, Any] = {"n": n, **({"alpha": ALPHA} if "alpha" in parameters else {})}
        for x, operand in operands.items():
            arguments |= {x: operand.array, f"{x}_inc": STEPS[x], f"{x}_offset": 4}
        out = next(
            (p.removesuffix("_offset") for p in parameters if p[:1] not in "xy" and p.endswith("_offset")),
            None,
        )
        if out:
            kind = (np.uint32, np.uint64, np.uint16)[turn] if out in {"imax", "imin"} else dtype
            arguments |= {out: cl_array.to_device(pocl.queue, np.full((2, 3), 7, kind)), f"{out}_offset": 4}
        function(pocl.queue, **arguments).wait()
        wide = {x: v.astype(np.result_type(dtype, np.float64)) for x, v in made.items()}
        right = VECTORS[name](**wide)
        for x, operand in operands.items():
            assert np.allclose(
                operand.values, right.get(x, made[x]), rtol=1e-2 if plain is np.float16 else 1e-5
            )
        if out:
            got = arguments[out].get().ravel()
            if name in {"nrm2", "asum"}:
                got = got.real
            assert np.allclose(got, [7, 7, 7, 7, right[out], 7], rtol=1e-2, atol=2e-2)


def test_batches_are_computed(pocl):
    """Vectors and matrices that begin anywhere, and matrices at a fixed distance."""
    rng = np.random.default_rng(5)
    a, b, c = (rng.standard_normal(200).astype(np.float32) for _ in range(3))
    there = [cl_array.to_device(pocl.queue, v) for v in (a, b, c)]
    pyclblast.axpyBatched(pocl.queue, 5, there[0], there[1], [2.0, 3.0], [1, 20], [10, 50], x_inc=2).wait()
    expected_b = b.copy()
    for alpha, start, to in ((2, 1, 10), (3, 20, 50)):
        expected_b[to : to + 5] += alpha * a[start : start + 10 : 2]
    assert np.allclose(there[1].get(), expected_b, rtol=1e-5)
    sizes = (pocl.queue, 2, 3, 4, *there)
    pyclblast.gemmBatched(
        *sizes, [1.0, 2.0], [0.0, 1.0], 2, 5, 3, [0, 9], [1, 30], [0, 100], a_transp=True
    ).wait()
    expected_c = c.copy()
    for alpha, beta, i, j, k in ((1, 0, 0, 1, 0), (2, 1, 9, 30, 100)):
        left = a[i : i + 8].reshape(4, 2).T
        right = np.lib.stride_tricks.as_strided(expected_b[j:], (4, 3), (20, 4))
        expected_c[k : k + 6] = alpha * (left @ right).ravel() + beta * c[k : k + 6]
    assert np.allclose(there[2].get(), expected_c, rtol=1e-4, atol=1e-5)
    pyclblast.gemmStridedBatched(
        pocl.queue, 2, 3, 4, 3, *there, 4, 3, 3, 8, 12, 6, alpha=0.5, beta=1.0, c_offset=20
    ).wait()
    products = a[:24].reshape(3, 2, 4) @ expected_b[:36].reshape(3, 4, 3)
    expected_c[20:38] += 0.5 * products.ravel()
    assert np.allclose(there[2].get(), expected_c, rtol=1e-4, atol=1e-4)


def test_a_program_written_for_pyclblast_runs(pocl):
    """Arrays of two axes, positional sizes, keyword leading dimensions, and queues that are not waited for."""
    rng = np.random.default_rng(9)
    a, b = rng.standard_normal((3, 4)).astype("f4"), rng.standard_normal((4, 6)).astype("f4")
    left, right = cl_array.to_device(pocl.queue, a), cl_array.to_device(pocl.queue, b)
    c = cl_array.zeros(pocl.queue, (3, 6), "f4")
    pyclblast.gemm(pocl.queue, 3, 6, 4, left, right, c, a_ld=4, b_ld=6, c_ld=6)
    pyclblast.gemm(pocl.queue, 3, 6, 4, left, right, c, 4, 6, 6, 2.0, 1.0)
    assert np.allclose(c.get(), 3 * a @ b, rtol=1e-5)
    counted = cl_array.to_device(pocl.queue, np.arange(6, dtype="f4"))
    pyclblast.scal(pocl.queue, 3, counted[::2], alpha=2.0)
    assert np.array_equal(counted.get(), [0, 1, 4, 3, 8, 5])
    assert isinstance(pyclblast.scal(pocl.queue, 0, counted), cl.Event)


def test_signatures_are_pyclblasts():
    """All 49 functions are there, with their arguments in order; a few in full."""
    assert len(pyclblast.__all__) == 51
    assert pyclblast.__all__ == sorted(pyclblast.__all__)
    assert str(inspect.signature(pyclblast.axpy)) == (
        "(queue, n, x, y, x_inc=1, y_inc=1, alpha=1.0, x_offset=0, y_offset=0)"
    )
    assert str(inspect.signature(pyclblast.trsm)) == (
        "(queue, m, n, a, b, a_ld, b_ld, alpha=1.0, right_side=False, lower_triangle=False, a_transp=False, "
        "unit_diagonal=False, a_offset=0, b_offset=0)"
    )
    assert str(inspect.signature(pyclblast.hpmv)) == (
        "(queue, n, ap, x, y, ap_ld, x_inc=1, y_inc=1, alpha=1.0, beta=0.0, lower_triangle=False, ap_offset=0, "
        "x_offset=0, y_offset=0)"
    )


def test_parameters_and_halves(pocl):
    """CLBlast's parameters are refused or accepted with a warning; halves are their bits."""
    with pytest.warns(UserWarning, match="kernel Xgemm were ignored"):
        pyclblast.override_parameters(pocl.device.hardware, "Xgemm", 32, {"MWG": 32})
    with pytest.raises(autoblas.ArgumentError):
        pyclblast.override_parameters(pocl.device.hardware, "Xgemm", 33, {"MWG": 32})
    assert pyclblast.float32_to_float16(1.5) == 0x3E00


def test_wrong_arguments_raise(pocl):
    """Sizes beyond the array, leading dimensions below the width, no arrays, other types."""
    x = cl_array.zeros(pocl.queue, 10, np.float32)
    a = cl_array.zeros(pocl.queue, (4, 5), np.float32)
    calls: list[tuple[str, Callable[[], Any]]] = [
        ("x", lambda: pyclblast.scal(pocl.queue, 11, x)),
        ("x", lambda: pyclblast.scal(pocl.queue, 5, x, x_inc=2, x_offset=2)),
        ("x_inc", lambda: pyclblast.scal(pocl.queue, 5, x, x_inc=0)),
        ("x_offset", lambda: pyclblast.scal(pocl.queue, 5, x, x_offset=-1)),
        ("n", lambda: pyclblast.scal(pocl.queue, -1, x)),
        ("x", lambda: pyclblast.scal(pocl.queue, 5, np.zeros(5))),
        ("queue", lambda: pyclblast.scal(None, 5, x)),
        ("a_ld", lambda: pyclblast.gemv(pocl.queue, 4, 5, a, x, x[:4], 4)),
        ("a", lambda: pyclblast.gemv(pocl.queue, 5, 5, a, x, x[:5], 5)),
        ("y", lambda: pyclblast.gemv(pocl.queue, 4, 5, a, x, x, 5)),
        ("dot", lambda: pyclblast.dot(pocl.queue, 3, x, x, cl_array.zeros(pocl.queue, 1, np.float64))),
        ("imax", lambda: pyclblast.amax(pocl.queue, 3, x, cl_array.zeros(pocl.queue, 1, np.int32))),
    ]
    for argument, call in calls:
        with pytest.raises(autoblas.ArgumentError) as caught:
            call()
        assert caught.value.argument == argument
    with pytest.raises(TypeError, match="missing a required argument"):
        pyclblast.scal(pocl.queue)
