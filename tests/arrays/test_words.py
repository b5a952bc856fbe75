"""Functions that are made from lines: one text for one structure, with names of their own."""

import sys

from autoblas.arrays import words
from autoblas.arrays.words import made

MODULE = "autoblas.arrays.words"


def test_functions_of_one_text_have_their_own_names():
    """The text is compiled once; what its names stand for is each function's."""
    before = words._maker.cache_info().misses
    lines = ["if x > most:\n    return most", "return x"]
    functions = [made("clipped(x)", lines, {"most": most}, MODULE) for most in (3, 5)]
    assert [f(4) for f in functions] == [3, 4]
    assert words._maker.cache_info().misses == before + 1


def test_what_is_kept_is_found_by_the_next_call():
    """And by that of the same function alone."""
    lines = ["before = last", "last = x", "return before"]
    first, second = (made("swapped(x)", lines, {}, MODULE, ["last"]) for _ in range(2))
    assert [first(1), first(2), second(3), first(4)] == [None, 1, None, 2]


def test_a_function_is_its_modules_to_those_who_look_at_frames():
    """Warnings and errors of its lines name the module that it is made for."""

    def caller():
        return sys._getframe(1).f_globals["__name__"]

    assert made("named()", ["return caller()"], {"caller": caller}, MODULE)() == MODULE


def test_texts_that_are_not_used_give_way():
    """They are kept up to a number."""
    assert words._maker.cache_info().maxsize == words.TEXTS_CACHED
