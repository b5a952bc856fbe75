"""Compares searches on recorded spaces, with no device: autoblas's, Kernel Tuner's and Optuna's.

    python -m benchmarks.searches compare --processes 2 --json results.json
    python -m benchmarks.searches compare JOURNAL       # of: autoblas tune ... --strategy exhaustive
    python -m benchmarks.searches import JOURNAL OUT    # keeps it as a recorded space

The others need the packages kernel_tuner and optuna.
"""

from __future__ import annotations

import click

from benchmarks.searches.compare import compare
from benchmarks.searches.sources import import_command


@click.group()
def main() -> None:
    """Compare searches on recorded spaces, with no device."""


main.add_command(compare)
main.add_command(import_command)

if __name__ == "__main__":
    main()
