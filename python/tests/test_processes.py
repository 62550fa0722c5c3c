"""Several loops, threads and processes; sessions that nobody ends; the end of the host itself."""

import asyncio
import gc
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from amplifier_core.testing import MockCoordinator
from host import ROOT, Place, group, is_alive, says, start, until

import amplifier_module_hooks_claude_code_bridge as module
from amplifier_module_hooks_claude_code_bridge.shared import SHARED

DENY = {"PreToolUse": [group("Bash", "echo no >&2; exit 2")]}


def test_a_session_may_be_driven_by_one_loop_after_the_other(place: Place, started: list[int]) -> None:
    place.hooks(DENY)
    live = asyncio.run(start())

    async def judge() -> str:
        return str((await live.tool_pre()).action)

    assert [asyncio.run(judge()) for _ in range(3)] == ["deny"] * 3
    assert len(started) == 1
    asyncio.run(live.end())


def test_sessions_in_several_threads_share_one_sidecar(place: Place, started: list[int]) -> None:
    place.hooks(DENY)
    together = threading.Barrier(4)
    actions: list[str] = []

    async def whole(number: int) -> None:
        live = await start(session_id=f"s{number}")
        await asyncio.to_thread(together.wait)
        for _ in range(5):
            actions.append((await live.tool_pre()).action)
        await asyncio.to_thread(together.wait)
        await live.end()

    threads = [threading.Thread(target=lambda n=n: asyncio.run(whole(n))) for n in range(4)]  # type: ignore[misc]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert actions == ["deny"] * 20 and len(started) == 1


async def test_two_sessions_of_one_name_do_not_disturb_each_other(place: Place, started: list[int]) -> None:
    place.hooks(DENY)
    one, two = await start(session_id="same"), await start(session_id="same")
    assert [(await live.tool_pre()).action for live in (one, two)] == ["deny", "deny"]
    await one.end()
    assert (await two.tool_pre()).action == "deny" and len(started) == 1
    await two.end()


async def test_the_sidecar_ends_with_the_last_session_and_comes_back(place: Place, started: list[int]) -> None:
    place.hooks(DENY)
    root, child = await start(), await start(session_id="child", parent_id="root")
    await root.tool_pre()
    await child.tool_pre()
    await child.end()
    assert is_alive(started[0])
    await root.end()
    assert not is_alive(started[0]), "whoever awaited the end of the session finds no process"
    root = await start()
    assert (await root.tool_pre()).action == "deny" and len(started) == 2
    await root.end()


async def test_a_session_that_nobody_ends_does_not_keep_the_sidecar(place: Place, started: list[int]) -> None:
    """Cleaned up, but without a word about its end, as some hosts do it."""
    place.hooks(DENY)
    coordinator: Any = MockCoordinator()
    says({"trust": "off"})
    cleanup = await module.mount(coordinator, {"trust": "off"})
    data = {"tool_name": "bash", "tool_input": {"command": "ls"}}
    assert (await coordinator.hooks.emit("tool:pre", data)).action == "deny"
    assert cleanup is not None
    cleanup()
    del coordinator, cleanup
    await asyncio.sleep(0)
    gc.collect()
    await until(lambda: SHARED.current is None and not is_alive(started[0]))


async def test_validation_leaves_nothing(place: Place, started: list[int]) -> None:
    from amplifier_core.validation import HookValidator

    from amplifier_module_hooks_claude_code_bridge import session

    place.hooks(DENY)
    path = ROOT / "amplifier_module_hooks_claude_code_bridge"
    assert (await HookValidator().validate(path, config={"max_timeout": 5})).passed
    gc.collect()
    assert started == [] and session.mounted("test-session") is None


async def test_a_cancelled_end_leaves_nothing(place: Place, started: list[int]) -> None:
    from amplifier_module_hooks_claude_code_bridge.session import mounted

    place.hooks({"SessionEnd": "touch ending; sleep 600", "PreToolUse": "true"})
    live = await start()
    await live.tool_pre()
    session = mounted("root")
    assert session is not None
    ending = asyncio.create_task(session._on_end("session:end", {"session_id": "root", "parent_id": None}))
    await until((place.project / "ending").exists)
    ending.cancel()
    with pytest.raises(asyncio.CancelledError):
        await ending
    await until(lambda: not is_alive(started[0]))
    await live.end()


async def test_a_forked_process_leaves_the_sidecar_alone(place: Place, started: list[int]) -> None:
    """The child neither uses the parent's pipes nor keeps them open."""
    place.hooks(DENY)
    live = await start()
    assert (await live.tool_pre()).action == "deny"
    ready, go = os.pipe(), os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            fds = [os.readlink(f"/proc/self/fd/{fd}") for fd in os.listdir("/proc/self/fd") if _is_link(fd)]
            theirs = [os.readlink(f"/proc/{started[0]}/fd/{fd}") for fd in (0, 1, 2)]
            status = 0 if SHARED.current is None and not set(fds) & set(theirs) else 2
            os.write(ready[1], b"x")
            os.read(go[0], 1)
        finally:
            os._exit(status)
    await asyncio.to_thread(os.read, ready[0], 1)
    assert (await live.tool_pre()).action == "deny"
    # The child is still there, and the sidecar ends all the same.
    await live.end()
    assert not is_alive(started[0])
    os.write(go[1], b"x")
    _, status = await asyncio.to_thread(os.waitpid, child, 0)
    assert os.waitstatus_to_exitcode(status) == 0


def test_a_forked_process_starts_a_sidecar_of_its_own(place: Place) -> None:
    from amplifier_module_hooks_claude_code_bridge.session import mounted

    place.hooks(DENY)
    live = asyncio.run(start())

    async def judge() -> str:
        # As the kernel calls it: the kernel's own threads do not survive a fork.
        session = mounted("root")
        assert session is not None
        data = {"tool_name": "bash", "tool_input": {"command": "ls"}, "session_id": "root", "parent_id": None}
        return (await session._on_event("tool:pre", data)).action

    assert asyncio.run(judge()) == "deny"
    child = os.fork()
    if child == 0:
        status = 1
        try:
            status = 0 if asyncio.run(judge()) == "deny" else 2
            SHARED.end()
        finally:
            os._exit(status)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    assert asyncio.run(judge()) == "deny"
    asyncio.run(live.end())


def _is_link(fd: str) -> bool:
    return os.path.islink(f"/proc/self/fd/{fd}")


HOST = """
import asyncio, os, sys
sys.path.insert(0, {tests!r})
from host import start
from amplifier_module_hooks_claude_code_bridge.shared import SHARED
async def main():
    live = await start({{"fail_closed": True}})
    judged = asyncio.ensure_future(live.tool_pre())
    while not os.path.exists("started"): await asyncio.sleep(0.005)
    print(SHARED.current.pid, open("started").read().strip(), flush=True)
    {then}
asyncio.run(main())
"""


@pytest.mark.parametrize(
    "then",
    ["await asyncio.Event().wait()", "os._exit(0)", "sys.exit(0)", "raise KeyboardInterrupt"],
    ids=["killed", "exits_at_once", "exits", "interrupted"],
)
async def test_a_host_that_ends_leaves_no_process(place: Place, then: str) -> None:
    place.hooks({"PreToolUse": [group("Bash", "echo $$ > starting; mv starting started; sleep 600 & wait")]})
    code = HOST.format(tests=str(Path(__file__).parent), then=then)
    command = [sys.executable, "-c", code]
    host = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)  # noqa: ASYNC220
    assert host.stdout is not None
    pids = [int(pid) for pid in (await asyncio.to_thread(host.stdout.readline)).split()]
    assert len(pids) == 2
    if "wait" in then:
        host.send_signal(signal.SIGKILL)
    await asyncio.to_thread(host.wait, 30)
    host.stdout.close()
    await until(lambda: not any(is_alive(pid) for pid in pids))


async def test_a_ctrl_c_in_the_terminal_is_not_for_the_sidecar(place: Place, started: list[int]) -> None:
    place.hooks(DENY)
    live = await start()
    await live.tool_pre()
    assert os.getpgid(started[0]) != os.getpgid(0) and os.getsid(started[0]) != os.getsid(0)
    await live.end()


async def test_a_directory_that_is_gone_is_no_obstacle(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    place.hooks(DENY)
    gone = place.project.parent / "gone"
    gone.mkdir()
    live = await start(plan={"working_dir": str(place.project)})
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert (await live.tool_pre()).action == "deny"
    await live.end()
    monkeypatch.chdir("/")
