"""What hooks decide, where it counts: whole turns with every kind of loop."""

import json
import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from host import Approval, Place, Provider, Tool, group, say, start

ALL = pytest.mark.parametrize("loop", ["streaming", "basic", "events"])
BASH = [("bash", {"command": "ls"})]


def specific(event: str, **fields: Any) -> dict[str, Any]:
    return {"hookSpecificOutput": {"hookEventName": event, **fields}}


def last_request(live: Any) -> str:
    """All texts of the last request to the model."""
    return "\n".join(str(message["content"]) for message in live.loop.requests[-1])


# Before a tool runs


@ALL
async def test_numbers_reach_hooks_as_python_writes_them(place: Place, loop: str) -> None:
    place.hooks({"PreToolUse": "cat >>seen", "PostToolUse": "cat >>seen"})
    # The kernel sorts names.
    call = {"command": "ls", "deep": [{"n": 2**60 + 1}, 1.0, 1e22], "id": 12345678901234567890}
    live = await start(loop=loop, provider=Provider([("bash", call)], "fine"))
    assert await live.run() == "fine"
    await live.end()
    written = json.dumps(call, separators=(",", ":"))
    seen = (place.project / "seen").read_text().splitlines()
    assert [f'"tool_input":{written}' in line for line in seen] == [True, True]


@ALL
@pytest.mark.parametrize(
    "command",
    [
        "echo not today >&2; exit 2",
        say(specific("PreToolUse", permissionDecision="deny", permissionDecisionReason="not today")),
        say({"decision": "block", "reason": "not today"}),
    ],
)
async def test_deny(place: Place, loop: str, command: str) -> None:
    place.hooks({"PreToolUse": [group("Bash", command)]})
    live = await start(loop=loop, provider=Provider(BASH, "fine"))
    assert await live.run() == "fine"
    assert live.tools["bash"].calls == []
    assert ("Error: not today" if loop == "events" else "Denied by hook: not today") in live.context.all_text()
    await live.end()


@ALL
@pytest.mark.parametrize(("answer", "runs"), [("Allow once", 1), ("Deny", 0)])
async def test_ask(place: Place, loop: str, answer: str, runs: int) -> None:
    decision = specific("PreToolUse", permissionDecision="ask", permissionDecisionReason="really?")
    place.hooks({"PreToolUse": [group("Bash", say(decision))]})
    live = await start(loop=loop, provider=Provider(BASH), approval=Approval(answer))
    await live.run()
    [(prompt, options)] = live.approval.asked
    assert "really?" in prompt and answer in options
    assert len(live.tools["bash"].calls) == runs
    await live.end()


@ALL
async def test_context_of_a_tool_call_stands_beside_its_result(place: Place, loop: str) -> None:
    place.hooks({"PreToolUse": [group("Bash", say(specific("PreToolUse", additionalContext="mind the gap")))]})
    live = await start(loop=loop, provider=Provider(BASH, "fine"))
    await live.run()
    assert "mind the gap" in last_request(live)
    assert live.loop.requests[-1][-1]["role"] == "tool", "nothing stands between the call and its result"
    await live.end()


async def test_hooks_judge_before_an_approval_module(place: Place) -> None:
    place.hooks({"PreToolUse": [group("Bash", "exit 2")]})
    live, asked = await start(provider=Provider(BASH)), []

    async def approval(event: str, data: dict[str, Any]) -> None:
        asked.append(event)

    live.hooks.register("tool:pre", approval, priority=-10, name="approval")
    await live.run()
    assert asked == []
    await live.end()


# After a tool has run


@ALL
@pytest.mark.parametrize(
    "command",
    ["echo lint says no >&2; exit 2", say({"decision": "block", "reason": "lint says no"})],
)
async def test_feedback_after_a_tool(place: Place, loop: str, command: str) -> None:
    place.hooks({"PostToolUse": [group("Bash", command)]})
    live, later = await start(loop=loop, provider=Provider(BASH, "fine")), []

    async def save(event: str, data: dict[str, Any]) -> None:
        later.append(event)

    live.hooks.register("tool:post", save, priority=900, name="transcript")
    assert await live.run() == "fine"
    assert "lint says no" in last_request(live) and "out" in last_request(live)
    assert len(live.tools["bash"].calls) == 1 and later == ["tool:post"]
    await live.end()


@ALL
async def test_context_after_a_tool(place: Place, loop: str) -> None:
    place.hooks({"PostToolUse": [group("Bash", say(specific("PostToolUse", additionalContext="well done")))]})
    live = await start(loop=loop, provider=Provider(BASH, "fine"))
    await live.run()
    assert "well done" in last_request(live)
    await live.end()


@ALL
async def test_a_changed_output_is_what_the_model_sees(place: Place, loop: str) -> None:
    place.hooks({"PostToolUse": [group("Bash", say(specific("PostToolUse", updatedToolOutput="[redacted]")))]})
    live = await start(loop=loop, provider=Provider(BASH, "fine"), tools=[Tool("bash", "secret")])
    await live.run()
    assert "[redacted]" in last_request(live) and "secret" not in last_request(live)
    await live.end()


@ALL
async def test_a_tool_that_fails(place: Place, loop: str) -> None:
    place.hooks({"PostToolUse": place.saves("post"), "PostToolUseFailure": place.saves("failure")})
    live = await start(loop=loop, provider=Provider(BASH, "fine"), tools=[Tool("bash", RuntimeError("no disk"))])
    await live.run()
    [failed] = place.saved("failure")
    assert failed["tool_name"] == "Bash" and "no disk" in failed["error"] and place.saved("post") == []
    await live.end()


@ALL
async def test_a_tool_that_does_not_exist(place: Place, loop: str) -> None:
    place.hooks({"PostToolUseFailure": place.saves("failure")})
    live = await start(loop=loop, provider=Provider([("nothing", {})], "fine"))
    await live.run()
    [failed] = place.saved("failure")
    assert "not found" in failed["error"]
    await live.end()


# Prompts and sessions


@ALL
async def test_a_prompt_that_is_blocked(place: Place, loop: str) -> None:
    place.hooks({"UserPromptSubmit": "echo no such questions >&2; exit 2"})
    live = await start(loop=loop)
    assert (await live.run("how?")).strip() == "Operation denied: no such questions"
    assert live.context.messages == []
    await live.end()


@ALL
@pytest.mark.parametrize(
    "command", ["echo it is monday", say(specific("UserPromptSubmit", additionalContext="it is monday"))]
)
async def test_context_of_a_prompt(place: Place, loop: str, command: str) -> None:
    place.hooks({"UserPromptSubmit": command})
    live = await start(loop=loop)
    await live.run()
    assert [message["content"] for message in live.context.messages][:2] == ["it is monday", "hello"]
    await live.end()


@ALL
async def test_context_of_the_session_comes_with_the_first_prompt_and_once(place: Place, loop: str) -> None:
    place.hooks({"SessionStart": say(specific("SessionStart", additionalContext="branch main"))})
    live = await start(loop=loop, provider=Provider("one", "two"))
    await live.run()
    assert [message["content"] for message in live.context.messages][:2] == ["branch main", "hello"]
    await live.run("again")
    assert live.context.all_text().count("branch main") == 1
    await live.end()


@ALL
@pytest.mark.parametrize(("resumed", "source"), [(False, "startup"), (True, "resume")])
async def test_hooks_at_the_start_and_end_of_a_session(place: Place, loop: str, resumed: bool, source: str) -> None:
    place.hooks({"SessionStart": place.saves("start"), "SessionEnd": place.saves("end")})
    live = await start(loop=loop, resumed=resumed, plan={"project_slug": "-slug"})
    await live.run()
    assert place.saved("end") == []
    await live.end()
    await live.emit("session:end")
    [first], [last] = place.saved("start"), place.saved("end")
    assert (first["source"], first["session_id"], first["cwd"]) == (source, "root", str(place.project))
    assert first["hook_event_name"] == "SessionStart" and last["hook_event_name"] == "SessionEnd"
    assert first["transcript_path"] == str(place.home / ".amplifier/projects/-slug/sessions/root/transcript.jsonl")


async def test_hooks_at_the_end_run_before_cleanup_and_after_it(place: Place) -> None:
    """Kernels differ in the order; each of them is tried with each kernel."""
    place.hooks({"SessionEnd": place.saves("end"), "PreToolUse": "true"})
    for count, cleanup_first in ((1, True), (2, False)):
        live = await start()
        await live.tool_pre()
        if cleanup_first:
            await live.coordinator.cleanup()
        await live.emit("session:end")
        assert len(place.saved("end")) == count
        await live.end()
        assert len(place.saved("end")) == count


async def test_a_session_that_had_ended_can_begin_again(place: Place) -> None:
    place.hooks({"PreToolUse": "exit 2", "SessionStart": place.saves("start"), "SessionEnd": place.saves("end")})
    live = await start()
    for count in (1, 2):
        await live.emit("session:start")
        assert (await live.tool_pre()).action == "deny"
        await live.emit("session:end")
        assert (await live.emit("user:notification", message="bye", level="info")).action == "continue"
        assert (len(place.saved("start")), len(place.saved("end"))) == (count, count)
    assert (await live.tool_pre()).action == "deny", "a guard guards, whatever a host said before"
    await live.end()


# The end of a turn


async def test_a_stop_hook_keeps_the_agent_going(place: Place) -> None:
    script = place.script(
        "stop.sh",
        'input=$(cat); printf "%s\\n" "$input" >> stops\n'
        '[[ $input == *\'"stop_hook_active":true\'* ]] || { echo "run the tests first" >&2; exit 2; }',
    )
    place.hooks({"Stop": script})
    live = await start(provider=Provider("I am done. ", "Now I really am."))
    assert await live.run() == "I am done. Now I really am."
    assert [stop["stop_hook_active"] for stop in place.saved("stops")] == [False, True]
    assert {"role": "user", "content": "run the tests first"} in [
        {**message, "content": str(message["content"]).strip()} for message in live.context.messages
    ]
    await live.end()


async def test_a_stop_hook_that_cannot_keep_the_agent_going_says_so(place: Place) -> None:
    place.hooks({"Stop": "echo run the tests >&2; exit 2"})
    live = await start(loop="basic", provider=Provider("done"))
    assert await live.run() == "done"
    assert any("run the tests" in text and "go on" in text for text in live.display.texts)
    await live.end()


async def test_a_full_steering_queue_is_told(place: Place) -> None:
    place.hooks({"Stop": "echo run the tests >&2; exit 2"})
    live = await start(provider=Provider("done"))

    def full(message: str) -> None:
        raise RuntimeError("steering queue is full")

    live.coordinator.register_capability("session.steer", full)
    assert await live.run() == "done"
    assert any("queue is full" in text for text in live.display.texts)
    await live.end()


async def test_steering_may_be_asynchronous(place: Place) -> None:
    place.hooks({"Stop": place.script("stop.sh", "[[ -e once ]] || { touch once; echo go on >&2; exit 2; }")})
    live = await start(provider=Provider("one ", "two"))

    async def steer(message: str) -> None:
        live.loop.steer(message)

    live.coordinator.register_capability("session.steer", steer)
    assert await live.run() == "one two"
    await live.end()


@pytest.mark.parametrize("loop", ["streaming", "basic"])
async def test_a_hook_can_end_the_turn(place: Place, loop: str) -> None:
    place.hooks({"PostToolUse": [group("Bash", say({"continue": False, "stopReason": "enough"}))]})
    live = await start(loop=loop, provider=Provider(BASH, "never said"))
    assert await live.run() == "Operation denied: enough"
    await live.end()


async def test_a_loop_that_cannot_be_ended_does_nothing_more_and_the_user_is_told(place: Place) -> None:
    place.hooks({"PostToolUse": [group("Bash", say({"continue": False, "stopReason": "enough"}))]})
    live = await start(loop="events", provider=Provider(BASH, BASH, "said all the same"))
    assert await live.run() == "said all the same"
    assert len(live.tools["bash"].calls) == 1 and "Error: enough" in live.context.all_text()
    [told] = live.display.texts
    assert "cannot be told" in told and "enough" in told
    await live.end()


# A loop that says the start and the end of a session with every turn


async def test_turns_of_such_a_loop_are_no_sessions(place: Place, started: list[int]) -> None:
    events = ["SessionStart", "SessionEnd", "Stop", "UserPromptSubmit", "PreToolUse"]
    place.hooks({event: place.saves(event) for event in events})
    live = await start(loop="events", provider=Provider(BASH, "one", BASH, "two"))
    assert [await live.run(), await live.run("again")] == ["one", "two"]
    assert {event: len(place.saved(event)) for event in events} == {
        "SessionStart": 1,
        "SessionEnd": 0,
        "Stop": 2,
        "UserPromptSubmit": 2,
        "PreToolUse": 2,
    }
    await live.end()
    assert len(place.saved("SessionEnd")) == 1 and len(started) == 1


async def test_what_such_a_loop_cannot_do_is_said_once(place: Place) -> None:
    place.hooks({"PostToolBatch": place.saves("batch"), "Stop": "echo run the tests >&2; exit 2"})
    live = await start(loop="events", provider=Provider(BASH, "one", BASH, "two"))
    await live.run()
    await live.run("again")
    assert place.saved("batch") == []
    assert len([text for text in live.display.texts if "PostToolBatch hooks do not run" in text]) == 1
    assert any("run the tests" in text and "go on" in text for text in live.display.texts)
    await live.end()


async def test_feedback_that_such_a_loop_loses_is_told(place: Place) -> None:
    """A tool that raises gives nothing that could be changed."""
    place.hooks({"PostToolUseFailure": [group("Bash", say(specific("PostToolUseFailure", additionalContext="hm")))]})
    live = await start(loop="events", provider=Provider(BASH, BASH, "fine"), tools=[Tool("bash", RuntimeError("no"))])
    await live.run()
    assert len([text for text in live.display.texts if "does not reach the model" in text]) == 1
    await live.end()


async def test_a_model_that_fails(place: Place) -> None:
    class Failing(Provider):
        async def complete(self, request: Any, **kwargs: Any) -> Any:
            raise RuntimeError("overloaded")

    place.hooks({"StopFailure": place.saves("failure"), "Stop": place.saves("stop")})
    live = await start(loop="events", provider=Failing())
    await live.run()
    [failure] = place.saved("failure")
    assert failure["error_details"] == "overloaded" and place.saved("stop") == []
    await live.end()


# What the user is told


@ALL
async def test_messages_of_hooks_are_shown(place: Place, loop: str) -> None:
    place.hooks({"PreToolUse": [group("Bash", say({"systemMessage": "look here"}))]})
    live = await start(loop=loop, provider=Provider(BASH))
    await live.run()
    assert "look here" in live.display.texts
    await live.end()


async def test_messages_go_to_the_log_where_there_is_no_display(place: Place, caplog: pytest.LogCaptureFixture) -> None:
    place.hooks({"PreToolUse": [group("Bash", say({"systemMessage": "look here"}))]})
    live = await start()
    live.coordinator.display_system = None
    with caplog.at_level("INFO", logger="amplifier_module_hooks_claude_code_bridge"):
        await live.tool_pre()
    assert any("look here" in record.getMessage() for record in caplog.records)
    await live.end()


async def test_hooks_that_fail_are_shown(place: Place) -> None:
    place.hooks({"PreToolUse": [group("Bash", "/nonexistent/program")]})
    live = await start(provider=Provider(BASH))
    await live.run()
    assert any("failed" in text for text in live.display.texts)
    assert len(live.tools["bash"].calls) == 1
    await live.end()


async def test_injections_are_cut_to_the_limit_of_the_host(place: Place) -> None:
    place.hooks({"SessionStart": "head -c 5000 /dev/zero | tr '\\0' x"})
    live = await start(plan={"session": {"injection_size_limit": 300}})
    assert await live.run() == "done"
    assert 0 < len(live.context.messages[0]["content"]) <= 300
    await live.end()


# The environment


@pytest.mark.parametrize("export_env", [True, False])
async def test_exported_variables_reach_later_hooks_and_the_host(place: Place, export_env: bool) -> None:
    place.hooks(
        {
            "SessionStart": "printf '%s\\n' \"export FROM_HOOK='a b'\" PLAIN=1 'PATH=$PATH:/from/hook' >> \"$CLAUDE_ENV_FILE\"",
            "PreToolUse": [group("Bash", 'printf "%s" "$FROM_HOOK" > seen')],
        }
    )
    live = await start({"export_env": export_env}, provider=Provider(BASH))
    await live.run()
    assert (place.project / "seen").read_text() == "a b"
    assert os.environ.get("FROM_HOOK") == ("a b" if export_env else None)
    # A plain assignment and a changed PATH count as in a script that is sourced.
    assert os.environ.get("PLAIN") == ("1" if export_env else None)
    assert os.environ["PATH"].endswith(":/from/hook") == export_env
    await live.end()


# Agents


async def test_agents_and_the_users_session_are_told_apart(place: Place) -> None:
    events = ["SessionStart", "SessionEnd", "UserPromptSubmit", "Stop", "SubagentStart", "SubagentStop", "PreToolUse"]
    place.hooks({event: place.saves(event) for event in events})
    root = await start(provider=Provider(BASH, "root is done"))
    await root.run()
    child = await start(session_id="root-7_explorer", parent_id="root", provider=Provider(BASH, "child is done"))
    await child.run("explore")
    await root.emit("delegate:agent_completed", agent="explorer", sub_session_id="root-7_explorer", success=True)
    await child.end()
    await root.end()
    count = {event: len(place.saved(event)) for event in events}
    assert count == {**dict.fromkeys(events, 1), "PreToolUse": 2}
    [stopped] = place.saved("SubagentStop")
    assert stopped["agent_type"] == "explorer" and stopped["session_id"] == "root"
    by_root, by_child = place.saved("PreToolUse")
    assert "agent_id" not in by_root and by_child["agent_id"] == "root-7_explorer"


async def test_context_for_an_agent_arrives_with_its_prompt(place: Place) -> None:
    place.hooks({"SubagentStart": say(specific("SubagentStart", additionalContext="be brief"))})
    root = await start()
    await root.emit("delegate:agent_spawned", agent="explorer", sub_session_id="root-7_explorer")
    child = await start(session_id="root-7_explorer", parent_id="root")
    await child.run("explore")
    assert child.context.messages[0]["content"] == "be brief"
    await child.end()
    await root.end()


# Skills


def skill(place: Place, name: str, command: str, **options: Any) -> SimpleNamespace:
    """A skill with a hook, as the skills tool knows it."""
    folder = place.project / "skills" / name
    folder.mkdir(parents=True)
    hooks = {"PreToolUse": [group("Bash", {"type": "command", "command": command, **options})]}
    front = json.dumps({"name": name, "description": "d", "hooks": hooks})
    (folder / "SKILL.md").write_text(f"---\n{front}\n---\nbody\n")
    return SimpleNamespace(
        name=name, path=folder / "SKILL.md", source=str(folder), hooks=hooks, auto_load=True, version=None
    )


class Discovery:
    """The capability `skills_discovery`."""

    def __init__(self, *skills: SimpleNamespace) -> None:
        self._skills = {one.name: one for one in skills}

    def list_skills(self) -> list[tuple[str, str]]:
        return [(name, "d") for name in self._skills]

    def find(self, name: str) -> Any:
        return self._skills.get(name)


async def test_skills_that_were_loaded_before_the_module_are_caught_up(place: Place) -> None:
    guard = skill(place, "guard", "echo skill says no >&2; exit 2")
    other = skill(place, "other", "exit 2")
    other.auto_load = False
    bare = SimpleNamespace(name="bare", path=Path("/x/SKILL.md"), source="", hooks=None, auto_load=True, version=None)
    discovery = Discovery(guard, other, bare)
    live = await start(before=lambda c: c.register_capability("skills_discovery", discovery), provider=Provider(BASH))
    await live.run()
    assert "Denied by hook: skill says no" in live.context.all_text()
    await live.end()


async def test_hooks_of_a_skill_count_from_its_loading_to_its_unloading(place: Place, started: list[int]) -> None:
    guard = skill(place, "guard", "exit 2")
    live = await start()
    assert (await live.tool_pre()).action == "continue" and started == []
    about = {"skill_name": "guard", "skill_directory": str(guard.path.parent), "source": "", "hooks": guard.hooks}
    await live.emit("skill:loaded", **about)
    assert (await live.tool_pre()).action == "deny"
    await live.emit("skill:unloaded", **about)
    assert (await live.tool_pre()).action == "continue"
    await live.end()


async def test_a_skill_without_hooks_starts_nothing(place: Place, started: list[int]) -> None:
    live = await start()
    await live.emit("skill:loaded", skill_name="plain", skill_directory=str(place.project), hooks=None)
    assert started == []
    await live.end()


async def test_once_is_once_a_session(place: Place) -> None:
    guard = skill(place, "guard", "echo x >> ran; exit 2", once=True)
    live = await start()
    await live.emit("skill:loaded", skill_name="guard", skill_directory=str(guard.path.parent), hooks=guard.hooks)
    assert [(await live.tool_pre()).action for _ in range(3)] == ["deny", "continue", "continue"]
    await live.end()


async def test_skills_count_again_after_the_sidecar_was_started_once_more(place: Place, started: list[int]) -> None:
    import signal

    from host import until

    from amplifier_module_hooks_claude_code_bridge.shared import SHARED

    guard = skill(place, "guard", "exit 2")
    live = await start()
    await live.emit("skill:loaded", skill_name="guard", skill_directory=str(guard.path.parent), hooks=guard.hooks)
    assert (await live.tool_pre()).action == "deny"
    os.kill(started[0], signal.SIGKILL)
    await until(lambda: SHARED.current is None)
    assert (await live.tool_pre()).action == "deny" and len(started) == 2
    await live.end()


# Other events


async def test_compaction_and_notifications_are_heard(place: Place) -> None:
    place.hooks({"PostCompact": place.saves("compact"), "Notification": place.saves("notice")})
    live = await start()
    await live.emit("context:compaction", before_tokens=10, after_tokens=5, strategy_level=1)
    await live.emit("user:notification", message="look", level="info", source="x")
    assert [one["trigger"] for one in place.saved("compact")] == ["auto"]
    assert [one["message"] for one in place.saved("notice")] == ["look"]
    await live.end()
