"""No kernel leaves its memory or races, as Oclgrind sees it, which simulates every access of every work-item."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pyopencl as cl
import pytest

from support.kernel_cases import portable

NAMES = portable()

FOLDERS = (Path(cl.__file__).parent / ".libs", Path("/usr/lib/oclgrind"))
"""Where the packages of PyPI and of Debian put Oclgrind."""

LIBRARIES = [str(path) for folder in FOLDERS for path in sorted(folder.glob("liboclgrind-rt-icd*.so"))]

pytestmark = [pytest.mark.skipif(not LIBRARIES, reason="Oclgrind is not installed"), pytest.mark.oclgrind]


class Sweep(NamedTuple):
    """Output of a sweep: a line for each point, and Oclgrind's messages."""

    lines: list[dict[str, str | None]]
    log: str


def _sweep(tmp_path: Path, *arguments: str) -> Sweep:
    log = tmp_path / "oclgrind.log"
    log.touch()
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(sys.path),
        "OCL_ICD_VENDORS": LIBRARIES[0],
        "OCLGRIND_DATA_RACES": "1",
        "OCLGRIND_LOG": str(log),
        "OCLGRIND_MAX_ERRORS": "20",
        "PYOPENCL_NO_CACHE": "1",
    }
    program = Path(__file__).parents[1] / "support" / "oclgrind_sweep.py"
    done = subprocess.run(
        [sys.executable, "-P", program, *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return Sweep(lines, log.read_text())


@pytest.mark.parametrize("name", NAMES)
def test_small_points_neither_stray_nor_race(tmp_path, name):
    """Some random points of each kernel, right as well as clean."""
    sweep = _sweep(tmp_path, "4", "0", name)
    assert len(sweep.lines) >= 2
    assert [line for line in sweep.lines if line["verdict"] is not None] == []
    assert sweep.log == ""


@pytest.mark.budget(30)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", [100, 300, 500])
def test_twenty_small_points_neither_stray_nor_race(tmp_path, name, seed):
    """Twenty points each of sixty problems."""
    sweep = _sweep(tmp_path, "20", str(seed), name)
    assert len(sweep.lines) == 20
    assert [line for line in sweep.lines if line["verdict"] is not None] == []
    assert sweep.log == ""


def test_a_missing_barrier_is_seen(tmp_path):
    """Oclgrind reports a race where the barriers are gone, so that its silence means something."""
    assert "data race" in _sweep(tmp_path, "2", "0", "gemm_tile", "--race").log


def test_an_access_out_of_bounds_is_seen(tmp_path):
    """Oclgrind reports a read beyond a matrix."""
    assert "Invalid read" in _sweep(tmp_path, "1", "0", "gemm_direct", "--stray").log
