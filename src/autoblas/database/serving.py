"""The user's results as calls read them: what is wrong with them is warned of once, and stops no call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoblas.errors import DatabaseError
from autoblas.store.folder import warn_once

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.database.index import Collection, Group

__all__ = ["Serving"]


class Serving:
    """Records that count as none as long as they cannot be read.

    Args:
        collection: Gives the records to read; it may fail as reading does.

    Attributes:
        fault: Why they could not be read the last time, in a sentence; None where they could.
    """

    def __init__(self, collection: Callable[[], Collection]) -> None:
        self._collection = collection
        self.fault: str | None = None

    def group(self, family: str, signature: str) -> Group:
        """The records of ``family`` whose signature is related to ``signature``; none where they cannot be read."""
        try:
            records = self._collection().group(family, signature)
        except DatabaseError as error:
            self.fault = str(error)
            warn_once(
                error,
                f'results of tuning cannot be read, and calls are served without: {error}; see "autoblas doctor"',
            )
            return {}
        self.fault = None
        return records
