"""The model of the session, as hooks ask it."""

import asyncio
from decimal import Decimal
from types import SimpleNamespace
from typing import Any

import amplifier_core
import pytest
from amplifier_core import ChatResponse, TextBlock, ThinkingBlock, ToolCall, Usage
from host import Place, Provider, start, until

from amplifier_module_hooks_claude_code_bridge.model import choose_provider, complete

REQUEST: dict[str, Any] = {
    "model": None,
    "system": "judge",
    "messages": [{"role": "user", "text": "is it safe?"}],
    "tools": [],
    "toolChoice": "auto",
    "schema": None,
    "maxTokens": 100,
}


class Fake:
    def __init__(self, answer: Any) -> None:
        self.answer = answer
        self.requests: list[Any] = []

    async def complete(self, request: Any, **kwargs: Any) -> Any:
        self.requests.append(request)
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer


async def asked(answer: Any, **request: Any) -> tuple[dict[str, Any], Any]:
    fake = Fake(answer)
    return await complete({"fake": fake}, {**REQUEST, **request}, 5), fake.requests[0]


def text(*blocks: Any, **more: Any) -> ChatResponse:
    return ChatResponse(content=[TextBlock(text=one) if isinstance(one, str) else one for one in blocks], **more)


async def test_a_question_and_its_answer() -> None:
    usage = Usage(input_tokens=7, output_tokens=3, total_tokens=10, cost_usd=Decimal("0.002"))
    answer = text(ThinkingBlock(thinking="hm"), "yes", usage=usage, finish_reason="stop", metadata={"model": "m-1"})
    reply, request = await asked(answer)
    assert reply == {
        "ok": True,
        "text": "yes",
        "toolCalls": [],
        "model": "m-1",
        "inputTokens": 7,
        "outputTokens": 3,
        "costUsd": 0.002,
        "end": "done",
    }
    assert [(message.role, message.content) for message in request.messages] == [
        ("system", "judge"),
        ("user", "is it safe?"),
    ]
    assert (request.tools, request.response_format, request.max_output_tokens) == (None, None, 100)


async def test_tools_choice_schema_and_model_are_handed_on() -> None:
    tool = {"name": "report", "description": "d", "input": {"type": "object"}}
    given = {"tools": [tool], "toolChoice": {"tool": "report"}, "schema": {"type": "object"}, "model": "small"}
    _, request = await asked(text("x"), **given)
    assert [(one.name, one.description, one.parameters) for one in request.tools] == [
        ("report", "d", {"type": "object"})
    ]
    assert request.tool_choice == {"type": "tool", "name": "report"} and request.model == "small"
    assert request.response_format.json_schema == {"type": "object"}


async def test_a_conversation_with_tools() -> None:
    messages = [
        {"role": "user", "text": "look"},
        {"role": "assistant", "text": "", "toolCalls": [{"id": "1", "name": "read", "input": {"path": "a"}}]},
        {"role": "tool", "id": "1", "text": "content", "failed": False},
    ]
    answer = text("", tool_calls=[ToolCall(id="2", name="report", arguments={"ok": True})])
    reply, request = await asked(answer, messages=messages)
    assert reply["toolCalls"] == [{"id": "2", "name": "report", "input": {"ok": True}}] and reply["end"] == "tools"
    _, _, assistant, tool = request.messages
    assert assistant.content[0].model_dump(exclude_none=True)["input"] == {"path": "a"}
    assert assistant.tool_calls == [{"id": "1", "tool": "read", "arguments": {"path": "a"}}]
    assert (tool.role, tool.tool_call_id, tool.content) == ("tool", "1", "content")


@pytest.mark.parametrize(
    ("reason", "end"),
    [("stop", "done"), (None, "done"), ("length", "length"), ("max_tokens", "length"), ("content_filter", "refused")],
)
async def test_why_it_ended(reason: str | None, end: str) -> None:
    assert (await asked(text("x", finish_reason=reason)))[0]["end"] == end


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (amplifier_core.RateLimitError("slow down"), "rate-limited"),
        (amplifier_core.QuotaExceededError("used up"), "rate-limited"),
        (amplifier_core.AuthenticationError("who?"), "rejected"),
        (amplifier_core.ConfigurationError("no key"), "none"),
        (amplifier_core.NetworkError("no net"), "unreachable"),
        (amplifier_core.LLMTimeoutError("late"), "unreachable"),
        (amplifier_core.StreamError("cut"), "unreachable"),
        (amplifier_core.InvalidToolCallError("what?"), "garbled"),
        (amplifier_core.AbortError("stop"), "cancelled"),
        (amplifier_core.ContentFilterError("no"), "rejected"),
        (RuntimeError("anything"), "rejected"),
        (ValueError(), "rejected"),
    ],
)
async def test_failures_are_answers(error: Exception, kind: str) -> None:
    reply, _ = await asked(error)
    assert (reply["ok"], reply["kind"]) == (False, kind) and reply["message"] and "fake" in reply["where"]


async def test_no_provider() -> None:
    assert (await complete({}, REQUEST, 5))["kind"] == "none"


async def test_an_answer_of_another_shape() -> None:
    reply, _ = await asked(SimpleNamespace(content="plain", tool_calls=None))
    assert (reply["text"], reply["model"], reply["inputTokens"]) == ("plain", "fake", 0)
    assert (await asked(None))[0]["ok"] is True


async def test_a_provider_that_does_not_answer_is_not_waited_for() -> None:
    class Never:
        async def complete(self, request: Any, **kwargs: Any) -> Any:
            await asyncio.Event().wait()

    reply = await complete({"never": Never()}, REQUEST, 0.05)
    assert (reply["ok"], reply["kind"]) == (False, "unreachable")


@pytest.mark.parametrize(
    ("providers", "chosen"),
    [
        ({}, None),
        ({"a": SimpleNamespace(), "b": SimpleNamespace()}, "a"),
        ({"a": SimpleNamespace(), "b": SimpleNamespace(priority=5)}, "b"),
        ({"a": SimpleNamespace(config={"priority": 1}), "b": SimpleNamespace(priority=5)}, "a"),
        ({"a": SimpleNamespace(priority="x"), "b": SimpleNamespace(config=None)}, "a"),
    ],
)
def test_the_provider_with_the_lowest_number_is_taken(providers: dict[str, Any], chosen: str | None) -> None:
    found = choose_provider(providers)
    assert (found and found[0]) == chosen


async def test_a_hook_that_times_out_cancels_the_call_of_the_model(place: Place) -> None:
    cancelled: list[bool] = []

    class Slow(Provider):
        async def complete(self, request: Any, **kwargs: Any) -> Any:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                cancelled.append(True)
                raise

    place.hooks({"PreToolUse": {"type": "prompt", "prompt": "safe?", "timeout": 0.3}})
    live = await start(provider=Slow())
    assert (await live.tool_pre()).action == "continue"
    await until(lambda: cancelled)
    await live.end()


async def test_an_agent_hook_uses_the_model_and_its_tools(place: Place) -> None:
    (place.project / "notes.txt").write_text("the secret word is swordfish")

    class Agent(Provider):
        async def complete(self, request: Any, **kwargs: Any) -> Any:
            self.requests.append(request)
            names = [tool.name for tool in request.tools or []]
            if len(self.requests) == 1:
                call = ToolCall(id="1", name="read", arguments={"path": "notes.txt"})
            else:
                assert "swordfish" in str(request.messages[-1].content)
                report = next(name for name in names if name not in ("read", "list", "search", "run"))
                call = ToolCall(id="2", name=report, arguments={"ok": False, "reason": "it is swordfish"})
            return ChatResponse(content=[], tool_calls=[call], finish_reason="tool_calls")

    place.hooks({"PreToolUse": {"type": "agent", "prompt": "no secrets in the project"}})
    live = await start(provider=Agent())
    result = await live.tool_pre()
    assert result.action == "deny" and "swordfish" in result.reason
    await live.end()
