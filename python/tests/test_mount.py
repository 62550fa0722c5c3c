"""Mounting costs next to nothing and starts nothing; Node comes when there is something to run."""

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from amplifier_core.testing import MockCoordinator
from host import ROOT, Place, group, is_alive, start, until

import amplifier_module_hooks_claude_code_bridge as module
from amplifier_module_hooks_claude_code_bridge.events import EVENTS
from amplifier_module_hooks_claude_code_bridge.shared import SHARED

DENY = {"PreToolUse": [group("Bash", "echo no >&2; exit 2")]}


async def test_mounting_takes_less_than_a_millisecond() -> None:
    best = 1.0
    for _ in range(20):
        coordinator = MockCoordinator()
        begin = time.perf_counter()
        cleanup = await module.mount(coordinator, {})
        best = min(best, time.perf_counter() - begin)
        assert cleanup is not None
        cleanup()
    assert best < 0.001


def test_importing_is_cheap() -> None:
    """Beside the kernel, which the host has loaded anyway."""
    code = (
        # The time of this process alone: others may be busy.
        "import amplifier_core, asyncio, sys, time; before = set(sys.modules); begin = time.process_time();"
        "import amplifier_module_hooks_claude_code_bridge as m; took = time.process_time() - begin;"
        "import json; print(json.dumps([took, sorted(set(sys.modules) - before)]), flush=True); import os; os._exit(0)"
    )
    took, loaded = json.loads(subprocess.check_output([sys.executable, "-c", code], cwd=ROOT))
    assert took < 0.1
    assert {name for name in loaded if not name.startswith(module.__name__)} <= {"queue", "_queue"}


async def test_every_event_has_one_handler_with_a_name_of_its_own() -> None:
    coordinator = MockCoordinator()
    cleanup = await module.mount(coordinator, {})
    registered = coordinator.hooks.list_handlers()
    assert set(registered) == set(EVENTS) and all(len(names) == 1 for names in registered.values())
    assert len({name for names in registered.values() for name in names}) == len(EVENTS)
    assert cleanup is not None
    cleanup()


def test_hooks_judge_before_an_approval_dialog_and_hear_results_before_they_are_written_down() -> None:
    from amplifier_module_hooks_claude_code_bridge.session import priority

    assert priority("tool:pre") < -10 and priority("prompt:submit") < -10
    assert 10 < priority("tool:post") < 100


async def test_what_was_never_used_is_gone_after_cleanup() -> None:
    coordinator = MockCoordinator()
    cleanup = await module.mount(coordinator, {})
    assert cleanup is not None
    cleanup()
    cleanup()
    assert [names for names in coordinator.hooks.list_handlers().values() if names] == []


async def test_nothing_starts_without_hooks(place: Place, started: list[int]) -> None:
    live = await start({"claude_settings": True, "plugins": ["none"]})
    await live.run()
    await live.end()
    assert started == []


async def test_nothing_starts_at_mount_although_there_are_hooks(place: Place, started: list[int]) -> None:
    place.hooks(DENY)
    cleanup = await module.mount(MockCoordinator(), {})
    assert cleanup is not None
    cleanup()
    assert started == []


async def test_hooks_that_come_while_a_session_runs_count(place: Place, started: list[int]) -> None:
    live = await start()
    assert (await live.tool_pre()).action == "continue" and started == []
    place.hooks(DENY)
    assert (await live.tool_pre()).action == "deny" and len(started) == 1
    await live.end()


@pytest.mark.parametrize(
    ("file", "config"),
    [
        ("project/.amplifier/hooks/hooks.json", {}),
        ("project/.amplifier/hooks/mine/hooks.json", {}),
        ("home/.amplifier/hooks/hooks.json", {}),
        ("project/tools/guard/hooks/hooks.json", {"plugins": ["tools/guard"]}),
        ("home/guard/hooks/hooks.json", {"plugins": ["~/guard"]}),
        ("home/.claude/settings.json", {"claude_settings": True}),
        ("project/.claude/settings.json", {"claude_settings": True}),
        ("project/.claude/settings.local.json", {"claude_settings": True}),
    ],
)
async def test_hooks_are_found_in(place: Place, file: str, config: dict[str, Any]) -> None:
    target = place.project.parent / file
    target.parent.mkdir(parents=True)
    target.write_text(json.dumps({"hooks": DENY}))
    live = await start(config)
    assert (await live.tool_pre()).action == "deny"
    await live.end()


@pytest.mark.parametrize(
    ("file", "config"),
    [
        ("project/.amplifier/hooks/hooks.json", {"allow_project_hooks": False}),
        ("home/.amplifier/hooks/hooks.json", {"allow_user_hooks": False}),
        ("home/.claude/settings.json", {}),
    ],
)
async def test_what_is_switched_off_starts_nothing(
    place: Place, started: list[int], file: str, config: dict[str, Any]
) -> None:
    target = place.project.parent / file
    target.parent.mkdir(parents=True)
    target.write_text(json.dumps({"hooks": DENY}))
    live = await start(config)
    assert (await live.tool_pre()).action == "continue" and started == []
    await live.end()


@pytest.mark.parametrize(
    ("is_repository", "config", "action"),
    [(True, {}, "deny"), (False, {}, "continue"), (True, {"profile": "claude-code"}, "continue")],
)
async def test_a_session_in_a_subfolder_has_the_hooks_of_its_repository(
    place: Place, monkeypatch: pytest.MonkeyPatch, is_repository: bool, config: dict[str, Any], action: str
) -> None:
    place.hooks(DENY)
    subfolder = place.project / "packages" / "app"
    subfolder.mkdir(parents=True)
    if is_repository:
        (place.project / ".git").mkdir()
        (place.project / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    monkeypatch.chdir(subfolder)
    live = await start(config)
    assert (await live.tool_pre()).action == action
    await live.end()


async def test_the_directory_of_a_session_is_what_the_host_says(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    place.hooks(DENY)
    elsewhere = place.project.parent / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    live = await start()
    assert (await live.tool_pre()).action == "continue"
    live.coordinator.register_capability("session.working_dir", str(place.project))
    assert (await live.tool_pre()).action == "deny"
    await live.end()
    live = await start(plan={"working_dir": str(place.project)})
    assert (await live.tool_pre()).action == "deny"
    await live.end()


async def test_an_event_that_no_hook_is_configured_for_is_not_sent(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    place.hooks(DENY)
    live = await start()
    await live.tool_pre()
    sidecar = SHARED.current
    assert sidecar is not None
    sent: list[str] = []
    call = sidecar.call

    def counted(method: str, params: dict[str, Any], reply: Any) -> int:
        sent.append(params.get("event", method))
        return call(method, params, reply)

    monkeypatch.setattr(sidecar, "call", counted)
    await live.emit("user:notification", message="hi", level="info")
    await live.emit("context:compaction", before_tokens=1, after_tokens=1)
    assert sent == []
    await live.tool_pre()
    assert sent == ["tool:pre"]
    await live.end()


async def test_hooks_that_are_edited_count_at_once(place: Place) -> None:
    place.hooks(DENY)
    live = await start()
    assert (await live.tool_pre()).action == "deny"
    assert (await live.emit("prompt:submit", prompt="hi")).action == "continue"
    place.hooks({**DENY, "UserPromptSubmit": "echo stop >&2; exit 2"})
    for _ in range(2000):
        if (await live.emit("prompt:submit", prompt="hi")).action == "deny":
            break
    else:
        pytest.fail("the edited hooks never counted")
    await live.end()


async def test_all_events_that_the_sidecar_can_use_are_heard(place: Place) -> None:
    schema = json.loads((Path(ROOT).parent / "schemas" / "hooks.schema.json").read_text())
    names = _event_names(schema)
    assert len(names) >= 30
    place.hooks({name: "true" for name in names})
    live, child = await start(), await start(session_id="root-1_agent", parent_id="root")
    await live.emit("session:start")
    await child.emit("session:fork")
    assert _interest(live) | _interest(child) == set(EVENTS)
    await child.end()
    await live.end()


def _interest(live: Any) -> set[str]:
    from amplifier_module_hooks_claude_code_bridge.session import mounted

    session = mounted(live.coordinator.session_id)
    assert session is not None and session._connection.interest is not None
    return set(session._connection.interest.events)


def _event_names(schema: Any) -> list[str]:
    """The longest object of properties in the schema of hooks.json that has PreToolUse in it."""
    if isinstance(schema, dict):
        properties = schema.get("properties")
        if isinstance(properties, dict) and "PreToolUse" in properties:
            return list(properties)
        found = [_event_names(value) for value in schema.values()]
    else:
        found = [_event_names(value) for value in schema] if isinstance(schema, list) else []
    return max(found, key=len, default=[])


async def test_node_is_there_before_the_first_event(place: Place, started: list[int]) -> None:
    place.hooks({"PreToolUse": "echo no >&2; exit 2"})
    live = await start()
    await until(lambda: SHARED.current is not None)
    assert (await live.tool_pre()).action == "deny"
    assert len(started) == 1
    await live.end()


async def test_a_session_that_hears_nothing_leaves_no_process(place: Place, started: list[int]) -> None:
    place.hooks({"PreToolUse": "true"})
    live = await start()
    await until(lambda: SHARED.current is not None)
    await live.end()
    await until(lambda: not is_alive(started[0]))
    assert SHARED.current is None


async def test_the_directory_counts_that_a_session_has_at_its_first_event(place: Place) -> None:
    place.hooks({"PreToolUse": "true"})
    live = await start()
    place.hooks({"PreToolUse": "echo there >&2; exit 2"}, folder="elsewhere/.amplifier/hooks")
    live.coordinator.register_capability("session.working_dir", str(place.project / "elsewhere"))
    assert (await live.tool_pre()).reason.strip() == "there"
    await live.end()


async def test_no_version_is_asked_for_where_node_says_it(place: Place) -> None:
    place.hooks({"PreToolUse": "true"})
    calls = place.project / "calls"
    fake = place.script("bin/node", f'echo "$@" >> {calls}\nexec "{shutil.which("node")}" "$@"')
    live = await start({"node_path": fake})
    await live.tool_pre()
    await live.end()
    assert [line.endswith("sidecar.cjs") for line in calls.read_text().splitlines()] == [True]
