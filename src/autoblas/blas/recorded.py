"""Routines whose calls are written down where ``AUTOBLAS_RECORD`` names a file: how often, and how long they took.

A call that is written down is waited for, so that its time is that of the work and not of enqueuing it: programs that
overlap calls with other work run slower meanwhile.
"""

from __future__ import annotations

import functools
import logging
import threading
import time
from collections import Counter
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np

from autoblas.arrays.adapter import adapter_of
from autoblas.blas.host.crossover import held_at
from autoblas.calls.capture import capturing, current_capture
from autoblas.calls.hooks import RECORDING, describing, host_was_asked
from autoblas.errors import AutoblasError
from autoblas.plan.queues import default_queue, queue_device
from autoblas.problems.blas.notation import written
from autoblas.records.recorder import recorder

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

__all__ = ["recorded", "recorded_method"]

Call = TypeVar("Call", bound="Callable[..., Any]")

KINDS_KEPT = 4096
"""Kinds of calls whose problems a thread remembers."""

VALUES = (str, bool, int, type, type(None), np.dtype)
"""Classes of arguments that problems depend on by value."""

_log = logging.getLogger(__name__)


class _Thread(threading.local):
    """What this thread knows.

    Attributes:
        inside: A call is being timed; calls that it makes are part of it.
        problems: By kind of call, what it asks kernels for, and on which device.
    """

    inside: bool = False

    def __init__(self) -> None:
        self.problems: dict[Any, tuple[Mapping[str, int], str]] = {}


_thread = _Thread()


def recorded(call: Call, routine: Callable[..., Any], positions: Sequence[str]) -> Call:
    """A routine whose calls are written down.

    Args:
        call: What users call.
        routine: The routine itself.
        positions: The names of its arguments that may be given by position, in order.
    """

    @functools.wraps(call)
    def noted(*args: Any, **kwargs: Any) -> Any:
        if _thread.inside or current_capture() is not None or len(args) > len(positions):
            return call(*args, **kwargs)
        named = {**dict(zip(positions, args, strict=False)), **kwargs}
        return _timed(lambda: call(*args, **kwargs), routine, named)

    return cast("Call", noted)


def recorded_method(call: Call, known: Callable[[Any], tuple[Callable[..., Any], Mapping[str, Any]]]) -> Call:
    """The same for the method that makes a prepared call.

    Args:
        call: The method.
        known: Gives for an object its routine and the arguments that were prepared.
    """

    @functools.wraps(call)
    def noted(self: Any, **changed: Any) -> Any:
        if _thread.inside or current_capture() is not None:
            return call(self, **changed)
        routine, named = known(self)
        return _timed(lambda: call(self, **changed), routine, {**named, **changed})

    return cast("Call", noted)


def _timed(run: Callable[[], Any], routine: Callable[..., Any], named: dict[str, Any]) -> Any:
    """Make a call, and write down what it was and how long it took."""
    _thread.inside = True
    try:
        queue = _queue(named)
        problems, device, first = _described(routine, named, queue)
        if queue is not None:
            queue.finish()  # what was enqueued before is not this call's
        host_was_asked()
        began = time.perf_counter()
        result = run()
        if queue is not None:
            queue.finish()
        seconds = time.perf_counter() - began
    finally:
        _thread.inside = False
    if problems:
        found = recorder(RECORDING)
        found.add(routine.__name__, problems, device, seconds, host=host_was_asked(), first=first)
    return result


def _queue(named: Mapping[str, Any]) -> Any:
    """The queue that a call on device arrays runs on; None of NumPy's, which are complete on return."""
    adapter, arrays = None, []
    for value in named.values():
        if not isinstance(value, (np.ndarray, *VALUES, float, complex, list, tuple)):
            found = adapter_of(value)
            if found is not None and isinstance(value, found.arrays):
                adapter = found
                arrays.append(value)
    if adapter is None:
        return None
    given = named.get("queue")
    return adapter.any_queue(arrays) if given is None else adapter.queue_from(given)


def _described(
    routine: Callable[..., Any], named: dict[str, Any], queue: Any
) -> tuple[Mapping[str, int], str, bool]:
    """What a call asks kernels for, with how often, on which device, and whether it is the first of its kind."""
    where = None if queue is None else queue_device(queue).hardware
    key = (routine.__name__, where, *((name, *_look(value)) for name, value in named.items()))
    known = _thread.problems
    found = known.get(key)
    if found is not None:
        return (*found, False)
    if len(known) >= KINDS_KEPT:
        known.clear()
    found = known[key] = _asked(routine, named, queue)
    return (*found, True)


def _look(value: Any) -> tuple[Any, ...]:
    """All that problems depend on of an argument; of a factor, whether it is 0 or 1."""
    if isinstance(value, VALUES):
        return (value,)
    shape = getattr(value, "shape", None)
    if isinstance(value, (float, complex, np.number)) or (shape == () and isinstance(value, np.ndarray)):
        return (type(value), bool(value == 0), bool(value == 1))
    if shape is None:
        return (type(value), len(value)) if isinstance(value, (list, tuple)) else (type(value),)
    steps = getattr(value, "strides", None)
    steps = value.stride() if steps is None and hasattr(value, "stride") else steps
    return (type(value), tuple(shape), steps, str(getattr(value, "dtype", "")))


def _asked(routine: Callable[..., Any], named: dict[str, Any], queue: Any) -> tuple[Mapping[str, int], str]:
    """Run a routine with nothing bound or computed; what it asks kernels for."""
    given = dict(named)
    for value in named.values():
        adapter = adapter_of(value) if type(value) not in (*VALUES, np.ndarray, float, complex) else None
        if adapter is not None and adapter.foreign:
            given = adapter.views(named)
            break
    problems, device = list[Any](), ""
    try:
        device = queue_device(default_queue() if queue is None else queue).facts.name
        with held_at(0), capturing(given, enqueues=False), describing() as problems:
            routine(**given)
    except AutoblasError:
        return {}, ""  # the call itself says what is wrong
    except Exception:  # noqa: BLE001  # of results that nobody computed a routine's last steps may raise anything
        _log.debug("a call of %s could not be described to its end", routine.__name__, exc_info=True)
    return dict(Counter(map(written, problems))), device
