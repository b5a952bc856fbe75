"""Calls every routine at random on memory that earlier calls wrote to, and compares each result and all that lies around it.

    python benchmarks/random_calls.py                              # 100,000 calls on the default device
    AUTOBLAS_DEVICE=Portable python benchmarks/random_calls.py --calls 2000 --seed 7

A round draws a routine, an element type, sizes, letters, and views of memory on the host or on a device, of any strides;
or it takes an earlier round's and draws elements and factors anew. Elements are whole numbers, so that results are exact
and NumPy's must be met to the last digit; norms are rounded. Some calls have a mistake, and must be refused and leave all
memory as it is. Calls go to queues in order and out of order, to other threads, two at once, wait for events, or are
prepared. The exit status is 1 where a result was wrong, or a legal call was refused. ``tests/support/random_calls.py``
draws the calls.
"""

from __future__ import annotations

import sys
import time
from itertools import chain
from pathlib import Path

import click
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from autoblas.runtime.context import default_queue
from support.mistakes import MISTAKES
from support.random_calls import SIZES, TYPES, Call, Caller, Outcome

KNOWN = 400
"""Earlier draws that calls are made of again."""

OFTEN = (0.45, 0.2, 0.15, 0.1, 0.1)
"""How often each type is drawn."""


class Stream:
    """Rounds of random calls.

    Args:
        caller: Makes them.
        seed: What they are drawn from.
        repeats: Calls made of a draw, on average.
    """

    def __init__(self, caller: Caller, seed: int, repeats: int) -> None:
        self.caller, self.rng, self.repeats = caller, np.random.default_rng(seed), repeats
        self.known: list[Call] = []
        self.draws, self.names = 0, list(caller.outcomes)

    def call(self) -> Call | None:
        """A new draw, or, once each routine had its first, an earlier one's layouts with other elements and factors."""
        if self.known and self.draws >= len(self.names) and self.rng.random() > 1 / self.repeats:
            place = int(self.rng.integers(len(self.known)))
            found = self.caller.again(self.known[place])
            if found is None or not found.legal:  # its memory has made room for other blocks
                self.known.pop(place)
            return found
        found = self.caller.draw(
            self.names[self.draws % len(self.names)],
            TYPES[int(self.rng.choice(len(TYPES), p=OFTEN))],
            SIZES[int(self.rng.integers(len(SIZES)))],
            "host" if self.rng.random() < 0.3 else "device",
            seed=int(self.rng.integers(2**31)),
        )
        if found is not None:
            self.draws += 1
            if found.legal:
                self.known.append(found)
                del self.known[:-KNOWN]
        return found

    def round(self) -> None:
        """One call or two."""
        call = self.call()
        if call is None:
            return
        chance = self.rng.random()
        if not call.legal or chance > 0.1:
            self.caller.make(call)
        elif chance > 0.05:
            self.caller.mistake(call, list(MISTAKES)[int(self.rng.integers(len(MISTAKES)))])
        else:
            other = self.call()
            if other is not None and self.caller.apart(call, other):
                self.caller.make_both(call, other)
        if self.rng.random() < 0.4:
            self.caller.settle()
        if self.rng.random() < 0.001:
            self.caller.tidy(int(self.rng.integers(4)))


def table(outcomes: dict[str, Outcome]) -> str:
    """A line a routine, and the sum."""
    rows = {name: np.array([each.calls, len(each.wrong), each.refused]) for name, each in outcomes.items()}
    rows["all"] = sum(rows.values(), np.zeros(3, int))
    head = f"{'routine':14}{'calls':>9}{'wrong':>9}{'refused':>9}"
    return "\n".join(
        [head, *(name.ljust(14) + "".join(f"{each:9}" for each in row) for name, row in rows.items())]
    )


@click.command(help=__doc__)
@click.option("--calls", default=100_000, show_default=True, help="How many are made.")
@click.option("--minutes", default=float("inf"), help="Stop after so long, whatever was made.")
@click.option("--seed", default=1, show_default=True, help="What they are drawn from.")
@click.option("--repeats", default=200, show_default=True, help="Calls made of a draw, on average.")
def main(calls: int, minutes: float, seed: int, repeats: int) -> None:
    """Make the calls, and print what came of them."""
    queue = default_queue()
    caller, began, told = Caller(queue.context, seed, print), time.monotonic(), time.monotonic()
    stream, made, shown = Stream(caller, seed, repeats), 0, 0
    while made < calls and time.monotonic() < began + 60 * minutes:
        stream.round()
        made = sum(each.calls for each in caller.outcomes.values())
        wrong = list(chain.from_iterable(each.wrong for each in caller.outcomes.values()))
        if len(wrong) > shown or time.monotonic() > told + 60:
            told = time.monotonic()
            print(
                f"{made} calls of {stream.draws} draws, {len(wrong)} wrong, {told - began:.0f} s", flush=True
            )
            shown = len(wrong)
    caller.settle()
    caller.close()
    print(
        f"{queue.device.platform.name}, seed {seed}, {stream.draws} draws, {time.monotonic() - began:.0f} s"
    )
    print(table(caller.outcomes))
    click.get_current_context().exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
