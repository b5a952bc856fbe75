"""The table of routines: the committed functions are those that it makes, and plans take the arguments that it names."""

import importlib
import inspect
import re
from pathlib import Path

import routines as generator

import autoblas
from autoblas.blas.table.rows import ROUTINES
from support.loops import over

PACKAGE = Path(autoblas.__file__).parent


def test_committed_functions_are_those_of_the_table() -> None:
    """``python tools/routines.py --write`` makes them so."""
    module = (PACKAGE / "blas/routines.py").read_text("utf-8")
    package = (PACKAGE / "__init__.py").read_text("utf-8")
    assert generator.text() == module
    assert generator.exports(package, module) == package


@over("name", sorted(ROUTINES))
def test_plans_take_what_rows_name(name: str) -> None:
    """By the same names, of which those by position are the same; those that only plans of stacks have are optional."""
    row = ROUTINES[name]
    module, _, function = row.plan.partition(":")
    plan = getattr(importlib.import_module(f"autoblas.blas.{module}"), function)
    parameters = inspect.signature(plan).parameters.values()
    arguments = generator.arguments_of(row)
    positional = [
        parameter.name for parameter in parameters if parameter.kind is parameter.POSITIONAL_OR_KEYWORD
    ]
    assert [argument.name for argument in arguments if not argument.keyword] == positional
    if not any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):  # which are passed on
        named = {argument.name for argument in arguments}
        assert named <= {parameter.name for parameter in parameters}
        assert all(x.default is not x.empty for x in parameters if x.name not in named)


@over("name", sorted(ROUTINES))
def test_rows_are_complete(name: str) -> None:
    """Sentences end, each argument has one, and counts have the sizes that are explained."""
    row = ROUTINES[name]
    for text in (row.summary, *row.notes, *(argument.doc for argument in row.arguments)):
        assert text.rstrip("`").endswith((".", ")")), text
    assert f"autoblas.{name}(" in row.example
    for count in (row.operations, row.nbytes):
        for size in set(re.findall(r"\b[a-z]\b", count)) - {"s"}:
            assert re.search(rf"\b{size}\b", row.sizes), (count, size)
