"""What no hook is there for is answered without a task on the event loop; everything in doubt is judged."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest
from host import Live, Place, group, start

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
