"""Factorizations for the tests of kernels: of every method, task, type and storage order."""

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from autoblas.precision import COMPLEX64, COMPLEX128, FLOAT32, FLOAT64
from autoblas.problems import Order
from autoblas.problems.factorization import Factorization, RowExchange

FACTORIZATION_FAMILIES = (Factorization, RowExchange)

TYPES = (FLOAT32, COMPLEX64, FLOAT64, COMPLEX128)
ORDERS: tuple[Order, ...] = ("row", "col", "any")

LARGEST = 61
"""Rows of a matrix that local memory has room for on every device of the tests, in every type."""

FEW = 19
"""Columns of three blocks of a text whose steps PoCL compiles in seconds, of which the last is not full."""

SMALLEST_FACTORIZATIONS: dict[Any, tuple[tuple[int, ...], ...]] = {
    Factorization: ((1, 1, 1), (2, 2, 2), (9, 9, 1)),
    RowExchange: ((1, 1, 1), (9, 1, 5), (9, 9, 9)),
}

FACTORIZATION_TILES: dict[str, Callable[[Any, Any], tuple[tuple[int, int], ...]]] = {
    "cholesky_block": lambda p, q: ((q.items, 1), (1, 1)),
    "factor_teams": lambda p, q: ((math.ceil(q.items / p.matrices) * p.items, p.items), (1, 1)),
    "factor_items": lambda p, q: ((math.ceil(q.items / (p.lanes * p.items)) * p.items, p.items), (1, 1)),
    "exchange_rows": lambda p, q: ((_slabs(p, q), p.items if p.exchanges == 1 else 1), (1, 1)),
    "lu_panel": lambda p, q: ((q.items, 1), (1, 1)),
    "qr_panel": lambda p, q: ((q.items, 1), (1, 1)),
    "lu_registers": lambda p, q: ((q.items * p.cluster, 1), (1, 1)),
}


def _slabs(p: Any, q: RowExchange) -> int:
    slabs: int = math.ceil(q.n / p.columns) * q.items
    return slabs


def walk_factorizations(family: type[Any], index: int) -> Factorization | RowExchange:
    """A problem that no tile divides; methods, tasks, types and orders have few common divisors in their numbers."""
    if family is RowExchange:
        reverse, items = index // 2 % 2 == 1, (1, 3)[index % 5 == 3]
        return RowExchange(
            61, 45, 37, TYPES[index % 4], ORDERS[index % 3], reverse, items, beside=index % 3 == 1
        )
    kinds: dict[str, Any] = {
        "method": ("cholesky", "lu")[index // 4 % 2],
        "task": ("factor", "solve", "both", "inverse", "factor")[index % 5],
        "a": ORDERS[index % 3],
        "b": ORDERS[index // 2 % 3],
        "lower": index // 3 % 2 == 0,
        "items": (1, 3)[index % 7 == 5],
    }
    return Factorization(45, 45, 3, TYPES[index % len(TYPES)], **kinds)


def small(rows: int, index: int) -> int:
    """Rows that kernels of small matrices serve; sometimes as many as there are."""
    return rows if index % 8 == 1 else min(rows, 21)


def factorizable(kernel: str, problem: Any, index: int) -> Any:
    """The problem, changed where a kernel serves only some."""
    if kernel == "cholesky_block":
        n = min(problem.n, LARGEST)
        kinds: dict[str, Any] = {"method": "cholesky", "task": "factor"}
        return replace(problem, m=n, n=n, rhs=0, b="row", **kinds)
    if kernel in {"factor_items", "factor_teams"}:
        n = small(problem.n, index)
        kinds = {"method": "lu"} if problem.task == "inverse" else {}
        kinds |= {"rhs": problem.rhs if problem.task in {"solve", "both"} else 0}
        kinds |= {"trans": "NTC"[n % 3]} if problem.task == "solve" and problem.method == "lu" else {}
        return replace(problem, m=n, n=n, **kinds)
    if kernel in {"lu_panel", "lu_registers", "qr_panel"}:
        n = min(problem.n, FEW if kernel == "lu_registers" else LARGEST)
        kinds = {"method": "qr" if kernel == "qr_panel" else "lu", "task": "factor"}
        return replace(problem, m=max(problem.m, n), n=n, rhs=0, b="row", trans="N", **kinds)
    if kernel == "exchange_rows":
        return replace(problem, count=min(problem.count, problem.m))
    return problem
