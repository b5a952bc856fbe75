"""Entry of the process that tests a device, which may crash or hang there without harm."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from autoblas.devices.backends import claims_of
from autoblas.devices.named import hardware_called
from autoblas.devices.opencl.pocl.processor import RecordUnknownError, compile_for
from autoblas.devices.selftest.cases import cases_of
from autoblas.devices.selftest.results import AS, NOTHING, SPEED
from autoblas.devices.selftest.run import SelfTestRun, host_gflops
from autoblas.devices.selftest_results import selftest_key
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
    """Test cases on a device, and report the results.

    Args:
        channel: The channel to the parent.
        name: The device's name, as ``--device`` takes it; behind ``AS`` that of the processor which PoCL compiles for in
            the process that serves, if it is not the usual one.
        names: Names of cases, and ``SPEED`` for a measurement of the speed; without names all cases and the speed.
            ``NOTHING`` only lists the devices, which tests whether that is possible.
    """
    channel.progress("ask drivers")
    name, _, processor = name.partition(AS)
    try:
        device = hardware_called(name)
        if processor:
            compile_for(device, processor)
    except (NoDeviceError, RecordUnknownError) as error:  # only the parent has the device
        return channel.report(unlisted=str(error))
    claims = claims_of(device)
    channel.report(device=selftest_key(claims))
    if names == (NOTHING,):
        return None
    chosen = [case for case in cases_of(claims) if not names or case.name in names]
    timed = not names or SPEED in names
    try:
        run = SelfTestRun(device, claims, chosen, timed=timed)
    except BuildError as error:
        sys.exit(f"did not compile it: {' '.join(error.log.split())[-300:]}")
    except (AllocationError, UnavailableError) as error:
        return channel.report(unavailable=str(error))
    except DeviceError as error:
        sys.exit(f"refused it: {' '.join(str(error).split())}")
    failures: tuple[type[Exception], ...] = (BuildError, LaunchError, *run.device.errors)
    try:
        channel.report(wrong=run.wrong())
        if timed:
            gflops, launch_seconds = run.speed()
            channel.report(gflops=gflops, launch_seconds=launch_seconds, host_gflops=host_gflops())
    except failures as error:
        sys.exit(f"refused it: {' '.join(str(error).split())}")
