"""Conformance tests of a device's memory, queues and facts, which the test class of a device inherits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from autoblas.devices.backends import device_of
from autoblas.emit.dialect import CompilerOptions, Dialect
from autoblas.precision import FLOAT16, FLOAT32, FLOAT64

if TYPE_CHECKING:
    from autoblas.devices.device import Device

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["SIZE", "MemoryConformance", "numbers", "views"]

SIZE = 37
"""Elements of the vectors here: no multiple of a work-group."""


def numbers(*shape: int) -> Array:
    """Different small integers as float32."""
    return (np.arange(np.prod(shape), dtype=np.float32) + 1).reshape(shape)


def views() -> dict[str, Array]:
    """Matrices of 5 x 7 elements of every kind of layout, each a view of memory of its own."""
    return {
        "rows": numbers(5, 7),
        "columns": numbers(7, 5).T,
        "padded rows": numbers(5, 11)[:, :7],
        "every second column": numbers(5, 14)[:, 1::2],
        "rows from the last": numbers(5, 7)[::-1],
        "padded, from both ends": numbers(9, 16)[8:3:-1, 14:0:-2],
    }


class MemoryConformance:
    """Tests of one device's memory, queues and facts; inherit them, and give the device as a fixture called ``device``.

    For devices that compute nothing; others inherit ``DeviceConformance``, which has these tests too.
    """

    @pytest.fixture
    def device(self) -> Device:
        """The device that is tried.

        Raises:
            NotImplementedError: the subclass gives none.
        """
        raise NotImplementedError("the test class gives no fixture called device")

    @pytest.fixture
    def queue(self, device: Device) -> Any:
        """A new queue on it."""
        return device.queue()

    # What is known of it.

    def test_facts_are_numbers_that_kernels_can_use(self, device: Device) -> None:
        """Limits are positive and agree with each other, and they are the same whenever they are asked for."""
        facts = device.facts
        assert facts == device.facts
        assert facts.kind in {"cpu", "gpu", "acc"}
        assert min(facts.compute_units, facts.max_items, facts.local_bytes, facts.vector_bytes) > 0
        assert 0 < facts.max_alloc_bytes <= facts.memory_bytes
        assert facts.max_item_sizes
        assert all(0 < size <= facts.max_items for size in facts.max_item_sizes)
        assert facts.declared_local_bytes >= facts.local_bytes
        assert min(facts.max_image) > 0 or not facts.images
        assert facts.sub_groups or not facts.sub_group_sizes

    def test_language_is_a_dialect(self, device: Device) -> None:
        """Kernels are written in it, and its flags are words."""
        assert isinstance(device.dialect, Dialect)
        for options in (CompilerOptions(), CompilerOptions(contract=True, relaxed=True)):
            assert all(flag.split() == [flag] for flag in device.dialect.flags(options))

    def test_errors_can_be_caught(self, device: Device) -> None:
        """They are classes of exceptions in a tuple, as ``except`` takes them."""
        errors: Any = device.errors
        assert isinstance(errors, tuple)
        assert all(isinstance(error, type) and issubclass(error, Exception) for error in errors)

    # Queues and events.

    def test_a_queue_leads_to_its_device(self, device: Device) -> None:
        """The run time finds the device by the queue that a caller brings."""
        assert device_of(device.queue()) is device
        assert device_of(device.queue(timed=True)) is device

    def test_queues_are_in_order(self, device: Device) -> None:
        """Queues that the device makes are in order, and it says so."""
        assert device.in_order(device.queue()) is True
        assert device.in_order(device.queue(timed=True)) is True

    def test_queues_can_be_told_apart(self, device: Device) -> None:
        """Equal to themselves, with a hash, and different from others."""
        first, second = device.queue(), device.queue()
        assert first == first  # noqa: PLR0124  # that is the question
        assert first != second
        assert {first: 1, second: 2}[first] == 1

    def test_an_empty_queue_is_finished(self, queue: Any) -> None:
        """Nobody waits for nothing."""
        queue.flush()
        queue.finish()

    def test_times_are_those_of_the_command(self, device: Device) -> None:
        """A command ends after it began, and on a queue in order not before the one that it follows."""
        queue = device.queue(timed=True)
        memory = device.allocate_copy(numbers(1000))
        events = [device.copy(queue, device.allocate(4000), memory) for _ in range(3)]
        for event in events:
            event.wait()
        times = [device.times(event) for event in events]
        assert all(began <= ended for began, ended in times)
        assert [ended for _, ended in times] == sorted(ended for _, ended in times)
        assert times[-1][1] - times[0][0] < 60, "times are in seconds"

    # Memory.

    def test_memory_holds_what_is_copied(self, device: Device, queue: Any) -> None:
        """To the device, between memories, and back, to the byte."""
        values = numbers(3, SIZE)
        source, target, back = (
            device.allocate_copy(values),
            device.allocate(values.nbytes),
            np.zeros_like(values),
        )
        assert source.size == target.size == values.nbytes
        device.copy(queue, target, source)
        device.copy(queue, back, target)
        assert np.array_equal(back, values)
        device.copy(queue, source, 2 * values)
        device.copy(queue, back, source)
        assert np.array_equal(back, 2 * values)

    @pytest.mark.parametrize("dtype", ["uint8", "float16", "int32", "float64", "complex128"])
    def test_memory_holds_any_type(self, device: Device, queue: Any, dtype: str) -> None:
        """Memory is bytes, whatever a kernel makes of them."""
        values = np.arange(SIZE).astype(dtype)
        back = np.zeros_like(values)
        device.copy(queue, back, device.allocate_copy(values))
        assert np.array_equal(back, values)

    def test_copies_from_the_host_are_complete(self, device: Device, queue: Any) -> None:
        """Changes of an array after it was copied change nothing on the device."""
        values = numbers(1 << 16)
        initial, copied, back = (
            device.allocate_copy(values),
            device.allocate(values.nbytes),
            np.zeros_like(values),
        )
        device.copy(queue, copied, values)
        values[:] = 0
        for source in (initial, copied):
            device.copy(queue, back, source)
            assert np.array_equal(back, numbers(1 << 16))

    def test_memories_are_apart(self, device: Device, queue: Any) -> None:
        """Writes to one do not show in another."""
        memories = [device.allocate(4 * SIZE) for _ in range(3)]
        for factor, memory in enumerate(memories):
            device.copy(queue, memory, factor * numbers(SIZE))
        back = np.zeros(SIZE, np.float32)
        for factor, memory in enumerate(memories):
            device.copy(queue, back, memory)
            assert np.array_equal(back, factor * numbers(SIZE))

    def test_copies_wait_for_events(self, device: Device) -> None:
        """A copy on one queue comes after the command on another that it waits for."""
        first, second = device.queue(), device.queue()
        memory, target = device.allocate_copy(numbers(1 << 16)), device.allocate(4 << 16)
        copied = device.copy(first, target, memory)
        back = np.zeros(1 << 16, np.float32)
        device.copy(second, back, target, wait_for=[copied]).wait()
        assert np.array_equal(back, numbers(1 << 16))

    @pytest.mark.parametrize("channels", [1, 4])
    @pytest.mark.parametrize("precision", [FLOAT16, FLOAT32, FLOAT64], ids=str)
    def test_images_hold_what_is_copied(
        self, device: Device, queue: Any, precision: Any, channels: int
    ) -> None:
        """Row by row; doubles take two channels each, so that a row has an even number of them."""
        if not device.facts.images:
            pytest.skip("the device has no images")
        width, height = 6, 5
        per_row = width * channels // (2 if precision is FLOAT64 else 1)
        values = (np.arange(height * per_row) + 1).reshape(height, per_row).astype(precision.dtype)
        image, back = device.image((width, height), channels, precision), np.zeros_like(values)
        device.copy(queue, image, values)
        device.copy(queue, back, image)
        assert np.array_equal(back, values)

    @pytest.mark.parametrize("layout", views())
    def test_a_lent_array_has_its_shape(self, device: Device, queue: Any, layout: str) -> None:
        """Shape and type are those of the array, and it is the array itself where the host's memory is shared."""
        array = views()[layout]
        loan = device.lend(queue, array, read=True, write=False)
        assert loan.layout.shape == array.shape
        assert loan.layout.dtype == array.dtype
        if (
            device.facts.host_shared or device.facts.system_svm
        ):  # of copies the elements are the device's alone
            assert np.array_equal(loan.layout, array)
            assert np.shares_memory(loan.layout, array)
