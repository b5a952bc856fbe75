"""Data-parallel training by PyTorch in processes, a device each, with products served."""

import os
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from autoblas.torch import control
from autoblas.torch.switch import ServingOptions, Switch

WIDTHS, ROWS, STEPS = (512, 2048, 512), 2048, 20


def trained(rank: int, ranks: int, device: str, folder: str) -> None:
    """One process: train on its rows, and keep the losses of all and the number of served products.

    Args:
        rank: Which it is.
        ranks: How many there are.
        device: ``"cuda"`` or ``"cpu"``.
        folder: Where processes meet, and results go.
    """
    os.environ["NCCL_NVLS_ENABLE"] = "0"  # multicast through NVLink is not to be had in every container
    torch: Any = import_module("torch")
    distributed: Any = torch.distributed
    here = f"cuda:{rank}" if device == "cuda" else "cpu"
    if device == "cuda":
        torch.cuda.set_device(rank)
    distributed.init_process_group(
        "nccl" if device == "cuda" else "gloo",
        f"file://{folder}/meeting-{ranks}",
        rank=rank,
        world_size=ranks,
    )
    switch = control.SWITCH if device == "cuda" else Switch("CPU")
    switch.set(ServingOptions("standard", 0, frozenset({torch.float32}), "always"))
    torch.manual_seed(0)
    first, width, last = WIDTHS
    layers = torch.nn.Linear(first, width), torch.nn.GELU(), torch.nn.Linear(width, last)
    x, y = torch.randn(ROWS, first)[rank::ranks].to(here), torch.randn(ROWS, last)[rank::ranks].to(here)
    model = torch.nn.parallel.DistributedDataParallel(torch.nn.Sequential(*layers).to(here))
    update, losses = torch.optim.SGD(model.parameters(), lr=1.0), []
    for _ in range(STEPS):
        update.zero_grad()
        loss = torch.nn.functional.mse_loss(model(x), y)
        loss.backward()
        update.step()
        losses.append(loss.detach())
    whole = torch.stack(losses) / ranks
    distributed.all_reduce(whole)
    counts = switch.report()
    torch.save(
        (whole.cpu(), counts.served, counts.faults),
        os.path.join(folder, f"{ranks}-{rank}"),  # noqa: PTH118  # a text
    )
    distributed.destroy_process_group()


def losses_apart(folder: Path, device: str, ranks: int) -> tuple[float, list[int], list[dict[str, int]]]:
    """The largest relative difference of losses from those of one process; served products and faults of each.

    Args:
        folder: An empty folder.
        device: ``"cuda"`` or ``"cpu"``.
        ranks: Processes.
    """
    torch: Any = import_module("torch")
    spawn: Callable[..., Any] = import_module("torch.multiprocessing").spawn
    for count in (1, ranks):
        spawn(trained, (count, device, str(folder)), count)
    one, *_ = torch.load(folder / "1-0")
    both = [torch.load(folder / f"{ranks}-{rank}") for rank in range(ranks)]
    apart = max(float(((losses - one) / one).abs().max()) for losses, *_ in both)
    return apart, [served for _, served, _ in both], [faults for *_, faults in both]
