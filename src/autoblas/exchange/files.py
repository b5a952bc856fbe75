"""Reads files that come from elsewhere: of bounded size and depth, as JSON, and tells their forms apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar

import msgspec

from autoblas.errors import ArgumentError, DatabaseError

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["LARGEST", "Form", "converted", "form_of", "load"]

T = TypeVar("T")

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
        found = _decoded(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError, ValueError) as error:
        raise DatabaseError(path, f"it is no JSON: {error}") from error
    if not isinstance(found, dict):
        raise DatabaseError(path, "it holds no object of JSON, which results in every known form are")
    return found


def _decoded(text: bytes) -> Any:
    try:
        return msgspec.json.decode(text)
    except msgspec.MsgspecError:
        start = text[:4096]
        if b'"tune_params_keys"' not in start and b'"cache"' not in start:
            raise
    return msgspec.json.decode(text.rstrip().removesuffix(b",") + b"}\n}")


def form_of(path: Path, held: dict[str, Any]) -> Form:
    """Which form the contents of a file have.

    Raises:
        DatabaseError: none that is known.
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


def converted(path: Path, held: object, kind: type[T], what: str) -> T:
    """The contents of a file as a record.

    Args:
        path: The file.
        held: What it holds, decoded.
        kind: The record.
        what: What it is taken for, with its article.

    Raises:
        DatabaseError: a field is missing, or is not of its type.
    """
    try:
        return msgspec.convert(held, kind)
    except (msgspec.MsgspecError, ArgumentError, RecursionError, OverflowError) as error:
        raise DatabaseError(path, f"it is not what {what} is: {' '.join(str(error).split())}") from error
