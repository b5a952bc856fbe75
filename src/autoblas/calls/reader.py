"""Reads the arguments of a call as a key: calls with equal keys do the same work with other memory and factors.

The role of an argument follows from its name and its class. So one signature serves all calls with arguments of the same
names and classes. A function that is made for the signature reads most arguments; it leaves the others to
``ArgumentSignature.read``, the slow path, which reads all. Both make the same keys.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.arrays.adapter import adapter_of
from autoblas.arrays.factors import is_host_scalar
from autoblas.arrays.words import Words, made

if TYPE_CHECKING:
    from autoblas.arrays.adapter import Adapter
    from autoblas.arrays.words import Reading

__all__ = [
    "LATEST_READERS",
    "NO_MATCH",
    "READERS",
    "ArgumentSignature",
    "ReadArguments",
    "forget_signatures",
    "is_generic",
    "read_arguments",
    "reader",
]

ReadArguments = tuple[
    tuple[Any, ...], "Adapter", Any, Sequence[Any], list[Any], dict[str, Any], Sequence[Any] | None
]
"""The arguments of a call: its key, which the work follows from; the adapter of the arrays; the queue; the arrays, in the
order in which they were given, and their memory; the factors that are not part of the key, by the names of their arguments;
and events."""

NO_MATCH: Any = object()
"""Result for arguments some of which are of other classes than those of a signature."""

SMALLEST, LARGEST = 2.0**-24, 2.0**15
"""Between these, sizes of factors are neither 0 nor infinite in any type; others are part of the key."""

MAX_SIGNATURES = 4096
"""Signatures that are cached at most; with another one all are forgotten."""


def _generic_real(value: float) -> bool:
    """True of a factor that routines treat like most others: not 0, 1, infinite or NaN."""
    return SMALLEST < abs(value) < LARGEST and value != 1


def _generic_complex(value: complex) -> bool:
    """True of a complex factor that routines treat like most others, which is on no axis either."""
    parts = abs(value.real), abs(value.imag)
    return min(parts) > SMALLEST and max(parts) < LARGEST


FACTORS: dict[type, Callable[[Any], bool]] = {
    **dict.fromkeys((float, np.float32, np.float64), _generic_real),
    **dict.fromkeys((complex, np.complex64, np.complex128), _generic_complex),
}
"""The classes of factors, each with a function that is true of values that need not be part of the key."""


def is_generic(factor: Any) -> bool:
    """True if a factor of one of these classes need not be part of a key."""
    return FACTORS[type(factor)](factor)


PLAIN = (str, bool, int, type)
"""Classes whose values are part of the key as they are."""


@dataclass(frozen=True)
class ArgumentSignature:
    """The classes and roles of a call's arguments, by the positions of their values.

    Attributes:
        start: First part of the key: the same for signatures that differ only in names and classes that keys do not depend on.
        adapter: That of the arrays.
        kinds: The classes of all values.
        arrays: The positions of the arrays.
        plain: Those of values that are part of the key as they are.
        sizes: Those of tuples, which are part of it if they are of whole numbers.
        factors: Factors: position, name of the argument, and a function that is true of values outside the key.
        queue: The position of the queue, if one is given.
        wait_for: The position of the events, if any are.
    """

    start: object
    adapter: Adapter
    kinds: tuple[type, ...]
    arrays: tuple[int, ...]
    plain: tuple[int, ...]
    sizes: tuple[int, ...]
    factors: tuple[tuple[int, str, Callable[[Any], bool]], ...]
    queue: int | None
    wait_for: int | None

    def read(self, *values: Any) -> ReadArguments | None:
        """The arguments of a call; None where no key can be made of them.

        Raises:
            ArgumentError: the queue was closed.
            DeviceError: this process was forked from the one that made the queue.
        """
        adapter, arrays = self.adapter, tuple([values[index] for index in self.arrays])
        key = [self.start, *[values[index] for index in self.plain]]
        factors: dict[str, Any] = {}
        for index, argument, generic in self.factors:
            value = values[index]
            if generic(value):
                factors[argument] = value
                key.append(None)
            elif math.isnan(abs(value)) or (value == 0 and math.copysign(1, value.real) < 0):
                return None  # NaN is equal to no key, and -0 to that of 0
            else:
                key.append(value)
        for index in self.sizes:
            if not _whole(values[index]):
                return None
            key.append(values[index])
        queue = values[self.queue] if self.queue is not None else adapter.queue_of(arrays[0])
        if queue is None:
            queue = adapter.any_queue(arrays)
            if queue is None:
                return None
        elif adapter.foreign and self.queue is not None:
            queue = adapter.queue_from(queue)
        adapter.check_open(queue)
        memories = adapter.add_to_key(key, arrays, queue)
        if memories is None:
            return None
        wait_for = values[self.wait_for] if self.wait_for is not None else None
        if wait_for is not None and adapter.foreign:
            wait_for = adapter.own_events(wait_for)
        return tuple(key), adapter, queue, arrays, memories, factors, wait_for


def _whole(sizes: tuple[Any, ...]) -> bool:
    """A tuple is one of whole numbers."""
    return all(type(size) is int for size in sizes)


def reader(signature: ArgumentSignature, names: Sequence[str]) -> Reader:
    """A function that reads the arguments of a signature, or returns ``NO_MATCH`` where one is of another class.

    It has a fast path for most arguments; for others, and where arrays have no fast path, it asks the signature.

    Args:
        signature: The signature.
        names: Those of its last values, which are given by name; the others are given by position.
    """
    by_position = len(signature.kinds) - len(names)
    values = [f"v{index}" for index in range(len(signature.kinds))]
    kinds = {f"c{index}": kind for index, kind in enumerate(signature.kinds)}
    mismatches = [f"type({value}) is not {kind}" for value, kind in zip(values, kinds, strict=True)]
    by_name = [f"{value} = kwargs[g{value}]" for value in values[by_position:]]
    lines = [f"if len(args) != {by_position} or len(kwargs) != {len(by_name)}:\n    return no_match"]
    if by_position:
        lines.append(f"{', '.join(values[:by_position])}, = args")
    if by_name:
        bindings = "\n    ".join(by_name)
        lines.append(f"try:\n    {bindings}\nexcept KeyError:\n    return no_match")
    lines.append(f"if {' or '.join(mismatches)}:\n    return no_match")
    bound: dict[str, Any] = {**kinds, "no_match": NO_MATCH, "read_slowly": signature.read}
    bound |= {f"g{value}": name for value, name in zip(values[by_position:], names, strict=True)}
    slow_path = f"return read_slowly({', '.join(values)})"
    arrays = [values[index] for index in signature.arrays]
    queue = "" if signature.queue is None else values[signature.queue]
    reading = signature.adapter.reading(
        [signature.kinds[index] for index in signature.arrays], arrays, queue, slow_path
    )
    words = Words([slow_path], {}) if reading is None else _words(signature, reading, values, slow_path)
    read: Reader = made(
        "read(args, kwargs)",
        [*lines, *words.lines],
        {**words.names, **bound},
        type(signature.adapter).__module__,
    )
    return read


def _words(signature: ArgumentSignature, reading: Reading, values: Sequence[str], slow_path: str) -> Words:
    """Lines that return what was read.

    Args:
        signature: The signature.
        reading: How its arrays are read.
        values: The values.
        slow_path: The statement for arguments without a fast path.
    """
    arrays = [values[index] for index in signature.arrays]
    names = {**reading.names, "adapter": signature.adapter, "start": signature.start, "all_whole": _whole}
    lines, key = [*reading.lines, "factors = {}"], ["start", *(values[index] for index in signature.plain)]
    for index, argument, generic in signature.factors:
        lines += _factor_lines(values[index], f"n{index}", generic, slow_path)
        key.append(f"k{values[index]}")
        names |= {f"n{index}": argument, "generic_complex": _generic_complex, "copysign": math.copysign}
    for index in signature.sizes:
        lines += [f"if not all_whole({values[index]}):\n    return None"]
        key.append(values[index])
    wait_for = "None" if signature.wait_for is None else values[signature.wait_for]
    if signature.adapter.foreign and signature.wait_for is not None:
        names["own_events"] = signature.adapter.own_events
        wait_for = f"None if {wait_for} is None else own_events({wait_for})"
    whole_key, all_arrays = (f"({', '.join(parts)},)" for parts in ((*key, *reading.key), arrays))
    lines += [f"key = {whole_key}", *reading.more]
    lines.append(f"return key, adapter, queue, {all_arrays}, {reading.memory}, factors, {wait_for}")
    return Words(lines, names)


def _factor_lines(value: str, argument: str, generic: Callable[[Any], bool], slow_path: str) -> list[str]:
    """Statements that bind a factor's part of the key: None where it is generic, and itself where it is 0 or 1.

    Args:
        value: The factor.
        argument: The name of its argument.
        generic: True of values that need not be part of the key.
        slow_path: The statement for all others.
    """
    if generic is _generic_real:
        near, far = f"{SMALLEST!r} < {value} < {LARGEST!r}", f"{-LARGEST!r} < {value} < {-SMALLEST!r}"
        condition = f"({near} or {far}) and {value} != 1"
    else:
        condition = f"generic_complex({value})"
    exact = f"{value} == 1 or ({value} == 0 and copysign(1, {value}.real) > 0)"
    return [
        f"if {condition}:\n    k{value}, factors[{argument}] = None, {value}",
        f"elif {exact}:\n    k{value} = {value}",
        f"else:\n    {slow_path}",
    ]


Reader = Callable[[Sequence[Any], Mapping[str, Any]], ReadArguments | None]
"""A function that reads arguments, from those given by position and those given by name."""

READERS: dict[tuple[Any, ...], Reader] = {}
"""Readers by the routine, the names of the arguments that were given by name, and the classes of all values."""

LATEST_READERS: dict[str, Reader] = {}
"""The reader that each routine used last."""

_by_names: dict[tuple[Any, ...], Reader] = {}
"""Of those for the same names, and as many arguments given by position, the one that was used last."""

_without: set[tuple[Any, ...]] = set()
"""Routines, names and classes of arguments that no key can be made of."""

_starts: dict[tuple[Any, ...], object] = {}
"""First parts of keys, by the routine and by the names and classes of its arguments, without the queue and events."""


def read_arguments(
    name: str, positions: Sequence[str], args: Sequence[Any], kwargs: Mapping[str, Any]
) -> ReadArguments | None:
    """The arguments of a call; None where no key can be made of them.

    Args:
        name: The routine.
        positions: The names of its arguments that may be given by position, in order.
        args: Those that were.
        kwargs: The others.

    Raises:
        ArgumentError: the queue was closed.
        DeviceError: this process was forked from the one that made the queue.
    """
    named = (name, len(args), *kwargs)
    read = _by_names.get(named)
    arguments = NO_MATCH if read is None else read(args, kwargs)
    if read is not None and arguments is not NO_MATCH:
        LATEST_READERS[name] = read
        return arguments
    values = (*args, *kwargs.values())
    classes = (name, *kwargs, *map(type, values))
    read = READERS.get(classes)
    if read is None and classes not in _without:
        if len(READERS) + len(_without) >= MAX_SIGNATURES:
            forget_signatures()
        signature = _signature_of(name, (*positions[: len(args)], *kwargs), values)
        if signature is None:
            _without.add(classes)
        else:
            read = READERS.setdefault(classes, reader(signature, tuple(kwargs)))
    if read is None:
        return None
    LATEST_READERS[name] = _by_names[named] = read
    return read(args, kwargs)


def forget_signatures() -> None:
    """Forget all signatures and readers."""
    READERS.clear()
    LATEST_READERS.clear()
    _by_names.clear()
    _without.clear()
    _starts.clear()


def _signature_of(routine: str, names: Sequence[str], values: Sequence[Any]) -> ArgumentSignature | None:
    """The signature of a routine's arguments; None where no key can be made of them."""
    if len(set(names)) < len(names):
        return None
    library: Adapter | None = None
    arrays, plain, sizes, factors = [], [], [], []
    queue = wait_for = None
    for index, (name, value) in enumerate(zip(names, values, strict=True)):
        kind, adapter = type(value), adapter_of(value)
        if adapter is not None and is_host_scalar(value):
            return None
        if adapter is not None and isinstance(value, adapter.arrays):
            library = library or adapter
            arrays.append(index)
        elif name == "wait_for":
            wait_for = index
        elif name == "queue" and adapter is not None and isinstance(value, adapter.queues):
            queue = index
        elif kind in PLAIN or isinstance(value, (np.dtype, type)):
            plain.append(index)
        elif kind is tuple:
            sizes.append(index)
        elif kind in FACTORS:
            factors.append((index, name, FACTORS[kind]))
        elif value is not None:
            return None
    if library is None:
        return None
    significant = [
        (name, type(value))
        for name, value in zip(names, values, strict=True)
        if name not in {"queue", "wait_for"}
    ]
    start = _starts.setdefault((routine, *significant), object())
    indices = tuple(arrays), tuple(plain), tuple(sizes), tuple(factors)
    return ArgumentSignature(start, library, tuple(map(type, values)), *indices, queue, wait_for)
