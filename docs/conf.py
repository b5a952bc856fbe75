"""The configuration of the documentation's site: ``sphinx-build docs build/site`` makes it."""

from __future__ import annotations

import logging
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "extensions"))

import moved_pages  # noqa: E402  # from the folder that was named above

from autoblas.version import DOCUMENTATION, REPOSITORY, __version__  # noqa: E402  # before that of extensions

RESULTS = tempfile.mkdtemp(prefix="autoblas-site-")
"""Where notebooks find nothing that was tuned before, and leave nothing."""

PLAIN = {"COLUMNS": "80", "NO_COLOR": "1", "TTY_COMPATIBLE": "0", "TTY_INTERACTIVE": "0"}
"""Keeps colours and bars that move out of what commands print."""

os.environ |= {"AUTOBLAS_DATA_DIR": RESULTS, **PLAIN}
logging.getLogger("traitlets").setLevel(logging.WARNING)  # says which notebook begins, as Sphinx does

CODE_ICON = (
    '<svg viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round">'
    '<path d="M5 4 1.5 8 5 12M11 4l3.5 4L11 12M9.2 3 6.8 13"/></svg>'
)
"""Leads to the repository, from the foot of each page."""

project = "autoblas"
author = "The autoblas developers"
copyright = "the autoblas developers"  # noqa: A001  # Sphinx's name
extensions = [
    "figures_in_the_dark",
    "log_pages",
    "moved_pages",
    "myst_nb",
    "notfound.extension",
    "pages_of_the_root",
    "routine_pages",
    "sphinx_copybutton",
    "sphinx_design",
    "sphinx_reredirects",
    "sphinxcontrib.programoutput",
    "sphinxext.opengraph",
]
exclude_patterns = ["extensions", "templates"]
version = release = __version__
redirects = moved_pages.redirects(HERE)
redirect_html_template_file = "templates/redirect.html"
copybutton_exclude = ".linenos, .gp, .go"  # neither prompts nor what commands printed
copybutton_selector = "div:not(.output) > div.highlight > pre"

html_theme = "furo"
html_title = f"autoblas {__version__}"
html_baseurl = os.environ.get("READTHEDOCS_CANONICAL_URL", f"{DOCUMENTATION}/")
html_search_scorer = str(HERE / "templates" / "scorer.js")
html_favicon = "static/favicon.svg"
notfound_urls_prefix = urlsplit(html_baseurl).path
notfound_context = {
    "title": "No such page",
    "body": "<h1>No such page</h1><p>It may have moved: "
    f'<a href="{notfound_urls_prefix}project/moved.html">What moved</a> lists old names. '
    f'<a href="{notfound_urls_prefix}routines/index.html">All routines</a> lists the pages of routines.</p>',
}
ogp_site_url = html_baseurl
ogp_site_name = "autoblas"
ogp_image = "_static/preview.png"
ogp_image_alt = "autoblas: fast BLAS kernels for GPUs and CPUs, generated and tuned on your device"
ogp_social_cards = {"enable": False}  # Matplotlib would draw one for every page
html_static_path = ["static"]
html_css_files = ["site.css"]
html_theme_options = {
    "light_css_variables": {
        "color-brand-primary": "#1f5a8c",
        "color-brand-content": "#1f5a8c",
        "color-api-name": "#1f5a8c",
        "color-api-pre-name": "#1f5a8c",
        "ground-of-code": "#f4f6f8",
    },
    "dark_css_variables": {
        "color-brand-primary": "#8ec5f2",
        "color-brand-content": "#8ec5f2",
        "color-api-name": "#8ec5f2",
        "color-api-pre-name": "#8ec5f2",
        "ground-of-code": "#24272b",
    },
    "source_edit_link": f"{REPOSITORY}/edit/main/docs/{{filename}}",
    "top_of_page_buttons": ["edit"],
    "footer_icons": [{"name": "Source code", "url": REPOSITORY, "html": CODE_ICON, "class": ""}],
}
html_copy_source = False
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"

add_function_parentheses = False
html_domain_indices = False
toc_object_entries = False
python_maximum_signature_line_length = 60
myst_enable_extensions = ["attrs_block", "colon_fence", "deflist"]
myst_heading_anchors = 3
nb_execution_mode = "force"  # notebooks are run each time, and an error in one ends the build
nb_execution_raise_on_error = True
nb_execution_show_tb = True
nb_execution_timeout = 120
nb_merge_streams = True
nitpicky = True


def _order_notebooks(app: Sphinx, _env: BuildEnvironment, names: list[str]) -> None:
    """Read notebooks first, each with other pages: Sphinx hands out ten pages at a time, and notebooks take longest."""
    run = [
        name
        for name in names
        if "file_format: mystnb" in Path(app.env.doc2path(name)).read_text("utf-8")[:40]
    ]
    others = [name for name in names if name not in run]
    names[:] = [page for name in run for page in (name, *(others.pop() for _ in range(min(9, len(others)))))]
    names += others


def _remove_edit_link(
    _app: Sphinx, name: str, _template: str, context: dict[str, Any], _doctree: nodes.document | None
) -> None:
    """Leave out the link that edits a page where the page is generated."""
    if name.startswith(("project/", "routines/")):
        context["page_source_suffix"] = ""


def setup(app: Sphinx) -> None:
    """Remove what notebooks have kept, when the site is made.

    Args:
        app: The build.
    """
    app.connect("env-before-read-docs", _order_notebooks)
    app.connect("html-page-context", _remove_edit_link)
    app.connect("build-finished", lambda _app, _error: shutil.rmtree(RESULTS, ignore_errors=True))
