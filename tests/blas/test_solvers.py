"""The solvers of ``examples/solvers.py``: solutions, and loops that enqueue all of their work before any of it is done."""

import functools
import importlib.util
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest

pytestmark = pytest.mark.usefixtures("all_as_written")

PATH = Path(__file__).resolve().parents[2] / "examples" / "solvers.py"


@pytest.fixture(scope="module")
def solvers() -> Any:
    """The example as a module."""
    spec = importlib.util.spec_from_file_location("solvers", PATH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def spread(n: int, dtype: str) -> tuple[Any, Any]:
    """A symmetric matrix with eigenvalues from 1 to 10, and a vector."""
    rng = np.random.default_rng(n)
    vectors, _ = np.linalg.qr(rng.standard_normal((n, n)))
    return ((vectors * np.linspace(1, 10, n)) @ vectors.T).astype(dtype), rng.standard_normal(n).astype(dtype)


def ends_behind_a_gate(queue: Any, work: Callable[[], Any], seconds: float = 60) -> Any:
    """The result of work on a queue that does nothing until the work returned: whatever waits would wait for ever."""
    gate, results = cl.UserEvent(queue.context), list[Any]()
    cl.enqueue_barrier(queue, wait_for=[gate])
    thread = threading.Thread(target=lambda: results.append(work()), daemon=True)
    thread.start()
    thread.join(seconds)
    waiting = thread.is_alive()
    gate.set_status(cl.command_execution_status.COMPLETE)
    thread.join(60)
    assert not waiting, "the host waited for the device"
    return results[0]


@pytest.mark.parametrize(("dtype", "tolerance"), [("float64", 1e-10), ("float32", 1e-4)])
def test_conjugate_gradients_enqueue_all_steps_without_a_wait(pocl, solvers, dtype, tolerance):
    """0 waits in 40 steps; the solution is right, and so is the norm that is returned."""
    for n in (60, 200):
        matrix, right = spread(n, dtype)
        queue = cl.CommandQueue(pocl.queue.context)
        a, b = cl_array.to_device(queue, np.triu(matrix)), cl_array.to_device(queue, right)
        x = cl_array.to_device(queue, np.ones(n, dtype))
        queue.finish()
        solve = functools.partial(solvers.conjugate_gradients, a, b, x, 40)
        square = ends_behind_a_gate(queue, solve)
        assert np.linalg.norm(matrix @ x.get() - right) < tolerance * np.linalg.norm(right)
        assert np.sqrt(square.get()[0]) < tolerance * np.linalg.norm(right)


def test_a_wait_is_seen(pocl):
    """The test above can fail."""
    queue = cl.CommandQueue(pocl.queue.context)
    x = cl_array.to_device(queue, np.ones(3))
    with pytest.raises(AssertionError, match="waited"):
        ends_behind_a_gate(queue, x.get, seconds=1)


def test_gmres_makes_its_basis_without_a_wait(pocl, solvers):
    """0 waits in 20 steps of Arnoldi; the basis is orthonormal, and A is a Hessenberg matrix on it."""
    n, count = 80, 20
    rng = np.random.default_rng(3)
    matrix = rng.standard_normal((n, n))
    queue = cl.CommandQueue(pocl.queue.context)
    a = cl_array.to_device(queue, matrix)
    start = np.zeros((count + 1, n))
    start[0] = rng.standard_normal(n)
    start[0] /= np.linalg.norm(start[0])
    basis, h = cl_array.to_device(queue, start), cl_array.zeros(queue, (count, count + 1), np.float64)
    queue.finish()
    ends_behind_a_gate(queue, lambda: solvers.arnoldi(a, basis, h))
    v, hessenberg = basis.get(), h.get().T
    assert np.allclose(v @ v.T, np.eye(count + 1), atol=1e-13)
    assert np.allclose(matrix @ v[:count].T, v.T @ hessenberg, atol=1e-12)
    assert not np.any(np.tril(hessenberg, -2))


@pytest.mark.parametrize(("dtype", "tolerance"), [("float64", 1e-11), ("float32", 1e-4)])
def test_gmres_solves_what_is_not_symmetric(pocl, solvers, dtype, tolerance):
    """With restarts, from any start, and where the Krylov space ends early."""
    rng = np.random.default_rng(4)
    for n, dimension in ((100, 20), (30, 8), (5, 5)):
        matrix = (np.eye(n) + rng.standard_normal((n, n)) / (3 * np.sqrt(n))).astype(dtype)
        right = rng.standard_normal(n).astype(dtype)
        a, b = (cl_array.to_device(pocl.queue, v) for v in (matrix, right))
        x = cl_array.to_device(pocl.queue, rng.standard_normal(n).astype(dtype))
        norm = solvers.gmres(a, b, x, tolerance, dimension)
        assert norm <= tolerance
        assert np.linalg.norm(matrix @ x.get() - right) < 2 * tolerance * np.linalg.norm(right)
    identity, right = np.eye(12, dtype=dtype), np.arange(1, 13).astype(dtype)
    x = cl_array.zeros(pocl.queue, 12, dtype)
    args = (cl_array.to_device(pocl.queue, v) for v in (identity, right))
    assert solvers.gmres(*args, x, tolerance, 6) <= tolerance
    assert np.allclose(x.get(), right, rtol=1e-5)


def test_the_example_runs(solvers, pocl, capsys):
    """As users start it."""
    solvers.main()
    assert capsys.readouterr().out.count("\n") == 2
