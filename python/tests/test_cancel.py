"""What was cancelled or has ended does nothing more: no call of a tool runs that no hook let pass."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
from host import Live, Place, Provider, group, is_alive, start, until

ALL = pytest.mark.parametrize("loop", ["streaming", "basic", "events"])
BASH = [("bash", {"command": "ls"})]


def guard(place: Place, then: str = "echo no >&2; exit 2") -> Path:
    """A hook that says that it runs, and decides when it is let go."""
    place.hooks({"PreToolUse": [group("Bash", f"echo $$ >> judging; until [ -e go ]; do sleep 0.02; done; {then}")]})
    return place.project / "judging"


def pids(file: Path) -> list[int]:
    return [int(line) for line in file.read_text().split()] if file.exists() else []


async def begun(live: Live, file: Path) -> "asyncio.Task[Any]":
    """A turn whose call is being judged."""
    turn = asyncio.ensure_future(live.run())
    await until(lambda: pids(file))
    return turn


async def ended(turn: "asyncio.Task[Any]") -> None:
    turn.cancel()
    await asyncio.gather(turn, return_exceptions=True)


async def settled(live: Live) -> None:
    """The loop of a turn that nobody waits for has done what it would do."""
    await until(lambda: len(asyncio.all_tasks()) <= 1)


@ALL
@pytest.mark.parametrize("then", ["echo no >&2; exit 2", "true"])
async def test_a_turn_that_is_cancelled_before_the_session_is_left(place: Place, loop: str, then: str) -> None:
    file = guard(place, then)
    live = await start(loop=loop, provider=Provider(BASH, BASH, "fine"))
    turn = await begun(live, file)
    await ended(turn)
    await live.end()
    (place.project / "go").touch()
    await settled(live)
    assert live.tools["bash"].calls == []


@ALL
async def test_two_cancellations_and_the_exit(place: Place, loop: str) -> None:
    """As Ctrl-C twice and Ctrl-D at the command line: the second one cancels the task too."""
    file = guard(place)
    live = await start(loop=loop, provider=Provider([*BASH, *BASH], BASH, "fine"))
    turn = await begun(live, file)
    live.coordinator.cancellation.request_graceful()
    live.coordinator.cancellation.request_immediate()
    await ended(turn)
    await live.end()
    await settled(live)
    assert live.tools["bash"].calls == []


@ALL
@pytest.mark.parametrize("how", ["request_graceful", "request_immediate"])
async def test_a_call_that_is_judged_while_the_turn_is_cancelled_does_not_run(
    place: Place, loop: str, how: str
) -> None:
    """Also one that the hook would have let pass: nothing new begins."""
    file = guard(place, "true")
    live = await start(loop=loop, provider=Provider(BASH, "fine"))
    turn = await begun(live, file)
    getattr(live.coordinator.cancellation, how)()
    (place.project / "go").touch()
    await turn
    assert live.tools["bash"].calls == []
    assert (await live.tool_pre()).action == "deny", "as long as it is cancelled"
    assert (await live.emit("prompt:submit", prompt="x")).action == "deny"
    await live.end()


@ALL
async def test_after_a_cancellation_the_next_turn_is_judged_as_ever(place: Place, loop: str) -> None:
    file = guard(place, "[[ $(cat) != *'rm x'* ]] || { echo no >&2; exit 2; }")
    live = await start(loop=loop, provider=Provider(BASH, "one", [("bash", {"command": "rm x"}), *BASH], "two"))
    turn = await begun(live, file)
    live.coordinator.cancellation.request_immediate()
    await asyncio.gather(turn, return_exceptions=True)
    (place.project / "go").touch()
    live.coordinator.cancellation.reset()
    live.provider.answers[:] = [[("bash", {"command": "rm x"}), *BASH], "two"]
    assert await live.run("again") == "two"
    assert live.tools["bash"].calls == [{"command": "ls"}]
    await live.end()


async def test_an_immediate_cancellation_ends_the_hooks_at_once(place: Place) -> None:
    file = guard(place)
    live = await start(provider=Provider(BASH, "fine"))
    turn = await begun(live, file)
    at = time.monotonic()
    live.coordinator.cancellation.request_immediate()
    await turn
    noticed = time.monotonic() - at
    await until(lambda: not any(is_alive(pid) for pid in pids(file)))
    assert noticed < 2, "the hook alone would wait for ever"
    await live.end()


async def test_hooks_at_the_end_of_a_cancelled_session_run(place: Place) -> None:
    file = guard(place)
    place.hooks({"SessionEnd": place.saves("end")}, ".amplifier/hooks/more")
    live = await start(provider=Provider(BASH, "fine"))
    turn = await begun(live, file)
    live.coordinator.cancellation.request_immediate()
    await turn
    await live.end()
    assert len(place.saved("end")) == 1


async def test_a_graceful_cancellation_lets_a_hook_finish(place: Place) -> None:
    slow = "echo $$ >> judging; until [ -e go ]; do sleep 0.02; done; touch done"
    place.hooks({"PostToolUse": [group("Bash", slow)]})
    live = await start(provider=Provider(BASH, "fine"))
    turn = await begun(live, place.project / "judging")
    live.coordinator.cancellation.request_graceful()
    (place.project / "go").touch()
    await turn
    assert (place.project / "done").exists()
    await live.end()


async def test_agents_of_a_session_that_has_ended_do_nothing_more(place: Place) -> None:
    place.hooks({"PreToolUse": [group("Bash", "true")]})
    root = await start()
    assert (await root.tool_pre()).action == "continue"
    child = await start(session_id="root-1_agent", parent_id="root")
    assert (await child.tool_pre()).action == "continue"
    await root.end()
    assert (await child.tool_pre()).action == "deny"
    await child.end()
    later = await start(session_id="root-2_agent", parent_id="root")
    assert (await later.tool_pre()).action == "continue", "it comes from a session that had ended, and is another one"
    await later.end()


async def test_what_a_session_without_hooks_does_is_not_ours(place: Place) -> None:
    """The module denies what hooks would have judged, not everything that comes after an end."""
    live = await start(provider=Provider("fine"))
    await live.run()
    live.coordinator.cancellation.request_graceful()
    assert (await live.tool_pre()).action == "continue"
    live.coordinator.cancellation.reset()
    await live.end()
