"""The routines of the host's BLAS as CBLAS has them (netlib.org/blas, cblas.h): a row gives the order of the arguments."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["ROWS", "Row"]


class Row(NamedTuple):
    """How CBLAS is called.

    Attributes:
        letters: The names of the letters, in order; ``order``, where a routine has it, is that of the storage.
        sizes: The sizes that follow them, by the letters of extents.
        operands: Factors and arrays, in order. A factor with a dot is real. An array has its extents behind a colon, or
            its storage, ``band`` or ``packed``, and the letter that transposes it behind a slash. At the end stand ``=``
            where it is written, ``?=`` where a new one is made of None, ``!`` where a result that is not finite is left
            to the routine, and ``~`` where one of complex numbers is. With ``+`` a copy takes the place of a vector that
            runs backwards, beyond which OpenBLAS 0.3.31 reads. The extent ``s`` is that of the side which a triangle or
            a symmetric matrix is on.
        work: The operations, on real numbers, of products and solutions of level 3 without those of complex ones;
            elsewhere the bytes of the matrix count, or of all vectors.
        refused: A letter that means nothing to a routine on complex numbers.
    """

    letters: str
    sizes: str
    operands: str
    work: str = ""
    refused: str = ""


_MATVEC, _SOLVED = "alpha a:nn x:n beta y:n?=", "uplo trans diag"

ROWS = {
    "copy": Row("", "n", "x:n y:n?="),
    "swap": Row("", "n", "x:n= y:n="),
    "rot": Row("", "n", "x:n= y:n= c. s."),
    "gemv": Row("trans", "m n", "alpha a:mn x:n/trans beta y:m/trans?="),
    "gbmv": Row("trans order", "m n kl ku", "alpha a:band x:n/trans beta y:m/trans?="),
    "symv": Row("uplo", "n", _MATVEC),
    "hemv": Row("uplo", "n", _MATVEC),
    "sbmv": Row("uplo order", "n k", "alpha a:band x:n beta y:n?="),
    "hbmv": Row("uplo order", "n k", "alpha a:band x:n beta y:n?="),
    "spmv": Row("uplo order", "n", "alpha ap:packed x:n beta y:n?="),
    "hpmv": Row("uplo order", "n", "alpha ap:packed x:n beta y:n?="),
    "trmv": Row(_SOLVED, "n", "a:nn x:n="),
    "trsv": Row(_SOLVED, "n", "a:nn x:n=~"),
    "tbmv": Row(f"{_SOLVED} order", "n k", "a:band x:n="),
    "tbsv": Row(f"{_SOLVED} order", "n k", "a:band x:n=~"),
    "tpmv": Row(f"{_SOLVED} order", "n", "ap:packed x:n="),
    "tpsv": Row(f"{_SOLVED} order", "n", "ap:packed x:n=~"),
    "ger": Row("", "m n", "alpha x:m y:n a:mn?="),
    "geru": Row("", "m n", "alpha x:m y:n a:mn?="),
    "gerc": Row("", "m n", "alpha x:m y:n a:mn?="),
    "syr": Row("uplo", "n", "alpha x:n a:nn="),
    "her": Row("uplo", "n", "alpha. x:n a:nn="),
    "syr2": Row("uplo", "n", "alpha x:n y:n a:nn="),
    "her2": Row("uplo", "n", "alpha x:n y:n a:nn="),
    "spr": Row("uplo order", "n", "alpha x:n+ ap:packed="),
    "hpr": Row("uplo order", "n", "alpha. x:n ap:packed="),
    "spr2": Row("uplo order", "n", "alpha x:n y:n ap:packed="),
    "hpr2": Row("uplo order", "n", "alpha x:n y:n ap:packed="),
    "gemm": Row("trans_a trans_b", "m n k", "alpha a:mk/trans_a b:kn/trans_b beta c:mn?=", "2 * m * n * k"),
    "gemmt": Row(
        "uplo trans_a trans_b", "n k", "alpha a:nk/trans_a b:kn/trans_b beta c:nn?=", "n * (n + 1) * k"
    ),
    "symm": Row("side uplo", "m n", "alpha a:ss b:mn beta c:mn?=", "2 * m * n * s"),
    "hemm": Row("side uplo", "m n", "alpha a:ss b:mn beta c:mn?=", "2 * m * n * s"),
    "syrk": Row("uplo trans", "n k", "alpha a:nk/trans beta c:nn?=", "n * (n + 1) * k", "C"),
    "herk": Row("uplo trans", "n k", "alpha. a:nk/trans beta. c:nn?=", "n * (n + 1) * k", "T"),
    "syr2k": Row("uplo trans", "n k", "alpha a:nk/trans b:nk/trans beta c:nn?=", "2 * n * (n + 1) * k", "C"),
    "her2k": Row("uplo trans", "n k", "alpha a:nk/trans b:nk/trans beta. c:nn?=", "2 * n * (n + 1) * k", "T"),
    "trmm": Row(f"side {_SOLVED}", "m n", "alpha a:ss b:mn=!", "m * n * s"),
    "trsm": Row(f"side {_SOLVED}", "m n", "alpha a:ss b:mn=!", "m * n * s"),
}
"""Every routine that writes arrays, but for those whose factors are of two kinds."""
