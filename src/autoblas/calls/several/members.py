"""The devices that a user names to compute together, each with a queue and a thread of its own."""

from __future__ import annotations

import logging
import os
import threading
from typing import TYPE_CHECKING, Any

from autoblas.arrays.adapter import adapter_of
from autoblas.devices.access import OfThisProcess
from autoblas.devices.backends import claims_of, device_on
from autoblas.devices.named import all_cards, named_card
from autoblas.devices.opencl.selection import fitting, listing
from autoblas.devices.selftest.results import cached_result, selftest_result
from autoblas.devices.workers import Workers
from autoblas.errors import ArgumentError, DeviceError, shown
from autoblas.plan.queues import queue_device

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.devices.device import Device, Facts

__all__ = ["Member", "hardware_of", "members_of"]

UNKNOWN_GFLOPS = 100.0
"""Of a device that no listing has, such as a part of another one, until it was measured. Only what devices of a set do
relative to each other decides who computes what."""

DOUBLES = 0.5
"""Operations on doubles that a device does in the time of one on floats, until that was measured."""

_log = logging.getLogger(__name__)


class Member(OfThisProcess):
    """One device of a set.

    Args:
        hardware: The device as its back-end lists it; None where a queue is given.
        queue: A queue of the caller's.
        gflops: Speed in its self-test, in 1e9 operations on float32 a second; 0 where that is not known.

    Attributes:
        facts: Its properties.
    """

    noun = "a device of a set"
    instead = "send the word that names it, and call autoblas.devices there"

    def __init__(self, hardware: Any, queue: Any = None, gflops: float = 0.0) -> None:
        self._hardware, self._queue, self._gflops = hardware, queue, gflops
        self.facts: Facts = queue_device(queue).facts if queue is not None else claims_of(hardware)
        self._speeds: dict[str, float] = {}
        self._guard = threading.Lock()
        self._thread: Workers | None = None

    @property
    def identity(self) -> Any:
        """Key that no two members may share: two threads would use one queue."""
        return self._hardware if self._queue is None else self._queue

    @property
    def name(self) -> str:
        """Its name in sentences."""
        return f"{self.facts.name} ({self.facts.platform})"

    @property
    def apart(self) -> bool:
        """It has memory of its own."""
        facts = self.device.facts
        return not (facts.host_shared or facts.system_svm)

    @property
    def device(self) -> Device:
        """The device, which has proved itself."""
        return queue_device(self.queue)

    @property
    def queue(self) -> Any:
        """Its queue, which is used by its thread alone."""
        with self._guard:
            if self._queue is None:
                self._queue = device_on(self._hardware).queue()
            return self._queue

    @property
    def thread(self) -> Workers:
        """The thread that enqueues its work and waits for it; plans stay bound there from call to call."""
        with self._guard:
            if self._thread is None:
                self._thread = Workers(1, "autoblas device")
            return self._thread

    def speed(self, kind: str, *, double: bool) -> float:
        """Operations a second that it is expected to do, as measured in earlier calls of this process, else as it proved.

        Args:
            kind: What is computed: a routine and a type of elements.
            double: The type has 64 bits a real number.
        """
        measured = self._speeds.get(kind)
        return measured or 1e9 * (self._gflops or UNKNOWN_GFLOPS) * (DOUBLES if double else 1.0)

    def measured(self, kind: str, speed: float) -> None:
        """Note what it did: half of what is believed from then on, since a call is soon over."""
        believed = self._speeds.get(kind)
        self._speeds[kind] = speed if believed is None else (believed + speed) / 2

    def __repr__(self) -> str:
        return self.name


def members_of(choices: Sequence[Any]) -> tuple[list[Member], list[str]]:
    """The devices that words and queues mean, and why others that they mean are left out, in sentences.

    Args:
        choices: What ``autoblas.devices`` takes.

    Raises:
        NoDeviceError: there is no such device.
        DeviceError: all that fit failed their self-tests.
        ArgumentError: something is neither a word nor a queue.
    """
    members: list[Member] = []
    left_out: list[str] = []
    for choice in choices:
        adapter = adapter_of(choice)
        queue: Any = choice
        if adapter is not None and isinstance(queue, adapter.queues):
            adapter.check_open(queue)
            member = Member(None, queue, _gflops(queue_device(queue).facts))
            new = [member]
        elif isinstance(choice, (str, int)) and not isinstance(choice, bool):
            new = []
            words = [word.strip() for word in str(choice).split(",")]
            if "" in words[1:] or (words[0] == "" and len(words) > 1):
                raise ArgumentError("devices", "words for devices between commas", shown(choice))
            for word in words:
                some, without = _meant(word)
                new += some
                left_out += without
        else:
            expected = "words for devices, such as 'gpu', numbers, and command queues"
            raise ArgumentError("devices", expected, shown(choice))
        for candidate in new:
            if all(candidate.identity != member.identity for member in members):
                members.append(candidate)
    if not members:
        raise DeviceError("; ".join(left_out) or "no device was named")
    for sentence in left_out:
        _log.info("%s", sentence)
    return members, left_out


def hardware_of(word: str) -> list[Any]:
    """The devices that a word means, as their back-ends list them.

    Raises:
        NoDeviceError: there is none.
    """
    if word.lower() == "cuda":
        return all_cards()
    card = named_card(word)
    if card is not None:
        return [card]
    devices = listing()
    claims = [claims_of(device) for device in devices]
    all_devices = word.lower() in {"", "all"}
    return [devices[i] for i in fitting(None if all_devices else word, claims, "devices", several=True)]


def _meant(word: str) -> tuple[list[Member], list[str]]:
    """The devices that a word means and that passed their self-tests, and why others are left out.

    Of several runtimes of the host's processor, a word that is the name of none means the fastest.
    """
    left_out, members = [], []
    for hardware in hardware_of(word):
        verdict = selftest_result(hardware)
        member = Member(hardware, gflops=verdict.gflops)
        if verdict.refusal is not None:
            left_out.append(f"{member.name} failed its self-test: it {verdict.refusal}")
        else:
            members.append(member)
    if word.lower() in {"", "all", "cpu"}:
        processors = [processor for processor in members if processor.facts.kind == "cpu"]
        best = max(processors, key=lambda processor: processor.speed("", double=False), default=None)
        for processor in processors:
            if processor is not best and best is not None:
                members.remove(processor)
                left_out.append(f"{processor.name} is the same processor as {best.name}")
    return members, left_out


def _gflops(facts: Facts) -> float:
    """Speed that the self-test of a caller's device measured, for its share of the processor; 0 where that is not known."""
    verdict = cached_result(facts)
    if verdict is None or facts.kind != "cpu":
        return 0.0 if verdict is None else verdict.gflops
    return verdict.gflops * min(1.0, facts.compute_units / (os.cpu_count() or 1))
