"""``autoblas db`` with files of others: what is written, what is imported and checked, and how merges are reviewed."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import asdict

from autoblas.cli.commands.db import command
from autoblas.database import Starts, Store, to_json, write_shipped
from autoblas.devices.recording import PLAIN_CPU
from autoblas.errors import DatabaseError
from autoblas.exchange import Trial, bundle_text, cache_text
from autoblas.plan.results import place_of
from autoblas.precision import FLOAT32
from autoblas.problems import Matmul
from autoblas.tune.points import starts
from support.database_cases import make_record, record_at
from support.exchange_cases import CLBLAST, FOREIGN_CACHE, make_found
from support.report_cases import journal_at
from support.rig import Rig

pytestmark = pytest.mark.usefixtures("own_results", "nothing_shipped")


def _run(*arguments: object, **options: Any) -> Result:
    return CliRunner().invoke(command, [str(argument) for argument in arguments], **options)


def _output(*arguments: object, **options: Any) -> str:
    result = _run(*arguments, **options)
    assert result.exit_code == 0, result.output
    return result.output


def _written(folder: Path, name: str, content: object) -> Path:
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


@pytest.mark.parametrize("option", ["--kernel-tuner", "--t4"])
def test_searches_go_out_and_their_best_points_come_back(tmp_path: Path, here: Rig, option: str) -> None:
    """Journals are written in the forms of others with where they are of; read again, the fastest become records."""
    journal = journal_at(tmp_path / "journals")
    output = _output("export", option, tmp_path / "out")
    files = [tmp_path / "out" / name for name in sorted(path.name for path in (tmp_path / "out").iterdir())]
    assert sorted(output.split()) == sorted(map(str, files))
    assert len(files) == (2 if option == "--kernel-tuner" else 1)
    assert files[0].name.startswith(journal.stem)
    # The journal's device is not here and no record is of it, so that its file names no place, and gives starts.
    assert "points that searches begin with" in _output("import", *files)
    assert Store().records() == []
    Store().add([make_record()])
    _output("export", option, tmp_path / "out")
    count = 5 * len(files)
    assert f"{count} results: {count} new" in _output("import", *files)
    assert {record.kernel for record in Store().records()} <= {"tiled", "gemm_tile", "gemm_direct"}
    assert len(Store().records()) == count + 1


def test_searches_are_chosen(tmp_path: Path) -> None:
    """By device and family; where none fits, a sentence says so."""
    journal_at(tmp_path / "journals")
    assert _output("export", "--t4", tmp_path / "out", "--device", "zen", "--family", "gemm")
    for arguments in (("--device", "H200"), ("--family", "map")):
        result = _run("export", "--t4", tmp_path / "out", *arguments)
        assert isinstance(result.exception, DatabaseError)
        assert "no search that fits" in str(result.exception)


def test_imported_records_are_checked_before_they_serve(tmp_path: Path, here: Rig) -> None:
    """A cache with a place of this machine gives records, whose kernels run once."""
    hardware = place_of(here.device.facts)
    search = make_found(
        place=hardware, device=hardware.device, platform=hardware.platform, driver=hardware.driver
    )
    output = _output("import", _written(tmp_path, "cache.json", cache_text(search, "gemm_direct", "0.1.0")))
    assert "2 results: 2 new" in output
    assert "2 right, 0 wrong" in output
    records = Store().records()
    assert {record.provenance.strategy for record in records} == {"imported"}
    assert {record.place for record in records} == {hardware}


def test_parameters_of_others_become_starts(tmp_path: Path, here: Rig) -> None:
    """Files of CLBlast's tuners and caches of its kernels; searches begin with those that are legal, and nothing serves them."""
    files = (
        _written(tmp_path, "clblast_xgemm_1_32.json", CLBLAST),
        _written(tmp_path, "cache.json", FOREIGN_CACHE),
    )
    assert _output("import", *files) == "6 points that searches begin with: 6 new.\n"
    assert _output("import", *files) == "6 points that searches begin with: 0 new.\n"
    assert Store().records() == []
    begin = starts(Matmul(1024, 1024, 1024, FLOAT32), here.device.facts)
    words = [point.words for point in begin if point.words.startswith("imported")]
    assert words
    assert any("CLBlast's xgemm on NVIDIA RTX A4000, 0.75 ms" in text for text in words)
    assert not any(point.recorded for point in begin if point.words.startswith("imported"))
    assert _run("purge", "--starts", "--all", "--device", "x").exit_code == 2  # and removes nothing
    assert _output("purge", "--starts") == "Removed 6 points that searches began with.\n"
    assert Starts().matching("gemm", "float32", (1, 1, 1)) == []


def test_a_search_begins_with_imported_points(tmp_path: Path, here: Rig) -> None:
    """Without a record, behind the suggestions; those that hold what is fixed, of kernels that are named."""
    facts, problem = here.device.facts, Matmul(256, 256, 256, FLOAT32)
    point = {"wx": 16, "wy": 4, "rm": 8, "rn": 1}
    search = make_found(Trial("gemm_direct", point, make_found().trials[0].outcome), place=None)
    _output("import", _written(tmp_path, "cache.json", cache_text(search, "gemm_direct", "0.1.0")))
    begin = starts(problem, facts)
    (imported,) = [candidate for candidate in begin if candidate.words.startswith("imported")]
    assert begin[-1] == imported
    assert {name: imported.point[name] for name in point} == point
    fixed = starts(problem, facts, {"kernel": "gemm_direct", "rm": 4})
    assert next(candidate for candidate in fixed if candidate.words.startswith("imported")).point["rm"] == 4
    assert not any(
        candidate.words.startswith("imported")
        for candidate in starts(problem, facts, {"kernel": "gemm_tile"})
    )


def test_files_of_what_is_not_understood(tmp_path: Path) -> None:
    """Each is refused in a sentence, and nothing of the other files is added."""
    good = _written(tmp_path, "good.json", bundle_text([make_record()], version="0.1.0"))
    for content, sentence in (
        ({**CLBLAST, "kernel_family": "copy_1"}, "whose parameters are not understood"),
        ({**FOREIGN_CACHE, "kernel_name": "stencil"}, "of 'stencil'"),
        ({**CLBLAST, "results": [{"time": 1.0, "parameters": {"MWG": 1}}]}, "lack parameters"),
        ({"some": "thing"}, "none of autoblas's results"),
    ):
        result = _run("import", good, _written(tmp_path, "bad.json", content))
        assert isinstance(result.exception, DatabaseError)
        assert sentence in str(result.exception)
        assert Store().records() == []


@pytest.fixture
def shipped(tmp_path: Path) -> Path:
    """A folder of results of two devices."""
    records = [
        record_at_size(64, rm=2, seconds=1e-3),
        record_at_size(128, rm=2, seconds=5e-3),
        record_at_size(64, device="H200", kind="gpu", rm=2),
    ]
    write_shipped(records, tmp_path / "ships")
    return tmp_path / "ships"


def record_at_size(n: int, **changes: Any) -> Any:
    """A record that this version can read, of a square product."""
    values = {name: changes.pop(name) for name in ("rm", "rn") if name in changes}
    base = record_at(PLAIN_CPU, Matmul(n, n, n, FLOAT32), "gemm_direct", **values)
    fields = {name: getattr(base, name) for name in ("family", "signature", "sizes", "kernel", "parameters")}
    return make_record(**fields, **{"spread": 1e-5, **changes})


def test_what_this_version_cannot_read_is_left_out(tmp_path: Path, shipped: Path) -> None:
    """Unknown kernels, parameters and problems are named; other forms and changed bundles are refused."""
    sent = [
        make_record(kernel="nobody"),
        make_record(signature="float32 x"),
        record_at_size(8, rm=2),
        record_at_size(16),
    ]
    bundle = json.loads(bundle_text(sent, version="0.1.0"))
    output = _output("merge", _written(tmp_path, "sent.json", bundle), "--into", shipped)
    assert "no such kernel" in output
    assert "no such problem" in output
    assert "2 new" in output
    assert "2 left out" in output
    bundle["records"][0]["seconds"] = 1.0
    for name, wrong in (("changed.json", bundle), ("clblast.json", CLBLAST)):
        result = _run("merge", _written(tmp_path, name, wrong), "--into", shipped)
        assert isinstance(result.exception, DatabaseError)


def test_a_folder_is_begun(tmp_path: Path) -> None:
    """Merging into a folder that is not there yet makes it."""
    record = record_at_size(64, rm=2)
    _output(
        "merge",
        _written(tmp_path, "sent.json", bundle_text([record], version="0.1.0")),
        "--into",
        tmp_path / "new",
    )
    assert (tmp_path / "new" / "zen-3.json").read_text(encoding="utf-8") == to_json([record])
    assert asdict(record.place)["device"] == "Zen 3"
