"""What tuning is expected to gain, from records in the user's results."""

from dataclasses import replace

import pytest

from autoblas.devices.recording import HOPPER, PLAIN_CPU
from autoblas.errors import DatabaseError
from autoblas.plan.results import user_results
from autoblas.precision import FLOAT32
from autoblas.problems import Matmul
from autoblas.problems.vector import Map
from autoblas.tune import expectation
from autoblas.tune.expectation import FAR_DOUBLINGS, LOSS_PER_DOUBLING, UNMEASURED_GAIN, expected_gain
from autoblas.tune.state import FinishedSearches
from support.database_cases import record_at

CARD = replace(HOPPER, name="a card that nothing ships for")


@pytest.fixture(autouse=True)
def own_results(tmp_path, monkeypatch):
    """Results of each test go to a folder of its own."""
    monkeypatch.setenv("AUTOBLAS_DATA_DIR", str(tmp_path))


@pytest.fixture
def no_models(monkeypatch):
    """No kernel has a model of its time, so that records alone say what to expect."""
    monkeypatch.setattr(expectation, "_modelled", lambda *_: None)


def _square(n: int) -> Matmul:
    return Matmul(n, n, n, FLOAT32)


def _keep(n: int, rate: float) -> float:
    """Record that a square product ran at a rate."""
    seconds = _square(n).flops() / rate
    user_results().add([record_at(PLAIN_CPU, _square(n), "gemm_direct", seconds)])
    return seconds


@pytest.mark.usefixtures("no_models")
def test_nothing_measured_may_gain_the_most():
    """And what it takes now is not known."""
    found = expected_gain(_square(512), PLAIN_CPU)
    assert not found.measured
    assert found.ratio == 1 + UNMEASURED_GAIN
    assert found.now != found.now  # NaN


@pytest.mark.usefixtures("no_models")
def test_the_gain_grows_with_the_distance_to_what_was_measured():
    """At once, and it is nothing at the size itself."""
    _keep(512, 1e11)
    gains = [expected_gain(_square(n), PLAIN_CPU).ratio for n in (512, 576, 1024, 4096, 8192)]
    assert gains == sorted(gains)
    assert gains[0] == 1
    assert gains[1] == pytest.approx(1 + UNMEASURED_GAIN * 3**0.5 * 0.169925 / FAR_DOUBLINGS, rel=1e-4)
    assert gains[-1] == 1 + UNMEASURED_GAIN


@pytest.mark.usefixtures("no_models")
def test_what_is_served_takes_the_rate_of_the_nearest():
    """Until something is measured there."""
    seconds = _keep(512, 1e11)
    assert expected_gain(_square(1024), PLAIN_CPU).now == pytest.approx(8 * seconds)
    own = _keep(1024, 2e11)
    found = expected_gain(_square(1024), PLAIN_CPU)
    assert found.now == pytest.approx(own)
    assert found.measured


@pytest.mark.usefixtures("no_models")
def test_near_sizes_say_what_rate_can_be_had():
    """A size that fell behind its neighbour is expected to catch up but for what distance makes of it."""
    _keep(512, 2e11)
    _keep(640, 1e11)
    found = expected_gain(_square(640), PLAIN_CPU)
    away = 3**0.5 * 0.321928
    assert found.ratio == pytest.approx(2 * (1 - LOSS_PER_DOUBLING * away), rel=1e-4)
    assert "512x512x512 runs at" in found.reason
    assert expected_gain(_square(512), PLAIN_CPU).ratio == 1


def test_models_of_time_are_asked():
    """Where a record takes longer than the model expects of a suggestion, at most twice as long counts."""
    problem = _square(4096)
    expected = expected_gain(problem, CARD)
    assert expected.now > 0  # by the model alone
    user_results().add([record_at(CARD, problem, "gemm_tile", 100 * expected.now)])
    found = expected_gain(problem, CARD)
    assert found.measured
    assert found.ratio <= 2


def test_problems_without_operations_are_compared_by_bytes():
    """As copies are."""
    user_results().add([record_at(PLAIN_CPU, Map("copy", 1000, FLOAT32), "map", 1e-6)])
    assert expected_gain(Map("copy", 4000, FLOAT32), PLAIN_CPU).now == pytest.approx(4e-6)


def test_finished_searches_are_remembered():
    """By device and strategy; lines that are damaged, or were cut short, say nothing."""
    finished = FinishedSearches(PLAIN_CPU, "model")
    assert finished.problems() == frozenset()
    finished.add(_square(64))
    finished.add(_square(128))
    with finished.path.open("ab") as file:
        file.write(b'\xff\n[]\n{"finished": 3}\n{"finished": "gemm cut sho')
    assert FinishedSearches(PLAIN_CPU, "model").problems() == {str(_square(64)), str(_square(128))}
    assert FinishedSearches(PLAIN_CPU, "random").problems() == frozenset()
    assert FinishedSearches(CARD, "model").problems() == frozenset()


def test_a_file_that_is_a_folder_is_an_error(tmp_path):
    """With its name."""
    finished = FinishedSearches(PLAIN_CPU, "model")
    finished.path.mkdir(parents=True)
    for attempt in (finished.problems, lambda: finished.add(_square(8))):
        with pytest.raises(DatabaseError, match="finished-searches"):
            attempt()
    assert tmp_path in finished.path.parents
