"""``python -m autoblas``: the same as the command ``autoblas``."""

from __future__ import annotations

import sys

from autoblas.isolate.processes import without_current_folder

# ``-m`` looks for modules in the current folder first, where a numpy.py may lie that is no part of anything.
if __name__ == "__main__" and not sys.flags.safe_path:
    sys.path[:1] = without_current_folder(sys.path[:1])

from autoblas.cli import main

if __name__ == "__main__":
    sys.exit(main())
