"""The process in which a device is tried: it may crash or hang there without harm."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from autoblas.devices.backends import claims_of
from autoblas.devices.kept_proofs import proof_key
from autoblas.devices.named import hardware_called
from autoblas.devices.opencl.pocl.processor import RecordUnknownError, compile_for
from autoblas.devices.selftest.cases import cases_of
from autoblas.devices.selftest.host import host_gflops
from autoblas.devices.selftest.trial import Trial
from autoblas.devices.selftest.verdicts import AS, NOTHING, SPEED
from autoblas.errors import (
    AllocationError,
    BuildError,
    DeviceError,
    LaunchError,
    NoDeviceError,
    UnavailableError,
)

if TYPE_CHECKING:
    from autoblas.isolate.channel import Channel

__all__ = ["try_device"]


def try_device(channel: Channel, name: str, *names: str) -> None:
    """Try cases on a device, and say what was found.

    Args:
        channel: To the parent.
        name: The device's, as ``--device`` takes it; behind ``AS`` that of the processor which PoCL compiles for in the
            process that serves, in place of the usual one.
        names: Of cases, and ``SPEED`` where it is measured how fast the device is; that, and all that the device claims to
            do, where none is named. ``NOTHING`` lists the devices alone, which shows whether that can be done.
    """
    channel.progress("ask drivers")
    name, _, processor = name.partition(AS)
    try:
        device = hardware_called(name)
        if processor:
            compile_for(device, processor)
    except (NoDeviceError, RecordUnknownError) as error:  # which its parent has
        return channel.found(unlisted=str(error))
    claims = claims_of(device)
    channel.found(device=proof_key(claims))
    if names == (NOTHING,):
        return None
    chosen = [case for case in cases_of(claims) if not names or case.name in names]
    timed = not names or SPEED in names
    try:
        trial = Trial(device, claims, chosen, timed=timed)
    except BuildError as error:
        sys.exit(f"did not compile it: {' '.join(error.log.split())[-300:]}")
    except (AllocationError, UnavailableError) as error:
        return channel.found(unavailable=str(error))
    except DeviceError as error:
        sys.exit(f"refused it: {' '.join(str(error).split())}")
    failures: tuple[type[Exception], ...] = (BuildError, LaunchError, *trial.device.errors)
    try:
        channel.found(wrong=trial.wrong())
        if timed:
            gflops, launch_seconds = trial.speed()
            channel.found(gflops=gflops, launch_seconds=launch_seconds, host_gflops=host_gflops())
    except failures as error:
        sys.exit(f"refused it: {' '.join(str(error).split())}")
