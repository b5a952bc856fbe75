"""JAX where the caller imported it, with all that is not public of it."""

from __future__ import annotations

import functools
import importlib
import sys
from typing import Any

from autoblas.errors import DeviceError

__all__ = ["Library", "library"]


class Library:
    """Parts of JAX.

    Attributes:
        jax: The package.
        ad: Rules of derivatives.
        batching: Rules of ``vmap``.
        mlir: Rules that write programs of XLA.
        Primitive: The class of operations.
        callback: Function that makes an operation of a Python function on device buffers.
    """

    def __init__(self, jax: Any) -> None:
        self.jax = jax
        self.ad, self.batching, self.mlir = (
            importlib.import_module(f"jax.interpreters.{name}") for name in ("ad", "batching", "mlir")
        )
        self.Primitive: Any = importlib.import_module("jax.extend.core").Primitive
        self.callback: Any = importlib.import_module("jax.experimental.buffer_callback").buffer_callback
        self._own, self._common = self.mlir._platform_specific_lowerings, self.mlir._lowerings  # noqa: SLF001  # nothing public tells the rule in force
        self._contexts = self.mlir.ShardingContext, self.mlir.SPMDAxisContext

    def rule(self, primitive: Any, platform: str) -> Any:
        """The rule that writes a primitive for a platform now."""
        entry = self._own[platform].get(primitive) or self._common[primitive]
        return getattr(entry, "rule", entry)

    def is_local(self, context: Any) -> bool:
        """Whether operands of a rule are whole on one device, and the program is for this process.

        The partitioner of XLA cannot divide a callback, and a callback cannot be exported.
        """
        module = context.module_context
        if len(module.platforms) > 1 or module.lowering_parameters.for_export:
            return False
        axes, (sharding, manual) = module.axis_context, self._contexts
        if isinstance(axes, sharding):
            return bool(axes.num_devices == 1)
        return isinstance(axes, manual) and axes.manual_axes == frozenset(axes.mesh.axis_names)

    def alike(self, a: Any, b: Any) -> tuple[Any, Any]:
        """Operands that vary along the same axes of a mesh, as JAX wants them in ``shard_map``."""
        vary = [
            frozenset(getattr(getattr(self.jax.typeof(x), "manual_axis_type", None), "varying", ()))
            for x in (a, b)
        ]
        left, right = vary[1] - vary[0], vary[0] - vary[1]
        cast = self.jax.lax.pcast
        return (
            cast(a, tuple(left), to="varying") if left else a,
            cast(b, tuple(right), to="varying") if right else b,
        )


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
