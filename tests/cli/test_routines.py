"""The table of routines: it says of every routine which launches a call makes, and every command takes it from there."""

import itertools
import json
import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import click
import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest
from click.testing import CliRunner

import autoblas
from autoblas.blas.table.rows import ROUTINES as ROWS
from autoblas.cli import cli, main
from autoblas.cli.routines.table import ROUTINES, call_of
from autoblas.cli.tuning import search
from autoblas.devices.recording import HOPPER, PLAIN_CPU, PLAIN_GPU
from autoblas.kernels import kernels
from autoblas.plan.bound import BoundPlan
from autoblas.problems import Matmul, problem_from
from support.loops import over
from support.rig import Rig

HOST_ALONE = {"rotg", "rotmg"}
"""Routines that compute four or five numbers, which no kernel does."""

STEPS = {name for name, routine in ROUTINES.items() if routine.level == "step"}
N, K = 24, 20


def _run(*words: str) -> Any:
    return CliRunner().invoke(cli, list(words))


@pytest.mark.parametrize("verb", ["tune", "check", "bench", "explain", "print"])
def test_every_routine_has_a_subcommand(verb: str) -> None:
    """Each group lists all of the table, and no routine is in it twice under other names."""
    shown = _run(verb, "--help").output
    assert all(f"\n  {name.replace('_', '-')} " in shown for name in ROUTINES)


def test_the_table_is_complete() -> None:
    """Every routine of the reference is a subcommand, and every subcommand but for steps is a routine."""
    offsets = {name for name in ROWS if name.endswith(("_batched", "_offsets"))}  # options, or of no command
    assert set(ROWS) - HOST_ALONE - offsets <= set(ROUTINES)
    assert all(callable(getattr(autoblas, name)) for name in {*ROWS, *ROUTINES} - STEPS)


VECTORS = ("dot", "dotu", "dotc", "dsdot", "axpy", "copy", "swap")
ONE = ("nrm2", "asum", "sum", "iamax", "iamin", "imax", "imin")

CALLS: dict[str, tuple[Callable[..., Any], tuple[str, ...]]] = {
    **{name: (lambda f, v, m: f(v(), v()), ("-n", f"{N}")) for name in VECTORS},
    **{name: (lambda f, v, m: f(v()), ("-n", f"{N}")) for name in ONE},
    "scal": (lambda f, v, m: f(v(), alpha=2.0), ("-n", f"{N}")),
    "axpby": (lambda f, v, m: f(v(), v(), alpha=2.0, beta=2.0), ("-n", f"{N}")),
    "rot": (lambda f, v, m: f(v(), v(), 0.6, 0.8), ("-n", f"{N}")),
    "had": (lambda f, v, m: f(v(), v(), v()), ("-n", f"{N}")),
    "gemv": (lambda f, v, m: f(m(K, N), v()), ("-n", f"{N}", "-m", f"{K}")),
    "symv": (lambda f, v, m: f(m(N, N), v()), ("-n", f"{N}")),
    "trmv": (lambda f, v, m: f(m(N, N), v(), uplo="L", trans="T"), ("-n", f"{N}", "--uplo", "L", "--trans", "T")),
    "trsv": (lambda f, v, m: f(m(N, N), v(), diag="U"), ("-n", f"{N}", "--diag", "U")),
    "ger": (lambda f, v, m: f(v(), v(), a=m(N, N)), ("-n", f"{N}")),
    "syr2": (lambda f, v, m: f(v(), v(), m(N, N), uplo="L"), ("-n", f"{N}", "--uplo", "L")),
    "symm": (lambda f, v, m: f(m(N, N), m(N, K)), ("-n", f"{N}", "-k", f"{K}")),
    "hemm": (lambda f, v, m: f(m(N, N), m(K, N), side="R", uplo="L"),
             ("-n", f"{N}", "-k", f"{K}", "--side", "R", "--uplo", "L")),
    "gemmt": (lambda f, v, m: f(m(N, K), m(N, K), trans_b="T"), ("-n", f"{N}", "-k", f"{K}", "--trans-b", "T")),
    "syrk": (lambda f, v, m: f(m(K, N), uplo="L", trans="T"), ("-n", f"{N}", "-k", f"{K}", "--uplo", "L", "--trans", "T")),
    "herk": (lambda f, v, m: f(m(N, K)), ("-n", f"{N}", "-k", f"{K}")),
    "syr2k": (lambda f, v, m: f(m(N, K), m(N, K)), ("-n", f"{N}", "-k", f"{K}")),
    "her2k": (lambda f, v, m: f(m(K, N), m(K, N), trans="C"), ("-n", f"{N}", "-k", f"{K}", "--trans", "C")),
    "trmm": (lambda f, v, m: f(m(N, N), m(N, K), trans="T"), ("-n", f"{N}", "-k", f"{K}", "--trans", "T")),
    "trsm": (lambda f, v, m: f(m(80, 80), m(K, 80), side="R", uplo="L"),
             ("-n", "80", "-m", f"{K}", "--side", "R", "--uplo", "L")),
    "omatcopy": (lambda f, v, m: f(m(K, N), trans="T"), ("-n", f"{N}", "-k", f"{K}")),
    "imatcopy": (lambda f, v, m: f(m(K, N), trans="T"), ("-n", f"{N}", "-k", f"{K}")),
    "im2col": (lambda f, v, m: f(m(3, 9, 9), kernel=3, pad=1), ("--channels", "3", "--size", "9")),
    "col2im": (lambda f, v, m: f(m(27, 81), m(3, 9, 9), kernel=3, pad=1), ("--channels", "3", "--size", "9")),
    "convgemm": (lambda f, v, m: f(m(3, 9, 9), m(5, 3, 3, 3), pad=1),
                 ("--channels", "3", "--size", "9", "--kernels", "5")),
}  # fmt: skip
"""A call of a routine on dense arrays, and what the command line calls it; v makes vectors, m arrays of any shape."""


@pytest.fixture
def made(pocl: Rig, nothing_compiled: None, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The problems of the launches that calls would make from now on."""
    problems: list[Any] = []

    def watched(self: BoundPlan, values: Any, wait_for: Any = None) -> Any:
        problems.append(self.choice.problem)
        return [cl.enqueue_marker(pocl.queue)]

    monkeypatch.setattr(BoundPlan, "launch", watched)
    return problems


@pytest.mark.parametrize("dtype", ["float32", "complex64"])
@over("name", CALLS)
def test_the_table_says_what_calls_do(name: str, dtype: str, pocl: Rig, made: list[Any]) -> None:
    """The launches that a call makes are those that the table lists, in order; what they compute is not looked at."""
    if dtype == "complex64" and name in {"dsdot", "scal", "rot"}:
        return  # a routine for float32, or with factors that may be real where elements are complex
    rng = np.random.default_rng(0)

    def matrix(*shape: int) -> Any:
        return cl_array.to_device(pocl.queue, rng.standard_normal(shape).astype(dtype))

    call, words = CALLS[name]
    made.clear()
    with patch(
        "autoblas.blas.level3.trsm.block_width", return_value=32
    ):  # so that a small system has several blocks
        call(getattr(autoblas, name), lambda: matrix(N), matrix)
        listed = call_of(name, *words, "--dtype", dtype).launches(pocl.device.facts)
    pocl.queue.finish()
    assert tuple(made) == listed


@pytest.mark.parametrize("bias", ["rows", "cols"])
def test_a_product_with_a_bias_is_that_of_the_call(bias: str, pocl: Rig, made: list[Any]) -> None:
    """A column too, which is computed as a row, and a vector of one element, which is the same for both sizes."""
    for m, n in itertools.product((1, 9), (1, 7)):
        a, b, vector = (
            cl_array.to_device(pocl.queue, np.ones(shape, np.float32))
            for shape in ((m, 5), (5, n), (m, 1) if bias == "rows" else (n,))
        )
        autoblas.gemm(a, b, bias=vector)
        words = ("-m", str(m), "-n", str(n), "-k", "5", "--bias", bias)
        assert call_of("gemm", *words).launches(pocl.device.facts) == (made.pop(),)


@over("name", sorted(set(ROUTINES) - {"gemm"}))
def test_problems_are_written_down_once(name: str) -> None:
    """Problems that are tuned, checked and timed: none twice, the most work first, and readable by a child process."""
    size = ("--channels", "5", "--size", "9") if "channels" in _options(name) else ("-n", "700")
    for facts in (PLAIN_CPU, PLAIN_GPU, HOPPER):
        call = call_of(name, *size)
        problems = call.problems(facts)
        assert set(problems) == set(call.launches(facts))
        assert len(set(problems)) == len(problems)
        work = [problem.flops() for problem in problems]
        assert work == sorted(work, reverse=True)
        assert all(problem_from(problem.words()) == problem for problem in problems)


def _options(name: str) -> set[str]:
    return {str(option.name) for option in ROUTINES[name].options}


def test_large_systems_take_many_launches_on_a_gpu() -> None:
    """On devices whose work-groups cannot wait for each other, blocks are solved and taken from what is left."""
    launches = call_of("trsv", "-n", "1000").launches(PLAIN_GPU)
    assert [problem.family for problem in launches] == ["solve", "matvec"] * 3 + ["solve"]
    assert len(call_of("trsv", "-n", "1000").launches(PLAIN_CPU)) == 1


def test_windows_of_one_element_are_products() -> None:
    """On devices that are no processors."""
    call = call_of("convgemm", "--channels", "8", "--size", "4", "--window", "1", "--pad", "0")
    assert isinstance(call.launches(PLAIN_GPU)[0], Matmul)
    assert not isinstance(call.launches(PLAIN_CPU)[0], Matmul)


POCL = ("--device", "Portable Computing Language")


def test_explain_shows_each_launch(
    own_results: None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A system with many right sides: its steps are numbered through, and those that repeat refer to the first."""
    monkeypatch.delenv("AUTOBLAS_HOST_BELOW")
    words = ("explain", "trsm", "-n", "900", "-m", "900", *POCL)
    assert main(words) == 0
    out = capsys.readouterr().out
    assert len(out.splitlines()) <= 14
    assert re.search(r"^\d times ssubstitution .*: substitute, ", out, re.MULTILINE)
    assert main([*words, "--all"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("trsm, ")
    assert "\nstep 1: substitute: " in out
    assert re.search(r"\nsteps? [\d to]+: as steps? [\d to]+, ssubstitution ", out)
    assert main([*words, "--json"]) == 0
    plan = json.loads(capsys.readouterr().out)
    assert plan["routine"] == "trsm"
    numbers = [
        int(last or first) for first, last in re.findall(r"^steps? (\d+)(?: to (\d+))?:", out, re.MULTILINE)
    ]
    assert numbers[-1] == len(plan["steps"])
    assert plan["fields"]["family"] == "gemm"
    assert plan["problem"].startswith("sgemm ")
    assert all(step["kernel"] in kernels() for step in plan["steps"])


def test_the_problems_of_a_call_share_the_time_of_a_search(
    pocl: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Parameters that are held are those of the first, which is then tuned alone; an interrupt ends all of them."""
    monkeypatch.setenv("AUTOBLAS_DEVICE", pocl.choice)
    tuned: list[Any] = []
    interrupted = False

    def watched(problem: Any, _device: Any, seconds: float | None, **_how: Any) -> Any:
        tuned.append((problem.family, seconds))
        return SimpleNamespace(interrupted=interrupted)

    monkeypatch.setattr(search, "tune_and_print", watched)
    assert _run("tune", "symm", "-n", "40", "--seconds", "50").exit_code == 0
    assert tuned == [("gemm", pytest.approx(25, abs=1)), ("copy_matrix", pytest.approx(50, abs=1))]
    assert _run("tune", "symm", "-n", "40", "--strategy", "random").exit_code == 0
    assert tuned[2:] == [("gemm", None), ("copy_matrix", None)]
    assert _run("tune", "symm", "-n", "40", "--fix", "kernel=gemm_direct").exit_code == 0
    assert [family for family, _ in tuned[4:]] == ["gemm"]
    interrupted = True
    assert _run("tune", "symm", "-n", "40").exit_code == 130
    assert len(tuned) == 6


def test_letters_that_help_explains_are_choices():
    """And the other way round: routines take more letters, as BLAS does, than options need."""
    for routine in ROUTINES.values():
        for option in routine.options:
            if option.name in {"side", "uplo", "trans", "trans_a", "trans_b", "diag"}:
                assert isinstance(option.type, click.Choice)
                named = re.findall(
                    r"\b[A-Z](?= (?:for|where|means)\b)|(?<= as )[A-Z]\b|(?<= \()[A-Z]", str(option.help)
                )
                choices = {str(choice).upper() for choice in option.type.choices}
                assert {*named, str(option.default)} <= choices, (routine.name, option.help)
