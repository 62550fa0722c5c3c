"""What the module relies on in the published kernel. A kernel that changes one of these is noticed here."""

import asyncio
from typing import Any

import amplifier_core
import pytest
from amplifier_core import AmplifierSession, HookResult, ModuleLoader
from amplifier_core.testing import MockCoordinator
from host import Approval, Context, Display, Place, Provider, Tool, start

VERSION = tuple(int(part) for part in amplifier_core.__version__.split(".")[:2])


def coordinator(**config: Any) -> Any:
    plan = {"session": {"orchestrator": "o", "context": "c", **config}}
    return AmplifierSession(plan, session_id="s", approval_system=Approval(), display_system=Display()).coordinator


def answers(**result: Any) -> Any:
    async def handler(event: str, data: dict[str, Any]) -> HookResult:
        return HookResult(**result)

    return handler


async def test_lower_priority_runs_first_and_equal_ones_in_order_of_registration() -> None:
    hooks, order = coordinator().hooks, []
    for name, priority in (("b", 0), ("late", 20), ("first", -20), ("c", 0), ("approval", -10)):

        async def handler(event: str, data: dict[str, Any], name: str = name) -> None:
            order.append(name)

        hooks.register("e", handler, priority=priority, name=name)
    await hooks.emit("e", {})
    assert order == ["first", "approval", "b", "c", "late"]


async def test_what_a_plain_function_gives_counts_and_a_coroutine_that_it_gives_is_waited_for() -> None:
    hooks, loops = coordinator().hooks, []

    async def later() -> HookResult:
        loops.append(asyncio.get_running_loop())
        return HookResult(action="deny", reason="later")

    hooks.register("at-once", lambda event, data: HookResult(action="deny", reason="at once"), name="a")
    hooks.register("later", lambda event, data: later(), name="b")
    hooks.register("nothing", lambda event, data: None, name="c")
    assert (await hooks.emit("at-once", {})).reason == "at once"
    assert (await hooks.emit("later", {})).reason == "later"
    assert (await hooks.emit("nothing", {"own": 1})).action == "continue"
    assert loops == [asyncio.get_running_loop()]


async def test_handlers_hear_exactly_their_event() -> None:
    hooks, heard = coordinator().hooks, []

    async def handler(event: str, data: dict[str, Any]) -> None:
        heard.append(event)

    hooks.register("*", handler, name="all")
    await hooks.emit("tool:pre", {})
    assert heard == []


async def test_a_name_that_is_used_for_two_events_can_be_unregistered_only_once() -> None:
    hooks = coordinator().hooks
    hooks.register("a", answers(), name="same")
    hooks.register("b", answers(), name="same")
    hooks.unregister("same")
    assert sorted(len(hooks.list_handlers(event)[event]) for event in ("a", "b")) == [0, 1]


async def test_unregistering_what_is_gone_does_nothing() -> None:
    hooks = coordinator().hooks
    unregister = hooks.register("a", answers(), name="n")
    unregister()
    unregister()
    assert hooks.list_handlers("a")["a"] == []


async def test_payloads_carry_session_parent_and_time() -> None:
    hooks, heard = coordinator().hooks, []

    async def handler(event: str, data: dict[str, Any]) -> None:
        heard.append(data)

    hooks.register("e", handler, name="n")
    await hooks.emit("e", {"timestamp": "mine", "own": 1})
    assert heard[0]["session_id"] == "s" and heard[0]["parent_id"] is None and heard[0]["own"] == 1
    assert heard[0]["timestamp"] != "mine"


async def test_what_is_no_json_arrives_as_text() -> None:
    hooks, heard = coordinator().hooks, []

    async def handler(event: str, data: dict[str, Any]) -> None:
        heard.append(data["result"])

    hooks.register("e", handler, name="n")
    await hooks.emit("e", {"result": amplifier_core.ToolResult(success=True, output="x")})
    assert isinstance(heard[0], str)


async def test_deny_ends_the_row() -> None:
    hooks, ran = coordinator().hooks, []

    async def later(event: str, data: dict[str, Any]) -> None:
        ran.append(1)

    hooks.register("e", answers(action="deny", reason="no"), priority=-20, name="a")
    hooks.register("e", later, name="b")
    result = await hooks.emit("e", {})
    assert (result.action, result.reason, ran) == ("deny", "no", [])


async def test_modify_replaces_the_whole_data_and_comes_back_as_continue() -> None:
    hooks, heard = coordinator().hooks, []

    async def later(event: str, data: dict[str, Any]) -> None:
        heard.append(data)

    hooks.register("e", answers(action="modify", data={"result": "new"}), priority=-1, name="a")
    hooks.register("e", later, name="b")
    result = await hooks.emit("e", {"result": "old", "tool_name": "bash"})
    assert heard == [{"result": "new"}]
    assert (result.action, result.data) == ("continue", {"result": "new"})


async def test_injection_beats_modify_and_question_beats_injection() -> None:
    hooks = coordinator().hooks
    hooks.register("e", answers(action="modify", data={"result": "new"}), name="a")
    hooks.register("e", answers(action="inject_context", context_injection="text"), name="b")
    result = await hooks.emit("e", {"result": "old"})
    assert result.action == "inject_context" and (result.data or {}).get("result") != "new"
    hooks.register("e", answers(action="ask_user", approval_prompt="?"), name="c")
    assert (await hooks.emit("e", {})).action == "ask_user"


async def test_several_injections_are_joined_and_lose_their_messages() -> None:
    hooks = coordinator().hooks
    for name in ("a", "b"):
        given = {"context_injection": name, "user_message": f"about {name}", "ephemeral": name == "a"}
        hooks.register("e", answers(action="inject_context", **given), name=name)
    result = await hooks.emit("e", {})
    assert (result.context_injection, result.user_message) == ("a\n\nb", None)


async def test_one_injection_passes_untouched() -> None:
    hooks = coordinator().hooks
    given = {"ephemeral": True, "append_to_last_tool_result": True, "user_message": "m"}
    hooks.register("e", answers(action="inject_context", context_injection="t", **given), name="a")
    result = await hooks.emit("e", {})
    assert (result.ephemeral, result.append_to_last_tool_result, result.user_message) == (True, True, "m")


async def test_continue_loses_its_message() -> None:
    hooks = coordinator().hooks
    hooks.register("e", answers(action="continue", user_message="hello"), name="a")
    assert (await hooks.emit("e", {})).user_message is None


async def test_a_handler_that_raises_is_passed_over() -> None:
    hooks = coordinator().hooks

    async def broken(event: str, data: dict[str, Any]) -> HookResult:
        raise RuntimeError("no")

    hooks.register("e", broken, name="a")
    assert (await hooks.emit("e", {})).action == "continue"


@pytest.mark.parametrize("answer", [{"action": "nonsense"}, {"action": "continue", "data": [1]}])
async def test_an_answer_that_is_no_result_denies(answer: dict[str, Any]) -> None:
    hooks = coordinator().hooks

    async def broken(event: str, data: dict[str, Any]) -> Any:
        return answer

    hooks.register("e", broken, name="a")
    assert (await hooks.emit("e", {})).action == "deny"


async def test_emit_has_no_deadline() -> None:
    hooks, go, waiting = coordinator().hooks, asyncio.Event(), asyncio.Event()

    async def slow(event: str, data: dict[str, Any]) -> HookResult:
        waiting.set()
        await go.wait()
        return HookResult(action="deny", reason="late")

    hooks.register("e", slow, name="a")
    emitted = asyncio.ensure_future(hooks.emit("e", {}))
    await waiting.wait()
    assert not emitted.done()
    go.set()
    assert (await emitted).reason == "late"


async def test_emits_run_at_the_same_time() -> None:
    hooks, both, inside = coordinator().hooks, asyncio.Event(), []

    async def handler(event: str, data: dict[str, Any]) -> None:
        inside.append(1)
        if len(inside) == 2:
            both.set()
        await both.wait()

    hooks.register("e", handler, name="a")
    await asyncio.gather(hooks.emit("e", {}), hooks.emit("e", {}))
    assert len(inside) == 2


async def test_a_cancelled_emit_cancels_the_handler_since_2_0_and_lets_it_run_on_before() -> None:
    hooks, waiting, go, seen = coordinator().hooks, asyncio.Event(), asyncio.Event(), asyncio.Queue[str]()

    async def handler(event: str, data: dict[str, Any]) -> None:
        waiting.set()
        try:
            await go.wait()
            seen.put_nowait("ran on")
        except asyncio.CancelledError:
            seen.put_nowait("cancelled")
            raise

    hooks.register("e", handler, name="a")
    emitted = asyncio.ensure_future(hooks.emit("e", {}))
    await waiting.wait()
    emitted.cancel()
    with pytest.raises(asyncio.CancelledError):
        await emitted
    if VERSION < (2, 0):
        go.set()
    assert await seen.get() == ("ran on" if VERSION < (2, 0) else "cancelled")


async def test_limits_of_injections_are_none_unless_configured_and_an_injection_beyond_them_raises() -> None:
    assert coordinator().injection_size_limit is None
    limited = coordinator(injection_size_limit=10)
    assert limited.injection_size_limit == 10
    result = HookResult(action="inject_context", context_injection="x" * 11)
    with pytest.raises(ValueError, match="exceeds"):
        await limited.process_hook_result(result, "prompt:submit", "orchestrator")


async def test_ask_user_grants_only_the_allow_family() -> None:
    for answer, action in (("Allow", "continue"), ("allow always", "continue"), ("Yes", "deny"), ("Deny", "deny")):
        one = AmplifierSession(
            {"session": {"orchestrator": "o", "context": "c"}},
            approval_system=Approval(answer),
            display_system=Display(),
        ).coordinator
        asked = HookResult(action="ask_user", approval_prompt="?", approval_options=["Allow", "Yes", "Deny"])
        assert (await one.process_hook_result(asked, "tool:pre", "bash")).action == action


async def test_persistent_injections_are_stored_and_ephemeral_ones_are_not() -> None:
    one, context = coordinator(), Context()
    await one.mount("context", context)
    for ephemeral in (True, False):
        result = HookResult(action="inject_context", context_injection=f"ephemeral {ephemeral}", ephemeral=ephemeral)
        await one.process_hook_result(result, "prompt:submit", "orchestrator")
    assert [message["content"] for message in context.messages] == ["ephemeral False"]


async def test_messages_of_a_deny_are_shown_by_the_coordinator() -> None:
    one = coordinator()
    result = HookResult(action="deny", reason="no", user_message="look", user_message_level="warning")
    await one.process_hook_result(result, "tool:pre", "bash")
    assert [(message, level) for message, level, _ in one.display_system.shown] == [("look", "warning")]


async def test_a_module_is_mounted_twice_when_it_is_loaded(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    from amplifier_module_hooks_claude_code_bridge import session as module

    seen: list[Any] = []
    mount = module.Session.mount

    def counted(self: Any, hooks: Any) -> Any:
        seen.append(self._around._coordinator)
        return mount(self, hooks)

    monkeypatch.setattr(module.Session, "mount", counted)
    live = await start()
    assert [isinstance(one, MockCoordinator) for one in seen] == [True, False]
    await live.end()


async def test_a_module_that_raises_at_mount_is_not_loaded_at_all(place: Place) -> None:
    from amplifier_core.validation import HookValidator

    folder = place.project / "amplifier_module_hooks_broken"
    folder.mkdir()
    (folder / "__init__.py").write_text("async def mount(coordinator, config):\n    raise ValueError('no')\n")
    assert not (await HookValidator().validate(folder)).passed


async def test_session_start_comes_with_the_first_execution_and_the_end_around_cleanup(place: Place) -> None:
    live = await start(provider=Provider("one", "two"))
    order: list[str] = []

    async def note(event: str, data: dict[str, Any]) -> None:
        order.append(event)

    for event in ("session:start", "session:end", "session:resume", "prompt:submit"):
        live.hooks.register(event, note, name=f"note {event}")
    live.coordinator.register_cleanup(lambda: order.append("cleanup"))
    assert order == []
    await live.run()
    await live.run()
    await live.end()
    ending = ["cleanup", "session:end"] if VERSION < (2, 0) else ["session:end", "cleanup"]
    assert order == ["session:start", "prompt:submit", "prompt:submit", *ending]


async def test_a_resumed_session_says_resume_instead_of_start(place: Place) -> None:
    live = await start(resumed=True)
    order: list[str] = []

    async def note(event: str, data: dict[str, Any]) -> None:
        order.append(event)

    for event in ("session:start", "session:resume"):
        live.hooks.register(event, note, name=f"note {event}")
    await live.run()
    await live.end()
    assert order == ["session:resume"]


async def test_a_sub_session_has_its_own_registry_and_knows_its_parent(place: Place) -> None:
    root, child = await start(), await start(session_id="root-1_agent", parent_id="root")
    assert child.coordinator.parent_id == "root" and child.coordinator.session_id == "root-1_agent"
    heard: list[str] = []

    async def note(event: str, data: dict[str, Any]) -> None:
        heard.append(data["parent_id"])

    root.hooks.register("e", note, name="n")
    await child.hooks.emit("e", {})
    child.hooks.register("e", note, name="n")
    await child.hooks.emit("e", {})
    assert heard == ["root"]
    await child.end()
    await root.end()


async def test_on_session_ready_gets_the_coordinator_after_all_modules(place: Place) -> None:
    """By the loader that the module is loaded with."""
    live = await start()
    mount = await ModuleLoader(live.coordinator).load("hooks-claude-code-bridge", {})
    name, ready = mount.__on_session_ready__  # type: ignore[attr-defined]
    assert name == "hooks-claude-code-bridge"
    await ready(live.coordinator)
    await live.end()


async def test_results_of_other_events_are_thrown_away(place: Place) -> None:
    """A deny at session:start or orchestrator:complete changes nothing for the turn."""
    live = await start(provider=Provider("fine"))
    for event in ("session:start", "orchestrator:complete", "content_block:end", "execution:start"):
        live.hooks.register(event, answers(action="deny", reason="no"), name=f"deny {event}")
    assert await live.run() == "fine"
    await live.end()


async def test_the_token_says_whether_and_how_it_was_cancelled_until_it_is_reset() -> None:
    token = coordinator().cancellation
    states = [(token.is_cancelled, token.is_immediate)]
    for act in (token.request_graceful, token.request_immediate, token.reset):
        act()
        states.append((token.is_cancelled, token.is_immediate))
    assert states == [(False, False), (True, False), (True, True), (False, False)]


async def test_mounted_tools_are_the_ones_that_loops_run() -> None:
    one, tool = coordinator(), Tool("bash")
    await one.mount("tools", tool, name="bash")
    assert one.get("tools")["bash"] is tool


async def test_the_kernel_says_no_prompt_at_the_start_and_no_response_at_the_end(place: Place) -> None:
    live, heard = await start(), {}

    async def note(event: str, data: dict[str, Any]) -> None:
        heard[event] = set(data)

    for event in ("session:start", "session:end"):
        live.hooks.register(event, note, name=f"note {event}")
    await live.run()
    await live.end()
    assert "prompt" not in heard["session:start"] and "response" not in heard["session:end"]
