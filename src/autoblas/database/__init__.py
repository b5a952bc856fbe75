"""What has been measured, kept and found again.

``record`` says what a measurement is, ``store`` keeps the user's own, ``shipped`` reads those that come with
autoblas, and ``lookup`` ranks both for a problem.
"""

from autoblas.database.index import Collection, measured_at
from autoblas.database.lookup import Match, lookup
from autoblas.database.record import (
    SCHEMA_VERSION,
    Place,
    Provenance,
    Record,
    from_json,
    read_json,
    related,
    to_json,
    write_json,
)
from autoblas.database.shipped import Shipped, write_shipped
from autoblas.database.store import Changes, DatabaseWarning, Store, data_path

__all__ = [
    "SCHEMA_VERSION",
    "Changes",
    "Collection",
    "DatabaseWarning",
    "Match",
    "Place",
    "Provenance",
    "Record",
    "Shipped",
    "Store",
    "data_path",
    "from_json",
    "lookup",
    "measured_at",
    "read_json",
    "related",
    "to_json",
    "write_json",
    "write_shipped",
]
