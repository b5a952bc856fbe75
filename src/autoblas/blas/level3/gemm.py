"""Matrix products: gemm, and many products in one launch, gemm_batched and gemm_offsets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

import numpy as np

from autoblas.arrays.factors import plain_number
from autoblas.blas.arguments import choice, flag, on_host, option, whole_number
from autoblas.blas.level3.products import product_plan
from autoblas.blas.product import prepare
from autoblas.calls.complete import several_devices
from autoblas.calls.dispatch import perform_part
from autoblas.errors import ArgumentError, ShapeError, shown
from autoblas.plan.queues import default_queue
from autoblas.plan.symbols import number
from autoblas.problems import Accuracy
from autoblas.problems.views import MatrixView, element_type, matrix_view, stack_view

if TYPE_CHECKING:
    from autoblas.blas.product import ProductArguments
    from autoblas.calls.call_plan import CallPlan, Done
    from autoblas.calls.several.device_set import DeviceSet
    from autoblas.calls.several.operand_cache import OperandCache
    from autoblas.devices.device import Queue

__all__ = ["accuracy_of", "plan_gemm", "plan_gemm_batched", "plan_gemm_offsets", "product_part"]

ACCURACIES: tuple[Accuracy, ...] = get_args(Accuracy)


def plan_gemm(
    a: Any,
    b: Any,
    *,
    alpha: Any = 1.0,
    beta: Any = 0.0,
    c: Any = None,
    trans_a: Any = "N",
    trans_b: Any = "N",
    dtype: Any = None,
    accumulator: Any = None,
    accuracy: Any = "standard",
    bias: Any = None,
    activation: Any = None,
    invariant: Any = False,
    queue: Any = None,
    devices: Any = None,
    wait_for: Any = None,
) -> CallPlan | Done:
    """The plan of ``gemm``."""
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
    if flag("invariant", invariant):
        _check_invariant(call, together)
        call = call._replace(invariant=True)
        if isinstance(a, np.ndarray) and queue is None:
            queue = default_queue()  # the host's BLAS promises nothing
    return product_plan(a, b, c, call, queue, wait_for, together, bias)


def _check_invariant(call: ProductArguments, devices: DeviceSet | None) -> None:
    """See that the rows of a product can be had without regard to their number.

    Compilers may contract what follows a sum otherwise in vectors than at the last rows.

    Raises:
        ArgumentError: there is a factor, a bias or an activation, or several devices are to compute it.
    """
    for name, value, plain in (("alpha", call.alpha, 1), ("beta", call.beta, 0)):
        if value != plain:
            raise ArgumentError(name, f"{plain} where rows are invariant", repr(value))
    for name, extra in (("bias", call.bias), ("activation", call.activation), ("devices", devices)):
        if extra:
            raise ArgumentError(name, "None where rows are invariant", type(extra).__name__)


def plan_gemm_batched(
    a: Any,
    b: Any,
    *,
    alpha: Any = 1.0,
    beta: Any = 0.0,
    c: Any = None,
    trans_a: Any = "N",
    trans_b: Any = "N",
    dtype: Any = None,
    accumulator: Any = None,
    accuracy: Any = "standard",
    queue: Any = None,
    wait_for: Any = None,
) -> CallPlan | Done:
    """The plan of ``gemm_batched``."""
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


def plan_gemm_offsets(
    a: Any,
    a_offsets: Any,
    b: Any,
    b_offsets: Any,
    c: Any,
    c_offsets: Any,
    *,
    m: Any,
    n: Any,
    k: Any,
    lda: Any = None,
    ldb: Any = None,
    ldc: Any = None,
    alpha: Any = 1.0,
    beta: Any = 0.0,
    trans_a: Any = "N",
    trans_b: Any = "N",
    accumulator: Any = None,
    accuracy: Any = "standard",
    queue: Any = None,
    wait_for: Any = None,
) -> CallPlan | Done:
    """The plan of ``gemm_offsets``."""
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
        view, starts = _item_views(argument, array, offsets, shape, pitch, items)
        views.append(view)
        lists.append(starts)
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
    cache: OperandCache | None,
    a: Any,
    b: Any,
    c: Any,
    factors: tuple[Any, Any],
    letters: tuple[str, str],
) -> None:
    """C = alpha op(A) op(B) + beta C of NumPy arrays, as a part of a larger call.

    Args:
        queue: Where to run.
        cache: Copies on the device of arrays that several parts read, or None.
        a: A.
        b: B.
        c: C.
        factors: alpha and beta.
        letters: ``trans_a`` and ``trans_b``.
    """
    options = {"trans_a": letters[0], "trans_b": letters[1], "queue": queue}
    plan = plan_gemm(a, b, c=c, alpha=number(factors[0]), beta=number(factors[1]), **options)
    perform_part(plan, cache)


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
    starts = np.asarray(offsets)
    if starts.size == 0:
        starts = starts.astype(np.int64)  # an empty list has no type of its own
    if starts.dtype.kind not in "iu" or (starts.shape != (items,) and (starts.ndim or argument == "c")):
        expected = f"{items} whole numbers, one for each item"
        raise ArgumentError(f"{argument}_offsets", expected, shown(offsets))
    extent = (rows - 1) * pitch + cols if rows and cols else 0
    if starts.size and (starts.min() < 0 or int(starts.max()) + extent > array.size):
        raise ArgumentError(
            f"{argument}_offsets",
            f"items of {extent} elements that lie within {argument}, which has {array.size}",
            f"items that begin at elements {starts.min()} to {starts.max()}",
        )
    shared = starts.ndim == 0
    view = MatrixView(precision, rows, cols, pitch, 1, 1 if shared else items, 0 if shared else 1)
    return view, starts.astype(np.uint64)


def _overlap(starts: Any, view: MatrixView) -> bool:
    """True if two matrices of one layout that begin at these elements have an element in common."""
    if view.rows == 0 or view.cols == 0 or starts.size < 2:
        return False
    ordered = np.sort(starts).astype(np.int64)
    extent = (view.rows - 1) * view.row_stride + view.cols
    if np.all(np.diff(ordered) >= extent):
        return False
    rows = ordered[:, None] + view.row_stride * np.arange(view.rows)
    starts = np.sort(rows.ravel())
    return bool(np.any(np.diff(starts) < view.cols))
