"""Lets a routine repeat an earlier call of its own whose arguments looked the same, without checking and binding again.

What a call enqueues follows from its key: the layout of each array, which arrays share an allocation, the options, and of
each factor whether it is 0 or 1. The first call with a key is captured. Later ones find what was captured in one
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
from autoblas.blas.host.short import short_way
from autoblas.blas.refusals import after_refusal
from autoblas.blas.regular import regular_call
from autoblas.calls.call_plan import CallPlan, Done
from autoblas.calls.complete import complete
from autoblas.calls.dispatch import bound_call, enqueue
from autoblas.calls.launcher import started
from autoblas.calls.look import LATEST, UNLIKE, look
from autoblas.calls.repeatable import CallForm, RepeatableCall, form_of
from autoblas.calls.serve import QUEUES_KEPT
from autoblas.errors import ArgumentError
from autoblas.plan.queues import PerQueue
from autoblas.plan.results import GENERATION

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from autoblas.arrays.adapter import Adapter

    AtOnce = Callable[[tuple[Any, ...], dict[str, Any]], Any]

__all__ = [
    "KEYS_KEPT",
    "RECORDED",
    "RECORDING",
    "ROUTINES",
    "foreign_adapter",
    "keyed",
    "keyed_after",
    "plan_of",
    "positions_of",
    "repeatable_from",
]

Routine = TypeVar("Routine", bound="Callable[..., Any]")

KEYS_KEPT = 512
"""Keys of a thread and queue; those that were used least recently give way."""

ONCE = "calls with this key cannot be repeated"

RECORDED = "autoblas.blas.recorded"
"""The module that records calls."""

RECORDING = os.environ.get("AUTOBLAS_RECORD", "")
"""The file that calls are recorded in; empty where they are not."""

HOST_TYPES = frozenset({float, complex, int, bool, str, tuple, list, type(None), np.ndarray})
"""Classes of arguments that belong to no library of device arrays."""


class _CallCache:
    """What is known of the calls on a queue, by key; keys that are not used give way to new ones.

    Those used since the last clearing are in one dictionary, earlier ones in another, which is forgotten when the first is
    full: so a look-up costs one hash of its key.

    Attributes:
        generation: Of which plans; see ``GENERATION``.
        recent: What was used since the last clearing.
    """

    __slots__ = ("_earlier", "generation", "recent")

    def __init__(self) -> None:
        self.recent: dict[Any, RepeatableCall | CallForm | str] = {}
        self._earlier: dict[Any, RepeatableCall | CallForm | str] = {}
        self.generation = GENERATION.number

    def find(self, key: tuple[Any, ...]) -> RepeatableCall | CallForm | str | None:
        """What is known of calls with a key."""
        found = self.recent.get(key)
        if found is None and self._earlier:
            found = self._earlier.pop(key, None)
            if found is not None:
                self.keep(key, found)
        return found

    def keep(self, key: tuple[Any, ...], work: RepeatableCall | CallForm | str) -> None:
        """Note what is known of calls with a key."""
        if len(self.recent) >= KEYS_KEPT // 2:
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
        self.latest = _Latest()


class _Latest:
    """The same, apart from the thread: one look-up of it for both.

    Attributes:
        queue: The queue.
        known: The calls.
    """

    __slots__ = ("known", "queue")

    def __init__(self) -> None:
        self.queue: Any = None
        self.known: Any = None


_thread = _Thread()


def _cache_of(queue: Any) -> _CallCache:
    """What this thread knows of calls on a queue that is not that of the last call, or whose plans may be others now."""
    calls = _thread.latest
    calls.queue, calls.known = queue, _caches.of(queue)
    if calls.known.generation != GENERATION.number:
        calls.known.clear()
    found: _CallCache = calls.known
    return found


_caches: PerQueue[_CallCache] = PerQueue(_CallCache, QUEUES_KEPT)
"""What each thread knows, by queue."""


def positions_of(routine: Callable[..., Any]) -> tuple[str, ...]:
    """The names of the arguments that may be given by position, in order."""
    parameters = inspect.signature(routine).parameters.values()
    return tuple(each.name for each in parameters if each.kind is each.POSITIONAL_OR_KEYWORD)


ROUTINES: dict[Callable[..., Any], Callable[..., Any]] = {}
"""The routines themselves, by what ``keyed`` made of them."""


def keyed(routine: Routine) -> Routine:
    """Make a routine on arrays repeat earlier calls of its own; its signature and all that it says stay."""
    return _keyed(routine, None)


def keyed_after(at_once: AtOnce) -> Callable[[Routine], Routine]:
    """``keyed``, for a routine whose most usual calls on NumPy arrays something computes before anything is looked at.

    Args:
        at_once: Gets the arguments as they were given, by position and by name, the first of them a NumPy array, and
            returns what the routine does, or None; then the routine is called.
    """

    def decorate(routine: Routine) -> Routine:
        return _keyed(routine, at_once)

    return decorate


def _keyed(routine: Routine, at_once: AtOnce | None) -> Routine:
    name = routine.__name__
    positions = positions_of(routine)
    most = len(positions)

    def on_host(*args: Any, **kwargs: Any) -> Any:
        nonlocal on_host
        on_host = short_way(routine) or _nothing  # made when it is first needed
        return on_host(*args, **kwargs)

    ndarray, thread, generation, latest, unlike = np.ndarray, _thread, GENERATION, LATEST.get, UNLIKE

    @functools.wraps(routine)
    def whole(*args: Any, **kwargs: Any) -> Any:
        """Plan a call and perform it."""
        return complete(routine(*args, **kwargs))

    @functools.wraps(routine)
    def call(*args: Any, **kwargs: Any) -> Any:
        if args and type(args[0]) is ndarray:  # before anything else is paid for
            if at_once is not None:
                done = at_once(args, kwargs)
                if done is not None:
                    return done
            done = on_host(*args, **kwargs)
            if done is not None:
                return done
            try:
                return complete(routine(*args, **kwargs))
            except ArgumentError as error:
                return regular_call(whole, positions, args, kwargs, error)
        calls = thread.latest
        read = latest(name)
        seen = unlike if read is None else read(args, kwargs)
        if seen is unlike:
            if len(args) > most:
                return whole(*args, **kwargs)
            seen = look(name, positions, args, kwargs)
        if seen is None:
            done = on_host(*args, **kwargs)
            return _plainly(whole, positions, args, kwargs) if done is None else done
        key, adapter, queue, arrays, memory, factors, wait_for = seen
        known = calls.known
        if queue is not calls.queue or known.generation != generation.number:
            known = _cache_of(queue)
        work = known.recent.get(key) or known.find(key)
        if wait_for is not None:
            check_events(wait_for)
        if type(work) is RepeatableCall:
            return work.run(arrays, memory, factors, wait_for)
        if type(work) is CallForm:
            work = repeatable_from(work)
            known.keep(key, work)
            return work.run(arrays, memory, factors, wait_for)
        if work is not None:
            return _plainly(whole, positions, args, kwargs)
        named = {**dict(zip(positions, args, strict=False)), **kwargs}
        work, result = _planned(routine, whole, named, adapter, arrays, factors)
        known.keep(key, work)
        return result

    ROUTINES[call] = routine
    if RECORDING:  # else neither calls nor imports pay for it

        def with_host_blas(args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
            result = at_once(args, kwargs) if at_once is not None and args else None
            return on_host(*args, **kwargs) if result is None else result

        call = importlib.import_module(RECORDED).recorded(call, with_host_blas, routine, positions)
    return cast("Routine", call)


def _nothing(*_: Any, **__: Any) -> None:
    """What the host's BLAS computes of a routine that it does not have."""


def plan_of(routine: Callable[..., Any]) -> Callable[..., Any]:
    """The function that makes the plan of a routine's call, of which nothing is performed.

    Args:
        routine: The routine.
    """
    return ROUTINES[routine]


def _planned(
    routine: Callable[..., CallPlan | Done],
    whole: Callable[..., Any],
    given: dict[str, Any],
    adapter: Adapter,
    arrays: Sequence[Any],
    factors: dict[str, Any],
) -> tuple[CallForm | str, Any]:
    """How to repeat a call on device arrays, which is made, or that it cannot be repeated; and what it returned."""
    kinds = list(map(type, arrays))
    if adapter.foreign:
        given = adapter.views(given)
        arrays = [each for each in given.values() if isinstance(each, adapter.arrays)]
    try:
        plan = routine(**given)
        if isinstance(plan, Done):
            form, result = None, plan.result
        else:
            call = bound_call(plan)
            enqueue(call, plan.wait_for)
            form, result = form_of(call, arrays, factors, kinds), plan.value()
    except ArgumentError as error:
        if adapter.foreign:
            return ONCE, after_refusal(whole, given, error)
        return ONCE, regular_call(whole, (), (), given, error)
    return form or ONCE, adapter.original(result) if adapter.foreign else result


def _plainly(
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


def repeatable_from(form: CallForm) -> RepeatableCall:
    """A call to be repeated, by plain code once, and then by code that is made for it.

    Args:
        form: What it did before.
    """
    work = form.repeatable()
    work.run = started(work)
    return work
