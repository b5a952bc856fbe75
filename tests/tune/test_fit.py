"""Fits of time models: other coefficients are found again, and stored only where they predict better."""

import itertools
import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

from autoblas.cli.commands.fit import command
from autoblas.devices.recording import HOPPER, PLAIN_CPU
from autoblas.errors import DatabaseError, DatabaseWarning
from autoblas.kernels import kernels
from autoblas.kernels.models.coefficients import coefficients_of, replace_coefficients, shipped
from autoblas.kernels.space import parameters
from autoblas.plan.fitted import fitted_path, load_fitted, store_fitted
from autoblas.precision import FLOAT32, FLOAT64
from autoblas.problems import Matmul
from autoblas.records.timings import write_device, write_problem
from autoblas.tune.fit import errors, fit_models, models_of, quality, selections, with_leaves
from autoblas.tune.samples import Sample, device_in, samples_in
from autoblas.tune.state import journal_key
from autoblas.tuning import Journal, journal_name
from autoblas.tuning.outcome import Outcome

pytestmark = pytest.mark.usefixtures("own_results")

SIZES = (100, 300, 700, 1500)

DEVICE = replace(HOPPER, name="a card of its own")
"""A device whose coefficients no other test has replaced."""


@pytest.fixture(autouse=True)
def shipped_again():
    """No test leaves coefficients behind."""
    yield
    for model in shipped("nvidia"):
        replace_coefficients(model, DEVICE.name, None)


def samples(name, precision, facts):
    """Suggested points for some shapes, as long as the model says they take."""
    kernel = kernels()[name]
    drawn = []
    for m, n, k in itertools.product(SIZES, SIZES, SIZES):
        q = Matmul(m, n, k, precision)
        for params in list(kernel.legal_suggestions(q, facts))[:3]:
            seconds = kernel.expected(params, q, facts)
            assert seconds is not None
            drawn.append(Sample(name, params, q, seconds))
    return drawn


def test_coefficients_are_found_again():
    """Times of a device whose launches and stores take twice as long, fitted from the shipped coefficients."""
    values = shipped("nvidia")["gemm_dmma"]["values"]
    slower = {**values, "launch": 2 * values["launch"], "stored": values["stored"] / 2}
    replace_coefficients("gemm_dmma", DEVICE.name, slower)
    drawn = samples("gemm_dmma", FLOAT64, DEVICE)
    replace_coefficients("gemm_dmma", DEVICE.name, None)
    fit = fit_models(["gemm_dmma"], drawn, DEVICE)
    assert fit.better
    assert fit.before.half > 1.03
    assert fit.after.most < 1.02
    assert fit.values["gemm_dmma"]["launch"] == pytest.approx(slower["launch"], rel=0.1)
    assert coefficients_of("gemm_dmma", DEVICE) == values, "a fit changes what serves"


def test_times_without_a_model_change_nothing():
    """Of a device as the model says, nothing gets better."""
    fit = fit_models(["gemm_dmma"], samples("gemm_dmma", FLOAT64, DEVICE), DEVICE)
    assert not fit.better
    assert fit.before.most == pytest.approx(1)


def test_few_times_are_refused():
    """In one sentence."""
    with pytest.raises(DatabaseError, match="too few"):
        fit_models(["gemm_dmma"], samples("gemm_dmma", FLOAT64, DEVICE)[:5], DEVICE)


def test_a_fit_serves_until_it_is_dropped():
    """In this process and in the next, which reads the file; of another device's nothing is taken."""
    values = shipped("nvidia")["gemm_dmma"]["values"]
    changed = with_leaves(values, {("launch",): 1.0})
    store_fitted(DEVICE, {"gemm_dmma": changed})
    assert coefficients_of("gemm_dmma", DEVICE) == changed
    replace_coefficients("gemm_dmma", DEVICE.name, None)  # as a new process has it
    load_fitted(DEVICE)
    assert coefficients_of("gemm_dmma", DEVICE) == changed
    assert coefficients_of("gemm_dmma", HOPPER) == values
    store_fitted(DEVICE, {})
    assert coefficients_of("gemm_dmma", DEVICE) == values
    assert json.loads(fitted_path().read_text()) == {}


def test_other_coefficients_than_a_model_has_do_not_serve():
    """A file of another version, and one that is no JSON."""
    fitted_path().parent.mkdir(parents=True, exist_ok=True)
    fitted_path().write_text(json.dumps({DEVICE.name: {"gemm_dmma": {"launch": 1.0}, "unknown": {}}}))
    load_fitted(DEVICE)
    assert coefficients_of("gemm_dmma", DEVICE) == shipped("nvidia")["gemm_dmma"]["values"]
    store_fitted(DEVICE, {})
    fitted_path().write_text("{")
    with pytest.warns(DatabaseWarning, match="cannot be read"):
        load_fitted(replace(DEVICE, name="another"))


def test_samples_come_from_journals(tmp_path):
    """Points of the device that were timed, of kernels with a model."""
    q = Matmul(300, 200, 100, FLOAT32)
    kernel = kernels()["gemm_panel"]
    params = kernel.suggested(q, PLAIN_CPU)
    for facts in (PLAIN_CPU, replace(PLAIN_CPU, name="another")):
        key = journal_key(q, facts)
        with Journal(tmp_path / journal_name(key), key) as journal:
            journal.record({"kernel": "gemm_panel", **parameters(params)}, Outcome("ok", (2e-3, 1e-3, 3e-3)))
            journal.record({"kernel": "gemm_tile"}, Outcome("ok", (1e-3,)))
    found = samples_in(sorted(tmp_path.glob("*.jsonl")), PLAIN_CPU)
    assert found == [Sample("gemm_panel", params, q, 2e-3)]
    assert models_of(found, PLAIN_CPU) == [["cores", "gemm_panel"]]
    assert errors(found, PLAIN_CPU).half > 1


def times_of_a_slower_card(path):
    """A file of times of a card whose launches of ``gemm_dmma`` take four times as long; its device and samples."""
    values = shipped("nvidia")["gemm_dmma"]["values"]
    replace_coefficients("gemm_dmma", DEVICE.name, {**values, "launch": 4 * values["launch"]})
    drawn = samples("gemm_dmma", FLOAT64, DEVICE)
    replace_coefficients("gemm_dmma", DEVICE.name, None)
    with path.open("w") as file:
        write_device(file, DEVICE)
        for q, points in itertools.groupby(drawn, lambda sample: sample.problem):
            write_problem(file, q, [(s.kernel, s.params, s.seconds) for s in points])
    return drawn


def test_files_of_times_name_their_device(tmp_path):
    """Their points are samples of it, and no device of this machine is asked for."""
    path = tmp_path / "times.jsonl"
    drawn = times_of_a_slower_card(path)
    assert device_in([path]) == DEVICE
    read = samples_in([path], DEVICE)
    assert [(s.kernel, s.params, s.problem) for s in read] == [(s.kernel, s.params, s.problem) for s in drawn]
    assert samples_in([path], HOPPER) == []


def test_shipped_models_are_fitted_from_a_file_of_times(tmp_path):
    """The command writes values, errors and the origin of the times, and nothing for this device."""
    path, into = tmp_path / "times.jsonl", tmp_path / "shipped.json"
    times_of_a_slower_card(path)
    into.write_text(json.dumps(shipped("nvidia")))
    done = CliRunner().invoke(command, [str(path), "--into", str(into), "--model", "gemm_dmma"])
    assert done.exit_code == 0, done.output
    assert f"stored gemm_dmma: {into}" in done.output
    document = json.loads(into.read_text())["gemm_dmma"]
    assert document["values"]["launch"] == pytest.approx(
        4 * shipped("nvidia")["gemm_dmma"]["values"]["launch"], rel=0.2
    )
    fitted = document["fitted"]
    assert fitted["device"] == DEVICE.name
    assert fitted["shapes"] == len(SIZES) ** 3
    assert fitted["span"] == [[min(SIZES), max(SIZES)]] * 3
    assert fitted["half_within"] < 0.02
    assert not fitted_path().exists(), "what is shipped serves this device"


def test_selections_are_judged_by_the_fastest_point():
    """Of two points of a problem the model selects the one that it expects to be faster."""
    drawn = [s for s in samples("gemm_dmma", FLOAT64, DEVICE) if s.judges]
    assert quality(selections(drawn, DEVICE)) == pytest.approx(1)
    slower = [s._replace(seconds=1 / s.seconds) for s in drawn]
    assert quality(selections(slower, DEVICE)) < 1
