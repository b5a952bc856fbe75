"""Words on devices: cards that are reached through CUDA, and self-tests."""

from __future__ import annotations

from dataclasses import asdict
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from autoblas.errors import DeviceError
from autoblas.isolate.run import reason_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.devices.device import Facts
    from autoblas.devices.selftest_results import SelfTestResult

__all__ = ["card_documents", "card_lines", "cuda_cards", "self_test_text"]


def cuda_cards() -> list[tuple[str, Facts]]:
    """Names and facts of all cards; none where CUDA cannot be used."""
    return _cards_or_fault()[0]


def card_lines(tested: Callable[[str], str]) -> list[str]:
    """Lines of the doctor on CUDA: versions and cards, or the fault; none where its package is not installed.

    Args:
        tested: Gives the result of a card's self-test in words, by the card's name.
    """
    cards, fault = _cards_or_fault()
    if fault:
        return [f"CUDA      {fault}"]
    if not cards:
        return []
    from autoblas.devices.cuda.compiler import compiler_version  # noqa: PLC0415  # only where there is a card
    from autoblas.devices.cuda.driver import driver_version  # noqa: PLC0415  # only where there is a card

    versions = "CUDA {}.{}, NVRTC {}.{}".format(*driver_version(), *compiler_version())
    return [f"CUDA      {name}  {facts.name}: {tested(name)}, {versions}" for name, facts in cards]


def card_documents() -> list[dict[str, Any]]:
    """The cards as JSON can hold them."""
    standing = {"default": False, "standing": "reached through CUDA, for its arrays and where it is named"}
    return [{"index": name, **asdict(facts), **standing} for name, facts in cuda_cards()]


def _cards_or_fault() -> tuple[list[tuple[str, Facts]], str]:
    """The cards, and why they cannot be used; neither where the package for them is not installed."""
    if find_spec("cuda") is None or find_spec("cuda.bindings") is None:
        return [], ""
    from autoblas.devices.cuda.cards import cards, facts_of  # noqa: PLC0415  # only where there may be some

    try:
        return [(f"cuda:{card.ordinal}", facts_of(card)) for card in cards()], ""
    except DeviceError as error:
        return [], str(error)


def self_test_text(proof: SelfTestResult) -> str:
    """Result of a device's self-test, in words."""
    if proof.is_transient:
        return f"could not be tested, and a later call tries again: {reason_of(proof.refusal)}"
    if proof.refusal is not None:
        return f"does not work, it {proof.refusal}"
    without = f", without {', '.join(proof.failures)}" if proof.failures else ""
    speed = f"{proof.gflops:.0f} GFLOP/s in float32, {proof.launch_seconds * 1e6:.0f} us a launch"
    return f"works, it passed its self-test on {proof.date[:10]}{without}: {speed}"
