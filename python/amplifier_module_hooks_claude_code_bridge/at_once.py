"""
Answers that come at once are given at once.

The kernel calls handlers in threads of its own. A coroutine that one gives back travels to the event loop, and its
result back again, which takes longer than many hooks. So the thread itself begins such a coroutine and waits a moment;
what is not answered by then goes on on the loop, as if it had been there from the beginning.
"""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Generator
from typing import Any, TypeVar

# The thread is one of few, and other work of the kernel waits for it. Python itself lets a thread wait as long.
MOMENT_SECONDS = 0.005

T = TypeVar("T")

# Held by the one thread that waits. The kernel may have no more than two, and all others must go on.
_waiting = threading.Lock()


class Moment:
    """Awaited in a coroutine that a thread has begun: until something has happened, or until it runs on a loop."""

    def __init__(self, wait: Callable[[float], bool] | None) -> None:
        """`wait` says whether it has happened within so many seconds; None: it needs the loop."""
        self._wait = wait

    def __await__(self) -> Generator["Moment", None, None]:
        yield self

    def comes(self) -> bool:
        """In the thread: whether it has happened within a moment."""
        return self._wait is not None and self._wait(MOMENT_SECONDS)


def running_loop() -> asyncio.AbstractEventLoop | None:
    """The event loop that this runs on; None: a thread of the kernel has begun it."""
    return asyncio._get_running_loop()


async def on_loop() -> None:
    """What follows needs the event loop."""
    if running_loop() is None:
        await Moment(None)


def begun(work: Coroutine[Any, Any, T]) -> "T | Coroutine[Any, Any, T]":
    """Called in a thread of the kernel: the result, or what is left of the work."""
    if running_loop() is not None or not _waiting.acquire(blocking=False):
        return work
    try:
        while work.send(None).comes():
            pass
    except StopIteration as done:
        result: T = done.value
        return result
    finally:
        _waiting.release()
    return _rest(work)


async def _rest(work: Coroutine[Any, Any, T]) -> T:
    result: T = await _Rest(work)
    return result


class _Rest:
    """Python awaits no coroutine that is under way, but what drives one can be handed on."""

    def __init__(self, work: Coroutine[Any, Any, Any]) -> None:
        self._work = work

    def __await__(self) -> Generator[Any, Any, Any]:
        return self._work.__await__()
