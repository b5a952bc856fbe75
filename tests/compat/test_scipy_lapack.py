"""SciPy's wrappers of LAPACK against autoblas's: results, pivots, info, shapes and orders of every call are the same."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from scipy.linalg import lapack

from autoblas.compat import scipy_blas, scipy_lapack

TYPES = {"s": "float32", "d": "float64", "c": "complex64", "z": "complex128"}

N = 9


def drawn(letter, *shape, seed=0):
    """Random numbers of a type."""
    rng = np.random.default_rng(seed)
    numbers = rng.standard_normal(shape)
    return (numbers + 1j * rng.standard_normal(shape) if letter in "cz" else numbers).astype(TYPES[letter])


def definite(letter):
    """A positive definite matrix whose pivots no rounding decides."""
    a = drawn(letter, N, N)
    return (a @ a.conj().T + N * np.eye(N)).astype(TYPES[letter])


class Both:
    """Calls of both libraries, whose results are compared."""

    def __init__(self, letter):
        self.letter = letter
        self.tolerance = 1e3 * np.finfo(TYPES[letter]).eps

    def __call__(self, name: str, *arguments: Any, **options: Any) -> Any:
        """SciPy's results, once autoblas's are as SciPy's."""
        given = copy.deepcopy((arguments, options))
        found = getattr(scipy_lapack, self.letter + name)(*arguments, **options)
        for before, after in zip(given[0], arguments, strict=True):
            assert np.array_equal(before, after), name  # nothing may be overwritten by default
        expected = getattr(lapack, self.letter + name)(*arguments, **options)
        assert len(found) == len(expected)
        for mine, theirs in zip(found, expected, strict=True):
            x, y = np.asarray(mine), np.asarray(theirs)
            assert (x.shape, x.dtype.kind) == (y.shape, y.dtype.kind), name
            assert np.allclose(x, y, rtol=self.tolerance, atol=self.tolerance), (name, options)
            assert x.ndim < 2 or x.flags.f_contiguous == y.flags.f_contiguous, name
        return expected


@pytest.fixture(params=list(TYPES))
def both(request):
    """Both libraries, of a type."""
    return Both(request.param)


@pytest.mark.parametrize("lower", [0, 1])
def test_factors_and_systems_of_positive_definite_matrices(both, lower):
    """With and without the other triangle, which inverses leave as it is; right-hand sides as a vector too."""
    a, b = definite(both.letter), drawn(both.letter, N, 3, seed=1)
    factor, info = both("potrf", a, lower=lower)
    assert info == 0
    both("potrf", a, lower=lower, clean=0)
    for sides in (b, b[:, 0], np.asfortranarray(b)):
        both("potrs", factor, sides, lower)
        both("posv", a, sides, lower=lower)
    both("potri", factor, lower)
    _, x, info = getattr(scipy_lapack, f"{both.letter}posv")(-a, b, lower=lower)
    assert info == 1
    assert np.array_equal(x, b)


@pytest.mark.parametrize("lower", [0, 1])
def test_triangles(both, lower):
    """Inverses and systems, with a unit diagonal, transposed, and with a zero on the diagonal."""
    a, b = definite(both.letter), drawn(both.letter, N, 3, seed=1)
    broken = a.copy()
    broken[4, 4] = 0
    for unit in (0, 1):
        both("trtri", a, lower=lower, unitdiag=unit)
        for trans in (0, 1, 2):
            both("trtrs", a / N, b, lower=lower, trans=trans, unitdiag=unit)
    assert both("trtri", broken, lower)[-1] == 5
    assert both("trtrs", broken, b, lower=lower)[-1] == 5


def test_factors_and_systems_of_general_matrices(both):
    """Square, tall and wide matrices, all transposes, and a singular one."""
    a, b = drawn(both.letter, N, N), drawn(both.letter, N, 3, seed=1)
    for part in (a[:, :4], a[:4], np.asfortranarray(a)):
        both("getrf", part)
    factors, pivots, info = both("getrf", a)
    assert info == 0
    for trans in (0, 1, 2):
        both("getrs", factors, pivots, b, trans)
    for sides in (b, b[:, 0]):
        both("gesv", a, sides)
    assert both("gesv", np.zeros_like(a), b)[-1] == 1


def named(letter, name):
    """The name of a function that has another one in complex types."""
    return {"orgqr": "ungqr", "ormqr": "unmqr"}[name] if letter in "cz" else name


@pytest.mark.parametrize("shape", [(N, 5), (5, N), (N, N)])
def test_orthogonal_factors(both, shape):
    """Factors, queries of working memory, Q, and products on both sides, with fewer reflectors and for fewer rows too."""
    a, adjoint = drawn(both.letter, *shape), "C" if both.letter in "cz" else "T"
    module = {library: getattr(library, f"{both.letter}geqrf") for library in (scipy_lapack, lapack)}
    for geqrf in module.values():
        queried, tau, work, info = geqrf(a, lwork=-1)
        assert np.array_equal(queried, a)
        assert work.shape == (1,)
        assert work[0] >= shape[1]
        assert not tau.any()
        assert info == 0
    factors, tau = (both_results(both, "geqrf", a))[:2]
    columns = min(shape)
    factors = np.asfortranarray(factors[:, :columns])
    for count in (columns, 2):
        both_results(both, named(both.letter, "orgqr"), factors, tau[:count])
    multiply = named(both.letter, "ormqr")
    for trans in ("N", adjoint):
        for rows in {shape[0], columns}:
            c = drawn(both.letter, rows, 3, seed=2)
            both_results(both, multiply, "L", trans, factors, tau, c, 300)
            both_results(both, multiply, b"R", trans, factors, tau, c.T, 300)
    both_results(both, multiply, "L", adjoint, factors, tau, drawn(both.letter, shape[0]), 300)
    work = getattr(scipy_lapack, both.letter + multiply)("L", "N", factors, tau, c, -1)[1]
    assert work.tolist() == [3]


def both_results(both, name, *arguments):
    """What SciPy returns but for the working memory, once autoblas's results are as SciPy's."""
    results = [getattr(library, both.letter + name)(*arguments) for library in (scipy_lapack, lapack)]
    for mine, theirs in zip(*((*rest, info) for *rest, _, info in results), strict=True):
        assert np.shape(mine) == np.shape(theirs), name
        assert np.allclose(mine, theirs, rtol=both.tolerance, atol=both.tolerance), name
        assert np.ndim(mine) < 2 or mine.flags.f_contiguous == theirs.flags.f_contiguous, name
    return results[1]


@pytest.mark.parametrize("shape", [(60, 9), (7, 11)])
@pytest.mark.parametrize("letter", ["s", "z"])
def test_calls_in_the_form_of_gensim(shape, letter):
    """Orthonormal columns in place of a matrix by columns, after queries of working memory (``matutils.qr_destroy``)."""
    original = drawn(letter, *shape)
    a = np.asfortranarray(original)
    (geqrf,) = scipy_lapack.get_lapack_funcs(("geqrf",), (a,))
    _, _, work, _ = geqrf(a, lwork=-1, overwrite_a=True)
    factors, tau, work, info = geqrf(a, lwork=work[0], overwrite_a=True)
    assert factors is a
    assert info >= 0
    columns = min(shape)
    r = np.triu(factors[:columns])
    (orgqr,) = scipy_lapack.get_lapack_funcs(("orgqr",), (factors,))
    _, work, _ = orgqr(factors[:, :columns], tau, lwork=-1, overwrite_a=True)
    q, work, info = orgqr(factors[:, :columns], tau, lwork=work[0], overwrite_a=True)
    assert info >= 0
    assert q.flags.f_contiguous
    tolerance = 1e3 * np.finfo(q.dtype).eps
    assert np.allclose(q @ r, original, atol=tolerance)
    assert np.allclose(q.conj().T @ q, np.eye(columns), atol=tolerance)


def test_calls_in_the_form_of_gpy():
    """Those of ``GPy.util.linalg``, with matrices by rows and by columns, against NumPy."""
    a, b = definite("d"), drawn("d", N, 3, seed=1)
    factor, info = scipy_lapack.dpotrf(np.ascontiguousarray(a), lower=1)
    assert info == 0
    assert np.allclose(factor, np.linalg.cholesky(a))
    both_sides, info = scipy_lapack.dtrtrs(factor, a, lower=1, trans=0, unitdiag=0)
    both_sides, info = scipy_lapack.dtrtrs(factor, both_sides.T, lower=1, trans=0, unitdiag=0)
    assert np.allclose(both_sides.T, np.eye(N))
    assert np.allclose(scipy_lapack.dpotrs(factor, b, lower=1)[0], np.linalg.solve(a, b))
    assert np.allclose(scipy_lapack.dtrtri(factor, lower=1)[0], np.linalg.inv(factor))
    inverse, info = scipy_lapack.dpotri(factor, lower=1)
    upper = np.triu_indices(N, 1)
    inverse[upper] = inverse.T[upper]
    assert np.allclose(inverse, np.linalg.inv(a))
    out = np.zeros((N, N), order="F")
    product = scipy_blas.dsyrk(
        alpha=1.0, a=np.asfortranarray(b), beta=0.0, c=out, overwrite_c=1, trans=0, lower=0
    )
    assert product is out
    assert np.allclose(np.triu(out), np.triu(b @ b.T))
    changed = scipy_blas.dsyr(lower=0, x=b[:, 0], a=a.copy(order="F"), alpha=2.0, overwrite_a=True)
    assert np.allclose(np.triu(changed), np.triu(a + 2 * np.outer(b[:, 0], b[:, 0])))


def test_what_may_be_overwritten_is():
    """Matrices by columns, if the caller says so."""
    a = np.asfortranarray(definite("d"))
    assert scipy_lapack.dpotrf(a, overwrite_a=1)[0] is a
    assert scipy_lapack.dpotrf(np.ascontiguousarray(a), overwrite_a=1)[0] is not a


@pytest.mark.parametrize("module", [scipy_lapack, lapack], ids=["autoblas", "scipy"])
@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("dpotrf", (np.ones((2, 3)),)),
        ("dpotrs", (np.eye(3), np.ones(4))),
        ("dgetrs", (np.eye(3), np.arange(2), np.ones(3))),
        ("dtrtrs", (np.eye(3), np.ones(3), 0, 3)),
        ("dgeqrf", (np.eye(3), 2)),
        ("dormqr", ("X", "N", np.eye(3), np.ones(3), np.eye(3), 3)),
        ("dormqr", ("L", "C", np.eye(3), np.ones(3), np.eye(3), 3)),
        ("dormqr", ("L", "N", np.eye(3), np.ones(2), np.eye(3), 3)),
    ],
)
def test_what_does_not_fit_is_refused(module, name, arguments):
    """By an exception of the same name, or a ValueError."""
    with pytest.raises(Exception, match=r"\w") as caught:
        getattr(module, name)(*arguments)
    assert type(caught.value).__name__ in {"error", "_flapack.error", "ValueError"}


def test_functions_are_found_by_name_and_type():
    """Those that autoblas has not are SciPy's own."""
    a = np.eye(3, dtype=np.complex64)
    potrf, geqp3, orgqr = scipy_lapack.get_lapack_funcs(["potrf", "geqp3", "orgqr"], (a,))
    assert potrf is scipy_lapack.cpotrf
    assert orgqr is scipy_lapack.cungqr
    assert geqp3.typecode == "c"
    assert scipy_lapack.dgeqp3 is lapack.dgeqp3
    assert pickle.loads(pickle.dumps(scipy_lapack.zgesv)) is scipy_lapack.zgesv
    with pytest.raises(AttributeError, match="dnothing"):
        _ = scipy_lapack.dnothing
    with pytest.raises(ValueError, match="nothing"):
        scipy_lapack.get_lapack_funcs("nothing")


@pytest.mark.parametrize("name", scipy_lapack.SIGNATURES)
def test_signatures_are_those_of_scipy(name):
    """Names of arguments, in order, as SciPy's documentation has them."""
    line = getattr(lapack, f"d{name}").__doc__.splitlines()[0]
    assert line.partition("(")[2].rstrip(")") == scipy_lapack.SIGNATURES[name]
