"""The exceptions autoblas raises.

::

    AutoblasError
    |- ArgumentError (ValueError)   which argument, what was expected, what was given
    |    ShapeError  StrideError  PrecisionError  DeviceMismatchError
    |- MappingError                 memory used by the host while the device has it, or the reverse
    |- NoKernelError                every candidate kernel with the rule that excluded it
    |- DeviceError
    |    NoDeviceError  BuildError  LaunchError  AllocationError  UnavailableError
    |- FactorizationError (ArithmeticError)   which row of which matrix
    |    NotPositiveDefiniteError  SingularError
    |- TuningError
    |    NoLegalPointError  VerificationError
    |- DatabaseError                which file, and what is wrong with it

Two warnings are not raised: ``FallbackWarning`` says that NumPy computed a call that no kernel of the device could, and
``DatabaseWarning`` that what autoblas keeps on this machine cannot be read, or was set aside.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "AllocationError",
    "ArgumentError",
    "AutoblasError",
    "BuildError",
    "DatabaseError",
    "DatabaseWarning",
    "DeviceError",
    "DeviceMismatchError",
    "FactorizationError",
    "FallbackWarning",
    "LaunchError",
    "MappingError",
    "NoDeviceError",
    "NoKernelError",
    "NoLegalPointError",
    "NotPositiveDefiniteError",
    "PrecisionError",
    "ShapeError",
    "SingularError",
    "StrideError",
    "TuningError",
    "UnavailableError",
    "VerificationError",
    "cut",
    "shown",
    "violated",
]


ROOM = 250
"""Longest message of an error, in characters: a warning quotes it."""

EXPLAINED = "; 'autoblas explain problem' says why each is out"
"""End of a message that has no room for all reasons."""


def _without_constructor(kind: type[AutoblasError], *args: Any) -> AutoblasError:
    """A new error whose attributes are set afterwards; pickles name this function."""
    return kind.__new__(kind, *args)


def shown(value: object, most: int = 80) -> str:
    """A value as messages show it: on one line, and cut where it is long.

    Args:
        value: Anything.
        most: Characters at most.
    """
    try:
        text = repr(value)
    except Exception as error:  # noqa: BLE001  # whole numbers of 4300 digits, and whatever a class of a user's raises
        text = f"{type(value).__name__} that cannot be shown ({type(error).__name__})"
    return cut(text, most)


def cut(text: str, most: int) -> str:
    """A text on one line, of which an ellipsis stands for the end where it is too long.

    Args:
        text: The text.
        most: Characters at most.
    """
    text = " ".join(text.split())
    return text if len(text) <= most else f"{text[: most - 4]} ..."


def violated(sentence: str) -> str:
    """The sentence of a rule that refuses, as users read it: what is required.

    Args:
        sentence: What the rule demands.
    """
    return f"it requires that {sentence}"


class AutoblasError(Exception):
    """The base class of all errors that autoblas raises; pickles and copies are equal to it in all but the traceback."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Contents of a pickle: the message, attributes and notes, and the cause where that is an error of autoblas too.

        Python would call the constructor with the message alone, which those with several arguments refuse.
        """
        cause = {"__cause__": self.__cause__} if isinstance(self.__cause__, AutoblasError) else {}
        return _without_constructor, (type(self), *self.args), vars(self) | cause

    @property
    def summary(self) -> str:
        """The message, which fits a warning."""
        return str(self)


class ArgumentError(AutoblasError, ValueError):
    """An argument that does not fit; the message names the argument, what was expected and what was given.

    Args:
        argument: Its name, as the caller wrote it.
        expected: What would have been accepted.
        got: What was given.
    """

    def __init__(self, argument: str, expected: str, got: str) -> None:
        super().__init__(f"{argument}: expected {expected}; got {got}")
        self.argument, self.expected, self.got = argument, expected, got


class ShapeError(ArgumentError):
    """A shape that is not allowed, or that does not fit the other operands."""


class StrideError(ArgumentError):
    """A memory layout that cannot be used, such as an output whose elements overlap."""


class PrecisionError(ArgumentError):
    """An element type that is unknown, differs between operands, or that the device lacks."""


class DeviceMismatchError(ArgumentError):
    """Operands in different kinds of memory, contexts or devices."""


class MappingError(AutoblasError):
    """Mapped memory used at the wrong time: by the host after unmapping, or by the device before."""


class NoKernelError(AutoblasError):
    """No kernel computes a problem on a device; the message has the commonest reasons, the attributes all of them.

    Args:
        problem: The problem, as text.
        excluded: The sentence of the rule that each candidate violates, by kernel name; it says what the rule demands.
    """

    def __init__(self, problem: str, excluded: Mapping[str, str]) -> None:
        counts = Counter(excluded.values())
        message = f"no kernel of this device computes {cut(problem, 100)}"
        for number, (reason, count) in enumerate(counts.most_common()):
            kernels = (
                next(name for name, sentence in excluded.items() if sentence == reason)
                if count == 1
                else f"{count} kernels"
            )
            clause = f"; {kernels}: {violated(reason)}"
            if number and len(message) + len(clause) > ROOM - len(EXPLAINED):
                break
            message += cut(clause, ROOM - len(message) - len(EXPLAINED))
        super().__init__(
            f"{message}{EXPLAINED}" if counts else f"{message}; no kernel is known for this problem"
        )
        self.problem, self.excluded = problem, dict(excluded)


class DeviceError(AutoblasError):
    """There is no device, or it refused to compile or run something."""


class NoDeviceError(DeviceError):
    """No device, or not exactly one, matches a choice; the message lists the devices."""


class AllocationError(DeviceError):
    """The device refused to allocate memory."""


class UnavailableError(DeviceError):
    """A device that cannot be used or tested at this moment: others have it, or all memory; a later call tries again."""


class BuildError(DeviceError):
    """A program that the device's compiler refused; the message has the first line of its output that names an error.

    Args:
        log: The compiler's output.
        source: The text of the program.
    """

    def __init__(self, log: str, source: str) -> None:
        lines = [line.strip() for line in log.strip().splitlines()] or ["it gave no reason"]
        first = next((line for line in lines if re.search(r"\berror\b", line)), lines[0])
        super().__init__(cut(f"the device's compiler refused a kernel: {first}", ROOM))
        self.log, self.source = log, source


class LaunchError(DeviceError):
    """A kernel that could not be started, or that failed while it ran."""


class FactorizationError(AutoblasError, ArithmeticError):
    """A matrix without the factors that were asked for.

    Args:
        row: The first row, from 0, that has no pivot; rows before it are factored.
        item: The matrix of a batch, from 0; None where there is one alone.
    """

    reason = ""

    def __init__(self, row: int, item: int | None = None) -> None:
        matrix = "the matrix" if item is None else f"matrix {item}"
        super().__init__(f"{matrix} {self.reason} {row}")
        self.row, self.item = row, item


class NotPositiveDefiniteError(FactorizationError):
    """A matrix that has no factor of Cholesky's."""

    reason = "is not positive definite: the pivot is not positive in row"


class SingularError(FactorizationError):
    """A matrix that is singular to working precision, so that its systems have no solution."""

    reason = "is singular: the pivot is zero in row"


class TuningError(AutoblasError):
    """A search that cannot go on."""


class NoLegalPointError(TuningError):
    """Rules exclude every point, or every legal point failed."""


class VerificationError(TuningError):
    """A kernel whose result lies outside its error bound; the message names the worst element."""


class DatabaseError(AutoblasError):
    """A file of what autoblas keeps that cannot be read or written.

    Args:
        path: The file.
        reason: What is wrong with it.
    """

    def __init__(self, path: object, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path, self.reason = path, reason


class FallbackWarning(UserWarning):
    """NumPy computed a call that no kernel of the device could; the message says why each was refused."""


class DatabaseWarning(UserWarning):
    """A file of what autoblas keeps cannot be read, so that calls go on without it, or a command set it aside."""
