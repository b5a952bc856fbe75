"""Peers: other libraries' products of the same operands, with the same copies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from autoblas.blas.host.identity import UNKNOWN, numpy_blas

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.cli.options import Product
    from autoblas.devices.device import Queue

__all__ = ["Array", "BenchSetting", "NumPyBLAS", "Peer", "op", "same_types"]

Array = np.ndarray[Any, np.dtype[Any]]


class BenchSetting(NamedTuple):
    """Queue, product and copies that all timed calls share.

    Attributes:
        queue: autoblas's queue.
        product: Types, transposes and accuracy.
        transfer: The copies that are part of a call: ``none``, ``to``, ``from`` or ``tofrom``.
    """

    queue: Queue
    product: Product
    transfer: str

    @property
    def sends(self) -> bool:
        """Operands are copied to the device with each call."""
        return self.transfer in {"to", "tofrom"}

    @property
    def brings(self) -> bool:
        """The result is copied back with each call."""
        return self.transfer in {"from", "tofrom"}


class Peer(Protocol):
    """A library that is there, for one setting.

    Attributes:
        title: What tables call it: ``cuBLAS``.
        words: What it is and which version: ``cuBLAS through PyTorch 2.9.1``.
    """

    title: str
    words: str

    def call(self, a: Array, b: Array) -> Callable[[], object]:
        """The product of these operands, as stored; complete when it returns."""


def op(x: Any, trans: str) -> Any:
    """A matrix of any library, transposed or conjugated as a letter says."""
    if trans == "N":
        return x
    return x.swapaxes(-1, -2) if trans == "T" else x.swapaxes(-1, -2).conj()


def same_types(setting: BenchSetting) -> bool:
    """Operands, result and sums are of one type."""
    q = setting.product
    return len({q.type_a, q.type_b, q.type_c}) == 1


class NumPyBLAS:
    """The product by NumPy, of its own arrays whatever autoblas copies."""

    def __init__(self, setting: BenchSetting) -> None:
        self._product, self.blas = setting.product, numpy_blas()
        self.title = "NumPy" if self.blas.library == UNKNOWN else self.blas.library
        self.words = str(self.blas)

    def call(self, a: Array, b: Array) -> Callable[[], object]:
        """See ``Peer``."""
        op_a, op_b = op(a, self._product.trans_a), op(b, self._product.trans_b)
        return lambda: np.matmul(op_a, op_b)
