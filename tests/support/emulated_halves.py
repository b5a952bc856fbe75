"""What ``gemm_hmma``'s instructions do, in plain OpenCL C, beside those that ``emulated_ptx`` knows.

Fragments are loaded by addresses that all work-items of a sub-group put into local memory first, and multiplied from there.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from autoblas.emit.dialect import CompilerOptions
from autoblas.kernels.kernel import Kernel
from autoblas.testing.checks import unwrapped
from support.emulated_ptx import BARRIER, emulated

FUNCTIONS = """\
__attribute__((noinline))
uint two_of(const __local char *tiles, const __local uint *lines, int turned, int lane)
{
  if (lines[lane / 4] % 16 != 0) return 0x7fff7fff;
  if (!turned) return *(const __local uint *)(tiles + lines[lane / 4] + lane % 4 * 4);
  const uint low = *(const __local ushort *)(tiles + lines[lane % 4 * 2] + lane / 4 * 2);
  return low | (uint)*(const __local ushort *)(tiles + lines[lane % 4 * 2 + 1] + lane / 4 * 2) << 16;
}
float half_of(uint two, int which, int brain)
{
  const ushort bits = which ? two >> 16 : two & 0xffff;
  return brain ? as_float((uint)bits << 16) : vload_half(0, (const half *)&bits);
}
__attribute__((noinline))
float product(const __local uint *fragments, int items, int a, int b, int row, int col, int brain)
{
  float sum = 0;
  for (int l = 0; l < 16; ++l)
    sum += half_of(fragments[(a + row / 8 + l / 8 * 2) * items + row % 8 * 4 + l % 8 / 2], l % 2, brain)
      * half_of(fragments[(b + l / 8) * items + col * 4 + l % 8 / 2], l % 2, brain);
  return sum;
}
__attribute__((noinline))
float product_of_tf32(const __local uint *fragments, int items, int a, int b, int row, int col)
{
  float sum = 0;
  for (int l = 0; l < 8; ++l)
    sum += as_float(fragments[(a + row / 8 + l / 4 * 2) * items + row % 8 * 4 + l % 4] & 0xffffe000u)
      * as_float(fragments[(b + l / 4) * items + col * 4 + l % 4] & 0xffffe000u);
  return sum;
}
uint rounded(float x, int brain)
{
  if (brain) return isnan(x) ? 0x7fff : (as_uint(x) + 0x7fff + (as_uint(x) >> 16 & 1)) >> 16;
  ushort bits;
  vstore_half_rte(x, 0, (half *)&bits);
  return bits;
}
"""

LOAD = re.compile(
    r'asm volatile\("ldmatrix\.sync\.aligned\.m8n8\.x([24])(\.trans)?\.shared\.b16 [^\[]*\[%\d(?: \+ (\d+))?\];"'
    r' : (.*) : "r"\((.*)\)\);'
)
OUTSIDE = re.compile(r" *if \((?:row|col)0 .*\) return;")
"""Left out: PoCL errs where work-groups end between barriers, and elements of such tiles are not stored in any case."""
MMA = re.compile(
    r'asm\("mma\.sync\.aligned\.m16n8k(?:8|16)\.row\.col\.f32\.(b?f16|tf32)\.(?:b?f16|tf32)\.f32 [^"]*" : (.*) : (.*)\);'
)
BITS = re.compile(r'asm volatile\("redux\.sync\.or\.b32 [^"]*" : "=r"\((\w+)\) : "r"\((.*)\)\);')
PAIR = re.compile(
    r'asm volatile\("\{ \.reg \.pred p, q;.*" : "=&h"\((\w+)\), "=&h"\((\w+)\) : "l"\((.*)\), "r"\((.*)\)\);'
)
STORE = re.compile(
    r'asm volatile\("st\.shared(?:\.v[24])?\.b32 \[%0(?: \+ (\d+))?\], [^"]*" : : "r"\((.*?)\)((?:, "r"\(.*\))+)\);'
)
ROUND = re.compile(
    r'asm\("cvt\.rn\.(b?f16)x2\.f32 %0, %1, %2;" : "=r"\((\w+)\) : "f"\((.*)\), "f"\((.*)\)\);'
)
TOGETHER = re.compile(r'asm volatile\("bar\.warp\.sync 0xffffffff;"\);')
PAST = re.compile(
    r'asm volatile\("ld\.global\.cg\.v4\.f32 [^"]*" : "=f"\((\w+)\), "=f"\((\w+)\), "=f"\((\w+)\), "=f"\((\w+)\)'
    r' : "l"\((.*)\) : "memory"\);'
)

TWO = r"{ const int count = \4; \1 = count > 0 ? (\3)[0] : 0; \2 = count > 1 ? (\3)[1] : 0; }"
FOUR = r"{ __global const float *f = \5; \1 = f[0]; \2 = f[1]; \3 = f[2]; \4 = f[3]; }"


def with_emulated_halves(kernel: Kernel, plant: Callable[[str], str] = lambda text: text) -> Kernel:
    """The kernel with its text changed by ``plant`` and then emulated."""
    return replace(
        kernel,
        source=lambda p, q, d: _emulated(plant(unwrapped(kernel.source(p, q, d)))),
        options=lambda p: CompilerOptions(),
    )


def _emulated(text: str) -> str:
    items = int(re.search(r"reqd_work_group_size\((\d+), 1, 1\)", text)[1])  # type: ignore[index]  # every text has one
    registers = len(set(re.findall(r"\b(?:long|short)\d+_\d\b", text)))
    lines = list(_lines(text.splitlines(), items))
    first = next(number for number, line in enumerate(lines) if "uint4 tiles[" in line)
    lines.insert(first, f"__local uint lines[{items}], fragments[{items * registers}];")
    lines.insert(first, "const int of_warp = get_local_id(0) / 32 * 32;")
    start = next(
        number
        for number, line in enumerate(lines)
        if line.startswith(("void copy_elements", "uint4 cut", "float eleven")) or "__kernel" in line
    )
    lines[start:start] = [line for line in FUNCTIONS.splitlines() if line]
    text = re.sub(
        r"const uint to, (__global const (?:ushort|float) \*x)",
        r"__local char *tiles, const uint to, \1",
        "\n".join(lines),
    )
    return emulated(re.sub(r"(copy_elements\d)\((?!__local)", r"\1((__local char *)tiles, ", text))


def _lines(lines: list[str], items: int) -> Iterator[str]:
    """The lines, those of matrix products together."""
    products: list[re.Match[str]] = []
    for line in lines:
        if OUTSIDE.fullmatch(line):
            continue
        found = MMA.search(line)
        if found:
            products.append(found)
            continue
        if products:
            beginning = line[
                : len(line) - len(line.lstrip())
            ]  # as deep as what follows, which is not continued
            yield from (beginning + each for each in _multiply(products, items))
            products = []
        plain = PAIR.sub(TWO, TOGETHER.sub("", line))
        plain = PAST.sub(FOUR, ROUND.sub(_round, plain))
        plain = STORE.sub(_store, plain)
        loaded = LOAD.search(plain)
        if loaded:
            yield from _load(loaded)
        elif bits := BITS.search(plain):
            name, value = bits.groups()
            gather = f"{name} = 0; for (int i = 0; i < 32; ++i) {name} |= lines[of_warp + i];"
            yield plain.replace(bits[0], f"lines[place] = {value}; {BARRIER} {gather} {BARRIER}")
        else:
            yield plain


def _round(match: re.Match[str]) -> str:
    """Two floats rounded to halves; the instruction's first is the upper one."""
    brain = _brain(match[1])
    return f"{match[2]} = rounded({match[4]}, {brain}) | rounded({match[3]}, {brain}) << 16;"


def _brain(kind: str) -> int:
    return int(kind == "bf16")


def _store(match: re.Match[str]) -> str:
    """Words next to each other in local memory, or NaN where their address is no multiple of their size."""
    words = re.split(r'\), "r"\(', match[3][len(', "r"(') : -1])
    stores = [
        f"*(__local uint *)((__local char *)tiles + at + {4 * place}) = at % {4 * len(words)} == 0 ? {word} : ~0u;"
        for place, word in enumerate(words)
    ]
    return f"{{ const uint at = ({match[2]}) + {match[1] or 0}; {' '.join(stores)} }}"


def _load(match: re.Match[str]) -> Iterator[str]:
    """Lines' addresses go to local memory, then every work-item reads its words of each matrix."""
    names = re.findall(r"\((\w+)\)", match[4])
    yield f"lines[place] = ({match[5]}) + {match[3] or 0};"
    yield BARRIER
    for place, name in enumerate(names):
        turned = int(match[2] is not None)
        yield f"{name} = two_of((__local char *)tiles, lines + of_warp + {8 * place}, {turned}, lane);"
    yield BARRIER


def _multiply(products: list[re.Match[str]], items: int) -> Iterator[str]:
    """Matrix products of one step: every register's fragment goes to local memory, then all are multiplied."""
    each = [
        (m[1], re.findall(r"\((\w+)\)", m[2]), re.findall(r"\((\w+)\)", m[3]), "=f" in m[2]) for m in products
    ]
    registers = list(dict.fromkeys(r for _, _, x, _ in each for part in (x[:4], x[4:]) for r in part))
    registers.sort(key=lambda name: (name.startswith("short"), *map(int, re.findall(r"\d+", name))))
    places = {register: place for place, register in enumerate(registers)}
    yield from (f"fragments[{place * items} + place] = {register};" for register, place in places.items())
    yield BARRIER
    for kind, sums, operands, anew in each:
        for v, name in enumerate(sums):
            at = f"{places[operands[0]]}, {places[operands[4]]}, g + {v // 2 * 8}, 2 * t + {v % 2}"
            call = "product_of_tf32" if kind == "tf32" else "product"
            at += "" if kind == "tf32" else f", {_brain(kind)}"
            yield f"{name} {'=' if anew else '+='} {call}(fragments + of_warp, {items}, {at});"
    yield BARRIER
