"""Points that others published for graphics processors, as points of kernels here: a row for a generation, a maker, or all.

Nobody measured them here or with these kernels. ``tools/published.py`` makes the file.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable
    from importlib.resources.abc import Traversable

__all__ = ["FILE", "Published", "Row", "published_file", "published_row"]

FILE = "published.json"
DEFAULT_TYPE = "float32"
"""Element type whose points stand for types that the source does not have, such as bfloat16 and integers."""


class Published(msgspec.Struct, frozen=True):
    """Contents of the file of published points.

    Attributes:
        source: Project that published the parameters.
        version: Its version, as its makers call it.
        date: Of that version, as YYYY-MM-DD.
        licence: Of the source.
        sizes: Sizes of the problems that the devices computed, by family.
        devices: Number of published devices of each row's own generation or maker, by the row's name.
        points: Kernels with values of parameters, each once: a kernel's name, and values by name.
        rows: For each row's name, and in it for a family and an element type with a blank between, which points are worth
            trying, the best first, as indices into ``points``.
    """

    source: str
    version: str
    date: str
    licence: str
    sizes: dict[str, list[int]]
    devices: dict[str, int]
    points: list[tuple[str, dict[str, int]]]
    rows: dict[str, dict[str, list[int]]]


class Row(NamedTuple):
    """The points for a device.

    Attributes:
        words: Their origin, as the end of a sentence.
        sizes: Sizes of the problem that the devices computed.
        points: Names of kernels with some of their parameters, the best first.
    """

    words: str
    sizes: tuple[int, ...]
    points: tuple[tuple[str, dict[str, Any]], ...]


def published_row(lineage: Iterable[str], family: str, element_type: str) -> Row | None:
    """The points of the narrowest row that has some; None where no row has.

    Args:
        lineage: Groups that the device belongs to, such as its generation and its maker, the narrowest first.
        family: Family of the problem.
        element_type: First word of the problem's class.
    """
    return next(filter(None, (_row(name, family, element_type) for name in lineage)), None)


@cache
def _row(name: str, family: str, element_type: str) -> Row | None:
    file = published_file()
    lists = file.rows.get(name, {})
    indices = lists.get(f"{family} {element_type}") or lists.get(f"{family} {DEFAULT_TYPE}")
    if not indices:
        return None
    points = tuple(file.points[index] for index in indices)
    words = f"published for {name} ({file.source} of {file.date}), not measured here"
    return Row(words, tuple(file.sizes[family]), points)


@cache
def published_file(file: Traversable | None = None) -> Published:
    """Contents of a file of published points, read once; by default the file inside the package."""
    file = resources.files("autoblas.database") / FILE if file is None else file
    return msgspec.json.decode(file.read_bytes(), type=Published)
