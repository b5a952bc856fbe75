"""Conformance tests of kernels on a device, which the test class of a kernel inherits."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from autoblas.devices.backends import device_of
from autoblas.plan.queues import default_queue
from autoblas.testing.checks import assert_found, doing_nothing, verdict
from autoblas.testing.texts import TextConformance

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from autoblas.devices.device import Device
    from autoblas.testing.checks import Fault

__all__ = ["KernelConformance"]


class KernelConformance(TextConformance):
    """Tests of one kernel; inherit them, and name the kernel and some problems.

    Its results are checked as those of the tuner's candidates are: against a reference, at sizes that no tile divides,
    between canaries, with what must not be read poisoned (``autoblas.testing.checks.verdict``). The tests that need
    hardware run on the device that serves by default, or on another one that the subclass gives as a fixture called
    ``device``; on it the kernel serves one of the problems at least.

    Attributes:
        smallest: Sizes, in the order of the family's extents, that the first problem is cut to; one in every
            direction, and a row and a column, in families that have them.
        faults: Changes of the text after which it is wrong, which the check must find: a skipped element, exchanged
            strides, a missing guard or barrier.
    """

    smallest: Sequence[Sequence[int]] = ()
    faults: Sequence[Fault] = ()

    @pytest.fixture
    def device(self) -> Device:
        """The device that serves by default."""
        return device_of(default_queue())

    @pytest.fixture
    def queue(self, device: Device) -> Any:
        """A new queue on it."""
        return device.queue()

    def _here(self, device: Device) -> Iterator[tuple[Any, Any]]:
        """The problems that the kernel serves on a device, each after what it suggests."""
        served = False
        for problem in self.problems:
            params = self.kernel.suggested(problem, device.facts)
            if params is not None:
                served = True
                yield params, problem
        assert served, f"{self.kernel.name} serves none of the problems on {device.facts.name}"

    def _short(self, device: Device) -> tuple[Any, Any]:
        """The first of them, after the legal point of eight whose text is the shortest: compilers take time by it."""
        first, problem = next(self._here(device))
        legal = self._legal_from(first, problem, device)
        return min(
            legal, key=lambda params: len(self.kernel.source(params, problem, device.dialect))
        ), problem

    def _legal_from(self, first: Any, problem: Any, device: Device) -> list[Any]:
        """A legal point, and others some random steps from it."""
        sampled = self.kernel.space.sample(problem, device.facts, 8, start=(first,))
        return [params for params in sampled if self.kernel.refusal(params, problem, device.facts) is None]

    def test_suggested_points_are_right(self, device: Device, queue: Any) -> None:
        """The suggested point of every problem that the device can compute is right."""
        for params, problem in self._here(device):
            wrong = verdict(device, queue, self.kernel, params, problem)
            assert wrong is None, f"{problem} {params}: {wrong}"

    def test_random_points_are_right(self, device: Device, queue: Any) -> None:
        """Legal points are right: of every problem the farthest of some random steps from the suggested one."""
        for first, problem in self._here(device):
            params = self._legal_from(first, problem, device)[-1]
            wrong = verdict(device, queue, self.kernel, params, problem)
            assert wrong is None, f"{problem} {params}: {wrong}"

    def test_the_smallest_problems_are_right(self, device: Device, queue: Any) -> None:
        """A single element, a row and a column are no special cases."""
        params, problem = self._short(device)
        for sizes in self.smallest:
            small = replace(problem, **dict(zip(self.kernel.family.extents, sizes, strict=True)))
            if self.kernel.refusal(params, small, device.facts) is not None:
                params = self.kernel.suggested(small, device.facts)
            wrong = verdict(device, queue, self.kernel, params, small)
            assert wrong is None, f"{small} {params}: {wrong}"

    def test_a_kernel_that_does_nothing_is_found(self, device: Device, queue: Any) -> None:
        """The check of the results can fail."""
        params, problem = self._short(device)
        assert_found(verdict(device, queue, doing_nothing(self.kernel), params, problem))

    def test_planted_faults_are_found(self, device: Device, queue: Any) -> None:
        """The text as it is passes its check, and no longer with a fault."""
        for fault in self.faults:
            try:
                fault.assert_found(device, queue, self.kernel)
            except AssertionError as error:
                raise AssertionError(f"{fault.name}: {error}") from error
