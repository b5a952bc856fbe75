"""The primary context of a card, which all libraries of a process share: current while commands need it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autoblas.devices.cuda.driver import checked, driver

if TYPE_CHECKING:
    from types import TracebackType

__all__ = ["Context", "Relaxed"]


class Context:
    """The primary context of a card, as a context manager that makes it current in this thread.

    Args:
        ordinal: The card.

    Attributes:
        device: The card as the driver knows it.
        idle_streams: Streams of this package that no queue uses.
    """

    def __init__(self, ordinal: int) -> None:
        cuda = driver()
        self.device: Any = checked(cuda.cuDeviceGet, ordinal)
        self._context: Any = checked(cuda.cuDevicePrimaryCtxRetain, self.device)
        self.idle_streams: list[Any] = []
        self._push, self._pop = cuda.cuCtxPushCurrent, cuda.cuCtxPopCurrent

    def __enter__(self) -> None:
        checked(self._push, self._context)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pop()


class Relaxed:
    """Lets this thread allocate and load programs while another stream, maybe, captures a graph.

    The driver would end the capture otherwise; neither has to do with the captured work.

    Args:
        cuda: The driver.
    """

    def __init__(self, cuda: Any) -> None:
        self._cuda = cuda

    def __enter__(self) -> None:
        mode = self._cuda.CUstreamCaptureMode.CU_STREAM_CAPTURE_MODE_RELAXED
        self._before = checked(self._cuda.cuThreadExchangeStreamCaptureMode, mode)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._cuda.cuThreadExchangeStreamCaptureMode(self._before)
