"""The comparison of machine code, ``tools/machine_code.py``: names change none, and another operation does."""

import machine_code
import pytest

from support.nvrtc import needs_nvrtc

pytestmark = [pytest.mark.cuda, needs_nvrtc]


@pytest.fixture(scope="module")
def texts():
    """The texts of ``combine``, of this tree."""
    return machine_code.texts_of(machine_code.ROOT, ["combine"])


def test_texts_are_of_golden_and_of_random_points(texts):
    """More points than a golden file has, each with its flags and the architectures that it is legal on."""
    assert len(texts) > 40
    for text, flags, architectures in texts.values():
        assert "combine(" in text
        assert all(flag.startswith("-") for flag in flags)
        assert set(architectures) <= {"sm_80", "sm_90a", "sm_120"}


@pytest.mark.parametrize(
    ("old", "new", "differing"), [("sum", "total", 0), ("sum +=", "sum -=", 1), ("sum", "sum", 0)]
)
def test_codes_differ_where_operations_do(texts, monkeypatch, capsys, old, new, differing):
    """A renamed variable leaves the code as it was; a subtraction in place of an addition is reported with its point."""
    point, (text, flags, architectures) = next(
        item for item in texts.items() if item[1][0].count("sum +=") > 0
    )
    trees = iter([{point: (text.replace(old, new), flags, architectures[:1])}, {point: (text, flags, [])}])
    monkeypatch.setattr(machine_code, "texts_of", lambda *_: next(trees))
    assert machine_code.compared("HEAD", []) == differing
    report = capsys.readouterr().out
    assert report.count(point) == differing
    assert (
        f"{int(old != new)} texts differ: {int(old != new) - differing} codes are equal, {differing} differ"
        in report
    )
