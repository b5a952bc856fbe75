"""Matrix products: gemm, and many products in one launch, gemm_batched and gemm_offsets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

import numpy as np

from autoblas.arrays.factors import plain_number
from autoblas.blas.arguments import choice, on_host, option, whole_number
from autoblas.blas.host.expressions import gemm_at_once
from autoblas.blas.keyed import keyed, keyed_after, plan_of
from autoblas.blas.level3.products import product_plan
from autoblas.blas.product import prepare
from autoblas.calls.complete import several_devices
from autoblas.calls.dispatch import perform_part
from autoblas.errors import ArgumentError, ShapeError, shown
from autoblas.plan.symbols import number
from autoblas.problems import Accuracy
from autoblas.problems.views import MatrixView, element_type, matrix_view, stack_view

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.calls.several.kept import KeptLoans
    from autoblas.devices.device import Event, Queue
    from autoblas.problems import Activation

__all__ = ["accuracy_of", "gemm", "gemm_batched", "gemm_offsets", "product_part"]

ACCURACIES: tuple[Accuracy, ...] = get_args(Accuracy)


@keyed_after(gemm_at_once)
def gemm(
    a: Any,
    b: Any,
    *,
    alpha: complex = 1.0,
    beta: complex = 0.0,
    c: Any = None,
    trans_a: str = "N",
    trans_b: str = "N",
    dtype: Any = None,
    accumulator: Any = None,
    accuracy: Accuracy = "standard",
    bias: Any = None,
    activation: Activation | None = None,
    queue: Queue | None = None,
    devices: Any = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """C = alpha op(A) op(B) + beta C, with a bias and an activation if they are given.

    NumPy arrays give a NumPy array, complete on return; a device that works in the host's memory reads and writes them
    in place. A ``pyopencl.array.Array`` gives one whose ``events`` end with the event of this call, and nothing is
    waited for. Any strides and offsets are accepted, negative strides too. Small products of NumPy arrays are computed
    by NumPy's BLAS where that is faster, unless ``queue`` is given.

    As in BLAS: with ``beta`` = 0, C is not read; with ``alpha`` = 0 or k = 0, A and B are not read and C becomes
    ``beta`` C; an empty C is returned at once.

    With ``bias`` and ``activation``, C = f(alpha op(A) op(B) + beta C + bias). Both are applied before C is rounded to
    its type, also where the product vanishes.

    Args:
        a: Matrix of shape ``(m, k)``, or ``(k, m)`` where ``trans_a`` is not ``"N"``; an array of float16, float32,
            float64, complex64, complex128, int32 or uint32, or of bfloat16 from the package ml_dtypes. Integers wrap.
        b: Matrix of shape ``(k, n)``, or ``(n, k)`` where ``trans_b`` is not ``"N"``; in the same kind of memory as
            ``a``, and of the same type unless both are real floating-point types.
        alpha: The factor of the product.
        beta: The factor of the old C.
        c: Output of shape ``(m, n)``, overwritten and returned; by default a new row-major array.
        trans_a: op(A) is A (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        trans_b: op(B) is B (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        dtype: Element type of a new C; by default the wider of the types of A and B, float32 for float16 with bfloat16.
        accumulator: The type that products are summed in; by default the widest type of A, B and C, but float32 for
            float16 and bfloat16.
        accuracy: ``"standard"``: errors no larger than those of plain arithmetic in the accumulator's type, by any
            method; ``"strict"``: only IEEE multiplications and additions of that type; ``"fast"``: float32 operands may
            be reduced to the 11 significant bits of tf32, and sums of float16 kept in float16, where that is faster on
            the device.
        bias: Vector of the type of C and of any strides, broadcast as by NumPy: of shape ``(n,)`` or ``(1, n)`` a number
            for each column of C, of shape ``(m, 1)`` one for each row.
        activation: A function f of real floating-point numbers: ``"relu"``, max(x, 0); ``"gelu"``, x times the normal
            distribution function of x; ``"gelu_tanh"``, its usual approximation with tanh; ``"silu"``, x / (1 + exp(-x)).
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        devices: Devices that compute this together: a set of ``autoblas.devices``, or what makes one; of NumPy arrays only,
            and without ``queue``.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        C, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> a, b = np.array([[1.0, 2.0], [3.0, 4.0]]), np.eye(2)
        >>> autoblas.gemm(a, b, trans_a="T", alpha=2.0)
        array([[2., 6.],
               [4., 8.]])
        >>> autoblas.gemm(a, b, bias=np.array([-2.0, 1.0]), activation="relu")
        array([[0., 3.],
               [1., 5.]])
    """
    arrays = {"a": a, "b": b, "c": c}
    if bias is not None:
        arrays["bias"] = bias
    together = several_devices(devices, queue, arrays)
    on_host(arrays, "c")
    views = matrix_view("a", a), matrix_view("b", b)
    layout = None if c is None else matrix_view("c", c)
    call = prepare(views, c, layout, alpha, beta, (trans_a, trans_b), dtype, accumulator, wait_for)
    call = call.with_accuracy(accuracy_of(accuracy))
    if bias is not None or activation is not None:
        call = call.with_epilogue(bias, activation)
    return product_plan(a, b, c, call, queue, wait_for, together, bias)


@keyed
def gemm_batched(
    a: Any,
    b: Any,
    *,
    alpha: Any = 1.0,
    beta: Any = 0.0,
    c: Any = None,
    trans_a: str = "N",
    trans_b: str = "N",
    dtype: Any = None,
    accumulator: Any = None,
    accuracy: Accuracy = "standard",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """C[i] = alpha op(A[i]) op(B[i]) + beta C[i] for every item of a stack, in one launch.

    At least one of A, B and C is a stack. Stacks may have any strides. NumPy arrays give a NumPy array, complete on
    return; a device that works in the host's memory reads and writes them in place. A ``pyopencl.array.Array`` gives
    one whose ``events`` end with the event of this call, and nothing is waited for. Any strides and offsets are
    accepted, negative strides too. Small products of NumPy arrays are computed by NumPy's BLAS where that is faster,
    unless ``queue`` is given.

    Args:
        a: Stack of shape ``(items, m, k)``, or one matrix of shape ``(m, k)`` that all items share; rows and columns
            exchanged where ``trans_a`` is not ``"N"``. An array of float16, float32, float64, complex64, complex128,
            int32 or uint32, or of bfloat16 from the package ml_dtypes. Integers wrap.
        b: Stack of shape ``(items, k, n)``, or one matrix of shape ``(k, n)`` that all items share; rows and columns
            exchanged where ``trans_b`` is not ``"N"``. In the same kind of memory as ``a``, and of the same type unless
            both are real floating-point types.
        alpha: The factor of the products, or a vector of ``items`` factors; where one is 0, A and B of that item are
            not read.
        beta: The factor of the old C, or a vector of ``items`` factors; where one is 0, C of that item is not read.
        c: Output of shape ``(items, m, n)``, overwritten and returned; by default a new stack.
        trans_a: op(A[i]) is A[i] (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        trans_b: op(B[i]) is B[i] (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        dtype: Element type of a new C; by default the wider of the types of A and B, float32 for float16 with bfloat16.
        accumulator: The type that products are summed in; by default the widest type of A, B and C, but float32 for
            float16 and bfloat16.
        accuracy: ``"standard"``: errors no larger than those of plain arithmetic in the accumulator's type, by any
            method; ``"strict"``: only IEEE multiplications and additions of that type; ``"fast"``: float32 operands may
            be reduced to the 11 significant bits of tf32, and sums of float16 kept in float16, where that is faster on
            the device.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        C, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> a, b = np.stack([np.eye(2), 2 * np.eye(2)]), np.ones((2, 2))
        >>> autoblas.gemm_batched(a, b)[1]
        array([[2., 2.],
               [2., 2.]])
    """
    on_host({"a": a, "b": b, "c": c}, "c")
    views = stack_view("a", a), stack_view("b", b)
    layout = None if c is None else stack_view("c", c)
    items = _items(a, b, c)
    factors = _vectors(items, alpha, beta) if _several(alpha) or _several(beta) else None
    if factors is not None:
        alpha, beta = 1.0, _any("beta", factors[1])
    call = prepare(views, c, layout, alpha, beta, (trans_a, trans_b), dtype, accumulator, wait_for, items)
    if factors is not None:
        call = call.listed(*factors)
    call = call.with_accuracy(accuracy_of(accuracy))
    return product_plan(a, b, c, call, queue, wait_for)


@keyed
def gemm_offsets(
    a: Any,
    a_offsets: Any,
    b: Any,
    b_offsets: Any,
    c: Any,
    c_offsets: Any,
    *,
    m: int,
    n: int,
    k: int,
    lda: int | None = None,
    ldb: int | None = None,
    ldc: int | None = None,
    alpha: Any = 1.0,
    beta: Any = 0.0,
    trans_a: str = "N",
    trans_b: str = "N",
    accumulator: Any = None,
    accuracy: Accuracy = "standard",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """C_i = alpha_i op(A_i) op(B_i) + beta_i C_i for matrices at any offsets in one array each, in one launch.

    The matrices are stored by rows.

    Args:
        a: Dense vector that contains every A_i; an array of float16, float32, float64, complex64, complex128, int32
            or uint32, or of bfloat16 from the package ml_dtypes. Integers wrap.
        a_offsets: Where each A_i begins, in elements: a vector of whole numbers, or one number that all items share.
        b: Dense vector that contains every B_i; in the same kind of memory as ``a``, and of the same type unless both
            are real floating-point types.
        b_offsets: Where each B_i begins, in elements: a vector of whole numbers, or one number that all items share.
        c: Dense vector that contains every C_i, overwritten.
        c_offsets: Where each C_i begins, in elements; its length is the number of items. The C_i must not overlap.
        m: Rows of each C_i.
        n: Columns of each C_i.
        k: Columns of each op(A_i), and rows of each op(B_i).
        lda: Elements from one row of an A_i as it is stored to the next; by default the length of a row.
        ldb: Elements from one row of a B_i as it is stored to the next; by default the length of a row.
        ldc: Elements from one row of a C_i to the next; by default ``n``.
        alpha: The factor of the products, or a vector of one factor for each item; where one is 0, A_i and B_i are not
            read.
        beta: The factor of the old C, or a vector of one factor for each item; where one is 0, C_i is not read.
        trans_a: op(A_i) is A_i (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        trans_b: op(B_i) is B_i (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        accumulator: The type that products are summed in; by default the widest type of A, B and C, but float32 for
            float16 and bfloat16.
        accuracy: ``"standard"``: errors no larger than those of plain arithmetic in the accumulator's type, by any
            method; ``"strict"``: only IEEE multiplications and additions of that type; ``"fast"``: float32 operands may
            be reduced to the 11 significant bits of tf32, and sums of float16 kept in float16, where that is faster on
            the device.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``c``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an item does not lie within its array. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> a, b, c = np.arange(8.0), np.eye(2).ravel(), np.zeros(8)
        >>> autoblas.gemm_offsets(a, [0, 4], b, 0, c, [4, 0], m=2, n=2, k=2)
        array([4., 5., 6., 7., 0., 1., 2., 3.])
    """
    on_host({"a": a, "b": b, "c": c})
    flips = option("trans_a", trans_a, "NTC") != "N", option("trans_b", trans_b, "NTC") != "N"
    m, n, k = whole_number("m", m), whole_number("n", n), whole_number("k", k)
    shapes = ((k, m) if flips[0] else (m, k), (n, k) if flips[1] else (k, n), (m, n))
    items = int(np.size(c_offsets))
    lists, views = [], []
    for argument, array, offsets, shape, pitch in (
        ("a", a, a_offsets, shapes[0], lda),
        ("b", b, b_offsets, shapes[1], ldb),
        ("c", c, c_offsets, shapes[2], ldc),
    ):
        view, places = _item_views(argument, array, offsets, shape, pitch, items)
        views.append(view)
        lists.append(places)
    if _overlap(lists[2], views[2]):
        raise ArgumentError("c_offsets", "items that lie apart", "items that overlap")
    factors = _vectors(items, alpha, beta)
    inputs, letters = (views[0], views[1]), (trans_a, trans_b)
    beta = _any("beta", factors[1])
    call = prepare(inputs, c, views[2], 1.0, beta, letters, None, accumulator, wait_for, items)
    call = call.listed(*factors, offsets=tuple(lists))
    call = call.with_accuracy(accuracy_of(accuracy))
    return product_plan(a, b, c, call, queue, wait_for)


def product_part(
    queue: Queue,
    kept: KeptLoans | None,
    a: Any,
    b: Any,
    c: Any,
    factors: tuple[Any, Any],
    letters: tuple[str, str],
) -> None:
    """C = alpha op(A) op(B) + beta C of NumPy arrays, as a part of a larger call.

    Args:
        queue: Where to run.
        kept: Copies on the device of arrays that several parts read, or None.
        a: A.
        b: B.
        c: C.
        factors: alpha and beta.
        letters: ``trans_a`` and ``trans_b``.
    """
    options = {"trans_a": letters[0], "trans_b": letters[1], "queue": queue}
    plan = plan_of(gemm)(a, b, c=c, alpha=number(factors[0]), beta=number(factors[1]), **options)
    perform_part(plan, kept)


def accuracy_of(value: Any) -> Accuracy:
    """One of the accuracies that a product may have.

    Raises:
        ArgumentError: it is none of them.
    """
    accuracy: Accuracy = choice("accuracy", value, ACCURACIES)
    return accuracy


def _items(a: Any, b: Any, c: Any) -> int:
    """The number of items of a batch."""
    counts = {x: y.shape[0] for x, y in (("a", a), ("b", b), ("c", c)) if y is not None and len(y.shape) == 3}
    if not counts:
        raise ShapeError("a", "a stack of matrices (three axes), of a or of b", f"shape {tuple(a.shape)}")
    if c is not None and "c" not in counts:
        raise ShapeError("c", "a stack of matrices (three axes)", f"shape {tuple(c.shape)}")
    first = next(iter(counts))
    for name, count in counts.items():
        if count != counts[first]:
            raise ShapeError(name, f"{counts[first]} items like {first}", f"{count} items")
    return int(counts[first])


def _several(value: Any) -> bool:
    """A factor was given for each item, rather than one for all; ``factor`` judges what is neither."""
    return isinstance(value, (list, tuple)) or (isinstance(value, np.ndarray) and value.ndim > 0)


def _any(argument: str, factors: list[Any]) -> float:
    """1.0 where one of the factors is not 0."""
    return float(any(plain_number(argument, x) != 0 for x in factors))


def _vectors(items: int, alpha: Any, beta: Any) -> tuple[list[Any], list[Any]]:
    """Both factors as lists of one for each item."""
    vectors = []
    for argument, value in (("alpha", alpha), ("beta", beta)):
        if isinstance(value, np.ndarray) and value.ndim > 1:
            raise ShapeError(argument, f"a number or {items} of them", f"shape {value.shape}")
        listed = [value] * items
        if _several(value):
            listed = value.tolist() if isinstance(value, np.ndarray) else list(value)
        if len(listed) != items:
            raise ShapeError(argument, f"a number or {items} of them", f"{len(listed)} numbers")
        vectors.append(listed)
    return vectors[0], vectors[1]


def _item_views(
    argument: str, array: Any, offsets: Any, shape: tuple[int, int], pitch: Any, items: int
) -> tuple[MatrixView, Any]:
    """The layout of the items in a vector, and where each begins, in elements."""
    if len(array.shape) != 1 or (array.size > 1 and array.strides[0] != array.dtype.itemsize):
        raise ShapeError(argument, "a dense vector", f"shape {tuple(array.shape)}")
    precision = element_type(argument, array)
    rows, cols = shape
    dense = max(cols, 1)
    expected = f"a whole number of at least {dense}, the columns of {argument}, and less than 2^31"
    pitch = whole_number(f"ld{argument}", dense if pitch is None else pitch, dense, expected=expected)
    places = np.asarray(offsets)
    if places.size == 0:
        places = places.astype(np.int64)  # an empty list has no type of its own
    if places.dtype.kind not in "iu" or (places.shape != (items,) and (places.ndim or argument == "c")):
        expected = f"{items} whole numbers, one for each item"
        raise ArgumentError(f"{argument}_offsets", expected, shown(offsets))
    extent = (rows - 1) * pitch + cols if rows and cols else 0
    if places.size and (places.min() < 0 or int(places.max()) + extent > array.size):
        raise ArgumentError(
            f"{argument}_offsets",
            f"items of {extent} elements that lie within {argument}, which has {array.size}",
            f"items that begin at elements {places.min()} to {places.max()}",
        )
    shared = places.ndim == 0
    view = MatrixView(precision, rows, cols, pitch, 1, 1 if shared else items, 0 if shared else 1)
    return view, places.astype(np.uint64)


def _overlap(places: Any, view: MatrixView) -> bool:
    """Whether two matrices of one layout that begin at these places have an element in common."""
    if view.rows == 0 or view.cols == 0 or places.size < 2:
        return False
    ordered = np.sort(places).astype(np.int64)
    extent = (view.rows - 1) * view.row_stride + view.cols
    if np.all(np.diff(ordered) >= extent):
        return False
    rows = ordered[:, None] + view.row_stride * np.arange(view.rows)
    starts = np.sort(rows.ravel())
    return bool(np.any(np.diff(starts) < view.cols))
