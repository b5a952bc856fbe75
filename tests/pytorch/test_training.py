"""The benchmark of training steps, on the host's dispatch key with programs so small that they take no time."""

import math
from typing import Any

import pytest
from click.testing import CliRunner

from autoblas.blas.host.crossover import fixed_crossover
from benchmarks.__main__ import main
from benchmarks.record import read

torch: Any = pytest.importorskip("torch")


@pytest.fixture
def one_thread():
    """PyTorch with one thread: others spin, and take processors from other tests."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.mark.torch
@pytest.mark.usefixtures("one_thread")
def test_steps_are_timed_served_and_not(tmp_path, monkeypatch):
    """Products of forward and backward are served, losses are those of PyTorch, and the record says both."""
    monkeypatch.setattr("benchmarks.runner.PAUSE", 0.0)
    path = tmp_path / "record.json"
    words = ["run", "training", "--rounds", "1", "--turn", "1e-4", "--count", "5", "--forced-peer"]
    words += ["--commit", "1234567", "--into", str(path)]
    with fixed_crossover(math.inf):  # NumPy where it can: kernels are not what is tried here
        run = CliRunner().invoke(main, words, catch_exceptions=False)
    assert run.exit_code == 0, run.output
    record = read(path)
    assert not record.failures
    rows = {(row.case.routine, row.case.dtype, row.library): row for row in record.rows}
    for (name, dtype, library), row in rows.items():
        products = {"mlp": 5, "gpt2": 27, "gpt2-token": 9}[name]
        assert row.step is not None
        assert row.step.served == (products if library.startswith("autoblas") else 0)
        if library.startswith("autoblas") and name != "gpt2-token":
            assert (row.apart or 0) < (1e-5 if dtype == "float32" else 1e-2)
            assert row.case.sizes[-1] == 5
