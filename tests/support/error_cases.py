"""Wrong calls for the tests of errors: what each blames, and that nothing is enqueued."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pyopencl as cl
import pytest

from autoblas import ArgumentError


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
