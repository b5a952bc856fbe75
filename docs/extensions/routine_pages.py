"""Writes a page for each routine and a list of public names, from docstrings, signatures, facts and the command line.

The pages go to the folder ``routines`` beside the configuration of Sphinx, before it looks for sources. A page whose
text has not changed is left alone, so that Sphinx reads it again only where something is new. Functions, classes and
errors are objects of Sphinx's Python domain, so that this site and others can refer to ``autoblas.gemm``.
"""

from __future__ import annotations

import ast
import functools
import importlib.util
import inspect
import re
import textwrap
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from routine_facts import CALLS, FAMILIES, GROUPS, pretty

import autoblas
from autoblas.blas.table.rows import ROUTINES as ROWS
from autoblas.calls.several.device_set import devices as device_set
from autoblas.cli.routines.table import ROUTINES
from autoblas.version import REPOSITORY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sphinx.application import Sphinx

__all__ = [
    "alternatives",
    "names_page",
    "page",
    "qualification",
    "sections",
    "setup",
    "source_address",
    "write_pages",
]

FOLDER = "routines"

BREAK = "\\\n"
"""Ends a line within a paragraph."""

FUNCTIONS = {"devices": device_set}
"""Names that are packages too, and the functions that calls of them come to."""

SECTION = re.compile(r"^(Args|Returns|Warns|Raises|Attributes|Example):\n((?:(?:    .*)?\n?)+)", re.MULTILINE)

OPERANDS = (
    "Operands are arrays of NumPy, pyopencl, PyTorch, CuPy, JAX or Numba: see [arrays](../guide/arrays.md)."
)

ARRAY = "[array](../guide/arrays.md)"
TYPES = {
    "accumulator": "data type", "accuracy": "[`Accuracy`](../guide/accuracy.md)", "devices": "{py:func}`~autoblas.devices`", "dtype": "data type",
    "param": ARRAY, "wait_for": "events",
}  # fmt: skip
"""Types of parameters by their names, where annotations say less."""

ALIASES = {
    "Array": ARRAY, "ArrayT": ARRAY, "Factor": "`complex`", "Integer": "`int`", "RealFactor": "`float`",
    "Factors": "number or numbers", "Offsets": "int or ints", "Pair": "int or two",
    **dict.fromkeys(("Op", "CopyOp", "Triangle", "Side", "Diagonal", "Order", "Mode"), "`str`"),
}  # fmt: skip
"""What readers know the types of ``autoblas.blas.types`` as, which are no public names."""

GUIDES = {"accuracy": "guide/accuracy", "devices": "guide/devices"}
"""Pages of the user guide on a parameter."""

OPERAND = re.compile(r"[abcxyz]|ap|out|patches|image|kernels|[abcxy]_offsets|[dxy][12]")
"""Names of operands."""

ON_THE_HOST = ("rotg", "rotmg")
"""Routines on numbers."""


def sections(docstring: str) -> dict[str, str]:
    """The parts of a docstring by their headings, without indentation; what stands before them is ``""``.

    Args:
        docstring: As ``inspect.getdoc`` gives it.
    """
    first = SECTION.search(docstring)
    parts = {"": (docstring[: first.start()] if first else docstring).strip()}
    for title, body in SECTION.findall(docstring):
        parts[title] = inspect.cleandoc("\n" + body).strip()
    return parts


def qualification(sentence: str) -> str:
    """The first sentence of a docstring without the formula, which the page shows in symbols.

    Args:
        sentence: Such as ``Compute x = op(A) x for a triangular matrix A.``
    """
    if not re.match(r"(?:Compute |One triangle of )?[\w\[\]]+ = ", sentence):
        return re.sub(r": x = .*(?=\.$)", "", sentence)
    one = re.sub(r", or alpha .*(?=, which|\.$)", "", sentence)
    condition = re.search(
        r"(?: |, )((?:for (?:a|every|vectors|matrices|items)|in|with|without|element)\b.*)", one
    )
    return condition[1][0].upper() + condition[1][1:] if condition else ""


def _inline(text: str, page: str = "") -> str:
    """Markdown of a docstring's text: code in single quotes, one line a paragraph, blocks after ``::`` as code.

    Args:
        text: The text.
        page: The name of the page, to which no link leads.
    """
    parts = re.split(r"::\n\n((?:    .*\n?|\n)+)", text)
    for i in range(0, len(parts), 2):
        plain = re.sub(r"``(.+?)``", r"`\1`", parts[i], flags=re.DOTALL)
        outside = re.split(r"(`[^`]*`)", plain)
        outside[::2] = [re.sub(r"([*\[\]<>|])", r"\\\1", words) for words in outside[::2]]
        outside[1::2] = [_code_link(code, page) for code in outside[1::2]]
        parts[i] = re.sub(r"(?<!\n)\n(?!\n)", " ", "".join(outside))
        if i + 1 < len(parts):
            parts[i] += ":"
    for i in range(1, len(parts), 2):
        parts[i] = f"\n\n```python\n{inspect.cleandoc(chr(10) + parts[i])}\n```\n\n"
    return "".join(parts)


def _code_link(code: str, page: str) -> str:
    """Code that names a function of the package, as a link to its page."""
    name = code.strip("`").removeprefix("autoblas.")
    return f"{{py:func}}`~autoblas.{name}`" if name in {*ROWS, *CALLS} - {page} else code


def _entries(text: str) -> list[tuple[str, str]]:
    """Names and texts of a section in which each entry begins with its name and a colon."""
    parts = re.split(r"^(\w+): ", text, flags=re.MULTILINE)
    return list(zip(parts[1::2], (inspect.cleandoc(words) for words in parts[2::2]), strict=True))


def _definitions(entries: Iterable[tuple[str, str]], page: str = "") -> str:
    """A list of definitions: terms in Markdown, each with its text."""
    texts = ((term, textwrap.indent(_inline(text, page), "  ").lstrip()) for term, text in entries)
    return "\n".join(f"{term}\n: {text}\n" for term, text in texts)


def _errors(entries: Iterable[tuple[str, str]]) -> str:
    return _definitions(
        (f"{{py:exc}}`~autoblas.{name}`", text[0].upper() + text[1:]) for name, text in entries
    )


def _default_text(default: object) -> str:
    return default.__name__ if isinstance(default, type) else repr(default)


def _signature(function: Callable[..., Any], skip: int = 0) -> str:
    """The parameters with their defaults, without annotations: the list of arguments has the types.

    Args:
        function: The function.
        skip: How many parameters to leave out, one of a method.
    """
    signature = inspect.signature(function)
    bare = [
        parameter.replace(
            annotation=parameter.empty,
            default=parameter.default
            if parameter.default is parameter.empty
            else _Word(_default_text(parameter.default)),
        )
        for parameter in [*signature.parameters.values()][skip:]
    ]
    return str(signature.replace(parameters=bare, return_annotation=signature.empty))


class _Word(str):
    """A text whose ``repr`` has no quotation marks."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def _type(parameter: inspect.Parameter, any_name: str) -> str:
    """The type of a parameter in Markdown; empty where it takes anything.

    Args:
        parameter: The parameter.
        any_name: The type of operands.
    """
    name, annotation = parameter.name, str(parameter.annotation)
    if name in TYPES:
        return TYPES[name]
    if annotation == "Any":
        return any_name if OPERAND.fullmatch(name) else "number" if name in {"alpha", "beta"} else ""
    words = annotation.removesuffix(" | None").replace("cl.CommandQueue", "Queue")
    return ALIASES.get(words, f"`{words}`" if words.isidentifier() else words)


def _arguments(name: str, text: str) -> str:
    """The list of arguments, with types and defaults."""
    parameters = inspect.signature(_function(name)).parameters
    terms = []
    for argument, words in _entries(text):
        parameter = parameters[argument]
        default = "" if parameter.default is parameter.empty else f" = `{_default_text(parameter.default)}`"
        kind = _type(parameter, "number" if name in ON_THE_HOST else ARRAY)
        terms.append((f"`{argument}`{f': {kind}' if kind else ''}{default}", words))
    return _definitions(terms, name)


def _costs(name: str) -> str:
    facts = ROWS[name]
    if not facts.operations:
        return facts.cost + "\n"
    operations = pretty(facts.operations) if facts.operations != "0" else "none, data only move"
    text = f"- sizes: {facts.sizes}; elements of s bytes\n- operations: {operations}\n- bytes: {pretty(facts.nbytes)}\n\n"
    return (
        text
        + (f"{facts.cost} " if facts.cost else "")
        + "Terms of lower order are left out."
        + (
            " An output that is read too, such as one with `beta` other than 0, adds its bytes.\n"
            if "beta" in inspect.signature(getattr(autoblas, name)).parameters
            else "\n"
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
    lines = "".join(f"$ autoblas {command} {word} {shown}\n" for command in ("tune", "check", "explain"))
    text = f"```console\n{lines}```\n"
    return (
        f"{text}\nThese options describe the call; `--help` lists all that a command has.\n\n"
        + _definitions((f"`{option}`", words) for option, words in options)
        if options
        else f"{text}\n`autoblas tune {word} --help` lists the options.\n"
    )


def _function(name: str) -> Any:
    return FUNCTIONS.get(name) or getattr(autoblas, name)


def _plan_of(name: str) -> Any:
    """The function that makes the plan of a routine, or computes it on the host."""
    module, _, function = ROWS[name].plan.partition(":")
    return getattr(import_module(f"autoblas.blas.{module}"), function)


def source_address(_domain: str, info: dict[str, str]) -> str | None:
    """The address of an object's source, for the link beside its signature; None of what is no function or class.

    Args:
        info: Its name in ``autoblas`` as ``fullname``.
    """
    name = info["fullname"]
    thing = _plan_of(name) if name in ROWS else inspect.unwrap(_function(name))
    thing = (
        thing.func if isinstance(thing, functools.partial) else thing
    )  # plans of stacks are those of one matrix
    if not callable(thing):
        return None
    path = Path(str(inspect.getsourcefile(thing))).relative_to(Path(autoblas.__file__).parents[1])
    return f"{REPOSITORY}/blob/main/src/{path.as_posix()}#L{inspect.getsourcelines(thing)[1]}"


def alternatives(name: str) -> list[str]:
    """Routines that compute something close to another one, in the order of the families.

    Args:
        name: The other one.
    """
    related: list[str] = []
    for family in FAMILIES:
        members, _, others = family.partition(":")
        if name in members.split():
            related += [*members.split(), *others.split()]
    return [other for other in dict.fromkeys(related) if other != name]


def _see_also(name: str) -> str:
    rows = [f"- {{py:func}}`~autoblas.{near}`: {_escaped(ROWS[near].formula)}" for near in alternatives(name)]
    parameters = inspect.signature(_function(name)).parameters
    guides = [guide for parameter, guide in GUIDES.items() if parameter in parameters]
    if name.partition("_")[2] in {"batched", "offsets"} or f"{name}_batched" in ROWS:
        guides.append("guide/batches")
    return "\n".join([*rows, *(f"- [](../{guide}.md)" for guide in guides), ""])


def _result_class(function: Callable[..., Any]) -> str:
    """The class of the package that a function returns, with its attributes and methods; empty where it is another's."""
    annotation = str(inspect.signature(function).return_annotation)
    row = ROWS.get(function.__name__)
    module = (
        import_module(f"autoblas.blas.{row.plan.partition(':')[0]}") if row else inspect.getmodule(function)
    )
    kind = getattr(module, annotation, None)
    if not isinstance(kind, type) or not kind.__module__.startswith("autoblas"):
        return ""
    parts = sections(inspect.getdoc(kind) or "")
    members = {f"`{name}`": words for name, words in _entries(parts.get("Attributes", ""))}
    for name, member in vars(kind).items():
        if not name.startswith("_") and (isinstance(member, property) or inspect.isfunction(member)):
            term = f"`{name}`" if isinstance(member, property) else f"`{name}{_signature(member, skip=1)}`"
            members[term] = sections(inspect.getdoc(member) or "")[""]
    return f"### {kind.__name__}\n\n{_inline(parts[''])}\n\n{_definitions(members.items())}"


def _object(kind: str, signature: str, text: str) -> str:
    """A directive of the Python domain."""
    return f":::{{py:{kind}}} {signature}\n\n{text}\n:::\n"


def page(name: str) -> str:
    """The page of a routine, or of another function of the package.

    Args:
        name: Its name in ``autoblas``.
    """
    function = _function(name)
    parts = sections(inspect.getdoc(function) or "")
    first, _, rest = parts[""].partition("\n\n")
    summary = " ".join(first.split())
    text = [f"# {name}\n", "```{py:currentmodule} autoblas\n```\n"]
    if name in ROWS:
        text.append(f"{{.formula}}\n{_escaped(ROWS[name].formula, either=BREAK)}\n")
        summary = qualification(summary)
    text.append(
        _object("function", f"{name}{_signature(function)}", _inline(f"{summary}\n\n{rest}".strip(), name))
    )
    if name in ROWS and name not in ON_THE_HOST:
        text.append(f"{OPERANDS}\n")
    if "Args" in parts:
        text.append(f"## Arguments\n\n{_arguments(name, parts['Args'])}")
    if "Returns" in parts:
        text.append(f"## Result\n\n{_inline(parts['Returns'], name)}\n")
    if result_class := _result_class(function):
        text.append(result_class)
    errors = _entries(parts.get("Raises", "")) + _entries(parts.get("Warns", ""))
    if errors:
        text.append(f"## Errors and warnings\n\n{_errors(errors)}")
    if name in ROWS:
        text.append(f"## Cost\n\n{_costs(name)}")
    if "Example" in parts:
        lines = ">>> import numpy as np\n>>> import autoblas\n"
        text.append(f"## Example\n\n```pycon\n{lines}{parts['Example']}\n```\n")
    if name in ROUTINES:
        text.append(f"## On the command line\n\n{_commands(name)}")
    if name in ROWS:
        text.append(f"## See also\n\n{_see_also(name)}")
    return "\n".join(text)


def _escaped(formula: str, either: str = " ") -> str:
    """Markdown of a formula, with ``either`` between those of the two sides."""
    return re.sub(r"([*\[\]<>|])", r"\\\1", formula).replace("  or  ", f"{either}or ")


def _first_line(thing: object) -> str:
    """The first paragraph of a docstring, in Markdown."""
    return _inline(sections(inspect.getdoc(thing) or "")[""].partition("\n\n")[0])


def _row(name: str) -> str:
    """The formula of a routine, and for which matrices it is."""
    text = inspect.getdoc(_function(name)) or ""
    words = qualification(" ".join(sections(text)[""].partition("\n\n")[0].split()))
    condition = re.match(r"(?:For|In|With|Without) [^;:.]*", words)
    formula = _escaped(ROWS[name].formula)
    return f"{formula}, {condition[0][0].lower()}{_inline(condition[0][1:])}" if condition else formula


def _group_page(title: str, names: Iterable[str], what: Callable[[str], str], heading: str) -> str:
    """A page with a table of routines, or of other functions."""
    listed = list(names)
    rows = "\n".join(f"| [`{name}`]({name}.md) | {what(name)} |" for name in listed)
    toctree = "```{toctree}\n:hidden:\n\n" + "\n".join(listed) + "\n```\n"
    return f"# {title}\n\n| {heading} |\n|---|---|\n{rows}\n\n{toctree}"


def _index() -> str:
    """The page that names all of them."""
    text = [
        "# All routines\n",
        (
            f"autoblas has {len(ROWS)} routines. They have Netlib's names and semantics, without the letter for the type: "
            f"the arrays have it. {OPERANDS}\n"
        ),
    ]
    for group, names in GROUPS.items():
        links = ", ".join(f"[`{name}`]({name}.md)" for name in names)
        text.append(f"## {group.title}\n\n{links}: [formulas]({group.page}.md).\n")
    links = ", ".join(f"[`{name}`]({name}.md)" for name in CALLS)
    text.append(f"## Calls and memory\n\n{links}: [what they do](calls.md).\n")
    return "\n".join(text)


def names_page() -> str:
    """The page of all that is public: functions, errors, and the modules that users import."""
    errors = [
        kind
        for name in autoblas.__all__
        if isinstance(kind := getattr(autoblas, name), type) and name[0].isupper()
    ]
    functions = ", ".join(f"{{py:func}}`~autoblas.{name}`" for name in sorted({*ROWS, *CALLS}))
    text = [
        "# Public names\n",
        (
            "These names keep their meaning within a minor version. All others may change with any version. "
            "[What moved](../project/moved.md) lists names that went.\n"
        ),
        "```{py:module} autoblas\n```\n",
        f"## Functions\n\n{functions}\n",
        "## Errors and warnings\n",
    ]
    for kind in errors:
        bases = ", ".join(
            f"{{py:exc}}`~autoblas.{base.__name__}`"
            if hasattr(autoblas, base.__name__)
            else f"`{base.__name__}`"
            for base in kind.__bases__
        )
        words = _first_line(kind)
        text.append(_object("exception", kind.__name__, f"{words} Base: {bases}."))
    text.append("## Version\n\n" + _object("data", "__version__", "The version, a text such as `0.2.0`."))
    text.append("## Modules\n")
    for name, (words, names) in _public_modules().items():
        listed = ", ".join(f"`{public}`" for public in names)
        text.append(f"### {name}\n\n{_inline(words)}\n\n{listed}\n")
    return "\n".join(text)


def _public_modules() -> dict[str, tuple[str, list[str]]]:
    """The first paragraph and the names of each module that the package's docstring calls public.

    Their source is read, because importing some of them needs other packages.
    """
    modules = {}
    for name in re.findall(r"``(autoblas\.[\w.]+)``", autoblas.__doc__ or ""):
        spec = importlib.util.find_spec(name)
        tree = ast.parse(Path(str(spec and spec.origin)).read_text(encoding="utf-8"))
        (public,) = [
            ast.literal_eval(node.value)
            for node in tree.body
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
        ]
        modules[name] = (ast.get_docstring(tree) or "").partition("\n\n")[0], sorted(public)
    return modules


def write_pages(folder: Path) -> None:
    """Write all pages to a folder, and remove those of routines that are no more.

    Args:
        folder: Where; it is made where there is none.
    """
    folder.mkdir(exist_ok=True)
    pages = {f"{name}.md": page(name) for name in (*ROWS, *CALLS)}
    for group, names in GROUPS.items():
        pages[f"{group.page}.md"] = _group_page(group.title, names, _row, "routine | computes")
    pages["calls.md"] = _group_page(
        "Calls and memory", CALLS, lambda name: _first_line(_function(name)), "function | what it does"
    )
    pages |= {"index.md": _index(), "names.md": names_page()}
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
    app.setup_extension("sphinx.ext.linkcode")
    app.connect("config-inited", lambda _app, config: setattr(config, "linkcode_resolve", source_address))
    app.connect("builder-inited", _write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
