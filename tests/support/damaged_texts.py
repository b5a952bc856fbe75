"""Texts as they may come from outside: JSON with values that nobody wrote there, and bytes that are no JSON at all."""

import json
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from autoblas.errors import AutoblasError

MARK = "__MARK__"
"""A word that no text of a kernel has by itself."""

ODD = [
    *("null", "true", "false", "NaN", "Infinity", "-Infinity", "1e999", "-1e999", "5e-324", "1.7e308", "-0.0"),
    *("0", "-1", "1.0", str(2**31), str(2**53), str(2**63 - 1), str(2**63), str(2**64), "1" + "0" * 400, "-1" + "0" * 400),
    *("1" + "0" * 5000, '""', '" "', '"1"', '"1e999"', '"NaN"', '"\\u0000"', '"\\ud800"', '"\udcff"', f'"{MARK}"', '"a\\nb"'),
    *("[]", "{}", "[[]]", '{"":0}', '[["kernel","x"]]', "[" * 3000 + "]" * 3000, '{"a":' * 3000 + "0" + "}" * 3000),
]  # fmt: skip
"""Values in JSON's words, and some that are not JSON's; a lone surrogate stands for a byte that is not UTF-8."""

JUNK = [
    b"",
    b"\0",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"{",
    b"]",
    b'"',
    b",",
    b"\n",
    b"\r\n",
    b"\\",
    b"nul",
    b"[" * 3000,
]


class _Word(str):
    """A value that is written as it is."""

    __slots__ = ()


def refusal(call: Callable[[], object]) -> str | None:
    """What a call says that is refused as is documented; None where it is not."""
    try:
        call()
    except AutoblasError as error:
        return str(error)
    return None


def odd_text() -> st.SearchStrategy[str]:
    """Words as a user, a shell or a file may give them."""
    long = st.sampled_from(["9" * 400, "9" * 5000, "x" * 5000, "-" * 300, "1" + "_0" * 50])
    few = st.sampled_from([
        *("", " ", "0", "-1", "nan", "inf", "1e999", "0x10", "1_0", "\u0661", "\u00b2", "\u2028"),
        *("\udcff", "\U0010ffff", MARK, "a\nb", "../x", "~", "%s", "{}", "é"),
    ])  # fmt: skip
    any_text = st.text(st.characters(exclude_characters="\0"), max_size=8)
    return st.one_of(few, any_text, long, st.integers().map(str), st.floats().map(str))


class _Again(str):
    """A name that a mapping may have beside the same one."""

    __slots__ = ()
    __eq__ = object.__eq__
    __hash__ = object.__hash__


@st.composite
def damaged_json(draw: st.DrawFn, values: st.SearchStrategy[Any]) -> bytes:
    """The text of one of ``values``, in which up to three things are not as they were, and now and then some bytes."""
    value = draw(values)
    for _ in range(draw(st.sampled_from([0, 1, 1, 1, 2, 3]))):
        value = _changed(draw, value)
    text = _written(value).encode("utf-8", "surrogateescape")
    return draw(damaged_bytes(text)) if draw(st.integers(0, 4)) == 0 else text


@st.composite
def damaged_bytes(draw: st.DrawFn, text: bytes) -> bytes:
    """Bytes that were cut short, doubled, or had others put among them or in their place."""
    for _ in range(draw(st.integers(1, 3))):
        begin, end = sorted((draw(st.integers(0, len(text))), draw(st.integers(0, len(text)))))
        middle = draw(st.one_of(st.sampled_from(JUNK), st.binary(max_size=6), st.just(text[begin:end] * 2)))
        how = draw(st.sampled_from(["cut", "replace", "insert"]))
        text = (
            text[:begin] + {"cut": b"", "replace": middle + text[end:], "insert": middle + text[begin:]}[how]
        )
    return text


def _changed(draw: st.DrawFn, value: Any) -> Any:
    """The value with one part of it changed, each part as likely as any other."""
    *way, last = draw(st.sampled_from([(None, *path) for path in _paths(value)]))
    return _replaced(draw, {None: value}, [*way, last])[None]


def _paths(value: Any) -> list[tuple[Any, ...]]:
    """The names and places that lead to each part of a value, itself first."""
    inside: list[Any] = list(value) if isinstance(value, dict) else []
    inside = list(range(len(value))) if isinstance(value, list | tuple) else inside
    return [(), *((each, *path) for each in inside for path in _paths(value[each]))]


def _replaced(draw: st.DrawFn, value: Any, path: list[Any]) -> Any:
    """A mapping or list with something else at the end of a path."""
    name, *rest = path
    if isinstance(value, list | tuple):
        inside = _replaced(draw, value[name], rest) if rest else draw(_odd(value[name]))
        return [*value[:name], inside, *value[name + 1 :]]
    if rest:
        return {**value, name: _replaced(draw, value[name], rest)}
    how = (
        "odd"
        if name is None
        else draw(st.sampled_from(["odd", "odd", "odd", "odd", "gone", "renamed", "twice"]))
    )
    others = {key: each for key, each in value.items() if key != name}
    if how == "gone":
        return others
    if how == "renamed":
        return others | {draw(st.sampled_from(["", "x", MARK, *value])): value[name]}
    return {**value, _Again(name) if how == "twice" else name: draw(_odd(value[name]))}


def _odd(value: Any) -> st.SearchStrategy[Any]:
    """What may stand in the place of a value."""
    odd = st.sampled_from(ODD).map(_Word)
    if isinstance(value, bool | int | float):
        return st.one_of(
            odd, odd, st.integers(), st.floats(), st.sampled_from([str(value), -value, not value])
        )
    if isinstance(value, str):
        words = value.split(" ")
        placed = st.tuples(st.integers(0, len(words) - 1), odd_text())
        changed = placed.map(lambda each: " ".join([*words[: each[0]], each[1], *words[each[0] + 1 :]]))
        return st.one_of(odd, st.text(max_size=6), changed, st.just(value.upper()))
    return odd


def _written(value: Any) -> str:
    """As JSON, but for what is no JSON; names may be there twice."""
    if isinstance(value, _Word):
        return str(value)
    if isinstance(value, dict):
        return (
            "{" + ",".join(f"{json.dumps(str(name))}:{_written(each)}" for name, each in value.items()) + "}"
        )
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(_written, value)) + "]"
    return json.dumps(value)
