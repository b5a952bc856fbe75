"""Serving of an unchanged PyTorch program: enable, disable, and the report."""

from __future__ import annotations

import copy
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal, get_args

from autoblas.blas.arguments import choice, work_limit
from autoblas.errors import ArgumentError, DeviceError, NoDeviceError
from autoblas.precision import listed
from autoblas.problems import Accuracy
from autoblas.torch.switch import SIGHTINGS, ServingOptions, Switch

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from autoblas.torch.summary import Report

__all__ = ["ACCURACIES", "DECISIONS", "MIN_FLOPS", "SWITCH", "disable", "enable", "report", "serving", "warm"]

SWITCH = Switch("CUDA")

ACCURACIES = ("auto", *get_args(Accuracy))

DECISIONS = ("measure", "records", "always")

MIN_FLOPS = 3e8
"""Below it both libraries compute a product in less time than a call takes the host."""


def enable(
    *,
    accuracy: Literal["auto", "standard", "strict", "fast"] = "auto",
    min_flops: float = MIN_FLOPS,
    dtypes: Collection[Any] | None = None,
    decide: Literal["measure", "records", "always"] = "measure",
) -> None:
    """Serve PyTorch's matrix products on CUDA tensors with autoblas, where that is faster.

    Holds for the process: for all its threads and cards, for eager and compiled code, forward and backward. Other types,
    small products, and those that cuBLAS computes faster stay with PyTorch. A second call changes the options.

    Args:
        accuracy: ``"auto"``: ``"standard"``, and for float32 products ``"fast"`` where the program allows TF32. The
            other values are those of ``gemm``.
        min_flops: Multiplications and additions below which a call stays with PyTorch; a tenth of it in captures of
            graphs, for layouts that ``warm`` prepared.
        dtypes: Element types to serve; by default float32, float16 and bfloat16.
        decide: ``"measure"``: by times of both libraries, which are measured when a layout comes for the third time,
            and stored for later programs. ``"records"``: by stored times alone, of the layout or of the
            most similar product, so that equal programs compute alike. ``"always"``: by autoblas, for tests.

    Raises:
        ArgumentError: an option does not fit.
        NoDeviceError: PyTorch sees no usable card.
        DeviceError: PyTorch was not imported, or is older than 2.9.
    """
    torch: Any = sys.modules.get("torch")
    if torch is None:
        raise DeviceError(
            "autoblas.torch serves programs that use PyTorch: import torch before autoblas.torch.enable()"
        )
    options = _options(torch, accuracy, min_flops, dtypes, decide)
    if not torch.cuda.is_available():
        raise NoDeviceError("autoblas.torch serves CUDA tensors, but PyTorch sees no usable card")
    SWITCH.set(options)


def _options(
    torch: Any, accuracy: Any, min_flops: Any, dtypes: Collection[Any] | None, decide: Any
) -> ServingOptions:
    """The checked options.

    Raises:
        ArgumentError: one does not fit.
    """
    accuracy, decide = choice("accuracy", accuracy, ACCURACIES), choice("decide", decide, DECISIONS)
    min_flops = work_limit("min_flops", min_flops)
    if dtypes is None:
        dtypes = (torch.float32, torch.float16, torch.bfloat16)
    served = (torch.float16, torch.bfloat16, torch.float32, torch.float64, torch.complex64, torch.complex128)
    for dtype in dtypes:
        if dtype not in served:
            raise ArgumentError("dtypes", listed(list(map(str, served))), repr(dtype))
    return ServingOptions(accuracy, min_flops, frozenset(dtypes), decide)


def disable() -> None:
    """Give all products back to PyTorch.

    The overrides stay registered and call PyTorch's kernels, which costs about a microsecond a call. Graphs that were
    captured meanwhile keep the kernels of autoblas.
    """
    SWITCH.set(None)


@contextmanager
def serving(**options: Any) -> Iterator[None]:
    """``enable`` for a block, in all threads; afterwards holds what was before.

    A backward pass behind the block is PyTorch's.

    Args:
        options: Those of ``enable``.

    Raises:
        ArgumentError: an option does not fit.
        DeviceError: as from ``enable``.
    """
    before = SWITCH.options
    enable(**options)
    try:
        yield
    finally:
        SWITCH.set(before)


def report(*, reset: bool = False) -> Report:
    """Counts of products that were served since ``enable``, and of others; printed as a table.

    Args:
        reset: Whether counts begin anew afterwards; layouts are then decided again, by the stored times.
    """
    return SWITCH.report(reset=reset)


def warm(model: Any, *inputs: Any) -> None:
    """Decide on all products of a training step beforehand, and build their kernels.

    Computes three forward and backward passes of a copy of the model, so that neither parameters and gradients nor the
    states of random numbers change.

    Args:
        model: A ``torch.nn.Module``.
        inputs: Arguments of its forward pass.

    Raises:
        DeviceError: nothing is served.
    """
    if SWITCH.options is None:
        raise DeviceError("nothing is served yet: call autoblas.torch.enable() before autoblas.torch.warm()")
    torch: Any = sys.modules["torch"]
    tree, model = torch.utils._pytree, copy.deepcopy(model)  # noqa: SLF001  # flattens results of any class that models return
    inputs = tree.tree_map_only(torch.Tensor, lambda x: x.detach().requires_grad_(x.requires_grad), inputs)
    tensors = [*model.parameters(), *(x for x in tree.tree_leaves(inputs) if torch.is_tensor(x))]
    cards = {x.get_device() for x in tensors if x.is_cuda}
    with torch.random.fork_rng(cards), SWITCH.preparing():
        for _ in range(SIGHTINGS):
            results = [x for x in tree.tree_leaves(model(*inputs)) if torch.is_tensor(x) and x.requires_grad]
            if results:
                sum(x.float().sum() for x in results).backward()
