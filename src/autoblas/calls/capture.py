"""What a call on device arrays is seen to do while it is checked and bound, so that calls like it can do it again at once."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from autoblas.arrays.factors import rounded_factor
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
    "Factor",
    "NewArray",
    "OperandMemory",
    "Rounding",
    "ScratchMemory",
    "capturing",
    "current_capture",
    "plain_factor",
]


class Rounding(NamedTuple):
    """Where a number among the values of a launch comes from.

    Attributes:
        argument: The factor that it is.
        precision: The type that it was rounded to.
        conjugate: It is the factor's complex conjugate.
    """

    argument: str
    precision: Precision
    conjugate: bool = False

    def rounded(self, factors: Mapping[str, Any]) -> Any:
        """The number for the factors of a call, by argument.

        Raises:
            ArgumentError: the factor is none that the type can hold.
        """
        value = rounded_factor(self.argument, factors[self.argument], self.precision)
        return value.conjugate() if self.conjugate else value


class Factor:
    """A factor among the values of a launch, which says what it is; a number otherwise.

    What is computed from it is a plain number, and the capture learns that there is one: the call then depends on the value.

    Attributes:
        rounding: What it is.
        capture: What learns of it.
    """

    rounding: Rounding
    capture: Capture

    def conjugate(self) -> Any:
        """The complex conjugate, which says what it is."""
        argument, precision, conjugate = self.rounding
        rounding = Rounding(argument, precision, not conjugate and precision.is_complex)
        return self.capture.named(rounding, plain_factor(self).conjugate())

    @property
    def real(self) -> Any:
        """The real part, from which something may be computed."""
        self.capture.derived = True
        return plain_factor(self).real


def _computing(kind: type, name: str) -> Any:
    """A method of a number that notes that something is computed from it."""

    def method(self: Factor, *others: Any) -> Any:
        self.capture.derived = True
        return getattr(kind, name)(self, *others)

    return method


COMPUTING = (
    *("neg", "pos", "abs", "add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "rtruediv", "pow", "rpow"),
    *("mod", "rmod", "floordiv", "rfloordiv", "round", "float", "complex", "int"),
)
"""The methods of numbers, less their underscores, whose results depend on a number's value."""

FACTORS: dict[type, Any] = {
    kind: type(
        f"{kind.__name__.title()}Factor",
        (Factor, kind),
        {
            f"__{name}__": _computing(kind, f"__{name}__")
            for name in COMPUTING
            if hasattr(kind, f"__{name}__")
        },
    )
    for kind in (float, complex, int)
}
"""The class of factors of each class of numbers."""


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
        derived: Something was computed from a factor.
    """

    def __init__(self, given: Mapping[str, Any], *, enqueues: bool) -> None:
        self.given, self.enqueues = given, enqueues
        self.works: list[CapturedWork] = []
        self.made: list[NewArray] = []
        self.derived = False

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
            self.derived = True
        rounded = rounded_factor(argument, plain_factor(value), precision)
        return self.named(rounding, rounded) if value is self.given.get(argument) else rounded

    def named(self, rounding: Rounding, value: Any) -> Any:
        """A factor that says what it is.

        Args:
            rounding: What it is.
            value: The number.
        """
        factor = FACTORS[type(value)](value)
        factor.rounding, factor.capture = rounding, self
        return factor


def plain_factor(value: Any) -> Any:
    """A value of a launch, without what a factor says of itself.

    Args:
        value: The value.
    """
    if not isinstance(value, Factor):
        return value
    kind: Any = type(value).__bases__[1]
    return kind.__pos__(value)


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
    """Note what the call inside does; work and arguments are dropped at the end.

    Factors lead to the capture. Where one is part of the work, arrays would have to wait for the garbage collector.

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
        self._capture.works.clear()
        self._capture.given = {}
