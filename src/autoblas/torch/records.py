"""Times of products by autoblas and by PyTorch: measured on this machine, or shipped for some cards."""

from __future__ import annotations

import logging
import math
import sys
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from autoblas.errors import AutoblasError
from autoblas.store.table import JsonTable
from autoblas.version import __version__

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["SHIPPED", "TABLE", "Records", "Times", "card_of", "export", "kind_of", "stored_key"]

LOG = logging.getLogger("autoblas.torch")

LINE = 16
"""Bytes of the widest load: both libraries choose other kernels where lines are no multiple of it."""

FARTHEST = 2.0
"""Powers of two, summed over the sizes, by which a product may differ from the one whose times it takes."""

SHIPPED = Path(__file__).with_name("times.json")


class Times(msgspec.Struct, frozen=True):
    """Seconds of one product on the device, by autoblas and by PyTorch.

    Attributes:
        ours: By autoblas.
        theirs: By PyTorch.
        kind: See ``kind_of``.
        sizes: Items, rows, terms and columns.
    """

    ours: float
    theirs: float
    kind: str = ""
    sizes: tuple[int, int, int, int] = (1, 1, 1, 1)


Shipped = dict[str, dict[str, list[tuple[int, int, int, int, float, float]]]]
"""Sizes and microseconds of both libraries, by card and kind."""

TABLE: JsonTable[Times] = JsonTable("torch-products.json", msgspec.json.Decoder(dict[str, Times]))
"""Times that were measured on this machine, by card, versions and layout."""


def card_of(tensor: Any) -> str:
    """The name of the card that a tensor is on."""
    torch: Any = sys.modules["torch"]
    return str(torch.cuda.get_device_name(tensor.device)) if tensor.is_cuda else "host"


def stored_key(tensor: Any, layout: str) -> str:
    """The name under which times of a layout are stored: with the card and the versions.

    Args:
        tensor: One operand.
        layout: Operator, types, shapes, strides and accuracy, in words.
    """
    torch: Any = sys.modules["torch"]
    versions = f"PyTorch {torch.__version__}, CUDA {torch.version.cuda}, autoblas {__version__}"
    return f"{card_of(tensor)}, {versions}: {layout}"


def kind_of(base: str, accuracies: Sequence[str], a: Any, b: Any) -> str:
    """Operator, type, order of the operands, accuracies, and ``odd`` where lines of memory do not suit the widest load."""
    size, steps = a.element_size(), [x.stride() for x in (a, b)]
    lines = [b.shape[-1], *(max(step[-2:]) for step in steps)]
    odd = any(line * size % LINE for line in lines) or any(x.data_ptr() % LINE for x in (a, b))
    form = "".join("n" if step[-1] == 1 else "t" for step in steps)
    dtype = str(a.dtype).removeprefix("torch.")
    return " ".join((base, dtype, form, *accuracies, *(["odd"] if odd else [])))


class Records:
    """The stored times, read once, and those that are added."""

    def __init__(self) -> None:
        self._exact = TABLE.read()
        self._near: defaultdict[tuple[str, str], list[Times]] = defaultdict(list)
        for key, times in self._exact.items():
            self._near[key.partition(", PyTorch ")[0], times.kind].append(times)
        for card, kinds in msgspec.json.decode(SHIPPED.read_bytes(), type=Shipped).items():
            for kind, rows in kinds.items():
                self._near[card, kind] += [
                    Times(ours * 1e-6, theirs * 1e-6, kind, (items, rows, terms, columns))
                    for items, rows, terms, columns, ours, theirs in rows
                ]

    def exact(self, key: str) -> Times | None:
        """Times of a layout itself."""
        return self._exact.get(key)

    def nearest(self, card: str, kind: str, sizes: Sequence[int]) -> tuple[Times, float] | None:
        """Times of the nearest product of a kind, scaled to the work, and its distance.

        Returns:
            Times, and the distance in powers of two; None where no product is near.
        """
        times = min(self._near[card, kind], key=lambda row: _distance(row.sizes, sizes), default=None)
        if times is None or (distance := _distance(times.sizes, sizes)) > FARTHEST:
            return None
        share = math.prod(sizes) / math.prod(times.sizes)
        return Times(times.ours * share, times.theirs * share), distance

    def store(self, key: str, times: Times) -> None:
        """Store times for later programs; where the file cannot be written, for this one, with a warning in the log."""
        self._exact[key] = times
        try:
            TABLE.put(key, times)
        except AutoblasError as error:
            LOG.warning("times of %s are not stored: %s", key, error)


def _distance(timed: Sequence[int], sizes: Sequence[int]) -> float:
    """Powers of two between sizes, summed over the dimensions."""
    return sum(abs(math.log2(a / b)) for a, b in zip(timed, sizes, strict=True))


def export(path: Path) -> None:
    """Write the times of this machine as they are shipped.

    Raises:
        OSError: the file cannot be written.
    """
    cards: defaultdict[str, defaultdict[str, list[Any]]] = defaultdict(lambda: defaultdict(list))
    for key, times in TABLE.read().items():
        if times.kind:
            microseconds = [float(f"{seconds * 1e6:.4g}") for seconds in (times.ours, times.theirs)]
            cards[key.partition(", PyTorch ")[0]][times.kind].append([*times.sizes, *microseconds])
    path.write_bytes(msgspec.json.encode(cards, order="sorted"))
