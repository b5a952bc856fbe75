"""Chai's names of matrix products, as parameters and back: ``evergreenmatmul_4_8_4_2_0_0_10_0_400_..._23``.

Joined by underscores: element types of A, B and C (0 for uint32, 1 for int32, 4 for float32, 8 for float64); their
vector lengths (0 for an image); problems packed into a kernel that loops over them; whether C is scaled and added to;
M, N, K; whether A and B are transposed; height and width of the work-group, height and width of the block that a
work-item computes; and an extra parameter, inline + 2 order + 12 global: ``inline`` puts sizes into the text, ``order``
is the nesting of the innermost loops (jkl, kjl, ljk, jlk, klj, lkj), ``global`` takes positions from global ids.

Later names have one more number behind that of the problems: 0 where they have different data, 1 where all have the
same A, 2 where all have the same B. Earlier kernels sum in the type of C, later ones in the widest of the three.

C. Jang, Chai, 2011 and 2012.
"""

from __future__ import annotations

import itertools
import re
from typing import Any

from autoblas.contrib.presets import Preset, numbers, require
from autoblas.errors import ArgumentError
from autoblas.kernels import kernels
from autoblas.kernels.gemm.block.params import LOOP_ORDERS
from autoblas.precision import FLOAT32, FLOAT64, INT32, UINT32, default_accumulator
from autoblas.problems import Matmul, texel_elements

__all__ = ["NAMES", "decode", "encode"]

NAMES = (
    "evergreenmatmul_4_8_4_2_0_0_10_0_400_400_400_1_0_10_10_4_4_23",
    "evergreenmatmul_4_4_4_4_4_4_1_1_1024_1024_1024_0_0_8_8_4_4_10",
    "evergreenmatmul_8_8_8_0_0_0_10_1_0_400_400_400_0_1_8_8_5_2_7",
)
"""The name in Chai's text, one of a scaled product in buffers, and one of the later form."""

TYPES = {0: UINT32, 1: INT32, 4: FLOAT32, 8: FLOAT64}
SHARED = ("", "a", "b")
GRAMMAR = re.compile(r"evergreenmatmul((?:_\d{1,18}){18,19})")


def decode(name: str, sizes: tuple[int, int, int] | None) -> Preset | None:
    """The preset of a name; None where the name is none of Chai's.

    Args:
        name: A name of either form.
        sizes: M, N and K instead of those in the name.

    Raises:
        ArgumentError: Chai has no such kernel; the message says which of its conditions does not hold.
    """
    if not name.startswith("evergreenmatmul"):
        return None
    match = GRAMMAR.fullmatch(name)
    if match is None:
        raise ArgumentError("name", f"18 or 19 numbers, as in {NAMES[0]}", name)
    values = numbers(match[1])
    later = len(values) == 19
    shared = values.pop(7) if later else 0
    codes, lengths, (packed, general, *written) = values[:3], values[3:6], values[6:11]
    *transposes, group, group_wide, height, width, extra = values[11:]
    require("types", set(codes) <= set(TYPES), f"codes among {', '.join(map(str, TYPES))}", str(codes))
    require("lengths", set(lengths) <= {0, 1, 2, 4}, "0, 1, 2 or 4", str(lengths))
    require("packed", packed >= 1, "at least 1 problem", str(packed))
    require("data", shared < (3 if packed > 1 else 1), "0 to 2, and 0 of a single problem", str(shared))
    require("flags", max(general, *transposes) <= 1, "0 or 1", str(max(general, *transposes)))
    require("memory of C", not (general and lengths[2] == 0), "a buffer, since C is read", "an image")
    require("extra", extra < 24, "less than 24", str(extra))
    type_a, type_b, type_c = (TYPES[code] for code in codes)
    widest = default_accumulator(type_a, type_b, type_c)
    m, n, k = sizes or tuple(written)
    problem = Matmul(
        m,
        n,
        k,
        type_c,
        "col" if transposes[0] else "row",
        "col" if transposes[1] else "row",
        type_a=type_a,
        type_b=type_b,
        accumulator=widest if later else type_c,
        pure=not general,
        items=packed,
        shared=SHARED[shared],
        **{f"{x}_in": "buffer" if length else "image" for x, length in zip("abc", lengths, strict=True)},  # type: ignore[arg-type]  # a comprehension loses Literal
    )
    _conditions(problem, lengths, (group, group_wide), (height, width))
    return Preset(name, "gemm_block", _values(problem, lengths, (group, height, width), extra), problem)


def _conditions(q: Matmul, lengths: list[int], group: tuple[int, int], block: tuple[int, int]) -> None:
    """Refuse kernels that Chai would not generate."""
    (side, side_across), (height, width) = group, block
    require("group", 4 <= side == side_across <= 16, "a square of 4 to 16", f"{side} x {side_across}")
    require(
        "block", 2 <= height <= 12 and 2 <= width <= 8, "2 to 12 rows, 2 to 8 columns", f"{height} x {width}"
    )
    for x, length, precision in zip("abc", lengths, q.types, strict=False):
        vector = length or texel_elements(precision)
        require(
            "width", width % vector == 0, f"a multiple of {vector}, the vectors of {x.upper()}", str(width)
        )
        if x == "a" and q.a == "col":
            require(
                "height",
                height % vector == 0,
                f"a multiple of {vector}, the vectors of a transposed A",
                str(height),
            )
    for argument, size, multiple in zip(
        "mnk", (q.m, q.n, q.k), (side * height, side * width, side * width), strict=True
    ):
        require(argument, size > 0 and size % multiple == 0, f"a multiple of {multiple}", str(size))


def _values(q: Matmul, lengths: list[int], shape: tuple[int, int, int], extra: int) -> dict[str, Any]:
    """The parameters: buffers are staged in local memory, images are read directly."""
    side, height, width = shape
    values: dict[str, Any] = {"gy": side, "gx": side, "rm": height, "rn": width, "rk": width}
    for x, length in zip("abc", lengths, strict=True):
        values |= {f"v{x}": length} if length else {f"{x}_memory": "image"}
        if length and x != "c":
            values |= {f"{x}_way": "local", "tk": side, "pad": 1}
    if q.batched:
        values["batch"] = "loop"
    values |= {"inline": extra % 2 == 1, "order": LOOP_ORDERS[extra // 2 % 6]}
    values |= {"ids": "global" if extra >= 12 else "group"}
    return values | ({} if q.accumulator.kind == "integer" else {"multiply": "mad"})


def encode(preset: Preset) -> str:
    """The name of a preset, of the earlier form where that is enough.

    Raises:
        ArgumentError: Chai has no such kernel.
    """
    q, p = preset.problem, kernels()["gemm_block"].space.point(preset.parameters)
    codes = {precision: code for code, precision in TYPES.items()}
    types = [codes.get(precision, -1) for precision in (q.type_a, q.type_b, q.precision)]
    lengths = [0 if x in p.images else getattr(p, f"v{x}") for x in "abc"]
    transposes = [int(order == "col") for order in (q.a, q.b)]
    extra = p.inline + 2 * LOOP_ORDERS.index(p.order) + 12 * (p.ids == "global")
    head, tail = (
        [*types, *lengths, q.items],
        [int(not q.pure), q.m, q.n, q.k, *transposes, p.gy, p.gx, p.rm, p.rn, extra],
    )
    later = [SHARED.index(q.shared)] if q.shared in SHARED else []
    forms = ([*head, *tail], [*head, *later, *tail])
    names = ["_".join(["evergreenmatmul", *map(str, form)]) for form in forms]
    # Some kernels have names of both forms.
    for name in sorted(names, key=lambda candidate: candidate != preset.name):
        if min(itertools.chain(types, forms[0])) < 0:
            break
        decoded = decode(name, None)
        if decoded is not None and (decoded.parameters, decoded.problem) == (preset.parameters, q):
            return name
    raise ArgumentError("preset", "a kernel of Chai", str(preset.parameters))
