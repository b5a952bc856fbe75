"""Serving of an unchanged JAX program: a rule that lowers large products of full precision to those of autoblas."""

from __future__ import annotations

import functools
import logging
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import autoblas
from autoblas.blas.arguments import work_limit
from autoblas.blas.level3.gemm import accuracy_of
from autoblas.errors import NoDeviceError
from autoblas.jax.library import library
from autoblas.jax.product import by_callback
from autoblas.problems.contraction import multiplications

if TYPE_CHECKING:
    from autoblas.jax.library import Library
    from autoblas.problems import Accuracy

__all__ = ["MIN_FLOPS", "disable", "enable", "serve"]

LOG = logging.getLogger("autoblas.jax")

MIN_FLOPS = 7e9
"""Below it a callback takes the host longer than XLA's kernel takes the card."""


class ServingOptions(NamedTuple):
    """Options of serving.

    Attributes:
        min_flops: Multiplications and additions below which a product stays with XLA.
        accuracy: As in ``gemm``.
    """

    min_flops: float
    accuracy: str


_options: ServingOptions | None = None


def enable(*, min_flops: float = MIN_FLOPS, accuracy: Accuracy = "standard") -> None:
    """Serve large float32 products of JAX programs that ask for full precision, on CUDA devices.

    Full precision is ``precision=jax.lax.Precision.HIGHEST``, or ``jax.default_matmul_precision("float32")`` around.
    Holds for the process, for ``jit``, derivatives, ``vmap`` and ``scan``. All other products stay with XLA, and so do
    those that the partitioner divides among devices. A second call changes the options. Each change forgets what JAX has
    compiled.

    Args:
        min_flops: Multiplications and additions below which a product stays with XLA.
        accuracy: As in ``gemm``.

    Raises:
        ArgumentError: an option does not fit.
        NoDeviceError: JAX sees no CUDA device.
        DeviceError: JAX was not imported or lacks what is needed, or the card cannot be used by autoblas.
    """
    options, parts = ServingOptions(work_limit("min_flops", min_flops), accuracy_of(accuracy)), library()
    try:
        card = parts.jax.devices("cuda")[0]
    except RuntimeError as error:
        raise NoDeviceError(
            "autoblas.jax serves arrays in CUDA memory, but JAX sees no such device"
        ) from error
    unit = parts.jax.device_put(np.eye(64, dtype=np.float32), card)
    autoblas.gemm(unit, unit)  # raises here the error that would end a program at its first product
    serve("cuda", options)


def disable() -> None:
    """Give all products back to XLA, and forget what JAX has compiled."""
    serve(None, None)


def serve(platform: str | None, options: ServingOptions | None) -> None:
    """Serve by these options from now on, or not at all.

    Args:
        platform: ``"cuda"``, or ``"cpu"`` where tests have no card; None to register no rule.
        options: The options of serving; None to serve nothing.
    """
    global _options  # noqa: PLW0603  # one switch for all threads
    parts = library()
    if platform is not None:
        _register(parts, platform)
    if options != _options:
        _options = options
        parts.jax.clear_caches()


@functools.cache
def _register(parts: Library, platform: str) -> None:
    """Register a rule that calls the present one for products that are not served, once a process."""
    dot = parts.jax.lax.dot_general_p
    original = parts.rule(dot, platform)
    served = parts.mlir.lower_fun(functools.partial(by_callback, parts), multiple_results=False)

    def rule(context: Any, a: Any, b: Any, **parameters: Any) -> Any:
        options = _options
        if options is None or not (parts.is_local(context) and _fits(parts, options, context, **parameters)):
            return original(context, a, b, **parameters)
        LOG.info("serves a product of %s and %s", *context.avals_in)
        return served(
            context, a, b, dimension_numbers=parameters["dimension_numbers"], accuracy=options.accuracy
        )

    parts.mlir.register_lowering(dot, rule, platform=platform)


def _fits(
    parts: Library,
    options: ServingOptions,
    context: Any,
    *,
    dimension_numbers: Any,
    precision: Any,
    out_sharding: Any = None,
    **_: Any,
) -> bool:
    """True if a product is of float32, in full precision, and large enough."""
    highest = parts.jax.lax.Precision.HIGHEST
    types = {aval.dtype.name for aval in (*context.avals_in, *context.avals_out)}
    if precision not in (highest, (highest, highest)) or types != {"float32"} or out_sharding is not None:
        return False
    flops = 2 * multiplications(dimension_numbers, *(aval.shape for aval in context.avals_in))
    return flops > 0 and flops >= options.min_flops
