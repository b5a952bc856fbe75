"""The loop of ``gemm_dmma`` over the stages of the depth: copies, waits, loads of fragments, matrix instructions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.emit.nvidia.ptx import commit_copies, mma, wait_copies

if TYPE_CHECKING:
    from autoblas.emit.source import Source
    from autoblas.kernels.gemm.shared import Depth
    from autoblas.kernels.nvidia.dmma.load import Tile
    from autoblas.kernels.nvidia.dmma.params import DmmaParams
    from autoblas.problems import Matmul

__all__ = ["DmmaLoop", "sums"]


@dataclass(frozen=True)
class DmmaLoop:
    """The loop over the stages of the depth.

    Attributes:
        src: Where its statements go.
        p: The kernel's parameters.
        q: The problem.
        tiles: The tiles of A and B.
        stage: Bytes of a stage.
    """

    src: Source
    p: DmmaParams
    q: Matmul
    tiles: tuple[Tile, Tile]
    stage: int

    @property
    def steps(self) -> int:
        """Matrix instructions along the depth of a stage, each of 8 real numbers."""
        return self.p.tk // 8

    def write(self, depth: Depth) -> None:
        """Fill all stages but one, and then that one while the oldest is multiplied, around and around."""
        src, p = self.src, self.p
        rows, columns = (range(count) for count in p.blocks)
        for i in rows:
            src(" ".join(f"double {', '.join(f'{name} = 0' for name in sums(i, j))};" for j in columns))
        for number in range(p.sets[0]):
            src(f"double {', '.join(left(number, i, s) for i in rows for s in range(2))};")
        for number in range(p.sets[1]):
            src(f"double {', '.join(right(number, j, v) for j in columns for v in range(4))};")
        self._declare_signs()
        self._fill_first(depth)
        src("uint used = 0;")
        if p.ahead != "nothing":
            self._wait()
            self._load_rows(0, 0)
            self._load_columns(0, 0)
        take = {"nothing": self._step_alone, "rows": self._step_by_columns, "all": self._step_ahead}[p.ahead]
        with src.block("for (; turns > 0; --turns)"):
            for step in range(self.steps):
                take(step)

    def _step_alone(self, step: int) -> None:
        """Load fragments and multiply them."""
        if step == 0:
            self._wait()
            self._refill()
        self._load_rows(0, step)
        self._load_columns(0, step)
        self._multiply(0, 0)
        if step + 1 == self.steps:
            self._leave_stage()

    def _step_ahead(self, step: int) -> None:
        """Load the next step's fragments, then multiply this one's."""
        now, then, following = step % 2, (step + 1) % 2, (step + 1) % self.steps
        if following == 0:
            self._leave_stage()
            self._wait()
        self._load_rows(then, following)
        self._load_columns(then, following)
        if step == 0:
            self._refill()
        self._multiply(now, now)

    def _step_by_columns(self, step: int) -> None:
        """Load the next step's fragments of A, and of B each where this step's has been multiplied."""
        now, then, following = step % 2, (step + 1) % 2, (step + 1) % self.steps
        if following != 0:
            self._load_rows(then, following)
        for j in range(self.p.blocks[1]):
            self._multiply(now, 0, j)
            if j == 0:
                if following == 0:
                    self._leave_stage()
                    self._wait()
                    self._load_rows(then, following)
                if step == 0:
                    self._refill()
            self._load_columns(0, following, j)

    def _fill_first(self, depth: Depth) -> None:
        """Fill the first stage with the last terms of the sum, zeros after them, and others with the first terms."""
        src, span = self.src, self.tiles[0].depth
        terms = depth.last if depth.first == "0" else f"{depth.last} - {depth.first}"
        src(f"const int terms = {terms};")
        src(f"int turns = (terms + {span - 1}) / {span};")
        with src.block("if (turns > 0)"):
            src(f"const int before = (turns - 1) * {span}, left = terms - before;")
            for tile in self.tiles:
                tile.copy(src, "0", ahead="before", remaining="left")
        src(commit_copies())
        for number in range(1, self.p.stages - 1):
            with src.block(f"if (turns > {number})"):
                self._copy(str(number * self.stage))
            src(commit_copies())

    def _refill(self) -> None:
        """Start to fill the stage that was used before; where nothing is left there is an empty group, to be counted."""
        src, p = self.src, self.p
        with src.block(f"if (turns > {p.stages - 1})"):
            src(f"const uint filled = used == 0 ? {(p.stages - 1) * self.stage} : used - {self.stage};")
            self._copy("filled")
        src(commit_copies())

    def _copy(self, slot: str) -> None:
        for tile in self.tiles:
            tile.copy(self.src, slot)
            tile.advance(self.src)

    def _leave_stage(self) -> None:
        self.src(f"used = used == {(self.p.stages - 1) * self.stage} ? 0 : used + {self.stage};")

    def _wait(self) -> None:
        """Wait for the oldest copies under way, and for the work-group to have left the stage that is filled next."""
        self.src(wait_copies(self.p.stages - 2))
        self.src(self.src.dialect.barrier)

    def _load_rows(self, number: int, step: int) -> None:
        """Load A's fragments of a step into a set of registers."""
        for i in range(self.p.blocks[0]):
            for s in range(2):
                self.src(self.tiles[0].load(left(number, i, s), i, 2 * step + s))

    def _load_columns(self, number: int, step: int, only: int | None = None) -> None:
        """Load B's fragments of a step, all or only one, into a set of registers."""
        b, is_complex = self.tiles[1], self.q.accumulator.is_complex
        for j in range(self.p.blocks[1]) if only is None else (only,):
            for v in range(4):
                s, h = divmod(v, 2)
                block = j if is_complex else 2 * j + h
                self.src(b.load(right(number, j, v), block, 2 * step + s, swap_parts=is_complex and h == 1))

    @property
    def _negative(self) -> tuple[tuple[bool, bool], tuple[bool, bool]]:
        """True if a complex B's parts enter negative: at even and odd depths of its first column, then its second.

        Those of odd depth meet imaginary parts of A.
        """
        if not self.q.accumulator.is_complex:
            return (False, False), (False, False)
        conjugate_a, conjugate_b = (x in self.q.conjugate for x in "ab")
        return (False, conjugate_a == conjugate_b), (conjugate_b, conjugate_a)

    def _declare_signs(self) -> None:
        """Declare the bit that changes the sign of the work-item's parts of B, in either column."""
        for h, (even, odd) in enumerate(self._negative):
            if even or odd:
                bit = "1" if even and odd else "(t & 1)" if odd else "(~t & 1)"
                self.src(f"const ulong sign{h} = (ulong){bit} << 63;")

    def _multiply(self, of_a: int, of_b: int, only: int | None = None) -> None:
        """Multiply sets of fragments, or only one of B's; every other one upward, so that an operand stays."""
        rows, columns = self.p.blocks
        for j in range(columns) if only is None else (only,):
            self._change_signs(of_b, j)
            order = range(rows) if j % 2 == 0 else reversed(range(rows))
            for i in order:
                b = [right(of_b, j, v) for v in range(4)]
                a = [left(of_a, i, s) for s in range(2)]
                self.src(mma("m16n8k8", ("f64", "f64", "f64"), sums(i, j), b, a))

    def _change_signs(self, number: int, j: int) -> None:
        d = self.src.dialect
        for v in range(4):
            if any(self._negative[v % 2]):
                register = right(number, j, v)
                bits = f"{d.bits('ulong', register)} ^ sign{v % 2}"
                self.src(f"{register} = {d.bits('double', bits)};")


def sums(i: int, j: int) -> list[str]:
    """The registers of block (i, j) of a sub-group's C: rows 2t and 2t + 1 of column g, then those of column g + 8."""
    return [f"sum{i}_{j}_{v}" for v in range(4)]


def left(number: int, i: int, s: int) -> str:
    """The register of A's block ``i`` in a set of fragments: row g, depth t + 4s."""
    return f"left{number}_{i}_{s}"


def right(number: int, j: int, v: int) -> str:
    """The register of B's block ``j`` in a set of fragments: column g + 8 (v mod 2), depth t + 4 (v div 2)."""
    return f"right{number}_{j}_{v}"
