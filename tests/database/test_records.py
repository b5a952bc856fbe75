"""Records and their files: what goes out as JSON comes back, and what is wrong is named."""

import json
import math
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import autoblas.database
from autoblas.database import (
    SCHEMA_VERSION,
    Provenance,
    Shipped,
    from_json,
    read_json,
    related,
    to_json,
    write_json,
    write_shipped,
)
from autoblas.database.shipped import slug
from autoblas.errors import ArgumentError, DatabaseError
from support.database_cases import make_record, record_strategy


@settings(max_examples=50, deadline=None)
@given(st.lists(record_strategy(), max_size=4), st.randoms())
def test_json_round_trip(records, shuffler):
    """Records survive JSON unchanged, and the text does not depend on their order."""
    text = to_json(records)
    read = from_json(text, "text")
    assert sorted(read, key=lambda r: to_json([r])) == sorted(records, key=lambda r: to_json([r]))
    by_order = {r.identity: r for r in records}.values()
    shuffled = list(by_order)
    shuffler.shuffle(shuffled)
    assert to_json(shuffled) == to_json(by_order)


def test_a_place_says_no_more_than_it_knows():
    """Records that say nothing of vectors are read, keep their identity and are written as they were."""
    silent, telling = make_record(), make_record(vector_bytes=32, vector_registers=16, cache_bytes=1 << 25)
    assert "vector" not in to_json([silent])
    assert "cache" not in silent.identity
    assert from_json(to_json([silent]), "text") == [silent]
    assert from_json(to_json([telling]), "text") == [telling]
    assert silent.identity != telling.identity
    assert set(silent.tasks) < set(telling.tasks)


def test_file_is_diffable():
    """A file holds one record a line, with keys sorted."""
    lines = to_json([make_record(sizes=(n, n, n)) for n in (64, 8, 1024)]).splitlines()
    assert len(lines) == 5
    rows = [json.loads(line.rstrip(",")) for line in lines[1:-1]]
    assert [row["sizes"][0] for row in rows] == [8, 64, 1024]
    assert all(list(row) == sorted(row) and list(row["place"]) == sorted(row["place"]) for row in rows)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("not JSON", "malformed"),
        ("[]", "object"),
        (b'{"schema":1,"records":["\xff"]}', ""),
        (json.dumps({"schema": SCHEMA_VERSION + 1, "records": []}), "schema version"),
        (to_json([make_record()]).replace('"samples":9', '"samples":"nine"'), r"records\[0\].samples"),
        (to_json([make_record()]).replace('"seconds":0.001', '"seconds":-1'), r"records\[0\]"),
        (to_json([make_record()]).replace('"kernel"', '"colonel"'), "kernel"),
        (to_json([make_record()]).replace('"cpu"', '"toaster"'), "kind"),
        (to_json([make_record()]).replace('"2026-01-02T03:04:05+00:00"', '"yesterday"'), "ISO 8601"),
    ],
)
def test_wrong_text_is_named(text, words):
    """A text that is no file of records raises an error with the file's name and the place in it."""
    with pytest.raises(DatabaseError, match=f"^some.json: .*{words}"):
        from_json(text, "some.json")


@pytest.mark.parametrize(
    "change",
    [
        {"seconds": math.nan},
        {"seconds": math.inf},
        {"seconds": 0.0},
        {"seconds": -1.0},
        {"spread": -1.0},
        {"spread": math.nan},
        {"spread": math.inf},
        {"samples": 0},
        {"sizes": (1, -1, 1)},
        {"sizes": (1, 2**63)},
        {"cache_bytes": -1},
        {"compute_units": 10**400},
        {"compute_units": -1},
        {"vector_bytes": -1},
        {"vector_registers": 2**63},
        {"cache_bytes": 2**63},
    ],
)
def test_unrankable_measurements_are_refused(change):
    """A time that is no time, or a size or count that nothing has, cannot become a record."""
    ((name, value),) = change.items()
    with pytest.raises(ArgumentError, match=f"^{name}: ") as caught:
        make_record(**change)
    assert repr(value) in str(caught.value)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("evaluations", ("2026-01-01", "random", -1, 0)),
        ("trials", ("2026-01-01", "random", 0, -1)),
        ("date", ("yesterday", "random", 0, 0)),
    ],
)
def test_what_cannot_have_been_searched_is_refused(name, values: tuple[str, str, int, int]):
    """Counts below zero, and dates that cannot be ordered among others."""
    with pytest.raises(ArgumentError, match=f"^{name}: "):
        Provenance("1", *values)


def test_the_least_that_a_measurement_may_be():
    """One run without a spread, of a problem without an element or of the largest there is, without a search."""
    origin = Provenance("1", "2026-01-01", "none", 0, 0)
    record = make_record(spread=0.0, samples=1, sizes=(0, 2**63 - 1), provenance=origin)
    assert from_json(to_json([record]), "text") == [record]


def test_dates_compare_across_offsets():
    """Dates with other offsets or none are ordered by the moment they name."""
    moments = ("2026-01-01T12:00:00+02:00", "2026-01-01T11:00:00", "2026-01-01T12:00:00Z")
    stamps = [Provenance("1", date, "random", 1, 1).timestamp for date in moments]
    assert stamps == sorted(set(stamps))


def test_related_compares_element_types():
    """Signatures are related when their first words agree."""
    assert related("float32 row*row=row", "float32 col*any=row")
    assert related("float32 row*row=row part=lower", "float32")
    assert not related("float32 row*row=row", "float64 row*row=row")


def test_missing_file_and_folder_are_named(tmp_path):
    """Reading what is not there, or writing where nothing can be, raises DatabaseError with the path."""
    with pytest.raises(DatabaseError, match=r"none\.json"):
        read_json(tmp_path / "none.json")
    (tmp_path / "file").touch()
    with pytest.raises(DatabaseError, match=r"^\S+/file: "):
        read_json(tmp_path / "file")
    with pytest.raises(DatabaseError, match="file"):
        write_json(tmp_path / "file" / "x.json", [])
    with pytest.raises(DatabaseError, match="missing"):
        Shipped(tmp_path / "nowhere").records()


def test_failed_write_keeps_the_old_file(tmp_path, monkeypatch):
    """A file that cannot be written to the end stays as it was, and nothing is left beside it."""
    path = tmp_path / "results.json"
    write_json(path, [make_record()])
    before = path.read_bytes()

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(DatabaseError, match="No space left"):
        write_json(path, [])
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_shipped_files_of_the_package_are_sound():
    """Shipped files are all read, hold what they would be written as, and are named after their device."""
    folder = Path(autoblas.database.__file__).parent / "data"
    files = {path: read_json(path) for path in sorted(folder.glob("*.json"))}
    assert Shipped().records() == tuple(record for records in files.values() for record in records)
    assert all(path.read_text("utf-8") == to_json(records) for path, records in files.items())
    assert all({slug(r.place.device) for r in records} == {path.stem} for path, records in files.items())


def test_shipped_keeps_the_best(tmp_path):
    """One file a device holds the fastest records of each problem, whatever the driver."""
    records = [
        make_record(device=device, driver=driver, parameters={"tile": tile}, seconds=tile * 1e-3)
        for device in ("One (R)", "Two")
        for driver in ("1", "2")
        for tile in (3, 2, 4)
    ]
    assert [p.name for p in write_shipped(records, tmp_path)] == ["one-r.json", "two.json"]
    assert [r.parameters["tile"] for r in Shipped(tmp_path).records()] == [2, 2]
    write_shipped(records, tmp_path, top=3)
    assert sorted(r.parameters["tile"] for r in read_json(tmp_path / "two.json")) == [2, 2, 3]


def test_shipped_keeps_the_best_of_each_length_of_vectors(tmp_path):
    """One name may be that of very different processors, of which none takes another's place."""
    avx2 = make_record(vector_bytes=32, vector_registers=16, seconds=2e-3)
    avx512 = make_record(vector_bytes=64, vector_registers=32, seconds=1e-3)
    (written,) = write_shipped([avx2, avx512], tmp_path, top=1)
    assert sorted(r.place.vectors for r in read_json(written)) == [(16, 32), (32, 64)]


def test_shipped_processors_say_their_vectors():
    """Otherwise it would be unknown which devices a record may serve; graphics processors have none."""
    for record in Shipped().records():
        assert (0 in record.place.vectors) == (record.place.kind != "cpu")


def test_a_device_without_a_letter_has_a_file():
    """Of the same name as others of its kind."""
    assert slug("(®)") == "device"


def test_bad_shipped_file_is_named(tmp_path):
    """One that cannot be read or parsed raises an error with its name, and the place in it where it has one."""
    (tmp_path / "folder.json").mkdir()
    with pytest.raises(DatabaseError, match=r"folder\.json: "):
        Shipped(tmp_path).records()
    (tmp_path / "folder.json").rmdir()
    write_json(tmp_path / "good.json", [make_record()])
    bad = to_json([make_record()]).replace('"sizes":[64,64,64]', '"sizes":[64,"x"]')
    (tmp_path / "bad.json").write_text(bad)
    with pytest.raises(DatabaseError, match=r"bad\.json: .*records\[0\]\.sizes\[1\]"):
        Shipped(tmp_path).group("gemm", "float32 row*row=row")
