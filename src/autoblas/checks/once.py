"""What was only recorded, or published, is run and checked once on this device before it serves; what it did is kept.

A record may be of another driver, another device, or another text; what others published was never run here. The check is one of the tuner's, on a small problem, in
this process, whose device has passed its self-test; in a process of its own where an earlier one did not come back.
"""

from __future__ import annotations

import logging
import os
import threading
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from msgspec.structs import replace as replaced

from autoblas.devices.named import called
from autoblas.errors import AutoblasError, BuildError, NoKernelError, VerificationError
from autoblas.plan.choose import with_helpers
from autoblas.plan.texts import verdicts
from autoblas.plan.texts.verdicts import Verdict
from autoblas.plan.workspace import WORKSPACE
from autoblas.problems.blas.title import title
from autoblas.store.folder import warn_once

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Device, Queue
    from autoblas.plan.choose import Choice

__all__ = ["checked"]

_log = logging.getLogger(__name__)
_one_at_a_time = threading.Lock()


def checked(device: Device, choice: Choice) -> Choice:
    """The choice, its recorded and published texts known to be right on a device; helpers that are not are replaced.

    A text that is known costs its hash, and is the one that is built next; any other a run on a small problem.

    Args:
        device: The device, which has passed its self-test.
        choice: What is to serve.

    Raises:
        VerificationError: the text of the choice computed wrong numbers, or failed.
        BuildError: the device's compiler refused it.
    """
    try:
        while any(_fault(device, helping) for _, helping in choice.helpers):
            choice = with_helpers(
                replace(choice, helpers=()), device.facts
            )  # what is wrong is excluded by now
    except NoKernelError as error:
        raise VerificationError(f"what it needs beside its own launch cannot be had: {error}") from error
    fault = _fault(device, choice)
    if fault is not None:
        raise VerificationError(f"{choice.kernel.name} is not right on this device: {fault}")
    return choice


def _fault(device: Device, choice: Choice) -> str | None:
    """What is wrong with a choice's own text; None where nothing is, or this version itself suggests it."""
    if not (choice.recorded or choice.unproved):
        return None
    key = verdicts.key_of(choice.kernel, choice.params, choice.problem, device.facts)
    found = verdicts.known(key)
    if found is None or not found.known:
        with _one_at_a_time:
            found = verdicts.read_again(key)
            if found is None or not found.known:
                found = _tried(device, choice, key, found)
    return found.wrong if found.state == "wrong" else None


def _tried(device: Device, choice: Choice, key: str, before: Verdict | None) -> Verdict:
    """Run a text once; what came of it."""
    if before is not None and before.lost and called(device.hardware) is not None:
        found = _apart(device, choice)
        lasting = found.known
        if not lasting:  # what took a process and cannot be tried is not run in this one
            found = replaced(found, state="wrong")
        verdicts.keep(key, found, lasting=lasting)
    else:
        found = _here(device, choice, key)
    if found.state == "wrong":
        facts = device.facts
        warn_once(
            key,
            f"a {'published' if choice.unproved else 'recorded'} point of {found.kernel} does not serve {title(choice.problem)} on {facts.name} ({facts.platform}), "
            f'because its text is not right there: {found.wrong}; see "autoblas doctor"',
        )
    return found


def _here(device: Device, choice: Choice, key: str) -> Verdict:
    """Run it in this process, of which a later one hears should this one not come back."""
    from autoblas.checks.product import trial_for  # noqa: PLC0415 -- only where something is checked
    from autoblas.checks.small import at_small_size  # noqa: PLC0415 -- likewise

    named = Verdict("begun", kernel=choice.kernel.name, problem=str(choice.problem))
    failures: tuple[type[Exception], ...] = (AutoblasError, MemoryError, *device.errors)
    verdicts.keep(key, replaced(named, pid=os.getpid()))
    cut = at_small_size(choice, device.facts)
    _log.debug("%s, %s, is checked before it serves, on %s", choice.kernel.name, choice.params, cut.problem)
    queue = device.queue()
    try:
        with _left_at_rest(device, queue):
            wrong = trial_for(device, queue, cut.problem).check(cut)
    except BuildError:
        verdicts.keep(key, replaced(named, state="unknown"))
        raise
    except failures as error:
        # It may be this process's fault. Another one asks a child, because of what was written above.
        found = replaced(named, state="wrong", wrong=f"it failed: {error}")
        verdicts.keep(key, found, lasting=False)
        return found
    finally:
        WORKSPACE.release()  # which keeps memory for a queue that nobody uses again
    found = replaced(named, state="right" if wrong is None else "wrong", wrong=wrong or "")
    verdicts.keep(key, found)
    return found


@contextmanager
def _left_at_rest(device: Device, queue: Queue) -> Iterator[None]:
    """Wait for what was enqueued where an exception ends it, Ctrl-C among them: its memory is given back."""
    try:
        yield
    except BaseException:
        with suppress(*device.errors):  # what failed is the exception that is on its way
            queue.finish()
        raise


def _apart(device: Device, choice: Choice) -> Verdict:
    """Run it in a process of its own, because another one that ran it did not come back."""
    from autoblas.checks.apart import judged_apart  # noqa: PLC0415 -- hardly ever

    asked = choice.kernel, choice.params, choice.problem
    (found,) = judged_apart(str(called(device.hardware)), [asked])
    return found
