"""cuBLAS on an NVIDIA card, through PyTorch or else CuPy, whichever is installed."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.cli.peers.peer import op, same_types
from autoblas.errors import ArgumentError
from autoblas.plan.queues import queue_device
from autoblas.precision import BFLOAT16, COMPLEX64, COMPLEX128, FLOAT16, FLOAT32, FLOAT64

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.cli.peers.peer import Array, BenchSetting

__all__ = ["CuBLASByCuPy", "CuBLASByPyTorch", "cublas"]

TYPES = (FLOAT16, BFLOAT16, FLOAT32, FLOAT64, COMPLEX64, COMPLEX128)


def cublas(setting: BenchSetting) -> CuBLASByPyTorch | CuBLASByCuPy:
    """The library on the card that a queue is of.

    Raises:
        ArgumentError: the device is no card, neither PyTorch nor CuPy sees it, or there is no such product.
    """
    facts = queue_device(setting.queue).facts
    if "nvidia" not in f"{facts.vendor} {facts.platform}".lower():
        raise ArgumentError("--compare cublas", "a device of NVIDIA's", facts.name)
    if not same_types(setting) or setting.product.type_c not in TYPES:
        expected = f"matrices of one type, {', '.join(precision.name for precision in TYPES)}"
        raise ArgumentError("--compare cublas", expected, setting.product.words)
    libraries: list[type[CuBLASByPyTorch | CuBLASByCuPy]] = [CuBLASByPyTorch]
    libraries += [CuBLASByCuPy] if setting.product.type_c is not BFLOAT16 else []
    for library in libraries:
        if find_spec(library.module) is not None and (peer := library.on(facts.name, setting)) is not None:
            return peer
    expected = f"{' or '.join(library.module for library in libraries)} installed, with CUDA and this card"
    raise ArgumentError("--compare cublas", expected, "neither")


class _CuBLAS:
    """cuBLAS through a library.

    Args:
        library: Its module.
        device: The device in the library's words.
        setting: Queue, product and copies of the calls.

    Attributes:
        module: Name of the module.
        through: Name of the library.
    """

    module, through, title = "", "", "cuBLAS"

    def __init__(self, library: Any, device: Any, setting: BenchSetting) -> None:
        self._library, self._device, self._setting = library, device, setting
        self.words = f"cuBLAS through {self.through} {library.__version__}"


class CuBLASByPyTorch(_CuBLAS):
    """``torch.matmul``; with ``--accuracy fast`` it may use tf32, and sum halves in halves."""

    module, through = "torch", "PyTorch"

    @classmethod
    def on(cls, name: str, setting: BenchSetting) -> CuBLASByPyTorch | None:
        """The library on the card of that name; None where it sees none."""
        import torch  # noqa: PLC0415  # seconds that only this peer takes

        names = [torch.cuda.get_device_name(ordinal) for ordinal in range(torch.cuda.device_count())]
        return cls(torch, f"cuda:{names.index(name)}", setting) if name in names else None

    def call(self, a: Array, b: Array) -> Callable[[], object]:
        """See ``Peer``."""
        torch, setting, product = self._library, self._setting, self._setting.product
        matmul = torch.backends.cuda.matmul
        fast = product.accuracy == "fast"
        matmul.allow_tf32 = fast
        matmul.allow_fp16_reduced_precision_reduction = fast
        matmul.allow_bf16_reduced_precision_reduction = fast
        on_card = [self._sent(x) for x in (a, b)]

        def run() -> object:
            x, y = [self._sent(operand) for operand in (a, b)] if setting.sends else on_card
            c = torch.matmul(op(x, product.trans_a), op(y, product.trans_b))
            if setting.brings:
                return c.cpu()
            torch.cuda.synchronize(self._device)
            return c

        return run

    def _sent(self, x: Array) -> Any:
        """An array of NumPy's on the card; NumPy's bfloat16 is none that PyTorch knows."""
        if self._setting.product.type_c is BFLOAT16:
            return self._library.from_numpy(x.view(np.int16)).view(self._library.bfloat16).to(self._device)
        return self._library.from_numpy(x).to(self._device)


class CuBLASByCuPy(_CuBLAS):
    """``cupy.matmul``, in its own arithmetic whatever ``--accuracy`` says."""

    module, through = "cupy", "CuPy"

    @classmethod
    def on(cls, name: str, setting: BenchSetting) -> CuBLASByCuPy | None:
        """The library on the card of that name; None where it sees none."""
        import cupy  # noqa: PLC0415  # seconds that only this peer takes

        cards = range(cupy.cuda.runtime.getDeviceCount())
        names = [cupy.cuda.runtime.getDeviceProperties(ordinal)["name"].decode() for ordinal in cards]
        return cls(cupy, names.index(name), setting) if name in names else None

    def call(self, a: Array, b: Array) -> Callable[[], object]:
        """See ``Peer``."""
        cupy, setting, product = self._library, self._setting, self._setting.product
        device = cupy.cuda.Device(self._device)
        with device:
            on_card = [cupy.asarray(x) for x in (a, b)]

        def run() -> object:
            with device:
                x, y = [cupy.asarray(operand) for operand in (a, b)] if setting.sends else on_card
                c = cupy.matmul(op(x, product.trans_a), op(y, product.trans_b))
                if setting.brings:
                    return c.get()
                device.synchronize()
                return c

        return run
