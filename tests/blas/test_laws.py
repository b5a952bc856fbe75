"""Laws between calls of routines, on random numbers: what must be equal to the bit, and what within its bound.

No law knows what a routine computes; each says how two calls depend on each other.
"""

# mypy: disable-error-code="arg-type, call-overload"
# Letters out of lists.

import inspect
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas import gemm, gemm_batched, gemmt, gemv, her2k, herk, symm, syrk, trmm, trsm
from autoblas.blas.host.crossover import fixed_crossover
from autoblas.blas.table.rows import ROUTINES
from autoblas.checks.verify import gamma, reals
from autoblas.precision import PRECISIONS, precision_of
from support.as_written import rehearsed
from support.memories import on_host
from support.routine_calls import RETURNED, Array
from support.routine_cases import CASES
from support.samples import Sample
from support.stored_cases import store

M, N, K = 23, 17, 40

Pair = tuple[Any, Any]


class Drawn:
    """Operands of a law: A is M x K, B is K x N, S and T are square with a dominant diagonal, x and y are vectors."""

    def __init__(self, dtype: str) -> None:
        rng, kind = np.random.default_rng(len(dtype)), PRECISIONS[dtype]
        self.a, self.b, self.s, self.t = (
            reals(rng, shape, kind) for shape in ((M, K), (K, N), (K, K), (K, K))
        )
        for square in (self.s, self.t):
            square[np.arange(K), np.arange(K)] = 2 * K
        self.x, self.y, self.stack = (reals(rng, shape, kind) for shape in ((K,), (K,), (3, M, K)))
        self.order = rng.permutation(M)

    def packed(self, uplo: str) -> Array:
        """The triangle of S by columns."""
        ap = np.empty(K * (K + 1) // 2, self.s.dtype)
        store(ap, self.s, "packed", uplo, "F", np.nan)
        return ap

    def band(self) -> Array:
        """The diagonal of S and two beside it on either side."""
        band = np.empty((5, K), self.s.dtype)
        store(band, self.s, "band", "", "F", np.nan, (2, 2))
        return band


def mirrored(x: Array) -> Array:
    """The symmetric matrix with the upper triangle of another."""
    return np.triu(x) + np.triu(x, 1).T


EQUAL: dict[str, Callable[[Drawn], Pair]] = {
    "rows of A are rows of C": lambda d: (gemm(d.a[d.order], d.b), gemm(d.a, d.b)[d.order]),
    "columns of B are columns of C": lambda d: (gemm(d.a, d.b[:, ::-1]), gemm(d.a, d.b)[:, ::-1]),
    "powers of two": lambda d: (gemm(d.a * 2**9, d.b / 2**5), gemm(d.a, d.b) * 2**4),
    "powers of two of a vector": lambda d: (gemv(d.s, d.x * 2**9), gemv(d.s, d.x) * 2**9),
    "powers of two of a norm": lambda d: (autoblas.nrm2(d.x * 4), autoblas.nrm2(d.x) * 4),
    "the negative": lambda d: (gemm(-d.a, d.b), -gemm(d.a, d.b)),
    "the conjugate": lambda d: (gemm(d.a.conj(), d.b.conj()), gemm(d.a, d.b).conj()),
    "a letter is a view": lambda d: (gemv(d.s, d.x, trans="T"), gemv(d.s.T, d.x)),
    "a view is a copy": lambda d: (gemm(d.a[::2, ::-3], d.b[::-3]), gemm(d.a[::2, ::-3].copy(), d.b[::-3].copy())),
    "a stack of one": lambda d: (gemm_batched(d.a[None], d.b[None])[0], gemm(d.a, d.b)),
    "again": lambda d: (gemm(d.a, d.b), gemm(d.a, d.b)),
    "places do not mind a factor": lambda d: (autoblas.iamax(d.x * 3), autoblas.iamax(d.x)),
}  # fmt: skip
"""What two calls have to agree in to the bit."""

CLOSE: dict[str, Callable[[Drawn], Pair]] = {
    "the transpose": lambda d: (gemm(d.b, d.a, trans_a="T", trans_b="T"), gemm(d.a, d.b).T),
    "the sum of two": lambda d: (gemm(d.a + 1, d.b), gemm(np.ones_like(d.a), d.b, beta=1, c=gemm(d.a, d.b))),
    "depth in two parts": lambda d: (gemm(d.a[:, 9:], d.b[9:], beta=1, c=gemm(d.a[:, :9], d.b[:9])), gemm(d.a, d.b)),
    "blocks": lambda d: (gemm(d.a[5:], d.b[:, :8]), gemm(d.a, d.b)[5:, :8]),
    "a batch is a loop": lambda d: (gemm_batched(d.stack, d.b), [gemm(a, d.b) for a in d.stack]),
    "a column is a vector": lambda d: (gemm(d.s, d.x[:, None])[:, 0], gemv(d.s, d.x)),
    "a row is a sum": lambda d: (gemv(d.s, d.x)[3], autoblas.dot(d.s[3], d.x)),
    "symm is gemm": lambda d: (symm(d.s, d.b), gemm(mirrored(d.s), d.b)),
    "spmv is symv": lambda d: (autoblas.spmv(d.packed("L"), d.x, uplo="L"), autoblas.symv(d.s, d.x, uplo="L")),
    "gbmv is gemv": lambda d: (autoblas.gbmv(d.band(), d.x, kl=2, ku=2), gemv(np.triu(np.tril(d.s, 2), -2), d.x)),
    "syrk is a triangle": lambda d: (syrk(d.a, uplo="L"), np.tril(gemm(d.a, d.a, trans_b="T"))),
    "gemmt is a triangle": lambda d: (gemmt(d.s, d.t), np.triu(gemm(d.s, d.t))),
    "her2k of A and A": lambda d: (her2k(d.a, d.a), 2 * herk(d.a)),
    "trmm is gemm": lambda d: (trmm(d.s, d.b.copy(), uplo="L"), gemm(np.tril(d.s), d.b)),
    "trsm undoes trmm": lambda d: (trsm(d.s, trmm(d.s, d.b.copy(), alpha=2), alpha=0.5), d.b),
    "trsv undoes trmv": lambda d: (autoblas.trsv(d.s, autoblas.trmv(d.s, d.x.copy())), d.x),
    "tpsv undoes tpmv": lambda d: (autoblas.tpsv(d.packed("U"), autoblas.tpmv(d.packed("U"), d.x.copy())), d.x),
    "ger is gemm": lambda d: (autoblas.ger(d.x, d.y), gemm(d.x[:, None], d.y[None])),
    "syr is syrk": lambda d: (autoblas.syr(d.x, np.zeros_like(d.s)), syrk(d.x[:, None])),
    "a norm is a sum": lambda d: (autoblas.nrm2(d.x) ** 2, autoblas.dotc(d.x, d.x).real),
    "a copy is a transpose": lambda d: (autoblas.omatcopy(autoblas.omatcopy(d.a, trans="C"), trans="C"), d.a),
}  # fmt: skip
"""What two calls have to agree in within the rounding of their sums."""


@pytest.mark.budget(one_in=4)
@pytest.mark.parametrize("dtype", ["float32", "complex128", "float64", "complex64"])
@rehearsed
def test_laws(any_device, dtype):
    """Every law, in every type; rounding is that of sums of K products, twice."""
    del any_device
    broken = []
    for law, calls in (EQUAL | CLOSE).items():
        left, right = (np.asarray(side) for side in calls(Drawn(dtype)))
        close = gamma(4 * K, precision_of(dtype).roundoff) * max(np.max(np.abs(right)), 1)
        if left.shape != right.shape or not np.all(np.abs(left - right) <= (0 if law in EQUAL else close)):
            broken.append(law)
    assert broken == []


def new_results(name: str) -> list[str]:
    """The outputs of a routine that may be left out, and are returned then."""
    defaults = inspect.signature(getattr(autoblas, name)).parameters
    case = Sample(name, "float32", 6, "usual", 1).case()
    returned = ROUTINES[name].returns
    return [
        x for x in case.expected if x != RETURNED and defaults[x].default is None and f"``{x}``" in returned
    ]


@pytest.mark.parametrize("memory", ["host", "lent", "device"])
@rehearsed
def test_results_that_are_left_out(any_device, memory):
    """They are what outputs of zeros become, of the operands' type and kind, and without gaps."""
    errors = []
    for routine, output in [(name, output) for name in CASES for output in new_results(name)]:
        case = Sample(routine, "float32", 7, "usual", 3).case()
        options = case.options | ({"beta": 0} if "beta" in case.options else {})
        arrays: dict[str, Any] = {name: x for name, x in case.arrays.items() if name != output}
        zeros: Any = np.zeros_like(case.arrays[output])
        if memory == "device":
            arrays = {name: cl_array.to_device(any_device.queue, x.copy()) for name, x in arrays.items()}
            zeros = cl_array.to_device(any_device.queue, zeros)
        call = getattr(autoblas, routine)
        with fixed_crossover(math.inf if memory == "host" else 0):
            given, made = (
                call(**{name: x.copy() for name, x in arrays.items()}, **options, **more)
                for more in ({output: zeros}, {})
            )
        if isinstance(made, tuple):
            given, made = (results[list(case.expected).index(output)] for results in (given, made))
        if type(made) is not type(zeros) or made.dtype != zeros.dtype or not made.flags.c_contiguous:
            errors.append(f"{routine}: {made.dtype} {made.strides}")
        elif not np.array_equal(on_host(made), on_host(given)):
            errors.append(f"{routine}: {made} is not {given}")
    assert errors == []
