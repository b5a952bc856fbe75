"""The page: whole, in order, described, self-contained, the same from the same data, and readable in a browser."""

import re

import pytest

from autoblas.report import Content, ProblemWork, Served, read_bench
from autoblas.report.page import page_of
from support.database_cases import make_record
from support.pages import browser, outline, seen_in
from support.report_cases import DEVICE, PLATFORM, bench_file, content


@pytest.fixture(scope="module")
def full(tmp_path_factory):
    """Everything that a page can show, with hostile names in it."""
    tmp_path = tmp_path_factory.mktemp("full")
    served = (
        Served(
            ProblemWork("gemm", "float32 row*row=row", (64, 64, 64)),
            "gemm_tile",
            "tile=16",
            "measured here",
            1e-5,
            {"<i>": "no & 'no'"},
        ),
        Served(ProblemWork("gemm", "float64 row*row=row", (64, 64, 64)), "", "", "no kernel serves"),
    )
    shipped = (make_record(family='<img src=x onerror="alert(1)">', note='"><script>alert(2)</script>'),)
    bench = read_bench(bench_file(tmp_path / "bench.json"))
    return content(
        tmp_path,
        served=served,
        shipped=shipped,
        benches=(bench,),
        present=True,
        complaints=("a.jsonl: no <journal>",),
    )


@pytest.fixture(scope="module")
def page(full):
    """The page of it."""
    return page_of(full)


def test_every_section_is_there_in_order(page):
    """Headings go down by one level at a time, each link of the contents leads to a section, ids are not repeated."""
    found = outline(page.html)
    assert found.headings[0] == 1
    assert found.headings.count(1) == 1
    assert all(
        later - earlier <= 1 for earlier, later in zip(found.headings, found.headings[1:], strict=False)
    )
    for name in ("device", "speed", "searches", "sizes", "failures", "served", "records", "method"):
        assert name in found.ids
        assert name in found.targets
    assert len(found.ids) == len(set(found.ids))
    assert found.targets <= set(found.ids)


def test_every_picture_is_described(page):
    """A description says in words what is drawn, with numbers."""
    html = page.html
    found = outline(html)
    assert len(found.pictures) == html.count("<svg ") > 15
    assert all(re.search(r"\d.*\.$", said) for said in found.pictures)
    assert len(set(found.pictures)) == len(found.pictures)
    assert "44 trials" not in html


def test_nothing_is_loaded_and_nothing_runs(page):
    """The page asks for no other file, and names that look like markup are shown as they are."""
    html = page.html
    found = outline(html)
    assert found.outside == []
    assert found.scripts == 0
    assert "@import" not in html
    assert not re.search(r"url\((?!#)", html)
    assert "onerror" not in re.sub(r"&lt;.*?&gt;", "", html)
    assert '"><script>alert(2)</script>' in found.text
    assert "3.0 <script>alert(1)</script>" in found.text


def test_tables_scroll_in_their_box(page):
    """Each has a header and a frame of its own, which the keyboard reaches."""
    html = page.html
    found = outline(html)
    assert len(found.tables) > 8
    assert all(around[-1] == ("div", "scroll") for around in found.tables)
    assert html.count('<div class="scroll" tabindex="0" role="region" aria-label="') == len(found.tables)
    assert html.count("<thead>") == len(found.tables)
    assert set(re.findall(r"<th\b[^>]*>", html)) == {'<th scope="col">', '<th scope="col" class="number">'}


def test_light_dark_and_print_are_styled(page):
    """Colours are variables everywhere, so that dark ground and paper exchange them all."""
    html = page.html
    body = html[html.index("<body") :]
    assert "prefers-color-scheme: dark" in html
    assert "@media print" in html
    assert not re.search(r"(?:fill|stroke|color): ?#", body)
    used = set(re.findall(r"var\(--([\w-]+)\)", html))
    assert all(html.count(f"--{name}: #") == 2 for name in used)


def test_the_same_data_give_the_same_page(full, page):
    """Pages can be compared with those of another day."""
    assert page_of(full).html == page.html


def test_tables_hold_what_charts_show(page):
    """Every chart's numbers are in a table: all trials, all sizes, all failures."""
    tables = {table.name: table for table in page.tables}
    assert tables.keys() == {
        "speed", "roofline", "trials", "searches", "importance", "space", "ranking", "ranking-agreement", "failures",
        "served", "records",
    }  # fmt: skip
    assert len(tables["trials"].rows) == 96
    assert sum(int(str(row[3])) for row in tables["failures"].rows) == 8
    assert {row[2] for row in tables["speed"].rows} == {
        "autoblas, kernels",
        "autoblas, calls",
        "OpenBLAS through NumPy",
    }
    for table in tables.values():
        lines = table.tsv().split("\n")
        assert lines[-1] == ""
        assert len(lines) == len(table.rows) + 2
        assert {line.count("\t") for line in lines[:-1]} == {len(table.header) - 1}


def test_the_peak_in_double_precision_follows_on_a_cpu(tmp_path):
    """Where it was not measured; of other devices nothing follows."""
    sentence = "float64: 200 GFLOP/s, half of that in float32"
    assert sentence in outline(page_of(content(tmp_path)).html).text
    assert sentence not in outline(page_of(content(tmp_path, facts=())).html).text


def test_a_page_of_little(tmp_path):
    """Sections without content are left out; what is missing is said."""
    only = Content(DEVICE, PLATFORM, records=(make_record(),), version="0.1.0", date="2026-11-23")
    found = outline(page_of(only).html)
    assert "searches" not in found.ids
    assert "records" in found.ids
    assert "no roof is drawn" in found.text
    assert outline(page_of(Content(DEVICE, PLATFORM)).html).headings == [1, 2, 2]
    without = content(
        tmp_path, searches=tuple(search for search in content(tmp_path).searches[:1]), records=()
    )
    assert "sizes" not in outline(page_of(without).html).ids


@pytest.mark.browser
@pytest.mark.skipif(browser() is None, reason="there is no Chromium on this machine")
def test_a_browser_shows_it(page, tmp_path):
    """At 400 and 1280 pixels nothing hangs over, no letter of a chart is cut off or too small to read, in light and dark."""
    file = tmp_path / "page.html"
    file.write_text(page.html, encoding="utf-8")
    program = browser()
    assert program is not None
    grounds = set()
    for dark in (False, True):
        for seen in seen_in(program, file, (400, 1280), dark=dark):
            assert seen["pictures"] > 15
            assert seen["texts"] > 100
            assert seen["scroll"] <= seen["width"]
            assert seen["wide"] == []
            assert seen["cut"] == []
            assert seen["smallest"] >= 9
            grounds.add(seen["ground"])
    assert grounds == {"rgb(255, 255, 255)", "rgb(21, 23, 27)"}
