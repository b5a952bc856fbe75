"""Parameter spaces: finite sets of named values, narrowed by named rules; knows nothing of kernels or BLAS."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from autoblas.errors import ArgumentError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

__all__ = ["Rule", "Space", "param", "parameters"]

P = TypeVar("P")


def param(default: Any, *choices: Any, doc: str, group: str = "shape") -> Any:
    """A tunable field of a parameter record.

    Args:
        default: Its value where nothing was tuned; one of ``choices``.
        choices: Every value it may take.
        doc: One sentence on what it means.
        group: Which of the two groups of an alternating search it belongs to: ``shape`` for the sizes of
            tiles, ``form`` for how the text is written.
    """
    if default not in choices:
        raise ArgumentError("default", f"one of {choices}", repr(default))
    return field(default=default, metadata={"choices": choices, "doc": doc, "group": group})


def parameters(record: Any) -> dict[str, Any]:
    """The values of a parameter record by field name, as the database stores them."""
    return {f.name: getattr(record, f.name) for f in fields(record)}


@dataclass(frozen=True)
class Rule:
    """A constraint on parameters, with the sentence that explains it.

    Attributes:
        sentence: What holds at every legal point; users read it when a point is refused.
        holds: The predicate, called with (parameters, problem, facts of the device).
    """

    sentence: str
    holds: Callable[[Any, Any, Any], bool]


@dataclass(frozen=True)
class Space(Generic[P]):
    """Every instance of the dataclass ``record`` that satisfies all ``rules``.

    Attributes:
        record: A frozen dataclass whose fields were all made with ``param``.
        rules: What a point must satisfy to be legal.
        requirements: What problem and device must satisfy whatever the point; asked first, and once.
    """

    record: Callable[..., P]
    rules: tuple[Rule, ...]
    requirements: tuple[Rule, ...] = ()

    def choices(self) -> dict[str, tuple[Any, ...]]:
        """The legal values of each parameter, in order of declaration."""
        return {f.name: f.metadata["choices"] for f in fields(self.record)}  # type: ignore[arg-type]

    def docs(self) -> dict[str, str]:
        """The sentence of each parameter."""
        return {f.name: f.metadata["doc"] for f in fields(self.record)}  # type: ignore[arg-type]

    def groups(self) -> dict[str, str]:
        """The group of each parameter."""
        return {f.name: f.metadata["group"] for f in fields(self.record)}  # type: ignore[arg-type]

    def point(self, values: Mapping[str, Any]) -> P:
        """The record with these values, the defaults where one is not named.

        Raises:
            ArgumentError: a name is unknown or a value is not among its choices.
        """
        choices = self.choices()
        for name, value in values.items():
            if name not in choices:
                raise ArgumentError(name, f"a parameter among {', '.join(choices)}", "an unknown name")
            if not any(value == choice and type(value) is type(choice) for choice in choices[name]):
                raise ArgumentError(name, f"one of {', '.join(map(str, choices[name]))}", str(value))
        return self.record(**values)

    def broken(self, point: P, problem: object, facts: object) -> str | None:
        """The sentence of the first rule that ``point`` breaks, or None where it is legal."""
        rules = (*self.requirements, *self.rules)
        return next((r.sentence for r in rules if not r.holds(point, problem, facts)), None)

    def unmet(self, problem: object, facts: object) -> str | None:
        """The sentence of the first requirement that fails, or None where some point may be legal."""
        return next((r.sentence for r in self.requirements if not r.holds(None, problem, facts)), None)

    def points(self, problem: object, facts: object, fixed: Mapping[str, Any] | None = None) -> Iterator[P]:
        """All legal points, in lexicographic order of the declared choices.

        Args:
            problem: What is to be computed.
            facts: The device.
            fixed: Parameters held at one value.
        """
        if self.unmet(problem, facts) is not None:
            return
        choices = self.choices() | {name: (value,) for name, value in (fixed or {}).items()}
        for values in itertools.product(*choices.values()):
            point = self.record(**dict(zip(choices, values, strict=True)))
            if self.broken(point, problem, facts) is None:
                yield point

    def census(self, problem: object, facts: object) -> tuple[int, dict[str, int]]:
        """The number of legal points, and how many others each rule was the first to refuse."""
        legal, refused = 0, {r.sentence: 0 for r in (*self.requirements, *self.rules)}
        choices = self.choices()
        for values in itertools.product(*choices.values()):
            sentence = self.broken(self.record(**dict(zip(choices, values, strict=True))), problem, facts)
            if sentence is None:
                legal += 1
            else:
                refused[sentence] += 1
        return legal, refused
