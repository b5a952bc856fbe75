"""The options that several commands share, so that they look and mean the same everywhere."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, get_args

import click

from autoblas.errors import ArgumentError
from autoblas.isolate import progress
from autoblas.plan.layouts.product import ProductLayout
from autoblas.precision import (
    PRECISIONS,
    TYPES,
    Precision,
    default_accumulator,
    default_result,
    listed,
    precision_of,
)
from autoblas.problems.matmul import Activation, Bias
from autoblas.problems.views import MatrixView

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.problems import Accuracy, Matmul

__all__ = [
    "Product",
    "Seconds",
    "SizesCommand",
    "Whole",
    "accuracy_choice",
    "accuracy_option",
    "device_option",
    "dtype_option",
    "fixed_option",
    "gemm_problem",
    "json_context",
    "json_option",
    "limit_option",
    "product_options",
    "seed_option",
    "shapes_of",
    "sizes_options",
    "transpose_options",
    "turns_option",
    "with_options",
]

LARGEST = (1 << 63) - 1
"""No memory holds more, and models of time compute with sizes as floating-point numbers."""

SHOWN = 40
"""Characters of a value that a message repeats."""

LONGEST = 1e9
"""Seconds: thirty years; systems cannot wait for ten times as long."""


class Whole(click.IntRange):
    """A whole number below 2^63."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number."""
        try:
            number = int(value)
        except (ValueError, OverflowError):
            number = None
        if number is None or number < (self.min or 0) or number > LARGEST:
            least = "at most 2^63 - 1" if number and number > LARGEST else f"{self.min or 0} or more"
            self.fail(f"expected a whole number, {least}, got {shortened(value)}", param, ctx)
        return number


class Seconds(click.FloatRange):
    """A time of up to ``LONGEST`` seconds."""

    name = "seconds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number."""
        try:
            seconds = float(value)
        except ValueError:
            seconds = math.nan
        least = self.min or 0.0
        if not (least <= seconds <= LONGEST and (seconds > least or not self.min_open)):
            limit = "more than 0" if not least else f"{least:g} or more"
            self.fail(
                f"expected seconds, {limit} and at most {LONGEST:g}, got {shortened(value)}", param, ctx
            )
        return seconds


def shortened(value: Any) -> str:
    """A value as a message repeats it."""
    text = str(value)
    return repr(text if len(text) <= SHOWN else f"{text[:SHOWN]}...")


GROUPS = {
    "Search": {"strategy", "seconds", "evaluations", "trials", "top", "seed", "limit", "fix", "fresh"},
    "Output": {"as_json", "verbose", "help"},
    "Cluster": {"scheduler", "workers", "bundle"},
}
"""Groups of the options of a search, by their names; the others describe the problem and its device."""


class SizesCommand(click.Command):
    """A command whose repeated options of sizes take several values at once: ``-n 256 1024`` is ``-n 256 -n 1024``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """The arguments with the option in front of each value.

        Raises:
            click.UsageError: several values stand behind an option that takes one.
        """
        options = {
            name: option
            for option in self.params
            if isinstance(option, click.Option) and isinstance(option.type, Whole)
            for name in option.opts
        }
        spread: list[str] = []
        name = ""
        for word in args:
            if not word.isdecimal():
                name = word if word in options else ""
            elif name and spread[-1] != name:
                if not options[name].multiple:
                    raise click.UsageError(f"{name} takes one value here, so run the command for each", ctx)
                spread.append(name)
            spread.append(word)
        return super().parse_args(ctx, spread)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options in groups where a search has many of them."""
        rows: dict[str, list[tuple[str, str]]] = {title: [] for title in ("Problem", *GROUPS)}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx) if isinstance(parameter, click.Option) else None
            if record is not None:
                titles = (title for title, names in GROUPS.items() if parameter.name in names)
                rows[next(titles, "Problem")].append(record)
        if not any(parameter.name == "evaluations" for parameter in self.params):
            super().format_options(ctx, formatter)
            return
        for title, records in rows.items():
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)


Command = Callable[..., Any]


def with_options(function: Command, options: Sequence[Callable[[Command], Command]]) -> Command:
    """A command with options that its help lists in this order, before those that it has."""
    for option in reversed(options):
        function = option(function)
    return function


device_option = click.option(
    "--device",
    metavar="DEVICE",
    help='cpu, gpu or accelerator (gpu1 is the second GPU), an INDEX of "autoblas devices", TEXT in a device\'s or '
    "platform's name, or cuda (cuda:1 is the second card) for an NVIDIA card through CUDA.  "
    '[default: AUTOBLAS_DEVICE, else the one that "autoblas devices" calls default]',
)
"""``device``: a choice as ``devices.opencl.selection.choose`` takes it, or None."""

_TYPES = click.Choice([*TYPES], case_sensitive=False)

dtype_option = click.option(
    "--dtype",
    type=_TYPES,
    metavar="TYPE",
    default=next(iter(PRECISIONS)),
    show_default=True,
    help=f"Type of the elements: {listed([*TYPES])}.",
)
"""``dtype``: the name of a precision."""


def _set_limit(_context: click.Context, _option: click.Parameter, seconds: float | None) -> None:
    if seconds is not None:
        progress.set_limit(seconds)


limit_option = click.option(
    "--limit",
    type=Seconds(min=0.1),
    expose_value=False,
    callback=_set_limit,
    help="Seconds that compiling a kernel, or running it once, may take before the command is stopped.  [default: "
    f"{progress.LIMIT:g}, more for large problems]",
)
"""Passes no argument: the limit is set for all kernels of the process."""

turns_option = click.option(
    "--trials", type=Whole(min=1), default=5, show_default=True, help="Turns to time; each has several calls."
)
"""``trials``: rounds of a comparison in which everything that is timed has its turn."""

seed_option = click.option(
    "--seed", type=Whole(min=0), default=0, show_default=True, help="Seed of the random data."
)
"""``seed``: what random operands are drawn from."""

_JSON = "autoblas.cli.json"


def _remember_json(ctx: click.Context, _: click.Parameter, value: bool) -> bool:
    if value:
        ctx.meta[_JSON] = ctx
    return value


json_option = click.option("--json", "as_json", is_flag=True, callback=_remember_json, help="Print JSON.")
"""``as_json``: whether to print for programs instead of people."""


def json_context(ctx: click.Context) -> click.Context | None:
    """The context of the command that was called with ``--json``, in or below this one; None where none was."""
    context: click.Context | None = ctx.meta.get(_JSON)
    return context


def sizes_options(function: Command) -> Command:
    """Pass ``m``, ``n`` and ``k`` from ``-m``, ``-n`` and ``-k``.

    ``-n`` alone means square matrices: ``m`` and ``k`` are ``n`` where they are not given.
    """

    @functools.wraps(function)
    def with_sizes(*args: Any, m: int | None, n: int, k: int | None, **kwargs: Any) -> Any:
        return function(*args, m=n if m is None else m, n=n, k=n if k is None else k, **kwargs)

    size = Whole(min=1)
    command = click.option("-k", type=size, help="Columns of A and rows of B.  [default: as -n]")(with_sizes)
    command = click.option("-n", type=size, required=True, help="Columns of B and C.")(command)
    return click.option("-m", type=size, help="Rows of A and C.  [default: as -n]")(command)


def transpose_options(function: Command) -> Command:
    """Pass ``trans_a`` and ``trans_b``, each ``"N"``, ``"T"`` or ``"C"``, from ``--trans-a`` and ``--trans-b``."""
    for matrix in "BA":
        function = click.option(
            f"--trans-{matrix.lower()}",
            type=click.Choice(["N", "T", "C"], case_sensitive=False),
            default="N",
            show_default=True,
            help=f"Use {matrix} as it is, transposed, or conjugated and transposed (for real numbers: transposed).",
        )(function)
    return function


class Assignment(click.ParamType[tuple[str, Any]]):
    """``NAME=VALUE`` with a value that is an integer, true or false, or a word."""

    name = "NAME=VALUE"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, Any]:
        """The name and the value."""
        if isinstance(value, tuple):
            return value
        name, equals, text = str(value).partition("=")
        if not equals or not name or not text:
            self.fail(f"{value!r} is not NAME=VALUE", param, ctx)
        words: dict[str, Any] = {"true": True, "false": False}
        return name, words[text.lower()] if text.lower() in words else _number_or_word(text)


def _number_or_word(text: str) -> int | str:
    return int(text) if text.isdecimal() and len(text) < 19 else text


def fixed_option(function: Command) -> Command:
    """Pass ``fixed``, a dictionary of the parameters that ``--fix NAME=VALUE`` held at a value."""

    @functools.wraps(function)
    def with_fixed(*args: Any, fix: tuple[tuple[str, Any], ...], **kwargs: Any) -> Any:
        return function(*args, fixed=dict(fix), **kwargs)

    text = (
        "Fix a parameter at a value. kernel=gemm_panel fixes the kernel, kernel=gemm_panel,gemm_tile allows two. "
        "May be repeated."
    )
    return click.option("--fix", type=Assignment(), multiple=True, help=text)(with_fixed)


@dataclass(frozen=True)
class Product:
    """Description of a product beside its sizes, from options.

    Attributes:
        trans_a: ``"N"``, ``"T"`` or ``"C"`` for A.
        trans_b: ``"N"``, ``"T"`` or ``"C"`` for B.
        type_a: Element type of A.
        type_b: Element type of B.
        type_c: Element type of C.
        accumulator: Type that products are summed in.
        items: Products of a batch; 1 where there is none.
        accuracy: What arithmetic may take the place of the accumulator's own.
        bias: The size of C that a vector runs along which is added; none where empty.
        activation: The function that is applied to the sum; none where empty.
    """

    trans_a: str
    trans_b: str
    type_a: Precision
    type_b: Precision
    type_c: Precision
    accumulator: Precision
    items: int = 1
    accuracy: Accuracy = "standard"
    bias: Bias = ""
    activation: Activation = ""

    @property
    def words(self) -> str:
        """Types, batch, accuracy, bias and activation, where they are worth a word."""
        types = [self.type_a.name, self.type_b.name, self.type_c.name]
        words = types[:1] if len(set(types)) == 1 else [f"{types[0]}*{types[1]}={types[2]}"]
        if self.accumulator is not default_accumulator(self.type_a, self.type_b, self.type_c):
            words.append(f"in {self.accumulator.name}")
        words += [f"{self.items} items"] if self.items > 1 else []
        words += [f"accuracy {self.accuracy}"] if self.accuracy != "standard" else []
        words += [f"bias of {self.bias}"] if self.bias else []
        words += [self.activation] if self.activation else []
        return ", ".join(words)

    def problem(self, m: int, n: int, k: int) -> Matmul:
        """The product of dense row-major matrices, either of them transposed or not, as a call of ``gemm`` meets it."""
        a, b = (
            self._view(precision, rows, cols)
            if trans == "N"
            else self._view(precision, cols, rows).transposed
            for precision, rows, cols, trans in (
                (self.type_a, m, k, self.trans_a),
                (self.type_b, k, n, self.trans_b),
            )
        )
        c = self._view(self.type_c, m, n)
        steps = (int(m > 1), 0) if self.bias == "rows" else (0, int(n > 1))
        bias = MatrixView(self.type_c, m, n, *steps) if self.bias else None
        conjugate = "".join(
            x
            for x, trans in (("a", self.trans_a), ("b", self.trans_b))
            if trans == "C" and self.type_a.is_complex
        )
        if c.order == "col":  # a column, which is computed as its transpose
            a, b, c = b.transposed, a.transposed, c.transposed
            bias = bias and bias.transposed
            conjugate = "".join(sorted({"a": "b", "b": "a"}[x] for x in conjugate))
        kinds: dict[str, Any] = {"accuracy": self.accuracy, "activation": self.activation, "bias": bias}
        return ProductLayout(a, b, c, self.accumulator, conjugate, **kinds).problem

    @property
    def batch(self) -> tuple[int, ...]:
        """Leading sizes of the operands: the number of items, of a batch."""
        return (self.items,) if self.items > 1 else ()

    def operands(
        self, array: Callable[[tuple[int, ...], Precision], Any], m: int, n: int, k: int
    ) -> list[Any]:
        """A and B as they are stored, transposed or not.

        Args:
            array: Creates an array of a shape and type.
            m: Rows of C.
            n: Columns of C.
            k: Terms of each sum.
        """
        shapes = (
            ((m, k) if self.trans_a == "N" else (k, m), self.type_a),
            ((k, n) if self.trans_b == "N" else (n, k), self.type_b),
        )
        return [array((*self.batch, *shape), precision) for shape, precision in shapes]

    def epilogue(self, vector: Callable[[tuple[int, ...]], Any], m: int, n: int) -> dict[str, Any]:
        """The arguments of ``gemm`` for bias and activation, if there are any.

        Args:
            vector: Creates an array of a shape.
            m: Rows of C.
            n: Columns of C.
        """
        arguments: dict[str, Any] = {"activation": self.activation} if self.activation else {}
        if self.bias:
            arguments["bias"] = vector((m, 1) if self.bias == "rows" else (n,))
        return arguments

    def _view(self, precision: Precision, rows: int, cols: int) -> MatrixView:
        step = rows * cols if self.items > 1 else 0
        return MatrixView(precision, rows, cols, max(cols, 1), 1, self.items, step)


def product_options(function: Command) -> Command:
    """Pass ``product``, from the options for types, transposes, batch, accuracy, bias and activation."""

    @functools.wraps(function)
    def with_product(
        *args: Any,
        dtype: str,
        dtype_a: str | None,
        dtype_b: str | None,
        dtype_c: str | None,
        accumulator: str | None,
        trans_a: str,
        trans_b: str,
        items: int,
        accuracy: Accuracy,
        bias: Bias | None,
        activation: Activation | None,
        **kwargs: Any,
    ) -> Any:
        a, b = (precision_of(operand_type or dtype) for operand_type in (dtype_a, dtype_b))
        c = precision_of(dtype_c) if dtype_c else default_result(a, b) or precision_of(dtype)
        default = default_accumulator(a, b, c)
        summed = precision_of(accumulator) if accumulator else default
        if summed is not default and not (summed.kind == default.kind == "real"):
            raise ArgumentError("--accumulator", f"{default.name} for these operands", summed.name)
        if items > 1 and (bias or activation):
            raise ArgumentError("--items", "1 with --bias or --activation", str(items))
        if activation and c.kind != "real":
            raise ArgumentError("--activation", "a C of real floating-point numbers", c.name)
        kinds = (a, b, c, summed, items, accuracy, bias or "", activation or "")
        made = Product(trans_a.upper(), trans_b.upper(), *kinds)
        return function(*args, product=made, **kwargs)

    return dtype_option(transpose_options(with_options(with_product, _options_of_products())))


def _options_of_products() -> tuple[Callable[[Command], Command], ...]:
    """Options that only products have."""
    types = (
        click.option(
            f"--dtype-{x}",
            type=_TYPES,
            metavar="TYPE",
            help=f"Type of {x.upper()}.  [default: as --dtype{exception}]",
        )
        for x, exception in (("a", ""), ("b", ""), ("c", ", but of integers a type that sums have"))
    )
    return (
        *types,
        click.option(
            "--accumulator",
            type=_TYPES,
            metavar="TYPE",
            help="Type that products are summed in.  [default: the widest of the three, float32 for float16 and bfloat16, of integers that of C]",
        ),
        click.option(
            "--items",
            type=Whole(min=1),
            default=1,
            show_default=True,
            help="Products of a batch, in one launch.",
        ),
        accuracy_option("gemm"),
        click.option(
            "--bias",
            type=click.Choice([name for name in get_args(Bias) if name]),
            help="Add a vector with a number for each row of C, or for each column.",
        ),
        click.option(
            "--activation",
            type=click.Choice([name for name in get_args(Activation) if name]),
            help="Function that is applied to C; see help(autoblas.gemm).",
        ),
    )


def accuracy_option(routine: str) -> Callable[[Command], Command]:
    """The option ``--accuracy`` of a routine that takes the argument."""
    return click.option("--accuracy", **_accuracy(routine))


def accuracy_choice(routine: str) -> click.Option:
    """The option ``--accuracy`` as an object, for lists of options."""
    return click.Option(["--accuracy"], **_accuracy(routine))


def _accuracy(routine: str) -> dict[str, Any]:
    return {
        "type": click.Choice(["standard", "strict", "fast"]),
        "default": "standard",
        "show_default": True,
        "help": f"What arithmetic may be used; see help(autoblas.{routine}).",
    }


def shapes_of(m: Sequence[int], n: Sequence[int], k: Sequence[int]) -> list[tuple[int, int, int]]:
    """The sizes that repeated ``-m``, ``-n`` and ``-k`` name: one value of ``m`` or ``k`` goes with every ``n``.

    Raises:
        ArgumentError: there are as many values of neither one nor ``n``.
    """
    lists = []
    for name, values in (("-m", m), ("-k", k)):
        if len(values) not in {0, 1, len(n)}:
            raise ArgumentError(name, f"once, or {len(n)} times like -n", f"{len(values)} times")
        lists.append(list(n) if not values else list(values) * (len(n) if len(values) == 1 else 1))
    return list(zip(lists[0], n, lists[1], strict=True))


def gemm_problem(m: int, n: int, k: int, dtype: str, trans_a: str, trans_b: str) -> Matmul:
    """The product of dense row-major matrices of one type, either of them transposed or not."""
    precision = precision_of(dtype)
    result = default_result(precision, precision) or precision
    kinds = (precision, precision, result, default_accumulator(precision, precision, result))
    return Product(trans_a.upper(), trans_b.upper(), *kinds).problem(m, n, k)
