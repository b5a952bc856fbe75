"""PyCLBlast's functions, computed by autoblas: a program that imports ``pyclblast`` runs with this module instead.

Names, arguments, their order and defaults are those of PyCLBlast 1.4. Arrays are ``pyopencl.array.Array``; matrices are
row-major. PyCLBlast ignores that an array is a view; here offsets and increments are relative to the view. Calls with a
length of zero do nothing, negative increments have BLAS's meaning, and where ``beta`` is 0 outputs are not read.
Wrong arguments raise ``autoblas.ArgumentError``, a ``ValueError``.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
import pyopencl as cl

from autoblas.blas import routines
from autoblas.compat._pyclblast_adapters import (
    axpy_batched,
    band_matvec,
    gemm_batched,
    gemm_strided,
    general_matmul,
    general_matvec,
    index_reduction,
    outer_product,
    rank_k,
    reduction,
    symmetric_matmul,
    symmetric_matvec,
    triangle_update,
    triangular_matmul,
    triangular_matvec,
    vector_pair,
)
from autoblas.compat._pyclblast_calls import declare
from autoblas.errors import ArgumentError, shown

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "amax",
    "amin",
    "asum",
    "axpy",
    "axpyBatched",
    "copy",
    "dot",
    "dotc",
    "dotu",
    "float32_to_float16",
    "gbmv",
    "gemm",
    "gemmBatched",
    "gemmStridedBatched",
    "gemv",
    "ger",
    "gerc",
    "geru",
    "hbmv",
    "hemm",
    "hemv",
    "her",
    "her2",
    "her2k",
    "herk",
    "hpmv",
    "hpr",
    "hpr2",
    "max",
    "min",
    "nrm2",
    "override_parameters",
    "sbmv",
    "scal",
    "spmv",
    "spr",
    "spr2",
    "sum",
    "swap",
    "symm",
    "symv",
    "syr",
    "syr2",
    "syr2k",
    "syrk",
    "tbmv",
    "tpmv",
    "trmm",
    "trmv",
    "trsm",
    "trsv",
]


# Vectors ---------------------------------------------------------------------------------------------------------------


_XY = "n, x, y, x_inc=1, y_inc=1"
_XY_OFFSETS = "x_offset=0, y_offset=0"
_DOT = f"n, x, y, dot, x_inc=1, y_inc=1, {_XY_OFFSETS}, dot_offset=0"
_IMAX = "n, x, imax, x_inc=1, x_offset=0, imax_offset=0"
_IMIN = "n, x, imin, x_inc=1, x_offset=0, imin_offset=0"

swap = declare("swap", f"{_XY}, {_XY_OFFSETS}", vector_pair(routines.swap), "Exchange x and y.")
scal = declare(
    "scal",
    "n, x, x_inc=1, alpha=1.0, x_offset=0",
    lambda c: routines.scal(c.vector("x", c.n), alpha=c.alpha, queue=c.queue),
    "x = alpha x.",
)
copy = declare("copy", f"{_XY}, {_XY_OFFSETS}", vector_pair(routines.copy), "y = x.")
axpy = declare(
    "axpy", f"{_XY}, alpha=1.0, {_XY_OFFSETS}", vector_pair(routines.axpy, "alpha"), "y = alpha x + y."
)
dot = declare(
    "dot", _DOT, reduction(routines.dot, "dot", "x", "y"), "The sum of x[i] y[i], without conjugation."
)
dotu = declare(
    "dotu", _DOT, reduction(routines.dotu, "dot", "x", "y"), "The sum of x[i] y[i] of complex vectors."
)
dotc = declare("dotc", _DOT, reduction(routines.dotc, "dot", "x", "y"), "The sum of conj(x[i]) y[i].")
nrm2 = declare(
    "nrm2",
    "n, x, nrm2, x_inc=1, x_offset=0, nrm2_offset=0",
    reduction(routines.nrm2, "nrm2", "x", real=True),
    "The Euclidean norm of x.",
)
asum = declare(
    "asum",
    "n, x, asum, x_inc=1, x_offset=0, asum_offset=0",
    reduction(routines.asum, "asum", "x", real=True),
    "The sum of |re x[i]| + |im x[i]|.",
)
sum = declare(  # noqa: A001  # PyCLBlast calls it so
    "sum",
    "n, x, sum, x_inc=1, x_offset=0, sum_offset=0",
    reduction(routines.sum, "sum", "x"),
    "The sum of x[i].",
)
amax = declare(
    "amax",
    _IMAX,
    index_reduction(routines.iamax, "imax"),
    "The index, from 0, of the first largest |re x[i]| + |im x[i]|.",
)
amin = declare(
    "amin",
    _IMIN,
    index_reduction(routines.iamin, "imin"),
    "The index, from 0, of the first smallest |re x[i]| + |im x[i]|.",
)
max = declare(  # noqa: A001  # PyCLBlast calls it so
    "max", _IMAX, index_reduction(routines.imax, "imax"), "The index, from 0, of the first largest x[i]."
)
min = declare(  # noqa: A001  # PyCLBlast calls it so
    "min", _IMIN, index_reduction(routines.imin, "imin"), "The index, from 0, of the first smallest x[i]."
)


# Matrices and vectors --------------------------------------------------------------------------------------------------


_FACTORS = "x_inc=1, y_inc=1, alpha=1.0, beta=0.0"
_OFFSETS = "a_offset=0, x_offset=0, y_offset=0"
_MV = f"a, x, y, a_ld, {_FACTORS}, lower_triangle=False, {_OFFSETS}"
_PMV = f"n, ap, x, y, ap_ld, {_FACTORS}, lower_triangle=False, ap_offset=0, x_offset=0, y_offset=0"
_FLAGS = "x_inc=1, lower_triangle=False, a_transp=False, unit_diagonal=False"
_TRI = f"a, x, a_ld, {_FLAGS}, a_offset=0, x_offset=0"
_GER = "m, n, x, y, a, a_ld, x_inc=1, y_inc=1, alpha=1.0, x_offset=0, y_offset=0, a_offset=0"
_R1 = "x_inc=1, alpha=1.0, lower_triangle=False, x_offset=0"
_R2 = "x_inc=1, y_inc=1, alpha=1.0, lower_triangle=False, x_offset=0, y_offset=0"

gemv = declare(
    "gemv",
    f"m, n, a, x, y, a_ld, {_FACTORS}, a_transp=False, {_OFFSETS}",
    general_matvec,
    "y = alpha op(A) x + beta y.",
)
gbmv = declare(
    "gbmv",
    f"m, n, kl, ku, a, x, y, a_ld, {_FACTORS}, a_transp=False, {_OFFSETS}",
    band_matvec,
    "y = alpha op(A) x + beta y, A a band.",
)
hemv = declare(
    "hemv", f"n, {_MV}", symmetric_matvec(routines.hemv, "full"), "y = alpha A x + beta y, A Hermitian."
)
symv = declare(
    "symv", f"n, {_MV}", symmetric_matvec(routines.symv, "full"), "y = alpha A x + beta y, A symmetric."
)
hbmv = declare(
    "hbmv",
    f"n, k, {_MV}",
    symmetric_matvec(routines.hbmv, "band"),
    "y = alpha A x + beta y, A a Hermitian band.",
)
sbmv = declare(
    "sbmv",
    f"n, k, {_MV}",
    symmetric_matvec(routines.sbmv, "band"),
    "y = alpha A x + beta y, A a symmetric band.",
)
hpmv = declare(
    "hpmv", _PMV, symmetric_matvec(routines.hpmv, "packed"), "y = alpha A x + beta y, A Hermitian and packed."
)
spmv = declare(
    "spmv", _PMV, symmetric_matvec(routines.spmv, "packed"), "y = alpha A x + beta y, A symmetric and packed."
)
trmv = declare("trmv", f"n, {_TRI}", triangular_matvec(routines.trmv, "full"), "x = op(A) x, A triangular.")
trsv = declare(
    "trsv", f"n, {_TRI}", triangular_matvec(routines.trsv, "full"), "Solve op(A) x = b, A triangular."
)
tbmv = declare(
    "tbmv", f"n, k, {_TRI}", triangular_matvec(routines.tbmv, "band"), "x = op(A) x, A a triangular band."
)
tpmv = declare(
    "tpmv",
    f"n, ap, x, ap_ld, {_FLAGS}, ap_offset=0, x_offset=0",
    triangular_matvec(routines.tpmv, "packed"),
    "x = op(A) x, A triangular and packed.",
)
ger = declare("ger", _GER, outer_product(routines.ger), "A = alpha x y' + A for real vectors.")
geru = declare("geru", _GER, outer_product(routines.geru), "A = alpha x y' + A for complex vectors.")
gerc = declare("gerc", _GER, outer_product(routines.gerc), "A = alpha x conj(y)' + A.")
her = declare(
    "her",
    f"n, x, a, a_ld, {_R1}, a_offset=0",
    triangle_update(routines.her, "full", "x"),
    "A = alpha x conj(x)' + A, A Hermitian.",
)
syr = declare(
    "syr",
    f"n, x, a, a_ld, {_R1}, a_offset=0",
    triangle_update(routines.syr, "full", "x"),
    "A = alpha x x' + A, A symmetric.",
)
hpr = declare(
    "hpr",
    f"n, x, ap, ap_ld, {_R1}, ap_offset=0",
    triangle_update(routines.hpr, "packed", "x"),
    "A = alpha x conj(x)' + A, A Hermitian and packed.",
)
spr = declare(
    "spr",
    f"n, x, ap, ap_ld, {_R1}, ap_offset=0",
    triangle_update(routines.spr, "packed", "x"),
    "A = alpha x x' + A, A symmetric and packed.",
)
her2 = declare(
    "her2",
    f"n, x, y, a, a_ld, {_R2}, a_offset=0",
    triangle_update(routines.her2, "full", "x", "y"),
    "A = alpha x conj(y)' + conj(alpha) y conj(x)' + A, A Hermitian.",
)
syr2 = declare(
    "syr2",
    f"n, x, y, a, a_ld, {_R2}, a_offset=0",
    triangle_update(routines.syr2, "full", "x", "y"),
    "A = alpha (x y' + y x') + A, A symmetric.",
)
hpr2 = declare(
    "hpr2",
    f"n, x, y, ap, ap_ld, {_R2}, ap_offset=0",
    triangle_update(routines.hpr2, "packed", "x", "y"),
    "A = alpha x conj(y)' + conj(alpha) y conj(x)' + A, A Hermitian and packed.",
)
spr2 = declare(
    "spr2",
    f"n, x, y, ap, ap_ld, {_R2}, ap_offset=0",
    triangle_update(routines.spr2, "packed", "x", "y"),
    "A = alpha (x y' + y x') + A, A symmetric and packed.",
)


# Matrices --------------------------------------------------------------------------------------------------------------


_LDS = "a_ld, b_ld, c_ld"
_AB = "alpha=1.0, beta=0.0"
_ABC_OFFSETS = "a_offset=0, b_offset=0, c_offset=0"
_AB_FLAGS = "a_transp=False, b_transp=False"
_SYMM = f"m, n, a, b, c, {_LDS}, {_AB}, right_side=False, lower_triangle=False, {_ABC_OFFSETS}"
_SYRK = f"n, k, a, c, a_ld, c_ld, {_AB}, lower_triangle=False, a_transp=False, a_offset=0, c_offset=0"
_SYR2K = f"n, k, a, b, c, {_LDS}, {_AB}, lower_triangle=False, ab_transp=False, {_ABC_OFFSETS}"
_TRMM = (
    "m, n, a, b, a_ld, b_ld, alpha=1.0, right_side=False, lower_triangle=False, a_transp=False, "
    "unit_diagonal=False, a_offset=0, b_offset=0"
)

gemm = declare(
    "gemm",
    f"m, n, k, a, b, c, {_LDS}, {_AB}, {_AB_FLAGS}, {_ABC_OFFSETS}",
    general_matmul,
    "C = alpha op(A) op(B) + beta C.",
)
symm = declare("symm", _SYMM, symmetric_matmul(routines.symm), "C = alpha A B + beta C, A symmetric.")
hemm = declare("hemm", _SYMM, symmetric_matmul(routines.hemm), "C = alpha A B + beta C, A Hermitian.")
syrk = declare(
    "syrk",
    _SYRK,
    rank_k(routines.syrk, "a_transp", "T", "a"),
    "One triangle of C = alpha A A' + beta C, or alpha A' A + beta C.",
)
herk = declare(
    "herk",
    _SYRK,
    rank_k(routines.herk, "a_transp", "C", "a"),
    "One triangle of C = alpha A conj(A)' + beta C, or alpha conj(A)' A + beta C.",
)
syr2k = declare(
    "syr2k",
    _SYR2K,
    rank_k(routines.syr2k, "ab_transp", "T", "a", "b"),
    "One triangle of C = alpha (A B' + B A') + beta C, or of the products with transposes on the left.",
)
her2k = declare(
    "her2k",
    _SYR2K,
    rank_k(routines.her2k, "ab_transp", "C", "a", "b"),
    "One triangle of C = alpha A conj(B)' + conj(alpha) B conj(A)' + beta C; see ``ab_transp``.",
)
trmm = declare("trmm", _TRMM, triangular_matmul(routines.trmm), "B = alpha op(A) B, A triangular.")
trsm = declare("trsm", _TRMM, triangular_matmul(routines.trsm), "Solve op(A) X = alpha B, A triangular.")
axpyBatched = declare(  # noqa: N816  # PyCLBlast calls it so
    "axpyBatched",
    "n, x, y, alphas, x_offsets, y_offsets, x_inc=1, y_inc=1",
    axpy_batched,
    "y = alpha x + y for the vectors of a batch, which begin at given offsets.",
)
gemmBatched = declare(  # noqa: N816  # PyCLBlast calls it so
    "gemmBatched",
    f"m, n, k, a, b, c, alphas, betas, {_LDS}, a_offsets, b_offsets, c_offsets, {_AB_FLAGS}",
    gemm_batched,
    "C = alpha op(A) op(B) + beta C for the matrices of a batch, which begin at given offsets.",
)
gemmStridedBatched = declare(  # noqa: N816  # PyCLBlast calls it so
    "gemmStridedBatched",
    f"m, n, k, batch_count, a, b, c, {_LDS}, a_stride, b_stride, c_stride, {_AB}, {_AB_FLAGS}, {_ABC_OFFSETS}",
    gemm_strided,
    "C = alpha op(A) op(B) + beta C for the matrices of a batch, which lie at fixed strides.",
)


def override_parameters(device: Any, kernel_name: str, precision: int, parameters: Mapping[str, int]) -> None:
    """Ignore parameters of CLBlast's kernels, with a warning: autoblas has other kernels, tuned by ``autoblas tune``.

    Args:
        device: A pyopencl device.
        kernel_name: A kernel of CLBlast.
        precision: 16, 32, 64, 3232 or 6464.
        parameters: Values by the names of CLBlast's parameters.

    Raises:
        ArgumentError: an argument does not fit.
    """
    if not isinstance(device, cl.Device):
        raise ArgumentError("device", "a pyopencl device", type(device).__name__)
    if precision not in {16, 32, 64, 3232, 6464}:
        raise ArgumentError("precision", "16, 32, 64, 3232 or 6464", shown(precision))
    if not parameters or not all(isinstance(value, (int, np.integer)) for value in parameters.values()):
        raise ArgumentError("parameters", "whole numbers by name", shown(parameters))
    message = f"parameters of CLBlast's kernel {kernel_name} were ignored: autoblas has other kernels; see 'autoblas tune --help'"
    warnings.warn(message, UserWarning, stacklevel=2)


def float32_to_float16(float32: float) -> int:
    """The bits of the float16 nearest to a number, as the unsigned integer that PyCLBlast passes to OpenCL.

    Args:
        float32: The number.

    Returns:
        A number from 0 to 65535.
    """
    return int(np.float16(float32).view(np.uint16))
