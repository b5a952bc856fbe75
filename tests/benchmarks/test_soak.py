"""``benchmarks/soak.py`` judges by the slope, and allows for what contexts leave in drivers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from types import ModuleType

HOUR = range(0, 3601, 30)


@pytest.fixture
def soak(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script."""
    monkeypatch.syspath_prepend(str(Path(__file__).resolve().parents[2] / "benchmarks"))
    import soak

    return soak


@pytest.mark.parametrize("what", ["megabytes", "descriptors", "threads"])
def test_what_grows_is_seen(soak: ModuleType, capsys: pytest.CaptureFixture[str], what: str) -> None:
    """By a little more than it may, under noise."""
    level = soak.Held(0, 0, 0, 300, 8, 6)
    for factor, expected in ((0.9, False), (1.1, True)):
        grown = {at: factor * soak.MOST[what] * at / HOUR[-1] + at // 30 % 2 for at in HOUR}
        looks = [level._replace(seconds=at, **{what: more}) for at, more in grown.items()]
        assert soak.report(looks) is expected
    assert f"{what}: from 0.0" in capsys.readouterr().out


def test_contexts_may_leave_something(soak: ModuleType) -> None:
    """So much each, and no more."""
    for factor, expected in ((0.9, False), (1.1, True)):
        each = factor * (soak.PER_CONTEXT + soak.MOST["megabytes"] / HOUR[-1])
        assert soak.report([soak.Held(at, at, at, 300 + each * at, 8, 6) for at in HOUR]) is expected


def test_one_jump_is_no_slope(soak: ModuleType) -> None:
    """Such as a file that is open for a moment."""
    looks = [soak.Held(at, at, 0, 300 + 100 * (at == 1800), 8 + 50 * (at == 1800), 6) for at in HOUR]
    assert not soak.report(looks)
