"""Kernels of OpenCL that refuse to be launched, from some moment on."""

from typing import Any

import pytest

from autoblas.devices.opencl.backend import OpenCLKernel
from autoblas.plan.results import forget_plans


def refusals(monkeypatch: pytest.MonkeyPatch) -> list[Exception]:
    """What every launch of calls that are first made from now on raises the first of, while there is one."""
    errors: list[Exception] = []
    for name in ("launch", "launcher"):
        monkeypatch.setattr(OpenCLKernel, name, _refusing(getattr(OpenCLKernel, name), errors))
    forget_plans()
    return errors


def _refusing(original: Any, errors: list[Exception]) -> Any:
    def asked(*given: Any, **named: Any) -> Any:
        if errors:
            raise errors[0]
        found = original(*given, **named)
        return _refusing(found, errors) if callable(found) else found

    return asked
