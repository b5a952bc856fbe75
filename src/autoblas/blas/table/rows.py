"""All rows of the table of routines, in the order of the pages."""

from __future__ import annotations

from autoblas.blas.table.extra import EXTRA
from autoblas.blas.table.factorizations import FACTORIZATIONS
from autoblas.blas.table.matrices import MATRICES
from autoblas.blas.table.products import PRODUCTS
from autoblas.blas.table.vectors import VECTORS

__all__ = ["ROUTINES"]

ROUTINES = {row.name: row for row in (*VECTORS, *MATRICES, *PRODUCTS, *FACTORIZATIONS, *EXTRA)}
"""The rows by their names."""
