"""On random configurations: what is answered here is what the engine answers through the real sidecar."""

import random
from typing import Any

import pytest
from host import Place, start
from test_passing import at_once

from amplifier_module_hooks_claude_code_bridge.session import mounted
from amplifier_module_hooks_claude_code_bridge.waiting import answer_of

DENY = "echo no >&2; exit 2"
MATCHERS = (
    *("Bash", "bash", "Write|Edit", "Edit, MultiEdit", "write_file", "Read", "Task", "Agent", "Skill", "TodoWrite"),
    *("mcp__.*", "mcp__git__.*", "mcp_git_log", "mcp__git__log", "own.*", "own_tool", "^B", "sh$", "(", "[a", ".*e.*"),
    *("Notebook.*", "(?i)BASH", "Web(Fetch|Search)", "\\bRead\\b", "", "*", "grep|glob", "é", "x{2,}"),
)
RULES = ("Bash(ls *)", "Bash", "Edit(*.py)", "Read(~/**)", "Bash(git:*)", "(((", "mcp__git")
TOOLS = (
    *("bash", "Bash", "read_file", "write_file", "edit_file", "apply_patch", "grep", "glob", "web_fetch", "task"),
    *("delegate", "todo", "load_skill", "own_tool", "mcp_git_log", "mcp_a_b_c", "mcp__git__log", "", "x" * 101, "é"),
)
INPUTS: tuple[Any, ...] = (
    *({}, {"command": "ls -l"}, {"file_path": "a.py"}, {"command": "git log", "timeout": 1}, "ls", '{"a": 1}', None),
    *([1], {"many": [[1]] * 200}, {"deep": {"er": [{"a": "b" * 2000}]}}),
)
OTHERS = ("Stop", "Notification", "UserPromptSubmit", "PostToolUse", "PostToolUseFailure", "SubagentStop")


def configuration(dice: random.Random) -> dict[str, Any]:
    groups = []
    for _ in range(dice.randint(1, 3)):
        handler = {"type": "command", "command": DENY}
        if dice.random() < 0.25:
            handler["if"] = dice.choice(RULES)
        one: dict[str, Any] = {"hooks": [handler]}
        if dice.random() < 0.97:
            one["matcher"] = dice.choice(MATCHERS)
        groups.append(one)
    others = [event for event in OTHERS if dice.random() < 0.12]
    return {"PreToolUse": groups, **{event: "true" for event in others}}


@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", range(4))
async def test_both_give_the_same_answer(place: Place, seed: int) -> None:
    dice = random.Random(seed)
    # It keeps the sidecar while the others come and go.
    place.hooks({"PreToolUse": DENY})
    first = await start(session_id="first")
    await first.tool_pre()
    passed = denied = 0
    for number in range(12):
        project = place.project / f"{number}"
        project.mkdir()
        place.hooks(configuration(dice), folder=str(project / ".amplifier" / "hooks"))
        live = await start(
            session_id=f"s{number}",
            before=lambda one, at=project: one.register_capability("session.working_dir", str(at)),  # type: ignore[misc]
        )
        session = mounted(live.session.session_id)
        assert session is not None
        await live.run()
        for _ in range(30):
            data = {"tool_name": dice.choice(TOOLS), "tool_input": dice.choice(INPUTS), "tool_call_id": "c"}
            passes = at_once(live, "tool:pre", **data)
            sidecar = session._connection.sidecar
            assert sidecar is not None
            params = {"session": session._connection.name, "event": "tool:pre", "data": data}
            told = (await answer_of(sidecar, "event", params, 60))["result"]
            action = "continue" if told is None else told["action"]
            assert (await live.emit("tool:pre", **data)).action == action, data
            if passes:
                assert told is None, data
            passed += passes
            denied += action == "deny"
        await live.end()
    await first.end()
    assert passed > 20 and denied > 20
