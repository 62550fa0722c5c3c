"""Whatever breaks: nothing hangs, nothing is decided twice, no process is left."""

import asyncio
import os
import signal
import stat
import time
from pathlib import Path
from typing import Any

import amplifier_core
import pytest
from host import Place, Provider, group, is_alive, start, until

from amplifier_module_hooks_claude_code_bridge import sidecar as sidecars
from amplifier_module_hooks_claude_code_bridge.shared import SHARED

FAIL_CLOSED = pytest.mark.parametrize(("fail_closed", "action"), [(False, "ask_user"), (True, "deny")])


def slow_hooks(place: Place) -> Path:
    """A hook that notes its start and its pid, and never ends."""
    place.hooks({"PreToolUse": [group("Bash", f'echo $$ >> "{place.project}/started"; sleep 600 & wait')]})
    return place.project / "started"


def pids_in(file: Path) -> list[int]:
    return [int(line) for line in file.read_text().split()] if file.exists() else []


def current_pid() -> int:
    assert SHARED.current is not None
    return SHARED.current.pid


@FAIL_CLOSED
async def test_node_killed_while_hooks_run(place: Place, started: list[int], fail_closed: bool, action: str) -> None:
    file = slow_hooks(place)
    live = await start({"fail_closed": fail_closed})
    judged = [asyncio.ensure_future(live.tool_pre()) for _ in range(3)]
    await until(lambda: len(pids_in(file)) == 3)
    os.kill(current_pid(), signal.SIGKILL)
    assert [(await one).action for one in judged] == [action] * 3
    # Nothing is sent again, and the hooks that nobody waits for any more are ended.
    await until(lambda: not any(is_alive(pid) for pid in pids_in(file)))
    assert len(pids_in(file)) == 3 and len(started) == 1
    assert len([text for text in live.display.texts if "started once more" in text]) == 1
    await live.end()


async def test_what_a_project_exports_does_not_reach_the_next_sidecar(place: Place, started: list[int]) -> None:
    place.hooks({"SessionStart": 'echo "export NODE_OPTIONS=--no-such-option PATH=$PWD" >> "$CLAUDE_ENV_FILE"'})
    live = await start()
    await live.emit("session:start")
    assert os.environ["NODE_OPTIONS"] == "--no-such-option" and os.environ["PATH"] == str(place.project)
    os.kill(current_pid(), signal.SIGKILL)
    await until(lambda: SHARED.current is None)
    place.hooks({"PreToolUse": [group("Bash", "echo no >&2; exit 2")]})
    assert (await live.tool_pre()).action == "deny" and len(started) == 2
    await live.end()


async def test_a_sidecar_that_died_is_started_once_more_and_then_never_again(place: Place, started: list[int]) -> None:
    place.hooks({"PreToolUse": [group("Bash", "echo no >&2; exit 2")]})
    live = await start()
    assert (await live.tool_pre()).action == "deny"
    for number in (1, 2):
        dead = current_pid()
        os.kill(dead, signal.SIGKILL)
        await until(lambda: SHARED.current is None)
        assert (await live.tool_pre()).action == ("deny" if number == 1 else "ask_user")
    for _ in range(3):
        assert (await live.tool_pre()).action == "ask_user"
    assert len(started) == 2
    assert len([text for text in live.display.texts if "second time" in text]) == 1
    await live.end()
    # With all sessions closed everything is as in the beginning.
    live = await start()
    assert (await live.tool_pre()).action == "deny" and len(started) == 3
    await live.end()


async def test_after_the_second_death_fail_closed_denies_and_says_why(place: Place) -> None:
    place.hooks({"PreToolUse": [group("Bash", "true")]})
    live = await start({"fail_closed": True})
    for _ in range(2):
        await live.tool_pre()
        os.kill(current_pid(), signal.SIGKILL)
        await until(lambda: SHARED.current is None)
    denied = await live.tool_pre()
    assert denied.action == "deny" and "SIGKILL" in denied.reason and "fail_closed" in denied.reason
    assert (await live.emit("prompt:submit", prompt="hi")).action == "deny"
    assert (await live.emit("tool:post", tool_name="bash", tool_input={}, result={})).action == "continue"
    await live.end()


@FAIL_CLOSED
async def test_a_sidecar_that_hangs_is_ended(
    place: Place, started: list[int], monkeypatch: pytest.MonkeyPatch, fail_closed: bool, action: str
) -> None:
    monkeypatch.setattr(sidecars, "BEAT_SECONDS", 0.05)
    file = slow_hooks(place)
    live = await start({"fail_closed": fail_closed})
    judged = asyncio.ensure_future(live.tool_pre())
    await until(lambda: pids_in(file))
    os.kill(started[0], signal.SIGSTOP)
    begin = time.monotonic()
    result = await judged
    assert result.action == action and time.monotonic() - begin < 5
    assert "no sign of life" in "\n".join(live.display.texts)
    await until(lambda: not is_alive(started[0]) and not any(is_alive(pid) for pid in pids_in(file)))
    await live.end()


async def test_a_sidecar_that_hangs_with_a_full_pipe_blocks_no_event_loop(
    place: Place, started: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sidecars, "BEAT_SECONDS", 0.05)
    place.hooks({"PreToolUse": [group("Bash", "true")]})
    live = await start()
    await live.tool_pre()
    os.kill(started[0], signal.SIGSTOP)
    big = "x" * 300_000
    judged = [asyncio.ensure_future(live.tool_pre(big)) for _ in range(4)]
    assert {(await one).action for one in judged} == {"ask_user"}
    await live.end()


async def test_a_hook_that_takes_long_is_no_hang(
    place: Place, started: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sidecars, "BEAT_SECONDS", 0.1)
    go = place.project / "go"
    os.mkfifo(go)
    place.hooks({"PreToolUse": [group("Bash", f'read x < "{go}"; echo late >&2; exit 2')]})
    live = await start()
    judged = asyncio.ensure_future(live.tool_pre())
    sidecar = await until(lambda: SHARED.current)
    beats: list[int] = []
    beat = sidecar.beat

    def counted() -> None:
        beats.append(1)
        beat()

    monkeypatch.setattr(sidecar, "beat", counted)
    await until(lambda: len(beats) > 2 * sidecars.MISSED_BEATS)
    assert not judged.done()
    await asyncio.to_thread(go.write_text, "x\n")
    assert (await judged).action == "deny" and len(started) == 1
    await live.end()


async def test_a_host_that_stood_still_does_not_take_it_for_a_hang(
    place: Place, started: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sidecars, "BEAT_SECONDS", 0.1)
    file = slow_hooks(place)
    live = await start({"default_timeout": 2})
    judged = asyncio.ensure_future(live.tool_pre())
    await until(lambda: pids_in(file))
    os.kill(started[0], signal.SIGSTOP)
    # Both stand still, as after a Ctrl-Z or a closed lid, longer than a sidecar may be silent.
    time.sleep(1.5 * sidecars.MISSED_BEATS * sidecars.BEAT_SECONDS)  # noqa: ASYNC251
    os.kill(started[0], signal.SIGCONT)
    await judged
    assert len(started) == 1 and "no sign of life" not in "\n".join(live.display.texts)
    await live.end()


async def test_a_hung_sidecar_does_not_hold_the_end_of_a_session(
    place: Place, started: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sidecars, "BEAT_SECONDS", 0.05)
    monkeypatch.setattr(sidecars, "SHUTDOWN_SECONDS", 0.2)
    place.hooks({"SessionEnd": "true", "PreToolUse": "true"})
    live = await start()
    await live.tool_pre()
    os.kill(started[0], signal.SIGSTOP)
    await asyncio.wait_for(live.end(), 10)
    await live.emit("session:end")
    await until(lambda: not is_alive(started[0]))


async def test_no_answer_within_the_limit_is_given_up(
    place: Place, monkeypatch: pytest.MonkeyPatch, started: list[int]
) -> None:
    from amplifier_module_hooks_claude_code_bridge import session

    monkeypatch.setattr(session, "GRACE_SECONDS", -299.7)
    file = slow_hooks(place)
    live = await start({"default_timeout": 200})
    given_up = await live.tool_pre()
    assert given_up.action == "ask_user" and "no answer within 0.3 s" in given_up.approval_prompt
    await until(lambda: not any(is_alive(pid) for pid in pids_in(file)))
    await live.end()


async def test_host_cancelled_while_hooks_run(place: Place, started: list[int]) -> None:
    file = slow_hooks(place)
    live = await start()
    judged = asyncio.ensure_future(live.tool_pre())
    await until(lambda: pids_in(file))
    judged.cancel()
    with pytest.raises(asyncio.CancelledError):
        await judged
    if amplifier_core.__version__ >= "2":
        # Before 2.0 the kernel does not tell a handler; its hooks end with the session.
        await until(lambda: not any(is_alive(pid) for pid in pids_in(file)))
        assert is_alive(started[0])
    await live.emit("session:end")
    await until(lambda: not any(is_alive(pid) for pid in pids_in(file)))
    await live.end()


async def test_a_cancelled_handler_raises_on_and_cancels_its_hooks(place: Place) -> None:
    """As the kernel calls it, without the kernel between."""
    from amplifier_module_hooks_claude_code_bridge.session import mounted

    file = slow_hooks(place)
    live = await start()
    session = mounted("root")
    assert session is not None
    data = {"tool_name": "bash", "tool_input": {"command": "ls"}, "session_id": "root", "parent_id": None}
    judged = asyncio.create_task(session._on_event("tool:pre", data))
    await until(lambda: pids_in(file))
    judged.cancel()
    with pytest.raises(asyncio.CancelledError):
        await judged
    await until(lambda: not any(is_alive(pid) for pid in pids_in(file)))
    await live.end()


async def test_fifty_sub_sessions_at_once_share_one_sidecar(place: Place, started: list[int]) -> None:
    place.hooks({"PreToolUse": [group("Bash", place.saves("ran"), "echo no >&2; exit 2")]})
    root = await start()
    children = [await start(session_id=f"root-{n}_agent", parent_id="root") for n in range(50)]
    results = await asyncio.gather(*(child.tool_pre() for child in children))
    assert {result.action for result in results} == {"deny"}
    assert len(started) == 1
    assert sorted(one["agent_id"] for one in place.saved("ran")) == sorted(f"root-{n}_agent" for n in range(50))
    await asyncio.gather(*(child.end() for child in children))
    await root.end()
    await until(lambda: not is_alive(started[0]))


async def test_a_thousand_events_in_flight(place: Place, started: list[int]) -> None:
    """Answered by hooks that do not match, and some that do; each exactly once."""
    place.hooks({"PreToolUse": [group("Bash", place.saves("ran"))], "PostToolUse": [group("Write", "true")]})
    live = await start()
    await live.emit("session:start")

    def fire(number: int) -> Any:
        if number % 20 == 0:
            return live.tool_pre(f"command {number}")
        return live.emit("tool:pre", tool_name="read_file", tool_input={"file_path": str(number)})

    results = await asyncio.gather(*(fire(number) for number in range(1000)))
    assert {result.action for result in results} == {"continue"}
    ran = [one["tool_input"]["command"] for one in place.saved("ran")]
    assert sorted(ran) == sorted(f"command {number}" for number in range(0, 1000, 20)) and len(started) == 1
    await live.end()


async def test_a_thousand_events_in_flight_when_node_is_killed(place: Place) -> None:
    file = slow_hooks(place)
    live = await start()
    judged = [asyncio.ensure_future(live.tool_pre(str(number))) for number in range(1000)]
    await until(lambda: pids_in(file))
    os.kill(current_pid(), signal.SIGKILL)
    assert {(await one).action for one in judged} == {"ask_user"}
    assert len([text for text in live.display.texts if "started once more" in text]) == 1
    await until(lambda: not any(is_alive(pid) for pid in pids_in(file)))
    await live.end()


@pytest.mark.parametrize(("fail_closed", "action"), [(False, "continue"), (True, "deny")])
async def test_node_missing_is_said_once(
    place: Place,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    started: list[int],
    fail_closed: bool,
    action: str,
) -> None:
    place.hooks({"PreToolUse": "true"})
    monkeypatch.setenv("PATH", str(place.project))
    live = await start({"fail_closed": fail_closed})
    child = await start({"fail_closed": fail_closed}, session_id="child", parent_id="root")
    for _ in range(3):
        assert (await live.tool_pre()).action == action
        assert (await child.tool_pre()).action == action
    assert started == []
    # The log is silent too.
    assert [record for record in caplog.records if record.levelname != "DEBUG"] == []
    [text] = [*live.display.texts, *child.display.texts]
    assert "Node.js 20.19 or newer" in text and "not on the PATH" in text and "node_path" in text
    await child.end()
    await live.end()


async def test_node_missing_is_said_in_each_session_of_a_person(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    place.hooks({"PreToolUse": "true", "PostToolUse": "true", "Stop": "true"})
    monkeypatch.setenv("PATH", str(place.project))
    one = await start(provider=Provider([("bash", {"command": "ls"})], "fine"))
    two = await start(provider=Provider([("bash", {"command": "ls"})], "fine"), session_id="other")
    await one.run()
    await two.run()
    assert [len([text for text in live.display.texts if "Node.js" in text]) for live in (one, two)] == [1, 1]
    await two.end()
    await one.end()


def fake_node(place: Place, script: str) -> str:
    file = place.project / "bin" / "node"
    file.parent.mkdir()
    file.write_text(script)
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    return str(file)


@pytest.mark.parametrize("said", ["v18.20.4", "v20.18.3", "v20", "nonsense", ""])
async def test_node_too_old_is_said_once(place: Place, monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    place.hooks({"PreToolUse": "true"})
    fake = fake_node(place, f"#!/bin/sh\necho {said}\n")
    monkeypatch.setenv("PATH", f"{Path(fake).parent}:{os.environ['PATH']}")
    live = await start({"fail_closed": True})
    denied = await live.tool_pre()
    await live.tool_pre()
    assert denied.action == "deny" and "20.19" in denied.reason
    assert len(live.display.texts) == 1 and fake in live.display.texts[0]
    await live.end()


async def test_node_path_that_is_no_program(place: Place) -> None:
    place.hooks({"PreToolUse": "true"})
    live = await start({"node_path": str(place.project / "nowhere")})
    assert (await live.tool_pre()).action == "continue"
    assert "nowhere" in live.display.texts[0]
    await live.end()


async def test_node_path_is_used(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    import shutil

    node = shutil.which("node")
    place.hooks({"PreToolUse": [group("Bash", "echo no >&2; exit 2")]})
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    fake = fake_node(place, f'#!/bin/sh\necho used >> "{place.project}/used"\nexec "{node}" "$@"\n')
    live = await start({"node_path": fake})
    assert (await live.tool_pre()).action == "deny" and (place.project / "used").exists()
    await live.end()


# What stands in for the sidecar: answers initialize and session/open, then does what a test says.
IMPOSTOR = """#!/usr/bin/env python3
import json, os, sys
if sys.argv[1:] == ["--version"]:
    print("v22.0.0"); raise SystemExit
def say(message): print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    call, method = message.get("id"), message.get("method")
    if method == "initialize": say({"id": call, "result": {"protocol": 1, "name": "x", "version": "0"}})
    elif method == "session/open": say({"id": call, "result": {"events": ["tool:pre", "prompt:submit"], "judged": True}})
    elif method in ("session/close", "ping"): say({"id": call, "result": {}})
    elif method == "shutdown": say({"id": call, "result": {}}); break
    elif method == "event":
        with open("COUNT", "a") as count: count.write("x")
        BODY
"""


def impostor(place: Place, body: str) -> str:
    script = IMPOSTOR.replace("COUNT", str(place.project / "count")).replace("BODY", body)
    return fake_node(place, script)


@pytest.mark.parametrize(
    "body",
    [
        'print("this is not a message", flush=True)',
        'print("[1]", flush=True)',
        'print("", flush=True)',
        'say({"id": call})',
        'say({"id": call, "result": 5})',
        'say({"id": call, "result": {"result": 5}})',
        'say({"id": call, "result": {"result": {"action": "nonsense"}}})',
        'say({"id": call, "result": {"result": {"action": "deny", "reason": 5}}})',
        'say({"id": call, "error": {"code": -32603, "message": "fault"}})',
        'say({"id": call, "error": "no object"})',
        'say({"id": None, "error": {"code": -32700, "message": "not JSON"}})',
        "os._exit(7)",
        "sys.stdout.buffer.write(b'\\xff\\xfe\\n'); sys.stdout.flush()",
    ],
)
@FAIL_CLOSED
async def test_answers_that_nobody_understands(place: Place, body: str, fail_closed: bool, action: str) -> None:
    place.hooks({"PreToolUse": "true"})
    live = await start({"node_path": impostor(place, body), "fail_closed": fail_closed})
    answer = await asyncio.wait_for(live.tool_pre(), 10)
    assert answer.action == action and answer.reason
    assert (place.project / "count").read_text() == "x"
    await live.end()


async def test_answers_nobody_asked_for_and_env_nobody_can_set_are_passed_over(place: Place) -> None:
    body = (
        'say({"id": 9999, "result": {}}); say({"id": "x", "result": {}}); say({"method": "unknown"});'
        'say({"id": "r", "method": "unknown", "params": {"session": "root"}});'
        'say({"id": "s", "method": "show", "params": {"session": "nobody", "message": "m"}});'
        'say({"id": call, "result": {"result": {"action": "deny", "reason": "no", "new": 1},'
        ' "env": {"A=B": "x", "": "y", "N\\\\0": "z", "GOOD_ONE": "yes", "NUMBER": 5}}})'
    )
    place.hooks({"PreToolUse": "true"})
    live = await start({"node_path": impostor(place, body)})
    assert (await live.tool_pre()).reason == "no"
    assert os.environ["GOOD_ONE"] == "yes" and "NUMBER" not in os.environ
    await live.end()


async def test_a_sidecar_of_another_protocol_is_not_used(place: Place) -> None:
    script = IMPOSTOR.replace(
        '"result": {"protocol": 1, "name": "x", "version": "0"}', '"error": {"message": "too new"}'
    )
    place.hooks({"PreToolUse": "true"})
    live = await start({"node_path": fake_node(place, script.replace("BODY", "pass"))})
    assert (await live.tool_pre()).action == "continue"
    assert (await live.tool_pre()).action == "continue"
    [text] = live.display.texts
    assert "too new" in text
    await live.end()


async def test_a_sidecar_that_never_starts_up_is_ended(
    place: Place, started: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    from amplifier_module_hooks_claude_code_bridge import shared

    monkeypatch.setattr(shared, "START_SECONDS", 0.2)
    monkeypatch.setattr(sidecars, "START_SECONDS", 0.2)
    place.hooks({"PreToolUse": "true"})
    script = '#!/bin/sh\nif [ "$1" = --version ]; then echo v22.0.0; else exec sleep 600; fi\n'
    live = await start({"node_path": fake_node(place, script)})
    assert (await live.tool_pre()).action == "ask_user"
    assert (await live.tool_pre()).action == "ask_user"
    assert (await live.tool_pre()).action == "ask_user"
    await until(lambda: not any(is_alive(pid) for pid in started))
    assert len(started) == 2 and "initialize" in live.display.texts[0]
    await live.end()


class Unspeakable:
    def __str__(self) -> str:
        raise RuntimeError("no")


@pytest.mark.parametrize(
    ("odd", "seen"),
    [
        (float("nan"), '"nan"'),
        (1e400, '"inf"'),
        (-1e400, '"-inf"'),
        (10**5000, f'"{hex(10**5000)}"'),
        ({(1, 2): 3, float("nan"): 4, 5: 6}, '{"5":6,"(1, 2)":3,"nan":4}'),
        (Path("/a"), '"/a"'),
        (Unspeakable(), '"<Unspeakable>"'),
    ],
    ids=["nan", "inf", "minus inf", "many digits", "keys", "path", "no text"],
)
async def test_a_value_that_json_has_no_form_for_keeps_no_guard_from_running(place: Place, odd: Any, seen: str) -> None:
    from amplifier_module_hooks_claude_code_bridge.session import mounted

    place.hooks({"PreToolUse": [group("Bash", "cat >&2; exit 2")]})
    live = await start()
    session = mounted("root")
    assert session is not None
    result = await session._on_event("tool:pre", {"tool_name": "bash", "tool_input": {"command": "rm", "odd": odd}})
    assert result.action == "deny" and f'"tool_input":{{"command":"rm","odd":{seen}}}' in str(result.reason)
    assert (await session._on_event("tool:pre", None)).action == "ask_user"
    await live.end()


@pytest.mark.parametrize("fail_closed", [False, True])
async def test_what_no_hook_can_judge_is_denied(place: Place, fail_closed: bool) -> None:
    from amplifier_module_hooks_claude_code_bridge.session import mounted

    place.hooks({"PreToolUse": "true", "PostToolUse": "true"})
    live = await start({"fail_closed": fail_closed})
    session = mounted("root")
    assert session is not None
    deep: dict[str, object] = {"command": "rm -rf /"}
    for _ in range(100_000):
        deep = {"a": deep}
    for tool_input, why in ((deep, "nested deeper"), ({"command": "x" * (65 << 20)}, "bytes")):
        result = await session._on_event("tool:pre", {"tool_name": "bash", "tool_input": tool_input})
        assert result.action == "deny" and why in str(result.reason)
    told = await session._on_event("tool:post", {"tool_name": "bash", "tool_input": {}, "result": deep})
    while not live.display.texts:
        await asyncio.sleep(0)
    assert told.action == "continue" and "nested deeper" in live.display.texts[-1]
    assert (await live.tool_pre()).action == "continue"
    await live.end()


async def test_a_call_that_no_hook_could_judge_is_a_question_to_the_user(place: Place) -> None:
    """A fault is no assent."""
    file = slow_hooks(place)
    live = await start()
    judged = asyncio.ensure_future(live.tool_pre("rm -rf [bold]/"))
    await until(lambda: pids_in(file))
    os.kill(current_pid(), signal.SIGKILL)
    asked = await judged
    assert asked.approval_options == ["Allow once", "Deny"] and asked.approval_default == "deny"
    call = 'Allow bash {"command":"rm -rf \\u005bbold]/"}? '
    assert asked.approval_prompt.startswith(f"{call}Its hooks could not be asked: ")
    await live.end()


async def test_where_no_hook_judges_calls_a_fault_asks_nobody(place: Place) -> None:
    place.hooks({"Stop": "true"})
    live = await start()
    await live.run()
    for _ in range(2):
        os.kill(current_pid(), signal.SIGKILL)
        await until(lambda: SHARED.current is None)
        assert (await live.tool_pre()).action == "continue"
        await live.run()
    await live.end()
