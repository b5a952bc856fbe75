"""Products of drawn sizes, large enough for every kernel of a card, against PyTorch's in doubles and a derived bound."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import autoblas
from support.budget import examples

pytestmark = [pytest.mark.card, pytest.mark.filterwarnings("default")]

MOST = 3000
"""Rows, columns and terms; half of them are multiples of 8, whose lines copy engines can be told of."""

MARGIN, CANARY = 16, 7.0
"""Columns of the larger tensor on either side of C, and what they hold; it has a row more above and below."""


def share_of_bound(result: Any, a: Any, b: Any, accuracy: str) -> float:
    """The largest error as a share of its bound: of a sum of n products n u of their magnitudes, or 2^-21 + 2 n u.

    The latter holds for ``standard`` floats; with ``fast`` 2^-9 is added. Complex products are sums of four real ones; the
    rounding of C is added.
    """
    import torch

    wide = torch.complex128 if result.dtype.is_complex else torch.float64
    left, right = a.to(wide), b.to(wide)
    double = result.dtype == torch.float64
    terms = a.shape[1] * (4 if result.dtype.is_complex else 1)
    strict = accuracy == "strict" or double
    error = terms * 2.0**-53 if double else terms * 2.0**-24 if strict else 2.0**-21 + terms * 2.0**-23
    error += 2.0**-9 if accuracy == "fast" else 0
    reference, stored = left @ right, torch.finfo(result.real.dtype)
    bound = error * (left.abs() @ right.abs()) + reference.abs() * stored.eps + stored.tiny
    shares = (result.to(wide) - reference).abs() / bound
    return float("inf") if bool(shares.isnan().any()) else float(shares.max())


def computed(a: Any, b: Any, c: Any, other: Any, accuracy: Any) -> Iterator[tuple[str, Any]]:
    """Compute C by a call, prepared ones and a graph; yields the way, and which A it was."""
    import torch

    autoblas.gemm(a, b, c=c, accuracy=accuracy)
    yield "called", a
    call = autoblas.prepare(autoblas.gemm, a, b, c=c, accuracy=accuracy)
    call()
    yield "prepared", a
    call(a=other)
    yield "prepared, another A", other
    graph: Any = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        autoblas.gemm(a, b, c=c, accuracy=accuracy)
    graph.replay()
    yield "in a graph", a
    a.copy_(other)
    graph.replay()
    yield "in a graph, another A", other


@pytest.mark.parametrize(
    "dtype", ["float32", "float16", "bfloat16", "float64", "complex64", "float32 strict", "float32 fast"]
)
def test_products(arrays, dtype, request):
    """Each product lies within its bound in every way of calling, and nothing beside C is written."""
    torch, (kind, _, accuracy) = arrays.torch, dtype.partition(" ")
    rng = np.random.default_rng([request.config.getoption("--seed"), *dtype.encode()])
    torch.manual_seed(int(rng.integers(1 << 30)))
    faults = []
    for _ in range(examples(4)):
        unit = 8 if rng.integers(2) else 1
        m, n, k = (unit * int(2 ** rng.uniform(0, np.log2(MOST / unit))) for _ in range(3))
        by_columns, operands = rng.integers(2, size=2), []
        for (rows, cols), columns in zip(((m, k), (k, n)), by_columns, strict=True):
            shape = (cols, rows) if columns else (rows, cols)
            drawn = torch.randn(shape, device="cuda", dtype=getattr(torch, kind))
            operands.append(drawn.t() if columns else drawn)
        a, b = operands
        whole = torch.full((m + 2, n + 2 * MARGIN), CANARY, device="cuda", dtype=a.dtype)
        c = whole[1:-1, MARGIN:-MARGIN]
        product = f"{m} x {n} x {k}, by columns {by_columns}"
        for way, used in computed(a, b, c, torch.randn_like(a), accuracy or "standard"):
            torch.cuda.synchronize()
            share = share_of_bound(c, used, b, accuracy)
            faults += [f"{product}, {way}: {share:.3g} of the bound"] if not share <= 1 else []
            c.fill_(float("nan"))
        c.fill_(CANARY)
        faults += [f"{product}: memory beside C was written"] if not bool((whole == CANARY).all()) else []
    assert faults == []


def test_an_error_beyond_the_bound_is_seen(arrays):
    """A wrong element, and one that is no number."""
    torch = arrays.torch
    a, b = (torch.randn(64, 64, device="cuda") for _ in range(2))
    for change in (1e-3, float("nan")):
        c = a @ b
        c[3, 5] += change
        assert share_of_bound(c, a, b, "standard") > 1
