"""Names, signatures, docstrings, options and messages change only with a file that reviewers read."""

import ast
import importlib
import re
from collections.abc import Iterator

import pytest

import autoblas
from support.page_examples import DOCS
from support.public_surface import MODULES, SURFACES


@pytest.mark.parametrize("path", SURFACES, ids=lambda path: path.stem)
def test_what_users_see_is_what_is_kept(path, update_golden):
    """A change of it is one of a golden file too."""
    text = SURFACES[path]() + "\n"
    if update_golden:
        path.write_text(text, encoding="utf-8", newline="\n")
    assert text == path.read_text(encoding="utf-8")


INTERNALS = (
    "contributing/",
    "design/",
    "explanation/",
    "how/",
    "howto/device.md",
    "howto/kernel.md",
    "log/",
    "testing.md",
)
"""Pages about the inside of the package, which may import any module."""

PYTHON = re.compile(
    r"^```(?:python|\{code-cell\} \w+)\n(?:---\n.*?^---\n)?(.*?)^```$", re.DOTALL | re.MULTILINE
)
"""Examples of pages, and cells of notebooks, some of which begin with settings."""


def _texts() -> Iterator[tuple[str, str]]:
    """The Python of examples, of pages for users and of notebooks, by file."""
    root = DOCS.parent
    for path in sorted((root / "examples").glob("*.py")):
        yield path.name, path.read_text(encoding="utf-8")
    for path in (root / "README.md", *sorted(DOCS.rglob("*.md"))):
        name = path.relative_to(DOCS).as_posix() if path.is_relative_to(DOCS) else path.name
        if not name.startswith(INTERNALS):
            for found in PYTHON.finditer(path.read_text(encoding="utf-8")):
                yield name, re.sub(r"^!.*$", "pass", found[1], flags=re.MULTILINE)


def _private(text: str) -> Iterator[str]:
    """What a text uses of the package that is not public."""
    packages = {".".join(module.split(".")[:n]) for module in MODULES for n in (1, 2)}

    def public(module: str, name: str) -> bool:
        names = importlib.import_module(module).__all__ if module in {"autoblas", *MODULES} else ()
        return name in names or f"{module}.{name}" in MODULES

    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            imported = [each.name for each in node.names if each.name.split(".")[0] == "autoblas"]
            yield from (name for name in imported if name not in {"autoblas", *MODULES})
        elif isinstance(node, ast.ImportFrom) and str(node.module).split(".")[0] == "autoblas":
            names = [each.name for each in node.names if not public(str(node.module), each.name)]
            yield from (f"{node.module}.{name}" for name in names)
        elif isinstance(node, ast.Attribute) and ast.unparse(node.value) == "autoblas":
            name = f"autoblas.{node.attr}"
            if node.attr not in autoblas.__all__ and name not in packages:
                yield name


def test_what_users_are_shown_is_public():
    """No example, notebook or page for users has another name of the package than those that it lists as public."""
    assert {(name, private) for name, text in _texts() for private in _private(text)} == set()


def test_other_names_are_noticed():
    """Imports of modules and of names, and attributes."""
    for text in (
        "import autoblas.plan",
        "from autoblas.plan.queues import default_queue",
        "from autoblas import runtime",
        "autoblas.plan.x()",
    ):
        assert list(_private(text)) != []
    assert len({name for name, _ in _texts()}) > 10
