"""Reads what the sidecar says: on the event loop that waits for it, because a thread in between costs more than the
answer itself; in a thread where no loop does, or more than one."""

import asyncio
import contextlib
import os
import select
import threading
from collections.abc import Callable, Iterator
from typing import Any

# How long it may take until somebody reads again after a loop has stopped without a word.
LOOK_SECONDS = 1.0
_CHUNK = 1 << 16


class Reader:
    """
    Of one pipe. At a change both may read for a moment: a lock keeps the lines in order, and who comes second finds
    nothing.
    """

    def __init__(self, pipe: Any, take: Callable[[bytes], None]) -> None:
        # Held, so that its number stays its own as long as a loop knows it.
        self._pipe = pipe
        self._fd: int = pipe.fileno()
        os.set_blocking(self._fd, False)
        self._take = take
        self._pieces: list[bytes] = []
        self._reading = threading.Lock()
        # Reentrant: the end of a session may be noticed by the garbage collector, in the middle of anything.
        self._change = threading.Condition()
        self._loop: asyncio.AbstractEventLoop | None = None
        # Those who wait for an answer without a loop.
        self._askers = 0
        self._only_thread = False
        self._ended = False

    def read_on(self, loop: asyncio.AbstractEventLoop) -> None:
        """Called on a loop by whoever is about to wait there."""
        if loop is self._loop:
            return
        with self._change:
            if self._loop is not None and self._loop.is_running():
                # A loop that is busy must not keep another one waiting.
                self._only_thread = True
                self._leave()
            if self._only_thread or self._askers > 0 or self._ended:
                return
            try:
                loop.add_reader(self._fd, self._readable, loop)
            except (NotImplementedError, OSError):
                self._only_thread = True
            else:
                self._loop = loop

    @contextlib.contextmanager
    def in_thread(self) -> Iterator[None]:
        """While somebody waits who has no loop."""
        with self._change:
            self._askers += 1
            self._leave()
        try:
            yield
        finally:
            with self._change:
                self._askers -= 1

    def only_in_thread(self) -> None:
        """From now on: the loop may end before the sidecar does."""
        with self._change:
            self._only_thread = True
            self._leave()

    def leave_to_parent(self) -> None:
        """For a forked process. The loop's list of files is the parent's too, so nothing is taken from it."""
        self._change, self._reading = threading.Condition(), threading.Lock()
        self._loop, self._only_thread, self._ended = None, True, True

    def until_end(self) -> None:
        """In a thread of its own: reads whenever no loop does, until there is nothing more."""
        waiting = select.poll()
        waiting.register(self._fd, select.POLLIN)
        while not self._ended:
            with self._change:
                if self._loop is not None and self._loop.is_running():
                    self._change.wait(LOOK_SECONDS)
                    continue
                self._loop = None
            waiting.poll()
            self._read()

    def _leave(self) -> None:
        loop, self._loop = self._loop, None
        if loop is not None:
            # On a closed loop nothing is left to be taken from.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(self._drop, loop)
        self._change.notify_all()

    def _drop(self, loop: asyncio.AbstractEventLoop) -> None:
        """On the loop, which may have begun to read again meanwhile."""
        if self._loop is not loop:
            loop.remove_reader(self._fd)

    def _readable(self, loop: asyncio.AbstractEventLoop) -> None:
        self._read()
        if self._ended:
            loop.remove_reader(self._fd)
            with self._change:
                self._loop = None
                self._change.notify_all()

    def _read(self) -> None:
        with self._reading:
            try:
                chunk = b"" if self._ended else os.read(self._fd, _CHUNK)
            except BlockingIOError:
                return
            except OSError:
                chunk = b""
            if not chunk:
                self._ended = True
                return
            *lines, rest = chunk.split(b"\n")
            for line in lines:
                self._pieces.append(line)
                whole = b"".join(self._pieces)
                self._pieces.clear()
                self._take(whole)
            if rest:
                self._pieces.append(rest)
