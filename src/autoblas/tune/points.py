"""What a search goes through: the legal points of a problem, and the candidates that it begins with."""

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
from autoblas.plan.texts.written import source_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from autoblas.devices.device import Facts
    from autoblas.kernels.kernel import Kernel
    from autoblas.plan.candidates import Excluded
    from autoblas.problems import Problem
    from autoblas.tuning.outcome import Point

    Legal = tuple[Kernel, Any]

__all__ = ["SearchSpace", "groups", "holds", "point_of", "refusals", "search_space", "starts", "starts_only"]

SAMPLED = 8192
"""Legal points that a search of a very large space chooses from."""

KNOWN = 8
"""Of the records, nearest first, so many are starts; and of the points that were imported."""

PUBLISHED = 5
"""Of the points that others published so many are starts, where the device has no record: on recorded spaces five of them
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

    Behind the records that would serve come those that are legal and would not, because of another size or processor; behind
    the suggestions come points that were imported and that nothing here measured, and behind these, for a device without
    records, what others published for such devices.

    Args:
        problem: What is tuned.
        facts: The device.
        fixed: Parameters held at a value, as ``candidates`` takes them.
        stated: The candidates, where they were listed before.

    Raises:
        ArgumentError: ``fixed`` fits no kernel.
    """
    stated = candidates(problem, facts, fixed) if stated is None else stated
    legal = [each for each in stated if isinstance(each, Candidate)]
    known = [each for each in legal if each.recorded]
    known.sort(key=lambda each: each.refusal is not None)
    first = [each for each in legal if not each.recorded]
    unique: dict[tuple[str, Any], Candidate] = {}
    imported = itertools.islice(_imported(problem, facts, fixed), KNOWN)
    published = _published(known, first, problem, facts, fixed)
    for each in (*known[:KNOWN], *_with_more(first, problem, facts, fixed), *imported, *published):
        unique.setdefault((each.kernel.name, each.params), each)
    return list(unique.values())


def _imported(problem: Problem, facts: Facts, fixed: Mapping[str, Any] | None) -> Iterator[Candidate]:
    """The imported points that are legal, those of the nearest sizes first."""
    known = Starts().matching(problem.family, element_type(problem.signature), problem.sizes)
    if not known:
        return
    named = {kernel.name: kernel for kernel in kernels_for(problem, fixed or {})}
    for each in known:
        kernel = named.get(each.kernel)
        if kernel is None:
            continue
        try:
            params = kernel.space.point({**each.parameters, **_held(fixed)})
        except ArgumentError:  # of another version, or of nobody's
            continue
        if kernel.refusal(params, problem, facts) is None:
            yield Candidate(kernel, params, "suggested", each.origin)


def _published(
    known: Sequence[Candidate],
    first: Sequence[Candidate],
    problem: Problem,
    facts: Facts,
    fixed: Mapping[str, Any] | None,
) -> Iterator[Candidate]:
    """What others published for such devices; nothing where something was measured on this one."""
    place, row = place_of(facts), published_for(problem, facts)
    if row is None or any(
        each.match is not None and each.match.record.place.same_device(place) for each in known
    ):
        return
    own = [(each.kernel, each.params) for each in first if each.origin != "published"]
    yield from itertools.islice(published_points(row, own, problem, facts, _held(fixed)), PUBLISHED)


def _with_more(
    first: Sequence[Candidate], problem: Problem, facts: Facts, fixed: Mapping[str, Any] | None
) -> Iterator[Candidate]:
    """First suggestions, each followed by others of its kernel where that is one that would be served first."""
    held = _held(fixed)
    foremost = None
    for each in first:
        kernel = each.kernel
        standing = rank(kernel, each.params, problem, facts)[:2]
        foremost = foremost or standing
        yield each
        if standing == foremost and each.origin != "published":
            wanted = kernel.legal_suggestions(problem, facts, held)
            for params in itertools.islice(wanted, 1, SUGGESTIONS):
                yield Candidate(kernel, params, "suggested", SUGGESTED)


class SearchSpace:
    """The points of a search, each a kernel and legal parameters of it.

    Args:
        legal: The points.
        begin: Those of them that are tried first.

    Attributes:
        points: The same as the tuner knows them.
        start: Where among them those stand that are tried first.
    """

    def __init__(self, legal: Sequence[Legal], begin: Sequence[Candidate]) -> None:
        self._legal = legal
        self.points = [point_of(kernel, params) for kernel, params in legal]
        indices = {(kernel.name, params): index for index, (kernel, params) in enumerate(legal)}
        self.start = [indices[each.kernel.name, each.params] for each in begin]

    def choice(self, problem: Problem, point: Point, facts: Facts) -> Choice:
        """The choice that one of the points stands for, its helpers chosen by what is known best."""
        kernel, params = self._legal[self.points.index(point)]
        return with_helpers(Choice(problem, kernel, params, "found by a search"), facts)

    def source(self, problem: Problem, point: Point, facts: Facts) -> str:
        """What identifies to the journal what would run at one of the points; empty where no text can be written."""
        kernel, params = self._legal[self.points.index(point)]
        try:
            return source_of(kernel, params, problem, dialect_for(facts.extensions))
        except Exception:  # noqa: BLE001 -- a generator's own mistake, which the trial tells of: its outcome has no source
            return ""


def starts_only(begin: Sequence[Candidate]) -> SearchSpace:
    """No points but those that a search would begin with."""
    return SearchSpace([(each.kernel, each.params) for each in begin], begin)


def search_space(
    problem: Problem, facts: Facts, begin: Sequence[Candidate], fixed: Mapping[str, Any] | None = None
) -> SearchSpace:
    """The legal points of every kernel that serves a problem.

    All of them, but of spaces beyond ``space.ENUMERABLE`` a random sample and the points to begin with. The sample does
    not depend on these, so that a search that is run again goes through the same one whatever is recorded by then.

    Args:
        problem: What is tuned.
        facts: The device.
        begin: Candidates that are tried first, which hold what is fixed.
        fixed: Parameters held at a value, as ``candidates`` takes them.

    Raises:
        ArgumentError: ``fixed`` fits no kernel.
    """
    held = _held(fixed)
    legal: list[Legal] = []
    for kernel in kernels_for(problem, fixed or {}):
        space = kernel.space
        if space.combinations(held) <= ENUMERABLE:
            found = dict.fromkeys(space.points(problem, facts, held))
        else:
            known = kernel.legal_suggestions(problem, facts, held)
            found = dict.fromkeys(space.sample(problem, facts, SAMPLED, start=known, fixed=held))
        found |= dict.fromkeys(each.params for each in begin if each.kernel is kernel)
        legal += [(kernel, params) for params in found]
    return SearchSpace(legal, begin)


def _held(fixed: Mapping[str, Any] | None) -> dict[str, Any]:
    """The parameters that are held at a value, without the kernels' names."""
    return {name: value for name, value in (fixed or {}).items() if name != "kernel"}


def point_of(kernel: Kernel, params: Any) -> Point:
    """A kernel and its parameters as the tuner knows them."""
    return {"kernel": kernel.name, **parameters(params)}


def holds(point: Point, fixed: Mapping[str, Any]) -> bool:
    """Whether a point has the parameters that are held fixed; its kernel is one of those named."""
    named = str(fixed.get("kernel", point["kernel"])).split(",")
    return point["kernel"] in named and {**fixed, "kernel": point["kernel"]}.items() <= point.items()


def groups(problem: Problem) -> dict[str, str]:
    """The group of every parameter, for the alternating search."""
    return {name: group for kernel in serving(type(problem)) for name, group in kernel.space.groups().items()}


def refusals(problem: Problem, facts: Facts, fixed: Mapping[str, Any] | None = None) -> str:
    """Of each kernel the rule that refuses the most points, in words."""
    held = _held(fixed)
    sentences = []
    for kernel in kernels_for(problem, fixed or {}):
        _, refused = kernel.space.census(problem, facts, held)
        worst, count = max(refused.items(), key=lambda item: item[1])
        sentences.append(f"{kernel.name} refuses {count} points ({violated(worst)})")
    return "; ".join(sentences)
