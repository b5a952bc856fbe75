"""The results that ship with autoblas: one JSON file a device, read once, when first asked for."""

from __future__ import annotations

import re
import threading
from collections import defaultdict
from importlib import resources
from typing import TYPE_CHECKING

from autoblas.database.index import grouped
from autoblas.database.record import element_type, read_json, write_json
from autoblas.errors import DatabaseError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from importlib.resources.abc import Traversable
    from pathlib import Path

    from autoblas.database.index import Group
    from autoblas.database.record import Record

__all__ = ["MACHINE_FAMILIES", "Shipped", "best", "slug", "write_shipped"]


MACHINE_FAMILIES = frozenset({"peak", "crossover"})
"""Families of results that say how fast a machine is, not how to use it, and are no use on another."""


class Shipped:
    """Records read from a folder of JSON files.

    Args:
        folder: The folder; the one inside the package where it is not named.
    """

    def __init__(self, folder: Traversable | None = None) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._records: tuple[Record, ...] | None = None
        self._groups: dict[tuple[str, str], Group] = {}

    def records(self) -> tuple[Record, ...]:
        """All records, file by file.

        Raises:
            DatabaseError: a file cannot be read; the message names it and the place in it.
        """
        with self._lock:
            if self._records is None:
                folder = self._folder or resources.files("autoblas.database") / "data"
                self._records = tuple(record for file in _files(folder) for record in read_json(file))
                groups: defaultdict[tuple[str, str], list[Record]] = defaultdict(list)
                for record in self._records:
                    groups[record.family, element_type(record.signature)].append(record)
                self._groups = {key: grouped(members) for key, members in groups.items()}
            return self._records

    def group(self, family: str, signature: str) -> Group:
        """The records of ``family`` whose signature is related to ``signature``.

        Raises:
            DatabaseError: a file cannot be read.
        """
        self.records()
        return self._groups.get((family, element_type(signature)), {})


def _files(folder: Traversable) -> list[Traversable]:
    if not folder.is_dir():
        raise DatabaseError(folder, "the folder of shipped results is missing")
    return sorted((f for f in folder.iterdir() if f.name.endswith(".json")), key=lambda file: file.name)


def slug(device: str) -> str:
    """The name of a device's file, without its ending: lower-case letters, digits and hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", device.lower()).strip("-") or "device"


def best(records: Iterable[Record], top: int = 1) -> list[Record]:
    """The ``top`` fastest records of each problem on each device and platform, whatever the driver and its caches."""
    problems: defaultdict[tuple[object, ...], list[Record]] = defaultdict(list)
    for record in records:
        machine = record.place
        device = (machine.device, machine.vendor, machine.platform, machine.kind, machine.vectors)
        problems[device, record.family, record.signature, record.sizes].append(record)
    ranked = (sorted(group, key=lambda r: (r.seconds, r.order)) for group in problems.values())
    return [record for group in ranked for record in group[:top]]


def write_shipped(records: Iterable[Record], folder: Path, top: int = 1) -> list[Path]:
    """Write one file a device, which replaces the one there was; the files written.

    Args:
        records: Records of any devices; those of ``MACHINE_FAMILIES`` are left out.
        folder: Folder of the files.
        top: Records to keep of each problem.

    Raises:
        DatabaseError: a file cannot be written.
    """
    files: defaultdict[str, list[Record]] = defaultdict(list)
    for record in best((record for record in records if record.family not in MACHINE_FAMILIES), top):
        files[slug(record.place.device)].append(record)
    for name, members in files.items():
        write_json(folder / f"{name}.json", members)
    return [folder / f"{name}.json" for name in sorted(files)]
