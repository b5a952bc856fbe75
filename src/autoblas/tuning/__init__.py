"""The tuner: which point of a space is fastest, found by trying points in a process that may be lost.

It knows points and seconds, and nothing of BLAS or devices.
"""

from __future__ import annotations

from autoblas.tuning.child import Child
from autoblas.tuning.contest import Contest, Finalist, hold
from autoblas.tuning.evaluator import IllegalPointError
from autoblas.tuning.journal import Journal, journal_name, read_journal
from autoblas.tuning.measure import measure
from autoblas.tuning.outcome import Memory, Outcome, Point, Ranked, point_key, rank
from autoblas.tuning.searches import STRATEGIES, make_search
from autoblas.tuning.searches.strategy import Request, Search, Strategy
from autoblas.tuning.session import Progress, Result, run

__all__ = [
    "STRATEGIES",
    "Child",
    "Contest",
    "Finalist",
    "IllegalPointError",
    "Journal",
    "Memory",
    "Outcome",
    "Point",
    "Progress",
    "Ranked",
    "Request",
    "Result",
    "Search",
    "Strategy",
    "hold",
    "journal_name",
    "make_search",
    "measure",
    "point_key",
    "rank",
    "read_journal",
    "run",
]
