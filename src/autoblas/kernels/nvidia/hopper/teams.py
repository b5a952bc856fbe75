"""The teams of a work-group of ``gemm_wgmma`` and ``gemm_halves``: how many work-items and rows of C they have."""

from __future__ import annotations

from autoblas.problems.split import LINE_BYTES

__all__ = ["FIRST_TEAM_BARRIER", "ITEMS", "ROWS", "TEAM", "TEAMS", "TEAM_BYTES", "TEAM_ROWS"]

TEAM = 128
"""Work-items of a team, which multiply together: a warpgroup."""

TEAMS = 2
"""Teams of a work-group."""

FIRST_TEAM_BARRIER = 3
"""The number of the first team's own barrier; 0 is the work-group's, and teams take turns with 1 and 2."""

TEAM_ROWS = 64
"""Rows of C that a team computes."""

TEAM_BYTES = TEAM_ROWS * LINE_BYTES
"""Bytes of as many lines in local memory."""

ROWS = TEAMS * TEAM_ROWS
"""Rows of C that a work-group computes."""

ITEMS = 3 * TEAM
"""Work-items of a work-group: two teams, and those that copy."""
