"""Keeps dated history and generated lists out of the navigation and of the search."""

from __future__ import annotations

from fnmatch import fnmatch
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

__all__ = ["PATTERNS", "is_log", "setup"]

PATTERNS = ("log/*", "contributing/gemm-features")
"""Names of such pages; a star stands for folders too."""


def is_log(name: str) -> bool:
    """Whether a page is outside the navigation and the search.

    Args:
        name: Its name, such as ``log/scaling``.
    """
    return any(fnmatch(name, pattern) for pattern in PATTERNS)


def _mark(app: Sphinx, _doctree: nodes.document) -> None:
    name = app.env.docname
    if is_log(name):
        app.env.metadata[name] |= {"orphan": "", "nosearch": ""}


def setup(app: Sphinx) -> dict[str, bool]:
    """Mark such pages when Sphinx has read them.

    Args:
        app: The build.
    """
    app.connect("doctree-read", _mark)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
