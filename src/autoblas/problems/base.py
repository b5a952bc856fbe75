"""The base classes of problems: sizes, element types, and a readable form."""

from __future__ import annotations

import functools
from abc import ABC, abstractmethod
from dataclasses import MISSING, fields, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, Self, cast

from autoblas.precision import FORMATS, Precision

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["IMPLIED", "Accuracy", "BaseProblem", "MatrixForm", "Order", "Scratch", "Uniform"]

Accuracy = Literal["standard", "strict", "fast"]
"""``standard``: errors no larger than those of the accumulator's own arithmetic, by whatever means; ``strict``: only
multiplications and additions of the accumulator's type as IEEE 754 defines them; ``fast``: operands of products may be
rounded to fewer digits (tf32 for float32) and halves summed in halves; convolutions may be computed with fewer
multiplications, their errors bound by norms."""

MatrixForm = Literal["general", "symmetric", "hermitian", "triangular"]
"""The form of a matrix, which defines elements outside of a stored triangle: mirrored, mirrored and conjugated, or zero."""

Order = Literal["row", "col", "any"]
"""The axis of a matrix with unit stride: ``row`` if elements of a row are adjacent, ``col`` if those of a column are."""


class Scratch(NamedTuple):
    """Device memory that a launch fills for another one, or that its work-groups share.

    Attributes:
        nbytes: Its size in bytes, of a buffer.
        texels: Width and height in texels, of an image; None of a buffer.
        precision: Its element type.
        channels: Channels of an image's texels: four, or one, which sub-groups can read in blocks.
        cleared: It is zero when it is first used.
    """

    nbytes: int
    texels: tuple[int, int] | None
    precision: Precision
    channels: int = 4
    cleared: bool = False


IMPLIED = cast("Precision", None)
"""The default of a precision that the record's other precisions imply."""


@functools.lru_cache(maxsize=256)
def _computed(types: tuple[Precision, ...]) -> tuple[Precision, ...]:
    return tuple(t for t in types if t.part not in FORMATS or types[-1].part == t.part)


class BaseProblem(ABC):
    """Base class of the records.

    Attributes:
        family: The name of the record's family.
        extents: The fields that are sizes.
        saturated: Sizes above this count as this when problems are compared: a kernel that is best for a problem that
            fills a device is best for larger ones too.
    """

    family: ClassVar[str]
    extents: ClassVar[tuple[str, ...]]
    saturated: ClassVar[int] = 2048
    items: int
    listed: bool

    @property
    @abstractmethod
    def signature(self) -> str:
        """The problem class: everything but the sizes."""

    @property
    @abstractmethod
    def types(self) -> tuple[Precision, ...]:
        """Element types of the operands; the last is the compute type."""

    @property
    def related(self) -> tuple[BaseProblem, ...]:
        """The problems whose tuning records may serve this one, itself first."""
        return (self,)

    def accepts(self, signature: str) -> bool:  # noqa: ARG002  # most families accept all
        """True if records of another class of problems may serve this one."""
        return True

    @property
    def factors(self) -> dict[str, Precision]:
        """The types of a kernel's scalar arguments by name."""
        return dict.fromkeys(("alpha", "beta"), self.types[-1])

    @property
    def batched(self) -> bool:
        """True if there is a batch, if only of one item."""
        return self.items > 1 or self.listed

    @property
    def computed(self) -> tuple[Precision, ...]:
        """The types of arithmetic and conversions; types that are only a storage format are not among them."""
        return _computed(self.types)

    @property
    def sizes(self) -> tuple[int, ...]:
        """The extents, and the items of a batch."""
        return tuple(getattr(self, name) for name in self._sized)

    @property
    def empty(self) -> bool:
        """True where there is nothing to compute."""
        return min(self.sizes) < 1

    def resized(self, sizes: Sequence[int]) -> Self:
        """This problem at other sizes, in the order of ``sizes``."""
        return replace(self, **dict(zip(self._sized, sizes, strict=True)))  # type: ignore[type-var]  # as above

    def _imply(self, **implied: Precision) -> None:
        """Fill in the types that are implied."""
        for name, precision in implied.items():
            if getattr(self, name) is IMPLIED:
                object.__setattr__(self, name, precision)

    def _true(self, *names: str) -> list[str]:
        """The true ones of these fields, as words of the signature."""
        return [name for name in names if getattr(self, name)]

    @property
    def _batch_words(self) -> list[str]:
        return [("listed" if self.listed else "batched")] if self.batched else []

    @property
    def _sized(self) -> tuple[str, ...]:
        return (*self.extents, "items") if self.batched else self.extents

    def __str__(self) -> str:
        sizes = " ".join(f"{name}={size}" for name, size in zip(self._sized, self.sizes, strict=True))
        return f"{self.family} {sizes} {self.signature}"

    def words(self) -> dict[str, Any]:
        """The record as a dictionary for JSON, without fields at their defaults; ``problem_from`` is the inverse."""
        words: dict[str, Any] = {"family": self.family}
        for field in fields(self):  # type: ignore[arg-type]  # every subclass is a dataclass
            value = getattr(self, field.name)
            if field.default is MISSING or value != field.default:
                words[field.name] = value.name if isinstance(value, Precision) else value
        return words


class Uniform(BaseProblem):
    """A record whose operands have one element type.

    Attributes:
        precision: Their element type; halves are computed with as float32.
    """

    precision: Precision

    @property
    def worked(self) -> Precision:
        """The compute type."""
        return self.precision.worked

    @property
    def types(self) -> tuple[Precision, ...]:
        """The element type and the compute type."""
        return (self.precision, self.worked)
