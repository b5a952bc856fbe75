"""The mutants that ``tools/mutants.py`` draws, and the stored scores."""

import json
from pathlib import Path

import mutants

import autoblas

ROOT = Path(autoblas.__file__).parents[2]

TEXT = '''
def first(a, b):
    """A docstring."""
    if a < b:
        return a
    return b + 1  # a comment
'''


def test_mutants_change_one_token():
    """Comparisons, operations and numbers; the same ones for the same seed."""
    drawn = dict(mutants.mutants(TEXT))
    assert [words.partition(", in ")[0] for words in drawn] == [
        "4: a < b -> a <= b",
        "6: b + 1 -> b - 1",
        "6: 1 -> 2",
    ]
    assert mutants.drawn(TEXT, 2, "seed") == mutants.drawn(TEXT, 2, "seed")


def test_scores_are_of_the_modules_that_are_scored():
    """With the seed that draws their mutants again."""
    scores = json.loads(mutants.SCORES.read_text(encoding="utf-8"))
    assert set(scores) == set(mutants.MODULES)
    assert all((ROOT / "src" / "autoblas" / f"{module}.py").is_file() for module in scores)
    for score in scores.values():
        assert score["noticed"] + len(score["survivors"]) == score["mutants"]
    assert all(
        (ROOT / "tests" / f"{test}.py").is_file() for tests in mutants.MODULES.values() for test in tests
    )
