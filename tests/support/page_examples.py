"""The Python examples of a page of the documents, run one after the other."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

__all__ = ["page", "run_examples"]


def page(name: str) -> str:
    """A page of ``docs/``."""
    return (Path(__file__).parents[2] / "docs" / name).read_text(encoding="utf-8")


def run_examples(name: str, module: str) -> dict[str, Any]:
    """What the examples of a page define, as if they stood in a module."""
    names: dict[str, Any] = {"__name__": module}
    for example in re.findall(r"^```python\n(.*?)^```$", page(name), re.DOTALL | re.MULTILINE):
        exec(compile(example, f"docs/{name}", "exec", dont_inherit=True), names)  # our own page
    return names
