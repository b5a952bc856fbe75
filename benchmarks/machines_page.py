"""The text of docs/machines.md, from the rows that ``machines.py`` measured."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["page"]

HEAD = """# Machines

The machines that autoblas was run on, and the results. Made on {date} by `python benchmarks/machines.py`, which measures the rows that can be had and writes this page; `--row NAME` measures one anew, `--speed` adds the times on a quiet machine.
Versions: {versions}. Of Debian's PoCL and Mesa's rusticl (on llvmpipe) the packages of Debian 12 were unpacked, and Oclgrind is the one from PyPI; the script is told where their libraries are.

- **self-test**: the device computed, in a process of its own, the operations that kernels consist of, and the results were right to the bit, but for the sign of zeros (`autoblas doctor --again` does the same); what fails is named.
- **check**: `autoblas check` compared results with references in higher precision: {checks}.
- **SGEMM, DGEMM**: `autoblas bench gemm -n 1024 --compare openblas`, GFLOP/s and the ratio to NumPy's OpenBLAS (above 1 autoblas is the faster)."""

RUNTIMES = """## Runtimes, on this machine's processor

{processor}"""

PROCESSORS = """## Other processors, emulated, with PoCL from PyPI

Programs run under qemu-user (`qemu-x86_64 -cpu NAME`), which has the instructions of that processor and no others. Times are meaningless there; a self-test takes minutes, as the compiler is emulated too, so it is given more time than on a real processor, and one small product is checked."""

TAIL = """## Seen on other machines

- NVIDIA H200, 2026-11-22: NVIDIA's OpenCL driver 580.159.04 is found although no .icd file names it; it passes its self-test, 65 TFLOP/s in float32, 16 us a launch.
- NVIDIA H100 (80 GB), one and two of a host, 2026-11-24: the same driver; it passes its self-test (65 TFLOP/s in float32), and is served by records of the H200: 1.54 of cuBLAS over 60 drawn shapes in float32, 1.26 over 36 in float16, 330 random calls on arrays of CUDA's libraries right, products over both cards right.
- The H200's host, a Xeon with AVX-512 and 16 cores, the same day: Debian's PoCL 5.0 and PyPI's PoCL 3.0 passed their self-tests; the latter, which LLVM calls `icelake-client`, compiled for `skylake-avx512`, `check` of `gemm` in three types, `sum`, `nrm2`, `gemv` and `trsm` was right, and SGEMM 1024 ran at 1004 GFLOP/s untuned, 0.95 of OpenBLAS (one run).
- aarch64, under qemu-aarch64, the same day, with PoCL 3.1 from Debian: products of 24 x 24 in float32 and float64 and the sum of 1000 numbers in float32 were exact, `nrm2` in float64 right to the last digit shown. Commands that start processes, `tune` among them, were not run: an emulated interpreter could not start another there.

## What was not run

- **Windows**: the wheels of pyopencl, NumPy, msgspec and Intel's CPU runtime are there, and the tests run the tuner, `check` and the database without anything that only POSIX systems have (`tests/test_other_systems.py`). Not tried: how processes end and what Ctrl-C reaches, SQLite's locks on NTFS, loading Intel's runtime from its wheel, and the registry's list of drivers, which `doctor` does not read. Host memory is not asked for there, so only the device's limits refuse what is too large.
- **macOS**: pyopencl's wheel uses the OpenCL that the system brings; PyPI has no CPU runtime. Nothing was run.
- **aarch64** on a processor of its own: only what is said above, emulated.
- **AVX-512** in the tables above: neither this machine nor qemu-user 7.2 has it.
- **Phones**, and the graphics of **AMD** and **Intel**: their drivers are looked for by their usual names, and no device of theirs was at hand."""


def page(rows: Mapping[str, Any], processors: Mapping[str, str | None], checks: Mapping[str, str]) -> str:
    """The page.

    Args:
        rows: What was measured, by the row's name.
        processors: Of every row there is, in order, by name; None for this machine's.
        checks: What ``autoblas check`` was given for each routine.
    """
    found = [row for row in rows.values() if "versions" in row]
    versions = {name: text for row in found for name, text in row["versions"].items()}
    head = HEAD.format(
        date=max((row["date"] for row in rows.values()), default="no day"),
        versions=", ".join(f"{name} {text}" for name, text in versions.items()) or "unknown",
        checks=", ".join(f"`{words}`" for words in checks.values()),
    )
    own = [name for name, processor in processors.items() if processor is None]
    others = [name for name, processor in processors.items() if processor is not None]
    this = next((row["processor"] for name in own if "processor" in (row := rows.get(name, {}))), "unknown")
    runtimes = _table(
        ["row", "runtime", "self-test", *checks, "SGEMM 1024", "DGEMM 1024", "date"],
        [_runtime(name, rows.get(name), checks) for name in own],
    )
    emulated = _table(
        ["processor", "runtime", "self-test", "gemm", "date"],
        [_emulated(name, rows.get(name)) for name in others],
    )
    parts = [head, RUNTIMES.format(processor=f"{this}."), runtimes, PROCESSORS, emulated, TAIL]
    return "\n\n".join(parts) + "\n"


def _table(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [titles, ["---"] * len(titles), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines)


def _runtime(name: str, row: Mapping[str, Any] | None, checks: Mapping[str, str]) -> list[str]:
    if row is None or "failure" in row:
        return [name, "", _why_not(row), *[""] * (len(checks) + 2), _date(row)]
    results = [_check(row["checks"].get(each, "not run")) for each in checks]
    speeds = [_speed(row.get("speed", {}).get(dtype)) for dtype in ("float32", "float64")]
    return [name, f"{row['platform']} {row['driver']}", _proof(row), *results, *speeds, _date(row)]


def _emulated(name: str, row: Mapping[str, Any] | None) -> list[str]:
    if row is None or "failure" in row:
        return [name, "", _why_not(row), "", _date(row)]
    gemm = _check(row["checks"].get("gemm", "not run"))
    return [name, f"PoCL {row['driver']}", _proof(row), gemm, _date(row)]


def _why_not(row: Mapping[str, Any] | None) -> str:
    return "not run" if row is None else f"cannot run: {row['failure']}"


def _date(row: Mapping[str, Any] | None) -> str:
    return "" if row is None else str(row["date"])


def _proof(row: Mapping[str, Any]) -> str:
    if not row["failures"]:
        return "right"
    cases = defaultdict(list)
    for case, how in row["failures"].items():
        cases[how].append(case)
    return "; ".join(f"{', '.join(names)}: it {how}" for how, names in cases.items())


def _check(failure: str | None) -> str:
    if failure is None:
        return "right"
    return "refused for its self-test" if "failed its self-test" in failure else failure


def _speed(measured: Mapping[str, Any] | None) -> str:
    """Figures of a product, or what is in their place."""
    if measured is None:
        return "not timed"
    if measured["failure"] is not None:
        return str(measured["failure"])
    (figures,) = measured["figures"]["results"]
    ours, theirs = figures["autoblas"]["median"], figures["openblas"]["median"]
    return f"{2 * figures['m'] * figures['n'] * figures['k'] / ours / 1e9:.0f}, {theirs / ours:.2f}"
