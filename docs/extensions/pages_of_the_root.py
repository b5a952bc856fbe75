"""Takes the documents of the repository's root into the site, with links that lead to the site's pages."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

__all__ = ["PAGES", "document_text", "page_text", "setup"]

PAGES = ("ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
"""The documents; README is for those who have not found the site yet."""

FOLDER = "project"


def document_text(text: str) -> str:
    """A document of the root as it stands in ``docs/project``.

    Args:
        text: The document.
    """

    def link(match: re.Match[str]) -> str:
        target = match[1]
        if target == "docs/moved.toml":
            return "](moved.md)"
        if target.startswith("docs/"):
            return f"](../{target.removeprefix('docs/')})"
        return match[0] if target in PAGES else f"](../../{target})"

    return re.sub(r"\]\((?!\w+:|#)([^)]+)\)", link, text)


def page_text(text: str, name: str) -> str:
    """A page of ``docs`` whose links to documents of the root lead to their copies in the site.

    Args:
        text: The page.
        name: Its name within ``docs``, such as ``howto/kernel``.
    """
    depth = name.count("/")
    up = "../" * (depth + 1)
    names = "|".join(map(re.escape, PAGES))
    return re.sub(rf"\]\({re.escape(up)}({names})", rf"]({'../' * depth}{FOLDER}/\1", text)


def _read(_app: Sphinx, name: str, source: list[str]) -> None:
    if not name.startswith(FOLDER):
        source[0] = page_text(source[0], name)


def _write(app: Sphinx) -> None:
    folder = Path(app.srcdir) / FOLDER
    folder.mkdir(exist_ok=True)
    for name in PAGES:
        text = document_text((Path(app.srcdir).parent / name).read_text(encoding="utf-8"))
        path = folder / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    """Make Sphinx copy the documents before it reads any, and lead links to the copies.

    Args:
        app: The build.
    """
    app.connect("builder-inited", _write)
    app.connect("source-read", _read)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
