"""autoblas beside cuBLAS (through PyTorch or CuPy) on an NVIDIA card, in turns, in one process.

    python benchmarks/nvidia.py --json nvidia.json

A turn enqueues enough products to keep the card busy for a while and waits once, so neither side pays for waiting.
Both work on arrays that stay on the card. Errors are the largest deviations from float64, in units of the error bound.
"""

from __future__ import annotations

import datetime as dt
import json
import math
import platform
import statistics
import time
from typing import TYPE_CHECKING, Any

import click
import numpy as np
import pyopencl.array as cl_array

import autoblas
from autoblas.precision import precision_of
from autoblas.runtime.context import default_queue, queue_device
from autoblas.verify import compare, product_bound, product_reference, sample_rows

if TYPE_CHECKING:
    from collections.abc import Callable

SHAPES = [(n, n, n) for n in (512, 1024, 2048, 4096, 8192)]
UNTUNED = [
    (1000, 1000, 1000),
    (3000, 3000, 3000),
    (5000, 5000, 5000),
    (64, 8192, 4096),
    (8192, 96, 2048),
    (700, 900, 20000),
]
TURN_SECONDS = 0.05


class Cublas:
    """cuBLAS through whichever of PyTorch and CuPy is installed, with TF32 off."""

    def __init__(self) -> None:
        try:
            import torch  # noqa: PLC0415  # either library will do

            torch.backends.cuda.matmul.allow_tf32 = False
            self.name = f"PyTorch {torch.__version__}"
            self.put: Callable[[Any], Any] = lambda x: torch.from_numpy(x).cuda()
            self.get: Callable[[Any], Any] = lambda x: x.cpu().numpy()
            self.product: Callable[..., Any] = lambda a, b, c: torch.matmul(a, b, out=c)
            self.wait: Callable[[], Any] = torch.cuda.synchronize
        except ImportError:
            import cupy  # noqa: PLC0415  # either library will do

            self.name = f"CuPy {cupy.__version__}"
            self.put, self.get = cupy.asarray, cupy.asnumpy
            self.product = lambda a, b, c: cupy.matmul(a, b, out=c)
            self.wait = cupy.cuda.Device().synchronize


def rate(run: Callable[[], object], wait: Callable[[], object], flops: int) -> float:
    """flop/s of one turn."""
    run()
    wait()
    started = time.perf_counter()
    run()
    wait()
    count = max(3, min(2000, int(TURN_SECONDS / max(time.perf_counter() - started, 1e-6))))
    started = time.perf_counter()
    for _ in range(count):
        run()
    wait()
    return count * flops / (time.perf_counter() - started)


def measure(cublas: Cublas, shape: tuple[int, int, int], dtype: str, rounds: int) -> dict[str, Any]:
    """Median rates, their ratio and the errors of one case."""
    m, n, k = shape
    rng = np.random.default_rng(0)
    a, b = rng.standard_normal((m, k)).astype(dtype), rng.standard_normal((k, n)).astype(dtype)
    queue = default_queue()
    ours = [cl_array.to_device(queue, x) for x in (a, b)]
    c = cl_array.empty(queue, (m, n), a.dtype)
    theirs = [cublas.put(x) for x in (a, b, np.empty((m, n), dtype))]
    runs = {
        "autoblas": (lambda: autoblas.gemm(ours[0], ours[1], c=c), queue.finish),
        "cublas": (lambda: cublas.product(*theirs), cublas.wait),
    }
    rates: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, (run, wait) in runs.items():
            rates[name].append(rate(run, wait, 2 * m * n * k))
    rows = sample_rows(rng, m, max(1, (1 << 28) // (n * k)) if dtype == "float32" else 1)
    reference, magnitude = product_reference(a[rows], b, 1.0, 0.0, None)
    bound = product_bound(magnitude, reference, k, precision_of(dtype))
    errors = {
        "autoblas": compare(c.get()[rows], reference, bound).ratio,
        "cublas": compare(cublas.get(theirs[2])[rows], reference, bound).ratio,
    }
    medians = {name: statistics.median(values) for name, values in rates.items()}
    return {
        "dtype": dtype, "m": m, "n": n, "k": k, "ratio": medians["autoblas"] / medians["cublas"],
        "tflops": {name: value / 1e12 for name, value in medians.items()},
        "spread": {name: (max(values) - min(values)) / 1e12 for name, values in rates.items()}, "errors": errors,
    }  # fmt: skip


@click.command()
@click.option(
    "--rounds", type=click.IntRange(min=1), default=5, show_default=True, help="Turns of each library."
)
@click.option("--json", "path", type=click.Path(dir_okay=False), help="Write all figures to a file.")
def main(rounds: int, path: str | None) -> None:
    """Measure and print; see the module's first lines."""
    cublas = Cublas()
    facts = queue_device(default_queue()).facts
    header = {
        "date": dt.datetime.now(dt.UTC).isoformat(timespec="seconds"), "autoblas": autoblas.__version__,
        "device": facts.name, "driver": facts.driver, "cublas": cublas.name, "python": platform.python_version(),
    }  # fmt: skip
    print(", ".join(f"{name} {value}" for name, value in header.items()))
    results = []
    for title, shapes in (("square", SHAPES), ("not tuned", UNTUNED)):
        for dtype in ("float32", "float64"):
            ratios = []
            for shape in shapes:
                case = measure(cublas, shape, dtype, rounds)
                results.append({"set": title, **case})
                ratios.append(case["ratio"])
                rates = ", ".join(
                    f"{name} {value:.2f} (spread {case['spread'][name]:.2f}, error {case['errors'][name]:.3f})"
                    for name, value in case["tflops"].items()
                )
                print(
                    f"  {title} {dtype} {'x'.join(map(str, shape))}: {rates} TFLOP/s, ratio {case['ratio']:.3f}",
                    flush=True,
                )
            mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
            print(f"{title} {dtype}: geometric mean {mean:.3f}")
    if path:
        with open(path, "w", encoding="utf-8") as file:  # noqa: PTH123  # click checked the path
            json.dump({"header": header, "results": results}, file, indent=1)


if __name__ == "__main__":
    main()
