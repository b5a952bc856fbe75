"""Searches, records and files of ``bench`` for the tests of reports and of what is exchanged."""

import itertools
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from autoblas.database import Record
from autoblas.report import Content, RecordedSearch, search_in
from autoblas.tuning import Journal, Outcome, Point, journal_name
from support.database_cases import make_record

DEVICE, PLATFORM = "Zen 3", "PoCL"

FAILURES = (
    Outcome("build failed", (), "build", "the compiler refused it: 'oops' <b>&", "s1"),
    Outcome("wrong", (), "check", "element (3, 5) is 7, not 8", "s2"),
    Outcome("timed out", (), "time", "it took longer than 60 s", "s3"),
    Outcome("crashed", (), "build", "the process ended with signal 11", "s4"),
)


def seconds_of(tile: int, vector: int, n: int) -> float:
    """What a made-up kernel takes: the tile matters most, and the best one grows with the size."""
    best = 16 if n <= 128 else 64
    return n**3 * 1e-11 * (1 + abs(tile.bit_length() - best.bit_length()) + 0.05 * vector)


def journal_at(folder: Path, n: int = 64, *, kind: str = "float32", failures: bool = True) -> Path:
    """Write the journal of a search at a size: two kernels, four failures among the points."""
    key = {
        "device": DEVICE,
        "platform": PLATFORM,
        "driver": "3.0",
        "problem": f"gemm m={n} n={n} k={n} {kind} row*row=row",
    }
    path, now = folder / journal_name(key), itertools.count(0, 0.5)
    with Journal(path, key, clock=lambda: next(now)) as journal:
        points = itertools.product(("gemm_tile", "gemm_direct"), (8, 16, 32, 64), (1, 2, 4), ("plain", "fma"))
        for place, (kernel, tile, vector, form) in enumerate(points):
            point: Point = {
                "kernel": kernel,
                "tile": tile,
                "vector": vector,
                "form": form,
                "packed": place % 3 == 0,
            }
            time = seconds_of(tile, vector, n) * (1 if kernel == "gemm_tile" else 1.5)
            outcome = Outcome(
                "ok", (time, time * 1.01, time * 1.2), source=f"hash{place}", build_seconds=0.25
            )
            if failures and place % 11 == 5:
                outcome = FAILURES[place // 11 % len(FAILURES)]
            journal.record(point, outcome)
    return path


def make_search(folder: Path, n: int = 64, **more: Any) -> RecordedSearch:
    """The search of ``journal_at``."""
    return search_in(journal_at(folder, n, **more))


def records(sizes: Sequence[int] = (64, 128, 256, 512)) -> list[Record]:
    """Records of products at some sizes, of a vector copy and of the peak."""
    products = [
        make_record(
            sizes=(n, n, n),
            kernel="gemm_tile",
            seconds=seconds_of(16, 1, n),
            spread=seconds_of(16, 1, n) / 20,
        )
        for n in sizes
    ]
    copy = make_record(family="map", signature="float32 copy", sizes=(1_000_000,), kernel="map", seconds=2e-4)
    peak = make_record(
        family="peak", signature="float32", sizes=(8, 10**9), kernel="multiply_add", seconds=2.5e-3
    )
    return [*products, copy, peak]


def bench_file(path: Path, sizes: Sequence[int] = (64, 128, 256), **changes: Any) -> Path:
    """Write what ``autoblas bench gemm --compare openblas --json`` prints."""

    def timing(seconds: float) -> dict[str, float]:
        return {
            "median": seconds,
            "low": seconds * 0.9,
            "high": seconds * 1.2,
            "best": seconds * 0.8,
            "calls": 15,
        }

    rows = [
        {
            "m": n,
            "n": n,
            "k": n,
            "kernel": "gemm_tile",
            "autoblas": timing(n**3 * 3e-11),
            "openblas": timing(n**3 * 2e-11),
        }
        for n in sizes
    ]
    file = {
        "schema": 1, "command": "bench gemm", "device": {"name": DEVICE, "platform": PLATFORM, "driver": "3.0", "kind": "cpu"},
        "dtype": "float32", "signature": "float32 row*row=row",
        "transfer": "tofrom", "trans": "NN", "date": "2026-11-23T10:00:00+00:00",
        "peak": {"gflops": 400.0, "origin": "measured on 2026-11-23"}, "problems": rows,
    }  # fmt: skip
    path.write_text(json.dumps({**file, **changes}), encoding="utf-8")
    return path


def content(folder: Path, **changes: Any) -> Content:
    """A page's content with everything that there can be."""
    found = {
        "facts": (("Kind", "cpu"), ("Driver", "3.0 <script>alert(1)</script>")),
        "searches": tuple(make_search(folder, n) for n in (64, 256)),
        "records": tuple(records()),
        "version": "0.1.0",
        "date": "2026-11-23T10:00:00+00:00",
    }
    return Content(DEVICE, PLATFORM, **{**found, **changes})
