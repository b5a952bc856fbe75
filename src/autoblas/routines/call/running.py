"""Makes functions for a call that is repeated: ``RepeatableCall.repeat``, with nothing asked that is known when one is made.

Arrays are called ``a`` and their place in its lines, their memory, and behind it that which launches share, ``m``, factors
``x``, and ``f`` once they are rounded: again only where another one is given than the time before.
"""

from __future__ import annotations

from functools import partial
from threading import get_ident
from typing import TYPE_CHECKING, Any

from autoblas.factors import rounded_factor
from autoblas.routines.call.dispatch import come_to_rest
from autoblas.runtime.adapters.words import Words, joined, made
from autoblas.runtime.context import queue_device
from autoblas.runtime.serve import GENERATION
from autoblas.runtime.workspace import WORKSPACE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from autoblas.routines.call.repeatable import RepeatableCall
    from autoblas.runtime.adapters.words import Running

__all__ = ["UNUSUAL", "runner", "runner_for"]

OTHERWISE = "return otherwise(arrays, memory, factors, wait_for)"

UNUSUAL: Any = object()
"""What a function of ``runner_for`` returns of a call that is not usual: nothing was enqueued."""


def runner(work: RepeatableCall) -> Callable[..., Any]:
    """What repeats a call: a function that is made for it, or ``repeat`` where its arrays or launches have none."""
    running = _order(work, OTHERWISE)
    if running is None:
        return work.repeat
    body, count = _body(work, running, fixed=False), range(len(work.kinds))
    lines = [
        "".join(f"a{place}, " for place in count) + "= arrays",
        "".join(f"m{place}, " for place in count) + "= memory",
    ]
    places = dict(work.ends.values()) if running.room else {}
    ends = {f"end{place}": end for place, end in places.items()}
    if ends:  # kernels would reach beyond memory that is smaller than that of the call that was captured
        short = [f"{running.room.format(f'm{place}')} < end{place}" for place in places]
        lines.append(f"if {' or '.join(short)}:\n    {OTHERWISE}")
    head, names = "run(arrays, memory, factors, wait_for)", {**body.names, **ends, "otherwise": work.repeat}
    return _made(work, head, Words([*lines, *body.lines], names, body.kept))


def runner_for(
    work: RepeatableCall,
    arrays: Sequence[Any],
    memory: Sequence[Any],
    generation: int,
    stays: Callable[[], bool] | None,
) -> Callable[[Mapping[str, Any]], Any]:
    """What repeats a call on arrays that its caller holds, from this thread, for its factors.

    It returns ``UNUSUAL`` in all other threads, when there are other plans, and where anything else is not usual.

    Args:
        work: The call.
        arrays: Its arrays.
        memory: Their memory.
        generation: Of which plans it is; see ``GENERATION``.
        stays: Whether the call still belongs on its queue; None where nothing can change that.
    """
    running = _order(work, "return unusual")
    if running is None:
        return lambda _: UNUSUAL
    body = _body(work, running, fixed=True)
    elsewhere = ["get_ident() != thread", "plans.number != generation", *(["not stays()"] if stays else [])]
    lines = [f"if {' or '.join(elsewhere)}:\n    return unusual", *running.open, *body.lines]
    names: dict[str, Any] = {f"a{place}": array for place, array in enumerate(arrays)}
    names |= {f"m{place}": each for place, each in enumerate(memory)}
    names |= {"get_ident": get_ident, "thread": get_ident(), "plans": GENERATION, "generation": generation}
    names |= {"stays": stays, "unusual": UNUSUAL, "wait_for": None}
    return _made(work, "run(factors)", Words(lines, {**body.names, **names}, body.kept))


def _made(work: RepeatableCall, head: str, words: Words) -> Callable[..., Any]:
    """A function of such lines."""
    found: Callable[..., Any] = made(
        head, words.lines, words.names, type(work.adapter).__module__, words.kept
    )
    return found


def _order(work: RepeatableCall, unusual: str) -> Running | None:
    """What is done about the order of the call; None where only ``repeat`` knows it."""
    launches, adapter = work.launches, work.adapter
    in_order = all(launch.in_order for launch in launches)
    if not in_order or (adapter.foreign and not work.in_one_stream):
        return None
    return adapter.running(work.kinds, work.operands, work.written, unusual)


def _body(work: RepeatableCall, running: Running, *, fixed: bool) -> Words:
    """The call itself, for its arrays, their memory, ``factors`` and ``wait_for``; see ``RepeatableCall.repeat``."""
    launches = _launches(work, running, fixed=fixed and not (work.new or work.scratch))
    guarded = [f"    {line}" for each in launches.lines for line in each.splitlines()]
    rest = "except BaseException:\n    come_to_rest(queue)\n    raise"
    lines = ["\n".join(["try:", *guarded, rest]), f"return {_result(work)}"]
    names = {**launches.names, "queue": work.queue, "come_to_rest": come_to_rest}
    names["original"] = work.adapter.original
    before = Words(running.before, running.names, running.kept)
    return joined([before, _factors(work), _own_memory(work, running), Words(lines, names, launches.kept)])


def _factors(work: RepeatableCall) -> Words:
    """The factors that vary, rounded."""
    lines, names = list[str](), dict[str, Any]()
    for place, (argument, precision) in enumerate(work.roundings):
        names |= {f"n{place}": argument, f"precision{place}": precision, "rounded": rounded_factor}
        lines.append(
            f"x{place} = factors[n{place}]\n"
            f"if x{place} != raw{place}:\n"
            f"    f{place} = rounded(n{place}, x{place}, precision{place})\n"
            f"    raw{place} = x{place}"
        )
    return Words(
        lines, names, [f"{letter}{place}" for place in range(len(work.roundings)) for letter in ("f", "raw")]
    )


def _own_memory(work: RepeatableCall, running: Running) -> Words:
    """The arrays that the call makes, and memory that its launches share: other memory each time."""
    given, names, lines = len(work.kinds), dict[str, Any](), list[str]()
    for place, new in enumerate(work.new, given):
        names[f"make{place}"] = partial(work.made, new) if new.zeros else work.adapter.maker(new.template)
        lines.append(f"a{place} = make{place}(a{new.like})\nm{place} = {running.memory.format(f'a{place}')}")
    where, kept = (queue_device(work.queue), work.queue), list[str]()
    for place, scratch in enumerate(work.scratch, given + len(work.new)):
        words = WORKSPACE.words(f"m{place}", *where, scratch.name, scratch.needed)
        lines += words.lines
        names |= words.names
        kept += words.kept
    return Words(lines, names, kept)


def _launches(work: RepeatableCall, running: Running, *, fixed: bool) -> Words:
    """The launches, after what they wait for, and what becomes of the end of the last.

    The memory of all of them comes first: where there is no room for it, nothing was enqueued yet.
    """
    factors = {argument: f"f{place}" for place, (argument, _) in enumerate(work.roundings)}
    shared_from = len(work.kinds) + len(work.new)
    parts = [launch.memory_words(number) for number, launch in enumerate(work.launches)]
    parts.append(Words(running.waits, {}))
    parts += [
        launch.words(number, factors, shared_from, fixed=fixed) for number, launch in enumerate(work.launches)
    ]
    parts.append(Words(running.after, {}))
    return joined(parts)


def _result(work: RepeatableCall) -> str:
    """An expression of what the call returns: of the caller's arrays those themselves."""
    places: Sequence[int] = (work.result,) if isinstance(work.result, int) else work.result
    foreign, given = work.adapter.foreign, len(work.kinds)
    found = [f"original(a{place})" if foreign and place >= given else f"a{place}" for place in places]
    return found[0] if isinstance(work.result, int) else f"({', '.join(found)},)"
