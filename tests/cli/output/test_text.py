"""Text for people: a number keeps its unit, words stay whole, sizes have the unit that suits them."""

import io

import pytest
from rich.console import Console

from autoblas.cli.output.text import bytes_text, print_sentence, tell, wrapped

SENTENCE = "kept what was served before: no point was faster by more than the noise; 33.19 us, 15.8 GB/s"


@pytest.mark.parametrize("width", range(40, 100))
def test_a_number_keeps_its_unit(width: int) -> None:
    """Times, rates and sizes, at any width."""
    text = f"{SENTENCE}; before 1.2 s or 3 ms, 81 GFLOP/s, 64 KiB"
    lines = wrapped(text, width)
    assert not any(line[-1].isdigit() for line in lines[:-1])
    assert " ".join(line.strip() for line in lines) == text
    assert max(map(len, lines)) <= width


def test_words_behind_numbers_are_no_units() -> None:
    """Lines break behind numbers that count."""
    assert wrapped("of 3 searched", 4, further=0) == ["of 3", "searched"]


def test_what_is_said_fits_the_terminal() -> None:
    """In lines without blanks at their ends, and without marks of the library that prints."""
    file = io.StringIO()
    print_sentence(Console(file=file, width=80), f"[bold]{SENTENCE}")
    assert file.getvalue().splitlines() == [
        "[bold]kept what was served before: no point was faster by more than the noise;",
        "    33.19 us, 15.8 GB/s",
    ]


def test_lines_with_columns_go_on_below(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Their blanks stay, numbers keep their units, and a word that is too long stays whole beside its label."""
    monkeypatch.setenv("COLUMNS", "40")
    tell(
        "driver    /a/path/of/more/than/forty/columns/in/all: it loads\nhost      takes twelve, or at best 1.2 us"
    )
    assert capsys.readouterr().out.splitlines() == [
        "driver    /a/path/of/more/than/forty/columns/in/all:",
        "    it loads",
        "host      takes twelve, or at best",
        "    1.2 us",
    ]


@pytest.mark.parametrize(
    ("size", "text"),
    [(512, "512 B"), (49152, "48 KiB"), (1 << 21, "2 MiB"), (3 << 29, "1.5 GiB"), (1 << 41, "2048 GiB")],
)
def test_sizes(size: int, text: str) -> None:
    """Sizes are told in the largest unit that leaves a number of at least one."""
    assert bytes_text(size) == text
