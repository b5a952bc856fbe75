"""Compares the machine code of kernels for NVIDIA's devices with that of another commit, where texts differ.

    python tools/machine_code.py COMMIT [KERNEL ...]

NVRTC compiles the texts of golden and of random points for three architectures, without a device. Code that is equal to
the byte proves that a change of names or of structure changed neither results nor speed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Any

__all__ = ["compared", "texts_of"]

ROOT = Path(__file__).resolve().parents[1]

TEXTS = """
import itertools, json, sys
from autoblas.emit.cuda_c import CUDA_C
from autoblas.kernels import kernels
from autoblas.kernels.space import parameters
from support.cuda_samples import ARCHITECTURES, CUDA_SAMPLES
from support.text_hashes import POINTS, points

texts = {}
for name in sys.argv[1:] or sorted(kernels()):
    kernel = kernels()[name]
    drawn = [(p, q) for p, q in itertools.islice(points(kernel, CUDA_C), POINTS)]
    golden = [(s.params, s.problem) for s in CUDA_SAMPLES if s.kernel == name]
    for params, problem in golden + drawn:
        words = " ".join(f"{key}={value}" for key, value in parameters(params).items())
        legal = [a for a, facts in ARCHITECTURES.items() if kernel.refusal(params, problem, facts) is None]
        flags = CUDA_C.flags(kernel.options(params))
        texts[f"{name} {problem.words()}: {words}"] = kernel.source(params, problem, CUDA_C), flags, legal
json.dump(texts, sys.stdout)
"""
"""The script that prints texts, flags and architectures by point, run in the tree that it is about."""


def texts_of(tree: Path, names: list[str]) -> dict[str, Any]:
    """The texts of a source tree, with the flags of the compiler and the architectures, by point."""
    env = os.environ | {"PYTHONPATH": os.pathsep.join(str(tree / folder) for folder in ("src", "tests"))}
    command = [sys.executable, "-c", TEXTS, *names]
    output = subprocess.run(command, env=env, cwd=tree, check=True, stdout=subprocess.PIPE).stdout  # noqa: S603
    texts: dict[str, Any] = json.loads(output)
    return texts


def compared(commit: str, names: list[str]) -> int:
    """Print the points whose machine code differs, and how many are equal.

    Args:
        commit: The commit that the working tree is compared with.
        names: Kernels; all if empty.

    Returns: How many codes differ.
    """
    sys.path.insert(0, str(ROOT / "tests"))
    from support.nvrtc import machine_code  # noqa: PLC0415  # tests are no package that tools import

    now = texts_of(ROOT, names)
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder) / "tree.tar"
        command = ["git", "archive", "-o", str(archive), commit, "src", "tests"]
        subprocess.run(command, cwd=ROOT, check=True)  # noqa: S603
        with tarfile.open(archive) as tar:
            tar.extractall(folder, filter="data")
        before = texts_of(Path(folder), names)
    equal = differing = 0
    changed = [point for point in now if point in before and before[point][0] != now[point][0]]
    for point in changed:
        text, flags, architectures = now[point]
        for architecture in architectures:
            codes = {machine_code(x, architecture, flags) for x in (before[point][0], text)}
            equal += len(codes) == 1
            differing += len(codes) > 1
            if len(codes) > 1:
                print(
                    f"{architecture} {point}: {' and '.join(str(len(code)) for code in codes)} bytes",
                    flush=True,
                )
    missing = len(before.keys() ^ now.keys())
    print(f"{len(now)} points, {missing} in one tree alone, {len(changed)} texts differ:", end=" ")
    print(f"{equal} codes are equal, {differing} differ")
    return differing


if __name__ == "__main__":
    sys.exit(min(compared(sys.argv[1], sys.argv[2:]), 1))
