"""The subcommands for routines on vectors, made from the tables."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, get_args

import pytest
from click.testing import CliRunner

from autoblas.cli import cli
from autoblas.cli.commands import tune
from autoblas.cli.commands.tune import usual_problems
from autoblas.cli.routines.convolutions import convolution_problem
from autoblas.cli.routines.vectors import VECTOR_ROUTINES
from autoblas.devices.recording import PLAIN_CPU, SMALL_GPU
from autoblas.plan.choose import choose
from autoblas.precision import FLOAT32, FLOAT64
from autoblas.problems import Problem, problem_from
from autoblas.problems.blas.posed import vector_problem
from autoblas.problems.vector import Map
from support.loops import over

if TYPE_CHECKING:
    from support.rig import Rig


def _run(*arguments: str) -> Any:
    return CliRunner().invoke(cli, list(arguments))


@over("name", VECTOR_ROUTINES)
@over("doubles", [True, False])
def test_problems_are_those_that_routines_pose(name: str, doubles: bool) -> None:
    """Each has a kernel on an ordinary device, survives as words, and needs doubles only where the routine does."""
    problem = vector_problem(name, 5000, "float32", strided=name == "axpy", doubles=doubles)
    assert problem_from(problem.words()) == problem
    facts = PLAIN_CPU if doubles or name in {"sdsdot", "dsdot"} else SMALL_GPU
    assert choose(problem, facts).kernel.family is type(problem)
    if name == "nrm2":
        assert problem.types[-1] is (FLOAT64 if doubles else FLOAT32)


@pytest.mark.budget(6)
@pytest.mark.usefixtures("own_results")
@pytest.mark.parametrize(("name", "steps"), [("scal", 1), ("dot", 2)])
def test_tuning_keeps_what_it_finds(
    pocl: Rig, monkeypatch: pytest.MonkeyPatch, name: str, steps: int
) -> None:
    """A short search of a map, and of a reduction with its last step, stores records that serve."""
    monkeypatch.setenv("AUTOBLAS_DEVICE", pocl.choice)
    groups = ("--fix", "groups=2") if steps == 2 else ()
    done = _run(
        "tune", name, "-n", "60000", "--evaluations", "3", "--trials", "2", "--fix", "items=1", *groups
    )
    assert done.exit_code == 0, done.output
    assert "20 to 80 %" in done.output
    problem = vector_problem(name, 60000, "float32", strided=False, doubles=True)
    choice = choose(problem, pocl.device.facts)
    assert choice.origin.startswith("measured here")
    assert len(choice.helpers) == steps - 1


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("axpy",), "Missing option '-n'"),
        (("axpy", "-n", "0"), "expected a whole number, 1 or more, got '0'"),
        (("dot", "-n", "9", "--dtype", "int32"), "'int32' is not one of"),
        (("rotm", "-n", "9", "--dtype", "complex64"), "'complex64' is not one of"),
        (("sdsdot", "-n", "9", "--dtype", "float64"), "'float64' is not"),
    ],
)
def test_wrong_options_are_refused(arguments: tuple[str, ...], says: str) -> None:
    """Lengths of nothing and types that a routine does not have."""
    done = _run("tune", *arguments)
    assert done.exit_code == 2
    assert says in done.output


@pytest.mark.budget(one_in=3)
@pytest.mark.usefixtures("own_results")
@pytest.mark.parametrize(
    "arguments",
    [
        ("axpy", "-n", "3000"),
        ("nrm2", "-n", "3000", "--dtype", "complex64", "--strided"),
        ("gemv", "-n", "70", "-m", "40", "--trans", "T"),
        ("syrk", "-n", "40", "-k", "30"),
        ("convgemm", "--channels", "3", "--size", "9", "--kernels", "5", "--stride", "2"),
        ("convgemm", "--channels", "40", "--size", "9", "--kernels", "50", "--accuracy", "fast"),
        ("im2col", "--channels", "3", "--size", "9", "--window", "2", "--items", "2"),
    ],
)
def test_routines_are_checked_and_timed(
    pocl: Rig, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    """The kernel that serves is right in every round, and its time is given with its pace."""
    monkeypatch.setenv("AUTOBLAS_DEVICE", pocl.choice)
    done = _run("check", *arguments, "--rounds", "2", "--seed", "5")
    assert done.exit_code == 0, done.output
    assert "right: every element is within its bound" in done.output
    done = _run("bench", *arguments, "--trials", "1")
    assert done.exit_code == 0, done.output
    rates = re.findall(r"s +(-|[\d.]+) +[\d.]+  \w", done.output)
    assert rates
    assert ("-" in rates) == (arguments[0] == "im2col")


def test_a_wrong_kernel_fails_its_check(pocl: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a trial finds is said, and the command fails."""
    monkeypatch.setenv("AUTOBLAS_DEVICE", pocl.choice)
    monkeypatch.setattr("autoblas.checks.vector.MapTrial.check", lambda *_: "element 3 is wrong")
    done = _run("check", "axpy", "-n", "50", "--rounds", "1")
    assert "round 1: element 3 is wrong" in done.output
    assert done.exit_code == 1


@pytest.mark.parametrize("dtype", ["float32", "complex128"])
def test_usual_problems_are_of_every_family(dtype: str) -> None:
    """All but the helpers of others, each with a kernel on a processor, and none twice."""
    problems = usual_problems(dtype, PLAIN_CPU)
    helpers = {"pack", "split", "combine", "texture", "finish", "vector_sum", "copy_matrix", "substitution"}
    families = {record.family for record in get_args(Problem)}
    assert {problem.family for problem in problems} >= families - helpers - {"matrix_copy"}
    assert len(set(problems)) == len(problems)
    assert all(choose(problem, PLAIN_CPU).problem == problem for problem in problems)


@pytest.mark.budget(30)
@pytest.mark.usefixtures("own_results")
def test_everything_is_tuned_in_the_time_given(pocl: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each problem has its share; when the time is up, what is left is counted."""
    monkeypatch.setenv("AUTOBLAS_DEVICE", pocl.choice)
    some: list[Problem] = [Map("copy", 5000, FLOAT32), Map("scal", 5000, FLOAT32)]
    monkeypatch.setattr(tune, "usual_problems", lambda dtype, facts: some)
    done = _run("tune", "all", "--dtype", "float32", "--seconds", "60", "--evaluations", "1")
    assert done.exit_code == 0, done.output
    assert [problem for problem in some if choose(problem, pocl.device.facts).seconds] == some
    done = _run("tune", "all", "--dtype", "float32", "--seconds", "1e-9")
    assert "the time is up; 2 of 2 problems were not begun" in done.output


def test_windows_that_do_not_fit_are_refused() -> None:
    """An image smaller than the window, and a routine's own options."""
    done = _run("bench", "convgemm", "--channels", "3", "--size", "2", "--window", "7", "--pad", "0")
    assert done.exit_code == 1
    assert "window that fits 2 rows" in str(done.exception)
    assert _run("check", "im2col", "--channels", "3", "--size", "9", "--kernels", "4").exit_code == 2
    assert _run("check", "im2col", "--channels", "3", "--size", "9", "--accuracy", "fast").exit_code == 2
    assert _run("check", "convgemm", "--channels", "3", "--size", "9", "--accuracy", "best").exit_code == 2
    problem = convolution_problem("col2im", 3, 9, "float64", items=2)
    assert problem_from(problem.words()) == problem
