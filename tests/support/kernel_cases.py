"""Problems and points for the tests of kernels."""

import functools
import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, get_args

import numpy as np

from autoblas.devices.device import Facts
from autoblas.devices.recording import PLAIN_CPU, PLAIN_GPU
from autoblas.kernels import kernels
from autoblas.kernels.gemm.skinny.params import NARROW
from autoblas.kernels.kernel import Kernel
from autoblas.plan.choose import Choice, with_helpers
from autoblas.precision import COMPLEX64, COMPLEX128, FLOAT16, FLOAT32, FLOAT64, INT32, UINT32, Precision
from autoblas.problems import Activation, Combine, Matmul, Order, Pack, Problem, Split, Texture
from autoblas.problems.split import FORMS
from autoblas.problems.vector import MAPS, REDUCTIONS, Finish, Map, Reduce
from support.conv_cases import FILTERING, IMAGE_FAMILIES, filterable, walk_images
from support.element_types import FLOATS
from support.factorization_cases import FACTORIZATION_FAMILIES, factorizable, small, walk_factorizations
from support.matrix_cases import COPY_FAMILIES, walk_copies
from support.matvec_cases import MATRIX_FAMILIES, walk_matrices

ORDERS = tuple(itertools.product(("row", "col", "any"), ("row", "col", "any"), ("row", "any")))
"""Every combination of the storage orders of A, B and C."""

TYPES: tuple[tuple[Precision, Precision, Precision, Precision], ...] = (
    (FLOAT32, FLOAT32, FLOAT32, FLOAT32),
    (COMPLEX64, COMPLEX64, COMPLEX64, COMPLEX64),
    (FLOAT64, FLOAT64, FLOAT64, FLOAT64),
    (INT32, INT32, INT32, INT32),
    (FLOAT16, FLOAT16, FLOAT16, FLOAT32),
    (COMPLEX128, COMPLEX128, COMPLEX128, COMPLEX128),
    (FLOAT32, FLOAT64, FLOAT32, FLOAT32),
    (UINT32, UINT32, UINT32, UINT32),
    (FLOAT16, FLOAT16, FLOAT16, FLOAT16),
    (FLOAT16, FLOAT32, FLOAT64, FLOAT64),
    (FLOAT32, FLOAT32, FLOAT64, FLOAT32),
    (FLOAT64, FLOAT16, FLOAT16, FLOAT64),
    (FLOAT64, FLOAT64, FLOAT64, FLOAT32),
)
"""Element types of A, B and C and what is summed in: each precision with itself, then mixes of real ones."""

BATCHES: tuple[dict[str, Any], ...] = (
    {},
    {"items": 3},
    {"items": 2, "listed": True},
    {},
    {"items": 3, "shared": "b"},
    {"items": 1, "listed": True},
    {"items": 2, "shared": "ab"},
    {"items": 2, "listed": True, "shared": "a"},
)
"""Single products and batches of every kind."""

CONJUGATES = ("", "a", "b", "ab")

MEMORIES: tuple[dict[str, Any], ...] = (
    {},
    {"a_in": "image", "b_in": "image"},
    {"b_in": "image"},
    {"a_in": "image"},
    {"a_in": "image", "b_in": "image", "c_in": "image"},
)
"""What holds the operands of a product."""

PARTS = ("", "", "lower", "", "", "upper", "")
"""The triangle of C that is wanted; mostly all of it."""

ZEROS = ("", "a_upper", "", "b_upper", "", "", "a_lower", "", "b_lower", "", "")
"""What of A or B is zero; mostly nothing."""

ACTIVATIONS = get_args(Activation)

DEPTHS = (150, 300, 530)
"""Lengths of the sum: for one slice, for two, for four."""

WIDTHS = (4, 6, 8, 16, 48)
"""Panel widths that the register tiles of the product kernels ask for."""


def walk(family: type[Any], index: int) -> Any:
    """A small problem that no tile divides along every axis.

    ``index`` walks through types, batches, storage orders and lengths at once; their numbers have few common
    divisors, so that a few points see each of them and many points their combinations.
    """
    a, b, c, summed = TYPES[index % len(TYPES)]
    batch = dict(BATCHES[index % len(BATCHES)])
    orders: dict[str, Any] = dict(zip("abc", ORDERS[index % len(ORDERS)], strict=True))
    conjugate = CONJUGATES[index % len(CONJUGATES)] if summed.is_complex else ""
    if family is Matmul:
        held = orders | batch | MEMORIES[index % len(MEMORIES)] | {"pure": index % 7 == 4}
        types: dict[str, Any] = {"type_a": a, "type_b": b, "accumulator": summed}
        held |= {"part": PARTS[index % len(PARTS)], "zeros": ZEROS[index % len(ZEROS)]}
        held["hermitian"] = bool(held["part"]) and summed.is_complex and index % 3 > 0
        return Matmul(70, 64, DEPTHS[index % len(DEPTHS)], c, conjugate=conjugate, **types, **held)
    if family in MATRIX_FAMILIES:
        return walk_matrices(family, index)
    if family in COPY_FAMILIES:
        return walk_copies(family, index)
    if family in IMAGE_FAMILIES:
        return walk_images(family, index)
    if family in FACTORIZATION_FAMILIES:
        return walk_factorizations(family, index)
    batch.pop("shared", None)
    if family in (Map, Reduce, Finish):
        return walk_vectors(family, index, batch)
    if family is Pack:
        width = WIDTHS[index % len(WIDTHS)]
        return Pack(41, 75, width, a, orders["a"], summed, bool(conjugate), **batch)
    if family is Split:
        return walk_splits(index, orders["a"], batch)
    if family is Combine:
        part: Any = PARTS[index % len(PARTS)]
        kinds: dict[str, Any] = {"part": part, "hermitian": bool(part) and summed.is_complex}
        return Combine(37, 75, (2, 4, 32)[index % 3], c, orders["c"], summed, **batch, **kinds)
    channels = 1 if index % 3 == 2 else 4
    return Texture(37, 75, a, orders["a"], bool(index // len(TYPES) % 2), channels=channels, **batch)


def walk_splits(index: int, order: Order, batch: dict[str, Any]) -> Split:
    """A split of every form, width and number of blocks judged together; every eleventh form is of the wrong type."""
    form = FORMS[index % len(FORMS)]
    precision = FLOAT64 if index % 11 == 10 else FLOAT16 if form == "half" else FLOAT32
    return Split(
        75, 150, (128, 64, 192)[index % 3], form, precision, order, (1, 4, 2)[index // 3 % 3], **batch
    )


def walk_vectors(family: type[Any], index: int, batch: dict[str, Any]) -> Map | Reduce | Finish:
    """A problem on vectors that no vector or work-group divides."""
    precision, strided = FLOATS[index % len(FLOATS)], index % 3 == 2
    if family is Map:
        operation = tuple(MAPS)[index % len(MAPS)]
        if operation == "rotm":
            precision = precision.real
        real = {"scal": "alpha", "rot": "c"}.get(operation, "") if precision.is_complex else ""
        return Map(operation, 4099, precision, strided, real if index % 4 else "", **batch)
    operation = tuple(REDUCTIONS)[index % len(REDUCTIONS)]
    precision = FLOAT32 if operation == "sdsdot" else precision
    wide = FLOAT64 if operation == "sdsdot" or (precision is FLOAT32 and index % 2) else precision
    accumulator = FLOAT32 if wide is FLOAT16 else wide
    kinds: dict[str, Any] = {"accumulator": accumulator, "index": ("int64", "uint32")[index % 2]}
    if family is Reduce:
        beside = strided and "items" in batch and "listed" not in batch
        return Reduce(operation, 4099, precision, strided=strided, interleaved=beside, **kinds, **batch)
    batch.pop("listed", None)
    return Finish(operation, (2, 8, 64)[index % 3], precision, **kinds, **batch)


def shaped(kernel: Kernel, problem: Any, index: int) -> Any:
    """The problem, changed where the kernel serves only some; ``index`` says which and how.

    One side of C is cut for what serves narrow ones, and matrices are full for what serves transposes of those.
    """
    if kernel.name == "matvec_columns":
        whole: dict[str, Any] = {"form": "general", "storage": "full", "triangle": "", "unit": False}
        return replace(problem, **whole, across=True, in_place=False, kl=0, ku=0)
    if kernel.family in FACTORIZATION_FAMILIES:
        return factorizable(kernel.name, problem, index)
    if kernel.name == "reduce_sets" and index % 2:
        columns: dict[str, Any] = {"strided": True, "interleaved": True, "listed": False}
        return replace(problem, operation="sum", items=max(problem.items, 2), **columns)
    if kernel.name in {"substitute_items", "substitute_teams"}:
        return replace(problem, m=small(problem.m, index))
    if kernel.name in FILTERING:
        return filterable(problem, index)
    if kernel.name == "gemm_epilogue_pass":
        return with_drawn_epilogue(problem, index)
    if kernel.name != "gemm_skinny" or min(problem.m, problem.n) <= NARROW:
        return problem
    side = "mn"[index // 2 % 2]
    return replace(problem, **{side: (7, 16, 1, 4, 11)[index % 5]})


def with_drawn_epilogue(problem: Matmul, index: int) -> Matmul:
    """The product alone and whole, with a bias, an activation or both; complex numbers and integers have only a bias."""
    alone: dict[str, Any] = {"items": 1, "listed": False, "shared": ""}
    alone |= dict.fromkeys(
        ("a_in", "b_in", "c_in"), "buffer"
    )  # few kernels that come before the pass read images
    whole: dict[str, Any] = {"part": "", "hermitian": False, "zeros": "", "spread": False}
    number = index + problem.m + problem.k
    activation: Any = ACTIVATIONS[number % 5] if problem.precision.kind == "real" else ""
    bias: Any = ("cols", "rows", "")[number % 3] or ("" if activation else "rows")
    return replace(problem, **alone, **whole, bias=bias, activation=activation)


@functools.cache
def portable() -> tuple[str, ...]:
    """The names of the kernels that serve some problem of the walk on a device of no special vendor.

    Other texts hold instructions that PoCL's compiler does not know; their kernels have tests of their own.
    """
    return tuple(name for name, kernel in kernels().items() if _is_portable(kernel))


def _is_portable(kernel: Kernel) -> bool:
    ordinary = [replace(facts, fp16=True) for facts in (PLAIN_CPU, PLAIN_GPU)]
    problems = [shaped(kernel, walk(kernel.family, index), 0) for index in range(4 * len(TYPES))]
    known = [problem for problem in problems if isinstance(problem, kernel.family)]
    return any(kernel.space.unmet(problem, facts) is None for problem in known for facts in ordinary)


def walks(kernel: Kernel, facts: Facts) -> Iterator[Any]:
    """The problems of that walk that a kernel serves on a device."""
    problems = (shaped(kernel, walk(kernel.family, index), index) for index in range(100_000))
    return (problem for problem in problems if kernel.space.unmet(problem, facts) is None)


def problem_for(kernel: Kernel, index: int, facts: Facts) -> Any:
    """Problem number ``index`` of those that a kernel serves on a device."""
    return next(itertools.islice(walks(kernel, facts), index, None))


def draw(kernel: Kernel, rng: np.random.Generator) -> Any:
    """A point of a kernel's space, legal or not."""
    choices = kernel.space.choices()
    picks = zip(choices.items(), rng.random(len(choices)), strict=True)  # one call of NumPy's, which are slow
    return kernel.space.record(**{name: values[int(pick * len(values))] for (name, values), pick in picks})


def draw_legal(kernel: Kernel, problem: Problem, facts: Facts, rng: np.random.Generator) -> Any:
    """A legal point of a kernel's space, some random steps from one that is suggested."""
    first = kernel.suggested(problem, facts)
    start = (first,) if first is not None else ()
    return kernel.space.sample(problem, facts, 16, seed=int(rng.integers(1 << 32)), start=start)[-1]


def legal_points(kernel: Kernel, problem: Problem, facts: Facts) -> set[Any]:
    """Those of three thousand random points that are legal."""
    rng = np.random.default_rng(2)
    drawn = {draw(kernel, rng) for _ in range(3000)}
    return {params for params in drawn if kernel.refusal(params, problem, facts) is None}


def of_one_type(problem: Matmul, precision: Precision) -> Matmul:
    """The product with all its matrices whole, of one type and in buffers."""
    held: dict[str, Any] = dict.fromkeys(("precision", "type_a", "type_b", "accumulator"), precision)
    held |= dict.fromkeys(("a_in", "b_in", "c_in"), "buffer")
    return replace(problem, part="", hermitian=False, zeros="", **held)


def with_lines(problem: Matmul, operands: str = "abc") -> Matmul:
    """The product with some of its matrices by rows where they had no adjacent elements."""
    orders: dict[str, Any] = {x: "row" for x in operands if getattr(problem, x) == "any"}
    return replace(problem, **orders)


def choice_of(kernel: Kernel, params: Any, problem: Problem, facts: Facts) -> Choice:
    """A choice that a test makes, its operands packed by default."""
    return with_helpers(Choice(problem, kernel, params, "a test"), facts)
