"""NumPy's functions without a word about overflows and NaN, of which devices say nothing either."""

from __future__ import annotations

from contextvars import Context
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Errstate", "Quiet", "quiet"]

PER_CONTEXT = np.lib.NumpyVersion(np.__version__) >= "2.0.0"
"""NumPy keeps in the context what it does about floating-point errors; before version 2 it kept it in the thread."""


class Quiet(Protocol):
    """A runner of functions that hides floating-point warnings."""

    def run(self, function: Callable[..., Any], /, *args: Any) -> Any:
        """Call the function, and return its result."""


class Errstate:
    """Runs functions quietly in every version of NumPy, and takes a microsecond for it."""

    def run(self, function: Callable[..., Any], /, *args: Any) -> Any:
        """Call the function, and return its result."""
        with np.errstate(all="ignore"):
            return function(*args)


_quiet = Context()
if PER_CONTEXT:
    _quiet.run(np.seterr, all="ignore")

quiet: Callable[[], Quiet] = _quiet.copy if PER_CONTEXT else Errstate
"""Makes a runner for one function of NumPy. Arrays that it makes are to be none that stay, since a context also says where
NumPy allocates.

Copying a context that was made once takes 30 ns. Each call has its own, because no two threads can be in the same one.
"""
