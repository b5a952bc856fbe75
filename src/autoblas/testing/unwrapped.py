"""Kernels' texts with each statement in one line, for tests that search or change them."""

from __future__ import annotations

from autoblas.emit.wrapping import CONTINUED

__all__ = ["unwrapped"]


def unwrapped(text: str) -> str:
    """The text with the lines joined again that were wider than a page: what continues a line begins so much deeper."""
    lines: list[str] = []
    depth = 0
    for line in text.splitlines():
        body = line.lstrip(" ")
        indent = len(line) - len(body)
        if lines and body and indent >= depth + len(CONTINUED):
            lines[-1] += body if lines[-1].endswith("(") else f" {body}"
        else:
            lines.append(line)
            depth = indent
    return "\n".join(lines) + "\n"
