"""The host's time of calls, without their work."""

from __future__ import annotations

from benchmarks.cases.group import Choice, Group
from benchmarks.operands import MATRICES, PRODUCTS, VECTORS
from benchmarks.record import Case

__all__ = ["CALLS", "calls"]


def calls(choice: Choice) -> list[Case]:
    """Every routine on arrays so small that a call's own cost shows."""
    if choice.card:
        rows = [
            ("gemm", 64, ""),
            ("gemm", 64, "new result"),
            ("gemv", 64, ""),
            ("axpy", 4096, ""),
            ("dot", 4096, ""),
        ]
        return [
            Case("calls", name, "float32", (n,) * (3 if name == "gemm" else 1), kind=kind)
            for name, n, kind in rows
        ]
    side, length = (*choice.sizes, 16)[0], 256
    cases = [Case("calls", "gemm", "float32", (side,) * 3, kind=kind) for kind in ("", "new result")]
    cases += [Case("calls", "axpy", "float32", (length,), kind="new factor")]
    cases += [
        Case("calls", name, "float32", (length if name in VECTORS else side,))
        for name in (*VECTORS, *MATRICES, *PRODUCTS)
    ]
    return [case for case in cases if not choice.routines or case.routine in choice.routines]


CALLS = Group(
    "Calls", calls, ("autoblas-device", "autoblas-prepared", "launch"),
    ("autoblas-cuda", "autoblas-cuda-prepared", "cublas"), 0.4, host_cost=True,
)  # fmt: skip
