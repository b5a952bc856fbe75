"""``--json``: every command has it, and prints one object that begins with the same keys."""

import json
import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from autoblas.cli import cli, main
from autoblas.cli.output.documents import SCHEMA, print_document
from autoblas.cli.output.text import count_text, rate_text, speed_text, time_text
from autoblas.database import Store
from autoblas.problems.blas.notation import read
from support.database_cases import make_record

POCL = ["--device", "Portable Computing Language"]
PAGE = Path(__file__).parents[3] / "docs" / "guide" / "json.md"

RUNS = [
    (["explain", "sgemm", "NN", "64x32x16", *POCL], {"routine", "problem", "fields", "steps", "candidates"}),
    (["check", "gemm", "-n", "8", "--rounds", "2", *POCL], {"routine", "problems"}),
    (["check", "axpy", "-n", "100", *POCL], {"routine", "problems"}),
    (["bench", "axpy", "-n", "100", "--trials", "1", *POCL], {"routine", "problems"}),
    (["bench", "gemm", "-n", "8", "--trials", "1", "--peak", "1", *POCL], {"routine", "problems", "peak"}),
    (["print", "axpy", "-n", "100"], {"kernels", "dialect"}),
    (["print", "gemm", "-n", "64", "--list"], {"kernels"}),
    (["db", "path"], {"path"}),
    (["db", "show"], {"path", "records", "unreadable"}),
    (["db", "export", "out.json"], {"records", "files"}),
    (["db", "import", "out.json"], {"new", "replaced", "unchanged", "checks"}),
    (["db", "purge", "--all"], {"removed", "left"}),
    (["devices"], {"devices"}),
]  # fmt: skip


@pytest.fixture(autouse=True)
def own_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Results of each test go to a folder of its own, where there is one."""
    monkeypatch.setenv("AUTOBLAS_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    Store().add([make_record()])


def _commands(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from _commands(command, (*path, name))
        elif command is not None:
            yield " ".join((*path, name)), command


def test_every_command_has_the_option() -> None:
    """As a flag."""
    missing = [
        name
        for name, command in _commands(cli)
        if not any(
            "--json" in parameter.opts and getattr(parameter, "is_flag", False)
            for parameter in command.params
        )
    ]
    assert missing == []


@pytest.mark.parametrize(("words", "keys"), RUNS, ids=[" ".join(words[:2]) for words, _ in RUNS])
def test_commands_print_one_object(
    words: list[str], keys: set[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """With what the page on it says, and nothing beside it."""
    if words[:2] == ["db", "import"]:
        assert main(["db", "export", "out.json"]) == 0
        capsys.readouterr()
    assert main([*words, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert list(document)[:3] == ["schema", "autoblas", "command"]
    assert document["schema"] == SCHEMA
    expected = (
        "explain gemm" if "sgemm" in words else words[0] if words == ["devices"] else " ".join(words[:2])
    )
    assert document["command"] == expected
    assert keys <= document.keys()
    page = PAGE.read_text("utf-8")
    assert [key for key in document if f"`{key}`" not in page] == []


def test_the_page_names_every_command() -> None:
    """And no other."""
    named = set(re.findall(r"^\| `([a-z ]+)`", PAGE.read_text("utf-8"), re.MULTILINE))
    alone = {
        name
        for name, _ in _commands(cli)
        if name.split()[0] not in {"tune", "check", "bench", "explain", "print"}
    }
    assert alone <= named
    assert {"tune", "check", "bench", "explain", "print"} <= named


def test_what_is_no_number_is_null(capsys: pytest.CaptureFixture[str]) -> None:
    """Since JSON has none of those."""
    with click.Context(click.Command("x"), info_name="autoblas"):
        print_document(figures=[math.nan, {"deep": math.inf}, (1.5,)])
    assert json.loads(capsys.readouterr().out)["figures"] == [None, {"deep": None}, [1.5]]


def test_figures() -> None:
    """Times in the unit that suits them; rates by operations, or bytes where there are none."""
    assert [time_text(seconds) for seconds in (31.2e-6, 0.0655, 2.0, 1e-9)] == [
        "31.2 us",
        "65.5 ms",
        "2 s",
        "0.001 us",
    ]
    product: Any = read("sgemm 1000")
    assert rate_text(product, 0.02) == "100 GFLOP/s"
    assert speed_text(read("scopy 1e6"), 1e-3) == "1 ms, 8 GB/s"
    counts = [count_text(count, noun) for count, noun in ((1, "search"), (2, "search"), (0, "trial"))]
    assert counts == ["1 search", "2 searches", "0 trials"]
