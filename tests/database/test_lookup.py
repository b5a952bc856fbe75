"""Look-up: the order of every level, what is left out, and what is said of it."""

import random
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from autoblas.database import Match, Place, Record, lookup, measured_at
from autoblas.database.index import Group, grouped
from support.database_cases import make_record

AVX2 = {"vector_bytes": 32, "vector_registers": 16, "cache_bytes": 32 << 20}
AVX512 = AVX2 | {"vector_bytes": 64, "vector_registers": 32}
UNSAID = dict.fromkeys(AVX2, 0)
HERE = Place("Zen 3", "AuthenticAMD", "PoCL", "3.0", "cpu", **AVX2)
INTEL = {"device": "Xeon", "vendor": "GenuineIntel"}
RUNTIME = {"platform": "Intel(R) OpenCL", "driver": "2026"}
BIG = (1024, 1024, 1024)


class Collection:
    """Records in memory."""

    def __init__(self, records: Iterable[Record]) -> None:
        self.records = list(records)

    def group(self, family: str, signature: str) -> Group:
        """All that are related."""
        kept = [r for r in self.records if r.family == family and r.signature[:7] == signature[:7]]
        return grouped(kept)


def _find(
    own: Iterable[Record], shipped: Iterable[Record] = (), sizes: tuple[int, ...] = BIG, place: Place = HERE
) -> list[Match]:
    store, files = Collection(own), Collection(shipped)
    return lookup(place, "gemm", "float32 row*row=row", sizes, store=store, shipped=files)


OTHER_ORDER = "float32 col*row=row"
TRIANGLE = "float32 row*row=row part=lower"
LADDER: list[tuple[bool, dict[str, Any], str]] = [
    (True, {"sizes": BIG, "seconds": 1.0}, "measured here at this size"),
    (True, {"sizes": BIG, "seconds": 2.0, "kernel": "slow"}, "measured here at this size"),
    (True, {"sizes": BIG, "driver": "2.0", "seconds": 0.5}, "measured here at this size with driver 2.0"),
    (True, {"sizes": (2048, 1024, 1024)}, "measured here at 2048x1024x1024"),
    (True, {"sizes": (1024, 512, 1024)}, "measured here at 1024x512x1024"),
    (True, {"sizes": (2048, 1024, 1024), "driver": "2.0"}, "measured here at 2048x1024x1024 with driver 2.0"),
    (True, {"sizes": (64, 64, 64), "seconds": 1e-6}, "measured here at 64x64x64"),
    (False, {"sizes": BIG}, "shipped for this device"),
    (False, {"sizes": BIG, **UNSAID}, "shipped for this device"),
    (False, {"sizes": (8, 8, 8), "driver": "1.0"}, "shipped for this device"),
    (False, {"sizes": BIG, "device": "Zen 2"}, "shipped for other AuthenticAMD cpu devices (Zen 2)"),
    (False, {"sizes": BIG, **INTEL}, "shipped for other cpu devices (Xeon)"),
    (True, {"sizes": (512, 1024, 1024), "device": "Zen 2"}, "measured here on Zen 2 (PoCL) at 512x1024x1024"),
    (False, {"sizes": BIG, **INTEL, "device": "Core", "cache_bytes": 12 << 20}, "shipped for other cpu devices (Core)"),
    (False, {"sizes": BIG, "device": "Zen 1", "cache_bytes": 8 << 20}, "shipped for other AuthenticAMD cpu devices (Zen 1)"),
    (False, {"sizes": (8, 8, 8), "device": "Zen 2"}, "shipped for other AuthenticAMD cpu devices (Zen 2)"),
    (True, {"sizes": BIG, **AVX512}, "measured here on Zen 3 (PoCL, vectors of 64 bytes) at this size"),
    (False, {"sizes": BIG, **AVX512, **INTEL}, "shipped for other cpu devices (Xeon, vectors of 64 bytes)"),
    (False, {"sizes": BIG, **UNSAID, "device": "Zen 2"}, "shipped for other AuthenticAMD cpu devices (Zen 2)"),
    (
        False,
        {"sizes": (64, 64, 64), **RUNTIME, "device": "Zen3", "vendor": "Advanced Micro Devices, Inc."},
        "shipped for other Advanced Micro Devices, Inc. cpu devices (Zen3, Intel(R) OpenCL)",
    ),
    (False, {"sizes": BIG, **INTEL, **RUNTIME, **AVX512}, "shipped for other cpu devices (Xeon, Intel(R) OpenCL, vectors of 64 bytes)"),
    (True, {"sizes": BIG, "signature": TRIANGLE}, f"measured here at this size for {TRIANGLE}"),
    (True, {"sizes": BIG, "signature": OTHER_ORDER}, f"measured here at this size for {OTHER_ORDER}"),
    (False, {"sizes": BIG, "signature": OTHER_ORDER}, f"shipped for this device for {OTHER_ORDER}"),
]  # fmt: skip


@pytest.mark.parametrize("seed", range(5))
def test_every_level_in_order(seed):
    """Whatever the order they were stored in, records come back level by level, each with its origin."""
    ladder = [(own, make_record(**{**AVX2, **changes}), origin) for own, changes, origin in LADDER]
    mixed = ladder.copy()
    random.Random(seed).shuffle(mixed)
    found = _find((r for own, r, _ in mixed if own), (r for own, r, _ in mixed if not own))
    assert [(m.record, m.origin) for m in found] == [(record, origin) for _, record, origin in ladder]
    for match in found:
        others = "near" if " for " in match.origin or "this size" not in match.origin else "here"
        words = match.origin.split()
        assert match.source == (
            "shipped" if words[0] == "shipped" else "elsewhere" if "on" in words else others
        )


@pytest.mark.parametrize(
    "changes",
    [{"signature": "float64 row*row=row"}, {"kind": "gpu"}, {"family": "pack"}, {"sizes": (1024, 1024)}],
)
def test_what_cannot_serve_is_left_out(changes):
    """Records of another element type, kind of device, family or number of sizes are never offered."""
    record = make_record(**changes)
    assert _find([record], [record]) == []


def test_platform_does_not_split_graphics_processors():
    """For a graphics processor the maker counts before the platform."""
    place = Place("H200", "NVIDIA Corporation", "NVIDIA CUDA", "1", "gpu")
    near = make_record(device="H100", vendor="NVIDIA Corporation", platform="Rusticl", kind="gpu")
    far = make_record(device="MI300", vendor="AMD", platform="NVIDIA CUDA", kind="gpu")
    assert [m.record for m in _find([], [far, near], place=place)] == [near, far]


def test_the_maker_of_a_graphics_processor_counts_before_the_sizes():
    """Nearest sizes first among its devices, and the same device by another driver; then those of others."""
    place = Place("H200", "NVIDIA Corporation", "NVIDIA CUDA", "1", "gpu")
    records = [
        make_record(device="H100", vendor="NVIDIA Corporation", kind="gpu", sizes=(64, 64, 64)),
        make_record(device="H200", vendor="Mesa", platform="Rusticl", kind="gpu", sizes=(32, 32, 32)),
        make_record(device="MI300", vendor="AMD", kind="gpu", sizes=BIG),
    ]
    assert [m.record for m in _find([], records[::-1], place=place)] == records


def test_what_was_measured_at_these_sizes_comes_first_whatever_its_cache():
    """A record of an earlier version, which does not say its cache, is no farther than one of near sizes."""
    old, near = make_record(**UNSAID, sizes=BIG), make_record(**AVX2, sizes=(1024, 1024, 1100))
    assert [m.record for m in _find([near, old])] == [old, near]


def test_a_processor_with_such_a_cache_is_nearest():
    """Then one whose cache is a little larger."""
    larger, same = (
        make_record(**{**AVX2, "cache_bytes": mebibytes << 20}, device=device)
        for mebibytes, device in ((40, "Zen 1"), (32, "Zen 2"))
    )
    assert [m.record for m in _find([], [larger, same])] == [same, larger]


def test_vectors_tell_devices_of_one_name_apart():
    """Where both say what vectors they have, and on CPUs only; what an earlier version measured is of this device."""
    assert HERE.same_device(Place("Zen 3", "", "PoCL", "2.0", "cpu"))
    assert HERE.same_device(replace(HERE, cache_bytes=0, driver="2.0"))
    assert not HERE.same_device(replace(HERE, **AVX512))
    assert not HERE.same_device(replace(HERE, vector_registers=32))
    assert not HERE.same_device(replace(HERE, platform="Intel(R) OpenCL"))


def test_what_was_measured_here_is_found_whoever_wrote_it():
    """Records of this device with this driver, by sizes, those that do not say their vectors among them."""
    old, new, driver, other = (
        make_record(**changes) for changes in (UNSAID, AVX2, {**AVX2, "driver": "2.0"}, AVX512)
    )
    found = measured_at(grouped([old, new, driver, other]), old.signature, HERE, 3)
    assert {sizes: sorted(records, key=str) for sizes, records in found.items()} == {
        old.sizes: sorted([old, new], key=str)
    }
    assert measured_at(grouped([other, driver]), old.signature, HERE, 3) == {}
    assert measured_at({}, old.signature, HERE, 3) == {}


def test_what_has_other_sizes_than_its_family_was_not_measured():
    """Records with none, one or a fourth size serve nobody, whoever imported them."""
    odd = [make_record(**AVX2, sizes=sizes) for sizes in ((), (64,), (64,) * 4)]
    assert measured_at(grouped(odd), odd[0].signature, HERE, 3) == {}
    assert _find(odd) == []


def test_distance_is_in_powers_of_two():
    """Distances are Euclidean over log2 of the sizes, and equal ratios tie in favour of the larger sizes."""
    found = _find(
        [make_record(sizes=s) for s in ((700, 10, 10), (175, 10, 10), (350, 40, 10))], sizes=(350, 10, 10)
    )
    assert [(m.record.sizes, m.distance) for m in found] == [
        ((700, 10, 10), 1.0),
        ((175, 10, 10), 1.0),
        ((350, 40, 10), 2.0),
    ]
    found = _find([make_record(sizes=(1024, 1024, k)) for k in (1200, 1000)])
    assert [m.record.sizes[2] for m in found] == [1000, 1200]
    found = _find([make_record(sizes=(1000, 1000, k)) for k in (800, 1250)], sizes=(1000, 1000, 1000))
    assert [m.record.sizes[2] for m in found] == [1250, 800]


def test_of_equals_the_user_s_own_come_first_and_the_others_by_name():
    """The order is the same in every process, whatever the order in the files."""
    own = make_record(**AVX2, device="Zen 2", sizes=BIG)
    others = [make_record(**AVX2, device=name, sizes=BIG) for name in ("Zen 1", "Zen 2", "Zen 4")]
    expected = [own, *others]
    for shipped in (others, others[::-1]):
        found = _find([own], shipped)
        assert [m.record for m in found] == expected
        assert [m.source for m in found] == ["elsewhere", *["shipped"] * 3]


def test_collections_are_optional():
    """Without a store or shipped records the other still serves."""
    files = Collection([make_record()])
    assert len(lookup(HERE, "gemm", "float32 row*row=row", BIG, store=None, shipped=files)) == 1
    assert lookup(HERE, "gemm", "float32 row*row=row", BIG, store=None, shipped=None) == []


SIZES = st.tuples(*[st.integers(0, 2**31)] * 3)


@given(SIZES, st.lists(SIZES, max_size=8))
def test_any_sizes(wanted, measured):
    """Any sizes, zero included, are looked up; exact ones lead and distances never decrease after them."""
    found = _find([make_record(sizes=sizes) for sizes in measured], sizes=wanted)
    assert sorted(m.record.sizes for m in found) == sorted(measured)
    exact = [m.record.sizes == wanted for m in found]
    assert exact == sorted(exact, reverse=True)
    distances = [m.distance for m in found]
    assert distances == sorted(distances)
