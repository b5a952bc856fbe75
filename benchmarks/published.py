"""Makes src/autoblas/database/published.json: points of kernels here for graphics processors that nobody here has.

    git clone https://github.com/CNugteren/CLBlast
    python benchmarks/published.py CLBlast                 # a minute; prints the rows

CLBlast's database has, for each device that somebody tuned, the best parameters of its kernels. For each generation, each
maker and all graphics processors together the parameters are put in an order such that the first few are near as many
devices' best as possible (``ordered``), those of the generation itself counting most. What they mean for kernels here says
``autoblas.contrib.clblast``; a point that rules refuse becomes the nearest legal one. ``published_quality.py`` says how
good the order is.
"""

from __future__ import annotations

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
from autoblas.exchange.clblast import PRECISIONS
from autoblas.kernels import kernels
from autoblas.precision import precision_of
from autoblas.problems import Matmul
from autoblas.problems.matvec import Matvec
from autoblas.problems.vector import Map, Reduce

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from autoblas.devices.device import Facts

SOURCE = "CLBlast's database"
LICENCE = "Apache-2.0"
FOLDER = "src/database/kernels"
TARGET = Path(__file__).resolve().parents[1] / "src/autoblas/database" / FILE

FAMILIES = {"xgemm": 10, "xaxpy": 3, "xdot": 3, "xgemv": 3}
"""CLBlast's families of kernels, and how many points a row has of each. ``xgemm_direct`` is for products so small that a
kernel's own tile leaves nothing idle."""

PROBLEMS = ("gemm", "map", "reduce", "matvec")
"""The families of problems here; ``problem_of`` has the sizes at which CLBlast's tuners time them."""

NONE = "-"
"""What no generation and no maker is called."""

FEW = 5
"""Devices of the generation, the others of its maker, and all others have the same say in the row of a generation, less as
far as they are few: n devices together n / (n + 5)."""

REACH = 8.0
"""The distance at which parameters say nothing of each other any more."""

HALF = {"MDIMA", "NDIMB", "KWG"}
LESS = {"VWM": 0.7, "VWN": 0.7, "STRM": 0.3, "STRN": 0.3, "KREG": 0.0, "KWI": 0.0}
"""What a doubling of a parameter counts as a distance, where it is not 1: of those that say how operands come to local
memory, half; what the tuner hardly varies, nothing."""


@dataclass(frozen=True)
class Entry:
    """The best parameters of a kernel on a device.

    Attributes:
        family: CLBlast's family of kernels.
        element_type: Of the operands.
        maker: Of the device, as ``generation_of`` calls it.
        generation: Likewise.
        device: Its architecture, where the database names one, and its name.
        parameters: By CLBlast's names.
    """

    family: str
    element_type: str
    maker: str
    generation: str
    device: str
    parameters: Mapping[str, int]


def entries(text: str, family: str, element_type: str) -> Iterator[Entry]:
    """What a header of the database says of single graphics processors; its defaults for several are passed over.

    Raises:
        ValueError: the text has not the form that CLBlast's ``scripts/database`` writes.
    """
    head = re.search(r'"\w+", Precision::k\w+, \{([^}]*)\}', text)
    if head is None:
        raise ValueError(f"{family}: no list of parameters")
    names = re.findall(r'"(\w+)"', head[1])
    kind = vendor = architecture = ""
    for line in text.splitlines():
        if found := re.search(r'kDeviceType(\w+), "([^"]+)", \{', line):
            kind, vendor = found.groups()
        elif found := re.search(r'^\s*\{ "([^"]*)", \{', line):
            architecture = found[1]
        elif found := re.search(r'Name\{"([^"]*)"\}\s*, Params\{([^}]*)\}', line):
            values = [int(value) for value in found[2].split(",")]
            if kind == "GPU":
                device = " ".join(f"{architecture.removeprefix('default')} {found[1]}".split())
                capability = tuple(map(int, re.findall(r"\d+", architecture))) if "SM" in architecture else ()
                maker, generation = generation_of(vendor, device, capability)
                parameters = dict(zip(names, values, strict=False))  # the database has zeros behind the last
                yield Entry(family, element_type, maker, generation, device, parameters)


def read(checkout: Path) -> list[Entry]:
    """All entries of a checkout of CLBlast."""
    found: list[Entry] = []
    for family, (digits, element_type) in itertools.product(FAMILIES, PRECISIONS.items()):
        header = checkout / FOLDER / family / f"{family}_{digits}.hpp"
        found += entries(header.read_text(encoding="utf-8"), family, element_type)
    return found


def place(parameters: Mapping[str, int]) -> np.ndarray[Any, Any]:
    """Parameters as a point whose coordinates are their logarithms, each times what a doubling of it counts."""
    return np.array(
        [
            LESS.get(name, 0.5 if name in HALF else 1.0) * (value if value < 2 else math.log2(value))
            for name, value in sorted(parameters.items())
        ]
    )


def ordered(known: Sequence[Entry], generation: str, maker: str) -> list[Entry]:
    """All entries that differ, each next one the one that brings the most devices nearer to a point before it.

    Args:
        known: Entries of one family and element type.
        generation: The generation that they are ordered for; ``NONE`` for all of a maker.
        maker: Its maker; ``NONE`` for all devices.
    """
    places = np.array([place(each.parameters) for each in known])
    nearness = [(each.generation == generation) + (each.maker == maker) for each in known]
    counted = Counter(nearness)
    weights = np.array([1 / (counted[each] + FEW) for each in nearness])
    near = np.maximum(REACH - np.linalg.norm(places[:, None] - places[None], axis=2), 0)
    reached = np.zeros(len(known))
    chosen: list[Entry] = []
    while True:
        gains = weights @ np.maximum(near - reached[:, None], 0)
        best = int(gains.argmax())
        if gains[best] <= 1e-9:
            return chosen
        chosen.append(known[best])
        reached = np.maximum(reached, near[:, best])


def problem_of(family: str, element_type: str) -> Any:
    """What CLBlast's tuners time, for which a point has to be legal."""
    precision = precision_of(element_type)
    if family == "gemm":
        return Matmul(1024, 1024, 1024, precision)
    if family == "map":
        return Map("axpy", 1 << 22, precision)
    if family == "reduce":
        return Reduce("dot", 1 << 21, precision)
    return Matvec(2048, 2048, precision, across=True)


def facts_of(maker: str) -> Facts:
    """The least that devices of a maker allow: other makers' have smaller work-groups than NVIDIA's."""
    most = 1024 if maker == "NVIDIA" else 256
    return replace(
        PLAIN_GPU,
        max_items=most,
        max_item_sizes=(most,) * 3,
        local_bytes=32 << 10,
        fp16=True,
        sub_groups=True,
    )


def legal_near(name: str, values: Mapping[str, int], problem: Any, facts: Facts) -> dict[str, int] | None:
    """The values, or the nearest by which the kernel is legal; None where all three of each parameter are refused."""
    kernel = kernels()[name]
    choices = kernel.space.choices()

    def away(parameter: str, value: int) -> float:
        return abs(math.log2((value + 0.5) / (values[parameter] + 0.5)))

    nearest = [
        sorted((c for c in choices[each] if isinstance(c, int)), key=lambda c: (away(each, c), c))[:3]
        for each in values
    ]
    points = [dict(zip(values, drawn, strict=True)) for drawn in itertools.product(*nearest)]
    points.sort(key=lambda point: sum(away(*pair) for pair in point.items()))
    for point in points:
        if kernel.refusal(kernel.space.point(point), problem, facts) is None:
            return point
    return None


def translated(
    chosen: Iterable[Entry], maker: str, most: int
) -> tuple[str, list[tuple[str, dict[str, int]]]]:
    """Entries as legal points of kernels here, each once, until there are enough; and the problems' family.

    What CLBlast keeps in local memory is a point of the kernel that does so; of what it does not, both are worth trying.
    """
    found: dict[str, tuple[str, dict[str, int]]] = {}
    problems = ""
    for entry in chosen:
        problems, points = points_of(entry.family, entry.parameters)
        staged = entry.parameters.get("SA", 0) or entry.parameters.get("SB", 0)
        problem = problem_of(problems, entry.element_type)
        for name, values in points[:1] if staged else points:
            legal = legal_near(name, values, problem, facts_of(maker))
            if legal is not None:
                found.setdefault(json.dumps([name, legal]), (name, legal))
        if len(found) >= most:
            break
    return problems, list(found.values())[:most]


def table(known: Sequence[Entry], date: str, version: str) -> dict[str, Any]:
    """What the file says."""
    labels = {each.generation: each.maker for each in known if each.generation}
    labels |= {each.maker: each.maker for each in known if each.maker}
    points: dict[str, tuple[str, dict[str, int]]] = {}
    rows: dict[str, dict[str, list[int]]] = {}
    for label in (*sorted(labels), ALL):
        row = rows.setdefault(label, {})
        maker = labels.get(label, "")
        for (family, most), element_type in itertools.product(FAMILIES.items(), PRECISIONS.values()):
            these = [each for each in known if (each.family, each.element_type) == (family, element_type)]
            if not these:
                continue
            generation = NONE if label in {maker, ALL} else label
            problems, found = translated(ordered(these, generation, maker or NONE), maker, most)
            for point in found:
                points.setdefault(json.dumps(point), point)
            places = {key: number for number, key in enumerate(points)}
            row[f"{problems} {element_type}"] = [places[json.dumps(point)] for point in found]
    named = {(each.generation, each.maker, each.device) for each in known}
    sizes = {problem.family: list(problem.sizes) for problem in (problem_of(f, "float32") for f in PROBLEMS)}
    devices = Counter(label for generation, maker, _ in named for label in {generation, maker, ALL} - {""})
    return {
        "source": SOURCE,
        "version": version,
        "date": date,
        "licence": LICENCE,
        "sizes": sizes,
        "devices": dict(sorted(devices.items())),
        "points": list(points.values()),
        "rows": rows,
    }


def written(document: Mapping[str, Any]) -> str:
    """The file's text: a line for each point and each list of a row."""
    lines = ["{"]
    for name, value in document.items():
        if name not in {"points", "rows"}:
            lines.append(f"{json.dumps(name)}: {json.dumps(value)},")
    lines.append('"points": [\n' + ",\n".join(map(json.dumps, document["points"])) + "\n],")
    rows = (
        f"{json.dumps(label)}: {{\n"
        + ",\n".join(f"{json.dumps(name)}: {json.dumps(places)}" for name, places in row.items())
        + "\n}"
        for label, row in document["rows"].items()
    )
    lines.append('"rows": {\n' + ",\n".join(rows) + "\n}\n}\n")
    return "\n".join(lines)


@click.command(help=__doc__, context_settings={"max_content_width": 120})
@click.argument("checkout", type=click.Path(exists=True, file_okay=False, path_type=Path))
def main(checkout: Path) -> None:
    """Make the file anew."""
    git = ["git", "-C", str(checkout), "log", "-1", "--format=%h %cs"]
    log = subprocess.run(git, check=True, capture_output=True, text=True)  # noqa: S603 -- the checkout that was named
    version, date = log.stdout.split()
    document = table(read(checkout), date, version)
    TARGET.write_text(written(document), encoding="utf-8")
    for label, row in document["rows"].items():
        first = document["points"][row["gemm float32"][0]]
        click.echo(f"{label:24} {document['devices'][label]:3} devices, first {first}")


if __name__ == "__main__":
    main()
