"""The package's addresses and its description on an index, for the build: what pyproject.toml calls dynamic.

The addresses stand in ``src/autoblas/version.py``. An index shows README alone, so its links to files become absolute.
"""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["CustomMetadataHook", "absolute"]

LINK = re.compile(
    r"(?P<before>(?P<image>!?)\[[^\]]*\]\()(?P<path>(?!https?:|#)[^)#\s]+)(?P<anchor>#[^)\s]*)?(?=[)\s])"
)
"""A link or an image of Markdown whose target is a file here."""


def absolute(text: str, project: Mapping[str, Any]) -> str:
    """Markdown whose links to files are addresses: pages of the site, or files in the repository.

    Args:
        text: The Markdown.
        project: ``__version__``, ``DOCUMENTATION`` and ``REPOSITORY`` of the package.
    """
    version = project["__version__"]
    revision = "main" if ".dev" in version else f"v{version}"

    def target(link: re.Match[str]) -> str:
        path, anchor = link["path"], link["anchor"] or ""
        page = re.fullmatch(r"docs/(.+)\.md", path)
        if page:
            return f"{link['before']}{project['DOCUMENTATION']}/{page[1]}.html{anchor}"
        return f"{link['before']}{project['REPOSITORY']}/{'raw' if link['image'] else 'blob'}/{revision}/{path}{anchor}"

    return LINK.sub(target, text)


class CustomMetadataHook(MetadataHookInterface):
    """The build's source of metadata; hatchling expects the name."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the addresses and the description."""
        root = Path(self.root)
        project = runpy.run_path(str(root / "src/autoblas/version.py"))
        repository, documentation = project["REPOSITORY"], project["DOCUMENTATION"]
        metadata["urls"] = {
            "Homepage": documentation,
            "Documentation": documentation,
            "Source": repository,
            "Changelog": f"{repository}/blob/main/CHANGELOG.md",
            "Issues": f"{repository}/issues",
            "Security": f"{repository}/security",
        }
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": absolute((root / "README.md").read_text(encoding="utf-8"), project),
        }
