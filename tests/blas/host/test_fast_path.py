"""The short way to the host's BLAS: every row on samples, and what is left to the routine."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import autoblas
from autoblas.blas.host.blas import PROTOTYPES, host_function
from autoblas.blas.host.crossover import fixed_crossover
from autoblas.blas.host.expressions import EXPRESSIONS
from autoblas.blas.host.fast_path import host_fast_path
from autoblas.blas.host.rows import ROWS
from autoblas.checks.verify import integers
from autoblas.precision import COMPLEX64, COMPLEX128, FLOAT32, FLOAT64, Precision
from support.marks import needs_host_blas
from support.routine_calls import RETURNED, unrepeated, wrong
from support.samples import TYPES as SAMPLED
from support.samples import Sample, laid_out, relaid

pytestmark = needs_host_blas

TYPES = (FLOAT32, FLOAT64, COMPLEX64, COMPLEX128)
TURNS = 40
"""Calls of each routine and type, each with other letters, sizes, layouts and factors."""
REAL_ONLY = {"rotm", "dsdot", "sdsdot", "sbmv", "syr2", "spr2"}
COMPLEX_ONLY = {"hemv", "hbmv", "hpmv", "her", "hpr", "her2", "hpr2"}


def routine_of(name: str) -> Callable[..., Any]:
    """A routine itself, which has no short way."""
    return unrepeated(name)


def has(name: str, precision: Precision) -> bool:
    """BLAS has a routine for a type, or LAPACK."""
    if name in {"dsdot", "sdsdot"}:
        return precision is FLOAT32
    return name not in (REAL_ONLY if precision.is_complex else COMPLEX_ONLY)


def samples_of(name: str, precision: Precision, count: int) -> list[tuple[Sample, str]]:
    """Samples of a routine in one type, in all layouts."""
    rows = laid_out(name, count * len(SAMPLED))
    return [(sample, layout) for sample, layout in rows if sample.dtype == precision.name]


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("precision", TYPES, ids=str)
def test_every_short_way_computes_what_its_routine_does(precision):
    """In every letter, layout and kind of factor; nothing beside the operands changes, and outputs are returned."""
    for name, way in {**{row: host_fast_path(routine_of(row)) for row in ROWS}, **EXPRESSIONS}.items():
        if not has(name, precision):
            continue
        assert way is not None
        taken = 0
        for sample, layout in samples_of(name, precision, TURNS):
            case, memory = relaid(sample.case(), layout)
            wanted, told = case.wanted, f"{sample} {layout} {case.options}"
            if case.arrays and next(iter(case.arrays.values())).dtype != precision.dtype:
                continue  # a routine of another type alone
            with fixed_crossover(math.inf), np.errstate(all="raise"):
                result = way(**case.arrays, **case.options)
            taken += result is not None
            if result is None:
                continue
            assert wrong(wanted, {**case.arrays, RETURNED: result}) == [], told
            assert all(allocation.intact() for allocation in memory.values()), told
            outputs = [case.arrays[x] for x in case.expected if x != RETURNED]
            results = result if isinstance(result, tuple) else (result,)
            assert not outputs or all(x is y for x, y in zip(results, outputs, strict=True)), told
        assert taken > 4 or name == "axpy_batched", name  # of which usual stacks have a test of their own


def test_every_function_is_one_of_a_type():
    """What CBLAS and LAPACK have: complex Hermitian ones, and everything else in all types but what only real numbers do."""
    for name in PROTOTYPES:
        for precision in TYPES:
            assert (host_function(name, precision) is not None) is has(name, precision), (name, precision)


UNUSUAL: dict[str, Callable[[Any], Any]] = {
    "a subclass": lambda x: x.view(np.memmap),
    "another type": lambda x: x.real.astype(np.float16),
    "another byte order": lambda x: x.astype(x.dtype.newbyteorder()),
    "empty": lambda x: x[:0],
    "another shape": lambda x: np.concatenate([x, x]),
    "a list": lambda x: x.tolist(),
    "more axes": lambda x: x[None],
    "nothing": lambda _: None,
}
"""What the short way leaves to the routine, of any operand."""

FREE = {"syrk a", "herk a", "trmm b", "trsm b"}
"""Operands that may have more rows when all others stay, as a band may have more diagonals."""

UNUSUAL_OUTPUTS: dict[str, Callable[[Any], Any]] = {
    "read-only": lambda x: np.broadcast_to(x, x.shape),
    "not aligned": lambda x: (
        np.frombuffer(bytearray(x.nbytes + 1), np.uint8)[1:].view(x.dtype).reshape(x.shape)
    ),
}


def test_what_is_unusual_is_left_to_the_routine():
    """Whatever it is and whichever operand has it, an output that overlaps among it; nothing is written before."""
    for name in ROWS:
        precision = FLOAT64 if has(name, FLOAT64) else COMPLEX128
        way = host_fast_path(routine_of(name))
        assert way is not None
        case = Sample(name, precision.name, 6, "usual", 1).case()
        arrays = {x: np.asfortranarray(array) for x, array in case.arrays.items()}
        options = case.options
        with fixed_crossover(math.inf):
            assert way(**{x: array.copy("F") for x, array in arrays.items()}, **options) is not None, name
        outputs = [
            word.partition(":")[0] for word in ROWS[name].operands.split() if ":" in word and "=" in word
        ]
        for operand, array in arrays.items():
            kinds = UNUSUAL | (UNUSUAL_OUTPUTS if operand in outputs else {})
            changed = {kind: {operand: change(array)} for kind, change in kinds.items()}
            if operand in outputs:
                changed |= {f"that of {x}": {operand: arrays[x]} for x in arrays if x != operand}
                if f"{operand}:" in ROWS[name].operands and "?" in ROWS[name].operands.split()[-1]:
                    changed.pop("nothing")
            if f"{operand}:band" in ROWS[name].operands or f"{name} {operand}" in FREE:
                changed.pop("another shape")
            for kind, given in changed.items():
                before = {x: np.array(v, copy=True) for x, v in arrays.items()}
                with fixed_crossover(math.inf):
                    assert way(**{**arrays, **given}, **options) is None, (name, operand, kind)
                assert all(np.array_equal(v, arrays[x], equal_nan=True) for x, v in before.items()), name
        for option, value in _unusual_options(options):
            with fixed_crossover(math.inf):
                assert way(**arrays, **{**options, option: value}) is None, (name, option, value)


def _unusual_options(options: dict[str, Any]) -> list[tuple[str, Any]]:
    """Other arguments than usual ones, wrong letters and factors, and those that libraries differ about."""
    unusual: list[tuple[str, Any]] = [("queue", 0), ("wait_for", [])]
    for option, value in options.items():
        if isinstance(value, str):
            unusual += [(option, wrong) for wrong in ("X", "", "NT", None, ["N"], 1)]
        elif option in {"alpha", "c", "s"}:
            unusual += [(option, wrong) for wrong in (0, 0.0, math.inf, math.nan, "1", np.ones(1), 10**400)]
        elif option == "beta":
            unusual += [(option, wrong) for wrong in (math.inf, math.nan, "0", np.zeros(1))]
    return unusual


@pytest.mark.parametrize("name", ["trmm", "trsm"])
def test_results_that_are_not_finite_are_left_to_the_routine(here, name):
    """BLAS multiplies by zeros beside the triangle and by inverses of the diagonal; then nothing is written."""
    way = host_fast_path(routine_of(name))
    assert way is not None
    a, b = np.eye(9, dtype=np.float32), np.ones((9, 3), np.float32)
    b[4, 1] = np.nan
    tiny = np.eye(9, dtype=np.float32) * np.float32(1e-39)
    for left, right in ((a, b), (tiny, np.full((9, 3), 1e-39, np.float32))):
        before = right.copy()
        with fixed_crossover(math.inf):
            done = way(left, right)
        if done is None:
            assert np.array_equal(right, before, equal_nan=True)
        else:
            assert np.all(np.isfinite(right))
    assert here.device.facts.name


@pytest.mark.parametrize("precision", TYPES, ids=str)
def test_stacks_of_vectors_are_long_vectors(here, hosted, precision):
    """Where both are dense and have one factor; all else is the routine's."""
    x, y = (integers(np.random.default_rng(seed), (5, 3), precision) for seed in (1, 2))
    expected = 2 * x + y
    assert autoblas.axpy_batched(x, y, alpha=2) is y
    assert np.array_equal(y, expected)
    assert hosted == ["axpy"]
    way = EXPRESSIONS["axpy_batched"]
    for left, right in ((x[:, ::2], y[:, ::2]), (x[0], y), (x, x), (x[:4], x[1:]), (x[:0], y[:0])):
        assert way(left, right) is None
    assert way(x, y, alpha=[1.0] * 5) is None
    assert here.device.facts.name


def test_stacks_of_matrices_are_multiplied_into_the_result(monkeypatch):
    """A product without factors is not copied, which takes longer than the product of small matrices."""
    outputs = []

    def noted(a, b, out=None):
        outputs.append(out)
        return np.einsum("ijk,ikl->ijl", a, b, out=out)

    a = np.arange(24.0).reshape(2, 3, 4)
    c = np.full((2, 3, 3), np.nan)
    monkeypatch.setattr(np, "matmul", noted)
    with fixed_crossover(math.inf):
        autoblas.gemm_batched(a, a, trans_b="T", c=c)
    assert len(outputs) == 1
    assert outputs[0] is c
    assert np.array_equal(c, np.einsum("ijk,ilk->ijl", a, a))


def test_operands_by_name_take_the_short_way(here, hosted):
    """As those by position do."""
    a, b = np.eye(3), np.ones((3, 2))
    autoblas.trsm(a=a, b=b)
    autoblas.gemv(a=a, x=b[:, 0])
    assert hosted == ["trsm", "gemv"]
    assert np.all(b == 1)
    with pytest.raises(TypeError, match=r"trsm\(\) got an unexpected keyword argument 'c'"):
        autoblas.trsm(a, b, c=a)  # type: ignore[call-arg]  # that is the mistake
    assert here.device.facts.name
