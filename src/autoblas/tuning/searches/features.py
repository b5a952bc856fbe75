"""Points as rows of numbers, so that distances between them mean something."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.tuning.outcome import Point

__all__ = ["Features", "Matrix", "features"]

Matrix: TypeAlias = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Features:
    """Rows of numbers.

    Attributes:
        rows: Shape ``(points, columns)``; two random points are about sqrt(2) apart along a parameter.
        owner: Shape ``(columns,)``; the number of the parameter that each column belongs to.
        parameters: Number of parameters.
    """

    rows: Matrix
    owner: npt.NDArray[np.intp]
    parameters: int


def features(points: Sequence[Point]) -> Features:
    """Encode points of one or several kernels.

    Numbers become the standardised log2 of one more than their size, with their sign; words and truth values become
    one column a value. A parameter that a point lacks is 0 and has a column that says so. Columns that say nothing,
    or the same as an earlier one, are left out.
    """
    names = sorted({name for point in points for name in point})
    columns: dict[bytes, tuple[Matrix, int]] = {}
    for number, name in enumerate(names):
        values = [point.get(name) for point in points]
        for column in _columns(values):
            mirrored = column.max() - column + column.min()
            if np.ptp(column) > 0 and mirrored.tobytes() not in columns:
                columns.setdefault(column.tobytes(), (column, number))
    owner = np.array([number for _, number in columns.values()], dtype=np.intp)
    rows = np.empty((len(points), len(columns)))
    for index, (column, _) in enumerate(columns.values()):
        rows[:, index] = column
    return Features(rows, owner, len(names))


def _columns(values: Sequence[str | float | bool | None]) -> list[Matrix]:
    """The columns of one parameter; None stands where a point lacks it."""
    present = np.array([value is not None for value in values])
    present_values = [value for value in values if value is not None]
    if all(isinstance(value, int | float) and not isinstance(value, bool) for value in present_values):
        numbers = np.array([0.0 if value is None else float(value) for value in values])
        scaled = np.sign(numbers) * np.log2(1 + np.abs(numbers))
        spread = scaled[present].std()
        scaled = np.where(present, (scaled - scaled[present].mean()) / (spread or 1.0), 0.0)
        return [scaled, (~present).astype(np.float64)]
    labels = [None if value is None else str(value) for value in values]
    levels = sorted(set(labels) - {None}, key=str)
    return [np.array([label == level for label in labels], dtype=np.float64) for level in levels]
