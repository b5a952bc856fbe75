"""Factors: what counts as a number, one meaning however it is written, and infinities that real factors leave apart."""

import warnings
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

import ml_dtypes
import numpy as np
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas import ArgumentError
from support.as_written import rehearsed
from support.budget import share
from support.rig import Rig
from support.routine_calls import Case, Numbers
from support.routine_cases import CASES

pytestmark = pytest.mark.usefixtures("as_written_at_first")

FACTORS = ("alpha", "beta", "c", "s")


class Foreign:
    """An array without axes of a library that is not NumPy.

    Args:
        value: The number in it.
        device: Where it lies, as DLPack counts.
    """

    shape = ()

    def __init__(self, value: complex, device: int = 1) -> None:
        self._value, self._device = value, device

    def __dlpack_device__(self) -> tuple[int, int]:
        """The host's memory, or not."""
        return self._device, 0

    def item(self) -> complex:
        """The number."""
        return self._value


WAYS: tuple[Callable[[int], Any], ...] = (
    int, complex, np.int8, np.float16, np.float32, np.float64, np.longdouble, np.complex64, np.complex128,
    ml_dtypes.bfloat16, ml_dtypes.float8_e5m2, Fraction, Decimal, Foreign, np.array,
    lambda x: np.array(x, ml_dtypes.bfloat16), lambda x: np.array(x, object), lambda x: np.array([x])[0],
)  # fmt: skip
"""Of a whole number."""

TRUE = (True, np.True_, np.array(True))

NO_NUMBERS: tuple[Any, ...] = (
    "2", b"2", None, [], {}, np.str_("2"), np.void(b"2"), np.datetime64("2020"), np.timedelta64(1), object(),
    np.ma.masked, np.ma.array(2.0), Decimal("sNaN"), int,
)  # fmt: skip

TOO_LARGE: tuple[Any, ...] = (
    10**400,
    -(10**5000),
    Fraction(10**400, 3),
    Decimal("1e400"),
    np.longdouble("1e4000"),
)

INFINITE = complex(0, np.inf)


def placed(case: Case, queue: Any) -> Case:
    """The case with its operands in device memory, where there is a queue."""
    if queue is None:
        return case
    arrays: dict[str, Any] = {x: cl_array.to_device(queue, np.array(a)) for x, a in case.arrays.items()}
    return case._replace(arrays=arrays)


def factors(case: Case) -> list[str]:
    """The arguments of a case that are single factors."""
    return [name for name in FACTORS if isinstance(case.options.get(name), (int, float, complex))]


def case_of(routine: str, dtype: str, **options: Any) -> Case:
    """A case with other factors, those of its own that may be."""
    case = CASES[routine](Numbers(3, dtype))
    return case._replace(options={**case.options, **{x: options[x] for x in options if x in case.options}})


def contents(case: Case, result: dict[str, Any]) -> dict[str, bytes]:
    """What the arrays hold that are expected to be written, and what is returned."""
    held = {name: result[name] for name in case.expected}
    return {x: np.asarray(a.get() if hasattr(a, "get") else a).tobytes() for x, a in held.items()}


def computed(routine: str, dtype: str, queue: Any, **options: Any) -> dict[str, bytes]:
    """What comes of a call."""
    case = placed(case_of(routine, dtype, **options), queue)
    return contents(case, case.call(routine))


ON_DEVICES = ("scal", "rot", "axpby", "gemv", "her2", "gemm", "herk", "omatcopy")
"""Routines whose kernels and checks of factors are all that there are."""


def memories(routine: str, rig: Rig) -> Iterator[Any]:
    """No queue, for NumPy arrays, and one for a few routines, since each program takes a moment to compile."""
    yield None
    if routine in ON_DEVICES:
        yield rig.queue


WITH_FACTORS = [name for name in CASES if factors(CASES[name](Numbers(3, "complex64")))]


@pytest.mark.budget(one_in=2)
@pytest.mark.parametrize("routine", WITH_FACTORS)
@rehearsed
def test_a_factor_has_one_meaning_however_it_is_written(any_device, routine):
    """To the bit: as a number of any class that holds it, in host and device memory, and in calls that are repeated.

    Classes take turns at 1 and 0, by the routine.
    """
    errors = []
    for dtype, queue in ((d, q) for d in ("complex64", "float64") for q in memories(routine, any_device)):
        for name in factors(case_of(routine, dtype)):
            for number, ways in (
                (2, share(WAYS, len(routine) + 2)),
                (1, (*share(WAYS, len(routine)), *(lambda _, true=true: true for true in TRUE))),
                (0, share(WAYS, len(routine) + 1)),
            ):
                expected = computed(routine, dtype, queue, **{name: float(number)})
                for way in ways:
                    with warnings.catch_warnings(action="error"):
                        if computed(routine, dtype, queue, **{name: way(number)}) != expected:
                            errors.append((name, number, way))
    assert errors == []


@pytest.mark.parametrize("routine", WITH_FACTORS)
def test_what_is_no_number_is_refused_by_name(routine):
    """Under any filter of warnings, in one line, with nothing written."""
    for dtype in ("float32", "complex64"):
        case = case_of(routine, dtype)
        for name in factors(case):
            real = all(array.dtype.kind == "f" for array in case.arrays.values())
            wrong = [*NO_NUMBERS, *TOO_LARGE, -1e39j, *([1j, complex(1, np.nan)] if real else [])]
            wrong += [] if routine == "sdsdot" else [1e39]  # which sums in float64
            for value in wrong:
                before = {x: a.tobytes() for x, a in case.arrays.items()}
                with warnings.catch_warnings(action="error"), pytest.raises(ArgumentError) as raised:
                    case._replace(options={**case.options, name: value}).call(routine)
                assert raised.value.argument == name
                assert len(str(raised.value)) <= 200
                assert "\n" not in str(raised.value)
                assert before == {x: a.tobytes() for x, a in case.arrays.items()}


def test_whole_factors_of_integer_products():
    """They wrap as the elements do; what is no whole number, or needs more than 32 bits, is refused."""
    a = np.full((3, 3), 2, np.int32)
    numbers: tuple[Any, ...] = (2, np.float16(2), 2.0, 2 + 0j, Decimal(2), 2**32 - 1)
    for number in numbers:
        with warnings.catch_warnings(action="error"):
            assert np.all(autoblas.gemm(a, a, alpha=number) == (24 if number == 2 else -12))
    refused: tuple[Any, ...] = (0.5, np.inf, np.nan, 1j, 2**32, -(2**31) - 1, np.float16(np.inf), *TOO_LARGE)
    for wrong in refused:
        with (
            warnings.catch_warnings(action="error"),
            pytest.raises(ArgumentError, match=r"^alpha: expected a wh"),
        ):
            autoblas.gemm(a, a, alpha=wrong)


ELEMENTWISE = ("scal", "axpy", "axpby", "axpy_batched", "omatcopy")


@pytest.mark.parametrize("routine", WITH_FACTORS)
def test_a_real_factor_multiplies_each_part(any_device, routine):
    """2 (0 + inf j) is 0 + inf j, of what is scaled and of what a result is added to, written as real or complex number."""
    for dtype, queue in ((d, q) for d in ("complex64",) for q in memories(routine, any_device)):
        case = case_of(routine, dtype)
        name = "beta" if "beta" in factors(case) else "alpha"
        if name == "alpha" and routine not in ELEMENTWISE:
            continue
        for factor in (2.0, -2 + 0j, np.complex64(3), 1, 1 + 0j) * 2:
            case = case_of(routine, dtype, **{name: factor})
            for array in case.arrays.values():
                array[...] = 1
            infinite = next(iter(case.expected)) if name == "beta" or routine == "scal" else "x"
            infinite = infinite if infinite in case.arrays else next(iter(case.arrays))
            case.arrays[infinite][...] = INFINITE
            there = placed(case, queue)
            with np.errstate(all="ignore"):
                result = there.call(routine)
            for written in case.expected:
                found = result[written].get() if queue is not None else result[written]
                assert not np.isnan(found).any(), (dtype, factor, queue)
                assert np.isinf(found.imag).any()


RANK_ONE = ("ger", "geru", "gerc", "syr", "spr", "her", "hpr", "syr2", "spr2", "her2", "hpr2")


@pytest.mark.parametrize("routine", RANK_ONE)
def test_zeros_of_vectors_add_nothing_to_a_matrix(any_device, routine):
    """However large the factor is, as in reference BLAS, and whichever element of a NumPy vector is zero."""
    for factor, queue in ((f, q) for f in (np.inf, np.nan) for q in (None, any_device.queue)):
        case = case_of(routine, "complex64", alpha=factor)
        *vectors, matrix = case.arrays
        zeros = [1, 4] if queue is None else slice(None)
        for name, array in case.arrays.items():
            array[...] = 1
            if name in vectors:
                array[zeros] = 0
        found = placed(case, queue).call(routine)[matrix]
        found = found if queue is None else found.get()
        if queue is not None:
            assert np.all(found == 1)
        elif found.ndim == 2:
            assert np.all(found[zeros] == 1)
            assert np.all(found[:, zeros] == 1)
            assert not np.isfinite(found).all()
