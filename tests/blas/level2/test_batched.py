"""Many products of a matrix and a vector: stacks in every memory and layout, lists of places, factors of their own."""

# mypy: disable-error-code="arg-type"
# Arguments that do not fit, and letters out of lists.

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas.checks.verify import compare, product_bound, reals
from autoblas.precision import COMPLEX64, COMPLEX128, FLOAT32, FLOAT64, precision_of
from support.layouts import STACKS, place

pytestmark = pytest.mark.usefixtures("all_as_written")

ITEMS, M, N = 3, 21, 34


def _judge(got: Any, a: Any, x: Any, y: Any, alpha: Any, beta: Any) -> bool:
    """Whether y = alpha A x + beta y within its bound; ``a`` as it enters."""
    wide = np.result_type(a.dtype, np.float64)
    exact = alpha * (a.astype(wide) @ x.astype(wide)[..., None])[..., 0] + beta * y
    size = np.abs(alpha) * (np.abs(a) @ np.abs(x)[..., None])[..., 0] + np.abs(beta * y)
    precision = precision_of(got.dtype)
    return compare(got, exact, product_bound(size, exact, a.shape[-1], precision, precision)).ok


@pytest.mark.budget(one_in=5)
@pytest.mark.parametrize("trans", "NT")
@pytest.mark.parametrize("shared", ["", "a", "x"])
@pytest.mark.parametrize("memory", ["host", "device"])
def test_stacks_are_multiplied(any_device, memory, shared, trans):
    """Each item has its own vectors, in any layout; nothing around them changes; A or x may be common to all."""
    rng, queue = np.random.default_rng(5), any_device.queue if memory == "device" else None
    rows, terms = (M, N) if trans == "N" else (N, M)
    layouts = itertools.cycle(("dense", "by columns", "every other item"))
    a, x, y = (reals(rng, shape, FLOAT32) for shape in ((ITEMS, M, N), (ITEMS, terms), (ITEMS, rows)))
    placed_a = place(a, STACKS[next(layouts)], queue)
    whole = place(np.stack([y, y], axis=2), STACKS["dense"], queue)
    given_x: Any = x if queue is None else cl_array.to_device(queue, x)
    given_a = placed_a.view[0] if shared == "a" else placed_a.view
    given_x = given_x[1] if shared == "x" else given_x
    out = whole.view[:, :, 1]
    result = autoblas.gemv_batched(
        given_a, given_x, out, alpha=1.5, beta=-0.5, trans=trans, queue=any_device.queue
    )
    assert result is out
    entering = a if trans == "N" else a.swapaxes(1, 2)
    entering = np.broadcast_to(entering[0], entering.shape) if shared == "a" else entering
    vectors = np.broadcast_to(x[1], x.shape) if shared == "x" else x
    assert _judge(whole.values()[:, :, 1], entering, vectors, y, 1.5, -0.5)
    assert np.array_equal(whole.values()[:, :, 0], y)
    assert whole.intact()


@pytest.mark.budget(one_in=3)
@pytest.mark.parametrize("precision", [FLOAT64, COMPLEX64, COMPLEX128], ids=str)
def test_a_new_output_and_factors_for_each_item(any_device, precision):
    """A result is made where none is given; alpha and beta may be one for each item."""
    rng = np.random.default_rng(6)
    a, x, y = (reals(rng, shape, precision) for shape in ((ITEMS, M, N), (ITEMS, N), (ITEMS, M)))
    made = autoblas.gemv_batched(a, x, queue=any_device.queue)
    assert made.shape == (ITEMS, M)
    assert _judge(made, a, x, np.zeros_like(y), 1.0, 0.0)
    on_device = autoblas.gemv_batched(*(cl_array.to_device(any_device.queue, v) for v in (a, x)))
    assert _judge(on_device.get(), a, x, np.zeros_like(y), 1.0, 0.0)
    alphas, betas = [1.0, 0.0, -2.0], [0.0, 2.0, 1.0]
    before = np.where(np.array(betas)[:, None] == 0, np.nan, y)
    got = autoblas.gemv_batched(a, x, before.copy(), alpha=alphas, beta=betas, queue=any_device.queue)
    assert _judge(got, a, x, y, np.array(alphas)[:, None], np.array(betas)[:, None])


def test_the_output_carries_the_event_of_the_launch(pocl):
    """Nothing is waited for, and the events of y tell its next user that it is not complete."""
    rng = np.random.default_rng(8)
    a, x, y = (reals(rng, shape, FLOAT64) for shape in ((ITEMS, M, N), (ITEMS, N), (ITEMS, M)))
    on_device = [cl_array.to_device(pocl.queue, v) for v in (a, x, y)]
    gate = cl.UserEvent(pocl.queue.context)
    made = autoblas.gemv_batched(*on_device[:2], wait_for=[gate])
    result = autoblas.gemv_batched(*on_device, beta=1.0, wait_for=[gate])
    complete = cl.command_execution_status.COMPLETE
    waiting = [[e.command_execution_status != complete for e in out.events] for out in (made, result)]
    gate.set_status(complete)
    assert waiting == [[True], [True]]
    assert result is on_device[2]
    assert _judge(result.get(), a, x, y, 1.0, 1.0)


@pytest.mark.parametrize("memory", ["host", "device"])
def test_items_begin_where_offsets_say(any_device, memory):
    """Matrices with a leading dimension, vectors with steps; what lies between their elements stays."""
    rng = np.random.default_rng(7)
    pitch, a_at, x_at, y_at = N + 3, [5, 2000, 900], [0, 3, 100], [200, 7, 90]
    a, x, y = (reals(rng, (size,), FLOAT32) for size in (3000, 300, 300))
    given: list[Any] = [a, x, y.copy()]
    if memory == "device":
        given = [cl_array.to_device(any_device.queue, v) for v in given]
    autoblas.gemv_offsets(
        given[0], a_at, given[1], x_at, given[2], y_at,
        m=M, n=N, lda=pitch, x_step=2, y_step=3, beta=1.0, queue=any_device.queue,
    )  # fmt: skip
    got, touched = given[2] if memory == "host" else given[2].get(), np.zeros(300, bool)
    for at, first, to in zip(a_at, x_at, y_at, strict=True):
        matrix = np.stack([a[at + row * pitch :][:N] for row in range(M)])
        places = to + 3 * np.arange(M)
        touched[places] = True
        assert _judge(got[places], matrix, x[first:][: 2 * N : 2], y[places], 1.0, 1.0)
    assert np.array_equal(got[~touched], y[~touched])


@pytest.mark.parametrize(
    ("named", "change"),
    [
        ("x", {"x": np.zeros((3, 3), np.float32)}),
        ("y", {"y": np.zeros((3, 4), np.float32)}),
        ("y", {"y": np.zeros(5, np.float32)}),
        ("alpha", {"alpha": [1.0, 2.0]}),
    ],
)
def test_wrong_arguments_are_named(pocl, named, change):
    """An error names the argument as it is called here."""
    given: dict[str, Any] = {"a": np.zeros((3, 5, 4), np.float32), "x": np.zeros((3, 4), np.float32)}
    with pytest.raises(autoblas.ArgumentError) as caught:
        autoblas.gemv_batched(**given | change, queue=pocl.queue)
    assert caught.value.argument == named


def test_wrong_places_are_named(pocl):
    """Likewise for lists of places and for steps."""
    a, x, y = (np.zeros(size, np.float32) for size in (100, 10, 10))
    for named, change in (("x_offsets", {"x_offsets": [9, 0]}), ("y_step", {"y_step": 0}), ("n", {"n": -1})):
        given: dict[str, Any] = {"a": a, "a_offsets": [0, 20], "x": x, "x_offsets": [0, 4], "y": y}
        given |= {"y_offsets": [0, 5], "m": 3, "n": 4} | change
        with pytest.raises(autoblas.ArgumentError) as caught:
            autoblas.gemv_offsets(**given, queue=pocl.queue)
        assert caught.value.argument == named


@pytest.mark.parametrize("trans", ["n", "t", "c"])
def test_small_letters_of_offsets(trans):
    """They mean what capitals do, for the shape of the matrices too."""
    a, x = np.arange(6, dtype=np.float32), np.arange(1, 4, dtype=np.float32)
    found, wanted = np.zeros(3, np.float32), np.zeros(3, np.float32)
    for out, letter in ((found, trans), (wanted, trans.upper())):
        autoblas.gemv_offsets(a, [0], x, [0], out, [0], m=2, n=3, trans=letter)
    assert np.any(wanted)
    assert np.array_equal(found, wanted)
