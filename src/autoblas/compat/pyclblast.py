"""PyCLBlast's functions, computed by autoblas: a program that imports ``pyclblast`` runs with this module instead.

Names, arguments, their order and defaults are those of PyCLBlast 1.4. Arrays are ``pyopencl.array.Array``; matrices are
row-major. Where PyCLBlast ignores that an array is a view, its own offset and, of vectors, its step count here. Lengths
of zero are nothing to do, negative increments mean what they do in BLAS, and where ``beta`` is 0 outputs are not read.
Wrong arguments raise ``autoblas.ArgumentError``, a ``ValueError``.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
import pyopencl as cl

from autoblas.compat._pyclblast_acts import (
    axpy_batched,
    by_triangle,
    gemm_batched,
    gemm_strided,
    matrix_by_triangle,
    matrix_product,
    on_vectors,
    outer_product,
    place_of,
    rank_k,
    sum_of,
    times_band,
    times_matrix,
    times_symmetric,
    update,
    with_symmetric,
)
from autoblas.compat._pyclblast_calls import declare
from autoblas.errors import ArgumentError
from autoblas.routines.level1 import maps as vector
from autoblas.routines.level1 import reductions
from autoblas.routines.level2 import products as matvec
from autoblas.routines.level2 import rank_update, triangular
from autoblas.routines.level3 import rank_k as rank_k_update
from autoblas.routines.level3 import symmetric
from autoblas.routines.level3 import trmm as triangular_products
from autoblas.routines.level3 import trsm as triangular_systems

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

swap = declare("swap", f"{_XY}, {_XY_OFFSETS}", on_vectors(vector.swap), "Exchange x and y.")
scal = declare(
    "scal",
    "n, x, x_inc=1, alpha=1.0, x_offset=0",
    lambda c: vector.scal(c.vector("x", c.n), alpha=c.alpha, queue=c.queue),
    "x = alpha x.",
)
copy = declare("copy", f"{_XY}, {_XY_OFFSETS}", on_vectors(vector.copy), "y = x.")
axpy = declare(
    "axpy", f"{_XY}, alpha=1.0, {_XY_OFFSETS}", on_vectors(vector.axpy, "alpha"), "y = alpha x + y."
)
dot = declare("dot", _DOT, sum_of(reductions.dot, "dot", "x", "y"), "The sum of x y.")
dotu = declare("dotu", _DOT, sum_of(reductions.dotu, "dot", "x", "y"), "The sum of x y of complex vectors.")
dotc = declare("dotc", _DOT, sum_of(reductions.dotc, "dot", "x", "y"), "The sum of conj(x) y.")
nrm2 = declare(
    "nrm2",
    "n, x, nrm2, x_inc=1, x_offset=0, nrm2_offset=0",
    sum_of(reductions.nrm2, "nrm2", "x", real=True),
    "The Euclidean norm of x.",
)
asum = declare(
    "asum",
    "n, x, asum, x_inc=1, x_offset=0, asum_offset=0",
    sum_of(reductions.asum, "asum", "x", real=True),
    "The sum of |re x| + |im x|.",
)
sum = declare(  # noqa: A001  # PyCLBlast calls it so
    "sum", "n, x, sum, x_inc=1, x_offset=0, sum_offset=0", sum_of(reductions.sum, "sum", "x"), "The sum of x."
)
amax = declare(
    "amax", _IMAX, place_of(reductions.iamax, "imax"), "The first place of the largest |re x| + |im x|."
)
amin = declare(
    "amin", _IMIN, place_of(reductions.iamin, "imin"), "The first place of the least |re x| + |im x|."
)
max = declare("max", _IMAX, place_of(reductions.imax, "imax"), "The first place of the largest x.")  # noqa: A001  # likewise
min = declare("min", _IMIN, place_of(reductions.imin, "imin"), "The first place of the least x.")  # noqa: A001  # likewise


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
    times_matrix,
    "y = alpha op(A) x + beta y.",
)
gbmv = declare(
    "gbmv",
    f"m, n, kl, ku, a, x, y, a_ld, {_FACTORS}, a_transp=False, {_OFFSETS}",
    times_band,
    "y = alpha op(A) x + beta y of a band.",
)
hemv = declare(
    "hemv", f"n, {_MV}", times_symmetric(matvec.hemv, "whole"), "y = alpha A x + beta y, A Hermitian."
)
symv = declare(
    "symv", f"n, {_MV}", times_symmetric(matvec.symv, "whole"), "y = alpha A x + beta y, A symmetric."
)
hbmv = declare("hbmv", f"n, k, {_MV}", times_symmetric(matvec.hbmv, "band"), "The same of a Hermitian band.")
sbmv = declare("sbmv", f"n, k, {_MV}", times_symmetric(matvec.sbmv, "band"), "The same of a symmetric band.")
hpmv = declare("hpmv", _PMV, times_symmetric(matvec.hpmv, "packed"), "The same of a packed Hermitian matrix.")
spmv = declare("spmv", _PMV, times_symmetric(matvec.spmv, "packed"), "The same of a packed symmetric matrix.")
trmv = declare("trmv", f"n, {_TRI}", by_triangle(triangular.trmv, "whole"), "x = op(A) x, A triangular.")
trsv = declare(
    "trsv", f"n, {_TRI}", by_triangle(triangular.trsv, "whole"), "Solve op(A) x = b, A triangular."
)
tbmv = declare(
    "tbmv", f"n, k, {_TRI}", by_triangle(triangular.tbmv, "band"), "x = op(A) x, A a triangular band."
)
tpmv = declare(
    "tpmv",
    f"n, ap, x, ap_ld, {_FLAGS}, ap_offset=0, x_offset=0",
    by_triangle(triangular.tpmv, "packed"),
    "x = op(A) x, A a packed triangle.",
)
ger = declare("ger", _GER, outer_product(rank_update.ger), "A = alpha x y' + A of real vectors.")
geru = declare("geru", _GER, outer_product(rank_update.geru), "A = alpha x y' + A of complex vectors.")
gerc = declare("gerc", _GER, outer_product(rank_update.gerc), "A = alpha x conj(y)' + A.")
her = declare(
    "her",
    f"n, x, a, a_ld, {_R1}, a_offset=0",
    update(rank_update.her, "whole", "x"),
    "A plus alpha x conj(x)'.",
)
syr = declare(
    "syr", f"n, x, a, a_ld, {_R1}, a_offset=0", update(rank_update.syr, "whole", "x"), "A plus alpha x x'."
)
hpr = declare(
    "hpr",
    f"n, x, ap, ap_ld, {_R1}, ap_offset=0",
    update(rank_update.hpr, "packed", "x"),
    "The same, A packed.",
)
spr = declare(
    "spr",
    f"n, x, ap, ap_ld, {_R1}, ap_offset=0",
    update(rank_update.spr, "packed", "x"),
    "The same, A packed.",
)
her2 = declare(
    "her2",
    f"n, x, y, a, a_ld, {_R2}, a_offset=0",
    update(rank_update.her2, "whole", "x", "y"),
    "A plus alpha x conj(y)' and its conjugate transpose.",
)
syr2 = declare(
    "syr2",
    f"n, x, y, a, a_ld, {_R2}, a_offset=0",
    update(rank_update.syr2, "whole", "x", "y"),
    "A plus alpha x y' and its transpose.",
)
hpr2 = declare(
    "hpr2",
    f"n, x, y, ap, ap_ld, {_R2}, ap_offset=0",
    update(rank_update.hpr2, "packed", "x", "y"),
    "The same, A packed.",
)
spr2 = declare(
    "spr2",
    f"n, x, y, ap, ap_ld, {_R2}, ap_offset=0",
    update(rank_update.spr2, "packed", "x", "y"),
    "The same, A packed.",
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
    matrix_product,
    "C = alpha op(A) op(B) + beta C.",
)
symm = declare("symm", _SYMM, with_symmetric(symmetric.symm), "C = alpha A B + beta C, A symmetric.")
hemm = declare("hemm", _SYMM, with_symmetric(symmetric.hemm), "C = alpha A B + beta C, A Hermitian.")
syrk = declare(
    "syrk", _SYRK, rank_k(rank_k_update.syrk, "a_transp", "T", "a"), "A triangle of C = alpha A A' + beta C."
)
herk = declare(
    "herk",
    _SYRK,
    rank_k(rank_k_update.herk, "a_transp", "C", "a"),
    "A triangle of C = alpha A conj(A)' + beta C.",
)
syr2k = declare(
    "syr2k",
    _SYR2K,
    rank_k(rank_k_update.syr2k, "ab_transp", "T", "a", "b"),
    "A triangle of C = alpha (A B' + B A') + beta C.",
)
her2k = declare(
    "her2k",
    _SYR2K,
    rank_k(rank_k_update.her2k, "ab_transp", "C", "a", "b"),
    "A triangle of C = alpha A conj(B)' + its conjugate transpose + beta C.",
)
trmm = declare(
    "trmm", _TRMM, matrix_by_triangle(triangular_products.trmm), "B = alpha op(A) B, A triangular."
)
trsm = declare(
    "trsm", _TRMM, matrix_by_triangle(triangular_systems.trsm), "Solve op(A) X = alpha B, A triangular."
)
axpyBatched = declare(  # noqa: N816  # PyCLBlast calls it so
    "axpyBatched",
    "n, x, y, alphas, x_offsets, y_offsets, x_inc=1, y_inc=1",
    axpy_batched,
    "y = alpha x + y of many vectors.",
)
gemmBatched = declare(  # noqa: N816  # likewise
    "gemmBatched",
    f"m, n, k, a, b, c, alphas, betas, {_LDS}, a_offsets, b_offsets, c_offsets, {_AB_FLAGS}",
    gemm_batched,
    "C = alpha op(A) op(B) + beta C of many matrices that begin anywhere.",
)
gemmStridedBatched = declare(  # noqa: N816  # likewise
    "gemmStridedBatched",
    f"m, n, k, batch_count, a, b, c, {_LDS}, a_stride, b_stride, c_stride, {_AB}, {_AB_FLAGS}, {_ABC_OFFSETS}",
    gemm_strided,
    "C = alpha op(A) op(B) + beta C of many matrices at a fixed distance.",
)


def override_parameters(device: Any, kernel_name: str, precision: int, parameters: Mapping[str, int]) -> None:
    """Accept parameters of CLBlast's kernels, with a warning: ours are others, and ``autoblas tune`` finds their best.

    Args:
        device: A pyopencl device.
        kernel_name: A kernel of CLBlast.
        precision: 16, 32, 64, 3232 or 6464.
        parameters: Numbers by name.

    Raises:
        ArgumentError: an argument does not fit.
    """
    if not isinstance(device, cl.Device):
        raise ArgumentError("device", "a pyopencl device", type(device).__name__)
    if precision not in {16, 32, 64, 3232, 6464}:
        raise ArgumentError("precision", "16, 32, 64, 3232 or 6464", repr(precision))
    if not parameters or not all(isinstance(value, (int, np.integer)) for value in parameters.values()):
        raise ArgumentError("parameters", "whole numbers by name", f"{parameters!r}"[:60])
    message = (
        f"parameters of CLBlast's {kernel_name} mean nothing to the kernels here; see 'autoblas tune --help'"
    )
    warnings.warn(message, UserWarning, stacklevel=2)


def float32_to_float16(float32: float) -> int:
    """The bits of the half nearest to a number, as the unsigned integer that OpenCL knows it by."""
    return int(np.float16(float32).view(np.uint16))
