"""Bundles: devices and a checksum beside the records, which changes of the records break and others do not."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoblas.database import from_json, to_json
from autoblas.errors import DatabaseError
from autoblas.exchange import bundle_text, records_in_bundle
from support.database_cases import make_record, record_strategy

PATH = Path("bundle.json")


@given(st.lists(record_strategy(), max_size=4))
def test_any_records_are_read_back(records):
    """By this version, and by one that knows of no bundles."""
    text = bundle_text(records, version="0.1.0")
    assert to_json(records_in_bundle(PATH, json.loads(text))[0]) == to_json(records)
    assert to_json(from_json(text, PATH)) == to_json(records)


def test_a_bundle_says_what_it_is_of():
    """Each device with its driver once."""
    records = [
        make_record(),
        make_record(kernel="other"),
        make_record(device="H200", kind="gpu", driver="580"),
    ]
    said = json.loads(bundle_text(records, version="0.1.0"))["bundle"]
    assert [(each["device"], each["driver"], each["kind"]) for each in said["devices"]] == [
        ("H200", "580", "gpu"), ("Zen 3", "3.0", "cpu"),
    ]  # fmt: skip
    assert said["records"] == 3


def test_white_space_and_order_do_not_matter():
    """An editor may lay the file out anew."""
    held = json.loads(bundle_text([make_record()], version="0.1.0"))
    held["records"] = [dict(reversed(record.items())) for record in held["records"]]
    assert records_in_bundle(PATH, held)[0] == [make_record()]


CHANGES: list[tuple[str, Any]] = [
    ("seconds", 1e-9), ("kernel", "faster"), ("sizes", [1, 1, 1]), ("parameters", {}), ("more", 1),
]  # fmt: skip


@pytest.mark.parametrize(("field", "value"), CHANGES, ids=[name for name, _ in CHANGES])
def test_changed_records_are_refused(field, value):
    """Every field of a record is part of the checksum."""
    held = json.loads(bundle_text([make_record()], version="0.1.0"))
    held["records"][0][field] = value
    with pytest.raises(DatabaseError, match=r"^bundle\.json: its checksum is not that of its records"):
        records_in_bundle(PATH, held)


def test_missing_records_are_refused():
    """How many there were is said."""
    held = json.loads(bundle_text([make_record(), make_record(kernel="other")], version="0.1.0"))
    del held["records"][0]
    with pytest.raises(DatabaseError, match="it holds 1 records where 2 were exported"):
        records_in_bundle(PATH, held)


def test_files_without_a_checksum_are_read():
    """Those of earlier versions, and what ships."""
    held = json.loads(bundle_text([make_record()], version="0.1.0"))
    del held["bundle"]
    assert records_in_bundle(PATH, held)[0] == [make_record()]
