"""Tuning on the workers of a cluster: problems are shared out, nothing measured is lost, and records come back."""

import math
import os
import re
import shutil
import signal
import threading
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

from autoblas.database import Store, read_json
from autoblas.devices.device import Facts
from support.clusters import two_processes

pytest.importorskip("distributed")

import distributed

from autoblas.cli.cluster.listener import ProgressPrinter
from autoblas.cli.output.text import count_text
from autoblas.cli.routines.table import call_of
from autoblas.dask import worker as worker_tasks
from autoblas.dask.tuning import ATTEMPTS, ClusterTuning, Job, Listener
from autoblas.dask.worker import WorkerDevice, describe_device
from autoblas.devices.recording import PLAIN_CPU
from autoblas.devices.selftest.serving_device import select_device
from autoblas.devices.selftest_results import results_path
from autoblas.errors import AutoblasError, TuningError
from autoblas.tune.sweep import MOST_SECONDS, Wanted
from autoblas.tune.tune import Budget
from autoblas.version import __version__

pytestmark = pytest.mark.dask


class WorkerFolder(distributed.WorkerPlugin):  # type: ignore[misc]  # distributed has no types
    """Each worker has results of its own, so that it counts as a machine; also when it was started again."""

    name = "worker-folder"

    def __init__(self, base: str) -> None:
        self.base = base

    def setup(self, worker: Any) -> None:
        """Before anything is tuned."""
        os.environ["AUTOBLAS_DATA_DIR"] = str(Path(self.base) / f"worker-{worker.name}")


@pytest.fixture(name="cluster", scope="module")
def make_cluster(tmp_path_factory):
    """A client of two processes on PoCL that count as two machines, and where their results are."""
    base = tmp_path_factory.mktemp("workers")
    select_device("Portable")
    for number in (0, 1):  # so that the workers need not prove the device again
        (base / f"worker-{number}").mkdir()
        shutil.copy(results_path(), base / f"worker-{number}")
    with two_processes(tmp_path_factory.mktemp("dask"), threads_per_worker=1) as client:
        client.register_plugin(WorkerFolder(str(base)))
        yield client, base


def vectors(*sizes: int) -> Any:
    """Problems that are searched in a second or two."""

    def wanted(facts: Facts) -> list[Wanted]:
        return [Wanted(call_of("scal", "-n", str(size)).problems(facts)[0]) for size in sizes]

    return wanted


def budget(seconds: float, evaluations: int) -> Budget:
    """Seconds of all searches, and trials of each."""
    return Budget(seconds=seconds, evaluations=evaluations)


class Heard(Listener):
    """Notes what happens."""

    def __init__(self) -> None:
        self.where: list[tuple[str, str]] = []
        self.lost_jobs: list[str] = []
        self.refusals: list[str] = []
        self.unfinished: list[str] = []
        self.replayed: dict[str, int] = {}
        self.started = threading.Event()

    def begun(self, job: Job, device: WorkerDevice, seconds: float) -> None:
        """Note where."""
        self.where.append((str(job), device.slot))
        self.started.set()

    def ended(self, job: Job, device: WorkerDevice, result: Any) -> None:
        """Note what was known before, and whether the search has to be dealt again, as one that had no time has."""
        self.replayed[str(job)] = result.replayed
        if result.error and not result.final:
            self.unfinished.append(str(job))

    def lost(self, job: Job, device: WorkerDevice) -> None:
        """Note which."""
        self.lost_jobs.append(str(job))

    def refused(self, address: str, device: WorkerDevice) -> None:
        """Note why."""
        self.refusals.append(device.refusal)


def test_equal_devices_share_the_problems(cluster):
    """Each is searched once, both devices search, journals stay with them, and all records come back."""
    client, base = cluster
    heard = Heard()
    sizes = (50_000, 60_000, 70_000)
    run = ClusterTuning(client, vectors(*sizes), budget(40.0, 2), listener=heard)
    run.run()
    assert not run.failed
    assert not run.remaining
    assert len({job for job, _ in heard.where}) == len(sizes)
    assert len(heard.where) == len(sizes) + len(heard.lost_jobs) + len(heard.unfinished)
    assert len({slot for _, slot in heard.where}) == 2
    assert {record.sizes for record in run.records.values()} == {(size,) for size in sizes}
    for folder in base.iterdir():
        assert list((folder / "journals").glob("*"))


def test_a_worker_that_is_killed(cluster):
    """Its problem is dealt again, and what its journal knows is not measured again."""
    client, _ = cluster
    heard = Heard()
    run = ClusterTuning(client, vectors(90_000), budget(30.0, 15), listener=heard)
    killed: list[int] = []

    def kill():
        heard.started.wait(30)
        time.sleep(1.5)
        (slot,) = {slot for _, slot in heard.where}
        for address, device in list(run._devices.items()):
            if device.slot == slot:
                (pid,) = client.run(os.getpid, workers=[address]).values()
                killed.append(pid)
                os.kill(pid, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    run.run()
    killer.join()
    if heard.lost_jobs:  # else it had ended before
        assert len(heard.where) > 1
    assert killed
    assert {record.sizes for record in run.records.values()} == {(90_000,)}
    client.wait_for_workers(2, timeout=30)


def test_devices_that_cannot_serve_get_nothing(cluster):
    """One that is not there, as one that failed its proof; that is an error where there is no other."""
    client, _ = cluster
    heard = Heard()
    with pytest.raises(TuningError, match="no worker of the cluster has a device that can serve"):
        ClusterTuning(client, vectors(1000), budget(30.0, 1), device="no such device", listener=heard).run()
    assert len(heard.refusals) == 2
    assert "no such device" in heard.refusals[0]


def test_a_device_that_failed_its_proof_refuses(monkeypatch):
    """It says why."""
    from autoblas.errors import DeviceError

    def failed(_):
        raise DeviceError("it failed its self-test")

    monkeypatch.setattr(worker_tasks, "select_device", failed)
    assert describe_device(None).refusal == "it failed its self-test"


def test_problems_that_fail_and_time_that_is_up(cluster):
    """Problems that cannot be tuned are reported; problems without time remain."""
    client, _ = cluster

    def empty(facts):
        return [Wanted(replace(wanted.problem, n=0)) for wanted in vectors(1, 1)(facts)]

    run = ClusterTuning(client, empty, budget(30.0, 1))
    run.run()
    assert [job.attempts for job, _ in run.failed] == [1, 1]
    assert "sizes of at least 1" in run.failed[0][1]
    late = ClusterTuning(client, vectors(1000), budget(0.0, 1))
    late.run()
    assert len(late.remaining) == 1
    assert not late.records


def test_what_counts_more_comes_first_and_gets_more_time():
    """In the proportion of weights, and never less than an even share or ten seconds, whichever is less."""
    device = WorkerDevice("kind", "slot", "name", select_device("Portable").facts, "")
    problems = [wanted.problem for wanted in vectors(10, 20, 30)(device.facts)]
    run = ClusterTuning(None, lambda _: [Wanted(*pair) for pair in zip(problems, (1.0, 8.0, 1.0), strict=True)],
                        Budget(seconds=60.0))  # fmt: skip
    run._descriptions["here"] = None
    run._add_device("here", device._replace(version=__version__))
    jobs = run._jobs["kind"]
    assert [job.problem for job in jobs] == [problems[1], problems[2], problems[0]]
    assert run._share("kind") == pytest.approx(48.0, abs=0.5)
    jobs.rotate(-1)
    assert run._share("kind") == pytest.approx(10.0, abs=0.5)
    run._ending = math.inf
    assert run._share("kind") == MOST_SECONDS


def test_a_search_on_a_worker_gets_no_more_than_what_is_left():
    """And none is begun where that is too little, but for the first."""
    device = WorkerDevice("kind", "slot", "name", select_device("Portable").facts, "")
    budgets: list[Budget] = []
    client = SimpleNamespace(submit=lambda _, words, device, budget, *__, **___: budgets.append(budget))
    run = ClusterTuning(client, vectors(10, 20, 30), Budget(seconds=60.0))
    run._descriptions["here"] = None
    run._add_device("here", device._replace(version=__version__))
    for seconds in (1.0, 50.0, 1.0):
        run._ending = time.monotonic() + seconds
        run._begin("here", device, "stop")
    assert [budget.within for budget in budgets] == [
        pytest.approx(1.0, abs=0.5),
        pytest.approx(50.0, abs=0.5),
    ]
    assert len(run.remaining) == 1


def test_the_command(cluster, tmp_path, monkeypatch):
    """``tune all --scheduler`` prints what happens, and keeps the records here and in a bundle."""
    client, _ = cluster
    monkeypatch.setattr(
        "autoblas.cli.commands.tune.usual_problems",
        lambda dtype, facts: [wanted.problem for wanted in vectors(50_000)(facts)],
    )
    monkeypatch.setenv("AUTOBLAS_DATA_DIR", str(tmp_path / "here"))
    bundle = tmp_path / "bundle.json"
    words = f"--scheduler {client.scheduler.address} --evaluations 1".split()
    usual = ["tune", "all", "--dtype", "float32", "--seconds", "5", *words]
    done = CliRunner().invoke(_group(), [*usual, "--bundle", str(bundle)])
    assert done.exit_code == 0, done.output
    assert "takes part; left for its kind: 1 problem\n" in done.output
    assert "Done: 1 search, 1 trial, " in done.output
    (rate,) = re.findall(r"best ([\d.]+) us", done.output)
    assert float(rate) == pytest.approx(min(record.seconds for record in read_json(bundle)) * 1e6, abs=0.06)
    records = read_json(bundle)
    assert [record.sizes for record in records][:1] == [(50_000,)]
    assert len(Store().records()) == len(records)
    again = CliRunner().invoke(_group(), [*usual, "--fresh"])
    assert ": 1 trial; best" in again.output  # none known before


def test_the_command_takes_what_one_machine_takes(cluster, tmp_path, monkeypatch):
    """Files of problems, networks, logs of calls, and sizes of products."""
    client, _ = cluster
    monkeypatch.setenv("AUTOBLAS_DATA_DIR", str(tmp_path / "here"))
    words = f"--scheduler {client.scheduler.address} --evaluations 1 --seconds 60".split()
    lines, network = tmp_path / "problems.txt", tmp_path / "network.json"
    lines.write_text("sscal 30000\nsscal 40000\n")
    network.write_text('{"layers": [{"problem": "sscal 35000", "count": 2}]}')
    for source, searches in ((["all", "--shapes", lines], 2), (["all", "--like", network], 1),
                             (["gemm", "--start", "16", "--stop", "32", "--fix", "kernel=gemm_direct"], 2)):  # fmt: skip
        done = CliRunner().invoke(_group(), ["tune", *map(str, source), *words])
        assert done.exit_code == 0, done.output
        assert f"Done: {count_text(searches, 'search')}, " in done.output
    records = {(record.family, record.sizes) for record in Store().records()}
    assert {("gemm", (16, 16, 16)), ("gemm", (32, 32, 32))} <= records
    assert {sizes for family, sizes in records if family != "gemm"} == {(30_000,), (35_000,), (40_000,)}


def test_wrong_problems_are_found_before_there_are_workers(tmp_path, monkeypatch):
    """No cluster is started, and none is asked for, where a file of problems, of layers or of calls is wrong."""

    def started(*_):
        raise AssertionError("there are workers")

    monkeypatch.setattr("autoblas.cli.cluster.command._client", started)
    monkeypatch.setenv("AUTOBLAS_DATA_DIR", str(tmp_path / "here"))
    file = tmp_path / "file"
    for option, text, message in (
        ("--shapes", "sscal 30000\nno problem\n", "line 2: expected a routine"),
        ("--shapes", "# nothing\n", "expected a problem a line"),
        ("--like", '{"layers": [{"problem": "sscal 3", "count": 0}]}', "layer 1: expected a count"),
        ("--from-log", "no log\n", str(file)),
    ):
        file.write_text(text)
        wrong = CliRunner().invoke(_group(), ["tune", "all", option, str(file), "--workers", "2"])
        assert isinstance(wrong.exception, AutoblasError), wrong.output
        assert message in str(wrong.exception)
    for words, message in (
        (["--shapes", str(tmp_path / "none")], "cannot be read"),
        (["-n", "0"], "expected a whole number, 1 or more"),
        (["-n", "8", "--fix", "kernel=none"], "kernel: expected one of"),
    ):
        wrong = CliRunner().invoke(_group(), ["tune", "gemm", *words, "--workers", "2"])
        assert message in f"{wrong.exception} {wrong.output}"


def _group() -> Any:
    from autoblas.cli import cli

    return cli


def test_where_nothing_could_be_tuned_that_is_an_error(cluster, tmp_path, monkeypatch, capfd):
    """After the reasons; a problem that failed is not assigned again."""
    client, _ = cluster
    monkeypatch.setenv("AUTOBLAS_DATA_DIR", str(tmp_path / "here"))
    large = ["gemm", "-n", "1000000", "--scheduler", client.scheduler.address]
    done = CliRunner().invoke(_group(), ["tune", *large, "--evaluations", "1", "--seconds", "20"])
    assert done.exit_code == 1
    assert "largest allocation" in done.output
    assert done.output.count("begun on") == 1
    assert "no problem could be tuned" in done.output
    job, device = Job(vectors(1)(PLAIN_CPU)[0].problem, "kind"), WorkerDevice("", "", "name", None, "")
    for attempts, message in (
        (ATTEMPTS - 1, "is lost; the problem is dealt again\n"),
        (ATTEMPTS, "is lost\n"),
    ):
        job.attempts = attempts
        ProgressPrinter().lost(job, device)
        assert capfd.readouterr().err.endswith(message)


def test_refusals_of_the_command(monkeypatch):
    """Both options, an address where nobody listens, and no Dask."""
    conflict = CliRunner().invoke(_group(), ["tune", "all", "--scheduler", "tcp://x:1", "--workers", "2"])
    assert conflict.exit_code == 2
    assert "not both" in conflict.output
    for alone, message in (
        (["--bundle", "x"], "--bundle goes with"),
        (["--workers", "1", "--json"], "no --json"),
    ):
        refused = CliRunner().invoke(_group(), ["tune", "all", *alone])
        assert refused.exit_code == 2
        assert message in refused.output
    nobody = CliRunner().invoke(_group(), ["tune", "all", "--scheduler", "bad address"])
    assert nobody.exit_code == 1
    assert "no scheduler answers" in nobody.output
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    without = CliRunner().invoke(_group(), ["tune", "all", "--workers", "1"])
    assert "autoblas[distributed]" in without.output
