"""Whose records may serve a problem of another class: only those of kernels and rows alike."""

from typing import Any

import pytest

from autoblas.precision import COMPLEX64, FLOAT32
from autoblas.problems.matvec import Matvec
from autoblas.problems.vector import Reduce

BAND: dict[str, Any] = {"storage": "band", "kl": 3, "ku": 3}

PAIRS: tuple[tuple[Any, Any, bool], ...] = (
    (Reduce("iamax", 999, FLOAT32), Reduce("imin", 999, COMPLEX64, strided=True), True),
    (Reduce("iamax", 999, FLOAT32), Reduce("asum", 999, FLOAT32), False),
    (Reduce("dot", 999, FLOAT32), Reduce("asum", 999, FLOAT32, items=3), True),
    (
        Matvec(9, 9, FLOAT32),
        Matvec(9, 9, COMPLEX64, storage="packed", form="triangular", triangle="upper"),
        True,
    ),
    (Matvec(9, 9, FLOAT32), Matvec(9, 9, FLOAT32, **BAND), False),
    (Matvec(9, 9, FLOAT32, **BAND), Matvec(9, 9, COMPLEX64, **BAND), True),
    (Matvec(9, 9, FLOAT32), Matvec(9, 9, FLOAT32, form="symmetric", triangle="upper"), False),
)


@pytest.mark.parametrize(("problem", "record", "serve"), PAIRS, ids=str)
def test_records_serve_problems_of_their_kind(problem, record, serve):
    """In both directions."""
    assert problem.accepts(record.signature) is serve
    assert record.accepts(problem.signature) is serve
