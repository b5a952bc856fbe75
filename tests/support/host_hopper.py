"""A device for ``gemm_wgmma`` and ``gemm_halves`` in CUDA C++ on the host: instructions of NVIDIA's Hopper architecture become functions.

What they do is in ``host_hopper.cpp``; only what the forms of two parts need is known, and halves without slices and clusters.
"""

import re
from collections.abc import Callable
from pathlib import Path

from autoblas.devices.device import Facts
from autoblas.testing.checks import unwrapped
from support.host_cuda import HERE, HostCuda

FUNCTIONS = tuple(
    (re.compile(pattern), function)
    for pattern, function in (
        (r"|fence\..*|setmaxnreg\..*|wgmma\.(fence|commit_group|wait_group)\..*", "nothing"),
        (r"cp\.async\.(?:commit_group|wait_group \d+);", "nothing"),
        (r"tensormap\.replace\.tile\.global_address\..*", "set_address"),
        (
            r"tensormap\.replace\.tile\.(box_dim|global_dim|global_stride)\..* \[%0\], (\d), %1;",
            r"set_\1<\2>",
        ),
        (r"tensormap\.replace\.tile\.(element_stride)\..* \[%0\], (\d), 1;", r"set_\1<\2>"),
        (r"tensormap\.replace\.tile\.(rank)\..*", r"set_\1"),
        (
            r"tensormap\.replace\.tile\.(elemtype|interleave_layout|swizzle_mode|fill_mode)\..* \[%0\], (\d+);",
            r"set_\1<\2>",
        ),
        (r"tensormap\.cp_fenceproxy\..*, 128;", "publish_map"),
        (r"cp\.async\.bulk\.tensor\.2d\..*", "copy_box"),
        (r"cp\.async\.cg\.shared\.global \[%0\], \[%1\], 16(?:, %2)?;", "copy_chunk"),
        (r"cp\.async\.mbarrier\.arrive\.noinc\..*", "arrive"),
        (r"mbarrier\.init\..*", "make_barrier"),
        (r"mbarrier\.arrive\.expect_tx\..*", "arrive_expecting"),
        (r"mbarrier\.arrive\.shared.*", "arrive"),
        (r"\{ \.reg \.pred p; mbarrier\.try_wait\..*", "has_ended"),
        (r"cp\.async\.bulk\..*", "copy_bulk"),
        (r"bar\.arrive %0, (\d+);", r"come<\1>"),
        (r"(?:bar|barrier\.cta)\.sync(?:\.aligned)? %0, (\d+);", r"meet<\1>"),
        (r".* barrier\.cta\.red\.or\.aligned\.pred p, %2, (\d+), p; .*", r"any_in_team<\1>"),
        (r"bar\.warp\.sync .*", "meet_sub_group"),
        (r".* vote\.sync\.any\.pred .*", "any_in_warp"),
        (r".* vote\.sync\.ballot\.b32 .*", "ballot"),
        (r"redux\.sync\.add\.u32 .*", "sum_of_all"),
        (r"shfl\.sync\.idx\.b32 .*", "from_lane"),
        (r"shfl\.sync\.bfly\.b32 %0, %1, (\d+), .*", r"from_lane_across<\1>"),
        (r"popc\.b32 .*", "count_bits"),
        (r".* brev\.b32 .* clz\.b32 .*", "lowest_bit"),
        (r"ld\.shared\S* [^\[]*\[%\d+\];", "load_local<0>"),
        (r"ld\.shared\S* [^\[]*\[%\d+ \+ (\d+)\];", r"load_local<\1>"),
        (r"st\.shared\S* \[%0\], .*", "store_local<0>"),
        (r"st\.shared\S* \[%0 \+ (\d+)\], .*", r"store_local<\1>"),
        (
            r".* wgmma\.mma_async\.sync\.aligned\.m64n\d+k16\.f32\.(b?f16)\.\1 .* p, 1, 1, (\d), (\d); .*",
            r"multiply_lines<hopper::\1, 16, \2, \3>",
        ),
        (r"cvt\.rn\.(b?f16)x2\.f32 .*", r"pair_of<hopper::\1>"),
        (r".* wgmma\.mma_async\.sync\.aligned\.m64n\d+k8\.f32\.tf32\.tf32 .*", "multiply_lines<float, 8>"),
        (r"mma\.sync\.aligned\.m16n8k8\.row\.col\.f32\.tf32\.tf32\.f32 .*", "multiply_fragments"),
    )
)
"""Functions for instructions, by the whole of their text."""


class HostHopper(HostCuda):
    """The device.

    Args:
        facts: What kernels are to know it by.
        folder: Where programs are compiled.
        plant: What changes the texts of kernels, to see that it is noticed.
    """

    staggered = True

    def __init__(self, facts: Facts, folder: Path, plant: Callable[[str], str] = lambda text: text) -> None:
        super().__init__(facts, folder)
        self._plant = plant

    def translated(self, text: str) -> str:
        """The text without assembly, below the functions that it calls instead."""
        text = self._plant(unwrapped(text))
        return f"{(HERE / 'host_hopper.cpp').read_text()}\n{without_assembly(text)}"


def without_assembly(text: str) -> str:
    """The text with a call of a function instead of each ``asm``."""
    pieces, end = [], 0
    for found in re.finditer(r"\basm(?: volatile)?\(", text):
        pieces.append(text[end : found.start()])
        end = closing(text, found.end())
        pieces.append(call(text[found.end() : end - 1]))
    return "".join([*pieces, text[end:]])


def closing(text: str, start: int) -> int:
    """The place behind the bracket that closes what is open at a place."""
    depth, quoted = 1, False
    for place in range(start, len(text)):
        letter = text[place]
        quoted ^= letter == '"'
        depth += 0 if quoted else {"(": 1, ")": -1}.get(letter, 0)
        if not depth:
            return place + 1
    raise ValueError(text[start : start + 80])


def call(body: str) -> str:
    """The call for what stands between the brackets of an ``asm``."""
    instruction, rest = re.match(r'"([^"]*)"(.*)', body, re.DOTALL).groups()  # type: ignore[union-attr]  # every one has it
    instruction = instruction.replace(r"\n", "")
    for pattern, function in FUNCTIONS:
        found = pattern.fullmatch(instruction)
        if found:
            return f"hopper::{found.expand(function)}({', '.join(operands(rest))})"
    raise ValueError(instruction)


def operands(words: str) -> list[str]:
    """The variables and expressions of the operands, those first that are only read."""
    found = [
        (each[1] != "", words[each.end() : closing(words, each.end()) - 1])
        for each in re.finditer(r'"([=+]?)&?[rlf]"\(', words)
    ]
    return [text for _, text in sorted(found, key=lambda each: each[0])]
