"""The subcommands for routines on vectors, made from the tables."""

import re
from typing import Any, get_args

import pytest
from click.testing import CliRunner

from autoblas.cli import cli
from autoblas.cli.commands.tune import usual_problems
from autoblas.cli.routines.vectors import VECTOR_ROUTINES
from autoblas.devices.recording import PLAIN_CPU, SMALL_GPU
from autoblas.plan.choose import choose
from autoblas.precision import FLOAT32, FLOAT64
from autoblas.problems import Problem, problem_from
from autoblas.problems.blas.routine_problems import vector_problem
from support.loops import over
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


@pytest.mark.parametrize("dtype", ["float32", "complex128"])
def test_usual_problems_are_of_every_family(dtype: str) -> None:
    """All but the helpers of others, each with a kernel on a processor, and none twice."""
    problems = usual_problems(dtype, PLAIN_CPU)
    helpers = {
        "pack",
        "split",
        "combine",
        "texture",
        "finish",
        "vector_sum",
        "copy_matrix",
        "substitution",
        "factorization",
        "row_exchange",
    }
    families = {record.family for record in get_args(Problem)}
    assert {problem.family for problem in problems} >= families - helpers - {"matrix_copy"}
    assert len(set(problems)) == len(problems)
    assert all(choose(problem, PLAIN_CPU).problem == problem for problem in problems)
