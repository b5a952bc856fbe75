"""Writes the public routines from their table: signatures, docstrings, and calls of the functions that make plans.

    python tools/routines.py

It prints ``src/autoblas/blas/routines.py``; with ``--write`` it writes that file, and the public names of the
package in ``src/autoblas/__init__.py``.
"""

from __future__ import annotations

import inspect
import re
import sys
import textwrap
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from autoblas.blas import types
from autoblas.blas.table.routine import DEVICES, Argument, Routine, option
from autoblas.blas.table.rows import ROUTINES

if TYPE_CHECKING:
    from collections.abc import Mapping

FOLDER = Path(__file__).resolve().parents[1] / "src" / "autoblas" / "blas"

WIDTH = 120
"""Of lines of the generated file, which is mostly prose."""

NAME, PUBLIC = r'"(\w+)"', re.compile(r"__all__ = \[([^]]*)\]")
IMPORT = re.compile(r"    from autoblas\.blas\.routines import \([^)]*\)")

NOQA = {"sum": "  # noqa: A004  # BLAS extensions call it so"}

QUEUE = option(
    "queue",
    "Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.",
    annotation="Queue | None",
)
WAIT_FOR = option(
    "wait_for",
    "Events to wait for before the device starts, besides those that the arrays hold.",
    annotation="Sequence[Event] | None",
)

ARRAYS = frozenset(["a", "ap", "b", "bias", "c", "image", "kernels", "out", "patches", "x", "y", "z"])
"""The arguments of routines on arrays that are arrays."""

COMPLETE = "complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``."
ENQUEUED = "enqueued, with its event in ``events``."
"""What is said of results, of those that are arrays and of those that are numbers of NumPy's."""

FALLBACK = (
    "FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it."
)

HEAD = '''"""The routines on arrays, as users call them.

Written by ``tools/routines.py`` from ``autoblas.blas.table``; changes belong there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast, overload

{imports}

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.blas.level1.rotation import ModifiedRotation, Rotation
    from autoblas.blas.types import (
{types}
    )
    from autoblas.devices.device import Event, Queue
    from autoblas.problems import Accuracy, Activation

__all__ = [
{names}
]
'''


def arguments_of(row: Routine) -> list[Argument]:
    """The arguments of a routine, with those that all routines have."""
    if not row.on_device:
        return list(row.arguments)
    own = [argument for argument in row.arguments if argument != DEVICES]
    return [*own, QUEUE, *([DEVICES] if len(own) < len(row.arguments) else []), WAIT_FOR]


def returned(row: Routine) -> list[str]:
    """The array arguments that a routine returns; none where the result is a new array or a number."""
    names = re.findall(r"``(\w+)``", row.returns) if row.on_device and row.returns.startswith("``") else []
    return [name for name in names if any(x.name == name and not x.default for x in row.arguments)]


def argument_types(row: Routine, types: Mapping[str, str] = MappingProxyType({})) -> dict[str, str]:
    """The types of a function's arguments, by name, with some in place of those of the table."""
    results, found = returned(row), {argument.name: argument.annotation for argument in arguments_of(row)}
    for name in ARRAYS & {name for name, kind in found.items() if kind == "Any"} if row.on_device else ():
        array = "ArrayT" if not results or name in results else "Array"
        found[name] = array + (" | None" if any(x.name == name and x.default for x in row.arguments) else "")
    return {**found, **types}


def result_of(row: Routine) -> str:
    """The type of a function's result."""
    return row.result or ("TwoArrays[ArrayT]" if len(returned(row)) > 1 else "ArrayT")


def signature(row: Routine, types: Mapping[str, str] = MappingProxyType({}), result: str = "") -> str:
    """The head of a function, with some types in place of those of the table."""
    parts, starred, kinds = list[str](), False, argument_types(row, types)
    for argument in arguments_of(row):
        if argument.keyword and not starred:
            parts.append("*")
            starred = True
        default = argument.default.replace("'", '"')
        default = "" if types.get(argument.name) == "DType" else default
        parts.append(f"{argument.name}: {kinds[argument.name]}{f' = {default}' if default else ''}")
    noqa = "  # noqa: A001  # BLAS extensions call it so" if row.name == "sum" else ""
    result = result or result_of(row)
    line = f"def {row.name}({', '.join(parts)}) -> {result}:{noqa}"
    if len(line) <= WIDTH:
        return line
    return "\n".join([f"def {row.name}({noqa}", *(f"    {part}," for part in parts), f") -> {result}:"])


def overloads(row: Routine) -> list[str]:
    """Heads of a function whose result has another type for some arguments.

    Reductions of NumPy arrays are numbers, and a new array of a type that the caller names has that type.
    """
    if row.returns.startswith("A NumPy scalar"):
        heads = [signature(row, dict.fromkeys(returned_arrays(row), "NumPyArray"), "Any"), signature(row)]
    elif any(argument.name == "dtype" for argument in row.arguments) and row.on_device:
        heads = [signature(row, {"dtype": "None"}), signature(row, {"dtype": "DType"}, "Any")]
        if row.name in {"gemm", "gemm_batched"}:  # whose new arrays of integers have the type of sums
            narrow = dict.fromkeys("ab", "NarrowIntegers") | dict.fromkeys(("c", "dtype"), "None")
            heads.insert(0, signature(row, narrow, "Int32Array"))
    else:
        return []
    return [f"@overload\n{head} ...\n" for head in heads]


def returned_arrays(row: Routine) -> list[str]:
    """The arrays that a reduction reads."""
    return [argument.name for argument in row.arguments if argument.name in ARRAYS and not argument.keyword]


def filled(text: str, *, initial_indent: str, subsequent_indent: str) -> str:
    """A paragraph in lines, in which no word with a hyphen is broken: readers of docstrings join lines by spaces."""
    return textwrap.fill(
        text,
        WIDTH,
        initial_indent=initial_indent,
        subsequent_indent=subsequent_indent,
        break_on_hyphens=False,
    )


def section(title: str, entries: list[str]) -> str:
    """A section of a docstring."""
    wrapped = [
        filled(entry, initial_indent="        ", subsequent_indent="            ") for entry in entries
    ]
    return "\n".join([f"    {title}:", *wrapped])


def docstring(row: Routine) -> str:
    """The docstring of a function, without quotes."""
    paragraphs = [filled(x, initial_indent="    ", subsequent_indent="    ") for x in row.notes]
    arguments = [f"{argument.name}: {argument.doc}" for argument in arguments_of(row)]
    scalar = row.returns.startswith("A NumPy scalar")
    returns = f"{row.returns}, {ENQUEUED if scalar else COMPLETE}" if row.on_device else row.returns
    text = filled(returns, initial_indent="        ", subsequent_indent="        ")
    parts = [row.summary, *paragraphs, section("Args", arguments), f"    Returns:\n{text}"]
    if row.on_device:
        parts.append(section("Warns", [FALLBACK]))
    example = textwrap.indent(inspect.cleandoc(row.example), "        ")
    return "\n\n".join([*parts, section("Raises", errors(row)), f"    Example:\n{example}\n    "])


def errors(row: Routine) -> list[str]:
    """The errors of a function, each with when it comes."""
    if row.raises:
        return list(row.raises)
    reason = "an item does not lie within its array" if row.within else "an output overlaps another operand"
    missing = f", {row.lacking}" if row.lacking else ""
    return [
        f"ArgumentError: an argument does not fit, or {reason}. Nothing was enqueued.",
        f"NoKernelError: no kernel of the device computes this problem{missing}.",
        "DeviceError: there is no device, or it refused to compile or run a kernel.",
        *([row.failure] if row.failure else []),
    ]


def body(row: Routine) -> str:
    """The statements of a function."""
    module, _, name = row.plan.partition(":")
    given = ", ".join(f"{x.name}={x.name}" if x.keyword else x.name for x in arguments_of(row))
    call = f"{name if row.on_device else 'compute'}({given})"
    if row.on_device and not overloads(row):
        call = f'cast("{result_of(row)}", {call})'
    statement = f"    return {call}"
    if len(statement) > WIDTH:
        inner = filled(given, initial_indent=" " * 8, subsequent_indent=" " * 8)
        statement = statement.replace(given, f"\n{inner},\n    ")
    alias = "" if row.on_device else " as compute"
    return f"    from autoblas.blas.{module} import {name}{alias}\n\n{statement}"


def function(row: Routine) -> str:
    """A function."""
    decorator = (
        f"@cached_call_after({row.short})\n" if row.short else "@cached_call\n" if row.on_device else ""
    )
    heads = overloads(row)
    head = signature(row, result="Any") if heads else signature(row)
    text = f'{decorator}{head}\n    """{docstring(row)}"""\n{body(row)}\n'
    return "\n\n".join([*heads, text])


def text() -> str:
    """The module of routines."""
    short = sorted({row.short for row in ROUTINES.values() if row.short})
    imports = (
        "from autoblas.blas.cached_calls import cached_call, cached_call_after\n"
        f"from autoblas.blas.host.expressions import {', '.join(short)}"
    )
    names = "\n".join(f'    "{name}",' for name in sorted(ROUTINES))
    functions = "\n\n".join(map(function, ROUTINES.values()))
    imported = "\n".join(
        f"        {name},"
        for name in sorted(types.__all__, key=str.lower)
        if re.search(rf"\b{name}\b", functions)
    )
    return "\n\n".join([HEAD.format(imports=imports, names=names, types=imported), functions])


def exports(package: str, module: str) -> str:
    """The package's own file, with the routines among its public names.

    Args:
        package: The file's text.
        module: The text of the module of routines before it is written, whose names are replaced.
    """
    others = set(re.findall(NAME, PUBLIC.findall(package)[0])) - set(
        re.findall(NAME, PUBLIC.findall(module)[0])
    )
    public = "".join(f'    "{name}",\n' for name in sorted(others | set(ROUTINES)))
    imported = "".join(f"        {name},{NOQA.get(name, '')}\n" for name in sorted(ROUTINES))
    package = PUBLIC.sub(f"__all__ = [\n{public}]", package)
    return IMPORT.sub(f"    from autoblas.blas.routines import (\n{imported}    )", package)


if __name__ == "__main__":
    if "--write" in sys.argv:
        module, package = FOLDER / "routines.py", FOLDER.parent / "__init__.py"
        before = module.read_text("utf-8")
        package.write_text(exports(package.read_text("utf-8"), before), encoding="utf-8", newline="\n")
        module.write_text(text(), encoding="utf-8", newline="\n")
    else:
        print(text(), end="")
