"""Interpreters that are started: they end with their parent, ignore the current folder, and are not waited for for ever."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from autoblas.devices.opencl.doctor.probe import listing_failure, load_failure
from autoblas.isolate import processes
from autoblas.isolate.run import run
from autoblas.tuning import Child
from support.planted_code import CODE

linux = pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux ends a process with its parent's thread"
)

HOLDS = """
import ctypes, os, pathlib, sys
pathlib.Path(sys.argv[1]).write_text(f"{os.getpid()} ")
ctypes.PyDLL(None).sleep(600)
"""
"""Foreign code that holds Python's lock, so that no thread of the process sees a pipe end."""

PARENTS = {
    "start": f"from autoblas.isolate import processes\nprocesses.start('-c', {HOLDS!r}, sys.argv[1]).wait()",
    "run": (
        "from autoblas.isolate import run\n"
        f"run.run({CODE!r}, {HOLDS.replace('sys.argv[1]', 'arguments[0]')!r}, sys.argv[1], seconds=600)"
    ),
}


def _ended(pid: int, seconds: float) -> bool:
    """True if a process of another parent ends in time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        stat = Path(f"/proc/{pid}/stat")
        try:
            if stat.read_text().rsplit(")", 1)[1].split()[0] == "Z":
                return True
        except (FileNotFoundError, ProcessLookupError):
            return True
        time.sleep(0.02)
    return False


@linux
@pytest.mark.parametrize("parent", PARENTS)
def test_a_child_ends_with_its_parent_whatever_it_does(parent, tmp_path):
    """Also where foreign code never gives Python's lock back, and the parent was killed."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *sys.path])}
    number = tmp_path / "number"
    process = subprocess.Popen(
        [sys.executable, "-c", f"import sys\n{PARENTS[parent]}", str(number)], env=environment
    )
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not (number.exists() and number.read_text().endswith(" ")):
        time.sleep(0.02)
    time.sleep(0.5)  # until it holds the lock
    process.kill()
    process.wait()
    child = int(number.read_text())
    assert child != process.pid
    ended = _ended(child, 5)
    if not ended:
        os.kill(child, signal.SIGKILL)
    assert ended


@pytest.fixture(name="trap")
def make_trap(tmp_path, monkeypatch):
    """A current folder with modules that no child may import, and a variable whose empty entry means that folder."""
    for name in ("numpy", "pyopencl", "click", "platformdirs", "ctypes"):
        (tmp_path / f"{name}.py").write_text(
            f"import os; os.write(2, b'this is the wrong {name}\\n'); os._exit(9)"
        )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(
        "PYTHONPATH", os.pathsep.join(["", *os.environ.get("PYTHONPATH", "").split(os.pathsep)])
    )
    return tmp_path


@pytest.mark.usefixtures("trap")
def test_children_ignore_the_current_folder():
    """For code, a module and a file, with any value of the variable."""
    assert run(CODE, "import numpy, pyopencl, ctypes", seconds=60).failure is None
    assert listing_failure() is None
    assert "this is the wrong" not in str(load_failure("libnothing.so"))
    path = run(CODE, "channel.report(path=sys.path)", seconds=60).results["path"]
    assert not {str(Path.cwd()), ""} & set(path)
    with Child("support.planted:planted", {"faults": {}}) as child:
        assert child.evaluate({"n": 0}).kind == "ok"


def test_the_tuner_s_child_does_not_look_in_the_current_folder_after_others(trap, monkeypatch):
    """A module that is nowhere else is not found there, although the parent would."""
    (trap / "only_here.py").write_text("def factory():\n    raise LookupError('found')")
    monkeypatch.setattr(sys, "path", ["", str(trap), *sys.path])
    with Child("only_here:factory") as child, pytest.raises(Exception, match="No module named 'only_here'"):
        child.evaluate({"n": 0})


@pytest.mark.budget(one_in=2)
@pytest.mark.parametrize("command", [["-m", "autoblas"], ["-c", "from autoblas.cli import main; main()"]])
def test_doctor_ignores_the_current_folder(command, trap, monkeypatch):
    """As ``python -m autoblas``, which Python itself would begin there, and as the installed command."""
    monkeypatch.setenv("PYTHONPATH", processes.search_path())
    safe = ["-P"] if command[0] == "-c" else []  # the installed command has its own folder there
    done = subprocess.run(
        [sys.executable, *safe, *command, "doctor"], capture_output=True, text=True, timeout=300, check=False
    )
    assert "this is the wrong" not in done.stdout + done.stderr
    assert "pyopencl  " in done.stdout


def test_arguments_reach_code_modules_and_files(tmp_path):
    """As if the interpreter had been started on them."""
    file = tmp_path / "file.py"
    file.write_text("import sys; print(__name__, sys.argv)")
    (tmp_path / "module.py").write_text(file.read_text())

    def said(*words):
        process = processes.start(*words, "a", stdout=subprocess.PIPE)
        return process.communicate(timeout=60)[0].decode()

    assert said(str(file)) == f"__main__ {[str(file), 'a']}\n"
    assert said("-c", file.read_text()) == "__main__ ['-c', 'a']\n"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(tmp_path))
        assert said("-m", "module") == f"__main__ {[str(tmp_path / 'module.py'), 'a']}\n"


def test_a_process_that_cannot_be_killed_is_given_up(monkeypatch):
    """As where a driver waits in the kernel: the wait ends, and words for it are found."""
    monkeypatch.setattr(processes, "GRACE", 0.1)
    process = processes.start("-c", "import time; time.sleep(600)")
    with monkeypatch.context() as patch:
        patch.setattr(os, "killpg", lambda *_: None)
        assert processes.end(process) is None
        assert "still there 0.1 s later" in processes.ending(None)
    assert processes.end(process) == -signal.SIGKILL


@pytest.mark.parametrize("whole", [False, True])
def test_a_pipe_that_outlives_its_process_is_given_up(monkeypatch, *, whole):
    """A grandchild in a session of its own may hold the pipes for ever; the outcome is that of the process."""
    monkeypatch.setattr(processes, "GRACE", 0.2)
    code = (
        f"{'os.set_inheritable(channel._replies, True)' if whole else ''}\n"
        "subprocess.Popen(['sleep', '20'], start_new_session=True, close_fds=False)"
    )
    began = time.monotonic()
    assert run(CODE, code, seconds=2).failure is None
    assert time.monotonic() - began < 15


def test_endings_are_words_on_every_system():
    """Signals by their names, what Windows reports as an exit status by its meaning, and plain statuses."""
    assert processes.ending(-signal.SIGSEGV) == "was killed by SIGSEGV"
    assert "memory" in processes.ending(-9)
    assert processes.ending(-64 - 1000) == "was killed by signal 1064"
    assert processes.ending(0xC0000005) == "was ended by an access violation"
    assert processes.ending(0xC0001234) == "was ended by exception 0xC0001234"
    assert processes.ending(7) == "exited with status 7"
