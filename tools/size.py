"""Counts lines of Python by folder: code, docstrings, and what generators wrote.

    python tools/size.py

A line of code has a token that is neither a comment nor part of a docstring. Blank lines count nowhere. A string that is
a statement by itself is a docstring, also below an attribute. A file counts as generated only while its text equals what
its generator prints; changed by hand, it counts as code by hand.
"""

from __future__ import annotations

import io
import subprocess
import sys
import tokenize
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["GENERATORS", "Size", "size_of", "table"]

ROOT = Path(__file__).resolve().parents[1]

PACKAGE = "src/autoblas"

GENERATORS: dict[str, str] = {"src/autoblas/blas/routines.py": "tools/routines.py"}
"""Scripts, by the files that equal what they print; both are paths from the root."""

LAYOUT = frozenset(
    {
        tokenize.COMMENT,
        tokenize.NL,
        tokenize.NEWLINE,
        tokenize.INDENT,
        tokenize.DEDENT,
        tokenize.ENCODING,
        tokenize.ENDMARKER,
    }
)
"""Tokens that make no line one of code."""


class Size(NamedTuple):
    """Lines of some files.

    Attributes:
        files: The number of files.
        code: Lines of code by hand.
        docstrings: Lines of docstrings by hand.
        generated: Lines of code and docstrings that a generator wrote.
    """

    files: int = 0
    code: int = 0
    docstrings: int = 0
    generated: int = 0

    def plus(self, size: Size) -> Size:
        """The sum of two sizes."""
        return Size(*(a + b for a, b in zip(self, size, strict=True)))


def size_of(text: str) -> Size:
    """The lines of one file by hand."""
    code, docstrings = set[int](), 0
    previous = tokenize.NEWLINE
    statement: tokenize.TokenInfo | None = None  # a string that begins a logical line, up to the next token
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in {tokenize.COMMENT, tokenize.NL}:
            continue
        if statement is not None:
            if token.type == tokenize.NEWLINE:
                docstrings += sum(1 for line in statement.string.splitlines() if line.strip())
            else:
                code.update(range(statement.start[0], statement.end[0] + 1))
            statement = None
        elif token.type == tokenize.STRING and previous in {
            tokenize.NEWLINE,
            tokenize.INDENT,
            tokenize.DEDENT,
        }:
            statement = token
        if token.type not in LAYOUT and token is not statement:
            code.update(range(token.start[0], token.end[0] + 1))
        previous = token.type
    return Size(1, len(code), docstrings)


def printed_by(script: str, root: Path) -> str:
    """The text that a generator prints."""
    return subprocess.run(  # noqa: S603  # a script of this repository
        [sys.executable, script], cwd=root, check=True, stdout=subprocess.PIPE, encoding="utf-8"
    ).stdout


def size_of_files(paths: Iterator[Path], root: Path, generators: Mapping[str, str]) -> Size:
    """The lines of some files."""
    total = Size()
    for path in paths:
        text = path.read_text(encoding="utf-8")
        size = size_of(text)
        script = generators.get(path.relative_to(root).as_posix())
        if script is not None and printed_by(script, root) == text:
            size = Size(1, generated=size.code + size.docstrings)
        total = total.plus(size)
    return total


def table(root: Path = ROOT, generators: Mapping[str, str] = GENERATORS) -> str:
    """The lines of each folder of the package, and of tests, benchmarks and tools."""
    package = root / PACKAGE
    rooms = {"(modules)": size_of_files(package.glob("*.py"), root, generators)}
    for folder in sorted(path for path in package.iterdir() if any(path.rglob("*.py"))):
        rooms[folder.name] = size_of_files(folder.rglob("*.py"), root, generators)
    total = Size()
    for size in rooms.values():
        total = total.plus(size)
    rows = {f"{PACKAGE}/{name}": size for name, size in rooms.items()} | {PACKAGE: total}
    for name in ("tests", "benchmarks", "tools"):
        rows[name] = size_of_files((root / name).rglob("*.py"), root, generators)
        total = total.plus(rows[name])
    rows["total"] = total
    lines = [f"{'':24}{'files':>8}{'code':>9}{'docstrings':>12}{'generated':>11}"]
    for name, size in rows.items():
        lines.append(f"{name:24}{size.files:8,}{size.code:9,}{size.docstrings:12,}{size.generated:11,}")
    return "\n".join(lines)


if __name__ == "__main__":
    print(table())
