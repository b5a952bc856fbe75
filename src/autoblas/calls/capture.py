"""What a call on device arrays is seen to do while it is checked and bound, so that calls like it can do it again at once."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from autoblas.arrays.factors import rounded_factor
from autoblas.calls.factors import Derivation, Factor, Rounding, factor_of, plain_factor
from autoblas.plan.queues import queue_device
from autoblas.plan.workspace import WORKSPACE

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from autoblas.arrays.adapter import Adapter
    from autoblas.devices.device import Queue
    from autoblas.plan.bound import BoundLaunch
    from autoblas.precision import Precision
    from autoblas.problems.base import Scratch

__all__ = [
    "THREAD",
    "Capture",
    "CapturedWork",
    "NewArray",
    "OperandMemory",
    "ScratchMemory",
    "capturing",
    "current_capture",
]


class OperandMemory(NamedTuple):
    """Stands for the memory of an operand among the values of a launch."""

    operand: str


@dataclass(frozen=True, eq=False)
class ScratchMemory:
    """Stands for memory that launches of the call share: wherever it stands, in one call it is the same memory.

    Attributes:
        name: Its name; see ``plan.workspace``.
        needed: What there must be room for.
    """

    name: str
    needed: Scratch


class NewArray(NamedTuple):
    """An array that the call made; see ``Adapter.new``."""

    array: Any
    like: Any
    shape: tuple[int, ...]
    dtype: Any
    zeros: bool


class CapturedWork(NamedTuple):
    """Work that was bound, with stand-ins for all memory that varies from call to call.

    Attributes:
        adapter: The adapter of the arrays.
        queue: Where the work runs.
        arrays: The operands, by name.
        written: The names of those that are written.
        launches: What is enqueued.
    """

    adapter: Adapter
    queue: Queue
    arrays: dict[str, Any]
    written: Collection[str]
    launches: Sequence[BoundLaunch]

    def with_memory(self) -> list[BoundLaunch]:
        """The launches with the memory of these arrays, and of this call."""
        memory: dict[Any, Any] = {
            OperandMemory(name): self.adapter.memory_of(array)[0] for name, array in self.arrays.items()
        }
        device = queue_device(self.queue)
        for scratch in self.scratch:
            memory[scratch] = WORKSPACE.take(device, self.queue, scratch.name, scratch.needed)

        def value(given: Any) -> Any:
            if isinstance(given, (OperandMemory, ScratchMemory)):
                return memory[given]
            return plain_factor(given)

        return [
            (plan, {name: value(given) for name, given in values.items()}) for plan, values in self.launches
        ]

    @property
    def scratch(self) -> list[ScratchMemory]:
        """The memory that the launches share, each once, in the order in which it is met."""
        met = (value for _, values in self.launches for value in values.values())
        return list(dict.fromkeys(value for value in met if isinstance(value, ScratchMemory)))


class Capture:
    """What is seen of one call.

    Attributes:
        given: Its arguments, by name.
        enqueues: The call is to run; else it ends before anything is enqueued.
        works: The work that it bound; one, of most calls.
        made: The arrays that it made.
        derivation: Whether something was computed from a factor.
    """

    def __init__(self, given: Mapping[str, Any], *, enqueues: bool) -> None:
        self.given, self.enqueues = given, enqueues
        self.works: list[CapturedWork] = []
        self.made: list[NewArray] = []
        self.derivation = Derivation()

    def rounded(self, argument: str, value: Any, precision: Precision) -> Any:
        """A number rounded to a type, which says what it is where it is the factor that the caller gave.

        Args:
            argument: The argument that an error names.
            value: The number, which may be one of the routine's that stands for factors in a list.
            precision: The type.

        Raises:
            ArgumentError: it is no number, or one that the type cannot hold.
        """
        rounding = Rounding(argument, precision)
        if isinstance(value, Factor):  # a routine hands it on to another
            if value.rounding == rounding:
                return value
            self.derivation.noted = True
        rounded = rounded_factor(argument, plain_factor(value), precision)
        if value is not self.given.get(argument):
            return rounded
        return factor_of(rounded, rounding, self.derivation)


class CallsOfThread:
    """What there is to know of the calls of a thread.

    Attributes:
        capture: Where what its call does is to be noted, if anywhere.
        queue: The queue of the last call that was looked up.
        known: What is known of calls on that.
    """

    __slots__ = ("capture", "known", "queue")

    def __init__(self) -> None:
        self.capture: Capture | None = None
        self.queue: Any = None
        self.known: Any = None


class _Thread(threading.local):
    """One look at what belongs to this thread, instead of one at each part of it."""

    def __init__(self) -> None:
        self.calls = CallsOfThread()


THREAD = _Thread()
"""What belongs to this thread."""


def current_capture() -> Capture | None:
    """Where what this thread's call does is to be noted, if anywhere."""
    return THREAD.calls.capture


class capturing:  # noqa: N801  # a context manager, used like a function
    """Note what the call inside does.

    Args:
        given: See ``Capture``.
        enqueues: The same.
    """

    def __init__(self, given: Mapping[str, Any], *, enqueues: bool) -> None:
        self._capture = Capture(given, enqueues=enqueues)

    def __enter__(self) -> Capture:
        THREAD.calls.capture = self._capture
        return self._capture

    def __exit__(self, *_: object) -> None:
        THREAD.calls.capture = None
