"""Runs a PyTorch program with its products served: ``python -m autoblas.torch program.py arguments``."""

from __future__ import annotations

import argparse
import importlib
import runpy
import sys
from pathlib import Path
from typing import Any

from autoblas.errors import AutoblasError
from autoblas.torch.control import ACCURACIES, DECISIONS, MIN_FLOPS, enable, report
from autoblas.torch.measuring import measure
from autoblas.torch.records import export

__all__ = ["main"]


def main() -> None:
    """Serve the program that the command line names, and print the report behind it on stderr; or measure products."""
    parser = argparse.ArgumentParser(
        "python -m autoblas.torch", description="Run a PyTorch program; autoblas computes its large products."
    )
    parser.add_argument("--accuracy", choices=ACCURACIES, default="auto")
    parser.add_argument("--min-flops", type=float, default=MIN_FLOPS)
    parser.add_argument("--decide", choices=DECISIONS, default="measure")
    parser.add_argument("-m", dest="module", action="store_true", help="the program is the name of a module")
    parser.add_argument(
        "--measure",
        type=float,
        metavar="SECONDS",
        help="no program: measure products of common models, for --decide records, and write all times to a file",
    )
    parser.add_argument("program", help="a file, or with -m a module; with --measure the file to be written")
    parser.add_argument("arguments", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    measures = options.measure is not None
    if measures and not Path(options.program).absolute().parent.is_dir():  # before minutes of measurements
        parser.error(f"no folder for the file {options.program}")
    if not (measures or options.module or Path(options.program).exists()):
        parser.error(f"no such file: {options.program}")
    try:
        importlib.import_module("torch")
        decide: Any = "measure" if measures else options.decide
        enable(accuracy=options.accuracy, min_flops=0 if measures else options.min_flops, decide=decide)
        if measures:
            measure(options.measure)
            export(Path(options.program))
            sys.stderr.write(f"{report()}\n")
            return
    except (AutoblasError, ImportError, OSError) as error:
        sys.exit(f"autoblas.torch: {error}")
    sys.argv = [options.program, *options.arguments]
    try:
        if options.module:
            runpy.run_module(options.program, run_name="__main__", alter_sys=True)
        else:
            sys.path[0] = str(
                Path(options.program).resolve().parent
            )  # where Python looks for a program's modules
            runpy.run_path(options.program, run_name="__main__")
    finally:
        sys.stderr.write(f"{report()}\n")


if __name__ == "__main__":
    main()
