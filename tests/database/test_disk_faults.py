"""Full disks, failing disks and interrupted calls under results, journals and other files; and clocks that are wrong."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from support.marks import needs_compiler

TESTS = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """What stands before libc."""
    built = tmp_path_factory.mktemp("library") / "failing_files.so"
    source = TESTS / "support" / "failing_files.c"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", str(built), str(source), "-ldl"], check=True)
    return built


@needs_compiler
@pytest.mark.parametrize("one_in", [37, pytest.param(1, marks=pytest.mark.budget(30))])
def test_nothing_is_lost_whichever_call_fails(library, tmp_path, one_in):
    """What was said to be kept is; errors are ours and name the file; calls go on; and files can be written again."""
    done = subprocess.run(
        [
            sys.executable,
            "-P",
            "-m",
            "support.disk_faults",
            str(library),
            str(tmp_path / "files"),
            str(one_in),
        ],
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(TESTS), *sys.path]),
            "LD_PRELOAD": str(library),
        },
        capture_output=True,
        text=True,
        timeout=1200,
        check=False,
    )
    *wrong, tried = done.stdout.splitlines() or [""]
    assert (wrong, done.stderr, done.returncode) == ([], "", 0)
    assert int(tried) > 3000 // one_in
