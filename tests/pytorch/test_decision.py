"""Decisions who computes PyTorch's products: by times of both, stored, shipped or measured, and by what calls take later."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

torch: Any = pytest.importorskip("torch")  # before our operator, which is registered when both are there

from autoblas.torch import decision, measuring, records  # noqa: E402
from autoblas.torch.measuring import Case  # noqa: E402
from autoblas.torch.products import Product  # noqa: E402
from autoblas.torch.switch import Switch, tf32_setting  # noqa: E402
from support.torch_switch import matrix, options  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.torch
functional = torch.nn.functional


@pytest.fixture(name="clock")
def make_clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that products take by the next measurements, ours and theirs in turns; else 1."""
    times: list[float] = []

    def seconds(_tensor: Any, call: Callable[[], Any]) -> float:
        call()
        return times.pop(0) if times else 1.0

    monkeypatch.setattr("autoblas.torch.decision._seconds", seconds)
    return times


def test_the_faster_side_serves(switch: Switch, clock: list[float]) -> None:
    """Times are measured once a layout, and stored for later programs."""
    switch.set(options(decide="measure"))
    clock += [0.5, 2.0] * 3 + [2.0, 0.5] * 3
    first = [matrix(9, 8) @ matrix(8, columns) for columns in (7, 6) for _ in range(4)]
    assert clock == []
    report = switch.report()
    assert report.served == 2  # from the third on
    assert report.saved == pytest.approx(3.0)
    assert report.left == {"a layout that came fewer than 3 times": 4, "0.25 of PyTorch's speed": 2}
    switch.set(options(decide="records"))
    assert torch.equal(matrix(9, 8) @ matrix(8, 7), first[3])
    assert switch.report().served == 1


def test_times_of_similar_products_decide(switch: Switch, clock: list[float]) -> None:
    """The nearer, the smaller the gain may be; those of other kinds and sizes say nothing."""
    switch.set(options(decide="measure"))
    clock += [0.9, 1.0] * 3
    for _ in range(3):
        matrix(40, 24) @ matrix(24, 16)
    switch.set(options(decide="records"))
    for rows, served in ((40, True), (48, True), (80, False), (400, False)):
        switch.reset()
        matrix(rows, 24) @ matrix(24, 16)
        assert switch.report().served == served
    assert switch.report().left == {"no stored times of such a product": 1}
    switch.reset()
    matrix(40, 24) @ matrix(16, 24).mT  # of another order
    matrix(40, 23) @ matrix(23, 16)  # of odd lines
    matrix(40, 24, dtype=torch.float64) @ matrix(24, 16, dtype=torch.float64)
    assert switch.report().left == {"no stored times of such a product": 3}


def test_nothing_is_measured_where_results_must_be_equal(switch: Switch, clock: list[float]) -> None:
    """Under deterministic algorithms stored times decide."""
    clock += [0.5, 1.0] * 3
    switch.set(options(decide="measure"))
    torch.use_deterministic_algorithms(True)
    try:
        for _ in range(4):
            matrix(11, 9) @ matrix(9, 5)
    finally:
        torch.use_deterministic_algorithms(False)
    assert len(clock) == 6
    assert switch.report().served == 0


def test_times_that_are_shipped(
    switch: Switch, tmp_path: Path, clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of common models, measured by the command's function; on another machine they decide alike."""
    few = [Case("float32", 0, 16, 24, 8, "nt", bias=True), Case("float32", 2, 16, 24, 8, "tn")]
    monkeypatch.setattr("autoblas.torch.measuring.cases", lambda: few)
    switch.set(options(decide="measure"))
    clock += [0.5, 1.0] * 6
    measuring.build(0, 1, math.inf, "cpu")
    assert measuring.measure(60, "cpu") == 2
    assert sorted((row.operator, row.form) for row in switch.report().layouts) == [
        ("addmm", "nt"),
        ("bmm", "tn"),
    ]
    monkeypatch.setattr("autoblas.torch.records.SHIPPED", tmp_path / "times.json")
    records.export(records.SHIPPED)
    records.TABLE.path.unlink()
    switch.set(options(decide="records"))
    torch.addmm(matrix(8), matrix(16, 24), matrix(8, 24).mT)
    assert switch.report().served == 1
    assert switch.report().saved == pytest.approx(0.5)


def test_what_is_shipped_can_be_read() -> None:
    """Cards, kinds and rows, within 60 KB; the cases that are measured are products of all kinds."""
    assert records.SHIPPED.stat().st_size <= 60_000
    assert records.Records().nearest("no card", "mm", (1, 1, 1, 1)) is None
    listed = list(measuring.cases())
    assert {case.form for case in listed} == {"nn", "nt", "tn"}
    assert all(min(case[2:5]) >= 64 for case in listed)
    assert listed == list(measuring.cases())


def test_slow_calls_are_given_back(
    switch: Switch, clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three in a row of those that are watched, with a line in the report; nothing is watched in a capture."""
    monkeypatch.setattr("autoblas.torch.switch.WATCHED", 2)
    seconds = iter([9.0, 1.0, 9.0, 9.0, 9.0])
    monkeypatch.setattr(decision.Span, "seconds", lambda *_, **__: next(seconds))
    switch.set(options(decide="measure"))
    clock += [1.0, 2.0] * 3
    with monkeypatch.context() as patch:
        for turn in range(40):
            patch.setattr(switch, "_captures", lambda turn=turn: 10 <= turn < 20)
            matrix(13, 8) @ matrix(8, 7)
    report = switch.report()
    assert report.served == 22
    assert report.left["3 calls in a row took 9.0 of the expected time"] == 16
    assert "given back: mm float32 13 x 8 x 7 nn: 3 calls in a row" in str(report)


def test_smaller_products_are_served_in_captures(switch: Switch, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tenth of the work is enough there, of layouts that were prepared."""
    a, b = matrix(7, 5), matrix(5, 6)
    switch.set(options(min_flops=10 * 2 * 7 * 5 * 6))
    for prepared in (False, True):
        if prepared:
            with switch.preparing():
                a @ b
        a @ b
        with monkeypatch.context() as patch:
            patch.setattr(switch, "_captures", lambda: True)
            a @ b
    assert switch.report().served == 2
    assert switch.report().left == {"first met in a capture of a graph": 1}


def test_preparing_ends_with_the_options_of_then(switch: Switch) -> None:
    """Another thread may have turned the switch off meanwhile."""
    a, b = matrix(7, 5), matrix(5, 6)
    a @ b
    with switch.preparing():
        switch.set(None)
    a @ b
    assert switch.report().served == 1


def test_layouts_are_forgotten_with_all_that_is_bound_to_them(
    switch: Switch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Calls afterwards are in the report again; a call of other factors is no other layout."""
    monkeypatch.setattr("autoblas.torch.switch.LAYOUTS", 2)
    operands = [(matrix(7, 6), matrix(7, terms), matrix(terms, 6)) for terms in (3, 4, 5)]
    for c, a, b in operands[:2]:
        torch.addmm(c, a, b)
    torch.addmm(*operands[0], alpha=2)
    assert len(switch.report().layouts) == 2
    for c, a, b in (operands[2], operands[0]):
        torch.addmm(c, a, b)
    assert switch.report().served == len(switch.report().layouts) == 2


def test_programs_that_allow_tf32_are_served_by_less(switch: Switch, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing else is asked for; each layout is decided and timed for either, since PyTorch's time differs too."""
    allowed: list[bool] = []
    timed: list[str] = []
    monkeypatch.setattr(switch, "_tf32", lambda: allowed[-1])
    compute = Product.compute

    def observed(product: Product, *operands: Any) -> Any:
        timed.append(str(product._options["accuracy"]))
        return compute(product, *operands)

    monkeypatch.setattr(Product, "compute", observed)
    monkeypatch.setattr("autoblas.torch.decision._seconds", lambda _, call: (call(), 1.0)[1])
    a, b = matrix(17, 8), matrix(8, 9)
    for accuracy, decide, expected in (
        ("auto", "always", {"fast": 3, "standard": 3}),
        ("auto", "measure", {"fast": 4, "standard": 4}),
        ("standard", "measure", {"standard": 4}),  # those without TF32 are stored
    ):
        switch.set(options(accuracy=accuracy, decide=decide))
        for allow in (True, False) * 3:
            allowed.append(allow)
            a @ b
        assert Counter(timed) == expected
        assert len(switch.report().layouts) == 2
        timed.clear()


def test_both_settings_of_tf32_are_read() -> None:
    """The older name raises an error where the newer one was used alone."""
    allowed, products = tf32_setting(torch), torch.backends.cuda.matmul
    before = products.fp32_precision
    assert not allowed()
    try:
        products.fp32_precision = "tf32"
        assert allowed()
        products.fp32_precision = "ieee"
        assert not allowed()
        products.allow_tf32 = True
        assert allowed()
    finally:
        products.allow_tf32 = False
        products.fp32_precision = before
    assert not allowed()
