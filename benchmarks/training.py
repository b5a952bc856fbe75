"""Unchanged PyTorch programs with their products served, and without: what a step takes, and what losses it gives."""

from __future__ import annotations

import functools
import time
from contextlib import contextmanager, nullcontext
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import autoblas
from autoblas.torch import control
from autoblas.torch.switch import ServingOptions, Switch
from benchmarks.memory import TorchMemory
from benchmarks.record import OURS, Library, Step
from benchmarks.side import Bound, Unavailable, shared, timed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from benchmarks.memory import Operands
    from benchmarks.record import Case

__all__ = ["MODES", "Programs"]

WARM_UP = 4
"""Steps before the first that counts: a layout is decided when it comes for the third time."""

BLOCK = 0.05
"""Seconds of steps in a row on a card at least: its clock follows the power that they draw."""

SEED = 1


class Mode(NamedTuple):
    """The mode of a program.

    Attributes:
        accuracy: The accuracy of served products; empty where they are not served.
        tf32: True if it allows TF32.
        dtype: Its element type, if it differs from the case's.
    """

    accuracy: str = ""
    tf32: bool = False
    dtype: str = ""


MODES = {
    "pytorch": Mode(),
    "pytorch-tf32": Mode(tf32=True),
    "pytorch-float64": Mode(dtype="float64"),
    f"{OURS}-torch": Mode("standard"),
    f"{OURS}-torch-auto": Mode("auto", tf32=True),
}


class Programs:
    """PyTorch in one mode.

    Args:
        mode: A key of ``MODES``.
        key: The dispatch key whose products are served: ``"CUDA"`` or, to try the harness, ``"CPU"``.
    """

    spins = True

    def __init__(self, mode: str, key: str = "CUDA") -> None:
        try:
            self._torch: Any = import_module("torch")
        except ImportError as error:
            raise Unavailable(str(error)) from None
        self.mode, self.key = MODES[mode], key
        card = ""
        if key == "CUDA":
            self.memory: Any = shared(TorchMemory)
            card = self.memory.card
            config: Any = import_module("torch._dynamo.config")
            config.recompile_limit = 64  # a program is compiled once for each mode and type
        words = [self.mode.accuracy] if self.mode.accuracy else [self.mode.dtype or "float32"]
        words += ["TF32 allowed"] if self.mode.tf32 else []
        name = OURS if self.mode.accuracy else "PyTorch"
        version = f"{autoblas.__version__} in PyTorch " * bool(self.mode.accuracy) + self._torch.__version__
        self.library = Library(f"{name} ({', '.join(words)})", version, card or None)

    def bind(self, operands: Operands, /) -> Bound | None:
        """See ``Side``; the losses that are compared are those of the steps before the first that is timed."""
        case, mode = operands.case, self.mode
        losses = case.sizes[-1]
        if mode.dtype and not (
            losses and case.routine == "mlp"
        ):  # losses of others are compared with float32's
            return None
        if (mode.tf32 or mode.dtype) and case.dtype != "float32":
            return None
        before = self._outside()
        with self._within_mode():
            step = self._step(case)
            curve = [step() for _ in range(max(losses, WARM_UP) - 1)]
            served = -_switch(self.key).report().served
            curve.append(step())
            served += _switch(self.key).report().served  # replays of graphs are not counted
            step = self._captured(step) if case.kind == "captured" else step
            self._finish()
            clock = timed(self._finish, every_call=False)
            block = max(1, round(BLOCK / max(clock(step, 2) / 2, 1e-6))) if self.key == "CUDA" else 1
        outside = self._outside() - before

        def call() -> None:
            with self._within_mode():
                step()

        def seconds(_call: Callable[[], Any], count: int) -> float:
            with self._within_mode():
                return clock(step, max(count, block)) * count / max(count, block)

        head = (lambda: np.array([float(loss) for loss in curve])) if losses else None
        return Bound(call, seconds, head, facts=lambda: self._facts(step, served, outside))

    def _step(self, case: Case) -> Callable[[], Any]:
        """A step of the program, which gives its loss, or its result where nothing is trained."""
        torch, device = self._torch, "cuda" if self.key == "CUDA" else "cpu"
        with torch.device(device):
            torch.manual_seed(SEED)
            programs: Any = import_module("benchmarks.models").PROGRAMS
            dtype = getattr(torch, self.mode.dtype or "float32")
            program = programs[case.routine](case.sizes[:-1], dtype)
        model = torch.compile(program.model) if case.kind == "compiled" else program.model
        narrow = case.dtype == "bfloat16"

        def step() -> Any:
            if program.update is not None:
                program.update.zero_grad()
            with torch.autocast(device, torch.bfloat16) if narrow else nullcontext():
                result = model(program.inputs)
                if program.update is None:
                    return result
                loss = program.loss(result)
            loss.backward()
            program.update.step()
            return loss.detach()

        return step

    def _captured(self, step: Callable[[], Any]) -> Callable[[], Any]:
        """The replay of a graph of a step, which is captured on the stream that met all layouts before."""
        torch = self._torch
        stream, graph = torch.cuda.Stream(), torch.cuda.CUDAGraph()
        with torch.cuda.stream(stream):
            for _ in range(WARM_UP):
                step()
        self._finish()
        with torch.cuda.graph(graph, stream=stream):
            step()
        replay: Callable[[], Any] = graph.replay
        return replay

    @contextmanager
    def _within_mode(self) -> Iterator[None]:
        """PyTorch with its own settings in this mode.

        Overrides are registered for the time that they serve, so that PyTorch alone is what it is without them.
        """
        torch, switch = self._torch, _switch(self.key)
        flags = torch.backends.cuda.matmul
        before = flags.allow_tf32, flags.allow_bf16_reduced_precision_reduction
        flags.allow_tf32, flags.allow_bf16_reduced_precision_reduction = self.mode.tf32, True
        accuracy: Any = self.mode.accuracy
        try:
            if accuracy and self.key == "CUDA":
                control.enable(accuracy=accuracy)
            elif accuracy:
                switch.set(ServingOptions(accuracy, 0, frozenset({torch.float32, torch.bfloat16}), "always"))
            yield
        finally:
            _unregister(switch)
            flags.allow_tf32, flags.allow_bf16_reduced_precision_reduction = before

    def _facts(self, step: Callable[[], Any], served: int, outside: int) -> Step:
        """The costs of a step besides time."""
        with self._within_mode():
            host = []
            for _ in range(3):
                self._finish()
                started = time.perf_counter()
                step()
                host.append(time.perf_counter() - started)
            if self.key != "CUDA":
                return Step(min(host), served, 0, 0)
            self._finish()
            cuda = self._torch.cuda
            cuda.reset_peak_memory_stats()
            before = cuda.memory_allocated()
            step()
            self._finish()
            return Step(min(host), served, cuda.max_memory_allocated() - before, outside)

    def _finish(self) -> None:
        """Wait for the card."""
        if self.key == "CUDA":
            self._torch.cuda.synchronize()

    def _outside(self) -> int:
        """Bytes of the card that PyTorch's allocator has not got."""
        if self.key != "CUDA":
            return 0
        free, whole = self._torch.cuda.mem_get_info()
        return int(whole - free - self._torch.cuda.memory_reserved())


def _unregister(switch: Switch) -> None:
    """Take overrides away, which programs never do: here no thread computes."""
    switch.set(None)
    if switch._library is not None:  # noqa: SLF001  # what no program needs has no public way
        switch._library._destroy()  # noqa: SLF001  # likewise
        switch._library = None  # noqa: SLF001  # likewise


@functools.cache
def _switch(key: str) -> Switch:
    """The switch of a dispatch key: that of the package on cards."""
    return control.SWITCH if key == control.SWITCH.key else Switch(key)
