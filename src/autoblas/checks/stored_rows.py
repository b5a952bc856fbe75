"""Test matrices in device memory by their stored rows: no numbers wherever a kernel must not read or write."""

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
        queue: Where it goes.
        q: The problem that says how it is stored.
        values: The matrix, of shape (m, n); only stored elements count.
        unit: The diagonal is not stored either.
        dense: A row begins where the one before it ends.

    Attributes:
        view: The layout.
        memory: Where it is.
        offset: Where element (0, 0) lies there, in elements.
    """

    def __init__(
        self, queue: Queue, q: StoredMatrix, values: Array, *, unit: bool = False, dense: bool = False
    ) -> None:
        step = 1 if q.order == "row" else 2
        length = q.kl + q.ku + 1 if q.storage == "band" else q.n
        pitch = length * step + (0 if dense else GAP) - (step if q.storage == "band" else 0)
        mask, places = q.counts(), q.positions(pitch, step)
        self._queue = queue
        self._where = places[mask] - (places[mask].min() if mask.any() else 0) + MARGIN
        self.offset = int(MARGIN - (places[mask].min() if mask.any() else 0)) % 2**64
        self._mask, self._shape = mask, (q.m, q.n)
        self.view = RowsView(q.precision, q.m, q.n, pitch, step, q.storage, q.triangle, q.kl, q.ku)
        size = int(self._where.max(initial=MARGIN)) + MARGIN + 1
        self._held = np.full(size, np.nan, q.precision.dtype)
        self._values = values.astype(q.precision.dtype)[mask]
        if unit:
            self._values = np.where(np.eye(q.m, q.n, dtype=bool)[mask], np.nan, self._values)
        if q.form == "hermitian":
            on_diagonal = np.eye(q.m, q.n, dtype=bool)[mask]
            self._values.imag[on_diagonal] = np.nan
        self._device = device_of(queue)
        self.memory = self._device.allocate(self._held.nbytes)
        self.write()

    def write(self) -> None:
        """Set every stored element, and what lies between them, anew."""
        self._held[...] = np.nan
        self._held[self._where] = self._values
        self._device.copy(self._queue, self.memory, self._held)

    def read(self) -> tuple[Array, bool]:
        """The matrix, zeros where nothing is stored, and whether anything beside the stored elements changed."""
        self._device.copy(self._queue, self._held, self.memory)
        values = np.zeros(self._shape, self._held.dtype)
        values[self._mask] = self._held[self._where]
        self._held[self._where] = np.nan
        return values, not bool(np.all(np.isnan(self._held)))
