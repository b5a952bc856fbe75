"""Reads the arguments of a call as a key: calls with equal keys do the same work with other memory and factors.

What an argument is follows from its name and its class. So the arguments are read by a form that is made once for all
calls that give arguments of the same names and classes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.routines.call.places import picking
from autoblas.runtime.adapters.adapter import adapter_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autoblas.routines.call.places import Pick
    from autoblas.runtime.adapters.adapter import Adapter

__all__ = ["Seen", "is_usual", "look"]

Seen = tuple[tuple[Any, ...], "Adapter", Any, Sequence[Any], list[Any], dict[str, Any], Sequence[Any] | None]
"""The arguments of a call: its key, which the work follows from; the adapter of the arrays; the queue; the arrays, in the
order in which they were given, and their memory; the factors that are not part of the key, by the names of their arguments;
and events."""

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


@dataclass(frozen=True, slots=True)
class _Form:
    """What the arguments of a call are, by the places of their values.

    Attributes:
        start: What keys begin with: the same for forms that differ only in what keys do not depend on.
        adapter: That of the arrays.
        arrays: Picks the arrays.
        plain: Picks what is part of the key as it is.
        sizes: Tuples, which are part of it if they are of whole numbers.
        factors: Factors: place, name of the argument, and which values are usual.
        queue: The queue, if one is given.
        wait_for: The events, if any are.
        foreign: The queue may be a stream of another library.
    """

    start: object
    adapter: Adapter
    arrays: Pick
    plain: Pick
    sizes: tuple[int, ...]
    factors: tuple[tuple[int, str, Callable[[Any], bool]], ...]
    queue: int | None
    wait_for: int | None
    foreign: bool


UNKNOWN: Any = object()

_forms: dict[tuple[Any, ...], _Form | None] = {}

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
    values = (*args, *kwargs.values())
    given = (name, len(args), *kwargs, *map(type, values))
    form = _forms.get(given, UNKNOWN)
    if form is UNKNOWN:
        form = _new_form(given, (*positions[: len(args)], *kwargs), values)
    if form is None:
        return None
    adapter, arrays = form.adapter, form.arrays(values)
    key = [form.start, *form.plain(values)]
    factors: dict[str, Any] = {}
    for place, argument, usual in form.factors:
        value = values[place]
        if usual(value):
            factors[argument] = value
            key.append(None)
        elif math.isnan(abs(value)) or (value == 0 and math.copysign(1, value.real) < 0):
            return None  # NaN is equal to no key, and -0 to that of 0
        else:
            key.append(value)
    for place in form.sizes:
        if any(type(each) is not int for each in values[place]):
            return None
        key.append(values[place])
    queue = values[form.queue] if form.queue is not None else adapter.queue_of(arrays[0])
    if queue is None:
        queue = adapter.any_queue(arrays)
        if queue is None:
            return None
    elif form.foreign:
        queue = adapter.queue_from(queue)
    adapter.check_open(queue)
    memories = adapter.add_to_key(key, arrays, queue)
    if memories is None:
        return None
    wait_for = values[form.wait_for] if form.wait_for is not None else None
    if wait_for is not None and adapter.foreign:
        wait_for = adapter.own_events(wait_for)
    return tuple(key), adapter, queue, arrays, memories, factors, wait_for


def _new_form(given: tuple[Any, ...], names: Sequence[str], values: Sequence[Any]) -> _Form | None:
    """The form of arguments that were not met before; None where no key can be made of them."""
    return _forms.setdefault(given, _form_of(given[0], names, values)) if len(_forms) < FORMS_KEPT else None


def _form_of(routine: str, names: Sequence[str], values: Sequence[Any]) -> _Form | None:
    """The form of a routine's arguments; None where no key can be made of them."""
    if len(set(names)) < len(names):
        return None
    found: Adapter | None = None
    arrays, plain, sizes, factors = [], [], [], []
    queue = wait_for = None
    for place, (name, value) in enumerate(zip(names, values, strict=True)):
        kind, adapter = type(value), adapter_of(value)
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
    picks = (picking(arrays), picking(plain), tuple(sizes), tuple(factors))
    return _Form(start, found, *picks, queue, wait_for, found.foreign and queue is not None)
