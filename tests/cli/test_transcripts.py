"""Commands as users type them, with all that they print and their exit status: the text files in ``transcripts/``."""

import io
import os
import shlex
import warnings
from pathlib import Path

import pytest

from autoblas.cli import main
from autoblas.errors import DatabaseWarning
from support.transcripts import Entry, Transcript, filtered, matches, transcripts_in

TRANSCRIPTS = [
    pytest.param(
        transcript,
        id=f"{transcript.path.stem}: {transcript.title}",
        marks=[pytest.mark.budget(transcript.budget)] if transcript.budget > 1 else [],
    )
    for transcript in transcripts_in(Path(__file__).parent / "transcripts")
]


@pytest.mark.parametrize("transcript", TRANSCRIPTS)
def test_commands_print_what_is_written(
    transcript: Transcript,
    folder: Path,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    update_golden: bool,
) -> None:
    """With ``--update-golden`` outputs that differ are written; ``...`` is then to be put back by hand."""
    answers, differences = "", list[tuple[Entry, str]]()
    for entry in transcript.entries:
        if entry.kind == "@":
            _arrange(entry.text, request, monkeypatch)
        elif entry.kind == ">":
            content = "".join(f"{line.removeprefix('| ')}\n" for line in entry.lines if line)
            Path(entry.text).write_text(content, encoding="utf-8")
        elif entry.kind == "<":
            answers += f"{entry.text}\n"
        else:
            monkeypatch.setattr("sys.stdin", io.StringIO(answers))
            answers = ""
            printed = _printed(entry.text, folder, capsys)
            if not matches(entry.lines, printed, str(folder)):
                differences.append((entry, printed.replace(str(folder), "{here}")))
    if update_golden:
        _update(transcript, differences)
    elif differences:
        texts = [
            f"{transcript.path}:{entry.number}: {entry.text}\n{printed}-- in place of\n"
            + "\n".join(entry.lines)
            for entry, printed in differences
        ]
        pytest.fail("\n".join(texts), pytrace=False)


def test_transcripts_describe_what_they_say_and_nothing_else() -> None:
    """Any text within a line, any lines, or the text itself; ``grep`` as a shell has it."""
    assert matches(["a ... c", "...", "d", ""], "a b c\nx\ny\nd\n", "")
    assert matches(["{here}/x"], "/tmp/x\n", "/tmp")
    assert matches([], "\n", "")
    for lines, printed in (
        (["a"], "ab\n"),
        (["a"], "a\nb\n"),
        (["a", "b"], "a\n"),
        ([], "a\n"),
        (["a.c"], "abc\n"),
    ):
        assert not matches(lines, printed, "")
    assert filtered("ab\nb\nc\n", ["b"]) == "ab\nb\n"
    assert [filtered("ab\nb\nc\n", [flags, "b"]) for flags in ("-c", "-v", "-vc")] == ["2\n", "c\n", "1\n"]


def _arrange(text: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Set a variable of the environment, or use a fixture."""
    name, equals, value = text.partition("=")
    if equals and name.isupper():
        monkeypatch.setenv(name, value) if value else monkeypatch.delenv(name, raising=False)
        return
    name, *words = shlex.split(text)
    if name != "budget":
        fixture = request.getfixturevalue(name)
        if words:
            fixture(*words)


def _printed(command: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """Output of a command: stdout, then stderr behind marks, the last of which is the status where that is not 0."""
    first, *filters = command.replace("{long}", "9" * 5000).split(" | grep ")
    program, *words = shlex.split(first)
    if program != "autoblas":
        path = folder / (words[0] if words else ".")
        text = (
            path.read_text("utf-8")
            if program == "cat"
            else "\n".join(sorted(file.name for file in path.iterdir()))
        )
        status, out, err = 0, f"{text.rstrip()}\n", ""
    else:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", DatabaseWarning)
            status = main(words)
        out, err = capsys.readouterr()
        err = "".join(f"{warning.category.__name__}: {warning.message}\n" for warning in caught) + err
        if "--json" not in words and words[:1] != ["print"]:
            wide = [line for line in out.splitlines() if len(line) > int(os.environ["COLUMNS"])]
            assert not [line for line in wide if " " in line.strip() and str(folder) not in line]
    for options in filters:
        out = filtered(out, shlex.split(options))
    *lines, last = err.splitlines() or [""]
    marked = [f"! {line}" for line in lines] + [
        f"[{status}] {last}".rstrip() if status else last and f"! {last}"
    ]
    return out + "".join(f"{line}\n" for line in marked if line)


def _update(transcript: Transcript, outputs: list[tuple[Entry, str]]) -> None:
    """Write outputs of commands into the file of a transcript, the heading of which may have moved."""
    lines = transcript.path.read_text("utf-8").splitlines()
    moved = lines.index(f"== {transcript.title}") + 1 - transcript.number
    for entry, printed in reversed(outputs):
        start = entry.number + moved
        blank = [""] if entry.lines and not entry.lines[-1] else []
        lines[start : start + len(entry.lines)] = [*printed.rstrip().splitlines(), *blank]
    transcript.path.write_text("\n".join(lines) + "\n", encoding="utf-8")
