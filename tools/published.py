"""Makes src/autoblas/database/published.json: points of kernels for graphics processors that CLBlast's users tuned.

    git clone https://github.com/CNugteren/CLBlast
    python tools/published.py make CLBlast                       # a minute; prints the rows
    python tools/published.py judge CLBlast SPACE.json.gz     # how good they are on a cache of Kernel Tuner

CLBlast's database has the best parameters of its kernels for each device. They are ordered for each generation, for each
maker, and for all graphics processors together: the first few are near the best of as many devices as possible. Devices
of the generation itself count most. ``autoblas.contrib.clblast`` translates the parameters; a point that rules refuse
becomes the nearest legal one.
"""

from __future__ import annotations

import gzip
import itertools
import json
import math
import re
import subprocess
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import numpy as np

from autoblas.contrib.clblast import points_of
from autoblas.database.published import FILE
from autoblas.devices.generation import ALL, generation_of
from autoblas.devices.recording import PLAIN_GPU
from autoblas.kernels import kernels
from autoblas.precision import precision_of
from autoblas.problems import Matmul
from autoblas.problems.matvec import Matvec
from autoblas.problems.vector import Map, Reduce
from autoblas.records.clblast import PRECISIONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from autoblas.devices.device import Facts

SOURCE = "CLBlast's database"
LICENCE = "Apache-2.0"
FOLDER = "src/database/kernels"
TARGET = Path(__file__).resolve().parents[1] / "src/autoblas/database" / FILE

FAMILIES = {"xgemm": 10, "xaxpy": 3, "xdot": 3, "xgemv": 3}
"""CLBlast's families of kernels, and the number of their points in a row."""

PROBLEMS = ("gemm", "map", "reduce", "matvec")
"""The families of problems that they serve."""

NONE = "-"
"""A name of no generation and no maker."""

FEW = 5
"""The devices of a generation, the remaining ones of its maker, and all remaining ones weigh n / (n + 5) as groups of n."""

REACH = 8.0
"""The distance at which parameters no longer predict each other's speed."""

LESS = {
    "MDIMA": 0.5, "NDIMB": 0.5, "KWG": 0.5, "VWM": 0.7, "VWN": 0.7, "STRM": 0.3, "STRN": 0.3, "KREG": 0.0, "KWI": 0.0
}  # fmt: skip
"""The distance of a doubling of a parameter, where it is not 1."""


@dataclass(frozen=True)
class Entry:
    """The best parameters of a CLBlast kernel on a device; maker and generation are those of ``generation_of``."""

    family: str
    element_type: str
    maker: str
    generation: str
    device: str
    parameters: Mapping[str, int]


def entries(text: str, family: str, element_type: str) -> Iterator[Entry]:
    """The entries of single graphics processors in a header of the database, without its defaults for several.

    Raises:
        ValueError: the text has not the form that CLBlast's ``scripts/database`` writes.
    """
    head = re.search(r'"\w+", Precision::k\w+, \{([^}]*)\}', text)
    if head is None:
        raise ValueError(f"{family}: no list of parameters")
    names = re.findall(r'"(\w+)"', head[1])
    kind = vendor = architecture = ""
    for line in text.splitlines():
        if match := re.search(r'kDeviceType(\w+), "([^"]+)", \{', line):
            kind, vendor = match.groups()
        elif match := re.search(r'^\s*\{ "([^"]*)", \{', line):
            architecture = match[1]
        elif match := re.search(r'Name\{"([^"]*)"\}\s*, Params\{([^}]*)\}', line):
            values = [int(value) for value in match[2].split(",")]
            if kind == "GPU":
                device = " ".join(f"{architecture.removeprefix('default')} {match[1]}".split())
                capability = tuple(map(int, re.findall(r"\d+", architecture))) if "SM" in architecture else ()
                maker, generation = generation_of(vendor, device, capability)
                parameters = dict(zip(names, values, strict=False))  # the database has zeros behind the last
                yield Entry(family, element_type, maker, generation, device, parameters)


def read(checkout: Path) -> list[Entry]:
    """All entries of a checkout of CLBlast."""
    database: list[Entry] = []
    for family, (digits, element_type) in itertools.product(FAMILIES, PRECISIONS.items()):
        header = checkout / FOLDER / family / f"{family}_{digits}.hpp"
        database += entries(header.read_text(encoding="utf-8"), family, element_type)
    return database


def coordinates(parameters: Mapping[str, int]) -> np.ndarray[Any, Any]:
    """The coordinates of parameters: their weighted logarithms."""
    values = sorted(parameters.items())
    return np.array([LESS.get(name, 1.0) * (x if x < 2 else math.log2(x)) for name, x in values])


def ordered(entries: Sequence[Entry], generation: str, maker: str) -> list[Entry]:
    """Different entries of a family and type, in an order in which the next one is the nearest to most devices.

    Args:
        entries: The entries.
        generation: The generation that they are ordered for; ``NONE`` for all of a maker.
        maker: Its maker; ``NONE`` for all devices.
    """
    positions = np.array([coordinates(entry.parameters) for entry in entries])
    nearness = [(entry.generation == generation) + (entry.maker == maker) for entry in entries]
    counted = Counter(nearness)
    weights = np.array([1 / (counted[group] + FEW) for group in nearness])
    near = np.maximum(REACH - np.linalg.norm(positions[:, None] - positions[None], axis=2), 0)
    reached = np.zeros(len(entries))
    chosen: list[Entry] = []
    while True:
        gains = weights @ np.maximum(near - reached[:, None], 0)
        best = int(
            gains.argmax()
        )  # rounding of NumPy's BLAS decides ties: run with OpenBLAS's default kernels
        if gains[best] <= 1e-9:
            return chosen
        chosen.append(entries[best])
        reached = np.maximum(reached, near[:, best])


def problem_of(family: str, element_type: str) -> Any:
    """The problem that CLBlast's tuners time, for which a point has to be legal."""
    precision = precision_of(element_type)
    return {
        "gemm": Matmul(1024, 1024, 1024, precision),
        "map": Map("axpy", 1 << 22, precision),
        "reduce": Reduce("dot", 1 << 21, precision),
        "matvec": Matvec(2048, 2048, precision, across=True),
    }[family]


def facts_of(maker: str) -> Facts:
    """The smallest limits of a maker's devices: work-groups are smaller than NVIDIA's elsewhere."""
    most = 1024 if maker == "NVIDIA" else 256
    least = replace(PLAIN_GPU, local_bytes=32 << 10, fp16=True, sub_groups=True)
    return replace(least, max_items=most, max_item_sizes=(most,) * 3)


def legal_near(name: str, values: Mapping[str, int], problem: Any, facts: Facts) -> dict[str, int] | None:
    """The values, or the nearest legal ones of three a parameter; None where rules refuse them all."""
    kernel = kernels()[name]

    def distance(parameter: str, value: int) -> float:
        return abs(math.log2((value + 0.5) / (values[parameter] + 0.5)))

    def nearest(parameter: str) -> list[int]:
        choices = [choice for choice in kernel.space.choices()[parameter] if isinstance(choice, int)]
        return sorted(choices, key=lambda choice: (distance(parameter, choice), choice))[:3]

    combinations = itertools.product(*map(nearest, values))
    points = [dict(zip(values, combination, strict=True)) for combination in combinations]
    points.sort(key=lambda point: sum(distance(*pair) for pair in point.items()))
    legal = (x for x in points if kernel.refusal(kernel.space.point(x), problem, facts) is None)
    return next(legal, None)


def translated(
    chosen: Iterable[Entry], maker: str, most: int
) -> tuple[str, list[tuple[str, dict[str, int]]]]:
    """The family of problems, and the first entries as legal points of its kernels.

    An entry without local memory becomes a point of both kernels, one with it a point of the kernel that has it too.
    """
    legal_points: dict[str, tuple[str, dict[str, int]]] = {}
    problems = ""
    for entry in chosen:
        problems, points = points_of(entry.family, entry.parameters)
        staged = entry.parameters.get("SA", 0) or entry.parameters.get("SB", 0)
        problem = problem_of(problems, entry.element_type)
        for name, values in points[:1] if staged else points:
            legal = legal_near(name, values, problem, facts_of(maker))
            if legal is not None:
                legal_points.setdefault(json.dumps([name, legal]), (name, legal))
        if len(legal_points) >= most:
            break
    return problems, list(legal_points.values())[:most]


def table(database: Sequence[Entry], date: str, version: str) -> dict[str, Any]:
    """The contents of the file."""
    labels = {entry.generation: entry.maker for entry in database if entry.generation}
    labels |= {entry.maker: entry.maker for entry in database if entry.maker}
    points: dict[str, tuple[str, dict[str, int]]] = {}
    rows: dict[str, dict[str, list[int]]] = {}
    for label in (*sorted(labels), ALL):
        row = rows.setdefault(label, {})
        maker = labels.get(label, "")
        for (family, most), element_type in itertools.product(FAMILIES.items(), PRECISIONS.values()):
            entries = [x for x in database if (x.family, x.element_type) == (family, element_type)]
            if not entries:
                continue
            generation = NONE if label in {maker, ALL} else label
            problems, best = translated(ordered(entries, generation, maker or NONE), maker, most)
            for point in best:
                points.setdefault(json.dumps(point), point)
            numbers = {key: number for number, key in enumerate(points)}
            row[f"{problems} {element_type}"] = [numbers[json.dumps(point)] for point in best]
    sources = {(entry.generation, entry.maker, entry.device) for entry in database}
    sizes = {problem.family: list(problem.sizes) for problem in (problem_of(f, "float32") for f in PROBLEMS)}
    devices = Counter(label for generation, maker, _ in sources for label in {generation, maker, ALL} - {""})
    head = {"source": SOURCE, "version": version, "date": date, "licence": LICENCE, "sizes": sizes}
    return head | {"devices": dict(sorted(devices.items())), "points": list(points.values()), "rows": rows}


def written(document: Mapping[str, Any]) -> str:
    """The file's text: a line for each point and each list of a row."""
    head = [(name, value) for name, value in document.items() if name not in {"points", "rows"}]
    lines = ["{", *(f"{json.dumps(name)}: {json.dumps(value)}," for name, value in head)]
    lines.append('"points": [\n' + ",\n".join(map(json.dumps, document["points"])) + "\n],")
    rows = (
        f"{json.dumps(label)}: {{\n"
        + ",\n".join(f"{json.dumps(name)}: {json.dumps(numbers)}" for name, numbers in row.items())
        + "\n}"
        for label, row in document["rows"].items()
    )
    lines.append('"rows": {\n' + ",\n".join(rows) + "\n}\n}\n")
    return "\n".join(lines)


AT = (1, 5, 10)
"""Evaluations after which ``judge`` reports, of the ten points of a row."""

DEFAULT = {
    "GEMMK": 0, "KREG": 1, "KWG": 32, "KWI": 2, "MDIMA": 16, "MDIMC": 16, "MWG": 64, "NDIMB": 16, "NDIMC": 16, "NWG": 64,
    "SA": 1, "SB": 1, "STRM": 0, "STRN": 0, "VWM": 4, "VWN": 4,
}  # fmt: skip
"""The default of ``gemm_tile`` by CLBlast's names of parameters."""


def judged(database: Sequence[Entry], path: Path, names: Sequence[str]) -> dict[str, list[float]]:
    """The shares of the best speed that points reach after the evaluations of ``AT``, by the entries that were removed.

    Args:
        database: Entries for SGEMM.
        path: A cache of Kernel Tuner with points of CLBlast's SGEMM on a device, compressed or not.
        names: Parts of the device's name in the database; without them its name in the cache.

    Raises:
        click.ClickException: the database has no such device.
    """
    cache = json.loads(gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes())
    points = [point for point in cache["cache"].values() if isinstance(point["time"], float | int)]
    times = np.array([point["time"] for point in points], float)
    positions = np.array([coordinates(DEFAULT | {k: x[k] for k in DEFAULT if k in x}) for x in points])
    of_device = [x for x in database if any(name in x.device for name in names or [cache["device_name"]])]
    if not of_device:
        raise click.ClickException(f"CLBlast's database has no {' '.join(names) or cache['device_name']}")

    def reached(entries: Iterable[Mapping[str, int]]) -> list[float]:
        near = dict.fromkeys(
            int(np.linalg.norm(positions - coordinates(x), axis=1).argmin()) for x in entries
        )
        shares = times.min() / times[list(near)]
        return [float(shares[:count].max()) for count in AT]

    generation, maker = of_device[0].generation, of_device[0].maker
    without_device = [x for x in database if x not in of_device]
    without_generation = [x for x in without_device if x.generation != generation]
    shares = {
        head: reached(x.parameters for x in ordered(pool, generation, maker))
        for head, pool in (("the device", without_device), (f"all of {generation}", without_generation))
    }
    return shares | {"everything": reached([DEFAULT])}


@click.group()
def main() -> None:
    """Make the file of published points, or judge it."""


CHECKOUT = click.argument("checkout", type=click.Path(exists=True, file_okay=False, path_type=Path))


@main.command()
@CHECKOUT
def make(checkout: Path) -> None:
    """Make the file anew from a CHECKOUT of CLBlast."""
    git = ["git", "-C", str(checkout), "log", "-1", "--format=%h %cs"]
    log = subprocess.run(git, check=True, capture_output=True, text=True)  # noqa: S603  # the checkout that was named
    version, date = log.stdout.split()
    document = table(read(checkout), date, version)
    TARGET.write_text(written(document), encoding="utf-8")
    for label, row in document["rows"].items():
        first = document["points"][row["gemm float32"][0]]
        click.echo(f"{label:24} {document['devices'][label]:3} devices, first {first}")


@main.command()
@CHECKOUT
@click.argument("space", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--name", "names", multiple=True, help="A part of the device's name in the database; SPACE's by default."
)
def judge(checkout: Path, space: Path, names: tuple[str, ...]) -> None:
    """Print the shares of the best speed of SPACE that are reached without what its own device told."""
    database = [x for x in read(checkout) if (x.family, x.element_type) == ("xgemm", "float32")]
    click.echo(f"shares of the best speed after {', '.join(map(str, AT))} evaluations, by what is left out")
    for head, column in judged(database, space, names).items():
        click.echo(f"{head:24} " + " ".join(f"{x:.2f}" for x in column))


if __name__ == "__main__":
    main()
