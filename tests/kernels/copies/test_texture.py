"""Copies of matrices into images and back: every type, order and kind of batch, to the bit."""

import pytest

from autoblas.devices.recording import PLAIN_CPU, PLAIN_GPU, SMALL_GPU
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.kernels import kernels
from autoblas.precision import COMPLEX64, COMPLEX128, FLOAT16, FLOAT32, FLOAT64, INT32, PRECISIONS
from autoblas.problems import Order, Texture, fits_texels
from autoblas.testing.checks import rewritten, unwrapped
from support.kernel_checks import verdict

pytestmark = pytest.mark.usefixtures("all_as_written")

KERNEL = kernels()["texture"]
POINTS: tuple[dict[str, int], ...] = ({"wx": 8, "wy": 1}, {"wx": 1, "wy": 4, "texels": 4})


@pytest.mark.budget(one_in=15)
@pytest.mark.parametrize("back", [False, True], ids=["to the image", "back"])
@pytest.mark.parametrize("precision", [*filter(fits_texels, PRECISIONS.values())], ids=lambda p: p.name)
def test_a_copy_is_exact(any_device, precision, back):
    """Rows that end within a texel are filled with zeros there, and going back nothing beside them is written."""
    strided: Order = "any" if back == precision.double else "col"
    assert verdict(any_device, KERNEL, POINTS[1], Texture(5, 13, precision, strided, back)) is None
    for cols in (1, 13, 16, 17):
        assert verdict(any_device, KERNEL, POINTS[0], Texture(3, cols, precision, "row", back)) is None


@pytest.mark.budget(one_in=4)
@pytest.mark.parametrize("back", [False, True], ids=["to the image", "back"])
@pytest.mark.parametrize("listed", [False, True], ids=["by step", "by list"])
def test_a_batch_lies_one_below_the_other(any_device, listed, back):
    """Each item begins where its step or the list says, in the image where the one before it ends."""
    for precision in (FLOAT32, COMPLEX128):
        problem = Texture(6, 7, precision, "row", back, items=3, listed=listed)
        assert verdict(any_device, KERNEL, POINTS[1], problem) is None


FAULTS = {
    "the padding is not zero": (False, "any", r" : 0", " : 1"),
    "a column is left out": (False, "row", "cols - col", "cols - col - 1"),
    "a row is left out": (False, "row", "row < rows", "row < rows - 1"),
    "columns beyond the last are written": (True, "row", "cols - col", "4"),
    "the texels are exchanged": (True, "any", "(int2)(texel, ", "(int2)(texel ^ 1, "),
    "rows are exchanged": (True, "row", "(size_t)row", "(size_t)(row ^ 1)"),
    "rows step as columns do": (False, "any", "* x_row", "* x_col"),
    "an element of each row is skipped": (True, "row", "count > 1)", "count > 3)"),
}


@pytest.mark.budget(one_in=4)
@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(any_device, fault):
    """A text that copies something else, or elsewhere, fails its check."""
    back, order, pattern, by = FAULTS[fault]
    problem = Texture(6, 7, FLOAT32, order, back)  # type: ignore[arg-type]  # a dictionary loses Literal

    def plant(text):
        assert pattern in text
        return text.replace(pattern, by)

    assert verdict(any_device, rewritten(KERNEL, plant), POINTS[0], problem) is not None


@pytest.mark.budget(one_in=4)
@pytest.mark.parametrize("back", [False, True], ids=["to the image", "back"])
@pytest.mark.parametrize("precision", [FLOAT32, INT32], ids=lambda p: p.name)
def test_a_texel_of_one_channel_holds_one_element(any_device, precision, back):
    """Images for block reads of sub-groups: a row of the image is as long as that of the matrix."""
    problem = Texture(5, 13, precision, "col" if back else "row", back, items=2, channels=1)
    assert problem.scratch.texels == (13, 10)
    assert verdict(any_device, KERNEL, POINTS[1], problem) is None


@pytest.mark.parametrize(
    ("problem", "facts", "sentence"),
    [
        (Texture(4, 4, FLOAT32), SMALL_GPU, "the device has images"),
        (Texture(8193, 4, FLOAT32), PLAIN_CPU, "the image is within the device's limits"),
        (Texture(4097, 4, FLOAT32, items=2), PLAIN_CPU, "the image is within the device's limits"),
        (Texture(4, 4 * 8192 + 1, FLOAT32), PLAIN_CPU, "the image is within the device's limits"),
        (Texture(4, 2 * 8192 + 1, FLOAT64), PLAIN_CPU, "the image is within the device's limits"),
        (Texture(4, 8193, FLOAT32, channels=1), PLAIN_CPU, "the image is within the device's limits"),
        (Texture(4, 4, FLOAT64, channels=1), PLAIN_CPU, "a texel of one channel holds an element of 4 bytes"),
    ],
)
def test_a_device_without_such_images_is_refused(problem, facts, sentence):
    """No image larger than the device's limits is asked for; at the limit there is a point."""
    assert KERNEL.space.unmet(problem, facts) == sentence
    assert KERNEL.suggested(problem, facts) is None


def test_every_matrix_that_fits_has_a_suggestion():
    """On a processor and on a GPU, from one element to the largest image."""
    for precision in (FLOAT32, FLOAT16, COMPLEX64, INT32):
        for sizes in ((1, 1), (8192, 5), (3, 16000)):
            for facts in (PLAIN_CPU, PLAIN_GPU):
                assert KERNEL.suggested(Texture(*sizes, precision), facts) is not None


def test_halves_need_no_arithmetic_of_their_own():
    """The image converts them, so a device without cl_khr_fp16 copies them too; doubles travel as integers."""
    point = KERNEL.space.point({})
    half = KERNEL.source(point, Texture(8, 8, FLOAT16), OPENCL_C)
    assert "cl_khr_fp16" not in half
    assert "vload_half4" in half
    assert KERNEL.space.unmet(Texture(8, 8, FLOAT16), PLAIN_CPU) is None
    double = unwrapped(KERNEL.source(point, Texture(8, 8, FLOAT64), OPENCL_C))
    assert "write_imageui(image, (int2)(texel, row), as_uint4(" in double
