"""JSON of ``--json``: one object a command, whose first keys are the same in all commands (docs/guide/json.md)."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

import click

from autoblas import __version__
from autoblas.problems.blas.notation import written

if TYPE_CHECKING:
    from autoblas.devices.device import Facts
    from autoblas.problems import Problem

__all__ = ["SCHEMA", "device_document", "print_document", "problem_words"]

SCHEMA = 1
"""Counts changes after which programs that read these objects may have to change. New keys are no such change."""


def print_document(device: Facts | None = None, /, **content: Any) -> None:
    """Print an object as JSON.

    Args:
        device: The device that the command is about, where it is about one.
        content: Further keys and values.
    """
    path = click.get_current_context().command_path.partition(" ")[2]
    document: dict[str, Any] = {"schema": SCHEMA, "autoblas": __version__, "command": path}
    if device is not None:
        document["device"] = device_document(device)
    click.echo(json.dumps(_finite({**document, **content}), indent=2, allow_nan=False))


def device_document(facts: Facts) -> dict[str, str]:
    """Names and kind of a device."""
    return {"name": facts.name, "platform": facts.platform, "driver": facts.driver, "kind": facts.kind}


def problem_words(problem: Problem) -> dict[str, Any]:
    """A problem, as people write it and with all its fields."""
    return {"problem": written(problem), "fields": problem.words(), "flops": problem.flops(),
            "min_bytes": problem.min_bytes()}  # fmt: skip


def _finite(value: Any) -> Any:
    """A JSON value with null in place of infinities and NaN."""
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, dict):
        return {name: _finite(member) for name, member in value.items()}
    return [_finite(member) for member in value] if isinstance(value, (list, tuple)) else value
