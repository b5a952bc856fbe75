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
    NoDeviceError,
    NoKernelError,
    NoLegalPointError,
    PrecisionError,
    ShapeError,
    StrideError,
    TuningError,
    VerificationError,
)
from autoblas.routines.matmul import gemm

__all__ = [
    "ArgumentError",
    "AutoblasError",
    "BuildError",
    "DatabaseError",
    "DeviceError",
    "DeviceMismatchError",
    "LaunchError",
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
]

__version__ = "0.1.0"
