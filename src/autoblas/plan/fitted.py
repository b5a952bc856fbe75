"""Coefficients of time models that were fitted on this machine: a file beside the user's results, read once a device."""

from __future__ import annotations

import functools
import json
from typing import TYPE_CHECKING, Any

from autoblas.database import data_path
from autoblas.errors import DatabaseError
from autoblas.kernels.models.coefficients import family_of, replace_coefficients, shipped
from autoblas.plan.results import forget_plans
from autoblas.store.folder import replace_file, warn_once

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from autoblas.devices.device import Facts

__all__ = ["load_fitted", "store_fitted"]


def fitted_path() -> Path:
    """The file.

    Raises:
        DatabaseError: no folder is named.
    """
    return data_path().parent / "models.json"


def load_fitted(f: Facts) -> None:
    """Let models have the coefficients that were fitted on a device; a file that cannot be read is warned of once."""
    try:
        _load(fitted_path(), f.name, family_of(f))
    except DatabaseError as error:
        warn_once(
            error,
            f'results of tuning cannot be read, and calls are served without: {error}; see "autoblas doctor"',
        )


@functools.cache
def _load(path: Path, device: str, family: str) -> None:
    for model, values in _read(path).get(device, {}).items():
        if model in shipped(family) and _shape(values) == _shape(shipped(family)[model]["values"]):
            replace_coefficients(model, device, values)


def _read(path: Path) -> dict[str, Any]:
    """The coefficients by device and model."""
    try:
        content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise DatabaseError(path, f"it cannot be read: {error}") from error
    return content


def _shape(values: Any) -> Any:
    """The names of coefficients; a file of another version may have others."""
    if isinstance(values, dict):
        return {key: _shape(inner) for key, inner in values.items()}
    return (
        [_shape(inner) for inner in values] if isinstance(values, list) else isinstance(values, (int, float))
    )


def store_fitted(f: Facts, fits: Mapping[str, Mapping[str, Any]]) -> Path:
    """Add the coefficients of models on a device to the file, and let calls use them; with none, drop those of the device.

    Returns: The file.

    Raises:
        DatabaseError: it cannot be read or written.
    """
    path = fitted_path()
    content = _read(path)
    present = content.pop(f.name, {})
    if fits:
        content[f.name] = present | dict(fits)
    replace_file(path, json.dumps(content, indent=2) + "\n")
    for model in present.keys() | fits.keys():
        replace_coefficients(model, f.name, content.get(f.name, {}).get(model))
    _load.cache_clear()
    forget_plans()
    return path
