"""A thread of the kernel waits a moment for an answer; what takes longer goes on on the event loop."""

import asyncio
import os
import signal
import threading
from collections.abc import Coroutine
from typing import Any

import pytest
from amplifier_core import HookResult
from host import Live, Place, is_alive, start, until

from amplifier_module_hooks_claude_code_bridge import at_once
from amplifier_module_hooks_claude_code_bridge.at_once import Moment, begun, on_loop, running_loop
from amplifier_module_hooks_claude_code_bridge.session import mounted
from amplifier_module_hooks_claude_code_bridge.shared import SHARED

DENY = "echo no >&2; exit 2"
# It waits for as long as the file is there.
SLOW = "echo $$ > pid; while [ -e wait ]; do sleep 0.01; done; " + DENY


async def in_thread(live: Live) -> Any:
    """What the handler gives to a thread of the kernel."""
    session = mounted(live.session.session_id)
    assert session is not None
    call = {"tool_name": "bash", "tool_input": {"command": "ls"}}
    return await asyncio.to_thread(session._on_event, "tool:pre", call)


async def opened(place: Place, command: str) -> Live:
    place.hooks({"PreToolUse": command})
    live = await start()
    await live.tool_pre()
    return live


async def under_way(place: Place) -> tuple[Live, Coroutine[Any, Any, HookResult]]:
    """A call that a hook judges for longer than a moment."""
    live = await opened(place, SLOW)
    (place.project / "wait").touch()
    rest = await in_thread(live)
    assert isinstance(rest, Coroutine)
    return live, rest


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a busy machine does not decide what is tested."""
    monkeypatch.setattr(at_once, "MOMENT_SECONDS", 30.0)


async def test_what_is_answered_within_the_moment_needs_no_task(place: Place, patient: None) -> None:
    live = await opened(place, DENY)
    answer = await in_thread(live)
    assert isinstance(answer, HookResult) and (answer.action, str(answer.reason).strip()) == ("deny", "no")
    await live.end()


async def test_to_go_on_is_nothing(place: Place, patient: None) -> None:
    live = await opened(place, "true")
    assert await in_thread(live) is None
    await live.end()


async def test_what_takes_longer_goes_on_on_the_loop(place: Place) -> None:
    live, rest = await under_way(place)
    (place.project / "wait").unlink()
    assert (await rest).action == "deny"
    await live.end()


@pytest.mark.parametrize("how", ["cancelled", "never awaited"])
async def test_hooks_end_with_what_nobody_waits_for_any_more(place: Place, how: str) -> None:
    live, rest = await under_way(place)
    pid = int(await until(lambda: (place.project / "pid").read_text().strip()))
    if how == "cancelled":
        task = asyncio.ensure_future(rest)
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    else:
        rest.close()
        del rest
    await until(lambda: not is_alive(pid))
    await live.end()


async def test_a_sidecar_that_dies_while_a_thread_waits_is_a_fault_like_any(place: Place, patient: None) -> None:
    live = await opened(place, SLOW)
    (place.project / "pid").unlink()
    (place.project / "wait").touch()
    answer = asyncio.ensure_future(in_thread(live))
    await until((place.project / "pid").exists)
    assert SHARED.current is not None
    os.kill(SHARED.current.pid, signal.SIGKILL)
    assert (await answer).action == "ask_user"
    await until(lambda: any("process that runs hooks" in text for text in live.display.texts))
    (place.project / "wait").unlink()
    await live.end()


async def test_only_one_thread_waits(patient: None) -> None:
    happened, first = threading.Event(), threading.Event()

    async def work() -> str:
        first.set()
        await Moment(happened.wait)
        return "thread" if running_loop() is None else "loop"

    waiting = asyncio.ensure_future(asyncio.to_thread(lambda: begun(work())))
    await asyncio.to_thread(first.wait)
    other = work()
    assert await asyncio.to_thread(lambda: begun(other)) is other
    other.close()
    happened.set()
    assert await waiting == "thread"


async def test_what_needs_the_loop_gets_there_at_once(patient: None) -> None:
    async def work() -> list[bool]:
        before = running_loop() is None
        await on_loop()
        await asyncio.sleep(0)
        return [before, running_loop() is None]

    rest = await asyncio.to_thread(lambda: begun(work()))
    assert isinstance(rest, Coroutine) and await rest == [True, False]


async def test_an_error_is_an_error_wherever_it_happens(patient: None) -> None:
    async def work(*, late: bool) -> None:
        if late:
            await on_loop()
        raise LookupError

    with pytest.raises(LookupError):
        await asyncio.to_thread(lambda: begun(work(late=False)))
    with pytest.raises(LookupError):
        await (await asyncio.to_thread(lambda: begun(work(late=True))))  # type: ignore[misc]


async def test_calls_at_the_same_time_are_all_judged(place: Place) -> None:
    live = await opened(place, DENY)
    answers = await asyncio.gather(*(live.tool_pre() for _ in range(50)))
    assert {answer.action for answer in answers} == {"deny"}
    await live.end()
