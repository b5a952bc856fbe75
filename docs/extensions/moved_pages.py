"""Leads addresses of the past to the pages of today, and writes the page "What moved": both from ``docs/moved.toml``."""

from __future__ import annotations

import posixpath
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx

__all__ = ["moved_names", "redirects", "setup", "table"]


def table(folder: Path) -> dict[str, Any]:
    """The contents of ``moved.toml``.

    Args:
        folder: The folder of the site's sources.
    """
    return tomllib.loads((folder / "moved.toml").read_text(encoding="utf-8"))


def moved_names(folder: Path) -> dict[str, str]:
    """Old pages with the pages that replace them, with one entry for each name that a star stands for.

    Args:
        folder: The folder of the site's sources.
    """
    names: dict[str, str] = {}
    for old, new in table(folder)["pages"].items():
        if "*" not in old:
            names[old] = new
            continue
        for path in sorted(folder.glob(f"{new}.md")):
            names[old.replace("*", path.stem)] = new.replace("*", path.stem)
    return names


def redirects(folder: Path) -> dict[str, str]:
    """The option of sphinx-reredirects: relative addresses for the pages that moved.

    Args:
        folder: The folder of the site's sources.
    """
    return {
        old: posixpath.relpath(f"{new}.html", posixpath.dirname(old) or ".")
        for old, new in moved_names(folder).items()
    }


def _page(folder: Path) -> str:
    """The page that lists what moved."""
    tables = table(folder)
    links = {old: new if "*" in new else f"[](../{new}.md)" for old, new in tables["pages"].items()}
    text = [
        "---\norphan: true\nnosearch: true\n---\n\n# What moved\n\nOld names, and what stands in their place.\n"
    ]
    for heading, column, rows in (
        ("Pages", "page", links),
        ("Scripts", "script", tables["scripts"]),
        ("Options", "option", tables["options"]),
    ):
        if rows:
            text.append(f"## {heading}\n\n| {column} | in its place |\n|---|---|")
            text += [f"| `{old}` | {new} |" for old, new in rows.items()]
            text.append("")
    return "\n".join(text)


def _write(app: Sphinx) -> None:
    path = Path(app.srcdir) / "project" / "moved.md"
    path.parent.mkdir(exist_ok=True)
    text = _page(Path(app.srcdir))
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    """Make Sphinx write the page before it reads any.

    Args:
        app: The build.
    """
    app.connect("builder-inited", _write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
