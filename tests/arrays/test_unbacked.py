"""Arrays without memory."""

import itertools

import pytest

from autoblas.arrays import unbacked as module
from autoblas.arrays.unbacked import SPACING, unbacked
from autoblas.errors import ArgumentError


@pytest.mark.parametrize("order", ["C", "F"])
def test_layouts_are_those_of_arrays_with_memory(order):
    """Strides of rows or columns, also of elements that are not adjacent."""
    array = unbacked((3, 4), "float32", order=order)
    assert (array.shape, array.strides) == ((3, 4), (16, 4) if order == "C" else (4, 12))
    assert unbacked((5,), "float64", step=2).strides == (16,)
    assert unbacked((0, 4), "float64").shape == (0, 4)


def test_addresses_begin_again(monkeypatch):
    """After as many arrays as there are addresses; none is at 0, where NumPy expects no elements."""
    monkeypatch.setattr(module, "_counter", itertools.count((1 << 16) - 3))
    addresses = [unbacked((3,), "float32").ctypes.data for _ in range(4)]
    assert sorted(addresses) == [SPACING, 2 * SPACING, *addresses[:2]]


def test_what_no_machine_has_is_refused():
    """Arrays that would reach into the next one's addresses."""
    with pytest.raises(ArgumentError, match="sizes: expected arrays of less than"):
        unbacked((1 << 40, 1 << 40), "float32")
