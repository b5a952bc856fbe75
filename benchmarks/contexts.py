"""What a driver keeps of contexts and programs that come and go, without autoblas: pyopencl's objects alone.

    python benchmarks/contexts.py                        # a text of its own, 400 times
    autoblas print gemm -n 256 > gemm.cl
    python benchmarks/contexts.py --times 300 gemm.cl    # the texts in these files, one program each

Three processes, one after the other, each keep a context and then, so many times, make and drop

- ``contexts``: a context and a queue;
- ``programs``: the programs and their kernels, in the context that is kept;
- ``both``: the programs and their kernels, in a new context each time.

After each turn the memory is asked for that the C library has given out, and the resident memory after it was asked to
give back what is free, so that what is merely fragmented is told from what somebody keeps. Printed are the slopes after
the first third. For Linux with glibc 2.33 or newer.
"""

from __future__ import annotations

import ctypes
import gc
import subprocess
import sys
from pathlib import Path

import click
import psutil
import pyopencl as cl
from scipy.stats import theilslopes

MODES = ("contexts", "programs", "both")

TEXT = "\n".join(
    f"""__kernel void f{each}(__global float *x, int n)
{{
  float sum = 0;
  for (int i = 0; i < n; ++i) {{
    #pragma unroll 4
    for (int j = 0; j < n; ++j)
      sum += x[i] * x[j];
  }}
  x[get_global_id(0)] = sum + {each};
}}"""
    for each in range(8)
)
"""Eight kernels with loops, about which compilers keep notes."""


class Given(ctypes.Structure):
    """What ``mallinfo2`` returns."""

    _fields_ = tuple(
        (name, ctypes.c_size_t)
        for name in (
            "arena",
            "ordblks",
            "smblks",
            "hblks",
            "hblkhd",
            "usmblks",
            "fsmblks",
            "used",
            "free",
            "top",
        )
    )


def memory() -> tuple[float, float]:
    """Bytes that the C library has given out, and that are resident although it was asked to give back the rest."""
    gc.collect()
    libc = ctypes.CDLL(None)
    libc.mallinfo2.restype = Given
    given = libc.mallinfo2()
    libc.malloc_trim(0)
    return given.used + given.hblkhd, psutil.Process().memory_info().rss


def turn(mode: str, kept: cl.Context, texts: list[str]) -> None:
    """Make everything, and drop it."""
    context = kept if mode == "programs" else cl.Context(kept.devices)
    queue = cl.CommandQueue(context)
    for text in texts if mode != "contexts" else ():
        program = cl.Program(context, text).build()
        for name in program.kernel_names.split(
            ";"
        ):  # its all_kernels() keeps the program for ever, on PoCL 3.0
            cl.Kernel(program, name)
    queue.finish()


@click.command(help=__doc__)
@click.option("--times", default=400, show_default=True, help="Turns of each process.")
@click.option("--platform", default="Portable", show_default=True, help="A word of the platform's name.")
@click.option("--mode", type=click.Choice(MODES), hidden=True)
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def main(times: int, platform: str, mode: str | None, files: tuple[Path, ...]) -> None:
    """Start the processes, or be one of them."""
    named = [each for each in cl.get_platforms() if platform in each.name]
    if not named:
        known = ", ".join(each.name for each in cl.get_platforms())
        raise click.BadParameter(f"no platform of the loader has {platform} in its name; it has {known}")
    if mode is None:
        for each in MODES:
            subprocess.run([sys.executable, __file__, "--mode", each, *sys.argv[1:]], check=True)  # noqa: S603 -- ours
        return
    texts = [path.read_text() for path in files] or [TEXT]
    kept = cl.Context([named[0].get_devices()[0]])
    looks = []
    for _ in range(times):
        turn(mode, kept, texts)
        looks.append(memory())
    late = looks[times // 3 :]
    given, resident = (theilslopes([look[which] for look in late])[0] for which in (0, 1))
    print(f"{mode}: given out {given / 1e3:+.2f} kB a turn, resident {resident / 1e3:+.2f}", flush=True)


if __name__ == "__main__":
    main()
