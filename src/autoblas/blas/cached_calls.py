"""A cache of calls: a routine repeats an earlier call with the same key without checking and binding again.

What a call enqueues follows from its key: the layout of each array, which arrays share an allocation, the options, and of
each factor whether it is 0 or 1. The first call with a key leaves its bound launches. Later ones find them in one
dictionary, put their own memory and factors where they belong, and enqueue. What does not follow from the key is looked
at in every call: the queue is open, arrays of other queues live in its context, and events.

Plans have symbols in the place of memory and factors, so what a call did is known without a second one.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import os
import threading
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np

from autoblas.arrays.adapter import adapter_of
from autoblas.arrays.factors import is_host_scalar
from autoblas.blas.arguments import check_events
from autoblas.blas.host.fast_path import host_fast_path
from autoblas.blas.refusals import after_refusal
from autoblas.blas.regular import regular_call
from autoblas.calls.call_plan import CallPlan, Done
from autoblas.calls.complete import complete
from autoblas.calls.dispatch import bound_call, enqueue
from autoblas.calls.launcher import lazy_launcher
from autoblas.calls.reader import LATEST_READERS, NO_MATCH, read_arguments
from autoblas.calls.repeatable import BY_VALUE, CallTemplate, RepeatableCall, template_of
from autoblas.calls.serve import MAX_QUEUES
from autoblas.errors import ArgumentError
from autoblas.plan.queues import PerQueue
from autoblas.plan.results import GENERATION

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from autoblas.arrays.adapter import Adapter

    FastPath = Callable[[tuple[Any, ...], dict[str, Any]], Any]

__all__ = [
    "MAX_KEYS",
    "RECORDED",
    "RECORDING",
    "ROUTINES",
    "cached_call",
    "cached_call_after",
    "foreign_adapter",
    "plan_of",
    "positional_names",
    "repeatable_from",
]

Routine = TypeVar("Routine", bound="Callable[..., Any]")

MAX_KEYS = 512
"""Keys that a thread caches for a queue; those that were used least recently give way."""

NOT_REPEATABLE = "calls with this key cannot be repeated"

RECORDED = "autoblas.blas.recorded"
"""The module that records calls."""

RECORDING = os.environ.get("AUTOBLAS_RECORD", "")
"""The file that calls are recorded in; empty where they are not."""

HOST_TYPES = frozenset({float, complex, int, bool, str, tuple, list, type(None), np.ndarray})
"""Classes of arguments that belong to no library of device arrays."""


class _CallCache:
    """Cached calls on a queue, by key; keys that are not used give way to new ones.

    Those used since the last clearing are in one dictionary, earlier ones in another, which is forgotten when the first is
    full: so a look-up costs one hash of its key.

    Attributes:
        generation: Of which plans; see ``GENERATION``.
        recent: Entries that were used since the last clearing.
    """

    __slots__ = ("_earlier", "generation", "recent")

    def __init__(self) -> None:
        self.recent: dict[Any, RepeatableCall | CallTemplate | str] = {}
        self._earlier: dict[Any, RepeatableCall | CallTemplate | str] = {}
        self.generation = GENERATION.number

    def lookup(self, key: tuple[Any, ...]) -> RepeatableCall | CallTemplate | str | None:
        """The entry of a key."""
        entry = self.recent.get(key)
        if entry is None and self._earlier:
            entry = self._earlier.pop(key, None)
            if entry is not None:
                self.store(key, entry)
        return entry

    def store(self, key: tuple[Any, ...], work: RepeatableCall | CallTemplate | str) -> None:
        """Store the entry of a key."""
        if len(self.recent) >= MAX_KEYS // 2:
            self._earlier, self.recent = self.recent, {}
        self.recent[key] = work

    def clear(self) -> None:
        """Forget all of it, because there are new plans."""
        self.recent, self._earlier, self.generation = {}, {}, GENERATION.number

    def __len__(self) -> int:
        return len(self.recent) + len(self._earlier)


class _Thread(threading.local):
    """The queue of the last call of this thread that had a key, and the calls on it."""

    def __init__(self) -> None:
        self.latest = _QueueCache()


class _QueueCache:
    """A queue and its cache, in one object: a call looks the thread's attribute up once for both.

    Attributes:
        queue: The queue.
        cache: The calls.
    """

    __slots__ = ("cache", "queue")

    def __init__(self) -> None:
        self.queue: Any = None
        self.cache: Any = None


_thread = _Thread()


def _cache_of(queue: Any) -> _CallCache:
    """This thread's cache for a queue that is not that of the last call, or whose plans may have changed."""
    calls = _thread.latest
    calls.queue, calls.cache = queue, _caches.of(queue)
    if calls.cache.generation != GENERATION.number:
        calls.cache.clear()
    cache: _CallCache = calls.cache
    return cache


_caches: PerQueue[_CallCache] = PerQueue(_CallCache, MAX_QUEUES)
"""The caches of each thread, by queue."""


def positional_names(routine: Callable[..., Any]) -> tuple[str, ...]:
    """The names of the arguments that may be given by position, in order."""
    parameters = inspect.signature(routine).parameters.values()
    return tuple(
        parameter.name for parameter in parameters if parameter.kind is parameter.POSITIONAL_OR_KEYWORD
    )


ROUTINES: dict[Callable[..., Any], Callable[..., Any]] = {}
"""The functions that make plans, by the public functions that ``cached_call`` made of them."""


def cached_call(routine: Routine) -> Routine:
    """Make a routine on arrays repeat earlier calls of its own; its signature and its docstring stay."""
    return _cached(routine, None)


def cached_call_after(fast_path: FastPath) -> Callable[[Routine], Routine]:
    """``cached_call``, for a routine with a fast path for its commonest calls on NumPy arrays.

    Args:
        fast_path: Gets the arguments as they were given, by position and by name, the first of them a NumPy array, and
            returns what the routine does, or None; then the routine is called.
    """

    def decorate(routine: Routine) -> Routine:
        return _cached(routine, fast_path)

    return decorate


def _cached(routine: Routine, fast_path: FastPath | None) -> Routine:
    name = routine.__name__
    positions = positional_names(routine)
    max_positions = len(positions)

    def on_host(*args: Any, **kwargs: Any) -> Any:
        nonlocal on_host
        on_host = host_fast_path(routine) or _no_host_blas  # made when it is first needed
        return on_host(*args, **kwargs)

    ndarray, thread, generation, latest_readers, no_match = (
        np.ndarray,
        _thread,
        GENERATION,
        LATEST_READERS.get,
        NO_MATCH,
    )

    @functools.wraps(routine)
    def plan_and_run(*args: Any, **kwargs: Any) -> Any:
        """Plan a call and perform it."""
        return complete(routine(*args, **kwargs))

    @functools.wraps(routine)
    def call(*args: Any, **kwargs: Any) -> Any:
        if args and type(args[0]) is ndarray:  # before anything else is paid for
            if fast_path is not None:
                done = fast_path(args, kwargs)
                if done is not None:
                    return done
            done = on_host(*args, **kwargs)
            if done is not None:
                return done
            try:
                return complete(routine(*args, **kwargs))
            except ArgumentError as error:
                return regular_call(plan_and_run, positions, args, kwargs, error)
        calls = thread.latest
        read = latest_readers(name)
        call_arguments = no_match if read is None else read(args, kwargs)
        if call_arguments is no_match:
            if len(args) > max_positions:
                return plan_and_run(*args, **kwargs)
            call_arguments = read_arguments(name, positions, args, kwargs)
        if call_arguments is None:
            done = on_host(*args, **kwargs)
            return _call_uncached(plan_and_run, positions, args, kwargs) if done is None else done
        key, adapter, queue, arrays, memory, factors, wait_for = call_arguments
        cache = calls.cache
        if queue is not calls.queue or cache.generation != generation.number:
            cache = _cache_of(queue)
        entry = cache.recent.get(key) or cache.lookup(key)
        if wait_for is not None:
            check_events(wait_for)
        if type(entry) is RepeatableCall:
            return entry.run(arrays, memory, factors, wait_for)
        if entry is BY_VALUE:
            key, factors = (*key, *factors.values()), {}
            entry = cache.lookup(key)
            if type(entry) is RepeatableCall:
                return entry.run(arrays, memory, factors, wait_for)
        if type(entry) is CallTemplate:
            entry = repeatable_from(entry)
            cache.store(key, entry)
            return entry.run(arrays, memory, factors, wait_for)
        if entry is not None:
            return _call_uncached(plan_and_run, positions, args, kwargs)
        named = {**dict(zip(positions, args, strict=False)), **kwargs}
        entry, result = _first_call(routine, plan_and_run, named, adapter, arrays, factors)
        cache.store(key, entry)
        return result

    ROUTINES[call] = routine
    if RECORDING:  # else neither calls nor imports pay for it

        def with_host_blas(args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
            result = fast_path(args, kwargs) if fast_path is not None and args else None
            return on_host(*args, **kwargs) if result is None else result

        call = importlib.import_module(RECORDED).recorded(call, with_host_blas, routine, positions)
    return cast("Routine", call)


def _no_host_blas(*_: Any, **__: Any) -> None:
    """Stands for the fast path of a routine that has none on the host."""


def plan_of(routine: Callable[..., Any]) -> Callable[..., Any]:
    """The function that makes the plan of a routine's call, of which nothing is performed.

    Args:
        routine: The routine, as users call it: also one whose calls are recorded.
    """
    return ROUTINES[inspect.unwrap(routine, stop=ROUTINES.__contains__)]


def _first_call(
    routine: Callable[..., CallPlan | Done],
    plan_and_run: Callable[..., Any],
    arguments: dict[str, Any],
    adapter: Adapter,
    arrays: Sequence[Any],
    factors: dict[str, Any],
) -> tuple[CallTemplate | str, Any]:
    """Make the first call with a key; its template, or that it cannot be repeated, and the routine's result."""
    kinds = list(map(type, arrays))
    if adapter.foreign:
        arguments = adapter.views(arguments)
        arrays = [array for array in arguments.values() if isinstance(array, adapter.arrays)]
    try:
        plan = routine(**arguments)
        if isinstance(plan, Done):
            template, result = None, plan.result
        else:
            call = bound_call(plan)
            enqueue(call, plan.wait_for)
            template, result = template_of(call, arrays, factors, kinds), plan.value()
    except ArgumentError as error:
        if adapter.foreign:
            return NOT_REPEATABLE, after_refusal(plan_and_run, arguments, error)
        return NOT_REPEATABLE, regular_call(plan_and_run, (), (), arguments, error)
    return template or NOT_REPEATABLE, adapter.original(result) if adapter.foreign else result


def _call_uncached(
    routine: Callable[..., Any], positions: Sequence[str], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """Call a routine; where arrays are of a library that it does not know, with views of them."""
    adapter = foreign_adapter(chain(args, kwargs.values()))
    if adapter is None:
        try:
            return routine(*args, **kwargs)
        except ArgumentError as error:
            return regular_call(routine, positions, args, kwargs, error)
    named = {**dict(zip(positions, args, strict=False)), **kwargs}
    if len(named) < len(args) + len(kwargs):  # one was given twice, or is one too many
        return routine(*args, **kwargs)
    views = adapter.views(named)
    try:
        return adapter.original(routine(**views))
    except ArgumentError as error:
        return after_refusal(routine, views, error)


def foreign_adapter(values: Iterable[Any]) -> Adapter | None:
    """The adapter of the first argument that routines are to be given a view of; None where there is none."""
    for value in values:
        if type(value) not in HOST_TYPES:
            adapter = adapter_of(value)
            if adapter is not None and adapter.foreign and not is_host_scalar(value):
                return adapter
    return None


def repeatable_from(template: CallTemplate) -> RepeatableCall:
    """A call to be repeated, by plain code once, and then by code that is made for it.

    Args:
        template: The launches of the first one.
    """
    work = template.repeatable()
    work.run = lazy_launcher(work)
    return work
