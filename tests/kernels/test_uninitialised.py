"""No kernel uses local or private memory that it has not written: whatever is there, results are the same to the bit."""

import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from autoblas.checks.product import trial_for
from autoblas.kernels import kernels
from autoblas.kernels.kernel import Kernel
from autoblas.precision import FLOAT32
from autoblas.problems import Matmul
from autoblas.testing.checks import replacing, rewritten, unwrapped
from support.kernel_cases import choice_of, portable
from support.oclgrind_sweep import points
from support.poisoned import PATTERNS, PRIVATE, noting, poisoned
from support.rig import Rig

NAMES = portable()

GOLDEN = Path(__file__).parents[1] / "golden"


class Results(NamedTuple):
    """Verdict of a check, and every byte that it read from the device."""

    verdict: str | None
    noted: list[bytes]


def results(rig: Rig, kernel: Kernel, params: Any, problem: Any) -> list[Results]:
    """Those of a kernel as it is, and with each pattern in what it has not written."""
    versions = (kernel, *(poisoned(kernel, byte) for byte in PATTERNS))
    choices = [choice_of(version, params, problem, rig.device.facts) for version in versions]
    rig.device.build_together(choices)  # type: ignore[attr-defined]  # of a device that does not optimise
    outcomes = []
    for choice in choices:
        with noting() as noted:
            verdict = trial_for(rig.device, rig.queue, problem).check(choice)
        outcomes.append(Results(verdict, noted))
    return outcomes


@pytest.mark.budget(each="name", one_in=3)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("first", range(4))
def test_results_do_not_depend_on_what_memory_held(as_written, name, first):
    """Random points of each kernel compute the same with two patterns and without."""
    kernel = kernels()[name]
    problem, params = next(points(kernel, as_written.device.facts, first, 1))
    plain, *poisoned_results = results(as_written, kernel, params, problem)
    assert plain.noted
    assert [result.verdict for result in (plain, *poisoned_results)] == [None] * 3
    assert [result.noted == plain.noted for result in poisoned_results] == [True, True]


TILE = "tm=16 tn=16 tk=16 rm=2 rn=2 chunk=2 va=1 vb=1 pad=0 buffers=1 slices=1"

FAULTS = {
    "local array": ("", "a_tile[place] * 0", (False, True)),
    "variable": ("float never;", "never * 0", (False, True)),
    "array": ("float never[2];", "never[1] * 0", (False, True)),
    "one of several": ("int other, never[2], more; float last;", "last * 0", (False, True)),
    "maximum": ("float never;", "fmax(never, 0.0f)", (True, False)),
}
"""Declarations, what sums begin with in place of zero, and whether the result is right with each of the patterns."""


@pytest.mark.parametrize("fault", FAULTS)
def test_a_read_of_what_was_not_written_is_seen(as_written, fault):
    """With one of the patterns, and because of the pattern: with the other one the result is right."""
    whole = kernels()["gemm_tile"]
    params = whole.space.point({name: int(value) for name, value in re.findall(r"(\w+)=(\d+)", TILE)})
    declared, begun, right = FAULTS[fault]
    zero = replacing(r"float2 sum0_0 = \(float2\)\(0\);", f"{declared} float2 sum0_0 = (float2)({begun});")
    _, *poisoned_results = results(as_written, rewritten(whole, zero), params, Matmul(13, 11, 18, FLOAT32))
    assert tuple(result.verdict is None for result in poisoned_results) == right


DECLARATION = re.compile(
    r"(?<![\w(])(?!return|else|goto)[a-z]\w* \w+(?:\[[^\]=]+\])*(?:, \w+(?:\[[^\]=]+\])*)*"
)
"""A statement of two words or more without a value."""


def test_every_declaration_without_a_value_is_seen():
    """In the golden texts, whatever type it has; of memory of the work-group the dialect knows."""
    missed, uninitialised = [], 0
    for name in NAMES:
        for path in sorted((GOLDEN / name).glob("*.cl")):
            text = re.sub(r"(?m)//.*$|^#.*$|^typedef .*$", "", unwrapped(path.read_text()))
            initialised = PRIVATE.sub("", text)
            uninitialised += initialised != text
            statements = (statement.strip() for statement in re.split(r"[;{}]", initialised))
            missed += [f"{path}: {statement}" for statement in statements if DECLARATION.fullmatch(statement)]
    assert missed == []
    assert uninitialised > 10
