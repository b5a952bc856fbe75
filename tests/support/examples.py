"""How many examples a property is tried on, and which cases of a sweep run: many or all of them with ``--nightly``."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["examples", "set_nightly", "share"]

Case = TypeVar("Case")

NIGHTLY = 1000


class _Run:
    nightly = False


def set_nightly(nightly: bool) -> None:  # what ``--nightly`` said
    """Set, before tests are collected, whether the long sweeps run."""
    _Run.nightly = nightly


def examples(ordinary: int) -> int:
    """The number for ``max_examples``: ``ordinary``, and with ``--nightly`` at least ``NIGHTLY``."""
    return max(ordinary, NIGHTLY) if _Run.nightly else ordinary


def share(cases: Sequence[Case], which: int, parts: int = 3) -> Sequence[Case]:
    """One of ``parts`` parts of the cases, chosen by ``which``; with ``--nightly`` all of them."""
    return cases if _Run.nightly else cases[which % parts :: parts] or cases[:1]
