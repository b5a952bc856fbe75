"""Protocols of both sides of a trial: the tuner, and what turns a point into seconds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from autoblas.errors import TuningError

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from autoblas.tuning.outcome import Outcome, Point

    Permit: TypeAlias = Callable[[str, str], bool]
    """Called with a stage and the hash of a source before that stage begins; False stops the trial there."""

__all__ = ["Evaluate", "Evaluator", "IllegalPointError", "PreparedPoint"]


class IllegalPointError(TuningError):
    """A point that a rule refuses; the message is the rule's sentence."""


class PreparedPoint(Protocol):
    """A point whose text is generated, ready to build, check and run."""

    @property
    def source(self) -> str:
        """Hash of all that decides what will run: text, build options, extent of the launch."""

    def build(self) -> None:
        """Compile it.

        Raises:
            BuildError: the compiler refused it.
        """

    def check(self) -> str | None:
        """None where its result is right, else the sentence that says what is wrong. Never timed."""

    def run(self) -> float:
        """Seconds that one launch took."""


class Evaluator(Protocol):
    """Makes candidates; lives in the child process."""

    def prepare(self, point: Point) -> PreparedPoint:
        """Write the text of a point; touches no device.

        Raises:
            IllegalPointError: a rule refuses the point.
        """


class Evaluate(Protocol):
    """Tries one point, here or in another process."""

    def __call__(
        self,
        point: Point,
        *,
        trials: int,
        min_seconds: float,
        give_up_above: float | None,
        permit: Permit,
        limit: float,
    ) -> Outcome:
        """Outcome of ``point``.

        Args:
            point: The point to try.
            trials: Launches to time, at least.
            min_seconds: Time to spend in counted launches, at least.
            give_up_above: Seconds a launch; of points far above it fewer launches are counted.
            permit: Asked before each of the stages ``build``, ``check`` and ``time``; where it says no, the outcome
                is ``abandoned``. It is that too where the evaluator is to end by a time that comes during the trial.
            limit: Seconds that each stage may take.
        """
