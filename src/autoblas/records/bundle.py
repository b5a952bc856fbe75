"""Our own form for sending results: records with the devices they are of, and a checksum over them.

It is the form of ``autoblas.database`` with one member more, which earlier versions pass over.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

import msgspec

from autoblas.database import Record, to_json
from autoblas.database.record import SCHEMA_VERSION
from autoblas.errors import DatabaseError
from autoblas.records.files import LeftOut, converted, sound

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

__all__ = ["bundle_text", "records_in_bundle"]


class _Rows(msgspec.Struct):
    schema: int
    records: list[Any]


class _Summary(msgspec.Struct):
    sha256: str
    records: int


def bundle_text(records: Sequence[Record], *, version: str) -> str:
    """Text of a file of records with a summary of their devices and a checksum.

    Args:
        records: The records.
        version: Of autoblas.
    """
    text = to_json(records)
    machines = sorted(
        {
            (machine.device, machine.platform, machine.driver, machine.vendor, machine.kind)
            for machine in (r.place for r in records)
        }
    )
    summary = {
        "autoblas": version,
        "devices": [
            dict(zip(("device", "platform", "driver", "vendor", "kind"), machine, strict=True))
            for machine in machines
        ],
        "records": len(records),
        "sha256": _checksum(json.loads(text)["records"]),
    }
    start, marked, rest = text.partition('"records":')
    return f'{start}"bundle":{json.dumps(summary)},\n{marked}{rest}'


def records_in_bundle(path: Path, held: dict[str, Any]) -> tuple[list[Record], LeftOut]:
    """The records of a file, whose checksum is right where it has one, and those that this version cannot read.

    Args:
        path: The file.
        held: Its decoded content.

    Raises:
        DatabaseError: the checksum is another, a record is missing, it is of another schema, or none can be read.
    """
    if "bundle" in held:
        summary = converted(path, held["bundle"], _Summary, "a bundle")
        rows = held.get("records")
        count = len(rows) if isinstance(rows, list) else 0
        if count != summary.records:
            raise DatabaseError(path, f"it holds {count} records where {summary.records} were exported")
        if _checksum(rows) != summary.sha256:
            raise DatabaseError(
                path, "its checksum is not that of its records: it was changed or damaged after the export"
            )
    rows = converted(path, held, _Rows, "a file of results")
    if rows.schema != SCHEMA_VERSION:
        raise DatabaseError(
            path, f"its schema version is {rows.schema}; this autoblas reads {SCHEMA_VERSION}"
        )
    return sound(path, enumerate(rows.records), lambda row: msgspec.convert(row, Record))


def _checksum(records: Any) -> str:
    """A hash of the records that does not depend on white space or the order of names."""
    return hashlib.sha256(json.dumps(records, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
