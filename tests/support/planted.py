"""Planted evaluators: points whose crashes and hangs are known, for the tests of the tuner."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Sequence
from pathlib import Path

from autoblas.errors import BuildError, LaunchError
from autoblas.tuning import IllegalPointError
from autoblas.tuning.outcome import Point


def line(count: int) -> list[Point]:
    """Points that differ in one number, for the evaluators below."""
    return [{"n": n} for n in range(count)]


def planted(faults: dict[str, str], log: str = "", twins: Sequence[int] = ()) -> _Planted:
    """A factory for the child process.

    Args:
        faults: What goes wrong, by the point's number (see ``_Candidate``); variables of the environment are filled
            in.
        log: A file that gets one line for everything a candidate does.
        twins: Points that all have the same source.
    """
    return _Planted(faults, log, twins)


def broken_factory() -> None:
    """A factory that fails."""
    raise LookupError("no such device: 'warp drive'")


def dying_factory() -> None:
    """A factory that takes its process with it."""
    os.write(2, b"the driver was never installed\n")
    os._exit(3)


def sleeping_factory() -> None:
    """A factory that never comes back."""
    time.sleep(600)


class _Planted:
    def __init__(self, faults: dict[str, str], log: str, twins: Sequence[int]) -> None:
        self.faults = {n: os.path.expandvars(fault) for n, fault in faults.items()}
        self.log, self.twins = log, twins

    def prepare(self, point: Point) -> _Candidate:
        fault = self.faults.get(str(point["n"]), "")
        if fault == "illegal":
            raise IllegalPointError("n is not to be this number")
        return _Candidate(self, int(point["n"]), fault)


class _Candidate:
    """Fails in the way that ``fault`` says, ``stage:what``; otherwise launch i of point n takes n + 1 milliseconds."""

    def __init__(self, owner: _Planted, n: int, fault: str) -> None:
        self.owner, self.n = owner, n
        self.stage, _, self.fault = fault.partition(":")
        self.source = "twin" if n in owner.twins else f"source-{n}"

    def _enter(self, stage: str) -> None:
        if self.owner.log:
            with Path(self.owner.log).open("a") as file:
                file.write(f"{stage} {self.n} {os.getpid()}\n")
        print(f"chatter of a driver during {stage}", flush=True)  # noqa: T201 - this is what must not do harm
        if stage == self.stage:
            self._fail()

    def _fail(self) -> None:
        if self.fault == "segfault":
            os.write(2, b"LLVM ERROR: cannot select\n")
            os.kill(os.getpid(), signal.SIGSEGV)
        if self.fault == "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        while self.fault == "hang":
            pass
        if self.fault == "exit":
            os._exit(7)
        if self.fault == "refused":
            raise BuildError("too many registers", "__kernel")
        if self.fault == "fault":
            raise LaunchError("out of resources")
        if self.fault == "slow":
            time.sleep(0.2)

    def build(self) -> None:
        self._enter("build")

    def check(self) -> str | None:
        self._enter("check")
        return "C[3, 4] is 7, not 8" if self.fault == "wrong" else None

    def run(self) -> float:
        began = time.perf_counter()
        self._enter("time")
        if self.stage == "time" and self.fault == "slow":
            return time.perf_counter() - began
        return 1e-3 * (self.n + 1)
