"""Tuning on all devices of a cluster of Dask: equal devices share the problems, and the client collects the records."""

from __future__ import annotations

import math
import time
import uuid
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from distributed import Event

from autoblas.dask.worker import SearchResult, WorkerDevice, describe_device, search
from autoblas.errors import TuningError
from autoblas.tune.sweep import LEAST_SECONDS, LEAST_TRIALS, MOST_SECONDS
from autoblas.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from autoblas.database import Record
    from autoblas.devices.device import Facts
    from autoblas.problems import Problem
    from autoblas.tune.sweep import Wanted
    from autoblas.tune.tune import Budget

__all__ = ["ATTEMPTS", "ClusterTuning", "Job", "Listener"]

ATTEMPTS = 3
"""Searches of a problem that may be lost, or fail with their device, before the problem counts as failed."""

PATIENCE = 30.0
"""Seconds to wait for a worker where problems remain for a kind of device that no worker has any more."""

DESCRIPTION_SECONDS = 60.0
"""Seconds to wait for the description of a worker's device, which runs the device's self-test first."""

POLL = 0.1
"""Seconds between two checks of the futures."""


@dataclass
class Job:
    """A problem to be searched on one device of a kind.

    Attributes:
        problem: The problem.
        kind: The kind of device.
        weight: Its share of the time, relative to other problems.
        attempts: Searches that were begun.
    """

    problem: Problem
    kind: str
    weight: float = 1.0
    attempts: int = 0

    def __str__(self) -> str:
        return str(self.problem)


class Listener:
    """Receiver of the events of a run; this base class ignores them."""

    def refused(self, address: str, device: WorkerDevice) -> None:
        """A worker's device cannot serve and gets no problems."""

    def joined(self, device: WorkerDevice, jobs: int) -> None:
        """A device takes part; so many problems remain for its kind, all of them if it is the first."""

    def begun(self, job: Job, device: WorkerDevice, seconds: float) -> None:
        """A search begins."""

    def ended(self, job: Job, device: WorkerDevice, result: SearchResult) -> None:
        """A search ended."""

    def lost(self, job: Job, device: WorkerDevice) -> None:
        """A worker is gone; its problem is assigned again, unless that was the last of ``ATTEMPTS``."""


@dataclass
class ClusterTuning:
    """One run over the workers of a cluster.

    All problems are searched on each kind of device; equal devices share them. The problem of a lost worker is assigned
    again. A device of the same machine gets it if it comes back in time, because its journal has the trials.

    Args:
        client: A client of ``dask.distributed``.
        wanted: Function of a device's properties that returns its problems and their weights. Problems of greater weight
            come first and get more time.
        budget: The limits of each search. Its seconds are those of all searches together, from the first description of a
            device; None for no limit. Searches that run at that time end, and their records count.
        fixed: Parameters with fixed values.
        fresh: True to measure again what journals have.
        device: The device of each worker, as ``--device`` takes it; without it the worker's default.
        listener: Receiver of events.

    Attributes:
        records: The records of all searches, by their identity.
        failed: Problems that no device of a kind could be tuned for, with the reason.
        remaining: Problems for which there was no time, or no worker.
        scheduler_lost: True if the scheduler was lost, and did not come back in the time that the client allows.
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
    remaining: list[Job] = field(default_factory=list)
    scheduler_lost: bool = False
    _devices: dict[str, WorkerDevice] = field(default_factory=dict)
    _descriptions: dict[str, Any] = field(default_factory=dict)
    _jobs: dict[str, deque[Job]] = field(default_factory=dict)
    _running: dict[Any, tuple[str, WorkerDevice, Job]] = field(default_factory=dict)
    _interrupted: bool = False
    _begun: bool = False
    _ending: float = math.inf

    def run(self) -> None:
        """Search until all problems are searched, or the time is up. Ctrl-C ends the searches; their records count.

        A second Ctrl-C does not wait for them.

        Raises:
            TuningError: no worker has a device that can serve.
        """
        name = f"autoblas-tune-stop-{uuid.uuid4().hex}"
        stop = Event(name, client=self.client)
        last_active = time.monotonic()
        try:
            while not self._is_scheduler_lost():
                if self.client.status == "connecting":  # to a scheduler that may come back
                    time.sleep(POLL)
                    continue
                self._update_workers()
                self._collect()
                for address, device in self._idle():
                    self._begin(address, device, name)
                waiting = any(self._jobs.values())
                if self._running or self._descriptions or (waiting and self._idle()):
                    last_active = time.monotonic()
                elif not waiting or time.monotonic() > min(last_active + PATIENCE, self._ending):
                    break
                time.sleep(POLL)
        except KeyboardInterrupt:
            self._interrupted = True
            stop.set()
            with suppress(KeyboardInterrupt):  # a second one ends the wait
                self._finish()
        self.remaining += [job for _, _, job in self._running.values()]
        self.remaining += [job for jobs in self._jobs.values() for job in jobs]
        if not self._jobs and not self.scheduler_lost:
            raise TuningError("no worker of the cluster has a device that can serve")

    @property
    def interrupted(self) -> bool:
        """True if the user interrupted the run."""
        return self._interrupted

    def _is_scheduler_lost(self) -> bool:
        """True if the client no longer tries to reach the scheduler."""
        self.scheduler_lost = self.client.status in {"closing", "closed"}
        return self.scheduler_lost

    def _workers(self) -> list[str]:
        """The addresses of the connected workers; none while the scheduler is not reached."""
        return list(self.client.scheduler_info(n_workers=-1).get("workers", ()))

    def _update_workers(self) -> None:
        """Ask new workers for descriptions of their devices, and assign the problems of lost workers again."""
        connected = self._workers()
        for address in connected:
            if address not in self._devices and address not in self._descriptions:
                key = f"autoblas-look-{uuid.uuid4().hex}"
                future = self.client.submit(
                    describe_device, self.device, workers=[address], key=key, pure=False
                )
                self._descriptions[address] = (future, time.monotonic() + DESCRIPTION_SECONDS)
        for address in [*self._devices, *self._descriptions]:
            if address not in connected:
                self._devices.pop(address, None)
                self._descriptions.pop(address, None)
        for future, (address, device, job) in list(self._running.items()):
            if address not in connected:
                del self._running[future]
                future.cancel()
                self.listener.lost(job, device)
                self._again(job, "its workers were lost")
        for address, (future, until) in list(self._descriptions.items()):
            if future.status == "finished":
                self._add_device(address, future.result())
            elif future.status != "pending" or time.monotonic() > until:
                self._add_device(address, _undescribed(address, future))

    def _add_device(self, address: str, device: WorkerDevice) -> None:
        """Let a device take part, unless it cannot serve; the first of its kind brings the problems of that kind."""
        del self._descriptions[address]
        if not device.refusal and device.version != __version__:
            refusal = f"it has version {device.version} of autoblas, not {__version__}"
            device = device._replace(refusal=refusal)
        self._devices[address] = device
        if device.refusal or device.facts is None:
            self.listener.refused(address, device)
            return
        if not self._jobs:
            seconds = self.budget.seconds
            self._ending = math.inf if seconds is None else time.monotonic() + seconds
        if device.kind not in self._jobs:
            jobs = [Job(wanted.problem, device.kind, wanted.weight) for wanted in self.wanted(device.facts)]
            jobs.sort(key=lambda job: (-job.weight, -max(job.problem.flops(), job.problem.min_bytes())))
            self._jobs[device.kind] = deque(jobs)
        self.listener.joined(device, len(self._jobs[device.kind]))

    def _idle(self) -> list[tuple[str, WorkerDevice]]:
        """Workers that may search: one for each slot without a search."""
        busy = {device.slot for _, device, _ in self._running.values()}
        idle = []
        for address, device in self._devices.items():
            if not device.refusal and device.slot not in busy and self._jobs.get(device.kind):
                busy.add(device.slot)
                idle.append((address, device))
        return idle

    def _begin(self, address: str, device: WorkerDevice, stop: str) -> None:
        """Begin the search for the next problem of a device, for its share of the time."""
        jobs = self._jobs[device.kind]
        if not jobs:  # an equal device got the last one
            return
        seconds, remaining = self._share(device.kind), self._ending - time.monotonic()
        if remaining <= (LEAST_TRIALS if self._begun else 0):
            self.remaining += jobs
            jobs.clear()
            return
        job = jobs.popleft()
        job.attempts += 1
        key = f"tune {job}-{uuid.uuid4().hex}"  # the dashboard shows the part before the last hyphen
        self._begun = True
        budget = replace(self.budget, seconds=_limit(seconds), within=_limit(remaining))
        future = self.client.submit(
            search, job.problem.words(), self.device, budget, stop, fixed=dict(self.fixed),
            resume=not self.fresh or job.attempts > 1, workers=[address], key=key, pure=False,
        )  # fmt: skip
        self._running[future] = (address, device, job)
        self.listener.begun(job, device, seconds)

    def _share(self, kind: str) -> float:
        """Seconds for the next problem of a kind: its share of the remaining time, by its weight."""
        waiting = self._jobs[kind]
        slots = {
            device.slot for device in self._devices.values() if device.kind == kind and not device.refusal
        }
        weights = [job.weight for job in waiting]
        weights += [job.weight for _, device, job in self._running.values() if device.kind == kind]
        rounds = -(-len(weights) // max(len(slots), 1))
        remaining, mean = self._ending - time.monotonic(), sum(weights) / len(weights)
        even = remaining / rounds
        ratio = waiting[0].weight / mean if mean > 0 and math.isfinite(even) else 1.0
        share = max(even * ratio, min(even, LEAST_SECONDS))
        return min(share, remaining, MOST_SECONDS if self.budget.strategy == "model" else math.inf)

    def _collect(self) -> None:
        """Collect the results of searches that have ended."""
        for future, (_, device, job) in list(self._running.items()):
            if future.status == "pending":
                continue
            del self._running[future]
            if future.status != "finished":
                self.listener.lost(job, device)
                cause = future.exception() if future.status == "error" else future.status
                self._again(job, f"its search ended with {cause}")
                continue
            result: SearchResult = future.result()
            self.records.update((record.identity, record) for record in result.records)
            if result.error and result.final:
                self.failed.append((job, result.error))
            elif result.error:
                self._again(job, result.error)
            self.listener.ended(job, device, result)

    def _again(self, job: Job, reason: str) -> None:
        """Queue a problem again, or count it as failed after too many attempts."""
        if job.attempts >= ATTEMPTS:
            self.failed.append((job, reason))
        else:
            self._jobs[job.kind].appendleft(job)

    def _finish(self) -> None:
        """Wait for the searches that were told to stop, as long as their workers are connected."""
        while self._running and not self._is_scheduler_lost():
            connected = self._workers()
            for future, (address, _, job) in list(self._running.items()):
                if address not in connected:
                    del self._running[future]
                    self._jobs[job.kind].appendleft(job)
            self._collect()
            time.sleep(POLL)


def _limit(seconds: float) -> float | None:
    """Seconds of a budget, which has None for no limit."""
    return seconds if math.isfinite(seconds) else None


def _undescribed(address: str, future: Any) -> WorkerDevice:
    """The device of a worker that did not describe it."""
    reason = str(future.exception()) if future.status == "error" else f"it does not answer ({future.status})"
    future.cancel()
    return WorkerDevice("", address, address, None, __version__, reason)
