"""What the pages of routines say beyond docstrings: each routine's formula, and its counts of operations and bytes.

Counts are expressions in the sizes that the page names, and in ``s``, the bytes of an element. Operations are those on
real numbers. Bytes are of operands that are read once and results that are written once. A test compares the counts with
those that the tuner works with (``tests/test_routine_facts.py``).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["CALLS", "FACTS", "FAMILIES", "GROUPS", "Facts", "Group", "pretty"]


@dataclass(frozen=True)
class Facts:
    """The formula of a routine, and what a call costs.

    Attributes:
        formula: What is computed.
        operations: An expression in sizes.
        bytes: An expression in sizes and ``s``.
        sizes: What the names in the expressions mean.
        note: What else there is to say of the cost.
    """

    formula: str
    operations: str
    bytes: str
    sizes: str
    note: str = ""


N = "n elements a vector"
MN = "A of shape (m, n)"
NN = "A of shape (n, n)"
BAND = "A of shape (n, n), k diagonals beside the main one"
RANKED = "C of shape (n, n), sums of k terms"
LEFT = "A of shape (m, m), B of shape (m, n)"
ITEMS = "b items"
HERMITIAN = "Of complex types, which this routine is for: four multiplications and four additions a term."
NONE = "0"

FACTS: dict[str, Facts] = {
    # Vectors.
    "swap": Facts("x ↔ y", NONE, "4*n*s", N),
    "scal": Facts("x ← α x", "n", "2*n*s", N),
    "copy": Facts("y ← x", NONE, "2*n*s", N),
    "axpy": Facts("y ← α x + y", "2*n", "3*n*s", N),
    "axpby": Facts("y ← α x + β y", "3*n", "3*n*s", N),
    "had": Facts("zᵢ ← α xᵢ yᵢ + β zᵢ", "4*n", "4*n*s", N),
    "rot": Facts("(x, y) ← (c x + s y, c y − s̄ x)", "6*n", "4*n*s", N),
    "rotm": Facts("(x, y) ← (h₁₁ x + h₁₂ y, h₂₁ x + h₂₂ y)", "6*n", "4*n*s", N),
    "rotg": Facts("[c s; −s̄ c] (a, b)ᵀ = (r, 0)ᵀ", "", "", "", "A few operations on the host."),
    "rotmg": Facts("H (√d₁ x₁, √d₂ y₁)ᵀ = (∗, 0)ᵀ", "", "", "", "A few operations on the host."),
    "dot": Facts("Σ xᵢ yᵢ", "2*n", "2*n*s", N),
    "dotu": Facts("Σ xᵢ yᵢ", "2*n", "2*n*s", N),
    "dotc": Facts("Σ x̄ᵢ yᵢ", "2*n", "2*n*s", N),
    "sdsdot": Facts("α + Σ xᵢ yᵢ", "2*n", "2*n*s", N),
    "dsdot": Facts("Σ xᵢ yᵢ", "2*n", "2*n*s", N),
    "nrm2": Facts("√Σ |xᵢ|²", "2*n", "n*s", N),
    "asum": Facts("Σ (|Re xᵢ| + |Im xᵢ|)", "n", "n*s", N),
    "sum": Facts("Σ xᵢ", "n", "n*s", N),
    "iamax": Facts("the first i with the largest |Re xᵢ| + |Im xᵢ|", "n", "n*s", N, "Operations are comparisons."),
    "iamin": Facts("the first i with the least |Re xᵢ| + |Im xᵢ|", "n", "n*s", N, "Operations are comparisons."),
    "imax": Facts("the first i with the largest xᵢ", "n", "n*s", N, "Operations are comparisons."),
    "imin": Facts("the first i with the least xᵢ", "n", "n*s", N, "Operations are comparisons."),
    "axpy_batched": Facts("yᵢ ← αᵢ xᵢ + yᵢ", "2*b*n", "3*b*n*s", f"{ITEMS}, {N}"),
    "axpy_offsets": Facts("yᵢ ← αᵢ xᵢ + yᵢ", "2*b*n", "3*b*n*s", f"{ITEMS}, {N}"),
    # A matrix and vectors.
    "gemv": Facts("y ← α op(A) x + β y", "2*m*n", "(m*n + m + n)*s", MN),
    "gbmv": Facts("y ← α op(A) x + β y", "2*n*(2*k + 1)", "(n*(2*k + 1) + 2*n)*s", f"{BAND} on each side"),
    "symv": Facts("y ← α A x + β y,  Aᵀ = A", "2*n*n", "(n*n/2 + 2*n)*s", NN),
    "hemv": Facts("y ← α A x + β y,  Aᴴ = A", "8*n*n", "(n*n/2 + 2*n)*s", NN, HERMITIAN),
    "sbmv": Facts("y ← α A x + β y,  Aᵀ = A", "4*n*(k + 1)", "(n*(k + 1) + 2*n)*s", BAND),
    "hbmv": Facts("y ← α A x + β y,  Aᴴ = A", "16*n*(k + 1)", "(n*(k + 1) + 2*n)*s", BAND, HERMITIAN),
    "spmv": Facts("y ← α A x + β y,  Aᵀ = A", "2*n*n", "(n*n/2 + 2*n)*s", NN),
    "hpmv": Facts("y ← α A x + β y,  Aᴴ = A", "8*n*n", "(n*n/2 + 2*n)*s", NN, HERMITIAN),
    "trmv": Facts("x ← op(A) x", "n*n", "(n*n/2 + 2*n)*s", NN),
    "tbmv": Facts("x ← op(A) x", "2*n*(k + 1)", "(n*(k + 1) + 2*n)*s", BAND),
    "tpmv": Facts("x ← op(A) x", "n*n", "(n*n/2 + 2*n)*s", NN),
    "trsv": Facts("x ← op(A)⁻¹ x", "n*n", "(n*n/2 + 2*n)*s", NN),
    "tbsv": Facts("x ← op(A)⁻¹ x", "2*n*(k + 1)", "(n*(k + 1) + 2*n)*s", BAND),
    "tpsv": Facts("x ← op(A)⁻¹ x", "n*n", "(n*n/2 + 2*n)*s", NN),
    "ger": Facts("A ← α x yᵀ + A", "2*m*n", "(2*m*n + m + n)*s", MN),
    "geru": Facts("A ← α x yᵀ + A", "8*m*n", "(2*m*n + m + n)*s", MN, HERMITIAN),
    "gerc": Facts("A ← α x yᴴ + A", "8*m*n", "(2*m*n + m + n)*s", MN, HERMITIAN),
    "syr": Facts("A ← α x xᵀ + A", "n*n", "(n*n + n)*s", NN),
    "her": Facts("A ← α x xᴴ + A", "4*n*n", "(n*n + n)*s", NN, HERMITIAN),
    "spr": Facts("A ← α x xᵀ + A", "n*n", "(n*n + n)*s", NN),
    "hpr": Facts("A ← α x xᴴ + A", "4*n*n", "(n*n + n)*s", NN, HERMITIAN),
    "syr2": Facts("A ← α (x yᵀ + y xᵀ) + A", "2*n*n", "(n*n + 2*n)*s", NN),
    "her2": Facts("A ← α x yᴴ + ᾱ y xᴴ + A", "8*n*n", "(n*n + 2*n)*s", NN, HERMITIAN),
    "spr2": Facts("A ← α (x yᵀ + y xᵀ) + A", "2*n*n", "(n*n + 2*n)*s", NN),
    "hpr2": Facts("A ← α x yᴴ + ᾱ y xᴴ + A", "8*n*n", "(n*n + 2*n)*s", NN, HERMITIAN),
    "gemv_batched": Facts("yᵢ ← αᵢ op(Aᵢ) xᵢ + βᵢ yᵢ", "2*b*m*n", "b*(m*n + m + n)*s", f"{ITEMS}, each {MN}"),
    "gemv_offsets": Facts("yᵢ ← αᵢ op(Aᵢ) xᵢ + βᵢ yᵢ", "2*b*m*n", "b*(m*n + m + n)*s", f"{ITEMS}, each {MN}"),
    # Matrices.
    "gemm": Facts(
        "C ← α op(A) op(B) + β C", "2*m*n*k", "(m*k + k*n + m*n)*s", "C of shape (m, n), sums of k terms"
    ),
    "gemm_batched": Facts(
        "Cᵢ ← αᵢ op(Aᵢ) op(Bᵢ) + βᵢ Cᵢ", "2*b*m*n*k", "b*(m*k + k*n + m*n)*s",
        f"{ITEMS}, each C of shape (m, n), sums of k terms", "An operand that all items share is read once.",
    ),
    "gemm_offsets": Facts(
        "Cᵢ ← αᵢ op(Aᵢ) op(Bᵢ) + βᵢ Cᵢ", "2*b*m*n*k", "b*(m*k + k*n + m*n)*s",
        f"{ITEMS}, each C of shape (m, n), sums of k terms", "An operand that all items share is read once.",
    ),
    "gemmt": Facts("a triangle of C ← α op(A) op(B) + β C", "n*n*k", "(2*n*k + n*n/2)*s", RANKED),
    "symm": Facts("C ← α A B + β C  or  α B A + β C,  Aᵀ = A", "2*m*m*n", "(m*m/2 + 2*m*n)*s", LEFT),
    "hemm": Facts("C ← α A B + β C  or  α B A + β C,  Aᴴ = A", "8*m*m*n", "(m*m/2 + 2*m*n)*s", LEFT, HERMITIAN),
    "syrk": Facts("a triangle of C ← α A Aᵀ + β C  or  α Aᵀ A + β C", "n*n*k", "(n*k + n*n/2)*s", RANKED),
    "herk": Facts("a triangle of C ← α A Aᴴ + β C  or  α Aᴴ A + β C", "4*n*n*k", "(n*k + n*n/2)*s", RANKED, HERMITIAN),
    "syr2k": Facts(
        "a triangle of C ← α (A Bᵀ + B Aᵀ) + β C  or  α (Aᵀ B + Bᵀ A) + β C", "2*n*n*k", "(2*n*k + n*n/2)*s", RANKED
    ),
    "her2k": Facts(
        "a triangle of C ← α A Bᴴ + ᾱ B Aᴴ + β C  or  α Aᴴ B + ᾱ Bᴴ A + β C", "8*n*n*k", "(2*n*k + n*n/2)*s",
        RANKED, HERMITIAN,
    ),
    "trmm": Facts("B ← α op(A) B  or  α B op(A)", "m*m*n", "(m*m/2 + 2*m*n)*s", LEFT),
    "trsm": Facts("B ← α op(A)⁻¹ B  or  α B op(A)⁻¹", "m*m*n", "(m*m/2 + 2*m*n)*s", LEFT),
    "trsm_batched": Facts(
        "Bᵢ ← α op(Aᵢ)⁻¹ Bᵢ  or  α Bᵢ op(Aᵢ)⁻¹", "b*m*m*n", "b*(m*m/2 + 2*m*n)*s", f"{ITEMS}, each {LEFT}"
    ),
    # Copies and convolutions.
    "omatcopy": Facts("B ← α op(A)", NONE, "2*m*n*s", MN),
    "imatcopy": Facts("A ← α op(A)", NONE, "2*m*n*s", MN),
    "im2col": Facts(
        "the patches of an image, as columns", NONE, "(c*h*w + c*t*p)*s",
        "c channels of (h, w), t taps a window, p positions",
    ),
    "col2im": Facts(
        "image ← image + the columns, where they came from", "c*t*p", "(c*t*p + 2*c*h*w)*s",
        "c channels of (h, w), t taps a window, p positions",
    ),
    "convgemm": Facts(
        "out[k] ← Σ kernels[k] · what the window sees", "2*q*c*t*p", "(c*h*w + q*c*t + q*p)*s",
        "c channels of (h, w), q kernels of t taps, p positions",
    ),
}  # fmt: skip
"""Every routine, in the order of the pages."""


class Group(NamedTuple):
    """A level of BLAS.

    Attributes:
        title: The heading of its page.
        page: The name of its page.
    """

    title: str
    page: str


_ORDER = [*FACTS]

GROUPS = {
    Group("Level 1: vectors", "level1"): _ORDER[: _ORDER.index("gemv")],
    Group("Level 2: matrix-vector", "level2"): _ORDER[_ORDER.index("gemv") : _ORDER.index("gemm")],
    Group("Level 3: matrices", "level3"): _ORDER[_ORDER.index("gemm") : _ORDER.index("omatcopy")],
    Group("Copies and convolutions", "copies"): _ORDER[_ORDER.index("omatcopy") :],
}
"""The groups of routines, and what each has."""

FAMILIES = (
    "gemm gemm_batched gemm_offsets gemmt symm trmm : gemv",
    "syrk herk syr2k her2k gemmt : gemm",
    "symm hemm : gemm symv",
    "trsm trsm_batched : trmm trsv",
    "gemv gemv_batched gemv_offsets gbmv : symv trmv gemm",
    "symv sbmv spmv : hemv gemv symm",
    "hemv hbmv hpmv : symv gemv hemm",
    "trmv tbmv tpmv : trsv gemv trmm",
    "trsv tbsv tpsv : trmv trsm",
    "ger geru gerc : syr her gemm",
    "syr spr syr2 spr2 : ger her syrk",
    "her hpr her2 hpr2 : ger syr herk",
    "swap scal copy :",
    "axpy axpby axpy_batched axpy_offsets : scal",
    "had : axpby",
    "rot rotg rotm rotmg :",
    "dot dotu dotc sdsdot dsdot : nrm2",
    "nrm2 asum sum : dot",
    "iamax iamin imax imin :",
    "omatcopy imatcopy : copy",
    "im2col col2im convgemm : gemm_batched",
)
"""Routines that compute something close to each other, and after the colon those that the pages of these lead to besides."""

CALLS = (
    "default_queue", "devices", "prepare", "pool_results", "release_memory", "mapped_empty", "pinned_empty", "forget_crossovers",
)  # fmt: skip
"""Functions that are no routines, with pages of their own."""


def pretty(expression: str) -> str:
    """An expression as people write it: ``2*n*n + n`` as ``2 n² + n``."""
    text = re.sub(r"\b([a-z])\*\1\b", r"\1²", expression)
    return text.replace("*", " ")
