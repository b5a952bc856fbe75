"""Our own form for sending results: records with the devices they are of, and a checksum over them.

It is the form of ``autoblas.database`` with one member more, which earlier versions pass over.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

import msgspec

from autoblas.database import from_json, to_json
from autoblas.errors import DatabaseError
from autoblas.exchange.files import converted

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from autoblas.database import Record

__all__ = ["bundle_text", "records_in_bundle"]


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


def records_in_bundle(path: Path, held: dict[str, Any]) -> list[Record]:
    """The records of a file, whose checksum is right where it has one.

    Args:
        path: The file.
        held: What it holds, decoded.

    Raises:
        DatabaseError: the checksum is another, a record is missing, or ``from_json`` refuses it.
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
    return from_json(
        msgspec.json.encode({name: value for name, value in held.items() if name != "bundle"}), path
    )


def _checksum(rows: Any) -> str:
    """A hash of the records that does not depend on white space or the order of names."""
    return hashlib.sha256(json.dumps(rows, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
