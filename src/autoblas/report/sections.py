"""The sections of a page: what each says, which charts it has, and the tables behind them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from autoblas.report.charts.bars import failures_chart, importance_chart, kernels_chart
from autoblas.report.charts.progress import progress_chart
from autoblas.report.charts.ranking import agreement_table, ranking_chart
from autoblas.report.charts.roofline import roofline_chart
from autoblas.report.charts.space import parameter_charts
from autoblas.report.charts.speed import speed_chart
from autoblas.report.importance import FEWEST, explained_together, shares
from autoblas.report.ranking import rankings
from autoblas.report.speeds import SHIPPED, Roof, bandwidth, fastest, peaks
from autoblas.report.tables import (
    merged,
    rate_text,
    record_table,
    renamed,
    search_table,
    served_table,
    time_text,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from autoblas.report.charts.drawing import Chart
    from autoblas.report.content import Content
    from autoblas.report.searches import RecordedSearch
    from autoblas.report.speeds import Speed
    from autoblas.report.tables import Table

__all__ = ["Section", "SectionPart", "sections_of", "summary_of"]

MOST_SEARCHES = 6
"""Searches whose spaces are drawn, those with the most trials; a page of all is too long to read."""

MOST_CLASSES, FEWEST_SIZES = 9, 3
"""Classes whose speed over size is drawn, and sizes that a class must have for it."""

NUMBERS = {"complex64": "float32", "complex128": "float64", "bfloat16": "float16"}
"""The type whose peak counts for another."""

POINTS = (
    "Points are medians; bars reach from the rate that a fifth of the calls fell below to the one that a fifth exceeded, "
    "of records one standard deviation to either side. Kernels are timed without copies; calls are whole calls on NumPy "
    "arrays."
)
NO_PEER = (
    'No peer was timed: --bench takes a file of "autoblas bench gemm --compare PEER --json > FILE", where PEER is numpy, '
    "clblast, or on an NVIDIA card cublas."
)
NO_PEAK = 'No peak is known: "autoblas bench gemm" measures and keeps it.'
ROOFS = (
    "Operations a byte are those of the definition: operands and result are moved once. Sizes that fit a cache can lie "
    "above the line of memory, and kernels on matrix units above that of multiply-adds. The lines are the roof of the roofline model."
)
NO_ROOF = "Neither the peak nor the pace of memory was measured here, so that no roof is drawn."
PROGRESS = (
    "Each point is a trial at its median time, in the order in which points were first tried; the line is the best so far, "
    "triangles are slower than the axis reaches, crosses are trials that failed. Above are the seconds that the search had taken by then, compilation and checks "
    "included, pauses between runs not. Of a point that was tried again, the last outcome is shown."
)
WINNERS = (
    "Each row is a point that won at one size, each column a size; cells are its speed in percent of the best one there, a "
    "dash where it was not tried. The table below names the rows."
)
PRESENT = "The kernel that a call on device arrays gets on this machine."
ABSENT = (
    "The device is not on this machine: these are the fastest records there are. They serve there after a check of what "
    "they compute."
)


@dataclass(frozen=True)
class SectionPart:
    """A part of a section: charts side by side, and the tables behind them.

    Attributes:
        title: Its heading; empty where it has none of its own.
        notes: Sentences above.
        charts: The charts.
        small: The charts are many small ones.
        tables: Tables that are shown open.
        numbers: Tables behind the charts, folded.
    """

    title: str = ""
    notes: tuple[str, ...] = ()
    charts: tuple[Chart, ...] = ()
    small: bool = False
    tables: tuple[Table, ...] = ()
    numbers: tuple[Table, ...] = ()


@dataclass(frozen=True)
class Section:
    """A section of the page, by the name that links lead to."""

    name: str
    title: str
    parts: tuple[SectionPart, ...]


@dataclass(frozen=True)
class Measured:
    """Speeds and roofs by records and files of ``bench``.

    Attributes:
        speeds: The fastest record of each problem, the user's before those that ship.
        roofs: The peak of each element type.
        memory: The pace of memory; None where it is not known.
    """

    speeds: tuple[Speed, ...]
    roofs: Mapping[str, Roof]
    memory: Roof | None

    def roof(self, kind: str) -> Roof | None:
        """The peak of what an element type is computed in."""
        return self.roofs.get(NUMBERS.get(kind, kind))


def _measured(content: Content) -> Measured:
    speeds = (*fastest(content.records), *fastest(content.shipped, SHIPPED))
    roofs = peaks((*content.records, *content.shipped), content.peaks)
    for bench in content.benches:
        if bench.roof_valid:
            roofs.setdefault(bench.roof.name, bench.roof)
    single = roofs.get("float32")
    if "float64" not in roofs and single is not None and ("Kind", "cpu") in content.facts:
        roofs["float64"] = Roof(
            "float64", single.rate / 2, "half of that in float32: vectors hold half as many"
        )
    return Measured(speeds, roofs, bandwidth(speeds))


def sections_of(content: Content) -> list[Section]:
    """The sections that have something to say."""
    measured = _measured(content)
    sections = [
        Section("speed", "Speed", tuple(_speed_parts(content, measured))),
        Section("searches", "Searches", tuple(_search_parts(content.searches))),
        Section("sizes", "How the ranking changes with size", tuple(_ranking_parts(content.searches))),
        Section("failures", "Failures", tuple(_failure_parts(content.searches))),
        Section("served", "What is served, and why", tuple(_served_parts(content))),
        Section("records", "Records", tuple(_record_parts(content))),
    ]
    return [section for section in sections if section.parts]


def _part(
    title: str, notes: Iterable[str], charts: Sequence[Chart], numbers: str, **options: object
) -> SectionPart:
    """A part with the numbers of its charts under one name."""
    tables = merged(renamed(chart.table, numbers) for chart in charts)
    return SectionPart(title, tuple(notes), tuple(charts), numbers=tuple(tables), **options)  # type: ignore[arg-type]


def _speed_parts(content: Content, measured: Measured) -> Iterable[SectionPart]:
    classes: dict[str, list[Speed]] = {}
    for speed in (*measured.speeds, *(speed for bench in content.benches for speed in bench.speeds)):
        if not speed.work.helper:
            classes.setdefault(speed.work.class_name, []).append(speed)
    drawable = [
        speeds
        for speeds in classes.values()
        if len({round(speed.work.edge) for speed in speeds}) >= FEWEST_SIZES
    ]
    drawable.sort(
        key=lambda speeds: (all(s.series == SHIPPED for s in speeds), -len(speeds), speeds[0].work.class_name)
    )
    charts = [
        speed_chart(
            f"speed-{i}", speeds, measured.roof(speeds[0].work.element_type), alone=len(drawable) == 1
        )
        for i, speeds in enumerate(drawable[:MOST_CLASSES])
    ]
    if charts:
        notes = [POINTS] + [NO_PEER] * (not content.benches) + [NO_PEAK] * (not measured.roofs)
        if len(drawable) > MOST_CLASSES:
            notes.append(f"The {MOST_CLASSES} classes with the most sizes are drawn, of {len(drawable)}.")
        yield _part("Over size", notes, charts, "speed")
    kinds: dict[str, list[Speed]] = {}
    for speed in chain.from_iterable(classes.values()):
        if speed.work.flops and speed.work.nbytes:
            kinds.setdefault(speed.work.element_type, []).append(speed)
    rooflines = [
        roofline_chart(f"roofline-{i}", speeds, measured.roof(kind), measured.memory, alone=len(kinds) == 1)
        for i, (kind, speeds) in enumerate(sorted(kinds.items()))
    ]
    if rooflines:
        origins = [f"{roof.name}: {rate_text(roof.rate)}, {roof.origin}." for roof in measured.roofs.values()]
        if measured.memory is not None:
            origins.append(f"Memory: {rate_text(measured.memory.rate, 'B')}, {measured.memory.origin}.")
        yield _part(
            "Speed beside what the hardware allows", (ROOFS, *(origins or [NO_ROOF])), rooflines, "roofline"
        )


def _search_parts(searches: Sequence[RecordedSearch]) -> Iterable[SectionPart]:
    if not searches:
        return
    timed = [search for search in searches if search.best is not None]
    progress = [
        progress_chart(f"progress-{index}", search, alone=len(timed) == 1)
        for index, search in enumerate(timed)
    ]
    yield _part("Best so far", (PROGRESS,), progress, "trials", tables=(search_table(searches),))
    largest = sorted(timed, key=lambda search: (search.work.helper, -len(search.timed)))[:MOST_SEARCHES]
    drawn = [search for search in timed if search in largest]
    yield from _importance_parts(drawn)
    for index, search in enumerate(drawn):
        yield from _space_parts(f"space-{index}", search)
    undrawn = len(timed) - len(drawn)
    if undrawn:
        which = "searches are" if undrawn > 1 else "search is"
        how = '"autoblas report SEARCH" draws those that have its words.'
        yield SectionPart("Other searches", (f"The spaces of {undrawn} more {which} not drawn: {how}",))


def _enough(search: RecordedSearch) -> list[str]:
    """The kernels with enough trials to say something of them."""
    return [kernel for kernel in search.kernels if len(search.of_kernel(kernel)) >= FEWEST]


def _importance_parts(searches: Sequence[RecordedSearch]) -> Iterable[SectionPart]:
    """Importance of the kernel in each search, and of each parameter of a kernel with enough trials."""
    bars, notes = [], []
    choices = [
        (search.work.title, share, len(search.timed), search.driver)
        for search in searches
        for share in shares(search.timed, kernel=True)
    ]
    if choices:
        bars.append(kernels_chart("importance-kernels", choices))
    pairs = [(search, kernel) for search in searches for kernel in _enough(search)]
    for index, (search, kernel) in enumerate(pairs):
        trials = search.of_kernel(kernel)
        effects = shares(trials)
        if effects:
            together = explained_together(trials)
            subject = f"{kernel}: {search.work.title}"
            bars.append(
                importance_chart(
                    f"importance-{index}", subject, effects, together, len(trials), search.driver
                )
            )
            if together is not None:
                notes.append(f"{together:.0%} of {subject} ({len(trials)} points)")
    if bars:
        opening = "Effects of single parameters explain together, the rest being interactions and noise:"
        yield _part(
            "Which parameters matter", [f"{opening} {'; '.join(notes)}."] if notes else (), bars, "importance"
        )


def _space_parts(name: str, search: RecordedSearch) -> Iterable[SectionPart]:
    """The space of each kernel of a search with enough trials."""
    for index, kernel in enumerate(_enough(search)):
        trials = search.of_kernel(kernel)
        charts = parameter_charts(
            f"{name}-{index}", search, kernel, [share.parameter for share in shares(trials)]
        )
        if charts:
            best = min(trials, key=lambda trial: trial.seconds)
            notes = (
                f"Times of {len(trials)} points by the value of each parameter, the one that matters most first. Lines "
                f"are medians, the diamond is the best point: {time_text(best.seconds)} at {best.parameter_text}."
            )
            title = f"The space of {kernel}: {search.work.title}"
            yield _part(title, (notes,), charts, "space", small=True)


def _ranking_parts(searches: Sequence[RecordedSearch]) -> Iterable[SectionPart]:
    by_class = rankings(searches)
    if not by_class:
        return
    charts = [ranking_chart(f"ranking-{index}", ranking) for index, ranking in enumerate(by_class)]
    agreements = [agreement_table("ranking-agreement", ranking) for ranking in by_class if ranking.agreements]
    tables = merged(renamed(chart.table, "ranking") for chart in charts)
    yield SectionPart("", (WINNERS,), tuple(charts), tables=(*tables, *merged(agreements)))


def _failure_parts(searches: Sequence[RecordedSearch]) -> Iterable[SectionPart]:
    if not searches:
        return
    chart = failures_chart("failures", searches)
    if chart is None:
        yield SectionPart(notes=(f"None of {sum(len(search.trials) for search in searches)} trials failed.",))
    else:
        yield SectionPart(charts=(chart,), tables=(chart.table,))


def _served_parts(content: Content) -> Iterable[SectionPart]:
    if content.served:
        yield SectionPart(
            notes=(PRESENT if content.present else ABSENT,), tables=(served_table(content.served),)
        )


def _record_parts(content: Content) -> Iterable[SectionPart]:
    if content.records or content.shipped:
        yield SectionPart(tables=(record_table(content.records, content.shipped),))


def summary_of(content: Content) -> list[str]:
    """The page in a few sentences."""
    measured = _measured(content)
    local = [speed for speed in measured.speeds if speed.series != SHIPPED]
    best: dict[str, Speed] = {}
    for speed in local or measured.speeds:
        kind, rate = speed.work.element_type, speed.work.gflops(speed.seconds)
        slower = kind not in best or rate > best[kind].work.gflops(best[kind].seconds)
        if speed.work.arithmetic and speed.work.flops and slower:
            best[kind] = speed
    sentences = []
    for kind, speed in sorted(best.items()):
        rate, roof = speed.work.gflops(speed.seconds), measured.roof(kind)
        share = "" if roof is None else f", {rate / roof.rate:.0%} of the peak in multiply-adds"
        sentences.append(f"{kind}: up to {rate_text(rate)} ({speed.work.title}){share}.")
    sentences += _against_peers(content)
    if content.searches:
        trials = sum(len(search.trials) for search in content.searches)
        failed = sum(len(search.failed) for search in content.searches)
        many = "searches" if len(content.searches) > 1 else "search"
        sentences.append(f"{len(content.searches)} {many} with {trials} trials, of which {failed} failed.")
    sentences.append(
        f"{len(content.records)} records of the user's, {len(content.shipped)} that ship with autoblas."
    )
    return sentences


def _against_peers(content: Content) -> Iterable[str]:
    """The geometric mean of the speed relative to each peer, of each file of ``bench`` that has one."""
    for bench in content.benches:
        notes = f" ({'; '.join(bench.notes)})" if bench.notes else ""
        for peer, ratios in bench.ratios.items():
            mean = math.exp(math.fsum(map(math.log, ratios)) / len(ratios))
            class_name = bench.speeds[0].work.class_name
            yield f"Calls ({class_name}) run at {mean:.2f} times the speed of {peer}: the geometric mean of {len(ratios)} sizes{notes}."
