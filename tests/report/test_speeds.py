"""How fast problems ran: records, files of ``bench``, peaks and memory; files that are none are refused in a sentence."""

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoblas.errors import DatabaseError
from autoblas.report import read_bench
from autoblas.report.speeds import KERNELS, bandwidth, fastest, peaks
from support.database_cases import make_record
from support.report_cases import DEVICE, PLATFORM, bench_file, records


def test_the_fastest_record_of_each_problem_counts():
    """Slower ones of the same problem and records of no problem are left out; sizes are in order."""
    slow = make_record(seconds=1.0)
    found = fastest([slow, *records((256, 64))])
    assert [(speed.work.family, speed.work.sizes[0]) for speed in found] == [
        ("gemm", 64),
        ("gemm", 256),
        ("map", 1_000_000),
    ]
    assert all(speed.series == KERNELS for speed in found)
    assert found[0].low < found[0].seconds < found[0].high


def test_roofs():
    """Peaks are of facts where these tell, else the best that was measured; memory is as fast as its largest copy."""
    slower = make_record(family="peak", signature="float32", sizes=(8, 10**9), seconds=1.0)
    found = peaks([*records(), slower], {"float64": 100.0})
    assert found["float32"].rate == pytest.approx(400)
    assert found["float64"].rate == 100
    assert found["float64"].origin == "from the device's facts"
    assert peaks(records(), {"float32": 7.0})["float32"].rate == 7
    memory = bandwidth(fastest(records()))
    assert memory is not None
    assert memory.rate == pytest.approx(8e6 / 2e-4 / 1e9)
    assert bandwidth(fastest(records()[:1])) is None


def test_a_file_of_bench(tmp_path):
    """Both sides' times are read, with what they are of."""
    bench = read_bench(bench_file(tmp_path / "bench.json"))
    assert (bench.device, bench.platform, bench.transfer, bench.trans) == ("Zen 3", "PoCL", "tofrom", "NN")
    assert [speed.series for speed in bench.speeds[:2]] == ["autoblas, calls", "OpenBLAS through NumPy"]
    assert [speed.kernel for speed in bench.speeds[:2]] == ["gemm_tile", ""]
    assert bench.speeds[0].work.gflops(bench.speeds[0].seconds) == pytest.approx(2 / 3e-11 / 1e9)
    assert bench.roof_valid
    crowded = bench_file(
        tmp_path / "crowded.json", peak={"gflops": 4.0, "origin": "measured now, crowded, and not kept"}
    )
    assert not read_bench(crowded).roof_valid


def test_a_file_tells_of_the_library_and_the_machine(tmp_path):
    """Ratios as bench gave them, what forced the library, and that the machine was busy; of older files nothing."""
    older = read_bench(bench_file(tmp_path / "older.json"))
    assert older.notes == ()
    assert older.ratios == {"OpenBLAS through NumPy": pytest.approx((2 / 3,) * 3)}
    rows = json.loads((tmp_path / "older.json").read_text(encoding="utf-8"))["problems"]
    for row in rows:
        row |= {"numpy": row.pop("openblas"), "ratios": {"numpy": 0.9}}
    blas = {"library": "OpenBLAS", "forced": ["OPENBLAS_CORETYPE=Haswell"]}
    changes: dict[str, Any] = {
        "problems": rows,
        "peers": {"numpy": "OpenBLAS 0.3"},
        "blas": blas,
        "quiet": False,
    }
    bench = read_bench(bench_file(tmp_path / "bench.json", **changes))
    assert bench.notes == ("OpenBLAS was forced by OPENBLAS_CORETYPE=Haswell", "the machine was busy")
    assert bench.ratios == {"OpenBLAS 0.3": (0.9,) * 3}


def test_files_of_earlier_versions_are_read(tmp_path):
    """They name the operands by their transposes, and the device at the top."""
    path = bench_file(tmp_path / "bench.json", trans="TN", transfer="none")
    file = json.loads(path.read_text(encoding="utf-8"))
    del file["signature"]
    file |= {"device": DEVICE, "platform": PLATFORM, "results": file.pop("problems")}
    path.write_text(json.dumps(file), encoding="utf-8")
    bench = read_bench(path)
    assert bench.speeds[0].work.signature == "float32 col*row=row"
    assert bench.speeds[0].series == "autoblas, calls, transfer none"


NONE: list[Any] = [
    [],
    {},
    "",
    None,
    -1,
    1e400,
    {"gflops": "x"},
    {"gflops": -1.0, "origin": ""},
    [{"m": 1}],
    [{"m": "x"}],
]


WRONG = [
    (field, value)
    for field in ("device", "peak", "problems", "trans", "signature")
    for value in NONE
    if not (isinstance(value, str) and field in {"device", "trans", "signature"})  # any text is a name
]


@pytest.mark.parametrize(("field", "value"), WRONG, ids=repr)
def test_wrong_fields_are_refused(tmp_path, field, value):
    """Each in one sentence that names the file."""
    path = bench_file(tmp_path / "bench.json", **{field: value})
    with pytest.raises(DatabaseError, match=r"bench\.json: ") as caught:
        read_bench(path)
    assert "\n" not in str(caught.value)


@given(st.binary(max_size=200), st.integers(0, 900))
def test_any_bytes_are_refused_or_read(tmp_path_factory, junk, cut):
    """Nothing but a ``DatabaseError`` comes of a file that is none, or was cut short."""
    path = tmp_path_factory.mktemp("bench") / "bench.json"
    whole = bench_file(path).read_bytes()
    for data in (junk, whole[:cut], whole[:cut] + junk + whole[cut:]):
        path.write_bytes(data)
        with contextlib.suppress(DatabaseError):
            read_bench(path)


def test_files_that_are_not_there(tmp_path):
    """A missing file and a folder are said to be."""
    for path in (tmp_path / "missing.json", tmp_path):
        with pytest.raises(DatabaseError):
            read_bench(path)
