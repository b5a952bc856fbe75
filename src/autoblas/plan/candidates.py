"""The candidates for a problem on a device: kernels at parameters, in the order in which they are tried, and why each.

Recorded points come first, then what kernels suggest, each behind a point that others published for such a device, where
there is one. Calls are served by the first that builds (``plan.choose``),
searches begin with the first ones (``tune.points``), and ``autoblas explain`` and ``print`` show them.
"""

from __future__ import annotations

import functools
import heapq
import math
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from autoblas.database import element_type, published_row
from autoblas.devices.generation import lineage
from autoblas.errors import ArgumentError
from autoblas.kernels import kernels, serving
from autoblas.kernels.space import ENUMERABLE, parameters
from autoblas.plan import texts
from autoblas.plan.fitted import load_fitted
from autoblas.plan.record_rules import RecordRules, idle_share, too_far
from autoblas.plan.results import matches_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from autoblas.database import Match, Row, Source
    from autoblas.devices.device import Facts
    from autoblas.kernels.kernel import Kernel

    Origin: TypeAlias = Source | Literal["published", "suggested", "default"]

__all__ = [
    "DEFAULT",
    "MODELLED",
    "SUGGESTED",
    "Candidate",
    "Excluded",
    "bytes_text",
    "candidates",
    "kernels_for",
    "published_for",
    "published_points",
    "rank",
    "reason",
    "suggestions",
]

MODELLED = -0.5
"""Where kernels with a model of their time stand among preferences: after those that a shape was the reason for, before
those without any."""

SERVED_AS_PUBLISHED = frozenset({("gemm", "float32")})
"""Families and element types of which a published point may serve a call where nothing was measured.

On spaces that were recorded of CLBlast's SGEMM the first of them is better than a kernel's own suggestion for most devices
(docs/log/starting-points.md). Of others no space is known: their points start searches.
"""

SUGGESTED = "suggested by the kernel"
"""Where the parameters of a candidate came from that nobody measured."""

DEFAULT = "the kernel's first legal point, as rules refuse all that it suggests"
"""Origin of a candidate's parameters where rules refuse all that the kernel suggests."""


class Candidate(NamedTuple):
    """A kernel at parameters that are legal for a problem on a device.

    Attributes:
        kernel: The kernel.
        params: Its parameters.
        origin: Where they came from: a record of the user's, of this problem on this device (``here``), of another
            (``near``), of another device (``elsewhere``); one that ships; a point that others published; a suggestion of
            the kernel; its first legal point, where it suggests nothing legal.
        words: The same in words: "measured here at 64x64x64".
        seconds: How long the recorded problem took; 0 where nothing was recorded.
        refusal: What would have to hold for a record, or what was published, to serve here; None where it does. Searches
            try it all the same.
        match: The record that it comes from, and where that is from.
    """

    kernel: Kernel
    params: Any
    origin: Origin
    words: str
    seconds: float = 0.0
    refusal: str | None = None
    match: Match | None = None

    @property
    def recorded(self) -> bool:
        """It comes from a measurement."""
        return self.origin not in {"published", "suggested", "default"}

    @property
    def label(self) -> str:
        """Its name where reasons are listed."""
        unmeasured = self.origin in {"suggested", "default"}
        return self.kernel.name if unmeasured else f"{self.kernel.name} ({self.words})"

    @property
    def point(self) -> dict[str, Any]:
        """The point that identifies it for the tuner: the parameters with the kernel's name."""
        return {"kernel": self.kernel.name, **parameters(self.params)}


class Excluded(NamedTuple):
    """A kernel without a legal point, or a record that is not legal or of another version.

    Attributes:
        label: Its name: the kernel's, and where a record's parameters came from.
        refusal: What would have to hold.
        match: The record that it comes from, and where that is from.
        kernel: The kernel's name.
    """

    label: str
    refusal: str
    match: Match | None = None
    kernel: str = ""


def candidates(
    problem: Any, facts: Facts, fixed: Mapping[str, Any] | None = None, *, brief: bool = False
) -> Iterator[Candidate | Excluded]:
    """Every candidate for a problem on a device in the order in which they are tried, each found when it is asked for.

    What is excluded comes where it would have been tried, or before all suggestions.

    Args:
        problem: What is to be computed.
        facts: The device.
        fixed: Parameters held at a value. Records that have others are left out, suggestions are changed. ``kernel``
            names the kernels, with commas between them.
        brief: What does not serve may be left out, so that only what decides the order of the others is found out.

    Raises:
        ArgumentError: no kernel is called so, none has such a parameter, or none allows that value.
    """
    load_fitted(facts)
    fixed = dict(fixed or {})
    offered = kernels_for(problem, fixed) if fixed else None
    fixed.pop("kernel", None)
    first_points: dict[str, Candidate | Excluded] = {}

    def first(kernel: Kernel) -> Candidate | Excluded:
        if kernel.name not in first_points:
            first_points[kernel.name] = _first(kernel, problem, facts, fixed)
        return first_points[kernel.name]

    yield from _recorded(problem, facts, offered, fixed, first, brief=brief)
    # A call that a record serves comes no farther, and does not pay for what follows.
    offered = kernels_for(problem, {}) if offered is None else offered
    if not brief:
        yield from (excluded for kernel in offered if isinstance(excluded := first(kernel), Excluded))
    yield from _ranked(offered, first, problem, facts, fixed)


def suggestions(
    problem: Any, facts: Facts, fixed: Mapping[str, Any] | None = None
) -> list[Candidate | Excluded]:
    """The last of the candidates, those that no record stands behind; arguments and errors are as for ``candidates``."""
    fixed = dict(fixed or {})
    offered = kernels_for(problem, fixed)
    fixed.pop("kernel", None)
    first_points = {kernel.name: _first(kernel, problem, facts, fixed) for kernel in offered}
    excluded = [point for point in first_points.values() if isinstance(point, Excluded)]
    return [*excluded, *_ranked(offered, lambda kernel: first_points[kernel.name], problem, facts, fixed)]


def published_for(problem: Any, facts: Facts) -> Row | None:
    """The points that others published for such devices and problems; None where there are none."""
    return published_row(lineage(facts), problem.family, element_type(problem.signature))


def published_points(
    row: Row,
    suggested_points: Iterable[tuple[Kernel, Any]],
    problem: Any,
    facts: Facts,
    fixed: Mapping[str, Any] | None = None,
) -> Iterator[Candidate]:
    """The points of a row that are legal, the best first, whether a call may be served by them or not.

    Args:
        row: What was published.
        suggested_points: Kernels, each with the parameters that it suggests itself. Published points are of other kernels,
            and lack some parameters, which are taken from there.
        problem: What is to be computed.
        facts: The device.
        fixed: Parameters held at a value.
    """
    suggested = {kernel.name: (kernel, params) for kernel, params in suggested_points}
    for name, values in row.points:
        if name not in suggested:
            continue
        kernel, base = suggested[name]
        params = kernel.space.point({**parameters(base), **values, **(fixed or {})})
        if params != base and kernel.refusal(params, problem, facts) is None:
            yield Candidate(kernel, params, "published", row.words)


def kernels_for(problem: Any, fixed: Mapping[str, Any]) -> Sequence[Kernel]:
    """The kernels that serve a problem, or those that ``fixed`` names, which have all the parameters that it names.

    Raises:
        ArgumentError: no kernel is called so, none has such a parameter, or none allows that value.
    """
    served = serving(type(problem))
    if not fixed:
        return served
    names = [kernel.name for kernel in served]
    wanted = str(fixed["kernel"]).split(",") if "kernel" in fixed else names
    for name in wanted:
        if name not in names:
            raise ArgumentError("kernel", f"one of {', '.join(names)}", name)
    named = [kernel for kernel in served if kernel.name in wanted]
    for name, value in fixed.items():
        if name == "kernel":
            continue
        allowed = {choice for kernel in named for choice in kernel.space.choices().get(name, ())}
        if not allowed:
            parameter_names = sorted({name for kernel in named for name in kernel.space.choices()})
            raise ArgumentError(
                name, f"one of the parameters {', '.join(parameter_names)}", "an unknown name"
            )
        if value not in allowed:
            in_order = sorted(allowed, key=lambda name: (isinstance(name, str), name))
            raise ArgumentError(name, f"one of {', '.join(map(str, in_order))}", str(value))
    return [kernel for kernel in named if fixed.keys() - {"kernel"} <= kernel.space.choices().keys()]


def rank(kernel: Kernel, params: Any, problem: Any, facts: Facts) -> tuple[bool, float, float, str]:
    """The key by which suggestions are ranked, the best first.

    Kernels made for the kind of device come first, of these those made for the shape of the problem, then those with a
    model of their time, by what it predicts, and of the others the one that moves the fewest bytes, helpers included;
    more count where work-groups are fewer than compute units, since those that have none leave their share of the
    memory's pace unused.
    """
    unsuited, preference = facts.kind not in kernel.made_for, kernel.preference(problem, facts)
    seconds = kernel.expected(params, problem, facts) if preference <= 0 else None
    if seconds is not None:
        return (unsuited, MODELLED, seconds, kernel.name)
    moved = kernel.traffic(params, problem)
    moved += sum(helper.problem.min_bytes() for helper in kernel.helpers(params, problem))
    idle = idle_share(kernel, params, problem, facts.compute_units)
    return (unsuited, -preference, moved * idle, kernel.name)


def _standing(kernel: Kernel, problem: Any, facts: Facts) -> tuple[bool, float]:
    """The least that the first two of a kernel's rank may be, whatever its parameters."""
    preference = kernel.preference(problem, facts)
    modelled = preference <= 0 and kernel.predict is not None
    return facts.kind not in kernel.made_for, MODELLED if modelled else -preference


def reason(kernel: Kernel, params: Any, problem: Any, facts: Facts) -> str:
    """Why a suggestion stands where it stands among the others, in words."""
    unsuited, preference, figure, _ = rank(kernel, params, problem, facts)
    words = ["made for other kinds of device"] if unsuited else []
    if preference == MODELLED:
        words.append(f"expected to take {figure * 1e6:.1f} us")
    else:
        words += ["made for such shapes"] if preference < 0 else []
        words += ["better for other shapes"] if preference > 0 else []
        idle = idle_share(kernel, params, problem, facts.compute_units)
        words.append(f"moves {bytes_text(figure / idle)}")
        words += [f"counted {idle:.3g} times for idle compute units"] if idle > 1 else []
    return ", ".join(words)


def bytes_text(count: float) -> str:
    """Bytes in words."""
    return f"{count / 2**20:.3g} MiB" if count >= 2**20 else f"{count / 2**10:.3g} KiB"


def _recorded(
    problem: Any,
    facts: Facts,
    offered: Sequence[Kernel] | None,
    fixed: Mapping[str, Any],
    first: Callable[[Kernel], Candidate | Excluded],
    *,
    brief: bool,
) -> Iterator[Candidate | Excluded]:
    """The records that may serve, nearest first: of these kernels, or of any."""

    def suggested(kernel: Kernel) -> Any:
        if offered is not None and kernel not in offered:
            return None  # nor need it have what is held fixed
        point = first(kernel)
        return point.params if isinstance(point, Candidate) else None

    sizes, saturated = problem.sizes, problem.saturated
    within = functools.cache(lambda measured: too_far(sizes, measured, saturated) is None)
    matches = matches_for(problem, facts, within if brief else None)
    if not matches:
        return
    rules, any_wrong = RecordRules(problem, facts, suggested), bool(texts.wrong_on(facts))
    for match in matches:
        record = match.record
        rules.meet(record)
        if brief and (rules.is_outrun(record) or rules.unlike(record) is not None):
            continue
        if offered is not None and record.kernel not in {kernel.name for kernel in offered}:
            continue
        label = f"{record.kernel} ({match.origin})"
        kernel = kernels().get(record.kernel)
        if kernel is None or kernel.family is not type(problem):
            yield Excluded(label, "this version has such a kernel", match, record.kernel)
            continue
        try:
            params = kernel.space.point(record.parameters)
        except ArgumentError as error:
            yield Excluded(label, f"this version reads its parameters ({error})", match, record.kernel)
            continue
        if any(getattr(params, name) != value for name, value in fixed.items()):
            continue
        refusal = kernel.refusal(params, problem, facts)
        if refusal is None:
            refusal = texts.refusal(kernel, params, problem, facts) if any_wrong else None
            same_device = match.source in {"here", "near"}
            refusal = refusal or rules.refusal(record, kernel, params, user_measured=same_device)
            yield Candidate(kernel, params, match.source, match.origin, record.seconds, refusal, match)
        else:
            yield Excluded(label, refusal, match, record.kernel)


def _first(kernel: Kernel, problem: Any, facts: Facts, fixed: Mapping[str, Any]) -> Candidate | Excluded:
    """A kernel's first legal suggestion, or else its first legal point.

    Of a large space with parameters held at a value no points are gone through: few of them may be legal, or none.
    """
    params = next(kernel.legal_suggestions(problem, facts, fixed), None)
    if params is not None:
        return Candidate(kernel, params, "suggested", SUGGESTED)
    if (unmet := kernel.space.unmet(problem, facts)) is not None:
        return Excluded(kernel.name, unmet, None, kernel.name)
    if not fixed or kernel.space.combinations(fixed) <= ENUMERABLE:
        for params in kernel.legal_points(problem, facts, fixed):
            return Candidate(kernel, params, "default", DEFAULT)
    wanted = next(iter(kernel.suggestions(problem, facts)), {}) if fixed else {}
    refusal = str(kernel.refusal(kernel.space.point({**wanted, **fixed}), problem, facts))
    return Excluded(kernel.name, refusal, None, kernel.name)


def _ranked(
    offered: Iterable[Kernel],
    first: Callable[[Kernel], Candidate | Excluded],
    problem: Any,
    facts: Facts,
    fixed: Mapping[str, Any],
) -> Iterator[Candidate]:
    """The suggestions, best first, each behind what is published of its kernel.

    A kernel is asked for its own only when no other can come before it.
    """
    waiting: list[tuple[bool, float, float, str, Kernel | Candidate]] = [
        (*_standing(kernel, problem, facts), -math.inf, kernel.name, kernel) for kernel in offered
    ]
    heapq.heapify(waiting)
    while waiting:
        _, preference, _, _, entry = heapq.heappop(waiting)
        if not isinstance(entry, Candidate):
            point = first(entry)
            if isinstance(point, Candidate):
                heapq.heappush(waiting, (*rank(point.kernel, point.params, problem, facts), point))
            continue
        if preference != MODELLED:
            yield from _published(entry, problem, facts, fixed)
        yield entry


def _published(
    suggestion: Candidate, problem: Any, facts: Facts, fixed: Mapping[str, Any]
) -> Iterator[Candidate]:
    """The first published point of a kernel that is right here as far as is known, behind those that are not.

    It stands before the kernel's own suggestion, and the kernel where that puts it: what is published says little of which
    kernel is faster. It is of a size; points whose work-groups leave more compute units idle are for larger ones; and
    kernels with a model of their time know better.
    """
    kernel, served = (
        suggestion.kernel,
        (problem.family, element_type(problem.signature)) in SERVED_AS_PUBLISHED,
    )
    row = published_for(problem, facts) if served else None
    if row is None or len(row.sizes) != len(problem.sizes):  # what is published is of single products
        return
    if too_far(problem.sizes, row.sizes, problem.saturated):
        return
    if kernel.expected(suggestion.params, problem, facts) is not None:
        return
    idle = idle_share(kernel, suggestion.params, problem, facts.compute_units)
    for point in published_points(row, [(kernel, suggestion.params)], problem, facts, fixed):
        if idle_share(kernel, point.params, problem, facts.compute_units) <= idle:
            refusal = texts.refusal(kernel, point.params, problem, facts)
            yield point._replace(refusal=refusal)
            if refusal is None:
                return
