"""Ways around a hook whose process the host starts, and what it could leave behind."""

import asyncio
import gc
import json
import os
import signal
from typing import Any

import pytest
from amplifier_core.testing import MockCoordinator
from host import Approval, Place, group, is_alive, says, start, until
from test_lent import DENY, TELLS, by_host, called_until_lent, lent, ran, ready

import amplifier_module_hooks_claude_code_bridge as module
from amplifier_module_hooks_claude_code_bridge import standing as standings
from amplifier_module_hooks_claude_code_bridge.session import mounted
from amplifier_module_hooks_claude_code_bridge.shared import SHARED
from amplifier_module_hooks_claude_code_bridge.sidecar import CallFailed, Sidecar

pytestmark = pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="processes are lent on Linux only")


def runs_in_journal(place: Place) -> list[str]:
    """How each run of a PreToolUse hook was started, and how it ended."""
    return [
        f"{run.get('start', {}).get('kind', 'new')} {run['outcome']}"
        for file in (place.home / ".local").rglob("*.jsonl")
        for line in file.read_text().split("\n")
        if line and (entry := json.loads(line)).get("kind") == "event" and entry["event"] == "PreToolUse"
        for run in entry["runs"]
    ]


def is_left(pid: int) -> bool:
    """Also one that has ended, and that nobody has asked about."""
    return os.path.exists(f"/proc/{pid}")


def open_files(pid: int) -> int:
    return len(os.listdir(f"/proc/{pid}/fd"))


async def test_every_run_is_in_the_journal_once(place: Place) -> None:
    place.hooks({"PreToolUse": [group("Bash", TELLS)]})
    live = await start()
    await called_until_lent(live)
    for _ in range(20):
        await ready(live)
        assert (await live.tool_pre()).action == "continue"
    # The end follows on the heels of the last one.
    session = mounted("root")
    assert session is not None
    await session._connection.close()
    await live.end()
    journal = runs_in_journal(place)
    assert len(journal) == len(ran(place)) and by_host(place)[-20:] == [True] * 20
    # Written down as one that was there before its call.
    assert journal[-20:] == ["shell finished"] * 20


async def test_many_runs_leave_nothing(place: Place, started: list[int]) -> None:
    live = await lent(place, TELLS + "exit 0")
    await ready(live)
    for _ in range(20):
        await live.tool_pre()
        await ready(live)
    gc.collect()
    before = open_files(os.getpid()), open_files(started[0])
    for _ in range(500):
        assert (await live.tool_pre()).action == "continue"
        await ready(live)
    gc.collect()
    after = open_files(os.getpid()), open_files(started[0])
    # What was open before and is no more is no leak.
    assert after[0] - before[0] < 5 and after[1] - before[1] < 12, (before, after)
    assert all(by_host(place)) and not any(is_left(pid) for _, pid in ran(place)[-10:])
    await live.end()


async def test_sessions_have_each_their_own(place: Place, started: list[int]) -> None:
    root = await lent(place, TELLS + place.saves("read"))
    agent = await start(session_id="agent", parent_id="root")
    await called_until_lent(agent)
    own = await ready(root), await ready(agent)
    place.project.joinpath("ran").unlink()
    place.project.joinpath("read").unlink()
    for live in (root, agent):
        assert (await live.tool_pre()).action == "continue"
    assert [pid for _, pid in ran(place)] == list(own) and len(started) == 1
    told = place.saved("read")
    assert [one["session_id"] for one in told] == ["root"] * 2
    assert [one.get("agent_id") for one in told] == [None, "agent"]
    pid = await ready(root)
    await agent.end()
    assert (await root.tool_pre()).action == "continue" and ran(place)[-1] == (os.getpid(), pid)
    await root.end()


async def test_what_hooks_export_counts_with_the_next_call(place: Place) -> None:
    guard = f"{TELLS}[ \"$MODE\" != closed ] || {{ {DENY}; }}"
    place.hooks({"SessionStart": 'cat mode >> "$CLAUDE_ENV_FILE"', "PreToolUse": [group("Bash", guard)]})
    (place.project / "mode").write_text("export MODE=open\n")
    live = await start()
    await live.emit("session:start", session_id="root")
    await called_until_lent(live)
    assert (await live.tool_pre()).action == "continue" and by_host(place)[-1]
    await ready(live)
    (place.project / "mode").write_text("export MODE=closed\n")
    await live.emit("session:resume", session_id="root")
    assert (await live.tool_pre()).action == "deny" and not by_host(place)[-1]
    await live.end()


async def test_what_an_ended_sidecar_said_does_not_count(place: Place, started: list[int]) -> None:
    """It may have lent something under a number that the next one uses too."""
    live = await lent(place, TELLS + DENY)
    session = mounted("root")
    assert session is not None and (sidecar := session._connection.sidecar) is not None
    said = b'{"jsonrpc":"2.0","method":"recall","params":{"session":"root","loans":[1,2,3,4,5,6,7,8]}}'
    heard: list[str] = []
    sidecar._host = type("Host", (), {"told": lambda _, method, params: heard.append(method)})()
    sidecar._hear(said)
    sidecar._why_gone = "was ended"
    sidecar._hear(said)
    assert heard == ["recall"]
    sidecar._why_gone, sidecar._host = None, SHARED
    await live.end()


async def test_it_runs_where_its_session_is(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another thread may change the folder of the host at any time."""
    place.hooks({"PreToolUse": [group("Bash", f"[ ! -e guarded ] || {{ {DENY}; }}")]})
    (place.project / "guarded").touch()
    live = await start(plan={"working_dir": str(place.project)})
    spawn = os.posix_spawn
    tried: list[int] = []

    def elsewhere(*given: Any, **more: Any) -> int:
        tried.append(1)
        os.chdir(place.home)
        try:
            return spawn(*given, **more)
        finally:
            os.chdir(place.project)

    monkeypatch.setattr(os, "posix_spawn", elsewhere)
    async with asyncio.timeout(30):
        # After so many nothing is lent any more.
        while len(tried) < 3:
            assert (await live.tool_pre()).action == "deny"
            await asyncio.sleep(0.05)
    assert (await live.tool_pre()).action == "deny"
    await live.end()


async def test_a_host_that_cannot_tell_how_its_children_end_is_lent_nothing_more(place: Place) -> None:
    live = await lent(place, TELLS + "exit 0", approval=Approval("Deny"))
    await ready(live)
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        asked = []
        for _ in range(8):
            asked.append((await live.tool_pre()).action)
            await asyncio.sleep(0.05)
    finally:
        signal.signal(signal.SIGCHLD, before)
    # One fault is enough: from then on the sidecar runs it.
    assert asked == ["ask_user"] + ["continue"] * 7 and by_host(place) == [True] + [False] * 7
    await live.end()


async def test_one_that_nobody_judges_is_ended(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    live = await lent(place, f"{TELLS}[ ! -e slow ] || sleep 600", approval=Approval("Deny"))
    (place.project / "slow").touch()
    call = Sidecar.call

    def refuses(self: Sidecar, method: str, params: dict[str, Any], reply: Any) -> int:
        if method == "event":
            reply(None, CallFailed("session is not open"))
            return 0
        return call(self, method, params, reply)

    monkeypatch.setattr(Sidecar, "call", refuses)
    assert (await live.tool_pre()).action == "ask_user"
    pid = ran(place)[-1][1]
    await until(lambda: not is_alive(pid))
    monkeypatch.setattr(Sidecar, "call", call)
    await live.end()


async def test_a_session_that_nobody_ends_leaves_no_process(place: Place, started: list[int]) -> None:
    place.hooks({"PreToolUse": [group("Bash", TELLS)]})
    coordinator: Any = MockCoordinator()
    says({"trust": "off"})
    cleanup = await module.mount(coordinator, {"trust": "off"})
    assert cleanup is not None
    data = {"tool_name": "bash", "tool_input": {"command": "ls"}}
    session = mounted(str(coordinator.session_id))
    assert session is not None

    def there() -> Any:
        known = session._connection._lent
        return None if known is None else known._standing.get("bash")

    async with asyncio.timeout(30):
        while there() is None:
            await coordinator.hooks.emit("tool:pre", data)
            await asyncio.sleep(0.05)
    pid = there().pid
    cleanup()
    del coordinator, cleanup, session, there
    await asyncio.sleep(0)
    gc.collect()
    await until(lambda: not is_alive(started[0]))
    await until(lambda: not is_left(pid))


async def test_it_has_no_files_of_the_host(place: Place) -> None:
    """A host may hold files that whoever it starts is given, too."""
    mine, other = os.pipe()
    os.dup2(mine, 77, inheritable=True)
    try:
        live = await lent(place, TELLS + "[ ! -e /proc/$$/fd/77 ] || " + f"{{ {DENY}; }}")
        await ready(live)
        assert (await live.tool_pre()).action == "continue" and by_host(place) == [True]
        await live.end()
    finally:
        for fd in (mine, other, 77):
            os.close(fd)


async def test_a_cancel_in_that_moment_counts(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    live = await lent(place, f"{TELLS}[ ! -e slow ] || sleep 600")
    (place.project / "slow").touch()
    # Long enough for the cancel to come before anybody waits for the answer.
    monkeypatch.setattr(standings, "MOMENT_SECONDS", 0.5)
    judged = asyncio.ensure_future(live.tool_pre())
    await until(lambda: len(ran(place)) == 1)
    live.coordinator.cancellation.request_immediate()
    async with asyncio.timeout(10):
        assert (await judged).action == "deny" and by_host(place) == [True]
    pid = ran(place)[-1][1]
    await until(lambda: not is_left(pid))
    await live.end()


@pytest.mark.parametrize(
    "hook",
    ["bash guard.sh", "sh guard.sh", "./guard.sh", ". ./guard.sh", "bash outer.sh", "./outer.sh", "cat | ./guard.sh"],
)
async def test_what_it_reads_when_it_runs_is_as_it_is_then(place: Place, hook: str) -> None:
    """Also where nobody can know ahead what that is."""
    place.script("guard.sh", "exit 0")
    place.script("outer.sh", "source ./guard.sh")
    live = await lent(place, hook)
    await ready(live)
    place.script("guard.sh", DENY)
    assert (await live.tool_pre()).action == "deny"
    await live.end()
