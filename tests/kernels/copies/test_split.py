"""Splits: every form, order and batch to the bit, what their parts promise, and what the rules refuse."""

import itertools
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from autoblas.checks.helpers import SplitTrial, mixed_magnitudes
from autoblas.checks.product import trial_for
from autoblas.checks.stored import Stored
from autoblas.devices.recording import PLAIN_CPU, PLAIN_GPU, SMALL_GPU
from autoblas.kernels import kernels
from autoblas.precision import FLOAT16, FLOAT32
from autoblas.problems import Order, Split, problem_from
from autoblas.problems.split import (
    ASIDE,
    COMMON_SHIFT,
    FAR,
    FORMS,
    GUARDED_ROWS,
    ROW_SCALED,
    SAMPLE,
    SPREAD,
    SplitForm,
)
from support.kernel_cases import choice_of

Array = np.ndarray[Any, np.dtype[Any]]

KERNEL = kernels()["split"]

ORDERS: tuple[Order, ...] = ("row", "col", "any")

BATCHES: tuple[dict[str, Any], ...] = ({}, {"items": 2}, {"items": 2, "listed": True}, {"joint": 2})


def split(form: SplitForm, order: Order = "row", rows: int = 150, depth: int = 150, **fields: Any) -> Split:
    """A split of a matrix that neither blocks nor work-groups divide."""
    return Split(rows, depth, 128, form, FLOAT16 if form == "half" else FLOAT32, order, **fields)


def decoded(q: Split, words: Array) -> tuple[list[Array], Array, Array]:
    """The parts of each number, its row's factor and what is said of the row, from the words of a split.

    Each lies where X has the number, with what fills the last blocks; parts and factors are in float64.
    """
    words = words.reshape(q.tiles, q.steps, -1)
    row, chunk = np.arange(q.width)[:, None], np.arange(8)
    index = (row * 8 + (chunk ^ row % 8)).reshape(-1)
    size = q.plane_bytes // 4

    def flat(blocks: Array) -> Array:
        return blocks.transpose(0, 2, 1, 3).reshape(q.tiles * q.width, -1)

    parts = []
    for i in range(q.planes):
        chunks = words[:, :, i * size : (i + 1) * size].reshape(q.tiles, q.steps, -1, 4)[:, :, index]
        numbers = np.ascontiguousarray(chunks).view(np.float16 if q.part_bytes == 2 else np.float32)
        parts.append(flat(numbers.reshape(q.tiles, q.steps, q.width, q.step)).astype(np.float64))
    if not q.guarded:
        return parts, np.ones(1), np.zeros(1)
    guards = words[:, :, q.planes * size :].reshape(q.tiles, q.steps, -1, 2, GUARDED_ROWS)
    factors, flags = (
        flat(np.repeat(guards[:, :, :, i].reshape(q.tiles, q.steps, q.width, 1), q.step, axis=-1))
        for i in (0, 1)
    )
    return (
        parts,
        np.ascontiguousarray(factors).view(np.float32).astype(np.float64),
        flags & (SPREAD | ASIDE | FAR),
    )


@pytest.mark.budget(one_in=9)
@pytest.mark.parametrize(
    ("form", "order", "values", "fields"),
    [
        ("half3", "row", {"items": 512, "steps": 2}, {}),
        ("half3", "col", {"items": 128}, {"joint": 4}),
        ("half3", "any", {}, {"items": 2, "listed": True, "joint": 2}),
        ("tf32x3", "row", {}, {"items": 2, "joint": 4}),
        ("tf32x3", "col", {"items": 64, "steps": 2}, {"joint": 2}),
        ("tf32x3", "any", {"items": 64}, {"items": 2, "listed": True}),
        ("tf32", "row", {"items": 64}, {"items": 2, "listed": True}),
        ("tf32", "col", {"steps": 4}, {"items": 2}),
        ("tf32", "any", {"items": 128}, {"joint": 2}),
        ("half1", "row", {"items": 512, "steps": 2}, {"joint": 2}),
        ("half1", "col", {"items": 64}, {"items": 2, "listed": True}),
        ("half1", "any", {"items": 128}, {"joint": 4}),
        ("half", "row", {}, {"items": 2}),
        ("half", "col", {"items": 128}, {"items": 2, "listed": True}),
        ("half", "any", {"items": 512, "steps": 2}, {}),
    ],
    ids=lambda x: x if isinstance(x, str) else "",
)
def test_every_form_and_order_is_split_to_the_bit(as_written, form, order, values, fields):
    """Ragged matrices of numbers of every kind, alone, in both kinds of batch, and with blocks judged together."""
    q = split(form, order, depth=400 if fields.get("joint") == 4 else 200, **fields)
    facts = as_written.device.facts
    choice = choice_of(KERNEL, KERNEL.space.point(values), q, facts)
    assert KERNEL.refusal(choice.params, q, facts) is None
    assert trial_for(as_written.device, as_written.queue, q).check(choice) is None


@pytest.mark.parametrize("sizes", [(1, 1), (1, 70), (129, 64), (64, 65)])
def test_small_matrices_fill_whole_blocks(pocl, sizes: tuple[int, int]):
    """One element, one row, and one more row or column than fit."""
    q = split("half3", "row", *sizes)
    choice = choice_of(KERNEL, KERNEL.space.point({}), q, pocl.device.facts)
    assert trial_for(pocl.device, pocl.queue, q).check(choice) is None


@pytest.mark.parametrize(("margin", "depth"), [(16, 132), (17, 66), (16, 133)])
@pytest.mark.parametrize("form", ["half3", "tf32"])
def test_rows_that_no_vectors_begin_at_are_read_by_elements(pocl, form, margin, depth):
    """Rows that all begin at multiples of 16 bytes, none that does, and some."""
    q = split(form, rows=70, depth=depth)
    choice = choice_of(KERNEL, KERNEL.space.point({}), q, pocl.device.facts)
    trial = trial_for(pocl.device, pocl.queue, q)
    assert isinstance(trial, SplitTrial)
    trial.stored = Stored(pocl.queue, trial.x, q.order, q.precision, margin)
    aligned = trial.stored.offset % 4 == 0, trial.stored.view.row_stride % 4 == 0
    assert aligned == {132: (True, True), 66: (False, True), 133: (True, False)}[depth]
    assert trial.check(choice) is None


@pytest.mark.parametrize("joint", [1, 2])
@pytest.mark.parametrize("kind", ["normal", "mixed"])
@pytest.mark.parametrize("form", ["half3", "tf32x3"])
def test_the_parts_of_a_number_add_up_to_it(form, kind, joint):
    """To 2^-23 of it, a float's last digit; where a row's numbers are spread, at most to 2^-51 of the largest."""
    rng = np.random.default_rng(11)
    x = mixed_magnitudes(rng, (300, 500), FLOAT32) if kind == "mixed" else rng.standard_normal((300, 500))
    x = x.astype(np.float32)
    q = split(form, rows=300, depth=500, joint=joint)
    (first, second), factors, flags = decoded(q, q.reference(x))
    with np.errstate(invalid="ignore"):
        sums = (first + second * (2.0**-12 if form == "half3" else 1.0)) * factors
        errors = np.abs(sums[:300, :500] - x)
    flags = flags[:300, :500]
    far = (flags & FAR) != 0
    flags &= ~np.uint32(FAR)
    digits, floor = 2.0**-22.99 * np.abs(x), 2.0**-37 * factors[:300, :500]
    assert np.all(errors[flags == 0] <= digits[flags == 0])
    assert np.all(errors[flags == SPREAD] <= np.maximum(digits, floor)[flags == SPREAD])
    assert np.all(np.isfinite(x[flags != ASIDE]))
    expected_flags = {0} if kind == "normal" else {0, SPREAD, ASIDE} if form == "half3" else {0, ASIDE}
    assert set(np.unique(flags).tolist()) == expected_flags
    assert far.any() == (kind == "mixed" and form == "half3")
    assert not first[300:].any()
    assert not first[:, 500:].any()


def test_rows_that_a_form_does_not_hold_are_set_aside():
    """Infinities, NaN, and magnitudes too far apart or too far out, in their own block of the depth alone."""
    x = np.ones((8, 128), np.float32)
    x[1, 3], x[2, 70], x[3, 5] = np.inf, np.nan, 2.0**-26
    x[4], x[5], x[6, 64:] = 2.0**-91, 2.0**101, 0
    x[6, 100], x[7, 2] = -np.inf, 2.0**-25
    q = split("half3", rows=8, depth=128)
    (first, second), factors, flags = decoded(q, q.reference(x))
    apart = SPREAD, ASIDE, ASIDE | FAR
    expected = np.array(
        [
            (0, 0),
            (apart[2], 0),
            (0, apart[2]),
            (apart[0], 0),
            (apart[1],) * 2,
            (apart[2],) * 2,
            (0, apart[2]),
            (0, 0),
        ]
    )
    np.testing.assert_array_equal(flags[:8, ::64], expected)
    for numbers in (first, second, factors):
        assert not numbers[:8][flags[:8] == ASIDE].any()
    together = replace(q, joint=2)
    flags = decoded(together, together.reference(x))[2]
    np.testing.assert_array_equal(flags[:8, ::64], np.repeat(expected.max(axis=1, keepdims=True), 2, axis=1))
    q = split("tf32x3", rows=8, depth=128)
    flags = decoded(q, q.reference(x))[2]
    assert (flags[5] == ASIDE).all()  # beyond 2^62
    assert not flags[[0, 3, 4, 7]].any()  # far apart, but normal


@pytest.mark.parametrize("joint", [1, 2])
def test_one_half_is_the_first_of_two(joint):
    """With the same factors and words, so that it holds a number to 2^-11 of it, or where the row is spread to 2^-25 of its factor."""
    rng = np.random.default_rng(12)
    x = mixed_magnitudes(rng, (300, 500), FLOAT32)
    half1, half3 = (split(form, rows=300, depth=500, joint=joint) for form in ("half1", "half3"))
    (first, factors, flags), (terms, *guards) = (decoded(q, q.reference(x)) for q in (half1, half3))
    for got, expected in zip((*first, factors, flags), (terms[0], *guards), strict=True):
        np.testing.assert_array_equal(got, expected)
    with np.errstate(invalid="ignore"):
        errors = np.abs(first[0] * factors - np.pad(x, ((0, 84), (0, factors.shape[1] - 500))))[:300, :500]
    flags, digits = flags[:300, :500] & ~np.uint32(FAR), 2.0**-11 * np.abs(x)
    assert np.all(errors[flags == 0] <= digits[flags == 0])
    assert np.all(
        errors[flags == SPREAD] <= np.maximum(digits, 2.0**-25 * factors[:300, :500])[flags == SPREAD]
    )


def row_factors(q: Split, x: Array) -> tuple[Array, Array, Array]:
    """Of each row of a matrix of one block: its factor, whether it is its own, and the common factor that it tells of."""
    words = (
        q.reference(x)
        .reshape(q.tiles, q.steps, -1)[0, 0, 2 * q.plane_bytes // 4 :]
        .reshape(-1, 2, GUARDED_ROWS)
    )
    factors, flags = np.ascontiguousarray(words.transpose(1, 0, 2)).reshape(2, -1)
    common = (flags >> COMMON_SHIFT << 23).astype(np.uint32)
    return factors.view(np.float32)[: q.rows], (flags & ROW_SCALED != 0)[: q.rows], common.view(np.float32)


def test_rows_have_a_common_factor_where_it_suits_them():
    """The one that brings the sample's largest number to [2^11, 2^12); from 4 binades below it to 3 above, but not beyond."""
    x = np.zeros((128, 64), np.float32)
    x[:, 20] = 1.5 * np.exp2(np.arange(-64, 64))
    x[0, SAMPLE] = 2.0**40  # beyond the sample
    x[0, 3], x[0, 20] = -0.75, 0
    q = split("half3", rows=128, depth=64)
    factors, row_scaled, common = row_factors(q, x)
    assert (common == 2.0**-12).all()
    tops = np.arange(-64, 64)
    tops[0] = 40
    usual = (tops >= -1 - 4) & (tops <= -1 + 3)
    np.testing.assert_array_equal(row_scaled, ~usual)
    np.testing.assert_array_equal(factors, np.where(usual, 2.0**-12, np.exp2(tops - 14.0)))
    (first, second), scales, flags = decoded(q, q.reference(x))
    np.testing.assert_array_equal((first + second * 2.0**-12) * scales, x)
    assert not (flags[1:] & (SPREAD | ASIDE)).any()


@pytest.mark.parametrize(
    ("sample", "common"),
    [(0.0, 0), (np.nan, 0), (-np.inf, 0), (2.0**64, 64), (2.0**65, 0), (2.0**-64, -64), (2.0**-65, 0)],
)
def test_a_sample_that_says_nothing_counts_as_one(sample, common):
    """Zeros, no number, and magnitudes for which sums without their factors would have no room."""
    x = np.ones((70, 64), np.float32)
    x[0] = sample
    factors, row_scaled, factor = row_factors(split("half3", rows=70, depth=64), x)
    assert (factor == 2.0 ** (common - 11)).all()
    assert (row_scaled[1:] == (common != 0)).all()
    assert (factors[1:] == (2.0**-11 if common == 0 else 2.0**-14)).all()


def test_each_item_has_a_common_factor_of_its_own(as_written):
    """And all work-groups know it, whichever rows and blocks they copy."""
    q = split("half3", "col", rows=200, depth=300, items=3, joint=2)
    trial = trial_for(as_written.device, as_written.queue, q)
    assert isinstance(trial, SplitTrial)
    trial.x[...] = (
        np.random.default_rng(1).uniform(1, 2, trial.x.shape)
        * np.array([1, 2.0**20, 2.0**-20])[:, None, None]
    )
    trial.stored = Stored(as_written.queue, trial.x, q.order, q.precision, 16)
    choice = choice_of(KERNEL, KERNEL.space.point({}), q, as_written.device.facts)
    assert trial.check(choice) is None
    for x, common in zip(trial.x, (-11, 9, -31), strict=True):
        guards = q.reference(x).reshape(q.tiles, q.steps, -1)[:, :, 2 * q.plane_bytes // 4 :]
        flags = guards.reshape(q.tiles, q.steps, -1, 2, GUARDED_ROWS)[:, :, :, 1]
        assert (flags >> COMMON_SHIFT == 127 + common).all()


def test_a_row_of_zeros_has_a_factor_of_zero():
    """So that no sum of such a row is in doubt."""
    x = np.ones((3, 64), np.float32)
    x[1] = -0.0
    q = split("half3", rows=3, depth=64)
    _, factors, flags = decoded(q, q.reference(x))
    np.testing.assert_array_equal(factors[:4, 0], [2.0**-11, 0, 2.0**-11, 0])
    assert not flags.any()


def test_one_tf32_number_stays_what_it_is():
    """Infinities, NaN and the largest floats, whose rounding must not reach infinity."""
    x = np.zeros((2, 32), np.float32)
    largest = float(np.finfo(np.float32).max)
    x[0, :6] = [np.inf, -np.inf, np.nan, largest, 1 + 2.0**-11, -(1 + 2.0**-12)]
    x.view(np.uint32)[1, 0] = 0x7F800001  # a NaN whose only digit is cut
    q = split("tf32", rows=2, depth=32)
    (cut,), *_ = decoded(q, q.reference(x))
    rounded = (2 - 2.0**-10) * 2.0**127
    np.testing.assert_array_equal(cut[0, :6], [np.inf, -np.inf, np.nan, rounded, 1 + 2.0**-10, -1])
    assert np.isnan(cut[1, 0])


def test_halves_are_moved_as_they_are():
    """Every bit of them."""
    x = np.arange(1 << 16, dtype=np.uint16).view(np.float16).reshape(256, 256)
    q = split("half", rows=256, depth=256)
    words = q.reference(x)
    row, chunk = np.arange(128)[:, None], np.arange(8)
    block = words.reshape(2, 4, 1024, 4)[1, 2, (row * 8 + (chunk ^ row % 8)).reshape(-1)]
    np.testing.assert_array_equal(block.reshape(128, 32).view(np.uint16), x.view(np.uint16)[128:, 128:192])


def test_records_are_read_back_and_told_apart():
    """A split's words give the split, and the form is part of its class."""
    splits = [split(form, order, **batch) for form, order, batch in itertools.product(FORMS, ORDERS, BATCHES)]
    assert [problem_from(q.words()) for q in splits] == splits
    assert len({q.signature for q in splits}) == len(splits)
    assert splits[0].scratch.nbytes == 2 * 3 * (2 * 128 * 128 + 1024)


def test_rules_refuse_what_the_kernel_cannot_do():
    """Another type than the form's, larger work-groups than there is room or work for, more blocks than there are."""
    point = KERNEL.space.point({})
    assert KERNEL.refusal(point, split("half3"), PLAIN_GPU) is None
    assert "type of element" in str(
        KERNEL.refusal(point, replace(split("half3"), precision=FLOAT16), PLAIN_CPU)
    )
    assert "type of element" in str(
        KERNEL.refusal(point, replace(split("half"), precision=FLOAT32), PLAIN_CPU)
    )
    assert "work-group" in str(KERNEL.refusal(KERNEL.space.point({"items": 512}), split("half3"), SMALL_GPU))
    assert "blocks" in str(KERNEL.refusal(KERNEL.space.point({"steps": 4}), split("half3"), PLAIN_CPU))
    wide = KERNEL.refusal(KERNEL.space.point({"items": 64}), split("half3", joint=8), PLAIN_CPU)
    assert "128 numbers" in str(wide)
    many = KERNEL.refusal(KERNEL.space.point({"items": 512}), split("half3", "col"), PLAIN_CPU)
    assert "a piece of it" in str(many)
