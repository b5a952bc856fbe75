"""Planted evaluators: search spaces whose times, crashes and hangs are known, for the tests of the tuner."""

from __future__ import annotations

import ctypes
import hashlib
import itertools
import json
import math
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autoblas.errors import BuildError, LaunchError
from autoblas.tuning import IllegalPointError, Outcome, point_key

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from autoblas.tuning.evaluator import Permit
    from autoblas.tuning.outcome import Point

__all__ = [
    "GROUPS",
    "Local",
    "broken_factory",
    "dying_factory",
    "line",
    "outcome_of",
    "planted",
    "sleeping_factory",
    "surface",
    "surface_points",
]

GROUPS = {"form": "form", "unroll": "form", "rows": "shape", "columns": "shape", "depth": "shape"}


def surface_points() -> list[Point]:
    """The points of two kernels with different parameters, 876 in all."""
    sizes = (1, 2, 4, 8, 16, 32)
    tile = itertools.product(sizes, sizes, (4, 8, 16, 32), ("mad", "fma", "plain"), (False, True))
    points: list[Point] = [
        {"kernel": "tile", "rows": rows, "columns": columns, "depth": depth, "form": form, "unroll": unroll}
        for rows, columns, depth, form, unroll in tile
    ]
    return points + [
        {"kernel": "flat", "width": width, "form": form}
        for width in (1, 2, 4, 8)
        for form in ("mad", "fma", "plain")
    ]


def surface(point: Point) -> float:
    """Seconds at a point: convex in the logs of the sizes, and separable, so that alternating finds the optimum."""
    form = {"mad": 0.0, "plain": 0.4, "fma": 0.9}[str(point["form"])]
    if point["kernel"] == "flat":
        return 1e-3 * (2.0 + form + 0.1 * (math.log2(float(point["width"])) - 2) ** 2)
    rows, columns, depth = (math.log2(float(point[name])) for name in ("rows", "columns", "depth"))
    bowl = (
        0.3 * (rows - 3) ** 2
        + 0.2 * (columns - 2) ** 2
        + 0.2 * (rows + columns - 5) ** 2
        + 0.1 * (depth - 4) ** 2
    )
    return 1e-3 * (1.0 + bowl + form + (0.0 if point["unroll"] else 0.2))


def outcome_of(point: Point, trials: int = 1) -> Outcome:
    """What a perfect clock measures at a point of the surface."""
    return Outcome("ok", (surface(point),) * trials, source=_sha(point))


class Local:
    """An ``Evaluate`` of this process with a clock of its own, which notes what is tried, and how often."""

    def __init__(self, seconds: Callable[[Point], float | Outcome] = surface) -> None:
        self.seconds = seconds
        self.tried: list[str] = []
        self.trials: list[int] = []

    def __call__(
        self,
        point: Point,
        *,
        trials: int,
        min_seconds: float,
        give_up_above: float | None,
        permit: Permit,
        limit: float,
    ) -> Outcome:
        """Answer after asking permission for every stage."""
        source = _sha(point)
        for stage in ("build", "check", "time"):
            if not permit(stage, source):
                return Outcome("abandoned", stage=stage, source=source)
        self.tried.append(point_key(point))
        self.trials.append(trials)
        answer = self.seconds(point)
        return answer if isinstance(answer, Outcome) else Outcome("ok", (answer,) * trials, source=source)


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
        while self.fault == "hang":
            pass
        if self.fault == "hold":  # Python's lock, in foreign code
            ctypes.PyDLL(None).sleep(600)
        if self.fault == "leave":  # a process with every descriptor of this one
            subprocess.Popen(["sleep", "15"], start_new_session=True, close_fds=False)
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


def _sha(point: Any) -> str:
    return hashlib.sha256(json.dumps(dict(point), sort_keys=True).encode()).hexdigest()
