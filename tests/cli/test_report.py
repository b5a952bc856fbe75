"""``autoblas report``: what it is about, what it writes, and one sentence for what is wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from msgspec.structs import asdict

from autoblas.cli import perform
from autoblas.cli.commands import report
from autoblas.database import Store
from autoblas.plan.results import place_of
from support.database_cases import make_record
from support.pages import outline
from support.report_cases import bench_file, journal_at, records

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

    from support.rig import Rig


@pytest.fixture
def results(tmp_path: Path, own_results: None) -> Path:
    """A folder with results and journals of a device that is not here."""
    Store().add(records())
    for n in (64, 256):
        journal_at(tmp_path / "journals", n)
    return tmp_path


def _run(*arguments: object) -> Result:
    return CliRunner().invoke(
        report.command, [str(argument) for argument in arguments], catch_exceptions=False
    )


def _complaint(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """The one line that the command ends with."""
    assert perform(["report", *map(str, arguments)]) in {1, 2}
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    return lines[0]


def test_a_device_that_is_not_here(results: Path) -> None:
    """Its page is made from what there is of it."""
    done = _run(
        "zen 3",
        "--html",
        results / "page.html",
        "--tsv",
        results / "numbers",
        "--bench",
        bench_file(results / "b.json"),
    )
    assert done.exit_code == 0
    found = outline((results / "page.html").read_text(encoding="utf-8"))
    assert "Zen 3" in found.text
    assert "not on this machine" in found.text
    names = {path.name for path in (results / "numbers").iterdir()}
    assert {"speed.tsv", "trials.tsv", "records.tsv", "served.tsv", "failures.tsv", "gatlas.tsv"} <= names
    assert len((results / "numbers" / "trials.tsv").read_text(encoding="utf-8").splitlines()) == 97


def test_folders_and_libraries_are_named(results: Path) -> None:
    """The folders that are made, and of each file of bench the library and what it says of the machine."""
    blas = {"library": "OpenBLAS", "version": "0.3", "forced": ["OPENBLAS_CORETYPE=Haswell"]}
    file = bench_file(results / "b.json", blas=blas, quiet=True, load=0.1, threads=2, environment={})
    words = ("zen 3", "--html", results / "new" / "page.html", "--bench", file)
    done = _run(*words)
    assert f"made the folder {results / 'new'}\n" in done.output
    assert (
        f"{file}: beside OpenBLAS through NumPy; OpenBLAS was forced by OPENBLAS_CORETYPE=Haswell\n"
        in done.output
    )
    (told,) = json.loads(_run(*words, "--json").output)["benches"]
    assert told == {
        "file": str(file), "blas": blas, "environment": {}, "load": 0.1, "threads": 2, "quiet": True
    }  # fmt: skip


def test_a_search_by_its_words_or_its_file(results: Path) -> None:
    """Only that search is told of, and records of its class."""
    file = next((results / "journals").glob("*256*.jsonl"))
    for wanted in ("gemm 256x256x256", file):
        assert _run(wanted, "--html", results / "page.html").exit_code == 0
        text = outline((results / "page.html").read_text(encoding="utf-8")).text
        assert "1 search with 48 trials" in text
        assert "map float32 copy" not in text


def test_the_device_that_serves(results: Path, here: Rig) -> None:
    """Without words it is the default device; what it serves is what calls get, and says why."""
    place = place_of(here.device.facts)
    Store().add([make_record(**asdict(place), kernel="nobody", parameters={})])
    assert _run("--html", results / "page.html").exit_code == 0
    text = outline((results / "page.html").read_text(encoding="utf-8")).text
    assert here.device.facts.name in text
    assert "gets on this machine" in text
    assert "this version has such a kernel" in text  # the record is passed over, with the reason


def test_a_default_device_that_is_not_here_is_told_of(
    results: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The report is not of another device, though the only results are of one, but where words name it."""
    monkeypatch.setenv("AUTOBLAS_DEVICE", "no-such-device")
    page = results / "default.html"
    assert "AUTOBLAS_DEVICE 'no-such-device' matches no device" in _complaint(capsys, "--html", page)
    assert not page.exists()
    assert _run("zen 3", "--html", page).exit_code == 0


def test_what_is_wrong_is_said_in_a_line(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Words that fit nothing or too much, figures of another device, nothing to write."""
    page = results / "page.html"
    assert "words of a device: Zen 3 (PoCL)" in _complaint(capsys, "nonsense", "--html", page)
    assert "words of one device" in _complaint(capsys, "i", "--html", page)
    assert "give --html FILE" in _complaint(capsys, "zen 3")
    other = bench_file(results / "other.json", device={"name": "Zen 5", "platform": "PoCL"})
    assert "of Zen 5 (PoCL)" in _complaint(capsys, "zen 3", "--html", page, "--bench", other)
    (results / "broken.json").write_text("{", encoding="utf-8")
    assert "broken.json" in _complaint(capsys, "zen 3", "--html", page, "--bench", results / "broken.json")
    assert not page.exists()
    assert "no-such.json" in _complaint(capsys, "zen 3", "--html", page, "--bench", results / "no-such.json")
    (results / "file").write_text("", encoding="utf-8")
    assert "is a file" in _complaint(capsys, "zen 3", "--tsv", results / "file")


def test_damaged_journals_are_told_of_on_the_page(results: Path) -> None:
    """The others are shown all the same."""
    (results / "journals" / "broken.jsonl").write_text("nothing\n", encoding="utf-8")
    assert _run("zen 3", "--html", results / "page.html").exit_code == 0
    assert "broken.jsonl" in outline((results / "page.html").read_text(encoding="utf-8")).text


def test_what_the_extra_brings_is_asked_for(
    results: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without matplotlib a sentence says what to install."""
    monkeypatch.setattr(report, "find_spec", lambda name: None if name == "matplotlib" else object())
    said = _complaint(capsys, "zen 3", "--html", results / "page.html")
    assert 'matplotlib is not installed: python -m pip install "autoblas[report]"' in said


def test_other_commands_stay_light() -> None:
    """Help on all commands imports every one of them, and nothing that draws."""
    code = "import sys; from autoblas.cli import perform; perform(['--help']); print([m for m in ('matplotlib', 'jinja2') if m in sys.modules], file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "report" in done.stdout
    assert done.stderr.strip().endswith("[]")
