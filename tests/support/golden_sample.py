"""A point of a kernel whose text is kept in a file."""

import textwrap
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autoblas.emit.dialect import Dialect
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.emit.wrapping import WIDTH
from autoblas.kernels import kernels
from autoblas.kernels.space import parameters
from autoblas.problems import Problem

GOLDEN = Path(__file__).parents[1] / "golden"


@dataclass(frozen=True)
class Sample:
    """A point whose text is kept in a file.

    Attributes:
        kernel: Name of the kernel.
        label: Name of the file, in words.
        problem: What it computes.
        values: The parameters that are not at their defaults.
        dialect: The language that it is written in.
    """

    kernel: str
    label: str
    problem: Problem
    values: dict[str, Any]
    dialect: Dialect = OPENCL_C

    @property
    def path(self) -> Path:
        """Where the text is kept."""
        return GOLDEN / self.kernel / f"{self.label.replace(' ', '_')}.{self.dialect.extension}"

    @property
    def params(self) -> Any:
        """The point."""
        return kernels()[self.kernel].space.point(self.values)

    def text(self) -> str:
        """What the kernel generates, below a comment that names the point."""
        words = " ".join(f"{name}={value}" for name, value in parameters(self.params).items())
        named = textwrap.wrap(f"{self.problem}: {words}", WIDTH - len("// "), break_on_hyphens=False)
        text = kernels()[self.kernel].source(self.params, self.problem, self.dialect)
        return "".join(f"// {line}\n" for line in named) + text

    def flags(self) -> tuple[str, ...]:
        """What the compiler is given with it."""
        return self.dialect.flags(kernels()[self.kernel].options(self.params))
