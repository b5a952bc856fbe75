"""The rules by which a legal record serves a problem or a device that it is not of; each has a sentence, as kernels' have."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Any

from autoblas.kernels import serving
from autoblas.plan.results import place_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from autoblas.database import Place, Record
    from autoblas.devices.device import Facts
    from autoblas.kernels.kernel import Kernel

__all__ = ["RecordRules", "idle_share", "measured_problem", "too_far"]

FAR = 3.0
"""Records at another size serve up to this distance, the Euclidean one of the sizes' logarithms to base 2; beyond it
what kernels suggest for the size at hand is better than what was best for a much smaller or larger one."""

SLOW = 1.5
"""An alternative to the best record at a size must come this near; else what kernels suggest is the better guess."""

SAME_KERNEL, RIVAL_KERNEL = 0.97, 0.9
"""A record at another size gives way to a suggestion that is expected to take less than this part of its time: of the
same kernel, of whose model only the ratio counts, and of another."""

TRUSTED = 2.0
"""A measurement corrects a model by this factor at most."""


class RecordRules:
    """Judges the records for one problem on one device, in the order of the look-up.

    Args:
        problem: What is to be computed.
        facts: The device.
        suggested: Gives what a kernel suggests for the problem; None where it has no legal point.
    """

    def __init__(self, problem: Any, facts: Facts, suggested: Callable[[Kernel], Any]) -> None:
        self._problem, self._facts, self._suggested = problem, facts, suggested
        self._device_key = place_of(facts)
        self._fastest: dict[tuple[Any, ...], float] = {}
        self._rival: Kernel | None = None

    def meet(self, record: Record) -> None:
        """Take note of a record, legal or not: the first at a size is the fastest there, and others must come near."""
        self._fastest.setdefault((record.place, record.signature, record.sizes), record.seconds)

    def unlike(self, record: Record) -> str | None:
        """The first of those sentences that say nothing of its kernel and its parameters."""
        refusal = too_far(self._problem.sizes, record.sizes, self._problem.saturated)
        refusal = refusal or _of_another_kind(record.place, self._device_key)
        if record.seconds > SLOW * self._fastest[record.place, record.signature, record.sizes]:
            refusal = refusal or f"it took at most {SLOW:g} times as long as the best at its size"
        return refusal

    def is_outrun(self, record: Record) -> bool:
        """True if a suggestion is expected to be faster than this record, which is of other sizes."""
        return self._rival is not None and record.sizes != self._problem.sizes

    def refusal(
        self, record: Record, kernel: Kernel, params: Any, *, user_measured: bool = False
    ) -> str | None:
        """The sentence of the first rule that a record breaks which ``meet`` was told of, or None where it serves.

        Args:
            record: The record.
            kernel: Its kernel.
            params: Its parameters, legal for the problem.
            user_measured: The user measured it on this very device.
        """
        refusal = self.unlike(record)
        if refusal is not None:
            return refusal
        problem, facts = self._problem, self._facts
        measured = measured_problem(record, problem)
        refusal = _shared_less(record.place, kernel, params, measured, problem, facts)
        if refusal is None and (measured != problem or record.signature != problem.signature):
            refusal = self._outrun(record, kernel, params, measured, user_measured=user_measured)
        return refusal

    def _outrun(
        self, record: Record, kernel: Kernel, params: Any, there: Any, *, user_measured: bool
    ) -> str | None:
        """The sentence that excludes a record of another problem where a suggestion for this one is expected to be faster.

        One of the same sizes and another class, such as a faster accuracy's, is one of another problem too.

        The nearest record decides; those that are farther or slower give way with it.
        """
        if self._rival is not None:
            return f"what {self._rival.name} suggests for this size is no faster than the nearest record"
        problem, facts = self._problem, self._facts
        rivals = [rival for rival in serving(type(problem)) if rival.predict is not None]
        suggested = [(rival, self._suggested(rival)) for rival in rivals]
        promised = [
            (rival, point, seconds)
            for rival, point in suggested
            if point is not None and (seconds := rival.expected(point, problem, facts)) is not None
        ]
        if not promised:
            return None
        best = user_measured and facts.kind == "cpu"
        expected, correction = _expected(record, kernel, params, there, problem, facts, trusted=best)
        for rival, point, uncorrected in promised:
            factor = correction if rival is kernel or facts.kind == "cpu" else 1.0
            was = rival.expected(point, there, facts) if best else None
            seconds = uncorrected * (max(factor, record.seconds / was) if was else factor)
            if seconds < expected * (SAME_KERNEL if rival is kernel else RIVAL_KERNEL):
                self._rival = rival
                return (
                    f"what {rival.name} suggests for this size is no faster (this is expected to take "
                    f"{expected * 1e6:.0f} us, that {seconds * 1e6:.0f} us)"
                )
        return None


def idle_share(kernel: Kernel, params: Any, problem: Any, units: int) -> float:
    """How many times as many compute units there are as work-groups; 1 where there is one for each."""
    launch = kernel.geometry(params, problem)
    groups = math.prod(launch.global_size) // math.prod(launch.local_size)
    return max(1.0, units / max(groups, 1))


def too_far(sizes: Sequence[int], measured: Sequence[int], saturated: int) -> str | None:
    """The sentence that excludes a record at sizes too unlike those of the problem."""
    if 0 in measured and 0 not in sizes:
        return "there was something to compute when it was measured"
    distance = math.dist(_logs(tuple(sizes), saturated), _logs(tuple(measured), saturated))
    if distance <= FAR:
        return None
    return f"the size it was measured at is at most {FAR:g} doublings away (it is {distance:.1f})"


@functools.lru_cache(maxsize=4096)
def _logs(sizes: tuple[int, ...], saturated: int) -> tuple[float, ...]:
    """The logarithms of sizes that count."""
    return tuple(math.log2(min(max(size, 1), saturated)) for size in sizes)


def _of_another_kind(there: Place, here: Place) -> str | None:
    """The sentence that excludes a record of a processor whose compiler or vectors are not those of this one.

    How a multiply-add is best written depends on the compiler more than on the processor. A tile for longer vectors or
    more registers spills, one for shorter or fewer leaves part of both unused, and kernels know only the first.
    """
    if here.kind != "cpu" or here.same_device(there):
        return None
    if there.platform != here.platform:
        return f"on a CPU, the platform it was measured on is {here.platform}"
    if there.vectors != here.vectors:
        was = f"it had {_vectors(there)}" if 0 not in there.vectors else "it does not say which it had"
        return f"on a CPU, the vectors it was measured with are like those here ({was}, here are {_vectors(here)})"
    return None


def _vectors(device: Place) -> str:
    return f"{device.vector_registers} registers of {device.vector_bytes} bytes"


def _shared_less(
    measured_at: Place, kernel: Kernel, params: Any, there: Any, problem: Any, facts: Facts
) -> str | None:
    """The sentence that excludes a record whose work-groups leave more of this processor's cores idle than of its own.

    What two cores shared best may be two work-groups, for a processor of 64 as for half the columns.
    """
    units = measured_at.compute_units
    if not units:
        return None
    here = idle_share(kernel, params, problem, facts.compute_units)
    if here <= idle_share(kernel, params, there, units):
        return None
    return f"it keeps as much of {facts.compute_units} cores busy as it did of {units}"


def measured_problem(record: Record, problem: Any) -> Any:
    """The problem that a record is of: this one or a related one, the most alike in words, at the record's sizes."""
    words = set(record.signature.split())
    near = min(problem.related, key=lambda related: len(words ^ set(related.signature.split())))
    return near.resized(record.sizes)


def _expected(
    record: Record, kernel: Kernel, params: Any, there: Any, problem: Any, facts: Facts, *, trusted: bool
) -> tuple[float, float]:
    """Seconds that a record's point is expected to take here, and the factor by which models are corrected.

    What was measured, times what the kernel's model makes of the difference to the problem that it was measured of,
    ``there``; of a kernel without a model, the difference in operations or bytes. Suggestions of the record's own
    kernel are corrected by the same measurement, so that only what the model says of the two points counts. So are all
    on a processor, whose models share their constants: what is faster at one kernel is so at all.

    Args:
        record: The record.
        kernel: Its kernel.
        params: Its parameters.
        there: The problem that it is of.
        problem: The one to be served.
        facts: The device.
        trusted: The measurement was made here, by a search that no other point won; it is not limited.
    """
    modelled = kernel.expected(params, there, facts)
    wanted = kernel.expected(params, problem, facts)
    if modelled is None or wanted is None:
        growth = max(problem.flops() / there.flops(), problem.min_bytes() / there.min_bytes())
        return record.seconds * growth, 1.0
    measured = record.seconds / modelled
    correction = min(max(measured, 1 / TRUSTED), TRUSTED)
    return wanted * (measured if trusted else correction), correction
