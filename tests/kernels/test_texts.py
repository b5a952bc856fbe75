"""Golden texts read like texts that people write."""

import re
from pathlib import Path

from support.loops import over

TESTS = Path(__file__).parents[1]
FILES = sorted((*TESTS.glob("golden/*/*.cl"), *TESTS.glob("golden_intel/*.cl")))

LITERAL = re.compile(r'"[^"]*"')
"""Instructions of assembly, whose words are their own."""

NOISE = {
    "a product by 1": r"\* 1\b(?!\.)|(?<![\w.])1 \*",
    "a sum with 0": r"\+ 0\b(?!\.)|(?<![\w.])0 \+|- 0\b(?!\.)",
    "a quotient by 1": r"[/%] 1\b(?!\.)",
    "a name in parentheses": r"(?<=\(size_t\))\(\w+\)|\*\(\w+\)(?!\()|(?<![\w)])\(\w+\) [-+*/]",
    "a blank at the end of a line": r"[ \t]$",
}


@over("path", FILES)
def test_a_text_has_no_noise(path):
    """Texts have no constructs that a generator writes and a person would leave out."""
    lines = path.read_text(encoding="utf-8").splitlines()
    body = [line for line in lines if not line.startswith("//")]  # which say what point it is
    for what, pattern in NOISE.items():
        matches = [line for line in body if re.search(pattern, LITERAL.sub("", line))]
        assert matches == [], what
