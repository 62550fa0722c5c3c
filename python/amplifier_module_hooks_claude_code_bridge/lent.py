"""
Hooks that are run here: where the one hook of a tool has nothing to say, nobody else has to be asked. The sidecar lends
their processes, and judges every run: of one that said nothing it hears later, of every other one it is asked.
"""

import contextlib
import logging
import os
import queue
import select
import signal
import threading
import time
import weakref
from collections.abc import Callable
from typing import Any

from .sidecar import Sidecar
from .standing import End, Offer, Standing, offer_in

logger = logging.getLogger(__package__)


class Called:
    """A process that was let through."""

    def __init__(self, standing: Standing) -> None:
        self._standing = standing
        self._pid = standing.pid
        self._end: End | None = None
        self.is_silent = False
        """It has ended well, and printed nothing."""
        if not standing.has_ended():
            standing.let_go()
            return
        silent = standing.is_silent()
        self._end = standing.reap()
        self.is_silent = silent and self._end.code == 0

    @property
    def runs(self) -> bool:
        return self._end is None

    def end(self) -> None:
        """Nobody judges it."""
        self._standing.signal(signal.SIGKILL)

    @property
    def words(self) -> dict[str, Any]:
        """For the sidecar."""
        ago = (time.monotonic() - self._standing.called_at) * 1000
        said = {"loan": self._standing.offer.loan, "pid": self._pid, "ago": ago}
        return said if self._end is None else {**said, "end": self._end.words}


class Lent:
    """What is lent to one session. Used from any thread."""

    def __init__(self, name: Callable[[], str | None]) -> None:
        # Reentrant: the end of a session may be noticed by the garbage collector, in the middle of anything.
        self._lock = threading.RLock()
        # Of the session, towards the sidecar.
        self._name = name
        self._offered: dict[int, Offer] = {}
        # By tool.
        self._standing: dict[str, Standing] = {}
        _all.add(self)
        # Of a session that nobody ends.
        weakref.finalize(self, _leave, self._standing).atexit = False

    def offered(self, sidecar: Sidecar, said: dict[str, Any]) -> None:
        """The sidecar lends something."""
        offer = offer_in(said)
        if offer is None:
            logger.warning("hooks: the sidecar lends something that nobody understands: %.200r", said)
            return
        with self._lock:
            self._offered[offer.loan] = offer
        KEEPER.do(lambda: self._start(sidecar, offer))

    def _start(self, sidecar: Sidecar, offer: Offer) -> None:
        if self._offered.get(offer.loan) is not offer or sidecar.is_gone:
            return
        try:
            standing = Standing(offer, sidecar.pid)
        except (OSError, ValueError) as why:
            logger.debug("hooks: a process that was lent could not be started: %s", why)
            self._unused(sidecar, [offer.loan], failed=True)
            return
        with self._lock:
            # Another sidecar may have lent another one under the same number.
            if self._offered.get(offer.loan) is offer:
                other, self._standing[offer.tool] = self._standing.get(offer.tool), standing
            else:
                other = standing
        if other is not None:
            other.end()
            if other is not standing:
                self._unused(sidecar, [other.offer.loan], failed=False)

    def recalled(self, sidecar: Sidecar, loans: list[Any]) -> None:
        """These may not be used any more."""
        with self._lock:
            known = [loan for loan in loans if self._offered.pop(loan, None) is not None]
            gone = [tool for tool, one in self._standing.items() if one.offer.loan in known]
            standing = [self._standing.pop(tool) for tool in gone]
        KEEPER.do(lambda: _end_all(standing))
        if known:
            self._tell_unused(sidecar, known, failed=False)

    def call(self, sidecar: Sidecar, data: dict[str, Any]) -> Called | None:
        """Runs the hook of a tool call, and waits a moment. None: nothing has run, and the sidecar is to be asked."""
        tool = data.get("tool_name")
        if type(tool) is not str or tool not in self._standing:
            return None
        with self._lock:
            standing = self._standing.get(tool)
            text = None if standing is None else standing.offer.input.filled(data)
            # It stands there for another call.
            if standing is None or text is None:
                return None
            is_there = standing.is_at_gate()
            if not is_there and not standing.has_ended():
                return None
            del self._standing[tool]
            self._offered.pop(standing.offer.loan, None)
        if is_there and standing.is_as_lent() and standing.call(text):
            called = Called(standing)
            if called.runs:
                KEEPER.watch(standing, lambda: self._ended(sidecar, standing))
            return called
        KEEPER.do(standing.end)
        self._tell_unused(sidecar, [standing.offer.loan], failed=False)
        return None

    def _ended(self, sidecar: Sidecar, standing: Standing) -> None:
        end = standing.known_end()
        params = {"session": self._name(), "loan": standing.offer.loan, **end.words}

        def reap(result: Any, error: Exception | None) -> None:
            standing.reap()

        # Whoever ends its group has heard by then that there is none any more.
        sidecar.call("loan/ended", params, reap)

    def _unused(self, sidecar: Sidecar, loans: list[int], *, failed: bool) -> None:
        with self._lock:
            for loan in loans:
                self._offered.pop(loan, None)
        self._tell_unused(sidecar, loans, failed=failed)

    def _tell_unused(self, sidecar: Sidecar, loans: list[int], *, failed: bool) -> None:
        name = self._name()
        if name is not None:
            sidecar.tell("unused", {"session": name, "loans": loans, "failed": failed})

    def clear(self) -> None:
        """Nothing is lent any more."""
        with self._lock:
            standing = list(self._standing.values())
            self._standing.clear()
            self._offered.clear()
        if standing:
            KEEPER.do(lambda: _end_all(standing))

    def after_fork(self) -> None:
        """In a forked process: they are the parent's, and end with its end of their gates."""
        self._lock = threading.RLock()
        for standing in self._standing.values():
            standing.close()
        self._standing.clear()
        self._offered.clear()


def _leave(standing: dict[str, Standing]) -> None:
    left = list(standing.values())
    if left:
        KEEPER.do(lambda: _end_all(left))


def _end_all(standing: list[Standing]) -> None:
    for one in standing:
        one.end()


class Keeper:
    """A thread for what takes a while, and for the ends of processes."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._work: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._watched: dict[int, Callable[[], None]] = {}
        self._bell = self._rope = -1

    def do(self, work: Callable[[], None]) -> None:
        """Soon, one after the other."""
        with self._lock:
            if self._bell < 0:
                self._bell, self._rope = os.pipe()
                threading.Thread(target=self._keep, name="hooks-lent", daemon=True).start()
            self._work.put(work)
            os.write(self._rope, b".")

    def watch(self, standing: Standing, ended: Callable[[], None]) -> None:
        """Calls `ended` when it has ended."""
        self.do(lambda: self._watched.__setitem__(standing.pidfd, ended))

    def _keep(self) -> None:
        while True:
            waiting = select.poll()
            for fd in (self._bell, *self._watched):
                waiting.register(fd, select.POLLIN)
            for fd, _ in waiting.poll():
                if fd == self._bell:
                    os.read(fd, 1)
                    work = self._work.get()
                else:
                    work = self._watched.pop(fd)
                try:
                    work()
                except Exception:
                    logger.exception("hooks: fault at a process that was lent")
                # It holds a sidecar.
                del work

    def after_fork(self) -> None:
        """In a forked process: the thread is the parent's."""
        for fd in (self._bell, self._rope):
            if fd >= 0:
                with contextlib.suppress(OSError):
                    os.close(fd)
        self.__init__()  # type: ignore[misc]


KEEPER = Keeper()
_all: "weakref.WeakSet[Lent]" = weakref.WeakSet()


def _after_fork() -> None:
    KEEPER.after_fork()
    for lent in list(_all):
        lent.after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
