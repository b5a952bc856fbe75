"""Adapters from calls of PyCLBlast's functions to routines of autoblas.

An adapter takes the arguments of a call, passes views of its arrays to a routine, and returns the arrays that were
written, or an event. A function here that takes a routine returns an adapter to that routine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array

from autoblas.blas import routines
from autoblas.errors import PrecisionError

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.compat._pyclblast_calls import PyclblastCall

__all__ = [
    "axpy_batched",
    "band_matvec",
    "gemm_batched",
    "gemm_strided",
    "general_matmul",
    "general_matvec",
    "index_reduction",
    "outer_product",
    "rank_k",
    "reduction",
    "symmetric_matmul",
    "symmetric_matvec",
    "triangle_update",
    "triangular_matmul",
    "triangular_matvec",
    "vector_pair",
]


def vector_pair(routine: Callable[..., Any], *factors: str) -> Callable[[PyclblastCall], Any]:
    """An adapter to a routine of two vectors of ``n`` elements; ``factors`` names its scalars."""
    return lambda c: routine(
        c.vector("x", c.n), c.vector("y", c.n), **{name: getattr(c, name) for name in factors}, queue=c.queue
    )


def reduction(
    routine: Callable[..., Any], out: str, *vectors: str, real: bool = False
) -> Callable[[PyclblastCall], Any]:
    """An adapter to a reduction whose output has the type of x; with ``real``, only its real part is written."""

    def compute(c: PyclblastCall) -> Any:
        if getattr(c, out).dtype != c.x.dtype:
            raise PrecisionError(out, f"{c.x.dtype} like x", str(getattr(c, out).dtype))
        return routine(*(c.vector(x, c.n) for x in vectors), out=c.element(out, real=real), queue=c.queue)

    return compute


def index_reduction(routine: Callable[..., Any], out: str) -> Callable[[PyclblastCall], Any]:
    """An adapter to a search for an element, whose index is written in the unsigned integer type of the output."""

    def compute(c: PyclblastCall) -> Any:
        target = c.element(out)
        if target.dtype.kind != "u":
            raise PrecisionError(out, "uint16, uint32 or uint64", str(target.dtype))
        index = routine(c.vector("x", c.n), out=cl_array.empty(c.queue, (1,), np.int64), queue=c.queue)
        event = cl.enqueue_copy(
            c.queue,
            target.base_data,
            index.base_data,
            byte_count=target.dtype.itemsize,  # the low bytes of a little-endian index
            dst_offset=target.offset,
            wait_for=[*index.events, *target.events],
        )
        target.events.append(event)
        return event

    return compute


def _letters(c: PyclblastCall, *names: str) -> dict[str, Any]:
    """PyCLBlast's flags as the letters that autoblas's routines take."""
    letters: dict[str, Callable[[], str]] = {
        "uplo": lambda: "L" if c.lower_triangle else "U",
        "trans": lambda: "T" if c.a_transp else "N",
        "diag": lambda: "U" if c.unit_diagonal else "N",
        "side": lambda: "R" if c.right_side else "L",
    }
    return {name: letters[name]() for name in names}


def general_matvec(c: PyclblastCall) -> Any:
    """Compute y = alpha op(A) x + beta y."""
    x, y = (c.m, c.n) if c.a_transp else (c.n, c.m)
    operands = c.matrix("a", c.m, c.n), c.vector("x", x), c.vector("y", y)
    options = _factors(c) | _letters(c, "trans")
    return routines.gemv(*operands, **options, queue=c.queue)


def band_matvec(c: PyclblastCall) -> Any:
    """Compute y = alpha op(A) x + beta y for a band matrix A."""
    x, y = (c.m, c.n) if c.a_transp else (c.n, c.m)
    return routines.gbmv(
        c.matrix("a", c.m, c.kl + c.ku + 1),
        c.vector("x", x),
        c.vector("y", y),
        kl=c.kl,
        ku=c.ku,
        shape=(c.m, c.n),
        **_factors(c),
        **_letters(c, "trans"),
        order="C",
        queue=c.queue,
    )


def symmetric_matvec(routine: Callable[..., Any], storage: str) -> Callable[[PyclblastCall], Any]:
    """An adapter for y = alpha A x + beta y with a symmetric or Hermitian A."""

    def compute(c: PyclblastCall) -> Any:
        operands = _stored(c, storage), c.vector("x", c.n), c.vector("y", c.n)
        return routine(*operands, **_factors(c), **_order(storage), **_letters(c, "uplo"), queue=c.queue)

    return compute


def triangular_matvec(routine: Callable[..., Any], storage: str) -> Callable[[PyclblastCall], Any]:
    """An adapter for x = op(A) x, or the solution of op(A) x = b, with a triangular A."""

    def compute(c: PyclblastCall) -> Any:
        letters = _letters(c, "uplo", "trans", "diag")
        return routine(_stored(c, storage), c.vector("x", c.n), **_order(storage), **letters, queue=c.queue)

    return compute


def triangle_update(
    routine: Callable[..., Any], storage: str, *vectors: str
) -> Callable[[PyclblastCall], Any]:
    """An adapter that adds a product of vectors to a symmetric or Hermitian A."""

    def compute(c: PyclblastCall) -> Any:
        operands = *(c.vector(x, c.n) for x in vectors), _stored(c, storage)
        return routine(*operands, alpha=c.alpha, **_order(storage), **_letters(c, "uplo"), queue=c.queue)

    return compute


def _stored(c: PyclblastCall, storage: str) -> Any:
    """A square matrix of which one triangle is used: full, a band of ``k`` diagonals beside the main one, or packed."""
    if storage == "packed":
        return c.packed(c.n)
    return c.matrix("a", c.n, c.n if storage == "full" else c.k + 1)


def _order(storage: str) -> dict[str, Any]:
    """The storage order to pass: by rows for bands and packed triangles; a full matrix has strides."""
    return {} if storage == "full" else {"order": "C"}


def _factors(c: PyclblastCall) -> dict[str, Any]:
    return {"alpha": c.alpha, "beta": c.beta}


def outer_product(routine: Callable[..., Any]) -> Callable[[PyclblastCall], Any]:
    """An adapter for A = alpha x y' + A."""
    return lambda c: routine(
        c.vector("x", c.m), c.vector("y", c.n), c.matrix("a", c.m, c.n), alpha=c.alpha, queue=c.queue
    )


def _stored_shape(flag: Any, rows: int, cols: int) -> tuple[int, int]:
    """The shape of a stored matrix, which ``flag`` transposes."""
    return (cols, rows) if flag else (rows, cols)


def _transposes(c: PyclblastCall) -> dict[str, Any]:
    return {f"trans_{x}": "T" if getattr(c, f"{x}_transp") else "N" for x in "ab"}


def general_matmul(c: PyclblastCall) -> Any:
    """Compute C = alpha op(A) op(B) + beta C."""
    a = c.matrix("a", *_stored_shape(c.a_transp, c.m, c.k))
    b = c.matrix("b", *_stored_shape(c.b_transp, c.k, c.n))
    return routines.gemm(a, b, c=c.matrix("c", c.m, c.n), **_factors(c), **_transposes(c), queue=c.queue)


def _side_operands(c: PyclblastCall) -> tuple[Any, Any]:
    """The square matrix A, whose order the side decides, and B."""
    side = c.n if c.right_side else c.m
    return c.matrix("a", side, side), c.matrix("b", c.m, c.n)


def symmetric_matmul(routine: Callable[..., Any]) -> Callable[[PyclblastCall], Any]:
    """An adapter for C = alpha A B + beta C, or alpha B A + beta C, with a symmetric or Hermitian A."""

    def compute(c: PyclblastCall) -> Any:
        operands, result = _side_operands(c), c.matrix("c", c.m, c.n)
        return routine(*operands, c=result, **_factors(c), **_letters(c, "side", "uplo"), queue=c.queue)

    return compute


def rank_k(
    routine: Callable[..., Any], flag: str, letter: str, *operands: str
) -> Callable[[PyclblastCall], Any]:
    """An adapter that adds products with transposes (``letter`` T) or conjugate transposes (C) to a triangle of C."""

    def compute(c: PyclblastCall) -> Any:
        flip = getattr(c, flag)
        arrays = [c.matrix(x, *_stored_shape(flip, c.n, c.k)) for x in operands]
        options = {**_factors(c), "trans": letter if flip else "N", **_letters(c, "uplo")}
        return routine(*arrays, c=c.matrix("c", c.n, c.n), **options, queue=c.queue)

    return compute


def triangular_matmul(routine: Callable[..., Any]) -> Callable[[PyclblastCall], Any]:
    """An adapter for B = alpha op(A) B or B = alpha B op(A), or the solutions of such systems, with a triangular A."""

    def compute(c: PyclblastCall) -> Any:
        letters = _letters(c, "side", "uplo", "trans", "diag")
        return routine(*_side_operands(c), alpha=c.alpha, **letters, queue=c.queue)

    return compute


def axpy_batched(c: PyclblastCall) -> Any:
    """Compute y = alpha x + y for vectors at offsets."""
    offsets = [np.asarray(list(getattr(c, f"{x}_offsets"))) for x in "xy"]
    steps: dict[str, Any] = {"x_step": c.x_inc, "y_step": c.y_inc}
    operands = c.all_elements("x"), offsets[0], c.all_elements("y"), offsets[1]
    return routines.axpy_offsets(*operands, n=c.n, alpha=list(c.alphas), **steps, queue=c.queue)


def gemm_batched(c: PyclblastCall) -> Any:
    """Compute C = alpha op(A) op(B) + beta C for matrices at offsets."""
    return routines.gemm_offsets(
        c.all_elements("a"),
        list(c.a_offsets),
        c.all_elements("b"),
        list(c.b_offsets),
        c.all_elements("c"),
        list(c.c_offsets),
        m=c.m,
        n=c.n,
        k=c.k,
        lda=c.a_ld,
        ldb=c.b_ld,
        ldc=c.c_ld,
        alpha=list(c.alphas),
        beta=list(c.betas),
        **_transposes(c),
        queue=c.queue,
    )


def gemm_strided(c: PyclblastCall) -> Any:
    """Compute C = alpha op(A) op(B) + beta C for matrices at a fixed stride."""
    a = c.stack("a", *_stored_shape(c.a_transp, c.m, c.k))
    b = c.stack("b", *_stored_shape(c.b_transp, c.k, c.n))
    return routines.gemm_batched(
        a, b, c=c.stack("c", c.m, c.n), **_factors(c), **_transposes(c), queue=c.queue
    )
