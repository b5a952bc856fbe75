"""The check of a recorded or published point on this device, once, before it serves; its verdict is stored.

A record may come from another driver, another device, or another text; a published point never ran here. The check is the
tuner's, on a small problem. It runs in this process, whose device has passed its self-test, or in a child process where an
earlier process ended during the check.
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
from autoblas.plan import texts
from autoblas.plan.choose import with_helpers
from autoblas.plan.texts import TextVerdict
from autoblas.plan.workspace import WORKSPACE
from autoblas.problems.blas.title import title
from autoblas.store.folder import warn_once

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Device, Queue
    from autoblas.plan.choose import Choice

__all__ = ["checked"]

_log = logging.getLogger(__name__)
_check_lock = threading.Lock()


def checked(device: Device, choice: Choice) -> Choice:
    """The choice, once its recorded and published texts have passed their check on a device; wrong helpers are replaced.

    A text with a stored verdict costs its hash, which its build needs anyway; any other text a run on a small problem.

    Args:
        device: The device, which has passed its self-test.
        choice: The choice that is to serve.

    Raises:
        VerificationError: the text of the choice computed wrong numbers, or failed.
        BuildError: the device's compiler refused it.
    """
    try:
        while any(_fault(device, helping) for _, helping in choice.helpers):
            choice = with_helpers(replace(choice, helpers=()), device.facts)  # wrong ones are excluded now
    except NoKernelError as error:
        raise VerificationError(f"what it needs beside its own launch cannot be had: {error}") from error
    fault = _fault(device, choice)
    if fault is not None:
        raise VerificationError(f"{choice.kernel.name} is not right on this device: {fault}")
    return choice


def _fault(device: Device, choice: Choice) -> str | None:
    """The fault of a choice's own text; None where it is right, or suggested by this version."""
    if not (choice.recorded or choice.unproved):
        return None
    key = texts.key_of(choice.kernel, choice.params, choice.problem, device.facts)
    verdict = texts.verdict_of(key)
    if verdict is None or not verdict.final:
        with _check_lock:
            verdict = texts.reread_verdict(key)
            if verdict is None or not verdict.final:
                verdict = _checked_text(device, choice, key, verdict)
    return verdict.wrong if verdict.state == "wrong" else None


def _checked_text(device: Device, choice: Choice, key: str, before: TextVerdict | None) -> TextVerdict:
    """Run a text once, and return its verdict."""
    if before is not None and before.lost and called(device.hardware) is not None:
        verdict = _in_child(device, choice)
        lasting = verdict.final
        if not lasting:  # a child could not check it, and this process does not risk its own end
            verdict = replaced(verdict, state="wrong")
        texts.store_verdict(key, verdict, lasting=lasting)
    else:
        verdict = _in_process(device, choice, key)
    if verdict.state == "wrong":
        facts = device.facts
        warn_once(
            key,
            f"a {'published' if choice.unproved else 'recorded'} point of {verdict.kernel} does not serve {title(choice.problem)} on {facts.name} ({facts.platform}), "
            f'because its text is not right there: {verdict.wrong}; see "autoblas doctor"',
        )
    return verdict


def _in_process(device: Device, choice: Choice, key: str) -> TextVerdict:
    """Run a text in this process, after a record of that, by which a later process learns that this one ended."""
    from autoblas.checks.product import trial_for  # noqa: PLC0415 -- only where something is checked
    from autoblas.checks.small import at_small_size  # noqa: PLC0415 -- only where something is checked

    begun = TextVerdict("begun", kernel=choice.kernel.name, problem=str(choice.problem))
    failures: tuple[type[Exception], ...] = (AutoblasError, MemoryError, *device.errors)
    texts.store_verdict(key, replaced(begun, pid=os.getpid()))
    cut = at_small_size(choice, device.facts)
    _log.debug("%s, %s, is checked before it serves, on %s", choice.kernel.name, choice.params, cut.problem)
    queue = device.queue()
    try:
        with _finished_after_error(device, queue):
            wrong = trial_for(device, queue, cut.problem).check(cut)
    except BuildError:
        texts.store_verdict(key, replaced(begun, state="unknown"))
        raise
    except failures as error:
        # The fault may be this process's own: the next process finds the text begun, and asks a child.
        verdict = replaced(begun, state="wrong", wrong=f"it failed: {error}")
        texts.store_verdict(key, verdict, lasting=False)
        return verdict
    finally:
        WORKSPACE.release()  # the workspace of this queue, which is not used again
    verdict = replaced(begun, state="right" if wrong is None else "wrong", wrong=wrong or "")
    texts.store_verdict(key, verdict)
    return verdict


@contextmanager
def _finished_after_error(device: Device, queue: Queue) -> Iterator[None]:
    """Wait for enqueued work after an exception, Ctrl-C among them, before its memory is freed."""
    try:
        yield
    except BaseException:
        with suppress(*device.errors):  # a failing finish() would hide the original exception
            queue.finish()
        raise


def _in_child(device: Device, choice: Choice) -> TextVerdict:
    """Run a text in a child process, because an earlier process ended during its check."""
    from autoblas.checks.apart import checked_in_child  # noqa: PLC0415 -- seldom needed

    request = choice.kernel, choice.params, choice.problem
    (verdict,) = checked_in_child(str(called(device.hardware)), [request])
    return verdict
