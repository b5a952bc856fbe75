"""Tests of kernels with instructions that no device at hand has: results by emulation, planted faults, rules that refuse."""

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from autoblas.devices.device import Facts
from autoblas.devices.recording import PLAIN_CPU, PLAIN_GPU
from autoblas.kernels.gemm.epilogue import SUMS_ONLY, WHOLE_PRODUCT
from autoblas.kernels.kernel import Kernel
from autoblas.problems import Problem
from autoblas.testing.checks import Fault, assert_found, replacing
from support.emulated_ptx import with_emulation
from support.kernel_cases import TYPES, draw_legal, walk
from support.kernel_checks import verdict
from support.rig import Rig


class RuleConformance:
    """Tests of the rules of one kernel; inherit them, and name the kernel and what it refuses.

    Attributes:
        kernel: The kernel.
        refused: Parameters, a problem, a device and words of the rule that refuses; no words where none does. Every rule
            of the kernel is among them.
    """

    kernel: Kernel
    refused: Sequence[tuple[Mapping[str, Any], Any, Facts, str]] = ()

    def test_rules_refuse_what_would_fail(self) -> None:
        """Each rule is the one that refuses some point."""
        for values, problem, facts, words in self.refused:
            refusal = self.kernel.refusal(self.kernel.space.point(values), problem, facts)
            assert words in refusal if words and refusal else refusal is None and not words, (
                f"{values} {problem}: {refusal}, and not {words}"
            )

    def test_every_rule_is_among_them(self) -> None:
        """No rule is without a point that it refuses; those of all products are tested with the pass that applies a bias."""
        words = [*filter(None, (row[-1] for row in self.refused)), SUMS_ONLY.sentence, WHOLE_PRODUCT.sentence]
        rules = (*self.kernel.space.requirements, *self.kernel.space.rules)
        assert [r.sentence for r in rules if not any(some in r.sentence for some in words)] == []

    def test_nothing_is_suggested_elsewhere(self) -> None:
        """Devices without the instructions never see the kernel, whatever the problem."""
        for index, facts in itertools.product(range(len(TYPES)), (PLAIN_CPU, PLAIN_GPU)):
            assert self.kernel.suggested(walk(self.kernel.family, index), facts) is None


class EmulatedConformance:
    """Tests of one kernel's results; inherit them, and name the kernel, points and faults.

    Attributes:
        kernel: The kernel.
        emulate: Makes one whose text, after a change, computes the same without the instructions.
        point: Parameters of cases and faults, where they name no others.
        cases: Problems, and parameters of the point that computes them.
        faults: Changes of the text after which it is wrong.
        one_in: Of how many cases, and of how many faults, the ordinary run takes one.
        runs: How often each is computed: counts that one launch leaves behind are found by the next.
    """

    kernel: Kernel
    emulate: Callable[..., Kernel] = staticmethod(with_emulation)
    point: Mapping[str, Any] = {}
    cases: Sequence[tuple[Any, Mapping[str, Any]]] = ()
    faults: Sequence[Fault] = ()
    one_in: tuple[int, int] = (1, 1)
    runs = 1

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """A test for each case and each fault."""
        tables: dict[str, list[tuple[str, Any]]] = {
            "case": [(str(case[0]), case) for case in self.cases],
            "fault": [(fault.name, fault) for fault in self.faults],
        }
        for (name, rows), turns in zip(tables.items(), self.one_in, strict=True):
            if name in metafunc.fixturenames:
                mark = pytest.mark.budget(one_in=turns)
                metafunc.parametrize(name, [pytest.param(row, id=word, marks=mark) for word, row in rows])

    def verdicts(self, rig: Rig, kernel: Kernel, values: Mapping[str, Any], problem: Problem) -> list[str]:
        """What the check that candidates of the tuner must pass says about a legal point that is wrong."""
        found = (verdict(rig, kernel, {**self.point, **values}, problem) for _ in range(self.runs))
        return list(filter(None, found))

    def test_the_text_computes_the_right_result(self, emulating: Rig, case: tuple[Any, Any]) -> None:
        """With what the instructions do written out, every address, guard and edge is right; nothing is misaligned."""
        problem, values = case
        assert self.verdicts(emulating, self.emulate(self.kernel), values, problem) == []

    @pytest.mark.usefixtures("own_memory")
    def test_a_planted_fault_is_found(self, emulating: Rig, fault: Fault) -> None:
        """The emulation shows what is wrong, or written elsewhere."""
        faulty = self.emulate(self.kernel, replacing(fault.pattern, fault.by))
        assert_found(next(iter(self.verdicts(emulating, faulty, fault.values, fault.problem)), None))


class RandomPoints(EmulatedConformance):
    """The same, and tests of random points of problems that the subclass draws."""

    def drawn(self, seed: int, rng: np.random.Generator) -> Any:
        """A problem that the kernel serves."""
        raise NotImplementedError

    def short(self, params: Any) -> bool:
        """Whether a text is not so long that PoCL takes minutes to compile it."""
        return True

    @pytest.mark.budget(30)
    @pytest.mark.parametrize("seed", range(60))
    def test_random_points_compute_the_right_result(self, emulating: Rig, seed: int) -> None:
        """The same for random points, sizes, orders, batches and whatever else the kernel serves."""
        rng = np.random.default_rng(seed)
        problem = self.drawn(seed, rng)
        points = (draw_legal(self.kernel, problem, emulating.device.facts, rng) for _ in range(1000))
        params = next(point for point in points if self.short(point))
        assert verdict(emulating, self.emulate(self.kernel), vars(params), problem) is None
