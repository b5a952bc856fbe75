"""The subcommands for routines on a matrix and vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from autoblas.cli import cli
from autoblas.cli.routines.matrices import MATRIX_ROUTINES
from autoblas.devices.recording import HOPPER, PLAIN_CPU, PLAIN_GPU, SMALL_GPU
from autoblas.kernels import serving
from autoblas.plan.choose import choose
from autoblas.problems import problem_from
from autoblas.problems.blas.posed import matrix_problem
from autoblas.problems.matvec import RankUpdate
from support.loops import over

if TYPE_CHECKING:
    from support.rig import Rig


def _run(*arguments: str) -> Any:
    return CliRunner().invoke(cli, list(arguments))


def test_every_routine_can_be_tuned_by_its_name() -> None:
    """The group lists each of them with its formula."""
    shown = _run("tune", "--help").output
    assert all(f"\n  {name} " in shown for name in MATRIX_ROUTINES)


@over("name", MATRIX_ROUTINES)
@pytest.mark.parametrize(
    "facts", [PLAIN_CPU, PLAIN_GPU, SMALL_GPU, HOPPER], ids=lambda facts: str(facts.name)
)
def test_problems_are_those_that_routines_pose(name: str, facts: Any) -> None:
    """Each survives as words and has a kernel; every suggestion names values that the parameters have."""
    dtype = "complex64" if name.startswith("h") or name in {"geru", "gerc"} else "float32"
    for n, m in ((1, 0), (3, 9000), (9000, 3), (300, 300), (4096, 0)):
        for trans in "NT":
            problem = matrix_problem(name, n, dtype, m=m, trans=trans)
            assert problem_from(problem.words()) == problem
            assert choose(problem, facts).kernel.family is type(problem)
            for kernel in serving(type(problem)):
                for values in kernel.suggestions(problem, facts):
                    kernel.space.point(values)


def test_options_reach_the_problem() -> None:
    """Sizes, triangles, transposes, diagonals and bands, folded to stored rows."""
    tall = matrix_problem("gemv", 5, "complex64", m=9, trans="C")
    assert (tall.m, tall.n, tall.across, tall.conjugate) == (9, 5, True, True)  # type: ignore[union-attr]  # a product has them
    band = matrix_problem("tbsv", 50, "float32", k=3, uplo="L", diag="U")
    assert (band.triangle, band.kl, band.ku, band.unit) == ("upper", 0, 3, True)  # type: ignore[union-attr]  # a solution has it
    update = matrix_problem("hpr2", 50, "complex64", uplo="L")
    assert isinstance(update, RankUpdate)
    assert (update.triangle, update.rank, update.conjugate) == ("upper", 2, "rows")


@pytest.mark.budget(9)
@pytest.mark.usefixtures("own_results")
@pytest.mark.parametrize(("name", "steps"), [("ger", 1), ("symv", 2), ("trsv", 1)])
def test_tuning_keeps_what_it_finds(
    pocl: Rig, monkeypatch: pytest.MonkeyPatch, name: str, steps: int
) -> None:
    """A short search stores records that serve."""
    monkeypatch.setenv("AUTOBLAS_DEVICE", pocl.choice)
    few = ("--evaluations", "2", "--trials", "2", "--fix", "items=1", "--fix", "rows=2")
    done = _run("tune", name, "-n", "200", *few)
    assert done.exit_code == 0, done.output
    assert "20 to 80 %" in done.output
    choice = choose(matrix_problem(name, 200, "float32"), pocl.device.facts)
    assert choice.origin.startswith("measured here")
    assert len(choice.helpers) == steps - 1


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("gemv",), "Missing option '-n'"),
        (("symv", "-n", "9", "--trans", "T"), "No such option '--trans'"),
        (("hemv", "-n", "9", "--dtype", "float32"), "'float32' is not"),
        (("trsv", "-n", "9", "--diag", "X"), "'X' is not"),
        (("sbmv", "-n", "9", "-k", "-1"), "expected a whole number, 0 or more"),
    ],
)
def test_wrong_options_are_refused(arguments: tuple[str, ...], says: str) -> None:
    """What a routine does not have."""
    done = _run("tune", *arguments)
    assert done.exit_code == 2
    assert says in done.output
