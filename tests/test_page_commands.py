"""Every block of shell in the documents runs as it stands, in a folder of its own, with less to search; the rest is named."""

import os
import re
import shutil
import subprocess
import sys

import pytest

from support.page_commands import commands, shortened
from support.page_examples import DOCS

ROOT = DOCS.parent

INSTALLS = ".ci/run and .github/workflows install with it"

NOT_RUN: dict[str, dict[str, str]] = {
    "../README.md": {
        'python -m pip install -e ".[pocl]" && autoblas tune gemm -n 1024': f"{INSTALLS}; index.md has the rest",
        'python -m pip install -e ".[pocl,docs]" && sphinx-build docs build/site': ".ci/check docs builds the site",
        'python -m pip install -e ".[pocl,test]" && python -m pytest': "that is what runs this test",
    },
    "../CONTRIBUTING.md": {
        "python -m venv .venv && . .venv/bin/activate": INSTALLS,
        'python -m pip install --upgrade "pip>=25.1"': INSTALLS,
        'python -m pip install -e ".[pocl,test]" --group lint': INSTALLS,
        "python -m pip install pre-commit && pre-commit install": "it changes the working tree",
        ".ci/check": "that is what runs this test",
    },
    "guide/cuda.md": {
        'python -m pip install -e ".[cuda]"': INSTALLS,
        'python -m pip install -e ".[cuda12]"': "for drivers of CUDA 12, which no checker has",
    },
    "guide/dask.md": {
        'python -m pip install -e ".[distributed]"': INSTALLS,
        "autoblas tune all --scheduler tcp://head:8786 --seconds 3600 --bundle found.json": "tests/test_dask_tuning.py has a cluster",
        "autoblas tune all --workers 4 --device gpu": "tests/test_dask_tuning.py has workers",
        "autoblas tune gemm --start 256 --stop 4096 --times 2 --scheduler tcp://head:8786": "likewise, tests/test_dask_tuning.py",
        "autoblas tune all --like network.json --scheduler tcp://head:8786": "likewise, tests/test_dask_tuning.py",
    },
    "index.md": {
        'python -m pip install -e ".[cuda]"': INSTALLS,
        "python -m pip install -e .": "a part of the other two",
        'python -m pip install -e ".[pocl]"': INSTALLS,
    },
    "guide/pytorch.md": {
        "python -m autoblas.torch PROGRAM ARGUMENTS": "it needs a card; tests/pytorch/test_switch.py runs a program"
    },
    "guide/reports.md": {'python -m pip install -e ".[report]"': INSTALLS},
    "guide/devices.md": {
        "autoblas explain gemm -n 8192 --devices gpu": "it needs several GPUs; tests/cli/routines/test_several.py has sets of one",
        "autoblas explain trsm -n 20000 --devices cuda:0,cuda:1": "it needs two cards; tests/cli/routines/test_several.py has sets of one",
    },
    "notebooks/study-a-search.md": {
        "python -m benchmarks.searches compare JOURNAL": "it replays an exhaustive search of minutes; tests/benchmarks has a short one"
    },
    "guide/commands.md": {
        'eval "$(_AUTOBLAS_COMPLETE=zsh_source autoblas)"': "tests/cli/test_completion.py asks for what zsh gets",
        "_AUTOBLAS_COMPLETE=fish_source autoblas | source": "tests/cli/test_completion.py asks for what fish gets",
    },
}
"""Commands that are not run here, by their page, and why."""

MADE = ("routines/", "project/")
"""Folders that the site's build fills: the three commands of each routine's page are made of the command line's own table,
by docs/extensions/routine_pages.py, and ``tests/cli`` runs what is in that table."""

BEFORE = {
    "guide/sharing.md": "autoblas tune gemm -n 32 --strategy suggested --seconds 1 --evaluations 1",
    "guide/tuning.md": "printf 'sgemm NT 64x32x16 # a layer\\n64x32x8\\n' > shapes.txt; "
    "printf 'import autoblas, numpy\\nx = numpy.ones((16, 16), numpy.float32)\\nautoblas.gemm(x, x)\\n' > program.py",
}  # fmt: skip
"""What a reader has before a page: results, or files that the page says how to write."""

NAMES = [
    "../README.md",
    "../CONTRIBUTING.md",
    *sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")),
]
PAGES = [
    name for name in NAMES if not name.startswith(MADE) and set(commands(name)) - NOT_RUN.get(name, {}).keys()
]


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    """A folder with the command ``autoblas`` of this tree, and with this Python as ``python``."""
    folder = tmp_path_factory.mktemp("programs")
    for name, words in (("autoblas", "-m autoblas"), ("python", "")):
        path = folder / name
        path.write_text(f'#!/bin/sh\nexec "{sys.executable}" {words} "$@"\n', encoding="utf-8")
        path.chmod(0o755)
    return folder


@pytest.mark.budget(6)
@pytest.mark.skipif(shutil.which("bash") is None, reason="the blocks are bash's")
@pytest.mark.parametrize("name", PAGES)
def test_the_commands_of_a_page_run(name, here, tmp_path, programs):
    """One after the other, each to its end without an error."""
    run = [each for each in commands(name) if each not in NOT_RUN.get(name, {})]
    lines = [BEFORE.get(name, ":"), *map(shortened, run)]
    environment = {
        **os.environ,
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT / "src"),
        "AUTOBLAS_DEVICE": here.choice,
        "AUTOBLAS_DATA_DIR": str(tmp_path / "results"),
    }
    work = tmp_path / "work"
    work.mkdir()
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", "\n".join(lines)],
        cwd=work, env=environment, capture_output=True, text=True, timeout=900, check=False,
    )  # fmt: skip
    assert done.returncode == 0, f"{done.stderr}\n{done.stdout}"
    assert "Traceback" not in done.stderr
    for line in run:  # files that a command says it writes are there
        for file in re.findall(r"(?:>|--html|db export) ([\w.-]+\.\w+)", line):
            assert (work / file).stat().st_size > 0


def test_what_is_not_run_stands_on_its_page():
    """The list above names nothing that is gone, gives reasons, and files that it names exist."""
    for name, lines in NOT_RUN.items():
        assert set(lines) <= set(commands(name)), name
        for reason in lines.values():
            assert len(reason) > 10
            assert all(
                (ROOT / path).exists() for path in re.findall(r"(?:tests|\.ci|\.github)/[\w/.]+\w", reason)
            )


def test_most_commands_are_run():
    """Every page's are run but for those of the list, none of which searches here, reports or exchanges."""
    every = [(name, line) for name in NAMES if not name.startswith(MADE) for line in commands(name)]
    run = [each for each in every if each[1] not in NOT_RUN.get(each[0], {})]
    assert len(run) > 25
    assert {line.split()[1] for _, line in run if line.startswith("autoblas ")} >= {
        "bench", "check", "db", "devices", "doctor", "explain", "print", "report", "tune",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("autoblas explain gemm -n 1024", "autoblas explain gemm -n 1024"),
        (
            "autoblas tune sgemm NT 1024x64x2048 --seconds 60",
            "autoblas tune sgemm NT 64x64x64 --seconds 1 --evaluations 1 --strategy suggested",
        ),
        (
            "autoblas bench gemm --start 64 --stop 1024 --json > b.json",
            "autoblas bench gemm --start 64 --stop 64 --json --trials 1 > b.json",
        ),
        ("A=1 autoblas check gemm -n 512 --device gpu", "A=1 autoblas check gemm -n 64 --device Portable"),
        ("python -m program", "python -m program"),
    ],
)
def test_commands_are_shortened(command, expected):
    """Where they tune, time or check; nothing of them is left out."""
    assert shortened(command) == expected
