"""The product of a triangular matrix and a general one, in place: trmm."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.blas.keyed import keyed, plan_of
from autoblas.blas.level3.gemm import product_part
from autoblas.blas.level3.halves import triangular_in_halves
from autoblas.blas.level3.parts import panel_parts
from autoblas.blas.level3.structured import Work, matrix_plan
from autoblas.blas.level3.triangular import check
from autoblas.calls.call_plan import Done
from autoblas.calls.dispatch import perform_part

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from autoblas.blas.level3.triangular import Call
    from autoblas.blas.plan_builder import Operand, PlanBuilder
    from autoblas.calls.call_plan import CallPlan
    from autoblas.calls.several.kept import KeptLoans
    from autoblas.devices.device import Event, Queue
    from autoblas.problems import Zeros

__all__ = ["add_triangular_product", "trmm"]


@keyed
def trmm(
    a: Any,
    b: Any,
    *,
    alpha: complex = 1.0,
    side: str = "L",
    uplo: str = "U",
    trans: str = "N",
    diag: str = "N",
    queue: Queue | None = None,
    devices: Any = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """B = alpha op(A) B for a triangular A, or alpha B op(A).

    Any strides and offsets are accepted. Small calls on NumPy arrays are computed by NumPy where that is faster, unless
    ``queue`` is given.

    Products with A's zero triangle are left out, except in tiles that meet the diagonal: as in other libraries, an
    infinity in B may be multiplied by a zero beside A's diagonal and give NaN.

    Args:
        a: Triangular matrix of shape ``(m, m)``, or ``(n, n)`` with ``side="R"``; an array of float16, float32,
            float64, complex64 or complex128. float16 is summed in float32.
        b: Matrix of shape ``(m, n)``, of the same type and kind of memory as ``a``, overwritten.
        alpha: The factor of the product; with 0, neither A nor B is read.
        side: ``"L"`` for op(A) B, ``"R"`` for B op(A).
        uplo: ``"U"`` for the upper triangle of A, ``"L"`` for the lower one: the one that is read.
        trans: op(A) is A (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        diag: ``"U"`` where the diagonal of A consists of ones and is not read, else ``"N"``.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        devices: Devices that compute this together: a set of ``autoblas.devices``, or what makes one; of NumPy arrays only,
            and without ``queue``.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``b``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> a = np.array([[1.0, 2.0], [np.nan, 3.0]])  # the lower triangle is not read
        >>> autoblas.trmm(a, np.eye(2))
        array([[1., 2.],
               [0., 3.]])
    """
    arrays = {"a": a, "b": b}
    call = check(arrays, alpha, (side, uplo, trans, diag), queue, wait_for)
    if 0 in call.b.shape:
        return Done(b)

    def add(builder: PlanBuilder, operands: Mapping[str, Operand]) -> None:
        if call.alpha == 0:
            builder.scale(operands["b"], 0.0)
        else:
            add_triangular_product(builder, call, operands["a"], operands["b"])

    def compute(host: Mapping[str, Any]) -> None:
        if call.alpha == 0:
            host["b"][...] = 0
            return
        matrix = call.on_host(host["a"])
        lower = call.triangle == "lower"
        if call.left:
            product = product_with_triangle(matrix, host["b"], lower=lower)
        else:
            product = product_with_triangle(matrix.T, host["b"].T, lower=not lower).T
        host["b"][...] = call.alpha.value * product

    def plan(a: Any, b: Any, queue: Queue) -> CallPlan | Done:
        part: CallPlan | Done = plan_of(trmm)(a, b, alpha=call.alpha.value, queue=queue, **call.letters)
        return part

    def in_halves(queue: Queue, kept: KeptLoans | None) -> None:
        def multiply(a: Any, b: Any) -> None:
            perform_part(plan(a, b, queue), kept)

        triangular_in_halves(a, b, call, multiply, partial(product_part, queue, kept))

    def parts(count: int) -> Any:
        def panel(queue: Queue, place: Any) -> CallPlan | Done:
            return plan(a, b[place], queue)

        return panel_parts(a, (b,), call.left, call.operations, count, panel, reads=True)

    work = Work("b", True, call.operations, add, compute, call.alpha == 0, in_halves, "trmm", parts)
    return matrix_plan(arrays, work, queue, wait_for, devices)


def add_triangular_product(builder: PlanBuilder, call: Call, a: Operand, b: Operand) -> None:
    """Add the launches of a call whose factor is not 0: op(A) is copied with zeros, then multiplied in place of B.

    Args:
        builder: The launches before them.
        call: The checked arguments.
        a: A where the device sees it.
        b: B, likewise.
    """
    order, lower = call.a.rows, call.triangle == "lower"
    full = builder.temporary("expanded", call.a.precision, order, order)
    entry: dict[str, Any] = {"triangle": call.triangle, "unit": call.unit, "conjugate": call.conjugated}
    builder.copy(call.entering(a), full, form="triangular", **entry)
    if call.left:
        zeros: Zeros = "a_upper" if lower else "a_lower"
        builder.multiply(full, b, b, alpha=call.alpha, zeros=zeros, own="b")
    else:
        zeros = "b_upper" if lower else "b_lower"
        builder.multiply(b, full, b, alpha=call.alpha, zeros=zeros, own="a")


def product_with_triangle(a: Any, b: Any, *, lower: bool) -> Any:
    """A B of NumPy arrays, for an A with zeros outside of a triangle, by which nothing is multiplied.

    The row that all rows of B enter shows the columns that hold numbers which are not finite, and these alone are computed
    again, row by row.
    """
    product = a @ b
    columns = np.flatnonzero(~np.isfinite(product[-1 if lower else 0]))
    for i in range(len(a) if columns.size else 0):
        entering = slice(0, i + 1) if lower else slice(i, None)
        product[i, columns] = a[i, entering] @ b[entering][:, columns]
    return product
