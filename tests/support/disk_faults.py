"""Lets every call on a file fail in turn while results and journals are read and written; a program for a process of its own.

It is started with the library of ``failing_files.c`` loaded (``LD_PRELOAD``), the library's name and a folder as
arguments, and prints what went wrong, one sentence a line, and last how many faults it tried. A third argument is that of how
many faults one is tried.
"""

import ctypes
import datetime as dt
import errno
import functools
import itertools
import json
import os
import shutil
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from autoblas.database import Store
from autoblas.database.index import Serving
from autoblas.errors import DatabaseError, DatabaseWarning
from autoblas.store.table import JsonTable
from autoblas.tuning import Journal, Outcome, point_key, read_journal
from support.database_cases import make_record

CALLS = ("open", "read", "write", "sync", "truncate", "rename", "unlink", "close")
ERRORS = (errno.ENOSPC, errno.EIO, errno.EINTR)
FOREVER = 1 << 30
REAL_YEAR = dt.datetime.now(dt.UTC).year
KEY = {"device": "Zen 3", "problem": "gemm 64"}


class Scenario:
    """Work on files in a folder, which remembers what it was told was kept.

    Args:
        folder: An empty folder.
    """

    def __init__(self, folder: Path) -> None:
        self.folder, self.kept = folder, list[Any]()

    def prepare(self) -> None:
        """What is there before faults happen."""

    def work(self) -> None:
        """What may end with a ``DatabaseError``."""

    def check(self) -> str | None:
        """What is wrong afterwards, or None."""
        return None


class Journals(Scenario):
    """A journal is opened, added to, and rewritten."""

    @property
    def path(self) -> Path:
        """The file."""
        return self.folder / "journal.jsonl"

    def _record(self, journal: Journal, n: int) -> None:
        journal.intend("build", {"n": n}, f"source {n}")
        journal.record({"n": n}, Outcome("ok", (1.0,), source=f"source {n}"))
        self.kept.append(n)

    def prepare(self) -> None:
        """It has one outcome, a trial that did not come back, and a line that was cut short."""
        with Journal(self.path, KEY) as journal:
            self._record(journal, 0)
            journal.intend("build", {"n": 90}, "source 90")
        with self.path.open("a") as file:
            file.write('{"outc')

    def work(self) -> None:
        """Three more, and a purge of failures between them."""
        with Journal(self.path, KEY) as journal:
            for n in (1, 2):
                try:
                    self._record(journal, n)
                except DatabaseError:
                    self._record(journal, n + 10)  # as a search may that goes on
                    raise
            journal.purge(bad=True)
            self._record(journal, 3)

    def check(self) -> str | None:
        """What was kept is known, before and after another outcome is added."""
        for n in (4, 5):
            if not self.kept:
                continue
            known = read_journal(self.path)[1].known
            lost = [n for n in self.kept if point_key({"n": n}) not in known]
            if lost:
                return f"the journal lost {lost}"
            with Journal(self.path, KEY) as journal:
                self._record(journal, n)
        return None


class NewJournal(Journals):
    """A journal is made."""

    def prepare(self) -> None:
        """There is none."""

    def work(self) -> None:
        """Two outcomes."""
        with Journal(self.path, KEY) as journal:
            for n in (1, 2):
                self._record(journal, n)


class Results(Scenario):
    """Records are added to results and read."""

    @property
    def store(self) -> Store:
        """The results, as another process sees them."""
        return Store(self.folder / "results-2.sqlite3")

    def _add(self, store: Store, n: int) -> None:
        record = make_record(sizes=(n, n, n))
        store.add([record])
        self.kept.append(record)

    def prepare(self) -> None:
        """There are two."""
        for n in (1, 2):
            self._add(self.store, n)

    def work(self) -> None:
        """Three more, one in place of others, and all are read."""
        store = self.store
        for n in (3, 4):
            self._add(store, n)
            _ = store.records()
        record = make_record(sizes=(5, 5, 5))
        store.replace([record])
        self.kept.append(record)

    def check(self) -> str | None:
        """What was kept is there, before and after another record is added."""
        for n in (6, 7):
            found = self.store.reading()
            lost = [record.sizes for record in self.kept if record not in found.records]
            if lost or found.unreadable:
                return f"the results lost {lost}, and {found.unreadable} rows cannot be read"
            self._add(self.store, n)
        return None


class NewResults(Results):
    """Results are made."""

    def prepare(self) -> None:
        """There are none."""


class Served(Results):
    """Calls look records up."""

    def work(self) -> None:
        """With a warning, but never an exception; no ``DatabaseError`` either."""
        store = self.store
        serving = Serving(lambda: store)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DatabaseWarning)
            try:
                for _ in range(2):
                    serving.group("gemm", "float32 row*row=row")
            except DatabaseError as error:
                raise RuntimeError("a call ended with an exception") from error


class Verdicts(Scenario):
    """Verdicts on this machine are kept in one file."""

    def _keep(self, n: int) -> None:
        JsonTable("kept.json", msgspec.json.Decoder(dict[str, int])).put(f"verdict {n}", n)
        self.kept.append(n)

    def prepare(self) -> None:
        """There are two."""
        os.environ["AUTOBLAS_DATA_DIR"] = str(self.folder)
        for n in (1, 2):
            self._keep(n)

    def work(self) -> None:
        """Two more."""
        for n in (3, 4):
            self._keep(n)

    def check(self) -> str | None:
        """Those that were kept are there, and another can be kept."""
        self._keep(5)
        found = json.loads((self.folder / "kept.json").read_text())
        lost = [n for n in self.kept if found.get(f"verdict {n}") != n]
        return f"verdicts {lost} were lost" if lost else None


SCENARIOS: tuple[type[Scenario], ...] = (Journals, NewJournal, Results, NewResults, Served, Verdicts)


class Faults:
    """What the library does.

    Args:
        library: Its file, which was loaded before.
        folder: The folder below which calls fail.
    """

    def __init__(self, library: str, folder: Path) -> None:
        self._library = ctypes.CDLL(library)
        self._library.faults_seen.restype = ctypes.c_long
        self._library.faults_under(os.fsencode(folder))
        self.folder = folder

    def arm(self, call: str, first: int, last: int, error: int) -> None:
        """Let some calls of a kind fail."""
        self._library.faults_arm(CALLS.index(call), ctypes.c_long(first), ctypes.c_long(last), error)

    def disarm(self) -> None:
        """Let none fail."""
        self._library.faults_disarm()

    def seen(self, call: str) -> int:
        """How many there were since ``arm``."""
        return int(self._library.faults_seen(CALLS.index(call)))

    def shift(self, seconds: int) -> None:
        """Let the clock be wrong."""
        self._library.faults_shift(ctypes.c_longlong(seconds))

    def tried(self, make: type[Scenario], arm: Callable[[], None]) -> str | None:
        """Work with a fault; what is wrong then or afterwards."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        scenario = make(self.folder)
        scenario.prepare()
        arm()
        try:
            scenario.work()
        except DatabaseError as error:
            if str(self.folder) not in str(error):
                return f"an error that names no file: {error}"
        except Exception as error:  # noqa: BLE001 -- that is what is looked for
            return f"{type(error).__module__}.{type(error).__name__}: {error}"
        finally:
            self.disarm()
        try:
            return scenario.check()
        except Exception as error:  # noqa: BLE001 -- as above
            return f"afterwards {type(error).__name__}: {error}"


def everything(faults: Faults, one_in: int) -> int:
    """Try every call, with every error, once and from then on; how many that were.

    Args:
        faults: What makes calls fail.
        one_in: Of how many faults one is tried.
    """
    tries = 0
    for make, call in itertools.product(SCENARIOS, CALLS):
        wrong = faults.tried(make, functools.partial(faults.arm, call, FOREVER, FOREVER, 0))
        if wrong is not None:
            print(f"{make.__name__}: without a fault: {wrong}")  # noqa: T201 -- a program
        for n, error, lasting in itertools.product(range(1, faults.seen(call) + 1), ERRORS, (False, True)):
            tries += 1
            if tries % one_in or (
                error == errno.EINTR and lasting
            ):  # what is interrupted is asked again for ever
                continue
            last = FOREVER if lasting else n
            wrong = faults.tried(make, functools.partial(faults.arm, call, n, last, error))
            if wrong is not None:
                often = "from then on" if lasting else "once"
                print(f"{make.__name__}: {call} {n}, {errno.errorcode[error]} {often}: {wrong}")  # noqa: T201
    return tries // one_in


def clocks(faults: Faults) -> None:
    """Measure the same again and again while the clock jumps: the last measurement is what is kept, and served."""
    shutil.rmtree(faults.folder, ignore_errors=True)
    store = Store(faults.folder / "results-2.sqlite3")
    for number, years in enumerate((0, 20, 0, -20, -19, 1, 0, -30, 0)):
        faults.shift(years * 365 * 86400)
        today = dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
        seen = dt.date.fromisoformat(today[:10]).year - REAL_YEAR
        if abs(seen - years) > 1:
            print(f"the clock was to be {years} years ahead, and is {seen}")  # noqa: T201
        record = make_record(note=str(number), date=today)
        store.add([record])
        for found in (Store(store.path), store):
            if found.records() != [record]:
                print(f"{years} years ahead, {found.records()} is kept, not measurement {number}")  # noqa: T201
            if [each for group in found.group("gemm", record.signature).values() for each in group] == []:
                print(f"{years} years ahead, nothing is served")  # noqa: T201
    faults.shift(0)


def main(library: str, folder: str, one_in: str = "1") -> None:
    """Let files fail, and the clock."""
    faults = Faults(library, Path(folder))
    warnings.simplefilter("error")
    warnings.filterwarnings("ignore", ".*damaged line.* left out")  # the one that was cut short by a fault
    tries = everything(faults, int(one_in))
    clocks(faults)
    print(tries)  # noqa: T201


if __name__ == "__main__":
    main(*sys.argv[1:])
