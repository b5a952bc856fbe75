"""Calls are added up in memory and handed over in time, from any thread, and nothing stops a program."""

import os
import threading

import pytest

from autoblas.errors import DatabaseError, DatabaseWarning
from autoblas.records.log import read_log
from autoblas.records.recorder import MOST_KINDS, SHARE, Recorder


class Clock:
    """Seconds as a test sets them."""

    now = 0.0

    def __call__(self) -> float:
        """The time."""
        return self.now


def _add(recorder: Recorder, n: int = 8) -> None:
    recorder.add("axpy", {f"saxpy {n}": 1}, "a device", 0.5)


def test_calls_are_handed_over_after_a_second_and_later_less_often(tmp_path):
    """At last once in a hundredth of the program's time."""
    clock, file = Clock(), tmp_path / "calls"
    recorder = Recorder(str(file), clock)
    _add(recorder)
    assert not file.exists()
    clock.now = 1.0
    _add(recorder)
    assert read_log(file).calls == 2
    clock.now = 10_000.0
    _add(recorder)
    lines = file.read_bytes().count(b"\n")
    clock.now += SHARE * clock.now - 1
    _add(recorder)
    assert file.read_bytes().count(b"\n") == lines
    clock.now += 3
    _add(recorder)
    assert file.read_bytes().count(b"\n") == lines + 1
    assert read_log(file).calls == 5


def test_memory_is_bounded(tmp_path):
    """Many kinds of calls are handed over before their time."""
    file = tmp_path / "calls"
    recorder = Recorder(str(file), Clock())
    for n in range(1, 3 * MOST_KINDS):
        _add(recorder, n)
        assert len(recorder._kinds) < MOST_KINDS  # what it holds
    recorder.flush()
    assert read_log(file).calls == 3 * MOST_KINDS - 1


def test_threads_lose_no_call(tmp_path):
    """However they meet."""
    file = tmp_path / "calls"
    recorder = Recorder(str(file))

    def work():
        for n in range(500):
            _add(recorder, n % 7 + 1)
            if n % 50 == 0:
                recorder.flush()

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    recorder.flush()
    log = read_log(file)
    assert (log.calls, log.damaged) == (4000, 0)
    assert sum(kind.seconds for kind in log.kinds) == pytest.approx(2000)


def test_two_processes_may_write_one_file(tmp_path):
    """As several recorders do."""
    file = tmp_path / "calls"
    for _ in range(2):
        recorder = Recorder(str(file))
        _add(recorder)
        recorder.flush()
    assert read_log(file).calls == 2


def test_a_file_that_cannot_be_written_is_warned_of_once(tmp_path):
    """At once, and the program goes on."""
    with pytest.warns(DatabaseWarning, match=r"its folder is not there; calls are not written down"):
        recorder = Recorder(str(tmp_path / "no" / "folder" / "calls"))
    _add(recorder)
    recorder.flush()
    assert not list(tmp_path.iterdir())


def test_a_file_that_cannot_be_written_later_is_warned_of(tmp_path, monkeypatch):
    """As on a disk that is full by then."""
    recorder = Recorder(str(tmp_path / "calls"))
    _add(recorder)

    def full(*_):
        raise DatabaseError(tmp_path / "calls", "it cannot be written: No space left on device")

    monkeypatch.setattr("autoblas.store.lines.JsonLines.append", full)
    with pytest.warns(DatabaseWarning, match="No space left on device; calls are not written down"):
        recorder.flush()
    _add(recorder)
    recorder.flush()


def test_a_program_may_change_its_folder(tmp_path, monkeypatch):
    """The file is where it was named."""
    monkeypatch.chdir(tmp_path)
    recorder = Recorder("calls")
    monkeypatch.chdir(os.path.sep)
    _add(recorder)
    recorder.flush()
    assert read_log(tmp_path / "calls").calls == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_forked_process_does_not_count_again(tmp_path):
    """What came together before the fork is the parent's."""
    file = tmp_path / "calls"
    recorder = Recorder(str(file))
    _add(recorder)
    recorder.forget()  # as the child does
    recorder.flush()
    assert not file.exists()
