"""Random legal calls of level 3: any routine, type, size, layout and variant, against NumPy in more digits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import autoblas
from support.budget import examples
from support.layouts import layouts
from support.level3_cases import (
    assert_close,
    assert_triangle,
    bounded,
    diagonal,
    entering,
    kept,
    mirrored,
    operand,
    plain_products,
    put,
    unread,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from support.rig import Rig

pytestmark = pytest.mark.usefixtures("all_as_written")

PRODUCTS = ("symm", "hemm", "syrk", "herk", "syr2k", "her2k", "gemmt", "trmm")


@pytest.fixture(scope="module", autouse=True)
def _plain() -> Iterator[None]:
    """Products by the kernel that compiles fastest."""
    with plain_products():
        yield


@st.composite
def calls(draw: st.DrawFn) -> dict[str, Any]:
    """Everything that a call depends on."""
    size = st.integers(1, 24)
    whole = draw(st.booleans())
    number = st.sampled_from((0.0, 1.0, -0.5, 1.25))
    return {
        "name": draw(st.sampled_from(PRODUCTS)),
        "dtype": "complex64" if whole else "float32",
        "sizes": (draw(size), draw(size)),
        "layouts": [draw(layouts()) for _ in range(3)],
        "side": draw(st.sampled_from("LR")),
        "uplo": draw(st.sampled_from("UL")),
        "letters": draw(st.tuples(*[st.sampled_from("NTC")] * 2)),
        "diag": draw(st.sampled_from("NU")),
        "alpha": draw(number),
        "beta": draw(number),
        "on_host": draw(st.booleans()),
        "seed": draw(st.integers(0, 2**32)),
    }


def _right(rig: Rig, call: dict[str, Any]) -> None:
    """One call gives what it should, and touches nothing else."""
    name, dtype, (m, n) = call["name"], call["dtype"], call["sizes"]
    rng, queue = np.random.default_rng(call["seed"]), None if call["on_host"] else rig.queue
    uplo, alpha, beta = call["uplo"], call["alpha"], call["beta"]
    hermitian = name.startswith("he")
    square = (m, m) if call["side"] == "L" else (n, n)

    def placed(values: Any, which: int) -> Any:
        return put(values, call["layouts"][which], queue)

    function, where = getattr(autoblas, name), {"queue": rig.queue}
    if name in {"symm", "hemm", "trmm"}:
        a, b, c = (operand(rng, shape, dtype) for shape in (square, (m, n), (m, n)))
        unit = name == "trmm" and call["diag"] == "U"
        given_a = placed(unread(a, uplo, unit=unit, hermitian=hermitian), 0)
        out = placed(b if name == "trmm" else c, 2)
        sided = {"side": call["side"], "uplo": uplo}
        if name == "trmm":
            letter = call["letters"][0]
            function(given_a.view, out.view, alpha=alpha, trans=letter, diag=call["diag"], **sided, **where)
            matrix, beta = entering(kept(diagonal(a, unit=unit), uplo), letter), 0.0
        else:
            inputs = given_a.view, placed(b, 1).view
            function(*inputs, c=out.view, alpha=alpha, beta=beta, **sided, **where)
            matrix = mirrored(a, uplo, hermitian=hermitian)
        pair = (matrix, b) if call["side"] == "L" else (b, matrix)
        reference, bound = bounded([(alpha, *pair)], beta, c)
        assert_close(out, reference, bound, call)
        return
    how = _letters(name, call)
    first = (m, n) if how[0] == "N" else (n, m)
    second = first if name != "gemmt" else ((n, m) if how[1] == "N" else (m, n))
    a, b, c = (operand(rng, shape, dtype) for shape in (first, second, (m, m)))
    before = unread(c, uplo, hermitian=hermitian)
    out = placed(before, 2)
    given = [placed(a, 0).view, placed(b, 1).view][: 1 if name in {"syrk", "herk"} else 2]
    kinds = {"trans_a": how[0], "trans_b": how[1]} if name == "gemmt" else {"trans": how[0]}
    function(*given, c=out.view, alpha=alpha, beta=beta, uplo=uplo, **kinds, **where)
    left, other = entering(a, how[0]), entering(b, how[0])
    flipped = (other.T, left.T) if not hermitian else (other.conj().T, left.conj().T)
    terms = [(alpha, left, flipped[0]), (alpha, other, flipped[1])]
    if name == "gemmt":
        terms = [(alpha, left, entering(b, how[1]))]
    elif name in {"syrk", "herk"}:
        terms = [(alpha, left, flipped[1])]
    idle = alpha == 0 and beta == 1
    old = c if idle else diagonal(c, real=hermitian)
    reference, bound = bounded(terms, beta, old, launches=len(terms))
    if idle:
        np.testing.assert_array_equal(out.values(), before)
        return
    assert_triangle(out, before, diagonal(reference, real=hermitian), bound, uplo, call)


def _letters(name: str, call: dict[str, Any]) -> tuple[str, str]:
    """Transposes that a routine takes."""
    if name == "gemmt":
        first, second = call["letters"]
        return first, second
    letter = "N" if call["letters"][0] == "N" else "C" if name.startswith("her") else "T"
    return letter, ""


SETTINGS: dict[str, Any] = {
    "deadline": None,
    "suppress_health_check": [HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
}


@pytest.mark.budget(3)
@given(calls())
@settings(max_examples=examples(5), **SETTINGS)
def test_random_calls_are_right(pocl: Rig, call: dict[str, Any]) -> None:
    """As many as the budget allows."""
    _right(pocl, call)
