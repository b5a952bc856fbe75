"""Arguments that routines on vectors alone have, wrong ones: refused by name before anything is enqueued."""

# mypy: disable-error-code="arg-type, type-var, list-item"
# Arguments that do not fit, and letters out of lists.

from collections.abc import Callable
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas import ArgumentError, DeviceMismatchError, PrecisionError, ShapeError, StrideError
from autoblas.calls.memory import mapped_empty
from support.error_cases import assert_named, forbid_launches

X = np.arange(6, dtype=np.float32)


STEP: Any = np.int32(65536)
"""So many elements 65536 times are 0 in 32 bits."""

MISTAKES: dict[str, tuple[Callable[[], Any], type[ArgumentError], str]] = {
    "y is of another type": (lambda: autoblas.swap(X.copy(), np.ones(6)), PrecisionError, "y"),
    "beta without z": (lambda: autoblas.had(X, X, beta=1.0), ArgumentError, "z"),
    "beta is None": (lambda: autoblas.axpby(X, X.copy(), beta=None), ArgumentError, "beta"),
    "c is complex": (lambda: autoblas.rot(X.astype("c8"), X.astype("c8"), 1j, 1), ArgumentError, "c"),
    "s is complex for real vectors": (lambda: autoblas.rot(X.copy(), X.copy(), 1, 1j), ArgumentError, "s"),
    "param is short": (lambda: autoblas.rotm(X.copy(), X.copy(), [1, 2]), ArgumentError, "param"),
    "param has a strange flag": (lambda: autoblas.rotm(X.copy(), X.copy(), [3] * 5), ArgumentError, "param"),
    "rotm of complex vectors": (lambda: autoblas.rotm(X.astype("c8"), X.astype("c8"), [-1, 1, 0, 0, 1]), PrecisionError, "x"),
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
    """Results that do not fit, and images."""
    queue = any_device.queue
    context = cl.Context([queue.device])  # held here: Intel's queues do not hold theirs
    other = cl.CommandQueue(context)
    x, stranger = cl_array.to_device(queue, X), cl_array.to_device(other, X)
    whole = cl_array.to_device(queue, np.zeros(20, np.float32))
    image = mapped_empty((1, 8), "float32", image=True, queue=queue) if queue.device.image_support else None
    forbid_launches(monkeypatch)
    cases: list[tuple[Callable[[], Any], type[ArgumentError], str]] = [
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
