"""Files that are to be written: whether they can be is seen before time is spent on what is to be in them."""

import os
from pathlib import Path

import pytest

from autoblas.cli import main
from autoblas.errors import DatabaseError
from autoblas.store.folder import must_be_writable, replace_file


def _in_a_file(folder: Path) -> Path:
    (folder / "file").write_text("")
    return folder / "file" / "new"


def _a_folder(folder: Path) -> Path:
    (folder / "folder").mkdir()
    return folder / "folder"


def _a_device(folder: Path) -> Path:
    return Path(os.devnull)


UNWRITABLE = {
    "in a file": (_in_a_file, "Not a directory"),
    "a folder": (_a_folder, "Is a directory"),
    "a device": (_a_device, "it is no file"),
}
EVERY = pytest.mark.parametrize(("path_in", "why"), UNWRITABLE.values(), ids=UNWRITABLE)


@EVERY
def test_what_cannot_be_written_is_refused(path_in, why, tmp_path):
    """By the check as by the writing; what is there stays."""
    path = path_in(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(DatabaseError, match=f"it cannot be written: {why}"):
        must_be_writable(path)
    with pytest.raises(DatabaseError):
        replace_file(path, "text")
    assert sorted(tmp_path.rglob("*")) == before
    assert Path(os.devnull).exists()
    assert not Path(os.devnull).is_file()


def test_a_folder_that_takes_no_files_is_refused(tmp_path, monkeypatch):
    """As of another user, or of a disk that is read-only."""

    def touch(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "touch", touch)
    with pytest.raises(DatabaseError, match=r"new/file: it cannot be written: Permission denied"):
        must_be_writable(tmp_path / "new" / "file")


def test_nothing_is_left_of_the_check(tmp_path):
    """Of a file that is there, that is not, and whose folder is not."""
    there = tmp_path / "there"
    there.write_text("old")
    for path in (there, tmp_path / "new", tmp_path / "no" / "folder" / "new"):
        must_be_writable(path)
    assert sorted(tmp_path.rglob("*")) == [there]
    assert there.read_text() == "old"


def test_what_is_appended_to_needs_its_folder_and_may_be_a_device(tmp_path):
    """No folder is made for it."""
    must_be_writable(Path(os.devnull), appended=True)
    must_be_writable(tmp_path / "new", appended=True)
    with pytest.raises(DatabaseError, match="its folder is not there"):
        must_be_writable(tmp_path / "no" / "new", appended=True)
    with pytest.raises(DatabaseError, match="Is a directory"):
        must_be_writable(tmp_path, appended=True)


COMMANDS = {
    "bundle": ("tune", "gemm", "-n", "32", "--workers", "1", "--bundle"),
    "bundle of all": ("tune", "all", "--workers", "1", "--bundle"),
    "page": ("report", "--html"),
    "numbers": ("report", "--tsv"),
}


@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_commands_see_it_before_their_work(words: tuple[str, ...], tmp_path, monkeypatch, capsys):
    """With one sentence, before anything is tuned or read."""

    def begun(*_, **__):
        raise AssertionError("the work began")

    monkeypatch.setattr("autoblas.cli.cluster.command._client", begun)
    monkeypatch.setattr("autoblas.cli.commands.report.content_of", begun)
    assert main([*words, str(_in_a_file(tmp_path))]) == 1
    assert capsys.readouterr().err.count("it cannot be written: Not a directory\n") == 1


@pytest.mark.parametrize("words", [("crossover",), ("trsm", "-n", "64")])
def test_measurements_see_first_whether_they_can_be_kept(
    words: tuple[str, ...], tmp_path, monkeypatch, capsys
):
    """Not after a minute of measuring."""

    def begun(*_, **__):
        raise AssertionError("the work began")

    monkeypatch.setattr("autoblas.cli.tuning.thresholds.default_queue", begun)
    _in_a_file(tmp_path)
    monkeypatch.setenv("AUTOBLAS_DATA_DIR", str(tmp_path / "file"))
    assert main(["tune", *words]) == 1
    assert str(tmp_path / "file") in capsys.readouterr().err
