"""Devices: what they offer, how they are found and chosen, and one folder for each back-end.

``autoblas.devices("gpu")`` names devices that compute together: the package can be called, because users know it by that
name, and its modules stay where they are.
"""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import Any

__all__ = ["CallablePackage"]


class CallablePackage(ModuleType):
    """This package, which is also the function ``autoblas.calls.several.device_set.devices``."""

    def __call__(self, *choices: Any) -> Any:
        """The devices that words and queues mean; see that function."""
        return importlib.import_module("autoblas.calls.several.device_set").devices(*choices)

    def __reduce__(self) -> Any:
        """Copies are the one object again, and pickles name it, as those of functions."""
        return importlib.import_module, (self.__name__,)


sys.modules[__name__].__class__ = CallablePackage
