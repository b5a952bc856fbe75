"""Puts a planted fault into the text of a module: its place is found by the syntax tree, never by lines."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import autoblas

PACKAGE = Path(autoblas.__file__).parent


class GoneError(LookupError):
    """The place of a fault is not where it was: aim it again."""


@dataclass(frozen=True)
class Fault:
    """A fault of Python, and where tests should notice it.

    Attributes:
        name: A few words.
        sentence: What goes wrong.
        module: The file, from the package's folder, without ``.py``.
        function: Where in it, with dots between a class or a function and what is inside; empty for the module's own code.
        old: An expression or a statement there; of one that has a block, the line with the colon. Its layout does not matter.
        new: What stands in its place; nothing, where it is left out.
        tests: Files of tests, of which at least one test must fail.
        options: What pytest is told beside them, where they do not run otherwise.
    """

    name: str
    sentence: str
    module: str
    function: str
    old: str
    new: str
    tests: tuple[str, ...]
    options: tuple[str, ...] = ()

    @property
    def path(self) -> Path:
        """The file of the module below the package's folder."""
        return Path(f"{self.module}.py")


def changed(fault: Fault, text: str) -> str:
    """The text of the module with the fault in it; comments and layout are lost.

    Raises:
        GoneError: the function is not there, or the code does not occur in it exactly once.
    """
    return ast.unparse(tree_of(fault, text)) + "\n"


def tree_of(fault: Fault, text: str) -> ast.Module:
    """The same as a syntax tree.

    Raises:
        GoneError: the function is not there, or the code does not occur in it exactly once.
    """
    tree = ast.parse(text)
    scope: ast.AST = tree
    for name in filter(None, fault.function.split(".")):
        scope = _within(scope, name, fault)
    edit = _Edit(fault)
    edit.generic_visit(scope)
    if edit.count != 1:
        where = f"{fault.module}.py, {fault.function or 'the module'}"
        raise GoneError(f"{fault.name}: {fault.old!r} occurs {edit.count} times in {where}, not once")
    return ast.fix_missing_locations(tree)


def _within(scope: ast.AST, name: str, fault: Fault) -> ast.AST:
    """A class or function of that name in a scope."""
    named = [node for node in _defined(scope) if node.name == name]
    if len(named) != 1:
        raise GoneError(f"{fault.name}: {fault.module}.py has {len(named)} of {fault.function!r}, not one")
    return named[0]


def _defined(scope: ast.AST) -> Iterator[ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef]:
    """The classes and functions of a scope, but for what is inside them."""
    for node in ast.iter_child_nodes(scope):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node
        else:
            yield from _defined(node)


class _Edit(ast.NodeTransformer):
    """Puts the new code where the old one is.

    Attributes:
        count: How often the old code occurred.
    """

    def __init__(self, fault: Fault) -> None:
        self.count = 0
        self._whole = not fault.old.endswith(":")
        first = ast.parse(fault.old if self._whole else f"{fault.old} pass").body[0]
        self._old = ast.unparse(first) if self._whole else ast.unparse(first).partition("\n")[0]
        self._kinds = {type(first)} | ({type(first.value)} if isinstance(first, ast.Expr) else set())
        self._new = ast.parse(fault.new).body

    def visit(self, node: ast.AST) -> ast.AST | list[ast.stmt]:
        """Replace a statement or an expression, or look inside."""
        if isinstance(node, ast.stmt) and self._is_old(node):
            self.count += 1
            return self._new or [ast.Pass()]
        if self._whole and isinstance(node, ast.expr) and self._is_old(node):
            self.count += 1
            only = self._new[0] if len(self._new) == 1 else None
            if not isinstance(only, ast.Expr):
                raise GoneError(f"{self._old!r} is an expression, and what takes its place is none")
            return only.value
        return self.generic_visit(node)

    def _is_old(self, node: ast.AST) -> bool:
        """Whether this is the old code."""
        if type(node) not in self._kinds:
            return False
        text = ast.unparse(node)
        return text == self._old if self._whole else text.partition("\n")[0] == self._old
