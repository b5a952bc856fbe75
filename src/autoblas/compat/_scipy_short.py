"""The fast path of SciPy's wrappers to the host's BLAS: functions generated from their signatures and the rows of BLAS.

Usual calls have arrays of the wrapper's type, no increments or offsets, and lengths that fit each other. For other calls,
and those that the fast path of a routine does not compute, these functions return None or raise an exception of Python's.
Then a ``Frame`` examines the arguments.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.arrays.words import made
from autoblas.blas.cached_calls import ROUTINES
from autoblas.blas.host.expressions import EXPRESSIONS, axpy_fast_path, dot_fast_path
from autoblas.blas.host.fast_path import host_fast_path
from autoblas.blas.host.rows import ROWS
from autoblas.blas.level1.rotation import complex_rotation, modified_rotation_of, real_rotation
from autoblas.precision import precision_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["UNUSUAL", "short_wrapper"]

UNUSUAL = (TypeError, ValueError, AttributeError, IndexError, KeyError)
"""Exceptions that these functions raise of unusual arguments, before anything is written."""

FLAGS = {"side": "LR", "lower": "UL", "diag": "NU", "trans": "NTC", "trans_a": "NTC", "trans_b": "NTC"}
"""The letters of BLAS for the numbers of options."""

IN_PLACE = {"axpy", "copy", "swap", "scal"}
"""Routines that overwrite a dense output without an option ``overwrite``."""

AT_ONCE = {"axpy": axpy_fast_path, "dot": dot_fast_path, "dotu": dot_fast_path}
"""Faster functions for dense vectors."""

NEW = {"syr", "her", "syr2", "her2"}
"""Routines that need an output, for which a wrapper without that argument makes a square matrix of zeros."""


def short_wrapper(
    name: str, required: Sequence[str], names: Sequence[str], dtype: np.dtype[Any]
) -> Callable[..., Any]:
    """A function that computes the usual calls of a wrapper, and returns None of others.

    Args:
        name: The wrapper.
        required: The arguments without defaults.
        names: All arguments, in order.
        dtype: The type of its arrays.
    """
    bases = name[1:], name[2:], f"i{name[2:]}"  # saxpy, names with two letters of types, and isamax
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
            lines.append(f"original, {x} = {x}, {x}.copy('F')")
        elif base in IN_PLACE and "overwrite_x" not in names:
            lines.append(f"if not {x}.flags.forc: return None")
        else:
            lines += _copied(base, x, names)
    operands = ", ".join(f"{x}={x}" for x in arrays)
    factors = {"alpha": "a"} if base in {"axpy", "scal"} else {x: x for x in ("alpha", "c", "s", "param")}
    factors = {x: value for x, value in factors.items() if value in names and x not in arrays}
    options = [f"{x}={value}" for x, value in factors.items()]
    if "beta" in names:
        options.append("beta=beta")
    letters = {"lower": "uplo", "trans_a": "trans_a" if base == "gemm" else "trans"}
    options += [f"{letters.get(x, x)}={x.upper()}[{x}]" for x in FLAGS if x in names]
    if base == "gbmv":
        options += ["kl=kl", "ku=ku", "shape=(m, n)"]
    call = f"short({', '.join((operands, *options))})"
    if base in AT_ONCE:
        factor = "{'alpha': a}" if base == "axpy" else "{}"
        lines.append(f"result = at_once((x, y), {factor})")
        lines.append(f"if result is not None: return result{'' if written else '.item()'}")
    if "!" in words[-1] or "~" in words[-1]:  # without a finite result the operand stays, for the routine
        overwrites = f"overwrite_{written[0]} and original.flags.f_contiguous"
        lines += [f"result = {call}", f"if result is None or not ({overwrites}): return result"]
        lines += ["original[...] = result", "return original"]
    elif written:
        lines.append(f"return {call}")
    else:  # a number, as one of Python's
        lines += [f"number = {call}", "return None if number is None else number.item()"]
    flags = {x.upper(): dict(enumerate(letters)) for x, letters in FLAGS.items()}
    names_in_text = {
        **flags,
        "at_once": AT_ONCE.get(base),
        "dtype": dtype,
        "short": host_fast_path(routine, columns=True),
        "zeros": np.zeros,
    }
    function: Callable[..., Any] = made(head, lines, names_in_text, __name__)
    return function


def _rotation(base: str, dtype: np.dtype[Any]) -> Callable[..., Any]:
    """``rotg`` or ``rotmg`` of Python's numbers."""
    precision = precision_of(dtype)
    scalar: Any = complex if precision.is_complex else float
    accepted, rounded = {float, int, scalar}, dtype.type
    rotation: Callable[..., tuple[Any, ...]] = complex_rotation if precision.is_complex else real_rotation

    def rotg(a: Any, b: Any) -> Any:
        if type(a) not in accepted or type(b) not in accepted:
            return None
        c, s, *_ = rotation(scalar(a), scalar(b))
        return scalar(rounded(c)), scalar(rounded(s))

    def rotmg(d1: Any, d2: Any, x1: Any, y1: Any) -> Any:
        numbers = d1, d2, x1, y1
        if not accepted.issuperset(map(type, numbers)):
            return None
        return modified_rotation_of(precision, *map(scalar, numbers)).param

    return rotg if base == "rotg" else rotmg


def _sizes(base: str, names: Sequence[str]) -> list[str]:
    """Statements that return None for increments, offsets, and sizes other than those of the arrays."""
    lines = [f"if {x} is not None: return None" for x in names if x in {"incx", "incy", "offx", "offy"}]
    if "n" in names and base != "gbmv":
        lines.append("if n is not None and n != x.size: return None")
    if "k" in names:
        lines.append("if k != a.shape[0] - 1: return None")
    return lines


def _copied(base: str, name: str, names: Sequence[str]) -> list[str]:
    """Statements that copy an output unless it may be overwritten, and create one for ``NEW`` routines."""
    copy = f"if not (overwrite_{name} and {name}.flags.f_contiguous): {name} = {name}.copy('F')"
    if base in NEW:
        return [f"if {name} is None: {name} = zeros((x.size, x.size), dtype, 'F')", f"el{copy}"]
    checks = [f"if {name} is None and beta != 0: return None"] if "beta" in names else []
    return [*checks, f"if {name} is not None and{copy.removeprefix('if')}"]
