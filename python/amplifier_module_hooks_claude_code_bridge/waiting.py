"""Waits on an event loop for an answer of the sidecar, but not for ever."""

import asyncio
import contextlib
from typing import Any

from . import approval
from . import sidecar as sidecars
from .cancelling import Cancelled, Watch
from .sidecar import Sidecar


async def answer_of(
    sidecar: Sidecar, method: str, params: dict[str, Any], seconds: float, watch: Watch | None = None
) -> Any:
    """
    Raises SidecarGone, CallFailed, TimeoutError, or Cancelled where the watch says so; whoever is cancelled meanwhile
    cancels the call. The time does not run while a user is being asked.
    """
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
        if asyncio._get_running_loop() is loop:
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

    sidecar.read_on(loop)
    call = sidecar.call(method, params, reply)
    timer = next_beat()
    watched = contextlib.nullcontext() if watch is None else watch.over(lambda: settle(None, Cancelled()))
    try:
        with watched:
            return await answer
    finally:
        timer.cancel()
        sidecar.forget(call)
