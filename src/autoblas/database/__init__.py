"""Measurements: records, the files that hold them, and look-ups.

``record`` defines a measurement, ``store`` keeps the user's own in a ``file``, ``shipped`` reads those that come
with autoblas, and ``lookup`` ranks both for a problem. ``index`` groups them, and reads them for calls, which no fault stops;
``health`` says what is wrong with them; ``starts`` keeps points that searches begin with and calls do not; ``published``
has points for devices that nobody here has.
"""

from autoblas.database.health import Health, health
from autoblas.database.index import Collection, Serving, measured_at
from autoblas.database.lookup import Match, Source, lookup
from autoblas.database.published import Published, Row, published_file, published_row
from autoblas.database.record import (
    SCHEMA_VERSION,
    Place,
    Provenance,
    Record,
    element_type,
    from_json,
    read_json,
    related,
    to_json,
    write_json,
)
from autoblas.database.shipped import Shipped, write_shipped
from autoblas.database.starts import Start, Starts
from autoblas.database.store import Changes, Store, StoreReading, data_path

__all__ = [
    "SCHEMA_VERSION",
    "Changes",
    "Collection",
    "Health",
    "Match",
    "Place",
    "Provenance",
    "Published",
    "Record",
    "Row",
    "Serving",
    "Shipped",
    "Source",
    "Start",
    "Starts",
    "Store",
    "StoreReading",
    "data_path",
    "element_type",
    "from_json",
    "health",
    "lookup",
    "measured_at",
    "published_file",
    "published_row",
    "read_json",
    "related",
    "to_json",
    "write_json",
    "write_shipped",
]
