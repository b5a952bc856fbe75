"""The short way of calls on NumPy arrays to the host's own BLAS: a row a routine, from which a function is made.

Many of these calls take the host less time than it takes to check their arguments. So what is usual in every respect is
recognised and computed before anything else, and whatever is not gives None: then the routine itself is called, which
checks, and raises, or computes elsewhere. The rules are the routine's: with beta = 0 what was there is not read, outputs
overlap nothing, and factors of 0 and empty operands are left to the routine.

Functions are made of text when a routine is first called, because a loop over a row takes several times as long as what it
would do.
"""

from __future__ import annotations

import inspect
import itertools
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from autoblas.arrays.words import made
from autoblas.blas.host.blas import host_function
from autoblas.blas.host.crossover import host_call
from autoblas.blas.host.expressions import EXPRESSIONS
from autoblas.blas.host.operands import INT_MAX, address, copied, factor, is_zero, matrix, scale_parts, vector
from autoblas.blas.host.rows import ROWS

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.blas.host.rows import Row

__all__ = ["host_fast_path"]


WORDS = {
    "order": {"C": 101, "F": 102},
    "trans": {"N": 111, "T": 112, "C": 113},
    "uplo": {"U": 121, "L": 122},
    "diag": {"N": 131, "U": 132},
    "side": {"L": 141, "R": 142},
}
"""CBLAS's words for BLAS's letters."""


class _Array(NamedTuple):
    """An array of a row.

    Attributes:
        name: The argument.
        extents: Their letters; of a band those that its shape gives.
        storage: ``band`` or ``packed``.
        flip: The letter that transposes it.
        written: It is an output.
        new: It is made where the argument is None.
        checked: What is not finite in it is left to the routine: functions of BLAS multiply by zeros beside a triangle, and
            by inverses of diagonals that may overflow.
        divided: That is so of complex numbers.
        forwards: It is copied where it runs backwards.
    """

    name: str
    extents: str
    storage: str
    flip: str
    written: bool
    new: bool
    checked: bool
    divided: bool
    forwards: bool

    @staticmethod
    def of(word: str) -> _Array:
        """The array that a word of a row describes."""
        name, _, shape = word.partition(":")
        shape, _, flip = shape.rstrip("?=!~+").partition("/")
        storage = shape if len(shape) > 2 else ""
        marks = (mark in word for mark in "=?!~+")
        return _Array(name, "" if storage else shape, storage, flip, *marks)

    @property
    def is_vector(self) -> bool:
        """It has one axis."""
        return self.storage == "packed" or len(self.extents) == 1


def host_fast_path(routine: Callable[..., Any], *, columns: bool = False) -> Callable[..., Any] | None:
    """A function with the signature of a routine that computes its usual calls; it returns None of all others.

    Args:
        routine: The routine itself.
        columns: New matrices are stored by columns, and what is written is the caller's own copy, which may be spoilt
            where the result is None.
    """
    name = routine.__name__
    function = (
        EXPRESSIONS[name]
        if name in EXPRESSIONS
        else _made(name, routine, columns=columns)
        if name in ROWS
        else None
    )
    if function is not None:
        function.__qualname__ = name  # which errors about arguments that it does not have begin with
    return function


def _made(name: str, routine: Callable[..., Any], *, columns: bool) -> Callable[..., Any]:
    """The function of a row."""
    parameters = inspect.signature(routine).parameters
    plain = [parameter.replace(annotation=parameter.empty) for parameter in parameters.values()]
    lines = _Text(
        name, ROWS[name], {parameter.name: parameter.default for parameter in plain}, columns=columns
    ).lines
    head = f"{name}{inspect.Signature(plain)}"
    function: Callable[..., Any] = made(head, lines, {**_NAMES, "WORDS": _words(ROWS[name])}, __name__)
    return function


def _words(row: Row) -> dict[tuple[str, ...], tuple[int, ...]]:
    """CBLAS's words by all letters of a call, small ones too."""
    kinds = [WORDS[letter.partition("_")[0]] for letter in row.letters.split()]
    cases = [{**kind, **{letter.lower(): word for letter, word in kind.items()}} for kind in kinds]
    return {
        tuple(letter for letter, _ in pairs): tuple(word for _, word in pairs)
        for pairs in itertools.product(*(case.items() for case in cases))
    }


class _Text:
    """The statements of a function.

    Args:
        name: The routine.
        row: Its row.
        defaults: Its parameters, and what they are by default.
        columns: See ``host_fast_path``.

    Attributes:
        lines: The statements.
    """

    def __init__(self, name: str, row: Row, defaults: dict[str, Any], *, columns: bool = False) -> None:
        words = row.operands.split()
        self._columns = columns
        self.lines: list[str] = []
        self._row, self._letters = row, row.letters.split()
        self._factors = [word for word in words if ":" not in word]
        self._arrays = [_Array.of(word) for word in words if ":" in word]
        self._output = self._arrays[-1]
        self._bound: set[str] = set()
        self._options(defaults)
        late = [x for x in self._arrays if x.storage == "packed" or "s" in x.extents]
        late += [x for x in self._arrays if x.new]
        for array in (*(x for x in self._arrays if x not in late), *late):
            self._read(array)
        self._numbers()
        self._apart()
        self._unless(f"(function := host_call({name!r}, kind.precision, {self._size()})) is not None")
        self._outputs()
        self._orders()
        self._call(words)

    def _emit(self, *lines: str) -> None:
        self.lines += lines

    def _unless(self, condition: str) -> None:
        """Leave to the routine what does not fulfil a condition."""
        self._emit(f"if not ({condition}): return None")

    def _options(self, defaults: dict[str, Any]) -> None:
        """Other arguments are not given, and letters are letters."""
        used = {*self._letters, "kl", "ku", "shape"}
        used |= {x.name for x in self._arrays} | {x.rstrip(".") for x in self._factors}
        for name, default in defaults.items():
            if name not in used:
                plain = (
                    f"{name} is {default}"
                    if default in {None, False}
                    else f"type({name}) is str and {name} == {default!r}"
                )
                self._unless(plain)
        if self._letters:
            letters = ", ".join(self._letters)
            self._unless(f"{' is '.join(f'type({x})' for x in self._letters)} is str")
            self._unless(f"(words := WORDS.get(({letters},))) is not None")
            self._emit(f"{', '.join(f'{x}_' for x in self._letters)}, = words")

    def _read(self, array: _Array) -> None:
        """An array is usual, of the type of the others, and its extents fit; ``c`` may be None."""
        name, reader = array.name, "vector" if array.is_vector else "matrix"
        indent = ""
        if array.new:
            self._emit(f"made_{name} = {name} is None", f"if not made_{name}:")
            indent = "    "
        start = len(self.lines)
        copy = f"copied({reader}, {name}, {self._output.name})"
        usual = f"{reader}({name}{', True' * array.written})"
        self._unless(f"(seen := {usual if array.written else f'{usual} or {copy}'}) is not None")
        if array.forwards or (array.storage == "packed" and not array.written):
            self._unless(
                f"seen[2] {'>' if array.forwards else '=='} {int(not array.forwards)} or (seen := {copy}) is not None"
            )
        parts = ("n", "step") if array.is_vector else ("0", "1", "order", "lead")
        names = ", ".join(f"{name}_{part}" for part in (*parts, "low", "high"))
        kind = f"{name}_kind" if self._bound else "kind"
        self._emit(f"{kind}, {names}, {name} = seen")
        if kind != "kind":
            self._unless(f"{kind} is kind")
        self._bound.add("kind")
        self._extents(array)
        self.lines[start:] = [indent + line for line in self.lines[start:]]

    def _extents(self, array: _Array) -> None:
        name = array.name
        if array.storage == "packed":
            self._unless(f"{name}_step == 1 and 2 * {name}_n == n * (n + 1)")
        elif array.storage == "band":
            general = "kl, ku, shape" if "kl" in self._row.sizes else "None, None, None"
            self._unless(f"(sizes := band_sizes({name}_0, {name}_1, order_, {general})) is not None")
            self._emit("m, n, k = sizes")
            self._bound |= {"m", "n", "k"}
        else:
            if "s" in array.extents:
                self._emit("s = m if side_ == 141 else n")
                self._bound.add("s")
            values = [f"{name}_n"] if array.is_vector else [f"{name}_0", f"{name}_1"]
            if array.flip and not array.is_vector:
                self._emit(f"if {array.flip}_ != 111: {', '.join(values)} = {', '.join(reversed(values))}")
            for extent, value in zip(array.extents, values, strict=True):
                if extent not in self._bound:
                    self._emit(f"{extent} = {value}")
                    self._bound.add(extent)
                elif array.flip and array.is_vector:
                    self._unless(f"{value} == ({extent} if {array.flip}_ == 111 else {'mn'[extent == 'm']})")
                else:
                    self._unless(f"{value} == {extent}")

    def _numbers(self) -> None:
        """Factors are numbers of the type, and letters mean something to it."""
        if self._row.refused:
            self._unless(f"trans_ != {WORDS['trans'][self._row.refused]} or kind.pair is None")
        for word in self._factors:
            name, real = word.rstrip("."), ", real=True" if word.endswith(".") else ""
            if name == "beta":
                self._emit("old, blank = beta, is_zero(beta)")
                self._emit(f"beta = {'0.0' if real else 'kind.zero'} if blank else factor(beta, kind{real})")
                self._unless("beta is not None")
                self._unless(f"blank or not made_{self._output.name}")
                if self._output.extents == "nn" and not real:  # see _scaled
                    self._unless("blank or kind.pair is None or old == 1 or old.imag != 0")
            else:
                self._emit(f"{name} = factor({name}, kind{real})")
                self._unless(f"{name} is not None")

    def _apart(self) -> None:
        """Outputs share no memory with other operands."""
        for output in self._arrays:
            operands = [
                x.name for x in self._arrays if x is not output and (output.written and not x.written)
            ]
            if output.written and output is not self._arrays[-1]:  # swap
                operands = [self._arrays[-1].name]
            if operands:
                o = output.name
                apart = " and ".join(f"({x}_high <= {o}_low or {o}_high <= {x}_low)" for x in operands)
                self._unless(f"made_{o} or {apart}" if output.new else apart)

    def _size(self) -> str:
        """Expression of the size that the crossover of the routine counts."""
        if self._row.work:
            return f"kind.parts * ({self._row.work})"
        stored = next((x for x in self._arrays if not x.is_vector or x.storage), None)
        if stored is None:
            return f"{len(self._arrays)} * n * kind.size"
        if stored.storage == "packed":
            return "ap_n * kind.size"
        return f"{' * '.join(stored.extents or (f'{stored.name}_0', f'{stored.name}_1'))} * kind.size"

    def _outputs(self) -> None:
        """A new output is made, and one that is not to be read is filled with zeros."""
        output = self._output
        name = output.name
        if output.new:
            shape, sums = ", ".join(output.extents), "beta" in self._row.operands
            if output.flip:
                shape = f"{shape} if {output.flip}_ == 111 else {'mn'[shape == 'm']}"
            start = "empty" if not sums and output.is_vector else "zeros"
            by = ", 'F'" * (self._columns and not output.is_vector)
            fresh = [f"{name} = {start}(({shape}), kind.dtype{by})", f"{name}_low = address({name})"]
            order = f"102, {shape[0]}" if self._columns else f"101, {shape[-1]}"
            fresh.append(f"{name}_step = 1" if output.is_vector else f"{name}_order, {name}_lead = {order}")
            self._emit(f"if made_{name}: {'; '.join(fresh)}")
            by_parts = "kind.pair is not None and not blank and old != 1 and old.imag == 0"
            if sums and output.is_vector:
                self._emit("if blank:", f"    if not made_{name}: {name}.fill(0)", "    beta = kind.one")
                self._emit(f"elif {by_parts}:")
                whole = f"scale_parts(kind, {name}_n, beta[0], {name}_low, abs({name}_step))"
                self._emit(f"    if not {whole}: return None", "    beta = kind.one")
            elif output.extents == "mn" and sums:
                self._emit(f"if {by_parts}:")
                self._emit(f"    if not scaled(kind, {name}, beta[0]): return None", "    beta = kind.one")
        if (output.checked or output.divided) and not self._columns:
            self._emit(f"result = {name}")

    def _orders(self) -> None:
        """Matrices have one order: that of the output, or of the only matrix."""
        full = [x for x in self._arrays if not x.is_vector]
        if "order" in self._letters:
            self._emit("order = order_")
        elif full:
            copied = self._output.checked and not self._columns
            chosen = full[0] if copied or len(full) == 1 else self._output
            self._emit(f"order = {chosen.name}_order")
            full = [x for x in full if x is not chosen]
        for array in full:
            name = array.name
            if array is self._output:
                continue
            enters = f"{name}_lead, {name}_low, {name} = in_order({name}, order)"
            self._emit(f"if {name}_order != order:")
            if "_" in array.flip:  # the letter is of this matrix alone
                word = f"{array.flip}_"
                self._emit(f"    if {word} == 113 and kind.pair is not None: {enters}")
                self._emit(f"    else: {word} = 112 if {word} == 111 else 111")
            else:
                self._emit(f"    {enters}")
        if self._columns:
            return
        if self._output.checked:
            name = self._output.name
            self._emit(f"{name} = {name}.copy('C' if order == 101 else 'F')")
            self._emit(f"{name}_low, {name}_lead = address({name}), n if order == 101 else m")
        if self._output.divided:
            self._emit("if kind.pair is not None: x = x.copy(); x_low, x_step = address(x), 1")

    def _call(self, words: list[str]) -> None:
        """The function is called, and the outputs are returned."""
        arguments = ["order"] if any(not x.is_vector or x.storage for x in self._arrays) else []
        arguments += [f"{letter}_" for letter in self._letters if letter != "order"] + self._row.sizes.split()
        for word in words:
            array = _Array.of(word)
            name = array.name.rstrip(".")
            arguments.append(f"{name}_low" if ":" in word else name)
            if ":" in word and array.storage != "packed":
                arguments.append(f"{name}_step" if array.is_vector else f"{name}_lead")
        self._emit(f"function({', '.join(arguments)})")
        written = [x.name for x in self._arrays if x.written]
        if self._output.checked or self._output.divided:
            name = self._output.name
            if self._columns:
                real = "" if self._output.checked else "kind.pair is None or "
                self._unless(f"{real}is_finite({name}, {name}_low, kind)")
                self._emit(f"return {name}")
                return
            self._emit(f"if {name} is result: return result")
            self._unless(f"is_finite({name}, {name}_low, kind)")
            self._emit(f"result[...] = {name}", "return result")
        else:
            self._emit(f"return {', '.join(written)}")


def _band_sizes(
    first: int, second: int, order: int, kl: Any, ku: Any, shape: Any
) -> tuple[int, int, int] | None:
    """Rows and columns of a band matrix, and its diagonals beside the main one, if it is usual.

    Args:
        first: Rows of its storage.
        second: Columns of its storage.
        order: CBLAS's word for the order.
        kl: Diagonals below the main one; None of a triangle.
        ku: And above.
        shape: Rows and columns, or None of a square matrix.
    """
    diagonals, side = (first, second) if order == WORDS["order"]["F"] else (second, first)
    if kl is None and ku is None:
        return side, side, diagonals - 1
    if type(kl) is not int or type(ku) is not int or min(kl, ku) < 0 or kl + ku + 1 != diagonals:
        return None
    if shape is None:
        return side, side, 0
    if type(shape) is not tuple or len(shape) != 2 or not type(shape[0]) is type(shape[1]) is int:
        return None
    m, n = shape
    fits = (n if order == WORDS["order"]["F"] else m) == side and min(m, n) > 0 and max(m, n) <= INT_MAX
    return (m, n, 0) if fits else None


def _scaled(kind: Any, array: Any, by: float) -> bool:
    """Multiply the parts of a matrix of complex numbers by a real one; whether that was done.

    Libraries differ in what they make of infinities there. Of a triangle the routine does it.
    """
    lines = array if array.strides[1] == kind.size else array.T
    if lines.flags.c_contiguous:
        lines = lines.reshape(1, -1)
    return all(scale_parts(kind, line.size, by, address(line), 1) for line in lines)


def _in_order(array: Any, order: int) -> tuple[int, int, Any]:
    """The leading dimension and the address of a copy of a matrix in another order, and the copy."""
    copy = array.copy("C" if order == WORDS["order"]["C"] else "F")
    return copy.shape[order == WORDS["order"]["C"]], address(copy), copy


def _is_finite(array: Any, start: int, kind: Any) -> bool:
    """True if all elements of a dense array are finite, and their sum is."""
    total = host_function("asum", kind.precision)(array.size, start, 1)  # type: ignore[misc]  # whoever has others has it
    return bool(total - total == 0)


_NAMES = {
    "address": address, "band_sizes": _band_sizes, "copied": copied, "empty": np.empty, "factor": factor,
    "host_call": host_call, "in_order": _in_order, "is_finite": _is_finite, "is_zero": is_zero, "matrix": matrix,
    "scale_parts": scale_parts, "scaled": _scaled,
    "vector": vector, "zeros": np.zeros,
}  # fmt: skip
"""Values of the names in the texts."""
