"""Copies of arrays that several parts of a call read: a device with memory of its own is sent each once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np

    from autoblas.devices.device import Device, Loan

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["KeptLoans"]


class KeptLoans:
    """Loans of arrays to the device of one thread, for as long as that thread computes parts of a call.

    Args:
        arrays: What parts read and none writes.
        most: Bytes of their copies; what goes beyond is lent to each part anew.
    """

    def __init__(self, arrays: Iterable[Array], most: int) -> None:
        self._wanted = {_identity(x) for x in arrays}
        self._loans: dict[Any, tuple[int, Loan]] = {}
        self._most = most

    def lend(self, device: Device, queue: Any, array: Array) -> Loan | None:
        """The loan of an array, which was made earlier or is kept from now on; None of one that is not to be kept."""
        identity = _identity(array)
        if identity not in self._loans:
            if identity not in self._wanted or self.nbytes + array.nbytes > self._most:
                return None
            stored = _stored(array)
            self._loans[identity] = array.nbytes, device.lend(queue, stored, read=True, write=False)
        loan = self._loans[identity][1]
        return loan if _stored(array) is array else _Turned(loan)

    @property
    def nbytes(self) -> int:
        """Of all copies that are kept."""
        return sum(nbytes for nbytes, _ in self._loans.values())

    def beside(self, arrays: Iterable[Array]) -> int:
        """Bytes of the copies that are kept of other arrays than these."""
        own = {_identity(x) for x in arrays}
        return sum(nbytes for identity, (nbytes, _) in self._loans.items() if identity not in own)

    def drop(self) -> None:
        """Give the memory back; the device has come to rest."""
        self._loans.clear()


class _Turned:
    """A loan of a matrix, as that of its transpose."""

    def __init__(self, loan: Loan) -> None:
        self._loan = loan
        self.layout, self.memory, self.offset = loan.layout.T, loan.memory, loan.offset

    def arrived(self) -> list[Any]:
        """What kernels wait for."""
        return list(self._loan.arrived())

    def settle(self) -> None:
        """Return when no copy goes on."""
        self._loan.settle()

    def return_after(self, event: Any) -> None:
        """Nothing is returned: it is only read."""
        event.wait()


def _stored(x: Array) -> Array:
    """A matrix as it is stored: itself, or its transpose where columns lie one after the other."""
    return x.T if x.ndim == 2 and abs(x.strides[0]) < abs(x.strides[1]) else x


def _identity(x: Array) -> Any:
    """What two views of the same elements have in common, of a matrix also those of its transpose."""
    x = _stored(x)
    return x.__array_interface__["data"][0], x.shape, x.strides, x.dtype
