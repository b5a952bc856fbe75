"""The shell commands of a page of the documents, and how a test runs them: on PoCL, in little time, in a folder of its own."""

import re
import shlex

from support.page_examples import page

SEARCH = {"--seconds": "1", "--evaluations": "1"}
"""What a search may take; it lists no spaces unless the page names a strategy."""

LARGEST, LARGEST_FIXED = 64, 256
"""Sizes of products that are tuned or timed are at most that; the second where parameters are fixed, which may be of large
products."""


def commands(name: str) -> list[str]:
    """The commands of a page's blocks of shell, one for each line; continued lines are joined.

    In a block of ``console`` commands follow a prompt, and other lines are output.
    """
    lines: list[str] = []
    for language, block in re.findall(r"^```(sh|console)\n(.*?)^```$", page(name), re.DOTALL | re.MULTILINE):
        joined = block.replace("\\\n", "").splitlines()
        lines += joined if language == "sh" else [line[2:] for line in joined if line.startswith("$ ")]
    stripped = (re.sub(r"\s+# .*", "", line).strip() for line in lines)
    return [re.sub(r" {2,}", " ", line) for line in stripped if line]


def shortened(command: str) -> str:
    """The same command, with less to do where it tunes, times or checks; a GPU is PoCL's device.

    Nothing is left out: options are added, and numbers are smaller.
    """
    words = shlex.split(command)
    if "autoblas" not in words or words[words.index("autoblas") + 1 :][:1] not in (
        ["tune"],
        ["bench"],
        ["check"],
    ):
        return command
    place = words.index("autoblas")
    verb, rest = words[place + 1], words[place + 2 :]
    largest = LARGEST_FIXED if "--fix" in rest else LARGEST
    for at, word in enumerate(rest):
        before = rest[at - 1] if at else ""
        if before == "--device":
            rest[at] = "Portable"
        elif (
            before == "--stop" or (before == "-n" and "axpy" not in rest) or re.fullmatch(r"\d+(x\d+)+", word)
        ):
            rest[at] = "x".join(str(min(int(size), largest)) for size in word.split("x"))
    if verb == "tune":
        for name, value in SEARCH.items():
            rest = _set(rest, name, value)
        if "--strategy" not in rest and "all" not in rest:
            rest = _set(rest, "--strategy", "suggested")
    if verb == "bench":
        rest = _set(rest, "--trials", "1")
    redirected = rest.index(">") if ">" in rest else len(rest)
    shown = [each if each == ">" or "*" in each else shlex.quote(each) for each in rest[:redirected]]
    return " ".join([*words[: place + 2], *shown, *rest[redirected:]])


def _set(words: list[str], name: str, value: str) -> list[str]:
    """The words with an option set, before what is redirected."""
    if name in words:
        at = words.index(name)
        return [*words[: at + 1], value, *words[at + 2 :]]
    end = words.index(">") if ">" in words else len(words)
    return [*words[:end], name, value, *words[end:]]
