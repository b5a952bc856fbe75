"""Problems to compute: one record a family, with sizes, precisions, layout and operation counts."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any, get_args

from autoblas.precision import precision_of
from autoblas.problems.base import Accuracy, Order, Scratch
from autoblas.problems.convolution import Col2im, Convolution, Im2col
from autoblas.problems.factorization import Factorization, RowExchange
from autoblas.problems.helpers import Combine, Pack, Texture, fits_texels, texel_elements
from autoblas.problems.matmul import FLIPPED, Activation, Bias, Matmul, Memory, Zeros
from autoblas.problems.matrix import MatrixCopy, Substitution
from autoblas.problems.matvec import Matvec, RankUpdate, Solve, Triangle, VectorSum
from autoblas.problems.split import Split
from autoblas.problems.vector import Finish, Map, Reduce

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "FAMILIES",
    "FLIPPED",
    "Accuracy",
    "Activation",
    "Bias",
    "Combine",
    "Matmul",
    "Memory",
    "Order",
    "Pack",
    "Problem",
    "Scratch",
    "Split",
    "Texture",
    "Triangle",
    "Zeros",
    "fits_texels",
    "problem_from",
    "texel_elements",
]


Problem = (
    Matmul
    | Pack
    | Split
    | Combine
    | Texture
    | Map
    | Reduce
    | Finish
    | Matvec
    | VectorSum
    | RankUpdate
    | Solve
    | Im2col
    | Col2im
    | Convolution
    | MatrixCopy
    | Substitution
    | Factorization
    | RowExchange
)
FAMILIES: dict[str, type[Problem]] = {record.family: record for record in get_args(Problem)}
"""The classes of problems by the names of their families."""


def problem_from(words: Mapping[str, Any]) -> Problem:
    """The problem of the words that ``words()`` returned; its inverse."""
    record = FAMILIES[words["family"]]
    types = {field.name for field in fields(record) if field.type == "Precision"}
    values: dict[str, Any] = {
        name: precision_of(value) if name in types else value
        for name, value in words.items()
        if name != "family"
    }
    return record(**values)
