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


class _Said(msgspec.Struct):
    sha256: str
    records: int


def bundle_text(records: Sequence[Record], *, version: str) -> str:
    """A file of records that says what they are of.

    Args:
        records: The records.
        version: Of autoblas.
    """
    text = to_json(records)
    places = sorted(
        {
            (place.device, place.platform, place.driver, place.vendor, place.kind)
            for place in (r.place for r in records)
        }
    )
    said = {
        "autoblas": version,
        "devices": [
            dict(zip(("device", "platform", "driver", "vendor", "kind"), place, strict=True))
            for place in places
        ],
        "records": len(records),
        "sha256": _checksum(json.loads(text)["records"]),
    }
    start, marked, rest = text.partition('"records":')
    return f'{start}"bundle":{json.dumps(said)},\n{marked}{rest}'


def records_in_bundle(path: Path, held: dict[str, Any]) -> tuple[list[Record], LeftOut]:
    """The records of a file, whose checksum is right where it has one, and those that this version cannot read.

    Args:
        path: The file.
        held: What it holds, decoded.

    Raises:
        DatabaseError: the checksum is another, a record is missing, it is of another schema, or none can be read.
    """
    if "bundle" in held:
        said = converted(path, held["bundle"], _Said, "a bundle")
        rows = held.get("records")
        count = len(rows) if isinstance(rows, list) else 0
        if count != said.records:
            raise DatabaseError(path, f"it holds {count} records where {said.records} were exported")
        if _checksum(rows) != said.sha256:
            raise DatabaseError(
                path, "its checksum is not that of its records: it was changed or damaged after the export"
            )
    rows = converted(path, held, _Rows, "a file of results")
    if rows.schema != SCHEMA_VERSION:
        raise DatabaseError(
            path, f"its schema version is {rows.schema}; this autoblas reads {SCHEMA_VERSION}"
        )
    return sound(path, enumerate(rows.records), lambda row: msgspec.convert(row, Record))


def _checksum(rows: Any) -> str:
    """A hash of the records that does not depend on white space or the order of names."""
    return hashlib.sha256(json.dumps(rows, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
