"""Matrix-vector products: every routine in every precision, storage, triangle, transpose and layout, on either memory."""

import itertools
import re
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas import gemv, mapped_empty, symv, trmv
from autoblas.checks.verify import compare, product_bound, reals
from autoblas.devices.recording import PLAIN_CPU
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.kernels import serving
from autoblas.plan.layouts.matvec import MatvecLayout, RowsView
from autoblas.precision import FLOAT32, Precision
from autoblas.problems.matvec import Matvec, RankUpdate, Solve
from support.budget import share
from support.matvec_cases import PRODUCTS, Given, Option, applied, options_of, steps_of
from support.memories import OUT_OF_ORDER, both_memories, in_memory, on_host
from support.rig import Rig
from support.threads import in_threads
from support.vector_cases import PRECISIONS, numbers, place_vector

pytestmark = pytest.mark.usefixtures("all_as_written")

SIZES = ((1, 1), (5, 9), (41, 23), (2, 70))
SIDES = (1, 2, 9, 37)

CASES = [
    (name, precision)
    for name, precision in itertools.product(PRODUCTS, PRECISIONS)
    if precision.is_complex or not name.startswith("h")
]
every_product = pytest.mark.parametrize(("name", "precision"), CASES, ids=str)


def shares(precision: Precision, name: str) -> list[tuple[int, Option]]:
    """The options of a product that are tried in a precision: a third in float32, every fifth in others; more with a budget."""
    form, storage = PRODUCTS[name]
    options = list(enumerate(options_of(form, storage, transposes=form in {"general", "triangular"})))
    tried = options if precision is FLOAT32 else options[PRECISIONS.index(precision) % len(options) :: 5]
    return list(share(tried, list(PRODUCTS).index(name)))


@pytest.mark.budget(each="name")
@every_product
def test_every_product_in_every_layout(any_device, name, precision):
    """Results lie within their bounds, canaries live, and what is not stored is not read."""
    form, storage = PRODUCTS[name]
    rng = np.random.default_rng(len(name))
    for index, option in shares(precision, name):
        queue = any_device.queue if index % 2 else None
        for turn, shape in enumerate(SIZES if form == "general" else [(n, n) for n in SIDES]):
            given = Given(form, storage, reals(rng, shape, precision), option, queue)
            steps = steps_of(index, turn)
            _check(any_device, name, precision, given, option, steps, rng, scaled=turn % 2 == 0)


def _check(
    rig: Rig, name: str, precision: Precision, given: Given, option: Option, steps: tuple[int, int], rng: Any, *, scaled: bool
) -> None:  # fmt: skip
    """One call on placed operands."""
    queue = None if isinstance(given.placed.whole, np.ndarray) else rig.queue
    matrix = applied(given.matrix, option.trans)
    x = place_vector(reals(rng, matrix.shape[1:], precision), steps[0], 3, queue)
    old = reals(rng, matrix.shape[:1], precision)
    before, wide = x.values(), matrix.dtype
    options = dict(given.options)
    if PRODUCTS[name][0] in {"general", "triangular"}:
        options["trans"] = option.trans
    alpha, beta = ((1.5, -0.5) if not precision.is_complex else (1.5 - 1j, 0.5j)) if scaled else (1.0, 0.0)
    routine = getattr(autoblas, name)
    if name.startswith("t"):
        alpha, beta, y = 1.0, 0.0, x
        result = routine(
            given.placed.view, x.view, diag="U" if option.unit else "N", queue=rig.queue, **options
        )
    else:
        y = place_vector(old if beta else np.full_like(old, np.nan), steps[1], 2, queue)
        options |= {"alpha": alpha, "beta": beta}
        result = routine(given.placed.view, x.view, y.view, queue=rig.queue, **options)
        assert x.intact()
        assert x.values().tobytes() == before.tobytes()
    assert result is y.view
    exact = alpha * (matrix @ before.astype(wide))
    size = abs(alpha) * (np.abs(matrix) @ np.abs(before.astype(wide)))
    if beta:
        exact, size = exact + beta * old.astype(wide), size + abs(beta) * np.abs(old.astype(wide))
    worked = FLOAT32 if precision.part == "half" else precision
    verdict = compare(y.values(), exact, product_bound(size, exact, matrix.shape[1], precision, worked))
    assert verdict.ok, f"{option} {matrix.shape} {steps}: {verdict}"
    assert y.intact()
    assert given.placed.intact()


@both_memories
def test_a_new_result_is_made_where_none_is_given(any_device, memory):
    """It is of the operands' kind, type and length; of empty sums it holds zeros."""
    a, x = (
        in_memory(memory, any_device.queue, v.copy())
        for v in (numbers(42, FLOAT32, 1).reshape(6, 7), numbers(7, FLOAT32, 2))
    )
    y = gemv(a, x, queue=any_device.queue)
    assert type(y) is type(x)
    assert np.allclose(on_host(y), on_host(a) @ on_host(x), rtol=1e-5, atol=1e-5)
    empty = gemv(a[:, :0], x[:0], queue=any_device.queue)
    assert np.array_equal(on_host(empty), np.zeros(6))
    assert gemv(a[:0], x, queue=any_device.queue).shape == (0,)


@pytest.mark.budget(one_in=3)
@both_memories
@pytest.mark.parametrize("precision", PRECISIONS, ids=str)
def test_quick_returns_and_zero_factors(any_device, precision, memory):
    """Without rows or columns y stays as it is; alpha = 0 reads neither A nor x; beta = 0 never reads y."""
    queue = any_device.queue
    bad = np.full((9, 9), np.nan, precision.dtype)
    x, old = numbers(9, precision, 1), numbers(9, precision, 2)

    def run(a, y, **options):
        placed = [in_memory(memory, queue, v.copy()) for v in (a, x[: a.shape[1]], y)]
        return on_host(gemv(*placed, queue=queue, **options))

    assert np.array_equal(run(bad[:, :0], old, beta=3), old)
    assert np.array_equal(run(bad, old, alpha=0, beta=1), old)
    assert np.array_equal(run(bad, bad[0], alpha=0, beta=0), np.zeros(9))
    assert np.allclose(run(bad, old, alpha=0, beta=2), 2 * old, rtol=1e-3)
    assert not np.any(np.isnan(run(np.ones_like(bad), bad[0], beta=-0.0)))
    assert np.all(np.isnan(run(np.ones_like(bad), bad[0], beta=1e-3)))
    infected = np.ones_like(bad)
    infected[3, 4] = np.nan
    assert np.array_equal(np.isnan(run(infected, old)), np.arange(9) == 3)


@pytest.mark.budget(3)
def test_wide_and_tall_matrices(any_device):
    """Where rows are few or short, columns or rows are shared out, with a second launch."""
    rng = np.random.default_rng(3)
    for shape in ((3, 40_000), (40_000, 3), (400, 700)):
        a, x, z = rng.standard_normal(shape), rng.standard_normal(shape[1]), rng.standard_normal(shape[0])
        for held in (a, np.asfortranarray(a)):
            assert np.allclose(gemv(held, x, queue=any_device.queue), a @ x, rtol=1e-9, atol=1e-9)
            assert np.allclose(gemv(held, z, trans="T", queue=any_device.queue), z @ a, rtol=1e-9, atol=1e-9)
    square = rng.standard_normal((600, 600))
    whole = np.tril(square) + np.tril(square, -1).T
    x = rng.standard_normal(600)
    assert np.allclose(symv(square, x, uplo="L", queue=any_device.queue), whole @ x, rtol=1e-9, atol=1e-9)


@pytest.mark.budget(one_in=2)
@pytest.mark.parametrize("kind", ["copying", "wrapping"])
def test_host_arrays_reach_devices_of_every_kind(any_device, monkeypatch, kind):
    """Copied to a device with memory of its own, or lent in place, the result is the same."""
    import dataclasses

    facts = dataclasses.replace(any_device.device.facts, host_shared=kind == "wrapping", system_svm=False)
    monkeypatch.setitem(any_device.device.__dict__, "facts", facts)
    a, x = numbers(35, FLOAT32, 1).reshape(5, 7), numbers(14, FLOAT32, 2)[::2]
    y = np.full(15, np.nan, np.float32)
    for held in (a, np.asfortranarray(a), np.repeat(a, 2, axis=1)[:, ::2], a[::-1][::-1]):
        gemv(held, x, y[::-3], queue=any_device.queue)
        assert np.allclose(y[::-3], a @ x, rtol=1e-5, atol=1e-5)
        assert np.all(np.isnan(y.reshape(5, 3)[:, :2]))


def test_mapped_arrays_are_operands_too(any_device):
    """What the host maps is an operand while it is unmapped."""
    a = mapped_empty((6, 8), "float32", queue=any_device.queue)
    x, y = (mapped_empty((n,), "float32", queue=any_device.queue) for n in (8, 6))
    for array, values in ((a, np.arange(48).reshape(6, 8)), (x, np.ones(8))):
        with array.mapped() as view:
            view[...] = values
    gemv(a, x, y)
    with y.mapped() as view:
        assert np.array_equal(view, np.arange(48).reshape(6, 8).sum(axis=1))


def test_nothing_is_waited_for_and_order_is_kept(any_device):
    """Calls return before their inputs exist, also in two launches, and follow each other on out-of-order queues."""
    queue = cl.CommandQueue(any_device.queue.context, properties=OUT_OF_ORDER)
    n = 300
    a = np.tril(np.random.default_rng(5).standard_normal((n, n))) / 20
    held, x = cl_array.to_device(queue, a), cl_array.to_device(queue, np.ones(n))
    y = cl_array.to_device(queue, np.zeros(n))
    gate = cl.UserEvent(queue.context)
    trmv(held, x, uplo="L", wait_for=[gate])
    for _ in range(4):
        symv(held, x, y, uplo="L")
        trmv(held, y, uplo="L")
        gemv(held, y, x)
    complete = cl.command_execution_status.COMPLETE
    waiting = all(event.command_execution_status != complete for event in x.events)
    gate.set_status(complete)
    expected = a @ np.ones(n)
    whole = a + np.tril(a, -1).T
    for _ in range(4):
        expected = a @ (a @ (whole @ expected))
    assert waiting
    assert np.allclose(x.get(), expected, rtol=1e-8, atol=1e-12)


def test_threads_may_call_at_once(any_device):
    """First calls included, each thread gets its own result."""

    def work(number):
        queue = cl.CommandQueue(any_device.queue.context)
        n = 50 + number
        for turn in range(4):
            a, x = numbers(n * n, PRECISIONS[2], turn).reshape(n, n), numbers(n, PRECISIONS[2], number)
            y = trmv(cl_array.to_device(queue, a), cl_array.to_device(queue, x), uplo="L")
            assert np.allclose(y.get(), np.tril(a) @ x, rtol=1e-10, atol=1e-10), (number, turn)

    in_threads(4, work)


@pytest.mark.parametrize(
    "problem",
    [
        Matvec(70_000, 70_000, FLOAT32),
        Matvec(70_000, 70_000, FLOAT32, "symmetric", "packed", "lower"),
        RankUpdate(70_000, 70_000, FLOAT32),
        Solve(70_000, 70_000, FLOAT32, storage="packed", triangle="upper"),
    ],
    ids=str,
)
def test_places_beyond_32_bits_are_reached(problem):
    """Where a row begins is computed in 64 bits: of these matrices the last one begins beyond 2^32 elements, or 2^31."""
    kernel = serving(type(problem))[0]
    text = kernel.source(kernel.suggested(problem, PLAIN_CPU), problem, OPENCL_C)
    starts = re.findall(r"\*row\d+ = a \+ \((.*)\);", text)
    assert starts
    for start in starts:
        wide = r"a_offset \+ \(size_t\)\(?[\w +]+\)? \* (a_row|\(\(size_t\)|\(2 \* \(size_t\)n)"
        assert re.match(wide, start), start
    assert "const ulong a_offset" in text


def test_what_lies_far_apart_gets_64_bits():
    """Offsets and strides reach the kernel as they are, negative ones wrapped."""
    view = RowsView(FLOAT32, 70_000, 70_000, 2**31 - 1, 1)
    constants = MatvecLayout(view, x=-3, y=2**33).constants
    assert constants["a_row"] == np.uint64(2**31 - 1)
    assert constants["x_inc"] == np.uint64(2**64 - 3)
    assert constants["y_inc"] == np.uint64(2**33)
