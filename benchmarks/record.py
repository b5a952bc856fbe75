"""Records of benchmarks: JSON files that state what was timed, with what, on which machine, and how steadily."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import numpy as np

from autoblas.tune.compare import CallTiming

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

__all__ = [
    "OURS", "Card", "Case", "Library", "Machine", "Record", "RecordError", "Row", "Step", "judged", "merged", "pooled",
    "read", "strongest", "write",
]  # fmt: skip

OURS = "autoblas"
"""The prefix of autoblas's names; other libraries are peers."""

Words = Annotated[str, msgspec.Meta(min_length=1)]


class RecordError(ValueError):
    """A file is no record, or lacks a part of its provenance."""


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One call that libraries are timed with.

    Attributes:
        group: The case file's group.
        routine: Its name in autoblas; ``-T`` behind it where the matrix enters transposed.
        dtype: Element type.
        sizes: Rows, columns and depth of a product, items of a batch before them; elements of vectors, rows of matrices;
            those of a program, and behind them the steps whose losses are compared.
        accuracy: The accuracy of autoblas.
        trans: ``N`` or ``T`` for A and for B, which are stored transposed for ``T``.
        kind: The class of a drawn shape, or a variant of the call.
    """

    group: Words
    routine: Words
    dtype: Words
    sizes: tuple[int, ...]
    accuracy: str = "standard"
    trans: str = "NN"
    kind: str = ""

    @property
    def title(self) -> str:
        """The case in a few words."""
        words = [self.routine, "x".join(map(str, self.sizes)), self.dtype]
        words += [self.accuracy] if self.accuracy != "standard" else []
        words += [self.trans] if self.trans != "NN" else []
        return " ".join([*words, *([f"({self.kind})"] if self.kind else [])])


class Library(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A library that was timed.

    Attributes:
        name: Its name.
        version: As the library states it.
        architecture: Processor or card whose kernels it runs; None where it does not say.
        threads: Most threads of a call; None where it does not say, or on a card.
    """

    name: Words
    version: str | None = None
    architecture: str | None = None
    threads: int | None = None

    def __str__(self) -> str:
        words = " ".join(word for word in (self.name, self.version, self.architecture) if word)
        return words + (f", {self.threads} thread{'s' * (self.threads != 1)}" if self.threads else "")


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """State of an NVIDIA card.

    Attributes:
        clock: MHz of its multiprocessors.
        memory_clock: MHz of its memory.
        watts: Power it draws.
        celsius: Its temperature.
    """

    clock: int
    memory_clock: int
    watts: float
    celsius: int


class Machine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The machine that computed.

    Attributes:
        device: The device's name, of OpenCL or CUDA.
        driver: The version of its driver.
        platform: The runtime.
        processor: The host's processor.
        threads: Threads of the host that the process may use.
        system: Operating system.
        python: Its version.
        numpy: Its version.
        most_clock: Highest clock of a card, in MHz.
        most_watts: Power limit of a card.
    """

    device: Words
    driver: Words
    platform: Words
    processor: Words
    threads: int
    system: Words
    python: Words
    numpy: Words
    most_clock: int | None = None
    most_watts: float | None = None


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Costs of a step of a program besides time.

    Attributes:
        host: Seconds until the host has enqueued it.
        served: Products that autoblas computed.
        memory: Bytes that PyTorch's allocator gave meanwhile, at most, beyond what it had given before.
        outside: Bytes of the card that were taken outside this allocator since the program began.
    """

    host: float
    served: int
    memory: int
    outside: int


class Row(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Times of one library in one case.

    Attributes:
        case: The case.
        library: A key of the record's libraries.
        median: Seconds of a call.
        low: The 20 % quantile.
        high: The 80 % quantile.
        best: The least.
        count: Samples that the quantiles are of.
        quiet: True if the quantiles are close enough for medians to be compared.
        flops: Operations on real numbers; 0 where they do not count.
        nbytes: Bytes of operands and results.
        apart: Largest difference from the first peer's result, or its losses, relative to its largest element.
        side: ``host`` or ``device``, whichever computed a call on NumPy arrays.
        card: The card's state behind the last turn.
        step: Costs of a program's step besides time.
        samples: The samples themselves, in files of single processes.
    """

    case: Case
    library: Words
    median: float
    low: float
    high: float
    best: float
    count: int
    quiet: bool
    flops: float
    nbytes: float
    apart: float | None = None
    side: str | None = None
    card: Card | None = None
    step: Step | None = None
    samples: list[float] = []

    @property
    def seconds(self) -> CallTiming:
        """The quantiles as the package compares them."""
        return CallTiming(self.median, self.low, self.high, self.best, self.count)

    @property
    def ours(self) -> bool:
        """True if autoblas was timed, not a peer."""
        return self.library.startswith(OURS)

    @property
    def typical(self) -> float:
        """The median; the least on a machine that was not quiet."""
        return self.median if self.quiet else self.best


class Record(msgspec.Struct, forbid_unknown_fields=True):
    """A run.

    Attributes:
        form: The version of this form of file.
        date: The time of its beginning, in ISO 8601.
        autoblas: The package's version.
        commit: The checkout's commit, with ``+`` where files differed from it.
        machine: The machine.
        blas: NumPy's BLAS.
        environment: Variables that were set and that force or limit a BLAS.
        forced_peer: True if a forced BLAS was allowed.
        threads: Threads that peers on the host were given.
        load: The machine's load before and after, over a minute.
        quiet: True if all rows are quiet.
        processes: Processes that the samples are of.
        libraries: The libraries that the rows name.
        suspicious: Sentences on peers that are slower than the processor allows.
        failures: Cases that a library could not compute, and why.
        rows: The figures.
    """

    form: Annotated[int, msgspec.Meta(ge=1, le=1)]
    date: Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d\d-\d\dT")]
    autoblas: Words
    commit: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{7,40}\+?$")]
    machine: Machine
    blas: Library
    environment: dict[str, str]
    forced_peer: bool
    threads: int
    load: tuple[float, float]
    quiet: bool
    processes: int
    libraries: dict[str, Library]
    suspicious: list[str]
    failures: list[str]
    rows: list[Row]


def judged(
    case: Case, library: str, samples: Sequence[float], work: tuple[float, float], **attributes: Any
) -> Row:
    """A row of samples.

    Args:
        case: The case.
        library: The library.
        samples: Seconds of a call.
        work: Operations and bytes.
        **attributes: Further attributes.
    """
    low, median, high = (float(q) for q in np.quantile(samples, (0.2, 0.5, 0.8)))
    best, rounded = min(samples), [float(f"{x:.4g}") for x in samples]
    quiet = CallTiming(median, low, high, best, len(rounded)).quiet
    return Row(
        case, library, median, low, high, best, len(rounded), quiet, *work, samples=rounded, **attributes
    )


def strongest(peers: Sequence[Row]) -> Row | None:
    """The fastest of the peers, by best times where not all are quiet; None where there are none."""
    quiet = all(row.quiet for row in peers)
    return min(peers, key=lambda row: row.median if quiet else row.best, default=None)


def merged(records: Sequence[Record]) -> Record:
    """One record of runs in several processes, whose samples are put together."""
    first, last = records[0], records[-1]
    together: dict[tuple[Case, str], list[Row]] = {}
    for row in (row for record in records for row in record.rows):
        together.setdefault((row.case, row.library), []).append(row)
    rows = [
        judged(
            case, library, [x for row in some for x in row.samples], (some[0].flops, some[0].nbytes),
            apart=max((row.apart for row in some if row.apart is not None), default=None),
            side=some[0].side, card=some[-1].card, step=some[-1].step,
        )
        for (case, library), some in together.items()
    ]  # fmt: skip
    return msgspec.structs.replace(
        first, load=(first.load[0], last.load[1]), processes=sum(record.processes for record in records), rows=rows,
        quiet=all(row.quiet for row in rows),
        suspicious=_fastest(text for record in records for text in record.suspicious),
        failures=sorted({text for record in records for text in record.failures}),
    )  # fmt: skip


def _fastest(sentences: Iterable[str]) -> list[str]:
    """The sentences with the largest share of the peak, one for each type and library."""
    return list({text.partition(" reaches ")[0]: text for text in sorted(sentences)}.values())


def pooled(record: Record) -> Record:
    """The record without single samples."""
    return msgspec.structs.replace(
        record, rows=[msgspec.structs.replace(row, samples=[]) for row in record.rows]
    )


def write(record: Record, path: Path) -> None:
    """Write a file, with a line for each row."""
    text = msgspec.json.format(msgspec.json.encode(msgspec.structs.replace(record, rows=[])), indent=1)
    head = text.decode().rstrip().removesuffix("}").rstrip().removesuffix("[]")
    rows = ",\n".join("  " + msgspec.json.encode(row).decode() for row in record.rows)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{head}[\n{rows}\n ]\n}}\n", encoding="utf-8")


def read(path: Path) -> Record:
    """The record in a file, which must say of every library what it is.

    Raises:
        RecordError: the file is none, or lacks a part of its provenance.
    """
    try:
        record = msgspec.json.decode(path.read_bytes(), type=Record)
    except msgspec.MsgspecError as error:
        raise RecordError(f"{path.name}: no record of a benchmark: {error}") from None
    unnamed = {row.library for row in record.rows} - set(record.libraries)
    if unnamed:
        raise RecordError(f"{path.name}: nothing is said of {', '.join(sorted(unnamed))}")
    return record
