"""The examples in the docstrings of routines give the results that stand below them."""

import doctest
import inspect

import numpy as np
import pytest

import autoblas
from support.routine_cases import CASES

pytestmark = pytest.mark.usefixtures("all_as_written")

HOST_ALONE = ("rotg", "rotmg")
"""Routines on a few numbers, which have no case of arrays."""


@pytest.mark.parametrize("name", sorted([*CASES, *HOST_ALONE]))
def test_the_example_of_a_routine_runs(name, here):
    """Every routine has one, with at least one result."""
    text = inspect.getdoc(getattr(autoblas, name)) or ""
    example = doctest.DocTestParser().get_doctest(text, {"np": np, "autoblas": autoblas}, name, None, None)
    assert any(line.want for line in example.examples)
    report: list[str] = []
    assert doctest.DocTestRunner(verbose=False).run(example, out=report.append).failed == 0, "".join(report)


def test_a_wrong_example_is_found():
    """The test above can fail."""
    example = doctest.DocTestParser().get_doctest(">>> 1 + 1\n3\n", {}, "sum", None, None)
    assert doctest.DocTestRunner(verbose=False).run(example, out=lambda _: None).failed == 1
