"""A file of JSON in which verdicts on this machine are kept, by the name of what was judged."""

from __future__ import annotations

import json
import os
import warnings
from typing import TYPE_CHECKING, Generic, TypeVar

import msgspec

from autoblas.folders import data_folder

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
        """Where it is now; the environment may name another folder later."""
        return data_folder() / self.name

    def read(self) -> dict[str, Verdict]:
        """All that is kept; nothing, with a warning, where the file holds something else."""
        path = self.path
        if not path.exists():
            return {}
        try:
            return self.decoder.decode(path.read_bytes())
        except (OSError, msgspec.DecodeError) as error:
            warnings.warn(
                f"{path} cannot be read ({error}); run 'autoblas doctor' to write it again", stacklevel=4
            )
            return {}

    def keep(self, key: str, verdict: Verdict) -> None:
        """Keep one verdict in place of an earlier one.

        Raises:
            OSError: the file cannot be written.
        """
        everything = msgspec.to_builtins(self.read() | {key: verdict})
        self.path.parent.mkdir(parents=True, exist_ok=True)
        fresh = self.path.with_suffix(f".{os.getpid()}")  # of this process alone
        fresh.write_text(json.dumps(everything, indent=1, sort_keys=True), encoding="utf-8")
        fresh.replace(self.path)
