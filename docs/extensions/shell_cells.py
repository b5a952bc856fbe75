"""Shows cells of notebooks that run commands as a console: a prompt, and no exclamation mark that readers would copy."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from docutils import nodes
from sphinx.transforms import SphinxTransform

if TYPE_CHECKING:
    from sphinx.application import Sphinx

__all__ = ["ShellCells", "setup"]


class ShellCells(SphinxTransform):  # type: ignore[misc,unused-ignore]  # untyped where Sphinx is not installed
    """Changes cells all of whose lines begin with an exclamation mark."""

    default_priority: ClassVar[int] = 400

    def apply(self, **_options: object) -> None:
        """Put the prompt of a console before each line."""
        for block in list(self.document.findall(nodes.literal_block)):
            lines = block.astext().splitlines()
            if str(block.get("language")).startswith("ipython") and all(
                line.startswith("!") for line in lines
            ):
                text = "\n".join(f"$ {line.removeprefix('!')}" for line in lines)
                block.replace_self(nodes.literal_block(text, text, language="console"))


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the transform.

    Args:
        app: The build.
    """
    app.add_transform(ShellCells)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
