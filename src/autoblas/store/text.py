"""Text in files that people may have edited: with a byte order mark, as editors on Windows write it, or in UTF-16."""

from __future__ import annotations

import codecs

__all__ = ["utf8"]

MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # begins as the mark of UTF-16 does
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def utf8(data: bytes) -> bytes:
    """Text of a file in UTF-8, without a byte order mark.

    Args:
        data: The file's bytes; without a mark they are taken for UTF-8, unchecked.

    Raises:
        UnicodeError: it has a mark of another encoding than its own.
    """
    for mark, name in MARKS:
        if data.startswith(mark):
            return data.removeprefix(mark) if name == "utf-8" else data[len(mark) :].decode(name).encode()
    return data
