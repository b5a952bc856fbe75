"""A program that forks while other threads use a device, and tries every public entry in the child.

It prints a JSON object: what an entry did that is neither a result nor the refusal, by its name.
"""

import contextlib
import faulthandler
import gc
import io
import json
import os
import sys
import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array

import autoblas
from autoblas.cli import perform
from support.routine_calls import Numbers
from support.routine_cases import CASES

REFUSAL = "this process was forked from one that had used a device"

LIMIT = 60
"""Seconds of a child; one that hangs says where."""


def _entries() -> dict[str, Callable[[], object]]:
    """All that a user can call on a device, with what was made before the fork."""
    queue = autoblas.default_queue()
    a, b = (cl_array.to_device(queue, np.ones((8, 8), np.float32)) for _ in range(2))
    there, at_hand = (autoblas.mapped_empty((8, 8), np.float32) for _ in range(2))
    view = there.map()
    view[...] = 1
    kept = (np.empty((8, 8), np.float32), autoblas.pinned_empty((8, 8), np.float32))
    devices, pool = autoblas.devices(queue), autoblas.pool_results(queue)
    prepared = autoblas.prepare(autoblas.gemm, a, b)
    event = cl.enqueue_marker(queue)
    x = np.ones((8, 8), np.float32)
    entries: dict[str, Callable[[], object]] = {
        "default_queue": autoblas.default_queue,
        "forget_crossovers": autoblas.forget_crossovers,
        "prepare": lambda: autoblas.prepare(autoblas.gemm, a, b),
        "mapped_empty": lambda: autoblas.mapped_empty(4, np.float32),
        "mapped_empty queue": lambda: autoblas.mapped_empty(4, np.float32, queue=queue),
        "pinned_empty": lambda: autoblas.pinned_empty(4, np.float32),
        "pinned_empty queue": lambda: autoblas.pinned_empty(4, np.float32, queue=queue),
        "pool_results": lambda: autoblas.pool_results(queue),
        "release_memory": autoblas.release_memory,
        "devices": autoblas.devices,
        "devices queue": lambda: autoblas.devices(queue),
        "prepared": prepared,
        "prepared factor": lambda: prepared(alpha=2.0),
        "prepared plan": lambda: prepared.plan,
        "map": at_hand.map,
        "mapped": lambda: at_hand.mapped().__enter__(),
        "unmap": there.unmap,
        "memory": lambda: at_hand.memory,
        "mapped operand": lambda: autoblas.gemm(at_hand, at_hand),
        "view": lambda: view + kept[1],
        "schedule": lambda: devices.schedule(8, 8, 8),
        "together": lambda: autoblas.gemm(x, x, devices=devices),
        "together anew": lambda: autoblas.gemm(x, x, devices="cpu"),
        "pool release": pool.release,
        "pool close": pool.close,
        "events": lambda: autoblas.gemm(x, x, wait_for=[event]),
        "queue": lambda: autoblas.gemm(x, x, queue=queue),
        "new context": lambda: autoblas.gemm(x, x, queue=cl.CommandQueue(cl.Context([queue.device]))),
        **{
            f"command {words}": partial(_command, words) for words in ("devices", "doctor", "tune gemm -n 64")
        },
    }
    for name, make in CASES.items():
        case = make(Numbers(3, "float32"))
        arrays: dict[str, Any] = {
            key: cl_array.to_device(queue, np.ascontiguousarray(value)) for key, value in case.arrays.items()
        }
        entries[name] = partial(case.call, name)
        entries[f"{name} device"] = partial(case._replace(arrays=arrays).call, name)
    return entries


def _command(words: str) -> None:
    """A command, whose sentence is raised."""
    with contextlib.redirect_stderr(io.StringIO()) as said, contextlib.redirect_stdout(said):
        status = perform(words.split())
    if status:
        raise autoblas.AutoblasError(said.getvalue().removeprefix("autoblas: error: "))


def _busy(stop: threading.Event) -> None:
    queue, x = autoblas.default_queue(), np.ones((64, 64), np.float32)
    y = cl_array.to_device(queue, x)
    while not stop.is_set():
        autoblas.gemm(y, y).get()
        autoblas.gemm(x, x)


def _tried(entries: dict[str, Callable[[], object]]) -> dict[str, str]:
    """What was wrong, by entry; all objects of the parent are dropped at the end."""
    strange: dict[str, str] = {}
    while entries:
        name, entry = entries.popitem()
        try:
            entry()
        except autoblas.AutoblasError as error:
            if not str(error).startswith(REFUSAL):
                strange[name] = repr(error)
        except Exception as error:  # noqa: BLE001  # the very question
            strange[name] = repr(error)
        del entry
    gc.collect()
    return strange


def main(forks: int) -> None:
    """Fork so many times, and print what was wrong."""
    strange: dict[str, str] = {}
    entries, stop = _entries(), threading.Event()
    missing = {name for name in autoblas.__all__ if name[0].islower() and name not in entries}
    strange.update(dict.fromkeys(missing - {"rotg", "rotmg"}, "is not tried"))
    threads = [threading.Thread(target=_busy, args=(stop,)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for _ in range(forks):
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            faulthandler.dump_traceback_later(LIMIT, exit=True)
            words = json.dumps(_tried(entries))
            os.write(writing, words.encode())
            os._exit(0)
        os.close(writing)
        entries = {name: entry for name, entry in entries.items() if not name.startswith("command")}  # slow
        with os.fdopen(reading, "rb") as pipe:
            words = pipe.read().decode()
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        strange.update(json.loads(words) if status == 0 else {"child": f"status {status}"})
    stop.set()
    for thread in threads:
        thread.join()
    sys.stdout.write(json.dumps(strange))


if __name__ == "__main__":
    main(int(sys.argv[1]))
