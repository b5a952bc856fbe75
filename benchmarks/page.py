"""The page of results and README's table, made of the records in ``benchmarks/results``."""

from __future__ import annotations

import functools
import math
import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from autoblas.tune.compare import speed_ratio
from benchmarks.cases import GROUPS
from benchmarks.cases.levels import LEVEL_2
from benchmarks.cases.products import CLASSES
from benchmarks.cases.training import program_words
from benchmarks.figure import BARS, FIGURE, draw, embedded
from benchmarks.machine import ROOT
from benchmarks.record import OURS, read, strongest

if TYPE_CHECKING:
    from pathlib import Path

    from benchmarks.record import Case, Record, Row

__all__ = [
    "FIGURE", "RESULTS", "figure_data", "generate", "page_text", "readme_text", "records", "stale",
]  # fmt: skip

RESULTS = ROOT / "benchmarks" / "results"
PAGE = ROOT / "docs" / "results.md"
README = ROOT / "README.md"

BEGIN, END = "<!-- results: begin -->\n", "<!-- results: end -->"

CARD_PEER, TYPES = "cublas", ("float32", "float64", "float16")
"""The peer of README's table, and the types of its figure."""

STEP_MODES = (("", ""), ("-auto", "-tf32"))
"""Modes of steps that are compared: ours and PyTorch's."""

STEP_NAMES = {"mlp": "MLP", "gpt2": "GPT-2"}
"""Programs of README's figure."""

STEP_SIDES = ("PyTorch", "autoblas", "PyTorch, TF32", "autoblas, TF32")
"""Columns of these modes."""

STEP_WORDS = """Steps of [unchanged programs](guide/pytorch.md), whose products autoblas serves:

PROGRAMS

In columns of TF32 the program allows TF32, and autoblas serves it with `accuracy="auto"`.
A compiled program is that of `torch.compile`, a captured one a CUDA graph; autocast computes products in bfloat16.

"""

STEP_COSTS = """
What a step takes besides time, with PyTorch and with autoblas.
"Products" are calls that autoblas computed, "host" is the time until the step is enqueued, and "memory" what PyTorch's allocator gave at most.

"""

STEP_LOSSES = """
The largest difference between losses of STEPS steps, relative to the largest loss.
Losses are compared with those of float64 for the MLP, and with those of PyTorch without TF32 for GPT-2.

"""

HEAD = """# Results

How fast autoblas is beside other libraries, as measured.

A ratio is the peer's time divided by ours: above 1 autoblas is the faster.
Where several peers were timed, the fastest in each case counts.
`▾` marks ratios below 1.
`~` marks ratios by best times: the machine was not quiet, which means that the 20 and 80 % quantiles were a factor of 1.5 apart.
"Spread" is the distance of these quantiles of our times, as a share of the median, in the middle of all cases.
Sizes are rows x columns x terms of a product, behind the items of a batch; rows of a matrix; elements of a vector.

The way says how autoblas is called:

- `cuda`: arrays of PyTorch on the card, by the card's clock; `cuda-prepared`: a prepared call;
- `kernels`: NumPy arrays with a queue named, so that the device computes, from the call to its end;
- `numpy`: NumPy arrays alone, which autoblas may pass on to NumPy;
- `device`: arrays on the device, each call waited for; `chained`: calls in a row; `prepared`: a prepared call.

![Speed on an NVIDIA GPU of square products relative to cuBLAS, by size and type, and of training steps relative to PyTorch](figures/overview.svg)

The records are JSON files in `benchmarks/results`; `python -m benchmarks page` makes this page from them, and `benchmarks/README.md` says how to make a record.
"""


class Beside(NamedTuple):
    """A row of ours and the fastest peer's, and how many times as fast ours is; by best times where not quiet."""

    ours: Row
    peer: Row
    value: float
    quiet: bool

    def __str__(self) -> str:
        return marked(self.value, quiet=self.quiet)


Pairs = Sequence[Beside]


def marked(value: float, *, quiet: bool) -> str:
    """A ratio with its marks."""
    return f"{value:.2f}{'▾' if round(value, 2) < 1 else ''}{'' if quiet else '~'}"


def records(folder: Path) -> list[Record]:
    """All records, the oldest first.

    Raises:
        RecordError: a file is none, or lacks a part of its provenance.
    """
    return sorted((read(path) for path in sorted(folder.glob("*.json"))), key=lambda record: record.date)


def cases_of(record: Record, group: str) -> dict[Case, dict[str, Row]]:
    """The rows of a group by case and library."""
    table: dict[Case, dict[str, Row]] = {}
    for row in record.rows:
        if row.case.group == group:
            table.setdefault(row.case, {})[row.library] = row
    return table


def newest(history: Sequence[Record], group: str) -> list[Record]:
    """The newest record of each device that has cases of a group."""
    return list({record.machine.device: record for record in history if cases_of(record, group)}.values())


def beside(record: Record, group: str) -> dict[str, list[Beside]]:
    """Ratios to the fastest peer, by our way of calling."""
    table: dict[str, list[Beside]] = {}
    for rows in cases_of(record, group).values():
        peer = strongest([row for row in rows.values() if not row.ours])
        for name, row in rows.items():
            if row.ours and peer is not None:
                pair = Beside(row, peer, *speed_ratio(row.seconds, peer.seconds))
                table.setdefault(name.removeprefix(f"{OURS}-"), []).append(pair)
    return table


def by_type(pairs: Pairs) -> dict[str, list[Beside]]:
    """Ratios by element type and accuracy, in words."""
    table: dict[str, list[Beside]] = {}
    for pair in pairs:
        case = pair.ours.case
        table.setdefault(case.dtype + f", {case.accuracy}" * (case.accuracy != "standard"), []).append(pair)
    return table


def mean(pairs: Pairs) -> str:
    """The geometric mean; nothing of nothing."""
    values = [pair.value for pair in pairs]
    return marked(statistics.geometric_mean(values), quiet=all(pair.quiet for pair in pairs)) if pairs else ""


def least(pairs: Pairs) -> Beside:
    """The worst."""
    return min(pairs, key=lambda pair: pair.value)


def spread(pairs: Pairs) -> str:
    """The median distance of the quantiles of autoblas's times."""
    shares = [(pair.ours.high - pair.ours.low) / pair.ours.median for pair in pairs]
    return f"{100 * statistics.median(shares):.0f} %"


def table_of(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    return "\n".join(f"| {' | '.join(cells)} |" for cells in [head, ["---"] * len(head), *rows]) + "\n"


def caption(record: Record, group: str) -> str:
    """The machine, the date and the peers of a table, in words."""
    machine, card = record.machine, record.machine.most_clock is not None
    best = Counter(pair.peer.library for pairs in beside(record, group).values() for pair in pairs)
    peers = [
        f"{record.libraries[name]}" + f" (fastest in {count})" * (len(best) > 1)
        for name, count in best.most_common()
    ]
    if group == "training":  # whose peers are one library in several modes
        peers = list({f"PyTorch {record.libraries[name].version}": None for name in best})
    facts = [f"{machine.platform}, driver {machine.driver}", record.date[:10], f"commit {record.commit[:10]}"]
    words = f"**{machine.device}{'' if card else f', {machine.processor}'}** ({'; '.join(facts)})"
    lines = [f"{words}, beside {'; '.join(peers)}." if peers else f"{words}."]
    if record.environment and not card:
        lines.append(
            f"The environment had {', '.join(f'{key}={x}' for key, x in record.environment.items())}."
        )
    return (
        "\n".join(
            [*lines, *(["", *(f"- {text}" for text in record.suspicious)] if group == "squares" else [])]
        )
        + "\n"
    )


def squares(record: Record, group: str = "squares") -> str:
    """A row for each type, a column for each size."""
    table = beside(record, group)
    sizes = sorted({pair.ours.case.sizes[0] for pairs in table.values() for pair in pairs})
    rows = []
    for way, pairs in table.items():
        for words, some in by_type(pairs).items():
            by_size = {pair.ours.case.sizes[0]: str(pair) for pair in some}
            cells = [by_size.get(n, "") for n in sizes]
            rows.append([words, way, *cells, mean(some), str(least(some)), spread(some)])
    return table_of(["type", "way", *map(str, sizes), "geometric mean", "least", "spread"], rows)


def drawn(record: Record) -> str:
    """A row for each type, a column for each class of shapes."""
    rows = []
    for way, pairs in beside(record, "drawn").items():
        for words, some in by_type(pairs).items():
            means = [mean([pair for pair in some if pair.ours.case.kind == kind]) for kind in CLASSES]
            case = least(some).ours.case
            worst = f"{least(some)} ({' x '.join(map(str, case.sizes))}, {case.trans})"
            rows.append([words, way, str(len(some)), *means, mean(some), worst, spread(some)])
    return table_of(["type", "way", "shapes", *CLASSES, "geometric mean", "least", "spread"], rows)


def matrix(record: Record, group: str, label: Callable[[Case], str]) -> str:
    """A row for each label, with all its sizes, a column for each type."""
    parts = []
    for way, pairs in beside(record, group).items():
        rows: dict[str, dict[str, list[str]]] = {}
        types = by_type(pairs)
        for words, some in types.items():
            for pair in some:
                rows.setdefault(label(pair.ours.case), {}).setdefault(words, []).append(str(pair))
        cells = [[name, *(", ".join(row.get(words, ())) for words in types)] for name, row in rows.items()]
        for name, summary in (("geometric mean", mean), ("least", least), ("spread", spread)):
            cells.append([name, *(str(summary(some)) for some in types.values())])
        parts.append(table_of([way, *types], cells))
    return "\n".join(parts)


def levels(record: Record) -> str:
    """A row for each routine."""
    sizes: dict[str, dict[str, None]] = {}
    for case in cases_of(record, "levels"):
        sizes.setdefault(case.routine, {})[str(case.sizes[0])] = None
    return matrix(record, "levels", lambda case: f"{case.routine} {', '.join(sizes[case.routine])}")


def batches(record: Record) -> str:
    """A row for each shape."""
    return matrix(record, "batches", lambda case: " x ".join(map(str, case.sizes)))


def calls(record: Record) -> str:
    """A row for each call, a column for each library."""
    cases = cases_of(record, "calls")
    names = list(dict.fromkeys(name for rows in cases.values() for name in rows))
    rows = [
        [case.title, *(f"{row.typical * 1e6:.2f}{'~' * (not row.quiet)}" if (row := by.get(name)) else "" for name in names)]
        for case, by in cases.items()
    ]  # fmt: skip
    heads = [
        name.removeprefix(f"{OURS}-") if name.startswith(OURS) else str(record.libraries[name])
        for name in names
    ]
    return "Microseconds of the host for a call.\n\n" + table_of(["call", *heads], rows)


def numpy_calls(record: Record) -> str:
    """Products from 1 MFLOP on, smaller ones, and others."""
    pairs, rows = [pair for some in beside(record, "numpy_calls").values() for pair in some], []
    for words, low, high in (
        ("from 1 MFLOP on", 1e6, math.inf),
        ("smaller", 1, 1e6),
        ("levels 1 and 2", 0, 1),
    ):
        some = [pair for pair in pairs if low <= pair.ours.flops < high]
        added = [(pair.ours.best - pair.peer.best) * 1e6 for pair in some] or [0.0]
        device = sum(pair.ours.side == "device" for pair in some)
        cells = [
            mean(some),
            str(min(some, key=lambda pair: pair.value, default="")),
            f"{statistics.median(added):+.1f}",
        ]
        rows.append([words, str(len(some)), str(device), *cells, f"{max(added):+.1f}"])
    heads = [
        "calls on NumPy arrays",
        "shapes",
        "by the device",
        "geometric mean",
        "least",
        "added us, median",
        "most",
    ]
    return table_of(heads, rows)


def first_calls(record: Record) -> str:
    """A row for each routine, a column for each state of caches."""
    rows: dict[str, dict[str, str]] = {}
    for case, by_library in cases_of(record, "first_calls").items():
        for row in by_library.values():
            rows.setdefault(f"{case.routine}, {case.sizes[-1]} rows", {})[case.kind] = f"{row.median:.2f}"
    kinds = list(dict.fromkeys(kind for cells in rows.values() for kind in cells))
    cells = [[name, *(times.get(kind, "") for kind in kinds)] for name, times in rows.items()]
    return "Seconds in a new process, import not counted.\n\n" + table_of(["routine", *kinds], cells)


def steps_beside(record: Record) -> dict[Case, tuple[Beside, Beside | None]]:
    """Steps served beside PyTorch's; where TF32 is allowed, too, if there is such a mode."""
    table = {}
    for case, by_library in cases_of(record, "training").items():
        rows = {name.removesuffix("-host"): row for name, row in by_library.items()}
        pairs = [(rows.get(f"{OURS}-torch{ours}"), rows.get(f"pytorch{peer}")) for ours, peer in STEP_MODES]
        ratios = [
            Beside(ours, peer, *speed_ratio(ours.seconds, peer.seconds)) if ours and peer else None
            for ours, peer in pairs
        ]
        if ratios[0] is not None:
            table[case] = ratios[0], ratios[1]
    return table


def training(record: Record) -> str:
    """The programs in words, and tables with a row for each step: times, costs, and losses where there are any."""
    programs, times, costs, losses = {}, [], [], []
    for case, pairs in steps_beside(record).items():
        sides = [row for pair in pairs if pair is not None for row in (pair.peer, pair.ours)]
        program, programs[program] = program_words(case)
        name = [program, f"{case.kind}, {case.dtype.replace('bfloat16', 'bfloat16 autocast')}"]
        cells = [f"{row.typical * 1e3:.2f}" for row in sides] + [""] * (4 - len(sides))
        times.append([*name, *cells[:2], str(pairs[0]), *cells[2:], str(pairs[1] or "")])
        steps = [row.step for row in sides[:2] if row.step is not None]
        host, memory = (
            [f"{step.host * 1e3:.2f}" for step in steps],
            [f"{step.memory / 2**20:.0f}" for step in steps],
        )
        costs.append([*name, str(steps[-1].served), *host, *memory])
        apart = ["" if row.apart is None else f"{row.apart:.0e}" for row in sides]
        if any(apart):
            losses.append([*name, *apart, *[""] * (4 - len(apart))])
    heads = [f"{side}, ms" for side in STEP_SIDES]
    compared = max((case.sizes[-1] for case in steps_beside(record)), default=0)
    kinds = [f"{kind}, {side}" for kind in ("host ms", "memory MiB") for side in STEP_SIDES[:2]]
    return (
        STEP_WORDS.replace(
            "PROGRAMS", ";\n".join(f"- {name}: {words}" for name, words in programs.items()) + "."
        )
        + table_of(["program", "way", *heads[:2], "ratio", *heads[2:], "ratio"], times)
        + STEP_COSTS
        + table_of(["program", "way", "products", *kinds], costs)
        + STEP_LOSSES.replace("STEPS", str(compared))
        + table_of(["program", "way", *STEP_SIDES], losses)
    )


SECTIONS: dict[str, dict[str, Callable[[Record], str]]] = {
    "Squares": {"squares": squares}, "Integers": {"whole": functools.partial(squares, group="whole")}, "Drawn shapes": {"drawn": drawn}, "Levels 1 to 3": {"levels": levels},
    "Batches": {"batches": batches}, "Calls": {"calls": calls, "numpy_calls": numpy_calls},
    "First call": {"first_calls": first_calls}, "PyTorch programs": {"training": training},
}  # fmt: skip
"""Headings of the page, and the groups under each."""


def page_text(history: Sequence[Record]) -> str:
    """The page of results."""
    parts = [HEAD]
    for heading, groups in SECTIONS.items():
        parts.append(f"## {heading}\n")
        for group, table in groups.items():
            parts += [f"{caption(record, group)}\n{table(record)}" for record in newest(history, group)]
            if not newest(history, group):
                title = GROUPS[group].title
                parts.append(f"No record has {title[0].lower()}{title[1:]} yet.\n")
    return "\n".join(parts)


def card_record(history: Sequence[Record], group: str) -> Record | None:
    """The newest record beside cuBLAS that has a group."""
    cards = [record for record in newest(history, group) if CARD_PEER in record.libraries]
    return max(cards, key=lambda record: record.date, default=None)


def card_pairs(history: Sequence[Record], group: str) -> list[Beside]:
    """The newest ratios to cuBLAS."""
    record = card_record(history, group)
    return [] if record is None else next(iter(beside(record, group).values()), [])


def readme_text(history: Sequence[Record]) -> str:
    """README's table: five rows beside cuBLAS on one card."""
    products = [pair for group in ("squares", "drawn") for pair in card_pairs(history, group)]
    groups = {kind: [pair for pair in products if pair.ours.case.dtype == kind] for kind in TYPES}
    groups["batches"] = card_pairs(history, "batches")
    groups["level 2"] = [pair for pair in card_pairs(history, "levels") if pair.ours.case.routine in LEVEL_2]
    if not any(groups.values()):
        return "Not measured beside cuBLAS yet.\n"
    rows = [
        [name, *((mean(some).rstrip("▾~"), str(least(some)).rstrip("▾~")) if some else ("not measured", ""))]
        for name, some in groups.items()
    ]
    return table_of(["speed relative to cuBLAS", "geometric mean", "least"], rows)


def with_table(text: str, table: str) -> str:
    """README with this table between its marks.

    Raises:
        LookupError: it has no marks.
    """
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise LookupError(f"{README.name} lacks {BEGIN.strip()} or {END}")
    return before + begin + "\n" + table + "\n" + end + after


def figure_data(history: Sequence[Record]) -> dict[str, Any]:
    """Ratios of squares to cuBLAS by type and size, with the card, its driver, the date and the peer; times of steps."""
    data: dict[str, Any] = {"caption": "", "curves": {}}
    record = card_record(history, "squares")
    if record is not None:
        version = (record.libraries[CARD_PEER].version or "").partition(" ")[0]
        facts = [
            record.machine.device,
            f"driver {record.machine.driver}",
            record.date[:10],
            f"cuBLAS {version}",
        ]
        data["caption"] = ", ".join(facts)
    for pair in card_pairs(history, "squares"):
        if pair.ours.case.dtype in TYPES and pair.ours.case.accuracy == "standard":
            curve = data["curves"].setdefault(pair.ours.case.dtype, {})
            curve[str(pair.ours.case.sizes[0])] = round(pair.value, 3)
    cards = [record for record in newest(history, "training") if record.machine.most_clock is not None]
    for case, pairs in (steps_beside(cards[-1]) if cards else {}).items():
        if (case.kind, case.dtype) == ("eager", "float32") and case.routine in STEP_NAMES:
            sides = [row for pair in pairs if pair is not None for row in (pair.peer, pair.ours)]
            times = {way: round(row.typical * 1e3, 3) for way, row in zip(BARS, sides, strict=False)}
            data.setdefault("steps", {})[f"{STEP_NAMES[case.routine]}, {times['PyTorch']:.0f} ms"] = times
    return data


def texts_of(history: Sequence[Record]) -> dict[Path, str]:
    """The texts of all pages."""
    readme = with_table(README.read_text(encoding="utf-8"), readme_text(history))
    return {PAGE: page_text(history), README: readme}


def stale(folder: Path = RESULTS) -> list[str]:
    """The files that differ from what records say."""
    history = records(folder)
    texts = {path: path.read_text(encoding="utf-8") if path.exists() else "" for path in (PAGE, README)}
    differing = [path.name for path, text in texts_of(history).items() if texts[path] != text]
    drawn_anew = not FIGURE.exists() or embedded(FIGURE) != figure_data(history)
    return [*differing, *([FIGURE.name] if drawn_anew else [])]


def generate(folder: Path = RESULTS) -> list[Path]:
    """Write all pages and the figure; the files that were written."""
    history = records(folder)
    texts = texts_of(history)
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8")
    draw(figure_data(history), FIGURE)
    return [*texts, FIGURE]
