"""The searches by name: each chooses, in its own way, which point of a space is tried next."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

from autoblas.errors import ArgumentError
from autoblas.tuning.searches.alternating import Alternating
from autoblas.tuning.searches.model import Model
from autoblas.tuning.searches.strategy import Strategy
from autoblas.tuning.searches.sweeps import Exhaustive, Probe, Random

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.tuning.outcome import Point
    from autoblas.tuning.searches.strategy import Search

__all__ = ["STRATEGIES", "make_search"]

STRATEGIES: dict[str, type[Strategy]] = {
    "model": Model,
    "em": Alternating,
    "probe": Probe,
    "exhaustive": Exhaustive,
    "random": Random,
}


def make_search(name: str, points: Sequence[Point], **options: Any) -> Search:
    """A search over points.

    Args:
        name: One of ``STRATEGIES``.
        points: The points of the space.
        options: ``trials``, ``seed``, ``start``, ``groups`` (see ``Strategy``) and those of the search itself.

    Raises:
        ArgumentError: there is no such search, it has no such option, or a value does not fit.
    """
    if name not in STRATEGIES:
        raise ArgumentError("strategy", f"one of {', '.join(STRATEGIES)}", name)
    kind = STRATEGIES[name]
    accepted = [*inspect.signature(Strategy).parameters, *inspect.signature(kind).parameters]
    accepted = [option for option in dict.fromkeys(accepted) if option not in ("points", "options")]
    for option in options:
        if option not in accepted:
            raise ArgumentError(
                option, f"an option of the {name} search, {', '.join(accepted)}", "an unknown option"
            )
    return kind(points, **options)
