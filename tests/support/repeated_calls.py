"""What makes calls that are repeated, replaced by a test's own function."""

from collections.abc import Callable
from typing import Any

import pytest

from autoblas.blas import cached_calls
from autoblas.calls.launcher import launcher
from autoblas.calls.repeatable import CallTemplate, RepeatableCall


def replace_runs(
    monkeypatch: pytest.MonkeyPatch, replaced: Callable[[RepeatableCall], Callable[..., Any]]
) -> None:
    """Let every call that is repeated from now on, but no prepared one, be made by another function.

    Args:
        monkeypatch: Undoes it.
        replaced: Gives the function for a call.
    """
    original = cached_calls.repeatable_from

    def repeatable_from(form: CallTemplate) -> RepeatableCall:
        work = original(form)
        work.run = launcher(work)
        work.run = replaced(work)
        return work

    monkeypatch.setattr(cached_calls, "repeatable_from", repeatable_from)
