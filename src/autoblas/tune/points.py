"""Space of a search: the legal points of a problem, and the candidates that it begins with."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from autoblas.database import Starts, element_type
from autoblas.devices.languages import dialect_for
from autoblas.errors import ArgumentError, violated
from autoblas.kernels import serving
from autoblas.kernels.space import ENUMERABLE, parameters
from autoblas.plan.candidates import (
    SUGGESTED,
    Candidate,
    candidates,
    kernels_for,
    published_for,
    published_points,
    rank,
)
from autoblas.plan.choose import Choice, with_helpers
from autoblas.plan.results import place_of
from autoblas.plan.texts import launch_hash

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from autoblas.devices.device import Facts
    from autoblas.kernels.kernel import Kernel
    from autoblas.plan.candidates import Excluded
    from autoblas.problems import Problem
    from autoblas.tuning.outcome import Point

    Legal = tuple[Kernel, Any]

__all__ = ["SearchSpace", "fits", "groups", "point_of", "refusals", "search_space", "starts", "starts_only"]

SAMPLED = 8192
"""Legal points that a search of a very large space chooses from."""

MOST_STARTS = 8
"""Most records, nearest first, that are starts; and most of the points that were imported."""

PUBLISHED = 5
"""Most published points that are starts, where the device has no record: on recorded spaces five of them
reach 0.87 of the best, five random points 0.68, and ten were no better after 25 evaluations (docs/log/starting-points.md)."""

SUGGESTIONS = 4
"""Suggestions of each kernel that would be served first are starts, and one of every other kernel."""


def starts(
    problem: Problem,
    facts: Facts,
    fixed: Mapping[str, Any] | None = None,
    stated: Iterable[Candidate | Excluded] | None = None,
) -> list[Candidate]:
    """The candidates worth trying before all other points, in the order in which they would serve.

    First come records that would serve, then other legal records, of another size or processor. Suggestions follow, then
    imported points, which this machine has not measured. For a device without records, published points are last.

    Args:
        problem: The problem that is tuned.
        facts: The device.
        fixed: Parameters held at a value, as ``candidates`` takes them.
        stated: The candidates, where they have been listed already.

    Raises:
        ArgumentError: ``fixed`` fits no kernel.
    """
    stated = candidates(problem, facts, fixed) if stated is None else stated
    legal = [candidate for candidate in stated if isinstance(candidate, Candidate)]
    recorded = [candidate for candidate in legal if candidate.recorded]
    recorded.sort(key=lambda candidate: candidate.refusal is not None)
    suggested = [candidate for candidate in legal if not candidate.recorded]
    unique: dict[tuple[str, Any], Candidate] = {}
    imported = itertools.islice(_imported(problem, facts, fixed), MOST_STARTS)
    published = _published(recorded, suggested, problem, facts, fixed)
    suggestions = _suggested(suggested, problem, facts, fixed)
    for candidate in (*recorded[:MOST_STARTS], *suggestions, *imported, *published):
        unique.setdefault((candidate.kernel.name, candidate.params), candidate)
    return list(unique.values())


def _imported(problem: Problem, facts: Facts, fixed: Mapping[str, Any] | None) -> Iterator[Candidate]:
    """The imported points that are legal, those of the nearest sizes first."""
    imported = Starts().matching(problem.family, element_type(problem.signature), problem.sizes)
    if not imported:
        return
    kernels = {kernel.name: kernel for kernel in kernels_for(problem, fixed or {})}
    for start in imported:
        kernel = kernels.get(start.kernel)
        if kernel is None:
            continue
        try:
            params = kernel.space.point({**start.parameters, **_fixed_values(fixed)})
        except ArgumentError:  # a point of another version, or made up
            continue
        if kernel.refusal(params, problem, facts) is None:
            yield Candidate(kernel, params, "suggested", start.origin)


def _published(
    recorded: Sequence[Candidate],
    suggested: Sequence[Candidate],
    problem: Problem,
    facts: Facts,
    fixed: Mapping[str, Any] | None,
) -> Iterator[Candidate]:
    """Points that others published for such devices; none where something was measured on this one."""
    machine, row = place_of(facts), published_for(problem, facts)
    if row is None or any(
        start.match is not None and start.match.record.place.same_device(machine) for start in recorded
    ):
        return
    points = [(start.kernel, start.params) for start in suggested if start.origin != "published"]
    yield from itertools.islice(
        published_points(row, points, problem, facts, _fixed_values(fixed)), PUBLISHED
    )


def _suggested(
    suggested: Sequence[Candidate], problem: Problem, facts: Facts, fixed: Mapping[str, Any] | None
) -> Iterator[Candidate]:
    """First suggestions, each followed by further ones of its kernel where that kernel would serve first."""
    values = _fixed_values(fixed)
    best_rank = None
    for candidate in suggested:
        kernel = candidate.kernel
        current = rank(kernel, candidate.params, problem, facts)[:2]
        best_rank = best_rank or current
        yield candidate
        if current == best_rank and candidate.origin != "published":
            suggestions = kernel.legal_suggestions(problem, facts, values)
            for params in itertools.islice(suggestions, 1, SUGGESTIONS):
                yield Candidate(kernel, params, "suggested", SUGGESTED)


class SearchSpace:
    """The points of a search, each a kernel and legal parameters of it.

    Args:
        legal: The points.
        begin: Those of them that are tried first.

    Attributes:
        points: The points in the tuner's form.
        start: Indices of those that are tried first.
    """

    def __init__(self, legal: Sequence[Legal], begin: Sequence[Candidate]) -> None:
        self._legal = legal
        self.points = [point_of(kernel, params) for kernel, params in legal]
        indices = {(kernel.name, params): index for index, (kernel, params) in enumerate(legal)}
        self.start = [indices[candidate.kernel.name, candidate.params] for candidate in begin]

    def choice(self, problem: Problem, point: Point, facts: Facts) -> Choice:
        """The choice of a point, with the helpers of the best records."""
        kernel, params = self._legal[self.points.index(point)]
        return with_helpers(Choice(problem, kernel, params, "found by a search"), facts)

    def source(self, problem: Problem, point: Point, facts: Facts) -> str:
        """Hash by which the journal identifies the text of a point; empty where no text can be written."""
        kernel, params = self._legal[self.points.index(point)]
        try:
            return launch_hash(kernel, params, problem, dialect_for(facts.extensions))
        except Exception:  # noqa: BLE001 -- a generator's own mistake, which the trial tells of: its outcome has no source
            return ""


def starts_only(begin: Sequence[Candidate]) -> SearchSpace:
    """No points but those that a search would begin with."""
    return SearchSpace([(candidate.kernel, candidate.params) for candidate in begin], begin)


def search_space(
    problem: Problem, facts: Facts, begin: Sequence[Candidate], fixed: Mapping[str, Any] | None = None
) -> SearchSpace:
    """The legal points of every kernel that serves a problem.

    All of them, but of spaces beyond ``space.ENUMERABLE`` a random sample and the points to begin with. The sample does
    not depend on these, so that a search that is run again goes through the same one whatever is recorded by then.

    Args:
        problem: The problem that is tuned.
        facts: The device.
        begin: Candidates that are tried first, which hold what is fixed.
        fixed: Parameters held at a value, as ``candidates`` takes them.

    Raises:
        ArgumentError: ``fixed`` fits no kernel.
    """
    values = _fixed_values(fixed)
    legal: list[Legal] = []
    for kernel in kernels_for(problem, fixed or {}):
        space = kernel.space
        if space.combinations(values) <= ENUMERABLE:
            chosen = dict.fromkeys(space.points(problem, facts, values))
        else:
            suggestions = kernel.legal_suggestions(problem, facts, values)
            chosen = dict.fromkeys(space.sample(problem, facts, SAMPLED, start=suggestions, fixed=values))
        chosen |= dict.fromkeys(start.params for start in begin if start.kernel is kernel)
        legal += [(kernel, params) for params in chosen]
    return SearchSpace(legal, begin)


def _fixed_values(fixed: Mapping[str, Any] | None) -> dict[str, Any]:
    """The fixed parameters, without the kernels' names."""
    return {name: value for name, value in (fixed or {}).items() if name != "kernel"}


def point_of(kernel: Kernel, params: Any) -> Point:
    """A kernel and its parameters as the tuner knows them."""
    return {"kernel": kernel.name, **parameters(params)}


def fits(point: Point, fixed: Mapping[str, Any]) -> bool:
    """True if a point has the fixed parameters and its kernel is one of those named."""
    names = str(fixed.get("kernel", point["kernel"])).split(",")
    return point["kernel"] in names and {**fixed, "kernel": point["kernel"]}.items() <= point.items()


def groups(problem: Problem) -> dict[str, str]:
    """The group of every parameter, for the alternating search."""
    return {name: group for kernel in serving(type(problem)) for name, group in kernel.space.groups().items()}


def refusals(problem: Problem, facts: Facts, fixed: Mapping[str, Any] | None = None) -> str:
    """Sentence of the rule that refuses the most points, for each kernel."""
    values = _fixed_values(fixed)
    sentences = []
    for kernel in kernels_for(problem, fixed or {}):
        _, refused = kernel.space.census(problem, facts, values)
        worst, count = max(refused.items(), key=lambda item: item[1])
        sentences.append(f"{kernel.name} refuses {count} points ({violated(worst)})")
    return "; ".join(sentences)
