"""Stored results of tests of devices: of the self-test, see ``devices.selftest``, and of the probe of ``vec_type_hint``."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import msgspec
from msgspec.structs import replace as replaced

from autoblas.isolate.run import is_transient
from autoblas.store.table import JsonTable, sources_hash

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from autoblas.devices.device import Facts

__all__ = [
    "DOUBLES",
    "FUNCTIONS",
    "HintOutcome",
    "SelfTestResult",
    "results_path",
    "selftest_key",
    "store_hints",
    "store_result",
    "stored_hints",
    "stored_result",
    "without_failures",
]

OPTIONAL_ABILITIES = ("double", "half", "images", "sub-groups")
"""Abilities that kernels can do without, besides vectors."""

FUNCTIONS = ("prefetch", "all", "isfinite", "isnan", "isnormal", "sqrt", "rsqrt", "exp", "log", "erf")
"""Built-in functions that only some kernels use, or as a hint alone; the likeliest to be lacking first."""

DOUBLES = " of doubles"
"""Suffix of the case of a function for doubles."""


class SelfTestResult(msgspec.Struct, frozen=True):
    """Result of a device's self-test.

    Attributes:
        failures: The failure of each failed case, as the end of a sentence about the device, by the case's name.
        gflops: Approximate speed in float32, in 1e9 operations a second; 0 where it was not measured.
        launch_seconds: Seconds of a launch that is awaited; 0 where that was not measured.
        date: The date and time in ISO 8601.
        host_gflops: Speed of one core in small products of the host's own BLAS in float32, in 1e9 operations a second; 0
            where it was not measured.
        confirmed: All failures are of wrong numbers, or repeated in a second trial. Earlier versions stored failures of a
            single trial. In the file it is called ``seen_twice``.
    """

    failures: dict[str, str] = {}
    gflops: float = 0.0
    launch_seconds: float = 0.0
    date: str = ""
    host_gflops: float = 0.0
    confirmed: bool = msgspec.field(default=False, name="seen_twice")

    @property
    def is_transient(self) -> bool:
        """True if it proves nothing about the device: the test was killed, could not begin, or lacked memory, disk space or time."""
        return any(map(is_transient, self.failures.values()))

    @property
    def refusal(self) -> str | None:
        """Reason why the device must not serve, as the end of a sentence about it; None where it may, perhaps without some types."""
        return next((failure for case, failure in self.failures.items() if not _dispensable(case)), None)

    @property
    def failing_vectors(self) -> tuple[str, ...]:
        """Types of vectors, by their names in C, that kernels must not use; integers by the unsigned name."""
        names = (case.replace("half storage ", "half") for case in self.failures if _is_vector(case))
        return tuple(sorted(set(names)))

    @property
    def failing_functions(self) -> tuple[str, ...]:
        """Built-in functions that kernels must not use."""
        return tuple(sorted({_function(case) for case in self.failures} & set(FUNCTIONS)))


def _function(case: str) -> str:
    return case.removesuffix(DOUBLES)


def _is_vector(case: str) -> bool:
    return case[-1:].isdecimal()


def _dispensable(case: str) -> bool:
    return case in OPTIONAL_ABILITIES or _is_vector(case) or _function(case) in FUNCTIONS


def without_failures(facts: Facts, result: SelfTestResult | None) -> Facts:
    """Facts of a device without the abilities that its self-test found broken."""
    if result is None or not result.failures:
        return facts
    failed = result.failures.keys()
    images = facts.images and "images" not in failed
    return replace(
        facts,
        fp64=facts.fp64 and "double" not in failed,
        fp16=facts.fp16 and "half" not in failed,
        images=images,
        max_image=facts.max_image if images else (0, 0),
        sub_groups=facts.sub_groups and "sub-groups" not in failed,
        failing_vectors=result.failing_vectors,
        failing_functions=result.failing_functions,
    )


SELF_TEST = ("devices", "emit", "isolate")
"""Folders of modules that a result depends on: cases and their texts, child processes, and back-ends."""

_RESULTS = JsonTable("proofs.json", msgspec.json.Decoder(dict[str, SelfTestResult]))


def results_path() -> Path:
    """Path of the file of results."""
    return _RESULTS.path


def selftest_key(claims: Facts) -> str:
    """Key of a result, which another driver, compiler, processor or self-test makes invalid.

    Args:
        claims: The facts that the device claims.
    """
    return f"{claims.name}, {claims.platform}, {claims.driver}, self-test {sources_hash(*SELF_TEST)}, {claims.build}"


def stored_result(key: str) -> SelfTestResult | None:
    """The stored result of a device; None where it was never tested, or has to be tested again.

    Args:
        key: Its ``selftest_key``.
    """
    result = _RESULTS.read().get(key)
    sound = result is None or not result.failures or (result.confirmed and not result.is_transient)
    return result if sound else None


def store_result(key: str, result: SelfTestResult) -> None:
    """Store a result in place of an earlier one, unless it proves nothing about the device.

    Raises:
        DatabaseError: the file cannot be written.
    """
    if not result.is_transient:
        _RESULTS.put(key, replaced(result, confirmed=True))


HintOutcome = Literal["ok", "fail", "unknown"]
"""``ok``: the kernel computes right numbers with the hint. ``fail``: only without it. ``unknown``: neither way, or the device
has no such type."""

_HINTS = JsonTable("hints.json", msgspec.json.Decoder(dict[str, dict[str, HintOutcome]]))


def stored_hints(name: str, platform: str, driver: str) -> Mapping[str, HintOutcome]:
    """Outcomes of the hint on a device, by the type of the hint; none where it was never probed.

    Args:
        name: The device's name.
        platform: The platform's name.
        driver: The driver's version; another one may fail where this one does not.
    """
    return _HINTS.read().get(_hint_key(name, platform, driver), {})


def store_hints(name: str, platform: str, driver: str, outcomes: Mapping[str, HintOutcome]) -> None:
    """Store the outcomes on a device in place of earlier ones.

    Raises:
        DatabaseError: the file cannot be written.
    """
    _HINTS.put(_hint_key(name, platform, driver), dict(outcomes))


def _hint_key(name: str, platform: str, driver: str) -> str:
    return f"{name}, {platform}, {driver}"
