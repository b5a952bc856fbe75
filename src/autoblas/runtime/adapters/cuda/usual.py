"""Lines of functions that are made for usual calls on arrays in CUDA memory; see ``Adapter.reading`` and ``running``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autoblas.devices.access import PROCESS
from autoblas.runtime.adapters.cuda.kinds import KINDS
from autoblas.runtime.adapters.cuda.order import tell_of_writes
from autoblas.runtime.adapters.words import Reading, Running

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from autoblas.runtime.adapters.cuda.kind import Usual
    from autoblas.runtime.adapters.cuda.layouts import Layout

__all__ = ["reading_of", "running_of"]


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


def running_of(
    classes: Sequence[type],
    written: Sequence[int],
    unusual: str,
    held: Any,
    note_written: Callable[..., None],
    memory_of: Callable[[Any], Any],
) -> Running | None:
    """What is done about the order of calls on arrays of one library with a current stream; None of others.

    Args:
        classes: See ``Adapter.running``.
        written: Likewise.
        unusual: Likewise.
        held: What earlier calls had to hold.
        note_written: See ``Adapter.note_written``.
        memory_of: See ``Adapter.memory_of``.
    """
    kind: Any = KINDS[classes[0]]
    if not kind.one_stream or any(KINDS[each] is not kind for each in classes):
        return None
    old = [place for place in written if place < len(classes)]
    new = [place for place in written if place >= len(classes)]
    after = [f"wrote(a{place})" for place in old]
    if new:
        after.append(f"tell(({', '.join(f'a{place}' for place in new)},))")
    after.append("if held:\n    note_written((), queue)")
    names = {"wrote": kind.was_written, "tell": tell_of_writes, "held": held, "note_written": note_written}
    names |= {"memory_of": memory_of, "process": PROCESS}
    is_open = [f"if process.barred:\n    {unusual}"]
    return Running(is_open, (), ["waits = wait_for or ()"], after, "memory_of({})[0]", names)
