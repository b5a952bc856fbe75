"""A function made from text for a call that is repeated: ``RepeatableCall.general`` without loops, for the usual arrays.

Arrays are called ``a`` and their place in its lines, their memory, and behind it that of the call's own, ``m``, factors
``x``, and ``f`` once they are rounded: again only where another one is given than the time before. Plain loops over the
same tuples, measured on PoCL's driver ``basic``, cost a call of one launch 0.3 us more, and one of three 0.9.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from autoblas.arrays.words import made
from autoblas.calls.repeated_plan import setter
from autoblas.plan.results import GENERATION

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from autoblas.arrays.adapter import EventRules
    from autoblas.calls.repeatable import RepeatableCall
    from autoblas.calls.repeated_plan import RepeatedLaunch

__all__ = ["UNUSUAL", "launcher", "prepared_launcher", "started"]

UNUSUAL: Any = object()
"""What a function of ``prepared_launcher`` returns where it enqueued nothing: there are new records, or arrays are unusual."""


class _Prepared(NamedTuple):
    """What is known beforehand of a call whose caller gives its workspace.

    Attributes:
        factors: Its factors, by argument.
        generation: Of which plans it is; see ``GENERATION``.
        workspace: The places of memory that the caller gives besides that of the arrays.
    """

    factors: Mapping[str, Any]
    generation: int
    workspace: tuple[int, ...]


def launcher(work: RepeatableCall) -> Callable[..., Any]:
    """A function that makes the call as its ``general`` does, or that itself where the order of the call is unusual.

    Args:
        work: The call.
    """
    return _made(work, None) or work.general


def started(work: RepeatableCall) -> Callable[..., Any]:
    """``general`` once, and from the second repetition on ``launcher``, which takes 0.1 ms to make.

    Args:
        work: The call.
    """

    def first(*given: Any) -> Any:
        work.run = second
        return work.general(*given)

    def second(*given: Any) -> Any:
        work.run = launcher(work)
        return work.run(*given)

    return first


def prepared_launcher(
    work: RepeatableCall, factors: Mapping[str, Any], generation: int
) -> tuple[Callable[[Sequence[Any], Sequence[Any]], Any], tuple[int, ...]]:
    """A function that makes a call on arrays and workspace of its caller; see ``PreparedCall.launcher``.

    Args:
        work: The call, on an in-order queue.
        factors: Its factors, by argument.
        generation: Of which plans it is; see ``GENERATION``.

    Returns:
        The function, and the bytes of each buffer of workspace.
    """
    first = len(work.kinds) + len(work.new)
    needed = {place: memory.nbytes for place, memory in enumerate(work.scratch, first) if memory.nbytes}
    run = _made(work, _Prepared(factors, generation, tuple(needed)))
    return (run, tuple(needed.values())) if run else ((lambda *_: UNUSUAL), ())


def _made(work: RepeatableCall, prepared: _Prepared | None) -> Any:
    """A function for a call, from text; None where its queue is not in order, or its arrays are of several kinds.

    Arrays of other queues, and memory of other pools, are left to ``general``.

    Args:
        work: The call.
        prepared: What is known of the call, if its caller gives its workspace.
    """
    note, rules = work.adapter.noting(work.kinds, work.written), work.adapter.event_rules(work.kinds)
    if not (note or rules) or not all(launch.plan.in_order for launch in work.launches):
        return None
    given = len(work.kinds)
    workspace = prepared.workspace if prepared else ()
    unusual = "return unusual" if prepared else "return general(arrays, memory, factors, wait_for, held)"
    names: dict[str, Any] = {
        "queue": work.queue,
        "general": work.general,
        "failed": work.failed,
        "launches": work.launches,
    }
    names |= {"original": work.adapter.original, "note": note}
    lines = [
        "".join(f"a{place}, " for place in range(given)) + "= arrays",
        "".join(f"m{place}, " for place in (*range(given), *workspace)) + "= memory",
    ]
    if prepared:
        names |= {"plans": GENERATION, "generation": prepared.generation, "unusual": UNUSUAL}
        names |= {"factors": prepared.factors, "wait_for": None, "held": False}
        lines.insert(0, f"if plans.number != generation:\n    {unusual}")
    inside, after, cells = ["waits = wait_for or ()"], list[str](), list[str]()
    if rules is not None:
        names |= {"pools": rules.pools, "unfinished": rules.unfinished}
        lines += _usual(work, rules, names, unusual)
        inside, after = _events(work)
        cells.append("left")
    lines += [*_factor_lines(work, names), *_memory_lines(work, names, workspace)]
    cells += [f"{letter}{place}" for place in range(len(work.roundings)) for letter in ("f", "raw")]
    for number, launch in enumerate(work.launches):
        inside += _launch_lines(launch, number, names, given, workspace)
    if note is not None and not prepared:
        count = given + len(work.new)
        inside.append(f"note(({''.join(f'a{place}, ' for place in range(count))}), queue)")
    block = [f"    {line}" for each in [*inside, *after] for line in each.splitlines()]
    after_failure = "except BaseException as error:\n    failed(launches[at], error)\n    raise"
    lines += ["at = 0", "\n".join(["try:", *block, after_failure]), f"return {_result(work)}"]
    head = "run(arrays, memory)" if prepared else "run(arrays, memory, factors, wait_for, held=False)"
    return made(head, lines, names, type(work.adapter).__module__, cells)


def _factor_lines(work: RepeatableCall, names: dict[str, Any]) -> list[str]:
    """Lines that round the factors, where they are others than the time before."""
    lines = []
    for place, rounding in enumerate(work.roundings):
        names |= {f"n{place}": rounding.argument, f"rounded{place}": rounding.rounded}
        lines.append(
            f"x{place} = factors[n{place}]\n"
            f"if x{place} != raw{place}:\n"
            f"    f{place} = rounded{place}(factors)\n"
            f"    raw{place} = x{place}"
        )
    return lines


def _memory_lines(work: RepeatableCall, names: dict[str, Any], workspace: Sequence[int]) -> list[str]:
    """Lines that make new arrays and borrow memory: all of it comes before the first launch."""
    lines, first = [], len(work.kinds)
    for place, new in enumerate(work.new, first):
        names[f"make{place}"] = new.made
        lines.append(f"a{place}, m{place} = make{place}(a{new.like})")
    for place, (lend, _) in enumerate(work.scratch, first + len(work.new)):
        if place not in workspace:
            names[f"lend{place}"] = lend
            lines.append(f"m{place} = lend{place}()")
    return lines


def _usual(work: RepeatableCall, rules: EventRules, names: dict[str, Any], unusual: str) -> list[str]:
    """Lines that end with the statement ``unusual`` where arrays are."""
    conditions = ["pools and (len(pools) > 1 or queue not in pools)"]
    conditions += [f"a{place}.queue is not queue" for place in work.operands if place < len(work.kinds)]
    lines = [f"if {' or '.join(conditions)}:\n    {unusual}"]
    ends = dict(work.ends.values())
    if ends:  # kernels would reach beyond memory that is smaller than it was
        names |= {f"end{place}": end for place, end in ends.items()}
        short = " or ".join(f"m{place}.{rules.noted} < end{place}" for place in ends)
        lines.append(
            f"try:\n    short = not held and ({short})\n"
            "except AttributeError:  # memory that is part of another\n    short = True\n"
            f"if short:\n    {unusual}"
        )
    return lines


def _events(work: RepeatableCall) -> tuple[list[str], list[str]]:
    """Lines that bind ``waits``, and those behind the last launch.

    An output mostly has the event of the same call the time before, which is on the same queue: its end comes first anyway.
    The lines keep that event as ``left``, if the call had nothing to wait for itself, so that no failure of what it waited
    for is lost. Events that have happened are not waited for either, and arrays forget them.
    """
    old = [place for place in work.operands if place < len(work.kinds)]
    pending = [
        f"a{place}.events{' != left' if place in work.written else ''} and unfinished(a{place})"
        for place in old
    ]
    events = ", ".join(["*(wait_for or ())", *(f"*a{place}.events" for place in old)])
    waits = f"waits = [{events}] if {' or '.join(['wait_for', *pending])} else None"
    after = ["last = [event]", *(f"a{place}.events[:] = last" for place in work.written)]
    return [waits], [*after, "left = None if waits else last"]


def _launch_lines(
    launch: RepeatedLaunch, number: int, names: dict[str, Any], given: int, workspace: Sequence[int]
) -> list[str]:
    """Lines that set the arguments of a kernel that differ, and enqueue it."""
    tag = f"{number}_"
    names |= {f"state{tag}": launch.state, f"source{tag}": launch.source, f"enqueue{tag}": launch.enqueue}
    names |= {f"numbers{tag}": launch.numbers, f"set{tag}": launch.set_number}
    lines = [f"at = {number}"] if number else []
    names[f"constants{tag}"] = launch.set_constants
    lines.append(f"if state{tag}.numbers_from is not source{tag}:\n    constants{tag}()")
    own, varying = list[str](), list[str]()
    for argument, (put, index, place) in enumerate(launch.memory):  # what sets them may count differently
        if place in workspace:
            put, index = setter(launch.plan.kernels[launch.step], index)  # noqa: PLW2901
        names[f"put{tag}{argument}"] = put
        (own if place < given else varying).append(f"put{tag}{argument}({index}, m{place})")
    if own:
        held = "\n    ".join([f"if not held or state{tag}.memory_from is not source{tag}:", *own])
        lines.append(f"{held}\n    state{tag}.memory_from = source{tag} if held else None")
    lines += varying
    for index, name, kind, place in launch.factors:
        names |= {f"name{tag}{index}": name, f"kind{tag}{index}": kind}
        lines.append(
            f"if numbers{tag}.get(name{tag}{index}) != f{place}:\n"
            f"    set{tag}({index}, kind{tag}{index}(f{place}))\n"
            f"    numbers{tag}[name{tag}{index}] = f{place}"
        )
    return [*lines, f"event = enqueue{tag}({'None' if number else 'waits'})"]


def _result(work: RepeatableCall) -> str:
    """An expression of what the call returns: of the caller's arrays those themselves."""
    places: Sequence[int] = (work.result,) if isinstance(work.result, int) else work.result
    foreign, given = work.adapter.foreign, len(work.kinds)
    arrays = [f"original(a{place})" if foreign and place >= given else f"a{place}" for place in places]
    return arrays[0] if isinstance(work.result, int) else f"({', '.join(arrays)},)"
