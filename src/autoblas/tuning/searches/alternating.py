"""The alternating (EM) search: the shape of the tiles with the form of the text held, then the reverse, and again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from autoblas.tuning.searches.strategy import Request, Strategy, at_least

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Sequence

    from autoblas.tuning.outcome import Outcome, Point
    from autoblas.tuning.searches.strategy import Plan

    Step: TypeAlias = Generator[Request, Outcome, int | None]

__all__ = ["Alternating"]


class Alternating(Strategy):
    """Coordinate descent over two groups of parameters, each searched exhaustively while the other is held.

    A step holds the ``form`` parameters and tries every ``shape`` that occurs with them; the next holds that winner's
    shape and tries every form. It ends where a step leaves the winner as it is. A form with which every shape fails
    is passed over for the next; when none is left the kernel is given up. Kernels take turns, each from its starting
    points, or from the first of its points.

    A step counts its predecessor's winner among its own points, so that no step makes the result worse and the
    search ends: times are taken once a point.

    Args:
        points: See ``Strategy``, as for the other options. Parameters without a group are shapes.
        steps: The most steps from one starting point.
        options: Those of ``Strategy``.
    """

    def __init__(self, points: Sequence[Point], *, steps: int = 40, **options: Any) -> None:
        at_least("steps", steps, 2)
        self.steps = steps
        self._medians: dict[int, float] = {}
        super().__init__(points, **options)

    def plan(self) -> Plan:
        """Each kernel in turn, from each of its starting points."""
        kernels: dict[object, list[int]] = {}
        for index, point in enumerate(self.points):
            kernels.setdefault(point.get("kernel"), []).append(index)
        for members in kernels.values():
            of_kernel = set(members)
            for start in [index for index in self.start if index in of_kernel] or members[:1]:
                yield from self._alternate(start, members)

    def _alternate(self, start: int, members: Sequence[int]) -> Plan:
        """Step until the winner stays."""
        by_form, by_shape = _grouped(members, self._form), _grouped(members, self._shape)
        winner: int | None = None
        for form in dict.fromkeys([self._form(start), *by_form]):
            winner = yield from self._step(by_form[form], None)
            if winner is not None:
                break
        if winner is None:
            return
        for step in range(1, self.steps):
            before = winner
            candidates = by_shape[self._shape(winner)] if step % 2 else by_form[self._form(winner)]
            winner = yield from self._step(candidates, winner)
            if winner is None or winner == before:
                return

    def _step(self, members: Iterable[int], leader: int | None) -> Step:
        """The fastest of ``members``; the leader unless another is faster; None where all failed."""
        for index in members:
            if index not in self._medians:
                outcome = yield Request(index, self.trials)
                self._medians[index] = outcome.median
            faster = leader is None or self._medians[index] < self._medians[leader]
            if faster and self._medians[index] < float("inf"):
                leader = index
        return leader

    def _form(self, index: int) -> tuple[tuple[str, object], ...]:
        return self._part(index, form=True)

    def _shape(self, index: int) -> tuple[tuple[str, object], ...]:
        return self._part(index, form=False)

    def _part(self, index: int, *, form: bool) -> tuple[tuple[str, object], ...]:
        """The names and values of one group at a point."""
        point = self.points[index]
        return tuple(
            (name, point[name]) for name in sorted(point) if (self.groups.get(name) == "form") == form
        )


def _grouped(
    members: Sequence[int], part: Callable[[int], tuple[tuple[str, object], ...]]
) -> dict[tuple[tuple[str, object], ...], list[int]]:
    """The members by one part of their points, in order of first occurrence."""
    groups: dict[tuple[tuple[str, object], ...], list[int]] = {}
    for index in members:
        groups.setdefault(part(index), []).append(index)
    return groups
