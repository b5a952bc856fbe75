"""Conformance tests of kernels' texts, which need no hardware and which the test class of a kernel inherits."""

from __future__ import annotations

import copy
import functools
import itertools
import math
import random
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from autoblas.devices.recording import (
    AVX2_CPU,
    HOPPER,
    INTEL_GPU,
    NEON_CPU,
    PLAIN_CPU,
    PLAIN_GPU,
    SMALL_GPU,
    SSE_CPU,
)
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.kernels.space import parameters
from autoblas.problems.base import BaseProblem
from autoblas.testing.checks import assert_whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from autoblas.devices.device import Facts
    from autoblas.kernels.kernel import Kernel

__all__ = ["FACT_SHEETS", "LESSER", "TextConformance"]

FACT_SHEETS: tuple[Facts, ...] = (
    PLAIN_CPU,
    AVX2_CPU,
    NEON_CPU,
    SSE_CPU,
    PLAIN_GPU,
    HOPPER,
    INTEL_GPU,
    SMALL_GPU,
)
"""The devices of ``devices/recording.py``, which differ in all that kernels ask about."""

LESSER: tuple[Facts, ...] = (
    replace(PLAIN_CPU, name="CPU without doubles", fp64=False),
    replace(INTEL_GPU, name="narrow Intel GPU", sub_group_sizes=(16,), max_item_sizes=(256, 4, 4)),
    replace(
        SMALL_GPU,
        name="smallest GPU",
        max_items=32,
        max_item_sizes=(32, 8, 8),
        images=True,
        max_image=(4096, 4096),
    ),
)
"""Devices that lack something, for rules that refuse only there."""


@functools.lru_cache(maxsize=64)  # kernels: each is asked for by several tests
def _legal(
    kernel: Kernel, problems: tuple[Any, ...], fact_sheets: tuple[Facts, ...], points: int
) -> tuple[tuple[Any, Any, Facts], ...]:
    """Legal points, each with its problem and device: what is suggested, and so many random ones."""
    triples = []
    for index, (problem, facts) in enumerate(itertools.product(problems, fact_sheets)):
        first = kernel.suggested(problem, facts)
        if first is not None:
            drawn = kernel.space.sample(problem, facts, points + 1, seed=index, start=(first,))
            legal = [params for params in drawn if kernel.refusal(params, problem, facts) is None]
            triples += [(params, problem, facts) for params in legal]
    return tuple(triples)


class TextConformance:
    """Tests of one kernel that need no hardware; inherit them, and name the kernel and some problems.

    For kernels whose instructions no device at hand has; others inherit ``KernelConformance``, which has these tests
    too.

    Attributes:
        kernel: The kernel.
        problems: Problems that it serves on some device: each kind of storage, type and batch that its text depends
            on, at small sizes that its tiles do not divide.
        fact_sheets: The devices that are thought of.
        refused: Problems of its family that it does not serve: with ``problems`` they break every rule of the space,
            those at huge and at tiny sizes included.
        points: Number of random points that are tried of each problem on each device.
    """

    kernel: Kernel
    problems: Sequence[Any]
    fact_sheets: Sequence[Facts] = FACT_SHEETS
    refused: Sequence[Any] = ()
    points: int = 1

    def legal(self) -> tuple[tuple[Any, Any, Facts], ...]:
        """Legal points, each with its problem and device: what is suggested, and random ones."""
        return _legal(self.kernel, tuple(self.problems), tuple(self.fact_sheets), self.points)

    def different(self) -> list[tuple[Any, Any]]:
        """Legal points with their problems, without the devices, each once."""
        return list(dict.fromkeys((params, problem) for params, problem, _ in self.legal()))

    def varied(self) -> Iterable[Any]:
        """Problems for the test of what each rule refuses: all that are named, at their own, huge and tiny sizes."""
        for problem in (*self.problems, *self.refused):
            yield problem
            for size in (4096, 5, 1):
                yield replace(problem, **dict.fromkeys(self.kernel.family.extents, size))

    def test_names_can_be_written(self) -> None:
        """The kernel's name is one of C, and its family a record of problems."""
        assert re.fullmatch(r"[a-z][a-z0-9_]*", self.kernel.name)
        assert issubclass(self.kernel.family, BaseProblem)
        assert all(isinstance(problem, self.kernel.family) for problem in self.problems)
        assert self.kernel.made_for <= {"cpu", "gpu", "acc"}

    def test_parameters_and_rules_are_explained(self) -> None:
        """Each with a sentence; no two rules have the same."""
        space = self.kernel.space
        assert all(space.docs().values())
        assert set(space.groups().values()) <= {"shape", "form"}
        sentences = [rule.sentence for rule in (*space.requirements, *space.rules)]
        assert all(sentences)
        assert len(set(sentences)) == len(sentences)

    def test_every_problem_has_legal_points(self) -> None:
        """On one of the devices at least."""
        served = [problem for _, problem in self.different()]
        assert [str(problem) for problem in self.problems if problem not in served] == []

    def test_what_is_suggested_is_legal(self) -> None:
        """Suggestions are points of the space, and what is taken of them, or else of the space, breaks no rule."""
        for params, problem, facts in self.legal():
            suggestions = itertools.islice(self.kernel.suggestions(problem, facts), 20)
            assert all(self.kernel.space.point(values) for values in suggestions)
            assert self.kernel.refusal(params, problem, facts) is None

    def test_requirements_leave_nothing_where_they_fail(self) -> None:
        """Where the device or the problem does not fit whatever the point, nothing is suggested and no point is legal."""
        space, rng = self.kernel.space, random.Random(5)  # noqa: S311  # nothing is secret
        for problem, facts in itertools.product(
            (*self.problems, *self.refused), (*self.fact_sheets, *LESSER)
        ):
            unmet = space.unmet(problem, facts)
            if unmet is not None:
                assert self.kernel.suggested(problem, facts) is None
                assert {space.broken(params, problem, facts) for params in drawn(self.kernel, 2, rng)} == {
                    unmet
                }

    def test_points_can_be_kept(self) -> None:
        """A point is what the database makes of its values, and can be looked up."""
        for params, _ in self.different():
            assert self.kernel.space.point(parameters(params)) == params
            assert {params: 1}[copy.copy(params)] == 1

    def test_every_rule_refuses_something(self) -> None:
        """A rule that is never the first to refuse a point is dead, and its sentence is never read."""
        space = self.kernel.space
        rng = random.Random(5)  # noqa: S311  # nothing is secret
        unseen = {rule.sentence for rule in (*space.requirements, *space.rules)}
        for problem in self.varied():
            for facts in (*self.fact_sheets, *LESSER):
                draws = 200 if space.unmet(problem, facts) is None else 1
                unseen -= {space.broken(params, problem, facts) for params in drawn(self.kernel, draws, rng)}
            if not unseen:
                return
        assert not unseen

    def test_texts_are_whole(self) -> None:
        """The function has the arguments that the kernel names, brackets pair up, and flags are words.

        With its helpers it moves no less than every operand read and the result written once.
        """
        for params, problem in self.different():
            assert assert_whole(self.kernel, params, problem).endswith("}\n")
            flags = OPENCL_C.flags(self.kernel.options(params))
            assert all(re.fullmatch(r"-[\w.=-]+", flag) for flag in flags)

    def test_texts_are_the_same_again(self) -> None:
        """Equal parameters and problems give equal texts: records and caches know texts by their hashes."""
        for params, problem in self.different():
            first, second = (self.kernel.written(copy.copy(params), problem, OPENCL_C) for _ in range(2))
            assert first == second

    def test_launches_fit_the_device(self) -> None:
        """Work-groups are whole, no larger than the device allows, and of the size that the text requires."""
        texts: dict[Any, str] = {}
        for params, problem, facts in self.legal():
            launch = self.kernel.geometry(params, problem)
            sides = list(zip(launch.global_size, launch.local_size, strict=True))
            assert 1 <= len(sides) <= 3
            assert all(size > 0 and size % group == 0 for size, group in sides)
            assert math.prod(launch.local_size) <= facts.max_items
            assert all(
                size <= most for size, most in zip(launch.local_size, facts.max_item_sizes, strict=False)
            )
            x, y = (*launch.local_size, 1)[:2]
            if (params, problem) not in texts:
                texts[params, problem] = self.kernel.source(params, problem, OPENCL_C)
            assert f"reqd_work_group_size({x}, {y}, 1)" in texts[params, problem]

    def test_memory_and_helpers_are_those_of_arguments(self) -> None:
        """Memory for the time of a launch, and what helpers bring, is what the kernel has arguments for."""
        for params, problem in self.different():
            names = {argument.name for argument in self.kernel.arguments(params, problem)}
            assert set(self.kernel.memory(params, problem)) <= names
            for helper in self.kernel.helpers(params, problem):
                assert set(helper.replaces) <= names
                assert helper.problem.scratch.nbytes > 0 or helper.problem.scratch.texels


def drawn(kernel: Kernel, count: int, rng: random.Random) -> Iterator[Any]:
    """Points of a kernel's space, legal or not."""
    choices = kernel.space.choices()
    for _ in range(count):
        yield kernel.space.record(**{name: rng.choice(values) for name, values in choices.items()})
