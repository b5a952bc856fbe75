"""Types that a user's checker sees: arrays give arrays of their kind, and what is no array is refused.

It is checked, never run: by mypy with the rest, and by Pyright (``.ci/check pyright``).
"""

from typing import Any, assert_type

import numpy as np
import numpy.typing as npt
import pyopencl.array as cl_array
import torch

import autoblas

Singles = npt.NDArray[np.float32]


def numpy_arrays(a: Singles, x: Singles) -> None:
    """Arrays in, arrays out; reductions are numbers."""
    assert_type(autoblas.gemm(a, a, alpha=2, trans_a="T"), Singles)
    assert_type(autoblas.gemv(a, x), Singles)
    assert_type(autoblas.axpy(x, x, alpha=0.5), Singles)
    assert_type(autoblas.swap(x, x), tuple[Singles, Singles])
    assert_type(autoblas.rot(x, x, c=0.6, s=0.8), tuple[Singles, Singles])
    assert_type(autoblas.trsm(a, a, side="R", uplo="L", diag="U"), Singles)
    assert_type(autoblas.gemm(a, a, dtype=np.float64), Any)
    assert_type(autoblas.dot(x, x), Any)


def factors_and_letters(a: Singles, x: Singles, c: npt.NDArray[np.complex64]) -> None:
    """Factors are numbers of Python or NumPy, and copies have a letter of their own."""
    assert_type(autoblas.rot(x, x, 0.6, np.float32(0.8)), tuple[Singles, Singles])
    assert_type(autoblas.her(c, c, alpha=np.float32(2)), npt.NDArray[np.complex64])
    assert_type(autoblas.sdsdot(x, x, alpha=1), Any)
    assert_type(autoblas.omatcopy(c, trans="R"), npt.NDArray[np.complex64])
    assert_type(autoblas.gemm(a, a, alpha=np.int64(2), beta=True), Singles)
    assert_type(autoblas.im2col(a, kernel=(np.int64(3), 3), pad=np.int64(1)), Singles)


def integers(a: npt.NDArray[np.int8], b: npt.NDArray[np.uint8], c: npt.NDArray[np.int64]) -> None:
    """An output has its own type, and a result that is made the type of sums."""
    assert_type(autoblas.gemm(c, c), npt.NDArray[np.int64])
    assert_type(autoblas.gemm(a, b, dtype=np.int64), Any)
    assert_type(autoblas.gemm(a, b).dtype, np.dtype[np.int32])
    assert_type(autoblas.gemm_batched(a, a, trans_b="T").dtype, np.dtype[np.int32])


def device_arrays(a: cl_array.Array, x: cl_array.Array) -> None:
    """Arrays in device memory; reductions too."""
    assert_type(autoblas.gemm(a, a), cl_array.Array)
    assert_type(autoblas.dot(x, x), cl_array.Array)
    assert_type(autoblas.axpy(x, x, alpha=autoblas.dot(x, x)), cl_array.Array)
    assert_type(autoblas.gemm(a, a, queue=autoblas.default_queue()), cl_array.Array)


def tensors(a: torch.Tensor) -> None:
    """Tensors give tensors."""
    assert_type(autoblas.gemm(a, a, c=a), torch.Tensor)
    assert_type(autoblas.nrm2(a), torch.Tensor)


def refused(a: Singles) -> None:
    """Strings, numbers and letters that a routine does not have."""
    autoblas.gemm("nonsense", 3)  # type: ignore[call-overload]
    autoblas.axpy(a, [1.0])  # type: ignore[type-var]
    autoblas.symv(a, a, uplo="X")  # type: ignore[arg-type]
    autoblas.trsv(a, a, trans="X")  # type: ignore[arg-type]
    autoblas.trsv(a, a, trans="R")  # type: ignore[arg-type]
    autoblas.rot(a, a, "c", 1.0)  # type: ignore[arg-type]
    autoblas.her(a, a, alpha=1j)  # type: ignore[arg-type]
