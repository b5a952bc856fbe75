"""The stages of one trial, in whatever process: source, build, check, time."""

from __future__ import annotations

import time
import traceback
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.errors import BuildError, VerificationError
from autoblas.tuning.evaluator import IllegalPointError
from autoblas.tuning.measure import measure
from autoblas.tuning.outcome import Outcome, point_key

if TYPE_CHECKING:
    from autoblas.tuning.evaluator import Evaluator, Permit, PreparedPoint
    from autoblas.tuning.outcome import Point

__all__ = ["Stages", "permit_all"]


def permit_all(stage: str, source: str) -> bool:
    """Let every stage begin."""
    del stage, source
    return True


class Stages:
    """Takes points through the stages, one at a time, and remembers the last candidates that were verified.

    It is the ``Evaluate`` of this process: nothing here survives a kernel that faults or hangs.

    Args:
        evaluator: Makes the candidates.
        capacity: Number of verified candidates to remember, so that a search may come back for further launches.

    Attributes:
        poisoned: Something failed in a way that may have spoiled the device's context for what follows.
    """

    def __init__(self, evaluator: Evaluator, capacity: int = 32) -> None:
        self.evaluator, self.capacity = evaluator, capacity
        self.poisoned = False
        self._verified: OrderedDict[str, tuple[PreparedPoint, float]] = OrderedDict()

    def __call__(
        self,
        point: Point,
        *,
        trials: int = 1,
        min_seconds: float = 0.0,
        give_up_above: float | None = None,
        permit: Permit = permit_all,
        limit: float = 60.0,
        at_most: float | None = None,
    ) -> Outcome:
        """Outcome of ``point``; see ``Evaluate``.

        The limit only bounds how long slow launches are repeated: half of it, or ``at_most`` seconds where that is less since
        the search is to end. Launches that are missing for that reason may be timed another time.
        """
        key = point_key(point)
        try:
            candidate, build_seconds = self._verified.get(key) or (self.evaluator.prepare(point), -1.0)
            source = candidate.source
        except IllegalPointError as error:
            return Outcome("illegal", stage="source", message=str(error))
        except Exception as error:  # noqa: BLE001 - a generator's own mistake is one point's outcome, with its name
            return Outcome("crashed", stage="source", message=_sentence(error))
        trial = _StagedTrial(candidate, source, permit)
        try:
            if build_seconds < 0:
                verified = trial.verified()
                if isinstance(verified, Outcome):
                    return verified
                build_seconds = verified
                self._verified[key] = candidate, build_seconds
                if len(self._verified) > self.capacity:
                    self._verified.popitem(last=False)
            self._verified.move_to_end(key)
            if not trial.may("time"):
                return trial.refused()
            longest, began = limit / 2, time.perf_counter()
            most = longest if at_most is None else min(at_most, longest)
            times = measure(
                candidate.run,
                trials=trials,
                min_seconds=min_seconds,
                give_up_above=give_up_above,
                at_most=most,
            )
        except BuildError as error:
            return Outcome("build failed", (), trial.stage, str(error), source)
        except VerificationError as error:
            return Outcome("wrong", (), trial.stage, str(error), source)
        except Exception as error:  # noqa: BLE001 - drivers raise anything; the outcome keeps its name and message
            self.poisoned = True
            self._verified.pop(key, None)
            return Outcome("crashed", (), trial.stage, _sentence(error), source)
        hurried = most < longest and time.perf_counter() - began >= most
        cut = len(times) < trials and not hurried
        return Outcome("ok", times, source=source, build_seconds=build_seconds, cut=cut)


@dataclass
class _StagedTrial:
    """A candidate on its way.

    Attributes:
        candidate: The candidate.
        source: Hash that identifies it.
        permit: Decides if a stage of it may begin.
        stage: The current stage.
    """

    candidate: PreparedPoint
    source: str
    permit: Permit
    stage: str = "build"

    def may(self, stage: str) -> bool:
        """Enter a stage; true if it may begin."""
        self.stage = stage
        return self.permit(stage, self.source)

    def refused(self) -> Outcome:
        """Outcome of a stage that must not begin."""
        return Outcome("abandoned", stage=self.stage, message="refused before it began", source=self.source)

    def verified(self) -> float | Outcome:
        """Build and check it: the seconds of the build, or what came of it where it is not right."""
        if not self.may("build"):
            return self.refused()
        began = time.perf_counter()
        self.candidate.build()
        build_seconds = time.perf_counter() - began
        if not self.may("check"):
            return self.refused()
        wrong = self.candidate.check()
        return (
            build_seconds
            if wrong is None
            else Outcome("wrong", (), "check", wrong, self.source, build_seconds)
        )


def _sentence(error: Exception) -> str:
    """The error's name, message, and the line that raised it."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({last.filename}:{last.lineno})"
