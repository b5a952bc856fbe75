"""Where operands lie: on the host, in device memory, or lent to a device that may or may not share the host's."""

from dataclasses import replace
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest

from support.rig import Rig

MARGIN, CANARY = 11, -77.25

OUT_OF_ORDER = cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE

both_memories = pytest.mark.parametrize("memory", ["host", "device"])


def in_memory(memory: str, queue: cl.CommandQueue, array: Any) -> Any:
    """The array itself, or what holds its elements on the device."""
    return array if memory == "host" else cl_array.to_device(queue, array)


def on_host(array: Any) -> Any:
    """An array's elements as a NumPy array."""
    return array if isinstance(array, np.ndarray | np.generic) else array.get()


def copying(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the rig's device look like one with memory of its own."""
    facts = replace(rig.device.facts, host_shared=False, system_svm=False)
    monkeypatch.setitem(rig.device.__dict__, "facts", facts)


def wrapping(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the rig's device work in the host's memory through buffers, not through bare pointers."""
    facts = replace(rig.device.facts, host_shared=True, system_svm=False)
    monkeypatch.setitem(rig.device.__dict__, "facts", facts)


class Placed:
    """A dense array between canaries, on the host or on a device."""

    def __init__(self, values: Any, queue: cl.CommandQueue | None) -> None:
        held = np.full(values.size + 2 * MARGIN, CANARY, values.dtype)
        held[MARGIN:-MARGIN] = values.ravel()
        self.whole: Any = held if queue is None else cl_array.to_device(queue, held)
        self.view: Any = self.whole[MARGIN:-MARGIN].reshape(values.shape)

    @property
    def values(self) -> Any:
        """The array on the host, once nothing beside it was found changed."""
        held = self.whole if isinstance(self.whole, np.ndarray) else self.whole.get()
        assert np.all(held[:MARGIN] == CANARY)
        assert np.all(held[-MARGIN:] == CANARY)
        return held[MARGIN:-MARGIN].reshape(self.view.shape)


def place(memory: str, rig: Rig, *arrays: Any) -> list[Placed]:
    """Each of the arrays between canaries, on the host or on the device."""
    return [Placed(array, rig.queue if memory == "device" else None) for array in arrays]
