"""Exceptions and warnings travel: pickles, copies and other processes give back their class, message, attributes and notes."""

import ast
import copy
import importlib
import inspect
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import autoblas
from autoblas.errors import ArgumentError, AutoblasError, BuildError, DatabaseError
from support.raised import raised

ROOT = Path(autoblas.__path__[0])

WORDS = ("Error", "Exception", "Warning", "Interrupt", "error")
"""How bases of exceptions end."""

ARGUMENTS: dict[str, Any] = {
    "str": "words, of which",
    "int": 700,
    "object": Path("folder/file"),
    "Mapping[str, str]": {"gemm": "n is even"},
    "int | None": 3,
}
"""An argument of a constructor, by its annotation."""


def _classes() -> list[type[BaseException]]:
    """All exceptions and warnings that a module of the package defines, private ones too."""
    classes: list[Any] = []
    for file in sorted(ROOT.rglob("*.py")):
        nodes = [node for node in ast.walk(ast.parse(file.read_bytes())) if isinstance(node, ast.ClassDef)]
        names = [node.name for node in nodes if any(ast.unparse(base).endswith(WORDS) for base in node.bases)]
        if names:
            module = importlib.import_module(".".join(file.relative_to(ROOT.parent).with_suffix("").parts))
            classes += [getattr(module, name) for name in names]
    return [kind for kind in classes if issubclass(kind, BaseException)]


def _sample(kind: type[BaseException]) -> BaseException:
    """An exception with what its constructor asks for, an attribute, a note and a cause."""
    constructor = kind.__init__
    parameters = inspect.signature(constructor).parameters.values() if inspect.isfunction(constructor) else ()
    annotations = [parameter.annotation for parameter in parameters if parameter.name != "self"]
    sample = kind(*[ARGUMENTS[annotation] for annotation in annotations] or ["words"])
    sample.extra = [1, "x"]  # type: ignore[attr-defined]
    sample.add_note("a note")
    sample.__cause__ = BuildError("no register", "kernel")
    return sample


def _content(error: BaseException) -> tuple[object, ...]:
    return type(error), str(error), error.args, vars(error)


@pytest.fixture(scope="module")
def samples():
    """One of each class."""
    return [_sample(kind) for kind in _classes()]


def test_the_enumeration_is_complete(samples):
    """It has public classes, subclasses elsewhere and private ones."""
    names = {type(sample).__name__ for sample in samples}
    assert {name for name in autoblas.__all__ if name.endswith(("Error", "Warning"))} <= names
    assert {"LockedError", "CudaError", "_BlankError", "error", "Interrupted"} <= names


@pytest.mark.parametrize(
    "travel",
    [
        *(lambda x, n=n: pickle.loads(pickle.dumps(x, n)) for n in range(pickle.HIGHEST_PROTOCOL + 1)),
        copy.copy,
        copy.deepcopy,
    ],
)
def test_all_survive_pickles_and_copies(travel, samples):
    """With message, attributes and notes; and ours with a cause that is ours."""
    for sample in samples:
        back = travel(sample)
        assert _content(back) == _content(sample)
        if isinstance(sample, AutoblasError):
            assert isinstance(back.__cause__, BuildError)
            assert back.__cause__.log == "no register"


def test_those_of_users_do_too():
    """A cause that another library raised stays behind, since it may not be one that travels."""
    sample = _UsersError(3, unit="m")
    sample.__cause__ = OSError("gone")
    back = pickle.loads(pickle.dumps(sample))
    assert _content(back) == _content(sample)
    assert (back.number, back.unit, back.__cause__) == (3, "m", None)


class _UsersError(DatabaseError):
    """With a constructor of its own."""

    def __init__(self, number: int, *, unit: str) -> None:
        super().__init__("here", f"{number} {unit}")
        self.number, self.unit = number, unit


def test_all_leave_worker_processes(samples):
    """Of both of Python's pools, which wait for ever for an exception that cannot be unpickled."""
    errors = [sample for sample in samples if type(sample).__module__ == "autoblas.errors"]
    context = multiprocessing.get_context("spawn")
    with context.Pool(1) as workers, ProcessPoolExecutor(1, context) as executor:
        sent = [(workers.apply_async(raised, (error,)), executor.submit(raised, error)) for error in errors]
        for error, (by_pool, by_executor) in zip(errors, sent, strict=True):
            for wait in (by_pool.get, by_executor.result):
                with pytest.raises(type(error)) as caught:
                    wait(60)
                assert _content(caught.value) == _content(error)


def test_an_error_of_arguments_keeps_its_parts():
    """Which handlers read."""
    back = pickle.loads(pickle.dumps(ArgumentError("a", "a matrix", "a list")))
    assert (back.argument, back.expected, back.got) == ("a", "a matrix", "a list")
