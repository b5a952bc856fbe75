"""Compiled modification_times are kept on disk: another process that asks for the same kernel compiles nothing."""

import os
import subprocess
import sys

PRODUCT = (
    "import numpy as np, autoblas\n"
    "a = np.arange(48 * 48, dtype=np.float32).reshape(48, 48) % 7\n"
    "assert np.array_equal(autoblas.gemm(a, a), a @ a)\n"
)


def test_a_second_process_compiles_nothing(pocl, tmp_path):
    """PoCL keeps what it compiled by the text and the device; the second process adds no file and changes none."""
    folder = tmp_path / "compiled"
    folder.mkdir()
    environment = os.environ | {
        "POCL_CACHE_DIR": str(folder),
        "XDG_CACHE_HOME": str(folder),
        "AUTOBLAS_DEVICE": pocl.choice,
        "AUTOBLAS_HOST_BELOW": "0",
    }
    modification_times = []
    for _ in range(2):
        subprocess.run([sys.executable, "-c", PRODUCT], env=environment, check=True)
        binaries = [
            path for path in folder.rglob("*") if path.suffix in {".so", ".bc"} or path.name == "binary"
        ]
        modification_times.append({path: path.stat().st_mtime_ns for path in binaries})
    assert modification_times[0]
    assert modification_times[1] == modification_times[0]


def test_a_damaged_file_is_told_of(pocl, tmp_path):
    """PoCL builds a program without kernels from it; the error, or the warning of the fallback, says what to remove."""
    environment = os.environ | {
        "POCL_CACHE_DIR": str(tmp_path),
        "XDG_CACHE_HOME": str(tmp_path),
        "AUTOBLAS_DEVICE": pocl.choice,
        "AUTOBLAS_HOST_BELOW": "0",
    }
    subprocess.run([sys.executable, "-c", PRODUCT], env=environment, check=True)
    files = list(tmp_path.rglob("program.bc"))
    assert files
    for path in files:
        path.write_bytes(path.read_bytes()[:100])
    script = (
        "import os, sys\n" + PRODUCT + "sys.stderr.flush(); os._exit(0)\n"
    )  # LLVM may abort when it is unloaded
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False
    )
    assert "what it keeps of earlier compilations on disk is damaged" in done.stderr
    assert done.returncode == 0, done.stderr
