"""What users see of the package, as text: names, signatures and docstrings, commands and options, messages of refusals."""

import enum
import functools
import hashlib
import importlib
import importlib.util
import inspect
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click

import autoblas
from autoblas.cli import cli
from support.golden_sample import GOLDEN

TESTS = Path(__file__).parents[1]

ADDRESS = re.compile(r" at 0x[0-9a-f]+")
"""Where Python shows that an object lies."""

MODULES = tuple(re.findall(r"``(autoblas\.[\w.]+)``", str(autoblas.__doc__)))
"""Modules with names for users beside the package itself, which lists them."""

REFUSED = {
    "routines": ("blas/test_errors.py", "MISTAKES"),
    "units and numbers": ("blas/test_error_texts.py", "TEXTS"),
}
"""Tables of wrong calls, by heading: the file, and the name there."""

CHANGED: dict[str, tuple[str, str, Callable[[Any], dict[str, Any]]]] = {
    "gemm": ("blas/level3/test_gemm_errors.py", "HOST", lambda file: {"a": file.A, "b": file.B}),
    "gemm_batched": (
        "blas/level3/test_gemm_batched_errors.py",
        "STACKS",
        lambda file: {"a": file.A, "b": file.B},
    ),
    "gemm_offsets": (
        "blas/level3/test_gemm_batched_errors.py",
        "OFFSETS",
        lambda file: {**file.VECTORS, **file.PLACES, **file.SIZES},
    ),
}
"""Tables of changes that make a right call wrong, by routine: the file, the name there, and the arguments of the right call."""


def names() -> str:
    """Every public name: its module, signature and docstring; of other modules a hash of the docstring."""
    lines = []
    for name in sorted(autoblas.__all__):
        value = getattr(autoblas, name)
        if isinstance(value, str):  # the version, which every release changes
            lines += [name, ""]
            continue
        lines += [f"{name}{signature(value)}", f"  of {home(value)}"]
        lines += [f"  | {line}".rstrip() for line in (inspect.getdoc(value) or "").splitlines()]
        lines += [*members(value), ""]
    for module in sorted({*MODULES} - {"autoblas.dask"}):  # which needs a package that not every machine has
        lines.append(module)
        for name in sorted(importlib.import_module(module).__all__):
            value = getattr(importlib.import_module(module), name)
            lines.append(f"  {name}{signature(value)} {short_hash(inspect.getdoc(value) or '')}")
        lines.append("")
    return "\n".join(lines)


class Bare(str):
    """An annotation that is shown without quotes, whatever Python's version would do."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def signature(value: Any) -> str:
    """How it is called; nothing where Python cannot tell, or tells otherwise in each version."""
    if not (inspect.isroutine(value) or isinstance(value, type)) or (
        isinstance(value, type) and issubclass(value, enum.Enum)
    ):
        return ""
    try:
        stated = inspect.signature(value)
    except ValueError:  # an exception without a constructor of its own
        return ""
    parameters = [
        parameter.replace(annotation=bare(parameter.annotation)) for parameter in stated.parameters.values()
    ]
    shown = str(stated.replace(parameters=parameters, return_annotation=bare(stated.return_annotation)))
    return ADDRESS.sub("", shown)


def bare(annotation: Any) -> Any:
    """An annotation as it is shown."""
    return Bare(annotation) if isinstance(annotation, str) else annotation


def home(value: Any) -> str:
    """The module that defines it, and the classes that it derives from."""
    bases = [base.__name__ for base in value.__bases__] if isinstance(value, type) else []
    return str(getattr(value, "__module__", value.__class__.__name__)) + (
        f", a {', '.join(bases)}" if bases else ""
    )


def members(value: Any) -> Iterator[str]:
    """The public methods and properties that a class adds."""
    if isinstance(value, type):
        for name, member in sorted(vars(value).items()):
            if not name.startswith("_") and (callable(member) or isinstance(member, property)):
                yield f"  .{name}{signature(member)}"


def short_hash(text: str) -> str:
    """Eight digits that differ for other texts."""
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def commands() -> str:
    """Every command with what its help says: titles, arguments and options.

    An option that reads as in an earlier command of the same group is named there by its first word alone.
    """
    return "\n".join(command_lines(cli, click.Context(cli, info_name="autoblas"), {}))


def command_lines(command: click.Command, context: click.Context, earlier: dict[str, str]) -> Iterator[str]:
    """The lines of a command and of its subcommands."""
    yield f"{context.command_path}: {' '.join((command.help or '').split())}"
    same = []
    for parameter in command.params:
        text = option_text(parameter)
        word = max(parameter.opts, key=len)
        if earlier.get(word) == text:
            same.append(word)
        else:
            yield f"  {text}"
        earlier[word] = text
    if same:
        yield f"  as before: {' '.join(same)}"
    if command.epilog:
        yield f"  {' '.join(command.epilog.split())}"
    if isinstance(command, click.Group):
        below: dict[str, str] = {}
        for name in command.list_commands(context):
            part = command.get_command(context, name)
            if part is not None:
                yield from command_lines(part, click.Context(part, context, info_name=name), below)


def option_text(parameter: click.Parameter) -> str:
    """An option or an argument in a line, whatever the version of click would lay out."""
    kind = parameter.type
    values = f"[{'|'.join(map(str, kind.choices))}]" if isinstance(kind, click.Choice) else kind.name
    flag = isinstance(parameter, click.Option) and parameter.is_flag
    words = [" ".join([*parameter.opts, *parameter.secondary_opts]), "flag" if flag else values]
    words += ["required"] if parameter.required else []
    words += ["repeated"] if parameter.multiple or parameter.nargs != 1 else []
    if not flag and isinstance(parameter.default, bool | int | float | str):
        words.append(f"default {parameter.default}")
    return ", ".join(words) + f": {' '.join((getattr(parameter, 'help', None) or '').split())}"


def messages() -> str:
    """What wrong calls are answered with."""
    lines = []
    for heading, (path, table) in REFUSED.items():
        lines.append(heading)
        for name, (call, *_) in getattr(file_module(TESTS / path), table).items():
            lines.append(f"  {name}: {refusal(call)}")
    for routine, (path, table, right) in CHANGED.items():
        lines.append(routine)
        file = file_module(TESTS / path)
        for mistake in (case for case in getattr(file, table) if case.host):
            call = functools.partial(getattr(autoblas, routine), **{**right(file), **mistake.changes()})
            lines.append(f"  {mistake.name}: {refusal(call)}")
    return "\n".join(lines)


def refusal(call: Callable[[], Any]) -> str:
    """The class and the message of the error that a call ends with."""
    try:
        call()
    except autoblas.AutoblasError as error:
        return ADDRESS.sub("", f"{type(error).__name__}: {error}")
    raise AssertionError("a wrong call was not refused")


def file_module(path: Path) -> Any:
    """A file of tests as a module of its own."""
    spec = importlib.util.spec_from_file_location(f"mistakes_of_{path.parent.name}_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise FileNotFoundError(path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SURFACES: dict[Path, Callable[[], str]] = {
    GOLDEN / "api.txt": names,
    GOLDEN / "commands.txt": commands,
    GOLDEN / "messages.txt": messages,
}
"""What users see, by the files that keep it."""
