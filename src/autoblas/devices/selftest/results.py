"""The result of a device's self-test: it runs once, in a process of its own, and the result is stored."""

from __future__ import annotations

import datetime as dt
import functools
import logging
import threading
import time
from collections import defaultdict
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

from autoblas.devices.backends import claims_of, device_on
from autoblas.devices.named import called, is_card
from autoblas.devices.opencl.pocl.processor import foreign_name
from autoblas.devices.selftest.cases import FUNCTION_KINDS, cases_of
from autoblas.devices.selftest_results import (
    SelfTestResult,
    results_path,
    selftest_key,
    store_result,
    stored_result,
)
from autoblas.errors import AllocationError, DatabaseError, DeviceError, UnavailableError
from autoblas.isolate.run import UNTRIED, is_transient, run, run_twice
from autoblas.store.lock import FileLock

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from autoblas.devices.device import Facts
    from autoblas.devices.selftest.cases import Case
    from autoblas.isolate.run import ExitReport

__all__ = [
    "AS",
    "CHILD",
    "NOTHING",
    "SPEED",
    "cached_result",
    "run_selftest",
    "selftest_in_process",
    "selftest_result",
]

NOTHING = "nothing"
"""Argument by which a child lists the devices and tests no case."""

AS = "@"
"""Separates the name of a device from that of the processor that PoCL is to compile for."""

SPEED = "speed"
"""Argument by which a child measures the speed, too."""

SILENT = f"{UNTRIED} its process said nothing"

CHILD = ("autoblas.devices.selftest.child:try_device",)
"""Entry of the process, with its first arguments."""

PATIENCE, CASE_PATIENCE, LIMIT = 45.0, 15.0, 90.0
"""Limits, in seconds, of all cases together and of a few; and seconds after which no further process starts."""

LONGEST_PAUSE = 60.0
"""Longest pause, in seconds, before a test that proved nothing is repeated. The pause is as long as the test took, so that a
program spends no more time in tests than between them."""

_log = logging.getLogger(__name__)
_guard = threading.Lock()
_results: dict[str, SelfTestResult] = {}
_retry_times: dict[str, float] = {}
"""Times, by ``time.monotonic``, at which tests that proved nothing are repeated."""


def selftest_result(device: Any, *, again: bool = False) -> SelfTestResult:
    """Result of a device's self-test, which runs now if there is none.

    Args:
        device: The device, as its back-end lists it.
        again: Test it now, even if there is a result.
    """
    claims = claims_of(device)
    key = selftest_key(claims)
    with _guard:
        if (
            again
            or key not in _results
            or (_results[key].is_transient and time.monotonic() >= _retry_times[key])
        ):
            began = time.monotonic()
            _results[key] = (None if again else stored_result(key)) or _tested_under_lock(
                device, claims, again=again
            )
            ended = time.monotonic()
            _retry_times[key] = ended + min(ended - began, LONGEST_PAUSE)
        return _results[key]


def cached_result(facts: Facts) -> SelfTestResult | None:
    """Result of a device that this process has asked for before, as of one that serves; else None."""
    start = f"{facts.name}, {facts.platform}, {facts.driver}, "
    with _guard:
        return next((result for key, result in _results.items() if key.startswith(start)), None)


def _tested_under_lock(device: Any, claims: Facts, *, again: bool) -> SelfTestResult:
    """Result of a test by one process of this machine, while others wait for it."""
    key = selftest_key(claims)
    with _selftest_lock():
        stored = None if again else stored_result(key)  # another process may have tested it meanwhile
        if stored is not None:
            return stored
        _log.info("%s (%s) is tested before its first use", claims.name, claims.platform)
        try:
            result = run_selftest(f"{called(device)}{_processor_suffix(device)}", claims)
        except UnavailableError as error:
            _log.info("%s is tested in this process, because no other can use it: %s", claims.name, error)
            result = selftest_in_process(device, claims)
        for case, failure in {} if result.is_transient else result.failures.items():
            _log.warning(
                "%s (%s) failed its self-test: %s: it %s", claims.name, claims.platform, case, failure
            )
        try:
            store_result(key, result)
        except DatabaseError as error:
            _warn_not_stored(str(error))
        return result


def _processor_suffix(device: Any) -> str:
    """Suffix of a device's name for another process: the processor that PoCL compiles for; see ``child``."""
    name = None if is_card(device) else foreign_name(device)
    return "" if name is None else f"{AS}{name}"


@functools.cache
def _warn_not_stored(error: str) -> None:
    """Warn once that results cannot be stored."""
    _log.warning("verdicts cannot be kept, so each process tests its devices again: %s", error)


@contextmanager
def _selftest_lock() -> Iterator[None]:
    """Hold the lock of all self-tests; without it devices are tested twice, which does no harm."""
    with ExitStack() as stack:
        try:
            stack.enter_context(FileLock(results_path().with_name("trials.lock")).exclusive())
        except DatabaseError as error:
            _log.debug("no lock: %s", error)
        yield


def run_selftest(name: str, claims: Facts, child: Sequence[str] = CHILD) -> SelfTestResult:
    """Test all abilities that a device claims; after a failure, find the failing cases, and confirm each by a second trial.

    Args:
        name: The device's name, see ``devices.named``.
        claims: The facts that it claims.
        child: Entry of the process in place of ``CHILD``, for tests.

    Raises:
        UnavailableError: only processes that already use the device can, which proves nothing about it.
    """
    entry = [*child, name]
    ending = run(*entry, seconds=PATIENCE, announced=True)
    if is_transient(ending.failure):
        ending = run(*entry, seconds=PATIENCE, announced=True)
    reported = _reported(ending, claims)
    failures: dict[str, str] = {}
    if "unlisted" in reported:
        return SelfTestResult(
            {"everything": f"{UNTRIED} another process does not see it: {reported['unlisted']}"}, date=_now()
        )
    if "wrong" not in reported:  # no case may be to blame
        listing_failure = run_twice(*child, name, NOTHING, seconds=CASE_PATIENCE, announced=True).failure
        if listing_failure is not None:
            return SelfTestResult({"everything": listing_failure}, 0.0, 0.0, _now())
    if ending.failure is not None or reported.get("wrong") or "wrong" not in reported:
        cases = cases_of(claims)
        failures, speed = _tested_in_groups(name, cases, child)
        reported = speed | reported
        if not failures:  # each alone is right: are they together, or did the measurement fail?
            ending = run(*entry, seconds=PATIENCE, announced=True)
            reported |= _reported(ending, claims)
            wrong = f"computed wrong numbers: {reported['wrong']}" if reported.get("wrong") else None
            failure = wrong or ending.failure or (None if "wrong" in reported else SILENT)
            failures = {} if failure is None else {"everything": failure}
        transient = [failure for failure in failures.values() if is_transient(failure)]
        if transient:
            return SelfTestResult({"everything": transient[0]}, date=_now())
        if "gflops" not in reported:
            sound = [case.name for case in cases if case.name not in failures]
            reported |= _reported(run(*child, name, *sound, SPEED, seconds=PATIENCE, announced=True), claims)
    gflops, seconds, host = (reported.get(name, 0.0) for name in ("gflops", "launch_seconds", "host_gflops"))
    return SelfTestResult(failures, gflops, seconds, _now(), host)


def selftest_in_process(device: Any, claims: Facts) -> SelfTestResult:
    """Test all abilities in this process, which has the device already, while others cannot have it.

    A failure excludes the device, without regard to cases: it has been used before, with all abilities that it claims.

    Raises:
        AllocationError: there is no memory for it.
        UnavailableError: this process has not got the device either.
    """
    from autoblas.devices.selftest.run import SelfTestRun  # noqa: PLC0415  # most often children alone need it

    refusals: tuple[type[Exception], ...] = (DeviceError, *device_on(device).errors)
    refusal: Exception | None = None
    for _ in range(2):
        try:
            test = SelfTestRun(device, claims, cases_of(claims), timed=True)
            wrong = test.wrong()
            gflops, seconds = test.speed()
        except (AllocationError, UnavailableError):
            raise
        except refusals as error:
            refusal = error
        else:
            failures = {"everything": f"computed wrong numbers: {wrong}"} if wrong else {}
            return SelfTestResult(failures, gflops, seconds, _now())
    return SelfTestResult({"everything": f"refused it: {' '.join(str(refusal).split())}"}, date=_now())


def _reported(ending: ExitReport, claims: Facts) -> dict[str, Any]:
    """Results that a child has reported.

    Raises:
        UnavailableError: only processes that already use the device can, which proves nothing about it.
    """
    reported = dict(ending.results)
    if "unavailable" in reported:
        raise UnavailableError(reported["unavailable"])
    if reported.get("device", selftest_key(claims)) != selftest_key(claims):
        return {"unlisted": f"it has {reported['device']} in its place"}
    return reported


def _now() -> str:
    return dt.datetime.now(dt.UTC).isoformat(timespec="seconds")


def _tested_in_groups(
    name: str, cases: Sequence[Case], child: Sequence[str]
) -> tuple[dict[str, str], dict[str, float]]:
    """Failure of each case that fails, and the speed of the device, if all necessary cases pass together.

    A group that fails is tested in smaller groups, vectors of one length together, and finally case by case. Functions that
    only some kernels use come last; if they fail, one after the other is taken from the group.
    """
    began = time.monotonic()
    optional = [case.name for case in cases if case.kind in FUNCTION_KINDS]
    needed = [case for case in cases if case.kind not in FUNCTION_KINDS]
    speed: dict[str, float] = {}
    failures: dict[str, str] = {}
    waiting = [[*(case.name for case in needed), SPEED], optional]
    while waiting:
        names = waiting.pop(0)
        if time.monotonic() - began > LIMIT:
            untested = [case for case in names if case != SPEED]
            failures |= dict.fromkeys(untested, "was not tried, because others took too long")
            continue
        call = run_twice if len(names) == 1 else run
        ending = call(*child, name, *names, seconds=CASE_PATIENCE, announced=True)
        reported = dict(ending.results)
        wrong = reported.pop("wrong", None)
        if wrong is not None and ending.failure is None:
            failures |= {
                case: f"computed wrong numbers with {operation}" for case, operation in wrong.items()
            }
            if SPEED in names and not wrong:
                speed = reported
        elif len(names) == 1:
            failures[names[0]] = ending.failure or SILENT
            if is_transient(failures[names[0]]):
                break  # no case is to blame
        elif SPEED in names:
            waiting[:0] = _by_length(needed)
        elif names[0] in optional:
            waiting[:0] = [names[:1], names[1:]]
        else:
            waiting[:0] = [[name] for name in names]
    return failures, speed


def _by_length(cases: Iterable[Case]) -> list[list[str]]:
    """Cases in groups, indispensable ones first, so that they have time even if long vectors hang."""
    groups: defaultdict[int | str, list[str]] = defaultdict(list)
    for case in cases:
        groups[case.length if case.is_vector else case.kind].append(case.name)
    return [groups[key] for key in sorted(groups, key=lambda key: key if isinstance(key, int) else 1)]
