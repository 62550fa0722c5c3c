"""Waits for an answer of the sidecar, but not for ever."""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from functools import partial
from typing import Any

from . import approval
from . import sidecar as sidecars
from .at_once import Moment, running_loop
from .cancelling import Cancelled, Watch
from .sidecar import Sidecar

Settle = Callable[[Any, Exception | None], None]


async def answer_of(
    sidecar: Sidecar,
    method: str,
    params: dict[str, Any],
    seconds: float,
    watch: Watch | None = None,
    *,
    is_gate: bool = False,
    is_soon: bool = True,
) -> Any:
    """
    `is_soon`: the answer may come within a moment, for which a thread waits.
    Raises SidecarGone, CallFailed, TimeoutError, or Cancelled where the watch says so; whoever is cancelled meanwhile
    cancels the call. The time does not run while a user is being asked.
    """
    answer = _Answer()
    call = sidecar.call(method, params, answer.reply)
    try:
        if running_loop() is None:
            await Moment(partial(sidecar.waits, answer.there) if is_soon else None)
            if answer.there.is_set():
                return answer.result()
        with sidecar.reading_on(asyncio.get_running_loop()):
            return await _on_loop(answer, sidecar, seconds, watch, is_gate)
    finally:
        sidecar.forget(call)


class _Answer:
    """There once, for a thread or for a loop."""

    def __init__(self) -> None:
        self.there = threading.Event()
        self._lock = threading.Lock()
        self._said: tuple[Any, Exception | None] = (None, None)
        self._settle: Settle | None = None

    def reply(self, result: Any, error: Exception | None) -> None:
        """From any thread."""
        with self._lock:
            self._said = (result, error)
            self.there.set()
            settle = self._settle
        if settle is not None:
            settle(result, error)

    def result(self) -> Any:
        result, error = self._said
        if error is not None:
            raise error
        return result

    def tell(self, settle: Settle) -> None:
        """Now or later, from any thread."""
        with self._lock:
            self._settle = settle
            is_there = self.there.is_set()
        if is_there:
            settle(*self._said)


async def _on_loop(said: _Answer, sidecar: Sidecar, seconds: float, watch: Watch | None, is_gate: bool) -> Any:
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[Any] = loop.create_future()
    deadline = loop.time() + seconds
    timer: asyncio.TimerHandle

    def settle(result: Any, error: Exception | None) -> None:
        if answer.done():
            return
        if error is None:
            answer.set_result(result)
        else:
            answer.set_exception(error)

    def reply(result: Any, error: Exception | None) -> None:
        if running_loop() is loop:
            settle(result, error)
            return
        # On a closed loop nobody waits.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(settle, result, error)

    def next_beat() -> asyncio.TimerHandle:
        return loop.call_later(min(sidecars.BEAT_SECONDS, max(0, deadline - loop.time())), beat)

    def beat() -> None:
        nonlocal timer, deadline
        if approval.is_open():
            deadline = loop.time() + seconds
        if loop.time() >= deadline:
            settle(None, TimeoutError(f"no answer within {seconds:g} s"))
            return
        timer = next_beat()
        sidecar.beat()

    said.tell(reply)
    timer = next_beat()
    watched = contextlib.nullcontext() if watch is None else watch.over(lambda: settle(None, Cancelled()), is_gate)
    try:
        with watched:
            return await answer
    finally:
        timer.cancel()
