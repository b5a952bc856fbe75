"""Wrong shapes and bands of routines on a matrix and vectors: refused by name before anything is enqueued."""

# mypy: disable-error-code="arg-type, type-var"
# Arguments that do not fit, and letters out of lists.

from collections.abc import Callable
from typing import Any

import numpy as np
import pyopencl.array as cl_array
import pytest

from autoblas import (
    ArgumentError,
    PrecisionError,
    ShapeError,
    StrideError,
    gbmv,
    gemv,
    ger,
    hemv,
    her,
    her2,
    hpmv,
    mapped_empty,
    sbmv,
    spmv,
    spr,
    symv,
    syr,
    syr2,
    tpmv,
    trmv,
    trsv,
)
from support.error_cases import assert_named, forbid_launches

A = np.arange(24, dtype=np.float32).reshape(4, 6)
S = np.arange(16, dtype=np.float32).reshape(4, 4)
X = np.arange(6, dtype=np.float32)
V = np.arange(4, dtype=np.float32)
BAND = np.ones((4, 6), np.float32)
PACKED = np.ones(10, np.float32)


WHOLE = np.zeros(40, np.float32)
FOLDED = np.lib.stride_tricks.as_strided(WHOLE, (4, 4), (4, 4))

MISTAKES: dict[str, tuple[Callable[[], Any], type[ArgumentError], str]] = {
    "a is too long": (lambda: gemv(np.broadcast_to(np.float32(1), (2**31 - 1, 1)), V[:1]), ShapeError, "a"),
    "a band matrix is too long": (lambda: gbmv(BAND, X, kl=1, ku=2, shape=(2**31 - 1, 6)), ShapeError, "shape"),
    "a is of bytes": (lambda: gemv(S.astype(np.int8), V.astype(np.int8)), PrecisionError, "a"),
    "x is long for the transpose": (lambda: gemv(A, X, trans="T"), ShapeError, "x"),
    "y is long": (lambda: gemv(A, X, X.copy()), ShapeError, "y"),
    "y is of another type": (lambda: gemv(S, V, np.zeros(4, np.float16)), PrecisionError, "y"),
    "beta without y": (lambda: gemv(S, V, beta=1.0), ArgumentError, "y"),
    "queue of an empty product": (lambda: gemv(S[:, :0], V[:0], queue="gpu"), ArgumentError, "queue"),
    "a band of another height": (lambda: gbmv(BAND, X, kl=1, ku=1), ShapeError, "a"),
    "a band of another width": (lambda: gbmv(BAND, X, kl=1, ku=2, shape=(6, 5)), ShapeError, "a"),
    "a band by rows": (lambda: gbmv(BAND, X, kl=1, ku=2, order="C"), ShapeError, "a"),
    "a negative band": (lambda: gbmv(BAND, X, kl=-1, ku=4), ArgumentError, "kl"),
    "a band of a half": (lambda: gbmv(BAND, X, kl=1, ku=2.0), ArgumentError, "ku"),
    "a shape of one": (lambda: gbmv(BAND, X, kl=1, ku=2, shape=(6,)), ArgumentError, "shape"),
    "a side band of nothing": (lambda: sbmv(BAND[:0], X), ShapeError, "a"),
    "a symmetric matrix that is not square": (lambda: symv(A, X), ShapeError, "a"),
    "a Hermitian matrix of reals": (lambda: hemv(S, V), PrecisionError, "a"),
    "a packed matrix of no triangle": (lambda: spmv(PACKED[:9], V), ShapeError, "ap"),
    "a packed Hermitian matrix of reals": (lambda: hpmv(PACKED, V), PrecisionError, "ap"),
    "a triangle that is not square": (lambda: trmv(A, X.copy()), ShapeError, "a"),
    "x of a solution is long": (lambda: trsv(S, X.copy()), ShapeError, "x"),
    "x of a packed product is short": (lambda: tpmv(PACKED, V[:3].copy()), ShapeError, "x"),
    "a of ger is too small": (lambda: ger(V, X, S.copy()), ShapeError, "a"),
    "a of ger is of another type": (lambda: ger(V, X, A.astype(np.float16)), PrecisionError, "a"),
    "a of ger overlaps itself": (lambda: ger(V, V.copy(), FOLDED), StrideError, "a"),
    "alpha of her is complex": (lambda: her(V.astype("F"), S.astype("F"), alpha=1j), ArgumentError, "alpha"),
    "her2 of reals": (lambda: her2(V, V, S.copy()), PrecisionError, "a"),
    "syr of a matrix that is not square": (lambda: syr(V, A.copy()), ShapeError, "a"),
    "syr2 with a short y": (lambda: syr2(V, V[:3], S.copy()), ShapeError, "y"),
    "spr of no triangle": (lambda: spr(V, PACKED[:9].copy()), ShapeError, "ap"),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_wrong_arguments_are_named(monkeypatch, name):
    """The right class of error, the argument's name, and no kernel started."""
    forbid_launches(monkeypatch)
    assert_named(*MISTAKES[name])


def test_wrong_device_arrays_are_named(any_device, monkeypatch):
    """Overlaps in one buffer, and images."""
    queue = any_device.queue
    x, y = (cl_array.to_device(queue, V) for _ in "xy")
    whole = cl_array.to_device(queue, np.zeros(40, np.float32))
    image = mapped_empty((4, 4), "float32", image=True, queue=queue) if queue.device.image_support else None
    forbid_launches(monkeypatch)
    cases: list[tuple[Callable[[], Any], type[ArgumentError], str]] = [
        (lambda: gemv(whole[:16].reshape(4, 4), x, whole[12:16]), ArgumentError, "y"),
        (lambda: syr(whole[:4], whole[:16].reshape(4, 4)), ArgumentError, "a"),
    ]
    if image is not None:
        cases.append((lambda: gemv(image, x, y), ArgumentError, "a"))
    for case in cases:
        assert_named(*case)
