"""``tools/names.py`` and the glossary that it reads."""

from pathlib import Path

from names import avoided, counts, vague_names

import autoblas

ROOT = Path(autoblas.__file__).parents[2]

GLOSSARY = avoided((ROOT / "docs/glossary.md").read_text(encoding="utf-8"))

TEXT = '''
class Params:
    """What a kernel takes."""

    def keep_rows(self, given, unknown):
        self.found = each = given[0]
        return each
'''


def test_the_glossary_has_words_and_exempt_names():
    """Both columns are read whole, without the heads of the tables."""
    assert {"each", "found", "both"} < GLOSSARY.words
    assert not {"avoid", "exempt", "index"} & GLOSSARY.words
    assert GLOSSARY.exempt["left"] == "right"
    assert not GLOSSARY.exempt["in_place"]


def test_definitions_count_by_their_words():
    """A use does not count, nor does a part of a word."""
    assert sorted(vague_names(TEXT, GLOSSARY)) == ["each", "found", "given", "keep_rows"]
    assert list(counts([TEXT], GLOSSARY).values()) == [4, 1, 0, 1]
    assert list(counts([TEXT] * 3, GLOSSARY).values()) == [12, 3, 1, 3]


def test_a_name_may_be_exempt_beside_another():
    """Of a pair of operands, and of no remaining seconds."""
    assert vague_names("left = 1\nright = 2\n", GLOSSARY) == []
    assert vague_names("left = 1\nbright = 2\n", GLOSSARY) == ["left"]
