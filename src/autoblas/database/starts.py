"""Points that somebody else found good: searches begin with them, and they serve no call, as nothing here measured them."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING

import msgspec

from autoblas.database.record import LARGEST
from autoblas.errors import ArgumentError, DatabaseError
from autoblas.store.folder import data_folder, replace_file, warn_once
from autoblas.store.lock import FileLock
from autoblas.store.text import utf8

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

__all__ = ["Start", "Starts"]

NAME = "starts.json"
MOST = 2000
"""Points that are kept; of more the oldest go."""


class Start(msgspec.Struct, frozen=True, omit_defaults=True):
    """A point worth trying.

    Attributes:
        family: Family of the problem.
        kernel: Name of the kernel.
        parameters: Some or all of its parameters.
        origin: Where it comes from, as the end of a sentence.
        element_type: First word of the problem's class; empty where it is for all types.
        sizes: Sizes that it was found at, in any order and number; empty where they are not known.
    """

    family: str
    kernel: str
    parameters: dict[str, int | str | bool | float]
    origin: str
    element_type: str = ""
    sizes: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Refuse sizes that nothing can be computed with."""
        if not all(0 <= size < LARGEST for size in self.sizes):
            raise ArgumentError("sizes", "sizes of 0 or more, below 2^63", repr(self.sizes))

    @property
    def identity(self) -> tuple[object, ...]:
        """What two starts at one point have in common."""
        return (
            self.family,
            self.element_type,
            self.kernel,
            tuple(sorted((k, repr(v)) for k, v in self.parameters.items())),
        )

    def distance(self, sizes: Sequence[int]) -> float:
        """How far some sizes are from its own, in powers of two of their products; 0 where its own are not known."""
        if not self.sizes:
            return 0.0
        here, there = (math.fsum(math.log2(max(size, 1)) for size in each) for each in (sizes, self.sizes))
        return abs(here / max(len(sizes), 1) - there / len(self.sizes))


_DECODER = msgspec.json.Decoder(list[Start])


class Starts:
    """The points in a file of this machine's results, the best of each source first.

    Args:
        path: The file; ``starts.json`` in the folder of results where it is not named.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = data_folder() / NAME if path is None else path

    def add(self, points: Iterable[Start]) -> int:
        """Keep points; how many of them are new.

        Raises:
            DatabaseError: the file cannot be written, or not be read, so that the others would be lost.
        """
        wanted = list({each.identity: each for each in points}.values())
        if not wanted:
            return 0
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise DatabaseError(self.path, error.strerror or str(error)) from error
        with FileLock(self.path.with_suffix(".lock")).exclusive():
            known = {each.identity: each for each in self._read()}
            new = sum(each.identity not in known for each in wanted)
            for each in wanted:
                known.pop(each.identity, None)
            kept = [*known.values(), *wanted][-MOST:]
            replace_file(self.path, json.dumps(msgspec.to_builtins(kept), indent=1, sort_keys=True))
        return new

    def matching(self, family: str, element_type: str, sizes: Sequence[int]) -> list[Start]:
        """The points for a problem, those of the nearest sizes first; none, with one warning, where they cannot be read."""
        try:
            known = self._read()
        except DatabaseError as error:
            warn_once(error, f"searches begin without the points that were imported: {error}")
            return []
        found = [each for each in known if each.family == family and each.element_type in {"", element_type}]
        return sorted(found, key=lambda each: round(each.distance(sizes), 6))

    def clear(self) -> int:
        """Forget all points; how many there were.

        Raises:
            DatabaseError: the file cannot be removed.
        """
        try:
            count = len(self._read())
        except DatabaseError:  # what cannot be read is forgotten too
            count = 0
        try:
            self.path.unlink(missing_ok=True)
        except OSError as error:
            raise DatabaseError(self.path, error.strerror or str(error)) from error
        return count

    def _read(self) -> list[Start]:
        try:
            return _DECODER.decode(utf8(self.path.read_bytes()))
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            raise DatabaseError(self.path, error.strerror or str(error)) from error
        except (msgspec.MsgspecError, ArgumentError, UnicodeError, RecursionError) as error:
            raise DatabaseError(self.path, f'{error}; "autoblas db purge --starts" removes it') from error
