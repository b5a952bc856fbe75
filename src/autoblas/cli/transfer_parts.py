"""The parts of a product of NumPy arrays on a device with memory of its own, each timed alone: copies there, product, copy back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.arrays.adapter import to_device
from autoblas.plan.queues import queue_device

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from autoblas.devices.device import Queue
    from autoblas.tune.compare import CallTiming

__all__ = ["PARTS", "parts_of", "parts_text"]

PARTS = {"to": "to the device", "on": "multiplying", "from": "from the device"}
"""The parts, and how a line of results calls each."""


def parts_of(
    queue: Queue, operands: Sequence[np.ndarray[Any, Any]], transfer: str, multiply: Callable[..., Any]
) -> dict[str, Callable[[], object]]:
    """Parts to time beside a call; none where it copies nothing, or the device works in the host's memory.

    Args:
        queue: The queue of the call.
        operands: A and B.
        transfer: The copies that are part of the call: ``to``, ``from``, ``tofrom`` or ``none``.
        multiply: Computes the product of arrays in the device's memory, with the call's options.
    """
    device = queue_device(queue)
    if transfer == "none" or device.facts.host_shared or device.facts.system_svm:
        return {}
    staging, on_device = device.staging, [to_device(queue, x) for x in operands]
    product = multiply(*on_device)
    memories = [device.allocate(x.nbytes) for x in operands]
    result, back = device.allocate(product.nbytes), np.empty(product.shape, product.dtype)

    def to() -> None:
        for copy in [staging.upload(x, memory) for x, memory in zip(operands, memories, strict=True)]:
            copy.complete()

    def on() -> None:
        multiply(*on_device, c=product)
        queue.finish()

    parts = {"to": to, "on": on, "from": lambda: staging.download(result, back).complete()}
    return {name: part for name, part in parts.items() if name == "on" or name in transfer}


def parts_text(timings: Mapping[str, CallTiming]) -> str:
    """The parts that were timed, in milliseconds, and what share of their sum the call took; empty where none was."""
    medians = {name: timings[name].median for name in PARTS if name in timings}
    if not medians:
        return ""
    alone = ", ".join(f"{seconds * 1e3:.3f} ms {PARTS[name]}" for name, seconds in medians.items())
    return f"        alone {alone}; the call takes {timings['autoblas'].median / sum(medians.values()):.2f} of their sum"
