"""What the documents name exists: files, tests, commands with their options, and names of the package."""

import ast
import functools
import importlib
import importlib.util
import inspect
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import click
import pytest

import autoblas
from autoblas.cli import cli
from autoblas.compat import pyclblast, scipy_blas, scipy_lapack
from autoblas.errors import NoKernelError, violated
from autoblas.kernels import kernels, serving
from autoblas.problems import Matmul
from support.loops import over
from support.routine_cases import CASES

ROOT = Path(__file__).parent.parent
DOCUMENTS = {
    str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
    for path in sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
    if path.parent != ROOT / "docs" / "project"  # copies that the site's build makes
}
PACKAGE = ROOT / "src" / "autoblas"
BASES = (ROOT, ROOT / "src", PACKAGE, ROOT / "docs", ROOT / "benchmarks")
"""What paths may be relative to."""

GONE = tomllib.loads((ROOT / "docs" / "moved.toml").read_text(encoding="utf-8"))["scripts"]
"""Scripts that the log may name, which says what was run on some day."""

every_document = over("name", DOCUMENTS)


def _quoted(name: str) -> list[str]:
    """What a document sets in code, in a line or in blocks."""
    text = DOCUMENTS[name]
    blocks = re.findall(r"^```\w*\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    blocks += re.findall(r"^```\{command-output\} (.*)$", text, re.MULTILINE)  # runs when the site is built
    text = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    return re.findall(r"`([^`\n]+)`", text) + [line for block in blocks for line in block.splitlines()]


def _exists(path: str, document: str) -> bool:
    """A file, a folder, a pattern that some file fits, a module, or what a module defines (``calls/serve.bind``)."""
    module, _, attribute = path.rpartition(".")
    for base in (*BASES, (ROOT / document).parent):
        if any(base.glob(path)) if "*" in path else (base / path).exists() or (base / f"{path}.py").exists():
            return True
        if (base / f"{module}.py").exists() and attribute in _functions(base / f"{module}.py"):
            return True
    return False


@every_document
def test_links_lead_somewhere(name):
    """Of links to other places only those within the project are looked at; folders that the site's build fills are not."""
    targets = re.findall(r"\]\(([^)#\s]+)", DOCUMENTS[name])
    paths = [((ROOT / name).parent / x).resolve() for x in targets if "://" not in x]
    made = (ROOT / "docs" / "routines", ROOT / "docs" / "project")
    missing = [path for path in paths if path.parent not in made and not path.exists()]
    assert missing == []


@every_document
def test_files_and_tests_exist(name):
    """Paths with a folder or an ending that the project uses, and the test functions behind ``::`` of Python files."""
    missing = []
    for words in _quoted(name):
        for word in re.findall(r"[\w./*-]+(?:::\w+)?", words):
            path, _, test = word.partition("::")
            looks = re.fullmatch(r"(?:[\w.*-]+/)+[\w.*-]*|[\w-]+\.(?:py|md|toml|yml|yaml)", path)
            if not looks or path.startswith(("-", "/", "~")) or words.startswith(("http", "pip ", "curl ")):
                continue
            first = path.split("/")[0]
            if name.startswith("docs/log/") and {path.rstrip("/"), f"benchmarks/{path}"} & GONE.keys():
                continue
            if "/" in path and not any((base / first).exists() for base in BASES):
                continue  # a fraction, a type of contents, or a name of another project
            if not _exists(path, name) or (
                test and path.endswith(".py") and test not in _functions(ROOT / path)
            ):
                missing.append(word)
    assert missing == []


@functools.cache
def _functions(path: Path) -> set[str]:
    """The functions and classes of a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)}


PLACEHOLDER = re.compile(r"^(?:\.\.\.|[A-Z_]+|FILE|-)$")


@every_document
def test_commands_exist(name):
    """Every command line of ``autoblas`` names subcommands and options that there are."""
    wrong = []
    for words in _quoted(name):
        for line in re.findall(r"(?:^|&& |\$ )(autoblas(?: [^&|;#]*)?)", words):
            try:
                _follow(shlex.split(line)[1:])
            except LookupError as error:
                wrong.append(f"{line}: {error}")
    assert wrong == []


def _follow(words: list[str]) -> None:
    """Go down the groups that words name.

    Raises:
        LookupError: there is no such subcommand or option.
    """
    command: click.Command = cli
    rest = list(words)
    while rest:
        word = rest[0]
        if word.startswith("-") and len(word) > 1:
            options = {text for each in command.params for text in (*each.opts, *each.secondary_opts)}
            if word.partition("=")[0] not in options | {"--help", "-h"}:
                raise LookupError(f"no option {word}")
        elif isinstance(command, click.Group) and not PLACEHOLDER.match(word):
            try:
                _, found, rest = command.resolve_command(click.Context(command), rest)
            except click.UsageError as error:
                raise LookupError(error.format_message()) from None
            assert found is not None
            command = found
            continue
        rest = rest[1:]


@every_document
def test_names_of_the_package_exist(name):
    """``autoblas.x.y`` can be imported or is an attribute of what can."""
    wrong = [
        word
        for words in _quoted(name)
        for word in re.findall(r"\bautoblas(?:\.\w+)+", words)
        if not _known(word)
    ]
    assert wrong == []


def _known(word: str) -> bool:
    if word.endswith((".py", ".json")):
        return True
    parts = word.split(".")
    if (
        parts[1:2] == ["dask"] and importlib.util.find_spec("dask") is None
    ):  # its modules cannot be imported then
        text = (ROOT / "src/autoblas/dask/__init__.py").read_text(encoding="utf-8")
        return all(f'"{part}"' in text for part in parts[2:])
    for stop in range(len(parts), 0, -1):
        try:
            there: Any = importlib.import_module(".".join(parts[:stop]))
        except ImportError:
            continue
        for part in parts[stop:]:
            there = getattr(there, part, None)
        return there is not None
    return False


def test_a_missing_name_is_found():
    """The tests above can fail."""
    with pytest.raises(LookupError, match="No such command 'frobnicate'"):
        _follow(["frobnicate", "gemm"])
    with pytest.raises(LookupError, match="no option --sped"):
        _follow(["bench", "gemm", "--sped"])
    assert not _known("autoblas.gemmm")
    assert not _known("autoblas.dask.gemmm")
    assert not _exists("tests/test_plan_steps.py", "README.md")


def _described() -> dict[str, str]:
    """The kernels in the first column of the tables on the two pages about kernels, with the last column."""
    lines = [
        line
        for name in ("kernels", "kernels-lapack", "kernels-nvidia")
        for line in DOCUMENTS[f"docs/how/{name}.md"].splitlines()
    ]
    rows = [re.split(r"\s*\|\s*", line.strip("| ")) for line in lines if line.startswith("| `")]
    return {name: row[-1] for row in rows for name in re.findall(r"`(\w+)`", row[0])}


def test_every_kernel_is_described():
    """In a table of one of the two pages."""
    assert kernels().keys() <= _described().keys()


def test_kernels_that_compute_triangles_are_marked():
    """Those that refuse a triangle of C have a rule that says so."""
    words = ("all of C is wanted", "the product has a bias or an activation")  # which is of a whole product
    refusing = {
        kernel.name
        for kernel in serving(Matmul)
        for rule in (*kernel.space.requirements, *kernel.space.rules)
        if any(each in rule.sentence for each in words)
    }
    described = _described()
    marked = {kernel.name: described[kernel.name] for kernel in serving(Matmul)}
    assert marked == {name: "no" if name in refusing else "yes" for name in marked}


def test_every_package_is_in_the_architecture():
    """In the first column of its table, and no other."""
    names = [path.stem + "/" * path.is_dir() for path in PACKAGE.iterdir() if path.suffix in {"", ".py"}]
    rows = re.findall(r"^\| (`.*?) \|", DOCUMENTS["ARCHITECTURE.md"], re.MULTILINE)
    listed = re.findall(r"`([\w/]+)`", " ".join(rows))
    assert sorted(listed) == sorted(name for name in names if "__" not in name)


def test_every_design_record_has_a_status():
    """Below its title; the index lists all of them."""
    records = {name: text for name, text in DOCUMENTS.items() if re.match(r"docs/log/design/\d", name)}
    assert [name for name, text in records.items() if not re.match(r"# .+\n\n\*\*Status:\*\* ", text)] == []
    listed = re.findall(r"^\| \[\d+\]\((.+?)\)", DOCUMENTS["docs/log/design/index.md"], re.MULTILINE)
    assert sorted(listed) == sorted(Path(name).name for name in records)


def test_every_check_is_listed():
    """Of ``.ci/check``, each on the page of checks."""
    script = (ROOT / ".ci" / "check").read_text(encoding="utf-8")
    checks = set(re.findall(r"^(\w+)\(\) \{", script, re.MULTILINE))
    rows = re.findall(r"^\| `(\w+)` \|", DOCUMENTS["docs/contributing/checks.md"], re.MULTILINE)
    assert set(rows) == checks


def _public_functions() -> dict[str, Any]:
    """The functions of the package and of its compatibility layers, by name."""
    modules = (autoblas, scipy_blas, scipy_lapack, pyclblast)
    found = {
        f"{module.__name__}.{name}": getattr(module, name) for module in modules for name in module.__all__
    }
    return {name: what for name, what in found.items() if callable(what)}


def test_help_says_what_it_means():
    """``help()`` of a routine explains every argument itself, without sending the reader to another routine."""
    elsewhere = re.compile(
        r"\bas for ``|: (?:the same|likewise) for |, likewise[.;]|otherwise as ``", re.IGNORECASE
    )
    sent = [
        name for name, what in _public_functions().items() if elsewhere.search(inspect.getdoc(what) or "")
    ]
    assert sent == []
    assert elsewhere.search("y_step: The same for y.")
    everywhere = {path: path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")}
    assert [path.name for path, text in everywhere.items() if "As for ``" in text] == []
    text = str(inspect.getdoc(autoblas.axpy))
    assert "alpha: The factor of x" in text
    assert "queue: Where to run;" in text


ROUTINES = sorted(
    name
    for name in autoblas.__all__
    if inspect.isfunction(function := getattr(autoblas, name)) and inspect.signature(function).parameters
)


@over("name", ROUTINES)
def test_every_argument_of_a_routine_is_documented(name):
    """In the order of the signature, with a sentence each; so are the result, the errors and the warning of a fallback.

    Which routines fall back is tried by their cases in ``tests/blas/test_fallback.py``.
    """
    routine = getattr(autoblas, name)
    text = str(inspect.getdoc(routine))
    documented = re.findall(r"^    (\w+): \S", _section(text, "Args"), re.MULTILINE)
    assert documented == list(inspect.signature(routine).parameters)
    assert _section(text, "Returns").rstrip().endswith(".")
    assert "ArgumentError: " in _section(text, "Raises")
    assert (name in CASES) == ("FallbackWarning: " in _section(text, "Warns"))


@over("name", pyclblast.__all__)
def test_every_argument_of_pyclblast_is_documented(name):
    """In the order of PyCLBlast's signature, each with a sentence."""
    text = str(inspect.getdoc(getattr(pyclblast, name)))
    documented = re.findall(r"^    (\w+): [A-Z0-9].*\.$", _section(text, "Args"), re.MULTILINE)
    assert documented == list(inspect.signature(getattr(pyclblast, name)).parameters)


def _section(text: str, title: str) -> str:
    """The lines of a section of a docstring; nothing where there is no such section."""
    found = re.search(rf"^{title}:\n((?:    .*\n?)+)", text, re.MULTILINE)
    return found[1] if found else ""


def test_a_rule_that_refuses_reads_as_what_was_violated():
    """A rule says what holds at legal points; where it does not, that is said."""
    error = NoKernelError("gemm", {"gemm_tile": "local memory holds both tiles"})
    assert "gemm_tile: it requires that local memory holds both tiles" in str(error)
    assert violated("it fits") == "it requires that it fits"
