"""GATLAS's chart: sixteen columns of calls, a table for each kernel and figure, empty cells where nothing was timed."""

import pytest

from autoblas.report import read_bench
from autoblas.report.gatlas import HEADER, gatlas_chart
from support.database_cases import make_record
from support.report_cases import bench_file


def _read(text: str) -> dict[tuple[str, str], dict[int, dict[str, str]]]:
    """The tables of a chart, as GATLAS's own are read: blocks between empty lines."""
    tables: dict[tuple[str, str], dict[int, dict[str, str]]] = {}
    for block in text.strip("\n").split("\n\n"):
        header, *lines = (line.split("\t") for line in block.split("\n"))
        assert header == list(HEADER)
        for cells in lines:
            assert len(cells) == 19
            found = {name: cell for name, cell in zip(header[3:], cells[3:], strict=True) if cell}
            tables.setdefault((cells[0], cells[1]), {})[int(cells[2])] = found
    return tables


def test_the_chart(tmp_path):
    """Kernels stand in the columns without copies, calls in those with; of two kernels the faster counts."""
    made = [
        make_record(sizes=(64, 64, 64), seconds=1e-5, kernel="fast", parameters={"tile": 16}),
        make_record(sizes=(64, 64, 64), seconds=2e-5, kernel="slow", parameters={"tile": 8}),
        make_record(sizes=(128, 128, 128), seconds=1e-4, kernel="slow", parameters={"tile": 32}),
        make_record(
            sizes=(64, 64, 64),
            seconds=1e-5,
            kernel="fast",
            signature="float32 col*row=row",
            parameters={"tile": 4},
        ),
        make_record(sizes=(64, 64, 32), seconds=1e-5),
        make_record(sizes=(64, 64, 64, 8), signature="float32 row*row=row batched", seconds=1e-5),
        make_record(family="map", signature="float32 copy", sizes=(64,)),
    ]
    bench = read_bench(bench_file(tmp_path / "bench.json"))
    tables = _read(gatlas_chart(made, [bench]))
    rate = 2 * 64**3 / 1e-5 / 1e9
    assert set(tables) == {
        ("fast float32", "gflops"), ("fast float32", "tile"), ("slow float32", "gflops"), ("slow float32", "tile"),
        ("gemm_tile float32", "gflops"),
    }  # fmt: skip
    assert {name: float(cell) for name, cell in tables["fast float32", "gflops"][64].items()} == {
        "A B": pytest.approx(rate),
        "At B": pytest.approx(rate),
    }
    assert tables["fast float32", "tile"][64] == {"A B": "16", "At B": "4"}
    assert list(tables["slow float32", "gflops"]) == [128]
    assert tables["gemm_tile float32", "gflops"][128].keys() == {"tofrom A B"}


def test_nothing_gives_no_chart():
    """Without products there is no file."""
    assert gatlas_chart([make_record(family="map", signature="float32 copy", sizes=(64,))], []) == ""
