"""Types of options that take numbers: within what sizes, counts and times can be, whatever a user writes."""

from __future__ import annotations

from typing import Any

import click

__all__ = ["Seconds", "Whole"]

LARGEST = (1 << 63) - 1
"""No memory holds more, and models of time compute with sizes as floating-point numbers."""

LONGEST = 1e9
"""Seconds: thirty years; systems cannot wait for ten times as long."""


class Whole(click.IntRange):
    """A whole number below 2^63."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number."""
        number = super().convert(value, param, ctx)
        if abs(number) > LARGEST:
            self.fail(f"it is larger than {LARGEST}", param, ctx)
        return number


class Seconds(click.FloatRange):
    """A time of up to ``LONGEST`` seconds."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number."""
        seconds = super().convert(value, param, ctx)
        if not seconds <= LONGEST:
            self.fail(f"{seconds} is no time of up to {LONGEST:g} seconds", param, ctx)
        return seconds
