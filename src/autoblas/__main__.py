"""``python -m autoblas``: the same as the command ``autoblas``."""

from __future__ import annotations

import sys

from autoblas.cli import main

if __name__ == "__main__":
    sys.exit(main())
