"""convgemm at the accuracy ``fast``: right within its bound wherever tiles end, by every way that elements are read."""

from dataclasses import replace
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest

from autoblas import convgemm
from autoblas.checks.accuracy import error_norm
from autoblas.checks.convolution import allowed_error
from autoblas.checks.verify import compare, product_bound, product_reference, reals
from autoblas.devices.recording import PLAIN_CPU, PLAIN_GPU
from autoblas.kernels import serving
from autoblas.kernels.convolution.winograd import kernel as conv_winograd
from autoblas.kernels.convolution.winograd import tile as conv_winograd_tile
from autoblas.kernels.kernel import Kernel
from autoblas.plan import candidates
from autoblas.plan.choose import choose
from autoblas.plan.results import forget_plans
from autoblas.precision import FLOAT16, FLOAT32, FLOAT64, Precision, precision_of
from autoblas.problems.convolution import Convolution
from autoblas.problems.filtering import ROUNDINGS
from support.kernel_checks import Fault
from support.memories import both_memories, place

pytestmark = pytest.mark.usefixtures("all_as_written")

WAYS: dict[str, tuple[Kernel, dict[str, Any]]] = {
    "tiles of 2": (
        conv_winograd.KERNEL,
        {
            "tile": 2,
            "rm": 4,
            "lanes": 4,
            "vectors": 2,
            "depth": 16,
            "block_m": 2,
            "block_n": 2,
            "hold": "taps",
        },
    ),
    "tiles of 4": (
        conv_winograd.KERNEL,
        {"tile": 4, "rm": 8, "lanes": 8, "vectors": 1, "depth": 16, "block_m": 1, "block_n": 4},
    ),
    "work-groups": (conv_winograd_tile.KERNEL, {"tm": 8, "tn": 16, "rm": 4, "rn": 8, "depth": 4}),
    "work-groups of 4": (
        conv_winograd_tile.KERNEL,
        {"tile": 4, "tm": 8, "tn": 8, "rm": 2, "rn": 8, "depth": 1},
    ),
}
"""Small points of both kernels, which many problems share the texts of."""


@pytest.fixture
def one_way(monkeypatch):
    """Makes one of the ways the only one."""

    def only(way):
        kernel, point = WAYS[way]
        forced = replace(kernel, suggestions=lambda *_: (point,))
        found = lambda family: (forced,) if family is Convolution else serving(family)  # noqa: E731
        monkeypatch.setattr(candidates, "serving", found)
        forget_plans()

    yield only
    forget_plans()


def _data(
    precision: Precision, size: tuple[int, int], *, items: int = 2, channels: int = 21, kernels: int = 7
) -> tuple[Any, Any]:
    rng = np.random.default_rng([*size, items])
    return reals(rng, (items, channels, *size), precision), reals(rng, (kernels, channels, 3, 3), precision)


def _check(
    result: Any, image: Any, kernels: Any, pad: tuple[int, int], mode: str = "cross-correlation"
) -> None:
    """Compare a result with the product in higher precision, within the bound of a fast convolution."""
    items, channels, height, width = image.shape
    window: dict[str, Any] = {"kernel_h": 3, "kernel_w": 3, "pad_h": pad[0], "pad_w": pad[1]}
    window |= {"flipped": mode == "convolution", "items": items, "kernels": len(kernels), "accuracy": "fast"}
    q = Convolution(channels, height, width, precision_of(image.dtype), **window)
    matrix = kernels.reshape(len(kernels), -1)
    reference, _ = product_reference(matrix, q.patches(image), 1, 0, None)
    terms, magnitude = channels + ROUNDINGS, q.fast_magnitude(image, matrix)
    bound = product_bound(magnitude, reference, terms, q.precision, q.worked)
    assert result.shape == (items, len(kernels), q.out_h, q.out_w)
    verdict = compare(result.reshape(reference.shape), reference, bound)
    assert verdict.ok, f"{q}: {verdict}"
    allowed = allowed_error(q.filtered(4, image, matrix), reference, q.precision)
    assert error_norm(result.reshape(reference.shape), reference) <= allowed


CASES: tuple[tuple[tuple[int, int], tuple[int, int], int], ...] = (
    ((7, 7), (1, 1), 1),
    ((13, 10), (0, 2), 3),
    ((3, 3), (0, 0), 2),
    ((1, 1), (1, 1), 3),
    ((6, 37), (2, 0), 1),
    ((16, 18), (1, 0), 2),
)
"""Rows and columns, padding, items: whole tiles and parts of them, one tile for several items, several rows a vector."""


@pytest.mark.budget(one_in=3)
@pytest.mark.parametrize("way", WAYS)
@both_memories
def test_images_are_convolved(pocl, one_way, memory, way):
    """Every case; what the result held before is not read, and nothing beside it is written."""
    one_way(way)
    for size, pad, items in CASES:
        image, kernels = _data(FLOAT32, size, items=items)
        out = (items, 7, *(n + 2 * p - 2 for n, p in zip(size, pad, strict=True)))
        placed = place(memory, pocl, image, kernels, np.full(out, np.nan, np.float32))
        result = convgemm(*(x.view for x in placed), pad=pad, accuracy="fast", queue=pocl.queue)
        assert result is placed[2].view
        _check(placed[2].values, image, kernels, pad)


@pytest.mark.budget(one_in=2)
@pytest.mark.parametrize(
    ("way", "precision"),
    [("tiles of 2", FLOAT64), ("tiles of 4", FLOAT16), ("work-groups", FLOAT16)],
    ids=str,
)
def test_other_types_are_convolved(pocl, one_way, way, precision):
    """Doubles, and halves, whose sums are not cut."""
    one_way(way)
    channels = 21 if precision is FLOAT64 else 13
    image, kernels = _data(precision, (13, 10), channels=channels)
    _check(convgemm(image, kernels, pad=1, accuracy="fast", queue=pocl.queue), image, kernels, (1, 1))


@pytest.mark.parametrize("way", ["tiles of 2", "work-groups"])
def test_taps_may_be_counted_from_the_last(pocl, one_way, way):
    """A convolution in the sense of mathematics."""
    one_way(way)
    image, kernels = _data(FLOAT32, (9, 12))
    how: dict[str, Any] = {"pad": 1, "mode": "convolution"}
    result = convgemm(image, kernels, accuracy="fast", queue=pocl.queue, **how)
    _check(result, image, kernels, (1, 1), "convolution")


@pytest.mark.parametrize(
    "slices", [np.s_[..., ::2], np.s_[:, ::-1, :, :], np.s_[:, :, ::-2], np.s_[::-1, :, 1:-1, 2:-3]]
)
def test_images_may_have_any_strides(pocl, one_way, slices):
    """Views that skip and reverse columns, rows, planes and items; what lies between them is no number."""
    one_way("tiles of 2")
    whole = np.full((2, 21, 12, 30), np.nan, np.float32)
    whole[slices] = reals(np.random.default_rng(3), whole[slices].shape, FLOAT32)
    kernels = _data(FLOAT32, (1, 1))[1]
    image = whole[slices]
    _check(convgemm(image, kernels, pad=1, accuracy="fast", queue=pocl.queue), image, kernels, (1, 1))
    if slices[-1] == slice(2, -3):
        there = [cl_array.to_device(pocl.queue, x) for x in (whole, kernels)]
        result = convgemm(there[0][slices], there[1], pad=1, accuracy="fast").get()
        _check(result, image, kernels, (1, 1))


def test_calls_wait_for_events_on_any_queue(pocl, one_way):
    """On an out-of-order queue a chain of calls is in order, and waits for what it was told to."""
    one_way("tiles of 4")
    properties = cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE
    queue = cl.CommandQueue(pocl.queue.context, properties=properties)
    image, kernels = _data(FLOAT32, (9, 12), channels=7)
    on_device = [cl_array.to_device(queue, x) for x in (image, kernels)]
    gate = cl.UserEvent(pocl.queue.context)
    first = convgemm(*on_device, pad=1, accuracy="fast", wait_for=[gate])
    second = convgemm(first, on_device[1], pad=1, accuracy="fast")
    assert first.events[-1].command_execution_status != cl.command_execution_status.COMPLETE
    gate.set_status(cl.command_execution_status.COMPLETE)
    _check(second.get(), first.get(), kernels, (1, 1))
    _check(first.get(), image, kernels, (1, 1))


def test_other_accuracies_and_windows_are_computed_as_ever(pocl):
    """To the bit: strict as standard, and fast where the window moves by two."""
    image, kernels = _data(FLOAT32, (9, 12))
    for accuracy, stride in (("strict", 1), ("fast", 2)):
        plain = convgemm(image, kernels, pad=1, stride=stride, queue=pocl.queue)
        other = convgemm(image, kernels, pad=1, stride=stride, accuracy=accuracy, queue=pocl.queue)  # type: ignore[arg-type]
        assert np.array_equal(plain, other)


@pytest.mark.intel
def test_images_are_convolved_on_another_runtime(intel, one_way):
    """Every kernel, several items."""
    for way in ("tiles of 2", "tiles of 4", "work-groups"):
        one_way(way)
        image, kernels = _data(FLOAT32, (13, 10))
        _check(convgemm(image, kernels, pad=1, accuracy="fast", queue=intel.queue), image, kernels, (1, 1))


ZEN = replace(PLAIN_CPU, compute_units=2, vector_bytes=64, local_bytes=1 << 20)


@pytest.mark.parametrize(
    ("planes", "size", "items", "tile"),
    [(64, 56, 1, 4), (128, 28, 1, 4), (256, 14, 1, 4), (512, 7, 1, 0), (256, 14, 4, 4), (512, 7, 4, 2)],
)
def test_the_way_is_chosen_by_shape(planes, size, items, tile):
    """What was measured to be faster for ResNet-50's layers: the plain way where few positions share their taps."""
    q = Convolution(planes, size, size, FLOAT32, 3, 3, 1, 1, items=items, kernels=planes, accuracy="fast")
    choice = choose(q, ZEN)
    assert choice.kernel.name == ("conv_winograd" if tile else "conv_panel")
    assert getattr(choice.params, "tile", 0) == tile
    for facts, problem in ((PLAIN_GPU, q), (ZEN, replace(q, accuracy="standard"))):
        assert choose(problem, facts).kernel.name in {"conv_tile", "conv_panel"}


FAULTY = Convolution(21, 9, 13, FLOAT32, 3, 3, 1, 1, items=2, kernels=7, accuracy="fast")
FAULTS = (
    Fault("the padding is not zero", "conv_winograd", FAULTY, r"top \+ i < height", "true"),
    Fault("what is brought together is lost", "conv_winograd", FAULTY, r"\[i \* 10 \+ j\] = inside \?", "[i * 10 + j] = false ?"),
    Fault("later planes are not added", "conv_winograd", FAULTY, r"if \(start == 0\)", "if (true)"),
    Fault("results of items lie on top of each other", "conv_winograd", FAULTY, r"item \* c_step", "0"),
    Fault("planes beyond the last count", "conv_winograd", replace(FAULTY, channels=18), r"e < \(terms - l\) \* 9", "e < 9"),
    Fault("the last columns are not written", "conv_winograd", FAULTY, r"count & 1\b", "count & 0"),
    Fault("a constant has few digits", "conv_winograd", FAULTY, r"0\.16666666666666666f", "0.16668f", (("tile", 4),)),
    Fault("both barriers are missing", "conv_winograd_tile", FAULTY, r"barrier\(CLK_LOCAL_MEM_FENCE\);", ""),
    Fault("the padding is not zero", "conv_winograd_tile", FAULTY, r"&& left(?: \+ \d)? >= 0", ""),
    Fault("only the first kernels come back", "conv_winograd_tile", FAULTY, r"first < 8", "first < 1"),
    Fault("tiles reach over the edge", "conv_winograd_tile", FAULTY, r"&& x \+ 1 < out_w", ""),
)  # fmt: skip


@pytest.mark.budget(one_in=3)
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_planted_faults_are_found(pocl, fault):
    """The text as it is passes its check; the changed one does not."""
    fault.assert_found(pocl, WAYS["tiles of 2" if fault.kernel == "conv_winograd" else "work-groups"][1])
