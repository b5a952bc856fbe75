"""Gives each worker of a machine a device of its own."""

from __future__ import annotations

import logging
import os
from contextlib import ExitStack
from typing import Any

from distributed import WorkerPlugin

from autoblas.calls.several.members import hardware_of
from autoblas.database import data_path
from autoblas.devices.backends import claims_of
from autoblas.devices.named import called
from autoblas.devices.opencl.selection import VARIABLE
from autoblas.devices.selftest.verdicts import verdict_on
from autoblas.errors import DeviceError
from autoblas.store.lock import FileLock, HeldError

__all__ = ["OwnDevice"]

_log = logging.getLogger(__name__)


class OwnDevice(WorkerPlugin):  # type: ignore[misc]  # distributed has no types
    """A plugin for ``Client.register_plugin``: each worker process serves by a device that no other one of its machine has.

    The first device that no process holds becomes the worker's ``AUTOBLAS_DEVICE``; a worker that is started again finds one
    that was given back. Where there are more workers than devices, the others share them in turn. Workers that were
    started with ``AUTOBLAS_DEVICE``, or by dask-cuda, need no such plugin.

    Devices that failed their self-tests are left out. A worker that has no other leaves the cluster, so that no task is dealt
    to it, and ``register_plugin`` raises a ``DeviceError`` that says why.

    Args:
        words: Which devices, as ``autoblas.devices`` takes them.
    """

    name = "autoblas-own-device"

    def __init__(self, words: str = "gpu") -> None:
        self.words = words
        self._held: ExitStack | None = None

    def setup(self, worker: Any) -> None:
        """Take a device.

        Raises:
            NoDeviceError: there is none that the words mean.
            DeviceError: all that they mean failed their self-tests; the worker leaves the cluster.
        """
        meant = [each for word in self.words.split(",") for each in hardware_of(word.strip())]
        folder = data_path().parent / "workers"
        self._held, passed = ExitStack(), list[str]()
        refusals: dict[str, str] = {}
        for hardware in meant:
            name = str(called(hardware))
            with ExitStack() as taken:
                place = folder / f"device-{name.replace(':', '-')}.lock"
                try:
                    taken.enter_context(FileLock(place, timeout=0).exclusive())
                    free = True
                except HeldError:
                    free = False
                verdict = verdict_on(hardware)
                if verdict.refusal is not None:
                    refusals[name] = f"{claims_of(hardware).name} failed its self-test: it {verdict.refusal}"
                    continue
                passed.append(name)
                if free:
                    self._held = taken.pop_all()
                    break
        else:
            if not passed:
                why = f"worker {worker.name} leaves the cluster: {'; '.join(refusals.values())}"
                worker.loop.add_callback(worker.close_gracefully, restart=False, reason=why)
                raise DeviceError(why)
            passed.append(passed[os.getpid() % len(passed)])
            _log.warning(
                "every device of %r is taken; worker %s shares device %s", self.words, worker.name, passed[-1]
            )
        os.environ[VARIABLE] = passed[-1]

    def teardown(self, worker: Any) -> None:
        """Give the device back."""
        if self._held is not None:
            _log.debug("worker %s gives back device %s", worker.name, os.environ.get(VARIABLE))
            self._held.close()

    def __getstate__(self) -> dict[str, Any]:
        return {"words": self.words, "_held": None}
