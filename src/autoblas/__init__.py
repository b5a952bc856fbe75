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
    "gemm",
    "gemm_batched",
    "gemm_offsets",
    "mapped_empty",
]
