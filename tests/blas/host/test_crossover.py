"""The size below which products stay on the host: where it comes from, and how it is measured, kept and overruled."""

import dataclasses
import json
import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest

from autoblas import ArgumentError, asum, gemm
from autoblas.blas.host import crossover
from autoblas.blas.host.blas import host_function
from autoblas.blas.host.crossover import expected, host_call, store_crossover
from autoblas.cli import main
from autoblas.cli.tuning import thresholds
from autoblas.cli.tuning.thresholds import measured_crossover, threshold
from autoblas.database import Provenance, Record, write_shipped
from autoblas.devices.recording import PLAIN_CPU, PLAIN_GPU
from autoblas.devices.selftest_results import SelfTestResult
from autoblas.plan.results import user_results
from autoblas.plan.settings import HOST_BELOW
from autoblas.precision import COMPLEX64, FLOAT32, FLOAT64
from autoblas.tune.compare import CallTiming
from support.host_cases import LIMIT


@pytest.fixture
def undecided(monkeypatch):
    """The suite keeps everything on the device; these tests do not."""
    monkeypatch.delenv(HOST_BELOW.name)
    crossover.forget_crossovers()
    yield
    crossover.forget_crossovers()


@pytest.mark.usefixtures("undecided", "own_results")
def test_by_default_the_kind_of_memory_decides():
    """Copies to a device and back favour the host, without a measurement."""
    shared, apart = (crossover.crossover(facts, FLOAT32) for facts in (PLAIN_CPU, PLAIN_GPU))
    assert 2 * 24**3 <= shared.size < apart.size
    assert "default" in shared.origin
    assert "default" in apart.origin


@pytest.mark.usefixtures("undecided", "own_results")
@pytest.mark.parametrize(("text", "operations"), [("0", 0), (" 5e4 ", 5e4), ("inf", math.inf), ("12", 12)])
def test_the_variable_overrules(monkeypatch, text, operations):
    """A number of operations, as Python reads numbers, takes the place of everything that is known."""
    store_crossover(_record(999))
    monkeypatch.setenv(HOST_BELOW.name, text)
    assert crossover.crossover(PLAIN_CPU, FLOAT32) == (operations, f"from {HOST_BELOW.name}")
    monkeypatch.setenv(HOST_BELOW.name, "  ")
    assert crossover.crossover(PLAIN_CPU, FLOAT32).size == 999


@pytest.mark.parametrize("text", ["small", "-1", "nan", "1,000", "0x10"])
def test_a_variable_that_is_no_number_is_named(here, monkeypatch, capsys, text):
    """The message says which variable, what it takes and what it holds; nothing is computed."""
    monkeypatch.setenv(HOST_BELOW.name, text)
    expected = f"{HOST_BELOW.name}: expected a number of operations, 0 or more; got {text!r}"
    a, c = np.ones((4, 4), np.float32), np.full((4, 4), 7, np.float32)
    with pytest.raises(ArgumentError) as caught:
        gemm(a, a, c=c)
    assert str(caught.value) == expected
    assert np.all(c == 7)
    assert main(["explain", "gemm", "-n", "9", "--device", here.choice]) == 2
    assert expected in capsys.readouterr().err


@pytest.mark.usefixtures("undecided", "own_results")
def test_routines_in_bytes_have_crossovers_of_their_own(monkeypatch):
    """By default, measured, and by the variable only where it says everything or nothing."""
    shared, apart = (crossover.crossover(facts, FLOAT64, "axpy") for facts in (PLAIN_CPU, PLAIN_GPU))
    assert 1 << 20 < shared.size < apart.size == math.inf
    assert crossover.crossover(PLAIN_CPU, FLOAT64, "nrm2").size < shared.size
    store_crossover(_record(999, signature="float64 axpy"))
    assert crossover.crossover(PLAIN_CPU, FLOAT64, "axpy") == (999, "measured on 2026-01-02")
    assert crossover.crossover(PLAIN_CPU, FLOAT32, "axpy") == (999, "measured on 2026-01-02 with float64")
    assert crossover.crossover(PLAIN_CPU, FLOAT64, "scal") == shared
    assert crossover.crossover(PLAIN_CPU, FLOAT64).size != 999
    for text, size in (("5e4", 999), ("0", 0), ("inf", math.inf)):
        monkeypatch.setenv(HOST_BELOW.name, text)
        assert crossover.crossover(PLAIN_CPU, FLOAT64, "axpy").size == size


@pytest.mark.usefixtures("undecided", "own_results")
def test_calls_go_by_what_was_decided(here, monkeypatch):
    """Once, until it is forgotten; a variable that is no number is named by the call."""
    if host_function("asum", FLOAT64) is None:
        pytest.skip("NumPy has no BLAS here whose functions can be found")
    assert host_call("asum", FLOAT64, 1000) is host_function("asum", FLOAT64)
    monkeypatch.setenv(HOST_BELOW.name, "0")
    assert host_call("asum", FLOAT64, 1000) is not None
    crossover.forget_crossovers()
    assert host_call("asum", FLOAT64, 1000) is None
    monkeypatch.setenv(HOST_BELOW.name, "few")
    crossover.forget_crossovers()
    with pytest.raises(ArgumentError, match=rf"^{HOST_BELOW.name}: expected a number of operations"):
        asum(np.ones(3))


@pytest.mark.budget(one_in=12)
@pytest.mark.usefixtures("undecided", "own_results")
@pytest.mark.parametrize("routine", thresholds.OPERANDS)
def test_the_command_measures_every_routine(here, monkeypatch, capsys, routine):
    """In bytes of operands, kept under its name; a routine that the type does not have is named."""
    if host_function("dotu", FLOAT32) is None:
        pytest.skip("NumPy has no BLAS here whose functions can be found")

    def once(runs, **_):
        for run in runs.values():
            run()
        return {"host": _timing(1e-6), "device": _timing(2e-6)}

    monkeypatch.setattr(thresholds, "side_by_side", once)
    monkeypatch.setattr(thresholds, "LENGTHS", (7, 30))
    monkeypatch.setattr(thresholds, "SIDES", (3, 9))
    hermitian = routine.startswith("he")
    command = ["tune", "crossover", "--routine", routine, "--device", here.choice]
    dtype = "complex64" if hermitian else "float32"
    if hermitian:
        assert main([*command, "--dtype", "float32"]) == 2
        assert "--routine: expected a routine that NumPy's BLAS has for float32" in capsys.readouterr().err
    assert main([*command, "--dtype", dtype]) == 0
    size = 8 if hermitian else 4
    names = thresholds.OPERANDS[routine]
    found = size * (81 if "a" in names else 30 * len(names)) + 1
    assert f"below {found} bytes of operands" in capsys.readouterr().out
    (record,) = user_results().records(family="crossover")
    assert (record.signature, record.sizes[1]) == (f"{dtype} {routine}", found)


def _record(operations: int, date: str = "2026-01-02", **changes: Any) -> Record:
    """A measured crossover of the plain CPU."""
    timing = CallTiming(1e-5, 1e-5, 1e-5, 1e-5, 9)
    record = _measured(lambda _: timing, lambda _: timing, (8,))
    return _altered(
        record,
        sizes=(changes.pop("units", PLAIN_CPU.compute_units), operations),
        provenance=Provenance("0", date, "sweep", 1, 1),
        **changes,
    )


def _altered(record: Record, **changes: Any) -> Record:
    fields = {name: getattr(record, name) for name in record.__struct_fields__}
    return type(record)(**{**fields, **changes})


def _measured(
    host: Callable[[int], CallTiming], device: Callable[[int], CallTiming], sizes: tuple[int, ...]
) -> Record:
    """What is measured where both sides take known times."""

    def planted(runs: Mapping[str, Callable[[], Any]], **_: Any) -> dict[str, CallTiming]:
        return {name: run() for name, run in runs.items()}

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(thresholds, "side_by_side", planted)
        return measured_crossover(
            PLAIN_CPU, FLOAT32, lambda n: {"host": lambda: host(n), "device": lambda: device(n)}, sizes=sizes
        )


@pytest.mark.usefixtures("undecided", "own_results")
def test_what_was_measured_is_kept_and_found(tmp_path):
    """The newest of this device with as many compute units; of another type where there is none; never shipped."""
    for record in (
        _record(1000, "2026-02-01"),
        _record(2000, "2026-03-01"),
        _record(3000, "2026-01-01"),
        _record(4000, "2026-04-01", units=PLAIN_CPU.compute_units + 1),
    ):
        store_crossover(record)
    assert crossover.crossover(PLAIN_CPU, FLOAT32) == (2000, "measured on 2026-03-01")
    assert crossover.crossover(PLAIN_CPU, COMPLEX64) == (2000, "measured on 2026-03-01 with float32")
    store_crossover(_record(77, "2026-02-02", signature="complex64"))
    assert crossover.crossover(PLAIN_CPU, COMPLEX64) == (77, "measured on 2026-02-02")
    assert "default" in crossover.crossover(PLAIN_GPU, FLOAT32).origin
    other = dataclasses.replace(PLAIN_CPU, driver="1")
    assert "default" in crossover.crossover(other, FLOAT32).origin
    assert write_shipped(user_results().records(), tmp_path / "shipped") == []


def _timing(seconds: float) -> CallTiming:
    return CallTiming(seconds, seconds * 0.9, seconds * 1.1, seconds * 0.8, 30)


@pytest.mark.parametrize("disturbed", [None, 16, 48, 64])
def test_one_disturbed_size_does_not_move_the_crossover(disturbed):
    """A device of 40 us a call and a host of 0.2 us a thousand operations meet at some 46 rows."""

    def host(n):
        return _timing(2e-10 * 2 * n**3 + (50e-6 if n == disturbed == 16 else 0))

    def device(n):
        return _timing(40e-6 + (30e-6 if n == disturbed else 0))

    record = _measured(host, device, (8, 16, 24, 32, 48, 64, 96, 128))
    lower, upper = {None: (32, 48), 16: (32, 48), 48: (48, 64), 64: (32, 48)}[disturbed]
    assert record.sizes == (PLAIN_CPU.compute_units, round(2 * math.sqrt(lower**3 * upper**3)))
    assert record.seconds == device(upper).median
    assert (record.family, record.signature, record.samples) == ("crossover", "float32", 30)


def test_a_side_that_is_always_faster_computes_everything():
    """The device from the first operation on, or the host up to the largest size that was timed."""
    sizes = [1000, 2000, 3000]
    assert threshold(sizes, [3, 3, 3], [1, 2, 2.9]) == (0, 0)
    assert threshold(sizes, [1, 2, 2.9], [3, 3, 3]) == (3001, 3)
    assert threshold(sizes, [1, 2, 3], [2, 2, 2]) == (round(math.sqrt(2e6)), 1)


@pytest.mark.usefixtures("undecided", "own_results")
def test_the_command_measures_and_keeps(here, monkeypatch, capsys):
    """``tune crossover`` prints each size, and from then on calls and ``explain`` go by what it found."""
    original = measured_crossover
    monkeypatch.setattr(
        thresholds, "measured_crossover", lambda *args, **options: original(*args, sizes=(4, 12), **options)
    )
    platform = ["--device", here.choice]
    assert main(["tune", "crossover", "--dtype", "float64", "--trials", "1", *platform]) == 0
    printed = capsys.readouterr().out
    (record,) = user_results().records(family="crossover")
    assert record.signature == "float64"
    assert f"below {record.sizes[1]} operations" in printed
    assert printed.count(" us") == 4
    assert crossover.crossover(here.device.facts, FLOAT64).size == record.sizes[1]
    user_results().clear()
    store_crossover(
        _altered(record, sizes=(record.sizes[0], LIMIT), provenance=Provenance("0", "2001-01-01", "x", 1, 1))
    )
    for n, host in ((19, True), (20, False)):
        assert main(["explain", "gemm", "-n", str(n), "--dtype", "float64", *platform]) == 0
        assert ("NumPy arrays: NumPy computes them" in capsys.readouterr().out) is host
    assert main(["explain", "gemm", "-n", "19", "--dtype", "float64", "--json", *platform]) == 0
    words = json.loads(capsys.readouterr().out)
    assert words["host"] == {"below": LIMIT, "origin": "measured on 2001-01-01"}
    assert words["operations"] == 2 * 19**3
    assert main(["tune", "crossover", "--dtype", "int32", *platform]) == 2
    assert "--dtype: expected a type that NumPy's BLAS multiplies" in capsys.readouterr().err


def speeds(device: float, host: float) -> SelfTestResult:
    """A self-test that measured these, in GFLOP/s; the host's of one core at small products."""
    return SelfTestResult({}, device, 40e-6, "2026-11-22", host)


def test_on_a_processor_the_better_library_computes(monkeypatch):
    """Its own BLAS where that was written for it; one that was not gives way as soon as a launch is paid for."""
    facts = dataclasses.replace(PLAIN_CPU, kind="cpu", compute_units=4)
    monkeypatch.setattr(crossover, "_best_recorded", lambda *_: 0.0)
    assert expected(facts, FLOAT32, speeds(400.0, 66.0)).size == math.inf  # a Zen 3 with OpenBLAS
    assert expected(facts, FLOAT32, speeds(1026.0, 186.0)).size == math.inf  # a Zen 5 with OpenBLAS
    assert (
        expected(facts, FLOAT32, speeds(1200.0, 100.0)).size < 1e9
    )  # one that is made to use half of its vectors
    slow = expected(facts, FLOAT32, speeds(400.0, 2.0))
    assert 0 < slow.size < 2 * 128**3
    assert "320" in slow.origin


@pytest.mark.usefixtures("undecided", "own_results")
def test_level_3_goes_by_products_but_for_solutions(monkeypatch):
    """Of functions of CBLAS; what expressions of NumPy take instead stays small, since they do more."""

    def below(routine):
        return crossover.crossover(PLAIN_CPU, FLOAT32, crossover.MEASURED_AS.get(routine, routine)).size

    assert below("trsm") > below("gemm") == below("syrk") == below(crossover.STRUCTURED)
    monkeypatch.setattr(crossover, "cached_result", lambda _: speeds(400.0, 100.0))
    crossover.forget_crossovers()
    assert below("gemm") == below("gemmt") == below("herk") == below("symm") == below("trmm") == math.inf
    assert below(crossover.STRUCTURED) < below("trsm") < 1e9


def test_tuned_products_count_if_they_are_faster(monkeypatch):
    """By more than measurements differ."""
    facts = dataclasses.replace(PLAIN_CPU, kind="cpu", compute_units=4)
    for tuned, faster in ((400.0, False), (450.0, True)):
        monkeypatch.setattr(crossover, "_best_recorded", lambda *_, tuned=tuned: tuned)
        assert (expected(facts, FLOAT32, speeds(400.0, 66.0)).size < math.inf) is faster


def test_a_graphics_processor_in_the_same_memory_is_compared_with_all_cores(monkeypatch):
    """What one core does, times their number."""
    monkeypatch.setattr(crossover, "_best_recorded", lambda *_: 0.0)
    monkeypatch.setattr("os.cpu_count", lambda: 8)
    facts = dataclasses.replace(PLAIN_CPU, kind="gpu")
    assert expected(facts, FLOAT64, speeds(1000.0, 100.0)).size == math.inf
    assert expected(facts, FLOAT64, speeds(4000.0, 100.0)).size < 1e9
