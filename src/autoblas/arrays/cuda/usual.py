"""Lines of functions that are made for usual calls on arrays in CUDA memory; see ``Adapter.reading``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autoblas.arrays.cuda.kinds import KINDS
from autoblas.arrays.words import Reading
from autoblas.devices.access import PROCESS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from autoblas.arrays.cuda.kind import Usual
    from autoblas.arrays.cuda.layouts import Layout

__all__ = ["reading_of"]


def reading_of(
    classes: Sequence[type],
    arrays: Sequence[str],
    queue: str,
    unusual: str,
    layouts: Mapping[Any, Layout],
    queue_from: Callable[[Any], Any],
) -> Reading | None:
    """How arrays of one library are read; None where they are of several, or of one that is asked one by one.

    Args:
        classes: See ``Adapter.reading``.
        arrays: Likewise.
        queue: Likewise.
        unusual: Likewise.
        layouts: The layouts that are known.
        queue_from: See ``Adapter.queue_from``.
    """
    kind: Any = KINDS[classes[0]]
    if len(set(classes)) > 1 or kind.usual(arrays[0]) is None:
        return None
    found: list[Usual] = [kind.usual(array) for array in arrays]
    names = {**found[0].names, "process": PROCESS, "known_layout": layouts.get, "queue_from": queue_from}
    current = f"queue = queue_from({queue})" if queue else found[0].queue
    lines = [
        f"if process.barred:\n    {unusual}",
        current,
        f"if queue is None:\n    {unusual}\nordinal = queue.ordinal",
        *(each.before for each in found),
        f"if {' or '.join(each.unusual for each in found)}:\n    {unusual}",
        *(f"p{array} = {each.pointer}" for array, each in zip(arrays, found, strict=True)),
        f"layout = known_layout(({''.join(each.parts for each in found)}))",
        f"if layout is None:\n    {unusual}",
        f"pointers = [{', '.join(f'p{array}' for array in arrays)}]",
        "latest, bases = layout.latest_apart",
        f"if pointers != latest:\n    bases = layout.apart(pointers)\n    if bases is None:\n        {unusual}",
    ]
    return Reading(lines, ["layout"], "bases", names)
