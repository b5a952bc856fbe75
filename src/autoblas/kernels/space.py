"""Parameter spaces: finite sets of named values, narrowed by named rules, independent of kernels and BLAS."""

from __future__ import annotations

import functools
import itertools
import math
import random
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from autoblas.errors import ArgumentError, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

__all__ = ["ENUMERABLE", "Rule", "Space", "param", "parameters"]

P = TypeVar("P")

ENUMERABLE = 250_000
"""Most points of a space that is enumerated, which takes a few seconds; larger spaces are sampled."""

TRIES = 100
"""Attempts of ``sample`` for each requested point."""

PATIENCE = 8192
"""Least consecutive attempts without a new legal point after which a sample counts as complete."""


def param(default: Any, *choices: Any, doc: str, group: str = "shape", renamed_from: str = "") -> Any:
    """A tunable field of a parameter record.

    Args:
        default: Its value where nothing was tuned; one of ``choices``.
        choices: Every value it may take.
        doc: One sentence on what it means.
        group: Which of the two groups of an alternating search it belongs to: ``shape`` for the sizes of
            tiles, ``form`` for how the text is written.
        renamed_from: Its name in older records, which are still read.
    """
    if default not in choices:
        raise ArgumentError("default", f"one of {choices}", shown(default))
    return field(
        default=default,
        metadata={"choices": choices, "doc": doc, "group": group, "renamed_from": renamed_from},
    )


def parameters(record: Any) -> dict[str, Any]:
    """The values of a parameter record by field name, as the database stores them."""
    return {f.name: getattr(record, f.name) for f in fields(record)}


def _backjump(indices: list[int], counts: list[int], conflicts: list[set[int]], conflict: set[int]) -> bool:
    """Advance to the next point that may resolve a conflict, by conflict-directed backjumping.

    If a parameter's choices are exhausted, the union of its conflicts says which earlier parameter changes next (P. Prosser,
    "Hybrid algorithms for the constraint satisfaction problem", Computational Intelligence 9, 1993).

    Args:
        indices: Each parameter's index among its choices; changed in place.
        counts: The number of choices of each parameter.
        conflicts: For each parameter, the earlier ones in conflict with its values so far; changed in place.
        conflict: The parameters read by the rule that refused the present point; after a legal point, all of them.

    Returns:
        False if no point remains.
    """
    while conflict:
        deepest = max(conflict)
        conflicts[deepest] |= conflict - {deepest}
        indices[deepest] += 1
        indices[deepest + 1 :] = [0] * (len(indices) - deepest - 1)
        for later in conflicts[deepest + 1 :]:
            later.clear()
        if indices[deepest] < counts[deepest]:
            return True
        conflict = set(conflicts[deepest])
    return False


@dataclass(frozen=True)
class Rule:
    """A constraint on parameters, with the sentence that explains it.

    Attributes:
        sentence: What holds at every legal point; users read it when a point is refused.
        predicate: True where a point obeys the rule; called with (parameters, problem, facts of the device).
    """

    sentence: str
    predicate: Callable[[Any, Any, Any], bool]


@dataclass(frozen=True)
class Space(Generic[P]):
    """Every instance of the dataclass ``record`` that satisfies all ``rules``.

    Attributes:
        record: A frozen dataclass whose fields were all made with ``param``.
        rules: What a point must satisfy to be legal.
        requirements: Rules of problem and device, whatever the point; tested first, and once.
    """

    record: Callable[..., P]
    rules: tuple[Rule, ...]
    requirements: tuple[Rule, ...] = ()

    def choices(self) -> dict[str, tuple[Any, ...]]:
        """The legal values of each parameter, in order of declaration."""
        return {f.name: f.metadata["choices"] for f in fields(self.record)}  # type: ignore[arg-type]

    @functools.cached_property
    def _names(self) -> tuple[dict[str, frozenset[tuple[type, Any]]], dict[str, str]]:
        """The choices with their types, and the names of parameters by their former names."""
        declared = fields(self.record)  # type: ignore[arg-type]
        typed = {name: frozenset((type(x), x) for x in values) for name, values in self.choices().items()}
        return typed, {f.metadata["renamed_from"]: f.name for f in declared if f.metadata["renamed_from"]}

    def docs(self) -> dict[str, str]:
        """The sentence of each parameter."""
        return {f.name: f.metadata["doc"] for f in fields(self.record)}  # type: ignore[arg-type]

    def groups(self) -> dict[str, str]:
        """The group of each parameter."""
        return {f.name: f.metadata["group"] for f in fields(self.record)}  # type: ignore[arg-type]

    def point(self, values: Mapping[str, Any]) -> P:
        """The record with these values, the defaults where one is not named.

        Parameters may have their former names.

        Raises:
            ArgumentError: a name is unknown or a value is not among its choices.
        """
        typed, renamed = self._names
        if renamed:
            values = {renamed.get(name, name): value for name, value in values.items()}
        for name, value in values.items():
            if name not in typed:
                raise ArgumentError(name, f"one of the parameters {', '.join(typed)}", "an unknown name")
            try:
                legal = (type(value), value) in typed[name]
            except TypeError:  # unhashable, such as a list: no choice is
                legal = False
            if not legal:
                raise ArgumentError(name, f"one of {', '.join(map(str, self.choices()[name]))}", str(value))
        return self.record(**values)

    def broken(self, point: P, problem: object, facts: object) -> str | None:
        """The sentence of the first rule that ``point`` breaks, or None where it is legal."""
        return self.unmet(problem, facts) or self.illegal(point, problem, facts)

    def unmet(self, problem: object, facts: object) -> str | None:
        """The sentence of the first requirement that fails, or None where some point may be legal."""
        for rule in self.requirements:
            if not rule.predicate(None, problem, facts):
                return rule.sentence
        return None

    def illegal(self, point: P, problem: object, facts: object) -> str | None:
        """The sentence of the first rule that ``point`` breaks, given that all requirements are met."""
        for rule in self.rules:
            if not rule.predicate(point, problem, facts):
                return rule.sentence
        return None

    def points(self, problem: object, facts: object, fixed: Mapping[str, Any] | None = None) -> Iterator[P]:
        """All legal points, in lexicographic order of the declared choices.

        Points that differ from a refused one only in parameters that the rule did not read are skipped.

        Args:
            problem: What is to be computed.
            facts: The device.
            fixed: Parameters held at one value.
        """
        if self.unmet(problem, facts) is not None:
            return
        choices = self.choices() | {name: (value,) for name, value in (fixed or {}).items()}
        counts = [len(values) for values in choices.values()]
        indices, conflicts = [0] * len(counts), [set[int]() for _ in counts]
        while True:
            values = {name: choices[name][index] for name, index in zip(choices, indices, strict=True)}
            point = self.record(**values)
            rule = next((rule for rule in self.rules if not rule.predicate(point, problem, facts)), None)
            if rule is None:
                yield point
                conflict = set(range(len(counts)))
            else:
                conflict = self._parameters_read(rule, values, problem, facts)
            if not _backjump(indices, counts, conflicts, conflict):
                return

    @functools.cached_property
    def _traced(self) -> type[Any]:
        """The record as a class whose instances note the positions of the parameters that are read."""
        positions = {name: position for position, name in enumerate(self.choices())}

        def read(self: Any, name: str) -> Any:
            if name in positions:
                object.__getattribute__(self, "__dict__")["reads"].add(positions[name])
            elif name == "__dict__":
                object.__getattribute__(self, "__dict__")["reads"].update(positions.values())
            return object.__getattribute__(self, name)

        record: Any = self.record
        return type(record.__name__, (record,), {"__getattribute__": read})

    def _parameters_read(
        self, rule: Rule, values: Mapping[str, Any], problem: object, facts: object
    ) -> set[int]:
        """The positions of the parameters that a rule reads when it refuses a point."""
        point = self._traced(**values)
        reads: set[int] = set()
        object.__setattr__(point, "reads", reads)
        rule.predicate(point, problem, facts)
        return reads

    def combinations(self, fixed: Mapping[str, Any] | None = None) -> int:
        """The number of points, legal or not, with these parameters held at one value."""
        free = (len(values) for name, values in self.choices().items() if name not in (fixed or {}))
        return math.prod(free)

    def sample(
        self,
        problem: object,
        facts: object,
        count: int,
        *,
        seed: int = 0,
        start: Iterable[P] = (),
        fixed: Mapping[str, Any] | None = None,
    ) -> list[P]:
        """Different legal points of a space that is too large to enumerate, determined by the arguments.

        Points are drawn at random, and reached by random steps from legal ones, a step changing one to three
        parameters: in a space of narrow rules few draws are legal, but most of a legal point's neighbours are.

        Args:
            problem: What is to be computed.
            facts: The device.
            count: Most points; fewer if the space hardly has more, or the search for them takes too long.
            seed: Seed of the random numbers.
            start: Points to begin with, where they are legal.
            fixed: Parameters held at one value.
        """
        if self.unmet(problem, facts) is not None:
            return []
        rng = random.Random(seed)  # noqa: S311  # nothing is secret
        choices = self.choices() | {name: (value,) for name, value in (fixed or {}).items()}
        free = [name for name, values in choices.items() if len(values) > 1]
        started = (replace(point, **(fixed or {})) for point in start)  # type: ignore[type-var]
        legal = [point for point in dict.fromkeys(started) if self.broken(point, problem, facts) is None]
        distinct = set(legal)
        latest = 0
        for attempt in range(TRIES * count):
            if len(legal) >= count or (legal and attempt - latest > max(count, PATIENCE)):
                break
            if attempt % 2 and legal and free:
                names = rng.sample(free, min(rng.randint(1, 3), len(free)))
                changed = {name: rng.choice(choices[name]) for name in names}
                point = replace(rng.choice(legal), **changed)  # type: ignore[type-var]
            else:
                point = self.record(**{name: rng.choice(values) for name, values in choices.items()})
            if point not in distinct and self.broken(point, problem, facts) is None:
                distinct.add(point)
                legal.append(point)
                latest = attempt
        return legal

    def census(
        self, problem: object, facts: object, fixed: Mapping[str, Any] | None = None
    ) -> tuple[int, dict[str, int]]:
        """The number of legal points, and how many others each rule was the first to refuse.

        Of a space beyond ``ENUMERABLE`` a random part that large is counted.

        Args:
            problem: What is to be computed.
            facts: The device.
            fixed: Parameters held at one value.
        """
        legal, refused = 0, {r.sentence: 0 for r in (*self.requirements, *self.rules)}
        choices = self.choices() | {name: (value,) for name, value in (fixed or {}).items()}
        drawn: Iterable[tuple[Any, ...]] = itertools.product(*choices.values())
        if self.combinations(fixed) > ENUMERABLE:
            rng = random.Random(0)  # noqa: S311  # nothing is secret
            drawn = (tuple(rng.choice(v) for v in choices.values()) for _ in range(ENUMERABLE))
        for values in drawn:
            sentence = self.broken(self.record(**dict(zip(choices, values, strict=True))), problem, facts)
            if sentence is None:
                legal += 1
            else:
                refused[sentence] += 1
        return legal, refused
