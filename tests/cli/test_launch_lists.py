"""Launches of calls of every routine, which change only with a file that reviewers read."""

import json

import pytest

from autoblas.cli.routines.table import ROUTINES
from support.launch_lists import PATH, launches


@pytest.mark.usefixtures("nothing_shipped")
def test_calls_launch_what_is_kept(update_golden: bool) -> None:
    """Every routine, letter and type at four sizes on three devices; problems and kernels in order."""
    listed = launches()
    assert {call.split()[0] for call in listed} == set(ROUTINES)
    if update_golden:
        PATH.write_text(json.dumps(listed, indent=1) + "\n", encoding="utf-8", newline="\n")
    golden = json.loads(PATH.read_text(encoding="utf-8"))
    assert list(listed) == list(golden)
    changed = {call: (golden[call], lines) for call, lines in listed.items() if golden[call] != lines}
    assert not changed
