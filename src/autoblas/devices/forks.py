"""Tells a process that was forked from one that used a driver: the driver's threads are not in it, and calls would hang."""

from __future__ import annotations

import os

from autoblas.errors import DeviceError

__all__ = ["PROCESS", "refuse_after_fork", "uses_driver"]


class _Process:
    """What this process did.

    Attributes:
        used: A driver was asked for its devices, or for a context.
        orphaned: That was before this process was forked from the one that did it.
    """

    used = False
    orphaned = False


PROCESS = _Process
"""What functions that are made for calls ask; where it is orphaned, ``refuse_after_fork`` says so."""


def _in_child() -> None:
    _Process.orphaned = _Process.used


if hasattr(os, "register_at_fork"):  # where there are forks
    os.register_at_fork(after_in_child=_in_child)


def uses_driver() -> None:
    """Note that a driver is about to be asked for devices or a context.

    Raises:
        DeviceError: this process was forked after it was.
    """
    refuse_after_fork()
    _Process.used = True


def refuse_after_fork() -> None:
    """See that drivers work here.

    Raises:
        DeviceError: this process was forked from one that used a driver.
    """
    if _Process.orphaned:
        raise DeviceError(
            "this process was forked from one that had used a device, and no driver works in both; start it with "
            'multiprocessing.get_context("spawn") or "forkserver", or fork before autoblas looks for devices'
        )
