"""Journals of a few points, for tests."""

from pathlib import Path

from autoblas.tuning import Journal, Outcome

KEY = {"device": "Zen 3", "driver": "PoCL 3.0", "problem": "gemm 64"}
OK = Outcome("ok", (1.0, 2.0), source="good", build_seconds=0.5)
WRONG = Outcome("wrong", (), "check", "C[0] is 1", "wrong source")


def write(path: Path, *outcomes: Outcome) -> None:
    """A journal in which point i has outcome i."""
    with Journal(path, KEY, clock=lambda: 0.0) as journal:
        for n, outcome in enumerate(outcomes):
            journal.record({"n": n}, outcome)
