"""Scores tests by mutants: draws changes of single tokens of a module, and counts those that its nearest tests notice.

    python tools/mutants.py                             # every module, twelve mutants each
    python tools/mutants.py verify arrays --count 40
    python tools/mutants.py --write                     # keeps the scores in tests/planted/scores.json

A mutant has another comparison, another operation, another number, or no ``not``. The same seed draws the same mutants of
the same text, so that two scores can be compared. A mutant whose tests do not end in time counts as noticed.
"""

from __future__ import annotations

import ast
import json
import random
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from planted.__main__ import FAILED, Copy  # noqa: E402  # imported from that folder
from planted.plant import PACKAGE  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["MODULES", "drawn", "mutants"]

SCORES = ROOT / "tests" / "planted" / "scores.json"

MODULES: dict[str, tuple[str, ...]] = {
    "problems/views": ("problems/test_views", "blas/test_mistakes", "blas/test_errors"),
    "database/lookup": ("database/test_lookup",),
    "blas/arguments": ("blas/test_arguments", "blas/test_mistakes", "blas/test_errors"),
    "blas/level3/parts": ("blas/level3/test_several_devices", "blas/level3/test_bisection"),
    "blas/level3/trmm": ("blas/level3/test_triangular",),
    "blas/level3/trsm": ("blas/level3/test_triangular",),
    "plan/choose": ("plan/test_choose", "plan/test_candidates"),
    "plan/bound": ("plan/test_plan", "blas/test_faults"),
    "plan/workspace": ("plan/test_workspace",),
    "tuning/journal": ("tuning/test_journal", "tuning/test_journal_trials", "tuning/test_journal_damage"),
    "checks/verify": ("checks/test_verify", "checks/test_verify_bounds", "checks/test_verify_references"),
}
"""The scored modules, each with its nearest files of tests. A module that is dissolved is scored by what follows it."""

LIMIT = 90.0
"""Seconds that the tests of a mutant may take."""

REPLACEMENTS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.Add,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
"""The operations that replace an operation in a mutant."""


def mutants(text: str) -> Iterator[tuple[str, str]]:
    """The mutants of a module: the line with its new code, and the full text."""
    lines = text.splitlines()
    for number in range(len(list(_changeable_nodes(ast.parse(text))))):
        tree = ast.parse(text)
        node = list(_changeable_nodes(tree))[number]
        line = getattr(node, "lineno", 0)
        before = ast.unparse(node)
        _mutate(node)
        words = f"{line}: {before} -> {ast.unparse(node)}, in {lines[line - 1].strip()}"
        yield words, ast.unparse(tree) + "\n"


def drawn(text: str, count: int, seed: str) -> list[tuple[str, str]]:
    """Some of the mutants, chosen by a seed."""
    tree = ast.parse(text)
    total = len(list(_changeable_nodes(tree)))
    chosen = set(random.Random(seed).sample(range(total), min(count, total)))  # noqa: S311  # nothing is secret
    return [mutant for number, mutant in enumerate(mutants(text)) if number in chosen]


def _changeable_nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes that can be changed, in the order of the tree; annotations and what only type checkers read have none."""
    for name, value in ast.iter_fields(tree):
        if name in {"annotation", "returns", "decorator_list"}:
            continue
        for node in value if isinstance(value, list) else [value]:
            if not isinstance(node, ast.AST) or _is_for_types(node):
                continue
            if _can_change(node):
                yield node
            yield from _changeable_nodes(node)


def _is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def _can_change(node: ast.AST) -> bool:
    if isinstance(node, ast.Compare):
        return type(node.ops[0]) in REPLACEMENTS
    if isinstance(node, ast.BinOp | ast.BoolOp):
        return type(node.op) in REPLACEMENTS
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.Not)
    return isinstance(node, ast.Constant) and isinstance(node.value, bool | int | float)


def _mutate(node: ast.AST) -> None:
    """Change a node that can be changed, in place."""
    if isinstance(node, ast.Compare):
        node.ops[0] = REPLACEMENTS[type(node.ops[0])]()  # type: ignore[call-overload]  # a comparison for a comparison
    elif isinstance(node, ast.BinOp | ast.BoolOp):
        node.op = REPLACEMENTS[type(node.op)]()  # type: ignore[assignment]  # an operation for an operation
    elif isinstance(node, ast.UnaryOp):
        node.op = ast.UAdd()
        node.operand = ast.Call(ast.Name("bool", ast.Load()), [node.operand], [])
    elif isinstance(node, ast.Constant):
        node.value = not node.value if isinstance(node.value, bool) else node.value + 1  # type: ignore[operator]


def score(module: str, count: int, seed: str, copy: Copy) -> dict[str, Any]:
    """The number of a module's mutants that its tests notice, and the survivors."""
    path = Path(f"{module}.py")
    survivors, tried = [], 0
    for words, text in drawn((PACKAGE / path).read_text(encoding="utf-8"), count, f"{seed} {module}"):
        copy.plant(path, text)
        status, _ = copy.tests([f"tests/{test}.py" for test in MODULES[module]], LIMIT)
        copy.restore(path)
        tried += 1
        if status == 0:
            survivors.append(words)
        elif status not in {FAILED, None}:  # the tests could not be collected, which counts as noticed
            click.echo(f"{module} {words}: pytest ended with {status}")
    return {"mutants": tried, "noticed": tried - len(survivors), "survivors": survivors}


@click.command()
@click.argument("modules", nargs=-1, type=click.Choice(sorted(MODULES)))
@click.option("--count", type=click.IntRange(min=1), default=12, show_default=True, help="Mutants a module.")
@click.option("--seed", default="1", show_default=True, help="What they are drawn by.")
@click.option("--write", is_flag=True, help=f"Keep the scores in {SCORES.relative_to(ROOT)}.")
def main(modules: tuple[str, ...], count: int, seed: str, write: bool) -> None:
    """Score MODULES, or all of them."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy(Path(folder).resolve())
        for module in modules or sorted(MODULES):
            result = score(module, count, seed, copy)
            print(f"{module}: {result['noticed']} of {result['mutants']}", flush=True)
            for words in result["survivors"]:
                print(f"  {words}")
            if write:
                store_score(module, {"seed": seed, **result})


def store_score(module: str, result: dict[str, Any]) -> None:
    """Write a module's score beside those of other modules."""
    scores = json.loads(SCORES.read_text(encoding="utf-8")) if SCORES.exists() else {}
    text = json.dumps(dict(sorted({**scores, module: result}.items())), indent=1)
    SCORES.write_text(f"{text}\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
