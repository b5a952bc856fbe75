"""Factors of a captured call: numbers that say which argument they are, wherever they come among the values of launches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from autoblas.arrays.factors import rounded_factor

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autoblas.precision import Precision

__all__ = ["Derivation", "Factor", "Rounding", "factor_of", "plain_factor"]


class Rounding(NamedTuple):
    """Where a number among the values of a launch comes from.

    Attributes:
        argument: The factor that it is.
        precision: The type that it was rounded to.
        conjugate: It is the factor's complex conjugate.
    """

    argument: str
    precision: Precision
    conjugate: bool = False

    def rounded(self, factors: Mapping[str, Any]) -> Any:
        """The number for the factors of a call, by argument.

        Raises:
            ArgumentError: the factor is none that the type can hold.
        """
        value = rounded_factor(self.argument, factors[self.argument], self.precision)
        return value.conjugate() if self.conjugate else value


class Derivation:
    """Whether a call computes something from a factor, so that it depends on the factor's value.

    Attributes:
        noted: It does.
    """

    __slots__ = ("noted",)

    def __init__(self) -> None:
        self.noted = False


class Factor:
    """A factor among the values of a launch, which says what it is; a number otherwise.

    What is computed from it is a plain number, and that is noted.

    Attributes:
        rounding: What it is.
        derivation: Where it is noted.
    """

    rounding: Rounding
    derivation: Derivation

    def conjugate(self) -> Any:
        """The complex conjugate, which says what it is."""
        argument, precision, conjugate = self.rounding
        rounding = Rounding(argument, precision, not conjugate and precision.is_complex)
        return factor_of(plain_factor(self).conjugate(), rounding, self.derivation)

    @property
    def real(self) -> Any:
        """The real part, from which something may be computed."""
        self.derivation.noted = True
        return plain_factor(self).real


def _computing(kind: type, name: str) -> Any:
    """A method of a number that notes that something is computed from it."""

    def method(self: Factor, *others: Any) -> Any:
        self.derivation.noted = True
        return getattr(kind, name)(self, *others)

    return method


COMPUTING = (
    *("neg", "pos", "abs", "add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "rtruediv", "pow", "rpow"),
    *("mod", "rmod", "floordiv", "rfloordiv", "round", "float", "complex", "int"),
)
"""The methods of numbers, less their underscores, whose results depend on a number's value."""

FACTORS: dict[type, Any] = {
    kind: type(
        f"{kind.__name__.title()}Factor",
        (Factor, kind),
        {
            f"__{name}__": _computing(kind, f"__{name}__")
            for name in COMPUTING
            if hasattr(kind, f"__{name}__")
        },
    )
    for kind in (float, complex, int)
}
"""The class of factors of each class of numbers."""


def factor_of(value: Any, rounding: Rounding, derivation: Derivation) -> Any:
    """A number that says which factor it is.

    Args:
        value: The number.
        rounding: What it is.
        derivation: Where it is noted that something is computed from it.
    """
    factor = FACTORS[type(value)](value)
    factor.rounding, factor.derivation = rounding, derivation
    return factor


def plain_factor(value: Any) -> Any:
    """A value of a launch, without what a factor says of itself.

    Args:
        value: The value.
    """
    if not isinstance(value, Factor):
        return value
    kind: Any = type(value).__bases__[1]
    return kind.__pos__(value)
