"""A search space whose best point is known: 876 points of two kernels, with a smooth surface of seconds over them."""

from __future__ import annotations

import hashlib
import itertools
import json
import math
from typing import TYPE_CHECKING

from autoblas.tuning import Outcome, point_key

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.tuning import Point
    from autoblas.tuning.evaluator import Permit

__all__ = ["GROUPS", "Local", "outcome_of", "surface", "surface_points"]

GROUPS = {"form": "form", "unroll": "form", "rows": "shape", "columns": "shape", "depth": "shape"}
"""The group of each parameter of the points, as ``Strategy`` takes them."""


def surface_points() -> list[Point]:
    """The points of two kernels with different parameters, 876 in all."""
    sizes = (1, 2, 4, 8, 16, 32)
    tile = itertools.product(sizes, sizes, (4, 8, 16, 32), ("mad", "fma", "plain"), (False, True))
    points: list[Point] = [
        {"kernel": "tile", "rows": rows, "columns": columns, "depth": depth, "form": form, "unroll": unroll}
        for rows, columns, depth, form, unroll in tile
    ]
    return points + [
        {"kernel": "flat", "width": width, "form": form}
        for width in (1, 2, 4, 8)
        for form in ("mad", "fma", "plain")
    ]


def surface(point: Point) -> float:
    """Seconds at a point: convex in the logs of the sizes, and separable, so that alternating finds the optimum."""
    form = {"mad": 0.0, "plain": 0.4, "fma": 0.9}[str(point["form"])]
    if point["kernel"] == "flat":
        return 1e-3 * (2.0 + form + 0.1 * (math.log2(float(point["width"])) - 2) ** 2)
    rows, columns, depth = (math.log2(float(point[name])) for name in ("rows", "columns", "depth"))
    bowl = (
        0.3 * (rows - 3) ** 2
        + 0.2 * (columns - 2) ** 2
        + 0.2 * (rows + columns - 5) ** 2
        + 0.1 * (depth - 4) ** 2
    )
    return 1e-3 * (1.0 + bowl + form + (0.0 if point["unroll"] else 0.2))


def outcome_of(point: Point, trials: int = 1) -> Outcome:
    """Measurement of a point of the surface by a perfect clock, in so many launches."""
    return Outcome("ok", (surface(point),) * trials, source=_sha(point))


class Local:
    """Tries points in this process by a clock of its own, and notes what is tried, and how often.

    Args:
        seconds: Seconds of a launch of a point, or another outcome.

    Attributes:
        tried: The keys of the points that were tried, in order.
        trials: Launches that each of them was tried with.
    """

    def __init__(self, seconds: Callable[[Point], float | Outcome] = surface) -> None:
        self.seconds = seconds
        self.tried: list[str] = []
        self.trials: list[int] = []

    def __call__(
        self,
        point: Point,
        *,
        trials: int,
        min_seconds: float,
        give_up_above: float | None,
        permit: Permit,
        limit: float,
    ) -> Outcome:
        """Answer after asking permission for every stage; see ``tuning.evaluator.Evaluate``."""
        del min_seconds, give_up_above, limit
        source = _sha(point)
        for stage in ("build", "check", "time"):
            if not permit(stage, source):
                return Outcome("abandoned", stage=stage, source=source)
        self.tried.append(point_key(point))
        self.trials.append(trials)
        answer = self.seconds(point)
        return answer if isinstance(answer, Outcome) else Outcome("ok", (answer,) * trials, source=source)


def _sha(point: Point) -> str:
    return hashlib.sha256(json.dumps(dict(point), sort_keys=True).encode()).hexdigest()
