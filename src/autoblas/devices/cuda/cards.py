"""The cards that the driver sees, and their facts."""

from __future__ import annotations

import functools
import hashlib
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autoblas.devices.cuda.compiler import compiler_version
from autoblas.devices.cuda.driver import asked, driver, driver_version
from autoblas.devices.device import Facts
from autoblas.devices.kept_proofs import kept_proof, proof_key, without_failures
from autoblas.devices.languages import CUDA
from autoblas.errors import NoDeviceError

__all__ = ["PLATFORM", "CudaCard", "card_named", "cards", "claims_of", "facts_of"]

PLATFORM = "NVIDIA CUDA"
"""What NVIDIA's OpenCL calls its platform: a card is one device, whichever way it is reached, and records of one way serve
the other."""

VENDOR = "NVIDIA Corporation"
"""Likewise."""


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
    count = asked(cuda.cuDeviceGetCount)
    return [CudaCard(ordinal, _name(ordinal)) for ordinal in range(count)]


def card_named(choice: str) -> CudaCard | None:
    """The card that words mean: ``cuda``, the first; ``cuda1`` or ``cuda:1``, the second; None where they mean none.

    Raises:
        NoDeviceError: there is no driver, or no such card.
    """
    found = re.fullmatch(r"cuda:?(\d{0,4})", choice.strip().lower())
    if found is None:
        return None
    ordinal, there = int(found[1] or 0), cards()
    if ordinal >= len(there):
        listed = "; ".join(f"cuda:{card.ordinal}: {card.name}" for card in there)
        raise NoDeviceError(f"device {choice!r} matches no card; the cards are {listed}")
    return there[ordinal]


def _name(ordinal: int) -> str:
    cuda = driver()
    name = asked(cuda.cuDeviceGetName, 256, asked(cuda.cuDeviceGet, ordinal))
    return " ".join(bytes(name).partition(b"\0")[0].decode(errors="replace").split())


def facts_of(card: CudaCard) -> Facts:
    """What kernels and the database know a card by: what it claims, less what it failed to prove."""
    claims = claims_of(card)
    return without_failures(claims, kept_proof(proof_key(claims)))


@functools.cache
def claims_of(card: CudaCard) -> Facts:
    """The facts that a card claims."""
    cuda = driver()
    device = asked(cuda.cuDeviceGet, card.ordinal)

    def attribute(name: str) -> int:
        which: Any = getattr(cuda.CUdevice_attribute, f"CU_DEVICE_ATTRIBUTE_{name}")
        return int(asked(cuda.cuDeviceGetAttribute, which, device))

    memory = int(asked(cuda.cuDeviceTotalMem, device))
    knows = driver_version()
    build = "\0".join(("CUDA C++", *(f"{major}.{minor}" for major, minor in (knows, compiler_version()))))
    return Facts(
        name=card.name,
        vendor=VENDOR,
        platform=PLATFORM,
        driver=_driver() or "CUDA {}.{}".format(*knows),
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
    """The version of the driver as OpenCL reports it; empty where the system does not say."""
    try:
        text = Path("/proc/driver/nvidia/version").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    found = re.search(r"\b\d{3,}\.\d+(?:\.\d+)?\b", text)
    return found[0] if found else ""
