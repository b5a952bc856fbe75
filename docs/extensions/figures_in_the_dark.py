"""Puts a dark twin beside each of our own plots, and shows the one that suits the reader's theme.

The twin is the same file with other colours: those of the figures that ``benchmarks`` draws are few, and every one has its counterpart.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from docutils import nodes
from sphinx.transforms import SphinxTransform

if TYPE_CHECKING:
    from sphinx.application import Sphinx

__all__ = ["DARK", "DarkTwins", "darkened", "setup"]

DARK = {"#ffffff": "#131416", "#1a1a1a": "#e8e8e8", "#5f6368": "#b4b8bd", "#d9dce0": "#3c4046", "#1f5a8c": "#6db3f2",
        "#b3541e": "#f0a36b", "#2f7d4f": "#6fd39a", "#7a4fa3": "#c6a1ec", "#8a6d00": "#e0c04f"}  # fmt: skip
"""Colours of the plots on white, and what they become on a dark page."""


def darkened(svg: str) -> str:
    """A plot in the colours for dark pages.

    Args:
        svg: The text of the file.
    """
    for light, dark in DARK.items():
        svg = svg.replace(light, dark)
    return svg


class DarkTwins(SphinxTransform):  # type: ignore[misc,unused-ignore]  # untyped where Sphinx is not installed
    """Doubles the images from the folder ``figures``."""

    default_priority: ClassVar[int] = 400  # before Sphinx collects the files of images

    def apply(self, **_options: object) -> None:
        """Write the dark files, and add the images that show them."""
        for image in list(self.document.findall(nodes.image)):
            name = Path(image["uri"]).name
            if "figures/" not in image["uri"] or not name.endswith(".svg") or name.endswith("-dark.svg"):
                continue
            folder = Path(self.env.srcdir) / "figures"
            dark = folder / "dark" / name
            dark.parent.mkdir(exist_ok=True)
            dark.write_text(darkened((folder / name).read_text(encoding="utf-8")), encoding="utf-8")
            twin = image.deepcopy()
            twin["uri"] = image["uri"].replace("figures/", "figures/dark/")
            image["classes"].append("only-light")
            twin["classes"].append("only-dark")
            image.parent.insert(image.parent.index(image) + 1, twin)


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the transform.

    Args:
        app: The build.
    """
    app.add_transform(DarkTwins)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
