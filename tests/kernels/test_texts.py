"""Golden texts of the GEMM family read like texts that people write."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
KERNELS = (
    "combine",
    "gemm_block",
    "gemm_direct",
    "gemm_panel",
    "gemm_subgroup",
    "gemm_tile",
    "pack",
    "texture",
)
FILES = sorted(
    path
    for folder in (*(TESTS / "golden" / name for name in KERNELS), TESTS / "golden_intel")
    for path in folder.glob("*.cl")
)

NOISE = {
    "a product by 1": r"\* 1\b(?!\.)|(?<![\w.])1 \*",
    "a sum with 0": r"\+ 0\b(?!\.)|(?<![\w.])0 \+|- 0\b(?!\.)",
    "a quotient by 1": r"/ 1\b(?!\.)",
    "a name in parentheses behind a cast": r"\(size_t\)\(\w+\)",
    "a blank at the end of a line": r"[ \t]$",
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}: {path.stem}")
def test_a_text_has_no_noise(path: Path) -> None:
    """Nothing that a generator writes and a person would leave out."""
    lines = path.read_text(encoding="utf-8").splitlines()
    body = [line for line in lines if not line.startswith("//")]  # which say what point it is
    for what, pattern in NOISE.items():
        found = [line for line in body if re.search(pattern, line)]
        assert found == [], what
