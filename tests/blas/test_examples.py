"""The examples in the docstrings of routines give the results that stand below them."""

import doctest
import inspect

import numpy as np
import pytest

import autoblas
from support.as_written import rehearsed
from support.routine_cases import CASES

pytestmark = pytest.mark.usefixtures("all_as_written")

HOST_ALONE = ("rotg", "rotmg")
"""Routines on a few numbers, which have no case of arrays."""


@rehearsed
def test_the_examples_of_routines_run(here):
    """Every routine has one, with at least one result."""
    report, without = list[str](), []
    for name in sorted([*CASES, *HOST_ALONE]):
        text = inspect.getdoc(getattr(autoblas, name)) or ""
        example = doctest.DocTestParser().get_doctest(
            text, {"np": np, "autoblas": autoblas}, name, None, None
        )
        without += [] if any(line.want for line in example.examples) else [name]
        doctest.DocTestRunner(verbose=False).run(example, out=report.append)
    assert without == []
    assert report == [], "".join(report)


def test_a_wrong_example_is_found():
    """The test above can fail."""
    example = doctest.DocTestParser().get_doctest(">>> 1 + 1\n3\n", {}, "sum", None, None)
    assert doctest.DocTestRunner(verbose=False).run(example, out=lambda _: None).failed == 1
