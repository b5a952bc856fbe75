"""The file of published points is made from a database in CLBlast's form, and its quality is found on recorded spaces."""

import gzip
import itertools
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import pytest

from autoblas.database.published import FILE
from autoblas.records.clblast import PRECISIONS

ROOT = Path(__file__).resolve().parents[2]

NAMES = {
    "xgemm": ("GEMMK", "KREG", "KWG", "KWI", "MDIMA", "MDIMC", "MWG", "NDIMB", "NDIMC", "NWG",
              "SA", "SB", "STRM", "STRN", "VWM", "VWN"),
    "xaxpy": ("VW", "WGS", "WPT"),
    "xdot": ("WGS1", "WGS2"),
    "xgemv": ("WGS1", "WPT1"),
}  # fmt: skip
STAGED = (0, 1, 32, 2, 16, 16, 64, 16, 16, 64, 1, 1, 0, 0, 4, 4)
LARGE = (0, 1, 16, 2, 16, 16, 128, 16, 16, 128, 1, 1, 1, 0, 4, 4)
ALONE = (1, 4, 1, 1, 8, 8, 32, 8, 8, 64, 0, 0, 0, 0, 4, 4)
VALUES = {"xaxpy": (4, 128, 2), "xdot": (256, 64), "xgemv": (64, 1)}
DEVICES = (
    ("GPU", "NVIDIA", "SM7.5", "Acme RTX 1", STAGED),
    ("GPU", "NVIDIA", "SM7.5", "Acme RTX 2", STAGED),
    ("GPU", "NVIDIA", "SM3.5", "Acme K1", LARGE),
    ("GPU", "ARM", "default", "Mali-T999 r0p0", ALONE),
    ("GPU", "Nobody", "default", "Nothing", STAGED),
    ("CPU", "Intel", "default", "A processor", ALONE),
)


def header(family: str, digits: str) -> str:
    """A file of the database, with the zeros and blanks that it has behind values and names."""
    names = ", ".join(f'"{name}"' for name in NAMES[family])
    lines = [f'  "{family.title()}", Precision::k{digits}, {{{names}}}, {{']
    for kind, vendor, architecture, device, values in DEVICES:
        row = (*VALUES.get(family, values), *[0] * 16)[:16]
        numbers = ", ".join(map(str, row))
        lines += [
            "    {",
            f'      kDeviceType{kind}, "{vendor}", {{',
            f'        {{ "{architecture}", {{',
            f'          {{ Name{{"{device:50}"}}, Params{{ {numbers} }} }},',
            f"          {{ kDeviceNameDefault                     , Params{{ {numbers} }} }},",
            "        } },",
            "      }",
            "    },",
        ]
    return "\n".join([*lines, "  }", "};"])


@pytest.fixture(name="published")
def scripts(monkeypatch):
    """The script that makes the file."""
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    import published

    return published


@pytest.fixture(name="checkout")
def make_checkout(tmp_path, published):
    """A database of five graphics processors and a processor."""
    for family, digits in itertools.product(NAMES, PRECISIONS):
        file = tmp_path / published.FOLDER / family / f"{family}_{digits}.hpp"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(header(family, digits), encoding="utf-8")
    return tmp_path


def test_a_database_is_read(published, checkout):
    """Graphics processors with generation and parameters; defaults and processors are passed over."""
    entries = [e for e in published.read(checkout) if (e.family, e.element_type) == ("xgemm", "float32")]
    assert [(e.maker, e.generation, e.device) for e in entries] == [
        ("NVIDIA", "NVIDIA Turing", "SM7.5 Acme RTX 1"),
        ("NVIDIA", "NVIDIA Turing", "SM7.5 Acme RTX 2"),
        ("NVIDIA", "NVIDIA Kepler", "SM3.5 Acme K1"),
        ("ARM", "ARM Midgard", "Mali-T999 r0p0"),
        ("", "", "Nothing"),
    ]
    assert tuple(entries[2].parameters.values()) == LARGE
    with pytest.raises(ValueError, match="no list of parameters"):
        list(published.entries("nothing", "xgemm", "float32"))


def test_the_file_is_made(published, checkout):
    """Equal in each run; an entry without local memory on a device is a point of either kernel."""
    document = published.table(published.read(checkout), "2026-01-02", "abc")
    text = published.written(document)
    assert json.loads(text) == json.loads(json.dumps(document))
    assert text == published.written(published.table(published.read(checkout), "2026-01-02", "abc"))
    assert document["devices"] == {
        "ARM": 1, "ARM Midgard": 1, "NVIDIA": 3, "NVIDIA Kepler": 1, "NVIDIA Turing": 2, "all GPUs": 5,
    }  # fmt: skip
    points, rows = document["points"], document["rows"]
    assert rows.keys() == document["devices"].keys()

    def listed(label, name="gemm float32"):
        return [points[index] for index in rows[label][name]]

    staged = ("gemm_tile", {"tm": 64, "tn": 64, "tk": 32, "rm": 4, "rn": 4, "va": 4, "vb": 4, "chunk": 4})
    assert listed("NVIDIA Turing")[0] == staged
    assert listed("all GPUs")[0] == staged
    arm = listed("ARM Midgard")
    indices = [arm.index(point) for point in arm if point[0] == "gemm_direct"]
    assert arm[indices[0] + 1][0] == "gemm_tile"
    assert arm[indices[0]][1] == {"wx": 8, "wy": 8, "rm": 8, "rn": 4}
    assert listed("ARM", "map float32") == [("map", {"items": 128, "lanes": 4, "vectors": 2})]
    assert listed("ARM", "reduce float64") == [("reduce", {"items": 256})]


def test_a_generation_counts_as_much_as_all_others(published, checkout):
    """So that few devices of it have more say in its own row than many others, and one alone has not."""
    entries = [e for e in published.read(checkout) if (e.family, e.element_type) == ("xgemm", "float32")]
    turing, kepler, arm = entries[0], entries[2], entries[3]

    def first(generation, maker, count):
        pool = [*[turing] * 10, *[kepler] * count, arm]
        return published.ordered(pool, generation, maker)[0].parameters

    assert first("NVIDIA Turing", "NVIDIA", 4) == turing.parameters
    assert first("NVIDIA Kepler", "NVIDIA", 40) == kepler.parameters
    assert first("NVIDIA Kepler", "NVIDIA", 1) == turing.parameters
    assert first(published.NONE, published.NONE, 4) == turing.parameters
    order = published.ordered(entries, published.NONE, published.NONE)
    assert sorted(map(str, (e.parameters for e in order))) == sorted({str(e.parameters) for e in entries})


def test_a_point_that_rules_refuse_becomes_the_nearest_legal_one(published):
    """A work-item cannot share the loads of a tile that has fewer than work-items; no tile is legal with eight of these."""
    problem, facts = published.problem_of("gemm", "float32"), published.facts_of("AMD")
    values = {"tm": 16, "tn": 16, "tk": 8, "rm": 2, "rn": 2, "va": 4, "vb": 4, "chunk": 2}
    kernel = published.kernels()["gemm_tile"]
    assert kernel.refusal(kernel.space.point(values), problem, facts) is not None
    near = published.legal_near("gemm_tile", values, problem, facts)
    assert near is not None
    assert kernel.refusal(kernel.space.point(near), problem, facts) is None
    assert sum(near[name] != value for name, value in values.items()) <= 2
    tiny = replace(facts, max_items=8, max_item_sizes=(8, 8, 8))
    assert published.legal_near("gemm_tile", values, problem, tiny) is None


def test_the_shipped_file_has_the_form_that_the_script_writes(published):
    """Nobody edited it by hand in another form."""
    text = published.TARGET.read_text(encoding="utf-8")
    assert published.TARGET == ROOT / "src/autoblas/database" / FILE
    assert published.written(json.loads(text)) == text


def test_the_points_are_judged(published, checkout, tmp_path):
    """By their nearest recorded neighbours; a device's own rows are left out, then its generation's."""
    times = {
        (m, n): 2.0 - (m == n == 64) - 0.5 * (m == n == 128) for m in (16, 64, 128) for n in (16, 64, 128)
    }
    cache: dict[str, Any] = {f"{m},{n}": {"MWG": m, "NWG": n, "time": time} for (m, n), time in times.items()}
    cache["8,8"] = {"MWG": 8, "NWG": 8, "time": "CompilationFailedConfig"}
    file = tmp_path / "space.json.gz"
    file.write_bytes(gzip.compress(json.dumps({"device_name": "Acme RTX 1", "cache": cache}).encode()))
    entries = [e for e in published.read(checkout) if (e.family, e.element_type) == ("xgemm", "float32")]
    shares = published.judged([e for e in entries if e.device != "Nothing"], file, [])
    assert list(shares) == ["the device", "all of NVIDIA Turing", "everything"]
    assert shares["the device"][0] == 1.0  # the other of its generation has the best point
    assert shares["all of NVIDIA Turing"][0] == pytest.approx(2 / 3)  # without it, that of its maker is next
    assert shares["everything"] == [1.0] * 3  # the default lies there too
    with pytest.raises(click.ClickException, match="has no RTX 9"):
        published.judged(entries, file, ["RTX 9"])
