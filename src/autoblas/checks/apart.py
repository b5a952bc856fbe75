"""Checks of texts in a child process: for commands, and for texts that ended an earlier process."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from autoblas.checks.product import trial_for
from autoblas.checks.small import at_small_size
from autoblas.devices.backends import device_on
from autoblas.devices.named import hardware_called
from autoblas.errors import BuildError, VerificationError, violated
from autoblas.isolate.worker import Lost, Worker
from autoblas.kernels import kernels
from autoblas.kernels.space import parameters
from autoblas.plan.bound import compile_steps
from autoblas.plan.choose import Choice, with_helpers
from autoblas.plan.texts import CRASHED, HUNG, TextVerdict
from autoblas.problems import problem_from

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping, Sequence

    from autoblas.devices.device import Device
    from autoblas.isolate.channel import Channel
    from autoblas.kernels.kernel import Kernel
    from autoblas.problems import Problem

    CheckRequest = tuple[Kernel, Any, Problem]

__all__ = ["checked_in_child"]

LIMIT = 60.0
"""Seconds for the compilation of a text, and again for its check."""

_log = logging.getLogger(__name__)


def checked_in_child(device: str, requests: Sequence[CheckRequest]) -> Generator[TextVerdict]:
    """Verdicts on kernels at parameters for problems, checked in turn; a text that could not be checked is unknown.

    Args:
        device: The device, as ``--device`` takes it.
        requests: The kernels, their parameters and the problems that they are to serve.
    """
    with Worker(f"{__name__}:serve", device) as worker:
        for kernel, params, problem in requests:
            request = {"kernel": kernel.name, "parameters": parameters(params), "problem": problem.words()}
            try:
                answer = worker.ask(request, LIMIT)
                if isinstance(answer, Lost) and answer.ready:  # a second loss counts
                    answer = worker.ask(request, LIMIT)
            except OSError as error:
                answer = "unknown", str(error)
            if isinstance(answer, Lost) and not answer.ready:
                _log.warning("%s cannot be checked in a process of its own: %s", kernel.name, answer)
            state, wrong = _state_of(answer)
            twice = isinstance(answer, Lost) and state == "wrong"
            yield TextVerdict(state, wrong, kernel.name, str(problem), seen_twice=twice)


def _state_of(answer: Any) -> tuple[Any, str]:
    """State and fault of a text from the child's answer; unknown if the child did not start or was ended from outside."""
    if not isinstance(answer, Lost):
        return answer[0], answer[1]
    if answer.from_outside or not answer.ready:
        return "unknown", str(answer)
    return "wrong", f"{HUNG if answer.how == 'silent' else CRASHED}{answer}"


def serve(channel: Channel, name: str) -> None:
    """Build and check the texts that the parent requests, on one device.

    Args:
        channel: The channel to the parent.
        name: The device, as ``--device`` takes it.
    """
    device = device_on(hardware_called(name))
    for request in channel.requests():
        channel.reply(_checked(channel, device, request))


def _checked(channel: Channel, device: Device, request: Mapping[str, Any]) -> tuple[str, str]:
    """State of a text, and its fault or why it was not run."""
    kernel, problem = kernels()[request["kernel"]], problem_from(request["problem"])
    params = kernel.space.point(request["parameters"])
    refusal = kernel.refusal(params, problem, device.facts)
    if refusal is not None:
        return "unknown", violated(refusal)
    choice = with_helpers(Choice(problem, kernel, params, "to be checked"), device.facts)
    choice = at_small_size(choice, device.facts)
    try:
        channel.progress("build")
        compile_steps(device, choice)
        channel.progress("check")
        wrong = trial_for(device, device.queue(), choice.problem).check(choice)
    except BuildError as error:
        return "unknown", str(error)
    except VerificationError as error:
        return "wrong", str(error)
    return ("right", "") if wrong is None else ("wrong", wrong)
