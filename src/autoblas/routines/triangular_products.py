"""The product of a triangular matrix and a general one, in place: trmm."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autoblas.routines.structured import Work, perform
from autoblas.routines.triangular import check

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pyopencl as cl

    from autoblas.problems import Zeros
    from autoblas.routines.steps import Operand, Steps

__all__ = ["trmm"]


def trmm(
    a: Any,
    b: Any,
    *,
    alpha: complex = 1.0,
    side: str = "L",
    uplo: str = "U",
    trans: str = "N",
    diag: str = "N",
    queue: cl.CommandQueue | None = None,
    wait_for: Sequence[cl.Event] | None = None,
) -> Any:
    """B = alpha op(A) B for a triangular A, or alpha B op(A).

    NumPy arrays are complete on return; of a ``pyopencl.array.Array`` the ``events`` end with the call's, and nothing
    is waited for. Any strides and offsets are honoured. Only the products that A's triangle takes part in are computed,
    to the nearest tile: as in other libraries, an infinity in B may meet the zeros beside A's diagonal and give NaN.

    Args:
        a: Triangular matrix of shape ``(m, m)``, or ``(n, n)`` with ``side="R"``, of float16, float32, float64,
            complex64 or complex128.
        b: Matrix of shape ``(m, n)`` and of the same type, overwritten and returned; with ``alpha`` = 0, neither A
            nor B is read.
        alpha: Factor of the product.
        side: ``"L"`` for op(A) B, ``"R"`` for B op(A).
        uplo: The triangle of A that is read, ``"U"`` (upper) or ``"L"`` (lower).
        trans: op(A) is A (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        diag: ``"U"`` for a diagonal of ones, which is not read, else ``"N"``.
        queue: Where to run; by default the queue of ``a``, or this thread's queue on the default device.
        wait_for: Events that must have happened before the device starts, besides those of the arrays.

    Raises:
        ArgumentError: an argument does not fit; ShapeError, StrideError, PrecisionError and DeviceMismatchError
            are its kinds. Nothing was enqueued.
        NoKernelError: no kernel serves this problem on the device.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    arrays = {"a": a, "b": b}
    call = check(arrays, alpha, (side, uplo, trans, diag), queue, wait_for)
    if 0 in call.b.shape:
        return b

    def enqueue(steps: Steps, operands: Mapping[str, Operand]) -> None:
        out = operands["b"]
        if call.alpha == 0:
            steps.scale(out, 0.0)
            return
        order = call.a.rows
        full = steps.scratch("expanded", call.a.precision, order, order)
        steps.copy(
            call.entering(operands["a"]),
            full,
            form="triangular",
            triangle=call.triangle,
            unit=call.unit,
            conjugate=call.conjugated,
        )
        lower = call.triangle == "lower"
        if call.left:
            zeros: Zeros = "a_upper" if lower else "a_lower"
            steps.multiply(full, out, out, alpha=call.alpha, zeros=zeros, own="b")
        else:
            zeros = "b_upper" if lower else "b_lower"
            steps.multiply(out, full, out, alpha=call.alpha, zeros=zeros, own="a")

    def compute(host: Mapping[str, Any]) -> None:
        if call.alpha == 0:
            host["b"][...] = 0
            return
        matrix = call.on_host(host["a"])
        product = matrix @ host["b"] if call.left else host["b"] @ matrix
        host["b"][...] = call.alpha * product

    work = Work("b", True, call.operations, enqueue, compute, idle=call.alpha == 0)
    return perform(arrays, work, queue, wait_for)
