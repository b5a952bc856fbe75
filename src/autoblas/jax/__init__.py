"""Matrix products of JAX: an operator for compiled functions, and a switch that serves unchanged programs."""

from autoblas.jax.control import disable, enable
from autoblas.jax.product import matmul

__all__ = ["disable", "enable", "matmul"]
