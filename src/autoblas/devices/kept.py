"""A file of JSON in which verdicts on this machine are kept, by the name of what was judged."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Generic, TypeVar

import msgspec

from autoblas.errors import DatabaseError
from autoblas.folders import data_folder, replace_file, warn_once

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["KeptFile"]

Verdict = TypeVar("Verdict")


class KeptFile(Generic[Verdict]):
    """One file in the folder of this machine's results; several processes may write it, and none reads half of it.

    Args:
        name: Of the file.
        decoder: Reads a dictionary of verdicts.
    """

    def __init__(self, name: str, decoder: msgspec.json.Decoder[dict[str, Verdict]]) -> None:
        self.name, self.decoder = name, decoder

    @property
    def path(self) -> Path:
        """Where it is now; the environment may name another folder later.

        Raises:
            DatabaseError: the environment names no folder.
        """
        return data_folder() / self.name

    def read(self) -> dict[str, Verdict]:
        """All that is kept; nothing, with one warning, where it cannot be read or holds something else."""
        try:
            return self._decoded(self.path)
        except (DatabaseError, OSError) as error:
            warn_once(error, f"nothing that was found out about this machine can be read: {error}")
        return {}

    def _decoded(self, path: Path) -> dict[str, Verdict]:
        """What a file holds; nothing, with one warning, where that is something else or not for this user.

        Raises:
            OSError: the disk does not give it.
        """
        try:
            return self.decoder.decode(path.read_bytes())
        except (FileNotFoundError, NotADirectoryError):
            return {}
        except (PermissionError, msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            warn_once(path, f"{path} cannot be read ({error}); run 'autoblas doctor' to write it again")
            return {}

    def keep(self, key: str, verdict: Verdict) -> None:
        """Keep one verdict in place of an earlier one.

        Raises:
            DatabaseError: the file cannot be written, or not be read, so that the other verdicts would be lost.
        """
        path = self.path
        try:
            others = self._decoded(path)
        except OSError as error:
            raise DatabaseError(path, error.strerror or str(error)) from error
        everything = msgspec.to_builtins(others | {key: verdict})
        replace_file(path, json.dumps(everything, indent=1, sort_keys=True))
