"""Hooks whose process the host starts and lets through: that shows in nothing but the time it takes and their parent."""

import asyncio
import os
import random
import re
import select
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from host import Approval, Live, Place, group, is_alive, say, start, until

from amplifier_module_hooks_claude_code_bridge.session import mounted
from amplifier_module_hooks_claude_code_bridge.shared import SHARED

pytestmark = pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="processes are lent on Linux only")

# Where the host starts a hook it is the hook's parent.
TELLS = 'echo "$PPID $$" >> ran; '
DENY = "echo no >&2; exit 2"


def decides(**fields: str | dict[str, str]) -> str:
    return say({"hookSpecificOutput": {"hookEventName": "PreToolUse", **fields}})


def shows(result: Any) -> dict[str, Any]:
    """What the kernel made of an event, but for its time."""
    shown: dict[str, Any] = result.model_dump()
    if isinstance(shown["data"], dict):
        shown["data"].pop("timestamp", None)
    return shown


def standing(live: Live, tool: str = "bash") -> Any:
    """The process that stands there for a tool."""
    session = mounted(live.session.session_id)
    lent = None if session is None else session._connection._lent
    return None if lent is None else lent._standing.get(tool)


async def ready(live: Live, tool: str = "bash") -> int:
    """A process is at its gate; its number."""

    def at_gate() -> int:
        one = standing(live, tool)
        return one.pid if one is not None and select.select([one._gate], [], [], 0)[0] else 0

    pid: int = await until(at_gate)
    return pid


async def lent(place: Place, hook: str | dict[str, Any], config: dict[str, Any] | None = None, **more: Any) -> Live:
    """A session that is lent a process of this hook, of which no run is written down yet."""
    place.hooks({"PreToolUse": [group("Bash", hook)]})
    live = await start(config, **more)
    await called_until_lent(live)
    for name in ("ran", "read"):
        (place.project / name).unlink(missing_ok=True)
    return live


async def called_until_lent(live: Live) -> int:
    """A shell is tried out before it is lent, and how long that takes is the machine's."""
    async with asyncio.timeout(30):
        while standing(live) is None:
            await live.tool_pre()
            await asyncio.sleep(0.05)
    return await ready(live)


def ran(place: Place) -> list[tuple[int, int]]:
    """Parent and number of each run."""
    file = place.project / "ran"
    runs = [line.split() for line in file.read_text().splitlines()] if file.exists() else []
    return [(int(parent), int(own)) for parent, own in runs]


def by_host(place: Place) -> list[bool]:
    return [parent == os.getpid() for parent, _ in ran(place)]


async def test_a_hook_with_nothing_to_say_is_run_by_the_host(place: Place, started: list[int]) -> None:
    live = await lent(place, TELLS + place.saves("read"))
    for number in range(3):
        pid = await ready(live)
        result = await live.emit("tool:pre", tool_name="bash", tool_input={"command": f"{number}"}, tool_call_id="c")
        assert result.action == "continue" and ran(place)[-1] == (os.getpid(), pid)
    assert by_host(place) == [True] * 3
    assert [one["tool_input"]["command"] for one in place.saved("read")] == ["0", "1", "2"]
    await live.end()


@pytest.mark.parametrize(
    ("body", "action"),
    [
        (DENY, "deny"),
        (f"sleep 0.05; {DENY}", "deny"),
        (decides(permissionDecision="deny", permissionDecisionReason="no"), "deny"),
        ("sleep 0.05; " + say({"decision": "block", "reason": "no"}), "deny"),
        (decides(permissionDecision="ask", permissionDecisionReason="sure?"), "ask_user"),
        (decides(permissionDecision="allow", updatedInput={"command": "pwd"}), None),
        (say({"systemMessage": "hello"}), "continue"),
        ("echo a text", "continue"),
        ("exit 3", "continue"),
        ("echo odd >&2; exit 1", "continue"),
        ("echo odd >&2", "continue"),
        ("sleep 0.02", "continue"),
        ("kill -9 $$", None),
        ("kill -TERM $$", None),
        ("no-such-program", "continue"),
        ("echo '{broken'", "continue"),
        ("(sleep 0.3; echo late) & exit 0", "continue"),
    ],
)
async def test_what_a_hook_says_counts_as_ever(place: Place, body: str, action: str | None) -> None:
    approval = Approval("Deny")
    live = await lent(place, TELLS + body, {"warm": True}, approval=approval)
    said: list[Any] = []
    for _ in range(3):
        await ready(live)
        before = len(live.display.shown)
        result = await live.tool_pre()
        said.append((shows(result), live.display.shown[before:]))
        assert action in (None, result.action)
    assert by_host(place) == [True] * 3
    cold = await start({"warm": False}, approval=approval)
    for number in range(3):
        before = len(cold.display.shown)
        result = await cold.tool_pre()
        told = (shows(result), cold.display.shown[before:])
        # What is told once a session was told with the first calls of the other one.
        if number > 0:
            assert told == said[number]
    assert by_host(place)[3:] == [False] * 3
    await cold.end()
    await live.end()


async def test_its_time_limit_counts(place: Place) -> None:
    live = await lent(place, {"type": "command", "command": f"{TELLS}[ ! -e slow ] || sleep 600", "timeout": 1})
    (place.project / "slow").touch()
    result = await live.tool_pre()
    assert result.action == "continue" and by_host(place) == [True]
    pid = ran(place)[-1][1]
    await until(lambda: not is_alive(pid))
    assert any("1 s" in text or "timed out" in text for text in live.display.texts), live.display.texts
    await live.end()


async def test_it_ends_with_a_call_that_is_cancelled(place: Place) -> None:
    live = await lent(place, f"{TELLS}[ ! -e slow ] || sleep 600")
    (place.project / "slow").touch()
    judged = asyncio.ensure_future(live.tool_pre())
    await until(lambda: len(ran(place)) == 1)
    live.coordinator.cancellation.request_immediate()
    assert (await judged).action == "deny" and by_host(place) == [True]
    pid = ran(place)[-1][1]
    await until(lambda: not is_alive(pid))
    await live.end()


@pytest.mark.parametrize("what", [signal.SIGKILL, signal.SIGSTOP, signal.SIGTERM])
async def test_one_that_is_lost_at_its_gate_is_run_once_by_the_sidecar(
    place: Place, what: signal.Signals, started: list[int]
) -> None:
    live = await lent(place, TELLS + DENY)
    pid = await ready(live)
    os.kill(pid, what)
    if what != signal.SIGSTOP:
        await until(lambda: not is_alive(pid))
    assert (await live.tool_pre()).action == "deny"
    assert by_host(place) == [False]
    await until(lambda: not is_alive(pid))
    await live.end()


@pytest.mark.parametrize("where", ["script", "folder"])
async def test_what_it_depends_on_is_looked_at_before(place: Place, where: str, tmp_path: Path) -> None:
    script = place.script("guard.sh", TELLS + "exit 0")
    live = await lent(place, script)
    assert (await live.tool_pre()).action == "continue" and by_host(place) == [True]
    await ready(live)
    if where == "script":
        place.script("guard.sh", TELLS + DENY)
    else:
        place.project.rename(place.project.with_name("moved"))
        place.project.mkdir()
        place.script("guard.sh", TELLS + DENY)
    assert (await live.tool_pre()).action == "deny"
    assert by_host(place)[-1] is False
    await live.end()


async def test_hooks_that_are_edited_count(place: Place) -> None:
    live = await lent(place, TELLS + "exit 0")
    place.hooks({"PreToolUse": [group("Bash", TELLS + DENY)]})
    async with asyncio.timeout(30):
        while (await live.tool_pre()).action != "deny":
            await asyncio.sleep(0.005)
    # What was edited has to run often first, as any other.
    await called_until_lent(live)
    assert (await live.tool_pre()).action == "deny" and by_host(place)[-1]
    await live.end()


@pytest.mark.parametrize(
    ("hooks", "config"),
    [
        ([group("Bash", "true")], {"warm": False}),
        ([group("Bash", "true", "exit 0")], {}),
        ([group("Bash", {"type": "command", "command": "true", "if": "Bash(ls*)"})], {}),
        ([group("Bash", {"type": "command", "command": "true", "once": True})], {}),
        ([group("Bash", {"type": "command", "command": "true", "async": True})], {}),
        ([group("Bash", {"type": "command", "command": "true"})], {"trust": "content", "approve": True}),
    ],
    ids=["off", "two", "if", "once", "background", "trust"],
)
async def test_it_is_not_lent_where_more_has_to_be_known(
    place: Place, hooks: list[dict[str, Any]], config: dict[str, Any]
) -> None:
    approves = config.pop("approve", False)
    place.hooks({"PreToolUse": hooks})
    live = await start(config, approval=Approval("Approve" if approves else "Allow"))
    for _ in range(6):
        await live.tool_pre()
        # Longer than the sidecar waits until nothing comes in.
        await asyncio.sleep(0.05)
    session = mounted("root")
    assert session is not None and session._connection._lent is None
    await live.end()


async def test_it_is_not_lent_where_the_host_is_elsewhere(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    place.hooks({"PreToolUse": [group("Bash", TELLS + DENY)]})
    live = await start(plan={"working_dir": str(place.project)})
    monkeypatch.chdir(place.home)
    session = mounted("root")
    for _ in range(6):
        assert (await live.tool_pre()).action == "deny"
        await asyncio.sleep(0.05)
    assert session is not None and by_host(place) == [False] * 6
    monkeypatch.chdir(place.project)
    await live.end()


async def test_calls_that_are_not_like_the_others_are_asked_about(place: Place) -> None:
    live = await lent(place, TELLS + place.saves("read"))
    odd: list[dict[str, Any]] = [
        {"tool_input": {"command": "ls"}, "tool_call_id": "c1", "more": 1},
        {"tool_input": "ls", "tool_call_id": "c1"},
        {"tool_input": {"command": "ls", "timeout": 1.5}, "tool_call_id": "c1"},
        {"tool_input": {"1": "ls"}, "tool_call_id": "c1"},
        {"tool_input": {"command": "ls"}, "tool_call_id": 1},
        {"tool_input": {"command": "x" * 200_000}, "tool_call_id": "c1"},
        {"tool_call_id": "c1", "tool_input": {"command": "ls"}},
    ]
    for data in odd:
        await ready(live)
        await live.hooks.emit("tool:pre", {"tool_name": "bash", **data})
    assert by_host(place)[:6] == [False] * 6
    await live.end()


INPUTS: tuple[Any, ...] = (
    *("", "ls", 'a "quoted" \\ one', "é ü 漢 🎉", "line\nline\ttab\r\0\x1f\x7f", "\u2028\u2029", "<!--</script>"),
    *("{}", "%s %d", "$HOME `id`", "..", "\ufeff", "a" * 5000),
    *(0, 1, -1, 2**53 - 1, 2**53, -(2**53), 10**30, 0.5, 1e100, -0.0, True, False, None),
    *([], {}, [1, [2, {"a": None}]], {"b": {"a": [True]}}, {"1": 2, "0": 1}, {"__proto__": 1}, {"": ""}, {"é": "ü"}),
)
NAMES = ("command", "path", "file_path", "description", "timeout", "a", "1", "", "é", "content", "old_string")


def an_input(dice: random.Random) -> dict[str, Any]:
    return {dice.choice(NAMES): dice.choice(INPUTS) for _ in range(dice.randint(0, 4))}


@pytest.mark.timeout(120)
@pytest.mark.parametrize(("seed", "tool"), [(1, "bash"), (2, "write_file"), (3, "own_tool")])
async def test_hooks_read_the_same_text(place: Place, seed: int, tool: str) -> None:
    """Byte for byte, but for the time."""
    dice = random.Random(seed)
    calls = [{"tool_name": tool, "tool_input": an_input(dice), "tool_call_id": f"c{n}"} for n in range(40)]
    texts: list[list[bytes]] = []
    for warm in (True, False):
        file = place.project / f"read-{warm}"
        command = f'echo "$PPID $$" >> ran-{warm}; cat >> {file}; printf "\\n---\\n" >> {file}'
        place.hooks({"PreToolUse": [group("*", command)]})
        live = await start({"warm": warm})
        for number, call in enumerate([calls[0], *calls]):
            if warm and number > 1:
                await ready(live, tool)
            await live.hooks.emit("tool:pre", dict(call))
        await live.end()
        times = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+(Z|\+00:00)")
        texts.append(times.sub(b"T", file.read_bytes()).split(b"\n---\n"))
    assert texts[0] == texts[1] and len(texts[0]) == 42
    runs = (place.project / "ran-True").read_text().splitlines()
    assert sum(line.split()[0] == str(os.getpid()) for line in runs) > 10


async def test_a_sidecar_that_is_killed_while_it_runs_is_a_fault(place: Place, started: list[int]) -> None:
    approval = Approval("Deny")
    live = await lent(place, f"{TELLS}[ ! -e slow ] || sleep 600", approval=approval)
    (place.project / "slow").touch()
    judged = asyncio.ensure_future(live.tool_pre())
    await until(lambda: len(ran(place)) == 1)
    assert by_host(place) == [True]
    os.kill(started[0], signal.SIGKILL)
    result = await judged
    assert result.action == "ask_user", result
    pid = ran(place)[-1][1]
    await live.end()
    await until(lambda: not is_alive(pid))


async def test_nothing_stands_there_for_a_sidecar_that_is_killed(place: Place, started: list[int]) -> None:
    live = await lent(place, TELLS + DENY)
    pid = await ready(live)
    os.kill(started[0], signal.SIGKILL)
    await until(lambda: not is_alive(started[0]))
    async with asyncio.timeout(30):
        while (result := await live.tool_pre()).action != "deny":
            assert result.action == "ask_user"
            await asyncio.sleep(0.005)
    await until(lambda: not is_alive(pid))
    # It may take a moment until somebody notices; what is run meanwhile is a fault.
    assert by_host(place) in ([False], [True, False]) and len(started) == 2
    await live.end()


async def test_it_is_gone_with_the_session(place: Place) -> None:
    live = await lent(place, TELLS + DENY)
    pid = await ready(live)
    await live.end()
    await until(lambda: not is_alive(pid))
    assert ran(place) == []


HOST = """
import asyncio, sys
sys.path.insert(0, {tests!r})
from host import Place, start
from test_lent import called_until_lent
async def main():
    live = await start()
    pid = await called_until_lent(live)
    {then}
    print(pid, flush=True)
    await asyncio.Event().wait()
asyncio.run(main())
"""


@pytest.mark.parametrize("runs", [False, True])
async def test_it_ends_with_a_host_that_is_killed(place: Place, runs: bool) -> None:
    place.hooks({"PreToolUse": [group("Bash", f"{TELLS}[ ! -e slow ] || sleep 600")]})
    then = "open('slow', 'w').close(); asyncio.ensure_future(live.tool_pre())" if runs else ""
    code = HOST.format(tests=str(Path(__file__).parent), then=then)
    command = [sys.executable, "-c", code]
    host = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)  # noqa: ASYNC220
    assert host.stdout is not None
    pid = int(await asyncio.to_thread(host.stdout.readline))
    if runs:
        # The sidecar may have heard of it by then, or not.
        await until(lambda: (host.pid, pid) in ran(place))
    host.kill()
    await asyncio.to_thread(host.wait, 30)
    host.stdout.close()
    await until(lambda: not is_alive(pid))
    assert ((host.pid, pid) in ran(place)) == runs


async def test_a_fork_of_the_host_has_no_part_in_it(place: Place) -> None:
    live = await lent(place, TELLS + DENY)
    pid = await ready(live)
    child = os.fork()
    if child == 0:
        session = mounted("root")
        empty = session is not None and session._connection._lent is not None and standing(live) is None
        os._exit(0 if empty and SHARED.current is None else 1)
    _, status = await asyncio.to_thread(os.waitpid, child, 0)
    assert os.waitstatus_to_exitcode(status) == 0 and is_alive(pid)
    assert (await live.tool_pre()).action == "deny" and ran(place)[-1] == (os.getpid(), pid)
    await live.end()


async def test_an_end_that_somebody_else_was_told_is_no_assent(place: Place) -> None:
    """A host that ignores SIGCHLD does not hear how its children end."""
    live = await lent(place, TELLS + "exit 0", approval=Approval("Deny"))
    await ready(live)
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        result = await live.tool_pre()
    finally:
        signal.signal(signal.SIGCHLD, before)
    assert result.action == "ask_user" and by_host(place) == [True], result
    await live.end()


async def test_calls_at_once_have_each_their_own(place: Place) -> None:
    live = await lent(place, TELLS + place.saves("read"))
    for _ in range(5):
        calls = [
            live.emit("tool:pre", tool_name="bash", tool_input={"command": f"{n}"}, tool_call_id="c") for n in range(6)
        ]
        assert [result.action for result in await asyncio.gather(*calls)] == ["continue"] * 6
    assert len(ran(place)) == 30
    assert sorted(one["tool_input"]["command"] for one in place.saved("read")) == sorted([*"012345"] * 5)
    await live.end()
