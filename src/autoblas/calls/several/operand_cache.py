"""A cache of arrays that several parts of a call read: a device with memory of its own is sent each once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np

    from autoblas.devices.device import Device, Loan

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["OperandCache"]


class OperandCache:
    """Copies of arrays on the device of one thread, for as long as that thread computes parts of a call.

    Args:
        arrays: Arrays that parts read and none writes.
        max_nbytes: Bytes of their copies; arrays beyond that are copied for each part anew.
    """

    def __init__(self, arrays: Iterable[Array], max_nbytes: int) -> None:
        self._cacheable = {_identity(x) for x in arrays}
        self._loans: dict[Any, tuple[int, Loan]] = {}
        self._max_nbytes = max_nbytes

    def stage(self, device: Device, queue: Any, array: Array) -> Loan | None:
        """The copy of an array, made earlier or cached from now on; None of an array that is not to be cached."""
        identity = _identity(array)
        if identity not in self._loans:
            if identity not in self._cacheable or self.nbytes + array.nbytes > self._max_nbytes:
                return None
            stored = _stored(array)
            self._loans[identity] = array.nbytes, device.lend(queue, stored, read=True, write=False)
        loan = self._loans[identity][1]
        return loan if _stored(array) is array else _Transposed(loan)

    @property
    def nbytes(self) -> int:
        """Bytes of all cached copies."""
        return sum(nbytes for nbytes, _ in self._loans.values())

    def beside(self, arrays: Iterable[Array]) -> int:
        """Bytes of the cached copies of other arrays than these."""
        identities = {_identity(x) for x in arrays}
        return sum(nbytes for identity, (nbytes, _) in self._loans.items() if identity not in identities)

    def drop(self) -> None:
        """Give the memory back; the device has come to rest."""
        self._loans.clear()


class _Transposed:
    """The copy of a matrix, as that of its transpose."""

    def __init__(self, loan: Loan) -> None:
        self._loan = loan
        self.layout, self.memory, self.offset = loan.layout.T, loan.memory, loan.offset

    def arrived(self) -> list[Any]:
        """Events that kernels wait for."""
        return list(self._loan.arrived())

    def settle(self) -> None:
        """Return when no copy goes on."""
        self._loan.settle()

    def return_after(self, event: Any) -> None:
        """Wait for the event; the copy was only read, so no elements travel back."""
        event.wait()


def _stored(x: Array) -> Array:
    """A matrix as it is stored: itself, or its transpose where columns lie one after the other."""
    return x.T if x.ndim == 2 and abs(x.strides[0]) < abs(x.strides[1]) else x


def _identity(x: Array) -> Any:
    """Key of an array's elements: equal for a matrix and its transpose."""
    x = _stored(x)
    return x.__array_interface__["data"][0], x.shape, x.strides, x.dtype
