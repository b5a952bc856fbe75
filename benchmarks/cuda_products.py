"""Products of drawn sizes, large enough for every kernel of theirs, tried on a card; a part of ``cuda_arrays.py``.

Sizes are drawn from 1 to 3000, half of them multiples of 8, whose lines copy engines can be told of. C lies within a larger
tensor, whose other elements must stay as they are. Each product is called, prepared, prepared with another A, captured in a
graph and replayed with another A, and compared with PyTorch's in doubles.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

import autoblas
from autoblas.errors import AutoblasError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cuda_right import Failures

__all__ = ["products"]

KINDS: tuple[tuple[Any, Any], ...] = (
    (torch.float32, "standard"),
    (torch.float16, "standard"),
    (torch.bfloat16, "standard"),
    (torch.float64, "standard"),
    (torch.complex64, "standard"),
    (torch.float32, "strict"),
)
"""Types of all operands, and accuracies."""

MOST = 3000
"""Rows, columns and terms."""

MARGIN = 16
"""Columns of the larger tensor on either side of C, and it has a row more above and below."""

CANARY = 7.0


def drawn(shape: tuple[int, int], kind: Any, *, turned: bool) -> Any:
    """A matrix of normal numbers; ``turned``, its columns are adjacent elements."""
    made = torch.randn(shape[::-1] if turned else shape, device="cuda", dtype=kind)
    return made.t() if turned else made


def too_far(found: Any, a: Any, b: Any, accuracy: str) -> float:
    """The largest error, as a part of what ``accuracy`` allows and the rounding of C; above 1 it is wrong."""
    wide = torch.complex128 if found.dtype.is_complex else torch.float64
    left, right = a.to(wide), b.to(wide)
    unit = 2.0**-53 if found.dtype == torch.float64 else 2.0**-24
    terms = a.shape[1] * (4 if found.dtype.is_complex else 1)
    part = terms * unit if accuracy == "strict" or unit < 2.0**-24 else 2.0**-21 + 2 * terms * unit
    wanted = left @ right
    rounding = torch.finfo(found.real.dtype)
    allowed = part * (left.abs() @ right.abs()) + wanted.abs() * rounding.eps
    error = (found.to(wide) - wanted).abs() / (allowed + rounding.tiny)
    return float("inf") if bool(error.isnan().any()) else float(error.max())


def ways(a: Any, b: Any, c: Any, other: Any, accuracy: Any) -> Iterator[tuple[str, Any]]:
    """Compute C in every way; yields its name and which A it was."""
    autoblas.gemm(a, b, c=c, accuracy=accuracy)
    yield "gemm", a
    call = autoblas.prepare(autoblas.gemm, a, b, c=c, accuracy=accuracy)
    call()
    yield "prepared", a
    call(a=other)
    yield "prepared, another A", other
    captured: Any = torch.cuda.CUDAGraph()
    with torch.cuda.graph(captured):
        autoblas.gemm(a, b, c=c, accuracy=accuracy)
    captured.replay()
    yield "in a graph", a
    a.copy_(other)
    captured.replay()
    yield "in a graph, another A", other


def products(fail: Failures, calls: int, seed: int) -> None:
    """Products of drawn sizes, a tenth as many as other parts have calls."""
    torch.manual_seed(seed)
    rng, kernels = np.random.default_rng(seed), Counter[str]()
    for turn in range(max(calls // 10, 1)):
        kind, accuracy = KINDS[turn % len(KINDS)]
        unit = 8 if rng.integers(2) else 1
        m, n, k = (unit * int(2 ** rng.uniform(0, np.log2(MOST / unit))) for _ in range(3))
        flips = [bool(rng.integers(2)) for _ in range(2)]
        a, b = (drawn(shape, kind, turned=flip) for shape, flip in zip(((m, k), (k, n)), flips, strict=True))
        other = torch.randn_like(a)
        whole = torch.full((m + 2, n + 2 * MARGIN), CANARY, device="cuda", dtype=kind)
        c = whole[1:-1, MARGIN:-MARGIN]
        what = f"{str(kind).removeprefix('torch.')} {accuracy} {m} x {n} x {k} {flips}"
        try:
            for way, used in ways(a, b, c, other, accuracy):
                torch.cuda.synchronize()
                far = too_far(c, used, b, accuracy)
                if not far <= 1:
                    fail(f"{what}, {way}: {far:.3g} of what is allowed")
                c.fill_(float("nan"))
        except (AutoblasError, RuntimeError) as error:
            fail(f"{what}: {type(error).__name__} {error}")
            if "can use the card no more" in str(error):
                break
            continue
        c.fill_(CANARY)
        if not bool((whole == CANARY).all()):
            fail(f"{what}: memory outside of C was written")
        kernels[autoblas.prepare(autoblas.gemm, a, b, c=c, accuracy=accuracy).plan[-1].split()[0]] += 1
    print(f"  products by their last kernel: {dict(kernels)}, wrong {fail.count}")
