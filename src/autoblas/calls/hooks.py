"""Where calls are watched, if ``AUTOBLAS_RECORD`` names a file when autoblas is first used; otherwise nothing is there.

Each hook is a decorator of a function on the way of a call. Without a file it returns the function itself, so that calls
pay nothing. With one, a call is first described: the routine runs with nothing bound or computed, and what it asks
kernels for is noted.
"""

from __future__ import annotations

import functools
import os
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = [
    "RECORDING",
    "Unbound",
    "binding",
    "computing",
    "describing",
    "finding_host",
    "host_was_asked",
    "performing",
]

Function = TypeVar("Function", bound="Callable[..., Any]")

VARIABLE = "AUTOBLAS_RECORD"

RECORDING = os.environ.get(VARIABLE, "")
"""The file that calls are written down in; empty where they are not."""


class _State(threading.local):
    """What this thread's call is seen to do.

    Attributes:
        problems: Of a call that is described, what it asks kernels for; None of a call that runs.
        host: The host's BLAS was found to be faster.
    """

    problems: list[Any] | None = None
    host: bool = False


_state = _State()


class Unbound:
    """Stands for a plan in a call that is described.

    Attributes:
        in_order: As of a plan.
    """

    in_order = True

    def __init__(self, choose: Callable[[], Any]) -> None:
        self._choose = choose

    @property
    def choice(self) -> Any:
        """What would serve."""
        return self._choose()


@contextmanager
def describing() -> Iterator[list[Any]]:
    """Let this thread's call bind and compute nothing; the problems that it asks kernels for."""
    before, found = _state.problems, list[Any]()
    _state.problems = found
    try:
        yield found
    finally:
        _state.problems = before


def host_was_asked() -> bool:
    """Whether the host computed the last call of this thread; asked once."""
    found, _state.host = _state.host, False
    return found


def binding(choose: Callable[[Any, Any], Any]) -> Callable[[Function], Function]:
    """Hook of what binds a layout to a queue.

    Args:
        choose: (queue, problem) -> what serves it.
    """

    def decorate(bind: Function) -> Function:
        if not RECORDING:
            return bind

        @functools.wraps(bind)
        def noted(queue: Any, layout: Any) -> Any:
            if _state.problems is None:
                return bind(queue, layout)
            problem = layout.problem
            _state.problems.append(problem)
            return Unbound(lambda: choose(queue, problem))

        return cast("Function", noted)

    return decorate


def performing(describe: Callable[..., None]) -> Callable[[Function], Function]:
    """Hook of what performs a checked call.

    Args:
        describe: Does the same with a call that is described: binds it, and no more.
    """

    def decorate(perform: Function) -> Function:
        if not RECORDING:
            return perform

        @functools.wraps(perform)
        def noted(*args: Any) -> None:
            if _state.problems is None:
                _state.host = False
                perform(*args)
            else:
                describe(*args)

        return cast("Function", noted)

    return decorate


def finding_host(find: Function) -> Function:
    """Hook of what finds the function that computes a call on the host, or None."""
    if not RECORDING:
        return find

    @functools.wraps(find)
    def noted(*args: Any) -> Any:
        found = find(*args)
        _state.host = found is not None
        return found

    return cast("Function", noted)


def computing(compute: Function) -> Function:
    """Hook of what computes a call on the host that was checked for a device."""
    if not RECORDING:
        return compute

    @functools.wraps(compute)
    def noted(*args: Any) -> None:
        _state.host = True
        compute(*args)

    return cast("Function", noted)
