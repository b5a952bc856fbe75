"""Points that others published: which row is found for a device, and what the shipped file says of itself."""

import json

import pytest

from autoblas.database import published, published_file, published_row

PLANTED = {
    "source": "a list",
    "version": "1",
    "date": "2026-01-02",
    "licence": "none",
    "sizes": {"gemm": [8, 8, 8], "map": [9]},
    "devices": {"Acme": 2, "Acme One": 1, "all GPUs": 3},
    "points": [["k", {"a": 1}], ["k", {"a": 2}], ["l", {"b": 3}]],
    "rows": {
        "Acme One": {"gemm float32": [1, 0], "map float32": []},
        "Acme": {"gemm float32": [0], "gemm float64": [2], "map float32": [2]},
        "all GPUs": {"gemm float32": [2]},
    },
}


@pytest.fixture(name="planted")
def plant(tmp_path, monkeypatch):
    """A small file in place of the shipped one."""
    file = tmp_path / "published.json"
    file.write_text(json.dumps(PLANTED), encoding="utf-8")
    found = published_file(file)
    monkeypatch.setattr(published, "published_file", lambda: found)
    published._row.cache_clear()
    yield
    published._row.cache_clear()


def first(
    lineage: tuple[str, ...], family: str = "gemm", element_type: str = "float32"
) -> tuple[str, str, int] | None:
    """Where the row of a device is from, and its first point."""
    row = published_row(lineage, family, element_type)
    if row is None:
        return None
    name, values = row.points[0]
    return (row.words, name, *values.values())


@pytest.mark.usefixtures("planted")
def test_the_narrowest_row_that_has_points_is_found():
    """Its own generation's, else its maker's, else that of all; a row without points for a family is passed over."""
    one = ("Acme One", "Acme", "all GPUs")
    words = "published for {} (a list of 2026-01-02), not measured here"
    assert first(one) == (words.format("Acme One"), "k", 2)
    assert first(one, "map") == (words.format("Acme"), "l", 3)
    assert first(("Acme Two", "Acme", "all GPUs")) == (words.format("Acme"), "k", 1)
    assert first(("Bolt", "all GPUs")) == (words.format("all GPUs"), "l", 3)
    assert first(("Bolt", "all GPUs"), "map") is None
    assert first(()) is None


@pytest.mark.usefixtures("planted")
def test_types_that_the_source_lacks_are_served_by_floats():
    """In the same row, before a wider one is asked."""
    assert first(("Acme",), element_type="float64") == (
        "published for Acme (a list of 2026-01-02), not measured here", "l", 3,
    )  # fmt: skip
    assert first(("Acme One", "Acme"), element_type="float64") == first(("Acme One",))
    assert first(("Acme",), element_type="bfloat16") == first(("Acme",))
    row = published_row(("Acme",), "gemm", "int32")
    assert row is not None
    assert row.sizes == (8, 8, 8)


def test_the_shipped_file_says_where_it_comes_from():
    """Its source with version, date and licence, and how many devices stand behind a row."""
    file = published_file()
    assert "CLBlast" in file.source
    assert file.licence == "Apache-2.0"
    assert len(file.date) == len("2026-04-13")
    assert file.version
    assert file.devices.keys() == file.rows.keys()
    assert file.devices["all GPUs"] > 100
    every = {place for row in file.rows.values() for places in row.values() for place in places}
    assert every == set(range(len(file.points)))
