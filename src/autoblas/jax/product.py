"""Products of JAX's arrays as an operation of its programs, with derivatives and ``vmap``, computed by a callback.

XLA calls Python with the buffers of operands and result and with its stream, on which the kernel is launched.
"""

from __future__ import annotations

import functools
import logging
import math
from typing import TYPE_CHECKING, Any

import numpy as np

import autoblas
from autoblas.arrays.adapter import adapter_for
from autoblas.arrays.cuda.array import CudaArray
from autoblas.arrays.cuda.libraries import LIBRARIES
from autoblas.blas.level3.gemm import accuracy_of
from autoblas.errors import AutoblasError, PrecisionError, ShapeError
from autoblas.jax.library import library
from autoblas.precision import listed
from autoblas.problems.contraction import Dimensions, StackLayout, contraction_of, dense, free_axes, layout_of

if TYPE_CHECKING:
    from autoblas.jax.library import Library
    from autoblas.problems import Accuracy

__all__ = ["Stream", "by_callback", "compute", "matmul", "product"]

LOG = logging.getLogger("autoblas.jax")

TYPES = ("float16", "bfloat16", "float32", "float64", "complex64", "complex128")

HOST = 1
"""DLPack's number for the host's memory."""


def matmul(a: Any, b: Any, *, accuracy: Accuracy = "standard") -> Any:
    """The product of two arrays of JAX, inside and outside of compiled functions, with derivatives.

    Args:
        a: Matrix of shape ``(m, k)``, or a stack of shape ``(..., m, k)``, of float16, bfloat16, float32, float64,
            complex64 or complex128, in CUDA memory or on the host.
        b: Matrix of shape ``(k, n)``, or a stack ``(..., k, n)`` of as many, of the same type.
        accuracy: As in ``gemm``, also for derivatives.

    Returns:
        A new array of shape ``(..., m, n)``.

    Raises:
        ArgumentError: an argument does not fit.
        DeviceError: JAX was not imported, or lacks what is needed.
    """
    parts = library()
    a, b = parts.jax.numpy.asarray(a), parts.jax.numpy.asarray(b)
    accuracy = accuracy_of(accuracy)
    if a.dtype.name not in TYPES:
        raise PrecisionError("a", listed(TYPES), str(a.dtype))
    if a.dtype != b.dtype:
        raise PrecisionError("b", f"{a.dtype} like a", str(b.dtype))
    if a.ndim < 2:
        raise ShapeError("a", "a matrix or a stack of matrices", f"shape {a.shape}")
    if a.shape[:-2] != b.shape[:-2] or a.shape[-1:] != b.shape[-2:-1]:
        fitting = ", ".join(map(str, (*a.shape[:-2], a.shape[-1], "n")))
        raise ShapeError("b", f"shape ({fitting}), because a has shape {a.shape}", f"shape {b.shape}")
    stack = tuple(range(a.ndim - 2))
    return product(
        parts, *parts.with_equal_axes(a, b), (((a.ndim - 1,), (a.ndim - 2,)), (stack, stack)), accuracy
    )


def product(parts: Library, a: Any, b: Any, dims: Any, accuracy: str) -> Any:
    """The product of two arrays over axes of any order."""
    return primitive(parts).bind(a, b, dimension_numbers=dims, accuracy=accuracy)


@functools.cache
def primitive(parts: Library) -> Any:
    """The operation, registered with JAX once a process."""
    operation = parts.Primitive("autoblas_product")
    operation.def_impl(lambda a, b, **options: _compiled(parts, **options)(a, b))
    operation.def_abstract_eval(functools.partial(_abstract, parts))
    parts.ad.defbilinear(
        operation, functools.partial(_transpose, parts, 0), functools.partial(_transpose, parts, 1)
    )
    parts.batching.primitive_batchers[operation] = functools.partial(_batch, parts)
    lower = parts.mlir.lower_fun(functools.partial(by_callback, parts), multiple_results=False)
    parts.mlir.register_lowering(operation, lower)
    return operation


@functools.cache
def _compiled(parts: Library, dimension_numbers: Dimensions, accuracy: str) -> Any:
    """A compiled product, for calls outside of compiled functions."""
    return parts.jax.jit(lambda a, b: product(parts, a, b, dimension_numbers, accuracy))


def _abstract(parts: Library, a: Any, b: Any, *, dimension_numbers: Dimensions, accuracy: str) -> Any:
    """Shape, type and mesh axes of the result: those of JAX's product."""
    del accuracy
    options = {"precision": None, "preferred_element_type": None, "out_sharding": None}
    result, _ = parts.jax.lax.dot_general_p.abstract_eval(
        a, b, dimension_numbers=dimension_numbers, **options
    )
    return result


def _transpose(
    parts: Library, index: int, g: Any, a: Any, b: Any, *, dimension_numbers: Dimensions, accuracy: str
) -> Any:
    """The gradient of one operand: the product of the result's gradient and the second operand.

    Args:
        parts: JAX.
        index: 0 for the gradient of ``a``, 1 for that of ``b``; JAX passes that operand without elements.
        g: The gradient of the result.
        a: The left operand.
        b: The right operand.
        dimension_numbers: Axes that are summed, and axes of stacks, of both operands.
        accuracy: As in ``gemm``.
    """
    operand, factor = (a.aval, b) if index == 0 else (b.aval, a)
    terms, stacks = ((pair[index], pair[1 - index]) for pair in dimension_numbers)
    free = free_axes(operand.ndim, terms[0], stacks[0])
    summed = free_axes(factor.ndim, terms[1], stacks[1])
    count = len(stacks[0])
    begin = count + (len(free) if index == 0 else 0)  # g has stacks, free axes of a, free axes of b
    summed_in_g = tuple(range(begin, begin + len(summed)))
    result = product(parts, g, factor, ((summed_in_g, summed), (tuple(range(count)), stacks[1])), accuracy)
    paired = [axis for _, axis in sorted(zip(terms[1], terms[0], strict=True))]
    return parts.jax.lax.transpose(result, np.argsort([*stacks[0], *free, *paired]))


def _batch(
    parts: Library, operands: Any, batch_axes: Any, *, dimension_numbers: Dimensions, accuracy: str
) -> Any:
    """The product of batches, and the result's batch axis.

    A batch axis of both operands is an axis of the stack; of a single operand it is a free axis.
    """
    a, b = (
        x if axis is None else parts.jax.numpy.moveaxis(x, axis, 0)
        for x, axis in zip(operands, batch_axes, strict=True)
    )
    batched = [axis is not None for axis in batch_axes]
    terms, stacks = (
        tuple(tuple(axis + shift for axis in axes) for axes, shift in zip(pair, batched, strict=True))
        for pair in dimension_numbers
    )
    if all(batched):
        stacks, axis = tuple((0, *axes) for axes in stacks), 0
    else:
        free = free_axes(a.ndim, terms[0], stacks[0])
        axis = len(stacks[0]) + (0 if batched[0] else len(free))
    return product(parts, a, b, (terms, stacks), accuracy), axis


def by_callback(parts: Library, a: Any, b: Any, *, dimension_numbers: Dimensions, accuracy: str) -> Any:
    """The product by a callback; an operand whose axes do not merge without a copy is copied before."""
    form = contraction_of(dimension_numbers, a.shape, b.shape)
    result = parts.jax.ShapeDtypeStruct(form.shape, a.dtype)
    if 0 in a.shape or 0 in b.shape:
        return parts.jax.numpy.zeros(form.shape, a.dtype)
    operands, layouts = list[Any](), list[StackLayout]()
    for x, groups in ((a, form.axes_a), (b, form.axes_b)):
        layout = layout_of(x.shape, groups)
        if layout is None:
            sizes = [math.prod(x.shape[axis] for axis in group) for group in groups]
            x = parts.jax.lax.transpose(x, sum(groups, ())).reshape(sizes)  # noqa: PLW2901
            layout = dense(*sizes)
        operands.append(x)
        layouts.append(layout)
    (items, rows, _), columns = layouts[0].shape, layouts[1].shape[2]
    layouts.append(dense(items, rows, columns))
    if items == 1:
        layouts = [StackLayout(layout.shape[1:], layout.strides[1:]) for layout in layouts]
    return parts.callback(functools.partial(compute, layouts, accuracy), result)(*operands)


def compute(layouts: list[StackLayout], accuracy: str, context: Any, out: Any, a: Any, b: Any) -> None:
    """Multiply arrays in XLA's buffers; after an error again with strict accuracy, whose kernels need no workspace.

    Raises:
        AutoblasError: the second product fails too, which JAX reports.
    """
    device_type, card = out.__dlpack_device__()
    stream = None if device_type == HOST else Stream(context.stream, card)
    options = {} if stream is None else {"queue": adapter_for(stream).queue_from(stream)}
    x, y, z = (_array(buffer, layout, **options) for buffer, layout in zip((a, b, out), layouts, strict=True))
    call: Any = autoblas.gemm if len(layouts[0].shape) == 2 else autoblas.gemm_batched
    try:
        call(x, y, c=z, accuracy=accuracy, **options)
    except AutoblasError as error:
        if accuracy == "strict":
            raise
        LOG.warning("a product of %s and %s is strict, because of %s", a.shape, b.shape, str(error))
    else:
        return
    # Outside of the handler, because the error holds the memory of the failed call.
    call(x, y, c=z, accuracy="strict", **options)


def _array(buffer: Any, layout: StackLayout, queue: Any = None) -> Any:
    """An array on a buffer; of NumPy if the buffer is on the host."""
    dtype = np.dtype(buffer.dtype)
    steps = tuple([stride * dtype.itemsize for stride in layout.strides])
    if queue is None:
        return np.ndarray(layout.shape, dtype, np.asarray(buffer), strides=steps)
    library = LIBRARIES[type(buffer)]
    return CudaArray(
        library.pointer(buffer),
        layout.shape,
        dtype,
        queue=queue,
        library=library,
        owner=buffer,
        strides=steps,
    )


class Stream:
    """A stream of XLA.

    Args:
        handle: The number of the stream.
        card: The number of the card.

    Attributes:
        device_index: The card's number.
    """

    def __init__(self, handle: int, card: int) -> None:
        self._handle, self.device_index = handle, card

    def __cuda_stream__(self) -> tuple[int, int]:
        """The protocol by which libraries exchange streams."""
        return 0, self._handle
