"""GATLAS's kernels by the numbers that define them, in both generations of its numbering, and back.

The first generation, of May 2010, knows a kernel by its program and eight numbers, joined by colons here::

    gatlas1:gemm_image:1:0:5120:5120:5120:8:4:0

They say whether A and B are transposed, then M, N, K, the side of the square work-group, the height of the block that a
work-item computes, and an extra parameter for the form of the text. Programs are ``mm`` (a pure product) and ``gemm``
with operands in a ``buffer`` or an ``image``; numbers are single floats in vectors of four. The extra parameter is
6 inline + order, and for ``mm_image`` 12 inline + 6 group + order: ``inline`` puts sizes into the text, ``order`` is the
nesting of the innermost loops (jkl, kjl, ljk, jlk, klj, lkj), ``group`` takes positions from group and local ids.

The second, of August 2010, prints twelve numbers for a type (``float1`` to ``double4`` in buffers, ``floatimg`` and
``doubleimg`` in images)::

    gatlas2:floatimg:1:1:3520:3520:3520:1:0:8:8:8:4:4

Packed problems, whether C is scaled and added to, M, N, K, transposes, height and width of the work-group, height and
width of the block, and the extra parameter inline + 2 order, in images + 12 if positions come from global ids. A type
that ends in ``-v`` omits the hint on vectors, as the option of that name did.

Its rates are of operations that it counts one by one, as ``operations`` does: K products and K - 1 additions for each
element, and two more products and an addition where C is scaled and added to.

C. Jang, GATLAS, 2010.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from autoblas.contrib.presets import Preset, numbers, require
from autoblas.errors import ArgumentError
from autoblas.kernels import kernels
from autoblas.kernels.gemm.block.params import LOOP_ORDERS
from autoblas.precision import FLOAT32, FLOAT64
from autoblas.problems import Matmul

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["NAMES", "decode", "encode", "figures", "operations"]

NAMES = (
    "gatlas1:gemm_image:1:0:5120:5120:5120:8:4:0",
    "gatlas1:gemm_image:1:0:5120:5120:5120:8:4:10",
    "gatlas1:gemm_image:1:0:5120:5120:5120:8:4:5",
    "gatlas1:gemm_buffer:0:0:1024:1024:1024:8:4:11",
    "gatlas1:mm_buffer:0:1:5440:5440:5440:10:4:10",
    "gatlas1:mm_image:1:0:2240:2240:2240:8:4:17",
    "gatlas2:floatimg:1:1:3520:3520:3520:1:0:8:8:8:4:4",
    "gatlas2:double2:1:0:1024:1024:1024:0:0:8:8:4:2:3",
)
"""The winners that GATLAS's page prints, kernels at the sizes of its best figures, and one of every other kind."""

TYPES = {
    **{f"float{length}": (FLOAT32, length, "buffer") for length in (1, 2, 4)},
    **{f"double{length}": (FLOAT64, length, "buffer") for length in (1, 2, 4)},
    "floatimg": (FLOAT32, 4, "image"),
    "doubleimg": (FLOAT64, 2, "image"),
}
"""Element type, vector length and memory of each type of the second generation."""

PROGRAMS = ("mm_buffer", "mm_image", "gemm_buffer", "gemm_image")
FIRST = re.compile(r"gatlas1:(\w+)((?::\d{1,18}){8})")
SECOND = re.compile(r"gatlas2:(\w+)(-v)?((?::\d{1,18}){12})")


def decode(name: str, sizes: tuple[int, int, int] | None) -> Preset | None:
    """The preset of a name; None where the name is none of GATLAS's.

    Args:
        name: A name of either generation.
        sizes: M, N and K instead of those in the name.

    Raises:
        ArgumentError: GATLAS has no such kernel; the message says which of its conditions does not hold.
    """
    if not name.startswith("gatlas"):
        return None
    first, second = FIRST.fullmatch(name), SECOND.fullmatch(name)
    if first is not None:
        return _first(name, first[1], numbers(first[2]), sizes)
    if second is not None:
        return _second(name, second[1], second[2] is None, numbers(second[3]), sizes)
    raise ArgumentError("name", f"names like {NAMES[0]} or {NAMES[6]}", name)


def _first(name: str, program: str, values: list[int], sizes: tuple[int, int, int] | None) -> Preset:
    """A kernel of the first generation."""
    require("name", program in PROGRAMS, f"one of {', '.join(PROGRAMS)}", program)
    tall_a, tall_b, *written, group, height, extra = values
    images, pure = program.endswith("image"), program.startswith("mm")
    m, n, k = sizes or tuple(written)
    pure_images = images and pure
    require(
        "extra", extra < (24 if pure_images else 12), f"less than {24 if pure_images else 12}", str(extra)
    )
    widest = 16 if images else 10 if m % 10 == n % 10 == 0 else 8
    require("group", 1 <= group <= widest, f"1 to {widest} for these sizes", str(group))
    highest = 4 if tall_a else 12 if images else 10
    require("height", 1 <= height <= highest, f"1 to {highest}", str(height))
    form = {
        "inline": extra // (12 if pure_images else 6) == 1,
        "ids": "group" if pure_images and extra // 6 % 2 else "global",
        "order": LOOP_ORDERS[extra % 6],
    }
    return _preset(
        name,
        "floatimg" if images else "float4",
        (m, n, k),
        (tall_a, tall_b),
        (group, height),
        form,
        pure=pure,
    )


def _second(
    name: str, kind: str, hint: bool, values: list[int], sizes: tuple[int, int, int] | None
) -> Preset:
    """A kernel of the second generation."""
    require("name", kind in TYPES, f"one of {', '.join(TYPES)}", kind)
    packed, general, m, n, k, tall_a, tall_b, group_high, group_wide, high, wide, extra = values
    _, length, memory = TYPES[kind]
    most = 24 if memory == "image" else 12
    require("packed", packed >= 1, "at least 1 problem", str(packed))
    require("extra", extra < most, f"less than {most}", str(extra))
    require(
        "group", 1 <= group_high == group_wide <= 16, "a square of 1 to 16", f"{group_high} x {group_wide}"
    )
    require("height", 1 <= high <= 12, "1 to 12", str(high))
    require("width", wide == length, f"{length}, the vector length of {kind}", str(wide))
    form = {
        "inline": extra % 2 == 1,
        "order": LOOP_ORDERS[extra // 2 % 6],
        "ids": "group" if memory == "image" and extra < 12 else "global",
    }
    return _preset(
        name,
        kind,
        sizes or (m, n, k),
        (tall_a, tall_b),
        (group_high, high),
        form,
        pure=not general,
        hint=hint,
        packed=packed,
    )


def _preset(
    name: str,
    kind: str,
    sizes: tuple[int, int, int],
    transposes: tuple[int, int],
    shape: tuple[int, int],
    form: Mapping[str, Any],
    *,
    pure: bool,
    hint: bool = True,
    packed: int = 1,
) -> Preset:
    """The point, after the conditions on its sizes.

    Args:
        name: The name.
        kind: One of ``TYPES``.
        sizes: M, N and K.
        transposes: 1 for A and B where they are stored by columns.
        shape: Side of the work-group and height of a block.
        form: Parameters that the extra parameter encodes.
        pure: C is overwritten with the product.
        hint: The text names the vectors that it computes with.
        packed: Problems that the kernel loops over.
    """
    _, length, memory = TYPES[kind]
    _check(length, sizes, transposes, shape)
    group, height = shape
    values: dict[str, Any] = {"gy": group, "gx": group, "rm": height, "rn": length, "rk": length}
    values |= {**form, "multiply": "mad", "hint": hint}
    if memory == "image":
        values |= {"a_memory": "image", "b_memory": "image"}
        values |= {"c_memory": "image"} if pure else {"vc": length}
    else:
        values |= {"va": length, "vb": length, "vc": length, "a_way": "local", "b_way": "local"}
        values |= {"tk": group, "pad": 1}
    if packed > 1:
        values["batch"] = "loop"
    return Preset(name, "gemm_block", values, _problem(kind, sizes, transposes, packed, pure=pure))


def _check(
    length: int, sizes: tuple[int, int, int], transposes: tuple[int, int], shape: tuple[int, int]
) -> None:
    """See that work-groups divide the matrices, and vectors of a length the blocks.

    Raises:
        ArgumentError: they do not.
    """
    group, height = shape
    for argument, size, multiple in zip(
        "mnk", sizes, (group * height, group * length, group * length), strict=True
    ):
        require(argument, size > 0 and size % multiple == 0, f"a multiple of {multiple}", str(size))
    require("transposes", max(transposes) <= 1, "0 or 1", str(max(transposes)))
    require(
        "height",
        not transposes[0] or height % length == 0,
        f"a multiple of {length}, since A is transposed",
        str(height),
    )


def _problem(
    kind: str, sizes: tuple[int, int, int], transposes: tuple[int, int], items: int, *, pure: bool
) -> Matmul:
    """The product, its matrices in images where the type is one of images."""
    precision, _, memory = TYPES[kind]
    memories = {"a_in": memory, "b_in": memory, "c_in": memory if pure else "buffer"}
    orders = {x: "col" if turned else "row" for x, turned in zip("ab", transposes, strict=True)}
    fields: dict[str, Any] = memories | orders
    return Matmul(*sizes, precision, pure=pure, items=items, **fields)


def encode(preset: Preset) -> str:
    """The name of a preset: of the first generation where its own name is, else of the second.

    Raises:
        ArgumentError: GATLAS has no such kernel.
    """
    q, p = preset.problem, kernels()["gemm_block"].space.point(preset.parameters)
    transposes, general = [int(order == "col") for order in (q.a, q.b)], int(not q.pure)
    order, images = LOOP_ORDERS.index(p.order), q.a_in == "image"
    sizes = [q.m, q.n, q.k]
    if preset.name.startswith("gatlas1"):
        pure_images = images and q.pure
        extra = order + (12 * p.inline + 6 * (p.ids == "group") if pure_images else 6 * p.inline)
        program = f"{'gemm' if general else 'mm'}_{'image' if images else 'buffer'}"
        fields = [program, *transposes, *sizes, p.gy, p.rm, extra]
        name = ":".join(["gatlas1", *map(str, fields)])
    else:
        kind = f"{'float' if q.precision is FLOAT32 else 'double'}{'img' if images else p.va}"
        extra = p.inline + 2 * order + 12 * (images and p.ids == "global")
        fields = [q.items, general, *sizes, *transposes, p.gy, p.gx, p.rm, p.rn, extra]
        name = ":".join(["gatlas2", kind if p.hint else f"{kind}-v", *map(str, fields)])
    decoded = decode(name, None)
    if decoded is None or (decoded.parameters, decoded.problem) != (preset.parameters, q):
        raise ArgumentError("preset", "a kernel of GATLAS", str(preset.parameters))
    return name


def operations(problem: Matmul) -> int:
    """Operations as GATLAS counts them for the rates that it prints: MN(2K - 1), or 2MN(K + 1) with alpha and beta.

    A matrix times a vector is the product with N = 1, so M(2K - 1) or 2M(K + 1); a pack counts each of its problems.

    Args:
        problem: The product; ``pure`` says that C is overwritten with it.
    """
    m, n, k = problem.m, problem.n, problem.k
    per_item = m * n * (2 * k - 1) if problem.pure else 2 * m * n * (k + 1)
    return problem.items * per_item


def figures(preset: Preset) -> str:
    """The operations of a preset, as GATLAS counts them and as autoblas does."""
    problem = preset.problem
    return f"{operations(problem)} operations as GATLAS counts them, {problem.flops()} as autoblas does"
