r"""Transcripts of the command line: commands with their output and exit status, as text files.

A file holds several transcripts. Each begins with ``== TITLE``, and has a folder, results and an environment of its own.
Its lines are:

| line | meaning |
| --- | --- |
| ``$ autoblas WORDS`` | a command; its output and its status follow |
| ``$ ls FOLDER``, ``$ cat FILE`` | files, as a shell prints them |
| ``$ COMMAND \| grep [-c] [-v] TEXT`` | lines with a text, or without it; with -c their number |
| ``! TEXT`` | a line on stderr, below those on stdout |
| ``[STATUS] TEXT`` | the last such line, where the exit status is not 0 |
| ``...`` | any text, within a line; alone, any number of lines |
| ``{here}`` | the transcript's folder |
| ``{long}`` | in a command: more digits than Python reads as a number |
| ``> FILE``, then ``\| TEXT`` | writes a file |
| ``< TEXT`` | an answer to a question of the next command |
| ``@ NAME=VALUE``, ``@ NAME=`` | sets or removes a variable of the environment |
| ``@ NAME WORDS`` | a fixture, which is called with the words where there are some |
| ``@ budget NUMBER`` | runs with so large a ``--budget`` alone |
| ``# TEXT`` | a comment |
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

__all__ = ["Entry", "Transcript", "filtered", "matches", "transcripts_in"]


class Entry(NamedTuple):
    """A line that does something, with the lines that belong to it.

    Attributes:
        kind: Its first character.
        text: The rest of it.
        number: Its place in the file, from 1.
        lines: The lines below: output of a command, content of a file.
    """

    kind: str
    text: str
    number: int
    lines: list[str]


class Transcript(NamedTuple):
    """A transcript of a file.

    Attributes:
        path: The file.
        title: Its heading.
        number: The place of its heading in the file, from 1.
        entries: What it does, in order.
    """

    path: Path
    title: str
    number: int
    entries: list[Entry]

    @property
    def budget(self) -> int:
        """The least budget that it runs with."""
        return max([1, *(int(e.text.split()[1]) for e in self.entries if e.text.startswith("budget "))])


def transcripts_in(folder: Path) -> Iterator[Transcript]:
    """The transcripts of a folder's files."""
    for path in sorted(folder.glob("*.txt")):
        transcript: Transcript | None = None
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            kind, _, text = line.partition(" ")
            if kind == "==":
                if transcript is not None:
                    yield transcript
                transcript = Transcript(path, text, number, [])
            elif transcript is not None and kind in {"$", "@", ">", "<"}:
                transcript.entries.append(Entry(kind, text, number, []))
            elif transcript is not None and transcript.entries and kind != "#":
                transcript.entries[-1].lines.append(line)
        if transcript is not None:
            yield transcript


def matches(lines: list[str], printed: str, here: str) -> bool:
    """True if lines of a transcript describe a text; blank lines at its end do not count."""
    pattern = ""
    for line in "\n".join(lines).rstrip().replace("{here}", here).splitlines():
        escaped = ".*".join(map(re.escape, line.split("...")))
        pattern += r"(?:.*\n)*?" if line == "..." else rf"{escaped}\n"
    return re.fullmatch(pattern, f"{printed.rstrip()}\n" if printed.strip() else "") is not None


def filtered(text: str, words: list[str]) -> str:
    """The lines that ``grep`` with some words prints."""
    *options, pattern = words
    flags = "".join(options)
    lines = [line for line in text.splitlines() if (pattern in line) != ("v" in flags)]
    return f"{len(lines)}\n" if "c" in flags else "".join(f"{line}\n" for line in lines)
