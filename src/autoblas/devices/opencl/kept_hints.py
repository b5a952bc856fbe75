"""Keeps what the probe of ``devices.opencl.doctor.hints`` found: a file of JSON, by device, platform and driver."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from autoblas.store.table import JsonTable

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

__all__ = ["HintOutcome", "hints_path", "keep_hints", "kept_hints"]

HintOutcome = Literal["ok", "fail", "unknown"]
"""``ok``: the kernel computes the right numbers with the hint. ``fail``: it does without the hint only. ``unknown``: it
does not without either, or the device has no such type."""

_FILE = JsonTable("hints.json", msgspec.json.Decoder(dict[str, dict[str, HintOutcome]]))


def hints_path() -> Path:
    """The file."""
    return _FILE.path


def kept_hints(name: str, platform: str, driver: str) -> Mapping[str, HintOutcome]:
    """The verdicts on a device, by the type that is hinted at; none where it was never probed.

    Args:
        name: Of the device.
        platform: Of its platform.
        driver: Its version; another one may fail where the last one did not.
    """
    return _FILE.read().get(_key(name, platform, driver), {})


def keep_hints(name: str, platform: str, driver: str, verdicts: Mapping[str, HintOutcome]) -> None:
    """Keep the verdicts on a device in place of earlier ones.

    Raises:
        DatabaseError: the file cannot be written.
    """
    _FILE.keep(_key(name, platform, driver), dict(verdicts))


def _key(name: str, platform: str, driver: str) -> str:
    return f"{name}, {platform}, {driver}"
