"""What calls of every routine launch changes only with a file that reviewers read."""

from __future__ import annotations

import json

import pytest

from autoblas.cli.routines.table import ROUTINES
from support.launch_lists import PATH, launches


@pytest.mark.usefixtures("nothing_shipped")
def test_calls_launch_what_is_kept(update_golden: bool) -> None:
    """Every routine, letter and type at four sizes on three devices; problems and kernels in order."""
    here = launches()
    assert {call.split()[0] for call in here} == set(ROUTINES)
    if update_golden:
        PATH.write_text(json.dumps(here, indent=1) + "\n", encoding="utf-8", newline="\n")
    kept = json.loads(PATH.read_text(encoding="utf-8"))
    assert list(here) == list(kept)
    changed = {call: (kept[call], lines) for call, lines in here.items() if kept[call] != lines}
    assert not changed
