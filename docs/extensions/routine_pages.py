"""Writes a page for each routine, from its docstring, the table of facts and the command line's table of routines.

The pages go to the folder ``routines`` beside the configuration of Sphinx, before it looks for sources. A page whose
text has not changed is left alone, so that Sphinx reads it again only where something is new.
"""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from routine_facts import CALLS, FACTS, GROUPS, pretty

import autoblas
from autoblas.cli.routines.table import ROUTINES
from autoblas.runtime.several.device_set import devices as device_set

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx.application import Sphinx

__all__ = ["page", "sections", "setup", "write_pages"]

FOLDER = "routines"
CALLS_GROUP = "Calls and memory"

LEVELS = {"1": "vectors", "2": "a matrix and vectors", "3": "matrices", "extra": "copies and convolutions"}

BREAK = "\\\n"
"""Ends a line within a paragraph."""

FUNCTIONS = {"devices": device_set}
"""Names that are packages too, and the functions that calls of them come to."""

SECTION = re.compile(r"^(Args|Returns|Warns|Raises|Example):\n((?:(?:    .*)?\n?)+)", re.MULTILINE)


def sections(docstring: str) -> dict[str, str]:
    """The parts of a docstring by their headings, without indentation; what stands before them is ``""``.

    Args:
        docstring: As ``inspect.getdoc`` gives it.
    """
    first = SECTION.search(docstring)
    found = {"": (docstring[: first.start()] if first else docstring).strip()}
    for title, body in SECTION.findall(docstring):
        found[title] = inspect.cleandoc("\n" + body).strip()
    return found


def _inline(text: str) -> str:
    """Markdown of a docstring's text: code in single quotes, one line a paragraph, blocks after ``::`` as code."""
    parts = re.split(r"::\n\n((?:    .*\n?|\n)+)", text)
    for i in range(0, len(parts), 2):
        plain = re.sub(r"``(.+?)``", r"`\1`", parts[i], flags=re.DOTALL)
        outside = re.split(r"(`[^`]*`)", plain)
        outside[::2] = [re.sub(r"([*\[\]<>|])", r"\\\1", each) for each in outside[::2]]
        parts[i] = re.sub(r"(?<!\n)\n(?!\n)", " ", "".join(outside))
        if i + 1 < len(parts):
            parts[i] += ":"
    for i in range(1, len(parts), 2):
        parts[i] = f"\n\n```python\n{inspect.cleandoc(chr(10) + parts[i])}\n```\n\n"
    return "".join(parts)


def _entries(text: str) -> list[tuple[str, str]]:
    """Names and texts of a section in which each entry begins with its name and a colon."""
    found = re.split(r"^(\w+): ", text, flags=re.MULTILINE)
    return list(zip(found[1::2], (inspect.cleandoc(each) for each in found[2::2]), strict=True))


def _definitions(entries: list[tuple[str, str]], defaults: Mapping[str, str]) -> str:
    """A list of definitions, each with its default where it has one."""
    lines = []
    for name, text in entries:
        default = f" = `{defaults[name]}`" if name in defaults else ""
        lines.append(f"`{name}`{default}\n: {_inline(text)}\n")
    return "\n".join(lines)


def _signature(name: str, routine: Any) -> tuple[str, dict[str, str]]:
    """The call with its arguments, one a line where they are many, and the defaults by name."""
    parameters = inspect.signature(routine).parameters.values()
    words: list[str] = []
    keyword_only = False
    for each in parameters:
        if each.kind is each.KEYWORD_ONLY and not keyword_only:
            words, keyword_only = [*words, "*"], True
        star = "**" if each.kind is each.VAR_KEYWORD else "*" if each.kind is each.VAR_POSITIONAL else ""
        default = "" if each.default is each.empty else f"={each.default!r}"
        words.append(f"{star}{each.name}{default}")
        if each.kind is each.POSITIONAL_ONLY:
            words.append("/")
    defaults = {each.name: repr(each.default) for each in parameters if each.default is not each.empty}
    line = f"autoblas.{name}({', '.join(words)})"
    if len(line) <= 72:
        return line, defaults
    lines: list[str] = []
    current = "   "
    for word in words:
        if len(current) + len(word) > 70:
            lines, current = [*lines, current], "   "
        current += f" {word},"
    return "\n".join([f"autoblas.{name}(", *lines, current, ")"]), defaults


def _costs(name: str) -> str:
    facts = FACTS[name]
    if not facts.operations:
        return facts.note
    operations = pretty(facts.operations) if facts.operations != "0" else "none, data only move"
    text = f"- sizes: {facts.sizes}; elements of s bytes\n- operations: {operations}\n- bytes: {pretty(facts.bytes)}\n\n"
    return (
        text
        + (f"{facts.note} " if facts.note else "")
        + (
            "Terms of lower order are left out. An output that is read too, such as one with `beta` other than 0, adds its bytes.\n"
            if "beta" in inspect.signature(getattr(autoblas, name)).parameters
            else "Terms of lower order are left out.\n"
        )
    )


def _commands(name: str) -> str:
    """What the command line calls the routine, and the options that describe a call."""
    routine = ROUTINES[name]
    options = [(option.opts[0], str(option.help)) for option in routine.options if hasattr(option, "help")]
    word = name.replace("_", "-")
    required = " ".join(
        f"{o.opts[0]} 1000" if o.opts[0] == "-n" else f"{o.opts[0]} 64" for o in routine.options if o.required
    )
    shown = required or "-n 1000"
    text = f"```sh\nautoblas tune {word} {shown}\nautoblas check {word} {shown}\nautoblas explain {word} {shown}\n```\n"
    rows = "\n".join(f"`{option}`\n: {_inline(words)}\n" for option, words in options)
    return (
        f"{text}\nThe call is described by these options; `--help` lists all that a command has.\n\n{rows}"
        if options
        else f"{text}\n`autoblas tune {word} --help` lists the options.\n"
    )


def _function(name: str) -> Any:
    return FUNCTIONS.get(name) or getattr(autoblas, name)


def page(name: str) -> str:
    """The page of a routine, or of another function of the package.

    Args:
        name: Its name in ``autoblas``.
    """
    routine = _function(name)
    parts = sections(inspect.getdoc(routine) or "")
    call, defaults = _signature(name, routine)
    text = [f"# {name}\n"]
    if name in FACTS:
        text.append(f"{{.formula}}\n{_escaped(FACTS[name].formula, either=BREAK)}\n")
    text += [f"```python\n{call}\n```\n", _inline(parts[""]) + "\n"]
    if "Args" in parts:
        text.append(f"## Arguments\n\n{_definitions(_entries(parts['Args']), defaults)}")
    if "Returns" in parts:
        text.append(f"## Result\n\n{_inline(parts['Returns'])}\n")
    errors = _entries(parts.get("Raises", "")) + _entries(parts.get("Warns", ""))
    if errors:
        text.append(f"## Errors and warnings\n\n{_definitions(errors, {})}")
    if name in FACTS:
        text.append(f"## Cost\n\n{_costs(name)}")
    if "Example" in parts:
        lines = ">>> import numpy as np\n>>> import autoblas\n"
        text.append(f"## Example\n\n```pycon\n{lines}{parts['Example']}\n```\n")
    if name in ROUTINES:
        text.append(f"## On the command line\n\n{_commands(name)}")
    return "\n".join(text)


def _escaped(formula: str, either: str = " ") -> str:
    """Markdown of a formula, with ``either`` between those of the two sides."""
    return re.sub(r"([*\[\]<>|])", r"\\\1", formula).replace("  or  ", f"{either}or ")


def _index() -> str:
    """The page that lists all of them."""
    text = [
        "# Routines\n",
        (
            f"All {len(FACTS)} routines have Netlib's names and semantics, without the letter for the type: the arrays "
            "say it. Each page is made from the docstring, which `help()` prints too; its example is run by the tests.\n"
        ),
    ]
    for title, names in {**GROUPS, CALLS_GROUP: list(CALLS)}.items():
        text.append(
            f"## {title}\n\n```{{toctree}}\n:hidden:\n:caption: {title}\n\n" + "\n".join(names) + "\n```\n"
        )
        rows = ["| routine | computes |", "|---|---|"]
        for name in names:
            first = sections(inspect.getdoc(_function(name)) or "")[""].partition("\n\n")[0]
            what = _escaped(FACTS[name].formula) if name in FACTS else _inline(first)
            rows.append(f"| [`{name}`]({name}.md) | {what} |")
        text.append("\n".join([*rows, ""]))
    return "\n".join(text)


def write_pages(folder: Path) -> None:
    """Write all pages to a folder, and remove those of routines that are no more.

    Args:
        folder: Where; it is made where there is none.
    """
    folder.mkdir(exist_ok=True)
    pages = {f"{name}.md": page(name) for name in (*FACTS, *CALLS)} | {"index.md": _index()}
    for path in folder.glob("*.md"):
        if path.name not in pages:
            path.unlink()
    for name, text in pages.items():
        path = folder / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def _write(app: Sphinx) -> None:
    write_pages(Path(app.srcdir) / FOLDER)


def setup(app: Sphinx) -> dict[str, bool]:
    """Make Sphinx write the pages before it reads any.

    Args:
        app: The build.
    """
    app.connect("builder-inited", _write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
