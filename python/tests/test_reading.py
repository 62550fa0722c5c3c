"""Who reads the answers of the sidecar: whoever waits for them, and a thread in the background where nobody does."""

import asyncio
import os
import signal
import threading
from collections.abc import Callable

import pytest
from host import Place, start, until

from amplifier_module_hooks_claude_code_bridge import at_once
from amplifier_module_hooks_claude_code_bridge import sidecar as sidecars
from amplifier_module_hooks_claude_code_bridge.reading import Reader
from amplifier_module_hooks_claude_code_bridge.shared import SHARED


@pytest.fixture
def readers(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The threads that took a message, in order."""
    seen: list[int] = []
    hear = sidecars.Sidecar._hear

    def noted(self: sidecars.Sidecar, line: bytes) -> None:
        seen.append(threading.get_ident())
        hear(self, line)

    monkeypatch.setattr(sidecars.Sidecar, "_hear", noted)
    return seen


@pytest.fixture
def background() -> Callable[[], int | None]:
    """The thread that reads where nobody waits."""
    return lambda: next((one.ident for one in threading.enumerate() if one.name == "hooks-sidecar_read"), None)


async def test_answers_are_read_on_the_loop_that_waits(
    place: Place, readers: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    # No thread of the kernel waits for them.
    monkeypatch.setattr(at_once, "MOMENT_SECONDS", 0.0)
    place.hooks({"PreToolUse": "sleep 0.02"})
    live = await start()
    await live.tool_pre()
    readers.clear()
    for _ in range(5):
        await live.tool_pre()
    assert set(readers) == {threading.get_ident()}
    await live.end()


async def test_answers_that_come_at_once_are_read_by_the_thread_that_waits(
    place: Place, readers: list[int], background: Callable[[], int | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(at_once, "MOMENT_SECONDS", 30.0)
    place.hooks({"PreToolUse": "true"})
    live = await start()
    await live.tool_pre()
    readers.clear()
    for _ in range(5):
        await live.tool_pre()
    # Who stood at the pipe when the first one came may still have found it.
    assert len(readers) == 5
    assert not {threading.get_ident(), background()} & set(readers[1:])
    await live.end()


async def test_what_the_sidecar_says_by_itself_is_heard_after_an_answer(place: Place, readers: list[int]) -> None:
    place.hooks({"PreToolUse": "true"})
    live = await start()
    await live.tool_pre()
    readers.clear()
    # Other hooks are in force now, of which the sidecar tells.
    place.hooks({"PreToolUse": "true", "UserPromptSubmit": "true", "Stop": "true"})
    await until(lambda: bool(readers))
    await live.end()


def test_a_loop_that_is_busy_keeps_no_other_waiting(place: Place) -> None:
    place.hooks({"PreToolUse": "echo no >&2; exit 2"})
    busy, other_is_done = threading.Event(), threading.Event()

    async def blocks() -> None:
        live = await start(session_id="one")
        for _ in range(3):
            await live.tool_pre()
        busy.set()
        assert await asyncio.to_thread(lambda: True)
        # As code that does not know of loops does it.
        assert other_is_done.wait(60)
        assert (await live.tool_pre()).action == "deny"
        await live.end()

    async def asks() -> None:
        await asyncio.to_thread(busy.wait)
        live = await start(session_id="two")
        for _ in range(3):
            assert (await live.tool_pre()).action == "deny"
        other_is_done.set()
        await live.end()

    failures: list[BaseException] = []

    def runs(work: Callable[[], object]) -> None:
        try:
            asyncio.run(work())  # type: ignore[arg-type]
        except BaseException as error:
            failures.append(error)
            other_is_done.set()

    threads = [threading.Thread(target=runs, args=(work,)) for work in (blocks, asks)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_a_death_is_noticed_while_no_loop_runs(place: Place, started: list[int]) -> None:
    place.hooks({"PreToolUse": "true"})
    loop = asyncio.new_event_loop()
    live = loop.run_until_complete(start())
    for _ in range(3):
        loop.run_until_complete(live.tool_pre())
    current = SHARED.current
    assert current is not None
    os.kill(started[0], signal.SIGKILL)
    other = asyncio.new_event_loop()
    other.run_until_complete(until(lambda: current.is_gone))
    other.close()
    assert loop.run_until_complete(live.tool_pre()).action == "continue"
    assert len(started) == 2
    loop.run_until_complete(live.end())
    loop.close()


async def test_lines_come_whole_and_in_order_however_the_pipe_cuts_them() -> None:
    into, out = os.pipe()
    lines: list[bytes] = []
    reader = Reader(os.fdopen(into, "rb", buffering=0), lines.append)
    reading = threading.Thread(target=reader.until_end)
    reading.start()
    wanted = [b"a", b"b" * 300_000, b"", b"c", b"d" * 70_000]
    whole = b"".join(line + b"\n" for line in wanted)

    def write() -> None:
        rest = memoryview(whole)
        while rest:
            # Reading changes places in the middle of it.
            with reader.in_thread():
                rest = rest[os.write(out, rest[:7777]) :]
            asyncio.run_coroutine_threadsafe(back(), loop).result()

    async def back() -> None:
        with reader.on(loop):
            await asyncio.sleep(0)
        there.clear()
        await asyncio.to_thread(reader.waits, there, 0.001)

    there = threading.Event()
    loop = asyncio.get_running_loop()
    await asyncio.to_thread(write)
    os.close(out)
    await asyncio.to_thread(reading.join)
    assert lines == wanted
