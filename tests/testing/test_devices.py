"""The tests that devices inherit find devices that break a rule."""

import inspect
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import pyopencl as cl
import pytest

from autoblas.devices.device import Launch
from autoblas.devices.recording import PLAIN_CPU, RecordingDevice
from autoblas.errors import BuildError
from autoblas.testing import DeviceConformance, MemoryConformance


def broken(conformance: MemoryConformance, test: str, device: Any, **arguments: Any) -> None:
    """One of the tests fails for a device."""
    found = getattr(conformance, f"test_{test}")
    if "queue" in inspect.signature(found).parameters:
        arguments["queue"] = device.queue()
    with pytest.raises((AssertionError, TypeError, cl.Error, pytest.fail.Exception)):
        found(device=device, **arguments)


class Nanoseconds(RecordingDevice):
    """Gives times in another unit."""

    def times(self, event: Any) -> tuple[float, float]:
        """Whatever the event is."""
        return 1e12, 2e12 * (1 + id(event) % 7)


class Shuffled(RecordingDevice):
    """Says that its queues run in any order."""

    def in_order(self, queue: Any) -> bool:
        """No."""
        return False


class OneQueue(RecordingDevice):
    """Has no second queue."""

    def queue(self, *, timed: bool = False) -> Any:
        """The same one always."""
        return self.__dict__.setdefault("only", super().queue())


class Nobodys(RecordingDevice):
    """Its queues are another device's."""

    def queue(self, *, timed: bool = False) -> Any:
        """A queue of the same kind."""
        return RecordingDevice(self.facts).queue()


class Aliased(RecordingDevice):
    """Keeps the host's array where it should copy it."""

    def allocate_copy(self, values: Any) -> Any:
        """The bytes of the array itself."""
        return np.ascontiguousarray(values).reshape(-1).view(np.uint8)


class OneMemory(RecordingDevice):
    """Allocates the same memory again."""

    def allocate(self, nbytes: int) -> Any:
        """Of a size that it had."""
        return self.__dict__.setdefault(f"memory {nbytes}", super().allocate(nbytes))


class Rounded(RecordingDevice):
    """Loses what is left beyond words of eight bytes."""

    def copy(self, queue: Any, target: Any, source: Any, wait_for: Any = None) -> Any:
        """The whole words."""
        to, origin = (x.reshape(-1).view(np.uint8) for x in (target, np.ascontiguousarray(source)))
        to[: len(to) // 8 * 8] = origin[: len(to) // 8 * 8]
        return super().copy(queue, to[:0], origin[:0])


class Transposed(RecordingDevice):
    """Lends matrices the wrong way round."""

    def lend(self, queue: Any, array: Any, *, read: bool, write: bool) -> Any:
        """The columns as rows."""
        return super().lend(queue, array.T, read=read, write=write)


class Unerring(RecordingDevice):
    """Has an error that is no class."""

    def __init__(self, facts: Any) -> None:
        super().__init__(facts)
        self.errors = ("OutOfMemory",)  # type: ignore[assignment]


class Boundless(RecordingDevice):
    """Says that an allocation may be larger than its memory."""

    def __init__(self, facts: Any) -> None:
        super().__init__(replace(facts, max_alloc_bytes=2 * facts.memory_bytes))


BROKEN: tuple[tuple[type[RecordingDevice], str, dict[str, Any]], ...] = (
    (Nanoseconds, "times_are_those_of_the_command", {}),
    (Shuffled, "queues_are_in_order", {}),
    (OneQueue, "queues_can_be_told_apart", {}),
    (Nobodys, "a_queue_leads_to_its_device", {}),
    (Aliased, "copies_from_the_host_are_complete", {}),
    (OneMemory, "memories_are_apart", {}),
    (Rounded, "memory_holds_what_is_copied", {}),
    (Rounded, "memory_holds_any_type", {"dtype": "uint8"}),
    (Transposed, "a_lent_array_has_its_shape", {"layout": "rows"}),
    (Unerring, "errors_can_be_caught", {}),
    (Boundless, "facts_are_numbers_that_kernels_can_use", {}),
)


@pytest.mark.parametrize(("device", "test", "arguments"), BROKEN)
def test_a_broken_device_is_found(device, test, arguments):
    """Each rule of memory, queues and facts is broken by some device, and its test says so."""
    broken(MemoryConformance(), test, device(PLAIN_CPU), **arguments)


class Changed:
    """Something that does what another thing does, but for what a subclass changes."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)


class Raw(Changed):
    """A device that passes on the driver's own errors."""

    def build(self, text: str, options: tuple[str, ...]) -> Any:
        """Without a word of the text."""
        try:
            return self.inner.build(text, options)
        except BuildError as error:
            cause: Any = error.__cause__
            raise cause from None


class OneKernel(Changed):
    """A program with one kernel object, of any name, and an empty binary."""

    def kernel(self, name: str) -> Any:
        """The first."""
        return self.__dict__.setdefault("only", self.inner.kernel("grid"))

    def binary(self) -> bytes:
        """The same for all."""
        return b"program"


class Sharing(Changed):
    """A device with such programs."""

    def build(self, text: str, options: tuple[str, ...]) -> Any:
        """Compile."""
        return OneKernel(self.inner.build(text, options))


class CarelessKernel(Changed):
    """A kernel that asks for what it likes."""

    most_items = 1 << 30

    def launch(self, queue: Any, extent: Launch, wait_for: Any = None) -> Any:
        """As many work-items as one group has, whatever was asked for."""
        del extent
        return self.inner.launch(queue, Launch((8,), (8,)), wait_for)


class CarelessProgram(Changed):
    """A program of such kernels."""

    def kernel(self, name: str) -> Any:
        """A new one."""
        return CarelessKernel(self.inner.kernel(name))


class Careless(Changed):
    """A device that launches what it likes."""

    def build(self, text: str, options: tuple[str, ...]) -> Any:
        """Compile."""
        return CarelessProgram(self.inner.build(text, options))


class Copied(NamedTuple):
    """A loan that is a copy, which nobody brings back, and begins at its first byte."""

    layout: Any
    memory: Any
    offset: int = 0

    def return_after(self, event: Any) -> None:
        """Wait."""
        event.wait()


class Keeping(Changed):
    """A device that lends copies and keeps them."""

    def lend(self, queue: Any, array: Any, *, read: bool, write: bool) -> Any:
        """A copy with the strides of the array."""
        return Copied(array, self.inner.allocate_copy(array))


UNRULY: tuple[tuple[type[Changed], str, dict[str, Any]], ...] = (
    (Raw, "a_text_that_is_none_is_refused", {}),
    (Sharing, "an_entry_point_that_is_none_is_refused", {}),
    (Sharing, "equal_programs_have_equal_binaries", {}),
    (Sharing, "kernels_do_not_share_arguments", {}),
    (Careless, "limits_of_a_kernel_are_within_those_of_the_device", {}),
    (Careless, "a_launch_beyond_the_limits_is_refused", {}),
    (Careless, "work_items_reach_all_elements_and_no_others", {}),
    (Careless, "launches_run_in_the_order_of_the_queue", {}),
    (Careless, "launches_wait_for_events", {}),
    (Careless, "a_launch_keeps_the_arguments_it_was_given", {}),
    (Careless, "kernels_read_images_by_column_and_row", {}),
    (Keeping, "a_lent_array_is_read_where_it_lies", {"layout": "columns"}),
    (
        Keeping,
        "a_lent_array_is_returned_with_what_was_written",
        {"layout": "rows", "statement": "x[place] = 1;"},
    ),
)


@pytest.mark.parametrize(("device", "test", "arguments"), UNRULY)
def test_an_unruly_device_is_found(pocl, device, test, arguments):
    """Each rule of programs, launches and loans is broken by some device, and its test says so."""
    broken(DeviceConformance(), test, device(pocl.device), **arguments)
