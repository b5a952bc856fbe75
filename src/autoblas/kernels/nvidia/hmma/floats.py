"""How ``gemm_hmma`` multiplies floats: cut into two numbers of tf32 or three of bfloat16 on matrix units, or as they are.

Two numbers of tf32, for sums of many terms: h is x rounded to nearest to 11 digits, l = x - h exactly, of at most 12 digits,
of which matrix units read 11. They sum the products h h' of 32 terms, beginning at zero, and apart from them h l' and l h'.
What is left out is at most 2^-21 of |x x'|: 2^-23 for the last digit of each l and 2^-22 for l l'. Numbers are multiplied
by 2^13 before they are cut, so that tf32, whose smallest number is 2^-136, holds what it is to hold of all floats, and the
sums by 2^-26 when they are added to that of all terms, in single precision.

Three numbers of bfloat16, for sums of any length: a float is the sum of three numbers of 8 digits, each rounded to nearest:
x = h + m + l exactly, and |m| is at most 2^-8, |l| at most 2^-17 of the power of two below |x|. The products h h', m h', h m',
m m', h l' and l h' are exact and are summed by matrix units; the three that are left out are together at most 2^-24 of
|x x'|, as much as the rounding of one product. Products h h' have 16 digits, so that sums of 16 of them, which begin at zero,
lose nothing unless their magnitudes lie far apart; the five small ones are summed apart. Both are added to the sum of all
terms in single precision, which rounds. So an element errs by no more than a sum of floats does.

Where a sum of these products is infinite or no number, a work-item multiplies its terms by multiply-adds of the floats, which
lie in local memory as they are. So do all of a sub-group where the three parts of a number do not add up to it, because they
would be smaller than bfloat16 has them. No range of magnitudes is given up for this, nor digits, infinities or NaN.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.emit.expressions import plus
from autoblas.emit.nvidia.ptx import assembly, bits_of_all, load_local, mma, sync_sub_group

if TYPE_CHECKING:
    from autoblas.emit.dialect import Dialect
    from autoblas.emit.source import Source
    from autoblas.kernels.nvidia.hmma.load import OperandCopies

__all__ = ["PARTS", "QUAD", "Floats", "Side", "bfloat16_function", "tf32_function"]

PARTS = 3
"""Numbers that a float is cut into."""

SMALL = ((1, 1), (0, 2), (2, 0), (0, 1), (1, 0))
"""The parts of the long and of the short operand whose products are summed apart, the smallest first."""

SCALE, UNSCALE = "8192.0f", "0x1p-26f"
"""Factors of pairs, so that tf32 has room for the low parts of the smallest floats, and of the sums of their products."""

FLOAT_BYTES = 4
"""Bytes of an element."""

TERMS, TF32_TERMS = 16, 8
"""Of an instruction: of bfloat16, and of tf32."""

QUAD = 4
"""Terms that are multiplied by multiply-adds between two loads."""

TOGETHER = 4
"""Blocks whose products are summed side by side, since each instruction waits for the last one on its sums."""

OFFSETS = ((0, 0), (8, 0), (0, 8), (8, 8))
"""Where a work-item's pairs in a fragment of 16 by 16 lie, along C's axis and the depth, in the instruction's order."""


def bfloat16_function(d: Dialect) -> list[str]:
    """The function that cuts two floats: three pairs of bfloat16, and what shows that they lack digits.

    That is in the lower half of the last word: a remainder that bfloat16 holds has zeros there.
    """
    four = d.vector("uint", 4)

    def pair(name: str) -> str:
        outputs, inputs = [("=r", name)], [("f", "y"), ("f", "x")]
        convert = assembly("cvt.rn.bf16x2.f32 %0, %1, %2;", outputs, inputs, volatile=False)
        return f"  uint {name}; {convert}"

    def less(name: str) -> str:
        low, high = d.bits("float", f"{name} << 16"), d.bits("float", f"{name} & 0xffff0000u")
        return f"  x -= {low}; y -= {high};"

    words = f"const uint left = {d.bits('uint', 'x')}, right = {d.bits('uint', 'y')};"
    return [
        f"{d.function}{four} cut(float x, float y)",
        "{",
        pair("first"),
        less("first"),
        pair("second"),
        less("second"),
        f"  {words}",
        f"  return {d.construct(four, 'first', 'second', 'left >> 16 | (right & 0xffff0000u)', 'left | right')};",
        "}",
    ]


def tf32_function(d: Dialect) -> list[str]:
    """The function that rounds a float to the 11 digits of tf32, on its bits; a large one may become infinite."""
    rounded = f"({d.bits('uint', 'x')} + 0x1000u) & 0xffffe000u"
    return [f"{d.function}float eleven(float x)", "{", f"  return {d.bits('float', rounded)};", "}"]


@dataclass(frozen=True)
class Side:
    """An operand at one of the instructions' sides.

    Attributes:
        copies: How its lines lie in local memory.
        name: ``long`` for the side of 16, ``short`` for that of 8.
        blocks: Instructions along it.
    """

    copies: OperandCopies
    name: str
    blocks: int

    @property
    def deep(self) -> int:
        """Bytes from one term to the next."""
        return FLOAT_BYTES if self.copies.along_depth else self.copies.pitch

    @property
    def across(self) -> int:
        """Bytes from one element along C's axis to the next."""
        return self.copies.pitch if self.copies.along_depth else FLOAT_BYTES

    @property
    def address(self) -> str:
        """The variable with the place of its first element in the stages, without the stage's own."""
        return f"{self.copies.x.name}_at"

    def register(self, block: int, word: int, part: int) -> str:
        """A register with a pair of one part of its numbers."""
        return f"{self.name}{part * self.blocks + block}_{word}"

    def fragment(self, block: int, part: int) -> list[str]:
        """The registers of a block's numbers of one part."""
        return [self.register(block, word, part) for word in range(4 if self.name == "long" else 2)]

    @property
    def pairs(self) -> list[tuple[int, int, int]]:
        """Bytes from the first element to each pair, with its block and word."""
        offsets = [(across, deep) for across, deep in OFFSETS if self.name == "long" or across == 0]
        high = 16 if self.name == "long" else 8
        return [
            ((block * high + across) * self.across + deep * self.deep, block, word)
            for block in range(self.blocks)
            for word, (across, deep) in enumerate(offsets)
        ]

    def element(self, element: int, term: int) -> str:
        """A register with an element of one term, as a float."""
        return f"{self.name}_{element}_{term}"

    @property
    def element_offsets(self) -> list[int]:
        """Bytes from the first to each element along C's axis whose sums the work-item has."""
        if self.name == "long":
            return [
                (16 * block + 8 * half) * self.across for block in range(self.blocks) for half in range(2)
            ]
        return [(8 * block + column) * self.across for block in range(self.blocks) for column in range(2)]


@dataclass(frozen=True)
class Floats:
    """The products of a stage.

    Attributes:
        src: Where the statements go.
        sides: The operands on the instructions' sides of 16 and of 8.
        sums: The registers of each block of a sub-group's sums.
        teams: Teams that share the depth of a stage.
        steps: Instructions along the depth of a stage that are a team's.
        form: What the kernel's parameter says.
    """

    src: Source
    sides: tuple[Side, Side]
    sums: list[list[list[str]]]
    teams: int
    steps: int
    form: str

    @property
    def parts(self) -> bool:
        """Floats are cut for matrix units."""
        return self.form != "plain"

    def declare(self, parts: tuple[str, str]) -> None:
        """Declare where the work-item's elements lie in a stage, those of its sub-group beginning at ``parts``."""
        for side, part in zip(self.sides, parts, strict=True):
            first = plus("base", side.copies.start)
            within = f"({part} + {self._across(side)}) * {side.across}"
            team = f"team * {TERMS * side.deep}"
            deep = f" + 2 * t * {side.deep}" if self.parts else ""
            self.src(f"const uint {side.address} = {first} + {within} + {team}{deep};")

    def _across(self, side: Side) -> str:
        """The work-item's first element along C's axis."""
        return "g" if self.parts or side.name == "long" else "2 * t"

    def multiply(self, depth: str) -> None:
        """Multiply the team's terms of the stage at ``used``, the one numbered ``step`` of a sum with so many terms."""
        src = self.src
        for side in self.sides:
            src(f"uint {side.name}_from = {side.address} + used;")
        if not self.parts:
            src(f"int lasting = {depth} - step * {TERMS * self.teams * self.steps} - team * {TERMS};")
        if self.steps == self.joint:
            self._step()
            return
        src(src.dialect.unroll(1))
        with src.loop("turn", 0, self.steps // self.joint):
            self._step()
            for side in self.sides:
                src(f"{side.name}_from += {self.joint * TERMS * self.teams * side.deep};")
            if not self.parts:
                src(f"lasting -= {TERMS * self.teams};")

    @property
    def joint(self) -> int:
        """How often 16 terms are multiplied before single precision takes over."""
        return 2 if self.form == "tf32x3" and self.steps % 2 == 0 else 1

    def _step(self) -> None:
        """Multiply 16 terms, or ``joint`` times as many, of which the first lie at ``long_from`` and ``short_from``."""
        if self.parts:
            self._by_pairs() if self.form == "tf32x3" else self._by_parts()
            return
        for side in self.sides:
            self.src(f"uint {side.name}_own = {side.name}_from;")
        at_once = TERMS // QUAD if len(self._blocks()) <= TOGETHER else 1
        self._as_they_are(at_once, f"min(lasting, {TERMS})")

    def _blocks(self) -> list[tuple[int, int]]:
        """The blocks of sums, neighbours side by side."""
        long, short = self.sides
        return [(i, j) for j in range(short.blocks) for i in range(long.blocks)]

    def _declare_products(self, blocks: list[tuple[int, int]]) -> None:
        """Declare the sums of large and of small products of some blocks."""
        for i, j in blocks:
            names = [f"{word}{i}_{j}_{v}" for word in ("new", "small") for v in range(4)]
            self.src(f"float {', '.join(names)};")

    def _by_pairs(self) -> None:
        """Add the products of 16 terms, or of ``joint`` times as many, to each sum, whatever numbers they are of."""
        src, blocks = self.src, self._blocks()
        self._declare_products(blocks)
        for number in range(self.joint * TERMS // TF32_TERMS):
            with src.block():
                self._multiply_pairs(number)
        src("float wrong0 = 0, wrong1 = 0, wrong2 = 0, wrong3 = 0;")
        for i, j in blocks:
            for v in range(4):
                name = f"new{i}_{j}_{v}"
                src(f"{name} += small{i}_{j}_{v}; wrong{v} = fma({name}, 0.0f, wrong{v});")
        with src.block("if (wrong0 + wrong1 + (wrong2 + wrong3) == 0)"):
            for i, j in blocks:
                sums = self.sums[i][j]
                src(" ".join(f"{x} = fma(new{i}_{j}_{v}, {UNSCALE}, {x});" for v, x in enumerate(sums)))
        with src.block("else"):
            self._as_floats()
        src(sync_sub_group())

    def _multiply_pairs(self, number: int) -> None:
        """Load, cut and multiply eight terms, the ones with this number.

        Terms of an instruction may be in any order: a work-item takes neighbours where it has those four apart.
        """
        src, blocks, (long, short) = self.src, self._blocks(), self.sides
        turn, half = divmod(number, TERMS // TF32_TERMS)
        for side in self.sides:
            names = [
                name
                for part in range(2)
                for block in range(side.blocks)
                for name in side.fragment(block, part)
            ]
            src(f"uint {', '.join(names)};")
            for offset, block, word in side.pairs:
                if word < len(side.fragment(0, 0)) // 2:  # of the first eight terms of 16
                    first = (turn * TERMS * self.teams + half * TF32_TERMS) * side.deep
                    self._cut_pair(side, block, word, first + offset)
        for of_long, of_short, sum_ in ((1, 0, "small"), (0, 0, "new"), (0, 1, "small")):
            anew = number == 0 and of_short == 0
            for i, j in blocks:
                fragments = long.fragment(i, of_long), short.fragment(j, of_short)
                sums = [f"{sum_}{i}_{j}_{v}" for v in range(4)]
                src(mma("m16n8k8", ("f32", "tf32", "tf32"), sums, *fragments, anew=anew))

    def _cut_pair(self, side: Side, block: int, word: int, offset: int) -> None:
        """Load two neighbouring terms and cut each into its two numbers."""
        src, bits = self.src, self.src.dialect.bits
        with src.block():
            self._load_pair(side, offset)
            src(f"x *= {SCALE}; y *= {SCALE};")
            for name, register_word in (("x", word), ("y", word + len(side.fragment(0, 0)) // 2)):
                high, low = (side.register(block, register_word, part) for part in range(2))
                src(f"const float {name}_high = eleven({name});")
                src(
                    f"{high} = {bits('uint', f'{name}_high')}; {low} = {bits('uint', f'{name} - {name}_high')};"
                )

    def _load_pair(self, side: Side, offset: int) -> None:
        """Declare ``x`` and ``y``, two neighbouring terms."""
        src, address = self.src, f"{side.name}_from"
        src("float x, y;")
        if side.copies.along_depth:
            src(load_local(["x", "y"], address, offset, "f32"))
        else:
            src(load_local(["x"], address, offset, "f32"))
            src(load_local(["y"], address, offset + side.deep, "f32"))

    def _as_floats(self) -> None:
        """Add the products that matrix units made nothing of, by multiply-adds of the floats themselves."""
        src = self.src
        # Multiply-adds begin at the first term, and at the elements whose sums the work-item has: `g`, or `2 * t` on the
        # short side. Matrix units begin 2 * t terms later, and at `g` on both sides (see `declare`).
        for side in self.sides:
            moved = "" if side.name == "long" else f" + (2 * t - g) * {side.across}"
            src(f"uint {side.name}_own = {side.name}_from - 2 * t * {side.deep}{moved};")
        if self.joint == 1:
            self._as_they_are(1, str(TERMS))
            return
        src(src.dialect.unroll(1))
        with src.loop("part", 0, self.joint):
            self._as_they_are(1, str(TERMS))
            if self.teams > 1:
                for side in self.sides:
                    src(f"{side.name}_own += {TERMS * (self.teams - 1) * side.deep};")

    def _by_parts(self) -> None:
        """Add 16 products to each sum, whatever numbers they are of."""
        src = self.src
        src("uint lacking = 0;")
        for side in self.sides:
            self._load(side)
        src("float wrong = 0;")
        blocks = self._blocks()
        for first in range(0, len(blocks), TOGETHER):
            self._multiply(blocks[first : first + TOGETHER])
        src("uint any;")
        src(bits_of_all("any", "(lacking & 0xffff) | (wrong == 0 ? 0 : 1)"))
        with src.block("if (any == 0)"):
            for i, j in blocks:
                src(" ".join(f"{name} += new{i}_{j}_{v};" for v, name in enumerate(self.sums[i][j])))
        with src.block("else"):
            self._as_floats()

    def _load(self, side: Side) -> None:
        """Load and cut a side's elements of 16 terms."""
        src = self.src
        for part in range(PARTS):
            src(
                f"uint {', '.join(name for block in range(side.blocks) for name in side.fragment(block, part))};"
            )
        for offset, block, word in side.pairs:
            with src.block():
                self._load_pair(side, offset)
                src(f"const {src.dialect.vector('uint', 4)} all = cut(x, y);")
                names = [side.register(block, word, part) for part in range(PARTS)]
                src(" ".join(f"{name} = all.{lane};" for name, lane in zip(names, "xyz", strict=True)))
                src("lacking |= all.w;")

    def _multiply(self, blocks: list[tuple[int, int]]) -> None:
        """Sum the products of 16 terms for some blocks: ``new`` has the large ones first, then all."""
        src, (long, short) = self.src, self.sides
        self._declare_products(blocks)
        for number, (of_long, of_short) in enumerate(((0, 0), *SMALL)):
            word = "new" if number == 0 else "small"
            for i, j in blocks:
                fragments = long.fragment(i, of_long), short.fragment(j, of_short)
                sums = [f"{word}{i}_{j}_{v}" for v in range(4)]
                src(mma("m16n8k16", ("f32", "bf16", "bf16"), sums, *fragments, anew=number < 2))
        for i, j in blocks:
            for v in range(4):
                name = f"new{i}_{j}_{v}"
                src(f"{name} += small{i}_{j}_{v}; wrong = fma({name}, 0.0f, wrong);")

    def _as_they_are(self, at_once: int, terms: str) -> None:
        """Add the products of so many terms from ``long_own`` and ``short_own`` on, one after the other."""
        src, (long, short) = self.src, self.sides
        src(src.dialect.unroll(at_once))
        with src.loop("term", 0, terms, QUAD):
            for side in self.sides:
                names = [side.element(e, s) for e in range(len(side.element_offsets)) for s in range(QUAD)]
                src(f"float {', '.join(names)};")
                self._load_elements(side)
            for s in range(QUAD):
                for i, j in self._blocks():
                    for v, name in enumerate(self.sums[i][j]):
                        x, y = long.element(2 * i + v // 2, s), short.element(2 * j + v % 2, s)
                        src(f"{name} = fma({x}, {y}, {name});")
            for side in self.sides:
                src(f"{side.name}_own += {QUAD * side.deep};")

    def _load_elements(self, side: Side) -> None:
        """Load the elements of four terms whose sums the work-item has."""
        src, address = self.src, f"{side.name}_own"
        if side.copies.along_depth:
            for e, offset in enumerate(side.element_offsets):
                src(load_local([side.element(e, s) for s in range(QUAD)], address, offset, "f32"))
            return
        wide = 1 if side.name == "long" else 2
        for s in range(QUAD):
            for e in range(0, len(side.element_offsets), wide):
                names = [side.element(e + i, s) for i in range(wide)]
                src(load_local(names, address, side.element_offsets[e] + s * side.deep, "f32"))
