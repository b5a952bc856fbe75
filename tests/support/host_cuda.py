"""A device for texts in CUDA C++ that are compiled by the host's C++ compiler: what the dialect means is tried without a card.

Instructions of NVIDIA's are not known, but for the fence, which one work-item at a time needs not.
"""

from __future__ import annotations

import ctypes
import hashlib
import itertools
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from autoblas.devices.device import Facts, Launch
from autoblas.devices.recording import RecordedEvent, RecordingDevice, RecordingQueue
from autoblas.emit.cuda_c import CUDA_C, MOST_GROUPS, PRELUDE
from autoblas.emit.nvidia.ptx import fence

HERE = Path(__file__).parent
FOR_THE_DEVICE = "// What only instructions of the device do"
"""Where the part of the prelude begins that is for the device alone."""

FLAGS = ("-std=c++17", "-O1", "-w", "-fPIC", "-shared", "-fno-strict-aliasing", "-ffp-contract=off")

needs_cpp = pytest.mark.skipif(
    shutil.which("c++") is None or sys.platform != "linux", reason="there is no C++ compiler for the host"
)


class HostCuda(RecordingDevice):
    """A device that runs texts in CUDA C++ on the host.

    Args:
        facts: What kernels are to know it by.
        folder: Where programs are compiled.
        flags: More for the compiler.
        most_groups: Work-groups of a launch along its second dimension and its third; more take several launches.
    """

    staggered = False
    """Work-items of a work-group that meet at barriers may end before others do."""

    def __init__(
        self, facts: Facts, folder: Path, flags: Sequence[str] = (), most_groups: int = MOST_GROUPS
    ) -> None:
        super().__init__(facts, CUDA_C)
        self._folder, self._flags, self._most_groups = folder, tuple(flags), most_groups
        self._items = folder / "items.so"
        if not self._items.exists():
            _compile("cc", ("-O1", "-fPIC", "-shared"), HERE / "host_cuda_items.c", self._items)

    def build(self, text: str, options: tuple[str, ...]) -> HostProgram:  # type: ignore[override]  # it runs
        """Compile ``text``, or take what was compiled from it before."""
        del options
        words, below = ((HERE / name).read_text() for name in ("host_cuda_words.cpp", "host_cuda.cpp"))
        names = re.findall(r'extern "C" __global__ void [^\n]*\n(\w+)\(', text)
        calls = (
            f'extern "C" void call_{name}(void **arguments) {{ call({name}, arguments); }}' for name in names
        )
        above = PRELUDE[: PRELUDE.index(FOR_THE_DEVICE)]
        source = "\n".join((words, above, below, self.translated(text), *calls, "}\n"))
        path = self._folder / f"{hashlib.sha256(source.encode()).hexdigest()[:16]}.cpp"
        library = path.with_suffix(".so")
        if not library.exists():
            path.write_text(source)
            _compile("c++", (*FLAGS, *self._flags), path, library, self._items)
        meeting = int("__syncthreads" in text) * (2 if self.staggered else 1)
        loaded = ctypes.CDLL(str(library)), ctypes.CDLL(str(self._items))
        return HostProgram(*loaded, text, self._most_groups, meeting)

    def translated(self, text: str) -> str:
        """The text as the host's compiler is given it."""
        return text.replace(fence(), "")


def _compile(compiler: str, flags: Sequence[str], source: Path, *made: Path) -> None:
    """Compile a file to the first of the paths, with the others."""
    library, *with_it = made
    done = subprocess.run(
        [compiler, *flags, str(source), *map(str, with_it), "-o", str(library)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@dataclass(frozen=True)
class HostProgram:
    """A compiled text.

    Attributes:
        library: The machine code.
        items: What runs work-items.
        text: What it was compiled from.
        most_groups: Work-groups of a launch along its second dimension and its third.
        meeting: Whether work-items wait for each other; 2 where some may end before the others.
    """

    library: ctypes.CDLL
    items: ctypes.CDLL
    text: str
    most_groups: int
    meeting: int

    def binary(self) -> bytes:
        """The text, by which programs are told apart."""
        return self.text.encode()

    def kernel(self, name: str) -> HostKernel:
        """A new kernel object of an entry point."""
        return HostKernel(self, name)


class HostKernel:
    """An entry point with arguments; see ``BuiltKernel``."""

    most_items, least_items = 1024, 32

    def __init__(self, program: HostProgram, name: str) -> None:
        self.name, self._program = name, program
        self._entry = getattr(program.library, f"call_{name}")
        self._arguments: dict[int, Any] = {}

    def set_memory(self, index: int, memory: Any) -> None:
        """Let an argument be the address of an array."""
        self._arguments[index] = memory

    def set_number(self, index: int, number: Any) -> None:
        """Let an argument be a number."""
        self._arguments[index] = number

    def launch(
        self, queue: RecordingQueue, extent: Launch, wait_for: Sequence[Any] | None = None
    ) -> RecordedEvent:
        """Run all work-items."""
        del queue, wait_for
        part = np.zeros(4, np.uint32)
        kept = [*(self._place(self._arguments[index]) for index in range(len(self._arguments))), part]
        places = (ctypes.c_void_p * len(kept))(*(each.ctypes.data for each in kept))
        counts = zip(extent.global_size, extent.local_size, strict=True)
        x, y, z = (*(total // items for total, items in counts), 1, 1)[:3]
        sizes = (ctypes.c_uint * 3)(*(*extent.local_size, 1, 1)[:3])
        most, meeting = self._program.most_groups, self._program.meeting
        for first_z, first_y in itertools.product(range(0, z, most), range(0, y, most)):
            groups = (x, min(y - first_y, most), min(z - first_z, most))
            part[:] = first_y, first_z, y - groups[1], z - groups[2]
            code = self._program.items.launch(
                self._entry, places, (ctypes.c_uint * 3)(*groups), sizes, meeting
            )
            assert code != -1, f"some work-items of {self.name} ended while others waited for them"
            assert code == 0, f"work-items of {self.name} wait for ever"
        return RecordedEvent()

    def _place(self, given: Any) -> np.ndarray[Any, np.dtype[Any]]:
        """Where an argument lies: a number, or the address of memory."""
        if isinstance(given, np.ndarray):
            return np.array(given.ctypes.data, np.uint64)
        return np.array(given)
