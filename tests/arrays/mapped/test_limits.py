"""Refusals of ``mapped_empty`` before it allocates: too large arrays, images of no device, wrong arguments."""

import dataclasses
from types import SimpleNamespace
from typing import Any

import numpy as np
import pyopencl as cl
import pytest

from autoblas.arrays.mapped import array
from autoblas.arrays.mapped.array import largest_square
from autoblas.calls import memory
from autoblas.calls.memory import mapped_empty
from autoblas.errors import ArgumentError, PrecisionError, ShapeError
from support.rig import Rig


@pytest.fixture
def no_memory(monkeypatch):
    """A test in which nothing may be allocated on a device."""

    def refused(*args, **kwargs):
        raise AssertionError("something was allocated")

    monkeypatch.setattr(cl, "Buffer", refused)
    monkeypatch.setattr(array, "_image", refused)


def _with_facts(monkeypatch: pytest.MonkeyPatch, rig: Rig, **changes: Any) -> Any:
    """Let the device claim something else."""
    facts = dataclasses.replace(rig.device.facts, **changes)
    monkeypatch.setattr(memory, "queue_device", lambda queue: SimpleNamespace(facts=facts))
    return facts


def test_three_of_the_largest_squares_fit(any_device):
    """Each in one allocation and all three in memory, and one row more would not."""
    facts = any_device.device.facts
    for size in (2, 4, 8):
        n = largest_square(facts, size)
        assert n * n * size <= facts.max_alloc_bytes
        assert 3 * n * n * size <= facts.memory_bytes
        larger = (n + 1) ** 2 * size
        assert larger > facts.max_alloc_bytes or 3 * larger > facts.memory_bytes


@pytest.mark.usefixtures("no_memory")
def test_too_large_a_matrix_is_refused(any_device):
    """Before anything is allocated, in a sentence that names the largest square."""
    n = largest_square(any_device.device.facts, 4)
    with pytest.raises(ShapeError, match=f"up to {n} rows") as caught:
        mapped_empty((n + 1, n + 1), "float32", queue=any_device.queue)
    assert caught.value.argument == "shape"


@pytest.mark.parametrize(("alloc", "memory"), [(4 * 10 * 10, 10**6), (10**6, 3 * 4 * 10 * 10)])
def test_the_bound_is_the_smaller_of_two(monkeypatch, pocl, alloc, memory):
    """Of an allocation and a third of the memory; what just fits is taken, in either kind of memory."""
    facts = _with_facts(monkeypatch, pocl, max_alloc_bytes=alloc, memory_bytes=memory)
    assert largest_square(facts, 4) == 10
    for shape, image in (((10, 10), False), ((100,), False), ((8, 12), True)):
        assert mapped_empty(shape, "float32", image=image, queue=pocl.queue).shape == shape
    with pytest.raises(ShapeError):
        mapped_empty((9, 12), "float32", image=True, queue=pocl.queue)
    for large in ((11, 10), (101,), (2, 3, 17)):
        with pytest.raises(ShapeError, match="up to 10 rows"):
            mapped_empty(large, "float32", queue=pocl.queue)


@pytest.mark.usefixtures("no_memory")
def test_images_have_limits_of_their_own(monkeypatch, pocl):
    """Width in texels, height in rows, formats, and whether there are any."""
    _with_facts(monkeypatch, pocl, max_image=(4, 6))
    for shape, dtype in (((1, 17), "float32"), ((7, 1), "float32"), ((1, 9), "float64")):
        with pytest.raises(ShapeError, match=r"at most \(6, "):
            mapped_empty(shape, dtype, image=True, queue=pocl.queue)
    monkeypatch.setattr(cl, "get_supported_image_formats", lambda *args: [])
    with pytest.raises(PrecisionError, match="has images"):
        mapped_empty((2, 2), "float32", image=True, queue=pocl.queue)
    _with_facts(monkeypatch, pocl, images=False)
    with pytest.raises(ArgumentError, match="no images"):
        mapped_empty((2, 2), "float32", image=True, queue=pocl.queue)


@pytest.mark.usefixtures("no_memory")
@pytest.mark.parametrize(
    ("argument", "shape", "kwargs"),
    [
        ("shape", (), {}),
        ("shape", (2, -1), {}),
        ("shape", (2.5, 2), {}),
        ("shape", "22", {}),
        ("shape", (5,), {"image": True}),
        ("shape", (2, 2, 2), {"image": True}),
        ("dtype", (2, 2), {"dtype": "uint16"}),
        ("dtype", (2, 2), {"dtype": "int64", "image": True}),
        ("dtype", (2, 2), {"dtype": "no type"}),
        ("dtype", (2, 2), {"dtype": np.dtype("f4").newbyteorder()}),
        ("queue", (2, 2), {"queue": 5}),
    ],
)
def test_wrong_arguments_are_named(pocl, argument, shape, kwargs):
    """Before anything is allocated."""
    with pytest.raises(ArgumentError) as caught:
        mapped_empty(shape, **{"dtype": "float32", "queue": pocl.queue, **kwargs})
    assert caught.value.argument == argument
