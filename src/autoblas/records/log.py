"""The file in which a program's calls are written down: lines that add up, so that it is complete whenever a process ends.

A line is one JSON object: what kind of call was made so often, in so much time, since the last line that named it::

    {"calls": 120, "seconds": 0.0461, "first": 1, "first_seconds": 0.041, "host": 0, "routine": "gemm",
     "problems": {"sgemm NT 512x512x512": 1}, "device": "NVIDIA H200"}

``problems`` are the launches of one call as people write them, with how often each is made; ``host`` says how many of the
calls the host's own BLAS computed; ``first`` calls of a kind in a thread found and compiled kernels, which takes longer
than they do. See ``store.lines`` for how several processes write one file.
"""

from __future__ import annotations

import json
import math
import statistics
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from autoblas.errors import ArgumentError, DatabaseError
from autoblas.problems.blas.notation import read
from autoblas.store.lines import JsonLines

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping, Sequence

    from autoblas.problems import Problem

__all__ = ["CallKind", "CallLog", "Share", "entry_of", "read_log"]


@dataclass
class CallKind:
    """Calls that consist of the same problems.

    Attributes:
        routine: The routine.
        problems: The launches of one call as people write them, with how often each is made.
        calls: Number of calls.
        seconds: Their total time.
        host: Calls that the host's BLAS computed.
        first: Calls that were the first of their kind in a thread.
        first_seconds: Total time of those.
        device: The device that the others ran on, or would have.
    """

    routine: str
    problems: Mapping[str, int]
    calls: int = 0
    seconds: float = 0.0
    host: int = 0
    first: int = 0
    first_seconds: float = 0.0
    device: str = ""

    @property
    def steady(self) -> float:
        """Seconds that all calls would have taken had none been the first; NaN where nothing else was."""
        later = self.calls - self.first
        return (self.seconds - self.first_seconds) / later * self.calls if later > 0 else math.nan


@dataclass
class Share:
    """A problem and its part of the time of a program's calls.

    Attributes:
        problem: The problem.
        calls: Number of computations.
        seconds: Its part of the calls' time: of a call of several problems, by their operations and bytes.
        host: Computations by the host's BLAS.
    """

    problem: Problem
    calls: int = 0
    seconds: float = 0.0
    host: int = 0


@dataclass
class CallLog:
    """Sums over a log of calls.

    Attributes:
        kinds: The calls.
        damaged: Lines that could not be read: a process was killed in one, or somebody changed it.
        unread: Calls of problems that this version does not know.
    """

    kinds: list[CallKind] = field(default_factory=list)
    damaged: int = 0
    unread: int = 0

    @property
    def calls(self) -> int:
        """Number of calls."""
        return sum(kind.calls for kind in self.kinds)

    def shares(self) -> list[Share]:
        """Every problem once, the one that took the most time first; what cannot be read is counted in ``unread``.

        First calls count as much as later ones of their kind. Kinds without later ones count as much as their operations
        and bytes do in the others.
        """
        readable: list[tuple[CallKind, list[tuple[Problem, int, float]]]] = []
        self.unread = 0
        for kind in self.kinds:
            try:
                problems = [(read(text), times) for text, times in kind.problems.items()]
            except ArgumentError:
                self.unread += kind.calls
            else:
                efforts = [(problem, times, _effort(problem) * times) for problem, times in problems]
                readable.append((kind, efforts))
        rates = [kind.steady / kind.calls / _total(parts) for kind, parts in readable if kind.steady > 0]
        rate = statistics.median(rates) if rates else math.nan
        shares: dict[Problem, Share] = {}
        for kind, parts in readable:
            seconds = kind.steady
            if math.isnan(seconds):
                seconds = min(kind.seconds, rate * _total(parts) * kind.calls) if rates else kind.seconds
            for problem, times, effort in parts:
                share = shares.setdefault(problem, Share(problem))
                share.calls += kind.calls * times
                share.host += kind.host * times
                share.seconds += seconds * effort / _total(parts)
        return sorted(shares.values(), key=lambda share: -share.seconds)


def _total(parts: Sequence[tuple[Problem, int, float]]) -> float:
    """Effort of all launches of a call."""
    return sum(effort for _, _, effort in parts)


LONGEST = 1e12
"""Seconds that calls of a line take at most."""

OPERATIONS_PER_BYTE = 10
"""Operations that devices do while they move a byte, of float32 and about: to divide the time of a call among its
launches."""


def _effort(problem: Problem) -> float:
    """Effort of a launch, to divide a call's time: its operations, or its bytes where those take longer."""
    return max(problem.flops() / OPERATIONS_PER_BYTE, problem.min_bytes(), 1)


def entry_of(kind: CallKind) -> dict[str, Any]:
    """Calls as an entry of a log."""
    return {"calls": kind.calls, "seconds": round(kind.seconds, 9), "first": kind.first,
             "first_seconds": round(kind.first_seconds, 9), "host": kind.host, "routine": kind.routine,
             "problems": dict(kind.problems), "device": kind.device}  # fmt: skip


def read_log(path: str | os.PathLike[str]) -> CallLog:
    """Sums over a file of calls.

    Raises:
        DatabaseError: it cannot be read, or is no log of calls.
    """
    entries, damaged = JsonLines(path).read()
    log, by_problems = CallLog(damaged=damaged), dict[tuple[str, str], CallKind]()
    for entry in entries:
        try:
            line = _kind(entry)
        except (ValueError, KeyError, TypeError, AttributeError, OverflowError):
            log.damaged += 1
            continue
        key = json.dumps([line.routine, line.device, line.problems], sort_keys=True), line.routine
        kind = by_problems.setdefault(key, CallKind(line.routine, line.problems, device=line.device))
        kind.calls += line.calls
        kind.seconds += line.seconds
        kind.host += line.host
        kind.first += line.first
        kind.first_seconds += line.first_seconds
    log.kinds = sorted(by_problems.values(), key=lambda kind: -kind.seconds)
    if not log.kinds and log.damaged:
        raise DatabaseError(path, "it is no log of calls, as AUTOBLAS_RECORD=FILE writes")
    return log


def _kind(entry: Any) -> CallKind:
    """Calls of a line.

    Raises:
        ValueError, KeyError, TypeError, AttributeError: it is none.
    """
    problems = {str(text): int(times) for text, times in entry["problems"].items()}
    kind = CallKind(
        str(entry["routine"]), problems, int(entry["calls"]), float(entry["seconds"]), int(entry["host"]),
        int(entry["first"]), float(entry["first_seconds"]), str(entry["device"]),
    )  # fmt: skip
    counts = kind.calls - max(kind.host, kind.first), kind.host, kind.first, kind.calls - 1
    times = kind.first_seconds, kind.seconds - kind.first_seconds, LONGEST - kind.seconds
    if not problems or min(problems.values()) < 1 or min(counts) < 0 or not min(times) >= 0:
        raise ValueError("no such calls")
    return kind
