"""Tunes on every device of a cluster of Dask at once: problems are dealt to equal devices, and records come back."""

from __future__ import annotations

import math
import time
import uuid
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from distributed import Event

from autoblas.dask.station import Station, look, search
from autoblas.errors import TuningError
from autoblas.tune.sweep import LEAST_SECONDS, LEAST_TRIALS, MOST_SECONDS
from autoblas.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from autoblas.dask.station import Found
    from autoblas.database import Record
    from autoblas.devices.device import Facts
    from autoblas.problems import Problem
    from autoblas.tune.sweep import Wanted
    from autoblas.tune.tune import Budget

__all__ = ["ATTEMPTS", "ClusterTuning", "Job", "Listener"]

ATTEMPTS = 3
"""Searches of a problem that were lost, or failed with their device, before it is given up."""

PATIENCE = 30.0
"""Seconds to wait for a worker where problems are left for devices of which none is there any more."""

LOOK_SECONDS = 60.0
"""A worker may take so long to say what its device is: it proves itself first."""

POLL = 0.1
"""Seconds between looks at what has ended."""


@dataclass
class Job:
    """A problem that is to be searched on one device of a kind.

    Attributes:
        problem: The problem.
        kind: The kind of devices.
        weight: What the problem counts beside the others.
        attempts: Searches that were begun.
    """

    problem: Problem
    kind: str
    weight: float = 1.0
    attempts: int = 0

    def __str__(self) -> str:
        return str(self.problem)


class Listener:
    """Hears what happens; this one ignores it."""

    def refused(self, address: str, station: Station) -> None:
        """A worker's device gets no problems, and why."""

    def joined(self, station: Station, jobs: int) -> None:
        """A device takes part; so many problems are to be searched on its kind, all new where it is the first."""

    def begun(self, job: Job, station: Station, seconds: float) -> None:
        """A search begins."""

    def ended(self, job: Job, station: Station, found: Found) -> None:
        """A search ended."""

    def lost(self, job: Job, station: Station) -> None:
        """A worker is gone; its problem is dealt again, unless that was the last of ``ATTEMPTS``."""


@dataclass
class ClusterTuning:
    """One run over the workers of a cluster.

    Each kind of device is tuned for every problem; equal devices share them. A problem whose worker is lost is dealt again,
    first to a device of the same machine if it comes back in time, whose journal knows what was measured.

    Args:
        client: A client of ``dask.distributed``.
        wanted: The problems of a device, and what each counts: those that count most come first, and get the more time.
        budget: How each is searched. Its seconds are those of all searches, from when the first device has said what it is;
            None for as long as they go on. Searches that go on then are ended, and keep what they have.
        fixed: Parameters held at a value.
        fresh: Measure what journals know again.
        device: Which device of each worker; without it its default.
        listener: Hears what happens.

    Attributes:
        records: What was found, by what identifies it.
        failed: Problems that no device of a kind could be tuned for, and why.
        left: Problems for which there was no time, or no worker.
        gone: The scheduler was lost, and did not come back in the time that the client allows.
    """

    client: Any
    wanted: Callable[[Facts], Sequence[Wanted]]
    budget: Budget
    fixed: Mapping[str, Any] = field(default_factory=dict)
    fresh: bool = False
    device: str | None = None
    listener: Listener = field(default_factory=Listener)
    records: dict[str, Record] = field(default_factory=dict)
    failed: list[tuple[Job, str]] = field(default_factory=list)
    left: list[Job] = field(default_factory=list)
    gone: bool = False
    _stations: dict[str, Station] = field(default_factory=dict)
    _looking: dict[str, Any] = field(default_factory=dict)
    _jobs: dict[str, deque[Job]] = field(default_factory=dict)
    _running: dict[Any, tuple[str, Station, Job]] = field(default_factory=dict)
    _interrupted: bool = False
    _begun: bool = False
    _ending: float = math.inf

    def run(self) -> None:
        """Search until nothing is left to search, or the time is up. Ctrl-C ends the searches and keeps what they have.

        A second one does not wait for them.

        Raises:
            TuningError: no worker has a device that can serve.
        """
        name = f"autoblas-tune-stop-{uuid.uuid4().hex}"
        stop = Event(name, client=self.client)
        missed = time.monotonic()
        try:
            while not self._cut_off():
                if self.client.status == "connecting":  # to a scheduler that may come back
                    time.sleep(POLL)
                    continue
                self._meet()
                self._collect()
                for address, station in self._idle():
                    self._begin(address, station, name)
                waiting = any(self._jobs.values())
                if self._running or self._looking or (waiting and self._idle()):
                    missed = time.monotonic()
                elif not waiting or time.monotonic() > min(missed + PATIENCE, self._ending):
                    break
                time.sleep(POLL)
        except KeyboardInterrupt:
            self._interrupted = True
            stop.set()
            with suppress(KeyboardInterrupt):  # a second one: nobody waits for them any longer
                self._finish()
        self.left += [job for _, _, job in self._running.values()]
        self.left += [job for jobs in self._jobs.values() for job in jobs]
        if not self._jobs and not self.gone:
            raise TuningError("no worker of the cluster has a device that can serve")

    @property
    def interrupted(self) -> bool:
        """The user broke it off."""
        return self._interrupted

    def _cut_off(self) -> bool:
        """Whether the client has given the scheduler up."""
        self.gone = self.client.status in {"closing", "closed"}
        return self.gone

    def _workers(self) -> list[str]:
        """The addresses of the workers that are there; none while the scheduler is not."""
        return list(self.client.scheduler_info(n_workers=-1).get("workers", ()))

    def _meet(self) -> None:
        """Ask new workers what their devices are, and deal the problems of those that are lost again."""
        there = self._workers()
        for address in there:
            if address not in self._stations and address not in self._looking:
                key = f"autoblas-look-{uuid.uuid4().hex}"
                future = self.client.submit(look, self.device, workers=[address], key=key, pure=False)
                self._looking[address] = (future, time.monotonic() + LOOK_SECONDS)
        for address in [*self._stations, *self._looking]:
            if address not in there:
                self._stations.pop(address, None)
                self._looking.pop(address, None)
        for future, (address, station, job) in list(self._running.items()):
            if address not in there:
                del self._running[future]
                future.cancel()
                self.listener.lost(job, station)
                self._again(job, "its workers were lost")
        for address, (future, until) in list(self._looking.items()):
            if future.status == "finished":
                self._take(address, future.result())
            elif future.status != "pending" or time.monotonic() > until:
                self._take(address, _silent(address, future))

    def _take(self, address: str, station: Station) -> None:
        del self._looking[address]
        if not station.refusal and station.version != __version__:
            station = station._replace(
                refusal=f"it has version {station.version} of autoblas, not {__version__}"
            )
        self._stations[address] = station
        if station.refusal or station.facts is None:
            self.listener.refused(address, station)
            return
        if not self._jobs:
            seconds = self.budget.seconds
            self._ending = math.inf if seconds is None else time.monotonic() + seconds
        if station.kind not in self._jobs:
            found = [Job(each.problem, station.kind, each.weight) for each in self.wanted(station.facts)]
            found.sort(key=lambda job: (-job.weight, -max(job.problem.flops(), job.problem.min_bytes())))
            self._jobs[station.kind] = deque(found)
        self.listener.joined(station, len(self._jobs[station.kind]))

    def _idle(self) -> list[tuple[str, Station]]:
        """Workers that may search: one for each seat that no search uses."""
        used = {station.seat for _, station, _ in self._running.values()}
        found = []
        for address, station in self._stations.items():
            if not station.refusal and station.seat not in used and self._jobs.get(station.kind):
                used.add(station.seat)
                found.append((address, station))
        return found

    def _begin(self, address: str, station: Station, stop: str) -> None:
        """Give a device its next problem, for its share of the time."""
        jobs = self._jobs[station.kind]
        if not jobs:  # an equal device got the last one
            return
        seconds, left = self._share(station.kind), self._ending - time.monotonic()
        if left <= (LEAST_TRIALS if self._begun else 0):
            self.left += jobs
            jobs.clear()
            return
        job = jobs.popleft()
        job.attempts += 1
        key = f"tune {job}-{uuid.uuid4().hex}"  # what the dashboard shows before the last hyphen
        self._begun = True
        budget = replace(self.budget, seconds=_limit(seconds), within=_limit(left))
        future = self.client.submit(
            search, job.problem.words(), self.device, budget, stop, fixed=dict(self.fixed),
            resume=not self.fresh or job.attempts > 1, workers=[address], key=key, pure=False,
        )  # fmt: skip
        self._running[future] = (address, station, job)
        self.listener.begun(job, station, seconds)

    def _share(self, kind: str) -> float:
        """Seconds for the next problem of a kind: of those that are left, by what it counts beside the others."""
        waiting = self._jobs[kind]
        seats = {each.seat for each in self._stations.values() if each.kind == kind and not each.refusal}
        weights = [job.weight for job in waiting]
        weights += [job.weight for _, each, job in self._running.values() if each.kind == kind]
        rounds = -(-len(weights) // max(len(seats), 1))
        left, mean = self._ending - time.monotonic(), sum(weights) / len(weights)
        even = left / rounds
        more = waiting[0].weight / mean if mean > 0 and math.isfinite(even) else 1.0
        share = max(even * more, min(even, LEAST_SECONDS))
        return min(share, left, MOST_SECONDS if self.budget.strategy == "model" else math.inf)

    def _collect(self) -> None:
        """Take what has ended."""
        for future, (_, station, job) in list(self._running.items()):
            if future.status == "pending":
                continue
            del self._running[future]
            if future.status != "finished":
                self.listener.lost(job, station)
                self._again(
                    job,
                    f"its search ended with {future.exception() if future.status == 'error' else future.status}",
                )
                continue
            found: Found = future.result()
            self.records.update((record.identity, record) for record in found.records)
            if found.error and found.final:
                self.failed.append((job, found.error))
            elif found.error:
                self._again(job, found.error)
            self.listener.ended(job, station, found)

    def _again(self, job: Job, why: str) -> None:
        """Deal a problem again, or give it up."""
        if job.attempts >= ATTEMPTS:
            self.failed.append((job, why))
        else:
            self._jobs[job.kind].appendleft(job)

    def _finish(self) -> None:
        """Wait for the searches that were told to stop, as long as their workers are there."""
        while self._running and not self._cut_off():
            there = self._workers()
            for future, (address, _, job) in list(self._running.items()):
                if address not in there:
                    del self._running[future]
                    self._jobs[job.kind].appendleft(job)
            self._collect()
            time.sleep(POLL)


def _limit(seconds: float) -> float | None:
    """Seconds as a budget has them."""
    return seconds if math.isfinite(seconds) else None


def _silent(address: str, future: Any) -> Station:
    """A worker that does not say what its device is."""
    why = str(future.exception()) if future.status == "error" else f"it does not answer ({future.status})"
    future.cancel()
    return Station("", address, address, None, __version__, why)
