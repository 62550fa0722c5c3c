"""A guard that an edit takes out of the project while a session runs: the person at the session hears of it, once."""

import asyncio
import time

import pytest
from host import Approval, Live, Place, start

GUARD = "echo 'not here' >&2; exit 2"


def told(live: Live) -> list[str]:
    return [level for text, level, _ in live.display.shown if "was taken out" in text]


async def calls_until_told(live: Live) -> None:
    """Nothing but tool calls: they are what a guard was there for."""
    end = time.monotonic() + 15
    while not told(live):
        assert time.monotonic() < end, "nobody was told"
        await live.tool_pre()
        await asyncio.sleep(0.005)


@pytest.mark.parametrize("left", [{}, {"PostToolUse": "true"}], ids=["nothing-is-left", "another-is-left"])
@pytest.mark.parametrize("trust", ["content", "follow", "off"])
async def test_the_user_is_told_once_and_with_the_next_tool_call(
    place: Place, left: dict[str, str], trust: str
) -> None:
    place.hooks({"PreToolUse": GUARD})
    live = await start({"trust": trust}, approval=Approval("Always"))
    await live.emit("session:start", session_id=live.session.session_id)
    assert (await live.tool_pre()).action == "deny"
    place.hooks(left)
    await calls_until_told(live)
    await live.run("one")
    # What a person approved stays in force for the session.
    assert (await live.tool_pre()).action == ("deny" if trust == "content" else "continue")
    await live.end()
    assert told(live) == ["error"]
