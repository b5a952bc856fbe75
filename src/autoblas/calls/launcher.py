"""The fast path of a repeated call, a function made from text: ``RepeatableCall.general`` without loops.

Arrays are called ``a`` and their position in its lines, their memory, and behind it that of the call's own, ``m``, factors
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

__all__ = ["NOT_LAUNCHED", "launcher", "lazy_launcher", "prepared_launcher"]

NOT_LAUNCHED: Any = object()
"""Result of a function of ``prepared_launcher`` that enqueued nothing: there are new records, or the slow path is needed."""


class _Prepared(NamedTuple):
    """Constants of a call whose caller gives its workspace.

    Attributes:
        factors: Its factors, by argument.
        generation: Of which plans it is; see ``GENERATION``.
        workspace: The positions of memory that the caller gives besides that of the arrays.
    """

    factors: Mapping[str, Any]
    generation: int
    workspace: tuple[int, ...]


def launcher(work: RepeatableCall) -> Callable[..., Any]:
    """A function that makes the call as its ``general`` does, or that itself where the order of the call needs it.

    Args:
        work: The call.
    """
    return _launch_function(work, None) or work.general


def lazy_launcher(work: RepeatableCall) -> Callable[..., Any]:
    """``general`` once, and from the second repetition on ``launcher``, which takes 0.1 ms to make.

    Args:
        work: The call.
    """

    def first(*arguments: Any) -> Any:
        work.run = second
        return work.general(*arguments)

    def second(*arguments: Any) -> Any:
        work.run = launcher(work)
        return work.run(*arguments)

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
    needed = {index: memory.nbytes for index, memory in enumerate(work.scratch, first) if memory.nbytes}
    run = _launch_function(work, _Prepared(factors, generation, tuple(needed)))
    return (run, tuple(needed.values())) if run else ((lambda *_: NOT_LAUNCHED), ())


def _launch_function(work: RepeatableCall, prepared: _Prepared | None) -> Any:
    """A function for a call, from text; None where its queue is not in order, or its arrays are of several kinds.

    Arrays of other queues, and memory of other pools, are left to ``general``.

    Args:
        work: The call.
        prepared: Constants of the call, if its caller gives its workspace.
    """
    note, rules = work.adapter.noting(work.kinds, work.written), work.adapter.event_rules(work.kinds)
    if not (note or rules) or not all(launch.plan.in_order for launch in work.launches):
        return None
    argument_count = len(work.kinds)
    workspace = prepared.workspace if prepared else ()
    slow_path = (
        "return not_launched" if prepared else "return general(arrays, memory, factors, wait_for, fixed)"
    )
    names: dict[str, Any] = {
        "queue": work.queue,
        "general": work.general,
        "failed": work.failed,
        "launches": work.launches,
    }
    names |= {"original": work.adapter.original, "note": note}
    lines = [
        "".join(f"a{index}, " for index in range(argument_count)) + "= arrays",
        "".join(f"m{index}, " for index in (*range(argument_count), *workspace)) + "= memory",
    ]
    if prepared:
        names |= {"plans": GENERATION, "generation": prepared.generation, "not_launched": NOT_LAUNCHED}
        names |= {"factors": prepared.factors, "wait_for": None, "fixed": False}
        lines.insert(0, f"if plans.number != generation:\n    {slow_path}")
    inside, after, cells = ["waits = wait_for or ()"], list[str](), list[str]()
    if rules is not None:
        names |= {"pools": rules.pools, "unfinished": rules.unfinished}
        lines += _fast_path_conditions(work, rules, names, slow_path)
        inside, after = _events(work)
        cells.append("left")
    lines += [*_factor_lines(work, names), *_memory_lines(work, names, workspace)]
    cells += [f"{letter}{index}" for index in range(len(work.roundings)) for letter in ("f", "raw")]
    for number, launch in enumerate(work.launches):
        inside += _launch_lines(launch, number, names, argument_count, workspace)
    if note is not None and not prepared:
        count = argument_count + len(work.new)
        inside.append(f"note(({''.join(f'a{index}, ' for index in range(count))}), queue)")
    block = [f"    {line}" for statement in [*inside, *after] for line in statement.splitlines()]
    after_failure = "except BaseException as error:\n    failed(launches[at], error)\n    raise"
    lines += ["at = 0", "\n".join(["try:", *block, after_failure]), f"return {_result(work)}"]
    head = "run(arrays, memory)" if prepared else "run(arrays, memory, factors, wait_for, fixed=False)"
    return made(head, lines, names, type(work.adapter).__module__, cells)


def _factor_lines(work: RepeatableCall, names: dict[str, Any]) -> list[str]:
    """Lines that round the factors, where they are others than the time before."""
    lines = []
    for index, rounding in enumerate(work.roundings):
        names |= {f"n{index}": rounding.argument, f"rounded{index}": rounding.rounded}
        lines.append(
            f"x{index} = factors[n{index}]\n"
            f"if x{index} != raw{index}:\n"
            f"    f{index} = rounded{index}(factors)\n"
            f"    raw{index} = x{index}"
        )
    return lines


def _memory_lines(work: RepeatableCall, names: dict[str, Any], workspace: Sequence[int]) -> list[str]:
    """Lines that make new arrays and borrow memory: all of it comes before the first launch."""
    lines, first = [], len(work.kinds)
    for index, new in enumerate(work.new, first):
        names[f"make{index}"] = new.make
        lines.append(f"a{index}, m{index} = make{index}(a{new.like})")
    for index, (provide, _) in enumerate(work.scratch, first + len(work.new)):
        if index not in workspace:
            names[f"provide{index}"] = provide
            lines.append(f"m{index} = provide{index}()")
    return lines


def _fast_path_conditions(
    work: RepeatableCall, rules: EventRules, names: dict[str, Any], slow_path: str
) -> list[str]:
    """Lines that leave the fast path, by the statement ``slow_path``, for arrays that it does not serve."""
    conditions = ["pools and (len(pools) > 1 or queue not in pools)"]
    conditions += [f"a{index}.queue is not queue" for index in work.operands if index < len(work.kinds)]
    lines = [f"if {' or '.join(conditions)}:\n    {slow_path}"]
    ends = dict(work.ends.values())
    if ends:  # kernels would reach beyond memory that is smaller than it was
        names |= {f"end{index}": end for index, end in ends.items()}
        short = " or ".join(f"m{index}.{rules.noted} < end{index}" for index in ends)
        lines.append(
            f"try:\n    short = not fixed and ({short})\n"
            "except AttributeError:  # memory that is part of another\n    short = True\n"
            f"if short:\n    {slow_path}"
        )
    return lines


def _events(work: RepeatableCall) -> tuple[list[str], list[str]]:
    """Lines that bind ``waits``, and those behind the last launch.

    An output mostly has the event of the same call the time before, which is on the same queue: its end comes first anyway.
    The lines keep that event as ``left``, if the call had nothing to wait for itself, so that no failure of what it waited
    for is lost. Events that have happened are not waited for either, and arrays forget them.
    """
    old = [index for index in work.operands if index < len(work.kinds)]
    pending = [
        f"a{index}.events{' != left' if index in work.written else ''} and unfinished(a{index})"
        for index in old
    ]
    events = ", ".join(["*(wait_for or ())", *(f"*a{index}.events" for index in old)])
    waits = f"waits = [{events}] if {' or '.join(['wait_for', *pending])} else None"
    after = ["last = [event]", *(f"a{index}.events[:] = last" for index in work.written)]
    return [waits], [*after, "left = None if waits else last"]


def _launch_lines(
    launch: RepeatedLaunch, number: int, names: dict[str, Any], argument_count: int, workspace: Sequence[int]
) -> list[str]:
    """Lines that set the arguments of a kernel that differ, and enqueue it."""
    tag = f"{number}_"
    names |= {f"state{tag}": launch.state, f"source{tag}": launch.source, f"enqueue{tag}": launch.enqueue}
    names |= {f"numbers{tag}": launch.numbers, f"set{tag}": launch.set_number}
    lines = [f"at = {number}"] if number else []
    names[f"constants{tag}"] = launch.set_constants
    lines.append(f"if state{tag}.numbers_from is not source{tag}:\n    constants{tag}()")
    caller_settings, varying = list[str](), list[str]()
    for argument, (put, index, slot) in enumerate(launch.memory):  # what sets them may count differently
        if slot in workspace:
            put, index = setter(launch.plan.kernels[launch.step], index)  # noqa: PLW2901
        names[f"put{tag}{argument}"] = put
        (caller_settings if slot < argument_count else varying).append(
            f"put{tag}{argument}({index}, m{slot})"
        )
    if caller_settings:
        statements = "\n    ".join(
            [f"if not fixed or state{tag}.memory_from is not source{tag}:", *caller_settings]
        )
        lines.append(f"{statements}\n    state{tag}.memory_from = source{tag} if fixed else None")
    lines += varying
    for index, name, kind, slot in launch.factors:
        names |= {f"name{tag}{index}": name, f"kind{tag}{index}": kind}
        lines.append(
            f"if numbers{tag}.get(name{tag}{index}) != f{slot}:\n"
            f"    set{tag}({index}, kind{tag}{index}(f{slot}))\n"
            f"    numbers{tag}[name{tag}{index}] = f{slot}"
        )
    return [*lines, f"event = enqueue{tag}({'None' if number else 'waits'})"]


def _result(work: RepeatableCall) -> str:
    """An expression of what the call returns: of the caller's arrays those themselves."""
    indices: Sequence[int] = (work.result,) if isinstance(work.result, int) else work.result
    foreign, argument_count = work.adapter.foreign, len(work.kinds)
    arrays = [
        f"original(a{index})" if foreign and index >= argument_count else f"a{index}" for index in indices
    ]
    return arrays[0] if isinstance(work.result, int) else f"({', '.join(arrays)},)"
