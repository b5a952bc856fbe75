"""A plugin by which workers of one machine share the memory of blocks, where Dask would copy them through a socket."""

from __future__ import annotations

import logging
import math
import mmap
import os
import secrets
import weakref
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from distributed import WorkerPlugin
from distributed.protocol import register_serialization_family
from distributed.protocol.pickle import dumps as pickled

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

__all__ = ["SharedBlocks"]

FAMILY = "autoblas-shared"

LEAST = 1 << 18
"""Bytes of a block that is shared: a smaller one is sent as fast."""

FILES = 4
"""One in so many of the files that a process may have open holds a shared block; further blocks are sent."""

_log = logging.getLogger(__name__)

_copies: dict[int, tuple[weakref.ref[Any], Any]] = {}
"""Arrays of this process and their copies in memory that other processes can map, by the identity of the arrays."""

_open_files = 0
"""Files of shared blocks that this process has open."""


class _Memory(mmap.mmap):
    """Memory without a name, which other processes of the same user map through the file that this process has open.

    It is read-only, because several processes map it. The system frees it with the last mapping, however a process ends.
    """

    file: int

    @classmethod
    def of(cls, file: int, nbytes: int) -> _Memory:
        """The memory of an open file, which is closed with it."""
        global _open_files  # noqa: PLW0603  # counted where it changes
        try:
            memory = cls(file, nbytes, flags=mmap.MAP_SHARED, prot=mmap.PROT_READ)
        except BaseException:
            os.close(file)
            raise
        memory.file = file
        _open_files += 2  # Python's mapping duplicates the descriptor
        weakref.finalize(memory, _close, file)
        return memory


def _close(file: int) -> None:
    global _open_files  # noqa: PLW0603  # counted where it changes
    _open_files -= 2
    os.close(file)


class SharedBlocks(WorkerPlugin):  # type: ignore[misc]  # distributed has no types
    """A plugin for ``Client.register_plugin``: NumPy blocks go from worker to worker of one machine without being sent.

    A block of 256 KiB or more is copied to shared memory when another worker of the same machine and user first asks for it.
    The block stays there, and the other workers map it. Such blocks are read-only: tasks must not change their arguments, as
    Dask demands anyway. All other data, and blocks for other machines, Dask sends as usual. Works on Linux; elsewhere the
    plugin changes nothing.
    """

    name = "autoblas-shared-blocks"

    def __init__(self) -> None:
        self._worker: Any = None
        self._reachable: dict[str, bool] = {}
        self._get_data: Any = None
        self._probe: tuple[int, bytes] = (-1, b"")

    def setup(self, worker: Any) -> None:
        """Answer requests for blocks."""
        if not hasattr(os, "memfd_create"):
            _log.info("blocks are shared on Linux only; worker %s sends them", worker.name)
            return
        token = secrets.token_bytes(16)
        self._probe = _file(memoryview(token)), token
        self._worker, self._get_data = worker, worker.handlers["get_data"]
        worker.handlers["get_data"] = self._answer

    def teardown(self, worker: Any) -> None:
        """Let Dask answer as before."""
        if self._worker is not None:
            worker.handlers["get_data"] = self._get_data
            os.close(self._probe[0])
            self._worker = None

    def __getstate__(self) -> dict[str, Any]:
        return {}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        SharedBlocks.__init__(self)

    async def _answer(
        self, comm: Any, keys: Collection[Any], who: str | None = None, serializers: Any = None
    ) -> Any:
        """The answer of Dask's own handler, with references to shared blocks where the other worker can map them."""
        if who is not None and serializers is None and await self._is_reachable_from(who):
            serializers = (FAMILY, "dask", "pickle")
        answer = await self._get_data(comm, keys, who=who, serializers=serializers)
        data = self._worker.data
        in_memory = getattr(data, "fast", data)  # Dask moved all other blocks to disk
        for key in keys:
            if key in in_memory and (copy := _copy_of(in_memory[key])) is not None:
                data[key] = copy  # so that memory holds the block once
        return answer

    async def _is_reachable_from(self, who: str) -> bool:
        """True if another worker can open a file of this process; asked once."""
        if who not in self._reachable:
            file, token = self._probe
            arguments = pickled((os.getpid(), file, token))
            try:
                answer = await self._worker.rpc(who).run(function=pickled(_can_open), args=arguments)
            except Exception as error:  # noqa: BLE001  # after any fault of the other worker, blocks are sent as usual
                _log.info("blocks are sent to %s, because it was not asked: %s", who, error)
                answer = {}
            self._reachable[who] = answer.get("status") == "OK" and bool(answer["result"])
        return self._reachable[who]


def _can_open(pid: int, file: int, token: bytes) -> bool:
    """True if this process can open a file that another process has open, and the file has the token."""
    try:
        with open(f"/proc/{pid}/fd/{file}", "rb") as stream:  # noqa: PTH123  # no path of the file system
            return stream.read(len(token) + 1) == token
    except OSError:
        return False


def _file(content: memoryview) -> int:
    """A file in memory, without a name."""
    file = os.memfd_create("autoblas-block")
    try:
        while content:
            content = content[os.write(file, content) :]
    except BaseException:
        os.close(file)
        raise
    return file


def _copy_of(block: Any) -> Any:
    """The shared copy of an array; None where there is none."""
    array, copy = _copies.get(id(block), (None, None))
    return copy if array is not None and array() is block else None


def _dumps(block: Any) -> tuple[dict[str, Any], list[bytes]]:
    """A reference to a block in shared memory, to which it is copied first.

    Raises:
        NotImplementedError: it is to be sent.
    """
    if type(block) is not np.ndarray or block.nbytes < LEAST or np.dtype(block.dtype.str) != block.dtype:
        raise NotImplementedError
    order: Literal["C", "F"] = "C" if block.flags.c_contiguous else "F"
    if block.dtype.hasobject or not (block.flags.c_contiguous or block.flags.f_contiguous):
        raise NotImplementedError
    memory: Any = block.base
    while isinstance(memory, np.ndarray):
        memory = memory.base
    if not isinstance(memory, _Memory) or len(memory) != block.nbytes:
        copy = _copy_of(block)
        memory = (_shared_copy(block, order) if copy is None else copy).base
    header = {"pid": os.getpid(), "file": memory.file, "inode": os.fstat(memory.file).st_ino}
    return header | {"dtype": block.dtype.str, "shape": block.shape, "order": order}, []


def _shared_copy(block: Any, order: Literal["C", "F"]) -> Any:
    """A copy of an array in shared memory.

    Raises:
        NotImplementedError: this process has too many files open, or there is no memory.
    """
    import resource  # noqa: PLC0415  # not on every system

    if _open_files > resource.getrlimit(resource.RLIMIT_NOFILE)[0] // FILES:
        raise NotImplementedError
    try:
        memory = _Memory.of(_file(memoryview(block.reshape(-1, order="A").view(np.uint8))), block.nbytes)
    except OSError as error:
        _log.info(
            "a block of %d bytes is sent, because memory to share it cannot be had: %s", block.nbytes, error
        )
        raise NotImplementedError from error
    copy = np.ndarray(block.shape, block.dtype, memory, order=order)
    key = id(block)
    _copies[key] = weakref.ref(block, lambda _: _copies.pop(key, None)), copy
    return copy


def _loads(header: Mapping[str, Any], _: list[Any]) -> Any:
    """A block in the memory of another process.

    Raises:
        OSError: it is not there any more; Dask then asks for the block again.
    """
    file = os.open(f"/proc/{header['pid']}/fd/{header['file']}", os.O_RDONLY | os.O_CLOEXEC)
    if os.fstat(file).st_ino != header["inode"]:
        os.close(file)
        raise OSError(f"process {header['pid']} gave memory back before it was mapped")
    dtype = np.dtype(header["dtype"])
    nbytes = math.prod(header["shape"]) * dtype.itemsize
    return np.ndarray(header["shape"], dtype, _Memory.of(file, nbytes), order=header["order"])


register_serialization_family(FAMILY, _dumps, _loads)
