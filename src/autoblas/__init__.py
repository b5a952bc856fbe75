"""autoblas: an auto-tuned BLAS for every OpenCL device, and for arrays in CUDA memory.

Public are the names in ``__all__`` and those in ``__all__`` of these modules:

- ``autoblas.compat.pyclblast``, ``autoblas.compat.scipy_blas`` and ``autoblas.compat.scipy_lapack``: the calls of PyCLBlast
  and of SciPy
- ``autoblas.cupy``: the namespace of CuPy with products by autoblas
- ``autoblas.dask``: arrays of Dask
- ``autoblas.exchange``: results in files of other projects
- ``autoblas.jax``: serving of unchanged JAX programs, and a product with derivatives
- ``autoblas.testing``: test classes for new kernels, devices and searches
- ``autoblas.torch``: serving of unchanged PyTorch programs, and a product with gradients
- ``autoblas.tuning``: searches and what they are told

All other modules may change with any version.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from autoblas.errors import (
    AllocationError,
    ArgumentError,
    AutoblasError,
    BuildError,
    DatabaseError,
    DatabaseWarning,
    DeviceError,
    DeviceMismatchError,
    FactorizationError,
    FallbackWarning,
    LaunchError,
    MappingError,
    NoDeviceError,
    NoKernelError,
    NoLegalPointError,
    NotPositiveDefiniteError,
    PrecisionError,
    ShapeError,
    SingularError,
    StrideError,
    TuningError,
    UnavailableError,
    VerificationError,
)
from autoblas.version import __version__

if TYPE_CHECKING:
    from autoblas.blas.host.crossover import forget_crossovers
    from autoblas.blas.prepared import prepare
    from autoblas.blas.routines import (
        asum,
        axpby,
        axpy,
        axpy_batched,
        axpy_offsets,
        col2im,
        convgemm,
        copy,
        dot,
        dotc,
        dotu,
        dsdot,
        gbmv,
        gels,
        gemm,
        gemm_batched,
        gemm_offsets,
        gemmt,
        gemv,
        gemv_batched,
        gemv_offsets,
        ger,
        gerc,
        geru,
        gesv,
        gesv_batched,
        getrf,
        getrf_batched,
        getrs,
        getrs_batched,
        had,
        hbmv,
        hemm,
        hemv,
        her,
        her2,
        her2k,
        herk,
        hpmv,
        hpr,
        hpr2,
        iamax,
        iamin,
        im2col,
        imatcopy,
        imax,
        imin,
        inv_batched,
        logdet,
        nrm2,
        omatcopy,
        posv,
        posv_batched,
        potrf,
        potrf_batched,
        potri,
        potrs,
        potrs_batched,
        qr,
        rot,
        rotg,
        rotm,
        rotmg,
        sbmv,
        scal,
        sdsdot,
        spmv,
        spr,
        spr2,
        sum,  # noqa: A004  # BLAS extensions call it so
        swap,
        symm,
        symv,
        syr,
        syr2,
        syr2k,
        syrk,
        tbmv,
        tbsv,
        tpmv,
        tpsv,
        trmm,
        trmv,
        trsm,
        trsm_batched,
        trsv,
        trtri,
    )
    from autoblas.calls.memory import mapped_empty, pinned_empty, pool_results, release_memory
    from autoblas.calls.several.device_set import devices
    from autoblas.plan.queues import default_queue

__all__ = [
    "AllocationError",
    "ArgumentError",
    "AutoblasError",
    "BuildError",
    "DatabaseError",
    "DatabaseWarning",
    "DeviceError",
    "DeviceMismatchError",
    "FactorizationError",
    "FallbackWarning",
    "LaunchError",
    "MappingError",
    "NoDeviceError",
    "NoKernelError",
    "NoLegalPointError",
    "NotPositiveDefiniteError",
    "PrecisionError",
    "ShapeError",
    "SingularError",
    "StrideError",
    "TuningError",
    "UnavailableError",
    "VerificationError",
    "__version__",
    "asum",
    "axpby",
    "axpy",
    "axpy_batched",
    "axpy_offsets",
    "col2im",
    "convgemm",
    "copy",
    "default_queue",
    "devices",
    "dot",
    "dotc",
    "dotu",
    "dsdot",
    "forget_crossovers",
    "gbmv",
    "gels",
    "gemm",
    "gemm_batched",
    "gemm_offsets",
    "gemmt",
    "gemv",
    "gemv_batched",
    "gemv_offsets",
    "ger",
    "gerc",
    "geru",
    "gesv",
    "gesv_batched",
    "getrf",
    "getrf_batched",
    "getrs",
    "getrs_batched",
    "had",
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
    "iamax",
    "iamin",
    "im2col",
    "imatcopy",
    "imax",
    "imin",
    "inv_batched",
    "logdet",
    "mapped_empty",
    "nrm2",
    "omatcopy",
    "pinned_empty",
    "pool_results",
    "posv",
    "posv_batched",
    "potrf",
    "potrf_batched",
    "potri",
    "potrs",
    "potrs_batched",
    "prepare",
    "qr",
    "release_memory",
    "rot",
    "rotg",
    "rotm",
    "rotmg",
    "sbmv",
    "scal",
    "sdsdot",
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
    "tbsv",
    "tpmv",
    "tpsv",
    "trmm",
    "trmv",
    "trsm",
    "trsm_batched",
    "trsv",
    "trtri",
]

_HOMES = (
    "autoblas.blas.routines",
    "autoblas.blas.prepared",
    "autoblas.plan.queues",
    "autoblas.blas.host.crossover",
    "autoblas.calls.memory",
)
"""The modules above, which bring NumPy and pyopencl: imported when the first routine is used, not before."""


def __getattr__(name: str) -> Any:
    """A routine, at its first use; all of them are attributes of this module afterwards."""
    if name == "devices":  # a package that can be called
        return importlib.import_module("autoblas.devices")
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    for home in map(importlib.import_module, _HOMES):
        globals().update({public: getattr(home, public) for public in home.__all__ if public in __all__})
    return globals()[name]


def __dir__() -> list[str]:
    """What the module has, or will have at its first use."""
    return sorted({*globals(), *__all__})
