"""Solve systems of real equations on a device: conjugate gradients and GMRES without a wait of the host in their loops."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyopencl.array as cl_array

import autoblas

if TYPE_CHECKING:
    from collections.abc import Callable


class Division:
    """A quotient of two numbers on the device, enqueued by a call: the solution of a system with one row.

    Args:
        numerator: Array of one element.
        denominator: Array of one element; not that of the quotient.
        quotient: Array of one element, overwritten.
    """

    def __init__(self, numerator: Any, denominator: Any, quotient: Any) -> None:
        self._copy = autoblas.prepare(autoblas.copy, numerator, quotient)
        self._solve = autoblas.prepare(autoblas.tbsv, denominator.reshape(1, 1), quotient)

    def __call__(self) -> None:
        """Enqueue it."""
        self._copy()
        self._solve()


def conjugate_gradients(a: Any, b: Any, x: Any, steps: int) -> Any:
    """Improve a solution of A x = b in place; the square of the norm of A x - b.

    The form with the gradient g = A x - b (Nocedal and Wright, "Numerical Optimization", algorithm 5.2) adds multiples
    alone, so no factor changes its sign. The host only enqueues. Steps after an exact solution divide zero by zero.

    Args:
        a: Matrix of shape ``(n, n)``, symmetric and positive definite; its upper triangle is read.
        b: Vector of shape ``(n,)``.
        x: Vector of shape ``(n,)``, overwritten.
        steps: Steps to make.

    Returns:
        A device array of one element.
    """
    square, last, curvature, step, ratio = (cl_array.empty(b.queue, 1, b.dtype) for _ in range(5))
    g = b.copy()
    autoblas.symv(a, x, g, beta=-1.0)
    autoblas.dot(g, g, out=square)
    p, q = cl_array.zeros_like(g), cl_array.empty_like(g)
    autoblas.axpy(g, p, alpha=-1.0)
    calls: tuple[Callable[[], Any], ...] = (
        autoblas.prepare(autoblas.symv, a, p, y=q),  # q = A p
        autoblas.prepare(autoblas.dot, p, q, out=curvature),
        Division(square, curvature, step),
        autoblas.prepare(autoblas.axpy, p, x, alpha=step),  # x = x + step p
        autoblas.prepare(autoblas.axpy, q, g, alpha=step),  # g = g + step q
        autoblas.prepare(autoblas.copy, square, last),
        autoblas.prepare(autoblas.dot, g, g, out=square),
        Division(square, last, ratio),
        autoblas.prepare(autoblas.axpby, g, p, alpha=-1.0, beta=ratio),  # p = ratio p - g
    )
    for _ in range(steps):
        for call in calls:
            call()
    return square


def arnoldi(a: Any, basis: Any, coefficients: Any) -> None:
    """Make an orthonormal basis of a Krylov space: A times a row of it is a combination of rows.

    Each new vector is orthogonalized twice by classical Gram-Schmidt. The host only enqueues.

    Args:
        a: Matrix of shape ``(n, n)``.
        basis: Array of shape ``(m + 1, n)``, whose first row has the norm 1; the others are overwritten.
        coefficients: Array of shape ``(m, m + 1)`` of zeros: row j becomes the coefficients of A times row j of the basis.
    """
    count = len(coefficients)
    again = cl_array.empty(basis.queue, count, basis.dtype)
    for j in range(count):
        rows, new, row = basis[: j + 1], basis[j + 1], coefficients[j]
        autoblas.gemv(a, basis[j], new)
        for projections in (row[: j + 1], again[: j + 1]):
            autoblas.gemv(rows, new, projections)
            autoblas.gemv(rows, projections, new, alpha=-1.0, beta=1.0, trans="T")
        autoblas.axpy(again[: j + 1], row[: j + 1])
        autoblas.nrm2(new, out=row[j + 1 : j + 2])
        scaled(row[j + 1 : j + 2], new)


def scaled(norm: Any, x: Any) -> None:
    """Divide a vector by a number on the device."""
    inverse = cl_array.empty_like(norm).fill(1)
    autoblas.tbsv(norm.reshape(1, 1), inverse)
    autoblas.scal(x, alpha=inverse)


def gmres(a: Any, b: Any, x: Any, tolerance: float = 1e-10, dimension: int = 20, restarts: int = 50) -> float:
    """Improve a solution of A x = b in place by restarted GMRES; the norm of b - A x relative to that of b.

    The host waits once for each restart, to solve the small problem of least squares.

    Args:
        a: Matrix of shape ``(n, n)``.
        b: Vector of shape ``(n,)``.
        x: Vector of shape ``(n,)``, overwritten.
        tolerance: The relative norm to stop at.
        dimension: Vectors of the basis between two restarts.
        restarts: Restarts at most.
    """
    queue, kind, n = b.queue, b.dtype, len(b)
    basis = cl_array.empty(queue, (dimension + 1, n), kind)
    whole = float(autoblas.nrm2(b).get()[0])
    for _ in range(restarts + 1):
        residual = b.copy()
        autoblas.gemv(a, x, residual, alpha=-1.0, beta=1.0)
        norm = autoblas.nrm2(residual)
        autoblas.copy(residual, basis[0])
        scaled(norm, basis[0])
        coefficients = cl_array.zeros(queue, (dimension, dimension + 1), kind)
        arnoldi(a, basis, coefficients)
        size = float(norm.get()[0])  # the wait
        if not size > tolerance * whole:
            break
        h = coefficients.get().T
        below = np.abs(np.diag(h, -1))
        ended = np.flatnonzero(~(below > np.finfo(kind).eps * np.abs(h[0, 0])))
        rank = int(ended[0]) + 1 if len(ended) else dimension  # the Krylov space may be smaller
        target = np.zeros(rank + 1, kind)
        target[0] = size
        y = np.linalg.lstsq(h[: rank + 1, :rank], target)[0].astype(kind)
        autoblas.gemv(basis[:rank], cl_array.to_device(queue, y), x, beta=1.0, trans="T")
    return size / whole


def main() -> None:
    """Solve a system of each kind."""
    rng, n = np.random.default_rng(1), 500
    queue = autoblas.default_queue()
    half = rng.standard_normal((n, n))
    b = cl_array.to_device(queue, rng.standard_normal(n))
    x = cl_array.zeros_like(b)
    square = conjugate_gradients(cl_array.to_device(queue, half @ half.T / n + np.eye(n)), b, x, 40)
    norm = float(np.sqrt(square.get()[0] / autoblas.dot(b, b).get()[0]))
    print(f"conjugate gradients: the relative norm of the residual is {norm:.1e}")
    x = cl_array.zeros_like(b)
    norm = gmres(cl_array.to_device(queue, half / (2 * np.sqrt(n)) + np.eye(n)), b, x)
    print(f"GMRES: the relative norm of the residual is {norm:.1e}")


if __name__ == "__main__":
    main()
