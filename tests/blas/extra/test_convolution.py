"""im2col, col2im and convgemm: planes and windows of all sizes, neighbours in memory, and what is wrong with calls."""

# mypy: disable-error-code="arg-type, comparison-overlap, type-var"
# Arguments that do not fit, and letters out of lists.

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import pyopencl.array as cl_array
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autoblas import col2im, convgemm, im2col
from autoblas.blas.extra import convolution
from autoblas.checks.verify import compare, product_bound, product_reference, reals
from autoblas.devices.recording import PLAIN_CPU, PLAIN_GPU
from autoblas.kernels.convolution.panel import kernel as conv_panel
from autoblas.plan.choose import choose
from autoblas.precision import COMPLEX64, COMPLEX128, FLOAT16, FLOAT32, FLOAT64, Precision, precision_of
from autoblas.problems.convolution import Convolution, output_extent
from support.budget import examples
from support.memories import place

pytestmark = pytest.mark.usefixtures("all_as_written")


class Case(NamedTuple):
    """A window, as the routines are told and as problem records are."""

    kernel: tuple[int, int]
    pad: tuple[int, int] = (0, 0)
    stride: tuple[int, int] = (1, 1)
    dilation: tuple[int, int] = (1, 1)
    mode: str = "cross-correlation"

    @property
    def options(self) -> dict[str, Any]:
        """What all routines take."""
        names = ("pad", "stride", "dilation", "mode")
        return {name: getattr(self, name) for name in names}

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of a record."""
        pairs = {name: getattr(self, name) for name in ("kernel", "pad", "stride", "dilation")}
        sides = {f"{name}_{axis}": pair[i] for name, pair in pairs.items() for i, axis in enumerate("hw")}
        return {**sides, "flipped": self.mode == "convolution"}


WINDOWS = (
    Case((3, 3), pad=(1, 1)),
    Case((5, 2), pad=(3, 1), stride=(2, 3), dilation=(2, 1), mode="convolution"),
    Case((1, 1)),
    Case((3, 4), stride=(1, 2)),
)


def _random(seed: int, precision: Precision, *shape: int) -> Any:
    return reals(np.random.default_rng(seed), shape, precision)


def test_col2im_is_the_adjoint_of_im2col(pocl):
    """The inner product of patches and what im2col makes of an image is that of the image and what col2im adds."""
    case = WINDOWS[1]
    image = _random(4, FLOAT64, 3, 9, 14)
    taken = im2col(image, kernel=case.kernel, **case.options, queue=pocl.queue)
    patches = _random(5, FLOAT64, *taken.shape)
    added = col2im(patches, np.zeros_like(image), kernel=case.kernel, **case.options, queue=pocl.queue)
    assert np.isclose(np.vdot(patches, taken), np.vdot(added, image), rtol=1e-12)


def _check_convolution(result: Any, image: Any, kernels: Any, case: Case) -> None:
    """Compare a result with the product of kernels and patches in higher precision."""
    items, channels, height, width = image.shape
    precision = precision_of(image.dtype)
    q = Convolution(channels, height, width, precision, **case.fields, items=items, kernels=len(kernels))
    matrix = kernels.reshape(len(kernels), -1)
    reference, magnitude = product_reference(matrix, q.patches(image), 1, 0, None)
    bound = product_bound(magnitude, reference, q.depth, precision, q.worked)
    assert result.shape == (items, len(kernels), q.out_h, q.out_w)
    verdict = compare(result.reshape(reference.shape), reference, bound)
    assert verdict.ok, f"{case}: {verdict}"


@pytest.mark.intel
def test_images_are_convolved_on_another_runtime(intel):
    """Halves and floats, two windows."""
    for precision in (FLOAT32, FLOAT16):
        for case in WINDOWS[:2]:
            image, kernels = _random(6, precision, 2, 5, 12, 21), _random(7, precision, 19, 5, *case.kernel)
            result = convgemm(image, kernels, **case.options, queue=intel.queue)
            _check_convolution(result, image, kernels, case)


def test_wide_images_are_gathered_in_every_way(pocl):
    """Rows wider than vectors: adjacent elements, every second, two rows in one vector, and the padding around."""
    for stride in (1, 2):
        case = Case((3, 3), pad=(1, 1), stride=(stride, stride))
        image, kernels = _random(8, FLOAT32, 1, 4, 11, 75), _random(9, FLOAT32, 8, 4, 3, 3)
        result = convgemm(image, kernels, **case.options, queue=pocl.queue)
        _check_convolution(result, image, kernels, case)


@pytest.mark.budget(one_in=3)
@pytest.mark.parametrize("size", [(7, 7), (14, 14), (3, 11), (2, 2), (9, 17)], ids=str)
def test_planes_that_fill_no_whole_tiles(pocl, size: tuple[int, int]):
    """A few columns behind the last vector, half a tile, less than a vector; as many columns as the image has, and fewer."""
    for case in (
        WINDOWS[0],
        WINDOWS[2],
        Case((1, 1), stride=(2, 2)),
        Case((2, 3), pad=(1, 2), mode="convolution"),
    ):
        image, kernels = _random(20, FLOAT32, 2, 150, *size), _random(21, FLOAT32, 21, 150, *case.kernel)
        q = Convolution(150, *size, FLOAT32, **case.fields, items=2, kernels=21)
        before = np.full((2, 21, q.out_h, q.out_w), np.nan, np.float32)
        placed = place("host", pocl, image, kernels, before)
        convgemm(*(x.view for x in placed), **case.options, queue=pocl.queue)
        _check_convolution(placed[2].values, image, kernels, case)


def test_neighbours_of_a_plane_do_not_enter_its_sums(pocl):
    """Vectors that reach into other planes, or into what lies around the images, take nothing from there."""
    around = np.full((1, 9, 9, 14), np.nan, np.float32)
    around[:, 1:-1, 1:-1] = _random(22, FLOAT32, 1, 7, 7, 14)
    image, kernels = around[:, 1:-1, 1:-1], _random(23, FLOAT32, 8, 7, 3, 3)
    on_device = cl_array.to_device(pocl.queue, around)[:, 1:-1, 1:-1]
    result = convgemm(on_device, cl_array.to_device(pocl.queue, kernels), pad=1)
    _check_convolution(result.get(), image, kernels, WINDOWS[0])


def test_blocks_give_all_cores_the_same():
    """Two cores share a plane of 14 x 14 by rows of C; 49 positions take three vectors and a sum of products."""
    facts = replace(PLAIN_CPU, compute_units=2, vector_bytes=64, local_bytes=1 << 20)
    few = conv_panel.KERNEL.suggested(Convolution(256, 14, 14, FLOAT32, kernels=1024), facts)
    assert (few.block_m * few.rm * 2, few.block_n * few.rn >= 196) == (1024, True)
    fewer = conv_panel.KERNEL.suggested(Convolution(512, 7, 7, FLOAT32, kernels=2048), facts)
    assert (fewer.vectors, fewer.block_m * fewer.rm * 2) == (3, 2048)


def test_a_single_image_needs_no_axis_of_items(pocl):
    """Shapes go without items where the image's does, and outputs are made where none is given."""
    image, kernels = _random(12, FLOAT32, 5, 12, 21), _random(13, FLOAT32, 19, 5, 3, 3)
    result = convgemm(image, kernels, pad=1, queue=pocl.queue)
    assert result.shape == (19, 12, 21)
    _check_convolution(result[None], image[None], kernels, WINDOWS[0])
    on_device = [cl_array.to_device(pocl.queue, x) for x in (image, kernels)]
    there = convgemm(*on_device, pad=1)
    assert np.array_equal(there.get(), result)
    assert im2col(image, kernel=(3, 2), queue=pocl.queue).shape == (5 * 6, 10 * 20)


def test_devices_that_are_no_processors_multiply_matrices(pocl, monkeypatch):
    """A window of one tap becomes a product there, of one image and of many."""
    monkeypatch.setattr(convolution, "_is_product", lambda *_: True)
    for items in (1, 3):
        image, kernels = _random(14, FLOAT32, items, 5, 4, 9), _random(15, FLOAT32, 7, 5, 1, 1)
        result = convgemm(image, kernels, queue=pocl.queue)
        _check_convolution(result, image, kernels, WINDOWS[2])
        on_device = [cl_array.to_device(pocl.queue, x) for x in (image, kernels)]
        there = convgemm(*on_device)
        assert there.events
        _check_convolution(there.get(), image, kernels, WINDOWS[2])


def test_nothing_to_do_is_done(pocl):
    """No items, no kernels: an empty result; no channels: sums without terms."""
    kernels = np.ones((4, 3, 2, 2), np.float32)
    assert convgemm(np.ones((0, 3, 5, 5), np.float32), kernels).shape == (0, 4, 4, 4)
    assert convgemm(np.ones((2, 3, 5, 5), np.float32), kernels[:0]).shape == (2, 0, 4, 4)
    empty, none = np.ones((2, 0, 5, 5), np.float32), kernels[:, :0]
    assert np.array_equal(convgemm(empty, none), np.zeros((2, 4, 4, 4)))
    on_device = [
        cl_array.to_device(pocl.queue, np.ones(1, np.float32))[:0].reshape(x.shape) for x in (empty, none)
    ]
    assert not convgemm(*on_device, queue=pocl.queue).get().any()
    assert im2col(empty, kernel=2).shape == (2, 0, 16)
    image = np.ones((2, 0, 5, 5), np.float32)
    assert col2im(np.ones((2, 0, 16), np.float32), image, kernel=2) is image


@pytest.mark.budget(30)
@settings(max_examples=examples(40))
@given(st.data())
def test_kernels_are_chosen_for_any_window(data: st.DataObject):
    """Every legal window has a kernel on processors and others, and its positions are those that fit."""
    draw = data.draw
    pair = st.tuples(st.integers(1, 9), st.integers(1, 9))
    case = Case(draw(pair), draw(st.tuples(st.integers(0, 5), st.integers(0, 5))), draw(pair), draw(pair))
    size = draw(st.tuples(st.integers(1, 300), st.integers(1, 300)))
    parts = zip(size, case.kernel, case.pad, case.stride, case.dilation, strict=True)
    extents = [output_extent(*numbers) for numbers in parts]
    if min(extents) < 1:
        return
    for axis in range(2):
        last = (extents[axis] - 1) * case.stride[axis] + (case.kernel[axis] - 1) * case.dilation[axis]
        assert last < size[axis] + 2 * case.pad[axis] <= last + case.stride[axis]
    precision = draw(st.sampled_from([FLOAT32, FLOAT64, COMPLEX64, COMPLEX128, FLOAT16]))
    q = Convolution(
        draw(st.integers(1, 600)), *size, precision, **case.fields, kernels=draw(st.integers(1, 600))
    )
    for facts in (PLAIN_CPU, PLAIN_GPU):
        assert choose(q, facts).kernel.family is Convolution
