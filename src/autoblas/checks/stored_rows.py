"""Test matrices in device memory by their stored rows, with NaN where a kernel must not read or write."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.devices.backends import device_of
from autoblas.plan.layouts.matvec import RowsView

if TYPE_CHECKING:
    from autoblas.devices.device import Queue
    from autoblas.problems.matvec import StoredMatrix

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["StoredRowsMatrix"]

MARGIN = 32
GAP = 3
"""Elements between the end of a row and the beginning of the next."""


class StoredRowsMatrix:
    """A matrix in device memory.

    Args:
        queue: The queue that copies it.
        q: The problem, which has the storage.
        values: The matrix, of shape (m, n); only stored elements count.
        unit: The diagonal is not stored either.
        dense: Store rows without gaps.

    Attributes:
        view: The layout.
        memory: The device memory.
        offset: Offset of element (0, 0), in elements.
    """

    def __init__(
        self, queue: Queue, q: StoredMatrix, values: Array, *, unit: bool = False, dense: bool = False
    ) -> None:
        step = 1 if q.order == "row" else 2
        length = q.kl + q.ku + 1 if q.storage == "band" else q.n
        pitch = length * step + (0 if dense else GAP) - (step if q.storage == "band" else 0)
        mask, offsets = q.counts(), q.positions(pitch, step)
        self._queue = queue
        self._offsets = offsets[mask] - (offsets[mask].min() if mask.any() else 0) + MARGIN
        self.offset = int(MARGIN - (offsets[mask].min() if mask.any() else 0)) % 2**64
        self._mask, self._shape = mask, (q.m, q.n)
        self.view = RowsView(q.precision, q.m, q.n, pitch, step, q.storage, q.triangle, q.kl, q.ku)
        size = int(self._offsets.max(initial=MARGIN)) + MARGIN + 1
        self._buffer = np.full(size, np.nan, q.precision.dtype)
        self._values = values.astype(q.precision.dtype)[mask]
        if unit:
            self._values = np.where(np.eye(q.m, q.n, dtype=bool)[mask], np.nan, self._values)
        if q.form == "hermitian":
            on_diagonal = np.eye(q.m, q.n, dtype=bool)[mask]
            self._values.imag[on_diagonal] = np.nan
        self._device = device_of(queue)
        self.memory = self._device.allocate(self._buffer.nbytes)
        self.write()

    def write(self) -> None:
        """Set the stored elements, and NaN between them."""
        self._buffer[...] = np.nan
        self._buffer[self._offsets] = self._values
        self._device.copy(self._queue, self.memory, self._buffer)

    def read(self) -> tuple[Array, bool]:
        """The matrix, with zeros where nothing is stored, and True if other memory changed."""
        self._device.copy(self._queue, self._buffer, self.memory)
        values = np.zeros(self._shape, self._buffer.dtype)
        values[self._mask] = self._buffer[self._offsets]
        self._buffer[self._offsets] = np.nan
        return values, not bool(np.all(np.isnan(self._buffer)))
