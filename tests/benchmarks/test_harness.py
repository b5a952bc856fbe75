"""The benchmark harness: every group has cases, a run makes a record, pages are made of records, forced peers are refused."""

import dataclasses
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from benchmarks import compare, page
from benchmarks.__main__ import main
from benchmarks.cases import GROUPS, Choice
from benchmarks.figure import draw, embedded
from benchmarks.libraries import CARD, SIDES
from benchmarks.operands import call_of, operands, pool, words_of, work_of, written
from benchmarks.record import (
    Case,
    Library,
    Machine,
    Record,
    RecordError,
    Step,
    judged,
    merged,
    pooled,
    read,
    write,
)
from benchmarks.runner import ForcedPeerError, must_be_free

SMALL = Choice(sizes=(12,), count=6)


@pytest.mark.parametrize("card", [False, True])
def test_every_group_has_cases_and_libraries_that_there_are(card: bool) -> None:
    """No case stands twice, and each says how much work it is."""
    for name, group in GROUPS.items():
        cases = group.rows(Choice(card=card))
        assert cases, name
        assert len(set(cases)) == len(cases), name
        assert {case.group for case in cases} == {name}
        assert all(sum(work_of(case)) > 0 for case in cases), name
        assert set(group.card if card else group.host) <= set(SIDES)


@pytest.fixture
def few_numbers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Operands of few different numbers, which are made at once."""
    monkeypatch.setattr("benchmarks.operands.POOL", 1009)
    pool.cache_clear()
    yield
    pool.cache_clear()


@pytest.mark.usefixtures("few_numbers")
def test_cases_have_operands_calls_and_the_words_of_other_libraries() -> None:
    """Every array that words name is there, and so is every one that a call writes."""
    for group in GROUPS.values():
        for case in group.rows(dataclasses.replace(SMALL, sizes=(12,))):
            if work_of(case)[1] > 1e5 or case.group == "training":  # whose programs make their tensors
                continue
            arrays = operands(case)
            assert set(written(case)) <= set(arrays), case.title
            named = {value for kind, value in words_of(case) if kind in {"array", "address"}}
            assert named <= set(arrays), case.title
            if case.routine != "convgemm":
                assert callable(call_of(case, arrays))


def test_dry_runs_list_cases_and_time_nothing() -> None:
    """Of every group at once, without a library being opened."""
    run = CliRunner().invoke(main, ["run", *GROUPS, "--dry", "--card"], catch_exceptions=False)
    assert run.exit_code == 0
    assert "squares: 28 cases; autoblas-cuda, cublas" in run.output
    wrong = CliRunner().invoke(main, ["run", "squares", "--dry", "--libraries", "nonsense"])
    assert "no library is called nonsense" in wrong.output


def test_a_forced_core_type_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless no peer of the host's is timed, or the option allows it."""
    monkeypatch.setenv("OPENBLAS_CORETYPE", "Haswell")
    with pytest.raises(ForcedPeerError, match="OPENBLAS_CORETYPE=Haswell"):
        must_be_free(["openblas"])
    must_be_free(CARD)
    run = CliRunner().invoke(main, ["run", "squares", "--commit", "1234567"])
    assert run.exit_code == 1
    assert "--forced-peer" in run.output


@pytest.mark.usefixtures("few_numbers")
def test_a_run_times_libraries_and_keeps_where_it_comes_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A small product on PoCL, plainly called and prepared, beside NumPy's BLAS."""
    monkeypatch.setenv("AUTOBLAS_DATA_DIR", str(tmp_path))
    monkeypatch.setattr("benchmarks.runner.PAUSE", 0.0)
    path = tmp_path / "record.json"
    words = [
        "run",
        "squares",
        "calls",
        "--routine",
        "gemm",
        "-n",
        "16",
        "--dtype",
        "float32",
        "--rounds",
        "2",
        "--turn",
        "1e-4",
    ]
    words += ["--libraries", "autoblas-kernels,autoblas-prepared,openblas,launch", "--forced-peer"]
    run = CliRunner().invoke(
        main, [*words, "--commit", "1234567", "--into", str(path)], catch_exceptions=False
    )
    assert run.exit_code == 0, run.output
    record = read(path)
    assert not record.failures
    assert record.commit == "1234567"
    assert record.blas.architecture or record.blas.name != "OpenBLAS"
    squares = {row.library: row for row in record.rows if row.case.group == "squares"}
    assert set(squares) == {"autoblas-kernels", "autoblas-prepared", "openblas"}
    assert all(
        0 < row.seconds.best <= row.seconds.low <= row.seconds.median <= row.seconds.high
        for row in record.rows
    )
    assert (squares["autoblas-kernels"].apart or 0) < 1e-5
    assert squares["openblas"].flops == 2 * 16**3


MACHINE = Machine("NVIDIA H200", "580.1", "CUDA 13.0", "a processor", 16, "Linux", "3.12", "2.3")


def made(
    seconds: dict[tuple[Case, str], Sequence[float]], date: str = "2026-01-02T03:04:05+00:00", **fields: Any
) -> Record:
    """A record of these samples."""
    rows = [judged(case, name, samples, work_of(case)) for (case, name), samples in seconds.items()]
    libraries = {name: Library(name, "1.2 through PyTorch") for _, name in seconds}
    values: dict[str, Any] = {
        "form": 1, "date": date, "autoblas": "0.2", "commit": "1234567", "machine": MACHINE, "blas": Library("OpenBLAS"),
        "environment": {}, "forced_peer": False, "threads": 2, "load": (0.0, 0.0), "quiet": True, "processes": 1,
        "libraries": libraries, "suspicious": [], "failures": [], "rows": rows, **fields,
    }  # fmt: skip
    return Record(**values)


SQUARE = Case("squares", "gemm", "float32", (512, 512, 512))
LARGER = Case("squares", "gemm", "float32", (1024, 1024, 1024))


def test_records_are_written_read_and_put_together(tmp_path: Path) -> None:
    """Samples of processes are pooled; what a file lacks is named."""
    record = made({(SQUARE, "autoblas-cuda"): [1.0, 1.1, 1.2], (SQUARE, "cublas"): [2.0, 2.0, 2.0]})
    write(record, tmp_path / "a.json")
    assert read(tmp_path / "a.json") == record
    both = merged([record, made({(SQUARE, "autoblas-cuda"): [3.0, 3.0, 3.0], (SQUARE, "cublas"): [2.0] * 3})])
    assert [row.count for row in both.rows] == [6, 6]
    assert [row.quiet for row in both.rows] == [False, True]
    assert both.processes == 2
    assert not both.quiet
    assert all(not row.samples for row in pooled(both).rows)
    for lacking in ("commit", "blas", "environment", "load", "threads", "machine"):
        text = msgspec.json.decode(msgspec.json.encode(record))
        del text[lacking]
        (tmp_path / "b.json").write_bytes(msgspec.json.encode(text))
        with pytest.raises(RecordError, match=rf"b\.json.*`{lacking}`"):
            read(tmp_path / "b.json")
    unnamed = msgspec.structs.replace(record, libraries={})
    write(unnamed, tmp_path / "c.json")
    with pytest.raises(RecordError, match="nothing is said of autoblas-cuda, cublas"):
        read(tmp_path / "c.json")


def test_pages_show_means_the_worst_and_what_falls_short(tmp_path: Path) -> None:
    """The newest record counts, the fastest peer too, and marks say what is slower or not quiet."""
    old = made({(SQUARE, "autoblas-cuda"): [1.0], (SQUARE, "cublas"): [9.0]}, "2025-01-01T00:00:00")
    new = made(
        {
            (SQUARE, "autoblas-cuda"): [1.0], (SQUARE, "cublas"): [4.0], (SQUARE, "other"): [2.0],
            (LARGER, "autoblas-cuda"): [1.0, 3.0], (LARGER, "cublas"): [0.5, 0.5],
        }
    )  # fmt: skip
    text = page.page_text([old, new])
    assert "| float32 | cuda | 2.00 | 0.50▾~ | 1.00~ | 0.50▾~ |" in text
    assert "NVIDIA H200" in text
    assert "No record has batches yet." in text
    table = page.readme_text([old, new])
    assert "| float32 | 1.00 | 0.50 |" in table
    assert "| level 2 | not measured |  |" in table
    data = page.figure_data([old, new])
    assert data["curves"] == {"float32": {"512": 2.0, "1024": 0.5}}
    assert data["caption"] == "NVIDIA H200, driver 580.1, 2026-01-02, cuBLAS 1.2"
    draw(data, tmp_path / "figure.svg")
    assert embedded(tmp_path / "figure.svg") == data


def test_steps_of_programs_are_shown_beside_pytorch_and_tf32(tmp_path: Path) -> None:
    """In a row of the page, and as bars of the figure."""
    case = Case("training", "mlp", "float32", (2, 3, 2, 4, 20), kind="eager")
    seconds = {"pytorch": 3e-2, "pytorch-tf32": 1e-2, "autoblas-torch": 1e-2, "autoblas-torch-auto": 5e-3}
    record = made(
        {(case, name): [x, x] for name, x in seconds.items()},
        machine=msgspec.structs.replace(MACHINE, most_clock=1980),
    )
    for row in record.rows:
        row.apart, row.step = 1e-7, Step(1e-3, 5, 2**20, 0)
    text = page.page_text([record])
    assert "\n- MLP: training of two layers, 2 to 3 to 2 numbers, 4 rows.\n" in text
    assert "| MLP | eager, float32 | 30.00 | 10.00 | 3.00 | 10.00 | 5.00 | 2.00 |" in text
    assert "| MLP | eager, float32 | 5 | 1.00 | 1.00 | 1 | 1 |" in text
    assert "| MLP | eager, float32 | 1e-07 | 1e-07 | 1e-07 | 1e-07 |" in text
    assert "beside PyTorch 1.2 through PyTorch.\n" in text
    data = page.figure_data([record])
    assert data["steps"]["MLP, 30 ms"]["autoblas"] == 10
    draw(data, tmp_path / "figure.svg")
    assert embedded(tmp_path / "figure.svg") == data


def test_every_section_of_the_page_shows_its_cases() -> None:
    """A table each, of cases as their groups have them."""
    seconds: dict[tuple[Case, str], Sequence[float]] = {}
    for group in (name for groups in page.SECTIONS.values() for name in groups):
        for case in GROUPS[group].rows(Choice())[:40]:
            seconds |= {(case, f"autoblas-{'first' if group == 'first_calls' else 'ours'}"): [2e-6, 2e-6]}
            seconds |= {} if group == "first_calls" else {(case, "openblas"): [3e-6, 3e-6]}
    text = page.page_text([made(seconds, machine=msgspec.structs.replace(MACHINE, most_clock=None))])
    assert "No record" not in text
    assert "| from 1 MFLOP on | 24 | 0 | 1.50 | 1.50 | -1.0 | -1.0 |" in text
    assert "| gemv 512, 2048 | 1.50, 1.50 | 1.50, 1.50 |" in text
    assert "| gemm 16x16x16 float32 | 2.00 | 3.00 |" in text
    assert "| axpy, 300 rows | 0.00 | 0.00 |" in text


def test_pages_are_those_that_the_records_make() -> None:
    """Where this fails, ``python -m benchmarks page`` writes them anew."""
    assert page.stale() == []


BEFORE = {"device": {"gemm": 3.5, "dot": 2.5}, "numpy": {"gemm": 1.5}, "import": {"to the first result": 5e5}}


@pytest.mark.parametrize(
    ("device", "numpy", "slower"),
    [(0.15, 0.04, []), (0.25, 0.04, ["device: gemm"]), (0.1, 0.1, ["numpy: gemm"])],
)
def test_calls_that_take_longer_than_before_are_named(device: float, numpy: float, slower: list[str]) -> None:
    """Each kind of call has its limit, and imports have none."""
    after = {
        "device": {"gemm": 3.5 + device, "dot": 2.5},
        "numpy": {"gemm": 1.5 + numpy},
        "import": {"to the first result": 1e6},
    }
    lines, late = compare.report(BEFORE, compare.lesser(after, after))
    assert late == slower
    assert len([line for line in lines if line.endswith("slower")]) == len(slower)
