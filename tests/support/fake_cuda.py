"""Puts a driver and a compiler of CUDA where ``cuda.bindings`` would be, on machines without a card."""

import sys
import types
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from typing import Any

from support.fake_compiler import FakeCompiler
from support.fake_driver import FakeDriver


@contextmanager
def fake_cuda(*, driver: bool = True) -> Iterator[tuple[FakeDriver, FakeCompiler]]:
    """Let autoblas find these in place of the driver and the compiler; afterwards it knows nothing of cards.

    Args:
        driver: There is a driver's library.
    """
    there, compiler = FakeDriver(), FakeCompiler()
    package, bindings = types.ModuleType("cuda"), types.ModuleType("cuda.bindings")
    package.__path__, bindings.__path__ = [], []
    if not driver:

        def missing(flags: int) -> tuple[Any, ...]:
            raise RuntimeError(f"libcuda.so.1 was not found ({flags})")

        there.__dict__["cuInit"] = missing
    bindings.driver, bindings.nvrtc = there, compiler  # type: ignore[attr-defined]
    modules = {"cuda": package, "cuda.bindings": bindings, there.__name__: there, compiler.__name__: compiler}
    for name, made in modules.items():
        made.__spec__ = ModuleSpec(name, None)
    before = {name: sys.modules.get(name) for name in modules}
    sys.modules.update(modules)
    _forget()
    try:
        yield there, compiler
    finally:
        _forget()
        for name, module in before.items():
            if module is None:
                sys.modules.pop(name, None)
            else:
                sys.modules[name] = module


def _forget() -> None:
    """Forget what is known of drivers, cards and compilers."""
    from autoblas.devices.cuda import backend, cards, compiler
    from autoblas.devices.cuda import driver as drivers
    from autoblas.plan import queues
    from autoblas.plan.results import forget_plans
    from autoblas.plan.workspace import WORKSPACE

    forget_plans()
    WORKSPACE.release()
    for each in (drivers.driver, compiler._nvrtc, compiler.architecture_for, cards.claims_of):
        each.cache_clear()
    backend._devices.clear()
    known = queues._queues.by_choice
    for name in [name for name in known if (name or "").startswith("cuda")]:
        del known[name]
