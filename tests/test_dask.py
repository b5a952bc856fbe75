"""Products and the rest of level 3 on arrays of Dask, in threads and in a cluster of two processes."""

import importlib
import os
import signal
import sys
from typing import Any

import numpy as np
import pytest
from scipy.sparse import csr_array

import autoblas
from support.clusters import keep_results_in, two_processes

pytest.importorskip("dask.array")
pytest.importorskip("distributed")

import dask
import dask.array as da

import autoblas.dask as blocked
from autoblas.blas.host.crossover import forget_crossovers
from autoblas.calls.several.members import hardware_of
from autoblas.devices.named import called
from autoblas.errors import AllocationError, ArgumentError, FallbackWarning, LaunchError
from autoblas.testing.faulty import faulty

pytestmark = pytest.mark.dask

M, N, K = 130, 90, 170


def whole_numbers(seed: int, *shape: int, dtype: Any = np.float64) -> Any:
    """Numbers whose sums are exact."""
    return np.random.default_rng(seed).integers(-4, 5, shape).astype(dtype)


def cut(array: Any, *chunks: int) -> Any:
    """An array of Dask."""
    return da.from_array(array, chunks=chunks)


@pytest.fixture
def on_host(monkeypatch):
    """Let NumPy compute the blocks: which block goes where is tried without compiling kernels."""
    monkeypatch.setenv("AUTOBLAS_HOST_BELOW", "inf")
    forget_crossovers()
    yield
    forget_crossovers()


@pytest.mark.parametrize("chunks", [None, "auto", (40, 50, 60)], ids=str)
def test_products(chunks):
    """Exact and lazy, with blocks that agree or not; the same operands make the same name."""
    x, y = whole_numbers(1, M, K), whole_numbers(2, K, N)
    for rows in (60, 33):
        lazy = blocked.matmul(cut(x, 50, 60), cut(y, rows, 40), alpha=2, chunks=chunks)
        assert isinstance(lazy, da.Array)
        assert lazy.shape == (M, N)
        np.testing.assert_array_equal(lazy.compute(scheduler="threads"), 2 * x @ y)
    a, b = cut(x, 50, 60), cut(y, 60, 40)
    assert blocked.matmul(a, b).name == blocked.matmul(a, b).name != blocked.matmul(a, b, alpha=2).name


@pytest.mark.parametrize(
    ("types", "result"), [(("float32", "float64"), "float64"), (("int8", "int16"), "int32")], ids=str
)
def test_types(types, result):
    """That of the wider operand, at least int32."""
    x, y = whole_numbers(1, M, K, dtype=types[0]), whole_numbers(2, K, N, dtype=types[1])
    lazy = blocked.matmul(cut(x, 50, 60), cut(y, 60, 40))
    assert lazy.dtype == lazy.compute().dtype == result
    np.testing.assert_array_equal(lazy.compute(), x.astype(result) @ y.astype(result))


def test_long_sums_are_computed_in_groups(monkeypatch):
    """So that no task holds a whole row and column of blocks."""
    monkeypatch.setattr("autoblas.dask.graph.TASK_BYTES", 60 * (50 + 40) * 8)
    x, y = whole_numbers(1, M, K), whole_numbers(2, K, N)
    lazy = blocked.matmul(cut(x, 50, 60), cut(y, 60, 40))
    parts = [key for key in lazy.__dask_graph__() if "part" in str(key)]
    assert lazy.npartitions < len(parts) <= 2 * lazy.npartitions
    np.testing.assert_array_equal(lazy.compute(), x @ y)


@pytest.mark.parametrize("side", "LR")
@pytest.mark.parametrize("uplo", "LU")
@pytest.mark.parametrize("trans", "NTC")
@pytest.mark.usefixtures("on_host")
def test_one_matrix_on_either_side(side, uplo, trans):
    """Triangular, symmetric and Hermitian ones, of which one triangle is read."""
    order, dtype = 100, np.complex128 if trans == "C" else np.float64
    full = whole_numbers(4, order, order, dtype=dtype)
    if dtype is np.complex128:
        full += 1j * whole_numbers(5, order, order)
    np.fill_diagonal(full, 1)
    triangle = np.tril(full) if uplo == "L" else np.triu(full)
    poisoned = np.where(triangle == full, full, np.nan)
    # The other triangle of blocks on the diagonal is not read either.
    unread = np.triu_indices(order, 1) if uplo == "L" else np.tril_indices(order, -1)
    poisoned[unread] = np.nan
    b = whole_numbers(6, *((order, M) if side == "L" else (M, order)), dtype=dtype)
    a, lazy = cut(poisoned, 40, 40), cut(b, 40, 40)

    def times(matrix):
        return matrix @ b if side == "L" else b @ matrix

    op = {"N": triangle, "T": triangle.T, "C": triangle.conj().T}[trans]
    words: dict[str, Any] = {"side": side, "uplo": uplo}
    got = blocked.trmm(a, lazy, alpha=2, trans=trans, **words).compute()
    np.testing.assert_array_equal(got, 2 * times(op))
    small = np.where(np.eye(order) == 1, op, op / 256)
    stored = np.where(np.eye(order) == 1, poisoned, poisoned / 256)
    right = times(small)
    got = blocked.trsm(cut(stored, 40, 40), cut(right, 30, 50), alpha=2, trans=trans, **words).compute()
    np.testing.assert_allclose(got, 2 * b, atol=1e-9)
    if trans == "N":
        got = blocked.symm(a, lazy, alpha=3, **words).compute()
        np.testing.assert_array_equal(got, 3 * times(triangle + triangle.T - np.diag(np.diag(triangle))))
    if trans == "C":
        got = blocked.hemm(a, lazy, **words).compute()
        np.testing.assert_array_equal(got, times(triangle + triangle.conj().T - np.diag(np.diag(triangle))))


@pytest.mark.parametrize("uplo", "LU")
@pytest.mark.parametrize("trans", "NC")
@pytest.mark.usefixtures("on_host")
def test_one_triangle(uplo, trans):
    """Updates of rank k and 2k, and gemmt; the other triangle is zeros."""
    shape = (M, K) if trans == "N" else (K, M)
    a, b = (whole_numbers(i, *shape, dtype=np.complex128) * (1 - 2j) for i in (7, 8))
    x, y = cut(a, 50, 60), cut(b, 60, 50)
    left, right = (a, b) if trans == "N" else (a.conj().T, b.conj().T)
    triangle_of = np.tril if uplo == "L" else np.triu
    words = {"uplo": uplo, "trans": trans}
    np.testing.assert_array_equal(blocked.herk(x, alpha=2, **words), 2 * triangle_of(left @ left.conj().T))
    products = (1 + 1j) * left @ right.conj().T + (1 - 1j) * right @ left.conj().T
    np.testing.assert_array_equal(blocked.her2k(x, y, alpha=1 + 1j, **words), triangle_of(products))
    flip = "N" if trans == "N" else "T"
    left, right = (a, b) if trans == "N" else (a.T, b.T)
    np.testing.assert_array_equal(blocked.syrk(x, uplo=uplo, trans=flip), triangle_of(left @ left.T))
    got = blocked.syr2k(x, y, alpha=3, uplo=uplo, trans=flip)
    np.testing.assert_array_equal(got, triangle_of(3 * (left @ right.T + right @ left.T)))
    got = blocked.gemmt(x, y, uplo=uplo, trans_a=flip, trans_b="C" if trans == "N" else "N")
    np.testing.assert_array_equal(got, triangle_of(left @ (b.conj().T if trans == "N" else b)))


def test_redirected_products():
    """``x @ y`` and ``dask.array.matmul`` inside; what autoblas does not multiply stays Dask's, and so does what follows.

    Dask's product of short integers is as short.
    """
    x, y = whole_numbers(1, M, K), whole_numbers(2, K, N)
    a, b = cut(x, 50, 60), cut(y, 60, 40)
    before = da.matmul
    with blocked.serving(accuracy="strict"):
        ours = [a @ b, da.matmul(a, b)]
        theirs = [a @ b[:, 0], da.matmul(a.astype(np.int8), b.astype(np.int8)), da.stack([a, a]) @ b]
        with pytest.raises(ValueError, match=r"."):
            _ = b @ b
    assert da.matmul is before
    theirs.append(a @ b)
    assert all(array.name.startswith("autoblas-matmul") for array in ours)
    assert not any(array.name.startswith("autoblas") for array in theirs)
    for array in ours:
        np.testing.assert_array_equal(array, x @ y)


def test_redirection_leaves_blocks_of_other_kinds_to_dask():
    """Those with masks, of other libraries, and with swapped bytes, which tasks would fail at."""
    x = whole_numbers(1, 60, 60)
    plain = cut(x, 30, 30)
    masked = da.ma.masked_greater(plain, 3)
    swapped = cut(x.astype(x.dtype.newbyteorder()), 30, 30)
    sparse = plain.map_blocks(csr_array)
    with blocked.serving():
        got, squared = swapped @ plain, masked @ masked
        assert (plain @ plain).name.startswith("autoblas")
    assert not any(array.name.startswith("autoblas") for array in (got, squared))
    np.testing.assert_array_equal(got, x @ x)
    assert np.ma.isMaskedArray(squared.compute())
    with pytest.raises(autoblas.ArgumentError, match=r"machine's byte order; got [<>]f8"):
        blocked.matmul(swapped, plain)
    with pytest.raises(autoblas.ArgumentError, match=r"y: .*without a mask"):
        blocked.matmul(plain, masked)
    with pytest.raises(autoblas.ArgumentError, match=r"x: expected a NumPy array, .* got csr_array"):
        blocked.matmul(sparse, plain)


def test_options_of_redirection_are_judged_at_once():
    """Wrong ones would leave every product to Dask; a factor is none of them, since what stays Dask's has none."""
    wrong: Any = "good"
    before = da.matmul
    for options in ({"accuracy": wrong}, {"chunks": (1, 2)}, {"chunks": "small"}):
        with pytest.raises(autoblas.ArgumentError), blocked.serving(**options):
            pass
    factor: Any = {"alpha": 2.0}
    with pytest.raises(TypeError, match="alpha"), blocked.serving(**factor):
        pass
    assert da.matmul is before


@pytest.mark.parametrize("kind", ["lend", "launch"])
def test_a_device_without_memory(monkeypatch, kind):
    """The host computes what it has no room for; a task whose kernel fails ends with the error, and runs again."""
    monkeypatch.setenv("AUTOBLAS_HOST_BELOW", "0")
    forget_crossovers()
    x, y = whole_numbers(1, M, K), whole_numbers(2, K, N)
    lazy = blocked.matmul(cut(x, 50, 60), cut(y, 60, 40))
    with faulty() as faults:
        if kind == "lend":
            faults.arm("lend", 4, lambda: AllocationError("planted"), lasting=True)
            with pytest.warns(FallbackWarning, match="planted"):
                np.testing.assert_array_equal(lazy.compute(scheduler="threads"), x @ y)
        else:
            faults.arm("launch", 4, lambda: LaunchError("planted"))
            with pytest.raises(LaunchError, match="planted"):
                lazy.compute(scheduler="threads")
        assert faults.fired
        faults.disarm()
    np.testing.assert_array_equal(lazy.compute(scheduler="threads"), x @ y)
    monkeypatch.undo()
    forget_crossovers()


def test_refusals():
    """Arguments are judged before anything is computed."""
    a = cut(whole_numbers(1, M, K), 50, 60)
    unknown = a[a[:, 0] > 0]
    wrong: Any = "good"
    cases: list[tuple[Any, type[Exception], str]] = [
        (lambda: blocked.matmul(np.ones((2, 2)), a), autoblas.ArgumentError, "an array of Dask"),
        (lambda: blocked.matmul(a, a), autoblas.ShapeError, "170 rows, because x has shape"),
        (lambda: blocked.matmul(a, da.ones((K,))), autoblas.ShapeError, "two axes"),
        (lambda: blocked.matmul(unknown, a.T), autoblas.ShapeError, "compute_chunk_sizes"),
        (lambda: blocked.matmul(a.astype(np.int64), a.T), autoblas.PrecisionError, "x"),
        (lambda: blocked.matmul(a, a.T, chunks="small"), autoblas.ArgumentError, "three sizes"),
        (lambda: blocked.matmul(a, a.T, accuracy=wrong), autoblas.ArgumentError, "accuracy"),
        (lambda: blocked.symm(a, a), autoblas.ShapeError, "a square matrix"),
        (lambda: blocked.trsm(a[:90, :90], a), autoblas.ShapeError, "90 lines along axis 0"),
        (lambda: blocked.syr2k(a, a.T), autoblas.ShapeError, "like a"),
        (lambda: blocked.syrk(a.astype(np.int32)), autoblas.PrecisionError, "floating-point"),
        (lambda: blocked.herk(a, trans="T"), autoblas.ArgumentError, "'N' or 'C'"),
        (
            lambda: blocked.matmul(a, a.T, alpha=wrong),
            autoblas.ArgumentError,
            "alpha: expected a real number",
        ),
        (
            lambda: blocked.trsm(a[:90, :90], a[:90], alpha=1j),
            autoblas.ArgumentError,
            "alpha: expected a real",
        ),
        (lambda: blocked.herk(a * 1j, alpha=wrong), autoblas.ArgumentError, "alpha: expected a real number"),
        (lambda: blocked.syrk(a, alpha=wrong), autoblas.ArgumentError, "alpha: expected a real number"),
        (
            lambda: blocked.blocks_for(-1, 2, 3),
            autoblas.ArgumentError,
            "m: expected a size of 0 or more; got -1",
        ),
        (lambda: blocked.blocks_for(1, 2, 2.5), autoblas.ArgumentError, "k: expected a size"),  # type: ignore[arg-type]
        (lambda: blocked.blocks_for(1, 2, 3, workers=0), autoblas.ArgumentError, "at least one worker"),
    ]
    for call, error, message in cases:
        with pytest.raises(error, match=message):
            call()


def test_without_dask_it_says_so(monkeypatch):
    """And ``import autoblas`` never asks for it."""
    for name in [name for name in sys.modules if name.startswith("autoblas.dask")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "dask.array", None)
    with pytest.raises(ImportError, match=r"autoblas\[distributed\]"):
        importlib.import_module("autoblas.dask")


@pytest.fixture(scope="module", name="client")
def make_client(tmp_path_factory):
    """A cluster of two processes of this machine, with a resource each."""
    folder = tmp_path_factory.mktemp("dask")
    with two_processes(folder, threads_per_worker=2, resources={"GPU": 1}) as client:
        yield client


def test_processes(client):
    """Blocks are computed where they are, on the worker's own device; resources are heeded."""
    x, y = whole_numbers(1, 400, 300), whole_numbers(2, 300, 200)
    a, b = cut(x, 100, 100).persist(), cut(y, 100, 100).persist()
    with dask.annotate(resources={"GPU": 1}):
        lazy = blocked.matmul(a, b, accuracy="strict")
    np.testing.assert_array_equal(lazy.compute(), x @ y)
    lower = np.tril(whole_numbers(3, 400, 400))
    got = blocked.trmm(cut(lower, 100, 100), a, uplo="L").compute()
    np.testing.assert_array_equal(got, lower @ x)
    used = client.run(lambda: "pyopencl" in sys.modules)
    assert list(used.values()) == [True, True]


def test_a_lost_worker(client):
    """Its blocks are computed again: right results."""
    import distributed

    x = whole_numbers(1, 800, 800)
    a = cut(x, 100, 100)
    future = client.compute(blocked.matmul(a, a))
    os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)
    np.testing.assert_array_equal(future.result(timeout=60), x @ x)
    client.wait_for_workers(2, timeout=60)
    assert distributed.get_client() is client


def test_each_worker_gets_a_device_of_its_own(client, tmp_path):
    """As many as there are; others share them."""
    there = {str(called(hardware)) for hardware in hardware_of("cpu")}
    client.run(keep_results_in, str(tmp_path))
    client.register_plugin(blocked.OwnDevice("cpu"))
    chosen = client.run(lambda: os.environ["AUTOBLAS_DEVICE"])
    assert len(set(chosen.values())) == min(2, len(there))
    assert set(chosen.values()) <= there
    client.unregister_worker_plugin(blocked.OwnDevice.name)


def test_a_bias_is_refused_by_name():
    """A sum over blocks of the depth is complete only when all of them are added."""
    x = cut(np.ones((4, 4), np.float32), 2, 2)
    with pytest.raises(TypeError, match="bias"):
        blocked.matmul(x, x, bias=x[0])  # type: ignore[call-arg]
    with pytest.raises(ArgumentError, match=r"bias: expected a NumPy array like a; got Array"):
        autoblas.gemm(np.ones((4, 4), np.float32), np.ones((4, 4), np.float32), bias=x[0])
