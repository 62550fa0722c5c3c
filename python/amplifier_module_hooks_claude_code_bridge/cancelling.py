"""Notices that the kernel cancels, while hooks run: it tells nobody, but its token can be looked at."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager

# How often the token is looked at: a user who cancels waits no longer than twice this.
LOOK_SECONDS = 0.1


class Cancelled(Exception):
    """The kernel cancelled what was being decided."""


class Watch:
    """One timer for all that waits in a session, however much that is; none while nothing waits."""

    def __init__(self, is_cancelled: Callable[[], bool]) -> None:
        self._is_cancelled = is_cancelled
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting: set[Callable[[], None]] = set()
        self._looks = False

    @contextmanager
    def over(self, give_up: Callable[[], None], is_gate: bool) -> Iterator[None]:
        """
        Calls `give_up` once it is cancelled. What was cancelled before it began is not meant; at a gate nothing begins
        then, so there it was cancelled meanwhile.
        """
        if self._is_cancelled() and not is_gate:
            yield
            return
        loop = asyncio.get_running_loop()
        if loop is not self._loop:
            # A session may be driven by one loop after the other; on the former nobody waits any more.
            self._loop, self._waiting, self._looks = loop, set(), False
        if not self._looks:
            self._looks = True
            loop.call_later(LOOK_SECONDS, self._look, self._waiting)
        self._waiting.add(give_up)
        waiting = self._waiting
        try:
            yield
        finally:
            waiting.discard(give_up)

    def _look(self, waiting: set[Callable[[], None]]) -> None:
        if waiting is not self._waiting:
            # Of a loop before this one.
            return
        self._looks = bool(waiting)
        if not waiting:
            return
        if self._is_cancelled():
            for give_up in list(waiting):
                give_up()
        asyncio.get_running_loop().call_later(LOOK_SECONDS, self._look, waiting)
