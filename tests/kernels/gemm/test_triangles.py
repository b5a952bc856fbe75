"""How many blocks of C a triangle touches: as many as there are, and at once for any size."""

from typing import Literal

from hypothesis import given
from hypothesis import strategies as st

from autoblas.kernels.gemm.triangles import blocks_inside, sum_of_quotients
from autoblas.precision import FLOAT32
from autoblas.problems import Matmul

Part = Literal["lower", "upper"]

PARTS: tuple[Part, ...] = ("lower", "upper")


@given(st.integers(1, 70), st.integers(1, 12), st.integers(1, 12), st.sampled_from(PARTS))
def test_blocks_with_a_wanted_element_are_counted(n, height, width, part):
    """One by one, also where the last ones reach beyond C."""
    problem = Matmul(n, n, 3, FLOAT32, part=part)
    wanted = {
        (row // height, col // width)
        for row in range(n)
        for col in range(n)
        if (col <= row if part == "lower" else row <= col)
    }
    assert blocks_inside(problem, height, width) == len(wanted)


@given(st.integers(0, 60), st.integers(0, 99), st.integers(0, 99), st.integers(1, 60))
def test_quotients_are_summed(count, step, first, divisor):
    """As their definition says."""
    expected = sum((step * j + first) // divisor for j in range(count))
    assert sum_of_quotients(count, step, first, divisor) == expected


def test_the_largest_matrices_take_no_longer():
    """More columns of blocks than a program could go through: half of all of them, and the diagonal."""
    n = 2**53
    for part in PARTS:
        assert blocks_inside(Matmul(n, n, 1, FLOAT32, part=part), 1, 1) == n * (n + 1) // 2
