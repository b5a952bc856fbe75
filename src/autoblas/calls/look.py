"""Reads the arguments of a call as a key: calls with equal keys do the same work with other memory and factors.

What an argument is follows from its name and its class. So the arguments are read by a form that is made once for all
calls that give arguments of the same names and classes. What is usual about them, a function reads that is made for the
form; whatever it finds to be unusual, it leaves to ``Form.look``, which knows all there is. Both make the same keys.
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

__all__ = ["LATEST", "READERS", "UNLIKE", "Form", "Seen", "forget_forms", "is_usual", "look", "reader"]

Seen = tuple[tuple[Any, ...], "Adapter", Any, Sequence[Any], list[Any], dict[str, Any], Sequence[Any] | None]
"""The arguments of a call: its key, which the work follows from; the adapter of the arrays; the queue; the arrays, in the
order in which they were given, and their memory; the factors that are not part of the key, by the names of their arguments;
and events."""

UNLIKE: Any = object()
"""What is said of arguments some of which are of other classes than those of a form."""

SMALLEST, LARGEST = 2.0**-24, 2.0**15
"""Between these, sizes of factors are neither 0 nor infinite in any type; others are part of the key."""

FORMS_KEPT = 4096
"""Forms that are kept at most; calls of others are not looked at."""


def _usual_real(value: float) -> bool:
    """A factor that routines treat like most others: not 0, 1, infinite or NaN."""
    return SMALLEST < abs(value) < LARGEST and value != 1


def _usual_complex(value: complex) -> bool:
    """The same of a complex factor, which is on no axis either."""
    parts = abs(value.real), abs(value.imag)
    return min(parts) > SMALLEST and max(parts) < LARGEST


FACTORS: dict[type, Callable[[Any], bool]] = {
    **dict.fromkeys((float, np.float32, np.float64), _usual_real),
    **dict.fromkeys((complex, np.complex64, np.complex128), _usual_complex),
}
"""The classes of factors, and which of their values need not be part of the key."""


def is_usual(factor: Any) -> bool:
    """A factor of one of these classes need not be part of a key."""
    return FACTORS[type(factor)](factor)


PLAIN = (str, bool, int, type)
"""Classes whose values are part of the key as they are."""


@dataclass(frozen=True)
class Form:
    """What the arguments of a call are, by the places of their values.

    Attributes:
        start: What keys begin with: the same for forms that differ only in what keys do not depend on.
        adapter: That of the arrays.
        kinds: The classes of all values.
        arrays: The places of the arrays.
        plain: Those of what is part of the key as it is.
        sizes: Those of tuples, which are part of it if they are of whole numbers.
        factors: Factors: place, name of the argument, and which values are usual.
        queue: The place of the queue, if one is given.
        wait_for: The place of the events, if any are.
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

    def look(self, *values: Any) -> Seen | None:
        """The arguments of a call; None where no key can be made of them.

        Raises:
            ArgumentError: the queue was closed.
            DeviceError: this process was forked from the one that made the queue.
        """
        adapter, arrays = self.adapter, tuple([values[place] for place in self.arrays])
        key = [self.start, *[values[place] for place in self.plain]]
        factors: dict[str, Any] = {}
        for place, argument, usual in self.factors:
            value = values[place]
            if usual(value):
                factors[argument] = value
                key.append(None)
            elif math.isnan(abs(value)) or (value == 0 and math.copysign(1, value.real) < 0):
                return None  # NaN is equal to no key, and -0 to that of 0
            else:
                key.append(value)
        for place in self.sizes:
            if not _whole(values[place]):
                return None
            key.append(values[place])
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
    return all(type(each) is int for each in sizes)


def reader(form: Form, names: Sequence[str]) -> Reader:
    """A function that reads the arguments of a form, or says ``UNLIKE`` where one of them is of another class.

    Usual ones it reads itself; of others, and where its arrays know no such function, it asks the form.

    Args:
        form: The form.
        names: Those of its last values, which are given by name; the others are given by position.
    """
    by_position = len(form.kinds) - len(names)
    values = [f"v{place}" for place in range(len(form.kinds))]
    kinds = {f"c{place}": kind for place, kind in enumerate(form.kinds)}
    others = [f"type({value}) is not {kind}" for value, kind in zip(values, kinds, strict=True)]
    by_name = [f"{value} = kwargs[g{value}]" for value in values[by_position:]]
    lines = [f"if len(args) != {by_position} or len(kwargs) != {len(by_name)}:\n    return unlike"]
    if by_position:
        lines.append(f"{', '.join(values[:by_position])}, = args")
    if by_name:
        given = "\n    ".join(by_name)
        lines.append(f"try:\n    {given}\nexcept KeyError:\n    return unlike")
    lines.append(f"if {' or '.join(others)}:\n    return unlike")
    bound: dict[str, Any] = {**kinds, "unlike": UNLIKE, "otherwise": form.look}
    bound |= {f"g{value}": name for value, name in zip(values[by_position:], names, strict=True)}
    unusual = f"return otherwise({', '.join(values)})"
    arrays = [values[place] for place in form.arrays]
    queue = "" if form.queue is None else values[form.queue]
    reading = form.adapter.reading([form.kinds[place] for place in form.arrays], arrays, queue, unusual)
    words = Words([unusual], {}) if reading is None else _words(form, reading, values, unusual)
    read: Reader = made(
        "read(args, kwargs)", [*lines, *words.lines], {**words.names, **bound}, type(form.adapter).__module__
    )
    return read


def _words(form: Form, reading: Reading, values: Sequence[str], unusual: str) -> Words:
    """Lines that return what was read.

    Args:
        form: The form.
        reading: How its arrays are read.
        values: The values.
        unusual: The statement for those that are unusual.
    """
    arrays = [values[place] for place in form.arrays]
    names = {**reading.names, "adapter": form.adapter, "start": form.start, "all_whole": _whole}
    lines, key = [*reading.lines, "factors = {}"], ["start", *(values[place] for place in form.plain)]
    for place, argument, usual in form.factors:
        lines += _factor_lines(values[place], f"n{place}", usual, unusual)
        key.append(f"k{values[place]}")
        names |= {f"n{place}": argument, "usual_complex": _usual_complex, "copysign": math.copysign}
    for place in form.sizes:
        lines += [f"if not all_whole({values[place]}):\n    return None"]
        key.append(values[place])
    wait_for = "None" if form.wait_for is None else values[form.wait_for]
    if form.adapter.foreign and form.wait_for is not None:
        names["own_events"] = form.adapter.own_events
        wait_for = f"None if {wait_for} is None else own_events({wait_for})"
    whole_key, all_arrays = (f"({', '.join(parts)},)" for parts in ((*key, *reading.key), arrays))
    lines += [f"key = {whole_key}", *reading.more]
    lines.append(f"return key, adapter, queue, {all_arrays}, {reading.memory}, factors, {wait_for}")
    return Words(lines, names)


def _factor_lines(value: str, argument: str, usual: Callable[[Any], bool], unusual: str) -> list[str]:
    """Statements that bind what a factor has in the key: None where it is usual, and itself where it is 0 or 1.

    Args:
        value: The factor.
        argument: The name of its argument.
        usual: Which values are usual.
        unusual: The statement for all others.
    """
    if usual is _usual_real:
        near, far = f"{SMALLEST!r} < {value} < {LARGEST!r}", f"{-LARGEST!r} < {value} < {-SMALLEST!r}"
        condition = f"({near} or {far}) and {value} != 1"
    else:
        condition = f"usual_complex({value})"
    one_or_zero = f"{value} == 1 or ({value} == 0 and copysign(1, {value}.real) > 0)"
    return [
        f"if {condition}:\n    k{value}, factors[{argument}] = None, {value}",
        f"elif {one_or_zero}:\n    k{value} = {value}",
        f"else:\n    {unusual}",
    ]


Reader = Callable[[Sequence[Any], Mapping[str, Any]], Seen | None]
"""What reads arguments, from those given by position and those given by name."""

READERS: dict[tuple[Any, ...], Reader] = {}
"""What reads arguments, by the routine, the names of those that were given by name, and the classes of all values."""

LATEST: dict[str, Reader] = {}
"""What reads arguments like those that were given last, by the routine."""

_by_names: dict[tuple[Any, ...], Reader] = {}
"""Of those for the same names, and as many arguments given by position, the one that was used last."""

_without: set[tuple[Any, ...]] = set()
"""The same of arguments that no key can be made of."""

_starts: dict[tuple[Any, ...], object] = {}
"""What keys begin with, by the routine and by the names and classes of its arguments, the queue and events left out."""


def look(name: str, positions: Sequence[str], args: Sequence[Any], kwargs: Mapping[str, Any]) -> Seen | None:
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
    seen = UNLIKE if read is None else read(args, kwargs)
    if read is not None and seen is not UNLIKE:
        LATEST[name] = read
        return seen
    values = (*args, *kwargs.values())
    given = (name, *kwargs, *map(type, values))
    read = READERS.get(given)
    if read is None and given not in _without and len(READERS) + len(_without) < FORMS_KEPT:
        form = _form_of(name, (*positions[: len(args)], *kwargs), values)
        if form is None:
            _without.add(given)
        else:
            read = READERS.setdefault(given, reader(form, tuple(kwargs)))
    if read is None:
        return None
    LATEST[name] = _by_names[named] = read
    return read(args, kwargs)


def forget_forms() -> None:
    """Look at arguments as if none had been seen before."""
    READERS.clear()
    LATEST.clear()
    _by_names.clear()
    _without.clear()
    _starts.clear()


def _form_of(routine: str, names: Sequence[str], values: Sequence[Any]) -> Form | None:
    """The form of a routine's arguments; None where no key can be made of them."""
    if len(set(names)) < len(names):
        return None
    found: Adapter | None = None
    arrays, plain, sizes, factors = [], [], [], []
    queue = wait_for = None
    for place, (name, value) in enumerate(zip(names, values, strict=True)):
        kind, adapter = type(value), adapter_of(value)
        if adapter is not None and is_host_scalar(value):
            return None
        if adapter is not None and isinstance(value, adapter.arrays):
            found = found or adapter
            arrays.append(place)
        elif name == "wait_for":
            wait_for = place
        elif name == "queue" and adapter is not None and isinstance(value, adapter.queues):
            queue = place
        elif kind in PLAIN or isinstance(value, (np.dtype, type)):
            plain.append(place)
        elif kind is tuple:
            sizes.append(place)
        elif kind in FACTORS:
            factors.append((place, name, FACTORS[kind]))
        elif value is not None:
            return None
    if found is None:
        return None
    kept = [
        (name, type(value))
        for name, value in zip(names, values, strict=True)
        if name not in {"queue", "wait_for"}
    ]
    start = _starts.setdefault((routine, *kept), object())
    places = tuple(arrays), tuple(plain), tuple(sizes), tuple(factors)
    return Form(start, found, tuple(map(type, values)), *places, queue, wait_for)
