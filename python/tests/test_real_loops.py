"""Amplifier's own loops do what their plays do: the page of coverage is true of them, and a cancelled turn is over."""

import asyncio
import importlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from checkouts import checkout
from coverage import BASH, FILE, observe, places
from host import Place, Provider, group, start, until

LOOPS = pytest.mark.parametrize("loop", ["streaming", "basic", "events"])


def published(loop: str) -> Callable[..., Any]:
    checkout(f"amplifier-module-loop-{loop}")
    mount: Callable[..., Any] = importlib.import_module(f"amplifier_module_loop_{loop}").mount
    return mount


@pytest.mark.timeout(300)
@LOOPS
async def test_the_page_is_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, loop: str) -> None:
    seen = await observe(published(loop), places(tmp_path, monkeypatch))
    assert seen == json.loads(FILE.read_text())[loop]


@LOOPS
async def test_a_forbidden_call_does_not_run_after_cancel_and_exit(place: Place, loop: str) -> None:
    mount = published(loop)
    place.hooks({"PreToolUse": [group("Bash", "touch judging; until [ -e go ]; do sleep 0.02; done; exit 2")]})
    live = await start(loop=mount, provider=Provider(BASH, BASH, "fine"))
    turn = asyncio.ensure_future(live.run())
    await until((place.project / "judging").exists)
    live.coordinator.cancellation.request_graceful()
    live.coordinator.cancellation.request_immediate()
    turn.cancel()
    await asyncio.gather(turn, return_exceptions=True)
    await live.end()
    (place.project / "go").touch()
    await until(lambda: len(asyncio.all_tasks()) <= 1)
    assert live.tools["bash"].calls == []


@LOOPS
async def test_after_a_cancelled_turn_the_next_one_is_as_ever(place: Place, loop: str) -> None:
    mount = published(loop)
    place.hooks({"PreToolUse": [group("Bash", "touch judging; until [ -e go ]; do sleep 0.02; done")]})
    live = await start(loop=mount, provider=Provider(BASH, "fine"))
    turn = asyncio.ensure_future(live.run())
    await until((place.project / "judging").exists)
    live.coordinator.cancellation.request_immediate()
    await asyncio.gather(turn, return_exceptions=True)
    assert live.tools["bash"].calls == []
    (place.project / "go").touch()
    live.coordinator.cancellation.reset()
    live.provider.answers[:] = [BASH, "fine"]
    assert "fine" in await live.run("again")
    assert live.tools["bash"].calls == [{"command": "ls"}]
    await live.end()
