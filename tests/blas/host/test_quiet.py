"""NumPy's functions run without a word about overflows, in any thread, and the caller's settings stay."""

import threading

import numpy as np
import pytest

from autoblas.blas.host.quiet import Errstate, quiet


@pytest.mark.parametrize("make", [quiet, Errstate])
def test_nothing_is_said_of_overflows(make):
    """Nor is the caller's own setting changed, by which they raise."""
    x = np.array([3e38], np.float32)
    with np.errstate(all="raise"):
        assert np.isinf(make().run(np.multiply, x, x)[0])
        assert np.isinf(make().run(x.dot, x))
        with pytest.raises(FloatingPointError):
            np.multiply(x, x)


def test_threads_and_calls_within_calls_are_quiet_at_once():
    """Each call has a context of its own."""
    x, together, results = np.array([3e38]) ** 8, threading.Barrier(4), []

    def work():
        together.wait()
        results.append(quiet().run(np.multiply, x, x)[0])

    def nested():
        quiet().run(work)

    threads = [threading.Thread(target=quiet().run, args=(nested,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [np.inf] * 4
