"""Calls of routines in BLAS's words, as options of commands and as problems."""

import json

import click
import pytest

from autoblas.cli import cli, main
from autoblas.cli.routines.table import ROUTINES, call_of
from autoblas.cli.routines.worded import BLAS_NAMES, call_in, option_words
from autoblas.devices.device import Facts
from autoblas.devices.recording import PLAIN_CPU, PLAIN_GPU
from autoblas.errors import ArgumentError
from autoblas.precision import FLOAT32
from autoblas.problems import Matmul
from autoblas.problems.blas.notation import read, written
from autoblas.problems.blas.notations import NOTATIONS
from autoblas.problems.blas.words import blas_name
from support.loops import over

POCL = ["--device", "Portable Computing Language"]

SIZED = {"convgemm": "8x3x9x9", "im2col": "3x9x9", "col2im": "3x9x9"}


def _text(routine: str) -> str:
    """A call of a routine, of the first type that it takes."""
    kind = next(kind for name, kind in BLAS_NAMES.values() if name == routine)
    count = 2 if "rows" in ROUTINES[routine].sizes else len(ROUTINES[routine].sizes)
    return f"{blas_name(routine, kind)} {SIZED.get(routine, 'x'.join(['30', '20', '10'][:count]))}"


@pytest.mark.parametrize("facts", [PLAIN_CPU, PLAIN_GPU], ids=["cpu", "gpu"])
@over("routine", ROUTINES)
def test_every_routine_is_read(routine: str, facts: Facts) -> None:
    """As options that its command takes; where a call is one problem, that is written as the call was."""
    text = _text(routine)
    said = option_words(text.split())
    assert said is not None
    call = call_in(text)
    assert call.routine.name == routine
    assert call.launches(facts) == call_of(routine, *said[1:]).launches(facts)
    launches = call.launches(facts)
    if routine in NOTATIONS and len(launches) == 1:
        assert read(written(launches[0])) == launches[0]
        assert call_in(written(launches[0])).launches(facts) == launches


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("sgemm NT 3x4x5 items=8 accuracy=fast",
         "gemm --dtype float32 --trans-a N --trans-b T -m 3 -n 4 -k 5 --items 8 --accuracy fast"),
        ("sgemm 3x4x5 bias=cols activation=gelu",
         "gemm --dtype float32 --trans-a N --trans-b N -m 3 -n 4 -k 5 --bias cols --activation gelu"),
        ("dgemm 3x4x5 type_a=float32", "gemm --dtype float64 --trans-a N --trans-b N -m 3 -n 4 -k 5 --dtype-a float32"),
        ("strsm LUTN 100x20", "trsm --dtype float32 --side L --uplo U --trans T --diag N -n 100 -m 20"),
        ("strsm RUTN 100x20", "trsm --dtype float32 --side R --uplo U --trans T --diag N -m 100 -n 20"),
        ("strmm RUTN 100x20", "trmm --dtype float32 --side R --uplo U --trans T --diag N -k 100 -n 20"),
        ("cher2k LC 10x20", "her2k --dtype complex64 --uplo L --trans C -n 10 -k 20"),
        ("strmv LTU 9", "trmv --dtype float32 --uplo L --trans T --diag U -n 9"),
        ("saxpy 1e6 strided", "axpy --dtype float32 -n 1000000 --strided"),
        ("sconvgemm 4x3x9x9 window=3x3 pad=0",
         "convgemm --dtype float32 --kernels 4 --channels 3 --size 9 --window 3 --pad 0"),
        ("hgemm", "gemm --dtype float16"),
    ],
)  # fmt: skip
def test_words_become_options(text: str, words: str) -> None:
    """Sizes of level 3 are those of the matrix that is written, on whichever side the other one stands."""
    assert option_words(text.split()) == words.split()


@pytest.mark.parametrize(
    "text", ["sgemm NN 5x5x5 pure", "sconvgemm 4x3x9x8", "sgbmv N 9x9 kl=1 ku=2", "ssubstitution 64x8 unit"]
)
def test_what_no_option_says_is_a_problem(text: str) -> None:
    """With all its fields."""
    assert option_words(text.split()) is None
    (problem,) = call_in(text).launches(PLAIN_CPU)
    assert written(problem) == text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("sgemm NN 5x5x5 items=0", "expected a whole number, 1 or more"),
        ("sgemm NN 5x5x5 accuracy=best", "'best' is not one of"),
        ("sgemm 5x5", "sizes mxnxk"),
        ("strsm XYZW 5x5", "letters L/R then U/L"),
        ("nothing", "letter of its type"),
        ("", "a problem"),
    ],
)
def test_bad_words_are_refused(text: str, said: str) -> None:
    """With a reason."""
    with pytest.raises(ArgumentError) as caught:
        call_in(text)
    assert said in str(caught.value)


def test_commands_take_problems(capsys: pytest.CaptureFixture[str]) -> None:
    """In place of a routine and its options, in several words or one, with options behind it."""
    assert main(["explain", "sgemm", "NT", "64x32x16", *POCL, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["problem"] == "sgemm NT 64x32x16"
    assert main(["explain", "sgemm NT 64x32x16 pure", *POCL, "--json"]) == 0
    plan = json.loads(capsys.readouterr().out)
    assert (plan["problem"], plan["command"]) == ("sgemm NT 64x32x16 pure", "explain problem")
    assert main(["print", "saxpy", "1e6"]) == 0
    assert "saxpy 1e6" in capsys.readouterr().out
    assert main(["print", "dgemm", "-n", "512", "--json"]) == 0
    (kernel,) = json.loads(capsys.readouterr().out)["kernels"]
    assert kernel["problem"] == "dgemm NN 512x512x512"
    assert "__kernel" in kernel["source"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["explain", "sgemm", "NQ", "5x5x5"], "letters N/T/C"),
        (["explain", "sgem", "5x5x5"], "(sgemv or sgemm or sgemmt?)"),
        (["explain", "nothing"], "No such command 'nothing'"),
        (["explain", "problem", "sgemm"], "sizes mxnxk"),
        (["explain", "problem"], "Missing argument"),
    ],
)
def test_bad_problems_end_commands(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """In one line."""
    assert main(words) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1


@pytest.mark.parametrize("verb", ["tune", "check", "bench", "explain", "print"])
def test_help_is_grouped_by_level(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every subcommand once, in its section, within 80 columns."""
    assert main([verb, "--help"]) == 0
    text = capsys.readouterr().out
    titles = ("Level 1, vectors:", "Level 2, a matrix and vectors:", "Level 3, matrices:", "Beyond BLAS:")
    places = [text.index(title) for title in titles]
    assert places == sorted(places)
    assert (
        places[0]
        < text.index("\n  axpy ")
        < places[1]
        < text.index("\n  gemv ")
        < places[2]
        < text.index("\n  gemm ")
    )
    assert "sgemm NT 1024x1024x1024" in " ".join(text.split())
    assert max(map(len, text.splitlines())) <= 80


def test_shells_complete_routines() -> None:
    """Subcommands, and what BLAS calls routines."""
    context = click.Context(cli)
    group = cli.get_command(context, "tune")
    assert group is not None
    found = {item.value for item in group.shell_complete(click.Context(group), "sgem")}
    assert found == {"sgemm", "sgemmt", "sgemv"}
    assert {item.value for item in group.shell_complete(click.Context(group), "ge")} >= {"gemm", "gemv"}


def test_products_of_words_and_options_are_the_same() -> None:
    """What the words say is what the options say."""
    (problem,) = call_in("sgemm NT 7x8x9").launches(PLAIN_CPU)
    assert problem == Matmul(7, 8, 9, FLOAT32, b="col")
