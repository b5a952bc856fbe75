"""NVIDIA's driver through cuda-bindings: loaded when it is first needed; what it refuses is said in a sentence with its cure."""

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
    "asked",
    "driver",
    "driver_version",
    "sentence_of",
]

OLDEST_DRIVER = 12000
"""The oldest driver that is spoken to, as ``cuDriverGetVersion`` counts: CUDA 12.0."""

INSTALL = 'pip install "autoblas[cuda]"'

POISONED = (
    "a kernel that ran earlier failed, and this process can use the card no more; start it again, and look for the kernel "
    "with compute-sanitizer"
)
"""What all faults of kernels have in common: the driver answers every later call with them."""

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
"""What codes of the driver mean here, and what helps."""


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
        """The card's context was not the current one of this thread, or there was none."""
        return self.code in OF_CONTEXT


OF_CONTEXT = frozenset({3, 201, 400})
"""No driver was begun in this thread, no valid context, a handle of another context."""


def sentence_of(code: int) -> str:
    """What a code of the driver means, and what helps where that is known."""
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
    except RuntimeError as error:  # what the bindings raise where there is no library of a driver
        raise NoDeviceError(
            'no driver of NVIDIA was found; install the one for the card, until "nvidia-smi" lists it '
            f"({str(error).partition(chr(10))[0]})"
        ) from error
    if code:
        raise NoDeviceError(f"{sentence_of(int(code))} ({code.name})")
    version = asked(module.cuDriverGetVersion)
    if version < OLDEST_DRIVER:
        raise NoDeviceError(
            f"the driver knows CUDA {_version(version)}, and {_version(OLDEST_DRIVER)} is the oldest that serves here; update "
            "it"
        )
    return module


def asked(function: Any, *arguments: Any) -> Any:
    """What a function of the driver answers; None where that is nothing but that all went well.

    Raises:
        CudaError: it refused.
    """
    code, *found = function(*arguments)
    if code:
        raise CudaError(int(code), code.name)
    return found[0] if found else None


def driver_version() -> tuple[int, int]:
    """Major and minor version of CUDA that the driver knows."""
    version = asked(driver().cuDriverGetVersion)
    return version // 1000, version % 1000 // 10


def _version(number: int) -> str:
    return f"{number // 1000}.{number % 1000 // 10}"
