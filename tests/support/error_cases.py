"""Wrong calls for the tests of errors: what each blames, and that nothing is enqueued."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest

from autoblas import ArgumentError
from support.memories import on_host
from support.rig import Rig


@dataclass(frozen=True)
class Mistake:
    """A wrong call.

    Attributes:
        name: What is wrong.
        error: The class that is raised.
        argument: The argument that is blamed.
        changes: Arguments that differ from those of a right call.
        says: What the message holds.
        devices: It can be made with arrays in device memory too.
        host: It can be made with NumPy arrays, inputs of which are converted where nothing is lost.
    """

    name: str
    error: type[ArgumentError]
    argument: str
    changes: Callable[[], dict[str, Any]]
    says: tuple[str, ...] = ()
    devices: bool = True
    host: bool = True

    def assert_refused(self, function: Callable[..., Any], arguments: dict[str, Any]) -> None:
        """The error is of the right class and says which argument, what was expected, and what came."""
        with pytest.raises(self.error) as caught:
            function(**arguments)
        error = caught.value
        assert isinstance(error, ValueError)
        assert error.argument == self.argument
        assert str(error) == f"{error.argument}: expected {error.expected}; got {error.got}"
        for words in self.says:
            assert words in str(error)


def assert_named(call: Callable[[], Any], error: type[ArgumentError], argument: str) -> None:
    """A call is refused with exactly this class of error, which names the argument."""
    with pytest.raises(error, match=f"^{argument}: expected ") as caught:
        call()
    assert type(caught.value) is error
    assert caught.value.argument == argument


def forbid_launches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail where anything is enqueued from now on."""
    for name in ("enqueue_nd_range_kernel", "enqueue_copy", "enqueue_map_buffer"):
        monkeypatch.setattr(cl, name, lambda *_, **__: pytest.fail("something was enqueued"))


def read_only(array: Any) -> Any:
    """A copy that cannot be written."""
    array = array.copy()
    array.flags.writeable = False
    return array


def moved(queue: cl.CommandQueue, arguments: dict[str, Any]) -> dict[str, Any]:
    """The arguments with their arrays in device memory; those that were parts of one array are again."""
    roots: dict[int, Any] = {}

    def move(array: Any) -> Any:
        root = array
        while isinstance(root.base, np.ndarray):
            root = root.base
        if id(root) not in roots:
            roots[id(root)] = cl_array.to_device(queue, root.ravel())
        start = array.__array_interface__["data"][0] - root.__array_interface__["data"][0]
        memory = roots[id(root)].base_data
        return cl_array.Array(
            queue, array.shape, array.dtype, data=memory, offset=start, strides=array.strides
        )

    operands = {name: arguments.get(name) for name in ("a", "b", "c", "bias")}
    return arguments | {name: move(x) for name, x in operands.items() if isinstance(x, np.ndarray)}


class ErrorConformance:
    """Tests of the wrong calls of a product; inherit them, and name a right call and what makes it wrong.

    Attributes:
        routine: The routine.
        right: Its arguments in a right call.
        result: What the call computes.
        mistakes: The wrong calls.
    """

    routine: Callable[..., Any]
    right: dict[str, Any]
    result: Any
    mistakes: tuple[Mistake, ...] = ()

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """A test for each mistake, on the host and on devices."""
        for name, rows in (
            ("host_mistake", [m for m in self.mistakes if m.host]),
            ("device_mistake", [m for m in self.mistakes if m.devices]),
        ):
            if name in metafunc.fixturenames:
                metafunc.parametrize(name, rows, ids=lambda mistake: mistake.name)

    def test_wrong_host_arguments(
        self, pocl: Rig, monkeypatch: pytest.MonkeyPatch, host_mistake: Mistake
    ) -> None:
        """The error is of the right class and says which argument, what was expected, and what came."""
        forbid_launches(monkeypatch)
        host_mistake.assert_refused(
            self.routine, {**self.right, "queue": pocl.queue, **host_mistake.changes()}
        )

    def test_wrong_device_arguments(
        self, pocl: Rig, monkeypatch: pytest.MonkeyPatch, device_mistake: Mistake
    ) -> None:
        """The same mistakes with pyopencl arrays, like the first of which the others have to be."""
        arguments = moved(pocl.queue, {**self.right, **device_mistake.changes()})
        pocl.queue.finish()
        forbid_launches(monkeypatch)
        if device_mistake.argument != "a":
            words = (said.replace("NumPy array", "pyopencl array") for said in device_mistake.says)
            device_mistake = replace(device_mistake, says=tuple(words))
        device_mistake.assert_refused(self.routine, arguments)

    def test_right_arguments_are_taken(self, pocl: Rig) -> None:
        """What the mistakes change is right as it stands, on either side."""
        for arguments in ({**self.right, "queue": pocl.queue}, moved(pocl.queue, self.right)):
            result = on_host(self.routine(**arguments))
            assert np.array_equal(result.reshape(self.result.shape), self.result)
