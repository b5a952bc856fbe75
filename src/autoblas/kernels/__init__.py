"""The kernels: every module below this package that defines ``KERNEL``."""

from __future__ import annotations

import functools
import importlib
import pkgutil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autoblas.kernels.kernel import Kernel

__all__ = ["kernels", "serving"]


@functools.cache
def kernels() -> dict[str, Kernel]:
    """Every kernel by its name, in order of name."""
    names = (module.name for module in pkgutil.walk_packages(__path__, f"{__name__}."))
    modules = (importlib.import_module(name) for name in names)
    defined: list[Kernel] = [module.KERNEL for module in modules if hasattr(module, "KERNEL")]
    return {kernel.name: kernel for kernel in sorted(defined, key=lambda kernel: kernel.name)}


def serving(family: type) -> tuple[Kernel, ...]:
    """The kernels that serve a family of problems."""
    return tuple(kernel for kernel in kernels().values() if kernel.family is family)
