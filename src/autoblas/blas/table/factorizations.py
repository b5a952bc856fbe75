"""Rows of factorizations, solutions of systems and inverses."""

from __future__ import annotations

from autoblas.blas.table.routine import COMPLETE_TYPES, Routine, argument, option, uplo

__all__ = ["FACTORIZATIONS"]

# fmt: off

INFO = option("info", "An array of int32 for LAPACK's number of the first row without a pivot, from 1, or 0: of "
    "one element, or of one an item. Without it, such a row of a NumPy array is an error, and of an array in "
    "device memory leaves NaN.", "None", "Array | None")
HERMITIAN_MATRIX = argument("a", f"Matrix of shape ``(n, n)`` and any strides, an array of {COMPLETE_TYPES}, "
    "symmetric or Hermitian, of which one triangle is read and overwritten.")
NOT_POSITIVE_DEFINITE = (
    "NotPositiveDefiniteError: a NumPy array has no such factor, and no ``info`` was given; its ``row`` says where."
)

FACTORIZATIONS = (
    Routine(
        "potrf", "lapack", "A = L Lᴴ or Uᴴ U", "Compute Cholesky's factor of a positive definite matrix, in "
            "its place.",
        (HERMITIAN_MATRIX, uplo("A", "read and overwritten: by L for lower, U for upper"), INFO), "``a``",
        title="Cholesky's factor of a positive definite matrix", types="full",
        plan="lapack.cholesky:plan_potrf", operations="n**3/3", nbytes="n*n*s", sizes="A of shape (n, n)",
        failure=NOT_POSITIVE_DEFINITE,
        example="""
        >>> a = np.array([[4.0, 2.0], [np.nan, 10.0]])  # the lower triangle is not read
        >>> autoblas.potrf(a)
        array([[ 2.,  1.],
               [nan,  3.]])
        """,
    ),
)
