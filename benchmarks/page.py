"""The page of results and README's table, made of the records in ``benchmarks/results``."""

from __future__ import annotations

import math
import statistics
from typing import TYPE_CHECKING, Any, NamedTuple

from autoblas.runtime.measure.compare import speed_ratio
from benchmarks.cases import GROUPS
from benchmarks.cases.levels import LEVEL_2
from benchmarks.cases.products import CLASSES
from benchmarks.figure import FIGURE, draw, embedded
from benchmarks.machine import ROOT
from benchmarks.record import OURS, read, strongest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from benchmarks.record import Case, Record, Row

__all__ = ["PAGE", "README", "RESULTS", "Beside", "generate", "page_text", "readme_text", "records", "stale"]

RESULTS = ROOT / "benchmarks" / "results"
PAGE = ROOT / "docs" / "results.md"
README = ROOT / "README.md"

BEGIN, END = "<!-- results: begin -->\n", "<!-- results: end -->"

CARD_PEER = "cublas"

HEAD = """# Results

How fast autoblas is beside other libraries, as measured.

A ratio is the peer's time divided by ours: above 1 autoblas is the faster.
Where several peers were timed, the fastest in each case counts.
`▾` marks ratios below 1.
`~` marks ratios by best times: the machine was not quiet, which means that the 20 and 80 % quantiles were a factor of 1.5 apart.
"Spread" is the distance of these quantiles of our times, as a share of the median, in the middle of all cases.

![Speed of square matrix products relative to cuBLAS on an NVIDIA GPU, over the number of rows, one curve for each element type](figures/overview.svg)

The records are JSON files in `benchmarks/results`; `python -m benchmarks page` makes this page from them, and `benchmarks/README.md` says how to make a record.
"""


class Beside(NamedTuple):
    """A row of ours and the fastest peer's.

    Attributes:
        ours: Our times.
        peer: The peer's.
        value: How many times as fast ours is.
        quiet: Whether medians were compared.
    """

    ours: Row
    peer: Row
    value: float
    quiet: bool

    def __str__(self) -> str:
        return figure_text(self.value, quiet=self.quiet)


def figure_text(value: float, *, quiet: bool = True) -> str:
    """A ratio with its marks."""
    return f"{value:.2f}{'▾' if round(value, 2) < 1 else ''}{'' if quiet else '~'}"


def records(folder: Path) -> list[Record]:
    """All records, the oldest first.

    Raises:
        RecordError: a file is none, or lacks a part of its provenance.
    """
    return sorted((read(path) for path in sorted(folder.glob("*.json"))), key=lambda record: record.date)


def _newest(found: Sequence[Record], group: str) -> list[Record]:
    """The newest record of each device that has cases of a group."""
    newest = {
        record.machine.device: record
        for record in found
        if any(row.case.group == group for row in record.rows)
    }
    return list(newest.values())


def _beside(record: Record, group: str) -> dict[str, list[Beside]]:
    """Ratios by our way of calling."""
    cases: dict[Case, list[Row]] = {}
    for row in record.rows:
        if row.case.group == group:
            cases.setdefault(row.case, []).append(row)
    table: dict[str, list[Beside]] = {}
    for rows in cases.values():
        peer = strongest([row for row in rows if not row.ours])
        for row in rows:
            if row.ours and peer is not None:
                table.setdefault(row.library, []).append(
                    Beside(row, peer, *speed_ratio(row.seconds, peer.seconds))
                )
    return table


def _mean(pairs: Sequence[Beside]) -> str:
    value = math.exp(statistics.fmean(math.log(pair.value) for pair in pairs))
    return figure_text(value, quiet=all(pair.quiet for pair in pairs))


def _worst(pairs: Sequence[Beside]) -> Beside:
    return min(pairs, key=lambda pair: pair.value)


def _spread(pairs: Sequence[Beside]) -> str:
    spreads = [(pair.ours.high - pair.ours.low) / pair.ours.median for pair in pairs]
    return f"{100 * statistics.median(spreads):.0f} %"


def _by_type(pairs: Iterable[Beside]) -> dict[str, list[Beside]]:
    """Ratios by element type and accuracy, in words."""
    table: dict[str, list[Beside]] = {}
    for pair in pairs:
        case = pair.ours.case
        words = case.dtype if case.accuracy == "standard" else f"{case.dtype}, {case.accuracy}"
        table.setdefault(words, []).append(pair)
    return table


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines) + "\n"


def _way(library: str) -> str:
    return library.removeprefix(f"{OURS}-")


def _caption(record: Record, group: str) -> str:
    """The machine, the date and the peers of a table, in words."""
    machine, date = record.machine, record.date[:10]
    peers: dict[str, int] = {}
    for pairs in _beside(record, group).values():
        for pair in pairs:
            peers[pair.peer.library] = peers.get(pair.peer.library, 0) + 1
    named = "; ".join(
        f"{record.libraries[name]}" + (f" (fastest in {count})" if len(peers) > 1 else "")
        for name, count in sorted(peers.items(), key=lambda item: -item[1])
    )
    words = [f"{machine.device}, {machine.processor}" if "CUDA" not in machine.platform else machine.device]
    words += [f"{machine.platform}, driver {machine.driver}", date, f"commit {record.commit[:10]}"]
    lines = [f"**{words[0]}** ({'; '.join(words[1:])})" + (f", beside {named}." if named else ".")]
    forced = ", ".join(f"{name}={value}" for name, value in record.environment.items())
    lines += [f"The environment had {forced}."] if forced else []
    lines += (
        [f"{text}." if text[-1] not in ".?" else text for text in record.suspicious]
        if group == "squares"
        else []
    )
    return "\n".join(lines) + "\n"


def _squares(record: Record) -> str:
    table = _beside(record, "squares")
    sizes = sorted({pair.ours.case.sizes[0] for pairs in table.values() for pair in pairs})
    rows = []
    for library, pairs in table.items():
        for words, some in _by_type(pairs).items():
            by_size = {pair.ours.case.sizes[0]: str(pair) for pair in some}
            cells = [by_size.get(n, "") for n in sizes]
            rows.append([words, _way(library), *cells, _mean(some), str(_worst(some)), _spread(some)])
    return _table(["type", "way", *map(str, sizes), "geometric mean", "least", "spread"], rows)


def _drawn(record: Record) -> str:
    rows = []
    for library, pairs in _beside(record, "drawn").items():
        for words, some in _by_type(pairs).items():
            classes = [[pair for pair in some if pair.ours.case.kind == kind] for kind in CLASSES]
            case, worst = _worst(some).ours.case, str(_worst(some))
            shape = f"{' x '.join(map(str, case.sizes))}, {case.trans}"
            means = [_mean(kind) if kind else "" for kind in classes]
            rows.append(
                [
                    words,
                    _way(library),
                    str(len(some)),
                    *means,
                    _mean(some),
                    f"{worst} ({shape})",
                    _spread(some),
                ]
            )
    return _table(["type", "way", "shapes", *CLASSES, "geometric mean", "least", "spread"], rows)


def _matrix(record: Record, group: str, label: Callable[[Case], str]) -> str:
    """A row for each label, a column for each type; the last rows are geometric means and the least."""
    parts = []
    for library, pairs in _beside(record, group).items():
        types, labels = _by_type(pairs), list(dict.fromkeys(label(pair.ours.case) for pair in pairs))
        rows = [
            [
                name,
                *(
                    ", ".join(str(pair) for pair in some if label(pair.ours.case) == name)
                    for some in types.values()
                ),
            ]
            for name in labels
        ]
        rows.append(["geometric mean", *map(_mean, types.values())])
        rows.append(["least", *(str(_worst(some)) for some in types.values())])
        rows.append(["spread", *map(_spread, types.values())])
        parts.append(_table([_way(library), *types], rows))
    return "\n".join(parts)


def _sizes_of(record: Record) -> Callable[[Case], str]:
    """Names a routine with all sizes that it was timed at."""
    sizes: dict[str, list[int]] = {}
    for row in record.rows:
        if row.case.group == "levels" and row.case.sizes[0] not in sizes.setdefault(row.case.routine, []):
            sizes[row.case.routine].append(row.case.sizes[0])
    return lambda case: f"{case.routine} {', '.join(map(str, sizes[case.routine]))}"


def _microseconds(record: Record, group: str) -> str:
    """A row for each call, a column for each library."""
    libraries = list(dict.fromkeys(row.library for row in record.rows if row.case.group == group))
    cases: dict[Case, dict[str, Row]] = {}
    for row in record.rows:
        if row.case.group == group:
            cases.setdefault(row.case, {})[row.library] = row
    rows = []
    for case, by_library in cases.items():
        found = [by_library.get(name) for name in libraries]
        times = [f"{row.typical * 1e6:.2f}{'' if row.quiet else '~'}" if row else "" for row in found]
        rows.append([case.title, *times])
    names = [_way(name) if name.startswith(OURS) else str(record.libraries[name]) for name in libraries]
    return "Microseconds of the host for a call.\n\n" + _table(["call", *names], rows)


def _numpy_calls(record: Record) -> str:
    """Calls on NumPy arrays from 1 MFLOP on, and smaller ones."""
    (pairs,) = _beside(record, "numpy_calls").values()
    rows = []
    for words, some in (
        ("products from 1 MFLOP on", [pair for pair in pairs if pair.ours.flops >= 1e6]),
        ("smaller products", [pair for pair in pairs if 0 < pair.ours.flops < 1e6]),
        ("vectors and matrices with vectors", [pair for pair in pairs if not pair.ours.flops]),
    ):
        if some:
            added = statistics.median(pair.ours.best - pair.peer.best for pair in some) * 1e6
            device = sum(pair.ours.side == "device" for pair in some)
            rows.append(
                [words, str(len(some)), str(device), _mean(some), str(_worst(some)), f"{added:+.1f} us"]
            )
    head = [
        "calls on NumPy arrays",
        "shapes",
        "computed by the device",
        "geometric mean",
        "least",
        "added, in the middle",
    ]
    return _table(head, rows)


def _first_calls(record: Record) -> str:
    rows: dict[str, dict[str, str]] = {}
    for row in record.rows:
        if row.case.group == "first_calls":
            name = f"{row.case.routine}, {row.case.sizes[-1]} rows"
            rows.setdefault(name, {})[row.case.kind] = f"{row.median:.2f}"
    kinds = list(dict.fromkeys(kind for cells in rows.values() for kind in cells))
    cells = [[name, *(times.get(kind, "") for kind in kinds)] for name, times in rows.items()]
    return "Seconds in a new process, import not counted.\n\n" + _table(["routine", *kinds], cells)


SECTIONS: tuple[tuple[str, tuple[tuple[str, Callable[[Record], str]], ...]], ...] = (
    ("Squares", (("squares", _squares),)),
    ("Drawn shapes", (("drawn", _drawn),)),
    ("Levels 1 to 3", (("levels", lambda record: _matrix(record, "levels", _sizes_of(record))),)),
    (
        "Batches",
        (
            (
                "batches",
                lambda record: _matrix(record, "batches", lambda case: " x ".join(map(str, case.sizes))),
            ),
        ),
    ),
    ("Calls", (("calls", lambda record: _microseconds(record, "calls")), ("numpy_calls", _numpy_calls))),
    ("First call", (("first_calls", _first_calls),)),
)
"""Headings of the page, and what stands under each."""


def page_text(found: Sequence[Record]) -> str:
    """The page of results."""
    parts = [HEAD]
    for heading, groups in SECTIONS:
        parts.append(f"## {heading}\n")
        for group, table in groups:
            newest = _newest(found, group)
            parts += [f"{_caption(record, group)}\n{table(record)}" for record in newest]
            if not newest:
                parts.append(
                    f"No record has {GROUPS[group].title[0].lower()}{GROUPS[group].title[1:]} yet.\n"
                )
    return "\n".join(parts)


def _card_pairs(found: Sequence[Record], group: str) -> list[Beside]:
    """The newest ratios to cuBLAS."""
    cards = [record for record in _newest(found, group) if CARD_PEER in record.libraries]
    if not cards:
        return []
    return next(iter(_beside(max(cards, key=lambda record: record.date), group).values()), [])


def readme_text(found: Sequence[Record]) -> str:
    """README's table: five rows beside cuBLAS on one card."""
    products = [pair for group in ("squares", "drawn") for pair in _card_pairs(found, group)]
    kinds = {
        kind: [pair for pair in products if pair.ours.case.dtype == kind]
        for kind in ("float32", "float64", "float16")
    }
    level = [pair for pair in _card_pairs(found, "levels") if pair.ours.case.routine in LEVEL_2]
    groups = {**kinds, "batches": _card_pairs(found, "batches"), "level 2": level}
    if not any(groups.values()):
        return "Not measured beside cuBLAS yet.\n"
    rows = [
        [name, _mean(some).rstrip("▾~"), str(_worst(some)).rstrip("▾~")]
        if some
        else [name, "not measured", ""]
        for name, some in groups.items()
    ]
    return _table(["speed relative to cuBLAS", "geometric mean", "least"], rows)


def _with_table(text: str, table: str) -> str:
    """README with this table between its marks.

    Raises:
        LookupError: it has no marks.
    """
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise LookupError(f"{README.name} lacks {BEGIN.strip()} or {END}")
    return before + begin + "\n" + table + "\n" + end + after


def curves(found: Sequence[Record]) -> dict[str, dict[str, float]]:
    """Ratios of squares to cuBLAS by type and size, and the card, driver, date and peer in ``caption``."""
    table: dict[str, dict[str, float]] = {}
    for pair in _card_pairs(found, "squares"):
        if (
            pair.ours.case.dtype in {"float32", "float64", "float16"}
            and pair.ours.case.accuracy == "standard"
        ):
            table.setdefault(pair.ours.case.dtype, {})[str(pair.ours.case.sizes[0])] = round(pair.value, 3)
    return table


def figure_caption(found: Sequence[Record]) -> str:
    """The card, its driver, the date and the peer of README's figure; empty where there is no record."""
    cards = [record for record in _newest(found, "squares") if CARD_PEER in record.libraries]
    if not cards:
        return ""
    record = max(cards, key=lambda record: record.date)
    version = (record.libraries[CARD_PEER].version or "").partition(" ")[0]
    return f"{record.machine.device}, driver {record.machine.driver}, {record.date[:10]}, cuBLAS {version}"


def _texts(folder: Path) -> tuple[dict[Path, str], dict[str, Any]]:
    """The texts of all pages, and what the figure shows."""
    found = records(folder)
    data = {"caption": figure_caption(found), "curves": curves(found)}
    return {
        PAGE: page_text(found),
        README: _with_table(README.read_text(encoding="utf-8"), readme_text(found)),
    }, data


def stale(folder: Path = RESULTS) -> list[str]:
    """The files that differ from what records say."""
    texts, data = _texts(folder)
    differing = [
        path.name
        for path, text in texts.items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    return differing + ([FIGURE.name] if not FIGURE.exists() or embedded(FIGURE) != data else [])


def generate(folder: Path = RESULTS) -> list[Path]:
    """Write all pages and the figure; the files that were written."""
    texts, data = _texts(folder)
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8")
    draw(data, FIGURE)
    return [*texts, FIGURE]
