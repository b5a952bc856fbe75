"""The subcommands for routines on a matrix and vectors."""

from typing import Any

import pytest

from autoblas.cli.routines.matrices import MATRIX_ROUTINES
from autoblas.devices.recording import HOPPER, PLAIN_CPU, PLAIN_GPU, SMALL_GPU
from autoblas.kernels import serving
from autoblas.plan.choose import choose
from autoblas.problems import problem_from
from autoblas.problems.blas.routine_problems import matrix_problem
from autoblas.problems.matvec import RankUpdate
from support.loops import over


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
