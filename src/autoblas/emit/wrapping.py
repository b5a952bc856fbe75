"""Lines of C that are wider than a page, broken where a person would break them."""

from __future__ import annotations

import functools
import re

__all__ = ["CONTINUED", "WIDTH", "wrapped"]

WIDTH = 120
"""Columns of a line of a kernel's text; a literal that is longer stays whole, as comments and directives do."""

CONTINUED = "    "
"""Additional indentation of the continuation of a broken line; blocks are indented by half of this."""

MARK = re.compile(r'"(?:[^"\\]|\\.)*"|[([{]|[)\]}]|[,;] | (?:[-+*/%<>=&|^?:]+) ')
"""Tokens that decide where a line breaks: literals, brackets, separators, and operators between blanks."""

HEAD = re.compile(r"(?:else )?(?:if|for|while) \(")
"""The beginning of a statement that another one follows in its line."""

ALIKE = str.maketrans("123456789", "000000000")
"""Digits do not decide where a line breaks."""

NESTED = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}

RANKS = (
    ("; ",),
    (", ",),
    (" ? ", " : "),
    (" || ",),
    (" && ",),
    (" = ", " += ", " -= ", " *= ", " ^= "),
    (" == ", " != ", " < ", " > ", " <= ", " >= "),
    (" | ", " ^ ", " & ", " << ", " >> "),
    (" + ", " - "),
    (" * ", " / ", " % "),
)
"""At equal depths of brackets, lines break at what binds least."""

RANK = {mark: rank for rank, marks in enumerate(RANKS) for mark in marks}
ALTERNATIVES = RANKS[2]

SHORTEST = 8
"""Columns of a part, at least."""


def wrapped(line: str) -> str:
    """A line of C with line breaks in place of blanks, so that no part of it is wider than ``WIDTH``.

    Statements that share a line continue it at their own depth; parts of statements begin deeper.
    """
    if len(line) <= WIDTH:
        return line
    return "\n".join(f"{indent}{line[start:stop]}" for indent, start, stop in _parts(line.translate(ALIKE)))


@functools.lru_cache(maxsize=1024)
def _parts(line: str) -> tuple[tuple[str, int, int], ...]:
    """The parts of a line whose digits are all 0: indentation, start and end of each.

    Lines of unrolled loops differ in digits alone, so that most are in the cache.
    """
    parts, stop = [], 0
    for part in _broken(line):
        text = part.lstrip(" ")
        start = line.index(text, stop)
        stop = start + len(text)
        parts.append((part[: len(part) - len(text)], start, stop))
    return tuple(parts)


def _broken(line: str) -> list[str]:
    """The lines that a line becomes."""
    body = line.lstrip(" ")
    commented = "//" in line and '"' not in line
    if len(line) <= WIDTH or body[0] == "#" or commented:
        return [line]
    indent = line[: len(line) - len(body)]
    at = _end_of_head(line, len(indent)) or _end_of_statement(line)
    if at:
        deeper = CONTINUED if line[at - 1] == ")" else ""
        return [*_broken(line[:at]), *_broken(indent + deeper + line[at + 1 :])]
    parts, start, room, later_room = [], 0, WIDTH, WIDTH - len(indent) - len(CONTINUED)
    while len(line) - start > room:
        at = _within(line, start, room, later_room)
        if not at:
            break
        parts.append(line[start:at].rstrip())
        start, room = at + 1, later_room
    parts.append(line[start:])
    return [parts[0], *(f"{indent}{CONTINUED}{part.lstrip(' ')}" for part in parts[1:])]


def _end_of_head(line: str, start: int) -> int:
    """The blank behind the condition of a statement that its line has too; 0 where there is none."""
    if line[-1] == "{" or not HEAD.match(line, start):
        return 0
    at = line.index("(", start)
    depth = 1
    while depth:
        opened, closed = line.find("(", at + 1), line.index(")", at + 1)
        at = opened if 0 <= opened < closed else closed
        depth += NESTED[line[at]]
    return at + 1 if at + 1 < len(line) else 0


def _end_of_statement(line: str) -> int:
    """The blank behind the last whole statement that fits a line in which others follow; 0 where there is none."""
    at = line.rfind("; ", 0, WIDTH)
    while at > 0:
        nested = any(
            line.count(opening, 0, at) != line.count(closing, 0, at) for opening, closing in ("()", "{}")
        )
        if not nested and line.count('"', 0, at) % 2 == 0:
            return at + 1
        at = line.rfind("; ", 0, at)
    return 0


def _within(line: str, start: int, room: int, later_room: int) -> int:
    """The blank inside a statement where the part of it that begins at ``start`` ends; 0 where there is none.

    Args:
        line: The line.
        start: Where the part begins.
        room: Columns that the part may have.
        later_room: Columns that later parts may have.
    """
    end = start + room
    behind = len(line) - later_room - 1  # from here on, one more part is enough
    last = behind < start + room * 2 // 3
    low = max(behind, start + SHORTEST) if last else start + room // 3
    quoted = '"' in line
    best, chosen, depth = (0, 0), 0, 0
    for match in MARK.finditer(line, start if quoted else low):
        mark = match[0]
        at = match.start()
        if at > end and chosen:
            break
        if mark in NESTED:
            depth += NESTED[mark]
        elif mark[0] != '"':
            at += mark[0] != " "
            cost = depth, 0 if quoted and mark == " : " else RANK.get(mark, len(RANKS))
            better = cost < best or (cost == best and not (last and mark in ALTERNATIVES))
            if at >= low and (not chosen or (at <= end and better)):
                best, chosen = cost, at
    return chosen
