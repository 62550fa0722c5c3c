"""What Amplifier's own module for shell hooks does and hooks rely on; docs/divergences.md says where a rule differs."""

import json
import os
import time
from typing import Any

import pytest
from host import Place, Provider, Tool, group, say, start

BASH = {"tool_name": "bash", "tool_input": {"command": "ls"}}


async def emitted(place: Place, event: str, data: dict[str, Any], hooks: dict[str, Any] | None, **config: Any) -> Any:
    if hooks is not None:
        place.hooks(hooks)
    live = await start(config)
    result = await live.emit(event, **data)
    await live.end()
    return result


# Nothing to do


@pytest.mark.parametrize(
    ("hooks", "config", "event"),
    [
        (None, {}, "tool:pre"),
        ({"PreToolUse": "exit 2"}, {"enabled": False}, "tool:pre"),
        ({"PreToolUse": "exit 2"}, {}, "unknown:event"),
        ({"PreToolUse": [group("Write", "exit 2")]}, {}, "tool:pre"),
        ({}, {}, "tool:pre"),
    ],
    ids=["no_hooks_directory", "disabled", "unknown_event", "no_matching_hooks", "empty_configuration"],
)
async def test_continue(place: Place, hooks: Any, config: dict[str, Any], event: str) -> None:
    assert (await emitted(place, event, BASH, hooks, **config)).action == "continue"


# Answers


@pytest.mark.parametrize(
    ("command", "action", "reason"),
    [
        ("true", "continue", None),
        ("echo blocked >&2; exit 2", "deny", "blocked"),
        (say({"decision": "block", "reason": "R"}), "deny", "R"),
        (say({"decision": "approve", "systemMessage": "ok"}), "continue", None),
        ("echo this is not a JSON", "continue", None),
    ],
)
async def test_answers_before_a_tool(place: Place, command: str, action: str, reason: str | None) -> None:
    result = await emitted(place, "tool:pre", BASH, {"PreToolUse": [group("Bash", command)]})
    assert result.action == action and (reason is None or result.reason.strip() == reason)


async def test_context_injection_of_a_prompt(place: Place) -> None:
    hooks = {"UserPromptSubmit": say({"contextInjection": "remember"})}
    result = await emitted(place, "prompt:submit", {"prompt": "hi"}, hooks)
    assert (result.action, result.context_injection) == ("inject_context", "remember")


async def test_a_handler_of_an_unknown_type_is_skipped_and_the_rest_runs(place: Place) -> None:
    hooks = {"PreToolUse": [group("Bash", {"type": "carrier-pigeon"}, "exit 2")]}
    assert (await emitted(place, "tool:pre", BASH, hooks)).action == "deny"


async def test_a_timeout_of_its_own(place: Place) -> None:
    begin = time.monotonic()
    hooks = {"PreToolUse": {"type": "command", "command": "sleep 600", "timeout": 0.2}}
    assert (await emitted(place, "tool:pre", BASH, hooks)).action == "continue"
    assert time.monotonic() - begin < 10


async def test_default_and_maximum_of_timeouts_are_configured(place: Place) -> None:
    begin = time.monotonic()
    await emitted(place, "tool:pre", BASH, {"PreToolUse": "sleep 600"}, default_timeout=0.2)
    hooks = {"PreToolUse": {"type": "command", "command": "sleep 600", "timeout": 100}}
    await emitted(place, "tool:pre", BASH, hooks, max_timeout=0.2)
    assert time.monotonic() - begin < 10


# Events


@pytest.mark.parametrize(
    ("event", "data", "claude"),
    [
        ("tool:pre", BASH, "PreToolUse"),
        ("tool:post", {**BASH, "result": {"success": True, "output": "x"}}, "PostToolUse"),
        ("prompt:submit", {"prompt": "hi"}, "UserPromptSubmit"),
        ("session:start", {}, "SessionStart"),
        ("session:resume", {}, "SessionStart"),
        ("orchestrator:complete", {"status": "success", "turn_count": 1}, "Stop"),
        ("context:pre_compact", {"message_count": 1}, "PreCompact"),
        ("user:notification", {"message": "m", "level": "info"}, "Notification"),
        ("approval:required", {"tool_name": "bash", "action": "a", "risk_level": "high"}, "PermissionRequest"),
    ],
)
async def test_events(place: Place, event: str, data: dict[str, Any], claude: str) -> None:
    await emitted(place, event, data, {claude: [group(".*", place.saves("seen"))]})
    assert [one["hook_event_name"] for one in place.saved("seen")] == [claude]


async def test_session_end(place: Place) -> None:
    place.hooks({"SessionEnd": place.saves("seen")})
    live = await start()
    await live.run()
    await live.end()
    assert [one["hook_event_name"] for one in place.saved("seen")] == ["SessionEnd"]


@pytest.mark.parametrize(("given", "names"), [("tool_name", "tool_input"), ("name", "input")])
async def test_both_spellings_of_a_tool_call_are_understood(place: Place, given: str, names: str) -> None:
    data = {given: "bash", names: {"command": "ls"}}
    await emitted(place, "tool:pre", data, {"PreToolUse": [group("Bash", place.saves("seen"))]})
    [seen] = place.saved("seen")
    assert (seen["tool_name"], seen["tool_input"]) == ("Bash", {"command": "ls"})


@pytest.mark.parametrize(
    ("event", "data", "matcher"),
    [
        ("session:start", {}, "startup"),
        ("session:resume", {}, "resume"),
        ("session:start", {"trigger": "clear"}, "clear"),
    ],
)
async def test_sources_of_a_session_start_match(place: Place, event: str, data: Any, matcher: str) -> None:
    groups = [group(matcher, place.saves("yes")), group("never", place.saves("no"))]
    await emitted(place, event, data, {"SessionStart": groups})
    [seen] = place.saved("yes")
    assert seen["source"] == seen["trigger"] == matcher and place.saved("no") == []


async def test_results_have_both_names(place: Place) -> None:
    data = {**BASH, "result": {"success": True, "output": {"stdout": "hi"}}}
    await emitted(place, "tool:post", data, {"PostToolUse": place.saves("seen")})
    [seen] = place.saved("seen")
    assert seen["tool_response"] == seen["tool_result"] == {"stdout": "hi"} and "timestamp" in seen


# Matchers


@pytest.mark.parametrize(
    ("matcher", "tool", "selected"),
    [
        ("Bash", "bash", True),
        ("Edit|Write", "write_file", True),
        ("Edit|Write", "bash", False),
        ("*", "bash", True),
        ("", "bash", True),
        (None, "bash", True),
        ("Notebook.*", "NotebookEdit", True),
        ("Notebook.+", "Notebook", False),
        ("(Read|Grep)", "grep", True),
    ],
)
async def test_matchers(place: Place, matcher: str | None, tool: str, selected: bool) -> None:
    one = group("x", "exit 2")
    if matcher is None:
        del one["matcher"]
    else:
        one["matcher"] = matcher
    result = await emitted(place, "tool:pre", {"tool_name": tool, "tool_input": {}}, {"PreToolUse": [one]})
    assert result.action == ("deny" if selected else "continue")


async def test_all_groups_that_match_run(place: Place) -> None:
    groups = [group("Bash", place.saves("a")), group("Write", place.saves("b")), group("*", place.saves("c"))]
    await emitted(place, "tool:pre", BASH, {"PreToolUse": groups})
    assert [len(place.saved(name)) for name in "abc"] == [1, 0, 1]


# Several hooks


async def test_hooks_of_an_event_run_at_the_same_time(place: Place) -> None:
    """Each waits for the other."""
    for name in ("one", "two"):
        os.mkfifo(place.project / name)
    commands = ["echo x > one; read x < two; exit 2", "read x < one; echo x > two"]
    hooks = {"PreToolUse": [{**group("Bash", *commands), "parallel": True}]}
    assert (await emitted(place, "tool:pre", BASH, hooks)).action == "deny"


async def test_a_deny_counts_and_all_hooks_have_run(place: Place) -> None:
    commands = [place.saves("a"), "exit 2", place.saves("b")]
    assert (await emitted(place, "tool:pre", BASH, {"PreToolUse": [group("Bash", *commands)]})).action == "deny"
    assert len(place.saved("a")) == len(place.saved("b")) == 1


async def test_a_hook_that_breaks_keeps_no_other_from_running(place: Place) -> None:
    commands = ["/nonexistent", "kill -9 $$", "exit 2"]
    assert (await emitted(place, "tool:pre", BASH, {"PreToolUse": [group("Bash", *commands)]})).action == "deny"


# Prompt hooks


PROMPT = {"type": "prompt", "prompt": "Is it safe? $ARGUMENTS"}


@pytest.mark.parametrize(
    ("said", "action"),
    [('{"ok": true}', "continue"), ('{"ok": false, "reason": "R"}', "deny"), ("I cannot say", "continue")],
)
async def test_prompt_hooks_ask_the_model_of_the_session(place: Place, said: str, action: str) -> None:
    place.hooks({"PreToolUse": PROMPT})
    live = await start(provider=Provider(said))
    result = await live.emit("tool:pre", **BASH)
    assert result.action == action and (action != "deny" or "R" in result.reason)
    [request] = live.provider.requests
    assert "ls" in json.dumps([message.model_dump() for message in request.messages])
    await live.end()


async def test_a_prompt_hook_without_a_provider_fails_and_lets_pass(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in list(os.environ):
        if name.startswith(("ANTHROPIC_", "OPENAI_")):
            monkeypatch.delenv(name)
    place.hooks({"PreToolUse": PROMPT})
    live = await start()
    await live.coordinator.unmount("providers", name="scripted")
    assert (await live.emit("tool:pre", **BASH)).action == "continue"
    assert any("failed" in text for text in live.display.texts)
    await live.end()


async def test_a_prompt_hook_whose_provider_fails_lets_pass(place: Place) -> None:
    class Broken(Provider):
        async def complete(self, request: Any, **kwargs: Any) -> Any:
            raise RuntimeError("no connection")

    place.hooks({"PreToolUse": PROMPT})
    live = await start(provider=Broken())
    assert (await live.emit("tool:pre", **BASH)).action == "continue"
    assert any("no connection" in text for text in live.display.texts)
    await live.end()


async def test_commands_and_prompts_together(place: Place) -> None:
    place.hooks({"PreToolUse": [group("Bash", place.saves("ran"), PROMPT)]})
    live = await start(provider=Provider('{"ok": false, "reason": "R"}'))
    assert (await live.emit("tool:pre", **BASH)).action == "deny"
    assert len(place.saved("ran")) == 1
    await live.end()


async def test_a_prompt_hook_without_a_prompt_is_set_aside(place: Place) -> None:
    place.hooks({"PreToolUse": [group("Bash", {"type": "prompt"}, "exit 2")]})
    live = await start()
    assert (await live.emit("tool:pre", **BASH)).action == "deny" and live.provider.requests == []
    await live.end()


# Commands


async def test_variables_and_directory_of_a_command(place: Place) -> None:
    names = ["AMPLIFIER_PROJECT_DIR", "CLAUDE_PROJECT_DIR", "AMPLIFIER_HOOKS_DIR", "AMPLIFIER_SESSION_ID", "PWD"]
    names += ["AMPLIFIER_ENV_FILE", "CLAUDE_ENV_FILE", "OWN_VARIABLE"]
    os.environ["OWN_VARIABLE"] = "inherited"
    printed = " ".join(f'"${{{name}}}"' for name in names)
    await emitted(place, "session:start", {}, {"SessionStart": f"printf '%s\\n' {printed} > variables"})
    values = dict(zip(names, (place.project / "variables").read_text().splitlines(), strict=True))
    project = str(place.project)
    assert values["AMPLIFIER_PROJECT_DIR"] == values["CLAUDE_PROJECT_DIR"] == values["PWD"] == project
    assert values["AMPLIFIER_HOOKS_DIR"] == f"{project}/.amplifier/hooks"
    assert values["AMPLIFIER_SESSION_ID"] == "root" and values["OWN_VARIABLE"] == "inherited"
    assert values["AMPLIFIER_ENV_FILE"] == values["CLAUDE_ENV_FILE"] != ""


async def test_complex_and_foreign_texts_arrive_unchanged(place: Place) -> None:
    given = {
        "command": "printf \"$(id)\" 'x' `y` \\ \t",
        "nested": {"a": [1, {"b": None}]},
        "text": "żółw 🐢 \u2028 漢字",
    }
    await emitted(place, "tool:pre", {"tool_name": "bash", "tool_input": given}, {"PreToolUse": place.saves("seen")})
    assert place.saved("seen")[0]["tool_input"] == given


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("export V=plain", "plain"),
        ("V=plain", "plain"),
        ('V="two words"', "two words"),
        ("V='two words'", "two words"),
        ("# V=no", ""),
        ("\nV=last\n", "last"),
    ],
)
async def test_the_env_file(place: Place, line: str, value: str) -> None:
    place.script("export.sh", f"cat >> \"$CLAUDE_ENV_FILE\" <<'END'\n{line}\nEND")
    place.hooks({"SessionStart": "./export.sh", "PreToolUse": 'printf "%s" "$V" > value'})
    live = await start()
    await live.emit("session:start")
    await live.emit("tool:pre", **BASH)
    await live.end()
    assert (place.project / "value").read_text() == value


# Files


async def test_all_files_count_and_are_joined(place: Place) -> None:
    place.hooks({"PreToolUse": [group("Bash", place.saves("a"))]})
    place.hooks({"PreToolUse": [group("Write", place.saves("b"))]}, ".amplifier/hooks/one")
    place.hooks({"PreToolUse": [group("Bash", place.saves("c"))]}, ".amplifier/hooks/two")
    live = await start()
    await live.emit("tool:pre", **BASH)
    await live.emit("tool:pre", tool_name="write_file", tool_input={"file_path": "/a"})
    await live.end()
    assert [len(place.saved(name)) for name in "abc"] == [1, 1, 1]


async def test_an_empty_directory_has_no_hooks(place: Place) -> None:
    (place.project / ".amplifier/hooks").mkdir(parents=True)
    assert (await emitted(place, "tool:pre", BASH, None)).action == "continue"


async def test_the_formatter_guard_and_logger_of_the_documents(place: Place) -> None:
    """With what published hooks read: jq is not on every machine, so the same fields are read in Python."""
    read = 'python3 -c "import json, sys; d = json.load(sys.stdin); print({})"'
    guard = (
        "path=$(" + read.format("d['tool_input']['file_path']") + "); "
        'case "$path" in *.env.production) echo "protected: $path" >&2; exit 2;; esac'
    )
    log = read.format("d['tool_input']['command']") + ' >> "$AMPLIFIER_PROJECT_DIR/commands.log"'
    place.hooks({"PreToolUse": [group("Edit|Write", guard), group("Bash", log)]})
    calls = [("write_file", {"file_path": "/p/.env.production", "content": ""}), ("bash", {"command": "make"})]
    live = await start(provider=Provider(calls, "fine"), tools=[Tool("write_file"), Tool("bash")])
    await live.run()
    await live.end()
    assert live.tools["write_file"].calls == [] and len(live.tools["bash"].calls) == 1
    assert (place.project / "commands.log").read_text() == "make\n"
