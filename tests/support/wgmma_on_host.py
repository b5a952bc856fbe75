"""Products by ``gemm_wgmma`` on the host, of any matrices, by texts with changes or without (``support.host_hopper``)."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from autoblas.checks.stored import Stored, device_list
from autoblas.plan.bound import BoundPlan
from autoblas.plan.layouts.product import ProductLayout
from autoblas.precision import FLOAT32
from autoblas.problems import Matmul
from support.cuda_samples import CARD
from support.host_hopper import HostHopper
from support.kernel_cases import choice_of
from support.wgmma_cases import KERNEL

Array = np.ndarray[Any, np.dtype[Any]]

FACTS = replace(CARD, local_bytes=232448)
"""What kernels know the host by."""


def planted(folder: Path, *changes: Callable[[str], str]) -> HostHopper:
    """A device that changes the text of the product, and that of splits not at all."""

    def change(text: str) -> str:
        if "gemm_wgmma" in text:
            for each in changes:
                text = each(text)
        return text

    return HostHopper(FACTS, folder, change)


def product(host: HostHopper, values: dict[str, Any], q: Matmul, a: Array, b: Array) -> Array:
    """A B of stacks of matrices, which lie among other numbers that must not count."""
    queue = host.queue()
    c = np.full((q.items, q.m, q.n), np.nan, np.float32)
    stored = {
        name: Stored(queue, x, order, FLOAT32, 16, listed=q.listed)
        for name, x, order in (("a", a, q.a), ("b", b, q.b), ("c", c, q.c))
    }
    views = (stored["a"].view, stored["b"].view, stored["c"].view)
    layout = ProductLayout(*views, q.accumulator, q.conjugate, q.listed, accuracy=q.accuracy)
    params = KERNEL.space.point(values)
    assert KERNEL.refusal(params, replace(q, k=8192), host.facts) is None, "but for its few terms"
    plan = BoundPlan(host, queue, choice_of(KERNEL, params, q, host.facts), layout.constants)
    given: dict[str, Any] = {"alpha": 1.0, "beta": 0.0}
    for name, x in stored.items():
        given |= {name: x.memory, f"{name}_offset": x.offset}
        if q.listed:
            given[f"{name}_offsets"] = device_list(queue, x.offsets)
    if q.listed:
        given |= {
            name: device_list(queue, np.full(q.items, x, np.float32))
            for name, x in (("alphas", 1), ("betas", 0))
        }
    plan(given).wait()
    got, strayed = stored["c"].read()
    assert not strayed
    return got
