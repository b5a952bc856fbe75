"""Guarantees of workers: the loss of one is a value, however it happens, and the next request is served."""

import os
import time

import pytest

from autoblas.isolate.worker import Lost, Worker
from support.planted_code import SERVER

posix = pytest.mark.skipif(os.name != "posix", reason="signals end processes there")

SAY = "os.write(1, b'chatter'); os.write(2, b' of a driver\\nLLVM ERROR: cannot select\\n'); "

LOSSES = {
    "fault": (SAY + "os.kill(os.getpid(), signal.SIGSEGV)", "ended", "the process was killed by SIGSEGV; it said: chatter of a driver | LLVM ERROR: cannot select"),
    "torn": ("os.write(channel._replies, b'{\"reply\": [1, '); os._exit(7)", "ended", "the process exited with status 7"),
    "exit": ("os._exit(7)", "ended", "the process exited with status 7"),
    "end": ("sys.exit('no compiler')", "ended", "the process exited with status 1; it said: no compiler"),
    "exception": ("raise LookupError('no such\\ndevice')", "failed", "LookupError: no such device"),
    "hang": ("while True: pass", "silent", "made no progress for 0.3 s"),
    "held": ("ctypes.PyDLL(None).sleep(600)", "silent", "made no progress for 0.3 s"),
    "closed": ("os.close(channel._replies); time.sleep(600)", "silent", "closed its pipe and did not end"),
    "killed": ("os.kill(os.getpid(), signal.SIGKILL)", "ended", "was killed by SIGKILL, as when memory runs out"),
    "stopped": ("os.kill(os.getpid(), signal.SIGSTOP)", "silent", "made no progress for 0.3 s"),
}  # fmt: skip
"""By its name: the code, how it is lost, and in which words."""


@pytest.fixture(name="worker")
def make_worker():
    """A process that runs code."""
    with Worker(SERVER) as worker:
        yield worker


@posix
class TestEveryWorker:
    """The tuner's, the checks', the self-test's, the probes' and the commands' are of this class."""

    @pytest.mark.parametrize(("code", "how", "words"), LOSSES.values(), ids=LOSSES)
    def test_a_loss_is_a_value(self, worker, code, how, words, monkeypatch):
        """With what it was doing and what it said; the next request has a process of its own."""
        monkeypatch.setattr("autoblas.isolate.worker.CLOSING", 0.2)
        request = {"code": f"channel.progress('build', 'a kernel')\n{code}"}
        lost = worker.ask(request, 0.3)
        assert isinstance(lost, Lost)
        assert (lost.how, lost.doing, lost.ready, worker.pid) == (how, ("build", "a kernel"), True, None)
        assert words in str(lost)
        assert lost.from_outside == (code in {LOSSES[name][0] for name in ("killed", "stopped")})
        assert worker.ask({"code": "value = [1, 'two']"}, 20) == [1, "two"]

    @pytest.mark.parametrize(("code", "how", "words"), LOSSES.values(), ids=LOSSES)
    def test_a_loss_before_it_is_ready(self, code, how, words, monkeypatch):
        """Is told apart, and tried again only where others ended it."""
        monkeypatch.setattr("autoblas.isolate.worker.CLOSING", 0.2)
        with Worker(SERVER, code, start_seconds=0.6) as worker:
            lost = worker.ask({"code": ""}, 20)
            assert (lost.how, lost.ready, worker.pid) == (how, False, None)
            assert words.replace("0.3", "0.6") in str(lost)
            assert worker.starts == 1 + (how == "ended" and lost.from_outside)

    def test_what_is_printed_gets_into_no_message(self, worker):
        """Through descriptors or Python's streams; nor do the words of one request come with another."""
        noise = "os.write(1, b'{}\\n' * 2000); print('{\"reply\": 7}'); value = 3"
        assert worker.ask({"code": noise}, 20) == 3
        assert str(worker.ask({"code": "os._exit(2)"}, 20)) == "the process exited with status 2"

    def test_start_up_may_print(self, tmp_path, monkeypatch):
        """Before the first message."""
        (tmp_path / "sitecustomize.py").write_text("print('{\"reply\": 7}')")
        monkeypatch.setenv("PYTHONPATH", str(tmp_path))
        with Worker(SERVER) as worker:
            assert worker.ask({"code": "value = 3"}, 20) == 3

    def test_progress_lengthens_the_wait(self, worker):
        """The limit is from one message to the next, and a message may set it."""
        turns = "for n in range(4): channel.progress(str(n)); time.sleep(0.2)"
        assert worker.ask({"code": turns}, 0.6) is None
        longer = "channel.send({'limit': 20}); time.sleep(0.7); value = 1"
        assert worker.ask({"code": longer}, 0.6) == 1

    def test_what_may_not_begin(self, worker):
        """A child that asks is told, by the parent or by its clock."""
        asks = {"code": "value = channel.permits('build', 'x')"}
        assert worker.ask(asks, 20) is True
        assert worker.ask(asks, 20, permit=lambda *doing: doing != ("build", "x")) is False
        assert worker.ask(asks, 20, until=time.monotonic() - 1) is False
        assert worker.starts == 1

    def test_the_time_is_up(self, worker):
        """A request in progress is ended, long before its limit."""
        worker.ask({"code": ""}, 20)
        lost = worker.ask({"code": "time.sleep(600)"}, 60, until=time.monotonic() + 0.5)
        assert (lost.how, lost.sentence) == ("late", "the time was up")

    @pytest.mark.parametrize(("fault", "again"), [("killed", True), ("fault", False)])
    def test_what_others_end_is_asked_again(self, worker, tmp_path, fault, *, again):
        """Once."""
        log = tmp_path / "log"
        once = f"""
if not os.path.exists({str(log)!r}):
    open({str(log)!r}, "w").close()
    channel.progress("here")
    {LOSSES[fault][0]}
value = 1
"""
        answer = worker.ask({"code": once}, 20)
        assert (answer == 1) is again
        assert worker.starts == 1 + again

    def test_a_death_between_requests_blames_none(self, worker):
        """It died of what came before."""
        assert (
            worker.ask({"code": "import threading; threading.Timer(0.1, os._exit, (3,)).start()"}, 20) is None
        )
        time.sleep(0.4)
        assert worker.ask({"code": "value = 1"}, 20) == 1
        assert worker.starts == 2

    def test_an_interrupted_exchange_is_over(self, worker):
        """Its answer reaches no other request."""

        def interrupt(*_):
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            worker.ask({"code": "channel.permits('x'); value = 1"}, 20, permit=interrupt)
        assert worker.pid is None
        assert worker.ask({"code": "value = 2"}, 20) == 2

    def test_descriptors_are_given_back(self):
        """For workers that are lost, and workers that are closed."""

        def descriptors():
            return len(os.listdir("/proc/self/fd"))  # noqa: PTH208 - only their number matters

        before = descriptors()
        for code in ("", "os._exit(1)"):
            with Worker(SERVER) as worker:
                worker.ask({"code": code}, 20)
        assert descriptors() == before
