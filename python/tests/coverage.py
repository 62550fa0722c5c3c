"""What becomes of every event for hooks under a loop, as it is seen in sessions: whether it fires, and what counts."""

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from amplifier_core import ToolResult
from host import ROOT, Approval, Live, Place, Provider, Tool, group, say, start

# The page docs/amplifier-events.md is made from it.
FILE = ROOT / "tests" / "coverage.json"
SCHEMA = ROOT.parent / "schemas" / "hooks.schema.json"

BASH = [("bash", {"command": "ls"})]
MARK = "mind the gap"
YES, TOLD, NO = "takes effect", "the user is told that it does not", "is lost"

Loop = str | Callable[..., Any]


def event_names() -> list[str]:
    return list(json.loads(SCHEMA.read_text())["definitions"]["events"]["properties"])


def specific(event: str, **fields: Any) -> str:
    return say({"hookSpecificOutput": {"hookEventName": event, **fields}})


async def fires(place: Place, loop: Loop) -> set[str]:
    """The events that hooks hear of in a session where everything happens that happens in Amplifier."""
    place.hooks({event: place.saves("heard") for event in event_names()})
    tools = [Tool("bash", "out"), Tool("broken", RuntimeError("no disk"))]
    script = [[*BASH, ("broken", {"n": 1}), ("missing", {"n": 1})], "fine", RuntimeError("overloaded")]
    live = await start(loop=loop, provider=Provider(*script), tools=tools)
    live.context.is_full = True
    agent = {"agent": "explorer", "sub_session_id": "root-1_explorer", "parent_session_id": "root"}

    async def others(event: str, data: dict[str, Any]) -> None:
        """What other modules of Amplifier say while a tool runs."""
        if data.get("tool_name") != "bash":
            return
        await live.emit("approval:required", tool_name="bash", action="run", risk_level="high")
        await live.emit("delegate:agent_spawned", **agent)
        await live.emit("delegate:agent_completed", **agent, success=True)
        await live.emit("context:compaction", before_tokens=10, after_tokens=5, strategy_level=1)
        await live.emit("user:notification", message="look", level="info", source="x")

    live.hooks.register("tool:pre", others, priority=50, name="others")
    await live.run()
    try:
        await live.run("again")
    except Exception as error:
        assert "overloaded" in str(error), error
    await live.end()
    return {one["hook_event_name"] for one in place.saved("heard")}


@dataclass(frozen=True)
class Probe:
    """One thing that a hook may say, and how to see in a session whether it counts."""

    event: str
    says: str
    hooks: dict[str, Any]
    counts: Callable[[Live], bool]
    script: tuple[Any, ...] = (BASH, "fine")
    tools: tuple[tuple[str, Any], ...] = (("bash", "a.txt"),)
    before: Callable[[Live], Awaitable[object]] | None = None
    is_agent: bool = False

    async def seen(self, place: Place, loop: Loop) -> str:
        place.hooks(self.hooks)
        tools = [Tool(name, output) for name, output in self.tools]
        whose = {"session_id": "root-1_explorer", "parent_id": "root"} if self.is_agent else {}
        live = await start(loop=loop, provider=Provider(*self.script), tools=tools, approval=Approval("Deny"), **whose)
        if self.before is not None:
            await self.before(live)
        await live.run()
        unheard = f"{self.event} hooks do not run"
        counted, told = self.counts(live), any(MARK in text or unheard in text for text in live.display.texts)
        await live.end()
        return YES if counted else TOLD if told else NO


def _ran(live: Live) -> list[dict[str, Any]]:
    return live.tools["bash"].calls


def _is_kept(live: Live) -> bool:
    """The model reads it in every later call."""
    later = live.said_to_model()[1:]
    return len(later) > 1 and all(MARK in text for text in later)


def _is_read(live: Live) -> bool:
    return MARK in live.said_to_model()[0]


_TWO = (BASH, [("other", {"n": 1})], "fine")
_TOOLS = (("bash", "a.txt"), ("other", "more"))
_STOP = {"continue": False, "stopReason": MARK}
_BLOCK = say({"decision": "block", "reason": MARK})
_ONCE = f"[ -e once ] || {{ touch once; {_BLOCK}; }}"

PROBES = (
    Probe(
        "PreToolUse",
        "deny",
        {"PreToolUse": specific("PreToolUse", permissionDecision="deny", permissionDecisionReason=MARK)},
        lambda live: _ran(live) == [] and MARK in live.said_to_model()[-1],
    ),
    Probe(
        "PreToolUse",
        "ask",
        {"PreToolUse": specific("PreToolUse", permissionDecision="ask", permissionDecisionReason=MARK)},
        lambda live: _ran(live) == [] and len(live.approval.asked) == 1,
    ),
    Probe(
        "PreToolUse",
        "updatedInput",
        {"PreToolUse": specific("PreToolUse", updatedInput={"command": MARK})},
        lambda live: _ran(live) == [{"command": MARK}],
    ),
    Probe(
        "PreToolUse",
        "additionalContext",
        {"PreToolUse": [group("Bash", specific("PreToolUse", additionalContext=MARK))]},
        _is_kept,
        _TWO,
        _TOOLS,
    ),
    Probe(
        "PreToolUse",
        "continue: false",
        {"PreToolUse": say(_STOP)},
        lambda live: _ran(live) == [] and len(live.provider.requests) == 1,
    ),
    Probe(
        "PermissionRequest",
        "deny",
        {
            "PreToolUse": specific("PreToolUse", permissionDecision="ask"),
            "PermissionRequest": specific("PermissionRequest", decision={"behavior": "deny", "message": MARK}),
        },
        lambda live: _ran(live) == [] and live.approval.asked == [],
    ),
    Probe(
        "PostToolUse",
        "block",
        {"PostToolUse": [group("Bash", _BLOCK)]},
        _is_kept,
        _TWO,
        _TOOLS,
    ),
    Probe(
        "PostToolUse",
        "updatedToolOutput",
        {"PostToolUse": [group("Bash", specific("PostToolUse", updatedToolOutput=MARK))]},
        lambda live: _is_kept(live) and "a.txt" not in live.said_to_model()[1],
        _TWO,
        _TOOLS,
    ),
    Probe(
        "PostToolUse",
        "continue: false",
        {"PostToolUse": say(_STOP)},
        lambda live: len(live.provider.requests) == 1,
    ),
    Probe(
        "PostToolUseFailure",
        "additionalContext",
        {"PostToolUseFailure": specific("PostToolUseFailure", additionalContext=MARK)},
        _is_kept,
        ([("broken", {"n": 1})], [("other", {"n": 1})], "fine"),
        (("bash", "a.txt"), ("broken", ToolResult(success=False, error={"message": "no disk"})), ("other", "more")),
    ),
    Probe(
        "PostToolBatch",
        "block",
        {"PostToolBatch": _BLOCK},
        lambda live: len(live.provider.requests) == 1,
    ),
    Probe("UserPromptSubmit", "block", {"UserPromptSubmit": _BLOCK}, lambda live: live.provider.requests == []),
    Probe("UserPromptSubmit", "additionalContext", {"UserPromptSubmit": f"echo {MARK}"}, _is_read),
    Probe("SessionStart", "additionalContext", {"SessionStart": f"echo {MARK}"}, _is_read),
    Probe("Stop", "block", {"Stop": _ONCE}, lambda live: MARK in live.said_to_model()[-1], ("done", "really")),
    Probe(
        "SubagentStop",
        "block",
        {"SubagentStop": _ONCE},
        lambda live: MARK in live.said_to_model()[-1],
        ("done", "really"),
        is_agent=True,
    ),
)


def places(root: Path, monkeypatch: Any) -> Callable[[], Place]:
    """Each session has a project of its own."""
    count = 0

    def fresh() -> Place:
        nonlocal count
        count += 1
        project = root / f"project-{count}"
        project.mkdir()
        monkeypatch.chdir(project)
        return Place(project, root / "home")

    return fresh


async def observe(loop: Loop, fresh: Callable[[], Place]) -> dict[str, Any]:
    """For every event: whether it fires under the loop, and what becomes of what its hooks say."""
    fired = await fires(fresh(), loop)
    seen: dict[str, Any] = {event: {"fires": event in fired, "says": {}} for event in event_names()}
    for probe in PROBES:
        seen[probe.event]["says"][probe.says] = await probe.seen(fresh(), loop)
    return seen
