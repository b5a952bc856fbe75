"""Caches of Kernel Tuner and results in the T4 form: what is written is read back, and files of others are understood."""

import json

import pytest
from hypothesis import given

from autoblas.errors import DatabaseError
from autoblas.exchange import Found, cache_in, cache_text, form_of, found_in, load, t4_in, t4_text
from autoblas.tuning import Outcome
from support.exchange_cases import FOREIGN_CACHE, FOREIGN_T4, found_strategy, make_found
from support.report_cases import journal_at


def _same(one: Outcome, other: Outcome) -> bool:
    """Times to within the rounding of milliseconds; how an outcome failed, to the word."""
    if one.kind != "ok":
        return (one.kind, one.stage or other.stage, one.message or other.message, one.source) == (
            other.kind, other.stage, other.message, other.source,
        )  # fmt: skip
    return (
        other.kind == "ok"
        and other.seconds == pytest.approx(one.seconds, rel=1e-12)
        and one.source == other.source
    )


def _kept(found: Found) -> dict[str, Outcome]:
    """What a form keeps: all but points that were abandoned."""
    return {
        json.dumps([trial.kernel, dict(sorted(trial.parameters.items()))]): trial.outcome
        for trial in found.trials
        if trial.outcome.kind != "abandoned"
    }


@given(found_strategy())
def test_caches_are_read_back(tmp_path_factory, found):
    """Points with their values' types, times, failures, device and problem."""
    path = tmp_path_factory.mktemp("cache") / "cache.json"
    path.write_text(cache_text(found, "kernel", "0.1.0"), encoding="utf-8")
    again = cache_in(path, load(path))
    assert (again.place, again.problem, again.device, again.driver) == (
        found.place,
        found.problem,
        found.device,
        found.driver,
    )
    before, after = _kept(found), _kept(again)
    assert before.keys() == after.keys()
    assert all(_same(before[name], after[name]) for name in before)


@given(found_strategy())
def test_results_are_read_back(tmp_path_factory, found):
    """The same in the T4 form, which has all kernels in one file."""
    path = tmp_path_factory.mktemp("t4") / "t4.json"
    path.write_text(t4_text(found, "0.1.0"), encoding="utf-8")
    again = t4_in(path, load(path))
    assert (again.place, again.problem, again.device) == (found.place, found.problem, found.device)
    before, after = _kept(found), _kept(again)
    assert before.keys() == after.keys()
    assert all(_same(before[name], after[name]) for name in before)


def test_a_cache_ends_as_kernel_tuner_wants_it():
    """Its text ends in two braces on lines of their own or in three, and ``cache`` is its last member."""
    for found in (make_found(), make_found(trials=())):
        text = cache_text(found, "gemm_direct", "0.1.0")
        assert text[-3:] in {"}\n}", "}}}"}
        assert list(json.loads(text))[-1] == "cache"
        assert list(json.loads(text))[:6] == [
            "device_name", "kernel_name", "problem_size", "tune_params_keys", "tune_params", "objective",
        ]  # fmt: skip


def test_what_a_cache_holds():
    """Entries are named by the values of their parameters; times are in milliseconds, failures by Kernel Tuner's words."""
    held = json.loads(cache_text(make_found(), "gemm_direct", "0.1.0"))
    assert held["problem_size"] == [64, 64, 64]
    assert held["tune_params"]["rm"] == [2, 4]
    entry = held["cache"]["8,8,2,2,1,plain"]
    assert entry["time"] == pytest.approx(0.25)
    assert entry["times"] == pytest.approx([0.2, 0.25, 0.3])
    assert entry["compile_time"] == pytest.approx(500)
    assert held["cache"]["8,8,2,4,1,plain"]["time"] == "RuntimeFailedConfig"
    assert held["cache"]["8,8,2,4,1,plain"]["outcome"] == "wrong"


def test_a_cache_of_another_program(tmp_path):
    """It has no place and no problem; its times and failures are understood, and an open end is closed."""
    path = tmp_path / "cache.json"
    for text in (
        json.dumps(FOREIGN_CACHE, indent=""),
        json.dumps(FOREIGN_CACHE, indent="")[:-3].rstrip() + ",",
    ):
        path.write_text(text, encoding="utf-8")
        held = load(path)
        assert form_of(path, held) == "kernel-tuner"
        found = cache_in(path, held)
        assert found.place is None
        assert found.words == ("", "", ())
        ok, failed = found.trials
        assert ok.outcome.seconds == pytest.approx((0.02, 0.0205, 0.021))
        assert ok.parameters["MWG"] == 128
        assert failed.outcome.kind == "crashed"
        with pytest.raises(DatabaseError, match="on which device"):
            found.records(path, "Kernel Tuner")


def test_results_of_another_program(tmp_path):
    """The compiler's time is understood by both of its names."""
    path = tmp_path / "t4.json"
    path.write_text(json.dumps(FOREIGN_T4), encoding="utf-8")
    held = load(path)
    assert form_of(path, held) == "t4"
    ok, failed = t4_in(path, held).trials
    assert ok.kernel == "Xgemm"
    assert "kernel" not in ok.parameters
    assert ok.outcome.build_seconds == pytest.approx(0.4405)
    assert ok.outcome.median == pytest.approx(0.0205)
    assert failed.outcome.kind == "build failed"


def test_journals_are_found_with_their_places(tmp_path):
    """A place with the names of the journal's key is taken; without one the device's names are all there is."""
    path = journal_at(tmp_path)
    place = make_found().place
    assert place is not None
    found = found_in(path, [place])
    assert found.place == place
    assert found.words == ("gemm", "float32 row*row=row", (64, 64, 64))
    assert len(found.trials) == 48
    assert found.kernels == ["gemm_tile", "gemm_direct"]
    assert found_in(path).place is None
    assert found_in(path).device == "Zen 3"


def test_the_fastest_become_records(tmp_path):
    """With where, of what, and where they come from."""
    records = make_found().records(tmp_path / "cache.json", "autoblas")
    assert [record.parameters["rm"] for record in records] == [4, 2]
    assert [record.samples for record in records] == [1, 3]
    assert records[0].sizes == (64, 64, 64)
    assert records[0].provenance.note == "from cache.json, which autoblas wrote"
    assert (records[0].provenance.evaluations, records[0].provenance.trials) == (2, 3)
    with pytest.raises(DatabaseError, match="date"):
        make_found(date="yesterday").records(tmp_path / "cache.json", "autoblas")
