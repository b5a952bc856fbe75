"""NumPy's BLAS, which is OpenBLAS wherever NumPy comes from PyPI, on the host."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.cli.peers.peer import Array, Setting

__all__ = ["OpenBLAS"]


class OpenBLAS:
    """The product by NumPy, of its own arrays whatever autoblas copies."""

    words = "OpenBLAS through NumPy"

    def __init__(self, setting: Setting) -> None:
        self._product = setting.product

    def call(self, a: Array, b: Array) -> Callable[[], object]:
        """See ``Peer``."""
        op_a, op_b = (
            {"N": x, "T": x.swapaxes(-1, -2), "C": np.conj(x.swapaxes(-1, -2))}[trans]
            for x, trans in ((a, self._product.trans_a), (b, self._product.trans_b))
        )
        return lambda: np.matmul(op_a, op_b)
