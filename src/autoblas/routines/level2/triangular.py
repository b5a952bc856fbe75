"""Triangular matrices and one vector: products (trmv, tbmv, tpmv) and solutions (trsv, tbsv, tpsv), in place of x.

Arrays and events are as for ``autoblas.routines.level2.products``. Of the matrix only the named triangle is read, and its
diagonal only where it does not consist of ones. Nothing is tested for singularity.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from autoblas.arrays import vector_view
from autoblas.routines.call.arguments import check_call, chosen_queue, on_host, option
from autoblas.routines.host.level12 import triangular_on_host
from autoblas.routines.level2.blocks import in_blocks, is_better_in_blocks
from autoblas.routines.level2.calls import Described, apply, check_output, check_vector
from autoblas.routines.level2.operands import packed_triangle, triangle_in_band, whole_triangle
from autoblas.runtime.context import queue_device
from autoblas.runtime.layouts.matvec import MatvecLayout, SolveLayout

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from autoblas.devices.device import Event, Queue
    from autoblas.routines.level2.operands import Folded, Reader

__all__ = ["tbmv", "tbsv", "tpmv", "tpsv", "trmv", "trsv"]

HALVES_HELD = 2048
"""Halves that are added to in local memory, as float32, which every device has so much of."""


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
        a: Matrix of shape ``(n, n)``; of float16, float32, float64, complex64 or complex128.
        x: Vector of shape ``(n,)``, overwritten and returned.
        uplo: The triangle that is read, ``"U"`` (upper) or ``"L"`` (lower).
        trans: op(A) is A (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        diag: ``"U"`` for a diagonal of ones, which is not read, else ``"N"``.
        queue: Where to run; by default the queue of the first array, or this thread's queue on the default device.
        wait_for: Events that must have happened before the device starts, besides those of the arrays.

    Raises:
        ArgumentError: an argument does not fit; ShapeError, StrideError, PrecisionError and DeviceMismatchError are
            its kinds. Nothing was enqueued.
        NoKernelError: no kernel serves this problem on the device.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    if queue is None and wait_for is None and triangular_on_host("trmv", a, x, uplo, trans, diag) is not None:
        return x
    return _product({"a": a, "x": x}, whole_triangle(uplo), trans, diag, queue, wait_for)


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
    """Compute x = op(A) x for a triangular matrix A that is stored as a band.

    Args:
        a: The k + 1 diagonals of the triangle, of shape ``(k + 1, n)``: element (i, j) of an upper one at
            ``[k + i - j, j]``, of a lower one at ``[i - j, j]``; with order ``"C"`` of shape ``(n, k + 1)``: at ``[i, j - i]``
            and ``[i, k + j - i]``.
        x: Vector of shape ``(n,)``, overwritten and returned.
        uplo: The triangle that is read, ``"U"`` (upper) or ``"L"`` (lower).
        trans: op(A) is A (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        diag: ``"U"`` for a diagonal of ones, which is not read, else ``"N"``.
        order: ``"F"`` for Netlib's storage, ``"C"`` for that of CBLAS by rows.
        queue: Where to run; by default the queue of the first array, or this thread's queue on the default device.
        wait_for: Events that must have happened before the device starts, besides those of the arrays.

    Raises:
        ArgumentError: an argument does not fit. Nothing was enqueued.
        NoKernelError: no kernel serves this problem on the device.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    return _product({"a": a, "x": x}, triangle_in_band(uplo, order), trans, diag, queue, wait_for)


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
        ap: Vector of n (n + 1) / 2 elements, the columns of the triangle one behind the other; with order ``"C"`` its
            rows.
        x: Vector of shape ``(n,)``, overwritten and returned.
        uplo: The triangle that is read, ``"U"`` (upper) or ``"L"`` (lower).
        trans: op(A) is A (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        diag: ``"U"`` for a diagonal of ones, which is not read, else ``"N"``.
        order: ``"F"`` for columns one behind the other, ``"C"`` for rows.
        queue: Where to run; by default the queue of the first array, or this thread's queue on the default device.
        wait_for: Events that must have happened before the device starts, besides those of the arrays.

    Raises:
        ArgumentError: an argument does not fit. Nothing was enqueued.
        NoKernelError: no kernel serves this problem on the device.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    return _product({"ap": ap, "x": x}, packed_triangle(uplo, order), trans, diag, queue, wait_for)


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

    Args:
        a: Matrix of shape ``(n, n)``; of float16, float32, float64, complex64 or complex128.
        x: Vector of shape ``(n,)``, overwritten and returned.
        uplo: The triangle that is read, ``"U"`` (upper) or ``"L"`` (lower).
        trans: op(A) is A (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        diag: ``"U"`` for a diagonal of ones, which is not read, else ``"N"``.
        queue: Where to run; by default the queue of the first array, or this thread's queue on the default device.
        wait_for: Events that must have happened before the device starts, besides those of the arrays.

    Raises:
        ArgumentError: an argument does not fit. Nothing was enqueued.
        NoKernelError: no kernel serves this problem on the device.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    if queue is None and wait_for is None and triangular_on_host("trsv", a, x, uplo, trans, diag) is not None:
        return x
    return _solution({"a": a, "x": x}, whole_triangle(uplo), trans, diag, queue, wait_for)


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
    """Solve op(A) x = b for a triangular matrix A that is stored as a band; x holds b before and the solution after.

    Args:
        a: The k + 1 diagonals of the triangle, of shape ``(k + 1, n)``: element (i, j) of an upper one at
            ``[k + i - j, j]``, of a lower one at ``[i - j, j]``; with order ``"C"`` of shape ``(n, k + 1)``: at ``[i, j - i]``
            and ``[i, k + j - i]``.
        x: Vector of shape ``(n,)``, overwritten and returned.
        uplo: The triangle that is read, ``"U"`` (upper) or ``"L"`` (lower).
        trans: op(A) is A (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        diag: ``"U"`` for a diagonal of ones, which is not read, else ``"N"``.
        order: ``"F"`` for Netlib's storage, ``"C"`` for that of CBLAS by rows.
        queue: Where to run; by default the queue of the first array, or this thread's queue on the default device.
        wait_for: Events that must have happened before the device starts, besides those of the arrays.

    Raises:
        ArgumentError: an argument does not fit. Nothing was enqueued.
        NoKernelError: no kernel serves this problem on the device.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    return _solution({"a": a, "x": x}, triangle_in_band(uplo, order), trans, diag, queue, wait_for)


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
    """Solve op(A) x = b for a triangular matrix A that is packed; x holds b before and the solution after.

    Args:
        ap: Vector of n (n + 1) / 2 elements, the columns of the triangle one behind the other; with order ``"C"`` its
            rows.
        x: Vector of shape ``(n,)``, overwritten and returned.
        uplo: The triangle that is read, ``"U"`` (upper) or ``"L"`` (lower).
        trans: op(A) is A (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        diag: ``"U"`` for a diagonal of ones, which is not read, else ``"N"``.
        order: ``"F"`` for columns one behind the other, ``"C"`` for rows.
        queue: Where to run; by default the queue of the first array, or this thread's queue on the default device.
        wait_for: Events that must have happened before the device starts, besides those of the arrays.

    Raises:
        ArgumentError: an argument does not fit. Nothing was enqueued.
        NoKernelError: no kernel serves this problem on the device.
        DeviceError: there is no device, or it refused to compile or run a kernel.
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
    """

    name: str
    fold: Reader
    letter: str
    unit: bool
    n: int

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
    check_call(queue, wait_for, arrays)
    return _Triangle(name, fold, letter, unit, folded.shape[0])


def _product(arrays: dict[str, Any], fold: Reader, trans: Any, diag: Any, queue: Any, wait_for: Any) -> Any:
    """Multiply, through memory that is not x's."""
    matrix = _check(arrays, fold, trans, diag, queue, wait_for)

    def describe(seen: Mapping[str, Any]) -> Described:
        there, across, conjugate, step = matrix.seen(seen)
        layout = MatvecLayout(
            there.view, "triangular", across, matrix.unit, conjugate, step, step, in_place=True
        )
        return Described(layout, {"a": there.shift}, {"a": matrix.name, "y": "x"})

    if matrix.n:
        factors = {"alpha": 1.0, "beta": 0.0}
        apply(arrays, "x", describe, factors, queue, wait_for, read=set(arrays))
    return arrays["x"]


def _solution(arrays: dict[str, Any], fold: Reader, trans: Any, diag: Any, queue: Any, wait_for: Any) -> Any:
    """Solve."""
    matrix = _check(arrays, fold, trans, diag, queue, wait_for)
    facts = queue_device(chosen_queue(queue, arrays)).facts

    def describe(seen: Mapping[str, Any]) -> Sequence[Described]:
        there, across, conjugate, step = matrix.seen(seen)
        view = there.view
        if across and view.precision.part == "half" and view.rows > HALVES_HELD and view.storage != "packed":
            view, across = view.transposed, False  # a row's sum is rounded once, however its elements lie
        layout = SolveLayout(view, across, matrix.unit, conjugate, step)
        whole = Described(layout, {"a": there.shift}, {"a": matrix.name})
        return in_blocks(whole, layout) if is_better_in_blocks(layout, facts) else [whole]

    if matrix.n:
        apply(arrays, "x", describe, {}, queue, wait_for, read=set(arrays))
    return arrays["x"]
