"""The user's own results: records in an SQLite file that many processes may read and write at once."""

from __future__ import annotations

import threading
import time
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from autoblas.database.file import INSERT, ResultsFile
from autoblas.database.index import grouped
from autoblas.database.record import Record, element_type, recency
from autoblas.errors import ArgumentError, DatabaseError, DatabaseWarning
from autoblas.store.folder import data_folder

if TYPE_CHECKING:
    import os
    import sqlite3
    from collections.abc import Iterable

    from autoblas.database.file import Row
    from autoblas.database.index import Group

__all__ = ["Changes", "Store", "StoreReading", "data_path"]

LAYOUT = 2
"""The version of the tables, and part of the file's name: a version of autoblas with another layout has another file."""

NAME = f"results-{LAYOUT}.sqlite3"

FORMER, FORMER_LAYOUT = "results.sqlite3", 1
"""The file of autoblas before layouts were part of names. What it holds is taken over when a new file is made."""

_SETTLED = 100_000_000
"""Nanoseconds after which a second write is sure to change a file's time of modification."""

_ENCODER = msgspec.json.Encoder(order="sorted")
_DECODER = msgspec.json.Decoder(Record)


class Changes(NamedTuple):
    """Effect of adding records.

    Attributes:
        new: Records of points that had none.
        replaced: Records that took the place of an older one.
        unchanged: Records that were there already, or older than the one that was.
    """

    new: int
    replaced: int
    unchanged: int


class StoreReading(NamedTuple):
    """Records of the file, as far as they can be read.

    Attributes:
        records: The records, sorted.
        unreadable: Rows beside them that this version cannot read, such as those of a newer one.
    """

    records: list[Record]
    unreadable: int


def data_path() -> Path:
    """The file of the user's results: in ``AUTOBLAS_DATA_DIR`` where it is set, else in the system's usual place.

    Raises:
        DatabaseError: neither names a folder.
    """
    return data_folder() / NAME


class Store:
    """Measurements kept in one file.

    For each place, problem, kernel and set of parameters the newest measurement is kept, so that a problem has
    several, to be ranked by their time; a date in the future counts as the oldest. No connection is held between calls:
    objects may cross threads and forks.

    Reading changes nothing. Rows that cannot be read are skipped and counted. Writing renames a damaged file to
    ``<name>.damaged-<time>`` with a ``DatabaseWarning``, and starts a new one from what can still be read of it.

    Args:
        path: The file; ``data_path()`` where it is not named. It is created when something is first added.

    Raises:
        DatabaseError: none is named, and there is no usual place.
    """

    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        self.path = Path(data_path() if path is None else path).absolute()
        self._file = ResultsFile(self.path, LAYOUT, self._earlier_rows)
        self._former = (
            ResultsFile(self.path.with_name(FORMER), FORMER_LAYOUT) if self.path.name == NAME else None
        )
        self._watched = [Path(f"{file.path}{suffix}") for file in self._files() for suffix in ("", "-wal")]
        self._lock = threading.Lock()
        self._stamp: tuple[object, ...] | None = None
        self._groups: dict[tuple[str, str], Group] = {}

    def add(self, records: Iterable[Record]) -> Changes:
        """Keep records, all of them or, where an exception is raised, none.

        Raises:
            ArgumentError: a field of a record is not of its type.
            DatabaseError: the file cannot be written.
        """
        return self._add([_row(record) for record in records], [])

    def replace(self, records: Iterable[Record]) -> Changes:
        """Keep records in place of all that are of the same problems, sizes included, at the same places.

        Times that were taken at other times, under other conditions, are no match for those that were taken in turns.

        Raises:
            ArgumentError: a field of a record is not of its type.
            DatabaseError: the file cannot be written.
        """
        replacements = list(records)
        return self._add(
            [_row(record) for record in replacements],
            sorted({task for record in replacements for task in record.tasks}),
        )

    def _add(self, rows: list[Row], tasks: list[str]) -> Changes:
        """Keep rows; other records of ``tasks`` go."""
        if not rows:
            return Changes(0, 0, 0)
        return self._file.write(lambda connection: _merge(connection, rows, tasks))

    def must_be_writable(self) -> None:
        """See whether records could be added now, before time is spent on measuring them.

        Raises:
            DatabaseError: the file cannot be written.
        """
        # SQLite begins a transaction on a file that it cannot write; only a write, of what is there, shows it.
        self._file.write(lambda connection: connection.execute(f"PRAGMA user_version = {LAYOUT}").fetchall())

    def records(self, *, device: str | None = None, family: str | None = None) -> list[Record]:
        """The records that ``reading`` gives."""
        return self.reading(device=device, family=family).records

    def reading(self, *, device: str | None = None, family: str | None = None) -> StoreReading:
        """The records, sorted, and how many more there are that cannot be read.

        Args:
            device: Only those of devices whose name contains this, in any case.
            family: Only those of this family.

        Raises:
            ArgumentError: a name is no text that UTF-8 can write.
            DatabaseError: the file cannot be read.
        """
        records, unreadable = self._read(*_condition(device, family))
        return StoreReading(sorted(records, key=lambda record: record.order), unreadable)

    def clear(self, *, device: str | None = None, family: str | None = None) -> int:
        """Remove the records that ``reading`` would tell of; the number of them.

        Raises:
            ArgumentError: a name is no text that UTF-8 can write.
            DatabaseError: the file cannot be written.
        """
        where, values = _condition(device, family)
        if not any(file.exists() for file in self._files()):
            return 0
        return self._file.write(lambda c: c.execute(f"DELETE FROM records WHERE {where}", values).rowcount)  # noqa: S608 -- constant text

    def group(self, family: str, signature: str) -> Group:
        """The records of ``family`` whose signature is related to ``signature``, kept until the file changes.

        Raises:
            DatabaseError: the file cannot be read.
        """
        key = (family, element_type(signature))
        with self._lock:
            stamp = self._current_stamp()
            if stamp is None or stamp != self._stamp:
                self._groups.clear()
                self._stamp = stamp
            if key not in self._groups:
                records, _ = self._read("family = ? AND element_type = ?", key)
                self._groups[key] = grouped(record for record in records if record.family == family)
            return self._groups[key]

    def _files(self) -> list[ResultsFile]:
        """Files that may have the records: this one, or as long as it is missing that of earlier versions."""
        return [self._file] if self._former is None else [self._file, self._former]

    def _current_stamp(self) -> tuple[object, ...] | None:
        """Fingerprint of the files, which changes with them; None just after a change, when another could go unseen."""
        stamp: list[object] = []
        now = time.time_ns()
        for path in self._watched:
            try:
                status = path.stat()
            except OSError:  # no such file, or none that can be seen: reading it says what is wrong
                continue
            if status.st_size:  # readers make an empty log and remove it again
                stamp.append((path, status.st_ino, status.st_size, status.st_mtime_ns))
                if 0 <= now - status.st_mtime_ns < _SETTLED:
                    return None
        return tuple(stamp)

    def _read(self, where: str, values: Iterable[str]) -> tuple[list[Record], int]:
        file = next((file for file in self._files() if file.exists()), None)
        if file is None:
            return [], 0
        query = f"SELECT record FROM records WHERE {where}"  # noqa: S608 -- constant text
        return file.read(lambda connection: _decoded(connection.execute(query, tuple(values)))) or ([], 0)

    def _earlier_rows(self) -> list[Row]:
        """The rows of the file of earlier versions, which stays as it is for them."""
        if self._former is None:
            return []
        try:
            return self._former.rows()
        except DatabaseError as error:
            warnings.warn(f"earlier results are not taken over: {error}", DatabaseWarning, stacklevel=2)
            return []


def _condition(device: str | None, family: str | None) -> tuple[str, tuple[str, ...]]:
    for argument, name in (("device", device), ("family", family)):
        try:
            (name or "").encode()
        except UnicodeError as error:
            raise ArgumentError(argument, "text that UTF-8 can write", ascii(name)) from error
    tests = {"instr(lower(device), lower(?)) > 0": device, "family = ?": family}
    conditions = {test: value for test, value in tests.items() if value is not None}
    return " AND ".join(conditions) or "1", tuple(conditions.values())


def _row(record: Record) -> Row:
    try:
        text = _ENCODER.encode(record)
        if _DECODER.decode(text) != record:
            raise ArgumentError("record", "fields of the documented types", repr(record))
    except (msgspec.MsgspecError, TypeError, OverflowError, UnicodeError) as error:
        raise ArgumentError("record", f"fields of the documented types ({error})", repr(record)) from error
    kind = element_type(record.signature)
    measured = record.provenance.timestamp
    return (record.identity, record.place.device, record.family, kind, measured, text.decode())


def _merge(connection: sqlite3.Connection, rows: list[Row], tasks: Iterable[str] = ()) -> Changes:
    new = replaced = unchanged = 0
    marks = ", ".join("?" * len(rows))
    for task in tasks:
        connection.execute(
            f"DELETE FROM records WHERE instr(identity, ?) = 1 AND identity NOT IN ({marks})",  # noqa: S608 -- marks only
            (task, *(row[0] for row in rows)),
        )
    for row in rows:
        old = connection.execute(
            "SELECT measured, record FROM records WHERE identity = ?", row[:1]
        ).fetchone()
        if old is not None and (recency(old[0]) > recency(row[4]) or old[1] == row[5].encode()):
            unchanged += 1
            continue
        connection.execute(INSERT, row)
        new += old is None
        replaced += old is not None
    return Changes(new, replaced, unchanged)


def _decoded(rows: Iterable[tuple[bytes]]) -> tuple[list[Record], int]:
    """The records in rows, and how many rows have none that this version can read."""
    records: list[Record] = []
    unreadable = 0
    for (text,) in rows:
        try:
            records.append(_DECODER.decode(text))
        except (msgspec.MsgspecError, UnicodeError, TypeError, OverflowError, RecursionError):
            unreadable += 1
    return records, unreadable
