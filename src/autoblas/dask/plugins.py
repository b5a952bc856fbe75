"""Plugins of worker processes: a device for each process of a machine, and no Ctrl-C."""

from __future__ import annotations

import logging
import os
import signal
from contextlib import ExitStack
from typing import Any

from distributed import WorkerPlugin

from autoblas.calls.several.members import hardware_of
from autoblas.database import data_path
from autoblas.devices.backends import claims_of
from autoblas.devices.named import called
from autoblas.devices.opencl.selection import VARIABLE
from autoblas.devices.selftest.results import selftest_result
from autoblas.errors import DeviceError
from autoblas.store.lock import FileLock, LockedError

__all__ = ["OwnDevice", "Uninterrupted"]

_log = logging.getLogger(__name__)


class OwnDevice(WorkerPlugin):  # type: ignore[misc]  # distributed has no types
    """A plugin for ``Client.register_plugin``: each worker process serves by a device that no other one of its machine has.

    The first device that no process has locked becomes the worker's ``AUTOBLAS_DEVICE``. The lock ends with the process, so
    that a worker that is started again gets a device too. Where there are more workers than devices, the remaining workers
    share devices in turn. Workers that were started with ``AUTOBLAS_DEVICE``, or by dask-cuda, need no such plugin.

    Devices that failed their self-tests are skipped. A worker without another device leaves the cluster, so that it gets no
    tasks, and ``register_plugin`` raises a ``DeviceError`` with the reason.

    Args:
        words: The devices, as ``autoblas.devices`` takes them.
    """

    name = "autoblas-own-device"

    def __init__(self, words: str = "gpu") -> None:
        self.words = words
        self._lock: ExitStack | None = None

    def setup(self, worker: Any) -> None:
        """Choose a device and lock it.

        Raises:
            NoDeviceError: there is none of these words.
            DeviceError: all of them failed their self-tests; the worker leaves the cluster.
        """
        requested = [hardware for word in self.words.split(",") for hardware in hardware_of(word.strip())]
        folder = data_path().parent / "workers"
        self._lock, passed = ExitStack(), list[str]()
        refusals: dict[str, str] = {}
        for hardware in requested:
            name = str(called(hardware))
            with ExitStack() as lock:
                path = folder / f"device-{name.replace(':', '-')}.lock"
                try:
                    lock.enter_context(FileLock(path, timeout=0).exclusive())
                    free = True
                except LockedError:
                    free = False
                verdict = selftest_result(hardware)
                if verdict.refusal is not None:
                    refusals[name] = f"{claims_of(hardware).name} failed its self-test: it {verdict.refusal}"
                    continue
                passed.append(name)
                if free:
                    self._lock = lock.pop_all()
                    break
        else:
            if not passed:
                reason = f"worker {worker.name} leaves the cluster: {'; '.join(refusals.values())}"
                worker.loop.add_callback(worker.close_gracefully, restart=False, reason=reason)
                raise DeviceError(reason)
            passed.append(passed[os.getpid() % len(passed)])
            _log.warning(
                "every device of %r is taken; worker %s shares device %s", self.words, worker.name, passed[-1]
            )
        os.environ[VARIABLE] = passed[-1]

    def teardown(self, worker: Any) -> None:
        """Unlock the device."""
        if self._lock is not None:
            _log.debug("worker %s gives back device %s", worker.name, os.environ.get(VARIABLE))
            self._lock.close()

    def __getstate__(self) -> dict[str, Any]:
        return {"words": self.words, "_lock": None}


class Uninterrupted(WorkerPlugin):  # type: ignore[misc]  # distributed has no types
    """A plugin for ``Client.register_plugin``: the worker ignores Ctrl-C, which every process of a terminal receives.

    The command that started the workers ends their searches itself, and stores the results.
    """

    name = "autoblas-uninterrupted"

    def setup(self, worker: Any) -> None:
        """Ignore the signal; Dask calls this in the process's main thread, as ``signal`` requires."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        _log.debug("worker %s leaves Ctrl-C to the command that started it", worker.name)
