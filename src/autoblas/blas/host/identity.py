"""Identity of the BLAS that NumPy computes with: library, version, architecture, threads, and variables that change it.

A comparison says whom it was made with. OpenBLAS with its core type forced runs at half its speed on some processors,
and nothing in a time shows it.
"""

from __future__ import annotations

import ctypes
import os
import re
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

from autoblas.blas.host.blas import numpy_handle

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = [
    "FORCING",
    "LIMITS",
    "SUSPICIOUS",
    "SUSPICIOUS_SIZE",
    "UNKNOWN",
    "BlasIdentity",
    "blas_environment",
    "blas_of",
    "forcing_variables",
    "numpy_blas",
    "suspicion",
]

UNKNOWN = "unknown BLAS"

FORCING = {
    "OPENBLAS_CORETYPE": "OpenBLAS",
    "OPENBLAS_L2_SIZE": "OpenBLAS",
    "MKL_DEBUG_CPU_TYPE": "MKL",
    "MKL_ENABLE_INSTRUCTIONS": "MKL",
    "BLIS_ARCH_TYPE": "BLIS",
}
"""Variables that choose kernels or block sizes in the library's place, and the library that reads each."""

LIMITS = (
    "OPENBLAS_NUM_THREADS",
    "GOTO_NUM_THREADS",
    "MKL_NUM_THREADS",
    "BLIS_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
    "OMP_NUM_THREADS",
)
"""Variables that limit the threads of a BLAS."""

SUSPICIOUS = 0.6
"""A BLAS that reaches less of a processor's peak is held back by something,"""

SUSPICIOUS_SIZE = 1024
"""in products of at least so many rows and columns."""

AFFIXES = (("scipy_", "64_"), ("", "64_"), ("scipy_", ""), ("", ""))
"""Prefixes and suffixes that builds of OpenBLAS add to the names of its functions."""


class BlasIdentity(NamedTuple):
    """A BLAS on the host's processor.

    Attributes:
        library: ``"OpenBLAS"``, ``"MKL"``, ``"BLIS"``, ``"Accelerate"`` or ``UNKNOWN``.
        version: As the library states it; None where it does not.
        architecture: Processor whose kernels it runs; None where it does not say.
        threads: Most threads of a call; None where it does not say.
    """

    library: str
    version: str | None = None
    architecture: str | None = None
    threads: int | None = None

    def __str__(self) -> str:
        words = " ".join(word for word in self[:3] if word)
        threads = f", {self.threads} thread{'' if self.threads == 1 else 's'}" if self.threads else ""
        return words + threads


def numpy_blas() -> BlasIdentity:
    """The BLAS of NumPy's products.

    Where the system looks symbols up by file (Windows), threadpoolctl is asked, if it is installed.
    """
    handle = numpy_handle()
    identity = BlasIdentity(UNKNOWN) if handle is None else blas_of(handle)
    return _of_threadpoolctl() or identity if identity.library == UNKNOWN else identity


def blas_of(handle: ctypes.CDLL) -> BlasIdentity:
    """The BLAS that a loaded library is, or was linked with.

    Args:
        handle: The library.
    """
    identities = (identify(handle) for identify in (_openblas, _mkl, _blis, _accelerate))
    return next((identity for identity in identities if identity is not None), BlasIdentity(UNKNOWN))


def _openblas(handle: ctypes.CDLL) -> BlasIdentity | None:
    for prefix, suffix in AFFIXES:

        def text(name: str, prefix: str = prefix, suffix: str = suffix) -> str | None:
            return _text(handle, f"{prefix}openblas_get_{name}{suffix}")

        config = text("config")
        if config is not None:
            version = re.search(r"OpenBLAS (\d\S*)", config)
            threads = _number(handle, f"{prefix}openblas_get_num_threads{suffix}")
            return BlasIdentity("OpenBLAS", version and version[1], text("corename"), threads)
    return None


class _MKLVersion(ctypes.Structure):
    _fields_ = (
        *((name, ctypes.c_int) for name in ("major", "minor", "update")),
        *((name, ctypes.c_char_p) for name in ("status", "build", "processor", "platform")),
    )


def _mkl(handle: ctypes.CDLL) -> BlasIdentity | None:
    if not hasattr(handle, "MKL_Get_Version_String"):
        return None
    buffer, facts = ctypes.create_string_buffer(256), _MKLVersion()
    handle.MKL_Get_Version_String(buffer, len(buffer))
    handle.MKL_Get_Version(ctypes.byref(facts))
    version = re.search(r"Version (\d[\d.]*)", buffer.value.decode(errors="replace"))
    processor = (facts.processor or b"").decode(errors="replace").replace("(R)", "")
    return BlasIdentity(
        "MKL", version and version[1], processor or None, _number(handle, "MKL_Get_Max_Threads")
    )


def _blis(handle: ctypes.CDLL) -> BlasIdentity | None:
    version = _text(handle, "bli_info_get_version_str")
    if version is None:
        return None
    architecture, threads = (
        _number(handle, "bli_arch_query_id"),
        _number(handle, "bli_thread_get_num_threads"),
    )
    name = None if architecture is None else _text(handle, "bli_arch_string", architecture)
    return BlasIdentity("BLIS", version, name, threads and max(threads, 1))  # -1 where no variable sets it


def _accelerate(handle: ctypes.CDLL) -> BlasIdentity | None:
    return BlasIdentity("Accelerate") if hasattr(handle, "cblas_sdot$NEWLAPACK") else None


def _text(handle: ctypes.CDLL, name: str, *arguments: int) -> str | None:
    """The text that a function returns; None where the library has no such function."""
    function: Callable[..., bytes | None] | None = getattr(handle, name, None)
    if function is None:
        return None
    function.restype = ctypes.c_char_p  # type: ignore[attr-defined]  # functions of ctypes have it
    return (function(*arguments) or b"").decode(errors="replace")


def _number(handle: ctypes.CDLL, name: str) -> int | None:
    """The result of a function without arguments; None where the library has no such function."""
    function: Callable[[], int] | None = getattr(handle, name, None)
    return None if function is None else function()


def _of_threadpoolctl() -> BlasIdentity | None:
    """The entry of threadpoolctl for the first BLAS of the process; None where it is not installed or sees none."""
    if find_spec("threadpoolctl") is None:
        return None
    names = {"openblas": "OpenBLAS", "mkl": "MKL", "blis": "BLIS"}
    for pool in import_module("threadpoolctl").threadpool_info():
        if pool["internal_api"] in names:
            library = names[pool["internal_api"]]
            return BlasIdentity(library, pool["version"], pool.get("architecture"), pool["num_threads"])
    return None


def blas_environment() -> dict[str, str]:
    """The variables that are set of those that force or limit a BLAS."""
    return {name: os.environ[name] for name in (*FORCING, *LIMITS) if os.environ.get(name)}


def forcing_variables(library: str, environment: Mapping[str, str]) -> list[str]:
    """``NAME=VALUE`` of the variables that change the kernels of a BLAS.

    Args:
        library: The library's name; all variables count for an unknown one.
        environment: The result of ``blas_environment``, or a record's copy of it.
    """
    return [
        f"{name}={environment[name]}"
        for name, reader in FORCING.items()
        if name in environment and library in {reader, UNKNOWN}
    ]


def suspicion(library: str, share: float, size: int) -> str | None:
    """A sentence on a BLAS that is slower than its processor allows; None where it is not.

    Args:
        library: The library's name.
        share: The part of the processor's measured peak that it reached.
        size: Rows and columns of the product, the least of them.
    """
    if size < SUSPICIOUS_SIZE or share >= SUSPICIOUS:
        return None
    return f"{library} reaches {share:.0%} of this processor's peak; is its core type forced?".replace(
        "%", " %"
    )
