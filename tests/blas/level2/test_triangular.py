"""Triangular systems: every routine in every precision, storage, triangle, transpose, diagonal and layout."""

# mypy: disable-error-code="arg-type"
# Arguments that do not fit, and letters out of lists.

from __future__ import annotations

import dataclasses
import itertools

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas import trsv
from autoblas.blas.level2 import blocks as block_solution
from autoblas.checks.verify import compare, reals, solution_bound
from autoblas.plan.results import forget_plans
from autoblas.precision import FLOAT32, Precision
from support.budget import share
from support.layouts import LAYOUTS
from support.matvec_cases import SOLUTIONS, Given, Option, applied, options_of, steps_of, well_conditioned
from support.vector_cases import PRECISIONS, numbers, place_vector

pytestmark = pytest.mark.usefixtures("all_as_written")

SIDES = (1, 3, 10, 37)

every_solution = pytest.mark.parametrize(
    ("name", "precision"), list(itertools.product(SOLUTIONS, PRECISIONS)), ids=str
)


def shares(precision: Precision, name: str) -> list[tuple[int, Option]]:
    """The options of a solution that are tried in a precision: a third in float32, every seventh in others; more with a budget."""
    options = list(enumerate(options_of("triangular", SOLUTIONS[name], transposes=True)))
    tried = options if precision is FLOAT32 else options[PRECISIONS.index(precision) :: 7]
    return list(share(tried, list(SOLUTIONS).index(name)))


@pytest.mark.budget(each="name")
@every_solution
def test_every_solution_in_every_layout(any_device, name, precision):
    """What is left of the right-hand side lies within its bound, canaries live, what is not stored is not read."""
    rng = np.random.default_rng(len(name))
    worked = FLOAT32 if precision.part == "half" else precision
    for index, option in shares(precision, name):
        queue = any_device.queue if index % 2 else None
        for turn, n in enumerate(SIDES):
            given = Given("triangular", SOLUTIONS[name], well_conditioned(rng, n, precision), option, queue)
            step = steps_of(index, turn)[0]
            x = place_vector(reals(rng, (n,), precision), step, 3, queue)
            b = x.values()
            diag = "U" if option.unit else "N"
            solve = getattr(autoblas, name)
            result = solve(
                given.placed.view,
                x.view,
                trans=option.trans,
                diag=diag,
                queue=any_device.queue,
                **given.options,
            )
            assert result is x.view
            matrix = applied(given.matrix, option.trans)
            solution = x.values().astype(matrix.dtype)
            bound = solution_bound(matrix, solution, precision, worked)
            verdict = compare(matrix @ solution, b.astype(matrix.dtype), bound)
            assert verdict.ok, f"{option} {n} {step}: {verdict}"
            assert x.intact()
            assert given.placed.intact()


@pytest.mark.budget(one_in=5)
@pytest.mark.parametrize("precision", PRECISIONS, ids=str)
def test_larger_systems_are_solved(any_device, precision):
    """Many blocks of rows, in all four directions."""
    n = 300
    values = well_conditioned(np.random.default_rng(7), n, precision)
    worked = FLOAT32 if precision.part == "half" else precision
    b = numbers(n, precision, 1)
    for uplo, trans in itertools.product("UL", "NT"):
        x = trsv(values, b.copy(), uplo=uplo, trans=trans, queue=any_device.queue)
        wide = values.astype(np.clongdouble if precision.is_complex else np.longdouble)
        matrix = applied(np.triu(wide) if uplo == "U" else np.tril(wide), trans)
        solution = x.astype(matrix.dtype)
        bound = solution_bound(matrix, solution, precision, worked)
        assert compare(matrix @ solution, b.astype(matrix.dtype), bound).ok


@pytest.mark.budget(one_in=4)
@pytest.mark.parametrize("precision", [PRECISIONS[1], PRECISIONS[4]], ids=str)
@pytest.mark.parametrize("memory", ["host", "device"])
def test_devices_with_many_groups_solve_in_blocks(any_device, monkeypatch, precision, memory):
    """Blocks on the diagonal are solved, then taken from what is left, in all four directions and any layout."""
    facts = dataclasses.replace(any_device.device.facts, kind="gpu", compute_units=8)
    monkeypatch.setitem(any_device.device.__dict__, "facts", facts)
    monkeypatch.setattr(block_solution, "BLOCK", 16)
    forget_plans()
    n = 75
    values = well_conditioned(np.random.default_rng(7), n, precision)
    queue = any_device.queue if memory == "device" else None
    for number, (uplo, trans) in enumerate(itertools.product("UL", "NTC")):
        option = Option(uplo, trans, number % 2 == 1, layout=list(LAYOUTS)[number])
        given = Given("triangular", "full", values, option, queue)
        x = place_vector(numbers(n, precision, number), (1, -2)[number // 3], 3, queue)
        b, diag = x.values(), "U" if option.unit else "N"
        trsv(given.placed.view, x.view, uplo=uplo, trans=trans, diag=diag, queue=any_device.queue)
        matrix = applied(given.matrix, trans)
        solution = x.values().astype(matrix.dtype)
        bound = solution_bound(matrix, solution, precision, precision)
        verdict = compare(matrix @ solution, b.astype(matrix.dtype), bound)
        assert verdict.ok, f"{option}: {verdict}"
        assert x.intact()
        assert given.placed.intact()
    forget_plans()


def test_complex_quotients_stay_in_range(any_device):
    """Diagonals whose squares would overflow or vanish."""
    for size in (1e30, 1e-30):
        d = np.array([size + size * 1j, size, size * 1j, 2 * size - size * 1j], np.complex64)
        x = trsv(np.diag(d), d * np.complex64(2 + 1j), queue=any_device.queue)
        assert np.allclose(x, 2 + 1j, rtol=1e-6)


def test_an_empty_system_is_left_alone(any_device):
    """There is nothing to solve."""
    x = np.empty(0, np.float32)
    assert trsv(np.empty((0, 0), np.float32), x, queue=any_device.queue) is x


def test_solutions_follow_each_other_without_a_wait(any_device):
    """Each call is enqueued behind its operands' events, and none waits for the device."""
    properties = cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE
    queue = cl.CommandQueue(any_device.queue.context, properties=properties)
    values = well_conditioned(np.random.default_rng(2), 120, PRECISIONS[2])
    held, x = cl_array.to_device(queue, values), cl_array.to_device(queue, numbers(120, PRECISIONS[2], 3))
    expected = x.get()
    gate = cl.UserEvent(queue.context)
    trsv(held, x, uplo="L", wait_for=[gate])
    trsv(held, x, uplo="U", trans="T")
    waiting = x.events[-1].command_execution_status != cl.command_execution_status.COMPLETE
    gate.set_status(cl.command_execution_status.COMPLETE)
    expected = np.linalg.solve(np.triu(values).T, np.linalg.solve(np.tril(values), expected))
    assert waiting
    assert np.allclose(x.get(), expected, rtol=1e-9, atol=1e-9)
