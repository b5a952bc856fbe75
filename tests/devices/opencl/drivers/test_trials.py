"""Stored results of trials of drivers: how long they hold, and stores that cannot be written."""

import os
import time

import pytest

from autoblas.devices.opencl.drivers import trials
from autoblas.isolate.run import UNTRIED, ExitReport

pytestmark = pytest.mark.usefixtures("own_results")


def test_a_verdict_is_paid_once_a_file(tmp_path, trials_made):
    """A file is tried again when it changed or when the doctor asks, not otherwise."""
    library = tmp_path / "good.so"
    library.write_text("one")
    for _ in range(3):
        assert trials.fault_of(library) is None
    assert len(trials_made) == 1
    assert trials.fault_of(library, again=True) is None
    assert len(trials_made) == 2
    library.write_text("other")
    trials.fault_of(library)
    os.utime(library, (1, 1))
    trials.fault_of(library)
    assert len(trials_made) == 4


def test_a_fault_holds_an_hour(tmp_path, trials_made, monkeypatch):
    """A failed trial is repeated later, since a missing library may be installed; a passed one is not."""
    bad, good = tmp_path / "bad.so", tmp_path / "good.so"
    for library in (bad, good):
        library.touch()
        trials.fault_of(library)
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + trials.RETRY_SECONDS - 60)
    assert trials.fault_of(bad) == "crashed (SIGSEGV)"
    assert len(trials_made) == 2
    monkeypatch.setattr(time, "time", lambda: now + trials.RETRY_SECONDS + 60)
    assert (trials.fault_of(bad), trials.fault_of(good)) == ("crashed (SIGSEGV)", None)
    assert trials_made == [str(bad), str(good), str(bad)]


def test_a_folder_that_keeps_nothing(tmp_path, trials_made, monkeypatch):
    """Where nothing can be kept the verdict serves all the same."""
    (tmp_path / "file").touch()
    (tmp_path / "good.so").touch()
    monkeypatch.setenv("AUTOBLAS_DATA_DIR", str(tmp_path / "file" / "data"))
    for _ in range(2):
        assert trials.fault_of(tmp_path / "good.so") is None
    assert len(trials_made) == 2
    assert "cannot be read: No such file" in (trials.fault_of(tmp_path / "none.so") or "")


def test_no_driver_is_blamed_for_another(tmp_path, trials_made, monkeypatch):
    """Where the process of a trial is lost before the driver's turn, nothing is kept against it."""
    library = tmp_path / "good.so"
    library.touch()
    with monkeypatch.context() as lost:
        lost.setattr(
            trials, "run_twice", lambda *_, **__: ExitReport(f"{UNTRIED} its process was stopped", {})
        )
        assert trials.fault_of(library) == f"{UNTRIED} its process was stopped"
    assert trials.fault_of(library) is None
    assert trials_made == [str(library)]
