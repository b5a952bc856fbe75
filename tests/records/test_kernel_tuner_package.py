"""Kernel Tuner's own package opens what is written, replays a search from it, and its schema allows our results."""

import importlib.util
import json
import warnings

import pytest

from autoblas.exchange import cache_text, found_in, load, t4_in, t4_text
from support.exchange_cases import make_found
from support.report_cases import journal_at

pytestmark = [
    pytest.mark.kernel_tuner,
    pytest.mark.skipif(
        importlib.util.find_spec("kernel_tuner") is None,
        reason='needs python -m pip install -e ".[kernel-tuner]"',
    ),
]


@pytest.fixture(autouse=True)
def _others_warnings():
    """What that package and those that it imports warn of is not ours."""
    warnings.simplefilter("ignore")


def test_a_cache_is_replayed(tmp_path):
    """All points that were timed are there, the best with its time, and the file stays as it was."""
    import kernel_tuner

    found = found_in(journal_at(tmp_path))
    for kernel in found.kernels:
        path = tmp_path / f"{kernel}.json"
        path.write_text(cache_text(found, kernel, "0.1.0"), encoding="utf-8")
        before = path.read_bytes()
        results, environment = kernel_tuner.tune_cache(str(path), quiet=True, verbose=False)
        timed = [trial for trial in found.of_kernel(kernel) if trial.outcome.kind == "ok"]
        assert len(results) == len(timed)
        best = min(trial.outcome.median for trial in timed)
        assert environment["best_config"]["time"] == pytest.approx(best * 1e3)
        assert path.read_bytes() == before


def test_results_that_it_writes_are_read(tmp_path):
    """A replayed search, written in the T4 form by Kernel Tuner, has the same points and times."""
    import kernel_tuner
    from kernel_tuner.file_utils import store_output_file

    cache, results = tmp_path / "cache.json", tmp_path / "results.json"
    cache.write_text(cache_text(make_found(), "gemm_direct", "0.1.0"), encoding="utf-8")
    replayed, _ = kernel_tuner.tune_cache(str(cache), quiet=True, verbose=False)
    store_output_file(str(results), replayed, json.loads(cache.read_text(encoding="utf-8"))["tune_params"])
    found = t4_in(results, load(results))
    best = found.best()
    assert [trial.parameters["rm"] for trial in best] == [4, 2]
    assert best[0].outcome.seconds == pytest.approx((1e-4,))
    assert best[1].outcome.seconds == pytest.approx((2e-4, 2.5e-4, 3e-4))


def test_failures_are_errors_there(tmp_path):
    """Each as the error that is nearest."""
    from kernel_tuner import util

    path = tmp_path / "cache.json"
    path.write_text(cache_text(make_found(), "gemm_direct", "0.1.0"), encoding="utf-8")
    entries = util.read_cache(str(path), open_cache=False)["cache"]
    assert isinstance(entries["8,8,2,4,1,plain"]["__error__"], util.RuntimeFailedConfig)
    assert "__error__" not in entries["8,8,2,2,1,plain"]


def test_results_keep_the_schema(tmp_path):
    """The schema of version 1.0.0 that the package has, failures included; it refuses what is no result."""
    import jsonschema
    from kernel_tuner.file_utils import output_file_schema

    version, schema = output_file_schema("results")
    assert version == "1.0.0"
    for found in (found_in(journal_at(tmp_path)), make_found(), make_found(trials=())):
        jsonschema.validate(json.loads(t4_text(found, "0.1.0")), schema)
    broken = json.loads(t4_text(make_found(), "0.1.0"))
    broken["results"][0]["invalidity"] = "perhaps"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(broken, schema)
