"""The examples of the pages run as they stand, each page's from its first to its last."""

import pytest

from support.page_examples import DOCS, examples, run_examples

ELSEWHERE = {
    "guide/calls.md": "tests/blas/test_prepared.py",
    "contributing/testing.md": "tests/testing/test_examples.py",
    "guide/cuda.md": "tests/card/test_libraries.py",  # on a card
    "guide/jax.md": "tests/test_jax.py",  # with JAX on a processor, and NumPy in CuPy's place
    "guide/pytorch.md": "tests/pytorch/test_switch.py",  # with PyTorch on a processor
    "guide/devices.md": "tests/calls/several/test_device_set.py",  # with the devices at hand
    "guide/dask.md": "tests/test_dask.py",
}
"""Pages whose examples another file runs."""

MADE = ("routines/", "project/")
"""Folders that the site's build fills."""

NAMES = ["../README.md", *sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))]
PAGES = [name for name in NAMES if name not in ELSEWHERE and not name.startswith(MADE) and examples(name)]


@pytest.mark.budget(3)
@pytest.mark.parametrize("name", PAGES)
def test_the_examples_of_a_page_run(name, here, capsys):
    """Their assertions hold, and what they define is there for those below them."""
    run_examples(name, __name__)
    assert "Traceback" not in capsys.readouterr().err


def test_examples_that_run_elsewhere_are_there():
    """The pages have examples, and the files that run them exist."""
    for name, path in ELSEWHERE.items():
        assert examples(name)
        assert (DOCS.parent / path).exists()


def test_queues_are_on_the_device_that_serves():
    """What ``selection.choose`` gives is the first device of the listing, which may be a simulator."""
    shown = [*DOCS.rglob("*.md"), *(DOCS.parent / "examples").rglob("*.py")]
    assert [path.name for path in shown if "selection import choose" in path.read_text("utf-8")] == []
