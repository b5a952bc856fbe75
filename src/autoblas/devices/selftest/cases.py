"""Cases of the self-test: kernels of all operations that generated kernels use, and their results to the bit.

A case is one vector type, or one ability such as images. Every number is a small integer, so that each result is exact in
each type, fused or not, and one wrong bit is a fault of the device. Inputs depend on their position and are read from
memory, so that compilers can compute none of them in advance.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.devices.selftest_results import DOUBLES, FUNCTIONS
from autoblas.emit.arguments import Argument, buffer
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.emit.source import Source
from autoblas.precision import FLOAT16, FLOAT32, FLOAT64, UINT32

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from autoblas.devices.device import Facts
    from autoblas.emit.dialect import Dialect
    from autoblas.precision import Precision

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = [
    "ARGUMENTS",
    "FUNCTION_KINDS",
    "GROUP",
    "ITEMS",
    "LENGTHS",
    "TYPES",
    "Case",
    "Operation",
    "by_kind",
    "cases_of",
    "kernel_text",
    "operands",
    "operations",
    "precision_of",
    "right_results",
    "sub_groups_text",
    "wrong_operation",
]

ITEMS = 32
"""Work-items of every launch, with different numbers."""

GROUP = 8
"""Work-items of a work-group that shares memory."""

LENGTHS = (1, 2, 4, 8, 16)
"""The lengths of vectors in OpenCL C that kernels use."""

BLOCKS = (4, 8)
"""Elements of a lane in a block read."""

TURNS = 5
"""Turns of the loop whose sum goes through memory, as in prefetching kernels."""


@dataclass(frozen=True)
class Case:
    """A feature that a device can fail at.

    Attributes:
        name: A vector type such as ``float8``, ``half storage 8``, or an ability such as ``images``.
        kind: The type, or the ability, which decides its kernel.
        length: Elements of the vector; 1 for scalars and abilities.
    """

    name: str
    kind: str
    length: int = 1

    @property
    def is_vector(self) -> bool:
        """True if it tests numbers of one type, alone or in vectors, and not an ability."""
        return self.kind in TYPES or self.kind == "half storage"


@dataclass(frozen=True)
class Operation:
    """An expression of the vectors ``a``, ``b`` and ``c = a - b``, and the same in NumPy."""

    name: str
    expression: str
    right: Callable[[Array, Array], Array]


TYPES: dict[str, Precision] = {"uint": UINT32, "float": FLOAT32, "double": FLOAT64, "half": FLOAT16}
"""Types of C that kernels compute in, in the order of the tests."""

WORDS = {"float": "uint", "double": "ulong"}
"""Unsigned integers of equal size."""

FUNCTION_KINDS = {"functions": ("float", FLOAT32), f"functions{DOUBLES}": ("double", FLOAT64)}
"""Types that built-in functions are tested on, by the kind of their cases."""

MASKS = {"float": "int", "double": "long", "half": "short"}
"""Signed integers of equal size, the results of comparisons of vectors."""


def cases_of(facts: Facts) -> list[Case]:
    """All cases that a device with these facts claims to pass, short vectors before long ones."""
    lacking = {kind for kind, present in (("double", facts.fp64), ("half", facts.fp16)) if not present}
    kinds = [kind for kind in TYPES if kind not in lacking]
    cases = [Case(f"{kind}{'' if n == 1 else n}", kind, n) for kind in kinds for n in LENGTHS]
    cases += [Case(f"half storage{'' if n == 1 else f' {n}'}", "half storage", n) for n in LENGTHS]
    cases += [Case("local memory", "local memory"), Case("atomics", "atomics")]
    cases += [Case(name, "functions") for name in FUNCTIONS]
    if facts.fp64:
        cases += [Case(f"{name}{DOUBLES}", f"functions{DOUBLES}") for name in FUNCTIONS if name != "prefetch"]
    cases += [Case("images", "images")] if facts.images else []
    cases += [Case("sub-groups", "sub-groups")] if takes_sub_groups(facts) else []
    return cases


def takes_sub_groups(facts: Facts) -> bool:
    """True if kernels exchange values in sub-groups, which needs a size that can be required."""
    return facts.sub_groups and "cl_intel_required_subgroup_size" in facts.extensions


def operands(precision: Precision) -> tuple[Array, Array]:
    """Contents of ``x`` and ``y``: ``ITEMS`` vectors of 16 each, and a few more numbers for unaligned reads."""
    rng = np.random.default_rng(2026)
    lowest = 0 if precision.kind == "integer" else -9
    x, y = (rng.integers(lowest, 9, ITEMS * 16 + 8, endpoint=True) for _ in "xy")
    return x.astype(precision.dtype), y.astype(precision.dtype)


def operations(kind: str, n: int, d: Dialect) -> list[Operation]:
    """Operations on vectors of one type and length, all with expressions of kernels.

    Floats are tested with all of them, other types with those that compilers treat by type.
    """
    vector = d.vector(kind, n)
    tests = [
        Operation("loads and stores", "a", lambda a, b: a),
        Operation("a * b + c", "a * b + c", lambda a, b: a * b + (a - b)),
    ]
    if n > 1:
        reverse = d.construct(vector, *(d.lane("a", n, lane) for lane in reversed(range(n))))
        tests.append(Operation("swizzles", reverse, lambda a, b: a[:, ::-1]))
    if kind == "uint":
        round_trip = d.converted("uint", n, d.converted("ushort", n, "a"))
        return [
            *tests,
            Operation("min", "min(a, b)", np.minimum),
            Operation("max", "max(a, b)", np.maximum),
            Operation("shifts", "(a << 3) ^ (b >> 1)", lambda a, b: (a << 3) ^ (b >> 1)),
            Operation("conversion to short integers", round_trip, lambda a, b: a),
        ]
    mask = d.vector(MASKS[kind], n)
    bounds = (d.splat(kind, n, f"({kind}){bound}") for bound in (-4, 3))
    thrice = d.converted(kind, n, f"{d.converted('int', n, 'c')} * 3")
    tests += [
        Operation("fma", d.multiply_add("fma", "a", "b", "c"), lambda a, b: a * b + (a - b)),
        Operation("mad", d.multiply_add("mad", "a", "b", "c"), lambda a, b: a * b + (a - b)),
        Operation("fmin", "fmin(a, b)", np.minimum),
        Operation("clamp", d.clamp("c", *bounds), lambda a, b: np.clip(a - b, -4, 3)),
        Operation("select", d.select("a", "b", f"({mask})(a < b)"), lambda a, b: np.where(a < b, b, a)),
        Operation("conversion to int and back", thrice, lambda a, b: 3 * (a - b)),
    ]
    if kind == "half":
        return tests
    word = d.vector(WORDS[kind], n)
    tests += [
        Operation("bit casts", d.bits(vector, d.bits(mask, "a")), lambda a, b: a),
        Operation("bit casts to words", d.bits(vector, d.bits(word, "a")), lambda a, b: a),
    ]
    if kind == "double":
        round_trip = d.converted(kind, n, d.converted("long", n, "c"))
        return [*tests, Operation("conversion to long and back", round_trip, lambda a, b: a - b)]
    if n > 1:
        m = n // 2
        mixed = d.construct(vector, d.part("a", "odd"), d.part("b", "even"))
        halves = d.construct(vector, d.part("a", "high"), d.part("b", "low"))
        tests += [
            Operation("every second lane", mixed, lambda a, b: np.hstack([a[:, 1::2], b[:, ::2]])),
            Operation("halves of vectors", halves, lambda a, b: np.hstack([a[:, m:], b[:, :m]])),
        ]
    return [
        *tests,
        Operation("fmax", "fmax(a, b)", np.maximum),
        Operation("fabs", "fabs(c)", lambda a, b: abs(a - b)),
        Operation("?:", d.where("a < b", "c", "b"), lambda a, b: np.where(a < b, a - b, b)),
    ]


def function_called(case: Case, d: Dialect) -> tuple[int, Operation]:
    """Lanes of the vectors ``a`` and ``b`` for a built-in function, and the operation that tests it."""
    name, kind = case.name.removesuffix(DOUBLES), FUNCTION_KINDS[case.kind][0]
    huge, missing = (d.where("a < b", f"({kind}){x}", "a") for x in (d.infinity, d.nan))
    powers, logarithms, roots, errors = (
        d.converted(kind, 1, d.converted("int", 1, f"{x} + 64.5f"))
        for x in ("exp(a)", "64 * log(fabs(a) + 1)", "64 * rsqrt(a * a + 1)", "64 * erf(a)")
    )
    return {
        "all": (4, Operation(name, d.where(d.all_lanes("a < b"), "a", "b"), _where_all_rise)),
        "isfinite": (1, Operation(name, d.where(f"isfinite({huge})", "a", "b"), np.maximum)),
        "isnan": (1, Operation(name, d.where(f"isnan({missing})", "b", "a"), np.maximum)),
        "isnormal": (1, Operation(name, d.where("isnormal(a)", "a", "b"), lambda a, b: np.where(a, a, b))),
        "prefetch": (1, Operation(name, "a", lambda a, b: a)),
        "sqrt": (1, Operation(name, "sqrt(a * a)", lambda a, b: abs(a))),
        # Rounded to whole numbers, from the middle between two of which none of them is near.
        "exp": (1, Operation(name, powers, lambda a, b: np.floor(np.exp(a) + 64.5))),
        "log": (1, Operation(name, logarithms, lambda a, b: np.floor(64 * np.log(abs(a) + 1) + 64.5))),
        "rsqrt": (1, Operation(name, roots, lambda a, b: np.floor(64 / np.sqrt(a * a + 1) + 64.5))),
        "erf": (1, Operation(name, errors, lambda a, b: np.floor(64 * _errors(a) + 64.5))),
    }[name]


def _errors(a: Array) -> Array:
    """The error function of each number, in their type."""
    return np.array([math.erf(x) for x in a.ravel().tolist()], a.dtype).reshape(a.shape)


def _where_all_rise(a: Array, b: Array) -> Array:
    return np.where(np.all(a < b, axis=1, keepdims=True), a, b)


def kernel_text(name: str, cases: Sequence[Case], d: Dialect, group: int) -> str:
    """Text of one kernel that tests cases of all kinds except sub-groups.

    Many cases share a kernel because compilers take longer to begin one than to translate its body. Its arguments are
    those of each kind, see ``ARGUMENTS``, in the order of ``by_kind``.

    Args:
        name: The entry point's name.
        cases: The cases.
        d: The dialect.
        group: Work-items of a work-group.
    """
    kinds = by_kind(cases)
    src = Source(d)
    arguments = [
        replace(argument, name=f"{argument.name}_{c_name(kind)}")
        for kind in kinds
        for argument in ARGUMENTS[kind]
    ]
    precisions = [precision_of(kind) for kind in kinds if kind in TYPES or kind in FUNCTION_KINDS]
    with src.kernel(name, arguments, (group, 1), *precisions):
        src(f"const int i = {d.global_id(0)};")
        if "local memory" in kinds:  # like samplers, declared nowhere but here
            src.local_array("float", f"tile[{4 * group}]", align=16)
        if "images" in kinds:
            src(d.sampler)
        for kind, members in kinds.items():
            with src.block():
                if kind in TYPES:
                    _arithmetic(src, kind, members)
                elif kind in FUNCTION_KINDS:
                    _functions(src, kind, members)
                elif kind == "half storage":
                    _half_storage(src, members)
                else:
                    {"local memory": _local_memory, "atomics": _atomics, "images": _images}[kind](src)
    return str(src)


def precision_of(kind: str) -> Precision:
    """Type of a kind's numbers in memory."""
    if kind in FUNCTION_KINDS:
        return FUNCTION_KINDS[kind][1]
    return TYPES.get(kind, FLOAT16 if kind == "half storage" else FLOAT32)


def by_kind(cases: Iterable[Case]) -> dict[str, list[Case]]:
    """The cases of each kind."""
    kinds: dict[str, list[Case]] = {}
    for case in cases:
        kinds.setdefault(case.kind, []).append(case)
    return kinds


def c_name(kind: str) -> str:
    """Name of a kind in C."""
    return kind.replace(" ", "_").replace("-", "_")


ARGUMENTS: dict[str, tuple[Argument, ...]] = {
    **{kind: (buffer("x", t), buffer("y", t), buffer("out", t, "write")) for kind, t in TYPES.items()},
    **{
        kind: (buffer("x", t), buffer("y", t), buffer("out", t, "write"))
        for kind, (_, t) in FUNCTION_KINDS.items()
    },
    "half storage": (buffer("x", FLOAT16), buffer("out", FLOAT16, "write")),
    "local memory": (buffer("x", FLOAT32), buffer("out", FLOAT32, "write")),
    "atomics": (buffer("x", "int", "both"), buffer("out", "int", "write")),
    "images": (
        Argument("x", "image", FLOAT32),
        Argument("words", "image", UINT32),
        Argument("out", "image", FLOAT32, "write"),
    ),
    "sub-groups": (buffer("x", FLOAT32), buffer("out", FLOAT32, "write")),
}
"""Arguments of the kernel, by kind."""


def _arithmetic(src: Source, kind: str, cases: Sequence[Case]) -> None:
    """Test arithmetic; the output has the vectors of each operation in turn."""
    d, start = src.dialect, 0
    x, y, out = (f"{name}_{kind}" for name in ("x", "y", "out"))
    for case in cases:
        n = case.length
        vector = d.vector(kind, n)
        with src.block():
            src(
                f"const {vector} a = {d.load(n, f'{x} + 1 + i * {n}')}, b = {d.load(n, f'{y} + i * {n}')}, c = a - b;"
            )
            for operation in operations(kind, n, d):
                src(d.store(n, operation.expression, f"{out} + {start} + i * {n}"))
                start += ITEMS * n
            value = d.load_aligned(kind, n, f"{x} + i * {n}", d.global_memory)
            src(d.store_aligned(kind, n, value, f"{out} + {start} + i * {n}", d.global_memory))
            start += ITEMS * n
            address = f"{out} + {start} + i * {n}"
            src(f"{vector} sum = b;")
            with src.loop("turn", 0, TURNS):
                src(
                    "sum = a + sum;" if kind == "uint" else f"sum = {d.multiply_add('fma', 'a', 'b', 'sum')};"
                )
                src(d.store(n, "sum", address))
                src(f"sum = {d.load(n, address)};")
            start += ITEMS * n


def _functions(src: Source, kind: str, cases: Sequence[Case]) -> None:
    """Test functions; the output has the results of each in turn."""
    d, start = src.dialect, 0
    ctype = FUNCTION_KINDS[kind][0]
    x, y, out = (f"{name}_{c_name(kind)}" for name in ("x", "y", "out"))
    for case in cases:
        n, operation = function_called(case, d)
        with src.block():
            a, b = d.load(n, f"{x} + 1 + i * {n}"), d.load(n, f"{y} + i * {n}")
            src(f"const {d.vector(ctype, n)} a = {a}, b = {b};")
            if case.name == "prefetch":
                src(d.prefetch(f"{out} + {start} + i"))
            src(d.store(n, operation.expression, f"{out} + {start} + i * {n}"))
        start += ITEMS * n


def _half_storage(src: Source, cases: Sequence[Case]) -> None:
    """Test halves in memory that are computed with as floats."""
    d, start = src.dialect, 0
    for case in cases:
        n = case.length
        value = f"{d.load_half(n, f'x_half_storage + 1 + i * {n}')} * 2.0f"
        src(d.store_half(n, value, f"out_half_storage + {start} + i * {n}"))
        start += ITEMS * n


def _local_memory(src: Source) -> None:
    """Test barriers: work-items pass their numbers on in a ring, twice, through one local array."""
    d = src.dialect
    src(f"const int own = {d.local_id(0)};")
    src(f"{d.vector('float', 4)} value = {d.load(4, 'x_local_memory + i * 4')};")
    src(f"const int there = {d.group_id(0)} * {GROUP} + own - i + {d.group_count(0)};")
    with src.loop("turn", 0, 2):
        src(d.store_aligned("float", 4, "value", "tile + own * 4", d.local_memory))
        with src.staged():
            neighbour = f"tile + (own + 3) % {GROUP} * 4"
            src(f"value = {d.load_aligned('float', 4, neighbour, d.local_memory)} + (float)turn;")
    src(d.store(4, f"value + (float)(there - {ITEMS // GROUP})", "out_local_memory + i * 4"))


def _atomics(src: Source) -> None:
    """Test atomics: each work-item takes a ticket, and gives it to its neighbour through global memory."""
    d = src.dialect
    src(f"out_atomics[i] = {d.count_up('x_atomics')};")
    src(d.barrier_of_all)
    src(f"const int next = {d.load_anew('int', f'out_atomics + (i - i % {GROUP} + (i + 1) % {GROUP})')};")
    src(d.barrier_of_all)
    src("out_atomics[i] = next;")


def _images(src: Source) -> None:
    """Test images of ``ITEMS`` by 2 texels, floats and words: shifted reads, also beyond their edge, and writes."""
    d = src.dialect
    for row in range(2):
        texel = d.read_texel("float", "x_images", "i + 3", str(1 - row))
        src(d.write_texel("float", "out_images", "i", str(row), f"{texel} * 2.0f"))
        words = d.read_texel("uint", "words_images", "i + 3", str(1 - row))
        src(d.write_texel("float", "out_images", "i", str(2 + row), d.bits(d.vector("float", 4), words)))


def sub_groups_text(width: int, d: Dialect) -> str:
    """Text of the kernel ``exchange``, in which each lane of a sub-group takes the number of its neighbour.

    Args:
        width: Work-items of a sub-group.
        d: The dialect.
    """
    src = Source(d)
    attributes = d.sub_group_size(width)
    with src.kernel("exchange", ARGUMENTS["sub-groups"], (width, 1), attributes=attributes):
        src(f"const int i = {d.global_id(0)}, lane = {d.sub_group_lane};")
        src(f"out[i] = {d.from_lane('intel', 'x[i]', f'(lane + 1) % {width}')};")
        first = d.from_lane("broadcast", f"x[{d.global_id(0)}]", 0)
        src(f"out[{2 * width} + i] = {first} + (float)({d.sub_group_id});")
        start = 4 * width
        for count in BLOCKS:
            src(d.store(count, d.block_read("float", 4, count, "x"), f"out + {start} + i * {count}"))
            start += 2 * width * count
    return str(src)


def right_results(cases: Sequence[Case], width: int = 0) -> Iterator[tuple[Case, str, Array]]:
    """Right results of cases of one kind: the case, the operation and its numbers, in the order of the output.

    Args:
        cases: The cases.
        width: Work-items of a sub-group, for the case of sub-groups.
    """
    kind = cases[0].kind
    if kind in TYPES:
        x, y = operands(TYPES[kind])
        for case in cases:
            n = case.length
            a, b = x[1 : 1 + ITEMS * n].reshape(ITEMS, n), y[: ITEMS * n].reshape(ITEMS, n)
            for operation in operations(kind, n, OPENCL_C):
                yield case, operation.name, operation.right(a, b)
            yield case, "aligned loads and stores", x[: ITEMS * n].reshape(ITEMS, n)
            yield case, "a sum through memory", TURNS * (a if kind == "uint" else a * b) + b
        return
    x, y = operands(precision_of(kind))
    if kind in FUNCTION_KINDS:
        for case in cases:
            n, operation = function_called(case, OPENCL_C)
            a, b = x[1 : 1 + ITEMS * n].reshape(ITEMS, n), y[: ITEMS * n].reshape(ITEMS, n)
            yield case, operation.name, operation.right(a, b)
        return
    if kind == "half storage":
        for case in cases:
            yield case, "vload_half and vstore_half", 2 * x[1 : 1 + ITEMS * case.length]
        return
    (case,) = cases
    if kind == "local memory":
        rings = x[: 4 * ITEMS].reshape(-1, GROUP, 4)
        yield case, "barriers", np.roll(rings, -6, axis=1) + np.float32(1)
    elif kind == "atomics":
        yield case, "atomic_inc", np.arange(ITEMS, dtype=np.int32)
    elif kind == "images":
        texels = x[: 8 * ITEMS].reshape(2, ITEMS, 4)
        column = np.minimum(np.arange(ITEMS) + 3, ITEMS - 1)
        yield case, "reads and writes of texels", 2 * texels[::-1, column]
        yield case, "texels of words", texels[::-1, column]
    else:
        lanes = x[: 2 * width].reshape(2, width)
        yield case, "shuffles", np.roll(lanes, -1, axis=1)
        yield case, "broadcasts", np.repeat(lanes[:, 0], width)
        for count in BLOCKS:
            blocks = x[: width * count].reshape(count, width).T
            yield case, f"block reads of {count}", np.concatenate([blocks, blocks])


def wrong_operation(cases: Sequence[Case], output: Array, width: int = 0) -> dict[str, str]:
    """The first operation of each case whose numbers are wrong, by the case's name.

    Zeros of either sign are equal: no routine promises one, and rusticl on llvmpipe gives -0 for fma(-a, 0, 0).

    Args:
        cases: Cases of one kind.
        output: The kernel's output.
        width: Work-items of a sub-group, for the case of sub-groups.
    """
    wrong: dict[str, str] = {}
    start, zero = 0, output.dtype.type(0)
    for case, operation, right in right_results(cases, width):
        section = output[start : start + right.size]
        start += right.size
        if (section + zero).tobytes() != (right.ravel().astype(section.dtype, copy=False) + zero).tobytes():
            wrong.setdefault(case.name, operation)
    return wrong
