"""The rules that keep the package readable: docstrings, exports, import direction, light imports."""

import ast
import functools
import graphlib
import importlib
import importlib.util
import os
import re
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

import pytest

import autoblas
from autoblas.kernels import kernels
from support.loops import over

PACKAGE = Path(autoblas.__file__).parent
ROOT = PACKAGE.parent.parent
FILES = sorted(PACKAGE.rglob("*.py"))
MODULES = {
    ".".join(("autoblas", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__"): path
    for path in FILES
}
every_module = over("name", MODULES)


@functools.cache
def _tree(name: str) -> ast.Module:
    return ast.parse(MODULES[name].read_text(encoding="utf-8"))


@functools.cache
def _exports(name: str) -> list[str] | None:
    """The names in ``__all__``, None where a module has none."""
    for node in _tree(name).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
            return [str(text) for text in ast.literal_eval(node.value)]
    return None


@functools.cache
def _defined(name: str) -> set[str]:
    """The names that a module binds at its top level."""
    found: set[str] = set()
    for node in ast.walk(_tree(name)):
        if isinstance(node, ast.ImportFrom | ast.Import):
            found |= {(alias.asname or alias.name).partition(".")[0] for alias in node.names}
    for node in _tree(name).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        found |= {target.id for target in targets if isinstance(target, ast.Name)}
    return found


def _in_order(name: str) -> tuple[object, ...]:
    """Constants before classes before the rest, each in order of the alphabet, numbers in names by their value."""
    words = [(not word.isdigit(), int(word) if word.isdigit() else word) for word in re.split(r"(\d+)", name)]
    return (0 if name.isupper() else 1 if name[0].isupper() else 2, *words)


@every_module
def test_every_file_says_first_what_it_is_for(name):
    """The first statement is a docstring whose first line is a sentence or a title of its own."""
    first = (ast.get_docstring(_tree(name)) or "").partition("\n")[0]
    assert len(first) > 15
    assert first.endswith((".", ":"))
    assert MODULES[name].read_text(encoding="utf-8").startswith('"""')


@every_module
def test_exports_are_sorted_and_exist(name):
    """``__all__`` is where a reader starts: in order, without repetition, and every name is there."""
    exports = _exports(name)
    if exports is None:
        body = _tree(name).body
        assert not any(isinstance(node, ast.FunctionDef | ast.ClassDef) for node in body)
        return
    assert exports == sorted(set(exports), key=_in_order)
    assert set(exports) <= _defined(name)


@every_module
def test_only_exported_names_are_imported(name):
    """What one module takes from another stands in the other's ``__all__``."""
    strays = []
    for node in ast.walk(_tree(name)):
        if isinstance(node, ast.ImportFrom) and node.module in MODULES:
            hidden = _defined(node.module) - set(_exports(node.module) or ())  # a type checker may see more
            taken = {f"{node.module}.{alias.name}" for alias in node.names if alias.name in hidden}
            strays += sorted(taken - set(MODULES))  # a module of a package is no name of its
    assert strays == []


@functools.cache
def _imported(name: str) -> frozenset[str]:
    """The modules of the package that a module imports, also those for types alone."""
    found: set[str] = set()
    for node in ast.walk(_tree(name)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            full = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= full & MODULES.keys() or {node.module}
    return frozenset((found & MODULES.keys()) - {name})


def test_no_modules_import_each_other():
    """A reader who follows imports comes to an end: there are no circles, also none in which an arrow is for types."""
    graphlib.TopologicalSorter(
        {name: _imported(name) for name in MODULES}
    ).prepare()  # raises where there is one


def test_a_folder_is_seen_at_a_glance():
    """No folder has more than fifteen modules."""
    sizes = Counter(str(path.parent.relative_to(PACKAGE)) for path in FILES if path.name != "__init__.py")
    assert {folder: count for folder, count in sizes.items() if count > 15} == {}


def test_tests_stand_where_what_they_test_stands():
    """Folders of tests are those of the package, besides those of cards, planted faults, the benchmarks and tools."""
    tests = ROOT / "tests"
    folders = {path.parent.relative_to(tests) for path in tests.rglob("test_*.py")}
    assert {str(folder) for folder in folders if not (PACKAGE / folder).is_dir()} == {
        "benchmarks",
        "card",
        "planted",
        "pytorch",
        "tools",
    }


def test_kernels_do_not_ask_which_language_they_write():
    """Kernels and the emitter speak the dialect's words; none of them tests its name."""
    for name in MODULES:
        if not name.startswith(("autoblas.kernels", "autoblas.emit")):
            continue
        asked = {
            ast.unparse(node)
            for node in ast.walk(_tree(name))
            if isinstance(node, ast.Attribute) and node.attr in {"name", "extension"}
        }
        assert not {
            text for text in asked if text.startswith(("d.", "dialect.", "src.dialect.", "self.dialect."))
        }, name


def test_a_kernel_file_holds_one_kernel():
    """A module with a ``KERNEL`` has one, whose name ends as the file or its folder does, and all of them are found.

    A space lies there, or in its module of parameters.
    """
    found = []
    for name, path in MODULES.items():
        if not name.startswith("autoblas.kernels."):
            continue
        if "KERNEL" in _defined(name):
            assert "KERNEL" in (_exports(name) or ())
            (kernel,) = re.findall(r'name="(\w+)"', path.read_text(encoding="utf-8"))
            assert kernel.endswith((path.stem, path.parent.name))
            found.append(kernel)
        elif "SPACE" in _defined(name):
            assert path.stem.endswith("params")
    assert sorted(found) == list(kernels())


def test_every_kernel_is_kept_from_knowing_others():
    """A contract of import-linter names it, or the folder that it is, which is not that of its family."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    named = set()
    for contract in contracts:
        for line in (*contract.get("layers", ()), *contract.get("modules", ())):
            named.update(line.split(" | "))
    unnamed = [
        name
        for name in MODULES
        if name.startswith("autoblas.kernels.") and "KERNEL" in _defined(name)
        if name not in named and (name.count(".") == 3 or name.rpartition(".")[0] not in named)
    ]
    assert unnamed == []


def test_importing_the_package_is_light():
    """Importing autoblas does not import the command line, plots or test dependencies, nor arrays before the first call."""
    heavy = (
        "rich",
        "click",
        "matplotlib",
        "scipy",
        "hypothesis",
        "pytest",
        "dask",
        "distributed",
        "autoblas.cli",
        "numpy",
        "pyopencl",
    )
    code = f"import autoblas, sys; print([name for name in {heavy!r} if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[]"


def test_every_routine_is_there_at_its_first_use():
    """What is imported late comes from the modules that type checkers see, each name from its own."""
    seen = [node for node in ast.walk(_tree("autoblas")) if isinstance(node, ast.ImportFrom)]
    for node in seen:
        if (node.module or "").startswith("autoblas."):
            home = importlib.import_module(node.module or "")
            names = {alias.name for alias in node.names} - {"devices"}  # a package that calls its function
            assert all(getattr(autoblas, name) is getattr(home, name) for name in names)
    assert {*autoblas.__all__} <= {*dir(autoblas)}
    with pytest.raises(AttributeError, match="no attribute 'gemmm'"):
        _ = autoblas.gemmm


@pytest.mark.skipif(importlib.util.find_spec("importlinter") is None, reason="import-linter is not installed")
def test_imports_go_one_way():
    """The contracts on who may import whom are kept."""
    code = (
        "import sys; from importlinter.cli import lint_imports_command; lint_imports_command(['--no-cache'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(PACKAGE.parent), *sys.path])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout
