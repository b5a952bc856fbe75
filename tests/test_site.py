"""The documentation's site: no broken link, headings in order, images with words, contrasts that can be read.

``.ci/check docs`` builds the site and names its folder with ``--site``; without it these tests are left out.
"""

import doctest
import html
import importlib.resources
import json
import re
import shutil
import subprocess
import zlib
from pathlib import Path
from typing import Any

import pytest
from log_pages import is_log
from moved_pages import moved_names, table
from routine_facts import CALLS, GROUPS, pretty
from routine_pages import alternatives, qualification, source_address, write_pages

import autoblas
from autoblas.blas import types
from autoblas.blas.table.rows import ROUTINES as ROWS
from autoblas.cli.routines.table import ROUTINES, call_of
from autoblas.devices.recording import PLAIN_GPU
from support.page_examples import DOCS, page
from support.site_pages import SitePage, broken_links, faults, read_page

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None
)


@pytest.fixture(scope="module")
def pages(request):
    """All pages of the site, by their files; the page for wrong addresses has absolute links and a test of its own."""
    root = Path(request.config.getoption("--site")).resolve()
    files = [path for path in sorted(root.rglob("*.html")) if path != root / "404.html"]
    return {path: read_page(path) for path in files if "_static" not in path.parts}


def _named(pages: dict[Path, SitePage], name: str) -> SitePage:
    return pages[_root(pages) / f"{name}.html"]


def _root(pages: dict[Path, SitePage]) -> Path:
    """The folder of the site."""
    return min(pages, key=lambda path: len(path.parts)).parent


def test_no_link_is_broken(pages):
    """Pages, places within pages, images, styles and files to be loaded are all there."""
    assert len(pages) > 100
    broken = {path.name: found for path, page in pages.items() if (found := broken_links(page, pages))}
    assert broken == {}


def test_pages_can_be_heard(pages):
    """Titles, headings without gaps, alternative texts; of pages that Sphinx makes of nothing, only titles."""
    made = {"genindex.html", "search.html"}
    found = {
        path.name: wrong for path, page in pages.items() if path.name not in made and (wrong := faults(page))
    }
    assert found == {}


def test_faults_are_found(tmp_path):
    """The tests above can fail."""
    path = tmp_path / "page.html"
    path.write_text(
        '<html><h2 id="a">A</h2><h4 id="a">B</h4><img src="x.svg"><a href="y.html#z"></a><a href="#b"></a>'
    )
    page = read_page(path)
    assert len(faults(page)) == 6
    assert broken_links(page, {path: page}) == ["x.svg", "y.html#z", "#b"]


def test_every_page_is_reached(pages):
    """From the first page, by links alone; old addresses need no link."""
    root = _root(pages)
    old = {root / f"{name}.html" for name in moved_names(DOCS)}
    seen, waiting = {root / "index.html"}, [root / "index.html"]
    while waiting:
        page = pages[waiting.pop()]
        for link in page.links:
            path = (page.path.parent / link.partition("#")[0]).resolve()
            if path in pages and path not in seen:
                seen.add(path)
                waiting.append(path)
    assert {path.relative_to(root).as_posix() for path in pages.keys() - seen - old} == set()


def test_old_addresses_lead_to_pages(pages):
    """Each that links from elsewhere may name is a page, or leads to one that is no such address again."""
    root, moved = _root(pages), moved_names(DOCS)
    names = [name for name in table(DOCS)["addresses"] if "*" not in name] + [*moved]
    assert len(names) > 100
    assert [name for name in names if root / f"{name}.html" not in pages] == []
    targets = {
        name: pages[root / f"{name}.html"].links for name in moved if not (DOCS / f"{name}.md").exists()
    }
    for name, links in targets.items():
        (target,) = set(links)
        path = (root / f"{name}.html").parent / target
        assert path.resolve() == root / f"{moved[name]}.html"
        assert path.exists(), name


def test_what_moved_is_written_down():
    """Pages of the table are gone, those that replace them are there, and every address is one or the other."""
    moved = moved_names(DOCS)
    assert [name for name in moved if (DOCS / f"{name}.md").exists()] == []
    assert [name for name in moved.values() if not (DOCS / f"{name}.md").exists()] == []
    kept = [name for name in table(DOCS)["addresses"] if name not in moved and "*" not in name]
    assert [
        name for name in kept if not name.startswith("project/") and not (DOCS / f"{name}.md").exists()
    ] == []
    assert [name for name in table(DOCS)["scripts"] if (DOCS.parent / name).exists()] == []


def test_colours_of_the_figure_have_counterparts_for_dark_pages(pages):
    """Every colour of the front page's figure is one of those that are replaced."""
    from figures_in_the_dark import DARK  # which needs the packages that build the site

    (figure,) = _root(pages).rglob("overview.svg")
    assert set(re.findall(r"#[0-9a-f]{6}\b", figure.read_text(encoding="utf-8"))) <= set(DARK)


def test_a_wrong_address_is_answered_from_any_depth(pages):
    """Links of the page for wrong addresses begin at the site's root, and lead to what moved and to the search."""
    root = _root(pages)
    missing = read_page(root / "404.html")
    local = [
        link.partition("#")[0] for link in missing.links if "://" not in link and not link.startswith("#")
    ]
    assert all(link.startswith("/") for link in local)
    prefix = next(link for link in local if link.endswith("/index.html")).removesuffix("index.html")
    assert [link for link in local if not (root / link.removeprefix(prefix).partition("?")[0]).exists()] == []
    assert f"{prefix}project/moved.html" in local


def test_the_navigation_is_short(pages):
    """At most six groups, titles of at most four words, and no page of the log."""
    text = (_root(pages) / "index.html").read_text(encoding="utf-8")
    (sidebar,) = re.findall(r'<div class="sidebar-tree">(.*?)</aside>', text, re.DOTALL)
    assert len(re.findall('class="caption-text"', sidebar)) <= 6
    entries = re.findall(r'<a class="[^"]*reference internal" href="([^"#]*)\.html[^"]*">(.*?)</a>', sidebar)
    assert len(entries) > 100
    assert [title for _, title in entries if len(re.sub(r"<.*?>", "", title).split()) > 4] == []
    assert [name for name, _ in entries if is_log(name)] == []


def test_others_can_refer_to_public_names(pages):
    """The inventory has each function and error of the package as an object of Python."""
    inventory = (_root(pages) / "objects.inv").read_bytes().split(b"\n", 4)[4]
    objects = dict(line.split(" ")[:2] for line in zlib.decompress(inventory).decode().splitlines())
    kinds = {
        name: "function" if name[0].islower() else "data" if name[0] == "_" else "exception"
        for name in autoblas.__all__
    }
    assert {name: objects.get(f"autoblas.{name}") for name in kinds} == {
        name: f"py:{kind}" for name, kind in kinds.items()
    }
    source = next(link for link in _named(pages, "routines/gemm").links if "#L" in link)
    assert re.search(r"/src/autoblas/blas/level3/gemm\.py#L\d+$", source)


EXAMPLES = dict(
    re.findall(r"^:::\{tab-item\} (\w+)\n```pycon\n(.*?)^```$", page("index.md"), re.DOTALL | re.MULTILINE)
)


@pytest.mark.parametrize("name", ["OpenCL", pytest.param("PyTorch", marks=pytest.mark.card)])
def test_the_first_example_prints_what_it_shows(name, here):
    """On any device, and on a card with PyTorch."""
    example = doctest.DocTestParser().get_doctest(EXAMPLES[name], {}, name, "docs/index.md", 0)
    assert len(example.examples) <= 10
    results = doctest.DocTestRunner().run(example)
    assert results.failed == 0


def _axe() -> str | None:
    """The checker of accessibility that axe-core-python brings; None where that is not installed."""
    try:
        folder = importlib.resources.files("axe_core_python")
    except ModuleNotFoundError:
        return None
    return str(folder / "axe.min.js")


LOOKED_AT = ("index", "routines/gemm", "guide/tuning", "notebooks/study-a-search", "glossary")


needs_a_browser = pytest.mark.skipif(
    CHROMIUM is None or _axe() is None, reason="needs Chromium and axe-core-python"
)


@pytest.mark.browser
@needs_a_browser
@pytest.mark.parametrize("name", LOOKED_AT)
def test_a_checker_of_accessibility_finds_nothing(pages, name):
    """Axe, in a browser without a window, on a page of every kind: contrasts of colours among all else."""
    source = _root(pages) / f"{name}.html"
    assert _violations(source) == {"light": [], "dark": []}


@pytest.mark.browser
@needs_a_browser
def test_the_checker_sees_faint_words(tmp_path):
    """The test above can fail, in each theme for itself."""
    page = tmp_path / "faint.html"
    style = "<style>body[data-theme=dark] p { color: #ccc }</style>"
    page.write_text(
        f'<html lang="en"><title>Faint</title>{style}<body><article><p>Faint</p></article></body></html>'
    )
    found = _violations(page)
    assert found["light"] == []
    assert [each.partition(":")[0] for each in found["dark"]] == ["color-contrast"]


CHECK = """
async function checked() {
  const rules = {region: {enabled: false}, "scrollable-region-focusable": {enabled: false}};
  const found = {};
  for (const theme of ["light", "dark"]) {
    document.body.dataset.theme = theme;
    const done = await axe.run({include: [["article"]], exclude: [["dt.sig"]]}, {rules});
    found[theme] = done.violations.flatMap(v => v.nodes.map(n => `${v.id}: ${n.html} ${n.failureSummary}`));
  }
  document.body.textContent = "AXE" + JSON.stringify(found) + "EXA";
}
checked();
"""
"""Checks the page in both themes, and leaves nothing in it but what was found.

Furo's frame around it is not ours; lists of parameters in signatures are Sphinx's, which have no terms.
"""


def _violations(source: Path) -> dict[str, list[str]]:
    """What axe reports of a page, by theme."""
    script = f'<script src="{Path(str(_axe())).as_uri()}"></script><script>{CHECK}</script></body>'
    text = source.read_text(encoding="utf-8").replace("</body>", script)
    violations: dict[str, list[str]] = _left_by(text, source.with_name(f"axe-{source.name}"))
    return violations


def _left_by(text: str, page: Path) -> Any:
    """What the scripts of a page leave between two words in it, as JSON; the page is written there for a while."""
    page.write_text(text, encoding="utf-8")
    try:
        done = subprocess.run(
            [str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files",
             "--virtual-time-budget=100000", "--dump-dom", page.as_uri()],
            capture_output=True, text=True, check=True, timeout=180,
        )  # fmt: skip
    finally:
        page.unlink()
    found = re.search(r"AXE(.*)EXA", done.stdout, re.DOTALL)
    assert found, "the scripts did not end"
    return json.loads(html.unescape(found[1]))


NARROW = """<body><iframe style="width: 400px; height: 800px"></iframe><script>
async function measured(pages) {
  const frame = document.querySelector("iframe"), found = {};
  for (const page of pages) {
    await new Promise(loaded => { frame.onload = loaded; frame.src = page; });
    found[page] = frame.contentDocument.documentElement.scrollWidth;
  }
  document.body.textContent = "AXE" + JSON.stringify(found) + "EXA";
}
measured(PAGES);
</script></body>"""
"""Shows pages one after the other on a narrow screen, and leaves how wide each is."""


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
def test_no_page_is_wider_than_a_narrow_screen(pages):
    """Code, plots and tables are scrolled by themselves; a page that is too wide is found."""
    root = _root(pages)
    wide = root / "too-wide.html"
    wide.write_text('<html><body><p style="width: 900px">Wide</p></body></html>')
    try:
        old = {root / f"{name}.html" for name in moved_names(DOCS)}
        names = [path.relative_to(root).as_posix() for path in (*(pages.keys() - old), wide)]
        widths = _left_by(NARROW.replace("PAGES", json.dumps(names)), root / "narrow.html")
    finally:
        wide.unlink()
    assert set(widths) == set(names)
    assert {name for name, width in widths.items() if width > 400} == {wide.name}


SEARCHES = """<body><iframe style="width: 900px; height: 800px"></iframe><script>
const pause = time => new Promise(resolve => setTimeout(resolve, time));
async function searched(words) {
  const frame = document.querySelector("iframe"), found = {};
  for (const word of words) {
    await new Promise(loaded => { frame.onload = loaded; frame.src = "search.html?q=" + word; });
    let links = [];
    for (let before = -1; links.length === 0 || links.length > before; await pause(100)) {
      before = links.length;
      links = [...frame.contentDocument.querySelectorAll("#search-results li > a")];
    }
    found[word] = links.map(link => link.getAttribute("href").split(".html")[0]);
  }
  document.body.textContent = "AXE" + JSON.stringify(found) + "EXA";
}
searched(WORDS);
</script></body>"""
"""Searches for words one after the other, and leaves the pages that were found for each, best first."""


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
def test_a_search_finds_pages_for_users_first(pages):
    """The user guide, then routines; no page of the log at all."""
    root = _root(pages)
    words = ["pytorch", "transpose", "gemm_batched", "tuning"]
    results = _left_by(SEARCHES.replace("WORDS", json.dumps(words)), root / "searches.html")
    for word, names in results.items():
        assert re.match(r"start|guide/|notebooks/|routines/", names[0]), word
        assert [name for name in names if is_log(name)] == [], word
    assert results["gemm_batched"][0] == "routines/gemm_batched"
    assert "guide/pytorch" in results["pytorch"][:3]
    assert "guide/tuning" in results["tuning"][:6]


def test_every_routine_has_a_page():
    """The table of facts has every routine that the command line and the package have, in one group each."""
    named = [name for names in GROUPS.values() for name in names]
    assert named == list(ROWS)
    assert {name for name, row in ROUTINES.items() if row.level != "step"} <= set(ROWS)
    assert {name for name in autoblas.__all__ if name[0].islower()} == {*ROWS, *CALLS}


def test_pages_are_written_without_a_site(tmp_path):
    """Commands where there are any, neighbours of all routines, sources, classes of results, types that readers know."""
    write_pages(tmp_path)
    texts = {path.stem: path.read_text(encoding="utf-8") for path in tmp_path.glob("*.md")}
    assert {name for name in ROWS if "## On the command line" in texts[name]} == ROWS.keys() & ROUTINES.keys()
    assert {name for name in ROWS if "## See also" in texts[name]} == {*ROWS}
    addresses = [str(source_address("py", {"fullname": name})) for name in ROWS]
    plans = re.compile(r"/src/autoblas/blas/(?:level\d|lapack|extra)/\w+\.py#L\d+$")
    assert [address for address in addresses if not plans.search(address)] == []
    assert "### Rotation" in texts["rotg"]
    assert "### ModifiedRotation" in texts["rotmg"]
    assert "`a`: [array](../guide/arrays.md)\n" in texts["gemm"]
    assert [name for name, text in texts.items() for alias in types.__all__ if f"`{alias}`" in text] == []


def test_a_page_has_one_formula():
    """The sentence below the symbols has what they do not say; words that are no formula stay."""
    assert (
        qualification("Compute y = alpha A x + beta y for a symmetric matrix A.")
        == "For a symmetric matrix A."
    )
    assert (
        qualification("C = alpha A B + beta C for a symmetric A, or alpha B A + beta C.")
        == "For a symmetric A."
    )
    assert qualification("C = alpha op(A) op(B) + beta C.") == ""
    assert (
        qualification("Rotate in the plane: x = c x + s y and y = c y - conj(s) x.") == "Rotate in the plane."
    )
    solve = "Solve op(A) x = b for a triangular matrix A; x holds b before and the solution after."
    assert qualification(solve) == solve


def test_routines_lead_to_what_is_close():
    """Each routine names some others, in both directions within a family."""
    related = {name: alternatives(name) for name in ROWS}
    assert all(0 < len(others) <= 10 and name not in others for name, others in related.items())
    assert set(related["gemm"]) >= {"gemm_batched", "symm"}
    assert "gemv" in related["trmv"]
    assert "trmv" in related["gemv"]


def _shapes(name: str) -> tuple[tuple[str, ...], dict[str, int]]:
    """Options of a call with some sizes, and the sizes as the facts name them."""
    if name in {"im2col", "col2im", "convgemm"}:
        return ("--channels", "40", "--size", "30"), {"c": 40, "h": 30, "w": 30, "t": 9, "p": 900, "q": 64}
    if name in {"symm", "hemm", "trmm"}:
        return ("-n", "900", "-k", "700"), {"m": 900, "n": 700}
    if name == "trsm":
        return ("-n", "900", "-m", "700"), {"m": 900, "n": 700}
    if name in {"omatcopy", "imatcopy"}:
        return ("-n", "900", "-k", "700"), {"m": 900, "n": 700}
    options = {option.opts[0] for option in ROUTINES[name].options}
    words, sizes = ["-n", "900"], {"n": 900}
    for option, size in (("-m", 1100), ("-k", 7 if name[1] == "b" else 500), ("--rhs", 700)):
        if option in options:
            words, sizes = [*words, option, str(size)], sizes | {option.strip("-"): size}
    if name.endswith("_batched") and "--items" in options:
        words, sizes = [*words, "--items", "20"], sizes | {"b": 20}
    return tuple(words), sizes


UNCOUNTED = ("gemm", "trtri", "potri", "qr", "gels", "geqrf", "ormqr", "orgqr", "inv_batched")
"""Routines whose launches count otherwise: gemm has a command of its own, inverses have zeros beside blocks or in unit matrices,
and systems of reflectors count beside their products."""


@pytest.mark.parametrize(
    "name",
    [name for name, facts in ROWS.items() if facts.operations and name in ROUTINES and name not in UNCOUNTED],
)
def test_costs_are_those_that_the_tuner_counts(name):
    """Within two percent, for what is left out in the formula: of the problem itself, or, of level 3, by its definition."""
    words, sizes = _shapes(name)
    level, facts = ROUTINES[name].level, ROWS[name]
    if level == "3" and name.startswith("he"):
        words = (*words, "--dtype", "complex64")
    call = call_of(name, *words)
    sizes["s"] = {"float32": 4, "complex64": 8}[call.values["dtype"]]
    launches = call.launches(PLAIN_GPU)
    defined = call.host.size if level == "3" and call.host else sum(each.flops() for each in launches)
    assert _value(facts.operations, sizes) == pytest.approx(defined, rel=0.02)
    if len(launches) == 1 and level != "3":
        assert _value(facts.nbytes, sizes) == pytest.approx(launches[0].min_bytes(), rel=0.02)


def _value(expression: str, sizes: dict[str, int]) -> float:
    return float(eval(expression, {}, sizes))  # our own table


def test_a_wrong_count_is_found():
    """The test above can fail, and counts are written as people write them."""
    assert _value("2*n*n", {"n": 900}) != pytest.approx(
        call_of("trmv", "-n", "900").problems(PLAIN_GPU)[0].flops(), rel=0.02
    )
    assert pretty("(n*n/2 + 2*n)*s") == "(n²/2 + 2 n) s"


def test_pages_of_routines_say_what_docstrings_say(pages):
    """Each has its arguments, errors, costs and example, under these headings."""
    wanted = ["Arguments", "Result", "Errors and warnings", "Cost", "Example"]
    for name in ROWS:
        headings = [words.strip("¶") for _, words in _named(pages, f"routines/{name}").headings]
        assert [each for each in headings if each in wanted] == wanted, name
