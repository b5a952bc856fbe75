"""What calls tell libraries about their arrays, and which streams calls and arrays wait for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autoblas.arrays.cuda.array import CudaArray
from autoblas.arrays.cuda.kinds import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from autoblas.devices.cuda.streams import CudaQueue

__all__ = ["other_queues", "tell_of_writes"]


def tell_of_writes(written: Iterable[Any]) -> None:
    """Tell libraries which of their arrays have other elements now."""
    for array in written:
        if type(array) is not CudaArray:
            KINDS[type(array)].was_written(array)
        elif not hasattr(array.owner, "used_on"):
            array.kind.was_written(array.owner)


def other_queues(arrays: Iterable[Any], queue: CudaQueue) -> Iterable[CudaQueue]:
    """The streams of operands' libraries that are not the one of the call.

    Where all operands are of one library with a current stream, that is the stream of the call, unless the caller named
    another and so decides what waits for what.
    """
    kinds = [
        (array.kind, array.owner) if type(array) is CudaArray else (KINDS[type(array)], array)
        for array in arrays
    ]
    first = kinds[0][0]
    if first.one_stream and all(kind is first for kind, _ in kinds):
        return ()
    found = (
        kind.queue(array) for kind, array in kinds if not (type(array) is tuple or hasattr(array, "used_on"))
    )
    return list(dict.fromkeys(each for each in found if each is not None and each != queue))
