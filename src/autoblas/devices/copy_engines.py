"""What a back-end copies between the host's pinned memory and a device's memory by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    import numpy as np

    from autoblas.devices.device import Event

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["CopyEngines"]


class CopyEngines(Protocol):
    """What a back-end copies between pinned memory and memory of a device by, in each direction one copy after the other.

    Attributes:
        errors: What its driver raises where it refuses or fails.
        reach: What has the same value for all devices whose engines reach each other's pinned memory.
    """

    errors: tuple[type[Exception], ...]
    reach: Hashable

    def pin(self, nbytes: int) -> Array:
        """New bytes of the host, given back with the last array over them; raises one of ``errors``."""

    def standing(self, events: Sequence[Any]) -> list[Any]:
        """Events as they are now, of queues that are asked for their end when somebody waits."""

    def up(self, array: Array, memory: Any, start: int, wait_for: Sequence[Any]) -> Event:
        """Enqueue a copy of a pinned array that has ``lines_of`` to memory, from a byte on; its event."""

    def down(self, memory: Any, start: int, array: Array, wait_for: Sequence[Any]) -> Event:
        """Enqueue a copy of memory, from a byte on, to a pinned array that has ``lines_of``; its event."""

    def ended(self, event: Any) -> bool:
        """A copy has ended, well or not."""
