"""Assertions on one point of a kernel: that its text is whole, and that its results pass or fail their check."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from autoblas.checks.product import trial_for
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.emit.wrapping import CONTINUED
from autoblas.plan.choose import Choice, with_helpers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from autoblas.devices.device import Device
    from autoblas.kernels.kernel import Kernel

__all__ = [
    "Fault",
    "assert_declared",
    "assert_found",
    "assert_whole",
    "doing_nothing",
    "replacing",
    "rewritten",
    "unwrapped",
    "verdict",
]


def unwrapped(text: str) -> str:
    """A kernel's text with each statement in one line: an indent of ``CONTINUED`` more continues a line."""
    lines: list[str] = []
    depth = 0
    for line in text.splitlines():
        body = line.lstrip(" ")
        indent = len(line) - len(body)
        if lines and body and indent >= depth + len(CONTINUED):
            lines[-1] += body if lines[-1].endswith("(") else f" {body}"
        else:
            lines.append(line)
            depth = indent
    return "\n".join(lines) + "\n"


def rewritten(kernel: Kernel, change: Callable[[str], str]) -> Kernel:
    """The kernel with its text changed; ``change`` is given one statement a line, however long."""
    return replace(kernel, source=lambda p, q, d: change(unwrapped(kernel.source(p, q, d))))


def replacing(pattern: str, by: str) -> Callable[[str], str]:
    """A change of a text for ``rewritten``: a regular expression, which must be found, is replaced everywhere."""

    def change(text: str) -> str:
        changed = re.sub(pattern, by, text)
        assert changed != text, f"the text has nothing like {pattern}"
        return changed

    return change


def doing_nothing(kernel: Kernel) -> Kernel:
    """The kernel, whose work-items end before they have done anything."""
    return rewritten(kernel, replacing(rf"(?m)^({kernel.name}\(.*\)\s*\{{)$", r"\1 return;"))


def verdict(device: Device, queue: Any, kernel: Kernel, params: Any, problem: Any) -> str | None:
    """Result for a legal point of the check that candidates of the tuner must pass.

    Its results are compared with those of a reference, to the bit for integers and within a derived bound for reals;
    the output lies between canaries, and what must not be read is not a number.

    Returns:
        None where everything is right, else a sentence that says what is wrong.
    """
    facts = device.facts
    refusal = kernel.refusal(params, problem, facts)
    assert refusal is None, f"{params} is not legal for {problem}: {refusal}"
    choice = with_helpers(Choice(problem, kernel, params, "a test"), facts)
    return trial_for(device, queue, problem).check(choice)


def assert_found(wrong: str | None) -> None:
    """Assert that a verdict says that elements are wrong, or that something else was written."""
    assert wrong is not None, "the fault was not found"
    assert "wrong" in wrong or "written" in wrong


@dataclass(frozen=True)
class Fault:
    """A change of a kernel's text after which it computes something else; see ``KernelConformance``.

    Attributes:
        name: The fault, in words.
        problem: A problem that the changed kernel computes wrongly.
        pattern: A regular expression, all matches of which are replaced.
        by: The replacement.
        values: Parameters of the point whose text is changed; others have their defaults.
    """

    name: str
    problem: Any
    pattern: str
    by: str
    values: Mapping[str, Any] = field(default_factory=dict)

    def assert_found(self, device: Device, queue: Any, kernel: Kernel) -> None:
        """The text as it is passes its check; the changed one does not."""
        params = kernel.space.point(self.values)
        assert verdict(device, queue, kernel, params, self.problem) is None, "the text is wrong as it is"
        faulty = rewritten(kernel, replacing(self.pattern, self.by))
        assert_found(verdict(device, queue, faulty, params, self.problem))


def assert_declared(kernel: Kernel, params: Any, problem: Any, text: str) -> None:
    """The function's arguments are those that the kernel says it has, and memory is const where it is only read."""
    entry = re.search(rf"^{kernel.name}\((.*)\)$", unwrapped(text), re.MULTILINE)
    assert entry is not None, f"there is no function {kernel.name}"
    arguments = kernel.arguments(params, problem)
    for declared, argument in zip(entry[1].split(", "), arguments, strict=True):
        assert re.split(r"[ *]", declared)[-1] == argument.name
        assert ("*" in declared) == (argument.kind == "buffer")
        assert ("image2d_t" in declared) == (argument.kind == "image")
        assert (re.search(r"\bconst\b|__read_only", declared) is not None) == (argument.access == "read")
        assert argument.kind != "scalar" or argument.access == "read"
    names = [argument.name for argument in arguments]
    assert len(set(names)) == len(names)


def assert_whole(kernel: Kernel, params: Any, problem: Any) -> str:
    """A point's text, whose arguments are those named, whose brackets pair up, and whose traffic is plausible.

    Returns:
        The text, in OpenCL C.
    """
    text = kernel.source(params, problem, OPENCL_C)
    assert_declared(kernel, params, problem, text)
    assert all(text.count(opening) == text.count(closing) for opening, closing in ("{}", "()", "[]"))
    helper_bytes = sum(helper.problem.min_bytes() for helper in kernel.helpers(params, problem))
    assert kernel.traffic(params, problem) + helper_bytes >= problem.min_bytes()
    return text
