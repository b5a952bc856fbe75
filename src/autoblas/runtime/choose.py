"""Which kernel, at which parameters, serves a problem on a device, and why."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from autoblas.errors import ArgumentError, NoKernelError
from autoblas.kernels import kernels, serving
from autoblas.runtime.results import matches_for, place_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from autoblas.database import Place, Record
    from autoblas.devices.device import Facts
    from autoblas.kernels.kernel import Helper, Kernel

__all__ = ["SUGGESTED", "Choice", "choices", "choose", "known_points", "standing", "with_helpers"]


@dataclass(frozen=True)
class Choice:
    """A kernel and its parameters for one problem.

    Attributes:
        problem: What is to be computed.
        kernel: The kernel.
        params: Its parameters.
        origin: Where they came from, in words.
        seconds: How long the recorded problem took; 0 where nothing was recorded.
        excluded: Candidates that came first but are not legal here, each with its reason.
        helpers: The launches that the kernel needs beside its own, each with the choice for it.
    """

    problem: Any
    kernel: Kernel
    params: Any
    origin: str
    seconds: float = 0.0
    excluded: Mapping[str, str] = field(default_factory=dict)
    helpers: tuple[tuple[Helper, Choice], ...] = ()


FAR = 3.0
"""Records at another size serve up to this distance, the Euclidean one of the sizes' logarithms to base 2; beyond it
what kernels suggest for the size at hand is better than what was best for a much smaller or larger one."""

SLOW = 1.5
"""An alternative to the best record at a size must come this near; else what kernels suggest is the better guess."""

MODELLED = -0.5
"""Where kernels with a model of their time stand among preferences: after those that a shape was the reason for, before
those without any."""

SAME_KERNEL, OTHER_KERNEL = 0.97, 0.9
"""A record at another size gives way to a suggestion that is expected to take less than this part of its time: of the
same kernel, of whose model only the ratio counts, and of another."""

TRUSTED = 2.0
"""A measurement corrects a model by this factor at most."""

SUGGESTED = "suggested, because nothing was measured"
"""The origin of a choice that no record stands behind."""


def known_points(problem: Any, facts: Facts) -> list[dict[str, Any]]:
    """What the database knows for a problem, best first, as points: the parameters with the kernel's name."""
    return [
        {"kernel": match.record.kernel, **match.record.parameters} for match in matches_for(problem, facts)
    ]


def choose(problem: Any, facts: Facts) -> Choice:
    """The best known legal kernel: measured here, measured nearby, shipped, or suggested.

    Raises:
        NoKernelError: no kernel is legal, with the rule that excluded each.
    """
    return next(choices(problem, facts))


def choices(problem: Any, facts: Facts) -> Iterator[Choice]:
    """Every legal choice, best first, for callers whose compiler may refuse one.

    Raises:
        NoKernelError: no kernel is legal, with the rule that excluded each.
    """
    excluded: dict[str, str] = {}
    fastest: dict[tuple[Any, ...], float] = {}
    place = place_of(facts)
    outrun: str | None = None
    for match in matches_for(problem, facts):
        record = match.record
        same = fastest.setdefault((record.place, record.signature, record.sizes), record.seconds)
        label = f"{record.kernel} ({match.origin})"
        kernel = kernels().get(record.kernel)
        if kernel is None or kernel.family is not type(problem):
            excluded[label] = "this version has such a kernel"
            continue
        try:
            params = kernel.space.point(record.parameters)
        except ArgumentError as error:
            excluded[label] = f"this version reads its parameters ({error})"
            continue
        refusal = kernel.refusal(params, problem, facts) or _too_far(
            problem.sizes, record.sizes, problem.saturated
        )
        refusal = refusal or _of_another_kind(record.place, place)
        if record.seconds > SLOW * same:
            refusal = refusal or f"it took at most {SLOW:g} times as long as the best at its size"
        measured = _measured(record, problem)
        refusal = refusal or _shared_less(record.place, kernel, params, measured, problem, facts)
        if refusal is None and measured != problem:
            outrun = outrun or _outrun(record, kernel, params, measured, problem, facts)
            refusal = outrun  # of the nearest record; those that are farther or slower give way with it
        if refusal is None:
            choice = Choice(problem, kernel, params, match.origin, record.seconds, dict(excluded))
            yield from _complete(choice, label, excluded, facts)
        else:
            excluded.setdefault(label, refusal)
    suggested = []
    for kernel in serving(type(problem)):
        params = kernel.suggested(problem, facts)
        if params is None:
            excluded[kernel.name] = str(kernel.refusal(kernel.space.point({}), problem, facts))
        else:
            suggested.append((standing(kernel, params, problem, facts), kernel, params))
    served = False
    for _, kernel, params in sorted(suggested, key=lambda candidate: candidate[0]):
        choice = Choice(problem, kernel, params, SUGGESTED, 0.0, dict(excluded))
        for whole in _complete(choice, kernel.name, excluded, facts):
            served = True
            yield whole
    if not served:
        raise NoKernelError(str(problem), excluded)


def _complete(choice: Choice, label: str, excluded: dict[str, str], facts: Facts) -> Iterator[Choice]:
    """The choice with its helpers; none where a helper has no kernel, with the reason among ``excluded``."""
    try:
        whole = with_helpers(choice, facts)
    except NoKernelError as error:
        excluded.setdefault(label, f"what it needs beside its own launch can be had: {error}")
        return
    yield whole


def standing(kernel: Kernel, params: Any, problem: Any, facts: Facts) -> tuple[bool, float, float, str]:
    """What suggestions are ranked by, the best first.

    Kernels made for the kind of device come first, of these those made for the shape of the problem, then those with a
    model of their time, by what it predicts, and of the others the one that moves the fewest bytes, helpers included;
    more count where work-groups are fewer than compute units, since those that have none leave their share of the
    memory's pace unused.
    """
    other_kind = facts.kind not in kernel.made_for
    if kernel.predict is not None:
        return (other_kind, MODELLED, kernel.predict(params, problem, facts), kernel.name)
    moved = kernel.traffic(params, problem)
    moved += sum(helper.problem.min_bytes() for helper in kernel.helpers(params, problem))
    idle = _idle(kernel, params, problem, facts.compute_units)
    return (other_kind, -kernel.preference(problem, facts), moved * idle, kernel.name)


def _idle(kernel: Kernel, params: Any, problem: Any, units: int) -> float:
    """How many times as many compute units there are as work-groups; 1 where there is one for each."""
    launch = kernel.geometry(params, problem)
    groups = math.prod(launch.global_size) // math.prod(launch.local_size)
    return max(1.0, units / max(groups, 1))


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


def _shared_less(
    measured_at: Place, kernel: Kernel, params: Any, there: Any, problem: Any, facts: Facts
) -> str | None:
    """The sentence that excludes a record whose work-groups leave more of this processor's cores idle than of its own.

    What two cores shared best may be two work-groups, for a processor of 64 as for half the columns.
    """
    units = measured_at.compute_units
    if not units:
        return None
    here = _idle(kernel, params, problem, facts.compute_units)
    if here <= _idle(kernel, params, there, units):
        return None
    return f"it keeps as much of {facts.compute_units} cores busy as it did of {units}"


def _vectors(place: Place) -> str:
    return f"{place.vector_registers} registers of {place.vector_bytes} bytes"


def _measured(record: Record, problem: Any) -> Any:
    """The problem that a record is of: this one or a related one, the most alike in words, at the record's sizes."""
    words = set(record.signature.split())
    near = min(problem.related, key=lambda other: len(words ^ set(other.signature.split())))
    return near.resized(record.sizes)


def _outrun(
    record: Record, kernel: Kernel, params: Any, there: Any, problem: Any, facts: Facts
) -> str | None:
    """The sentence that excludes a record of another problem where a suggestion for this one is expected to be faster.

    What is expected of the record's point is what was measured, times what the kernel's model makes of the difference to
    the problem that it was measured of, ``there``; of a kernel without a model, the difference in operations or bytes.
    Suggestions of the record's own kernel are corrected by the same measurement, so that only what the model says of the
    two points counts.
    """
    rivals = [other for other in serving(type(problem)) if other.predict is not None]
    suggested = [(other, other.suggested(problem, facts)) for other in rivals]
    if all(point is None for _, point in suggested):
        return None
    correction = 1.0
    if kernel.predict is None:
        growth = max(problem.flops() / there.flops(), problem.min_bytes() / there.min_bytes())
        expected = record.seconds * growth
    else:
        correction = record.seconds / kernel.predict(params, there, facts)
        correction = min(max(correction, 1 / TRUSTED), TRUSTED)
        expected = kernel.predict(params, problem, facts) * correction
    for other, point in suggested:
        if point is None or other.predict is None:
            continue
        seconds = other.predict(point, problem, facts) * (correction if other is kernel else 1.0)
        if seconds < expected * (SAME_KERNEL if other is kernel else OTHER_KERNEL):
            return (
                f"what {other.name} suggests for this size is no faster, and it is expected to take "
                f"{seconds * 1e6:.0f} us, this {expected * 1e6:.0f} us"
            )
    return None


def _too_far(sizes: Sequence[int], measured: Sequence[int], saturated: int) -> str | None:
    """The sentence that excludes a record at sizes too unlike those of the problem."""
    if 0 in measured and 0 not in sizes:
        return "there was something to compute when it was measured"
    logs = ([math.log2(min(max(size, 1), saturated)) for size in each] for each in (sizes, measured))
    distance = math.dist(*logs)
    return (
        None
        if distance <= FAR
        else f"the size it was measured at is at most {FAR:g} doublings away (it is {distance:.1f})"
    )


def with_helpers(choice: Choice, facts: Facts) -> Choice:
    """The same choice with the kernels for its helpers chosen too."""
    wanted = choice.kernel.helpers(choice.params, choice.problem)
    return replace(choice, helpers=tuple((helper, choose(helper.problem, facts)) for helper in wanted))
