"""Sixteen things that are known to go wrong when hooks are bridged into Amplifier, each with real processes."""

import json
import time
from typing import Any

import pytest
from host import Approval, Place, Provider, Tool, group, is_alive, say, start, until

WRITE = {"tool_name": "write_file", "tool_call_id": "c", "tool_input": {"file_path": "/a", "content": "x"}}
BASH = [("bash", {"command": "ls"})]


async def judged(place: Place, hooks: dict[str, Any], **data: Any) -> Any:
    place.hooks(hooks)
    live = await start()
    result = await live.emit("tool:pre", **{**WRITE, **data})
    await live.end()
    return result, live


@pytest.mark.parametrize("loop", ["streaming", "basic"])
async def test_01_hooks_see_the_tool_and_its_input(place: Place, loop: str) -> None:
    place.hooks({"PreToolUse": place.saves("pre"), "PostToolUse": place.saves("post")})
    live = await start(loop=loop, provider=Provider(BASH), tools=[Tool("bash", {"stdout": "hi", "returncode": 0})])
    await live.run()
    await live.end()
    [before], [after] = place.saved("pre"), place.saved("post")
    assert (before["tool_name"], before["tool_input"]) == ("Bash", {"command": "ls"})
    assert (after["tool_name"], after["tool_input"]) == ("Bash", {"command": "ls"})
    assert "hi" in json.dumps(after["tool_response"])


@pytest.mark.parametrize(("matcher", "action"), [("Edit|Write", "deny"), ("write_file", "deny"), ("Read", "continue")])
async def test_02_matchers_know_the_tools_of_amplifier(place: Place, matcher: str, action: str) -> None:
    assert (await judged(place, {"PreToolUse": [group(matcher, "exit 2")]}))[0].action == action


@pytest.mark.parametrize(
    ("answer", "action"),
    [
        ({"permissionDecision": "deny", "permissionDecisionReason": "R"}, "deny"),
        ({"permissionDecision": "ask", "permissionDecisionReason": "R"}, "ask_user"),
        ({"permissionDecision": "allow"}, "continue"),
        ({"updatedInput": {"file_path": "/b", "content": "R"}}, "continue"),
    ],
)
async def test_03_what_stands_in_hook_specific_output_counts(place: Place, answer: dict[str, Any], action: str) -> None:
    command = say({"hookSpecificOutput": {"hookEventName": "PreToolUse", **answer}})
    result, _ = await judged(place, {"PreToolUse": command})
    assert result.action == action
    assert action == "continue" or "R" in f"{result.reason}"
    # What is modified comes back as data.
    assert "updatedInput" not in answer or result.data["tool_input"] == answer["updatedInput"]


async def test_03_continue_false_counts(place: Place) -> None:
    result, _ = await judged(place, {"PreToolUse": say({"continue": False, "stopReason": "S"})})
    assert (result.action, result.reason) == ("deny", "S")


@pytest.mark.parametrize("parallel", [False, True], ids=["04_in_sequence", "05_in_parallel"])
async def test_a_deny_counts_although_a_hook_before_it_adds_context(place: Place, parallel: bool) -> None:
    both = group("*", say({"contextInjection": "C"}), "echo no >&2; exit 2")
    result, _ = await judged(place, {"PreToolUse": [{**both, "parallel": parallel}]})
    assert result.action == "deny" and "no" in result.reason


@pytest.mark.parametrize("printed", ["0", "true", "[]", '"x"', "null"])
async def test_06_output_that_is_no_object_keeps_no_other_hook_from_deciding(place: Place, printed: str) -> None:
    hooks = {"PreToolUse": [group("*", f"printf '%s' '{printed}'", "echo no >&2; exit 2")]}
    assert (await judged(place, hooks))[0].action == "deny"


async def test_07_a_message_of_a_hook_that_lets_pass_is_shown(place: Place) -> None:
    result, live = await judged(place, {"PreToolUse": say({"systemMessage": "hello"})})
    assert result.action == "continue" and "hello" in live.display.texts


async def test_08_exit_code_1_is_a_failure_that_is_shown(place: Place) -> None:
    result, live = await judged(place, {"PreToolUse": "echo oops >&2; exit 1"})
    assert result.action == "continue" and any("oops" in text for text in live.display.texts)


async def test_09_pre_compact_auto_matches(place: Place) -> None:
    place.hooks({"PreCompact": [group("auto", place.saves("auto")), group("manual", place.saves("manual"))]})
    live = await start()
    await live.emit("context:pre_compact", message_count=3, token_count=9)
    await live.end()
    assert len(place.saved("auto")) == 1 and place.saved("manual") == []


async def test_10_notification_permission_prompt_matches(place: Place) -> None:
    decision = say({"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "ask"}})
    place.hooks(
        {
            "PreToolUse": [group("Bash", decision)],
            "Notification": [group("permission_prompt", place.saves("asked")), group("other", place.saves("other"))],
        }
    )
    live = await start(provider=Provider(BASH), approval=Approval("Allow once"))
    await live.run()
    await until(lambda: place.saved("asked"))
    await live.end()
    assert len(place.saved("asked")) == 1 and place.saved("other") == []


async def test_11_subagent_stop_fires(place: Place) -> None:
    place.hooks({"SubagentStop": [group("explorer", place.saves("stopped"))]})
    live = await start()
    await live.emit("task:agent_completed", agent="explorer", sub_session_id="root-1_explorer", success=True)
    await live.end()
    assert len(place.saved("stopped")) == 1


async def test_12_session_start_has_source_directory_transcript_and_name(place: Place) -> None:
    place.hooks({"SessionStart": [group("startup", place.saves("start"))]})
    live = await start(plan={"project_slug": "-p"})
    await live.run()
    await live.end()
    [first] = place.saved("start")
    assert (first["source"], first["hook_event_name"]) == ("startup", "SessionStart")
    assert first["cwd"] == str(place.project) and first["transcript_path"].endswith(
        "/-p/sessions/root/transcript.jsonl"
    )


async def test_13_variables_in_single_quotes_stay_as_they_are(place: Place) -> None:
    await judged(place, {"PreToolUse": "printf '%s' '$HOME' > quoted"})
    assert (place.project / "quoted").read_text() == "$HOME"


async def test_14_a_timeout_ends_descendants_that_hold_the_pipes(place: Place) -> None:
    command = "sleep 600 & echo $! > pid; wait"
    begin = time.monotonic()
    hooks = {"PreToolUse": {"type": "command", "command": command, "timeout": 0.3}}
    result, live = await judged(place, hooks)
    assert result.action == "continue" and time.monotonic() - begin < 5
    pid = int((place.project / "pid").read_text())
    await until(lambda: not is_alive(pid))
    assert any("0.3" in text or "300" in text for text in live.display.texts)


@pytest.mark.parametrize(
    ("said", "action", "failed"),
    [
        ('{"ok": true}', "continue", False),
        ('{"ok": false, "reason": "it {deletes} too much"}', "deny", False),
        ('```json\n{"ok": false, "reason": "R"}\n```', "deny", False),
        ('{"decision": "block"}', "continue", True),
        ("Nothing suspicious here, go ahead.", "continue", True),
    ],
)
async def test_15_a_verdict_is_read_and_never_guessed(place: Place, said: str, action: str, failed: bool) -> None:
    place.hooks({"PreToolUse": {"type": "prompt", "prompt": "Is this safe? $ARGUMENTS"}})
    live = await start(provider=Provider(said))
    result = await live.emit("tool:pre", **WRITE)
    assert result.action == action
    assert any("failed" in text for text in live.display.texts) == failed
    await live.end()


@pytest.mark.parametrize(
    "broken",
    ["[]", '{"hooks": []}', '{"hooks": {"PreToolUse": [{"matcher": 5, "hooks": []}]}}', '["x"]', "{", "null", ""],
)
async def test_16_a_malformed_file_switches_off_nothing_else(place: Place, broken: str) -> None:
    other = place.project / ".amplifier/hooks/broken/hooks.json"
    other.parent.mkdir(parents=True)
    other.write_text(broken)
    assert (await judged(place, {"PreToolUse": "exit 2"}))[0].action == "deny"
