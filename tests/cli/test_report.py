"""``autoblas report``: what it is about, what it writes, and one sentence for what is wrong."""

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import asdict

from autoblas.cli.commands import report
from autoblas.database import Store
from autoblas.plan.results import place_of
from support.database_cases import make_record
from support.pages import outline
from support.report_cases import bench_file, journal_at, records
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
    page = outline((results / "page.html").read_text(encoding="utf-8"))
    assert "Zen 3" in page.text
    assert "not on this machine" in page.text
    names = {path.name for path in (results / "numbers").iterdir()}
    assert {"speed.tsv", "trials.tsv", "records.tsv", "served.tsv", "failures.tsv", "gatlas.tsv"} <= names
    assert len((results / "numbers" / "trials.tsv").read_text(encoding="utf-8").splitlines()) == 97


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
    hardware = place_of(here.device.facts)
    Store().add([make_record(**asdict(hardware), kernel="nobody", parameters={})])
    assert _run("--html", results / "page.html").exit_code == 0
    text = outline((results / "page.html").read_text(encoding="utf-8")).text
    assert here.device.facts.name in text
    assert "gets on this machine" in text
    assert "this version has such a kernel" in text  # the record is passed over, with the reason


def test_damaged_journals_are_told_of_on_the_page(results: Path) -> None:
    """The others are shown all the same."""
    (results / "journals" / "broken.jsonl").write_text("nothing\n", encoding="utf-8")
    assert _run("zen 3", "--html", results / "page.html").exit_code == 0
    assert "broken.jsonl" in outline((results / "page.html").read_text(encoding="utf-8")).text


def test_other_commands_stay_light() -> None:
    """Help on all commands imports every one of them, and nothing that draws."""
    code = "import sys; from autoblas.cli import perform; perform(['--help']); print([m for m in ('matplotlib', 'jinja2') if m in sys.modules], file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "report" in done.stdout
    assert done.stderr.strip().endswith("[]")
