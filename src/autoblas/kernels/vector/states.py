"""States of a reduction: the accumulators of a work-item, their merging, and the result of the last one.

There are three kinds. A sum is one number. A norm whose squares may leave the range of their type is three sums, of
squares of large, medium and small numbers, scaled apart (J. L. Blue, "A portable Fortran program to find the Euclidean
norm of a vector", ACM TOMS 4, 1978, with the constants of E. Anderson, "Algorithm 978: Safe scaling in the level 1
BLAS", ACM TOMS 44, 2017). A search has the extreme number so far and its index.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from autoblas.emit.arguments import buffer, offsets, scalar
from autoblas.emit.scalars import write, zero

if TYPE_CHECKING:
    from autoblas.emit.arguments import Argument, Integer
    from autoblas.emit.dialect import Dialect
    from autoblas.emit.source import Source
    from autoblas.precision import Precision
    from autoblas.problems.vector import Finish, Index, Reduce

__all__ = ["NONE", "Guards", "Slot", "guards", "merge", "result", "result_arguments", "slots", "state_type"]

NONE = "~(ulong)0"
"""No index."""

INDICES: dict[Index, Integer] = {"int64": "long", "uint32": "uint", "int32": "int"}
"""The types of indices, as kernel arguments have them."""


class Slot(NamedTuple):
    """One number of a state.

    Attributes:
        name: Its variable.
        ctype: Its type.
        start: Its initial value.
    """

    name: str
    ctype: str
    start: str


class Guards(NamedTuple):
    """The constants of Blue's algorithm for one type, as C.

    Attributes:
        tiny: Numbers below are small: their squares lose digits.
        huge: Numbers above are large: their squares may overflow.
        up: Factor of small numbers.
        down: Factor of large numbers.
        low: A plain sum of squares above this lost no digits to small numbers.
        high: A plain sum of squares below this has no large numbers.
    """

    tiny: str
    huge: str
    up: str
    down: str
    low: str
    high: str


def guards(precision: Precision) -> Guards:
    """The constants of a real type: with t digits and exponents from e to E, those of Anderson's table 1."""
    digits, least, most = (53, -1021, 1024) if precision.double else (24, -125, 128)
    exponents = (
        -((1 - least) // 2),
        (most - digits + 1) // 2,
        -((least - digits) // 2),
        -((most + digits) // 2),
    )
    tiny, huge = exponents[:2]
    last = "" if precision.double else "f"
    # 2^16 terms that lost all of tiny^2 are less than an ulp of a sum beyond low.
    return Guards(*(f"0x1p{e}{last}" for e in (*exponents, 2 * tiny + digits + 16, 2 * huge)))


def slots(d: Dialect, q: Reduce | Finish) -> tuple[Slot, ...]:
    """The numbers of a state."""
    ctype = d.element(q.summed)
    if q.kind.kind == "index":
        return (
            Slot("where", d.offset, NONE),
            Slot("best", ctype, d.infinity if q.kind.least else f"-{d.infinity}"),
        )
    names = ("small", "medium", "large") if q.guarded else ("sum",)
    return tuple(Slot(name, ctype, zero(d, q.summed)) for name in names)


def merge(src: Source, q: Reduce | Finish, incoming: dict[str, str]) -> None:
    """Merge another state, given as expressions, into the one in the variables."""
    if q.kind.kind == "index":
        better = "<" if q.kind.least else ">"
        value, where = incoming["best"], incoming["where"]
        with src.block(f"if ({value} {better} best || ({value} == best && {where} < where))"):
            src(f"best = {value};")
            src(f"where = {where};")
    else:
        for name, value in incoming.items():
            src(f"{name} += {value};")


def result_type(q: Reduce | Finish) -> Precision | Integer:
    """The type of the result in memory."""
    if q.kind.kind == "index":
        return INDICES[q.index]
    return q.result


def result_arguments(q: Reduce | Finish) -> tuple[Argument, ...]:
    """The memory of the result, its offset there, and numbers that are added to it."""
    factors = (scalar(name, q.factors[name]) for name in q.kind.scalars)
    return (buffer("result", result_type(q), "write"), *offsets("result_offset"), *factors)


def state_type(q: Reduce | Finish) -> Precision | Integer:
    """The type of the first number of a state, by which the memory of all of them is declared."""
    return "offset" if q.kind.kind == "index" else q.summed


def result(src: Source, q: Reduce | Finish) -> None:
    """Write the result of the last state."""
    at = "result_offset + set" if q.batched else "result_offset"
    if q.kind.kind == "index":
        index = "(best == 0 ? where + 1 : 0)" if q.kind.zero else "where"
        src(f"result[{at}] = ({src.dialect.type(result_type(q))}){index};")
        return
    value = "2 * sum" if q.kind.logarithm else "sum"
    if q.guarded:
        value = norm(src, q)
    elif q.kind.kind == "norm":
        value = "sqrt(sum)"
    for name in q.kind.scalars:
        value = f"{name} + {value}"
    src(write(src.dialect, q.result, q.summed, 1, value, f"result + {at}"))


def norm(src: Source, q: Reduce | Finish) -> str:
    """The norm from the three sums; NaN was summed with the medium ones."""
    g, ctype = guards(q.summed), src.dialect.element(q.summed)
    src(f"{ctype} scale = 1, total = medium;")
    with src.block("if (large > 0)"):
        src(f"total = medium == 0 ? large : large + medium * {g.down} * {g.down};")
        src(f"scale = 1 / {g.down};")
    with src.block("else if (small > 0 && medium == 0)"):
        src("total = small;")
        src(f"scale = 1 / {g.up};")
    with src.block("else if (small > 0)"):
        src(f"const {ctype} a = sqrt(medium), b = sqrt(small) / {g.up};")
        src(f"const {ctype} most = b > a ? b : a, ratio = b > a ? a / b : b / a;")
        src("total = most * most * (1 + ratio * ratio);")
    return "scale * sqrt(total)"
