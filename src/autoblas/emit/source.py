"""The text of one kernel: indented lines, blocks that close themselves, loops, and barriers in pairs."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from autoblas.emit.arguments import passed
from autoblas.emit.dialect import LocalArray
from autoblas.emit.scalars import from_memory
from autoblas.emit.wrapping import CONTINUED, WIDTH, wrapped

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from contextlib import AbstractContextManager

    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect
    from autoblas.precision import Precision

__all__ = ["Source", "declare_complex"]


@dataclass
class Source:
    """An indented list of lines of C.

    Attributes:
        dialect: The kernel language.
        lines: The lines so far.
        depth: Open blocks.
        arrays: Local memory of the kernel that is being written, by the index of the line that will declare it.
    """

    dialect: Dialect
    lines: list[str] = field(default_factory=list)
    depth: int = 0
    arrays: dict[int, LocalArray] = field(default_factory=dict)

    def __call__(self, text: str) -> None:
        """Append one line of C."""
        self.lines.append("  " * self.depth + text)

    def __str__(self) -> str:
        """The text, in which long lines continue below."""
        return "\n".join([line if len(line) <= WIDTH else wrapped(line) for line in self.lines]) + "\n"

    def comment(self, text: str) -> None:
        """Append a line that the compiler ignores."""
        self(f"// {text}")

    @contextmanager
    def block(self, head: str = "") -> Iterator[None]:
        """``head { ... }``."""
        self(f"{head} {{".lstrip())
        self.depth += 1
        yield
        self.depth -= 1
        self("}")

    def loop(self, var: str, start: object, stop: object, step: object = 1) -> AbstractContextManager[None]:
        """A C loop that counts ``var`` upward from ``start`` to below ``stop``."""
        advance = f"++{var}" if step == 1 else f"{var} += {step}"
        return self.block(f"for (int {var} = {start}; {var} < {stop}; {advance})")

    def local_array(self, kind: str, *declarators: str, align: int = 0) -> None:
        """Declare memory of the work-group: arrays or variables, aligned to so many bytes.

        The statement is written when the kernel is complete, because it may depend on how much memory there is in all.
        """
        self.arrays[len(self.lines)] = LocalArray(kind, declarators, align)
        self("")

    @contextmanager
    def staged(self) -> Iterator[None]:
        """A use of local memory that the work-group has just filled, between two barriers.

        The second barrier keeps fast work-items from refilling what slow ones still read; kernels get both from
        here because the second one is easily forgotten and its absence does not show on every device.
        """
        self(self.dialect.barrier)
        yield
        self(self.dialect.barrier)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """One iteration of a double-buffered loop, which reads one buffer in local memory while it fills the other: ends in a barrier.

        One barrier is enough: no work-item reads what an iteration fills before it ends, and none fills what it reads.
        """
        yield
        self(self.dialect.barrier)

    @contextmanager
    def halved(self, var: str, count: int) -> Iterator[None]:
        """A tree reduction in local memory: in each round the second half of ``count`` elements is added to the first half.

        A barrier begins each round. The element at ``var + half_size`` is added to the one at ``var``; the sum ends up in the
        first element, visible to the work-items that added to it.

        Args:
            var: The number of the work-item among those that add.
            count: Elements, a power of two.
        """
        with self.block(f"for (int half_size = {count // 2}; half_size > 0; half_size /= 2)"):
            self(self.dialect.barrier)
            with self.block(f"if ({var} < half_size)"):
                yield

    @contextmanager
    def kernel(
        self,
        name: str,
        arguments: Sequence[Argument],
        group: tuple[int, int],
        *precisions: Precision,
        worked: Precision | None = None,
        attributes: str = "",
        functions: Sequence[str] = (),
    ) -> Iterator[None]:
        """An entry point.

        Args:
            name: Its name.
            arguments: Its arguments, in order.
            group: Work-items of its work-group along each dimension.
            precisions: The types that occur in it.
            worked: The compute type, if elements are multiplied.
            attributes: Attributes beside the size of its work-group.
            functions: Lines of the functions that it calls.
        """
        for line in dict.fromkeys(self.dialect.prelude(precision.part) for precision in precisions):
            if line:
                self(line)
        if worked is not None and worked.is_complex:
            declare_complex(self, worked)
        for line in functions:
            self(line)
        entry = len(self.lines)
        self(self.dialect.entry_point(group, attributes))
        for line in self._signature(name, arguments):
            self(line)
        with self.block():
            if self.dialect.begin:
                self(self.dialect.begin)
            self._read_numbers(arguments)
            yield
        self._declare_arrays(entry)

    def _read_numbers(self, arguments: Sequence[Argument]) -> None:
        """Read the arguments that are numbers in memory."""
        d = self.dialect
        types = {argument.name: argument.type for argument in arguments} if d.in_memory else {}
        for number in d.in_memory:
            target = types[number.name]
            if not isinstance(target, str):
                self(f"const {d.element(target)} {number.name} = {from_memory(d, number, target)};")

    def _declare_arrays(self, entry: int) -> None:
        """Write the statements that declare local memory, and before the entry point the line that they need."""
        needed, statements = self.dialect.local_arrays(tuple(self.arrays.values()))
        for line_number, statement in zip(self.arrays, statements, strict=True):
            self.lines[line_number] += statement
        self.arrays.clear()
        if needed:
            self.lines.insert(entry, needed)

    def _signature(self, name: str, arguments: Sequence[Argument]) -> list[str]:
        """A kernel's name and arguments, in one line, or in a line for each operand with its scalars."""
        d = self.dialect
        arguments = [part for argument in arguments for part in passed(argument, d.in_memory)]
        declared = [d.declare(argument) for argument in arguments]
        added = [d.launched] if d.launched else []
        whole = f"{name}({', '.join((*declared, *added))})"
        if len(whole) <= WIDTH:
            return [whole]
        lines: list[str] = []
        for argument, text in zip(arguments, declared, strict=True):
            if not lines or argument.kind != "scalar":
                lines.append(f"{CONTINUED}{text},")
            else:
                lines[-1] += f" {text},"
        lines += [f"{CONTINUED}{text}," for text in added]
        return [f"{name}(", *lines[:-1], f"{lines[-1][:-1]})"]


def declare_complex(src: Source, precision: Precision) -> None:
    """Functions on a complex type: ``times`` for the product, ``scale`` for that with a factor, ``conj`` for the conjugate."""
    d, ctype = src.dialect, src.dialect.element(precision)
    with src.block(f"{d.function}{ctype} times({ctype} a, {ctype} b)"):
        src(f"return {d.construct(ctype, 'a.x * b.x - a.y * b.y', 'a.x * b.y + a.y * b.x')};")
    with src.block(f"{d.function}{ctype} scale({ctype} a, {ctype} b)"):
        src(f"return a.y == 0 ? {d.construct(ctype, 'a.x * b.x', 'a.x * b.y')} : times(a, b);")
    with src.block(f"{d.function}{ctype} conj({ctype} a)"):
        src(f"return {d.construct(ctype, 'a.x', '-a.y')};")
