"""Prepared calls: a routine with its arguments, checked and bound once and run many times."""

from __future__ import annotations

import importlib
import inspect
import numbers
from threading import get_ident
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.arrays.factors import is_host_scalar
from autoblas.blas.arguments import check_events
from autoblas.blas.cached_calls import RECORDED, RECORDING, ROUTINES, foreign_adapter, positional_names
from autoblas.calls.call_plan import CallPlan
from autoblas.calls.dispatch import bound_call
from autoblas.calls.launcher import launcher, prepared_launcher
from autoblas.calls.reader import is_generic, read_arguments
from autoblas.calls.repeatable import BY_VALUE, CallTemplate, template_of
from autoblas.devices.access import OfThisProcess
from autoblas.errors import ArgumentError
from autoblas.plan.results import GENERATION

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

__all__ = ["PreparedCall", "prepare"]


def prepare(routine: Any, /, *args: Any, **kwargs: Any) -> PreparedCall:
    """Check and bind a call on arrays in device memory, to be made many times.

    Nothing is computed yet. A solver prepares the products of its loop before it, and pays in the loop for little more
    than the launches::

        product = autoblas.prepare(autoblas.gemv, a, p, y=q)
        for _ in range(steps):
            product()
            ...

    Args:
        routine: A routine of this package on arrays, such as ``autoblas.gemm``.
        args: Its arguments, with arrays in device memory.
        kwargs: The same. A result that is not given is a new array in every call.

    Returns:
        The call. It holds the arrays.

    Raises:
        ArgumentError: an argument does not fit, the arrays are NumPy's, or the routine computes this call in ways that
            cannot be repeated: with offsets or factors in lists, for one.
        NoKernelError: no kernel of the device computes this.
        DeviceError: there is no device, or it refused to compile a kernel.
    """
    public = inspect.unwrap(routine, stop=ROUTINES.__contains__) if callable(routine) else routine
    bare = ROUTINES.get(public)
    if bare is None:
        name = getattr(routine, "__name__", type(routine).__name__)
        raise ArgumentError("routine", "a routine of autoblas on arrays, such as autoblas.gemm", name)
    positions = positional_names(bare)
    if len(args) > len(positions):
        raise ArgumentError("args", f"at most {len(positions)} arguments by position", f"{len(args)}")
    return PreparedCall(public, bare, {**dict(zip(positions, args, strict=False)), **kwargs})


class PreparedCall(OfThisProcess):
    """A routine with its arguments; ``prepare`` makes one.

    It is meant for the thread that made it. In other threads it computes the same, as slowly as the routine itself. When
    there are new records, the next call binds again.

    Attributes:
        plan: What it runs: a kernel and its parameters for each launch.
    """

    noun = "a prepared call"
    instead = "send the arguments, and call autoblas.prepare there"

    def __init__(
        self, routine: Callable[..., Any], bare: Callable[..., Any], arguments: dict[str, Any]
    ) -> None:
        self._routine, self._bare, self._named = routine, bare, arguments
        self._foreign = foreign_adapter(arguments.values())
        self._thread = get_ident()
        self._bind()

    @property
    def plan(self) -> tuple[str, ...]:
        """The kernel and the parameters of each launch of a call, in order."""
        return tuple(map(str, self._work.steps))

    def __repr__(self) -> str:
        return f"<prepared {self._bare.__name__}: {', '.join(self.plan)}>"

    def __call__(self, **changed: Any) -> Any:
        """Make the call; what the routine returns.

        Args:
            changed: Arguments of the routine to be used in place of the prepared ones, this time: arrays of the same
                layout, factors, events to wait for. Where a factor is 0 or 1 and was not, or the other way round, or where
                other arrays share memory than before, this is an ordinary call of the routine.

        Raises:
            ArgumentError: an array has another layout or lives elsewhere, an output overlaps another operand, or an
                option is another one.
            DeviceError: the device refused a kernel, or memory for a new result.
        """
        factors = self._factors
        if changed:
            if not self._are_factors(changed):
                return self._slow_path(changed)
            factors = {**factors, **changed}
        stays = self._stays
        if (
            get_ident() != self._thread
            or self._generation != GENERATION.number
            or not (stays is None or stays())
        ):
            return self._slow_path(changed)
        self._adapter.check_open(self._queue)
        if self._wait_for is not None:
            check_events(self._wait_for)
        return self._run(self._arrays, self._memory, factors, self._wait_for, True)

    def launcher(self) -> tuple[Callable[[Sequence[Any], Sequence[Any]], Any], tuple[int, ...]]:
        """A function that makes this call on other arrays and workspace, of which it holds none, and checks nothing.

        The caller vouches that the arrays have the classes, layouts and alignments of the prepared ones, that outputs
        share memory with no other operand, and that thread and queue are the same; and tells their library what was written.

        Returns:
            A function of the arrays, in the order of the arguments, and of memory: that of the arrays, in CUDA aligned
            addresses, and behind it the workspace, which may be used again in the order of the queue. It returns what the
            routine does; ``NOT_LAUNCHED``, with nothing enqueued, once there are new records. And the bytes of each buffer of
            workspace that it takes.
        """
        return prepared_launcher(self._work, self._factors, self._generation)

    def _slow_path(self, changed: dict[str, Any]) -> Any:
        """Make the call, whatever changed."""
        if get_ident() != self._thread or not (self._stays is None or self._stays()):
            return self._routine(**{**self._named, **changed})
        if self._generation != GENERATION.number:
            self._bind()
        if not changed or self._are_factors(changed):
            return self._work.run(
                self._arrays, self._memory, {**self._factors, **changed}, self._wait_for, True
            )
        views = changed if self._foreign is None else self._as_views(changed)
        call = self._read({**self._arguments, **views})
        if call is None:
            self._check_alike(views)
            return self._routine(**{**self._named, **changed})
        arrays, memory, factors, wait_for = call
        if wait_for is not None:
            check_events(wait_for)
        return self._work.general(arrays, memory, factors, wait_for)

    def _are_factors(self, changed: Mapping[str, Any]) -> bool:
        """True if all changes are factors that need no other work than the prepared ones."""
        factors = self._factors
        for name, value in changed.items():  # half as long as all() of them takes
            if name not in factors or type(value) is not type(factors[name]) or not is_generic(value):
                return False
        return True

    def _as_views(self, changed: Mapping[str, Any]) -> Mapping[str, Any]:
        """Arguments as routines see them, to be used on the queue of the prepared call."""
        if self._foreign is None:
            return changed
        views = self._foreign.views({"queue": self._queue, **changed})
        return views if "queue" in changed else {name: views[name] for name in changed}

    def _bind(self) -> None:
        """Check the arguments, and find out what is to be launched."""
        generation = GENERATION.number
        name, arguments = self._bare.__name__, self._named
        if self._foreign is not None:
            originals = [array for array in arguments.values() if isinstance(array, self._foreign.arrays)]
            arguments = self._foreign.views(arguments)
        self._arguments = arguments
        plan = self._bare(**arguments)
        call = bound_call(plan) if isinstance(plan, CallPlan) and not plan.on_host else None
        call_arguments = read_arguments(name, (), (), arguments)
        if call_arguments is None:
            raise ArgumentError("args", REPEATABLE, "others")
        self._key, self._adapter, self._queue, arrays, self._memory, self._factors, self._wait_for = (
            call_arguments
        )
        originally = read_arguments(name, (), (), self._named) if self._foreign is not None else None
        # As in calls that are repeated: views would have to be told apart in every call.
        self._arrays = arrays if originally is None else originally[3]
        kinds = list(map(type, self._arrays))
        template = None if call is None else template_of(call, arrays, self._factors, kinds)
        self._fixed: Mapping[str, Any] = {}
        if call is not None and template is BY_VALUE:
            self._fixed, self._factors = self._factors, {}
            template = template_of(call, arrays, (), kinds)
        self._stays: Callable[[], bool] | None = None
        if self._foreign is not None and self._named.get("queue") is None:
            self._stays = self._foreign.staying(originals, self._queue)
        if not isinstance(template, CallTemplate):
            raise ArgumentError("args", REPEATABLE, f"a call of {name} that is bound anew each time")
        self._work, self._generation = template.repeatable(), generation
        self._run = self._work.run = launcher(self._work)

    def _read(
        self, arguments: Mapping[str, Any]
    ) -> tuple[Sequence[Any], list[Any], dict[str, Any], Any] | None:
        """The arrays, their memory, the factors and the events of a call; None where it is not like this one."""
        call_arguments = read_arguments(self._bare.__name__, (), (), arguments)
        if call_arguments is None or call_arguments[0] != self._key or call_arguments[2] is not self._queue:
            return None
        _, _, _, arrays, memory, factors, wait_for = call_arguments
        if self._fixed and factors != self._fixed:
            return None
        return arrays, memory, {} if self._fixed else factors, wait_for

    def _check_alike(self, changed: Mapping[str, Any]) -> None:
        """See that a call differs from this one in its numbers alone, and in which arrays share memory.

        Raises:
            ArgumentError: it has another option, or an array of another layout.
        """
        adapter = self._adapter
        for name, value in changed.items():
            if isinstance(value, (numbers.Number, np.generic)) or is_host_scalar(value) or name == "wait_for":
                continue
            old = self._arguments.get(name)
            if isinstance(value, adapter.arrays) and isinstance(old, adapter.arrays):
                layouts: tuple[list[Any], list[Any]] = [], []
                near = [
                    adapter.add_to_key(layout, [array], self._queue)
                    for layout, array in zip(layouts, (value, old), strict=True)
                ]
                alike = all(near) and layouts[0] == layouts[1]
            else:
                alike = type(value) is type(old) and value == old
            if not alike:
                kind = type(value).__name__
                raise ArgumentError(
                    name, "one like that of the prepared call", f"another {kind}: prepare a call with it"
                )


if RECORDING:  # else calls pay nothing for it
    PreparedCall.__call__ = importlib.import_module(RECORDED).recorded_method(  # type: ignore[method-assign]
        PreparedCall.__call__,
        lambda prepared: (prepared._bare, prepared._named),  # noqa: SLF001  # its own
    )

REPEATABLE = "arrays in device memory, and no lists of factors or offsets"
