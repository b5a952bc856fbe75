"""The subcommands for routines on vectors, made from the tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from autoblas.cli import cli
from autoblas.cli._vectors import VECTOR_ROUTINES, vector_problem
from autoblas.devices.recording import PLAIN_CPU, SMALL_GPU
from autoblas.precision import FLOAT32, FLOAT64
from autoblas.problems import problem_from
from autoblas.runtime.choose import choose

if TYPE_CHECKING:
    from conftest import Rig


def _run(*arguments: str) -> Any:
    return CliRunner().invoke(cli, list(arguments))


def test_every_routine_can_be_tuned_by_its_name() -> None:
    """The group lists each of them with its formula."""
    shown = _run("tune", "--help").output
    assert all(f"\n  {name} " in shown for name in VECTOR_ROUTINES)


@pytest.mark.parametrize("name", VECTOR_ROUTINES)
@pytest.mark.parametrize("doubles", [True, False])
def test_problems_are_those_that_routines_pose(name: str, doubles: bool) -> None:
    """Each has a kernel on an ordinary device, survives as words, and needs doubles only where the routine does."""
    problem = vector_problem(name, 5000, "float32", strided=name == "axpy", doubles=doubles)
    assert problem_from(problem.words()) == problem
    facts = PLAIN_CPU if doubles or name == "sdsdot" else SMALL_GPU
    assert choose(problem, facts).kernel.family is type(problem)
    if name == "nrm2":
        assert problem.types[-1] is (FLOAT64 if doubles else FLOAT32)


@pytest.mark.usefixtures("own_results")
@pytest.mark.parametrize(("name", "steps"), [("scal", 1), ("dot", 2)])
def test_tuning_keeps_what_it_finds(
    pocl: Rig, monkeypatch: pytest.MonkeyPatch, name: str, steps: int
) -> None:
    """A short search of a map, and of a reduction with its last step, stores records that serve."""
    monkeypatch.setenv("AUTOBLAS_DEVICE", pocl.device.facts.platform)
    groups = ("--fix", "groups=2") if steps == 2 else ()
    done = _run(
        "tune", name, "-n", "60000", "--evaluations", "3", "--trials", "2", "--fix", "items=1", *groups
    )
    assert done.exit_code == 0, done.output
    assert "median" in done.output
    problem = vector_problem(name, 60000, "float32", strided=False, doubles=True)
    choice = choose(problem, pocl.device.facts)
    assert choice.origin.startswith("measured here")
    assert len(choice.helpers) == steps - 1


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("axpy",), "Missing option '-n'"),
        (("axpy", "-n", "0"), "0 is not in the range x>=1"),
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
