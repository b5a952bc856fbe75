"""The functions of scipy.linalg.blas: names and signatures, and the same calls of SciPy's and of ours side by side."""

import math
import warnings
from typing import Any

import numpy as np
import pytest
import scipy.linalg.blas as theirs

from autoblas.blas.host.crossover import fixed_crossover
from autoblas.calls import dispatch
from autoblas.compat import _f2py
from autoblas.compat import scipy_blas as ours
from autoblas.compat._f2py import TypedWrapper
from autoblas.errors import AllocationError
from support.loops import over
from support.marks import needs_host_blas

pytestmark = pytest.mark.usefixtures("all_as_written")

NAMES = sorted(ours.FUNCTIONS)
CASES = 5
"""Random calls a function; ten times as many of all sizes where the budget allows them."""

QUICK = tuple(name for name in NAMES if ours.FUNCTIONS[name].dtype.char in "fD" and name != "zrotg")
"""Functions of the ordinary run: a type of each kind, because each takes programs of its own."""

TOLERANCE = {"f": 2e-4, "d": 1e-11, "F": 2e-4, "D": 1e-11}
CONDITIONED = ("trsv", "tbsv", "tpsv", "trsm")
"""Functions that solve, whose matrices get a heavy diagonal."""


def test_every_function_is_here():
    """The names that SciPy's module has beside the two that choose, and nothing else."""
    public = {name for name in dir(theirs) if callable(getattr(theirs, name)) and not name.startswith("_")}
    assert set(NAMES) >= public - {"find_best_blas_type", "get_blas_funcs", "functools"}
    assert set(NAMES) - public <= {"drotmg", "srotmg", "csyr2k"}
    assert set(ours.__all__) == {*NAMES, "HAS_ILP64", "error", "find_best_blas_type", "get_blas_funcs"}
    with pytest.raises(AttributeError, match="no attribute"):
        _ = ours.sgesv


@over("name", NAMES)
def test_signatures_are_those_of_the_documentation(name):
    """The arguments in their order, required ones first."""
    documented = getattr(theirs, name).__doc__.splitlines()[0]
    inside = documented[documented.index("(") + 1 : documented.rindex(")")]
    required, _, optional = inside.rstrip("]").partition("[")
    routine = ours.FUNCTIONS[name]
    assert routine.required == tuple(required.strip(",").split(","))
    assert routine.names == (*routine.required, *(optional.split(",") if optional else ()))


class Drawn:
    """Random arguments of a function: mostly fitting, sometimes not."""

    def __init__(self, routine: TypedWrapper, rng: np.random.Generator, *, any_size: bool) -> None:
        self.rng, self.routine, self.name = rng, routine, routine.__name__
        self.m, self.n, self.k = (int(x) for x in rng.integers(1, 6, 3)) if any_size else (3, 4, 2)
        self.kl, self.ku = (int(x) for x in rng.integers(0, 3, 2)) if any_size else (1, 1)
        if "gbmv" in self.name and any_size:
            self.m = self.kl + self.ku + int(rng.integers(1, 4))
        self.values = {name: self._value(name) for name in routine.names if self._wanted(name)}

    def _wanted(self, name: str) -> bool:
        if name in {"c", "a"} and name in self.routine.names[len(self.routine.required) :]:
            return bool(self.rng.random() < 0.5)
        return name in self.routine.required or bool(self.rng.random() < 0.4)

    def _value(self, name: str) -> Any:
        rng = self.rng
        if name in {"offx", "offy"}:
            return int(rng.choice([0, 1, 2]))
        if name in {"incx", "incy"}:
            broken = self.name in {"cspr", "zspr", "csyr", "zsyr"}  # theirs read what lies before x
            return int(rng.choice([1, 1, 2] if broken else [1, 1, 2, -1, -2]))
        if name in {"lower", "side", "diag", "beta"} or name.startswith("overwrite"):
            return int(rng.integers(0, 2))
        if name.startswith("trans"):
            return int(rng.integers(0, 3))
        if name in {"m", "n", "k", "kl", "ku"}:
            return getattr(self, name) if name != "k" or "bmv" in self.name or "bsv" in self.name else self.k
        if name in {"alpha", "s", "d1", "d2", "x1", "y1"} or (
            name in {"a", "c", "b"} and self._is_number(name)
        ):
            value = float(rng.standard_normal())
            complex_too = self.routine.factor.kind == "c" and rng.random() < 0.5
            return value + 1j if complex_too else value
        return self._array(name)

    def _is_number(self, name: str) -> bool:
        letters = self.name.lstrip("sdcz")
        return letters in {"axpy", "scal", "rotg"} or (letters == "rot" and name == "c")

    def _array(self, name: str) -> Any:
        rng = self.rng
        if name in {"x", "y"}:
            length = self.m if name == "x" and "ger" in self.name else self.n
            slack = 0 if "ger" in self.name else int(rng.integers(0, 12))
            return self._random(max(length, self.m) + slack if slack else length)
        if name == "param":
            return np.concatenate([rng.choice([-2.0, -1.0, 0.0, 1.0], 1), rng.standard_normal(4)])
        if name == "ap":
            return self._random(self.n * (self.n + 1) // 2 + int(rng.integers(0, 2)))
        return self._matrix(name)

    def _matrix(self, name: str) -> Any:
        letters = self.name[1:]
        if letters == "gemm":
            shape = {"a": (self.m, self.k), "b": (self.k, self.n), "c": (self.m, self.n)}[name]
            if name in "ab" and self.rng.random() < 0.3:
                shape = (self.n, self.n)
        elif letters == "gbmv":
            shape = (self.kl + self.ku + 1 + int(self.rng.integers(0, 2)), self.n)
        elif letters[1:] in {"bmv", "bsv"}:
            self.k = min(self.k, 3)
            shape = (self.k + 1 + int(self.rng.integers(0, 2)), self.n)
        elif letters in {"gemv", "ger", "geru", "gerc"}:
            shape = (self.m, self.n)
        elif letters.endswith(
            "k"
        ):  # theirs read beyond a b of fewer columns than a, where both are transposed
            square = name == "c" or (self.rng.random() < 0.5 and "2" not in letters)
            shape = (self.n, self.n) if square else (self.n, self.k)
        elif letters in {"symm", "hemm", "trmm", "trsm"}:
            shape = (self.n, self.n) if name == "a" or self.rng.random() < 0.6 else (self.n, self.m)
        else:
            shape = (self.n, self.n)
        made = self._random(*shape)
        if letters in CONDITIONED and name == "a":
            heavy = 3.0 if letters == "tbsv" else 3 * np.eye(*shape)
            made = np.asfortranarray(0.1 * np.asarray(made) + heavy).astype(self.routine.dtype)
        return made

    def _random(self, *shape: int) -> Any:
        rng = self.rng
        kind = rng.choice(["typed", "typed", "typed", "double", "list", "strided"])
        values = rng.standard_normal(shape)
        if self.routine.dtype.kind == "c":
            values = values + 1j * rng.standard_normal(shape)
        if kind == "list":
            return values.tolist()
        if kind == "double":
            return values
        typed = values.astype(self.routine.dtype, order="F" if rng.random() < 0.7 else "C")
        return typed if kind == "typed" else np.repeat(typed, 2, axis=0)[::2]


def _returned_or_raised(function: Any, *args: Any, **kwargs: Any) -> Any:
    """The result of a call, or the name of the class that it raises; that of f2py is in no public module."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return function(*args, **kwargs)
        except Exception as failure:  # noqa: BLE001  # whatever it is, is compared
            return type(failure).__name__


def _outcome(function: Any, values: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """The result or error of a call, and its arguments afterwards."""
    arguments = {
        name: value.copy(order="K") if isinstance(value, np.ndarray) else value
        for name, value in values.items()
    }
    for name, value in values.items():
        if isinstance(value, np.ndarray) and not value.flags.forc:
            arguments[name] = np.repeat(value, 2, axis=0)[::2]
    result = _returned_or_raised(function, **arguments)
    if isinstance(result, str):
        return result, arguments
    results = result if isinstance(result, tuple) else (result,)
    return [
        (x, [name for name, value in arguments.items() if value is x and isinstance(x, np.ndarray)])
        for x in results
    ], arguments


def _same(got: Any, right: Any, tolerance: float) -> bool:
    if isinstance(right, np.ndarray):
        return (
            isinstance(got, np.ndarray)
            and got.dtype == right.dtype
            and got.shape == right.shape
            and np.allclose(got, right, rtol=tolerance, atol=tolerance)
        )
    return type(got) is type(right) and bool(np.isclose(got, right, rtol=tolerance, atol=tolerance))


def _compare_calls(name: str, count: int, *, any_size: bool) -> None:
    """Compare random calls: results, types, shapes, errors, which argument is returned, and what is left in the others."""
    routine = ours.FUNCTIONS[name]
    rng = np.random.default_rng([any_size, *name.encode()])
    tolerance = TOLERANCE[routine.dtype.char]
    accepted = 0
    for number in range(count):
        values = Drawn(routine, rng, any_size=any_size).values
        expected, after = _outcome(getattr(theirs, name), values)
        got, changed = _outcome(routine, values)
        where = f"{number}: {name}({values})"
        if isinstance(expected, str) or isinstance(got, str):
            assert got == expected, where
            continue
        accepted += 1
        assert len(got) == len(expected), where
        for (mine, holder), (right, owner) in zip(got, expected, strict=True):
            assert _same(mine, right, tolerance), f"{where}: {mine} instead of {right}"
            assert holder == owner, where
        for key, value in after.items():
            if isinstance(value, np.ndarray):
                assert _same(changed[key], value, tolerance), f"{where}: {key}"
    assert accepted > 0


@pytest.mark.budget(one_in=24)
@pytest.mark.parametrize("name", QUICK)
def test_calls_do_what_scipys_do(name):
    """A few calls of the functions of floats and of double complex numbers."""
    _compare_calls(name, CASES, any_size=False)


@pytest.mark.budget(30)
@pytest.mark.parametrize("name", [name for name in NAMES if name not in {"crotg", "zrotg"}])
def test_many_calls_do_what_scipys_do(name):
    """Many calls of every function; of complex rotations SciPy's wrappers return what memory held."""
    _compare_calls(name, 10 * CASES, any_size=True)


@pytest.fixture
def on_host(monkeypatch):
    """No device is asked."""

    def refuse(*_):
        raise AllocationError("no device is asked in this test")

    monkeypatch.setattr(dispatch, "_run_staged", refuse)
    with fixed_crossover(math.inf):
        yield


@needs_host_blas
@pytest.mark.usefixtures("on_host")
def test_calls_on_the_host_do_what_scipys_do():
    """Many calls of every function, by the short way and where it leaves them."""
    for name in NAMES:
        if name not in {"crotg", "zrotg"}:  # SciPy's wrappers return what memory held
            _compare_calls(name, 6 * CASES, any_size=True)


@needs_host_blas
@pytest.mark.usefixtures("on_host")
def test_usual_calls_take_the_short_way(monkeypatch):
    """Of every function: with arrays of its type, whose lengths fit, and no other arguments."""

    def refuse(routine, _):
        raise AssertionError(routine)

    monkeypatch.setattr(_f2py, "Frame", refuse)
    for name in NAMES:
        routine = ours.FUNCTIONS[name]
        rng = np.random.default_rng(1)
        sizes = {"param": (5,), "ap": (6,), "x": (3,), "y": (3,), "a": (3, 3), "b": (3, 3)}
        sizes |= {"a": (2, 3)} if "k" in routine.required else {}
        arguments: dict[str, Any] = {
            "n": 3,
            "m": 3,
            "k": 1,
            "kl": 1,
            "ku": 1,
            "alpha": 1.0,
            "c": 0.6,
            "s": 0.8,
        }
        arguments |= dict.fromkeys(("d1", "d2", "x1", "y1"), 1.0)
        for argument, shape in sizes.items():
            arguments[argument] = np.asfortranarray(rng.random(shape) + 1, routine.dtype)
        if "kl" in routine.required:
            arguments["a"] = np.asfortranarray(rng.random((3, 3)), routine.dtype)
        if "scal" in name or "rotg" in name:
            arguments |= {"a": 2.0, "b": 3.0}
        if "rotm" in name and "rotmg" not in name:
            arguments["param"][0] = -1
        routine(*(arguments[argument] for argument in routine.required))


X, Y, A = np.arange(5.0), np.ones(5), np.arange(12.0).reshape(3, 4)
ODD_CALLS: dict[str, tuple[str, tuple[Any, ...], dict[str, Any]]] = {
    "n beyond the array": ("daxpy", (X, Y), {"n": 9}),
    "increment of zero": ("daxpy", (X, Y), {"incx": 0}),
    "offset beyond the array": ("daxpy", (X, Y), {"offx": 5}),
    "offset below zero": ("daxpy", (X, Y), {"offx": -1}),
    "short y": ("daxpy", (X, Y[:3]), {}),
    "n below zero": ("daxpy", (X, Y), {"n": -1}),
    "empty vectors": ("daxpy", (X[:0], Y[:0]), {}),
    "text": ("daxpy", ("abc", Y), {}),
    "matrix as a vector": ("daxpy", (np.ones((2, 3)), np.ones(6)), {}),
    "number as a vector": ("daxpy", (2.0, np.ones(1)), {}),
    "text as a factor": ("daxpy", (X, Y), {"a": "x"}),
    "complex factor": ("daxpy", (X, Y), {"a": 2 + 1j}),
    "fraction as a length": ("daxpy", (X, Y), {"n": 2.7}),
    "text as a length": ("daxpy", (X, Y), {"n": "2"}),
    "nothing": ("daxpy", (), {}),
    "unknown argument": ("daxpy", (X, Y), {"foo": 1}),
    "too many arguments": ("daxpy", (X, Y, 1, 1.0, 0, 1, 0, 1, 1), {}),
    "complex vector": ("daxpy", (X + 1j, Y), {}),
    "whole numbers": ("daxpy", ([1, 2], [3, 4]), {}),
    "objects": ("daxpy", (np.array([object()]), Y), {}),
    "no factor": ("dscal", (None, np.ones(2)), {}),
    "factor in an array": ("dscal", (np.array([2.0]), np.ones(2)), {}),
    "norm backwards": ("dnrm2", (X,), {"incx": -1}),
    "sum backwards": ("dasum", (X,), {"incx": -1}),
    "place backwards": ("idamax", (X,), {"incx": -1}),
    "place in a piece": ("idamax", (X,), {"offx": 2, "n": 2}),
    "few parameters": ("drotm", (X, Y, [1, 2]), {}),
    "short x": ("dgemv", (1, A, np.ones(3)), {}),
    "unknown transpose": ("dgemv", (1, A, np.ones(4)), {"trans": 3}),
    "no rows": ("dgemv", (1, np.ones((0, 4)), np.ones(4)), {}),
    "no columns": ("dgemv", (1, np.ones((4, 0)), np.ones(0)), {}),
    "y arguments as None": ("dgemv", (1, A, np.ones(4)), {"y": None}),
    "increment of two": ("dger", (1, [1, 2, 3, 4], [3, 4, 5]), {"incx": 2}),
    "other shape": ("dger", (1, [1, 2], [3, 4, 5]), {"a": np.ones((3, 2))}),
    "larger shape": ("dsyr", (1, [1, 2, 3]), {"a": np.ones((4, 4))}),
    "short triangle": ("dspr", (3, 1, [1, 2, 3], [1, 2, 3]), {}),
    "too many diagonals": ("dsbmv", (2, 1, np.ones((2, 3)), [1, 2, 3]), {}),
    "width of the band": ("dgbmv", (3, 4, 1, 1, 1, np.ones((3, 5)), np.ones(4)), {}),
    "not square": ("dsymv", (1, A, np.ones(4)), {}),
    "unknown triangle": ("dsymv", (1, np.eye(3), np.ones(3)), {"lower": 2}),
    "inner sizes": ("dgemm", (1, A, A), {}),
    "product of numbers": ("dgemm", (3, [3], [-4], 3, [5]), {}),
    "matrix by rows as a vector": ("ddot", (X[:4].reshape(2, 2), X[:4]), {}),
    "vectors as matrices": ("dgemm", (1, np.ones(3), np.ones((1, 3))), {}),
    "small c": ("dgemm", (1, A, A.T), {"beta": 1, "c": np.ones((2, 2))}),
    "empty product": ("dgemm", (1, np.ones((0, 3)), np.ones((3, 2))), {}),
    "sum without terms": ("dgemm", (1, np.ones((2, 0)), np.ones((0, 2))), {}),
    "side": ("dsymm", (1, np.eye(4), A), {}),
    "order of the triangle": ("dtrsm", (1, np.eye(4), A), {}),
    "triangle of 4 x 5": ("dtrsm", (1, np.ones((4, 5)), np.ones((4, 2))), {}),
    "tall triangle": ("dtrmm", (1, np.ones((5, 3)), A), {}),
    "wide triangle": ("dtrmm", (1, np.ones((3, 5)), A), {}),
}


@pytest.mark.budget(one_in=3)
@pytest.mark.parametrize("label", ODD_CALLS)
def test_odd_arguments_do_what_they_do_in_scipy(label):
    """Equal results, or errors of one type."""
    name, args, kwargs = ODD_CALLS[label]
    outcomes = []
    for module in (theirs, ours):
        arguments = [x.copy() if isinstance(x, np.ndarray) else x for x in args]
        outcomes.append(_returned_or_raised(getattr(module, name), *arguments, **kwargs))
    expected, got = outcomes
    if isinstance(expected, str):
        assert got == expected
    else:
        assert _same(got, expected, 1e-12), (got, expected)


def test_vectors_may_be_the_same_array():
    """An array that is read and written is read first."""
    x = np.arange(4.0)
    assert ours.daxpy(x, x) is x
    assert np.array_equal(x, 2 * np.arange(4.0))


def test_what_is_read_only_is_copied():
    """Where SciPy writes into memory that is protected, a copy is returned."""
    y = np.ones(3)
    y.flags.writeable = False
    assert np.array_equal(ours.daxpy(np.ones(3), y), [2, 2, 2])
    assert np.array_equal(y, [1, 1, 1])


def test_complex_rotations_annihilate():
    """C is real, and the rotation makes b zero."""
    c, s = ours.zrotg(3 + 1j, 4 - 2j)
    assert abs(c.imag) == 0
    assert abs(-np.conj(s) * (3 + 1j) + c * (4 - 2j)) < 1e-14
    assert np.isclose(c.real**2 + abs(s) ** 2, 1)


TYPES = "?bBhHiIlLqQefdgFDG"


@pytest.mark.parametrize("first", TYPES)
def test_the_best_type_is_scipys(first):
    """For no array, one, or two, stored by rows or by columns."""
    assert ours.find_best_blas_type(dtype=first) == theirs.find_best_blas_type(dtype=first)
    for second in TYPES:
        arrays = [np.ones((2, 3), first), np.ones((2, 3), second, order="F")]
        for chosen in (arrays[:1], arrays, arrays[::-1]):
            assert ours.find_best_blas_type(chosen) == theirs.find_best_blas_type(chosen)


def test_functions_are_found_by_their_names():
    """One or several, by arrays or a type, with the attributes that SciPy's have."""
    gemm, dot = ours.get_blas_funcs(("gemm", "dot"), (np.ones((2, 2), np.complex64),))
    assert (gemm, dot) == (ours.FUNCTIONS["cgemm"], ours.FUNCTIONS["cdotc"])
    expected = theirs.get_blas_funcs("nrm2", dtype=np.complex128)
    function = ours.get_blas_funcs("nrm2", dtype=np.complex128, ilp64="preferred")
    assert function is ours.FUNCTIONS["dznrm2"]
    assert (function.typecode, function.prefix, function.dtype) == (
        expected.typecode,
        expected.prefix,
        expected.dtype,
    )
    assert ours.get_blas_funcs("axpy") is ours.FUNCTIONS["daxpy"]
    with pytest.raises(ValueError, match="dgesv could not be found"):
        ours.get_blas_funcs("gesv")
    with pytest.raises(RuntimeError):
        ours.get_blas_funcs("gemm", ilp64=True)
    with pytest.raises(ValueError, match="ilp64"):
        ours.get_blas_funcs("gemm", ilp64="always")
