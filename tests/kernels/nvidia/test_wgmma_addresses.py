"""Where the texts of ``gemm_wgmma`` put numbers and take them from, work-item by work-item, and which tile is whose."""

import itertools
import re
from dataclasses import replace

import pytest

from autoblas.emit.nvidia import wgmma
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.kernels.nvidia.wgmma.params import splits
from support.declarations import declaration, evaluated
from support.wgmma_cases import HALVES, KERNEL, LARGE, text_of


@pytest.mark.parametrize("values", [{"form": "half3"}, {"form": "half3", "tn": 64}, {"form": "tf32x3"}])
def test_factors_and_flags_are_read_where_the_split_writes_them(values):
    """For every work-item: its rows' and columns' factors, and all words of its team's rows and of the columns."""
    params = KERNEL.space.point(values)
    text = text_of(values, LARGE)
    a, b = splits(params, LARGE)

    def guard(q, row):
        return q.planes * q.plane_bytes + row // 64 * 512 + row % 64 * 4

    loads = re.findall(
        r'ld\.shared(?:\.v2)?\.\w+ [^\[]*\[%\d+(?: \+ (\d+))?\];" : (.*) : "r"\((\w+)\)\)', text
    )
    reads = {
        name: [(int(offset or 0), into) for offset, into, at in loads if at == name] for _, _, name in loads
    }
    for team, warp, lane in itertools.product(range(2), range(4), range(32)):
        names = {"at": 0, "team": team, "warp": 4 * team + warp, "lane": lane, "g": lane // 4, "t": lane % 4}
        addresses = {
            evaluated(declaration(text, "said_a"), **names) + offset for offset, _ in reads["said_a"]
        }
        assert addresses <= {guard(a, team * 64 + row) + 256 for row in range(64)}
        assert {guard(a, team * 64 + row) + 256 for row in (lane, lane + 32)} == addresses
        words = {evaluated(declaration(text, "said_b"), **names) + offset for offset, _ in reads["said_b"]}
        assert words == {a.block_bytes + guard(b, row) + 256 for row in range(lane, params.tn, 32)}
        if params.form != "half3":
            continue
        rows_at, cols_at = (evaluated(declaration(text, name), **names) for name in ("rows_at", "cols_at"))
        first = team * 64 + warp * 16 + lane // 4
        rows = [guard(a, first), guard(a, first + 8)]
        assert [rows_at + offset for offset, _ in reads["rows_at"]] == 2 * rows, "to certify and to add"
        wanted = [a.block_bytes + guard(b, 8 * j + lane % 4 * 2) for j in range(params.tn // 8)]
        assert [cols_at + offset for offset, _ in reads["cols_at"]] == 2 * wanted


def test_factors_meet_the_sums_of_their_row_and_column():
    """By the layout of the sums of m64nNk16: for each 8 columns a pair in row g and a pair in row g + 8."""
    text = text_of({}, LARGE)
    scaled_sums = re.findall(
        r"sum(\d+) = fma\(fma\(low(\d+), \S+, acc(\d+)\) \* row_factor(\d), col_factor(\d+), sum(\d+)\);",
        text,
    )
    assert len(scaled_sums) == 64
    for number, (total, low, acc, row, col, before) in enumerate(scaled_sums):
        assert int(total) == int(low) == int(acc) == int(before) == number
        assert int(row) == number % 4 // 2
        assert int(col) == number // 4 * 2 + number % 2


@pytest.mark.parametrize("order", ["row", "any"])
def test_elements_of_a_tile_are_stored_once_from_their_sums(order):
    """The places that the work-items of both teams store their sums at are all those of the tile."""
    text = text_of({}, replace(LARGE, c=order))
    row, col = (declaration(text, name) for name in ("row", "col"))
    stores = re.findall(
        r"put_some\(c_at(?: \+ \(size_t\))?(?: \+ )?(\d*)(?: \* c_col)?, .*?, n - col(?: - (\d+))?, .*sum(\d+), sum(\d+)\);",
        text,
    )
    assert len(stores) == 32
    sums_by_element: dict[tuple[int, int], int] = {}
    for team, warp, lane in itertools.product(range(2), range(4), range(32)):
        names = {
            "tile_row": 0,
            "tile_col": 0,
            "team": team,
            "warp": 4 * team + warp,
            "g": lane // 4,
            "t": lane % 4,
        }
        first, first_col = (evaluated(expression, **names) for expression in (row, col))
        for number, (offset, limit, x, y) in enumerate(stores):
            assert (offset or "0") == (limit or "0")
            for step, total in enumerate((int(x), int(y))):
                at = (first + 8 * (number // 16), first_col + int(offset or 0) + step)
                assert at not in sums_by_element
                sums_by_element[at] = total
                assert at[1] == total // 4 * 8 + lane % 4 * 2 + total % 2
                assert at[0] % 16 == lane // 4 + total % 4 // 2 * 8
    assert set(sums_by_element) == set(itertools.product(range(128), range(128)))


def test_halves_are_turned_into_lines_without_bank_conflicts():
    """Sums that a work-item stores to local memory for a row and column are those that another loads from there for them."""
    text = text_of({"form": "half", "tn": 64, "turns": False}, HALVES)
    put = re.findall(r"const uint at0_(\d) = (mine .*);", text)
    assert len(put) == 8
    elements: dict[int, tuple[int, int]] = {}
    for lane, h, (j, at) in itertools.product(range(32), range(2), put):
        address = evaluated(at, mine=0, g=lane // 4, t=lane % 4) + 1024 * h
        assert address not in elements
        elements[address] = (lane // 4 + 8 * h, int(j) * 8 + lane % 4 * 2)
    for _, at in put:
        assert len({evaluated(at, mine=0, g=lane // 4, t=lane % 4) // 4 % 32 for lane in range(32)}) == 32
    taken = re.findall(r"const uint from = (mine .*);", text)
    rows = re.findall(r"const int to = (row .*);", text)
    cols = re.findall(r"\(size_t\)\((col - t \* 2.*?)\)\) = eight", text)
    assert len(taken) == len(rows) == len(cols) == 4
    for start, (source, row, col) in itertools.product(range(0, 32, 8), zip(taken, rows, cols, strict=True)):
        banks: set[int] = set()
        for lane in range(start, start + 8):
            names = {"line": lane // 8, "chunk": lane % 8, "g": 0, "t": 0, "row": 0, "col": 0, "mine": 0}
            address = evaluated(source, **names)
            banks |= {address // 4 % 32 + word for word in range(4)}
            for word in range(4):
                expected = evaluated(row, **names), evaluated(col, **names) + 2 * word
                assert elements[address + 4 * word] == expected
        assert len(banks) == 32


@pytest.mark.parametrize("band", [1, 4, 8])
def test_work_groups_take_all_tiles_once(band):
    """Bands of rows, each column by column, whatever the last band's height."""
    text = text_of({"band": band}, LARGE)
    for tall, wide in ((1, 1), (5, 3), (8, 7), (19, 2)):
        tiles = []
        for tile in range(tall * wide):
            names = {"tile": tile, "tall": tall, "wide": wide}
            for name in ("above", "high", "rest", "tile_row", "tile_col"):
                names[name] = evaluated(declaration(text, name), **names)
            tiles.append((names["tile_row"], names["tile_col"]))
        assert sorted(tiles) == list(itertools.product(range(tall), range(wide)))
    for sizes, groups in (((100, 100), 1), ((4096, 4096), 132), ((129, 129), 4)):
        problem = replace(LARGE, m=sizes[0], n=sizes[1])
        assert KERNEL.geometry(KERNEL.space.point({}), problem).global_size == (groups * 384, 1)
        batch = replace(problem, items=5)
        assert KERNEL.geometry(KERNEL.space.point({}), batch).global_size == (groups * 384, 1, 5)


def test_a_descriptor_names_the_first_rows_of_a_matrix():
    """Address, distance of 8 rows, and the widest swizzle, in the bits that the PTX ISA gives them."""
    for address in (1024, 0x30400):
        value = eval(wgmma.descriptor(str(address), 8192)) | wgmma.UPPER << 32
        assert value & 0x3FFF == address // 16
        assert value >> 16 & 0x3FFF == 8192 // 16
        assert value >> 32 & 0x3FFF == 1024 // 16
        assert value >> 62 == 1


def test_products_name_registers_by_halves_of_their_columns():
    """The shape, the types and the flags of each kind."""
    sums = [f"acc{i}" for i in range(32)]
    half, tf32 = (wgmma.product_macro(OPENCL_C, "MULTIPLY", kind, sums) for kind in ("half", "tf32"))
    assert "m64n64k16.f32.f16.f16" in half
    assert "m64n64k8.f32.tf32.tf32" in tf32
    assert half.count('"+f"') == tf32.count('"+f"') == 32
    assert "p, 1, 1, 0, 0;" in half
    assert "p, 1, 1;" in tf32
    assert "mov.b64 a, {%32, 0x40000040}; mov.b64 b, {%33, 0x40000040};" in half
    assert "setp.ne.b32 p, %34, 0;" in half
