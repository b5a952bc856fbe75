"""How good the published starting points are: on recorded spaces of CLBlast's kernel, without what the device itself told.

    python benchmarks/published_quality.py CLBlast SPACE.json.gz ...

CLBLAST is a checkout of CLBlast, each SPACE a cache of Kernel Tuner with all points of its SGEMM on a device. The rows that
the device has in CLBlast's database are left out, in the second column all of its generation, and the rest is put in order
as ``published.py`` does. Each point of the order counts as the nearest that was recorded, and after those that a search
begins with random points follow. Printed is the share of the best recorded speed that is reached after some evaluations,
against random points, and a kernel's default point with random ones behind it. With ``--seeds`` the default search goes on
from there in their place, which takes minutes a space. The last table says for every maker how often a device's own best
point, as one of a kernel here, is among the first ones that the others' lead to.
"""

from __future__ import annotations

import gzip
import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import numpy as np
from published import FAMILIES, NONE, Entry, ordered, place, read

from autoblas.contrib.clblast import points_of
from autoblas.runtime.autotune.points import PUBLISHED
from autoblas.tuning import make_search
from autoblas.tuning.outcome import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

AT = (1, 5, 10, 25)
"""Evaluations."""

BEGIN = FAMILIES["xgemm"]
"""Points of a row."""

SEARCHED_AT = (1, 6, 11, 16, 20, 25, 30, 40)
STARTS = (0, PUBLISHED, BEGIN)
"""Points of a row behind the default that a search begins with."""

DEFAULT = {
    "GEMMK": 0, "KREG": 1, "KWG": 32, "KWI": 2, "MDIMA": 16, "MDIMC": 16, "MWG": 64, "NDIMB": 16, "NDIMC": 16, "NWG": 64,
    "SA": 1, "SB": 1, "STRM": 0, "STRN": 0, "VWM": 4, "VWN": 4,
}  # fmt: skip
"""The default of ``gemm_tile``, 64 x 64 in local memory by 16 x 16 work-items, in CLBlast's words."""

RECORDED_AS = {
    "GeForce GTX 1080 Ti": ("GeForce GTX 1080 Ti",),
    "GeForce GTX TITAN X": ("GeForce GTX TITAN X",),
    "GeForce RTX 2070 SUPER": ("RTX 2070 SUPER", "RTX 2070 Super"),
    "NVIDIA GeForce RTX 2080 Ti": ("RTX 2080 Ti",),
    "NVIDIA GeForce RTX 3060 Laptop GPU": ("RTX 3060 Laptop GPU",),
    "NVIDIA GeForce RTX 3090": ("RTX 3090",),
    "A100-PCIE-40GB": ("A100-PCIE-40GB",),
    "TITAN RTX": ("TITAN RTX",),
    "Tesla K20m": ("Tesla K20m",),
    "Tesla P100-PCIE-12GB": ("Tesla P100",),
    "Tesla V100-PCIE-32GB": ("Tesla V100",),
    "gfx906+sram-ecc": ("MI50/MI60",),
    "AMD Vega": ("Vega Radeon RX Vega",),
}
"""The endings of names in CLBlast's database that a recorded device has there, by its name in the cache."""


class Space:
    """A recorded space.

    Args:
        path: A cache of Kernel Tuner, compressed or not.
    """

    def __init__(self, path: Path) -> None:
        text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        held = json.loads(text)
        self.name: str = held["device_name"]
        points = [each for each in held["cache"].values() if isinstance(each["time"], float | int)]
        times = np.array([each["time"] for each in points], float)
        varied = [name for name in DEFAULT if len({each.get(name) for each in points}) > 1]
        self.points = [{name: each[name] for name in varied} | {"kernel": "xgemm"} for each in points]
        self.shares = times.min() / times
        self.places = np.array(
            [place({**DEFAULT, **{k: each[k] for k in DEFAULT if k in each}}) for each in points]
        )

    def nearest(self, entries: Iterable[Mapping[str, int]]) -> list[int]:
        """The recorded points nearest to some parameters, each once."""
        found = (int(np.linalg.norm(self.places - place(each), axis=1).argmin()) for each in entries)
        return list(dict.fromkeys(found))

    def reached(self, begin: Sequence[int]) -> list[float]:
        """The share of the best after so many evaluations: these points, and random ones behind them."""
        best = np.maximum.accumulate(self.shares[list(begin)]) if begin else np.zeros(0)
        return [
            float(best[count - 1])
            if count <= len(begin)
            else self._expected(float(best[-1]) if begin else 0.0, count - len(begin))
            for count in AT
        ]

    def searched(self, begin: Sequence[int], seed: int) -> list[float]:
        """The share of the best after so many evaluations of the default search that begins with these points."""
        search = make_search("model", self.points, trials=1, seed=seed, start=begin, patience=10**6)
        best = 0.0
        reached: list[float] = []
        while len(reached) < SEARCHED_AT[-1] and (request := search.ask()) is not None:
            share = float(self.shares[request.index])
            best = max(best, share)
            reached.append(best)
            search.tell(request.index, Outcome("ok", (1 / share,)))
        return [reached[min(count, len(reached)) - 1] for count in SEARCHED_AT]

    def _expected(self, least: float, count: int) -> float:
        """The expected best of so many random points without repetition and of what there is."""
        ranked = np.sort(self.shares)
        total = len(ranked)
        count = min(count, total)
        places = np.arange(count, total + 1)
        choose = np.array([_choose(int(each) - 1, count - 1) for each in places]) - _choose(total, count)
        return float(np.exp(choose) @ np.maximum(ranked[count - 1 :], least))


def _choose(n: int, k: int) -> float:
    """The logarithm of a binomial coefficient."""
    return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)


def without(known: Sequence[Entry], space: Space) -> tuple[list[Entry], list[Entry]]:
    """The entries that a recorded device has itself, and all others.

    Raises:
        click.ClickException: it has none.
    """
    names = RECORDED_AS[space.name]
    own = [e for e in known if any(name in e.device for name in names)]
    if not own:
        raise click.ClickException(f"CLBlast's database has no {space.name}")
    return own, [each for each in known if each not in own]


def on_spaces(known: Sequence[Entry], spaces: Iterable[Space]) -> None:
    """Print the first table."""
    rows: list[tuple[str, list[list[float]]]] = []
    for space in spaces:
        own, others = without(known, space)
        generation, maker = own[0].generation, own[0].maker
        foreign = [each for each in others if each.generation != generation]
        columns = [
            space.reached(space.nearest(each.parameters for each in ordered(pool, generation, maker))[:BEGIN])
            for pool in (others, foreign)
        ]
        columns += [space.reached(space.nearest([DEFAULT])), space.reached([])]
        rows.append((f"{space.name} ({generation}, {len(own)} out)", columns))
    widths = max(len(name) for name, _ in rows)
    heads = ("device left out", "generation too", "default", "random")
    click.echo(" " * widths + "  " + "  ".join(f"{head:^19}" for head in heads))
    click.echo(" " * widths + "  " + "  ".join(" ".join(f"{n:>4}" for n in AT) for _ in heads))
    values = np.array([columns for _, columns in rows])
    summary = [("geometric mean", np.exp(np.log(values).mean(axis=0))), ("least", values.min(axis=0))]
    for name, columns in (*rows, *summary):
        figures = "  ".join(" ".join(f"{x:4.2f}" for x in column) for column in columns)
        click.echo(f"{name:{widths}}  {figures}")


def by_search(known: Sequence[Entry], spaces: Iterable[Space], seeds: int) -> None:
    """Print the second table."""
    found: dict[int, list[list[float]]] = {count: [] for count in STARTS}
    for space in spaces:
        own, others = without(known, space)
        order = ordered(others, own[0].generation, own[0].maker)
        row, default = space.nearest(each.parameters for each in order)[:BEGIN], space.nearest([DEFAULT])
        for count, reached in found.items():
            begin = list(dict.fromkeys([*default, *row[:count]]))
            reached += [[*space.searched(begin, seed)] for seed in range(seeds)]
    click.echo("\nthe default search, geometric mean after " + ", ".join(map(str, SEARCHED_AT)))
    for count, reached in found.items():
        means = np.exp(np.log(np.array(reached)).mean(axis=0))
        click.echo(f"default and {count:2} of the row  " + " ".join(f"{x:4.2f}" for x in means))


def tile(parameters: Any) -> tuple[Any, ...]:
    """What parameters say of a tile here: its sides, the part of a work-item, and whether operands are in local memory."""
    _, points = points_of("xgemm", parameters)
    values = dict(points)["gemm_tile"]
    return (points[0][0], *(values[name] for name in ("tm", "tn", "rm", "rn")))


def own_best(known: Sequence[Entry]) -> None:
    """Print the last table."""
    hits: dict[str, list[list[list[bool]]]] = {}
    for entry in known:
        for column, same in enumerate((entry.device, entry.generation)):
            pool = [
                e for e in known if e is not entry and (e.device if column == 0 else e.generation) != same
            ]
            order = dict.fromkeys(
                tile(e.parameters) for e in ordered(pool, entry.generation or NONE, entry.maker or NONE)
            )
            found = [tile(entry.parameters) in list(order)[:count] for count in AT]
            hits.setdefault(entry.maker, [[], []])[column] += [found]
    click.echo("\nmaker: devices, share whose own tile is among the first " + ", ".join(map(str, AT)))
    for maker, columns in sorted(hits.items()):
        shares = "  ".join(
            " ".join(f"{x:4.2f}" for x in np.mean(np.array(column), axis=0)) for column in columns
        )
        click.echo(f"{maker:12} {len(columns[0]):3}  {shares}")


@click.command(help=__doc__, context_settings={"max_content_width": 120})
@click.argument("checkout", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("spaces", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--seeds", default=0, show_default=True, help="Searches of each space; 0 leaves them out.")
def main(checkout: Path, spaces: tuple[Path, ...], seeds: int) -> None:
    """Print the tables."""
    known = [each for each in read(checkout) if (each.family, each.element_type) == ("xgemm", "float32")]
    if spaces:
        recorded = [Space(path) for path in spaces]
        on_spaces(known, recorded)
        if seeds:
            by_search(known, recorded, seeds)
    own_best(known)


if __name__ == "__main__":
    main()
