"""Counts names and docstrings of the package that say too little, and refuses more of them than `LIMITS` has.

    python tools/names.py [FOLDER...]

A name counts where it is defined: a variable, attribute, argument, function or class. `docs/glossary.md` has the words
to avoid and the names that are exempt. Of folders, it prints the names and how often each is defined.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["LIMITS", "Avoided", "avoided", "counts", "vague_names"]

ROOT = Path(__file__).resolve().parents[1]

HEADING = "## Words to avoid in names"

LIMITS = {
    "vague names": 61,
    "classes called Params": 0,
    "class names of three or more classes": 0,
    'docstrings that begin with "What"': 2,
}
"""The counts that the package may reach. Lower them when renames have lowered the counts; never raise them."""


class Avoided(NamedTuple):
    """Words to avoid in names.

    Attributes:
        words: The words and their inflections, in lower case.
        exempt: Patterns of exempt names, each with a word that the module must contain too, or nothing.
    """

    words: frozenset[str]
    exempt: dict[str, str]


def avoided(glossary: str) -> Avoided:
    """The first columns of the glossary's tables: words to avoid as they are, exempt names in backticks."""
    rows = re.findall(r"^\| ([^|]+?) +\|", glossary.partition(HEADING)[2], re.MULTILINE)
    words = ", ".join(row for row in rows if row.islower() and "`" not in row).split(", ")
    exempt = re.findall(r"`([\w*]+)`(?: beside `(\w+)`)?", "\n".join(rows))
    return Avoided(frozenset(words), dict(exempt))


def _definitions(text: str) -> Iterator[str]:
    """The names that a module defines, as often as it defines them."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.arg(arg=name):
                yield name


def vague_names(text: str, avoid: Avoided) -> list[str]:
    """The definitions of a module whose names have a word to avoid and are not exempt."""
    exempt = [pattern for pattern, beside in avoid.exempt.items() if re.search(rf"\b{beside}\b", text)]

    def is_vague(name: str) -> bool:
        words = map(str.lower, re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name))
        return not avoid.words.isdisjoint(words) and not any(
            fnmatchcase(name.strip("_"), pattern) for pattern in exempt
        )

    return list(filter(is_vague, _definitions(text)))


def counts(texts: Iterable[str], avoid: Avoided) -> dict[str, int]:
    """The numbers that `LIMITS` bounds, for the texts of modules."""
    vague = docstrings = 0
    classes = Counter[str]()
    for text in texts:
        vague += len(vague_names(text, avoid))
        classes.update(re.findall(r"^ *class (\w+)", text, re.MULTILINE))
        docstrings += len(re.findall(r'^ *"""What\b', text, re.MULTILINE))
    shared = sum(count >= 3 for count in classes.values())
    return dict(zip(LIMITS, (vague, classes["Params"], shared, docstrings), strict=True))


if __name__ == "__main__":
    avoid = avoided((ROOT / "docs" / "glossary.md").read_text(encoding="utf-8"))
    folders = [Path(folder) for folder in sys.argv[1:]] or [ROOT / "src" / "autoblas"]
    texts = [path.read_text(encoding="utf-8") for folder in folders for path in sorted(folder.rglob("*.py"))]
    if sys.argv[1:]:
        for name, count in Counter(name for text in texts for name in vague_names(text, avoid)).most_common():
            print(f"{count:6} {name}")
    excess = False
    for kind, count in counts(texts, avoid).items():
        print(f"{kind}: {count}, limit {LIMITS[kind]}")
        excess |= count > LIMITS[kind]
    sys.exit(excess)
