"""Products of arrays that the host maps: buffers and images as operands, used in turn by host and device."""

from typing import Any

import numpy as np
import pytest

import autoblas
from autoblas import ArgumentError, MappingError
from support.rig import Rig

pytestmark = pytest.mark.usefixtures("all_as_written")


def _mapped(rig: Rig, values: Any, *, image: bool) -> Any:
    """An operand with these elements, written through its view."""
    array = autoblas.mapped_empty(values.shape, values.dtype, image=image, queue=rig.queue)
    with array.mapped() as view:
        view[...] = values
    return array


def _integers(rng: np.random.Generator, *shape: int) -> Any:
    return rng.integers(-4, 5, shape)


MEMORIES = {"float32": ("bib", "ibb", "bbi"), "float64": ("iib",), "float16": ("iii",), "int32": ("ibi",)}
"""Memory of A, B and C, buffer or image, for each element type; kernels are tested in all combinations elsewhere."""


@pytest.mark.budget(one_in=2)
@pytest.mark.parametrize("dtype", MEMORIES)
def test_operands_in_buffers_and_images(any_device, dtype):
    """Products of operands in buffers and images are exact, at sizes that no texel divides."""
    rng = np.random.default_rng(7)
    a, b = _integers(rng, 21, 30).astype(dtype), _integers(rng, 30, 13).astype(dtype)
    for images in ([letter == "i" for letter in letters] for letters in MEMORIES[dtype]):
        left, right = _mapped(any_device, a, image=images[0]), _mapped(any_device, b, image=images[1])
        out = _mapped(any_device, np.full((21, 13), 77).astype(dtype), image=images[2])
        assert autoblas.gemm(left, right, c=out) is out
        with out.mapped(write=False) as view:
            assert np.array_equal(np.asarray(view), a @ b), images


def test_rounds_of_host_and_device(any_device):
    """The host writes, the device multiplies, the host reads, again and again, with nothing waited for by hand."""
    rng = np.random.default_rng(8)
    left = autoblas.mapped_empty((16, 24), "float32", queue=any_device.queue)
    right = autoblas.mapped_empty((24, 20), "float32", image=True, queue=any_device.queue)
    out = autoblas.mapped_empty((16, 20), "float32", queue=any_device.queue)
    for _ in range(20):
        a, b = _integers(rng, 16, 24).astype("float32"), _integers(rng, 24, 20).astype("float32")
        with left.mapped() as view, right.mapped() as right_view:
            view[...] = a
            right_view[...] = b
        autoblas.gemm(left, right, c=out, alpha=2.0)
        with out.mapped(write=False) as view:
            assert np.array_equal(np.asarray(view), 2 * (a @ b))


def test_transposes_and_old_c(any_device):
    """A transposed image operand enters as its transpose; a C in a buffer is scaled and added to."""
    rng = np.random.default_rng(9)
    a, b, c = (_integers(rng, *shape).astype("float32") for shape in ((30, 21), (13, 30), (21, 13)))
    out = _mapped(any_device, c, image=False)
    autoblas.gemm(
        _mapped(any_device, a, image=True),
        _mapped(any_device, b, image=True),
        c=out,
        trans_a="T",
        trans_b="T",
        beta=-1.0,
    )
    with out.mapped(write=False) as view:
        assert np.array_equal(np.asarray(view), a.T @ b.T - c)


def test_what_cannot_be_done_is_said(any_device):
    """An image is not read while it is written, and a mapped operand is not the device's."""
    x = np.ones((8, 8), "float32")
    image = _mapped(any_device, x, image=True)
    with pytest.raises(ArgumentError, match="beta"):
        autoblas.gemm(
            _mapped(any_device, x, image=False), _mapped(any_device, x, image=False), c=image, beta=1.0
        )
    operand = _mapped(any_device, x, image=False)
    with operand.mapped(), pytest.raises(MappingError):
        autoblas.gemm(operand, image)
