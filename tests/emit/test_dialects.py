"""Kernels speak no language of their own: OpenCL C is spelled in one module, and another dialect's texts have none of it."""

import ast
import dataclasses
import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import autoblas
from autoblas.devices.recording import HOPPER, PLAIN_CPU
from autoblas.emit.arguments import Argument, buffer, scalar
from autoblas.emit.cuda_c import CUDA_C
from autoblas.emit.dialect import CompilerOptions, Dialect
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.kernels import kernels
from autoblas.precision import BFLOAT16, COMPLEX64, FLOAT32, FLOAT64
from support.golden_samples import SAMPLES
from support.kernel_cases import draw_legal, portable, walks
from support.loops import over

PACKAGE = Path(autoblas.__file__).parent
SPEAKERS = sorted(
    path
    for room in ("kernels", "emit")
    for path in (PACKAGE / room).rglob("*.py")
    if path.name not in {"opencl_c.py", "cuda_c.py"}
)
"""Modules that write texts of kernels."""

NUMBERS = "float|double|half|char|short|int|long|uchar|ushort|uint|ulong"
FORBIDDEN = re.compile(
    "|".join(
        (
            r"(?<!\w)__(?:kernel|global|local|constant|private|read_only|write_only|attribute__|builtin_\w+)\b",
            rf"\b(?:as|convert)_(?:{NUMBERS})",
            rf"\b(?:{NUMBERS})(?:2|4|8|16)\b",
            r"\bv(?:load|store)(?:\d|_half)",
            r"\.s[0-9a-f]{1,16}\b(?!\()",
            r"\.(?:lo|hi|even|odd)\b(?!\()",
            r"(?<![\w.])(?:select|clamp|mad|mad24|all|any|barrier|prefetch|mem_fence|atomic_\w+|atom_\w+)\(",
            r"\bget_(?:global|local|group|num|sub|work)_\w+\(",
            r"\b(?:intel_)?sub_group_\w+\(",
            r"\b(?:read|write)_image|\bimage2d_t\b|\bsampler_t\b",
            r"\b(?:CLK_\w+|INFINITY|NAN|FLT_\w+|DBL_\w+)\b",
            r"\b(?:size_t|ptrdiff_t|restrict)\b(?!__)",
            r"#pragma (?:OPENCL|unroll)",
            r"-cl-\w+",
            r"(?<![\w ])\(long\)|\bconst long\b",
            r"//@",
        )
    )
)
"""Words of OpenCL C that other kernel languages lack or spell otherwise."""

SHARED = frozenset({"#pragma unroll"})
"""Those that CUDA C++ has too."""

FOREIGN = dataclasses.replace(CUDA_C, index="unsigned_index", long="wide_int", local_memory="near_memory ")
"""CUDA C++ in which the types of indices, and local memory, have names that nobody writes by hand."""


def spoken(path: Path) -> Iterator[tuple[int, str]]:
    """The line and the text of every string in a module that is no documentation; holes of f-strings are empty."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documentation = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    pieces = {
        id(piece) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for piece in node.values
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            texts = (piece.value if isinstance(piece, ast.Constant) else "{}" for piece in node.values)
            yield node.lineno, "".join(map(str, texts))
        elif (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in documentation | pieces
        ):
            yield node.lineno, node.value


@over("path", SPEAKERS)
def test_opencl_c_is_spelled_in_one_module(path):
    """Kernels and the emitter ask the dialect for each of these words."""
    forbidden = {(line, match[0]) for line, text in spoken(path) if (match := FORBIDDEN.search(text))}
    assert not forbidden


def test_the_words_are_found_where_they_are_spelled():
    """The search sees the words of ``opencl_c`` in its own module, and those of a kernel in its text."""
    opencl_text = "\n".join(text for _, text in spoken(PACKAGE / "emit" / "opencl_c.py"))
    assert len({match[0] for match in FORBIDDEN.finditer(opencl_text)}) > 30
    for sample in SAMPLES:
        assert FORBIDDEN.search(sample.text())


def test_a_language_spells_every_word():
    """One that lacks an abstract word, or an attribute, cannot be made."""
    with pytest.raises(TypeError, match="abstract"):
        Dialect("none", "c")  # type: ignore[abstract, call-arg]  # that is what is tested
    for field in dataclasses.fields(Dialect):
        assert field.kw_only or field.default is dataclasses.MISSING  # what a text is given is no word
    missing: Any = type("Missing", (type(FOREIGN),), {"vector": Dialect.vector})
    with pytest.raises(TypeError, match="vector"):
        missing()


def test_a_language_without_images_says_so():
    """Kernels that need them are kept away by their rules; who asks all the same is told what is missing."""
    with pytest.raises(NotImplementedError, match=r"CUDA C\+\+ has no images here"):
        FOREIGN.read_texel("float", "a", "0", "0")
    with pytest.raises(NotImplementedError, match=r"CUDA C\+\+ has no sub-groups here"):
        _ = FOREIGN.sub_group_lane


PLAIN = tuple(sample for sample in SAMPLES if not re.search(r"image2d_t|sub_group", sample.text()))
"""Points whose texts need neither images nor sub-groups."""


def assert_foreign(text: str) -> None:
    """The text is in the other language, with no word of OpenCL C."""
    assert "__global__" in text
    assert not {match[0] for match in FORBIDDEN.finditer(text)} - SHARED
    assert not re.search(r"\(vec<[^>]*>\)\(", text), "a vector literal of OpenCL C"
    assert not re.search(r"choose\([^,()]*, -?\d+,", text), "a choice of an integer's type"
    assert not re.search(r"near_memory (?!(?:const )?[\w<>,]+ \*)", text), "a declaration without its word"
    for opening, closing in ("()", "{}", "[]"):
        assert text.count(opening) == text.count(closing)


@over("sample", PLAIN)
def test_texts_in_another_language_have_no_word_of_opencl_c(sample):
    """Every kernel at its golden points, written with words that are all spelled otherwise."""
    assert_foreign(kernels()[sample.kernel].source(sample.params, sample.problem, FOREIGN))


def test_every_kernel_without_images_is_among_them():
    """Those with images or sub-groups only are known by name."""
    assert set(kernels()) - {sample.kernel for sample in PLAIN} == {
        "factor_teams",
        "lu_registers",
        "substitute_teams",
        "texture",
    }


@pytest.mark.budget(one_in=6)
@pytest.mark.parametrize("name", sorted(set(kernels()) - {"texture"}))
def test_random_texts_in_another_language_have_no_word_of_opencl_c(name):
    """Types, batches and orders change which words a kernel needs."""
    kernel, rng = kernels()[name], np.random.default_rng(1)
    facts = dataclasses.replace(PLAIN_CPU if name in portable() else HOPPER, images=False, fp16=True)
    for problem in itertools.islice(walks(kernel, facts), 26):
        params = draw_legal(kernel, problem, facts, rng)
        assert_foreign(kernel.source(params, problem, FOREIGN))


ARGUMENTS = (
    (buffer("x", COMPLEX64), "__global const float2 *restrict x", "const vec<float,2> *__restrict__ x"),
    (buffer("x", BFLOAT16, "both"), "__global ushort *restrict x", "ushort *__restrict__ x"),
    (buffer("x", "uint", "write", width=4), "__global uint4 *restrict x", "vec<uint,4> *__restrict__ x"),
    (scalar("x", FLOAT64), "const double x", "const double x"),
    (scalar("x", "offset"), "const ulong x", "const ulong x"),
    (scalar("x", "long"), "const long x", "const wide_int x"),
    (Argument("x", "buffer", "int", "both", shared=True), "volatile __global int *x", "volatile int *x"),
)


@pytest.mark.parametrize(("argument", "opencl", "cuda"), ARGUMENTS)
def test_arguments_are_declared_in_each_language(argument, opencl, cuda):
    """From what a kernel says of them."""
    assert OPENCL_C.declare(argument) == opencl
    assert FOREIGN.declare(argument) == cuda


def test_images_are_declared_by_what_is_done_with_them():
    """They are read or written, never both."""
    read, written = (Argument("a", "image", FLOAT32, access) for access in ("read", "write"))
    assert OPENCL_C.declare(read) == "__read_only image2d_t a"
    assert OPENCL_C.declare(written) == "__write_only image2d_t a"


def test_options_are_flags_of_either_compiler():
    """Options become the flags and attributes of each language."""
    asked = CompilerOptions(contract=True, registers=96)
    assert OPENCL_C.flags(asked) == ("-cl-mad-enable", "-cl-nv-maxrregcount=96")
    assert CUDA_C.flags(asked) == ("--std=c++17", "--prec-div=false", "--prec-sqrt=false")
    assert "--use_fast_math" in CUDA_C.flags(CompilerOptions(relaxed=True))
    assert OPENCL_C.flags(CompilerOptions()) == ()
    assert OPENCL_C.flags(CompilerOptions(relaxed=True, sub_groups=True)) == (
        "-cl-fast-relaxed-math",
        "-cl-std=CL2.0",
    )
