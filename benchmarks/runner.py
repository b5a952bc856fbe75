"""The runner: libraries take turns in random order, case by case, and their times become rows of a record."""

from __future__ import annotations

import datetime as dt
import gc
import random
import time
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import autoblas
from autoblas.precision import precision_of
from autoblas.runtime.host.identity import SUSPICIOUS_SIZE, blas_environment, forcing_variables, suspicion
from benchmarks.cases import GROUPS
from benchmarks.libraries import CARD, FORCEABLE, side
from benchmarks.machine import CardSensor, card_machine, host_blas, load, opencl_machine, threads
from benchmarks.memory import CuPyMemory, Operands, TorchMemory
from benchmarks.operands import GEMM, work_of
from benchmarks.record import OURS, Record, judged, ratio, strongest
from benchmarks.side import Unavailable, shared

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from benchmarks.record import Case, Machine, Row
    from benchmarks.side import Bound, Side

__all__ = ["ForcedPeerError", "Plan", "describe", "must_be_free", "run"]

PAUSE = 0.2
"""Seconds until the idle threads of a BLAS on the host sleep: they go on spinning for 0.1 to 0.2 s after a product."""

SAMPLE = 1e-3
"""A sample is one call, or as many as take so long."""

MOST_CALLS = 200

CARD_SAMPLE, MOST_CARD_CALLS = 0.01, 24
"""The same of a card's samples, whose calls wait behind a copy until all are enqueued."""


class ForcedPeerError(Exception):
    """A variable of the environment chooses the kernels of a peer."""


class Plan(NamedTuple):
    """What a run does.

    Attributes:
        cases: Cases by their group, in order.
        libraries: Names of the libraries of each group.
        rounds: Turns of each library in a case.
        turn: Seconds of a turn, at least three samples.
        seconds: Of the whole run; groups share what is left, and cases that have no time are left out.
        seed: Of the order of turns.
        commit: The checkout's.
        forced_peer: Whether a forced BLAS may be timed.
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
    blas = host_blas().name
    readers = {"openblas": "OpenBLAS", "mkl": "MKL", "pytorch-cpu": "MKL", "blis": "BLIS", "numpy": blas}
    environment = blas_environment()
    forced = {
        word
        for name in libraries
        if name in FORCEABLE and name in readers
        for word in forcing_variables(readers[name], environment)
    }
    if forced:
        raise ForcedPeerError(
            f"{', '.join(sorted(forced))} in the environment slows a library that is timed; unset it, or say --forced-peer"
        )


def run(plan: Plan, say: Callable[[str], None], keep: Callable[[Record], None]) -> Record:
    """Time everything.

    Args:
        plan: What.
        say: Prints a line.
        keep: Is given the record after each group, so that an interrupted run leaves something.
    """
    if not plan.forced_peer:
        must_be_free(name for names in plan.libraries.values() for name in names)
    record = _opened(plan)
    ends, order = time.monotonic() + plan.seconds, random.Random(plan.seed)  # noqa: S311  # orders are no secrets
    sides: dict[str, Side | None] = {}
    left = sum(GROUPS[group].share for group in plan.cases)
    for group, cases in plan.cases.items():
        until = time.monotonic() + (ends - time.monotonic()) * GROUPS[group].share / left
        left -= GROUPS[group].share
        chosen = {}
        for name in plan.libraries[group]:
            library = _opened_side(name, sides, record, say)
            if library is not None:
                chosen[name] = library
        say(f"{group}: {', '.join(f'{name} is {library.library}' for name, library in chosen.items())}")
        for place, case in enumerate(cases):
            if time.monotonic() > until:
                record.failures.append(
                    f"{group}: no time was left for {len(cases) - place} of {len(cases)} cases"
                )
                say(record.failures[-1])
                break
            rows = _measured(case, chosen, plan, order, record.failures, say)
            record.rows.extend(rows)
            if rows:
                say(describe(rows))
            if len(record.rows) % 10 < len(rows):
                keep(record)
    _judge_peers(record, say)
    record.load = (record.load[0], load())
    record.quiet = all(row.quiet for row in record.rows)
    keep(record)
    return record


def _opened(plan: Plan) -> Record:
    """A record without rows."""
    now = dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
    names = [name for names in plan.libraries.values() for name in names]
    return Record(
        1, now, autoblas.__version__, plan.commit, _machine(names), host_blas(), blas_environment(), plan.forced_peer,
        threads(), (load(), 0.0), True, 1, {}, [], [], [],
    )  # fmt: skip


def _machine(names: Sequence[str]) -> Machine:
    """What the first library of ours runs on."""
    if not any(name in CARD for name in names):
        from autoblas.runtime.context import default_queue  # noqa: PLC0415  # cards through CUDA need no OpenCL

        return opencl_machine(default_queue())
    try:
        torch = shared(TorchMemory).torch
    except Unavailable:
        runtime = shared(CuPyMemory).cupy.cuda.runtime
        return card_machine(runtime.getDeviceProperties(0)["name"].decode(), str(runtime.runtimeGetVersion()))
    return card_machine(torch.cuda.get_device_name(0), str(torch.version.cuda))


def _opened_side(
    name: str, sides: dict[str, Side | None], record: Record, say: Callable[[str], None]
) -> Side | None:
    """A library, opened once; None where it is not here, which is said."""
    if name not in sides:
        try:
            sides[name] = opened = side(name)
            record.libraries[name] = opened.library
        except Unavailable as reason:
            sides[name] = None
            say(f"{name} is not here: {reason}")
    return sides[name]


def _measured(
    case: Case,
    sides: dict[str, Side],
    plan: Plan,
    order: random.Random,
    failures: list[str],
    say: Callable[[str], None],
) -> list[Row]:
    """The rows of a case; a library that fails is named with its reason, and has none."""
    group = GROUPS[case.group]
    if group.measure is not None:
        return [
            judged(case, name, samples, work_of(case))
            for name, samples in group.measure(case, list(sides), plan.rounds).items()
        ]
    operands, bound = Operands(case, host_cost=group.host_cost), {}
    for name, library in sides.items():
        try:
            ready = library.bind(operands)
            if ready is not None:
                ready.call()
                bound[name] = ready
        except Exception as error:  # noqa: BLE001  # whatever a library raises, the others are timed, and it is written down
            failures.append(f"{case.title}: {name}: {type(error).__name__}: {error}"[:300])
            say(failures[-1])
    if not any(name.startswith(OURS) for name in bound):
        return []
    computed = group.side(case) if group.side else None
    apart, card = _apart(bound), bool(set(bound) & set(CARD))
    sensor = CardSensor.of_this_machine() if card else None
    taken: dict[str, list[float]] = {name: [] for name in bound}
    calls = {
        name: _calls(ready, plan.turn, card=card and not group.host_cost) for name, ready in bound.items()
    }
    spins, cards = True, {}
    for _ in range(plan.rounds):
        for name in order.sample(sorted(bound), len(bound)):
            wait = spins and computed != "host" and not group.host_cost and not card
            taken[name] += _turn(bound[name], calls[name], plan.turn, PAUSE if wait else 0)
            spins = sides[name].spins
            if sensor is not None:
                cards[name] = sensor.state()
    rows = [
        judged(
            case, name, samples, work_of(case), apart=apart.get(name), card=cards.get(name),
            side=computed if name == f"{OURS}-numpy" else None,
        )
        for name, samples in taken.items()
    ]  # fmt: skip
    del operands, bound
    gc.collect()
    _give_back(sides)
    return rows


def _give_back(sides: dict[str, Side]) -> None:
    """Let PyTorch and CuPy give memory of a card back that they keep."""
    for name in set(sides) & set(CARD):
        memory: Any = sides[name].memory  # type: ignore[attr-defined]  # libraries of cards have one
        if memory.key == "torch":
            memory.torch.cuda.empty_cache()
        else:
            memory.cupy.get_default_memory_pool().free_all_blocks()


def _calls(ready: Bound, turn: float, *, card: bool) -> tuple[int, int]:
    """Calls of a sample, and samples of a turn."""
    once = max(min(ready.seconds(ready.call, 1), ready.seconds(ready.call, 1)), 1e-7)
    if card:
        return max(2, min(MOST_CARD_CALLS, round(CARD_SAMPLE / once))), 1
    count = max(1, min(MOST_CALLS, round(SAMPLE / once)))
    return count, max(3, min(8, round(turn / (count * once))))


def _turn(ready: Bound, calls: tuple[int, int], turn: float, pause: float) -> list[float]:
    """Samples of one turn, after a pause and an uncounted call."""
    time.sleep(pause)
    ready.seconds(ready.call, 1)
    count, samples = calls
    taken: list[float] = []
    began = time.perf_counter()
    for place in range(samples):
        if place and time.perf_counter() - began > 4 * turn:
            break
        taken.append(ready.seconds(ready.call, count) / count)
    return taken


def _apart(bound: dict[str, Bound]) -> dict[str, float]:
    """How far first results are from the first peer's, relative to its largest element."""
    heads = {name: ready.head() for name, ready in bound.items() if ready.head is not None}
    peers = [name for name in heads if not name.startswith(OURS)]
    if not peers:
        return {}
    expected = heads[peers[0]].astype(np.complex128 if np.iscomplexobj(heads[peers[0]]) else np.float64)
    scale = float(np.max(np.abs(expected))) or 1.0
    return {
        name: float(f"{np.max(np.abs(head.astype(expected.dtype) - expected)) / scale:.2g}")
        for name, head in heads.items()
        if name != peers[0] and head.shape == expected.shape
    }


def _judge_peers(record: Record, say: Callable[[str], None]) -> None:
    """Name peers on the host that are slower in large products than the processor's peak allows."""
    large = [
        row
        for row in record.rows
        if row.library in FORCEABLE
        and row.case.routine in GEMM
        and min(row.case.sizes[-3:]) >= SUSPICIOUS_SIZE
    ]
    for dtype in sorted({row.case.dtype for row in large} & {"float32", "float64"}):
        from autoblas.runtime.context import default_queue  # noqa: PLC0415  # where a host's library was timed
        from autoblas.runtime.measure.peak import peak_of  # noqa: PLC0415

        peak = peak_of(default_queue(), precision_of(dtype)).gflops * 1e9
        best: dict[str, float] = {}
        for row in large:
            if row.case.dtype == dtype:
                best[row.library] = max(best.get(row.library, 0.0), row.flops / row.best / peak)
        for name, share in best.items():
            text = suspicion(record.libraries[name].name, share, SUSPICIOUS_SIZE)
            if text is not None:
                record.suspicious.append(f"{dtype}: {text}")
                say(record.suspicious[-1])


def describe(rows: Sequence[Row]) -> str:
    """A case in a line: rates or times, and the ratio to the fastest peer."""
    case, parts = rows[0].case, []
    peers = [row for row in rows if not row.library.startswith(OURS)]
    best = strongest(peers)
    for row in rows:
        shown = (
            f"{row.flops / row.median / 1e9:.1f} GFLOP/s" if row.flops > 1e6 else f"{row.median * 1e6:.2f} us"
        )
        beside = ""
        if best is not None and row.library.startswith(OURS):
            speed = ratio(row, best)
            beside = f" ratio {speed.value:.3f}{'' if speed.quiet else ' by best times: busy'}"
        far = f" apart {row.apart:.0e}" if row.apart is not None and row.apart > 1e-5 else ""
        parts.append(f"{row.library} {shown}{beside}{far}")
    return f"  {case.title:40} {'; '.join(parts)}"
