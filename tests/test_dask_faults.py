"""Workers of Dask whose devices failed their proof, that are slow, and that do not answer."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

import autoblas
from autoblas.devices.device import Facts
from support.clusters import delay, keep_results_in, planted_failure, two_processes

pytest.importorskip("dask.array")
pytest.importorskip("distributed")

import dask
import dask.array as da
import distributed

import autoblas.dask as blocked
from autoblas.cli.routines.table import call_of
from autoblas.dask.tuning import ClusterTuning, Job, Listener
from autoblas.dask.worker import WorkerDevice
from autoblas.database import read_json
from autoblas.devices.backends import claims_of
from autoblas.devices.opencl.selection import listing
from autoblas.devices.selftest.results import selftest_result
from autoblas.devices.selftest.serving_device import select_device
from autoblas.devices.selftest_results import results_path
from autoblas.tune.sweep import Wanted
from autoblas.tune.tune import Budget

pytestmark = pytest.mark.dask

SILENCE = "8s"
"""After which a worker that does not answer counts as lost; five minutes, where nobody says otherwise."""


@pytest.fixture(name="cluster")
def make_cluster(tmp_path):
    """A client of two processes on PoCL that count as two machines, their addresses, and where their results are."""
    select_device("Portable")
    with (
        dask.config.set({"distributed.scheduler.worker-ttl": SILENCE}),
        two_processes(tmp_path, threads_per_worker=1) as client,
    ):
        addresses = list(client.scheduler_info()["workers"])
        for number, address in enumerate(addresses):
            folder = tmp_path / f"worker-{number}"
            folder.mkdir()
            (folder / "proofs.json").write_bytes(results_path().read_bytes())
            client.run(keep_results_in, str(folder), workers=[address])
        yield client, addresses, tmp_path


def blocks(side: int, chunk: int) -> tuple[Any, Any]:
    """Numbers whose sums are exact, and their array of Dask."""
    x = np.random.default_rng(1).integers(-4, 5, (side, side)).astype(np.float64)
    return x, da.from_array(x, chunks=chunk).persist()


def test_no_task_goes_to_a_device_that_failed_its_proof(cluster):
    """A worker that has another device takes that one; one that has none leaves the cluster, which says why."""
    platforms = {claims_of(x).platform for x in listing() if selftest_result(x).refusal is None}
    client, (first, second), folder = cluster
    planted_failure(folder / "worker-1", "Portable Computing Language")
    x, a = blocks(200, 50)
    task = client.submit(autoblas.gemm, x, x, workers=[second])
    with pytest.raises(autoblas.DeviceError, match="failed its self-test"):
        task.result()
    if len(platforms) > 1:  # by words that mean another device too
        client.register_plugin(blocked.OwnDevice("Portable,all"))
        chosen = client.run(lambda: str(select_device().facts.platform), workers=[second])
        assert set(chosen.values()) <= platforms - {"Portable Computing Language"}
        client.unregister_worker_plugin(blocked.OwnDevice.name)
    with pytest.raises(autoblas.DeviceError, match=r"leaves the cluster: .* it computes wrong numbers"):
        client.register_plugin(blocked.OwnDevice("Portable"))
    deadline = time.monotonic() + 30
    while second in client.scheduler_info()["workers"] and time.monotonic() < deadline:
        time.sleep(0.1)
    assert list(client.scheduler_info()["workers"]) == [first]
    np.testing.assert_array_equal(blocked.matmul(a, a).compute(), x @ x)


class Heard(Listener):
    """Notes which worker had which problem.

    Args:
        on_begun: Called with the slot of each search that begins.

    Attributes:
        where: The slots of searches that began.
        refusals: Why workers get nothing.
        lost_jobs: Problems whose workers were lost.
    """

    def __init__(self, on_begun: Callable[[str], object] = lambda slot: None) -> None:
        self.on_begun = on_begun
        self.where: list[str] = []
        self.refusals: dict[str, str] = {}
        self.lost_jobs: list[str] = []

    def begun(self, job: Job, device: WorkerDevice, seconds: float) -> None:
        """Note where."""
        self.where.append(device.slot)
        self.on_begun(device.slot)

    def refused(self, address: str, device: WorkerDevice) -> None:
        """Note why."""
        self.refusals[address] = device.refusal

    def lost(self, job: Job, device: WorkerDevice) -> None:
        """Note which."""
        self.lost_jobs.append(str(job))


def tuned(client: Any, sizes: Sequence[int], heard: Heard) -> Heard:
    """The events of a run over problems that are searched in a second or two."""

    def wanted(facts: Facts) -> list[Wanted]:
        return [Wanted(call_of("scal", "-n", str(size)).problems(facts)[0]) for size in sizes]

    run = ClusterTuning(client, wanted, Budget(seconds=120.0, evaluations=1), listener=heard)
    run.run()
    assert not run.failed
    assert not run.remaining
    assert {record.sizes for record in run.records.values()} == {(size,) for size in sizes}
    return heard


def test_no_search_goes_to_a_device_that_failed_its_proof(cluster):
    """The other worker has all of them, and the user is told why."""
    client, (_, second), folder = cluster
    planted_failure(folder / "worker-1", "Portable Computing Language")
    heard = tuned(client, (30_000, 40_000), Heard())
    assert list(heard.refusals) == [second]
    assert "it computes wrong numbers" in heard.refusals[second]
    assert len(heard.where) == 2
    assert all(str(folder / "worker-0") in slot for slot in heard.where)


@pytest.mark.budget(3)
def test_a_slow_worker_gets_fewer_problems(cluster):
    """And holds nothing up but its own search."""
    client, (_, second), folder = cluster
    client.run(delay, "autoblas.dask.worker", "tune", 8.0, workers=[second])
    heard = tuned(client, range(30_000, 60_000, 5_000), Heard())
    searches = Counter(str(folder / "worker-1") in slot for slot in heard.where)
    assert searches[False] > searches[True] > 0


def test_a_slow_worker_gets_fewer_tasks(cluster):
    """The result is right."""
    client, (first, second), _ = cluster
    x, a = blocks(480, 60)
    blocked.matmul(a, a).compute()
    client.run(delay, "autoblas", "gemm", 0.05, workers=[second])
    product = blocked.matmul(a, a, alpha=2).persist()
    distributed.wait(product)
    blocks_on = {
        address: sum("matmul" in str(key) for key in keys) for address, keys in client.has_what().items()
    }
    assert blocks_on[first] > blocks_on[second]
    np.testing.assert_array_equal(product.compute(), 2 * x @ x)


@pytest.mark.budget(3)
@pytest.mark.parametrize("what", ["product", "tuning"])
def test_a_worker_that_does_not_answer_counts_as_lost(cluster, what):
    """Its blocks are computed, or its problem searched, again."""
    client, (_, second), folder = cluster
    (pid,) = client.run(os.getpid, workers=[second]).values()
    if what == "product":
        x, a = blocks(480, 60)
        client.run(delay, "autoblas", "gemm", 0.05)
        future = client.compute(blocked.matmul(a, a))
        time.sleep(1.0)
        os.kill(pid, signal.SIGSTOP)
        np.testing.assert_array_equal(future.result(timeout=100), x @ x)
    else:
        client.run(delay, "autoblas.dask.worker", "tune", 3.0)
        slot = str(folder / "worker-1")

        def stop(where):
            if slot in where:  # its search has begun
                os.kill(pid, signal.SIGSTOP)

        heard = tuned(client, (30_000, 40_000), Heard(stop))
        assert len(heard.lost_jobs) == 1


def started(*words: str, **environment: str) -> subprocess.Popen[str]:
    """A command in a session of its own, whose output is read line by line."""
    variables = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(sys.path),
        "AUTOBLAS_DEVICE": "Portable",
        **environment,
    }
    return subprocess.Popen(
        [sys.executable, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=variables,
        start_new_session=True,
    )


def read_until(process: subprocess.Popen[str], word: str) -> str:
    """The output of a process, up to the line that has a word."""
    assert process.stdout is not None
    read = ""
    for line in process.stdout:
        read += line
        if word in line:
            break
    return read


@pytest.fixture(name="problems")
def write_problems(tmp_path):
    """A file of two problems, beside a folder of results that knows the devices."""
    select_device("Portable")
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "proofs.json").write_bytes(results_path().read_bytes())
    file = tmp_path / "problems.txt"
    file.write_text("sscal 30000\nsscal 40000\n")
    return file


@pytest.mark.budget(3)
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="groups of processes are of POSIX")
def test_an_interruption_in_a_terminal_keeps_what_was_found(problems):
    """The signal reaches all processes of the terminal; the search ends after its trial, and says what it found."""
    words = f"-m autoblas tune all --workers 1 --device Portable --seconds 300 --shapes {problems}".split()
    tuner = started(*words, AUTOBLAS_DATA_DIR=str(problems.parent / "here"))
    before = read_until(tuner, "begun on")
    assert "begun on" in before, before
    time.sleep(2.0)
    os.killpg(tuner.pid, signal.SIGINT)
    after = tuner.communicate(timeout=100)[0]
    assert tuner.returncode == 130, after
    assert "Interrupted: 1 search, " in after
    assert "what was found is kept; the same command goes on" in after
    assert "not held: 1 search;" in after
    assert "Traceback" not in after


@pytest.mark.budget(3)
def test_a_lost_scheduler_loses_no_records(problems):
    """Records that came back before are stored, and an error says that the remaining ones did not."""
    folder = str(problems.parent / "here")
    scheduler = started("-m", "distributed.cli.dask_scheduler", "--port", "0", "--no-dashboard")
    output = read_until(scheduler, "Scheduler at:")
    address = output.rpartition("Scheduler at:")[2].strip()
    worker = started("-m", "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-dashboard",
                     AUTOBLAS_DATA_DIR=folder)  # fmt: skip
    bundle = problems.parent / "bundle.json"
    words = f"-m autoblas tune all --scheduler {address} --seconds 20 --shapes {problems} --bundle {bundle}".split()
    tuner = started(*words, AUTOBLAS_DATA_DIR=folder)
    try:
        read = read_until(tuner, "; best ")
        assert "; best " in read, read
        os.kill(scheduler.pid, signal.SIGKILL)
        after = tuner.communicate(timeout=100)[0]
    finally:
        for process in (scheduler, worker, tuner):
            process.kill()
            process.communicate()
    assert tuner.returncode == 1
    assert "Broken off: 1 search, " in after
    assert "the scheduler was lost" in after
    assert "Traceback" not in after
    assert {record.sizes for record in read_json(bundle)} == {(40_000,)}
