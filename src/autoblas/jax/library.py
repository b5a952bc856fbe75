"""JAX as the caller imported it, with the parts of it that are not public."""

from __future__ import annotations

import functools
import importlib
import sys
from typing import Any

from autoblas.errors import DeviceError

__all__ = ["Library", "library"]


class Library:
    """The parts of JAX that products need.

    Attributes:
        jax: The package.
        ad: Rules of derivatives.
        batching: Rules of ``vmap``.
        mlir: Rules that write programs of XLA.
        Primitive: The class of operations.
        callback: Function that turns a Python function of device buffers into an operation.
    """

    def __init__(self, jax: Any) -> None:
        self.jax = jax
        self.ad, self.batching, self.mlir = (
            importlib.import_module(f"jax.interpreters.{name}") for name in ("ad", "batching", "mlir")
        )
        self.Primitive: Any = importlib.import_module("jax.extend.core").Primitive
        self.callback: Any = importlib.import_module("jax.experimental.buffer_callback").buffer_callback
        self._platform_rules = self.mlir._platform_specific_lowerings  # noqa: SLF001  # no public function returns a rule
        self._common_rules = self.mlir._lowerings  # noqa: SLF001  # neither here
        self._contexts = self.mlir.ShardingContext, self.mlir.SPMDAxisContext

    def rule(self, primitive: Any, platform: str) -> Any:
        """The registered rule that lowers a primitive for a platform."""
        entry = self._platform_rules[platform].get(primitive) or self._common_rules[primitive]
        return getattr(entry, "rule", entry)

    def is_local(self, context: Any) -> bool:
        """True if the operands of a rule are undivided on one device, and the program is for this process.

        The partitioner of XLA cannot divide a callback, and a callback cannot be exported.
        """
        module = context.module_context
        if len(module.platforms) > 1 or module.lowering_parameters.for_export:
            return False
        axes, (sharding, manual) = module.axis_context, self._contexts
        if isinstance(axes, sharding):
            return bool(axes.num_devices == 1)
        return isinstance(axes, manual) and axes.manual_axes == frozenset(axes.mesh.axis_names)

    def with_equal_axes(self, a: Any, b: Any) -> tuple[Any, Any]:
        """Operands that vary along equal axes of a mesh, as JAX requires in ``shard_map``."""
        axes_a, axes_b = (
            frozenset(getattr(getattr(self.jax.typeof(x), "manual_axis_type", None), "varying", ()))
            for x in (a, b)
        )
        a, b = (
            self.jax.lax.pcast(x, tuple(missing), to="varying") if missing else x
            for x, missing in ((a, axes_b - axes_a), (b, axes_a - axes_b))
        )
        return a, b


def library() -> Library:
    """JAX.

    Raises:
        DeviceError: it was not imported, or lacks what is needed.
    """
    jax: Any = sys.modules.get("jax")
    if jax is None:
        raise DeviceError("autoblas.jax serves programs that use JAX: import jax first")
    return _parts(jax)


@functools.cache
def _parts(jax: Any) -> Library:
    try:
        return Library(jax)
    except (ImportError, AttributeError) as error:
        raise DeviceError(
            f"autoblas.jax needs JAX 0.10 or newer, this is {jax.__version__}: {error}"
        ) from error
