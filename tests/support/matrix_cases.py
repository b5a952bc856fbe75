"""Problems on one matrix for the tests of kernels: copies of every form, triangular systems of every kind."""

import math
from collections.abc import Callable
from typing import Any, get_args

from autoblas.precision import COMPLEX64, COMPLEX128, FLOAT16, FLOAT32, FLOAT64
from autoblas.problems import Order
from autoblas.problems.base import MatrixForm
from autoblas.problems.matrix import MatrixCopy, Substitution
from support.element_types import FLOATS

COPY_FAMILIES = (MatrixCopy, Substitution)

FORMS: tuple[MatrixForm, ...] = get_args(MatrixForm)
ORDERS: tuple[Order, ...] = ("row", "col", "any", "col", "row")

SMALLEST_COPIES: dict[Any, tuple[tuple[int, ...], ...]] = {
    MatrixCopy: ((1, 1), (1, 9), (9, 1)),
    Substitution: ((1, 1), (2, 9), (9, 1)),
}

COPY_TILES: dict[str, Callable[[Any, Any], tuple[tuple[int, int], ...]]] = {
    "copy_matrix": lambda p, q: ((q.cols, p.wx * p.tile * p.tiles), (q.rows, p.wy * p.tile)),
    "substitute": lambda p, q: ((_slabs(p, q), p.items),),
    "substitute_teams": lambda p, q: ((math.ceil(q.items / p.matrices) * p.items, p.items),),
    "substitute_items": lambda p, q: ((math.ceil(q.items / (p.lanes * p.items)) * p.items, p.items),),
}


def _slabs(p: Any, q: Any) -> int:
    """Work-items that have columns of their own, and those that share them."""
    slabs = math.ceil(q.n / p.columns)
    return int((math.ceil(slabs / p.slabs) * p.items if p.teams > 1 else slabs) * q.items)


def walk_copies(family: type[Any], index: int) -> MatrixCopy | Substitution:
    """A problem that no tile divides; forms, types and orders have few common divisors in their numbers."""
    precision, order = FLOATS[index % len(FLOATS)], ORDERS[index // 3 % len(ORDERS)]
    items = (1, 3)[index % 7 == 5]
    if family is Substitution:
        kinds: dict[str, Any] = {"unit": index % 4 == 1, "conjugate": precision.is_complex and index % 3 == 1}
        kinds |= {
            "lower": index // 2 % 2 == 0,
            "type_a": FLOAT16 if index % 11 == 5 and precision is FLOAT32 else precision,
        }
        return Substitution(45, 38, precision, order, ORDERS[index % 5], items=items, **kinds)
    form = FORMS[index % len(FORMS)]
    narrow = {FLOAT32: FLOAT16, FLOAT64: FLOAT32, COMPLEX128: COMPLEX64}
    stored = narrow.get(precision, precision) if index % 3 == 2 else precision
    target: Order = "col" if index % 17 == 16 else "any" if index % 6 == 3 else "row"
    return MatrixCopy(
        45,
        45 if form != "general" else 71,
        precision,
        order,
        target,
        stored,
        form,
        lower=index // 2 % 2 == 0,
        unit=form != "general" and index % 5 == 1,
        conjugate=precision.is_complex and index % 4 != 2,
        scaled=index % 3 != 1,
        partial=form != "general" and index % 4 == 3,
        items=items,
    )
