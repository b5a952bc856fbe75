"""What is asked of the arrays of one library in CUDA memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np

    from autoblas.devices.device import Queue

__all__ = ["Kind", "Template", "Usual"]


class Template(NamedTuple):
    """What new arrays of a layout are made from.

    Attributes:
        queue: Where they are used.
        shape: Their sizes.
        dtype: Their element type.
    """

    queue: Any
    shape: tuple[int, ...]
    dtype: np.dtype[Any]


class Usual(NamedTuple):
    """How an array of a library is read by lines that are made for its calls; see ``Kind.usual``.

    Attributes:
        queue: Statements that bind ``queue`` to the queue of the library's current stream, or to None.
        before: Statements before the array is looked at.
        unusual: Whether it is on another card than ``ordinal``, or only ``view`` can judge it, as an expression.
        pointer: The address, as an expression.
        parts: What ``looks`` would append, in the same order, as expressions with a comma behind each; the array's address
            is ``p`` and its name.
        names: What names in them stand for.
    """

    queue: str
    before: str
    unusual: str
    pointer: str
    parts: str
    names: Mapping[str, Any]


class Kind(Protocol):
    """The arrays of a library.

    Attributes:
        one_stream: All of them belong to the library's current stream; where not, each says which it belongs to.
    """

    one_stream: bool

    def looks(self, found: list[Any], arrays: Sequence[Any], ordinal: int) -> list[int] | None:
        """The addresses of arrays, as fast as can be; None where one is on another card, or only ``view`` can judge it.

        Args:
            found: What else tells layouts apart is appended to it: element type, shape, strides, and the address modulo
                ``ALIGNED``.
            arrays: The arrays.
            ordinal: The card that they should be on.
        """

    def usual(self, array: str) -> Usual | None:
        """How an array of this name is read by lines; None where it has to be asked each time."""

    def reach(self, array: Any) -> tuple[int, int]:
        """The first byte of an array, and the one behind the last, from its address."""

    def holds(self, view: Any, first: int, end: int) -> bool:
        """The allocation of what routines see, a ``CudaArray``, has these bytes from its address; true where nobody knows.

        Args:
            view: What ``view`` or ``new`` made.
            first: The first byte.
            end: The one behind the last.
        """

    def pointer(self, array: Any) -> int:
        """The address of the first element."""

    def queue(self, array: Any) -> Any:
        """The queue that calls on an array run on; None where the library says nothing, or the array is on no card."""

    def staying(self, queue: Queue) -> Callable[[], bool] | None:
        """What says whether the library's current stream on a queue's card still is the queue's; None if it has none."""

    def ordinal(self, array: Any) -> int:
        """The number of an array's card; -1 where it is on none."""

    def view(self, argument: str, array: Any, queue: Any) -> Any:
        """An array as routines see it, a ``CudaArray``, ready to be used on a queue.

        Raises:
            ArgumentError: it cannot be used; the message names the argument.
        """

    def new(self, queue: Queue, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Any:
        """A dense array of any content, as routines see it."""

    def like(self, array: Any, template: Template) -> Any:
        """A new array of the library, not a view, faster than ``new``; None where only that will do."""

    def given_back(self, view: Any) -> Any:
        """What callers get: the array behind what routines see, all of whose work was enqueued."""

    def was_written(self, array: Any) -> None:
        """Tell the library that an array has other elements now."""
