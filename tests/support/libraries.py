"""Arrays of libraries in CUDA memory, each in an allocation with canaries: those of a card, and stand-ins on an emulated one."""

import importlib.util
import os
import zlib
from collections.abc import Callable
from typing import Any

import numpy as np
import pyopencl as cl

from autoblas.devices.opencl.selection import listing
from support.cuda_arrays import Shown, Tensor
from support.fake_driver import DeviceMemory
from support.samples import Memory

Array = np.ndarray[Any, np.dtype[Any]]

PACKAGES = {"cupy": "cupy", "numba": "numba.cuda", "jax": "jax"}


class Interface:
    """An array that no library made: memory of PyTorch's in the layout of an operand.

    Args:
        whole: The allocation, a tensor of bytes.
        view: An array of the same shape, type and strides.
        offset: Bytes before its first element.
    """

    def __init__(self, whole: Any, view: Array, offset: int) -> None:
        self.whole, self.address, self._view = whole, whole.data_ptr() + offset, view

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        """Version 3, without a stream: all work on it is done."""
        shape, strides, kind = self._view.shape, self._view.strides, self._view.dtype.str
        data = (self.address, False)
        return {
            "version": 3,
            "shape": shape,
            "strides": strides,
            "typestr": kind,
            "data": data,
            "stream": None,
        }


def opencl_card() -> cl.Device | None:
    """The first card of NVIDIA's through OpenCL."""
    cards = [d for d in listing() if d.type & cl.device_type.GPU and "NVIDIA" in d.vendor]
    return cards[0] if cards else None


class Emulated:
    """What stands for PyTorch's tensors and for arrays of no library, on an emulated card.

    Attributes:
        cuda: The libraries of arrays in CUDA memory.
        names: Those, mixtures of them and, on a card, OpenCL.
    """

    cuda: tuple[str, ...] = ("torch", "shown")
    names: tuple[str, ...] = (*cuda, "mixed")

    def placed(self, library: str, number: int = 0) -> Callable[[str, Memory], Any]:
        """What brings operands to the card as arrays of a library; ``mixed`` takes one for each, from this number on."""

        def place(name: str, memory: Memory) -> Any:
            mixed = self.cuda[(number + zlib.crc32(name.encode())) % len(self.cuda)]
            return self.array(mixed if library == "mixed" else library, memory)

        return place

    def array(self, library: str, memory: Memory) -> Any:
        """An operand on the card; one of no library where the library has no such layout."""
        view, whole = memory.view, DeviceMemory(memory.bytes.size).values
        whole[...] = memory.bytes
        memory.copied = lambda: whole
        there: Array = np.ndarray(view.shape, view.dtype, whole, memory.offset, view.strides)
        empty = np.zeros(1, view.dtype)
        tensor = library == "torch" and min(view.strides) >= 0
        return Tensor(empty).view(there) if tensor else Shown(empty).seen(there)

    def on_host(self, result: Any) -> Array:
        """The elements of a result."""
        return np.asarray(result.values if isinstance(result, Tensor) else result.get())


class Libraries(Emulated):
    """PyTorch, whose memory is used for all, and those of CuPy, Numba, JAX and OpenCL that are here.

    Attributes:
        torch: PyTorch.
        modules: The other packages by the name of the library.
    """

    def __init__(self) -> None:
        self.torch: Any = importlib.import_module("torch")
        os.environ.setdefault(
            "XLA_PYTHON_CLIENT_PREALLOCATE", "false"
        )  # JAX takes three quarters of the memory
        self.modules = {
            name: importlib.import_module(module) for name, module in PACKAGES.items() if here(module)
        }
        if "jax" in self.modules and self.modules["jax"].default_backend() != "gpu":
            del self.modules["jax"]  # its arrays would be the host's
        if "jax" in self.modules:
            self.modules["jax"].config.update("jax_enable_x64", True)  # its function
        device = opencl_card()
        self._queues = [] if device is None else [cl.CommandQueue(cl.Context([device]))]
        self.cuda = ("torch", *self.modules, "shown")
        self.names = (*self.cuda, "mixed", *["opencl"] * (device is not None))

    def array(self, library: str, memory: Memory) -> Any:
        """An operand on the card; JAX's arrays are dense, and nobody writes to them."""
        if library == "opencl":
            return memory.on_device(self._queues[0])
        view, torch = memory.view, self.torch
        whole = torch.from_numpy(memory.bytes).cuda()
        memory.copied = lambda: whole.cpu().numpy()
        shown, forward = Interface(whole, view, memory.offset), min(view.strides) >= 0
        if library == "torch" and forward:
            steps = [step // view.itemsize for step in view.strides]
            made = torch.empty(0, dtype=getattr(torch, view.dtype.name), device=whole.device)
            return made.set_(whole.untyped_storage(), memory.offset // view.itemsize, view.shape, steps)
        if library == "cupy":
            cuda = self.modules["cupy"].cuda
            held = cuda.UnownedMemory(whole.data_ptr(), whole.numel(), whole)
            pointer = cuda.MemoryPointer(held, memory.offset)
            return self.modules["cupy"].ndarray(view.shape, view.dtype, memptr=pointer, strides=view.strides)
        if library == "numba" and forward and view.size:
            return self.modules["numba"].as_cuda_array(shown, sync=False)
        if library == "jax" and view.flags.c_contiguous and not memory.written:
            return self.modules["jax"].numpy.asarray(view.copy())
        return shown

    def on_host(self, result: Any) -> Array:
        """The elements of a result of any library."""
        if isinstance(result, self.torch.Tensor):
            return np.asarray(result.cpu().numpy())
        for name in ("get", "copy_to_host"):
            if hasattr(result, name):
                return np.asarray(getattr(result, name)())
        return np.asarray(result)


def here(module: str) -> bool:
    """A module's package is installed."""
    return importlib.util.find_spec(module.partition(".")[0]) is not None
