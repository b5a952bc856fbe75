"""The short way to the host's BLAS: every row beside the routine itself, which NumPy computes here, on numbers that are exact."""

import math
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import autoblas
from autoblas.blas.host.blas import PROTOTYPES, host_function
from autoblas.blas.host.crossover import fixed_crossover
from autoblas.blas.host.expressions import EXPRESSIONS
from autoblas.blas.host.fast_path import WORDS, host_fast_path
from autoblas.blas.host.rows import ROWS
from autoblas.calls import dispatch
from autoblas.errors import AllocationError, FallbackWarning
from autoblas.precision import COMPLEX64, COMPLEX128, FLOAT32, FLOAT64, Precision
from support.marks import needs_host_blas
from support.routine_calls import unrepeated

pytestmark = needs_host_blas

TYPES = (FLOAT32, FLOAT64, COMPLEX64, COMPLEX128)
EXTENTS = (1, 2, 3, 5, 9, 17)
TURNS = 40
"""Calls of each routine and type, each with other letters, sizes, layouts and factors."""

REAL_ONLY = {"rotm", "dsdot", "sdsdot", "sbmv", "syr2", "spr2"}
COMPLEX_ONLY = {"hemv", "hbmv", "hpmv", "her", "hpr", "her2", "hpr2"}

Call = tuple[dict[str, Any], dict[str, Any], dict[str, Any]]
"""Arrays, options, and the memory that the arrays lie in."""


def routine_of(name: str) -> Callable[..., Any]:
    """A routine itself, which has no short way."""
    return unrepeated(name)


def has(name: str, precision: Precision) -> bool:
    """BLAS has a routine for a type, or LAPACK."""
    if name in {"dsdot", "sdsdot"}:
        return precision is FLOAT32
    return name not in (REAL_ONLY if precision.is_complex else COMPLEX_ONLY)


class Drawn:
    """Calls at random.

    Args:
        name: The routine.
        precision: The type.
    """

    def __init__(self, name: str, precision: Precision) -> None:
        self.name, self.precision = name, precision
        self.rng = np.random.default_rng([ord(letter) for letter in f"{name} {precision.name}"])

    def one(self, choices: Any) -> Any:
        """One of several."""
        return choices[self.rng.integers(len(choices))]

    def values(self, shape: tuple[int, ...]) -> Any:
        """Whole numbers, none of which is 0 on both sides."""
        numbers = self.rng.integers(-4, 5, shape) + 1j * self.rng.integers(1, 4, shape)
        return (numbers if self.precision.is_complex else numbers.real).astype(self.precision.dtype)

    def placed(self, shape: tuple[int, ...], *, regular: bool) -> tuple[Any, Any]:
        """An array in memory that goes beyond it, in one of many layouts; a matrix that is regular has adjacent elements."""
        if len(shape) == 1:
            step, n = self.one((1, 1, 2, -1, -3)), shape[0]
            held = self.values((n * abs(step) + 4,))
            view = held[2 : 2 + n * abs(step) : abs(step)]
            return held, view if step > 0 else view[::-1]
        rows, cols = shape
        match self.rng.integers(4 if regular else 5):
            case 0:
                held = self.values((rows, cols))
                return held, held
            case 1:
                held = self.values((cols, rows))
                return held, held.T
            case 2:
                held = self.values((rows + 2, cols + 3))
                return held, held[1 : rows + 1, 2 : cols + 2]
            case 3:
                held = self.values((cols + 2, rows + 3))
                return held, held[1 : cols + 1, 2 : rows + 2].T
        held = self.values((2 * rows, 2 * cols))
        return held, held[::-2, ::2]

    def call(self) -> Call:
        """A usual call by a row."""
        row = ROWS[self.name]
        letters = {letter: self.one(list(WORDS[letter.partition("_")[0]])) for letter in row.letters.split()}
        if "trans" in letters and row.refused == letters["trans"] and self.precision.is_complex:
            letters["trans"] = "N"
        extents = {extent: self.one(EXTENTS) for extent in "mnk"}
        extents["s"] = extents["m" if letters.get("side") == "L" else "n"]
        options: dict[str, Any] = {name: self.one((x, x.lower())) for name, x in letters.items()}
        if "kl" in row.sizes:
            extents["l"], extents["u"] = self.one((0, 1, 3)), self.one((0, 2, 3))
            options |= {"kl": extents["l"], "ku": extents["u"], "shape": (extents["m"], extents["n"])}
        arrays, memory = {}, {}
        for word in row.operands.split():
            if ":" in word:
                name, _, shape = word.partition(":")
                new = "?" in word and self.rng.random() < 0.3
                regular = "=" in word
                sizes = self.shape(shape.rstrip("=?!~+"), letters, extents)
                if not new and "packed" in word and regular:
                    memory[name] = self.values(sizes)
                    arrays[name] = memory[name]
                elif not new:
                    memory[name], arrays[name] = self.placed(sizes, regular=regular)
                else:
                    arrays[name] = None
        self.factors(row.operands.split(), arrays, options)
        return arrays, options, memory

    def shape(self, words: str, letters: dict[str, str], extents: dict[str, int]) -> tuple[int, ...]:
        """That of an array of a row."""
        shape, _, flip = words.partition("/")
        n = extents["n"]
        if shape == "packed":
            return (n * (n + 1) // 2,)
        if shape == "band":
            if "l" in extents:
                count = extents["l"] + extents["u"] + 1
                return (count, n) if letters["order"] == "F" else (extents["m"], count)
            count = self.one((1, 2, 3))
            return (count, n) if letters["order"] == "F" else (n, count)
        if flip and letters[flip] != "N":
            shape = shape[::-1] if len(shape) == 2 else {"m": "n", "n": "m"}[shape]
        return tuple(extents[extent] for extent in shape)

    def factors(self, words: list[str], arrays: dict[str, Any], options: dict[str, Any]) -> None:
        """Numbers of several classes; where beta is 0, what was there is no number."""
        for word in words:
            name = word.rstrip(".")
            if ":" in word:
                continue
            options[name] = self.one((1, 1.0, 2.0, -3))
            if self.precision.is_complex and name == word:
                options[name] = self.one((1.0, 2, 1 - 2j, 2j))
                if name == "beta" and "c:nn" in words[-1]:  # a real one is left to the routine
                    options[name] = self.one((1, 1 - 2j, 2j))
            output = list(arrays)[-1]
            if name == "beta" and (arrays[output] is None or self.rng.random() < 0.5):
                options[name] = self.one((0, 0.0, -0.0))
                if arrays[output] is not None:
                    arrays[output][...] = np.nan


def solvable(name: str, precision: Precision, arrays: dict[str, Any]) -> None:
    """Make a right side whose solution is of whole numbers: rows of the identity, so that each step is exact."""
    matrix = next(iter(arrays.values()))
    matrix[...] = 0
    if name in {"trsv", "trsm"}:
        np.fill_diagonal(matrix, 2)
    else:  # diagonals of a band, or elements of a packed triangle, wherever they are
        matrix[...] = 2
        arrays["x"][...] = 0


def again(arrays: dict[str, Any], memory: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The same arrays in memory of their own."""
    copies = {name: held.copy() for name, held in memory.items()}
    views = {
        name: None if x is None else np.ndarray(
            x.shape, x.dtype, copies[name], x.ctypes.data - memory[name].ctypes.data, x.strides
        )
        for name, x in arrays.items()
    }  # fmt: skip
    return views, copies


@pytest.fixture
def by_numpy(monkeypatch):
    """Routines find no device, so that NumPy computes them."""

    def refuse(*_):
        raise AllocationError("no device is asked in this test")

    monkeypatch.setattr(dispatch, "_run_staged", refuse)


def by_routine(name: str, arrays: dict[str, Any], options: dict[str, Any]) -> Any:
    """A call without its short way."""
    with warnings.catch_warnings(), fixed_crossover(0):
        warnings.simplefilter("ignore", FallbackWarning)
        return routine_of(name)(**arrays, **options)


@pytest.mark.usefixtures("here", "by_numpy")
@pytest.mark.parametrize("precision", TYPES, ids=str)
def test_every_row_computes_what_its_routine_does(precision):
    """To the last bit of all memory around the operands too, in every letter, layout and kind of factor."""
    for name in ROWS:
        if not has(name, precision):
            continue
        drawn, way = Drawn(name, precision), host_fast_path(routine_of(name))
        assert way is not None
        for _ in range(TURNS):
            arrays, options, memory = drawn.call()
            if name in {"trsv", "tbsv", "tpsv", "trsm"}:
                solvable(name, precision, arrays)
            ours, here = again(arrays, memory)
            theirs, there = again(arrays, memory)
            with fixed_crossover(math.inf), np.errstate(all="raise"):
                result = way(**ours, **options)
            expected = by_routine(name, theirs, options)
            told = (
                f"{name} {options} {[None if x is None else (x.shape, x.strides) for x in arrays.values()]}"
            )
            assert result is not None, told
            for operand, held in here.items():
                assert np.array_equal(held, there[operand], equal_nan=True), told
            for x, y in zip(
                *((r if isinstance(r, tuple) else (r,)) for r in (result, expected)), strict=True
            ):
                assert (x.shape, x.dtype, x.strides) == (y.shape, y.dtype, y.strides), told
                assert np.array_equal(x, y, equal_nan=True), told
            outputs = result if isinstance(result, tuple) else (result,)
            given = list(ours.values())[-len(outputs) :]
            assert all(y is None or x is y for x, y in zip(outputs, given, strict=True)), told


@pytest.mark.usefixtures("here", "by_numpy")
@pytest.mark.parametrize("precision", TYPES, ids=str)
def test_expressions_compute_what_their_routines_do(precision):
    """Numbers and maps, of vectors in every direction; of NaN and infinities too where nothing is summed."""
    names = {
        "had": "xyz",
        "axpy": "xy",
        "axpby": "xy",
        "rotm": "xy",
        "scal": "x",
        "omatcopy": "a",
        "imatcopy": "a",
    }
    for name, way in EXPRESSIONS.items():
        if not has(name, precision) or name == "axpy_batched":
            continue
        drawn = Drawn(name, precision)
        operands = names.get(name, "xy" if "dot" in name else "x")
        for turn in range(TURNS):
            n = drawn.one((1, 2, 9, 40))
            memory, arrays = {}, {}
            for operand in operands:
                shape = (n, n) if operand == "a" else (n,)
                memory[operand], arrays[operand] = drawn.placed(shape, regular=True)
            options = _options(name, drawn, arrays)
            if name.startswith("i") and turn % 3 == 0:
                arrays["x"][drawn.one(range(n))] = drawn.one((np.nan, np.inf, -np.inf))
            ours, here = again(arrays, memory)
            theirs, there = again(arrays, memory)
            with fixed_crossover(math.inf), np.errstate(all="raise"):
                result = way(**ours, **options)
            expected = by_routine(name, theirs, options)
            told = f"{name} {options} {[(x.shape, x.strides) for x in arrays.values()]}"
            assert all(np.array_equal(here[x], there[x], equal_nan=True) for x in here), told
            if name == "nrm2":  # that of zeros is at an end of the range, where libraries differ
                assert (expected == 0) if result is None else math.isclose(result, expected, rel_tol=1e-6), (
                    told
                )
            else:
                assert np.array_equal(result, expected), told
            if isinstance(result, np.generic):
                assert type(result) is type(expected), told


def _options(name: str, drawn: Drawn, arrays: dict[str, Any]) -> dict[str, Any]:
    """Factors of an expression."""
    numbers = (1, 2.0, -3, 1 - 2j) if drawn.precision.is_complex else (1, 2.0, -3)
    if name == "had":
        beta = drawn.one((0, *numbers))
        if beta == 0:
            arrays["z"][...] = np.nan
        return {"alpha": drawn.one(numbers), "beta": beta}
    if name == "axpby":
        return {"alpha": drawn.one(numbers), "beta": drawn.one(numbers)}
    if name == "rotm":
        return {"param": [drawn.one((-1.0, 0.0, 1.0)), 2.0, 1.0, -3.0, 1.0]}
    if name in {"axpy", "scal"}:
        return {"alpha": drawn.one(numbers if name == "axpy" else (0, -0.0, *numbers))}
    if name == "sdsdot":
        return {"alpha": 2.0}
    return {}


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
        way, drawn = host_fast_path(routine_of(name)), Drawn(name, precision)
        assert way is not None
        arrays, options, _ = drawn.call()
        while any(x is None or x.size < 2 for x in arrays.values()):
            arrays, options, _ = drawn.call()
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
    drawn = Drawn("axpy", precision)
    x, y = drawn.values((5, 3)), drawn.values((5, 3))
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
