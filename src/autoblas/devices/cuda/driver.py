"""NVIDIA's driver through cuda-bindings: loaded on first use; its errors become sentences with a cure."""

from __future__ import annotations

import functools
from typing import Any

from autoblas.devices.access import uses_driver
from autoblas.errors import NoDeviceError

__all__ = [
    "CAPTURED",
    "INSTALL",
    "OLDEST_DRIVER",
    "CudaError",
    "checked",
    "driver",
    "driver_version",
    "sentence_of",
]

OLDEST_DRIVER = 12000
"""The oldest driver that is supported, as ``cuDriverGetVersion`` counts: CUDA 12.0."""

INSTALL = 'pip install "autoblas[cuda]"'

POISONED = (
    "a kernel that ran earlier failed, and this process can use the card no more; start it again, and look for the kernel "
    "with compute-sanitizer"
)
"""Consequence of every fault of a kernel: the driver refuses all later calls of the process."""

CAPTURED = (
    "the work of a CUDA graph is being captured, which allows no such command; make the same call once before the capture "
    "begins"
)

SENTENCES = {
    2: "the card has no memory left; free arrays, such as with torch.cuda.empty_cache(), or compute less at once",
    100: 'the driver sees no card; see whether "nvidia-smi" lists one, and what CUDA_VISIBLE_DEVICES says',
    101: 'there is no such card; "autoblas devices" lists those that there are',
    209: "the program was compiled for another architecture; remove the folder cubins of autoblas's data",
    214: "the card found an error in its memory that it cannot correct; this process can use it no more",
    218: "the driver is older than the compiler NVRTC; update the driver, or install an older nvidia-cuda-nvrtc",
    222: "the driver is older than the compiler NVRTC; update the driver, or install an older nvidia-cuda-nvrtc",
    700: f"a kernel read or wrote outside its arrays: {POISONED}",
    701: "the kernel needs more registers or shared memory than the card has",
    702: f"a kernel took longer than the system allows: {POISONED}",
    710: f"an assertion of a kernel failed: {POISONED}",
    714: f"a kernel's call stack failed: {POISONED}",
    715: f"a kernel met an instruction that the card does not have: {POISONED}",
    716: f"a kernel read or wrote at an address that is not aligned: {POISONED}",
    717: f"a kernel used memory of another kind than it meant: {POISONED}",
    718: f"a kernel went on outside its text: {POISONED}",
    719: f"a kernel failed: {POISONED}",
    803: "the driver's library and its kernel module are of different versions; restart the machine",
    804: "the driver is older than the library that is used with it; update the driver",
    **dict.fromkeys((900, 901, 902, 903, 904, 905, 906, 907, 908, 909), CAPTURED),
}
"""Meaning of the driver's codes, with a cure."""


class CudaError(Exception):
    """The driver refused a call.

    Args:
        code: Its number.
        name: Its name.

    Attributes:
        code: The number.
        name: The name.
    """

    def __init__(self, code: int, name: str) -> None:
        super().__init__(code, name)  # as pickles hand them over
        self.code, self.name = code, name

    def __str__(self) -> str:
        return f"{sentence_of(self.code)} ({self.name})"

    @property
    def of_context(self) -> bool:
        """True if this thread's current context was that of another card, or none."""
        return self.code in CONTEXT_CODES


CONTEXT_CODES = frozenset({3, 201, 400})
"""Codes for a missing or invalid context: not initialised, invalid context, handle of another context."""


def sentence_of(code: int) -> str:
    """Meaning of a code of the driver, with a cure where one is known."""
    return SENTENCES.get(code, f"the driver refused with code {code}")


@functools.cache
def driver() -> Any:
    """The module ``cuda.bindings.driver``, its driver begun.

    Raises:
        NoDeviceError: the package is not installed, or there is no driver, or an old one, or no card.
        DeviceError: this process was forked from one that used a driver.
    """
    uses_driver()
    try:
        from cuda.bindings import driver as module  # noqa: PLC0415  # only where a card is asked for
    except ImportError as error:
        raise NoDeviceError(f"the package cuda-bindings is missing ({error}): {INSTALL}") from error
    try:
        (code,) = module.cuInit(0)
    except RuntimeError as error:  # the bindings found no library of a driver
        raise NoDeviceError(
            'no driver of NVIDIA was found; install the one for the card, until "nvidia-smi" lists it '
            f"({str(error).partition(chr(10))[0]})"
        ) from error
    if code:
        raise NoDeviceError(f"{sentence_of(int(code))} ({code.name})")
    version = checked(module.cuDriverGetVersion)
    if version < OLDEST_DRIVER:
        raise NoDeviceError(
            f"the driver knows CUDA {_version(version)}, and {_version(OLDEST_DRIVER)} is the oldest that serves here; update "
            "it"
        )
    return module


def checked(function: Any, *arguments: Any) -> Any:
    """Call a function of the driver, and return its value; None where it returns only its code.

    Raises:
        CudaError: it refused.
    """
    code, *values = function(*arguments)
    if code:
        raise CudaError(int(code), code.name)
    return values[0] if values else None


def driver_version() -> tuple[int, int]:
    """Major and minor version of CUDA that the driver knows."""
    version = checked(driver().cuDriverGetVersion)
    return version // 1000, version % 1000 // 10


def _version(number: int) -> str:
    return f"{number // 1000}.{number % 1000 // 10}"
