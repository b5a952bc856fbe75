"""Who computes products of one layout: autoblas where it takes less time than PyTorch, by times of both."""

from __future__ import annotations

import logging
import sys
import time
from typing import TYPE_CHECKING, Any

import msgspec

from autoblas.errors import AutoblasError
from autoblas.store.table import JsonTable

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.torch.products import Product

__all__ = ["TABLE", "Decision", "Times", "store", "stored_key", "timed"]

LOG = logging.getLogger("autoblas.torch")

MARGIN = 0.97
"""Share of PyTorch's time that autoblas may take at most: measurements differ by less than the rest."""

TURNS = 3
"""Turns of both sides, of which the least time counts."""


class Times(msgspec.Struct, frozen=True):
    """Seconds of one product on the device, by autoblas and by PyTorch."""

    ours: float
    theirs: float


TABLE: JsonTable[Times] = JsonTable("torch-products.json", msgspec.json.Decoder(dict[str, Times]))
"""Times that were measured on this machine, by card, versions and layout."""


class Decision:
    """Who computes the calls of one layout, and what they came to.

    Attributes:
        serves: Whether autoblas does.
        reason: Why not, in words.
        times: Of both sides; None where nothing was timed.
        calls: Calls that autoblas computed.
        product: What computes them.
    """

    __slots__ = ("calls", "product", "reason", "serves", "times")

    def __init__(
        self, product: Product, *, serves: bool, reason: str = "", times: Times | None = None
    ) -> None:
        self.product, self.serves, self.reason, self.times, self.calls = product, serves, reason, times, 0

    @classmethod
    def by(cls, times: Times, product: Product) -> Decision:
        """The faster side serves."""
        serves = times.ours < MARGIN * times.theirs
        share = times.theirs / times.ours
        return cls(
            product, serves=serves, reason="" if serves else f"{share:.2f} of PyTorch's speed", times=times
        )


def stored_key(tensor: Any, layout: str) -> str:
    """The name under which times of a layout are stored: with the card and the versions.

    Args:
        tensor: One operand.
        layout: Operator, types, shapes, strides and accuracy, in words.
    """
    torch: Any = sys.modules["torch"]
    machine = torch.cuda.get_device_name(tensor.device) if tensor.is_cuda else "host"
    return f"{machine}, PyTorch {torch.__version__}, CUDA {torch.version.cuda}: {layout}"


def store(key: str, times: Times) -> None:
    """Keep times for later programs; where the file cannot be written, they hold for this one, and a warning says so."""
    try:
        TABLE.keep(key, times)
    except AutoblasError as error:
        LOG.warning("times of %s are not stored: %s", key, error)


def timed(tensor: Any, ours: Callable[[], object], theirs: Callable[[], object]) -> Times:
    """Seconds of two functions in turns, the least of some."""
    ours()  # builds kernels
    theirs()
    pairs = [(_seconds(tensor, ours), _seconds(tensor, theirs)) for _ in range(TURNS)]
    return Times(min(pair[0] for pair in pairs), min(pair[1] for pair in pairs))


def _seconds(tensor: Any, call: Callable[[], object], repetitions: int = 3) -> float:
    """Seconds of a call, between events of the current stream or, on the host, by its clock."""
    if not tensor.is_cuda:
        begin = time.perf_counter()
        for _ in range(repetitions):
            call()
        return (time.perf_counter() - begin) / repetitions
    torch: Any = sys.modules["torch"]
    with torch.cuda.device(tensor.device):
        first, last = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        first.record()
        for _ in range(repetitions):
            call()
        last.record()
        last.synchronize()
        return float(first.elapsed_time(last)) * 1e-3 / repetitions
