"""Coefficients of time models by model and device: those that were fitted on the device, else those that are shipped.

``data/nvidia.json`` and ``data/processors.json`` have the shipped ones: of each model the kernels, its values, their meanings
with units, and what they were fitted to. A model's formula is beside its kernel.
"""

from __future__ import annotations

import functools
import json
from importlib import resources
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autoblas.devices.device import Facts

__all__ = ["Coefficients", "coefficients", "coefficients_of", "family_of", "replace_coefficients", "shipped"]

_fitted: dict[tuple[str, str], tuple[Mapping[str, Any], Coefficients]] = {}
"""Those of devices, by device and model: as data, and as models use them."""


class Coefficients:
    """Values of one model, or a group of them, as attributes; tables by number or word are dictionaries.

    Args:
        values: The values by name. Groups are mappings, and so are tables, whose keys may be numbers.
    """

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.__dict__.update({name: _value(value) for name, value in values.items()})


def _value(value: Any) -> Any:
    """A value as models use it."""
    if isinstance(value, list):
        return tuple(value)
    if not isinstance(value, dict):
        return value
    if all(isinstance(inner, dict) or key.isdigit() for key, inner in value.items()):
        return {int(key) if key.isdigit() else key: _value(inner) for key, inner in value.items()}
    return Coefficients(value)


def family_of(f: Facts) -> str:
    """The family of devices whose shipped coefficients serve a device."""
    return "processors" if f.kind == "cpu" else "nvidia"


@functools.cache
def shipped(family: str) -> dict[str, Any]:
    """The models of a family of devices: values, meanings, and what they were fitted to."""
    path = resources.files("autoblas.kernels.models") / "data" / f"{family}.json"
    models: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return models


@functools.cache
def _shipped(family: str, model: str) -> Coefficients:
    return Coefficients(shipped(family)[model]["values"])


def coefficients(model: str, f: Facts) -> Any:
    """The coefficients of a model on a device, one object until they are replaced."""
    fitted = _fitted.get((f.name, model))
    return fitted[1] if fitted else _shipped(family_of(f), model)


def coefficients_of(model: str, f: Facts) -> Mapping[str, Any]:
    """The same as data."""
    fitted = _fitted.get((f.name, model))
    values: Mapping[str, Any] = fitted[0] if fitted else shipped(family_of(f))[model]["values"]
    return values


def replace_coefficients(model: str, device: str, values: Mapping[str, Any] | None) -> None:
    """Let a model have other coefficients on a device, by its name, from now on; with None the shipped ones."""
    if values is None:
        _fitted.pop((device, model), None)
    else:
        _fitted[device, model] = values, Coefficients(values)
