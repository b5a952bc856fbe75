"""The counts of ``tools/size.py``."""

from pathlib import Path

from size import Size, size_of, table

import autoblas

ROOT = Path(autoblas.__file__).parents[2]

TEXT = '''"""A module
of two lines.

And a third."""

# A comment.
LIMIT = 3  # beside code
"""What an attribute means."""

WORDS = """a text

is code"""


def double(
    x: int,  # an argument
) -> int:
    """Twice x."""

    return (
        # inside
        2 * x
    )
'''


def test_lines_are_counted_by_their_tokens():
    """Strings that are values are code with their blank lines; comments and blank lines are nothing."""
    assert size_of(TEXT) == Size(1, code=1 + 3 + 3 + 3, docstrings=3 + 1 + 1)


def test_a_string_that_begins_an_expression_is_code():
    """Only a string by itself is a docstring."""
    assert size_of("'a'.upper()\n'b'  # alone\n") == Size(1, code=1, docstrings=1)


def test_a_generated_file_counts_so_only_while_it_equals_what_its_generator_prints(tmp_path):
    """Changed by hand it is code by hand."""
    room = tmp_path / "src/autoblas/room"
    for folder in (room, *(tmp_path / name for name in ("tests", "benchmarks", "tools"))):
        folder.mkdir(parents=True)
    (tmp_path / "tools/numbers.py").write_text("print('A = 1')\n", encoding="utf-8")
    (room / "numbers.py").write_text("A = 1\n", encoding="utf-8")
    generators = {"src/autoblas/room/numbers.py": "tools/numbers.py"}
    lines = table(tmp_path, generators).splitlines()
    assert [line.split() for line in lines if line.startswith(("src/autoblas/room", "total"))] == [
        ["src/autoblas/room", "1", "0", "0", "1"],
        ["total", "2", "1", "0", "1"],
    ]
    (room / "numbers.py").write_text("A = 2\n", encoding="utf-8")
    assert ["src/autoblas/room", "1", "1", "0", "0"] in [
        line.split() for line in table(tmp_path, generators).splitlines()
    ]
