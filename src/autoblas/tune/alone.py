"""One process at a time tunes on a device: two would disturb each other's times."""

from __future__ import annotations

import re
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from autoblas.errors import TuningError
from autoblas.store.lock import FileLock, HeldError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from autoblas.devices.device import Facts

__all__ = ["alone_on", "tuned_alone"]


@contextmanager
def alone_on(facts: Facts, folder: Path) -> Iterator[None]:
    """Be the only process of this user that tunes on a device.

    Args:
        facts: The device.
        folder: Where the lock is kept; made if need be.

    Raises:
        TuningError: another process is.
        DatabaseError: the lock cannot be had for another reason.
    """
    device = tuned_alone(facts)
    name = re.sub(r"\W+", "-", device)
    with ExitStack() as held:
        try:
            held.enter_context(FileLock(folder / f"{name}.lock", timeout=0).exclusive())
        except HeldError:
            raise TuningError(
                f"another process is tuning on this device ({device}), and two at once would disturb each other's times; "
                "wait for it or stop it"
            ) from None
        yield


def tuned_alone(facts: Facts) -> str:
    """What one process at a time tunes on: all runtimes of the host's processor are one device."""
    return "processor" if facts.kind == "cpu" else f"{facts.name} {facts.platform}"
