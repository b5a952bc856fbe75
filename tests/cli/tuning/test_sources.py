"""Where sweeps take their problems from: ranges, files, networks and logs, good and bad ones."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from autoblas.cli.tuning.sources import MOST, logged_calls, network_layers, problems_in, sweep_sizes
from autoblas.devices.recording import PLAIN_CPU
from autoblas.errors import ArgumentError, AutoblasError, DatabaseError
from autoblas.precision import FLOAT64
from autoblas.problems import Matmul, Problem
from autoblas.problems.blas.notation import written
from autoblas.records.log import CallKind, entry_of
from autoblas.store.lines import JsonLines
from support.budget import examples
from support.damaged_texts import odd_text
from support.page_examples import page


def _product(m: int, n: int, k: int) -> Problem:
    return Matmul(m, n, k, FLOAT64)


def test_ranges() -> None:
    """By steps, by factors, and neither."""
    assert sweep_sizes(None, None, None, None) == ()
    assert sweep_sizes(64, 256, None, None) == (64, 128, 192, 256)
    assert sweep_sizes(64, 100, 16, None) == (64, 80, 96)
    assert sweep_sizes(64, 64, 16, None) == (64,)
    assert sweep_sizes(16, 128, None, 2.0) == (16, 32, 64, 128)
    assert sweep_sizes(1, 5, None, 1.1) == (1, 2, 3, 4, 5)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((64, None, None, None), "--start and --stop together"),
        ((None, 64, None, None), "--start and --stop together"),
        ((None, None, 8, None), "--start and --stop too"),
        ((None, None, None, 2.0), "--start and --stop too"),
        ((64, 32, None, None), "at least 64"),
        ((1, 9, 2, 2.0), "not both"),
        ((1, 2**62, 1, None), f"at most {MOST} sizes"),
        ((1, 2**62, None, 1.0000001), f"at most {MOST} sizes"),
        ((1, 9, None, float("nan")), "a factor above 1"),
    ],
)
def test_bad_ranges(arguments: tuple[Any, ...], message: str) -> None:
    """Say what is wrong."""
    with pytest.raises(ArgumentError, match=message):
        sweep_sizes(*arguments)


def test_a_file_of_problems(tmp_path: Path) -> None:
    """One a line, comments left out; sizes alone are products of the command; what comes twice counts twice."""
    file = tmp_path / "shapes"
    file.write_text(
        "# all\n64x32x16  # a product\n\n 128 \nsaxpy 1e5\nsgemm NT 8x8x8\nssymm LU 20x10\n64x32x16\n",
        "utf-8",
    )
    entries = problems_in(file, PLAIN_CPU, _product)
    assert [(written(entry.problem), entry.weight) for entry in entries] == [
        ("dgemm NN 64x32x16", 2.0),
        ("dgemm NN 128x128x128", 1.0),
        ("saxpy 1e5", 1.0),
        ("sgemm NT 8x8x8", 1.0),
        ("sgemm NN 20x10x20", 1.0),
        ("somatcopy N 20x20 form=symmetric lower=false", 1.0),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sgemm NT 8x8x8\n64x32\n", "line 2: expected sizes MxNxK"),
        ("\n\nsgem 3x3x3\n", "line 3: expected a routine"),
        ("sgemm NT 8x8x8 colour=red", "line 1: expected words among"),
        (
            "sgemm NT 8x8x8\n0x64x32\n",
            "line 2: expected sizes of at least 1, so that there is work to time; got (0, 64, 32)",
        ),
        ("# nothing\n", "expected a problem a line; got no problem"),
    ],
)
def test_bad_files_name_the_line(text: str, message: str, tmp_path: Path) -> None:
    """And what was expected there."""
    file = tmp_path / "shapes"
    file.write_text(text, "utf-8")
    with pytest.raises(ArgumentError) as caught:
        problems_in(file, PLAIN_CPU, _product)
    assert message in str(caught.value)
    assert str(file) in str(caught.value)


def test_sizes_alone_need_a_command_that_says_of_what(tmp_path: Path) -> None:
    """In a file for all routines they are no problem."""
    file = tmp_path / "shapes"
    file.write_text("64x64x64\n", "utf-8")
    with pytest.raises(ArgumentError, match="line 1: expected a routine"):
        problems_in(file, PLAIN_CPU)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    """Are named."""
    for path in (tmp_path / "none", tmp_path):
        with pytest.raises(DatabaseError, match="cannot be read"):
            problems_in(path, PLAIN_CPU)
    (tmp_path / "bytes").write_bytes(b"\xff\xff")
    with pytest.raises(DatabaseError, match="no text in UTF-8"):
        problems_in(tmp_path / "bytes", PLAIN_CPU)


NETWORK = {
    "network": "two layers",
    "layers": [
        {"name": "first", "problem": "sconvgemm 8x3x16x16", "count": 3},
        {"problem": "sgemm NT 8x10x2048"},
        {"problem": "sgemm NT 8x10x2048", "count": 2},
    ],
}


def test_a_network(tmp_path: Path) -> None:
    """Layers weigh as much as they are expected to take, as often as they come."""
    file = tmp_path / "network.json"
    file.write_text(json.dumps(NETWORK), "utf-8")
    entries = network_layers(file, PLAIN_CPU, lambda problem: 2.0 if isinstance(problem, Matmul) else 5.0)
    assert [(written(entry.problem), entry.weight) for entry in entries] == [
        ("sconvgemm 8x3x16x16", 15.0),
        ("sgemm NT 8x10x2048", 6.0),
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "an object such as"),
        ("[]", "an object such as"),
        ('{"layers": []}', "layers; got none"),
        ('{"layers": [{"problem": "sgemm NN 8x8x8", "cuont": 2}]}', "cuont"),
        ('{"layers": [{"count": 2}]}', "$.layers[0]"),
        ('{"layers": [{"problem": "sgemm NN 8x8x8", "count": 0}]}', "layer 1, or"),
        ('{"layers": [{"problem": "sgemm NN 8x8x8"}, {"name": "fc", "problem": "sgem 8"}]}', "layer 2 (fc)"),
        (
            '{"layers": [{"name": "fc", "problem": "sgemm NN 8x0x8"}]}',
            "layer 1 (fc): expected options that fit",
        ),
        ("[" * 5000, "an object such as"),
    ],
)
def test_bad_networks_name_the_layer(content: str, message: str, tmp_path: Path) -> None:
    """And what was expected there."""
    file = tmp_path / "network.json"
    file.write_text(content, "utf-8")
    with pytest.raises(ArgumentError) as caught:
        network_layers(file, PLAIN_CPU, lambda _: 1.0)
    assert message.removesuffix(", or") in str(caught.value)


def test_a_log(tmp_path: Path) -> None:
    """Its problems, the heaviest first, weigh what they took."""
    file = tmp_path / "calls"
    kinds = [CallKind("axpy", {"saxpy 1e5": 1}, 10, 1.0), CallKind("gemm", {"sgemm NN 64x64x64": 1}, 5, 3.0)]
    JsonLines(file).append(map(entry_of, kinds))
    log = logged_calls(file)
    assert [(written(entry.problem), entry.calls) for entry in log.wanted] == [
        ("sgemm NN 64x64x64", 5),
        ("saxpy 1e5", 10),
    ]
    assert [entry.weight for entry in log.wanted] == pytest.approx([3.0, 1.0])
    assert log.seconds == pytest.approx(4.0)
    (tmp_path / "empty").write_text("")
    with pytest.raises(ArgumentError, match="none that this version knows"):
        logged_calls(tmp_path / "empty")


@given(text=odd_text())
@settings(max_examples=examples(40), deadline=None)
def test_any_file(text: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Any file gives problems, or an error that says what is wrong."""
    file = tmp_path_factory.mktemp("files") / "file"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    for attempt in (
        lambda: problems_in(file, PLAIN_CPU, _product),
        lambda: network_layers(file, PLAIN_CPU, lambda _: 1.0),
        lambda: logged_calls(file),
    ):
        try:
            assert attempt()
        except AutoblasError as error:
            assert str(file) in str(error)  # noqa: PT017  # each of them may be right


def test_the_network_of_the_page_is_one(tmp_path: Path) -> None:
    """The object that the page on tuning shows is read, with its layers and their counts."""
    (shown,) = re.findall(r"^```json\n(.*?)^```$", page("guide/tuning.md"), re.DOTALL | re.MULTILINE)
    file = tmp_path / "network.json"
    file.write_text(shown, encoding="utf-8")
    entries = network_layers(file, PLAIN_CPU, lambda _: 1.0)
    assert [written(entry.problem) for entry in entries] == [
        "sconvgemm 64x3x224x224 window=7 pad=3 stride=2 items=8",
        "sgemm NT 8x1000x2048",
    ]
    assert entries[1].weight == pytest.approx(2 * entries[0].weight)
