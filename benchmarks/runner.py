"""The runner: libraries take turns in random order, case by case, and their times become rows of a record."""

from __future__ import annotations

import datetime as dt
import gc
import random
import time
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

import autoblas
from autoblas.blas.host.identity import (
    SUSPICIOUS_SIZE,
    blas_environment,
    forcing_variables,
    numpy_blas,
    suspicion,
)
from autoblas.plan.queues import default_queue
from autoblas.precision import precision_of
from autoblas.tune.compare import speed_ratio
from autoblas.tune.peak import peak_of
from benchmarks.cases import GROUPS
from benchmarks.libraries import CARD, FORCEABLE, SIDES
from benchmarks.machine import CardSensor, card_machine, load, opencl_machine, threads
from benchmarks.memory import CuPyMemory, Operands, TorchMemory
from benchmarks.operands import GEMM, work_of
from benchmarks.record import OURS, Library, Record, judged, strongest
from benchmarks.side import Unavailable, shared

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from benchmarks.record import Card, Case, Machine, Row
    from benchmarks.side import Bound, Side

__all__ = ["ForcedPeerError", "Plan", "described", "must_be_free", "run"]

PAUSE = 0.25
"""Seconds until the idle threads of a BLAS on the host sleep: they go on spinning for 0.1 to 0.2 s after a product."""

SAMPLE = 1e-3
"""A sample is one call, or as many as take so long."""

MOST_CALLS = 200

CARD_SAMPLE, MOST_CARD_CALLS = 0.01, 24
"""The least seconds and most calls of a card's samples, whose calls wait behind a copy until all are enqueued."""


class ForcedPeerError(Exception):
    """A variable of the environment chooses the kernels of a peer."""


class Plan(NamedTuple):
    """The plan of a run.

    Attributes:
        cases: Cases by their group, in order.
        libraries: Names of the libraries of each group.
        rounds: Turns of each library in a case.
        turn: Seconds of a turn, at least three samples.
        seconds: The limit of the run; groups share the remaining time, and cases without time are skipped.
        seed: The seed of the order of turns.
        commit: The checkout's commit.
        forced_peer: Time a forced BLAS too.
    """

    cases: dict[str, list[Case]]
    libraries: dict[str, list[str]]
    rounds: int
    turn: float
    seconds: float
    seed: int
    commit: str
    forced_peer: bool


def must_be_free(libraries: Iterable[str]) -> None:
    """Refuse peers whose kernels the environment chooses.

    Raises:
        ForcedPeerError: such a variable is set, and a library on the host is to be timed.
    """
    readers = {FORCEABLE[name] for name in libraries if FORCEABLE.get(name)}
    forced = sorted({word for reader in readers for word in forcing_variables(reader, blas_environment())})
    if forced:
        raise ForcedPeerError(
            f"{', '.join(forced)} in the environment slows a library that is timed; unset it, or say --forced-peer"
        )


def run(plan: Plan, echo: Callable[[str], None], save: Callable[[Record], None]) -> Record:
    """Time everything.

    Args:
        plan: The plan.
        echo: Prints a line.
        save: Saves the record, repeatedly, so that an interrupted run leaves its rows.
    """
    names = [name for names in plan.libraries.values() for name in names]
    if not plan.forced_peer:
        must_be_free(names)
    now = dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
    record = Record(
        1, now, autoblas.__version__, plan.commit, _machine(names), Library(*numpy_blas()), blas_environment(), plan.forced_peer,
        threads(), (load(), 0.0), True, 1, {}, [], [], [],
    )  # fmt: skip
    runner, ends = _Runner(plan, record, echo), time.monotonic() + plan.seconds
    remaining = sum(GROUPS[group].share for group in plan.cases)
    for group, cases in plan.cases.items():
        until = time.monotonic() + (ends - time.monotonic()) * GROUPS[group].share / remaining
        remaining -= GROUPS[group].share
        sides = {
            name: library for name in plan.libraries[group] if (library := runner.opened(name)) is not None
        }
        echo(f"{group}: {', '.join(f'{name} is {library.library}' for name, library in sides.items())}")
        for number, case in enumerate(cases):
            if time.monotonic() > until:
                runner.fail(f"{group}: no time was left for {len(cases) - number} of {len(cases)} cases")
                break
            rows = runner.rows(case, sides)
            record.rows.extend(rows)
            if rows:
                echo(described(rows))
            if len(record.rows) % 10 < len(rows):
                save(record)
    runner.judge_peers()
    record.load, record.quiet = (record.load[0], load()), all(row.quiet for row in record.rows)
    save(record)
    return record


def _machine(names: Sequence[str]) -> Machine:
    """The machine that autoblas computes on."""
    if not any(name in CARD for name in names):
        return opencl_machine(default_queue())
    try:
        memory = shared(TorchMemory)
    except Unavailable:
        memory = shared(CuPyMemory)
    return card_machine(memory.card, memory.runtime)


class _Runner:
    """The runner of cases.

    Args:
        plan: The plan of the run.
        record: The record of rows and failures.
        echo: Prints a line.
    """

    def __init__(self, plan: Plan, record: Record, echo: Callable[[str], None]) -> None:
        self._plan, self._record, self._echo = plan, record, echo
        self._order = random.Random(plan.seed)  # noqa: S311  # orders are no secrets
        self._sides: dict[str, Side | None] = {}

    def fail(self, text: str) -> None:
        """Note and print what could not be done."""
        self._record.failures.append(text[:300])
        self._echo(text[:300])

    def opened(self, name: str) -> Side | None:
        """A library, opened once; None where it is not here, which is said."""
        if name not in self._sides:
            try:
                self._sides[name] = side = SIDES[name]()
                self._record.libraries[name] = side.library
            except Unavailable as reason:
                self._sides[name] = None
                self._echo(f"{name} is not here: {reason}")
        return self._sides[name]

    def rows(self, case: Case, sides: dict[str, Side]) -> list[Row]:
        """The rows of a case; a library that fails is noted with its reason, and has none."""
        group, work = GROUPS[case.group], work_of(case)
        if group.measure is not None:
            samples = group.measure(case, list(sides), self._plan.rounds)
            return [judged(case, name, some, (0.0, work[1])) for name, some in samples.items()]
        bound = self._bound(Operands(case, host_cost=group.host_cost), sides)
        if not any(name.startswith(OURS) for name in bound):
            return []
        computed = group.side(case) if group.side else None
        apart, card = _apart(bound), bool(set(bound) & set(CARD))
        taken, cards = self._turns(
            bound, sides, case, pauses=not (card or group.host_cost or computed == "host")
        )
        steps = {name: ready.facts() for name, ready in bound.items() if ready.facts is not None}
        bound.clear()
        gc.collect()
        for side in sides.values() if card else ():
            side.memory.free_cache()  # type: ignore[attr-defined]  # libraries of cards have such memory
        return [
            judged(
                case, name, samples, work, apart=apart.get(name), card=cards.get(name),
                side=computed if name == f"{OURS}-numpy" else None, step=steps.get(name),
            )
            for name, samples in taken.items()
        ]  # fmt: skip

    def _bound(self, operands: Operands, sides: dict[str, Side]) -> dict[str, Bound]:
        """The calls of libraries, each made once."""
        bound = {}
        for name, library in sides.items():
            try:
                ready = library.bind(operands)
                if ready is not None:
                    ready.call()
                    bound[name] = ready
            except Exception as error:  # noqa: BLE001  # after any error of a library, the remaining ones are timed
                self.fail(f"{operands.case.title}: {name}: {type(error).__name__}: {error}")
        return bound

    def _turns(
        self, bound: dict[str, Bound], sides: dict[str, Side], case: Case, *, pauses: bool
    ) -> tuple[dict[str, list[float]], dict[str, Card]]:
        """Samples of all libraries, which take turns in random order; and the states of the card."""
        card = bool(set(bound) & set(CARD))
        behind = card and not GROUPS[case.group].host_cost
        calls = {name: _calls(ready, self._plan.turn, behind=behind) for name, ready in bound.items()}
        sensor = CardSensor.of_this_machine() if card else None
        taken: dict[str, list[float]] = {name: [] for name in bound}
        cards, spins = {}, True
        for _ in range(self._plan.rounds):
            for name in self._order.sample(sorted(bound), len(bound)):
                time.sleep(PAUSE if pauses and spins else 0)
                taken[name] += _turn(bound[name], calls[name], self._plan.turn)
                spins = sides[name].spins
                if sensor is not None:
                    cards[name] = sensor.state()
        return taken, cards

    def judge_peers(self) -> None:
        """Name peers on the host that are slower in large products than the processor's peak allows."""
        best: dict[tuple[str, str], float] = {}
        for row in self._record.rows:
            case, library = row.case, row.library
            if library in FORCEABLE and case.routine in GEMM and min(case.sizes[-3:]) >= SUSPICIOUS_SIZE:
                key = case.dtype, library
                best[key] = max(best.get(key, 0.0), row.flops / row.best)
        for (dtype, library), rate in best.items():
            peak = peak_of(default_queue(), precision_of(dtype)).gflops * 1e9
            text = suspicion(self._record.libraries[library].name, rate / peak, SUSPICIOUS_SIZE)
            if text is not None:
                self._record.suspicious.append(f"{dtype}: {text}")
                self._echo(self._record.suspicious[-1])


def _calls(ready: Bound, turn: float, *, behind: bool) -> tuple[int, int]:
    """Calls of a sample, and samples of a turn: one where calls wait behind a copy on a card."""
    once = max(min(ready.seconds(ready.call, 1), ready.seconds(ready.call, 1)), 1e-7)
    if behind:
        return max(2, min(MOST_CARD_CALLS, round(CARD_SAMPLE / once))), 1
    count = max(1, min(MOST_CALLS, round(SAMPLE / once)))
    return count, max(3, min(8, round(turn / (count * once))))


def _turn(ready: Bound, calls: tuple[int, int], turn: float) -> list[float]:
    """Samples of one turn, after an uncounted call; fewer where they take long."""
    ready.seconds(ready.call, 1)
    taken: list[float] = []
    began = time.perf_counter()
    while len(taken) < calls[1] and (not taken or time.perf_counter() - began < 4 * turn):
        taken.append(ready.seconds(ready.call, calls[0]) / calls[0])
    return taken


def _apart(bound: dict[str, Bound]) -> dict[str, float]:
    """Differences of first results from the first peer's, relative to its largest element."""
    heads = {name: np.asarray(ready.head()) for name, ready in bound.items() if ready.head is not None}
    first = next((name for name in heads if not name.startswith(OURS)), None)
    if first is None:
        return {}
    expected = heads.pop(first)
    expected = expected.astype(np.complex128 if np.iscomplexobj(expected) else np.float64)
    scale = float(np.max(np.abs(expected))) or 1.0
    far = {
        name: np.max(np.abs(head.astype(expected.dtype) - expected)) / scale for name, head in heads.items()
    }
    return {name: float(f"{value:.2g}") for name, value in far.items()}


def described(rows: Sequence[Row]) -> str:
    """A case in a line: rates or times, and the ratio to the fastest peer."""
    best, parts = strongest([row for row in rows if not row.ours]), []
    for row in rows:
        rate = f"{row.flops / row.typical / 1e9:.1f} GFLOP/s"
        words = f"{row.library} {rate if row.flops > 1e6 else f'{row.typical * 1e6:.2f} us'}"
        if best is not None and row.ours:
            speed = speed_ratio(row.seconds, best.seconds)
            words += f" ratio {speed.value:.3f}{'' if speed.quiet else ' by best times: busy'}"
        parts.append(words + (f" apart {row.apart:.0e}" if row.apart and row.apart > 1e-5 else ""))
    return f"  {rows[0].case.title:40} {'; '.join(parts)}"
