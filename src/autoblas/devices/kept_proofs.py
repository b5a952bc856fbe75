"""Keeps how devices proved themselves: a file of JSON, by device, driver and hash of the self-test; see ``devices.selftest``."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace as replaced

from autoblas.isolate.apart import of_the_moment
from autoblas.store.sources import sources_hash
from autoblas.store.table import JsonTable

if TYPE_CHECKING:
    from pathlib import Path

    from autoblas.devices.device import Facts

__all__ = [
    "DOUBLES",
    "FUNCTIONS",
    "Verdict",
    "keep_proof",
    "kept_proof",
    "proof_key",
    "proofs_path",
    "without_failures",
]

ABILITIES = ("double", "half", "images", "sub-groups")
"""What kernels can do without, beside long vectors."""

FUNCTIONS = ("prefetch", "all", "isfinite", "isnormal", "sqrt", "exp", "erf")
"""Built-in functions that only some kernels use, or as a hint alone; the likeliest to be lacking first."""

DOUBLES = " of doubles"
"""What follows the name of a function in that of its case for the longer type."""


class Verdict(msgspec.Struct, frozen=True):
    """What became of a device's proof.

    Attributes:
        failures: How each case that failed did, as the end of a sentence about the device, by the case's name.
        gflops: About how many operations on float32 it does, in 1e9 a second; 0 where that was not measured.
        launch_seconds: Of a launch that is waited for; 0 where that was not measured.
        date: When, in ISO 8601.
        host_gflops: How many operations on float32 one core does in small products of the host's own BLAS, in 1e9 a
            second; 0 where that was not measured.
        seen_twice: Each failure is of wrong numbers, or came again when it was tried again. Earlier versions kept what
            they saw once.
    """

    failures: dict[str, str] = {}
    gflops: float = 0.0
    launch_seconds: float = 0.0
    date: str = ""
    host_gflops: float = 0.0
    seen_twice: bool = False

    @property
    def of_the_moment(self) -> bool:
        """It says nothing of the device: its trial was killed, could not begin, or lacked memory, room or time."""
        return any(map(of_the_moment, self.failures.values()))

    @property
    def refusal(self) -> str | None:
        """Why the device must not serve, as the end of a sentence about it; None where it may, perhaps without some types."""
        return next((how for case, how in self.failures.items() if not _dispensable(case)), None)

    @property
    def failing_vectors(self) -> tuple[str, ...]:
        """Types of vectors, by their names in C, that kernels have to do without; integers by the unsigned name."""
        names = (case.replace("half storage ", "half") for case in self.failures if _is_vector(case))
        return tuple(sorted(set(names)))

    @property
    def failing_functions(self) -> tuple[str, ...]:
        """Built-in functions that kernels have to do without."""
        return tuple(sorted({_function(case) for case in self.failures} & set(FUNCTIONS)))


def _function(case: str) -> str:
    return case.removesuffix(DOUBLES)


def _is_vector(case: str) -> bool:
    return case[-1:].isdecimal()


def _dispensable(case: str) -> bool:
    return case in ABILITIES or _is_vector(case) or _function(case) in FUNCTIONS


def without_failures(facts: Facts, verdict: Verdict | None) -> Facts:
    """The facts of a device less what it failed at."""
    if verdict is None or not verdict.failures:
        return facts
    failed = verdict.failures.keys()
    images = facts.images and "images" not in failed
    return replace(
        facts,
        fp64=facts.fp64 and "double" not in failed,
        fp16=facts.fp16 and "half" not in failed,
        images=images,
        max_image=facts.max_image if images else (0, 0),
        sub_groups=facts.sub_groups and "sub-groups" not in failed,
        failing_vectors=verdict.failing_vectors,
        failing_functions=verdict.failing_functions,
    )


SELF_TEST = ("devices", "emit", "isolate")
"""What decides a verdict: the cases with their texts, the processes that run them, and the back-ends that launch them."""

_FILE = JsonTable("proofs.json", msgspec.json.Decoder(dict[str, Verdict]))


def proofs_path() -> Path:
    """The file."""
    return _FILE.path


def proof_key(claims: Facts) -> str:
    """What a verdict holds for; with another driver, compiler, processor or self-test it has to be found anew.

    Args:
        claims: What the device claims.
    """
    return f"{claims.name}, {claims.platform}, {claims.driver}, self-test {sources_hash(*SELF_TEST)}, {claims.build}"


def kept_proof(key: str) -> Verdict | None:
    """The verdict on a device; None where it was never proved, or has to be proved again.

    Args:
        key: Its ``proof_key``.
    """
    verdict = _FILE.read().get(key)
    sound = verdict is None or not verdict.failures or (verdict.seen_twice and not verdict.of_the_moment)
    return verdict if sound else None


def keep_proof(key: str, verdict: Verdict) -> None:
    """Keep a verdict in place of an earlier one, unless it is one of the moment.

    Raises:
        DatabaseError: the file cannot be written.
    """
    if not verdict.of_the_moment:
        _FILE.keep(key, replaced(verdict, seen_twice=True))
