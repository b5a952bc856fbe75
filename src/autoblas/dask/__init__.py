"""Products and the rest of level 3 on arrays of Dask: lazy, block by block, each block on the device of its worker.

Needs Dask: ``python -m pip install "autoblas[distributed]"``.
"""

from __future__ import annotations

try:
    import dask.array as _dask_array
except ImportError as error:
    message = 'autoblas.dask needs Dask: python -m pip install "autoblas[distributed]"'
    raise ImportError(message) from error

from autoblas.dask.level3 import gemmt, hemm, her2k, herk, symm, syr2k, syrk, trmm, trsm
from autoblas.dask.plugins import OwnDevice
from autoblas.dask.product import blocks_for, matmul, serving
from autoblas.dask.shared import SharedBlocks

__all__ = [
    "OwnDevice",
    "SharedBlocks",
    "blocks_for",
    "gemmt",
    "hemm",
    "her2k",
    "herk",
    "matmul",
    "serving",
    "symm",
    "syr2k",
    "syrk",
    "trmm",
    "trsm",
]

del _dask_array
