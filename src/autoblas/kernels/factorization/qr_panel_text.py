"""The text of Householder's factors of a panel; see ``qr_panel``.

A reflector is that of LAPACK's ``larfg``: H = 1 - tau v v^H with v[k] = 1 and H^H x = beta e_k, beta real and of the sign
opposite to that of the real part of x[k]. The squares of a column whose sum leaves the range are summed anew, of elements
that are divided by the sum of their magnitudes; a column whose magnitudes sum to no normal number counts as zero.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autoblas.emit.expressions import enclosed, plus, times
from autoblas.kernels.factorization.panel_text import PanelText

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.emit.arguments import Argument
    from autoblas.problems.factorization import Factorization

__all__ = ["QrPanelText", "sums"]

RANGES = {
    "float": ("1e-24f", "1e36f", "1.1754944e-38f"),
    "double": ("1e-270", "1e300", "2.2250738585072014e-308"),
}
"""By a type, the least and the largest sum of squares to be trusted, and the least normal number."""


def sums(p: Any, q: Factorization) -> int:
    """Sums that the work-items of a team add up at once."""
    count: int = p.block * q.precision.parts
    return max(count, 2)


class QrPanelText(PanelText):
    """Writes the kernel at one point."""

    def write(self, arguments: tuple[Argument, ...]) -> str:
        """The whole text."""
        src, p, d, q = self.src, self.p, self.d, self.q
        with src.kernel("qr_panel", arguments, (p.items, 1), *q.computed, worked=q.precision):
            if p.team > 1:
                src.local_array(self.real, f"sums[{sums(p, q) * p.items}]", align=64)
            self._declare_copy()
            src(f"const int lane = {f'item % {p.team}' if p.team > 1 else 0};")
            src(f"const int team = {f'item / {p.team}' if p.team > 1 else 'item'};")
            src("tau += tau_offset;")
            if q.batched:
                src(f"const {d.index} set = {d.group_id(0)};")
                columns = times(enclosed(plus("n", p.block - 1)), len(self.parts))
                src(f"a += set * a_step; tau += set * tau_step; panel += set * {columns} * pitch;")
            self._copy_in(f"j < {plus('n', p.block - 1)}")
            self._synchronise()
            with src.loop("k", "0", "n"):
                self._declare_norm()
                self._declare_reflector()
                self._store_reflector()
                self._synchronise()
                self._reflect()
                self._synchronise()
            with src.loop("i", "item", "m", p.items), src.loop("j", "0", "min(i, n)"):
                value = self._element([f"*({self._column('j', part)} + i)" for part in self.parts])
                src(f"{self.a.element(d, 'i', 'j')} = {value};")
        return str(src)

    def _rows(self, row: str, item: str, items: int, guard: str = "") -> Any:
        """A loop over vectors of rows, the first of which may begin above ``row``; of one of so many work-items."""
        p = self.p
        begin = f"{row} / {p.lanes} * {p.lanes}" if p.lanes > 1 else row
        begin = plus(begin, times(item, p.lanes)) if items > 1 else begin
        return self.src.block(f"for (int i = {begin}; {guard}i < m; i += {items * p.lanes})")

    def _compared(self, operator: str, value: str, otherwise: str) -> str:
        """``value`` in the lanes whose row compares so with k, elsewhere ``otherwise``."""
        d, p = self.d, self.p
        if p.lanes == 1:
            return d.where(f"i {operator} k", value, otherwise)
        lanes = d.construct(self.indices, *map(str, range(p.lanes)))
        rows = f"{d.splat(self.index, p.lanes, d.converted(self.index, 1, 'i'))} + {lanes}"
        row = d.splat(self.index, p.lanes, d.converted(self.index, 1, "k"))
        return d.where(f"{rows} {operator} {row}", value, otherwise)

    def _number(self, value: str) -> str:
        return self.d.construct(self.vector, value) if self.p.lanes > 1 else f"({self.real}){value}"

    def _sum(self, names: Sequence[str]) -> None:
        """Add up vectors of the work-items of a team; declares a number ``sum_NAME`` for each."""
        src, d, p = self.src, self.d, self.p
        values = [
            " + ".join(d.lane(name, p.lanes, lane) for lane in range(p.lanes)) if p.lanes > 1 else name
            for name in names
        ]
        if p.team == 1:
            for name, value in zip(names, values, strict=True):
                src(f"{self.real} sum_{name} = {value};")
            return
        slots = [plus(number * p.items, "item") for number in range(len(names))]
        for slot, value in zip(slots, values, strict=True):
            src(f"sums[{slot}] = {value};")
        with src.halved("lane", p.team):
            for slot in slots:
                src(f"sums[{slot}] += sums[{slot} + half_size];")
        src(d.barrier)
        for name, slot in zip(names, slots, strict=True):
            src(f"{self.real} sum_{name} = sums[{slot} - lane];")
        src(d.barrier_of_all)

    def _add_squares(self, scale: str = "") -> None:
        """Add squares of column k below the diagonal, scaled or not."""
        with self._rows("(k + 1)", "lane", self.p.team):
            for part in self.parts:
                value = self._compared(">", self._load("k", part, "i"), self._number("0"))
                self.src(f"const {self.vector} x{part} = ({value}){scale};")
                self.src(f"squares += x{part} * x{part};")
                if not scale:
                    self.src(f"magnitudes += fabs(x{part});")

    def _declare_norm(self) -> None:
        """Declare the diagonal's element of column k, sums over what is below it, and the scale; write what is above it."""
        src, d = self.src, self.d
        low, high, least = RANGES[self.real]
        for part in self.parts:
            src(f"{self.real} alpha{part} = *({self._column('k', part)} + k);")
        src(f"{self.vector} magnitudes = {self._number('0')}, squares = {self._number('0')};")
        self._add_squares()
        with src.loop("i", "item", "k", self.p.items):
            value = self._element([f"*({self._column('k', part)} + i)" for part in self.parts])
            src(f"{self.a.element(d, 'i', 'k')} = {value};")
        self._sum(["magnitudes", "squares"])
        beside = "".join(f" + fabs(alpha{part})" for part in self.parts[1:])
        src(
            f"const int none = sum_magnitudes{beside} == 0 || sum_magnitudes + fabs(alpha0){beside} < {least};"
        )
        src(f"{self.real} unit = 1;")
        diagonal = " + ".join(f"alpha{part} * alpha{part}" for part in self.parts)
        src(f"{self.real} length = sum_squares + {diagonal};")
        with src.block(f"if (!none && !(length > {low} && length < {high}))"):
            src(f"unit = 1 / (sum_magnitudes + fabs(alpha0){beside});")
            src(f"squares = {self._number('0')};")
            self._add_squares(" * unit")
            self._sum(["squares"])
            for part in self.parts:
                src(f"alpha{part} *= unit;")
            src(f"length = sum_squares + {diagonal};")

    def _declare_reflector(self) -> None:
        """Declare beta, tau and the factor of v; a column of zeros below the diagonal has tau = 0 and stays."""
        src, real = self.src, self.real
        src(f"const {real} beta = none ? alpha0 : alpha0 < 0 ? sqrt(length) : -sqrt(length);")
        src(f"const {real} tau0 = none ? 0 : (beta - alpha0) / beta;")
        src(f"const {real} d0 = none ? 1 : alpha0 - beta;")
        if len(self.parts) == 1:
            src(f"const {real} s0 = none ? 0 : unit / d0;")
        else:
            src(f"const {real} tau1 = none ? 0 : -alpha1 / beta;")
            src(f"const {real} size = d0 * d0 + alpha1 * alpha1;")
            src(f"const {real} s0 = none ? 0 : d0 / size * unit, s1 = none ? 0 : -alpha1 / size * unit;")
        with src.block("if (item == 0)"):
            zero = ["0"] * (len(self.parts) - 1)
            src(f"{self.a.element(self.d, 'k', 'k')} = {self._element(['beta / unit', *zero])};")
            src(f"tau[k] = {self._element([f'tau{part}' for part in self.parts])};")

    def _store_reflector(self) -> None:
        """Put v in place of column k: zeros, 1 on the diagonal, and scaled elements below."""
        below = ["x0 * s0"] if len(self.parts) == 1 else ["x0 * s0 - x1 * s1", "x0 * s1 + x1 * s0"]
        with self._rows("k", "item", self.p.items):
            for part in self.parts:
                self.src(f"const {self.vector} x{part} = {self._load('k', part, 'i')};")
            for part, value in zip(self.parts, below, strict=True):
                above = self._compared("==", self._number("1"), self._number("0")) if part == 0 else ""
                self._store("k", part, "i", self._compared(">", value, above or self._number("0")))

    def _reflect(self) -> None:
        """Reflect the later columns, a block of them by each team: c -= conj(tau) (v^H c) v."""
        src, p = self.src, self.p
        teams, block = p.items // p.team, range(p.block)
        names = [(f"t{e}_{part}", e, part) for e in block for part in self.parts]
        with src.loop("start", "k + 1", "n", teams * p.block):
            src(f"const int j = {plus('start', times('team', p.block)) if teams > 1 else 'start'};")
            for name, _, _ in names:
                src(f"{self.vector} {name} = {self._number('0')};")
            with self._rows("k", "lane", p.team, "j < n && "):
                self._load_rows(block)
                for e in block:
                    if len(self.parts) == 1:
                        src(f"t{e}_0 += l0 * c{e}_0;")
                        continue
                    src(f"t{e}_0 += l0 * c{e}_0; t{e}_0 += l1 * c{e}_1;")
                    src(f"t{e}_1 += l0 * c{e}_1; t{e}_1 -= l1 * c{e}_0;")
            self._sum([name for name, _, _ in names])
            for e in block:
                re, im = f"sum_t{e}_0", f"sum_t{e}_1"
                if len(self.parts) == 1:
                    src(f"const {self.real} w{e}_0 = tau0 * {re};")
                    continue
                src(f"const {self.real} w{e}_0 = tau0 * {re} + tau1 * {im};")
                src(f"const {self.real} w{e}_1 = tau0 * {im} - tau1 * {re};")
            with self._rows("k", "lane", p.team, "j < n && "):
                self._load_rows(block)
                for e in block:
                    self._subtract(f"c{e}_", ["l0", "l1"], [f"w{e}_0", f"w{e}_1"])
                    for part in self.parts:
                        self._store(plus("j", e), part, "i", f"c{e}_{part}")

    def _load_rows(self, block: range) -> None:
        """Declare a vector of v and of a block of columns."""
        for part in self.parts:
            self.src(f"const {self.vector} l{part} = {self._load('k', part, 'i')};")
        for e in block:
            for part in self.parts:
                self.src(f"{self.vector} c{e}_{part} = {self._load(plus('j', e), part, 'i')};")
