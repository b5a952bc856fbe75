"""Lengths and wording of the documents: page sizes, sentence lengths, numbers, dates and words to avoid.

The style page of CONTRIBUTING.md gives the rules. Code, tables and targets of links are not prose and do not count
as sentences; tables do count as words.
"""

import re
from pathlib import Path

from support.loops import over

ROOT = Path(__file__).parent.parent

AVOIDED = {
    r"halves": "float16, or parts",
    r"standing": "status",
    r"dealt": "assigned, or divided",
    r"arrays there": "device arrays",
    r"news": "published values",
    r"for ever": "until the process ends, or never evicted",
    r"proofs?|prove[sdn]?": "self-test, or passed",
    r"heard|hears?|believed?|belief": "a verb of things",
    r"binades?": "powers of two",
    r"ours|at hand|by heart": "the noun, available, or fixed",
    r"(?:lent|lends?|loans?)(?= )": "copied, or passed",
    r"(?:at|to) rest": "finished",
    r"turned(?= (?:matrix|matrices|operand|round|tile))": "transposed",
    r"vector hints": "preferred vector width",
    r"abreast": "side by side",
    r"meetings?": "arrival counter",
    r"teams?": "warp group, or group of work-groups",
    r"posed": "expressed as a problem",
    r"heed|seat": "the field's word",
    r"the words of": "the text, or the notation",
    r"where room is": "where memory allows",
    r"rests? on": "depends on, or uses",
    r"under the roof": "below the roofline",
    r"whoever|nobody|somebody": "a subject",
    r"acc": "accelerator",
    r"(?:kernels?|cards?|devices?|arrays?|drivers?|processors?) (?:know|want|wish|hear)s?": "a verb of things",
    r"hands? (?:over|on)|changes? hands": "passes",
    r"of that day|these days": "a version or nothing",
}
"""Words of the project that are no words of the field, as patterns, and what to write."""

DATED = r"20\d\d-\d\d(?:-\d\d)?|since|no longer|today|nowadays"
"""History, which belongs to the log."""

FOLDERS = ("guide", "how", "notebooks")
GUIDE = [
    "README.md",
    "docs/start.md",
    "docs/glossary.md",
    *sorted(path.relative_to(ROOT).as_posix() for x in FOLDERS for path in (ROOT / "docs" / x).glob("*.md")),
]
"""What a user reads, page by page."""

PAGE, USER_GUIDE = 800, 12_000
"""The most words of a page, and of the pages from the start to the end of the user guide."""


def _read(name: str) -> str:
    """A document without its front matter, code blocks, directives and comments."""
    text = (ROOT / name).read_text(encoding="utf-8")
    text = re.sub(r"\A---\n.*?^---$", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)
    text = re.sub(r"^ *(`{3,}|~{3,}).*?^ *\1 *$", "", text, flags=re.DOTALL | re.MULTILINE)
    return re.sub(r"^ *:{3,}.*$|^\([\w-]+\)=$|^\+{3}.*$", "", text, flags=re.MULTILINE)


def _prose(text: str) -> str:
    """Text as it is read aloud: no targets of links, no pictures' files, each piece of code one word."""
    text = re.sub(r"!?\[((?:[^\]\[]|\[[^\]]*\])*)\](?:\([^)]*\)|\[[^\]]*\])", r"\1", text)
    text = re.sub(r"\{[\w:]+\}`[^`]*`|``[^`]+``|`[^`\n]+`", "CODE", text)
    return re.sub(r"<[^>\n]*>|https?://\S+|[*_]{1,2}(?=\w)|(?<=\w)[*_]{1,2}(?!\w)", "", text)


def _sentences(text: str) -> list[str]:
    """The sentences of a text; headings, rows of tables and items of lists end where their lines do."""
    lines = []
    for line in _prose(text).splitlines():
        if line.lstrip().startswith("|"):
            lines.append("")
        elif re.match(r"\s*(?:#|[-*+] |\d+\. |: |>)", line):
            lines += ["", line, *([""] if line.startswith("#") else [])]
        else:
            lines.append(line)
    blocks = re.split(r"\n\s*\n", "\n".join(lines))
    return [
        sentence
        for block in blocks
        for sentence in re.split(r"(?<=[.!?])(?<!\be\.g\.)(?<!\bi\.e\.)[\")]?\s+", " ".join(block.split()))
        if sentence
    ]


def _longer(text: str, most: int) -> list[str]:
    """Sentences of more words than that, with their counts."""
    counts = {sentence: len(re.findall(r"\w[\w.,'/+-]*", sentence)) for sentence in _sentences(text)}
    return [f"{count} words: {sentence}" for sentence, count in counts.items() if count > most]


def _numbers(text: str) -> list[str]:
    """Numbers that are no part of a name, tables included."""
    return re.findall(r"(?<![\w.])\d+(?:[.,]\d+)*", _prose(text))


def _avoided(text: str) -> list[str]:
    """What the list of words to avoid has in a text, tables and headings included."""
    prose = _prose(text)
    return [
        f"{match[0]!r}: write {better}"
        for pattern, better in AVOIDED.items()
        for match in re.finditer(rf"(?<![\w-])(?:{pattern})(?!\w)", prose, re.IGNORECASE)
    ]


def _words(name: str) -> int:
    """Words of a document; bars of tables and marks of lists are none."""
    return len(re.findall(r"\S*\w\S*", _read(name)))


def test_readme_is_short():
    """At most 500 words with its code, 25 numbers outside code, 30 words a sentence."""
    assert len((ROOT / "README.md").read_text(encoding="utf-8").split()) <= 500
    assert len(_numbers(_read("README.md"))) <= 25
    assert _longer(_read("README.md"), 30) == []


@over("name", [name for name in GUIDE if name != "README.md"])
def test_a_page_is_short(name):
    """At most 800 words, and 45 a sentence."""
    assert _words(name) <= PAGE
    assert _longer(_read(name), 45) == []


@over("name", GUIDE)
def test_a_page_is_in_words_of_the_field(name):
    """No dates, no history, and none of the project's coined words."""
    assert _avoided(_read(name)) == []
    if name != "README.md":  # its figure and table have a date
        assert re.findall(rf"(?<![\w-])(?:{DATED})(?!\w)", _prose(_read(name)), re.IGNORECASE) == []


def test_the_user_guide_is_short():
    """From the first page to the last at most 12,000 words."""
    names = [name for name in GUIDE if name == "docs/start.md" or name.startswith("docs/guide/")]
    assert sum(map(_words, names)) <= USER_GUIDE


def test_the_other_documents_are_short():
    """ARCHITECTURE.md is one page; a version's changes are at most 40."""
    assert _words("ARCHITECTURE.md") <= PAGE
    changes = re.split(r"^## ", _read("CHANGELOG.md"), flags=re.MULTILINE)
    versions = [text for text in changes if re.match(r"\[?(?:Unreleased|0\.2)", text)]
    assert sum(len(re.findall(r"^[-*] ", text, re.MULTILINE)) for text in versions) <= 40


def test_faults_are_found():
    """The tests above can fail, and count what a reader reads."""
    text = "# One\n\nTwo `a b c` [three](four five.md) four. Five:\n\n| six | 7 |\n\n- eight 9.5 float32\n- ten\n"
    assert _sentences(text) == ["# One", "Two CODE three four.", "Five:", "- eight 9.5 float32", "- ten"]
    assert _longer(text, 3) == ["4 words: Two CODE three four."]
    assert _numbers(text) == ["7", "9.5"]
    assert _avoided("Halves are dealt; `news`, behalves.") == [
        "'Halves': write float16, or parts",
        "'dealt': write assigned, or divided",
    ]
