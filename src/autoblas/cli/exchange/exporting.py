"""Writes results and searches of this machine in the forms of others."""

from __future__ import annotations

import contextlib
import re
from typing import TYPE_CHECKING

from autoblas.database import data_path
from autoblas.devices.opencl.facts import facts_of
from autoblas.devices.opencl.selection import listing
from autoblas.errors import DatabaseError, DeviceError
from autoblas.plan.results import place_of, user_results
from autoblas.records.kernel_tuner import cache_text
from autoblas.records.search_results import found_in
from autoblas.records.t4 import t4_text
from autoblas.store.folder import replace_file
from autoblas.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from autoblas.database import Place
    from autoblas.records.search_results import Found

__all__ = ["write_caches", "write_t4"]


def write_caches(folder: Path, device: str | None, family: str | None) -> list[Path]:
    """Write a cache of Kernel Tuner for each kernel of each search.

    Args:
        folder: Where the files go.
        device: Only searches on devices whose name contains this, in any case.
        family: Only searches of problems of this family.

    Raises:
        DatabaseError: there is no such search, or a file cannot be written.
    """
    written = []
    for name, search in _searches(device, family):
        for kernel in search.kernels:
            path = folder / f"{name}-{re.sub(r'[^A-Za-z0-9_]+', '-', kernel) or 'kernel'}.json"
            replace_file(path, cache_text(search, kernel, __version__))
            written.append(path)
    return written


def write_t4(folder: Path, device: str | None, family: str | None) -> list[Path]:
    """Write a file of results in the T4 form for each search; arguments and errors are as for ``write_caches``."""
    written = []
    for name, search in _searches(device, family):
        path = folder / f"{name}.json"
        replace_file(path, t4_text(search, __version__))
        written.append(path)
    return written


def _searches(device: str | None, family: str | None) -> Iterator[tuple[str, Found]]:
    """The searches of this machine with a trial, by the names of their journals."""
    hardware, empty = _hardware(), True
    for path in sorted((data_path().parent / "journals").glob("*.jsonl")):
        search = found_in(path, hardware)
        fits = (device or "").lower() in search.device.lower() and family in {None, search.words[0]}
        if search.trials and fits:
            empty = False
            yield path.stem, search
    if empty:
        condition = " that fits" if device or family else ""
        raise DatabaseError(
            data_path().parent / "journals", f'there is no search{condition} in it; "autoblas tune" makes one'
        )


def _hardware() -> list[Place]:
    """Hardware of the user's records, and of the devices of this machine."""
    hardware = [record.place for record in user_results().records()]
    with contextlib.suppress(DeviceError):  # no driver; searches can be sent without
        hardware += [place_of(facts_of(device)) for device in listing()]
    return hardware
