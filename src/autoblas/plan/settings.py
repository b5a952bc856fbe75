"""Settings in the environment that are numbers, read in one way and checked when the first device is asked for."""

from __future__ import annotations

import math
import os
from typing import NamedTuple

from autoblas.errors import ArgumentError, shown

__all__ = ["DEVICE_MEMORY", "HOST_BELOW", "check", "number"]


class Setting(NamedTuple):
    """A variable of the environment.

    Attributes:
        name: Its name.
        expected: What it may be, in words.
        least: The least that it may be.
        infinite: It may be infinite.
    """

    name: str
    expected: str
    least: float
    infinite: bool


DEVICE_MEMORY = Setting("AUTOBLAS_DEVICE_MEMORY", "a number of bytes, 1 or more", 1, infinite=False)
"""Bytes of a device's memory that products of NumPy arrays may take."""

HOST_BELOW = Setting("AUTOBLAS_HOST_BELOW", "a number of operations, 0 or more", 0, infinite=True)
"""A number of operations in the environment takes the place of what was measured for products.

0 keeps all routines on the device, infinity on the host; any other number is about level 3 alone, because other routines
are counted in bytes.
"""


def number(setting: Setting) -> float | None:
    """The value of a setting; None where it is not set.

    Args:
        setting: One of those above.

    Raises:
        ArgumentError: it is no such number.
    """
    text = os.environ.get(setting.name, "").strip()
    if not text:
        return None
    try:
        requested = float(text)
    except ValueError:
        requested = math.nan
    if not requested >= setting.least or (math.isinf(requested) and not setting.infinite):
        raise ArgumentError(setting.name, setting.expected, shown(text))
    return requested


def check() -> None:
    """See that all settings can be understood, those that the calls to come may never ask for too.

    Raises:
        ArgumentError: one of them cannot.
    """
    for setting in (DEVICE_MEMORY, HOST_BELOW):
        number(setting)
