"""Trials of drivers that start no process, and a driver that is there."""

from pathlib import Path

import pytest

from autoblas.devices.opencl.drivers import runtimes, trials
from autoblas.isolate.run import ExitReport
from support.loaded import loaded_library


@pytest.fixture
def trials_made(monkeypatch):
    """The libraries that are tried, each of which passes unless the name of its file has ``bad`` in it."""
    made: list[str] = []

    def pretend(*arguments, seconds, announced):
        assert announced
        made.append(arguments[-1])
        return ExitReport("crashed (SIGSEGV)" if "bad" in Path(arguments[-1]).name else None, {})

    monkeypatch.setattr(trials, "run_twice", pretend)
    return made


@pytest.fixture
def pocl_library():
    """A real driver: PoCL's, which the loader has loaded if it lists it."""
    runtimes.loader_platforms()
    try:
        return loaded_library("libpocl")
    except StopIteration:
        pytest.skip("PoCL is not among the drivers that the loader lists")
