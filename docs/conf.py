"""The configuration of the documentation's site: ``sphinx-build docs build/site`` makes it."""

from __future__ import annotations

import logging
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "extensions"))

import moved_pages  # noqa: E402  # from the folder that was named above

RESULTS = tempfile.mkdtemp(prefix="autoblas-site-")
"""Where notebooks find nothing that was tuned before, and leave nothing."""

PLAIN = {"COLUMNS": "80", "NO_COLOR": "1", "TTY_COMPATIBLE": "0", "TTY_INTERACTIVE": "0"}
"""Keeps colours and bars that move out of what commands print."""

os.environ |= {"AUTOBLAS_DATA_DIR": RESULTS, **PLAIN}
logging.getLogger("traitlets").setLevel(logging.WARNING)  # says which notebook begins, as Sphinx does

project = "autoblas"
author = "The autoblas developers"
copyright = "the autoblas developers"  # noqa: A001  # Sphinx's name
extensions = [
    "figures_in_the_dark",
    "log_pages",
    "moved_pages",
    "myst_nb",
    "pages_of_the_root",
    "routine_pages",
    "sphinx_copybutton",
    "sphinx_design",
    "sphinx_reredirects",
    "sphinxcontrib.programoutput",
]
exclude_patterns = ["extensions"]
redirects = moved_pages.redirects(HERE)
redirect_html_template_file = "static/redirect.html"
copybutton_exclude = ".linenos, .gp, .go"  # neither prompts nor what commands printed

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
html_copy_source = False
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"

add_function_parentheses = False
python_maximum_signature_line_length = 60
myst_enable_extensions = ["attrs_block", "colon_fence", "deflist"]
myst_heading_anchors = 3
nb_execution_mode = "force"  # notebooks are run each time, and an error in one ends the build
nb_execution_raise_on_error = True
nb_execution_show_tb = True
nb_execution_timeout = 120
nb_merge_streams = True
nitpicky = True


def _only_present(app: Sphinx, name: str, source: list[str]) -> None:
    """Leave names of pages out of the navigation that are not there, while pages move."""
    if name == "index":
        entry = re.compile(r"^[a-z]+(?:/[A-Za-z0-9-]+)?\n", re.MULTILINE)
        source[0] = entry.sub(
            lambda line: line[0] if line[0].strip() in app.env.found_docs else "", source[0]
        )


def setup(app: Sphinx) -> None:
    """Remove what notebooks have kept, when the site is made.

    Args:
        app: The build.
    """
    app.connect("source-read", _only_present)
    app.connect("build-finished", lambda _app, _error: shutil.rmtree(RESULTS, ignore_errors=True))
