"""The short way of SciPy's wrappers to the host's BLAS: functions made from their signatures and the rows of BLAS.

Usual calls give arrays of the wrapper's type, no increments or offsets, and lengths that fit each other. All else, and
whatever the short way of a routine leaves, is None here, or an exception of Python's own; then a ``Frame`` takes the
arguments apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.arrays.words import made
from autoblas.blas.host.expressions import EXPRESSIONS, axpy_at_once, dot_at_once
from autoblas.blas.host.rows import ROWS
from autoblas.blas.host.short import short_way
from autoblas.blas.keyed import ROUTINES
from autoblas.blas.level1.rotation import complex_rotation, modified_rotation_of, real_rotation
from autoblas.precision import precision_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["UNUSUAL", "short_wrapper"]

UNUSUAL = (TypeError, ValueError, AttributeError, IndexError, KeyError)
"""What these functions raise of arguments of other kinds than usual ones, before anything is written."""

FLAGS = {"side": "LR", "lower": "UL", "diag": "NU", "trans": "NTC", "trans_a": "NTC", "trans_b": "NTC"}
"""The letters that options stand for."""

IN_PLACE = {"axpy", "copy", "swap", "scal"}
"""What they write is written whatever else is said, if it is dense."""

AT_ONCE = {"axpy": axpy_at_once, "dot": dot_at_once, "dotu": dot_at_once}
"""What computes dense vectors in less time."""

NEW = {"syr", "her", "syr2", "her2"}
"""Routines without an output of None, of which a wrapper makes a matrix of the order that vectors have."""


def short_wrapper(
    name: str, required: Sequence[str], names: Sequence[str], dtype: np.dtype[Any]
) -> Callable[..., Any]:
    """A function that computes the usual calls of a wrapper, and returns None of others.

    Args:
        name: The wrapper.
        required: The arguments that must be given.
        names: All arguments, in order.
        dtype: The type of its arrays.
    """
    bases = name[1:], name[2:], f"i{name[2:]}"  # isamax, and those that have letters of two types
    base = next((base for base in bases if base in ROWS or base in EXPRESSIONS), None)
    if base is None:
        return _rotation(name[1:], dtype)
    routine = next(x for x in ROUTINES.values() if x.__name__ == base)
    defaults = {x: " = 0" if x in FLAGS or x.startswith("overwrite_") else " = None" for x in names}
    defaults |= {"beta": " = 0.0"} | dict.fromkeys(required, "")
    defaults |= {"a": " = 1.0"} if base == "axpy" else {}
    head = f"{name}({', '.join(f'{x}{defaults[x]}' for x in names)})"
    words = ROWS[base].operands.split() if base in ROWS else [f"{x}:" for x in names if x in {"x", "y"}]
    arrays = [word.partition(":")[0] for word in words if ":" in word]
    written = [x for x, word in zip(arrays, (w for w in words if ":" in w), strict=True) if "=" in word]
    written = {"axpy": ["y"], "scal": ["x"], "rotm": ["x", "y"]}.get(base, written)
    lines = [f"if {arrays[0]}.dtype != dtype: return None", *_sizes(base, names)]
    for x in written:
        if "!" in words[-1] or "~" in words[-1]:
            lines.append(f"given, {x} = {x}, {x}.copy('F')")
        elif base in IN_PLACE and "overwrite_x" not in names:
            lines.append(f"if not {x}.flags.forc: return None")
        else:
            lines += _copied(base, x, names)
    given = ", ".join(f"{x}={x}" for x in arrays)
    factors = {"alpha": "a"} if base in {"axpy", "scal"} else {x: x for x in ("alpha", "c", "s", "param")}
    factors = {x: value for x, value in factors.items() if value in names and x not in arrays}
    options = [f"{x}={value}" for x, value in factors.items()]
    if "beta" in names:
        options.append("beta=beta")
    letters = {"lower": "uplo", "trans_a": "trans_a" if base == "gemm" else "trans"}
    options += [f"{letters.get(x, x)}={x.upper()}[{x}]" for x in FLAGS if x in names]
    if base == "gbmv":
        options += ["kl=kl", "ku=ku", "shape=(m, n)"]
    call = f"short({', '.join((given, *options))})"
    if base in AT_ONCE:
        usual = "{'alpha': a}" if base == "axpy" else "{}"
        lines.append(f"done = at_once((x, y), {usual})")
        lines.append(f"if done is not None: return done{'' if written else '.item()'}")
    if "!" in words[-1] or "~" in words[-1]:  # whose result may be one that is not taken
        given = f"overwrite_{written[0]} and given.flags.f_contiguous"
        lines += [f"done = {call}", f"if done is None or not ({given}): return done", "given[...] = done"]
        lines.append("return given")
    elif written:
        lines.append(f"return {call}")
    else:  # a number, as one of Python's
        lines += [f"number = {call}", "return None if number is None else number.item()"]
    flags = {x.upper(): dict(enumerate(letters)) for x, letters in FLAGS.items()}
    used = {
        **flags,
        "at_once": AT_ONCE.get(base),
        "dtype": dtype,
        "short": short_way(routine, columns=True),
        "zeros": np.zeros,
    }
    function: Callable[..., Any] = made(head, lines, used, __name__)
    return function


def _rotation(base: str, dtype: np.dtype[Any]) -> Callable[..., Any]:
    """``rotg`` or ``rotmg`` of numbers of Python's."""
    precision = precision_of(dtype)
    kind: Any = complex if precision.is_complex else float
    usual, rounded = {float, int, kind}, dtype.type
    rotation: Callable[..., tuple[Any, ...]] = complex_rotation if precision.is_complex else real_rotation

    def rotg(a: Any, b: Any) -> Any:
        if type(a) not in usual or type(b) not in usual:
            return None
        c, s, *_ = rotation(kind(a), kind(b))
        return kind(rounded(c)), kind(rounded(s))

    def rotmg(d1: Any, d2: Any, x1: Any, y1: Any) -> Any:
        given = d1, d2, x1, y1
        if not usual.issuperset(map(type, given)):
            return None
        return modified_rotation_of(precision, *map(kind, given)).param

    return rotg if base == "rotg" else rotmg


def _sizes(base: str, names: Sequence[str]) -> list[str]:
    """Statements that leave increments, offsets, and sizes that are not those of the arrays."""
    lines = [f"if {x} is not None: return None" for x in names if x in {"incx", "incy", "offx", "offy"}]
    if "n" in names and base != "gbmv":
        lines.append("if n is not None and n != x.size: return None")
    if "k" in names:
        lines.append("if k != a.shape[0] - 1: return None")
    return lines


def _copied(base: str, name: str, names: Sequence[str]) -> list[str]:
    """Statements that copy an output that is not to be written; where none is given, it is made here or by the routine."""
    copy = f"if not (overwrite_{name} and {name}.flags.f_contiguous): {name} = {name}.copy('F')"
    if base in NEW:
        return [f"if {name} is None: {name} = zeros((x.size, x.size), dtype, 'F')", f"el{copy}"]
    checks = [f"if {name} is None and beta != 0: return None"] if "beta" in names else []
    return [*checks, f"if {name} is not None and{copy.removeprefix('if')}"]
