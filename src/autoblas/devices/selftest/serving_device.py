"""Chooses the device that serves: of those that match a user's choice, the fastest that passed its self-test."""

from __future__ import annotations

import logging
import os
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.devices.backends import claims_of, device_on
from autoblas.devices.named import called, first_card, named_card
from autoblas.devices.opencl.facts import facts_of
from autoblas.devices.opencl.selection import VARIABLE, fitting, listing
from autoblas.devices.selftest.results import selftest_result
from autoblas.devices.selftest_results import SelfTestResult
from autoblas.errors import DeviceError, NoDeviceError, UnavailableError
from autoblas.isolate.run import reason_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.devices.device import Device, Facts

__all__ = ["FASTER", "Standing", "require_selftest", "select_device", "serving_device", "standings"]

FASTER = 1.3
"""A device must be so many times as fast as an earlier one in the listing to be chosen instead: measurements on a busy machine
differ by less, and so do runtimes of one processor, whose order should not change with them."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Standing:
    """A device that a user's words fit, and the reason why it serves or not.

    Attributes:
        index: Its position in the listing; -1 of a card that is reached through CUDA.
        device: The device, as its back-end lists it.
        facts: Its facts, without abilities that its self-test found broken.
        verdict: The result of its self-test.
        chosen: It serves.
        reason: The reason, in words.
    """

    index: int
    device: Any
    facts: Facts
    verdict: SelfTestResult
    chosen: bool
    reason: str


def serving_device(choice: str | None = None) -> Any:
    """The device of ``select_device``, with its argument and errors."""
    return select_device(choice).device


def select_device(choice: str | None = None) -> Standing:
    """The device that a user wants, or the fastest of several matches, with the reason; it has passed its self-test.

    Args:
        choice: A card, as ``named_card`` reads it, or any device, as ``selection.fitting`` does; without it what
            ``AUTOBLAS_DEVICE`` says, else any device of OpenCL, and where there is none the first card.

    Raises:
        NoDeviceError: there is no device, or not exactly one fits.
        DeviceError: all matches failed their self-test, or the loader failed; an ``UnavailableError`` where one could not be
            tested now, and a later call tries again.
    """
    words = (choice or "").strip() or os.environ.get(VARIABLE, "").strip()
    card = named_card(words)
    if card is not None:
        return _through_cuda(card, "named, and reached through CUDA")
    try:
        candidates = standings(choice)
    except NoDeviceError:
        card = None if words else first_card()
        if card is None:
            raise
        return _through_cuda(card, "reached through CUDA, and OpenCL has no device")
    chosen = next((candidate for candidate in candidates if candidate.chosen), None)
    if chosen is None:
        raise _refusal([(candidate.facts, candidate.verdict) for candidate in candidates])
    facts = chosen.facts
    _log.debug("device %d is chosen: %s (%s), %s", chosen.index, facts.name, facts.platform, chosen.reason)
    return chosen


def _through_cuda(card: Any, reason: str) -> Standing:
    """A card that serves, when it has passed its self-test.

    Raises:
        DeviceError: it failed, or gives no context.
    """
    device = device_on(card)
    if not device.passed_selftest:
        require_selftest(device)
    return Standing(-1, card, device.facts, SelfTestResult(), chosen=True, reason=reason)


def standings(choice: str | None = None, *, all_devices: bool = False) -> list[Standing]:
    """All devices that fit, in the order of the listing.

    Args:
        choice: As ``selection.fitting`` reads it; without it what ``AUTOBLAS_DEVICE`` says, else any device.
        all_devices: Include devices that do not fit.

    Raises:
        NoDeviceError: there is no device, or not exactly one fits.
        DeviceError: the loader failed.
    """
    words, origin = (choice or "").strip(), "device"
    if not words:
        words, origin = os.environ.get(VARIABLE, "").strip(), VARIABLE
    devices = listing()
    fit = fitting(words or None, [claims_of(device) for device in devices], origin)
    indices = range(len(devices)) if all_devices else fit
    verdicts = {index: selftest_result(devices[index]) for index in indices}
    position = fastest([verdicts[index] for index in fit])
    best = None if position is None else fit[position]
    entries = []
    for index, verdict in verdicts.items():
        rivals = verdicts[best] if best is not None and len(fit) > 1 and index in fit else None
        reason = _reason(verdict, rivals, fits=index in fit)
        entries.append(
            Standing(index, devices[index], facts_of(devices[index]), verdict, index == best, reason)
        )
    return entries


def fastest(verdicts: Sequence[SelfTestResult]) -> int | None:
    """Position of the result of the device that is to serve; None where all failed.

    Args:
        verdicts: Results of the devices, the preferred one first; only a device that is ``FASTER`` is chosen instead.
    """
    best: int | None = None
    for position, verdict in enumerate(verdicts):
        if verdict.refusal is None and (best is None or verdict.gflops > FASTER * verdicts[best].gflops):
            best = position
    return best


def _reason(verdict: SelfTestResult, best: SelfTestResult | None, *, fits: bool) -> str:
    """Reason why a device serves, or does not.

    Args:
        verdict: Its result.
        best: The result of the device that serves, where several fit.
        fits: The user's words mean it.
    """
    if verdict.refusal is not None:
        if verdict.is_transient:
            return f"could not be tested, and a later call tries again: {reason_of(verdict.refusal)}"
        return f'failed its self-test: it {verdict.refusal}; "autoblas doctor --again" tests it again'
    speed = f"{verdict.gflops:.0f} GFLOP/s in float32"
    if not fits:
        return f"not the one chosen, {speed}"
    if best is None:
        return f"passed its self-test, {speed}"
    if verdict is best:
        return f"the fastest, {speed}"
    if verdict.gflops * FASTER < best.gflops:
        return f"slower, {speed}"
    return f"about as fast, {speed}"


def _refusal(judged: Sequence[tuple[Facts, SelfTestResult]]) -> DeviceError:
    """Error that no device serves, with a cure: a later call, if one could not be tested now."""
    facts, verdict = next(((facts, verdict) for facts, verdict in judged if verdict.is_transient), judged[0])
    device = f"{facts.name} ({facts.platform}, driver {facts.driver})"
    advice = f', as "autoblas devices" says of {len(judged) - 1} more' if len(judged) > 1 else ""
    if verdict.is_transient:
        return UnavailableError(
            f"{device} could not be tested before its first use: {reason_of(verdict.refusal)}; "
            f"nothing is kept of this, and a later call tries again{advice}"
        )
    case = next(case for case, failure in verdict.failures.items() if failure == verdict.refusal)
    return DeviceError(
        f"{device} failed its self-test at {case}: it {verdict.refusal}; update or reinstall its driver and run "
        f'"autoblas doctor --again", or choose another device with --device or {VARIABLE}{advice}'
    )


_passed: set[Any] = set()
_guard = threading.Lock()


def require_selftest(device: Device) -> None:
    """Test a caller's device, once per process.

    A device that no other process could find, such as a sub-device of one in the listing, is not tested.

    Raises:
        DeviceError: it failed; an ``UnavailableError`` where it could not be tested now.
    """
    hardware = device.hardware
    if hardware in _passed:
        return
    with _guard:
        if called(hardware) is None:
            _log.debug("%s is in no listing and was not tested", device.facts.name)
        elif (verdict := selftest_result(hardware)).refusal is not None:
            raise _refusal([(claims_of(hardware), verdict)])
        _passed.add(hardware)
