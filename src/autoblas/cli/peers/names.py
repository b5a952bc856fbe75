"""The peers by their names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoblas.cli.peers.clblast import clblast
from autoblas.cli.peers.cublas import cublas
from autoblas.cli.peers.openblas import OpenBLAS

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.cli.peers.peer import Peer, Setting

__all__ = ["PEERS"]

PEERS: dict[str, Callable[[Setting], Peer]] = {"openblas": OpenBLAS, "cublas": cublas, "clblast": clblast}
"""What makes each of them; an ArgumentError says what is missing."""
