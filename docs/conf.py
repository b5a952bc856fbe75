"""The configuration of the documentation's site: ``sphinx-build docs build/site`` makes it."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "extensions"))
os.environ |= {
    "COLUMNS": "80",
    "NO_COLOR": "1",
    "TTY_COMPATIBLE": "0",
    "TTY_INTERACTIVE": "0",
}  # no bars that move
os.environ["AUTOBLAS_DATA_DIR"] = tempfile.mkdtemp(
    prefix="autoblas-site-"
)  # notebooks find nothing tuned, and leave nothing

project = "autoblas"
author = "The autoblas developers"
copyright = "the autoblas developers"  # noqa: A001  # Sphinx's name
extensions = ["myst_nb", "figures_in_the_dark", "pages_of_the_root", "routine_pages"]
exclude_patterns = ["extensions"]

html_theme = "furo"
html_title = "autoblas"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_theme_options = {
    "light_css_variables": {
        "color-brand-primary": "#1f5a8c",
        "color-brand-content": "#1f5a8c",
        "ground-of-code": "#f4f6f8",
    },
    "dark_css_variables": {
        "color-brand-primary": "#8ec5f2",
        "color-brand-content": "#8ec5f2",
        "ground-of-code": "#24272b",
    },
}
html_show_sourcelink = False
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"

myst_enable_extensions = ["attrs_block", "deflist"]
myst_heading_anchors = 3
nb_execution_mode = "force"  # notebooks are run each time, and an error in one ends the build
nb_execution_raise_on_error = True
nb_execution_show_tb = True
nb_execution_timeout = 120
nb_merge_streams = True
nitpicky = True
