"""The Python examples of a page of the documents, run one after the other."""

import re
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[2] / "docs"


def page(name: str) -> str:
    """A page of ``docs/``, or with ``..`` of the folder above it."""
    return (DOCS / name).read_text(encoding="utf-8")


def examples(name: str) -> list[str]:
    """The blocks of Python of a page; cells of notebooks, which run when the site is built, are none."""
    return re.findall(r"^```python\n(.*?)^```$", page(name), re.DOTALL | re.MULTILINE)


def run_examples(name: str, module: str) -> dict[str, Any]:
    """What the examples of a page define, as if they stood in a module."""
    names: dict[str, Any] = {"__name__": module}
    for example in examples(name):
        above = page(name).partition(example)[0].count("\n")  # so that errors name the page's own lines
        exec(
            compile("\n" * above + example, f"docs/{name}", "exec", dont_inherit=True), names
        )  # our own page
    return names
