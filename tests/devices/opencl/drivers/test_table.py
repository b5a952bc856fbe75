"""Known drivers: where their libraries are looked for, on Linux and on Windows, and which hardware they need."""

import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from autoblas.devices.opencl.drivers import table
from autoblas.devices.opencl.drivers.table import (
    DRIVERS,
    VendorDriver,
    libraries_of,
    located,
    nodes_of,
    proves_hardware,
)
from support.marks import with_stand_ins

pytestmark = pytest.mark.usefixtures("own_results")

NVIDIA = next(driver for driver in DRIVERS if driver.vendor == "0x10de")


def _names(paths: list[Path], root: Path) -> list[str]:
    return [str(path.relative_to(root)) for path in paths]


@with_stand_ins
def test_libraries_are_found_as_the_linker_finds_them(tmp_path, monkeypatch):
    """LD_LIBRARY_PATH comes first, then the linker's cache, then the maker's folders; each file is named once."""
    root = tmp_path.resolve()
    for name in ("set", "cached", "own-1", "own-2"):
        (root / name).mkdir()
        (root / name / "libx.so").write_text(name)
    (root / "own-1" / "liby.so").symlink_to(root / "set" / "libx.so")
    cache = b"head\0libx.so\0%s\0/no/such/libx.so\0/libx.so.1\0" % os.fsencode(root / "cached" / "libx.so")
    (root / "cache").write_bytes(cache)
    monkeypatch.setattr(table, "CACHE", root / "cache")
    monkeypatch.setenv("LD_LIBRARY_PATH", f"/no/such:{root / 'set'}")
    driver = VendorDriver("X", (), ("libx.so", "liby.so"), folders=(f"{root}/own-*", "/no/such*"))
    paths = _names(libraries_of(driver), root)
    assert paths == ["set/libx.so", "cached/libx.so", "own-1/libx.so", "own-2/libx.so"]
    assert _names(list(located("libx.so")), root) == paths[:2]
    monkeypatch.setattr(table, "CACHE", root / "none")
    assert _names(list(located("libx.so")), root) == paths[:1]


@with_stand_ins
def test_libraries_for_other_processors_are_none(tmp_path):
    """A system may hold a 32-bit copy beside the right one; what is no library at all stays, to be told of."""
    ours = Path(sys.executable).read_bytes()[:64]
    (tmp_path / "libours.so").write_bytes(ours)
    (tmp_path / "libtheirs.so").write_bytes(ours[:18] + b"\x99\x00" + ours[20:])
    (tmp_path / "libtext.so").write_text("text")
    driver = VendorDriver("X", (), ("libours.so", "libtheirs.so", "libtext.so"), folders=(str(tmp_path),))
    assert [path.name for path in libraries_of(driver)] == ["libours.so", "libtext.so"]


def test_drivers_of_windows(tmp_path, monkeypatch):
    """There each version has a folder of its own, the newest first, and no device files are asked for."""
    store = tmp_path / "System32" / "DriverStore" / "FileRepository"
    for date, name in enumerate(("nv_dispi.inf_amd64_1", "nv_dispi.inf_amd64_2", "igd.inf_amd64_1")):
        (store / name).mkdir(parents=True)
        (store / name / "nvopencl64.dll").touch()
        os.utime(store / name / "nvopencl64.dll", (date, date))
    monkeypatch.setattr(table, "WINDOWS", True)
    monkeypatch.setenv("SYSTEMROOT", str(tmp_path))
    paths = _names(libraries_of(NVIDIA), store.resolve())
    assert paths == ["nv_dispi.inf_amd64_2/nvopencl64.dll", "nv_dispi.inf_amd64_1/nvopencl64.dll"]
    assert not NVIDIA.needs_nodes


def test_every_known_driver_but_one_needs_hardware():
    """Names are unique, platforms too, and only Intel's runtime for CPUs is looked for on every machine."""
    assert [driver for driver in DRIVERS if not driver.nodes] == [table.INTEL_CPU]
    for names in (
        [driver.name for driver in DRIVERS],
        [name for driver in DRIVERS for name in driver.platforms],
    ):
        assert len(names) == len(set(names))
    assert all(driver.libraries for driver in DRIVERS)


def test_a_card_of_another_maker(tmp_path, monkeypatch):
    """Device files that all makers share are told apart; where they cannot be, hardware may be there but need not."""
    cards, vendors = (
        tmp_path / "renderD*",
        {"renderD128": "0x10de", "renderD129": "0x8086", "renderD130": None},
    )
    for name in vendors:
        (tmp_path / name).touch()
    monkeypatch.setattr(table, "CARDS", str(cards))
    monkeypatch.setattr(table, "_vendor", lambda node: vendors[Path(node).name])
    intel = VendorDriver("Intel's", (), (), nodes=(str(cards),), vendor="0x8086")
    nodes = nodes_of(intel)
    assert [Path(node).name for node in nodes] == ["renderD129", "renderD130"]
    assert [proves_hardware(intel, node) for node in nodes] == [True, False]
    anyone = replace(intel, vendor="")
    assert len(nodes_of(anyone)) == 3
    assert not any(proves_hardware(anyone, node) for node in nodes_of(anyone))
    assert not proves_hardware(intel, table.WSL)
