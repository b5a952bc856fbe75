"""Records for the tests of the database."""

from typing import Any

import msgspec
from hypothesis import strategies as st

from autoblas.database import Place, Provenance, Record
from autoblas.devices.device import Facts
from autoblas.kernels import kernels
from autoblas.kernels.space import parameters
from autoblas.plan.results import place_of
from autoblas.problems import Problem

_PLACE = {"device": "Zen 3", "vendor": "AuthenticAMD", "platform": "PoCL", "driver": "3.0", "kind": "cpu"}
_DATE = "2026-01-02T03:04:05+00:00"


def make_record(**changes: Any) -> Record:
    """A plausible record, with some fields (or fields of its place, or its date) changed."""
    place = {name: changes.pop(name, value) for name, value in _PLACE.items()}
    place |= {name: changes.pop(name) for name in Place.__struct_fields__ if name in changes}
    values: dict[str, Any] = {
        "place": Place(**place),
        "family": "gemm",
        "signature": "float32 row*row=row",
        "sizes": (64, 64, 64),
        "kernel": "tiled",
        "parameters": {"tile": 16, "form": "fma", "unroll": True},
        "seconds": 1e-3,
        "spread": 1e-5,
        "samples": 9,
        "source": "abc123",
        "provenance": Provenance(
            "0.1.0", changes.pop("date", _DATE), "model", 50, 60, changes.pop("note", "")
        ),
    }
    return Record(**{**values, **changes})


def record_at(facts: Facts, problem: Problem, kernel: str, seconds: float = 1e-6, **values: Any) -> Record:
    """A measurement of a kernel for a problem on a device, at its default parameters but for ``values``."""
    point = {**parameters(kernels()[kernel].space.point({})), **values}
    return make_record(
        **msgspec.structs.asdict(place_of(facts)),
        signature=problem.signature,
        sizes=problem.sizes,
        family=problem.family,
        kernel=kernel,
        parameters=point,
        seconds=seconds,
    )


def record_strategy() -> st.SearchStrategy[Record]:
    """Any record at all."""
    text = st.text(max_size=12)
    count = st.integers(0, 2**40)
    value = st.one_of(
        st.integers(-(2**62), 2**62), text, st.booleans(), st.floats(allow_nan=False, allow_infinity=False)
    )
    time = st.floats(0, 1e6)
    return st.builds(
        Record,
        place=st.builds(Place, text, text, text, text, st.sampled_from(("cpu", "gpu", "acc")), *[count] * 3),
        family=text,
        signature=text,
        sizes=st.lists(count, max_size=4).map(tuple),
        kernel=text,
        parameters=st.dictionaries(text, value, max_size=4),
        seconds=time.filter(bool),
        spread=time,
        samples=st.integers(1, 2**40),
        source=text,
        provenance=st.builds(
            Provenance,
            version=text,
            date=st.datetimes(timezones=st.just(None) | st.timezones()).map(lambda d: d.isoformat()),
            strategy=text,
            evaluations=count,
            trials=count,
            note=text,
        ),
    )
