"""Fixtures of transcripts: results that are there before a command, and stand-ins for searches, devices and times."""

import ast
import builtins
import itertools
import os
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import click
import pytest

import autoblas
from autoblas import errors
from autoblas.blas.host.identity import FORCING, BlasIdentity
from autoblas.checks import records as record_checks
from autoblas.cli.commands import bench
from autoblas.cli.tuning import search, sweeping
from autoblas.database import Record, Store, data_path, write_json, write_shipped
from autoblas.devices.opencl.selection import VARIABLE
from autoblas.devices.recording import PLAIN_CPU, PLAIN_GPU
from autoblas.errors import NoLegalPointError
from autoblas.kernels import kernels
from autoblas.plan.queues import default_queue, queue_device
from autoblas.plan.texts import TextVerdict, forget_verdicts
from autoblas.precision import FLOAT32
from autoblas.problems import Matmul
from autoblas.problems.blas.notation import read, written
from autoblas.problems.vector import Map
from autoblas.records.bundle import bundle_text
from autoblas.records.log import CallKind, entry_of
from autoblas.store.lines import JsonLines
from autoblas.tune.compare import CallTiming
from autoblas.tune.tune import TuningReport
from autoblas.tuning import Finalist, Outcome
from autoblas.tuning.session import Result
from support.database_cases import make_record, record_at
from support.emulated_card import emulated_card
from support.report_cases import bench_file, journal_at
from support.report_cases import records as report_records
from support.rig import Rig


@pytest.fixture(name="folder")
def make_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own_results: None, nothing_shipped: None
) -> Path:
    """The folder of a transcript, with results of its own, a wide terminal and PoCL's device."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    variables = {"AUTOBLAS_DATA_DIR": str(folder / "data"), "COLUMNS": "1000", VARIABLE: "Portable"}
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    return folder


@pytest.fixture
def records() -> Callable[..., None]:
    """Adds records to the results, of all combinations of ``NAME=VALUE,VALUE``; ``n`` is the size of a square product."""

    def add(*words: str) -> None:
        values = {name: texts.split(",") for name, _, texts in (word.partition("=") for word in words)}
        for combination in itertools.product(*values.values()):
            changes: dict[str, Any] = dict(zip(values, combination, strict=True))
            if "n" in changes:
                changes["sizes"] = (int(changes.pop("n")),) * 3
            if "seconds" in changes:
                changes["seconds"] = float(changes["seconds"])
            Store().add([make_record(**changes)])

    return add


@pytest.fixture
def record(pocl: Rig) -> Callable[..., None]:
    """Adds a record of PoCL's device: a problem, a kernel, seconds, and parameters as ``NAME=NUMBER``."""

    def add(problem: str, kernel: str, seconds: str, *values: str) -> None:
        named = {name: int(text) for name, _, text in (value.partition("=") for value in values)}
        Store().add([record_at(pocl.device.facts, read(problem), kernel, float(seconds), **named)])

    return add


@pytest.fixture
def patch(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Sets ``NAME VALUE``, or replaces a function: ``NAME returns VALUE``, ``NAME raises ERROR VALUE ...``."""

    def install(name: str, *words: str) -> None:
        if words[0] == "raises":
            kind = next(
                vars(module)[words[1]] for module in (builtins, errors, click) if words[1] in vars(module)
            )
            outcome = Mock(side_effect=kind(*map(_literal, words[2:])))
        else:
            outcome = Mock(return_value=_literal(words[-1])) if words[0] == "returns" else _literal(words[0])
        monkeypatch.setattr(name, outcome)

    return install


def _literal(word: str) -> Any:
    """A number, a list or another literal of Python; else the word."""
    try:
        return ast.literal_eval(word)
    except (SyntaxError, ValueError):
        return word


@pytest.fixture
def unreadable() -> Callable[[str], None]:
    """Makes those records unreadable that hold a word."""

    def damage(word: str) -> None:
        with closing(sqlite3.connect(data_path(), isolation_level=None)) as connection:
            connection.execute("UPDATE records SET record = '{}' WHERE instr(record, ?)", (word,))

    return damage


@pytest.fixture
def wrong_products(monkeypatch: pytest.MonkeyPatch) -> None:
    """An element of each product that ``check`` computes is wrong."""

    def wrong(*args: Any, **options: Any) -> Any:
        result = autoblas.gemm(*args, **options)
        result[2, 1] += 1
        return result

    monkeypatch.setattr("autoblas.cli.commands.check.multiply", wrong)


@pytest.fixture
def small_device(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules see a device with small work-groups."""
    kernel = type(kernels()["gemm_block"])
    refusal = kernel.refusal
    monkeypatch.setattr(kernel, "refusal", lambda self, p, q, facts: refusal(self, p, q, PLAIN_GPU))


@pytest.fixture
def two_usual_problems(monkeypatch: pytest.MonkeyPatch) -> None:
    """``tune all`` has two small problems."""
    problems = [Map("copy", 5000, FLOAT32), Map("scal", 5000, FLOAT32)]
    monkeypatch.setattr("autoblas.cli.commands.tune.usual_problems", lambda dtype, facts: problems)


@pytest.fixture
def newer_results(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Results that another version wrote, which no command may change."""
    monkeypatch.setattr("autoblas.store.folder._warned", set())
    Store().add([make_record()])
    with closing(sqlite3.connect(data_path())) as connection:
        connection.execute("PRAGMA user_version = 9")
    before, path = data_path().read_bytes(), data_path()
    yield
    assert path.read_bytes() == before


class Judge:
    """A child that finds ``gemm_tile`` wrong and other kernels right; it may be asked once about each."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, index: int, asked: Sequence[Any]) -> Iterator[TextVerdict]:
        """The verdicts, one after the other."""
        for kernel, _, problem in asked:
            assert kernel.name not in self.asked
            self.asked.append(kernel.name)
            wrong = kernel.name == "gemm_tile"
            reason = "C[3, 4] is 7, not 8" if wrong else ""
            yield TextVerdict("wrong" if wrong else "right", reason, kernel.name, str(problem))


@pytest.fixture
def judged_records(pocl: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels of records are judged by a ``Judge``; ``records.json`` has two of this device, and some of others."""
    monkeypatch.setattr(record_checks, "checked_in_child", Judge())
    problem, facts = Matmul(64, 64, 64, FLOAT32), pocl.device.facts
    local = [record_at(facts, problem, name) for name in ("gemm_direct", "gemm_tile")]
    foreign = [record_at(PLAIN_CPU, problem, "gemm_panel"), make_record(), make_record(family="peak")]
    write_json(Path("records.json"), local + foreign)


@pytest.fixture
def forgotten_verdicts() -> None:
    """Verdicts on kernels are read from their file again."""
    forget_verdicts()


@pytest.fixture
def reported(folder: Path) -> None:
    """Results and journals of a device that is not here, and files of ``bench``."""
    Store().add(report_records())
    for n in (64, 256):
        journal_at(data_path().parent / "journals", n)
    blas = {"library": "OpenBLAS", "version": "0.3", "forced": ["OPENBLAS_CORETYPE=Haswell"]}
    bench_file(folder / "bench.json", blas=blas, quiet=True, load=0.1, threads=2, environment={})
    bench_file(folder / "other.json", device={"name": "Zen 5", "platform": "PoCL"})


POINT: dict[str, Any] = {"kernel": "gemm_direct", "rm": 1}
FASTER: dict[str, Any] = {"kernel": "gemm_direct", "rm": 2}


def _finalist(point: dict[str, Any], seconds: float, ratio: float) -> Finalist:
    return Finalist(point, Outcome("ok", (seconds,) * 3), ratio)


@pytest.fixture
def twice_as_fast(pocl: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every search makes its problem twice as fast; sizes of 13 have no legal point."""

    def tune(problem: Any, *_: Any, **__: Any) -> TuningReport:
        if "13x" in written(problem):
            raise NoLegalPointError(f"no point is legal for {written(problem)}")
        facts = pocl.device.facts
        Store().add([record_at(facts, problem, "gemm_direct", 1e-6)])
        finalists = _finalist(FASTER, 1e-6, 0.5), _finalist(POINT, 2e-6, 1.0)
        return TuningReport(problem, facts, Result([], evaluated=3, complete=True), finalists, POINT)

    for module in (search, sweeping):
        monkeypatch.setattr(module, "tune", tune)


@pytest.fixture
def calls() -> Callable[..., None]:
    """Writes a log of calls: its file, then for each problem its routine, name, count, seconds, and calls on the host."""

    def write(file: str, *words: str) -> None:
        kinds = [
            CallKind(routine, {problem: 1}, int(count), float(seconds), int(host))
            for routine, problem, count, seconds, host in zip(*[iter(words)] * 5, strict=True)
        ]
        JsonLines(Path(file)).append(map(entry_of, kinds))

    return write


@pytest.fixture
def interrupted(pocl: Rig, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, str], None]]:
    """Lets a signal come in the n-th search from now on, which then has found something."""
    usual: dict[int, Any] = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: signal.SIG_DFL}
    before = {number: signal.signal(number, handler) for number, handler in usual.items()}

    def arrange(name: str, nth: str) -> None:
        if os.name == "nt" and name == "SIGTERM":
            pytest.skip("signals are of POSIX")
        searches = itertools.count(1)

        def tune(problem: Any, *_: Any, **__: Any) -> TuningReport:
            result = Result([], evaluated=2, complete=True)
            if next(searches) == int(nth):
                try:
                    signal.raise_signal(signal.Signals[name])
                    time.sleep(5)  # until Python handles it
                except KeyboardInterrupt:
                    result = Result([], evaluated=1, interrupted=True)
            finalist = Finalist(POINT, Outcome("ok", (1e-6,)), float("nan"))
            return TuningReport(problem, pocl.device.facts, result, (finalist,), POINT)

        for module in (search, sweeping):
            monkeypatch.setattr(module, "tune", tune)

    yield arrange
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.fixture
def timings(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Times of ``bench``: for each library ``NAME=MEDIAN,LOW,HIGH`` in seconds."""

    def arrange(*words: str) -> None:
        times = {}
        for name, _, figures in (word.partition("=") for word in words):
            median, low, high = map(float, figures.split(","))
            times[name] = CallTiming(median, low, high, low, 9)
        monkeypatch.setattr(
            bench, "side_by_side", lambda runs, rounds: {name: times[name] for name in runs if name in times}
        )

    return arrange


@pytest.fixture
def blas(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """NumPy's BLAS is OpenBLAS of a version and architecture; no variable forces it."""
    for name in FORCING:
        monkeypatch.delenv(name, raising=False)

    def arrange(version: str, architecture: str) -> None:
        monkeypatch.setattr(bench, "numpy_blas", lambda: BlasIdentity("OpenBLAS", version, architecture, 2))

    return arrange


@pytest.fixture
def card(pocl: Rig) -> Iterator[None]:
    """An emulated card."""
    with emulated_card(pocl):
        yield


def _product_record(n: int, **changes: Any) -> Record:
    """A record that this version can read, of a square product on a device that is not here."""
    base = record_at(PLAIN_CPU, Matmul(n, n, n, FLOAT32), "gemm_direct", rm=changes.pop("rm", 2))
    names = ("family", "signature", "sizes", "kernel", "parameters")
    return make_record(**{name: getattr(base, name) for name in names}, **changes)


@pytest.fixture
def shipped_and_sent(folder: Path) -> Callable[..., None]:
    """Ships records of 64 and 128 rows; sends one of 64 with another parameter, one of 128 again, and new ones.

    Words are seconds and date of both, and the sizes of new ones.
    """

    def arrange(seconds: str, date: str, again: str, again_date: str, *sizes: str) -> None:
        ours = [_product_record(64), _product_record(128, seconds=5e-3), _product_record(64, device="H200")]
        write_shipped(ours, folder / "ships")
        sent = [
            _product_record(64, rm=4, seconds=float(seconds), date=f"{date}T00:00:00+00:00"),
            _product_record(128, seconds=float(again), date=f"{again_date}T00:00:00+00:00"),
            *(_product_record(int(n)) for n in sizes),
        ]
        (folder / "sent.json").write_text(bundle_text(sent, version="0.1.0"), encoding="utf-8")

    return arrange


@pytest.fixture
def separate_memory(pocl: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """PoCL's device has memory of its own."""
    device: Any = queue_device(default_queue("Portable Computing Language"))
    monkeypatch.setitem(vars(device), "facts", replace(device.facts, host_shared=False, system_svm=False))
