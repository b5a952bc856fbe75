"""The namespace of CuPy with products by autoblas, with NumPy in CuPy's place."""

import itertools
import re
import sys
from typing import Any

import numpy as np
import pytest

import autoblas
import autoblas.cupy as xp
from autoblas.errors import LaunchError

Array = np.ndarray[Any, np.dtype[Any]]


@pytest.fixture(name="calls", autouse=True)
def with_numpy(here, monkeypatch):
    """The routines that are called."""
    names: list[str] = []

    def counted(name):
        routine = getattr(autoblas, name)

        def call(*operands, **options):
            names.append(name)
            return routine(*operands, **options)

        return call

    monkeypatch.setitem(sys.modules, "cupy", np)
    for name in ("gemm", "gemm_batched"):
        monkeypatch.setattr(autoblas, name, counted(name))
    return names


def values(*shape: int, dtype: Any = "float32") -> Array:
    """Whole numbers, so that sums are exact in any order."""
    return np.random.default_rng([*shape]).integers(-9, 10, shape).astype(dtype)


SHAPES = [(4, 5), (3, 4, 5), (2, 3, 4, 5), (2, 1, 4, 5), (1, 4, 5), (5,), (0, 5), (4, 0)]


@pytest.mark.parametrize("dtype", ["float32", "complex64", "int32"])
def test_products_are_those_of_the_library(calls, dtype):
    """Of all pairs of shapes, served or not, with the library's errors."""
    served = 0
    for left, right in itertools.product(SHAPES, SHAPES):
        a, b = values(*left, dtype=dtype), np.moveaxis(values(*right, dtype=dtype), -1, max(-2, -len(right)))
        for name, operands in (("matmul", (a, b)), ("dot", (a, b)), ("inner", (a, b.T))):
            calls.clear()
            try:
                exact = getattr(np, name)(*operands)
            except ValueError as error:
                with pytest.raises(ValueError, match=str(error)[:6].replace("(", r"\(")):
                    getattr(xp, name)(*operands)
                continue
            result = getattr(xp, name)(*operands)
            assert result.dtype == exact.dtype
            assert np.array_equal(result, exact)
            assert result.shape == exact.shape
            served += len(calls)
    assert (served > 30) == (dtype == "float32")


def test_views_and_outputs(calls):
    """Operands are read as they lie; an output is written and returned, an unfit one is the library's to refuse."""
    a, b = values(9, 8)[::2, ::-1], values(6, 8).T
    out = np.zeros((6, 5), np.float32).T
    assert xp.matmul(a, b, out=out) is out
    assert np.array_equal(out, a @ b)
    stack = np.zeros((2, 3, 3), np.float32)
    assert xp.matmul(values(2, 3, 4), values(2, 4, 3), out=stack) is stack
    assert calls == ["gemm", "gemm_batched"]
    square = values(4, 4)
    exact = square @ square
    assert np.array_equal(xp.matmul(square, square, out=square), exact)
    with pytest.raises(ValueError, match="mismatch"):
        xp.matmul(a, b, out=np.zeros((2, 2), np.float32))
    assert xp.matmul(a, b, dtype="float64").dtype == np.float64


@pytest.mark.parametrize(
    ("axes", "served"),
    [
        (1, True),
        (2, True),
        (0, False),
        (3, False),
        (([2, 1], [0, 1]), True),
        ((-1, 0), True),
        (([1], [-2]), True),
        (np.int64(1), True),
        ((np.int64(1), np.int64(0)), True),
    ],
)
def test_tensordot(calls, axes, served):
    """Over neighbouring axes and others."""
    a, b = values(4, 4, 4), values(4, 4, 4)
    assert np.array_equal(xp.tensordot(a, b, axes), np.tensordot(a, b, axes))
    assert calls == ["gemm"] * served
    with pytest.raises(ValueError, match="mismatch"):
        xp.tensordot(a, b[:3], 1)


@pytest.mark.parametrize("axes", [([3], [0]), ([0], [-4]), ([0, 0], [0, 0]), 1.0, (1,), ([1], [0], [0])])
def test_wrong_axes(calls, axes):
    """They are the library's to refuse."""
    a = values(4, 4, 4)
    with pytest.raises((IndexError, TypeError, ValueError)) as error:
        np.tensordot(a, a, axes)
    with pytest.raises(type(error.value), match=re.escape(str(error.value))):
        xp.tensordot(a, a, axes)
    assert calls == []


def test_errors_of_devices(calls, monkeypatch, caplog):
    """The library computes, and a line in the log says so."""

    def refused(*_, **__):
        raise LaunchError("the card refused the kernel")

    a = values(4, 4)
    exact = a @ a
    monkeypatch.setattr(autoblas, "gemm", refused)
    assert np.array_equal(xp.matmul(a, a), exact)
    assert caplog.messages == ["CuPy computes a product of (4, 4) and (4, 4): the card refused the kernel"]


@pytest.mark.parametrize(
    ("subscripts", "shapes", "routine"),
    [
        ("ij,jk->ik", ((4, 5), (5, 6)), "gemm"),
        ("ij,jk", ((4, 5), (5, 6)), "gemm"),
        ("ji, jk -> ki", ((5, 4), (5, 6)), "gemm"),
        ("bij,bjk->bik", ((2, 4, 5), (2, 5, 6)), "gemm_batched"),
        ("bthd,bshd->bhts", ((2, 4, 3, 5), (2, 6, 3, 5)), "gemm_batched"),
        ("abij,jiac->cb", ((3, 2, 4, 5), (5, 4, 3, 6)), "gemm"),
        ("ij,ij->ij", ((4, 5), (4, 5)), None),
        ("ij,jk->i", ((4, 5), (5, 6)), None),
        ("ii,ij->ij", ((5, 5), (5, 6)), None),
        ("...ij,jk->...ik", ((4, 5), (5, 6)), None),
        ("ij,kl->ijkl", ((4, 5), (5, 6)), None),
        ("ij,jk->ik", ((4, 1), (5, 6)), None),
        ("bij,j->bi", ((2, 4, 5), (5,)), None),
    ],
)
def test_einsum(calls, subscripts, shapes, routine):
    """Products of two operands are served, everything else is the library's."""
    operands = [values(*shape) for shape in shapes]
    result = xp.einsum(subscripts, *operands)
    assert np.array_equal(result, np.einsum(subscripts, *operands))
    assert calls == [routine] * (routine is not None)
    assert np.array_equal(xp.einsum(subscripts, *operands, optimize=True), result)
    assert len(calls) <= 1


def test_all_other_names_are_the_library_s():
    """Also those of ``linalg``, where it has products they are the served ones."""
    assert xp.sin is np.sin
    assert xp.linalg.norm is np.linalg.norm
    assert xp.linalg.tensordot is xp.tensordot
    assert {"matmul", "sin"} <= set(dir(xp))
    assert dir(xp.linalg) == sorted(dir(np.linalg))
    for space in (xp, xp.linalg):
        with pytest.raises(AttributeError):
            _ = space.no_such_function
    assert not hasattr(xp, "__no_such_function__")
