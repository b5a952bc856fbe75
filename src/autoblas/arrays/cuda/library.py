"""Protocol of a library of arrays in CUDA memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np

    from autoblas.devices.device import Queue

__all__ = ["ArrayLibrary", "ReaderLines", "Template"]


class Template(NamedTuple):
    """Layout of new arrays.

    Attributes:
        queue: The queue of calls on them.
        shape: Their sizes.
        dtype: Their element type.
    """

    queue: Any
    shape: tuple[int, ...]
    dtype: np.dtype[Any]


class ReaderLines(NamedTuple):
    """Generated lines that read an array of a library; see ``ArrayLibrary.reader_lines``.

    Attributes:
        queue: Statements that bind ``queue`` to the queue of the library's current stream, or to None.
        before: Statements before the array is read.
        unusual: Expression that is true of an array on another card than ``ordinal``, or one that only ``view`` can judge.
        pointer: Expression of the address.
        parts: Expressions of the parts that ``read`` appends, in its order, with a comma behind each; the array's address
            is ``p`` and its name.
        names: Values of the names in the lines.
    """

    queue: str
    before: str
    unusual: str
    pointer: str
    parts: str
    names: Mapping[str, Any]


class ArrayLibrary(Protocol):
    """The arrays of a library.

    Attributes:
        has_current_stream: All arrays belong to the library's current stream; otherwise each has a stream of its own.
    """

    has_current_stream: bool

    def read(self, parts: list[Any], arrays: Sequence[Any], ordinal: int) -> list[int] | None:
        """Read arrays fast: their addresses; None where one is on another card, or only ``view`` can judge it.

        Args:
            parts: The key of the layout, to which element type, shape, strides, and the address modulo ``ALIGNED`` of each
                array are appended.
            arrays: The arrays.
            ordinal: The card that they should be on.
        """

    def reader_lines(self, array: str) -> ReaderLines | None:
        """Generated lines that do for an array of this name what ``read`` does; None where ``read`` has to be called."""

    def reach(self, array: Any) -> tuple[int, int]:
        """The first byte of an array and the byte behind the last, from its address."""

    def contains(self, view: Any, first: int, end: int) -> bool:
        """True if the allocation of a ``CudaArray`` has these bytes from its address, or that is unknown.

        Args:
            view: The array, which ``view`` or ``new`` made.
            first: The first byte.
            end: The byte behind the last.
        """

    def pointer(self, array: Any) -> int:
        """The address of the first element."""

    def queue(self, array: Any) -> Any:
        """The queue for calls on an array; None where the library has no stream, or the array is on no card."""

    def staying(self, queue: Queue) -> Callable[[], bool] | None:
        """Test if the library's current stream on a queue's card still is the queue's; None where it has no current stream."""

    def ordinal(self, array: Any) -> int:
        """Number of an array's card, or -1."""

    def view(self, argument: str, array: Any, queue: Any) -> Any:
        """An array as routines see it, a ``CudaArray``, ready to be used on a queue.

        Raises:
            ArgumentError: it cannot be used; the message names the argument.
        """

    def new(self, queue: Queue, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Any:
        """A dense array of any content, as routines see it."""

    def like(self, array: Any, template: Template) -> Any:
        """A new array of the library, not a view, faster than ``new``; None where ``new`` has to be called."""

    def unwrap(self, view: Any) -> Any:
        """The caller's array behind a view, after all work on it was enqueued."""

    def was_written(self, array: Any) -> None:
        """Report to the library that the elements of an array have changed."""
