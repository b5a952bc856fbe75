"""What NVIDIA's instructions in a kernel's text do, in plain OpenCL C, so that the text computes on any device.

Copies are made at once, loads go through a pointer, and a matrix product reads the fragments of a whole sub-group from
local memory, where all work-items put theirs first. Only what ``autoblas.emit.nvidia.ptx`` writes is known.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from autoblas.emit.dialect import CompilerOptions
from autoblas.kernels.kernel import Kernel
from autoblas.testing.checks import unwrapped

BARRIER = "barrier(CLK_LOCAL_MEM_FENCE);"

FUNCTIONS = """\
__attribute__((noinline))
void copy_now(__local char *to, __global const ushort *from, int nbytes, int existing)
{
  const int aligned = ((size_t)from | (size_t)to) % nbytes == 0;
  for (int i = 0; i < nbytes; i += 2) *(__local ushort *)(to + i) = !aligned ? ~0u : i < existing ? from[i / 2] : 0;
}
"""
"""``copy_now`` makes what is not aligned, which NVIDIA's devices refuse, NaN."""

PRODUCT = """\
__attribute__((noinline))
double product(const __local double *fragments, int items, int a, int b, int row, int col)
{
  double sum = 0;
  for (int l = 0; l < 8; ++l)
    sum += fragments[(a + row / 8 + l / 4 * 2) * items + row % 8 * 4 + l % 4]
      * fragments[(b + l / 4) * items + col * 4 + l % 4];
  return sum;
}
"""
"""An element of the product of m16n8k8, whose fragments hold these elements by the PTX ISA."""

COPY = re.compile(
    r'asm volatile\("cp\.async\.c[ag]\.shared\.global \[%0\], \[%1\], (\d+)(?:, %2)?;" : : '
    r'"r"\((.*?)\), "l"\((.*?)\)(?:, "r"\((.*)\))?\);'
)
LOAD = re.compile(
    r'asm volatile\("ld\.shared(?:\.v[24])?\.f(32|64) [^\[]*\[%\d+(?: \+ (\d+))?\];" : ((?:"=[fd]"\(\w+\)(?:, )?)+)'
    r' : "r"\((.*)\)\);'
)
STORE = re.compile(
    r'asm volatile\("st\.shared(?:\.v[24])?\.f(32|64) \[%0(?: \+ (\d+))?\][^"]*" : : "r"\((.*?)\)((?:, "[fd]"\([-\w.]+\))+)\);'
)
MMA = re.compile(r'asm\("mma\.sync\.aligned\.m16n8k8\.row\.col\.f64\.f64\.f64\.f64 [^"]*" : (.*) : (.*)\);')
FENCE = re.compile(r'asm volatile\("fence\.acq_rel\.gpu;" : : : "memory"\);')
NO_EFFECT = re.compile(r'asm volatile\("cp\.async\.(?:commit_group|wait_group \d+);"\);')
SIGN = re.compile(r"\w+ = as_double\(.*\);")


def with_emulation(kernel: Kernel, plant: Callable[[str], str] = lambda text: text) -> Kernel:
    """The kernel with its text changed by ``plant`` and then emulated, and without NVIDIA's options."""
    return replace(
        kernel,
        source=lambda p, q, d: emulated(plant(unwrapped(kernel.source(p, q, d)))),
        options=lambda p: CompilerOptions(),
    )


def emulated(text: str) -> str:
    """The text without assembly."""
    items = int(re.search(r"reqd_work_group_size\((\d+), 1, 1\)", text)[1])  # type: ignore[index]  # every text has one
    lines = list(_lines(unwrapped(text).splitlines(), items))
    functions = FUNCTIONS
    if MMA.search(text):
        first = next(number for number, line in enumerate(lines) if "double tiles[" in line)
        lines.insert(first, f"__local double fragments[{items * _most_registers(text)}];")
        lines.insert(first, "const int of_warp = get_local_id(0) / 32 * 32;")
        functions += PRODUCT
    pragmas = [line for line in lines if line.startswith("#")]
    body = [line for line in lines if not line.startswith("#")]
    emulation = "\n".join([*pragmas, functions, *body]) + "\n"
    if "asm" in emulation:
        message = f"unknown: {next(line for line in body if 'asm' in line)}"
        raise ValueError(message)
    return emulation


def _lines(lines: list[str], items: int) -> Iterator[str]:
    """The lines, those of matrix products together."""
    products: list[tuple[list[str], list[str]]] = []
    for line in lines:
        found = MMA.search(line)
        if found:
            products.append(([*re.findall(r"\((\w+)\)", found[1])], [*re.findall(r"\((\w+)\)", found[2])]))
            continue
        if products and not SIGN.search(line):
            yield from _multiply(products, items)
            products = []
        yield _statement(line)


def _statement(line: str) -> str:
    line = line.replace("(uint)(size_t)tiles", "0")
    line = NO_EFFECT.sub("", line)
    line = FENCE.sub("mem_fence(CLK_GLOBAL_MEM_FENCE);", line)
    line = COPY.sub(
        lambda m: (
            f"copy_now((__local char *)tiles + ({m[2]}), (__global const ushort *)({m[3]}), {m[1]}, {m[4] or m[1]});"
        ),
        line,
    )
    return STORE.sub(_store, LOAD.sub(_load, line))


def _load(match: re.Match[str]) -> str:
    """Values next to each other in local memory, or NaN where their address is no multiple of their size."""
    ctype, size = ("float", 4) if match[1] == "32" else ("double", 8)
    names = re.findall(r"\((\w+)\)", match[3])
    aligned = f"at % {size * len(names)} == 0"
    loads = [
        f"{name} = {aligned} ? *(__local {ctype} *)((__local char *)tiles + at + {size * place}) : NAN;"
        for place, name in enumerate(names)
    ]
    return f"{{ const uint at = ({match[4]}) + {match[2] or 0}; {' '.join(loads)} }}"


def _store(match: re.Match[str]) -> str:
    ctype, size = ("float", 4) if match[1] == "32" else ("double", 8)
    values = re.findall(r"\(([-\w.]+)\)", match[4])
    stores = [
        f"*(__local {ctype} *)((__local char *)tiles + at + {size * place}) = at % {size * len(values)} == 0 ? {value} : NAN;"
        for place, value in enumerate(values)
    ]
    return f"{{ const uint at = ({match[3]}) + {match[2] or 0}; {' '.join(stores)} }}"


def _multiply(products: list[tuple[list[str], list[str]]], items: int) -> Iterator[str]:
    """Matrix products of one step: every register's fragment goes to local memory, then all are multiplied."""
    registers = _registers(products)
    places = {register: place for place, register in enumerate(registers)}
    yield from (f"fragments[{place * items} + place] = {register};" for register, place in places.items())
    yield BARRIER
    for sums, operands in products:
        a, b = places[operands[0]], places[operands[4]]
        for v, name in enumerate(sums):
            at = f"fragments + of_warp, {items}, {a}, {b}, g + {v // 2 * 8}, 2 * t + {v % 2}"
            yield f"{name} += product({at});"
    yield BARRIER


def _registers(products: list[tuple[list[str], list[str]]]) -> list[str]:
    """The registers of operands, those of one instruction side by side."""
    return list(
        dict.fromkeys(r for start, stop in ((0, 4), (4, 6)) for _, x in products for r in x[start:stop])
    )


def _most_registers(text: str) -> int:
    return len(set(re.findall(r"\b(?:left|right)0_\d+_\d+\b", text)))
