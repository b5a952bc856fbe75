"""Files of times: what is written is read again, compressed or not, and anything else is refused."""

import gzip
from pathlib import Path

import pytest

import autoblas
from autoblas.devices.recording import HOPPER, PLAIN_CPU
from autoblas.errors import DatabaseError
from autoblas.kernels import kernels
from autoblas.precision import FLOAT32
from autoblas.problems import Matmul
from autoblas.records.timings import TimedPoint, read_timings, write_device, write_problem
from autoblas.tune.samples import device_in, samples_in


def test_times_are_read_again(tmp_path):
    """Of two devices, each with the problems behind it."""
    q, kernel = Matmul(300, 200, 100, FLOAT32), kernels()["gemm_direct"]
    path = tmp_path / "times.jsonl"
    for facts, values in ((PLAIN_CPU, {"wx": 16}), (HOPPER, {})):
        with path.open("a") as file:
            write_device(file, facts)
            write_problem(file, q, [("gemm_direct", kernel.space.point(values), 1.2345678e-5)])
    compressed = path.with_suffix(".jsonl.gz")
    compressed.write_bytes(gzip.compress(path.read_bytes()))
    timed = list(read_timings(path))
    assert timed == list(read_timings(compressed))
    assert [t.facts for t in timed] == [PLAIN_CPU, HOPPER]
    assert [t.points for t in timed] == [
        (TimedPoint("gemm_direct", {"wx": 16}, 12.346),),
        (TimedPoint("gemm_direct", {}, 12.346),),
    ]
    assert {t.problem for t in timed} == {str(q)}


@pytest.mark.parametrize("text", ['{"problem":"gemm","points":[]}\n', "{}\n", "no JSON\n"])
def test_other_files_are_refused(tmp_path, text):
    """Without a device, or of another form."""
    path = tmp_path / "times.jsonl"
    path.write_text(text)
    with pytest.raises(DatabaseError):
        list(read_timings(path))


def test_kept_times_are_of_points_that_are_still_legal():
    """Nine tenths of them, so that a fit can be repeated; kernels and rules may change."""
    path = Path(autoblas.__file__).parents[2] / "benchmarks" / "times" / "h200.jsonl.gz"
    facts = device_in([path])
    assert facts is not None
    kept = sum(len(timed.points) for timed in read_timings(path))
    assert len(samples_in([path], facts)) > 0.9 * kept > 400
