"""The plan of a call: its operands, its launches on any device, and how NumPy computes the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from autoblas.calls.several.device_set import DeviceSet
    from autoblas.calls.several.division import Division
    from autoblas.calls.several.members import Member
    from autoblas.calls.several.operand_cache import OperandCache
    from autoblas.calls.streamed.product import StreamedProduct
    from autoblas.devices.device import Event, Facts, Queue
    from autoblas.plan.symbols import Launch, Target
    from autoblas.precision import Precision

__all__ = ["CallPlan", "DeviceOperand", "Divisible", "Done", "NewArray"]

DeviceOperand = tuple[Any, Any, int]
"""An operand on a device: an array with its shape and strides there, which is the caller's or a dense copy; its memory, or
the symbol of that; and the offset of the first element, in elements."""


class NewArray(NamedTuple):
    """An array that a call created; see ``Adapter.new``."""

    array: Any
    like: Any
    shape: tuple[int, ...]
    dtype: Any
    zeros: bool


class Divisible(NamedTuple):
    """A call that several devices may compute.

    Attributes:
        name: The routine.
        precision: The type of the elements.
        operations: Operations on real numbers.
        divide: The call in parts for some devices; None where one computes it alone.
    """

    name: str
    precision: Precision
    operations: float
    divide: Callable[[Sequence[Member], str], Division | None]


class CallPlan(NamedTuple):
    """A call whose arguments were checked, and that has something to do.

    Attributes:
        arrays: The operands that are needed, by name: all NumPy's, or all in device memory.
        written: The names of those that are written.
        read: The names of those whose old elements count, or not all of whose elements are overwritten.
        launches: The launches, in order, for a target and the operands on it. It chooses and binds nothing itself.
        compute: Computes the same with NumPy, of NumPy arrays.
        result: The array that the routine returns, or several.
        queue: The queue; None of NumPy arrays for which the caller named none.
        wait_for: Events to wait for, besides those that the arrays hold.
        created: The arrays that the call created in device memory.
        scalar: True where NumPy's result is the only element of ``result``.
        host_is_faster: Whether ``compute`` takes less time than a device; where it is None, it does not.
        deviceless: NumPy computes it whatever device there is.
        streamed: The same as a product that may be computed in tiles, where it is one.
        bisected: Computes the same, on a queue, as calls on parts of NumPy arrays, where it can be divided.
        divisible: The same as a call of several devices.
        devices: The devices that are to compute it together; None for one.
        renamed: The caller's arguments, by operands that have another name.
        status: Raises the error of NumPy arrays for which there is no result, once the call is complete.
    """

    arrays: Mapping[str, Any]
    written: Collection[str]
    read: Collection[str]
    launches: Callable[[Target, Mapping[str, DeviceOperand]], Sequence[Launch]]
    compute: Callable[[], object]
    result: Any
    queue: Queue | None
    wait_for: Sequence[Event] | None
    created: Sequence[NewArray] = ()
    scalar: bool = False
    host_is_faster: Callable[[Facts], bool] | None = None
    deviceless: bool = False
    streamed: StreamedProduct | None = None
    bisected: Callable[[Queue, OperandCache | None], None] | None = None
    divisible: Divisible | None = None
    devices: DeviceSet | None = None
    renamed: Mapping[str, str] = {}
    status: Callable[[], None] | None = None

    @property
    def on_host(self) -> bool:
        """True of NumPy arrays."""
        return isinstance(next(iter(self.arrays.values())), np.ndarray)

    def value(self) -> Any:
        """The value that the routine returns, once the call was performed or enqueued.

        Raises:
            AutoblasError: NumPy arrays have no result.
        """
        if self.status is not None:
            self.status()
        return self.result[0] if self.scalar else self.result


class Done(NamedTuple):
    """A call that has nothing to do.

    Attributes:
        result: The value that the routine returns.
    """

    result: Any
