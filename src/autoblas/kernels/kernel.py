"""A kernel: a parameter space, and pure functions from parameters and problem to geometry, traffic and text."""

from __future__ import annotations

import functools
import hashlib
import itertools
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.devices.device import Launch
from autoblas.devices.languages import dialect_for
from autoblas.emit.dialect import CompilerOptions
from autoblas.kernels.space import Rule

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from autoblas.devices.device import Facts
    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect
    from autoblas.kernels.space import Space
    from autoblas.precision import Precision
    from autoblas.problems.base import Scratch

__all__ = [
    "COMPUTES",
    "FITS",
    "GROUP_FENCES",
    "Helper",
    "Kernel",
    "batch_launch",
    "calls",
    "sides_fit",
    "source_hash",
    "vectors_in",
]


@dataclass(frozen=True)
class Helper:
    """A launch that a kernel needs before or after its own, and the memory that both share.

    Attributes:
        problem: The problem that the launch computes; its ``scratch`` describes the memory.
        memory: The name of that memory among the values of a call.
        sources: For each argument of the helping kernel, the name of the value of the call that it takes.
        replaces: For arguments of the kernel itself, the name of the value that they take instead.
        after: It follows the kernel's own launch; otherwise it comes before.
    """

    problem: Any
    memory: str
    sources: Mapping[str, str]
    replaces: Mapping[str, str]
    after: bool = False


def _least_traffic(_params: Any, problem: Any) -> int:
    return int(problem.min_bytes())


def _no_options(_params: Any) -> CompilerOptions:
    return CompilerOptions()


def _defaults(_problem: Any, _facts: Any) -> Iterable[dict[str, Any]]:
    return ({},)


def _none(_problem: Any, _facts: Any) -> int:
    return 0


def _no_memory(_params: Any, _problem: Any) -> Mapping[str, Scratch]:
    return {}


def _no_helpers(_params: Any, _problem: Any) -> tuple[Helper, ...]:
    return ()


@dataclass(frozen=True)
class Kernel:
    """One way to compute a family of problems.

    Attributes:
        name: Its name, which is also the entry point's in the text.
        family: The problem record it serves.
        space: Its parameters and the rules they obey.
        arguments: (parameters, problem) -> the entry point's arguments, in order.
        geometry: (parameters, problem) -> the extent of the launch.
        source: (parameters, problem, dialect) -> the text; same inputs, same bytes.
        traffic: (parameters, problem) -> bytes across the global-memory interface, caches ignored; by default those
            that the problem must move.
        options: parameters -> the compiler's options, by default none.
        helpers: (parameters, problem) -> the launches it needs before and after its own.
        memory: (parameters, problem) -> device memory for the time of a launch, by the names of the arguments that take it;
            what helpers share with it is theirs to name.
        made_for: Kinds of device that its structure suits; elsewhere it is correct, and served when measured best.
        preference: (problem, facts) -> 1 where its structure was made for problems of such a shape, and it is to be
            suggested before kernels for all shapes; -1 where after them.
        suggestions: (problem, facts) -> parameters worth having where nothing was measured, best first; what one
            does not name has its default.
        exact_zeros: It skips products with elements that are zero by structure, so that infinities and NaN do not spread.
        predict: (parameters, problem, facts) -> seconds that it takes with its helpers, roughly, or None on devices of
            which there is no model; None where there is none at all. Kernels with models are compared by them.
    """

    name: str
    family: type[Any]
    space: Space[Any]
    arguments: Callable[[Any, Any], tuple[Argument, ...]]
    geometry: Callable[[Any, Any], Launch]
    source: Callable[[Any, Any, Dialect], str]
    traffic: Callable[[Any, Any], int] = _least_traffic
    options: Callable[[Any], CompilerOptions] = _no_options
    helpers: Callable[[Any, Any], tuple[Helper, ...]] = _no_helpers
    memory: Callable[[Any, Any], Mapping[str, Scratch]] = _no_memory
    made_for: frozenset[str] = frozenset({"cpu", "gpu", "acc"})
    preference: Callable[[Any, Facts], int] = _none
    suggestions: Callable[[Any, Facts], Iterable[Mapping[str, Any]]] = _defaults
    exact_zeros: bool = False
    predict: Callable[[Any, Any, Facts], float | None] | None = None

    def expected(self, params: Any, problem: Any, facts: Facts) -> float | None:
        """Seconds that the kernel's model predicts with its helpers; None where there is no model for the device."""
        return None if self.predict is None else self.predict(params, problem, facts)

    def written(self, params: Any, problem: Any, d: Dialect) -> tuple[str, tuple[str, ...]]:
        """The text in a language, and the flags it is compiled with."""
        return self.source(params, problem, d), d.flags(self.options(params))

    def refusal(self, params: Any, problem: Any, facts: Facts) -> str | None:
        """The sentence of the first rule that these parameters break, or None where they are legal.

        The last rule is that of devices that fail with some vectors or functions: the text must have none of them.
        """
        return self.space.unmet(problem, facts) or self._illegal(params, problem, facts)

    def _illegal(self, params: Any, problem: Any, facts: Facts) -> str | None:
        """The sentence of the first rule that these parameters break, given that the space's requirements are met."""
        broken = self.space.illegal(params, problem, facts)
        if broken is None and (facts.failing_vectors or facts.failing_functions):
            text = self.source(params, problem, dialect_for(facts.extensions))
            failing = sorted(vectors_in(text).intersection(facts.failing_vectors))
            if failing:
                return f"the device is right in vectors of type {failing[0]}"
            lacking = [name for name in facts.failing_functions if calls(text, name)]
            return f"the device has the function {lacking[0]}" if lacking else None
        return broken

    def legal_suggestions(
        self, problem: Any, facts: Facts, fixed: Mapping[str, Any] | None = None
    ) -> Iterator[Any]:
        """The suggestions that are legal, best first, with some parameters held at a value.

        Raises:
            ArgumentError: a name or a value of ``fixed`` is none of the kernel's.
        """
        if self.space.unmet(problem, facts) is not None:
            return
        for values in self.suggestions(problem, facts):
            params = self.space.point({**values, **fixed} if fixed else values)
            if self._illegal(params, problem, facts) is None:
                yield params

    def legal_points(
        self, problem: Any, facts: Facts, fixed: Mapping[str, Any] | None = None
    ) -> Iterator[Any]:
        """All legal points, in lexicographic order, with some parameters held at a value."""
        for params in self.space.points(problem, facts, fixed):
            sound = not facts.failing_vectors and not facts.failing_functions
            if sound or self._illegal(params, problem, facts) is None:
                yield params

    def suggested(self, problem: Any, facts: Facts) -> Any:
        """The first suggestion that is legal, or else the first legal point; None where there is none."""
        points = self.legal_points(problem, facts)
        return next(itertools.chain(self.legal_suggestions(problem, facts), points), None)


VECTOR = re.compile(r"(?:\b|_)(float|double|half|u?(?:char|short|int|long))(2|4|8|16)(?=\b|_)")
"""A type of vectors in a text, alone or in the name of a function."""


def vectors_in(text: str) -> set[str]:
    """The types of vectors in a kernel's text, by their names in C; integers of any size and sign count as ``uint``."""
    matches = set(VECTOR.findall(text))
    return {f"{kind if kind in {'float', 'double', 'half'} else 'uint'}{length}" for kind, length in matches}


def calls(text: str, function: str) -> bool:
    """True if a kernel's text calls a built-in function, also by a longer name that ends so, as with ``__builtin_``."""
    return re.search(rf"(?:\b|_){function}\(", text) is not None


@functools.lru_cache(maxsize=256)
def _computes(types: tuple[Precision, ...], fp64: bool, fp16: bool) -> bool:
    """True if a device with or without doubles and halves computes in these types."""
    parts = {precision.part for precision in types}
    return (fp64 or "double" not in parts) and (fp16 or "half" not in parts) and "bfloat16" not in parts


COMPUTES = Rule(
    "the device computes in this precision", lambda p, q, f: _computes(q.computed, f.fp64, f.fp16)
)
"""A requirement: doubles must be supported wherever they occur, halves only if arithmetic is done in them.

No device here computes in bfloat16, which is a format of operands.
"""

FITS = Rule(
    "the work-group fits the device", lambda p, q, f: p.items <= min(f.max_items, f.max_item_sizes[0])
)
"""A rule of kernels whose work-groups are ``items`` work-items in a row."""


GROUP_FENCES = Rule(
    "work-groups see what others wrote before they counted themselves",
    lambda p, q, f: f.groups_may_wait or not getattr(p, "last", True),
)
"""A rule of kernels with arrival counters, which need fences between work-groups: at all points, or where ``last`` is true."""


def sides_fit(sides: Callable[[Any], tuple[int, int]]) -> tuple[Rule, Rule]:
    """The rules of kernels with two-dimensional work-groups, whose ``sides`` are a function of the parameters."""
    return (
        Rule("the work-group fits the device", lambda p, q, f: sides(p)[0] * sides(p)[1] <= f.max_items),
        Rule(
            "each side of the work-group fits the device",
            lambda p, q, f: sides(p)[0] <= f.max_item_sizes[0] and sides(p)[1] <= f.max_item_sizes[1],
        ),
    )


def batch_launch(q: Any, extent: tuple[int, int], size: tuple[int, int]) -> Launch:
    """A launch of this extent in work-groups of this size; of a batch, for each item along the third dimension."""
    return Launch((*extent, q.items), (*size, 1)) if q.batched else Launch(extent, size)


def source_hash(text: str, flags: tuple[str, ...]) -> str:
    """Identifier of a kernel's text and the flags that it is compiled with: a SHA-256 in hexadecimal."""
    return hashlib.sha256("\0".join((text, *flags)).encode()).hexdigest()
