"""autoblas: an auto-tuned BLAS for every OpenCL device."""

from __future__ import annotations

from autoblas.errors import (
    ArgumentError,
    AutoblasError,
    BuildError,
    DatabaseError,
    DeviceError,
    DeviceMismatchError,
    LaunchError,
    MappingError,
    NoDeviceError,
    NoKernelError,
    NoLegalPointError,
    PrecisionError,
    ShapeError,
    StrideError,
    TuningError,
    VerificationError,
)
from autoblas.routines.matmul import gemm, gemm_batched, gemm_offsets
from autoblas.routines.reduction import (
    asum,
    dot,
    dotc,
    dotu,
    dsdot,
    iamax,
    iamin,
    imax,
    imin,
    nrm2,
    sdsdot,
    sum,  # noqa: A004  # BLAS extensions call it so
)
from autoblas.routines.rotation import rotg, rotmg
from autoblas.routines.vector import axpby, axpy, axpy_batched, axpy_offsets, copy, had, rot, rotm, scal, swap
from autoblas.runtime.mapped import mapped_empty
from autoblas.version import __version__

__all__ = [
    "ArgumentError",
    "AutoblasError",
    "BuildError",
    "DatabaseError",
    "DeviceError",
    "DeviceMismatchError",
    "LaunchError",
    "MappingError",
    "NoDeviceError",
    "NoKernelError",
    "NoLegalPointError",
    "PrecisionError",
    "ShapeError",
    "StrideError",
    "TuningError",
    "VerificationError",
    "__version__",
    "asum",
    "axpby",
    "axpy",
    "axpy_batched",
    "axpy_offsets",
    "copy",
    "dot",
    "dotc",
    "dotu",
    "dsdot",
    "gemm",
    "gemm_batched",
    "gemm_offsets",
    "had",
    "iamax",
    "iamin",
    "imax",
    "imin",
    "mapped_empty",
    "nrm2",
    "rot",
    "rotg",
    "rotm",
    "rotmg",
    "scal",
    "sdsdot",
    "sum",
    "swap",
]
