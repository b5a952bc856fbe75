"""Triangular matrices and one vector: products (trmv, tbmv, tpmv) and solutions (trsv, tbsv, tpsv), in place of x.

Calls on NumPy arrays are complete on return; calls on arrays in device memory are enqueued, and leave their event with
the arrays. Any strides are accepted. Of the matrix only the named triangle is read, and its diagonal only where it does
not consist of ones. Singular matrices are not detected: rows before a zero on the diagonal are right.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from autoblas.blas.arguments import check_call, on_host, option
from autoblas.blas.keyed import keyed
from autoblas.blas.level2.blocks import solution_steps
from autoblas.blas.level2.calls import Described, apply, check_output, check_vector
from autoblas.blas.level2.operands import packed_triangle, triangle_in_band, whole_triangle
from autoblas.calls.call_plan import Done
from autoblas.plan.layouts.matvec import MatvecLayout, SolveLayout
from autoblas.problems.views import vector_view

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from autoblas.blas.level2.operands import Folded, Reader
    from autoblas.calls.call_plan import CallPlan
    from autoblas.devices.device import Event, Queue

__all__ = ["tbmv", "tbsv", "tpmv", "tpsv", "trmv", "trsv"]

HALVES_HELD = 2048
"""Halves that are added to in local memory, as float32, which every device has so much of."""


@keyed
def trmv(
    a: Any,
    x: Any,
    *,
    uplo: str = "U",
    trans: str = "N",
    diag: str = "N",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """Compute x = op(A) x for a triangular matrix A.

    Args:
        a: Matrix of shape ``(n, n)`` and any strides, an array of float16, float32, float64, complex64 or complex128;
            the other triangle is not read.
        x: Vector of shape ``(n,)``, of the same type and kind of memory as ``a``, overwritten.
        uplo: ``"U"`` for the upper triangle of A, ``"L"`` for the lower one: the one that is read.
        trans: op(A) is A (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        diag: ``"U"`` where the diagonal of A consists of ones and is not read, else ``"N"``.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``x``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> a = np.array([[1.0, 2.0], [np.nan, 3.0]])  # the lower triangle is not read
        >>> autoblas.trmv(a, np.ones(2))
        array([3., 3.])
    """
    return _product({"a": a, "x": x}, whole_triangle(uplo), trans, diag, queue, wait_for)


@keyed
def tbmv(
    a: Any,
    x: Any,
    *,
    uplo: str = "U",
    trans: str = "N",
    diag: str = "N",
    order: str = "F",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """Compute x = op(A) x for a triangular band matrix A.

    Args:
        a: The k + 1 diagonals of the triangle, an array of float16, float32, float64, complex64 or complex128. Its
            shape is ``(k + 1, n)``, with element (i, j) of A at ``[k + i - j, j]`` for an upper triangle and at ``[i
            - j, j]`` for a lower one; with order ``"C"``, the shape is ``(n, k + 1)`` and the element at ``[i, j -
            i]`` or ``[i, k + j - i]``.
        x: Vector of shape ``(n,)``, of the same type and kind of memory as ``a``, overwritten.
        uplo: ``"U"`` for the upper triangle of A, ``"L"`` for the lower one: the one that is read.
        trans: op(A) is A (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        diag: ``"U"`` where the diagonal of A consists of ones and is not read, else ``"N"``.
        order: ``"F"`` for Netlib's band storage, a diagonal in each row; ``"C"`` for that of CBLAS by rows, a diagonal
            in each column.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``x``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> diagonals = np.array([[0.0, 1.0, 1.0], [2.0, 2.0, 2.0]])
        >>> autoblas.tbmv(diagonals, np.ones(3))
        array([3., 3., 2.])
    """
    return _product({"a": a, "x": x}, triangle_in_band(uplo, order), trans, diag, queue, wait_for)


@keyed
def tpmv(
    ap: Any,
    x: Any,
    *,
    uplo: str = "U",
    trans: str = "N",
    diag: str = "N",
    order: str = "F",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """Compute x = op(A) x for a triangular matrix A that is packed.

    Args:
        ap: Vector of n (n + 1) / 2 elements, an array of float16, float32, float64, complex64 or complex128: the
            columns of the triangle one after the other, or with order ``"C"`` its rows.
        x: Vector of shape ``(n,)``, of the same type and kind of memory as ``ap``, overwritten.
        uplo: ``"U"`` for the upper triangle of A, ``"L"`` for the lower one: the one that is read.
        trans: op(A) is A (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        diag: ``"U"`` where the diagonal of A consists of ones and is not read, else ``"N"``.
        order: ``"F"`` where the columns of the triangle follow each other, ``"C"`` where its rows do.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``x``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> packed = np.array([1.0, 2.0, 3.0])  # the matrix [[1, 2], [0, 3]]
        >>> autoblas.tpmv(packed, np.ones(2))
        array([3., 3.])
    """
    return _product({"ap": ap, "x": x}, packed_triangle(uplo, order), trans, diag, queue, wait_for)


@keyed
def trsv(
    a: Any,
    x: Any,
    *,
    uplo: str = "U",
    trans: str = "N",
    diag: str = "N",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """Solve op(A) x = b for a triangular matrix A; x holds b before and the solution after.

    A singular A is not detected: zeros, infinities and NaN spread as by substitution, and no further.

    Args:
        a: Matrix of shape ``(n, n)`` and any strides, an array of float16, float32, float64, complex64 or complex128;
            the other triangle is not read.
        x: Vector of shape ``(n,)``, of the same type and kind of memory as ``a``, that holds b, overwritten by the
            solution.
        uplo: ``"U"`` for the upper triangle of A, ``"L"`` for the lower one: the one that is read.
        trans: op(A) is A (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        diag: ``"U"`` where the diagonal of A consists of ones and is not read, else ``"N"``.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``x``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> a = np.array([[1.0, 2.0], [np.nan, 4.0]])  # the lower triangle is not read
        >>> autoblas.trsv(a, np.array([5.0, 8.0]))
        array([1., 2.])
    """
    return _solution({"a": a, "x": x}, whole_triangle(uplo), trans, diag, queue, wait_for)


@keyed
def tbsv(
    a: Any,
    x: Any,
    *,
    uplo: str = "U",
    trans: str = "N",
    diag: str = "N",
    order: str = "F",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """Solve op(A) x = b for a triangular band matrix A; x holds b before and the solution after.

    A singular A is not detected: zeros, infinities and NaN spread as by substitution, and no further.

    Args:
        a: The k + 1 diagonals of the triangle, an array of float16, float32, float64, complex64 or complex128. Its
            shape is ``(k + 1, n)``, with element (i, j) of A at ``[k + i - j, j]`` for an upper triangle and at ``[i
            - j, j]`` for a lower one; with order ``"C"``, the shape is ``(n, k + 1)`` and the element at ``[i, j -
            i]`` or ``[i, k + j - i]``.
        x: Vector of shape ``(n,)``, of the same type and kind of memory as ``a``, that holds b, overwritten by the
            solution.
        uplo: ``"U"`` for the upper triangle of A, ``"L"`` for the lower one: the one that is read.
        trans: op(A) is A (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        diag: ``"U"`` where the diagonal of A consists of ones and is not read, else ``"N"``.
        order: ``"F"`` for Netlib's band storage, a diagonal in each row; ``"C"`` for that of CBLAS by rows, a diagonal
            in each column.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``x``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> diagonals = np.array([[0.0, 1.0, 1.0], [2.0, 2.0, 2.0]])
        >>> autoblas.tbsv(diagonals, np.array([3.0, 3.0, 2.0]))
        array([1., 1., 1.])
    """
    return _solution({"a": a, "x": x}, triangle_in_band(uplo, order), trans, diag, queue, wait_for)


@keyed
def tpsv(
    ap: Any,
    x: Any,
    *,
    uplo: str = "U",
    trans: str = "N",
    diag: str = "N",
    order: str = "F",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """Solve op(A) x = b for a packed triangular matrix A; x holds b before and the solution after.

    A singular A is not detected: zeros, infinities and NaN spread as by substitution, and no further.

    Args:
        ap: Vector of n (n + 1) / 2 elements, an array of float16, float32, float64, complex64 or complex128: the
            columns of the triangle one after the other, or with order ``"C"`` its rows.
        x: Vector of shape ``(n,)``, of the same type and kind of memory as ``ap``, that holds b, overwritten by the
            solution.
        uplo: ``"U"`` for the upper triangle of A, ``"L"`` for the lower one: the one that is read.
        trans: op(A) is A (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        diag: ``"U"`` where the diagonal of A consists of ones and is not read, else ``"N"``.
        order: ``"F"`` where the columns of the triangle follow each other, ``"C"`` where its rows do.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``x``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> packed = np.array([1.0, 2.0, 4.0])  # the matrix [[1, 2], [0, 4]]
        >>> autoblas.tpsv(packed, np.array([5.0, 8.0]))
        array([1., 2.])
    """
    return _solution({"ap": ap, "x": x}, packed_triangle(uplo, order), trans, diag, queue, wait_for)


class _Triangle(NamedTuple):
    """The matrix of a call whose arguments were checked.

    Attributes:
        name: Its argument.
        fold: Reads it.
        letter: op.
        unit: Its diagonal is not stored: it consists of ones.
        n: Rows and columns.
        queue: Where to run, as ``check_call`` returned it.
    """

    name: str
    fold: Reader
    letter: str
    unit: bool
    n: int
    queue: Any

    def seen(self, arrays: Mapping[str, Any]) -> tuple[Folded, bool, bool, int]:
        """Its rows where the device sees them, whether they enter transposed, and conjugated; and the step of x."""
        there = self.fold(arrays[self.name])
        conjugate = self.letter == "C" and there.view.precision.is_complex
        return there, (self.letter != "N") != there.transposed, conjugate, vector_view("x", arrays["x"]).step


def _check(
    arrays: dict[str, Any], fold: Reader, trans: Any, diag: Any, queue: Any, wait_for: Any
) -> _Triangle:
    """See that a triangle and a vector fit."""
    letter, unit = option("trans", trans, "NTC"), option("diag", diag, "NU") == "U"
    on_host(arrays)
    name = next(iter(arrays))
    folded = fold(arrays[name])
    check_vector("x", arrays["x"], folded.shape[0], folded.view.precision, name)
    check_output(arrays, "x")
    queue = check_call(queue, wait_for, arrays)
    return _Triangle(name, fold, letter, unit, folded.shape[0], queue)


def _product(
    arrays: dict[str, Any], fold: Reader, trans: Any, diag: Any, queue: Any, wait_for: Any
) -> CallPlan | Done:
    """The plan of a product, through memory that is not x's."""
    matrix = _check(arrays, fold, trans, diag, queue, wait_for)

    def describe(seen: Mapping[str, Any]) -> Described:
        there, across, conjugate, step = matrix.seen(seen)
        layout = MatvecLayout(
            there.view, "triangular", across, matrix.unit, conjugate, step, step, in_place=True
        )
        return Described(layout, {"a": there.shift}, {"a": matrix.name, "y": "x"})

    if not matrix.n:
        return Done(arrays["x"])
    factors = {"alpha": 1.0, "beta": 0.0}
    return apply(arrays, "x", describe, factors, matrix.queue, wait_for, read=set(arrays))


def _solution(
    arrays: dict[str, Any], fold: Reader, trans: Any, diag: Any, queue: Any, wait_for: Any
) -> CallPlan | Done:
    """The plan of a solution."""
    matrix = _check(arrays, fold, trans, diag, queue, wait_for)

    def describe(seen: Mapping[str, Any]) -> Described:
        there, across, conjugate, step = matrix.seen(seen)
        view = there.view
        if across and view.precision.part == "half" and view.rows > HALVES_HELD and view.storage != "packed":
            view, across = view.transposed, False  # a row's sum is rounded once, however its elements lie
        layout = SolveLayout(view, across, matrix.unit, conjugate, step)
        return Described(layout, {"a": there.shift}, {"a": matrix.name})

    if not matrix.n:
        return Done(arrays["x"])
    return apply(arrays, "x", describe, {}, matrix.queue, wait_for, read=set(arrays), divide=solution_steps)
