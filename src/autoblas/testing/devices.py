"""Conformance tests of devices, which the test class of a device inherits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from autoblas.devices.device import Launch
from autoblas.errors import BuildError, LaunchError
from autoblas.precision import FLOAT32
from autoblas.testing.memory import SIZE, MemoryConformance, numbers, views
from autoblas.testing.programs import ADD, FETCH, FILL, GROUP, STEP, Grid, grid_program, grid_text, texel_text

if TYPE_CHECKING:
    from autoblas.devices.device import Device, Loan

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["DeviceConformance"]


class DeviceConformance(MemoryConformance):
    """Tests of one device; inherit them, and give the device as a fixture called ``device``.

    What stands in the protocols of ``devices/device.py`` is tried with small programs in the words of the device's own
    language, so that nothing but the device has to be given.
    """

    def test_a_text_that_is_none_is_refused(self, device: Device) -> None:
        """The error has the compiler's words and the text, and the device goes on building."""
        text = grid_text(device.dialect, "x[place] = nobody_knows_this;")
        with pytest.raises(BuildError) as refused:
            device.build(text, ())
        assert refused.value.source == text
        assert "nobody_knows_this" in refused.value.log
        assert grid_program(device, ADD).kernel("grid").name == "grid"

    def test_an_entry_point_that_is_none_is_refused(self, device: Device) -> None:
        """A program has no kernels but those of its text."""
        with pytest.raises(BuildError, match="nobody"):
            grid_program(device, ADD).kernel("nobody")

    def test_equal_programs_have_equal_binaries(self, device: Device) -> None:
        """And different ones do not; tests and tuner tell texts apart that way."""
        add, add_again, step = (grid_program(device, statement).binary() for statement in (ADD, ADD, STEP))
        assert add == add_again != step
        assert add

    def test_work_items_reach_all_elements_and_no_others(self, device: Device, queue: Any) -> None:
        """A launch has the work-items that were asked for, and each its own number."""
        memory = device.allocate_copy(np.zeros(SIZE + GROUP, np.float32))
        grid = Grid(memory, 1, SIZE, (SIZE, 1))
        kernel = grid.bind(grid_program(device, FILL).kernel("grid"), 3, memory)
        kernel.launch(queue, grid.extent).wait()
        expected = np.append(3 * np.arange(SIZE, dtype=np.float32), np.zeros(GROUP, np.float32))
        assert np.array_equal(_read(device, queue, memory, SIZE + GROUP), expected)

    def test_launches_run_in_the_order_of_the_queue(self, device: Device, queue: Any) -> None:
        """Each sees what those before it wrote, and the copy that follows them all sees the last."""
        memory = device.allocate_copy(np.zeros(SIZE, np.float32))
        grid = Grid(memory, 1, SIZE, (SIZE, 1))
        kernel, expected = grid_program(device, STEP).kernel("grid"), 0.0
        for factor in (2, 5, 1, 3, 2, 7):
            grid.bind(kernel, factor, memory).launch(queue, grid.extent)
            expected = factor * expected + 1
        assert np.array_equal(_read(device, queue, memory, SIZE), np.full(SIZE, expected, np.float32))

    def test_launches_wait_for_events(self, device: Device) -> None:
        """A launch on one queue comes after the launch on another that it waits for."""
        queues = device.queue(), device.queue()
        size = 1 << 16
        memory = device.allocate_copy(np.zeros(size, np.float32))
        grid = Grid(memory, 1, size, (size, 1))
        kernel, expected = grid_program(device, STEP).kernel("grid"), 0.0
        waits: list[Any] = []
        for turn, factor in enumerate((2, 5, 3, 2, 7)):
            event = grid.bind(kernel, factor, memory).launch(queues[turn % 2], grid.extent, waits)
            waits, expected = [event], factor * expected + 1
            queues[turn % 2].flush()
        event.wait()
        assert np.array_equal(
            _read(device, device.queue(), memory, size), np.full(size, expected, np.float32)
        )

    def test_kernels_do_not_share_arguments(self, device: Device, queue: Any) -> None:
        """Two kernel objects of one program have each their own."""
        program = grid_program(device, FILL)
        memories = [device.allocate_copy(np.zeros(SIZE, np.float32)) for _ in range(2)]
        grids = [Grid(memory, 1, SIZE, (SIZE, 1)) for memory in memories]
        kernels = [
            grid.bind(program.kernel("grid"), factor, grid.memory) for factor, grid in enumerate(grids, 2)
        ]
        for kernel, grid in zip(kernels, grids, strict=True):
            kernel.launch(queue, grid.extent)
        for factor, memory in enumerate(memories, 2):
            expected = factor * np.arange(SIZE, dtype=np.float32)
            assert np.array_equal(_read(device, queue, memory, SIZE), expected)

    def test_a_launch_keeps_the_arguments_it_was_given(self, device: Device, queue: Any) -> None:
        """Arguments set afterwards are for the next launch, although this one may not have begun."""
        kernel = grid_program(device, FILL).kernel("grid")
        memories = [device.allocate_copy(np.zeros(SIZE, np.float32)) for _ in range(3)]
        for factor, memory in enumerate(memories, 2):
            grid = Grid(memory, 1, SIZE, (SIZE, 1))
            grid.bind(kernel, factor, memory).launch(queue, grid.extent)
        for factor, memory in enumerate(memories, 2):
            expected = factor * np.arange(SIZE, dtype=np.float32)
            assert np.array_equal(_read(device, queue, memory, SIZE), expected)

    def test_an_argument_that_is_none_is_refused(self, device: Device) -> None:
        """With one of the device's errors."""
        kernel = grid_program(device, ADD).kernel("grid")
        with pytest.raises(device.errors):
            kernel.set_memory(99, device.allocate(64))

    def test_limits_of_a_kernel_are_within_those_of_the_device(self, device: Device) -> None:
        """A kernel may leave room for fewer work-items than the device has, never for more."""
        kernel = grid_program(device, ADD).kernel("grid")
        assert GROUP <= kernel.most_items <= device.facts.max_items
        assert 1 <= kernel.least_items <= device.facts.max_items

    def test_a_launch_beyond_the_limits_is_refused(self, device: Device, queue: Any) -> None:
        """With an error, and what is launched afterwards runs as if nothing had happened."""
        memory = device.allocate_copy(np.zeros(SIZE, np.float32))
        grid = Grid(memory, 1, SIZE, (SIZE, 1))
        kernel = grid.bind(grid_program(device, FILL).kernel("grid"), 3, memory)
        items = 2 * device.facts.max_items
        with pytest.raises(LaunchError, match="grid"):
            kernel.launch(queue, Launch((items,), (items,)))
        kernel.launch(queue, grid.extent)
        assert np.array_equal(_read(device, queue, memory, SIZE), 3 * np.arange(SIZE, dtype=np.float32))

    def test_kernels_read_images_by_column_and_row(self, device: Device, queue: Any) -> None:
        """The texel at (x, y) is column x of row y of what was copied."""
        if not device.facts.images:
            pytest.skip("the device has no images")
        values = numbers(5, 7)
        texels = np.repeat(values, 4, axis=1)
        image, out = device.image((7, 5), 4, FLOAT32), device.allocate(values.nbytes)
        device.copy(queue, image, texels)
        kernel = device.build(texel_text(device.dialect), ()).kernel("texels")
        kernel.set_memory(0, image)
        kernel.set_memory(1, out)
        kernel.set_number(2, np.int32(5))
        kernel.set_number(3, np.int32(7))
        kernel.launch(queue, Launch((40,), (GROUP,)))
        assert np.array_equal(_read(device, queue, out, 35), values.ravel())

    @pytest.mark.parametrize("layout", views())
    def test_a_lent_array_is_read_where_it_lies(self, device: Device, queue: Any, layout: str) -> None:
        """A lent array is read whatever its layout, also where it is read-only."""
        array = views()[layout]
        expected = array.copy()
        array.flags.writeable = False
        loan = device.lend(queue, array, read=True, write=False)
        out = device.allocate(array.nbytes)
        grid = _lent(loan)
        kernel = grid.bind(grid_program(device, FETCH).kernel("grid"), 1, out)
        loan.return_after(kernel.launch(queue, grid.extent))
        assert np.array_equal(_read(device, queue, out, 35).reshape(5, 7), expected)
        assert np.array_equal(array, expected)

    @pytest.mark.parametrize("layout", views())
    @pytest.mark.parametrize("statement", [ADD, FILL], ids=["changed", "written"])
    def test_a_lent_array_is_returned_with_what_was_written(
        self, device: Device, queue: Any, layout: str, statement: str
    ) -> None:
        """All of its elements, and none of those between them; what it held need not be read."""
        array = views()[layout]
        before, base_before = array.copy(), _base(array).copy()
        reads = statement == ADD
        loan = device.lend(queue, array, read=reads, write=True)
        grid = _lent(loan)
        unused = device.allocate(64)
        kernel = grid.bind(grid_program(device, statement).kernel("grid"), 3, unused)
        loan.return_after(kernel.launch(queue, grid.extent))
        written = 3 * np.arange(35, dtype=np.float32).reshape(5, 7)
        expected = before + written if reads else written
        assert np.array_equal(array, expected)
        array[:] = before
        assert np.array_equal(_base(array), base_before), "elements between those of the array were written"


def _base(array: Array) -> Array:
    """The whole memory that a view of ``views`` is cut from."""
    return array if array.base is None else np.asarray(array.base)


def _read(device: Device, queue: Any, memory: Any, count: int) -> Array:
    """The first ``count`` numbers of float32 in memory."""
    back = np.zeros(count, np.float32)
    device.copy(queue, back, memory)
    return back


def _lent(loan: Loan) -> Grid:
    """A lent matrix of float32 as the programs see it."""
    rows, cols = loan.layout.shape
    row, col = (stride // 4 for stride in loan.layout.strides)
    return Grid(loan.memory, rows, cols, (row, col), loan.offset)
