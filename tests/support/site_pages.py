"""The pages of the built site, as a reader's program sees them: headings, links, targets and images."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag

VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}
)


@dataclass
class SitePage(HTMLParser):
    """What a page consists of.

    Attributes:
        path: Its file.
        language: What ``<html>`` says.
        title: What the window shows.
        headings: Level and words, in order.
        links: Where links, images, styles and scripts lead.
        targets: The names that links may lead to.
        images: The source of each image with its alternative text, None where there is none.
    """

    path: Path
    language: str = ""
    title: str = ""
    headings: list[tuple[int, str]] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    targets: set[str] = field(default_factory=set)
    images: list[tuple[str, str | None]] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()
        self._inside: list[str] = []
        self.repeated: set[str] = set()
        self.feed(self.path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag says."""
        said = dict(attrs)
        if tag not in VOID:
            self._inside.append(tag)
        name = said.get("id")
        if name:
            (self.repeated if name in self.targets else self.targets).add(name)
        if tag == "html":
            self.language = said.get("lang") or ""
        if tag == "img":
            self.images.append((said.get("src") or "", said.get("alt")))
        if tag in {"h1", "h2", "h3", "h4", "h5", "h6"}:
            self.headings.append((int(tag[1]), ""))
        self.links += [value for name in ("href", "src") if (value := said.get(name))]

    def handle_endtag(self, tag: str) -> None:
        """Leave a tag."""
        while self._inside and self._inside.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        """Take the words of titles and headings."""
        if "svg" in self._inside:
            return
        if "title" in self._inside:
            self.title += data
        elif self.headings and any(tag in self._inside for tag in ("h1", "h2", "h3", "h4", "h5", "h6")):
            level, words = self.headings[-1]
            self.headings[-1] = level, words + data


def read_page(path: Path) -> SitePage:
    """A page from its file."""
    return SitePage(path)


def broken_links(page: SitePage, pages: dict[Path, SitePage]) -> list[str]:
    """Links within the site that lead nowhere.

    Args:
        page: The page.
        pages: All pages of the site, by their files.
    """
    broken = []
    for link in page.links:
        address, target = urldefrag(link)
        if "://" in address or address.startswith(("data:", "mailto:", "//")):
            continue
        path = (page.path.parent / unquote(address.partition("?")[0])).resolve() if address else page.path
        there = pages.get(path)
        if not path.exists() or (target and there is not None and unquote(target) not in there.targets):
            broken.append(link)
    return broken


def faults(page: SitePage) -> list[str]:
    """What makes a page hard to read for those who hear it, or who find their way by headings."""
    found = []
    if not page.language:
        found.append("the language is not named")
    if not page.title.strip():
        found.append("there is no title")
    if [level for level, _ in page.headings].count(1) != 1 or page.headings[0][0] != 1:
        found.append(f"one heading of the first level must come first: {page.headings[:3]}")
    for (level, words), (following, other) in zip(page.headings, page.headings[1:], strict=False):
        if following > level + 1:
            found.append(f"{other!r} skips a level after {words!r}")
    found += [
        f"{source} has no alternative text" for source, text in page.images if text is None or len(text) < 20
    ]
    return [*found, *(f"the name {name!r} is given twice" for name in sorted(page.repeated))]
