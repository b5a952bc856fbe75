"""``benchmarks/endurance.py`` judges by the slope, allows for what contexts leave in drivers, and sees what a kill loses."""

from pathlib import Path
from typing import Any

import pytest

from benchmarks import endurance

HOUR = range(0, 3601, 30)


@pytest.mark.parametrize("factor", [0.9, 1.1])
def test_growth_is_seen(factor: float) -> None:
    """By a little more than is allowed, under noise and beyond what contexts may leave; one jump is no slope."""
    level = endurance.Resources(0, 0, 0, 300, 8, 6)
    for name, most in endurance.MOST.items():
        looks = []
        for at in HOUR:
            values: dict[str, Any] = {name: factor * most * at / HOUR[-1] + at // 30 % 2}
            looks.append(level._replace(seconds=at, **values))
        assert endurance.grown(looks) is (factor > 1)
    context = factor * (endurance.PER_CONTEXT + endurance.MOST["megabytes"] / HOUR[-1])
    looks = [endurance.Resources(at, at, at, 300 + context * at, 8, 6) for at in HOUR]
    assert endurance.grown(looks) is (factor > 1)
    assert not endurance.grown([level._replace(seconds=at, descriptors=8 + 50 * (at == 1800)) for at in HOUR])


def test_what_a_kill_lost_is_seen(tmp_path: Path) -> None:
    """An outcome, a record, a point that is called crashed, and a new sentence about damage."""
    before, after = endurance.StoredResults(tmp_path), endurance.StoredResults(tmp_path)
    assert after.faults(before) == []
    before.outcomes, before.records, before.damaged = {("j", "p"): "ok"}, {"r"}, ["old"]
    after.outcomes, after.damaged = {("j", "q"): "crashed"}, ["old", "new"]
    assert len(after.faults(before)) == 4
