"""Keeps what the probe of ``devices.hints`` found: a file of JSON, by device, platform and driver."""

from __future__ import annotations

import json
import warnings
from typing import TYPE_CHECKING, Literal

import msgspec

from autoblas.folders import data_folder

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

__all__ = ["Verdict", "hints_path", "keep_hints", "kept_hints"]

Verdict = Literal["ok", "fail", "unknown"]
"""``ok``: the kernel computes the right numbers with the hint. ``fail``: it does without the hint only. ``unknown``: it
does not without either, or the device has no such type."""


def hints_path() -> Path:
    """The file."""
    return data_folder() / "hints.json"


def kept_hints(name: str, platform: str, driver: str) -> Mapping[str, Verdict]:
    """The verdicts on a device, by the type that is hinted at; none where it was never probed.

    Args:
        name: Of the device.
        platform: Of its platform.
        driver: Its version; another one may fail where the last one did not.
    """
    return _read().get(_key(name, platform, driver), {})


def keep_hints(name: str, platform: str, driver: str, verdicts: Mapping[str, Verdict]) -> None:
    """Keep the verdicts on a device in place of earlier ones.

    Raises:
        OSError: the file cannot be written.
    """
    path = hints_path()
    everything = _read() | {_key(name, platform, driver): dict(verdicts)}
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps(everything, indent=1, sort_keys=True), encoding="utf-8")
    fresh.replace(path)


def _key(name: str, platform: str, driver: str) -> str:
    return f"{name}, {platform}, {driver}"


def _read() -> dict[str, dict[str, Verdict]]:
    """All that is kept; nothing, with a warning, where the file holds something else."""
    path = hints_path()
    if not path.exists():
        return {}
    try:
        found = msgspec.json.decode(path.read_bytes(), type=dict[str, dict[str, Verdict]])
    except (OSError, msgspec.DecodeError) as error:
        warnings.warn(f"{path} cannot be read ({error}); autoblas doctor writes it anew", stacklevel=4)
        return {}
    return found
