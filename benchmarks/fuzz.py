"""Runs the properties of texts from outside on inputs that atheris makes by coverage, for as long as it is told.

    python -m pip install atheris               # there are wheels for Linux; beside what the tests need
    python benchmarks/fuzz.py                   # every property for a minute
    python benchmarks/fuzz.py --seconds 3600 journal

A property is a Hypothesis test of ``tests/``: Hypothesis makes an example of the bytes that atheris gives it. The exit
status is 1 where one failed; ``pytest`` on its file then tries that input first.
"""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import click

TESTS = Path(__file__).resolve().parents[1] / "tests"

FILES = {
    "database": "database/test_any_text.py",
    "journal": "tuning/test_any_journal.py",
    "verdicts": "devices/opencl/test_any_verdicts.py",
    "notation": "problems/test_notation.py",
    "presets": "contrib/presets/test_presets.py",
    "commands": "cli/test_any_words.py",
}
"""Where the properties are."""

WATCHED = ("cli", "contrib", "database", "precision", "problems", "space", "store", "tuning")
"""The packages and modules whose branches count as coverage."""


def _properties(name: str) -> list[str]:
    """The tests of a file that Hypothesis gives examples."""
    text = (TESTS / FILES[name]).read_text(encoding="utf-8")
    return re.findall(r"@given\(.*\)\n(?:@.*\n)*def (test_\w+)", text)


def _fuzz(file: str, test: str, seconds: int) -> None:
    """Try one property in this process, which ends with it."""
    import atheris  # noqa: PLC0415 -- only the child needs it

    sys.path.insert(0, str(TESTS))
    with atheris.instrument_imports(include=[f"autoblas.{each}" for each in WATCHED]):
        spec = importlib.util.spec_from_file_location(Path(file).stem, TESTS / file)
        if spec is None or spec.loader is None:
            raise click.UsageError(f"there is no {file}")
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
    folder = os.environ["AUTOBLAS_DATA_DIR"]  # which goes with the run, and slow inputs with it
    words = [
        sys.argv[0],
        f"-artifact_prefix={folder}/",
        f"-max_total_time={seconds}",
        "-max_len=4096",
        "-rss_limit_mb=8192",
        "-timeout=60",
    ]
    atheris.Setup(words, getattr(module, test).hypothesis.fuzz_one_input)
    atheris.Fuzz()


@click.command()
@click.argument("names", type=click.Choice(list(FILES)), nargs=-1)
@click.option(
    "--seconds", type=click.IntRange(min=1), default=60, show_default=True, help="For each property."
)
def main(names: tuple[str, ...], seconds: int) -> None:
    """Try the properties of NAMES, or all, one after the other."""
    failed = 0
    for name in names or FILES:
        for test in _properties(name):
            with tempfile.TemporaryDirectory() as folder:
                child = [sys.executable, __file__, FILES[name], test, str(seconds)]
                environment = {**os.environ, "AUTOBLAS_DATA_DIR": folder}
                done = subprocess.run(  # noqa: S603 -- this script
                    child, env=environment, cwd=TESTS.parent, capture_output=True, text=True, check=False
                )
            failed += done.returncode != 0
            runs = re.findall(r"#(\d+)", done.stderr)
            click.echo(
                f"{name}, {test}: {runs[-1] if runs else 0} inputs, {'failed' if done.returncode else 'none failed'}"
            )
            if done.returncode:
                click.echo(done.stdout[-3000:] + done.stderr[-3000:])
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    if len(sys.argv) == 4 and sys.argv[1] in FILES.values():
        _fuzz(sys.argv[1], sys.argv[2], int(sys.argv[3]))
    else:
        main()
