"""What no hook is there for is answered without a task on the event loop; everything in doubt is judged."""

import asyncio
import json
from collections.abc import Coroutine
from typing import Any

import pytest
from host import Approval, Live, Place, Provider, Tool, group, start

from amplifier_module_hooks_claude_code_bridge.session import mounted

DENY = "echo no >&2; exit 2"


def at_once(live: Live, event: str, **data: Any) -> bool:
    """Whether the handler answers by itself."""
    session = mounted(live.session.session_id)
    assert session is not None
    answer = session._on_event(event, data)
    if isinstance(answer, Coroutine):
        answer.close()
        return False
    assert answer is None
    return True


async def test_an_event_that_no_hook_is_for_is_answered_at_once(place: Place) -> None:
    place.hooks({"Notification": "true"})
    live = await start()
    assert not at_once(live, "tool:pre"), "nothing is known before the first event"
    await live.run()
    for event in ("tool:pre", "tool:post", "context:pre_compact", "provider:request"):
        assert at_once(live, event), event
    for event in ("user:notification", "prompt:submit", "skill:loaded", "session:start"):
        assert not at_once(live, event), event
    await live.end()


@pytest.mark.parametrize("hooks", [{"PreToolUse": "true"}, {"PostToolUse": "true"}])
async def test_tool_calls_are_followed_where_a_hook_is_for_either_end(place: Place, hooks: dict[str, str]) -> None:
    place.hooks(hooks)
    live = await start()
    await live.run()
    assert not at_once(live, "tool:pre", tool_name="bash", tool_input={})
    await live.end()


async def test_a_gate_of_a_cancelled_session_is_not_passed_at_once(place: Place) -> None:
    place.hooks({"Notification": "true"})
    live = await start()
    await live.run()
    assert at_once(live, "tool:pre") and (await live.tool_pre()).action == "continue"
    live.coordinator.cancellation.request_graceful()
    assert not at_once(live, "tool:pre") and (await live.tool_pre()).action == "deny"
    live.coordinator.cancellation.reset()
    assert at_once(live, "tool:pre") and (await live.tool_pre()).action == "continue"
    await live.end()
    assert (await live.tool_pre()).action == "deny"


async def test_a_hook_that_is_added_is_asked(place: Place) -> None:
    place.hooks({"Notification": "true"})
    live = await start()
    await live.run()
    assert (await live.tool_pre()).action == "continue"
    place.hooks({"PreToolUse": [group("Bash", DENY)]})
    async with asyncio.timeout(30):
        while (await live.tool_pre()).action != "deny":
            await asyncio.sleep(0.005)
    await live.end()


async def test_a_call_that_no_matcher_selects_is_answered_at_once(place: Place) -> None:
    place.hooks({"PreToolUse": [group("Write|Edit", DENY), group("mcp__.*", DENY)]})
    live = await start(tools=[Tool("bash"), Tool("own_tool")])
    await live.run()
    assert not at_once(live, "tool:pre", tool_name="bash", tool_input={}), "the first call is asked about"
    await live.tool_pre()
    for tool, passes in {
        "bash": True,
        "read_file": True,
        "write_file": False,
        "edit_file": False,
        "apply_patch": False,
        "load_skill": False,
        "Bash": False,
        "own_tool": False,
        "mcp_a_b": False,
    }.items():
        assert at_once(live, "tool:pre", tool_name=tool, tool_input={"command": "ls"}) == passes, tool
    # A tool that was not known is asked about once.
    assert (await live.emit("tool:pre", tool_name="own_tool", tool_input={})).action == "continue"
    assert at_once(live, "tool:pre", tool_name="own_tool", tool_input={})
    for data in ({}, {"tool_name": "bash"}, {"tool_name": "bash", "tool_input": "ls"}, {"tool_name": ["bash"]}):
        assert not at_once(live, "tool:pre", **data), data
    assert not at_once(live, "tool:pre", tool_name="bash", tool_input={"command": "x" * 100_001})
    assert not at_once(live, "tool:pre", tool_name="bash", tool_input={"many": [1] * 151})
    await live.end()
    assert not at_once(live, "tool:pre", tool_name="bash", tool_input={})


@pytest.mark.parametrize(
    "more",
    [
        {"PostToolUseFailure": "true"},
        {"PostToolBatch": "true"},
        {"PermissionRequest": "true"},
        {"Notification": {"type": "command", "command": "true", "async": True}},
    ],
)
async def test_everything_is_asked_where_more_than_matching_hooks_waits_for_a_call(
    place: Place, more: dict[str, Any]
) -> None:
    place.hooks({"PreToolUse": [group("Write", DENY)], **more})
    live = await start()
    await live.run()
    await live.tool_pre()
    assert not at_once(live, "tool:pre", tool_name="bash", tool_input={})
    await live.end()


async def test_a_hook_of_the_other_end_is_told_of_a_call_that_passed(place: Place) -> None:
    place.hooks({"PreToolUse": [group("Write", DENY)], "PostToolUse": place.saves("post")})
    live = await start(provider=Provider([("bash", {"command": "ls"})], [("bash", {"command": "ls"})], "done"))
    await live.run()
    assert [one["tool_input"] for one in place.saved("post")] == [{"command": "ls"}] * 2
    await live.end()


async def test_a_matcher_that_is_edited_counts(place: Place) -> None:
    place.hooks({"PreToolUse": [group("Write", DENY)]})
    live = await start()
    await live.tool_pre()
    assert at_once(live, "tool:pre", tool_name="bash", tool_input={})
    place.hooks({"PreToolUse": [group("Bash", DENY)]})
    async with asyncio.timeout(30):
        while (await live.tool_pre()).action != "deny":
            await asyncio.sleep(0.005)
    # With the first call the user heard that a guard is gone.
    assert at_once(live, "tool:pre", tool_name="write_file", tool_input={})
    await live.end()


async def test_a_guard_that_is_gone_is_told_with_the_next_call_of_a_tool_that_passed(place: Place) -> None:
    place.hooks({"PreToolUse": [group("Write", DENY), group("Edit", "true")]})
    live = await start()
    await live.tool_pre()
    assert at_once(live, "tool:pre", tool_name="bash", tool_input={})
    place.hooks({"PreToolUse": [group("Edit", "true")]})
    async with asyncio.timeout(30):
        while not any("was taken out" in text for text in live.display.texts):
            await live.tool_pre()
            await asyncio.sleep(0.005)
    await live.end()


async def test_while_something_waits_for_approval_everything_is_asked(place: Place) -> None:
    place.hooks({"PreToolUse": [group("Write", DENY)]}, folder=str(place.home / ".amplifier" / "hooks"))
    place.hooks({"PreToolUse": [group("Bash", DENY)]})
    live = await start({"trust": "content"}, approval=Approval("No"))
    await live.emit("session:start", session_id=live.session.session_id)
    await live.tool_pre()
    assert live.approval.asked
    assert not at_once(live, "tool:pre", tool_name="bash", tool_input={})
    await live.end()


async def test_what_passed_is_in_the_journal(place: Place) -> None:
    place.hooks({"PreToolUse": [group("Write", DENY)]})
    live = await start()
    await live.run()
    for _ in range(7):
        await live.tool_pre()
    await live.end()
    counted = [
        count["count"]
        for file in (place.home / ".local").rglob("*.jsonl")
        for line in file.read_text().split("\n")
        if line and (entry := json.loads(line)).get("kind") == "idle"
        for count in entry["counts"]
        if (count["event"], count["target"]) == ("PreToolUse", "Bash")
    ]
    assert sum(counted) == 7
