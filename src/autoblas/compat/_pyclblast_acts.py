"""What PyCLBlast's functions do: each takes the arguments of a call and hands views to one of our routines.

They return what was written, or an event. A function here that is given a routine returns one for that routine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array

from autoblas.errors import PrecisionError
from autoblas.routines.level1 import batched as vector_batched
from autoblas.routines.level2 import products as matvec
from autoblas.routines.level3 import gemm as matmul

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.compat._pyclblast_calls import Call

__all__ = [
    "axpy_batched",
    "by_triangle",
    "gemm_batched",
    "gemm_strided",
    "matrix_by_triangle",
    "matrix_product",
    "on_vectors",
    "outer_product",
    "place_of",
    "rank_k",
    "sum_of",
    "times_band",
    "times_matrix",
    "times_symmetric",
    "update",
    "with_symmetric",
]


def on_vectors(routine: Callable[..., Any], *factors: str) -> Callable[[Call], Any]:
    """A routine of two vectors of ``n`` elements."""
    return lambda c: routine(
        c.vector("x", c.n), c.vector("y", c.n), **{name: getattr(c, name) for name in factors}, queue=c.queue
    )


def sum_of(routine: Callable[..., Any], out: str, *vectors: str, real: bool = False) -> Callable[[Call], Any]:
    """A reduction whose result has the type of the elements; of complex ones perhaps only the real part counts."""

    def act(c: Call) -> Any:
        if getattr(c, out).dtype != c.x.dtype:
            raise PrecisionError(out, f"{c.x.dtype} like x", str(getattr(c, out).dtype))
        return routine(*(c.vector(x, c.n) for x in vectors), out=c.place(out, real=real), queue=c.queue)

    return act


def place_of(routine: Callable[..., Any], out: str) -> Callable[[Call], Any]:
    """A reduction to the place of an element, written as the unsigned integer that the output holds."""

    def act(c: Call) -> Any:
        target = c.place(out)
        if target.dtype.kind != "u":
            raise PrecisionError(out, "uint16, uint32 or uint64", str(target.dtype))
        found = routine(c.vector("x", c.n), out=cl_array.empty(c.queue, (1,), np.int64), queue=c.queue)
        event = cl.enqueue_copy(
            c.queue,
            target.base_data,
            found.base_data,
            byte_count=target.dtype.itemsize,  # the low bytes, which come first
            dst_offset=target.offset,
            wait_for=[*found.events, *target.events],
        )
        target.events.append(event)
        return event

    return act


def _letters(c: Call, *names: str) -> dict[str, Any]:
    """The options of ours that PyCLBlast's flags mean."""
    known: dict[str, Callable[[], str]] = {
        "uplo": lambda: "L" if c.lower_triangle else "U",
        "trans": lambda: "T" if c.a_transp else "N",
        "diag": lambda: "U" if c.unit_diagonal else "N",
        "side": lambda: "R" if c.right_side else "L",
    }
    return {name: known[name]() for name in names}


def times_matrix(c: Call) -> Any:
    """Y = alpha op(A) x + beta y."""
    x, y = (c.m, c.n) if c.a_transp else (c.n, c.m)
    operands = c.matrix("a", c.m, c.n), c.vector("x", x), c.vector("y", y)
    how = _factors(c) | _letters(c, "trans")
    return matvec.gemv(*operands, **how, queue=c.queue)


def times_band(c: Call) -> Any:
    """Y = alpha op(A) x + beta y of a band."""
    x, y = (c.m, c.n) if c.a_transp else (c.n, c.m)
    return matvec.gbmv(
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


def times_symmetric(routine: Callable[..., Any], stored: str) -> Callable[[Call], Any]:
    """Y = alpha A x + beta y of a symmetric or Hermitian A."""

    def act(c: Call) -> Any:
        operands = _stored(c, stored), c.vector("x", c.n), c.vector("y", c.n)
        return routine(*operands, **_factors(c), **_order(stored), **_letters(c, "uplo"), queue=c.queue)

    return act


def by_triangle(routine: Callable[..., Any], stored: str) -> Callable[[Call], Any]:
    """X = op(A) x or its inverse, of a triangle."""

    def act(c: Call) -> Any:
        letters = _letters(c, "uplo", "trans", "diag")
        return routine(_stored(c, stored), c.vector("x", c.n), **_order(stored), **letters, queue=c.queue)

    return act


def update(routine: Callable[..., Any], stored: str, *vectors: str) -> Callable[[Call], Any]:
    """A symmetric or Hermitian A plus a product of vectors."""

    def act(c: Call) -> Any:
        operands = *(c.vector(x, c.n) for x in vectors), _stored(c, stored)
        return routine(*operands, alpha=c.alpha, **_order(stored), **_letters(c, "uplo"), queue=c.queue)

    return act


def _stored(c: Call, how: str) -> Any:
    """A square matrix, of which a triangle counts: whole, a band of ``k`` diagonals beside the main one, or packed."""
    if how == "packed":
        return c.packed(c.n)
    return c.matrix("a", c.n, c.n if how == "whole" else c.k + 1)


def _order(stored: str) -> dict[str, Any]:
    """Bands and packed triangles are those of a row-major matrix, which a whole matrix says itself."""
    return {} if stored == "whole" else {"order": "C"}


def _factors(c: Call) -> dict[str, Any]:
    return {"alpha": c.alpha, "beta": c.beta}


def outer_product(routine: Callable[..., Any]) -> Callable[[Call], Any]:
    """A = alpha x y' + A."""
    return lambda c: routine(
        c.vector("x", c.m), c.vector("y", c.n), c.matrix("a", c.m, c.n), alpha=c.alpha, queue=c.queue
    )


def _flipped(flag: Any, rows: int, cols: int) -> tuple[int, int]:
    """The shape of a matrix as it is stored."""
    return (cols, rows) if flag else (rows, cols)


def _transposes(c: Call) -> dict[str, Any]:
    return {f"trans_{x}": "T" if getattr(c, f"{x}_transp") else "N" for x in "ab"}


def matrix_product(c: Call) -> Any:
    """C = alpha op(A) op(B) + beta C."""
    a = c.matrix("a", *_flipped(c.a_transp, c.m, c.k))
    b = c.matrix("b", *_flipped(c.b_transp, c.k, c.n))
    return matmul.gemm(a, b, c=c.matrix("c", c.m, c.n), **_factors(c), **_transposes(c), queue=c.queue)


def _beside(c: Call) -> tuple[Any, Any]:
    """A square A and the B that it stands beside."""
    side = c.n if c.right_side else c.m
    return c.matrix("a", side, side), c.matrix("b", c.m, c.n)


def with_symmetric(routine: Callable[..., Any]) -> Callable[[Call], Any]:
    """C = alpha A B + beta C, or B A, of a symmetric or Hermitian A."""

    def act(c: Call) -> Any:
        operands, result = _beside(c), c.matrix("c", c.m, c.n)
        return routine(*operands, c=result, **_factors(c), **_letters(c, "side", "uplo"), queue=c.queue)

    return act


def rank_k(routine: Callable[..., Any], flag: str, letter: str, *operands: str) -> Callable[[Call], Any]:
    """A triangle of C plus products of matrices with their transposes (``letter`` T) or conjugate transposes (C)."""

    def act(c: Call) -> Any:
        flip = getattr(c, flag)
        given = [c.matrix(x, *_flipped(flip, c.n, c.k)) for x in operands]
        how = {**_factors(c), "trans": letter if flip else "N", **_letters(c, "uplo")}
        return routine(*given, c=c.matrix("c", c.n, c.n), **how, queue=c.queue)

    return act


def matrix_by_triangle(routine: Callable[..., Any]) -> Callable[[Call], Any]:
    """B = alpha op(A) B or its inverse, or B op(A), of a triangle."""

    def act(c: Call) -> Any:
        letters = _letters(c, "side", "uplo", "trans", "diag")
        return routine(*_beside(c), alpha=c.alpha, **letters, queue=c.queue)

    return act


def axpy_batched(c: Call) -> Any:
    """Y = alpha x + y of vectors that begin anywhere."""
    offsets = [np.asarray(list(getattr(c, f"{x}_offsets"))) for x in "xy"]
    steps: dict[str, Any] = {"x_step": c.x_inc, "y_step": c.y_inc}
    operands = c.whole("x"), offsets[0], c.whole("y"), offsets[1]
    return vector_batched.axpy_offsets(*operands, n=c.n, alpha=list(c.alphas), **steps, queue=c.queue)


def gemm_batched(c: Call) -> Any:
    """C = alpha op(A) op(B) + beta C of matrices that begin anywhere."""
    return matmul.gemm_offsets(
        c.whole("a"),
        list(c.a_offsets),
        c.whole("b"),
        list(c.b_offsets),
        c.whole("c"),
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


def gemm_strided(c: Call) -> Any:
    """C = alpha op(A) op(B) + beta C of matrices at a fixed distance."""
    a = c.stack("a", *_flipped(c.a_transp, c.m, c.k))
    b = c.stack("b", *_flipped(c.b_transp, c.k, c.n))
    return matmul.gemm_batched(a, b, c=c.stack("c", c.m, c.n), **_factors(c), **_transposes(c), queue=c.queue)
