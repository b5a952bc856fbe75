"""Every wrong argument of a routine on vectors is refused by name before anything is enqueued."""

# mypy: disable-error-code="arg-type, type-var, list-item"
# Arguments that do not fit, and letters out of lists.

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas import ArgumentError, DeviceMismatchError, PrecisionError, ShapeError, StrideError
from autoblas.calls.memory import mapped_empty
from support.error_cases import assert_named, forbid_launches, read_only

X = np.arange(6, dtype=np.float32)


def _swapped() -> Any:
    return X.astype(X.dtype.newbyteorder())


WHOLE = np.zeros(20, np.float32)

STEP: Any = np.int32(65536)
"""So many elements 65536 times are 0 in 32 bits."""

MISTAKES: dict[str, tuple[Callable[[], Any], type[ArgumentError], str]] = {
    "x is a list": (lambda: autoblas.axpy([1.0], X.copy()), ArgumentError, "x"),
    "y is a list": (lambda: autoblas.axpy(X, [1.0] * 6), DeviceMismatchError, "y"),
    "y is None": (lambda: autoblas.axpy(X, None), DeviceMismatchError, "y"),
    "x has two axes": (lambda: autoblas.scal(X.reshape(2, 3).copy()), ShapeError, "x"),
    "y is shorter": (lambda: autoblas.axpy(X, np.ones(5, np.float32)), ShapeError, "y"),
    "y is of another type": (lambda: autoblas.swap(X.copy(), np.ones(6)), PrecisionError, "y"),
    "x is of integers": (lambda: autoblas.scal(np.arange(6, dtype=np.int32)), PrecisionError, "x"),
    "x is of an unknown type": (lambda: autoblas.asum(np.arange(6, dtype=np.int8)), PrecisionError, "x"),
    "x is in another byte order": (lambda: autoblas.asum(_swapped()), ArgumentError, "x"),
    "y is read-only": (lambda: autoblas.axpy(X, read_only(X)), ArgumentError, "y"),
    "y has a step of 0": (lambda: autoblas.axpy(X, np.broadcast_to(np.float32(1), 6)), StrideError, "y"),
    "x of swap has a step of 0": (lambda: autoblas.swap(np.broadcast_to(X[0], 6), X.copy()), StrideError, "x"),
    "x overlaps y": (lambda: autoblas.axpy(WHOLE[:10], WHOLE[9:19]), ArgumentError, "y"),
    "x is y": (lambda: autoblas.swap(WHOLE, WHOLE), ArgumentError, "x"),
    "z overlaps x": (lambda: autoblas.had(WHOLE[:6], X, WHOLE[5:11]), ArgumentError, "z"),
    "beta without z": (lambda: autoblas.had(X, X, beta=1.0), ArgumentError, "z"),
    "alpha is a word": (lambda: autoblas.scal(X.copy(), alpha="2"), ArgumentError, "alpha"),
    "alpha is complex": (lambda: autoblas.scal(X.copy(), alpha=1j), ArgumentError, "alpha"),
    "alpha is too large": (lambda: autoblas.axpy(X, X.copy(), alpha=1e300), ArgumentError, "alpha"),
    "beta is None": (lambda: autoblas.axpby(X, X.copy(), beta=None), ArgumentError, "beta"),
    "c is complex": (lambda: autoblas.rot(X.astype("c8"), X.astype("c8"), 1j, 1), ArgumentError, "c"),
    "s is complex for real vectors": (lambda: autoblas.rot(X.copy(), X.copy(), 1, 1j), ArgumentError, "s"),
    "param is short": (lambda: autoblas.rotm(X.copy(), X.copy(), [1, 2]), ArgumentError, "param"),
    "param has a strange flag": (lambda: autoblas.rotm(X.copy(), X.copy(), [3] * 5), ArgumentError, "param"),
    "rotm of complex vectors": (lambda: autoblas.rotm(X.astype("c8"), X.astype("c8"), [-1, 1, 0, 0, 1]), PrecisionError, "x"),
    "wait_for is an event": (lambda: autoblas.scal(X.copy(), wait_for=3), ArgumentError, "wait_for"),
    "wait_for of a reduction": (lambda: autoblas.asum(X, wait_for=[None]), ArgumentError, "wait_for"),
    "queue is a word": (lambda: autoblas.scal(X.copy(), queue="gpu"), ArgumentError, "queue"),
    "queue of an idle call": (lambda: autoblas.axpy(X, X.copy(), alpha=0, queue="gpu"), ArgumentError, "queue"),
    "out on the host": (lambda: autoblas.dot(X, X, out=np.zeros(1, np.float32)), ArgumentError, "out"),
    "a narrow accumulator": (lambda: autoblas.dot(X, X, accumulator="float16"), PrecisionError, "accumulator"),
    "a complex accumulator": (lambda: autoblas.dot(X, X, accumulator="complex64"), PrecisionError, "accumulator"),
    "a complex result": (lambda: autoblas.asum(X.astype("c8"), dtype="complex64"), PrecisionError, "dtype"),
    "dsdot of doubles": (lambda: autoblas.dsdot(np.ones(3), np.ones(3)), PrecisionError, "x"),
    "sdsdot of a double": (lambda: autoblas.sdsdot(X, np.ones(6)), PrecisionError, "y"),
    "stacks of different heights": (lambda: autoblas.axpy_batched(np.ones((2, 3)), np.ones((3, 3))), ShapeError, "x"),
    "y is no stack": (lambda: autoblas.axpy_batched(np.ones(3), np.ones(3)), ShapeError, "y"),
    "too few factors": (lambda: autoblas.axpy_batched(np.ones((2, 3)), np.ones((2, 3)), alpha=[1.0]), ShapeError, "alpha"),
    "a stack that overlaps itself": (
        lambda: autoblas.axpy_batched(
            np.ones((3, 4)), np.lib.stride_tricks.as_strided(np.ones(20), (3, 4), (16, 8))
        ),
        StrideError,
        "y",
    ),
    "offsets beyond the end": (lambda: autoblas.axpy_offsets(np.ones(9), [0, 5], np.ones(20), [0, 9], n=5), ArgumentError, "x_offsets"),
    "offsets before the start": (lambda: autoblas.axpy_offsets(np.ones(9), [0, 3], np.ones(20), [9, 3], n=5, y_step=-1), ArgumentError, "y_offsets"),
    "vectors that overlap": (lambda: autoblas.axpy_offsets(np.ones(9), 0, np.ones(20), [0, 4], n=5), ArgumentError, "y_offsets"),
    "offsets that are no numbers": (lambda: autoblas.axpy_offsets(np.ones(9), ["0", "1"], np.ones(20), [0, 9], n=5), ArgumentError, "x_offsets"),
    "a step of 0": (lambda: autoblas.axpy_offsets(np.ones(9), 0, np.ones(20), [0, 9], n=5, y_step=0), ArgumentError, "y_step"),
    "a negative length": (lambda: autoblas.axpy_offsets(np.ones(9), 0, np.ones(20), [0, 9], n=-1), ArgumentError, "n"),
    "a step of few bits": (lambda: autoblas.axpy_offsets(np.ones(9), [0], np.ones(20), [0], n=65537, x_step=0, y_step=STEP), ArgumentError, "y_offsets"),
    "an enormous step": (lambda: autoblas.axpy_offsets(np.ones(9), [0], np.ones(20), [0], n=5, x_step=2**62), ArgumentError, "x_offsets"),
    "a strided container": (lambda: autoblas.axpy_offsets(np.ones(18)[::2], 0, np.ones(20), [0, 9], n=2), ArgumentError, "x"),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_wrong_arguments_are_named(monkeypatch, name):
    """The right class of error, the argument's name, and no kernel started."""
    forbid_launches(monkeypatch)
    assert_named(*MISTAKES[name])


def test_wrong_device_arrays_are_named(any_device, monkeypatch):
    """Other contexts, mixtures with NumPy, overlaps in one buffer, images, and results that do not fit."""
    queue = any_device.queue
    context = cl.Context([queue.device])  # held here: Intel's queues do not hold theirs
    other = cl.CommandQueue(context)
    x, stranger = cl_array.to_device(queue, X), cl_array.to_device(other, X)
    whole = cl_array.to_device(queue, np.zeros(20, np.float32))
    homeless = x.with_queue(None)
    image = mapped_empty((1, 8), "float32", image=True, queue=queue) if queue.device.image_support else None
    forbid_launches(monkeypatch)
    cases: list[tuple[Callable[[], Any], type[ArgumentError], str]] = [
        (lambda: autoblas.axpy(x, stranger), DeviceMismatchError, "y"),
        (lambda: autoblas.axpy(x, X.copy()), DeviceMismatchError, "y"),
        (lambda: autoblas.asum(x, queue=other), DeviceMismatchError, "x"),
        (lambda: autoblas.axpy(whole[:10], whole[9:19]), ArgumentError, "y"),
        (lambda: autoblas.swap(x, x), ArgumentError, "x"),
        (lambda: autoblas.asum(homeless), ArgumentError, "queue"),
        (lambda: autoblas.asum(x, out=stranger[:1]), DeviceMismatchError, "out"),
        (lambda: autoblas.asum(x, out=whole), ShapeError, "out"),
        (lambda: autoblas.asum(whole, out=whole[3:4]), ArgumentError, "out"),
        (lambda: autoblas.iamax(x, out=whole[:1]), PrecisionError, "out"),
        (lambda: autoblas.asum(x, out=np.zeros(1, np.float32)), DeviceMismatchError, "out"),
    ]
    if image is not None:
        cases.append((lambda: autoblas.asum(image), ShapeError, "x"))
    for case in cases:
        assert_named(*case)
