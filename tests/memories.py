"""Where operands lie: on the host, in device memory, or lent to a device that may or may not share the host's."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest

if TYPE_CHECKING:
    from conftest import Rig

__all__ = ["OUT_OF_ORDER", "both_memories", "copying", "in_memory", "on_host", "wrapping"]

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
