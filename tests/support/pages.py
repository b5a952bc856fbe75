"""Looks at a page as a reader's tools do: its outline, its pictures and their descriptions, its ids and links."""

import json
import os
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
)
"""Elements without an end."""

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome", "msedge")


class Outline(HTMLParser):
    """What a page consists of.

    Attributes:
        headings: Levels of headings, in order.
        ids: All ids.
        targets: What ids are referred to: links, descriptions, parts of pictures.
        pictures: The descriptions of pictures.
        outside: Addresses that something is loaded from.
        tables: Elements around each table, the nearest last.
        text: All text.
        open: Elements that are open; none at the end of a page.
    """

    def __init__(self) -> None:
        super().__init__()
        self.headings: list[int] = []
        self.ids: list[str] = []
        self.targets: set[str] = set()
        self.pictures: list[str] = []
        self.outside: list[str] = []
        self.tables: list[list[tuple[str, str]]] = []
        self.text = ""
        self.open: list[tuple[str, str]] = []
        self.scripts = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what is begun."""
        known = {name: value or "" for name, value in attrs}
        if re.fullmatch(r"h[1-6]", tag):
            self.headings.append(int(tag[1]))
        self.scripts += tag == "script"
        if "id" in known:
            self.ids.append(known["id"])
        for name, value in known.items():
            if name in {"href", "src", "xlink:href"}:
                (self.targets.add(value[1:]) if value.startswith("#") else self.outside.append(value))
            if name in {"aria-labelledby", "aria-describedby", "for"}:
                self.targets.update(value.split())
            self.targets.update(re.findall(r"url\(#([^)]+)\)", value))
        if known.get("role") == "img":
            self.pictures.append(known.get("aria-label", ""))
        if tag == "table":
            self.tables.append(self.open.copy())
        if tag not in VOID:
            self.open.append((tag, known.get("class", "")))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element of a picture that has no content."""
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        """Elements end in the order in which they are within each other."""
        assert self.open, f"</{tag}> ends nothing"
        assert self.open[-1][0] == tag, f"</{tag}> ends <{self.open[-1][0]}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        """Collect text."""
        self.text += data


def outline(html: str) -> Outline:
    """The outline of a page, all of whose elements end."""
    found = Outline()
    found.feed(html)
    found.close()
    assert found.open == []
    return found


def browser() -> str | None:
    """A Chromium of this machine; ``AUTOBLAS_TEST_BROWSER`` names another."""
    named = os.environ.get("AUTOBLAS_TEST_BROWSER")
    return named or next((path for path in map(shutil.which, BROWSERS) if path), None)


LOOK = """
<script>
function looked(width, frame) {
  const d = frame.contentDocument, w = frame.contentWindow, texts = [], cut = [];
  for (const svg of d.querySelectorAll("svg")) {
    const box = svg.getBoundingClientRect();
    if (!box.width) continue;
    for (const t of svg.querySelectorAll("text")) {
      const r = t.getBoundingClientRect();
      const scale = box.width / svg.viewBox.baseVal.width;
      texts.push(parseFloat(w.getComputedStyle(t).fontSize) * scale);
      if (r.left < box.left - 2 || r.right > box.right + 2 || r.top < box.top - 2 || r.bottom > box.bottom + 2) cut.push(t.textContent);
    }
  }
  const wide = [...d.querySelectorAll("main *:not(svg *):not(.scroll *), header *")].filter(
    e => e.getBoundingClientRect().right > width + 1 && e.getBoundingClientRect().width > 0).map(e => e.tagName + "." + e.className);
  const style = w.getComputedStyle(d.body);
  return {width, scroll: d.documentElement.scrollWidth, smallest: Math.min(...texts), texts: texts.length, cut, wide,
          ground: style.backgroundColor, ink: style.color, pictures: d.querySelectorAll("svg").length};
}
window.addEventListener("load", () => {
  const all = [...document.querySelectorAll("iframe")].map(f => looked(parseInt(f.style.width), f));
  document.getElementById("found").textContent = JSON.stringify(all);
});
</script>
"""


def seen_in(program: str, page: Path, widths: tuple[int, ...], *, dark: bool = False) -> list[dict[str, Any]]:
    """What a browser makes of a page at some widths: how wide it is, how large its letters are, what is cut off.

    Args:
        program: The browser.
        page: The page.
        widths: In pixels.
        dark: The user prefers a dark ground.
    """
    text = page.read_text(encoding="utf-8").replace("&", "&amp;").replace('"', "&quot;")
    frames = "".join(
        f'<iframe srcdoc="{text}" style="width:{w}px;height:900px;border:0"></iframe>' for w in widths
    )
    around = page.with_name("around.html")
    around.write_text(
        f'<!doctype html><meta charset="utf-8">{LOOK}<pre id="found"></pre>{frames}', encoding="utf-8"
    )
    done = subprocess.run(
        [
            program, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
            f"--user-data-dir={page.parent / 'profile'}", f"--blink-settings=preferredColorScheme={0 if dark else 1}",
            "--window-size=1600,1200", "--virtual-time-budget=5000", "--dump-dom", around.as_uri(),
        ],
        capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    match = re.search(r'<pre id="found">(.*?)</pre>', done.stdout, re.DOTALL)
    assert match, done.stderr[-2000:]
    found: list[dict[str, Any]] = json.loads(match[1].replace("&quot;", '"').replace("&amp;", "&"))
    return found
