"""Devices by the words of a user, or of another process: cards that are reached through CUDA, and devices of OpenCL."""

from __future__ import annotations

import logging
import re
from importlib.util import find_spec
from typing import Any

from autoblas.devices.opencl.selection import choose, listing
from autoblas.errors import DeviceError

__all__ = ["all_cards", "called", "first_card", "hardware_called", "is_card", "named_card"]

_log = logging.getLogger(__name__)

CARD = re.compile(r"cuda:?\d{0,4}", re.IGNORECASE)
"""Words for cards: ``cuda``, the first, or ``cuda:1``, the second that CUDA counts."""


def named_card(choice: str | None) -> Any:
    """The card that words mean; None where they mean a device of OpenCL, or none.

    Args:
        choice: The words, as of ``--device``.

    Raises:
        NoDeviceError: there is no such card, or no driver.
    """
    if choice is None or CARD.fullmatch(choice.strip()) is None:
        return None
    from autoblas.devices.cuda.cards import card_named  # noqa: PLC0415  # only where a card is named

    return card_named(choice)


def all_cards() -> list[Any]:
    """The cards of this process that are reached through CUDA.

    Raises:
        NoDeviceError: there is no driver, or no card.
    """
    from autoblas.devices.cuda.cards import cards  # noqa: PLC0415  # only where cards are named

    return list(cards())


def first_card() -> Any:
    """The first card that is reached through CUDA; None where there is none, or no package for it."""
    if find_spec("cuda") is None or find_spec("cuda.bindings") is None:
        return None
    try:
        return next(iter(all_cards()), None)
    except DeviceError as error:
        _log.debug("no card is reached through CUDA: %s", error)
        return None


def hardware_called(words: str) -> Any:
    """The device that words mean, as an object of its back-end's library.

    Args:
        words: The words, as of ``--device``.

    Raises:
        NoDeviceError: there is no device, or not exactly one fits.
        DeviceError: the loader failed.
    """
    return named_card(words) or choose(words)


def is_card(hardware: Any) -> bool:
    """True of a card that is reached through CUDA."""
    return type(hardware).__module__ == "autoblas.devices.cuda.cards"


def called(hardware: Any) -> str | None:
    """Words by which ``hardware_called`` finds a device in any process; None for a device that is in no listing.

    Raises:
        DeviceError: the loader failed.
    """
    if is_card(hardware):
        return f"cuda:{hardware.ordinal}"
    devices = listing()
    return str(devices.index(hardware)) if hardware in devices else None
