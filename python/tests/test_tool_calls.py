"""A rewritten input is what runs, and what hooks say about a result stays with it: under every loop."""

import asyncio
import json
from typing import Any

import pytest
from amplifier_core import HookResult, ToolResult
from host import Approval, Place, Provider, Tool, group, say, start

ALL = pytest.mark.parametrize("loop", ["streaming", "basic", "events"])
BASH = [("bash", {"command": "ls"})]


def specific(event: str, **fields: Any) -> dict[str, Any]:
    return {"hookSpecificOutput": {"hookEventName": event, **fields}}


def quiet(place: Place) -> str:
    """A hook that adds `-q` to every command, so that the model and the hook see different inputs."""
    return place.script(
        "quiet.py.sh",
        'python3 -c \'import json, sys; given = json.load(sys.stdin)["tool_input"]; '
        'print(json.dumps({"hookSpecificOutput": {"hookEventName": "PreToolUse", '
        '"updatedInput": {**given, "command": given["command"] + " -q"}}}))\'',
    )


# The input


@ALL
async def test_a_rewritten_input_is_what_runs(place: Place, loop: str) -> None:
    place.hooks({"PreToolUse": [group("Bash", quiet(place))], "PostToolUse": [group("Bash", place.saves("post"))]})
    live = await start(loop=loop, provider=Provider(BASH, BASH, "fine"))
    assert await live.run() == "fine"
    assert live.tools["bash"].calls == [{"command": "ls -q"}, {"command": "ls -q"}]
    assert [post["tool_input"]["command"] for post in place.saved("post")] == ["ls -q", "ls -q"]
    assert live.display.texts == [], "nothing is refused"
    await live.end()


@ALL
async def test_calls_at_the_same_time_are_each_rewritten_once(place: Place, loop: str) -> None:
    place.hooks({"PreToolUse": [group("Bash", quiet(place))]})
    calls = [("bash", {"command": f"echo {n % 3}"}) for n in range(6)]
    live = await start(loop=loop, provider=Provider(calls, "fine"))
    await live.run()
    ran = sorted(call["command"] for call in live.tools["bash"].calls)
    assert ran == sorted(f"echo {n % 3} -q" for n in range(6))
    await live.end()


@ALL
async def test_a_rewritten_call_that_the_user_grants(place: Place, loop: str) -> None:
    decision = specific("PreToolUse", permissionDecision="ask", updatedInput={"command": "ls -l"})
    place.hooks({"PreToolUse": [group("Bash", say(decision))]})
    live = await start(loop=loop, provider=Provider(BASH, "fine"), approval=Approval("Allow once"))
    await live.run()
    assert live.tools["bash"].calls == [{"command": "ls -l"}]
    assert "ls -l" in live.approval.asked[0][0], "the user is asked about what will run"
    await live.end()


async def test_a_rewrite_that_somebody_else_denied_does_not_come_back(place: Place) -> None:
    """The hook rewrites only the first time; another module denies that call."""
    rewrite = say(specific("PreToolUse", updatedInput={"command": "rm"}))
    once = place.script("once.sh", f"[ -e seen ] || {{ touch seen; {rewrite}; }}")
    place.hooks({"PreToolUse": [group("Bash", once)]})
    live = await start(provider=Provider(BASH, BASH, "fine"))
    heard: list[str] = []

    async def approval(event: str, data: dict[str, Any]) -> HookResult:
        heard.append(data["tool_input"]["command"])
        return HookResult(action="deny" if len(heard) == 1 else "continue", reason="not now")

    live.hooks.register("tool:pre", approval, priority=-10, name="approval")
    await live.run()
    assert heard == ["rm", "ls"], "others hear of the input that would run"
    assert live.tools["bash"].calls == [{"command": "ls"}]
    await live.end()


async def test_agents_have_calls_of_their_own(place: Place) -> None:
    place.hooks({"PreToolUse": [group("Bash", quiet(place))]})
    root, child = await start(), await start(session_id="root-1_a", parent_id="root")
    for one in (root, child):
        one.provider.answers[:] = [BASH, "fine"]
    await asyncio.gather(root.run(), child.run())
    assert [one.tools["bash"].calls for one in (root, child)] == [[{"command": "ls -q"}]] * 2
    await child.end()
    await root.end()


async def test_a_tool_that_two_sessions_share(place: Place) -> None:
    place.hooks({"PreToolUse": [group("Bash", quiet(place))]})
    shared = Tool("bash", "x")
    plain = shared.execute
    one = await start(tools=[shared], provider=Provider(BASH, "fine"))
    two = await start(tools=[shared], provider=Provider(BASH, "fine"), session_id="other")
    await one.run()
    await two.run()
    assert shared.calls == [{"command": "ls -q"}] * 2
    await one.end()
    await two.end()
    assert shared.execute == plain, "afterwards it is as it was"


async def test_a_shared_tool_serves_one_session_while_a_rewritten_call_of_the_other_waits(place: Place) -> None:
    place.hooks({"PreToolUse": [group("Bash", quiet(place))]})
    shared = Tool("bash", "x")
    one, two = await start(tools=[shared]), await start(tools=[shared], session_id="other")
    assert (await one.tool_pre("first")).data["tool_input"] == {"command": "first -q"}
    two.provider.answers[:] = [[("bash", {"command": "second"})], "fine"]
    await two.run()
    assert shared.calls == [{"command": "second -q"}]
    # Its session is left before the loop gets to it: it runs as hooks wrote it.
    await one.end()
    await shared.execute({"command": "first"})
    assert shared.calls == [{"command": "second -q"}, {"command": "first -q"}]
    await two.end()


class Stubborn(Tool):
    """A tool that cannot be wrapped."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "execute":
            raise AttributeError("execute cannot be set")
        super().__setattr__(name, value)


@ALL
async def test_a_tool_that_cannot_be_wrapped_is_refused_with_what_to_do(place: Place, loop: str) -> None:
    place.hooks({"PreToolUse": [group("Bash", quiet(place))]})
    live = await start(
        loop=loop, provider=Provider(BASH, [("bash", {"command": "ls -q"})], "fine"), tools=[Stubborn("bash", "x")]
    )
    await live.run()
    assert live.tools["bash"].calls == [{"command": "ls -q"}], "only the call that the agent was told to make"
    assert '{"command": "ls -q"}' in live.context.all_text()
    assert any("cannot be made to use it" in text for text in live.display.texts)
    await live.end()


async def test_what_no_hook_saw_does_not_run_in_place_of_a_rewritten_call(place: Place) -> None:
    """Somebody changes the input before hooks see it: the loop would run the other one."""
    place.hooks({"PreToolUse": [group("Bash", quiet(place))]})
    live = await start(provider=Provider(BASH, "fine"))

    async def redact(event: str, data: dict[str, Any]) -> HookResult:
        return HookResult(action="modify", data={**data, "tool_input": {"command": "[redacted]"}})

    live.hooks.register("tool:pre", redact, priority=-100, name="redact")
    await live.run()
    assert live.tools["bash"].calls == []
    assert "not that call" in live.context.all_text()
    await live.end()


async def test_a_guard_sees_absolute_paths_and_the_tool_the_path_of_the_model(place: Place) -> None:
    guard = place.script("guard.sh", 'grep -q \'"file_path":"[^"]*/.env"\' && { echo no >&2; exit 2; }; true')
    place.hooks({"PreToolUse": [group("Write", guard, place.saves("pre"))]})
    calls = [("write_file", {"file_path": path, "content": "x"}) for path in (".env", "a/../.env", "b")]
    live = await start(provider=Provider(calls, "fine"), tools=[Tool("write_file")])
    await live.run()
    assert live.tools["write_file"].calls == [{"file_path": "b", "content": "x"}]
    paths = {one["tool_input"]["file_path"] for one in place.saved("pre")}
    assert paths == {str(place.project / ".env"), str(place.project / "b")}
    await live.end()


# The result


OUTPUTS: list[Any] = ["out", {"stdout": "out"}, ["out"], None, ToolResult(success=False, output="out")]


@ALL
@pytest.mark.parametrize(("event", "output"), [("PreToolUse", "out"), *(("PostToolUse", one) for one in OUTPUTS)])
async def test_what_hooks_say_is_in_every_later_call_of_the_model(
    place: Place, loop: str, event: str, output: Any
) -> None:
    failed = isinstance(output, ToolResult)
    named = "PostToolUseFailure" if failed and event == "PostToolUse" else event
    place.hooks({named: [group("Bash", say(specific(named, additionalContext="mind the gap")))]})
    live = await start(
        loop=loop, provider=Provider(BASH, [("other", {"n": 1})], "fine"), tools=[Tool("bash", output), Tool("other")]
    )
    assert await live.run() == "fine"
    first, *later = live.said_to_model()
    assert "mind the gap" not in first
    assert [text.count("mind the gap") for text in later] == [1, 1]
    if output is not None:
        assert all("out" in text for text in later), "beside what the tool gave"
    assert [message["role"] for message in live.loop.requests[-1]].count("system") == 0
    await live.end()


@ALL
async def test_what_hooks_say_is_not_lost_where_another_module_injects(place: Place, loop: str) -> None:
    """The kernel gives a loop the injection alone."""
    place.hooks({"PostToolUse": [group("Bash", say(specific("PostToolUse", additionalContext="mind the gap")))]})
    live = await start(loop=loop, provider=Provider(BASH, "fine"))

    async def inject(event: str, data: dict[str, Any]) -> HookResult:
        return HookResult(action="inject_context", context_injection="me too", ephemeral=True)

    live.hooks.register("tool:post", inject, priority=50, name="inject")
    await live.run()
    assert "mind the gap" in live.said_to_model()[-1]
    await live.end()


@ALL
async def test_hooks_read_what_the_tool_gave_and_not_how_python_prints_it(place: Place, loop: str) -> None:
    place.hooks({"PostToolUse": [group("Bash", place.saves("post"))]})
    live = await start(loop=loop, provider=Provider(BASH, "fine"))
    await live.run()
    [post] = place.saved("post")
    assert post["tool_response"] == {"stdout": "out", "stderr": "", "returncode": 0}
    await live.end()


@ALL
async def test_results_of_the_same_call_are_not_mixed_up(place: Place, loop: str) -> None:
    """Two calls with one input, which give different things and end in the other order."""
    script = place.script(
        "say.py.sh",
        'python3 -c \'import json, sys; given = json.load(sys.stdin)["tool_response"]; '
        'print(json.dumps({"hookSpecificOutput": {"hookEventName": "PostToolUse", '
        '"updatedToolOutput": "seen " + given}}))\'',
    )
    place.hooks({"PostToolUse": [group("Bash", script)]})
    live = await start(loop=loop, provider=Provider([*BASH, *BASH], "fine"), tools=[InTurn("bash", None)])
    await live.run()
    results = [str(message["content"]) for message in live.context.messages if message["role"] == "tool"]
    assert sorted(("seen first" in text, "seen second" in text) for text in results) == [(False, True), (True, False)]
    await live.end()


class InTurn(Tool):
    """The first call ends after the second, where calls run at the same time."""

    async def execute(self, given: dict[str, Any]) -> ToolResult:
        self.calls.append(given)
        if len(self.calls) > 1:
            return ToolResult(success=True, output="second")
        for _ in range(20):
            await asyncio.sleep(0.01)
            if len(self.calls) > 1:
                break
        return ToolResult(success=True, output="first")


async def test_texts_of_hooks_are_as_long_as_the_host_takes(place: Place) -> None:
    place.hooks({"UserPromptSubmit": "head -c 40000 /dev/zero | tr '\\0' x"})
    live = await start(plan={"session": {"injection_size_limit": 50000}})
    await live.run()
    assert live.context.messages[0]["content"] == "x" * 40000
    await live.end()


# What cannot take effect is said


async def test_an_allow_that_another_module_does_not_heed(place: Place) -> None:
    place.hooks({"PreToolUse": [group("Bash", say(specific("PreToolUse", permissionDecision="allow")))]})
    live = await start({"project_allow": True}, provider=Provider(BASH, BASH, "fine"))

    async def approval(event: str, data: dict[str, Any]) -> None:
        await live.emit("approval:required", tool_name="bash", action="run", risk_level="high")

    live.hooks.register("tool:pre", approval, priority=-10, name="approval")
    await live.run()
    [told] = live.display.texts
    assert "allows bash, but another module asks" in told
    await live.end()


@pytest.mark.parametrize(("event", "about"), [("PreToolUse", "PreToolUse"), ("UserPromptSubmit", "UserPromptSubmit")])
async def test_new_content_that_has_no_effect(place: Place, event: str, about: str) -> None:
    place.hooks({event: say({"newContent": "other"})})
    live = await start(provider=Provider(BASH, "fine"))
    await live.run()
    [told] = live.display.texts
    assert "newContent" in told and f"no effect on {about}" in told
    await live.end()


@ALL
async def test_new_content_of_a_file_is_written(place: Place, loop: str) -> None:
    place.hooks({"PreToolUse": [group("Write", say({"newContent": "other"}))]})
    call = ("write_file", {"file_path": "a", "content": "x"})
    live = await start(loop=loop, provider=Provider([call], "fine"), tools=[Tool("write_file")])
    await live.run()
    assert live.tools["write_file"].calls == [{"file_path": "a", "content": "other"}]
    await live.end()


# How hooks are named


async def test_hooks_are_named_in_words(place: Place) -> None:
    place.hooks({"PreToolUse": [group("Bash", "/nonexistent/program", say({"systemMessage": "hello"}))]})
    plugin = place.project / "formatter"
    (plugin / "hooks").mkdir(parents=True)
    (plugin / ".claude-plugin").mkdir()
    (plugin / ".claude-plugin" / "plugin.json").write_text(json.dumps({"name": "formatter"}))
    hooks = {"hooks": {"PreToolUse": [group("Bash", "exit 1")]}}
    (plugin / "hooks" / "hooks.json").write_text(json.dumps(hooks))
    live = await start({"plugins": [str(plugin)]}, provider=Provider(BASH, "fine"))
    await live.run()
    named = sorted(text.partition(" failed")[0] for text in live.display.texts if " failed" in text)
    assert named == [
        "The PreToolUse hook at .amplifier/hooks/hooks.json:1",
        "The PreToolUse hook of the plugin formatter (hooks/hooks.json:1)",
    ]
    [source] = [source for message, _, source in live.display.shown if message == "hello"]
    assert source == "hook:.amplifier/hooks/hooks.json:1, PreToolUse"
    await live.end()
