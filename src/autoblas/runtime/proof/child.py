"""The process in which a device is tried: it may crash or hang there without harm.

    python -m autoblas.runtime.proof.child DEVICE[@PROCESSOR] [nothing | CASE ...] [speed]

PoCL compiles for PROCESSOR where one is named: the process that serves has it in place of the usual one.
With no case it tries all that the device claims to do; with ``nothing`` it lists the devices, which shows whether that can
be done at all. With no case, or with the word ``speed``, it measures how fast the device is. What it found is printed as
JSON behind ``MARK``.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from autoblas.devices.backends import claims_of
from autoblas.devices.kept_proofs import proof_key
from autoblas.devices.named import hardware_called
from autoblas.devices.opencl.pocl.processor import RecordUnknownError, compile_for
from autoblas.errors import (
    AllocationError,
    BuildError,
    DeviceError,
    LaunchError,
    NoDeviceError,
    UnavailableError,
)
from autoblas.runtime.proof.cases import cases_of
from autoblas.runtime.proof.host import host_gflops
from autoblas.runtime.proof.trial import Trial
from autoblas.runtime.proof.verdicts import AS, MARK, NOTHING, SPEED

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["main"]


def main(arguments: Sequence[str]) -> int:
    """Try cases on a device and print what was found; the exit status is 1 where it refused something."""
    name, *names = arguments
    name, _, processor = name.partition(AS)
    _say(begun=True)
    try:
        device = hardware_called(name)
        if processor:
            compile_for(device, processor)
    except (NoDeviceError, RecordUnknownError) as error:  # which its parent has
        _say(unlisted=str(error))
        return 1
    claims = claims_of(device)
    _say(device=proof_key(claims))
    if names == [NOTHING]:
        return 0
    chosen = [case for case in cases_of(claims) if not names or case.name in names]
    timed = not names or SPEED in names
    try:
        trial = Trial(device, claims, chosen, timed=timed)
    except BuildError as error:
        sys.stderr.write(f"did not compile it: {' '.join(error.log.split())[-300:]}\n")
        return 1
    except (AllocationError, UnavailableError) as error:
        _say(unavailable=str(error))
        return 1
    except DeviceError as error:
        sys.stderr.write(f"refused it: {' '.join(str(error).split())}\n")
        return 1
    try:
        _say(wrong=trial.wrong())
        if timed:
            gflops, launch_seconds = trial.speed()
            _say(gflops=gflops, launch_seconds=launch_seconds, host_gflops=host_gflops())
    except _failures(trial) as error:
        sys.stderr.write(f"refused it: {' '.join(str(error).split())}\n")
        return 1
    return 0


def _failures(trial: Trial) -> tuple[type[Exception], ...]:
    """What a device raises that refuses a kernel or a launch, or fails."""
    return (BuildError, LaunchError, *trial.device.errors)


def _say(**found: Any) -> None:
    sys.stdout.write(f"{MARK}{json.dumps(found)}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
