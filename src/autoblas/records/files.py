"""Reads files that come from elsewhere: of bounded size and depth, as JSON, and tells their forms apart.

Their entries are read one by one: an odd one is left out and counted, and those beside it are worth having.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar

import msgspec

from autoblas.errors import ArgumentError, DatabaseError
from autoblas.store.folder import utf8

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

__all__ = ["LARGEST", "NOTHING", "Form", "LeftOut", "converted", "form_of", "load", "printable", "sound"]

T = TypeVar("T")
Entry = TypeVar("Entry")

Form: TypeAlias = Literal["results", "kernel-tuner", "t4", "clblast"]
"""Our own results, bundles among them; a cache of Kernel Tuner; results in the T4 form; those of a tuner of CLBlast."""

LARGEST = 1 << 28
"""Bytes of a file. A cache of Kernel Tuner with 18,000 points has 20 MB."""


def load(path: Path) -> dict[str, Any]:
    """The object that a file of JSON holds.

    Kernel Tuner leaves the end of a cache open while it tunes, which is closed here as Kernel Tuner does.

    Raises:
        DatabaseError: it cannot be read, is larger than ``LARGEST``, or holds no object of JSON.
    """
    try:
        with path.open("rb") as file:
            text = file.read(LARGEST + 1)  # of a pipe or a device nobody knows the size
    except OSError as error:
        raise DatabaseError(path, error.strerror or str(error)) from error
    if len(text) > LARGEST:
        raise DatabaseError(path, f"it has more than {LARGEST >> 20} MiB, which no file of results needs")
    try:
        content = _decoded(utf8(text))
    except (msgspec.MsgspecError, UnicodeError, RecursionError, ValueError) as error:
        raise DatabaseError(path, f"it is no JSON: {error}") from error
    if not isinstance(content, dict):
        raise DatabaseError(path, "it holds no object of JSON, which results in every known form are")
    return content


def _decoded(text: bytes) -> Any:
    try:
        return msgspec.json.decode(text)
    except msgspec.MsgspecError:
        start = text[:4096]
        opened = b'"tune_params_keys"' in start or b'"cache"' in start
    try:
        return _of_python(text)
    except ValueError:
        if not opened:
            raise
    return _of_python(text.rstrip().removesuffix(b",") + b"}\n}")


def _of_python(text: bytes) -> Any:
    """Content of JSON with the extensions of Python's writer: NaN and infinities become None, surrogates question marks.

    Raises:
        ValueError: it is no JSON of Python's either.
    """
    content = json.loads(
        text.decode("utf-8", "replace"), parse_constant=lambda _: None, parse_float=_number, parse_int=_number
    )
    return json.loads(json.dumps(content, ensure_ascii=False).encode("utf-8", "replace"))


def _number(word: str) -> int | float | None:
    """A number as msgspec reads it: a whole one of 64 bits, or a finite one."""
    if word.lstrip("-").isdecimal() and len(word) < 19:
        return int(word)
    value = float(word)
    return value if math.isfinite(value) else None


def form_of(path: Path, held: dict[str, Any]) -> Form:
    """Form of a file's contents.

    Raises:
        DatabaseError: it is of no supported form.
    """
    if "records" in held:
        return "results"
    if "cache" in held and "tune_params_keys" in held:
        return "kernel-tuner"
    if "kernel_family" in held and "results" in held:
        return "clblast"
    if "results" in held and "schema_version" in held:
        return "t4"
    raise DatabaseError(
        path,
        "it is none of autoblas's results, a cache of Kernel Tuner, results in the T4 form, or a file of CLBlast's tuners",
    )


def converted(path: Path, content: object, kind: type[T], form: str) -> T:
    """The contents of a file as a record.

    Args:
        path: The file.
        content: Its decoded content.
        kind: The record.
        form: Name of the expected form, with its article.

    Raises:
        DatabaseError: a field is missing, or is not of its type.
    """
    try:
        return msgspec.convert(content, kind)
    except (msgspec.MsgspecError, ArgumentError, RecursionError, OverflowError) as error:
        raise DatabaseError(path, f"it is not what {form} is: {' '.join(str(error).split())}") from error


@dataclass(frozen=True)
class LeftOut:
    """Count of a file's entries that could not be read.

    Attributes:
        count: Number of entries that could not be read.
        of: Number of all entries.
        first: Fault of the first of them, in a sentence.
    """

    count: int = 0
    of: int = 0
    first: str = ""

    def __str__(self) -> str:
        """The sentence that tells users of them; empty where there are none."""
        if not self.count:
            return ""
        are = "is" if self.count == 1 else "are"
        return f"{self.count} of {self.of} entries {are} left out: {self.first}"


NOTHING = LeftOut()


def sound(
    path: Path, entries: Iterable[tuple[object, Entry]], read: Callable[[Entry], T]
) -> tuple[list[T], LeftOut]:
    """Entries of a file that can be read, and a count of those that cannot.

    Args:
        path: The file.
        entries: Its entries by their names.
        read: Reads one; a ``ValueError`` says what is wrong with it.

    Raises:
        DatabaseError: there are entries, and none is sound.
    """
    entries_read: list[T] = []
    count, first = 0, ""
    for name, entry in entries:
        try:
            entries_read.append(read(entry))
        except (ValueError, TypeError, OverflowError, RecursionError, msgspec.MsgspecError) as error:
            first = first or f"{printable(name)!r}: {printable(error, 120)}"
            count += 1
    if count and not entries_read:
        raise DatabaseError(path, f"none of its {count} entries can be read: {first}")
    return entries_read, LeftOut(count, count + len(entries_read), first)


def printable(text: object, most: int = 60) -> str:
    """A foreign word as part of a sentence: on one line, printable, and not too long."""
    line = "".join(letter if letter.isprintable() else " " for letter in str(text)[: 20 * most])
    line = " ".join(line.split())
    return line if len(line) <= most else f"{line[: most - 3]}..."
