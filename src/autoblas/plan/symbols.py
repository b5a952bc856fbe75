"""The launches of one call, with symbols for what differs from call to call: memory and factors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from autoblas.arrays.factors import rounded_factor
from autoblas.errors import DeviceMismatchError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from autoblas.devices.device import Facts
    from autoblas.plan.choose import Choice
    from autoblas.precision import Precision
    from autoblas.problems.base import Scratch

__all__ = [
    "ArrayMemory",
    "Bindable",
    "DeviceList",
    "Factor",
    "FactorArray",
    "Launch",
    "Rounding",
    "Scalar",
    "Target",
    "Temporary",
    "number",
]


class Bindable(Protocol):
    """Layout of the operands of a launch, a key of bound plans and therefore hashable."""

    @property
    def problem(self) -> Any:
        """The problem that the launch computes."""

    @property
    def constants(self) -> Mapping[str, Any]:
        """Kernel arguments that follow from the layout alone."""


class ArrayMemory(NamedTuple):
    """Memory of an operand, by its name."""

    name: str


@dataclass(frozen=True, eq=False)
class Temporary:
    """Memory that launches of one call share, for its time.

    Attributes:
        name: Its name: in-order calls share memory by name; see ``plan.workspace``.
        needed: Size and kind.
    """

    name: str
    needed: Scratch


class DeviceList(NamedTuple):
    """Numbers of the items of a batch, copied to device memory for one call."""

    values: Any


class Rounding(NamedTuple):
    """Source of a scalar kernel argument that differs from call to call.

    Attributes:
        argument: The routine's argument.
        precision: The type that it is rounded to.
        conjugate: True for the complex conjugate of the argument.
    """

    argument: str
    precision: Precision
    conjugate: bool = False

    def rounded(self, factors: Mapping[str, Any]) -> Any:
        """The scalar for the factors of a call, by argument.

        Raises:
            ArgumentError: the factor is no number, or one that the type cannot hold.
        """
        value = rounded_factor(self.argument, factors[self.argument], self.precision)
        return value.conjugate() if self.conjugate else value


class Factor:
    """A scalar argument, rounded, which remembers its source; plans compare it with 0 and 1 and compute nothing from it.

    Attributes:
        value: The number.
        rounding: Its source.
    """

    __slots__ = ("rounding", "value")
    __array_ufunc__ = None  # products with arrays are to fail, rather than make arrays of objects

    def __init__(self, value: Any, rounding: Rounding) -> None:
        self.value, self.rounding = value, rounding

    def __eq__(self, other: object) -> bool:
        return bool(self.value == other)

    def __hash__(self) -> int:
        return hash(self.value)

    def __repr__(self) -> str:
        return repr(self.value)

    def conjugate(self) -> Factor:
        """The complex conjugate."""
        argument, precision, conjugate = self.rounding
        rounding = Rounding(argument, precision, not conjugate and precision.is_complex)
        return Factor(self.value.conjugate(), rounding)


class FactorArray(Factor):
    """A scalar argument in device memory, of which plans know no value: it is neither 0 nor 1, and kernels read it.

    Attributes:
        array: The array, of one element.
        stored: Its type.
        rounding: Its source, with the type that kernels see it in.
    """

    __slots__ = ("array", "stored")

    def __init__(self, array: Any, stored: Precision, rounding: Rounding) -> None:
        self.array, self.stored, self.rounding = array, stored, rounding

    @property
    def value(self) -> Any:
        """The number, which the host does not have.

        Raises:
            DeviceMismatchError: always: calls that need it are of NumPy arrays.
        """
        raise self.without_value

    @property
    def without_value(self) -> DeviceMismatchError:
        """The error of calls on NumPy arrays."""
        kind = type(self.array).__name__
        return DeviceMismatchError(self.rounding.argument, "a number where operands are NumPy arrays", kind)

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"an array of {self.stored}"

    def conjugate(self) -> FactorArray:
        """The complex conjugate."""
        argument, precision, conjugate = self.rounding
        return FactorArray(
            self.array, self.stored, Rounding(argument, precision, not conjugate and self.stored.is_complex)
        )


Scalar = Factor | complex
"""A scalar argument of a launch: a factor, or a constant."""


def number(scalar: Any) -> Any:
    """The number that a factor or a constant is.

    Args:
        scalar: A ``Factor``, or a number.
    """
    return scalar.value if isinstance(scalar, Factor) else scalar


class Launch(NamedTuple):
    """A launch of a plan.

    Attributes:
        layout: The layout of its operands.
        values: By the name of a kernel argument: ``ArrayMemory``, ``Temporary``, ``DeviceList``, memory, ``Factor`` or a
            constant.
    """

    layout: Bindable
    values: Mapping[str, Any]


class Target(NamedTuple):
    """The device that a plan is made for.

    Attributes:
        facts: The device.
        choice: Kernel and parameters for a layout.
        block_width: Rows of the blocks on diagonals; where it is None, the best known.
    """

    facts: Facts
    choice: Callable[[Bindable], Choice]
    block_width: int | None = None
