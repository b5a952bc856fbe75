"""Wrong arguments of many products of a matrix and a vector: named as they are called here."""

# mypy: disable-error-code="arg-type"
# Arguments that do not fit, and letters out of lists.

from typing import Any

import numpy as np
import pytest

import autoblas

pytestmark = pytest.mark.usefixtures("all_as_written")

ITEMS, M, N = 3, 21, 34


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
