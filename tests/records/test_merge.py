"""Merging: what is new, what is the same, what is in conflict, and what becomes of each."""

from hypothesis import given
from hypothesis import strategies as st

from autoblas.exchange import merged, review
from support.database_cases import make_record, record_strategy

OURS = [
    make_record(sizes=(64, 64, 64), seconds=1e-3, spread=1e-5),
    make_record(sizes=(64, 64, 64), seconds=2e-3, kernel="slower"),
    make_record(sizes=(128, 128, 128), seconds=5e-3, spread=1e-5),
]


def test_every_kind_of_change():
    """A new problem, the same record, the same point measured again, and another point."""
    new = make_record(sizes=(256, 256, 256))
    again = make_record(sizes=(64, 64, 64), seconds=1.1e-3, spread=1e-5, date="2026-05-01T00:00:00+00:00")
    other = make_record(sizes=(128, 128, 128), seconds=4e-3, spread=1e-5, kernel="other")
    found = review(OURS, [new, again, other, make_record(family="peak", signature="float32", sizes=(8, 9))])
    assert [change.what for change in found.changes] == ["again", "conflict", "new"]
    assert found.left_out == 1
    assert found.of("new")[0].ours is None
    assert found.of("again")[0].newer
    assert found.of("again")[0].told_apart
    assert found.of("conflict")[0].ratio == 0.8
    assert [change.what for change in review(OURS, OURS).changes] == ["same", "same"]


def test_drivers_and_caches_compete_and_devices_do_not():
    """As of what ships: one record of a problem on a device and platform."""
    other_driver = make_record(sizes=(64, 64, 64), driver="4.0", kernel="other", seconds=9e-4)
    assert review(OURS, [other_driver]).changes[0].what == "conflict"
    for place in ({"device": "Zen 4"}, {"platform": "Intel"}, {"vector_bytes": 64, "vector_registers": 32}):
        assert review(OURS, [make_record(sizes=(64, 64, 64), **place)]).changes[0].what == "new"


def test_differences_within_their_deviations():
    """They are told, so that nobody takes noise for a gain."""
    close = make_record(sizes=(64, 64, 64), seconds=0.99e-3, spread=1e-5, kernel="other")
    (change,) = review(OURS, [close]).changes
    assert change.ratio < 1
    assert not change.told_apart


def test_what_is_taken_replaces_all_of_its_problem():
    """Times of other conditions are no match for each other; what is not taken stays as it was."""
    other = make_record(sizes=(64, 64, 64), seconds=5e-4, kernel="other")
    new = make_record(sizes=(512, 512, 512))
    found = review(OURS, [other, new])
    taken = merged(OURS, found, lambda change: True)
    assert {record.kernel for record in taken if record.sizes[0] == 64} == {"other"}
    assert len(taken) == 3
    left = merged(OURS, found, lambda change: False)
    assert sorted(map(repr, left)) == sorted(map(repr, [*OURS, new]))


@given(st.lists(record_strategy(), max_size=6), st.lists(record_strategy(), max_size=6), st.booleans())
def test_any_records(ours, theirs, take):
    """What is merged is of either side, and merging it again finds nothing new."""
    found = review(ours, theirs)
    kept = merged(ours, found, lambda change: take)
    assert all(record in ours or record in theirs for record in kept)
    assert review(kept, theirs).of("new") == []
    if take:
        assert {change.what for change in review(kept, theirs).changes} <= {"same"}
