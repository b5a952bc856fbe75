"""Routines of level 3 on NumPy arrays that do not fit on a device, as calls of the same routine and of gemm on halves.

Each function makes the calls in the order in which they are done; each of them takes about half of the memory, and is
divided again where that is still too much. The larger of what may be divided is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

    from autoblas.blas.level3.triangular import TriangularArguments
    from autoblas.problems import Triangle

    Array = np.ndarray[Any, np.dtype[Any]]
    Product = Callable[[Array, Array, Array, tuple[Any, Any], tuple[str, str]], None]

__all__ = [
    "Mirrored",
    "multiply_bisected",
    "multiply_symmetric_bisected",
    "solve_bisected",
    "update_bisected",
]


def _parts(length: int) -> tuple[slice, slice]:
    middle = (length + 1) // 2
    return slice(0, middle), slice(middle, length)


def _along(left: bool, part: slice) -> tuple[slice, slice]:
    """The rows of a matrix that a factor on the left goes through, or its columns."""
    return (part, slice(None)) if left else (slice(None), part)


def _multiply(
    product: Product, left: bool, matrix: Array, letter: str, x: Array, c: Array, factors: tuple[Any, Any]
) -> None:
    """C = alpha op(M) X + beta C, or alpha X op(M) + beta C."""
    if left:
        product(matrix, x, c, factors, (letter, "N"))
    else:
        product(x, matrix, c, factors, ("N", letter))


def _corner(a: Array, call: TriangularArguments) -> Array:
    """The square or oblong part of A that couples both halves, as it is stored."""
    first, second = _parts(len(a))
    return a[second, first] if call.stored == "lower" else a[first, second]


def _coupled(call: TriangularArguments) -> tuple[int, int]:
    """The half of B that the other one enters, and that other one."""
    below = (call.triangle == "lower") is call.left
    return (1, 0) if below else (0, 1)


def solve_bisected(
    a: Array, b: Array, call: TriangularArguments, solve: Callable[..., Any], product: Product
) -> None:
    """op(A) X = alpha B, or X op(A) = alpha B: half of the unknowns, what they take from the others' right sides, the others.

    Args:
        a: A.
        b: B, which becomes X.
        call: The checked arguments.
        solve: Solves for some unknowns, given their part of A and of B, and a factor.
        product: Computes a product.
    """
    free = 1 if call.left else 0
    if b.shape[free] > len(a):
        for part in _parts(b.shape[free]):
            solve(a, b[_along(not call.left, part)], call.alpha)
        return
    target, source = _coupled(call)
    parts = _parts(len(a))
    x, y = (b[_along(call.left, parts[i])] for i in (source, target))
    solve(a[parts[source], parts[source]], x, call.alpha)
    _multiply(product, call.left, _corner(a, call), _letter(call), x, y, (-1.0, call.alpha))
    solve(a[parts[target], parts[target]], y, 1.0)


def multiply_bisected(
    a: Array, b: Array, call: TriangularArguments, multiply: Callable[..., Any], product: Product
) -> None:
    """B = alpha op(A) B, or alpha B op(A): the half that the other one enters, while that still has its old elements.

    Args:
        a: A.
        b: B, which becomes the product.
        call: The checked arguments.
        multiply: Multiplies a part of B by a part of A.
        product: Computes a product.
    """
    free = 1 if call.left else 0
    if b.shape[free] > len(a):
        for part in _parts(b.shape[free]):
            multiply(a, b[_along(not call.left, part)])
        return
    target, source = _coupled(call)
    parts = _parts(len(a))
    x, y = (b[_along(call.left, parts[i])] for i in (source, target))
    multiply(a[parts[target], parts[target]], y)
    _multiply(product, call.left, _corner(a, call), _letter(call), x, y, (call.alpha, 1.0))
    multiply(a[parts[source], parts[source]], x)


def _letter(call: TriangularArguments) -> str:
    return "C" if call.conjugated else "T" if call.flipped else "N"


class Mirrored(NamedTuple):
    """The checked arguments of a product with a symmetric or Hermitian matrix.

    Attributes:
        stored: The triangle that is read.
        left: It stands on the left.
        hermitian: The other triangle is its conjugate.
        alpha: Factor of the product.
        beta: Factor of the old C.
    """

    stored: Triangle
    left: bool
    hermitian: bool
    alpha: Any
    beta: Any


def multiply_symmetric_bisected(
    arrays: dict[str, Array], call: Mirrored, multiply: Callable[..., Any], product: Product
) -> None:
    """C = alpha A B + beta C, or alpha B A + beta C: A's halves on the diagonal, and the corner both ways.

    Args:
        arrays: A, B and C.
        call: The checked arguments.
        multiply: Multiplies parts of A and B into one of C, which is multiplied by a factor.
        product: Computes a product.
    """
    a, b, c = (arrays[name] for name in "abc")
    if b.shape[1 if call.left else 0] > len(a):
        for part in _parts(b.shape[1 if call.left else 0]):
            panel = _along(not call.left, part)
            multiply(a, b[panel], c[panel], call.beta)
        return
    first, second = _parts(len(a))
    lower = call.stored == "lower"
    corner = a[second, first] if lower else a[first, second]
    turned = "C" if call.hermitian else "T"
    (b1, c1), (b2, c2) = (
        (b[_along(call.left, part)], c[_along(call.left, part)]) for part in (first, second)
    )
    multiply(a[first, first], b1, c1, call.beta)
    multiply(a[second, second], b2, c2, call.beta)
    # On the left the lower corner leads from the first half to the second; on the right the other way round.
    as_stored, mirrored = ((b1, c2), (b2, c1)) if lower is call.left else ((b2, c1), (b1, c2))
    for letter, (x, y) in (("N", as_stored), (turned, mirrored)):
        _multiply(product, call.left, corner, letter, x, y, (call.alpha, 1.0))


def update_bisected(
    arrays: dict[str, Array],
    terms: Any,
    part: Triangle,
    beta: Any,
    update: Callable[..., Any],
    product: Product,
) -> None:
    """One triangle of C = the sum of products + beta C: its halves on the diagonal and the corner, or half of the terms.

    Args:
        arrays: A, B where there is one, and C.
        terms: The products: left operand, right operand and factor; of an operand its name, and whether it is transposed
            and conjugated.
        part: The triangle.
        beta: Factor of the old C.
        update: Computes a triangle from arrays of which lines along C, or along the sums, were left out; and a factor.
        product: Computes a product.
    """
    c = arrays["c"]
    n = len(c)
    flips = {name: (how[0], side) for pair in terms for side, (name, how) in enumerate(pair[:2])}

    def cut(lines: slice, depth: slice) -> dict[str, Array]:
        """Each input with some of its lines along C and some along the sums."""
        parts = {}
        for name, (flipped, side) in flips.items():
            along_rows = flipped is (side == 1)
            parts[name] = arrays[name][lines, depth] if along_rows else arrays[name][depth, lines]
        return parts

    name, (flipped, side) = next(iter(flips.items()))
    k = arrays[name].shape[1 if flipped is (side == 1) else 0]
    full = slice(None)
    if k > n:
        first, second = _parts(k)
        update(cut(full, first) | {"c": c}, beta)
        update(cut(full, second) | {"c": c}, 1.0)
        return
    halves = _parts(n)
    for half in halves:
        update(cut(half, full) | {"c": c[half, half]}, beta)
    rows, cols = halves[::-1] if part == "lower" else halves
    above, beside = cut(rows, full), cut(cols, full)
    for i, ((x, how_x), (y, how_y), scale) in enumerate(terms):
        letters = ["C" if conjugated else "T" if flipped else "N" for flipped, conjugated in (how_x, how_y)]
        factors = scale, beta if i == 0 else 1.0
        product(above[x], beside[y], c[rows, cols], factors, (letters[0], letters[1]))
