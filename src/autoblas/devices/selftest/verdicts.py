"""The verdict on a device: found once by a self-test in a process of its own, and kept."""

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
from autoblas.devices.kept_proofs import Verdict, keep_proof, kept_proof, proof_key, proofs_path
from autoblas.devices.named import called, is_card
from autoblas.devices.opencl.pocl.processor import foreign_name
from autoblas.devices.selftest.cases import FUNCTION_KINDS, cases_of
from autoblas.errors import AllocationError, DatabaseError, DeviceError, UnavailableError
from autoblas.isolate.apart import UNTRIED, of_the_moment, run, run_twice
from autoblas.store.lock import FileLock

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from autoblas.devices.device import Facts
    from autoblas.devices.selftest.cases import Case
    from autoblas.isolate.apart import Ending

__all__ = ["AS", "CHILD", "NOTHING", "SPEED", "known_verdict", "prove", "proved_here", "verdict_on"]

NOTHING = "nothing"
"""The argument that makes a child list the devices and try no case."""

AS = "@"
"""What parts the name of a device from that of the processor that PoCL is to compile for."""

SPEED = "speed"
"""The argument that makes a child measure the speed too."""

SILENT = f"{UNTRIED} its process said nothing"

CHILD = ("autoblas.devices.selftest.child:try_device",)
"""What the process calls, with its first arguments."""

PATIENCE, CASE_PATIENCE, LIMIT = 45.0, 15.0, 90.0
"""Seconds for all cases together, for a few of them, and after which no further process is started."""

LONGEST_PAUSE = 60.0
"""Seconds after which a verdict of the moment is tried again at the latest; the first time after as long as it took, so that
a program spends no more time in trials than between them."""

_log = logging.getLogger(__name__)
_guard = threading.Lock()
_known: dict[str, Verdict] = {}
_again: dict[str, float] = {}
"""When verdicts of the moment are tried again, by ``time.monotonic``."""


def verdict_on(device: Any, *, again: bool = False) -> Verdict:
    """What became of a device's proof; it is tried now where that is not known.

    Args:
        device: The device, as its back-end lists it.
        again: Try it now, whatever is known.
    """
    claims = claims_of(device)
    key = proof_key(claims)
    with _guard:
        if again or key not in _known or (_known[key].of_the_moment and time.monotonic() >= _again[key]):
            began = time.monotonic()
            _known[key] = (None if again else kept_proof(key)) or _proved_alone(device, claims, again=again)
            ended = time.monotonic()
            _again[key] = ended + min(ended - began, LONGEST_PAUSE)
        return _known[key]


def known_verdict(facts: Facts) -> Verdict | None:
    """The verdict on a device where this process has asked for it before, as it has of one that serves; else None."""
    start = f"{facts.name}, {facts.platform}, {facts.driver}, "
    with _guard:
        return next((verdict for key, verdict in _known.items() if key.startswith(start)), None)


def _proved_alone(device: Any, claims: Facts, *, again: bool) -> Verdict:
    """The verdict, found by one process of this machine while others wait for it."""
    key = proof_key(claims)
    with _waiting():
        kept = None if again else kept_proof(key)  # another process may have been quicker
        if kept is not None:
            return kept
        _log.info("%s (%s) is tested before its first use", claims.name, claims.platform)
        try:
            verdict = prove(f"{called(device)}{_told(device)}", claims)
        except UnavailableError as error:
            _log.info("%s is tested in this process, because no other can use it: %s", claims.name, error)
            verdict = proved_here(device, claims)
        for case, how in {} if verdict.of_the_moment else verdict.failures.items():
            _log.warning("%s (%s) failed its self-test: %s: it %s", claims.name, claims.platform, case, how)
        try:
            keep_proof(key, verdict)
        except DatabaseError as error:
            _not_kept(str(error))
        return verdict


def _told(device: Any) -> str:
    """What another process has to be told of a device besides its name; see ``child``."""
    name = None if is_card(device) else foreign_name(device)
    return "" if name is None else f"{AS}{name}"


@functools.cache
def _not_kept(error: str) -> None:
    """Say once that verdicts cannot be kept."""
    _log.warning("verdicts cannot be kept, so each process tests its devices again: %s", error)


@contextmanager
def _waiting() -> Iterator[None]:
    """Hold the lock of all trials, unless it cannot be had: then the same is found twice, which does no harm."""
    with ExitStack() as held:
        try:
            held.enter_context(FileLock(proofs_path().with_name("trials.lock")).exclusive())
        except DatabaseError as error:
            _log.debug("no lock: %s", error)
        yield


def prove(name: str, claims: Facts, child: Sequence[str] = CHILD) -> Verdict:
    """Try everything that a device claims to do; where something fails, find out what, and see it fail twice.

    Args:
        name: What the device is called, see ``devices.named``.
        claims: The facts that it claims.
        child: What the process calls in place of ``CHILD``, for tests.

    Raises:
        UnavailableError: only the processes that use the device already can, which says nothing of it.
    """
    everything = [*child, name]
    ending = run(*everything, seconds=PATIENCE, announced=True)
    if of_the_moment(ending.failure):
        ending = run(*everything, seconds=PATIENCE, announced=True)
    found = _found(ending, claims)
    failures: dict[str, str] = {}
    if "unlisted" in found:
        return Verdict(
            {"everything": f"{UNTRIED} another process does not see it: {found['unlisted']}"}, date=_now()
        )
    if "wrong" not in found:  # it is not known whether any case is to blame
        alone = run_twice(*child, name, NOTHING, seconds=CASE_PATIENCE, announced=True).failure
        if alone is not None:
            return Verdict({"everything": alone}, 0.0, 0.0, _now())
    if ending.failure is not None or found.get("wrong") or "wrong" not in found:
        cases = cases_of(claims)
        failures, speed = _examined(name, cases, child)
        found = speed | found
        if not failures:  # each on its own is right: together, too, or the measurement failed?
            ending = run(*everything, seconds=PATIENCE, announced=True)
            found |= _found(ending, claims)
            wrong = f"computed wrong numbers: {found['wrong']}" if found.get("wrong") else None
            how = wrong or ending.failure or (None if "wrong" in found else SILENT)
            failures = {} if how is None else {"everything": how}
        passing = [how for how in failures.values() if of_the_moment(how)]
        if passing:
            return Verdict({"everything": passing[0]}, date=_now())
        if "gflops" not in found:
            sound = [case.name for case in cases if case.name not in failures]
            found |= _found(run(*child, name, *sound, SPEED, seconds=PATIENCE, announced=True), claims)
    gflops, seconds, host = (found.get(name, 0.0) for name in ("gflops", "launch_seconds", "host_gflops"))
    return Verdict(failures, gflops, seconds, _now(), host)


def proved_here(device: Any, claims: Facts) -> Verdict:
    """Try everything in this process, which has the device already where others get none of it.

    What fails excludes the device: it has been used before, with all that it claims.

    Raises:
        AllocationError: there is no memory for it.
        UnavailableError: this process has not got the device either.
    """
    from autoblas.devices.selftest.trial import Trial  # noqa: PLC0415  # else children alone need it

    refusals: tuple[type[Exception], ...] = (DeviceError, *device_on(device).errors)
    refusal: Exception | None = None
    for _ in range(2):
        try:
            trial = Trial(device, claims, cases_of(claims), timed=True)
            wrong = trial.wrong()
            gflops, seconds = trial.speed()
        except (AllocationError, UnavailableError):
            raise
        except refusals as error:
            refusal = error
        else:
            failures = {"everything": f"computed wrong numbers: {wrong}"} if wrong else {}
            return Verdict(failures, gflops, seconds, _now())
    return Verdict({"everything": f"refused it: {' '.join(str(refusal).split())}"}, date=_now())


def _found(ending: Ending, claims: Facts) -> dict[str, Any]:
    """What a child found.

    Raises:
        UnavailableError: only the processes that use the device already can, which says nothing of it.
    """
    found = dict(ending.found)
    if "unavailable" in found:
        raise UnavailableError(found["unavailable"])
    if found.get("device", proof_key(claims)) != proof_key(claims):
        return {"unlisted": f"it has {found['device']} in its place"}
    return found


def _now() -> str:
    return dt.datetime.now(dt.UTC).isoformat(timespec="seconds")


def _examined(
    name: str, cases: Sequence[Case], child: Sequence[str]
) -> tuple[dict[str, str], dict[str, float]]:
    """How each case that fails does, and how fast the device is, where the others went well together.

    What fails together is tried in smaller groups, vectors of one length together, and alone at last. Functions that only some
    kernels use come last; where they fail, one after the other is taken from the group.
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
            untried = [each for each in names if each != SPEED]
            failures |= dict.fromkeys(untried, "was not tried, because others took too long")
            continue
        once_or_twice = run_twice if len(names) == 1 else run
        ending = once_or_twice(*child, name, *names, seconds=CASE_PATIENCE, announced=True)
        said = dict(ending.found)
        wrong = said.pop("wrong", None)
        if wrong is not None and ending.failure is None:
            failures |= {name: f"computed wrong numbers with {what}" for name, what in wrong.items()}
            if SPEED in names and not wrong:
                speed = said
        elif len(names) == 1:
            failures[names[0]] = ending.failure or SILENT
            if of_the_moment(failures[names[0]]):
                break  # no other case is any more to blame
        elif SPEED in names:
            waiting[:0] = _by_length(needed)
        elif names[0] in optional:
            waiting[:0] = [names[:1], names[1:]]
        else:
            waiting[:0] = [[name] for name in names]
    return failures, speed


def _by_length(cases: Iterable[Case]) -> list[list[str]]:
    """Cases in groups: what kernels cannot do without comes first, so that long vectors which hang leave time for it."""
    together: defaultdict[int | str, list[str]] = defaultdict(list)
    for case in cases:
        together[case.length if case.is_vector else case.kind].append(case.name)
    return [
        together[each] for each in sorted(together, key=lambda each: each if isinstance(each, int) else 1)
    ]
