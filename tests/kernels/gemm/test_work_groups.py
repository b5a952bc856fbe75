"""Shapes of work-groups: as few idle work-items as any shape leaves, and how ties are resolved."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoblas.devices.recording import PLAIN_GPU
from autoblas.errors import ArgumentError
from autoblas.kernels import kernels
from autoblas.kernels.gemm.block.kernel import free_group
from autoblas.kernels.gemm.block.work_groups import work_group_shape
from autoblas.plan.choose import choose
from autoblas.plan.results import user_results
from autoblas.precision import FLOAT32
from autoblas.problems import Matmul
from support.database_cases import record_at

sizes = st.integers(1, 300)


def _idle(extent: tuple[int, int], shape: tuple[int, int]) -> int:
    """Work-items outside the extent, counted group by group."""
    groups = [len(range(0, size, step)) for size, step in zip(extent, shape, strict=True)]
    return groups[0] * groups[1] * shape[0] * shape[1] - extent[0] * extent[1]


@pytest.mark.parametrize(
    ("extent", "limit", "max_sizes", "shape"),
    [
        ((256, 128), 256, None, (256, 1)),  # all powers of two fit: the widest of the largest
        ((256, 128), 256, (64, 64, 64), (64, 4)),
        ((256, 128), 256, (16, 16), (16, 16)),
        ((4, 1000), 256, None, (2, 125)),  # 250 work-items, and (1, 250) is narrower
        ((100, 100), 256, None, (50, 5)),  # 250 again
        ((100, 100), 64, None, (50, 1)),
        ((3, 5), 1024, None, (3, 5)),  # one group, no larger than the extent
        ((1, 1), 256, None, (1, 1)),
        ((1, 7), 4, None, (1, 1)),
        ((7, 1), 4, (4, 4), (1, 1)),
        ((6, 10), 12, (2, 12), (2, 5)),
        ((1009, 1009), 256, None, (1, 1)),  # prime
        ((1009, 1009), 1024, None, (1009, 1)),
        ((2**31 - 1, 2**31 - 1), 64, None, (1, 1)),
    ],
)
def test_the_table(extent, limit, max_sizes, shape):
    """Cases worked out by hand."""
    assert work_group_shape(extent, limit, max_sizes) == shape


@pytest.mark.parametrize(
    ("extent", "max_sizes", "least", "shape"),
    [
        ((1009, 1009), None, 256, (256, 1)),  # 1024 x 1009
        ((1009, 1009), None, 250, (253, 1)),  # 1012 x 1009
        ((1009, 1009), (64, 64), 256, (64, 4)),  # 1024 x 1012, like (4, 64)
        ((20, 20), None, 256, (32, 8)),  # 32 x 24, like (8, 32)
        ((4, 1000), None, 256, (4, 64)),  # 4 x 1024, like (2, 128) and (1, 256)
    ],
)
def test_no_group_is_smaller_than_least(extent, max_sizes, least, shape):
    """With ``least=limit`` the group is full and only its shape is chosen."""
    assert work_group_shape(extent, 256, max_sizes, least=least) == shape


@given(
    extent=st.tuples(sizes, sizes),
    limit=st.integers(1, 96),
    max_sizes=st.none() | st.tuples(st.integers(1, 40), st.integers(1, 40), st.integers(1, 40)),
    least=st.integers(1, 8),
)
def test_no_shape_is_better(extent, limit, max_sizes, least):
    """Against every pair of sizes: fewest idle, then most work-items, then the widest."""
    across, down = (limit, limit) if max_sizes is None else max_sizes[:2]
    allowed = [(x, y) for x in range(1, across + 1) for y in range(1, down + 1) if least <= x * y <= limit]
    if not allowed:
        with pytest.raises(ArgumentError, match="least"):
            work_group_shape(extent, limit, max_sizes, least=least)
        return
    best = min(allowed, key=lambda shape: (_idle(extent, shape), -shape[0] * shape[1], -shape[0]))
    assert work_group_shape(extent, limit, max_sizes, least=least) == best


@pytest.mark.parametrize(
    ("argument", "extent", "limit", "max_sizes"),
    [
        ("extent", (0, 5), 64, None),
        ("extent", (5, 2**31), 64, None),
        ("limit", (5, 5), 0, None),
        ("max_sizes", (5, 5), 64, (0, 64)),
    ],
)
def test_impossible_sizes_are_refused(argument, extent, limit, max_sizes):
    """The message names the argument."""
    with pytest.raises(ArgumentError, match=argument):
        work_group_shape(extent, limit, max_sizes)


def test_an_answer_is_remembered():
    """The second call of the same sizes is a look-up."""
    work_group_shape((77, 91), 128)
    before = work_group_shape.cache_info().hits
    work_group_shape((77, 91), 128)
    assert work_group_shape.cache_info().hits == before + 1


PROBLEM = Matmul(99, 99, 64, FLOAT32, b_in="image")


def test_suggestions_have_the_shape_with_the_fewest_idle():
    """Where operands come directly, a work-group of any shape computes the same; smaller ones where devices are small."""
    kernel = kernels()["gemm_block"]
    problem = replace(PROBLEM, a_in="image")
    for facts, most in ((PLAIN_GPU, 256), (replace(PLAIN_GPU, max_items=64), 64)):
        point = kernel.suggested(problem, facts)
        extent = (-(-99 // point.rn), -(-99 // point.rm))
        assert point.staged == ""
        assert (point.gx, point.gy) == work_group_shape(extent, most, (16, 16), least=most // 2)
        squares = [_idle(extent, (side, side)) for side in range(1, 17) if most // 2 <= side * side <= most]
        assert _idle(extent, (point.gx, point.gy)) <= min(squares)


@pytest.mark.usefixtures("own_results", "nothing_shipped")
def test_a_measured_shape_replaces_the_chosen_shape():
    """A shape that was tuned on the device is served, however many work-items it leaves idle."""
    values: dict[str, Any] = {"gy": 8, "gx": 4, "rm": 4, "rn": 4, "b_memory": "image"}
    user_results().add([record_at(PLAIN_GPU, PROBLEM, "gemm_block", **values)])
    choice = choose(PROBLEM, PLAIN_GPU)
    assert choice.kernel.name == "gemm_block"
    assert (choice.params.gy, choice.params.gx) == (8, 4)
    chosen = free_group(PROBLEM, PLAIN_GPU, 32, (4, 4))
    assert _idle((25, 25), (chosen["gx"], chosen["gy"])) < _idle((25, 25), (4, 8))
