"""Names of problems in messages. The tables of notations are loaded with the first message."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autoblas.problems import Problem

__all__ = ["title"]


def title(problem: Problem) -> str:
    """A problem as people write it: ``sgemm NT 512x512x512``."""
    from autoblas.problems.blas.notation import written  # noqa: PLC0415  # 12 ms that most processes need not spend

    return written(problem)
