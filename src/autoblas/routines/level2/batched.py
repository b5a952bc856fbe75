"""Many products of a matrix and a vector at once: gemv for stacks, and for items that begin anywhere."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from autoblas.arrays import element_type
from autoblas.errors import ArgumentError, ShapeError
from autoblas.routines.call.arguments import option
from autoblas.routines.level3.gemm import gemm_batched, gemm_offsets

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from autoblas.devices.device import Event, Queue

__all__ = ["gemv_batched", "gemv_offsets"]

NAMES = {
    "b": "x",
    "c": "y",
    "b_offsets": "x_offsets",
    "c_offsets": "y_offsets",
    "k": "n",
    "ldb": "x_step",
    "ldc": "y_step",
    "trans_a": "trans",
}
"""What the arguments of the products are called here."""


def gemv_batched(
    a: Any,
    x: Any,
    y: Any = None,
    *,
    alpha: Any = 1.0,
    beta: Any = 0.0,
    trans: str = "N",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """y[i] = alpha op(A[i]) x[i] + beta y[i] for every item of a stack, in one launch.

    Args:
        a: Stack of shape ``(items, m, n)``, or one matrix of shape ``(m, n)`` that all items share; NumPy or pyopencl.
        x: Stack of vectors, ``(items, n)`` where op(A) is A, else ``(items, m)``; or one vector that all share.
        y: Output, ``(items, m)`` or ``(items, n)``; a new one where it is None.
        alpha: Factor of the products, or a vector of ``items`` factors; where one is 0, A and x of that item are
            not read.
        beta: Factor of the old y, or a vector of ``items`` factors; where one is 0, y of that item is not read.
        trans: ``"N"``, ``"T"`` or ``"C"``: what enters of each item of A.
        queue: Where to run.
        wait_for: Events that must have happened before the device starts.

    Returns:
        y; complete for NumPy arrays, else with the event of the launch among its ``events``.

    Raises:
        ArgumentError: an argument does not fit. Nothing was enqueued.
        NoKernelError: no kernel serves this problem on the device.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    option("trans", trans, "NTC")
    columns = _columns("x", x, (1, 2))
    out = None if y is None else _columns("y", y, (2,))
    kinds = {"alpha": alpha, "beta": beta, "c": out, "trans_a": trans, "queue": queue, "wait_for": wait_for}
    with _named_for_vectors():
        found = gemm_batched(a, columns, **kinds)
    return found[:, :, 0] if y is None else y


def gemv_offsets(
    a: Any,
    a_offsets: Any,
    x: Any,
    x_offsets: Any,
    y: Any,
    y_offsets: Any,
    *,
    m: int,
    n: int,
    lda: int | None = None,
    x_step: int = 1,
    y_step: int = 1,
    alpha: Any = 1.0,
    beta: Any = 0.0,
    trans: str = "N",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """y_i = alpha_i op(A_i) x_i + beta_i y_i for row-major matrices and vectors that begin anywhere, in one launch.

    Args:
        a: Vector that holds every A_i; NumPy or pyopencl.
        a_offsets: Where each A_i begins, in elements; one number where all items share it.
        x: Vector that holds every x_i.
        x_offsets: Where each x_i begins; one number where all items share it.
        y: Vector that holds every y_i, which is overwritten and returned.
        y_offsets: Where each y_i begins; they must not overlap.
        m: Rows of each A_i as it is stored.
        n: Columns of each A_i as it is stored.
        lda: From one row of an A_i to the next; by default ``n``.
        x_step: From one element of an x_i to the next, at least 1.
        y_step: The same for y.
        alpha: Factor of the products, or one for each item; where it is 0, A_i and x_i are not read.
        beta: Factor of the old y, or one for each item; where it is 0, y_i is not read.
        trans: ``"N"``, ``"T"`` or ``"C"``: what enters of each A_i.
        queue: Where to run.
        wait_for: Events that must have happened before the device starts.

    Raises:
        ArgumentError: an argument does not fit, or an item does not lie within its vector. Nothing was enqueued.
        NoKernelError: no kernel serves this problem on the device.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    option("trans", trans, "NTC")
    rows, terms = (m, n) if trans == "N" else (n, m)
    with _named_for_vectors():
        return gemm_offsets(
            a,
            a_offsets,
            x,
            x_offsets,
            y,
            y_offsets,
            m=rows,
            n=1,
            k=terms,
            lda=lda,
            ldb=x_step,
            ldc=y_step,
            alpha=alpha,
            beta=beta,
            trans_a=trans,
            queue=queue,
            wait_for=wait_for,
        )


def _columns(argument: str, x: Any, axes: tuple[int, ...]) -> Any:
    """A vector or a stack of them as matrices of one column."""
    element_type(argument, x)
    if len(x.shape) not in axes:
        raise ShapeError(argument, "a stack of vectors (two axes)", f"shape {tuple(x.shape)}")
    return x[:, :, None] if len(x.shape) > 1 else x[:, None]


@contextmanager
def _named_for_vectors() -> Iterator[None]:
    """Errors name the arguments as they are called here."""
    try:
        yield
    except ArgumentError as error:
        raise type(error)(NAMES.get(error.argument, error.argument), error.expected, error.got) from None
