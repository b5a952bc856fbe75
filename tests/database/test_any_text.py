"""Whatever stands where records should: it is skipped and counted, its neighbours survive, and calls are served."""

import functools
import json
import sqlite3
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from autoblas.blas.host import crossover as crossovers
from autoblas.checks.records import _texts
from autoblas.cli import cli
from autoblas.database import Record, Serving, Shipped, Store, from_json, lookup, to_json
from autoblas.devices.device import Facts
from autoblas.devices.recording import PLAIN_CPU, PLAIN_GPU
from autoblas.errors import DatabaseWarning
from autoblas.plan import block_width as widths
from autoblas.plan import results
from autoblas.plan.choose import choose
from autoblas.plan.results import place_of, user_results
from autoblas.precision import FLOAT32, FLOAT64
from autoblas.problems import Matmul
from autoblas.tune.peak import recorded
from support.budget import examples
from support.damaged_texts import MARK, damaged_bytes, damaged_json, refusal
from support.database_cases import make_record, record_at

CPU = replace(PLAIN_CPU, cache_bytes=1 << 20)  # caches are compared where both are known
PROBLEM = Matmul(64, 64, 64, FLOAT32)
TWO = (make_record(kernel="one"), make_record(kernel="two"))


def _own(facts: Facts, **changes: Any) -> Record:
    """A record of a device that is asked for."""
    return make_record(**msgspec.structs.asdict(place_of(facts)), **changes)


BASES = [
    make_record(),
    make_record(vector_bytes=32, vector_registers=16, cache_bytes=1 << 20, compute_units=8, driver="other"),
    *(record_at(facts, PROBLEM, "gemm_direct", rm=4) for facts in (CPU, PLAIN_GPU)),
    record_at(CPU, Matmul(2048, 512, 2048, FLOAT32), "gemm_panel"),
    record_at(PLAIN_GPU, Matmul(64, 64, 64, FLOAT64), "gemm_tile"),
    _own(CPU, family="crossover", signature="float32", sizes=(8, 1000), parameters={}),
    _own(CPU, family="peak", signature="float32", sizes=(8, 1000)),
    _own(CPU, family="trsm", signature="float32", sizes=(100, 100), parameters={"width": 64}),
]
"""Records of which each is asked for by some of what ``_served`` calls."""

record_texts = damaged_json(st.sampled_from([json.loads(msgspec.json.encode(each)) for each in BASES]))


@functools.cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """One for all examples; it goes with the process."""
    return tempfile.TemporaryDirectory(prefix="autoblas-tests-")


@contextmanager
def _store() -> Iterator[Store]:
    """A store with two sound records, which is the user's own; nothing ships."""
    path = Path(_folder().name, "results-2.sqlite3")
    nothing = path.with_name("shipped")
    nothing.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
        warnings.simplefilter("ignore", DatabaseWarning)
        patch.setenv("AUTOBLAS_DATA_DIR", str(path.parent))
        patch.delenv("AUTOBLAS_HOST_BELOW", raising=False)
        patch.setattr(results, "shipped_results", lambda: Shipped(nothing))
        if not path.exists():
            user_results().add(TWO)
        crossovers.forget_crossovers()
        widths._cached_widths.clear()
        yield user_results()
        crossovers.forget_crossovers()
        widths._cached_widths.clear()


def _served() -> None:
    """Everything that calls and commands ask of the user's records."""
    for facts in (CPU, PLAIN_GPU):
        for problem in (PROBLEM, Matmul(65, 64, 64, FLOAT64)):
            assert choose(problem, facts).origin
        assert crossovers.crossover(facts, FLOAT32).size >= 0
        assert widths.block_width(facts, FLOAT32, 100, 100) > 0
        recorded(facts, FLOAT32)


@settings(max_examples=examples(10))
@given(record_texts)
def test_a_row_that_is_damaged_is_skipped_and_counted(text):
    """The records beside it are read, calls are served, and what can be read is shown and exported as it is."""
    with _store() as store:
        with closing(sqlite3.connect(store.path, isolation_level=None)) as connection:
            columns = (text, b"plain CPU", b"gemm", b"float32", 0.0, text)
            for family in (b"gemm", b"crossover", b"peak", b"trsm"):
                row = (family + text, columns[1], family, *columns[3:])
                connection.execute("INSERT OR REPLACE INTO records VALUES (?, ?, ?, ?, ?, ?)", row)
        try:
            records, unreadable = store.reading()
            assert {each.identity for each in TWO} <= {each.identity for each in records}
            assert len(records) + unreadable == 6
            assert from_json(to_json(records), "text") == records
            _served()
            for words in ("db show", "db show --json", "db export -"):
                shown = CliRunner().invoke(cli, words.split(), catch_exceptions=False)
                assert shown.exit_code == 0, shown.output
            for facts in (CPU, PLAIN_GPU):
                assert not any(MARK in repr(asked) for asked in _texts(records, facts).values())
        finally:
            with closing(sqlite3.connect(store.path, isolation_level=None)) as connection:
                connection.execute("DELETE FROM records WHERE typeof(identity) = 'blob'")


file_texts = st.one_of(
    damaged_json(st.lists(st.sampled_from(BASES), max_size=3).map(lambda them: json.loads(to_json(them)))),
    record_texts.map(lambda text: b'{"schema":1,"records":[' + text + b"]}"),
    st.binary(max_size=40),
)


@settings(max_examples=examples(40))
@given(file_texts)
def test_a_file_is_records_or_is_refused(text):
    """What can be read round-trips, is kept, and can be looked up; nothing else is raised."""
    if (said := refusal(lambda: from_json(text, "file"))) is not None:
        assert said.startswith("file: ")
        return
    records = from_json(text, "file")
    ordered = sorted(records, key=lambda record: record.order)
    assert from_json(to_json(records), "file") == ordered
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder, "results.sqlite3"))
        store.add(records)
        assert {each.identity for each in store.records()} == {each.identity for each in records}
        assert {path.name.partition("-")[0] for path in Path(folder).iterdir()} <= {
            "results.sqlite3", "results.sqlite3.lock"
        }  # fmt: skip
        for facts in (CPU, PLAIN_GPU):
            for record in records:
                own = Serving(lambda: store)
                lookup(
                    place_of(facts), record.family, record.signature, (64, 64, 64), store=own, shipped=None
                )


@functools.cache
def _sound_file() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder, "results.sqlite3"))
        store.add([make_record(kernel=f"kernel {n}", note="x" * 300) for n in range(30)])
        with closing(sqlite3.connect(store.path)) as connection:
            connection.execute("PRAGMA journal_mode = delete")
        return store.path.read_bytes()


@settings(max_examples=examples(25))
@given(st.data())
def test_a_damaged_file_is_read_or_refused_and_can_be_written(data):
    """Whatever its bytes: it is read, or an error names it; a record is added, or an error says why not."""
    text = data.draw(st.one_of(damaged_bytes(_sound_file()), st.binary(max_size=200)))
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore", DatabaseWarning)
        path = Path(folder, "results.sqlite3")
        path.write_bytes(text)
        said = refusal(lambda: Store(path).reading())
        assert said is None or str(path) in said
        added = make_record(kernel="added")
        said = refusal(lambda: Store(path).add([added]))
        if said is not None:
            assert str(path) in said
            return
        said = refusal(Store(path).records)  # pages that were not needed for writing may be damaged still
        assert "it is damaged" in said if said else added in Store(path).records()
