"""Vectors inside larger ones, with any step and canaries around and between their elements; calls of maps, and what maps and reductions are judged by."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pyopencl as cl
from hypothesis import strategies as st

from autoblas import axpby, axpy, copy, had, rot, rotm, scal, swap
from autoblas.checks.verify import compare, product_bound, reals
from autoblas.precision import COMPLEX64, COMPLEX128, FLOAT16, FLOAT32, FLOAT64, Precision
from autoblas.problems.vector import Map, Reduce
from support.layouts import Placed, Stacking

LENGTHS = (0, 1, 2, 7, 33, 1000, 4097)
"""Empty, tiny, ragged, and a little more than whole vectors."""

PRECISIONS: tuple[Precision, ...] = (FLOAT16, FLOAT32, FLOAT64, COMPLEX64, COMPLEX128)

STEPS = ((1, 1, 1), (2, 1, -3), (-1, -1, -1), (-3, 2, 1), (1, -1, 2), (-3, -3, -1))
"""Steps of x, y and z, and what their margins are counted from."""


def place_vector(values: Any, step: int = 1, margin: int = 0, queue: cl.CommandQueue | None = None) -> Placed:
    """Put a vector into a larger NumPy array, or into a pyopencl one where a queue is given."""
    return Placed(values, Stacking((0,), (step,), margin), queue)


def numbers(n: int, precision: Precision, seed: int) -> Any:
    """Random numbers, no two calls' alike."""
    return reals(np.random.default_rng(seed), (n,), precision)


def precisions() -> st.SearchStrategy[Precision]:
    """Any of them."""
    return st.sampled_from(PRECISIONS)


def steps() -> st.SearchStrategy[int]:
    """Any step but 0, most often 1."""
    return st.sampled_from([1, 1, -1, 2, -2, 3, -3, 5])


def reduction_problem(name: str, n: int, precision: Precision) -> Reduce:
    """What a routine computes, for its reference and its bound."""
    if name == "dsdot":
        return Reduce("dot", n, precision, FLOAT64, FLOAT64)
    if name == "sdsdot":
        return Reduce("sdsdot", n, precision, FLOAT64)
    return Reduce("dot" if name == "dotc" and not precision.is_complex else name, n, precision)


MAP_CALLS: dict[str, Callable[..., Any]] = {
    "swap": lambda v, s, **o: swap(v["x"], v["y"], **o),
    "scal": lambda v, s, **o: scal(v["x"], **s, **o),
    "copy": lambda v, s, **o: copy(v["x"], v["y"], **o),
    "axpy": lambda v, s, **o: axpy(v["x"], v["y"], **s, **o),
    "axpby": lambda v, s, **o: axpby(v["x"], v["y"], **s, **o),
    "rot": lambda v, s, **o: rot(v["x"], v["y"], **s, **o),
    "rotm": lambda v, s, **o: rotm(v["x"], v["y"], [-1, s["h11"], s["h21"], s["h12"], s["h22"]], **o),
    "had": lambda v, s, **o: had(v["x"], v["y"], v["z"], **s, **o),
}
"""How each map is called with its vectors and scalars."""


def assert_mapped(
    operation: str, precision: Precision, values: dict[str, Any], placed: Any, scalars: Any
) -> None:
    """Compare what a call left with the reference, and look at the canaries."""
    real = " ".join(name for name, x in scalars.items() if not isinstance(x, complex))
    n = len(next(iter(values.values())))
    problem = Map(operation, n, precision, real=real if precision.is_complex else "")
    rounded = {name: problem.factors[name].scalar(x) for name, x in scalars.items()}
    exact, magnitude = problem.reference(values | rounded)
    for name, vector in placed.items():
        assert vector.intact(), f"beside {name}"
        got = vector.values()
        if name not in exact:
            assert got.tobytes() == values[name].tobytes()
            continue
        bound = product_bound(magnitude[name], exact[name], problem.roundings, precision, problem.worked)
        verdict = compare(got, exact[name], bound)
        assert verdict.ok, f"{name}: {verdict}"
