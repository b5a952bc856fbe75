"""The file of a program's calls: its lines add up, whoever wrote them, and damaged ones are left out."""

import json
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autoblas.errors import DatabaseError
from autoblas.problems.blas.notation import written
from autoblas.records.log import CallKind, entry_of, read_log
from autoblas.store.lines import JsonLines
from support.budget import examples
from support.damaged_texts import damaged_bytes

SMALL, LARGE = "sgemm NN 64x64x64", "sgemm NN 512x512x512"


def _kind(text: str, calls: int, seconds: float, first: int = 0, first_seconds: float = 0.0) -> CallKind:
    return CallKind("gemm", {text: 1}, calls, seconds, 0, first, first_seconds, "a device")


def _line(entry: dict[str, Any]) -> bytes:
    return json.dumps(entry).encode() + b"\n"


def test_lines_add_up(tmp_path):
    """Of several processes, in any order."""
    file = tmp_path / "calls"
    for kinds in ([_kind(SMALL, 3, 0.5)], [_kind(LARGE, 1, 2.0), _kind(SMALL, 2, 0.25)]):
        JsonLines(file).append(map(entry_of, kinds))
    log = read_log(file)
    assert [(*kind.problems, kind.calls, kind.seconds) for kind in log.kinds] == [
        (LARGE, 1, 2.0),
        (SMALL, 5, 0.75),
    ]
    assert (log.calls, log.damaged) == (6, 0)
    shares = log.shares()
    assert [(written(each.problem), each.calls) for each in shares] == [(LARGE, 1), (SMALL, 5)]
    assert [each.seconds for each in shares] == pytest.approx([2.0, 0.75])


def test_first_calls_do_not_count_for_what_they_compiled(tmp_path):
    """They count as later ones do; kinds without later ones as their work does in others."""
    file = tmp_path / "calls"
    kinds = [_kind(SMALL, 11, 5.1, 1, 5.0), _kind(LARGE, 1, 9.0, 1, 9.0)]
    JsonLines(file).append(map(entry_of, kinds))
    first, second = read_log(file).shares()
    assert written(first.problem) == LARGE
    assert second.seconds == pytest.approx(0.11)
    assert first.seconds == pytest.approx(0.01 * 8**3)  # operations, which outweigh the bytes of both
    alone = tmp_path / "alone"
    JsonLines(alone).append([entry_of(kinds[1])])
    assert read_log(alone).shares()[0].seconds == 9.0


def test_calls_of_several_problems_are_divided_by_their_work(tmp_path):
    """Each of them as often as it is launched."""
    file = tmp_path / "calls"
    JsonLines(file).append([entry_of(CallKind("trsm", {SMALL: 2, LARGE: 1}, 10, 1.0, 4, device="a device"))])
    shares = {written(each.problem): each for each in read_log(file).shares()}
    assert shares[SMALL].calls == 20
    assert shares[SMALL].host == 8
    assert sum(each.seconds for each in shares.values()) == pytest.approx(1.0)
    assert shares[LARGE].seconds > 100 * shares[SMALL].seconds


def test_what_is_damaged_is_left_out_and_counted(tmp_path):
    """So are calls of problems that this version does not know."""
    file = tmp_path / "calls"
    sound = entry_of(_kind(SMALL, 3, 0.5))
    whole, negative, unknown = map(_line, (sound, {**sound, "calls": -1}, entry_of(_kind("sfoo 12", 7, 0.1))))
    file.write_bytes(b"".join([whole, whole[:40], b"\n", b"\xff\n[]\n", negative, unknown, whole[:50]]))
    log = read_log(file)
    assert log.damaged == 5
    assert len(log.shares()) == 1
    assert log.unread == 7


def test_what_is_no_log_is_refused(tmp_path):
    """With the file's name."""
    (tmp_path / "text").write_text("hello\n")
    (tmp_path / "empty").write_text("")
    with pytest.raises(DatabaseError, match=r"text.*AUTOBLAS_RECORD"):
        read_log(tmp_path / "text")
    with pytest.raises(DatabaseError, match="cannot be read"):
        read_log(tmp_path / "missing")
    assert read_log(tmp_path / "empty").kinds == []


@given(data=st.data())
@settings(max_examples=examples(60), deadline=None)
def test_any_file(data, tmp_path_factory):
    """Whatever became of a log, reading it gives figures or a DatabaseError."""
    file = tmp_path_factory.mktemp("logs") / "calls"
    kinds = _kind(SMALL, 3, 0.5), _kind(LARGE, 1, 0.1, 1, 0.1)
    file.write_bytes(data.draw(damaged_bytes(b"".join(_line(entry_of(kind)) for kind in kinds))))
    try:
        log = read_log(file)
    except DatabaseError:
        return
    for share in log.shares():
        assert math.isfinite(share.seconds)
        assert share.seconds >= 0
