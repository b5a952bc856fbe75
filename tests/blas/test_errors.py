"""Arguments that few routines have, wrong ones: each is refused by name before anything is enqueued."""

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
from autoblas.precision import BFLOAT16
from support.error_cases import assert_named, forbid_launches

X = np.arange(6, dtype=np.float32)
V = np.arange(4, dtype=np.float32)
A = np.arange(24, dtype=np.float32).reshape(4, 6)
S = np.arange(16, dtype=np.float32).reshape(4, 4)
BAND = np.ones((4, 6), np.float32)
PACKED = np.ones(10, np.float32)
FOLDED = np.lib.stride_tricks.as_strided(np.zeros(40, np.float32), (4, 4), (4, 4))
STACK = np.zeros((3, 5, 4), np.float32)
VECTORS = np.zeros((3, 4), np.float32)

IMAGE, KERNELS = np.zeros((2, 3, 8, 9), np.float32), np.zeros((4, 3, 3, 3), np.float32)
BF16 = BFLOAT16.dtype

STEP: Any = np.int32(65536)
"""So many elements 65536 times are 0 in 32 bits."""


def items_of_gemv(**changes: Any) -> Any:
    """A call of ``gemv_offsets`` with other arguments."""
    right = {"a_offsets": [0, 20], "x_offsets": [0, 4], "y_offsets": [0, 5], "m": 3, "n": 4}
    a, x, y = (np.zeros(size, np.float32) for size in (100, 10, 10))
    return autoblas.gemv_offsets(a, x=x, y=y, **right | changes)


MISTAKES: dict[str, tuple[Callable[[], Any], type[ArgumentError], str]] = {
    "y of swap is of another type": (lambda: autoblas.swap(X.copy(), np.ones(6)), PrecisionError, "y"),
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
    "a is too long": (lambda: autoblas.gemv(np.broadcast_to(np.float32(1), (2**31 - 1, 1)), V[:1]), ShapeError, "a"),
    "a band matrix is too long": (lambda: autoblas.gbmv(BAND, X, kl=1, ku=2, shape=(2**31 - 1, 6)), ShapeError, "shape"),
    "a is of bytes": (lambda: autoblas.gemv(S.astype(np.int8), V.astype(np.int8)), PrecisionError, "a"),
    "x is long for the transpose": (lambda: autoblas.gemv(A, X, trans="T"), ShapeError, "x"),
    "y is long": (lambda: autoblas.gemv(A, X, X.copy()), ShapeError, "y"),
    "y is of another type": (lambda: autoblas.gemv(S, V, np.zeros(4, np.float16)), PrecisionError, "y"),
    "beta without y": (lambda: autoblas.gemv(S, V, beta=1.0), ArgumentError, "y"),
    "queue of an empty product": (lambda: autoblas.gemv(S[:, :0], V[:0], queue="gpu"), ArgumentError, "queue"),
    "a band of another height": (lambda: autoblas.gbmv(BAND, X, kl=1, ku=1), ShapeError, "a"),
    "a band of another width": (lambda: autoblas.gbmv(BAND, X, kl=1, ku=2, shape=(6, 5)), ShapeError, "a"),
    "a band by rows": (lambda: autoblas.gbmv(BAND, X, kl=1, ku=2, order="C"), ShapeError, "a"),
    "a negative band": (lambda: autoblas.gbmv(BAND, X, kl=-1, ku=4), ArgumentError, "kl"),
    "a band of a half": (lambda: autoblas.gbmv(BAND, X, kl=1, ku=2.0), ArgumentError, "ku"),
    "a shape of one": (lambda: autoblas.gbmv(BAND, X, kl=1, ku=2, shape=(6,)), ArgumentError, "shape"),
    "a side band of nothing": (lambda: autoblas.sbmv(BAND[:0], X), ShapeError, "a"),
    "a symmetric matrix that is not square": (lambda: autoblas.symv(A, X), ShapeError, "a"),
    "a Hermitian matrix of reals": (lambda: autoblas.hemv(S, V), PrecisionError, "a"),
    "a packed matrix of no triangle": (lambda: autoblas.spmv(PACKED[:9], V), ShapeError, "ap"),
    "a packed Hermitian matrix of reals": (lambda: autoblas.hpmv(PACKED, V), PrecisionError, "ap"),
    "a triangle that is not square": (lambda: autoblas.trmv(A, X.copy()), ShapeError, "a"),
    "x of a solution is long": (lambda: autoblas.trsv(S, X.copy()), ShapeError, "x"),
    "x of a packed product is short": (lambda: autoblas.tpmv(PACKED, V[:3].copy()), ShapeError, "x"),
    "a of ger is too small": (lambda: autoblas.ger(V, X, S.copy()), ShapeError, "a"),
    "a of ger is of another type": (lambda: autoblas.ger(V, X, A.astype(np.float16)), PrecisionError, "a"),
    "a of ger overlaps itself": (lambda: autoblas.ger(V, V.copy(), FOLDED), StrideError, "a"),
    "alpha of her is complex": (lambda: autoblas.her(V.astype("F"), S.astype("F"), alpha=1j), ArgumentError, "alpha"),
    "her2 of reals": (lambda: autoblas.her2(V, V, S.copy()), PrecisionError, "a"),
    "syr of a matrix that is not square": (lambda: autoblas.syr(V, A.copy()), ShapeError, "a"),
    "syr2 with a short y": (lambda: autoblas.syr2(V, V[:3], S.copy()), ShapeError, "y"),
    "spr of no triangle": (lambda: autoblas.spr(V, PACKED[:9].copy()), ShapeError, "ap"),
    "x of a batch is short": (lambda: autoblas.gemv_batched(STACK, VECTORS[:, :3]), ShapeError, "x"),
    "y of a batch is short": (lambda: autoblas.gemv_batched(STACK, VECTORS, VECTORS.copy()), ShapeError, "y"),
    "y of a batch is no stack": (lambda: autoblas.gemv_batched(STACK, VECTORS, V.copy()), ShapeError, "y"),
    "too few factors of a batch": (lambda: autoblas.gemv_batched(STACK, VECTORS, alpha=[1.0, 2.0]), ShapeError, "alpha"),
    "x of an item beyond the end": (lambda: items_of_gemv(x_offsets=[9, 0]), ArgumentError, "x_offsets"),
    "a step of y of 0": (lambda: items_of_gemv(y_step=0), ArgumentError, "y_step"),
    "columns of items below zero": (lambda: items_of_gemv(n=-1), ArgumentError, "n"),
    "a of symm is not square": (lambda: autoblas.symm(A[:3, :4], A), ShapeError, "a"),
    "beta of symm without c": (lambda: autoblas.symm(S, A, beta=1.0), ArgumentError, "c"),
    "c of symm is small": (lambda: autoblas.symm(S, A, c=S.copy()), ShapeError, "c"),
    "c of syrk is not square": (lambda: autoblas.syrk(A, c=A.copy()), ShapeError, "c"),
    "alpha of herk is complex": (lambda: autoblas.herk(A, alpha=1j), ArgumentError, "alpha"),
    "b of syr2k is of another shape": (lambda: autoblas.syr2k(A, A.T), ShapeError, "b"),
    "beta of her2k is complex": (lambda: autoblas.her2k(A, A, c=S.copy(), beta=1j), ArgumentError, "beta"),
    "b of gemmt is of another depth": (lambda: autoblas.gemmt(A, A), ShapeError, "b"),
    "a of trmm is not square": (lambda: autoblas.trmm(A, A.copy()), ShapeError, "a"),
    "a of trmm is of another order": (lambda: autoblas.trmm(np.eye(5, dtype=np.float32), A.copy()), ShapeError, "a"),
    "b of trsm is of another type": (lambda: autoblas.trsm(np.eye(4), A.copy()), PrecisionError, "b"),
    "systems of another number": (lambda: autoblas.trsm_batched(np.zeros((2, 4, 4)), np.zeros((3, 4, 5))), ShapeError, "a"),
    "right sides are no stack": (lambda: autoblas.trsm_batched(np.zeros((2, 4, 4)), np.zeros((4, 5))), ShapeError, "b"),
    "a copy of another shape": (lambda: autoblas.omatcopy(A, A.copy(), trans="T"), ShapeError, "b"),
    "a copy of a stack": (lambda: autoblas.omatcopy(STACK), ShapeError, "a"),
    "a of rotg is a word": (lambda: autoblas.rotg("1", 2), ArgumentError, "a"),
    "b of rotg is None": (lambda: autoblas.rotg(1, None), ArgumentError, "b"),
    "a complex rotation of doubles": (lambda: autoblas.rotg(1j, 2, dtype="float64"), PrecisionError, "dtype"),
    "a rotation of integers": (lambda: autoblas.rotg(1, 2, dtype="int32"), PrecisionError, "dtype"),
    "x1 of rotmg is complex": (lambda: autoblas.rotmg(1, 2, 1j, 4), ArgumentError, "x1"),
    "a modified rotation of complex numbers": (lambda: autoblas.rotmg(1, 2, 3, 4, dtype="complex64"), PrecisionError, "dtype"),
    "axes of the image of a convolution": (lambda: autoblas.convgemm(IMAGE[0, 0], KERNELS), ShapeError, "image"),
    "axes of the kernels of a convolution": (lambda: autoblas.convgemm(IMAGE, KERNELS[0]), ShapeError, "kernels"),
    "channels of a convolution": (lambda: autoblas.convgemm(IMAGE, KERNELS[:, :2]), ShapeError, "kernels"),
    "integers of a convolution": (lambda: autoblas.convgemm(IMAGE.astype(np.int32), KERNELS.astype(np.int32)), PrecisionError, "image"),
    "formats of a convolution": (
        lambda: autoblas.convgemm(*(x.astype(BF16) for x in (IMAGE, KERNELS))),
        PrecisionError,
        "image",
    ),
    "window of a convolution": (lambda: autoblas.convgemm(IMAGE, KERNELS, dilation=4), ShapeError, "kernel"),
    "stride of a convolution": (lambda: autoblas.convgemm(IMAGE, KERNELS, stride=0), ArgumentError, "stride"),
    "pad of a convolution": (lambda: autoblas.convgemm(IMAGE, KERNELS, pad=(1, -1)), ArgumentError, "pad"),
    "pair of a convolution": (lambda: autoblas.convgemm(IMAGE, KERNELS, dilation=(1, 1, 1)), ArgumentError, "dilation"),
    "fraction of a convolution": (lambda: autoblas.im2col(IMAGE, kernel=2.5), ArgumentError, "kernel"),
    "mode of a convolution": (lambda: autoblas.convgemm(IMAGE, KERNELS, mode="same"), ArgumentError, "mode"),
    "accuracy of a convolution": (lambda: autoblas.convgemm(IMAGE, KERNELS, accuracy="best"), ArgumentError, "accuracy"),
    "shape of the result of a convolution": (
        lambda: autoblas.convgemm(IMAGE, KERNELS, np.zeros((1, 4, 6, 7), np.float32)),
        ShapeError,
        "out",
    ),
    "dense result of a convolution": (
        lambda: autoblas.convgemm(IMAGE, KERNELS, np.zeros((2, 4, 6, 14), np.float32)[..., ::2]),
        StrideError,
        "out",
    ),
    "patches of a convolution": (lambda: autoblas.col2im(IMAGE, IMAGE, kernel=2), ShapeError, "patches"),
    "image that overlaps itself of a convolution": (
        lambda: autoblas.col2im(np.zeros((2, 3, 72)), np.broadcast_to(np.zeros(9), (2, 3, 8, 9)), kernel=1),
        StrideError,
        "image",
    ),
    "a transpose in place with gaps": (lambda: autoblas.imatcopy(A[:, :5].view(), trans="T"), StrideError, "a"),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_wrong_arguments_are_named(monkeypatch, name):
    """The right class of error, the argument's name, and no kernel started."""
    forbid_launches(monkeypatch)
    assert_named(*MISTAKES[name])


def test_wrong_device_arrays_are_named(any_device, monkeypatch):
    """Results that do not fit, overlaps in one buffer, and images."""
    queue = any_device.queue
    context = cl.Context([queue.device])  # held here: Intel's queues do not hold theirs
    other = cl.CommandQueue(context)
    x, stranger = cl_array.to_device(queue, X), cl_array.to_device(other, X)
    whole = cl_array.to_device(queue, np.zeros(20, np.float32))
    square = whole[:16].reshape(4, 4)
    image = mapped_empty((1, 8), "float32", image=True, queue=queue) if queue.device.image_support else None
    forbid_launches(monkeypatch)
    cases: list[tuple[Callable[[], Any], type[ArgumentError], str]] = [
        (lambda: autoblas.asum(x, out=stranger[:1]), DeviceMismatchError, "out"),
        (lambda: autoblas.asum(x, out=whole), ShapeError, "out"),
        (lambda: autoblas.asum(whole, out=whole[3:4]), ArgumentError, "out"),
        (lambda: autoblas.iamax(x, out=whole[:1]), PrecisionError, "out"),
        (lambda: autoblas.asum(x, out=np.zeros(1, np.float32)), DeviceMismatchError, "out"),
    ]
    cases += [
        (lambda: autoblas.gemv(square, x[:4], whole[12:16]), ArgumentError, "y"),
        (lambda: autoblas.syr(whole[:4], square), ArgumentError, "a"),
    ]
    if image is not None:
        cases.append((lambda: autoblas.asum(image), ShapeError, "x"))
        cases.append((lambda: autoblas.gemv(image, x, x), ArgumentError, "a"))
    for case in cases:
        assert_named(*case)
