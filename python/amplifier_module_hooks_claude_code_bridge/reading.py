"""Reads what the sidecar says. Whoever waits for an answer reads it, on an event loop or in a thread: handing it on costs
more than many an answer. A thread in the background reads where nobody waits."""

import asyncio
import contextlib
import os
import select
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

from .at_once import running_loop

# How long it may take until somebody reads again after a loop has stopped without a word.
LOOK_SECONDS = 1.0
# After an answer the next one is likely to be waited for soon, and the thread in the background would only be woken
# together with whoever waits. What the sidecar says by itself meanwhile is read after that time.
REST_SECONDS = 0.02
_CHUNK = 1 << 16


class Reader:
    """
    Of one pipe. Several may read at the same moment: a lock keeps the lines in order, and who comes second finds
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
        # Those who wait on that loop.
        self._on_loop = 0
        # Threads that wait and read themselves, and until when they are thought to come again.
        self._here = 0
        self._rests_until = 0.0
        # Those who wait for an answer that the thread in the background reads.
        self._askers = 0
        self._only_thread = False
        self._ended = False
        # Wakes the thread in the background while it stands at the pipe.
        self._bell, self._rope = os.pipe()
        for end in (self._bell, self._rope):
            os.set_blocking(end, False)
        self._stands = False

    @contextlib.contextmanager
    def on(self, loop: asyncio.AbstractEventLoop) -> Iterator[None]:
        """While somebody waits on this loop; called there."""
        joined = self._join(loop)
        try:
            yield
        finally:
            if joined:
                self._part(loop)

    def waits(self, there: threading.Event, seconds: float) -> bool:
        """In a thread that may wait: reads until it is there, but no longer than that."""
        end = time.monotonic() + seconds
        with self._change:
            self._here += 1
            self._ring()
        try:
            waiting = select.poll()
            waiting.register(self._fd, select.POLLIN)
            while not there.is_set() and not self._ended:
                left = end - time.monotonic()
                if left <= 0:
                    return False
                waiting.poll(left * 1000)
                self._read()
            # At the end the thread in the background says what is still to be said.
            return there.wait(max(0.0, end - time.monotonic()))
        finally:
            with self._change:
                self._here -= 1
                self._rests_until = time.monotonic() + REST_SECONDS

    @contextlib.contextmanager
    def in_thread(self) -> Iterator[None]:
        """While somebody waits who has no loop, and cannot read."""
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
        self._loop, self._only_thread, self._ended, self._stands = None, True, True, False
        self._close_bell()

    def until_end(self) -> None:
        """In the background: reads whenever nobody else does, until there is nothing more."""
        waiting = select.poll()
        waiting.register(self._fd, select.POLLIN)
        waiting.register(self._bell, select.POLLIN)
        while not self._ended:
            with self._change:
                others = self._others_read()
                if others > 0:
                    self._change.wait(others)
                    continue
                self._stands = True
            waiting.poll()
            with self._change:
                self._stands = False
                with contextlib.suppress(BlockingIOError):
                    os.read(self._bell, _CHUNK)
            self._read()
        self._close_bell()

    def _close_bell(self) -> None:
        """Once: afterwards their numbers are those of other files."""
        ends, self._bell, self._rope = (self._bell, self._rope), -1, -1
        for end in ends:
            if end >= 0:
                os.close(end)

    def _others_read(self) -> float:
        """For how long nobody in the background need look again."""
        if self._loop is not None and not self._loop.is_running():
            self._loop = None
        if self._only_thread or self._askers > 0 or self._ended:
            return 0.0
        if self._loop is not None:
            return LOOK_SECONDS
        return REST_SECONDS if self._here > 0 else self._rests_until - time.monotonic()

    def _ring(self) -> None:
        """Somebody else reads now: who stands at the pipe need not."""
        if self._stands and not self._only_thread and self._askers == 0:
            self._stands = False
            with contextlib.suppress(BlockingIOError):
                os.write(self._rope, b".")

    def _join(self, loop: asyncio.AbstractEventLoop) -> bool:
        with self._change:
            if loop is not self._loop:
                if self._loop is not None and self._loop.is_running():
                    # A loop that is busy must not keep another one waiting.
                    self._only_thread = True
                    self._leave()
                if self._only_thread or self._askers > 0 or self._ended:
                    return False
                try:
                    loop.add_reader(self._fd, self._readable, loop)
                except (NotImplementedError, OSError):
                    self._only_thread = True
                    return False
                self._loop, self._on_loop = loop, 0
                self._ring()
            self._on_loop += 1
            return True

    def _part(self, loop: asyncio.AbstractEventLoop) -> None:
        with self._change:
            if loop is not self._loop:
                return
            self._on_loop -= 1
            if self._on_loop == 0:
                self._leave()

    def _leave(self) -> None:
        loop, self._loop = self._loop, None
        if loop is not None and loop is running_loop():
            loop.remove_reader(self._fd)
        elif loop is not None:
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

    def _read(self) -> None:
        with self._reading:
            try:
                chunk = b"" if self._ended else os.read(self._fd, _CHUNK)
            except BlockingIOError:
                return
            except OSError:
                chunk = b""
            if chunk:
                self._pass_on(chunk)
                return
        with self._change:
            self._ended = True
            self._change.notify_all()

    def _pass_on(self, chunk: bytes) -> None:
        *lines, rest = chunk.split(b"\n")
        for line in lines:
            self._pieces.append(line)
            whole = b"".join(self._pieces)
            self._pieces.clear()
            self._take(whole)
        if rest:
            self._pieces.append(rest)
