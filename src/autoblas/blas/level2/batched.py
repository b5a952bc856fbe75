"""Many products of a matrix and a vector in one launch: gemv for stacks, and for items at given offsets."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.arrays.adapter import adapter_for
from autoblas.blas.arguments import option
from autoblas.blas.keyed import keyed, plan_of
from autoblas.blas.level3.gemm import gemm_batched, gemm_offsets
from autoblas.calls.call_plan import Done
from autoblas.errors import ArgumentError, ShapeError
from autoblas.problems.views import element_type

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from autoblas.calls.call_plan import CallPlan, PlacedArray
    from autoblas.devices.device import Event, Queue
    from autoblas.plan.symbols import Launch, Target

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


@keyed
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
        a: Stack of shape ``(items, m, n)``, or one matrix of shape ``(m, n)`` that all items share; an array of
            float16, float32, float64, complex64 or complex128.
        x: Stack of shape ``(items, n)``, with a transposed A ``(items, m)``; or one vector that all items share.
        y: Stack of shape ``(items, m)``, with a transposed A ``(items, n)``, overwritten; by default a new stack.
        alpha: The factor of the products, or a vector of ``items`` factors; where one is 0, A and x of that item are
            not read.
        beta: The factor of the old y, or a vector of ``items`` factors; where one is 0, y of that item is not read.
        trans: op(A[i]) is A[i] (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``y``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> a, x = np.stack([np.eye(2), 2 * np.eye(2)]), np.ones((2, 2))
        >>> autoblas.gemv_batched(a, x)
        array([[1., 1.],
               [2., 2.]])
    """
    option("trans", trans, "NTC")
    columns = _columns("x", x, (1, 2))
    out = None if y is None else _columns("y", y, (2,))
    kinds = {"alpha": alpha, "beta": beta, "c": out, "trans_a": trans, "queue": queue, "wait_for": wait_for}
    with _named_for_vectors():
        plan: CallPlan | Done = plan_of(gemm_batched)(a, columns, **kinds)
    if y is None:
        y = plan.result.reshape(*plan.result.shape[:2])
    return plan._replace(result=y) if isinstance(plan, Done) else _of_vectors(plan, x, y)


@keyed
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
    """y_i = alpha_i op(A_i) x_i + beta_i y_i for items at any offsets in one array each, in one launch.

    The matrices are stored by rows.

    Args:
        a: Dense vector that contains every A_i, an array of float16, float32, float64, complex64 or complex128.
        a_offsets: Where each A_i begins, in elements: a vector of whole numbers, or one number that all items share.
        x: Dense vector that contains every x_i.
        x_offsets: Where each x_i begins, in elements: a vector of whole numbers, or one number that all items share.
        y: Dense vector that contains every y_i, overwritten.
        y_offsets: Where each y_i begins, in elements; its length is the number of items. The y_i must not overlap.
        m: Rows of each A_i as it is stored.
        n: Columns of each A_i as it is stored.
        lda: Elements from one row of an A_i to the next, at least ``n``, which is the default.
        x_step: Elements from one element of an x_i to the next, at least 1.
        y_step: Elements from one element of a y_i to the next, at least 1.
        alpha: The factor of the products, or a vector of one factor for each item; where one is 0, A_i and x_i are not
            read.
        beta: The factor of the old y, or a vector of one factor for each item; where one is 0, y_i is not read.
        trans: op(A_i) is A_i (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``y``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an item does not lie within its array. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> a, x, y = np.arange(8.0), np.ones(2), np.zeros(4)
        >>> autoblas.gemv_offsets(a, [0, 4], x, [0, 0], y, [0, 2], m=2, n=2)
        array([ 1.,  5.,  9., 13.])
    """
    trans = option("trans", trans, "NTC")
    rows, terms = (m, n) if trans == "N" else (n, m)
    with _named_for_vectors():
        return plan_of(gemm_offsets)(
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


def _of_vectors(plan: CallPlan, x: Any, y: Any) -> CallPlan:
    """The plan of a product with matrices of one column, for the vectors themselves."""
    vectors = {"b": x, "c": y}

    def launches(target: Target, placed: Mapping[str, PlacedArray]) -> Sequence[Launch]:
        columns = {
            name: (plan.arrays[name] if seen is vectors[name] else seen[..., None], memory, offset)
            for name, (seen, memory, offset) in placed.items()
            if name in vectors
        }
        return plan.launches(target, {**placed, **columns})

    return plan._replace(
        arrays={name: vectors.get(name, array) for name, array in plan.arrays.items()},
        launches=launches,
        result=y,
        created=[new._replace(array=y, shape=tuple(y.shape)) for new in plan.created],
        streamed=None,
    )


def _columns(argument: str, x: Any, axes: tuple[int, ...]) -> Any:
    """A vector or a stack of them as matrices of one column."""
    element_type(argument, x)
    if len(x.shape) not in axes:
        raise ShapeError(argument, "a stack of vectors (two axes)", f"shape {tuple(x.shape)}")
    return x[..., None] if isinstance(x, np.ndarray) else adapter_for(x).as_columns(argument, x)


@contextmanager
def _named_for_vectors() -> Iterator[None]:
    """Errors name the arguments as they are called here."""
    try:
        yield
    except ArgumentError as error:
        raise type(error)(NAMES.get(error.argument, error.argument), error.expected, error.got) from None
