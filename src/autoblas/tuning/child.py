"""Both sides of the child process that tries points: ``Child`` in the parent, ``serve`` in the child.

Points may crash or hang the child, which therefore names each stage before it begins.
"""

from __future__ import annotations

import importlib
import math
import time
from typing import TYPE_CHECKING, Any

from autoblas.errors import TuningError
from autoblas.isolate.worker import Lost, Worker
from autoblas.tuning.outcome import Outcome
from autoblas.tuning.stages import Stages, permit_all

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from autoblas.isolate.channel import Channel
    from autoblas.tuning.evaluator import Evaluator, Permit
    from autoblas.tuning.outcome import Point

__all__ = ["Child", "serve"]


class Child(Worker):
    """A process that evaluates points, replaced by a fresh one whenever it is lost.

    Use it as a context manager; ``evaluate`` is the tuner's ``Evaluate``.

    Args:
        factory: ``package.module:function``; called in the child, it returns an ``Evaluator``.
        arguments: Its arguments by name, as JSON values.
        path: Folders of modules for the child besides its own path; ``sys.path`` of this process by default, but for the
            current folder, where anything may lie.
        startup_seconds: Seconds that importing the factory and calling it may take.
        environment: Environment variables that the child sees besides those of this process, or instead.

    Attributes:
        starts: Processes started so far.
        ended_from_outside: The process that was lost last was killed from outside, which blames no point.
        until: When the time is up, by ``time.monotonic``: no stage begins later, and one that is under way then is ended. The
            outcome is ``abandoned``, which blames no point.
    """

    def __init__(
        self,
        factory: str,
        arguments: Mapping[str, Any] | None = None,
        *,
        path: Sequence[str] | None = None,
        startup_seconds: float = 120.0,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        entry = "autoblas.tuning.child:serve", factory, dict(arguments or {})
        super().__init__(*entry, path=path, environment=environment, start_seconds=startup_seconds)
        self._factory, self.ended_from_outside, self.until = factory, False, math.inf

    def evaluate(
        self,
        point: Point,
        *,
        trials: int = 1,
        min_seconds: float = 0.0,
        give_up_above: float | None = None,
        permit: Permit = permit_all,
        limit: float = 60.0,
    ) -> Outcome:
        """Outcome of ``point``; see ``Evaluate``.

        Raises:
            TuningError: the factory failed, so that no point could be tried.
        """
        request = {
            "point": dict(point),
            "trials": trials,
            "min_seconds": min_seconds,
            "give_up_above": give_up_above,
            "limit": limit,
            "at_most": min(limit, max(self.until - time.monotonic(), 0.0)) / 2,
        }
        answer = self.ask(request, limit, permit=permit, until=self.until)
        if not isinstance(answer, Lost):
            if answer["poisoned"]:
                self.close()
            return Outcome.from_dict(answer["outcome"])
        if not answer.ready:
            raise TuningError(f"the tuner's child process ({self._factory}) {self._unready(answer)}")
        self.ended_from_outside = answer.from_outside
        stage, source = answer.doing or ("source", "")
        if answer.how == "late":
            return Outcome("abandoned", (), stage, answer.sentence, source)
        if answer.how == "silent":
            return Outcome("timed out", (), stage, f"the {stage} stage took more than {limit:g} s", source)
        return Outcome("crashed", (), stage, str(answer), source)

    def _unready(self, lost: Lost) -> str:
        """Reason that there is no process to try points with."""
        if lost.how == "ended":
            return f"ended while it started: {lost}"
        if lost.how == "failed":
            return f"could not start: {lost.sentence}"
        return f"was not ready after {self.start_seconds:g} s"


def serve(channel: Channel, factory: str, arguments: Mapping[str, Any]) -> None:
    """Try the points that the parent sends; ``Child`` says what the arguments are."""
    module, _, function = factory.partition(":")
    evaluator: Evaluator = getattr(importlib.import_module(module), function)(**arguments)
    stages = Stages(evaluator)
    for request in channel.requests():
        outcome = stages(permit=channel.permits, **request)
        channel.reply({"outcome": outcome.to_dict(), "poisoned": stages.poisoned})
