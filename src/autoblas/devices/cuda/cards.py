"""The cards that the driver sees, and their facts."""

from __future__ import annotations

import functools
import hashlib
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autoblas.devices.cuda.compiler import compiler_version
from autoblas.devices.cuda.driver import checked, driver, driver_version
from autoblas.devices.device import Facts
from autoblas.devices.languages import CUDA
from autoblas.devices.selftest_results import selftest_key, stored_result, without_failures
from autoblas.errors import NoDeviceError

__all__ = ["PLATFORM", "CudaCard", "card_named", "cards", "claims_of", "facts_of"]

PLATFORM = "NVIDIA CUDA"
"""NVIDIA's name of its OpenCL platform. A card has it through CUDA too, so that records of one API serve the other."""

VENDOR = "NVIDIA Corporation"
"""NVIDIA's name of itself as a vendor in OpenCL; records compare it."""


@dataclass(frozen=True)
class CudaCard:
    """A card, as the driver counts those that ``CUDA_VISIBLE_DEVICES`` lets this process see.

    Attributes:
        ordinal: Its number.
        name: Its name.
    """

    ordinal: int
    name: str


def cards() -> list[CudaCard]:
    """The cards of this process.

    Raises:
        NoDeviceError: there is no driver, or no card.
    """
    cuda = driver()
    count = checked(cuda.cuDeviceGetCount)
    return [CudaCard(ordinal, _name(ordinal)) for ordinal in range(count)]


def card_named(choice: str) -> CudaCard | None:
    """The card that words mean: ``cuda``, the first; ``cuda1`` or ``cuda:1``, the second; None where they mean none.

    Raises:
        NoDeviceError: there is no driver, or no such card.
    """
    match = re.fullmatch(r"cuda:?(\d{0,4})", choice.strip().lower())
    if match is None:
        return None
    ordinal, available = int(match[1] or 0), cards()
    if ordinal >= len(available):
        listed = "; ".join(f"cuda:{card.ordinal}: {card.name}" for card in available)
        raise NoDeviceError(f"device {choice!r} matches no card; the cards are {listed}")
    return available[ordinal]


def _name(ordinal: int) -> str:
    cuda = driver()
    name = checked(cuda.cuDeviceGetName, 256, checked(cuda.cuDeviceGet, ordinal))
    return " ".join(bytes(name).partition(b"\0")[0].decode(errors="replace").split())


def facts_of(card: CudaCard) -> Facts:
    """Facts about a card, without abilities that its self-test found broken."""
    claims = claims_of(card)
    return without_failures(claims, stored_result(selftest_key(claims)))


@functools.cache
def claims_of(card: CudaCard) -> Facts:
    """The facts that a card claims."""
    cuda = driver()
    device = checked(cuda.cuDeviceGet, card.ordinal)

    def attribute(name: str) -> int:
        enumerator: Any = getattr(cuda.CUdevice_attribute, f"CU_DEVICE_ATTRIBUTE_{name}")
        return int(checked(cuda.cuDeviceGetAttribute, enumerator, device))

    memory = int(checked(cuda.cuDeviceTotalMem, device))
    cuda_version = driver_version()
    build = "\0".join(
        ("CUDA C++", *(f"{major}.{minor}" for major, minor in (cuda_version, compiler_version())))
    )
    return Facts(
        name=card.name,
        vendor=VENDOR,
        platform=PLATFORM,
        driver=_driver() or "CUDA {}.{}".format(*cuda_version),
        kind="gpu",
        compute_units=attribute("MULTIPROCESSOR_COUNT"),
        clock_mhz=attribute("CLOCK_RATE") // 1000,
        max_items=attribute("MAX_THREADS_PER_BLOCK"),
        max_item_sizes=tuple(attribute(f"MAX_BLOCK_DIM_{axis}") for axis in "XYZ"),
        local_bytes=attribute("MAX_SHARED_MEMORY_PER_BLOCK"),
        memory_bytes=memory,
        max_alloc_bytes=memory,
        fp64=True,
        fp16=False,  # halves are converted, not computed with
        images=False,
        max_image=(0, 0),
        sub_groups=False,
        host_shared=False,
        system_svm=False,
        extensions=(CUDA,),
        cache_bytes=attribute("L2_CACHE_SIZE"),
        compute_capability=(attribute("COMPUTE_CAPABILITY_MAJOR"), attribute("COMPUTE_CAPABILITY_MINOR")),
        granted_local_bytes=attribute("MAX_SHARED_MEMORY_PER_BLOCK_OPTIN"),
        build=hashlib.sha256(build.encode()).hexdigest()[:12],
    )


def _driver() -> str:
    """Version of the driver as OpenCL reports it; empty where the system does not tell."""
    try:
        text = Path("/proc/driver/nvidia/version").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    version = re.search(r"\b\d{3,}\.\d+(?:\.\d+)?\b", text)
    return version[0] if version else ""
