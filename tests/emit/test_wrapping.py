"""Lines of kernels' texts that are wider than a page: where they break, and that nothing but blanks changes."""

import re

import pytest

from autoblas.devices.recording import HOPPER, PLAIN_CPU
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.emit.source import Source
from autoblas.emit.wrapping import WIDTH, wrapped
from autoblas.kernels import kernels
from autoblas.testing.checks import unwrapped
from support.golden_sample import GOLDEN
from support.golden_samples import SAMPLES
from support.kernel_cases import portable, problem_for
from support.loops import over

WORD = re.compile(
    r'^ *#.*|//.*|"(?:[^"\\]|\\.)*"|\w+|<<=|>>=|[-+*/%&|^<>=!]=|\+\+|--|&&|\|\||<<|>>|\S', re.MULTILINE
)
"""Tokens of a compiler: directives and literals whole, names, numbers, operators."""

BROKEN = {
    "behind a comma, where as much as possible fits": (
        f"  call({'first, ' * 16}{'second, ' * 20}third);",
        f"  call({'first, ' * 15}first,\n      {'second, ' * 13}second,\n      {'second, ' * 6}third);",
    ),
    "at the outermost operator": (
        f"x = first + (second + third) * fourth < limit && {'a' * 40}({'b' * 20} + {'c' * 20}, d);",
        f"x = first + (second + third) * fourth < limit\n    && {'a' * 40}({'b' * 20} + {'c' * 20}, d);",
    ),
    "behind a condition": (
        f"  if (row < m && col < n) c[{'r' * 50} + {'s' * 30}] = alpha * sum;",
        f"  if (row < m && col < n)\n      c[{'r' * 50} + {'s' * 30}] = alpha * sum;",
    ),
    "between statements, which are as deep": (
        f"  {'a' * 60} = 0; {'b' * 60} = 1;",
        f"  {'a' * 60} = 0;\n  {'b' * 60} = 1;",
    ),
    "between the operands of assembly, never inside a literal": (
        f'  asm("{"word, " * 12}word;" : "=r"({"x" * 20}), "=r"(y) : "r"({"z" * 20}));',
        f'  asm("{"word, " * 12}word;"\n      : "=r"({"x" * 20}), "=r"(y) : "r"({"z" * 20}));',
    ),
}
"""Lines and their wrapped forms."""

WHOLE = (
    f"#define SUM {' + '.join('abcdefghij' * 4)}",
    f"  // {', '.join('abcdefghij' * 5)}",
    f"  int x = 0;  // {', '.join('abcdefghij' * 5)}",
    f"  {'x' * 130};",
    "  short(line, of, arguments);",
)
"""Lines that stay as they are: directives, comments, what has no blank to break at, what is no wider than a page."""


@pytest.mark.parametrize("where", BROKEN)
def test_lines_break(where):
    """Where a person would break them."""
    line, expected = BROKEN[where]
    assert wrapped(line) == expected
    assert unwrapped(expected) == f"{line}\n" or "statements" in where


@pytest.mark.parametrize("line", WHOLE)
def test_lines_stay_whole(line):
    """A break would change what they mean, or there is no place for one."""
    assert wrapped(line) == line


def test_digits_do_not_matter():
    """Lines that differ in digits alone break at the same places: each has its own digits."""
    first = f"x{1} = call({', '.join(f'argument{number}' for number in range(10, 30))});"
    assert wrapped(first.replace("1", "7")) == wrapped(first).replace("1", "7")


@over("path", sorted(GOLDEN.glob("*/*.cl")))
def test_golden_texts_fit_a_page(path):
    """Only a literal or a directive is wider."""
    for line in path.read_text(encoding="utf-8").splitlines():
        assert len(line) <= WIDTH or re.search(r'^#|^ *asm.*\("[^"]*"$', line), line


@over("sample", SAMPLES)
def test_only_blanks_change(sample):
    """A compiler reads the same words in the same order, in the samples and in points of other problems."""
    kernel = kernels()[sample.kernel]
    facts = PLAIN_CPU if kernel.name in portable() else HOPPER
    points = [(sample.params, sample.problem)]
    for index in range(3):
        problem = problem_for(kernel, index, facts)
        points += [(kernel.suggested(problem, facts), problem)]
    texts = [kernel.source(params, problem, OPENCL_C) for params, problem in points if params is not None]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Source, "__str__", lambda source: "\n".join(source.lines) + "\n")
        plain = [kernel.source(params, problem, OPENCL_C) for params, problem in points if params is not None]
    for text, lines in zip(texts, plain, strict=True):
        assert WORD.findall(text) == WORD.findall(lines)
        assert all(line == line.rstrip() for line in text.splitlines())
