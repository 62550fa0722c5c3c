"""The host's model for hooks: a request of the sidecar to a provider of the session, and its answer back."""

import asyncio
import inspect
from typing import Any

from amplifier_core import (
    AbortError,
    ChatRequest,
    ConfigurationError,
    InvalidToolCallError,
    LLMError,
    LLMTimeoutError,
    Message,
    ProviderUnavailableError,
    RateLimitError,
    ResponseFormatJsonSchema,
    StreamError,
    TextBlock,
    ToolCallBlock,
    ToolSpec,
)

# First match counts.
_KINDS: tuple[tuple[type[BaseException], str], ...] = (
    (asyncio.CancelledError, "cancelled"),
    (AbortError, "cancelled"),
    (TimeoutError, "unreachable"),
    (RateLimitError, "rate-limited"),
    (ConfigurationError, "none"),
    (InvalidToolCallError, "garbled"),
    (ProviderUnavailableError, "unreachable"),
    (LLMTimeoutError, "unreachable"),
    (StreamError, "unreachable"),
    (LLMError, "rejected"),
)


async def complete(providers: dict[str, Any], request: dict[str, Any], seconds: float) -> dict[str, Any]:
    """Never raises: what goes wrong is an answer too, in the words of the protocol."""
    chosen = choose_provider(providers)
    if chosen is None:
        return failure("none", "the session's providers", "this session has no provider")
    name, provider = chosen
    try:
        async with asyncio.timeout(seconds):
            response = await provider.complete(_chat_request(request, seconds))
        return await _reply(name, provider, response, request)
    except BaseException as error:
        kind = next((kind for known, kind in _KINDS if isinstance(error, known)), "rejected")
        answer = failure(kind, f"the provider {name}", str(error) or type(error).__name__)
        if isinstance(error, Exception | asyncio.CancelledError):
            return answer
        raise


def failure(kind: str, where: str, message: str) -> dict[str, Any]:
    """An answer that no model gave."""
    return {"ok": False, "kind": kind, "where": where, "message": message}


def choose_provider(providers: dict[str, Any]) -> tuple[str, Any] | None:
    """The one that Amplifier's own loops take: the lowest priority number, 100 where none is given."""
    return min(providers.items(), key=lambda item: _priority(item[1]), default=None)


def _priority(provider: Any) -> float:
    config = getattr(provider, "config", None)
    given = config.get("priority", 100) if isinstance(config, dict) else 100
    number = getattr(provider, "priority", given)
    return number if isinstance(number, int | float) else 100


def _chat_request(request: dict[str, Any], seconds: float) -> ChatRequest:
    messages = [_message(message) for message in request.get("messages", [])]
    if request.get("system"):
        messages.insert(0, Message(role="system", content=request["system"]))
    tools = [
        ToolSpec(name=tool["name"], description=tool.get("description"), parameters=tool.get("input") or {})
        for tool in request.get("tools") or []
    ]
    choice, schema = request.get("toolChoice"), request.get("schema")
    return ChatRequest(
        messages=messages,
        tools=tools or None,
        tool_choice=_tool_choice(choice) if tools else None,
        response_format=ResponseFormatJsonSchema(json_schema=schema) if isinstance(schema, dict) else None,
        max_output_tokens=request.get("maxTokens"),
        model=request.get("model"),
        timeout=seconds,
    )


def _tool_choice(choice: object) -> str | dict[str, Any] | None:
    if isinstance(choice, dict):
        return {"type": "tool", "name": choice.get("tool")}
    return choice if isinstance(choice, str) else None


def _message(message: dict[str, Any]) -> Message:
    role, text = message["role"], message.get("text", "")
    if role == "tool":
        return Message(role="tool", tool_call_id=message["id"], content=text)
    calls = message.get("toolCalls") or []
    if role != "assistant" or not calls:
        return Message(role=role, content=text)
    # As the loops store it: blocks for providers that read blocks, and the plain list for those that read that.
    blocks = [ToolCallBlock(id=call["id"], name=call["name"], input=call.get("input") or {}) for call in calls]
    listed = [{"id": block.id, "tool": block.name, "arguments": block.input} for block in blocks]
    content = [*([TextBlock(text=text)] if text else []), *blocks]
    return Message.model_validate({"role": "assistant", "content": content, "tool_calls": listed})


async def _reply(name: str, provider: Any, response: Any, request: dict[str, Any]) -> dict[str, Any]:
    parse = getattr(provider, "parse_tool_calls", None)
    calls = parse(response) if callable(parse) else getattr(response, "tool_calls", None)
    if inspect.isawaitable(calls):
        calls = await calls
    tool_calls = [{"id": call.id, "name": call.name, "input": call.arguments} for call in calls or []]
    usage = getattr(response, "usage", None)
    cost = getattr(usage, "cost_usd", None)
    return {
        "ok": True,
        "text": _text(response),
        "toolCalls": tool_calls,
        "model": _model(response) or request.get("model") or name,
        "inputTokens": getattr(usage, "input_tokens", 0),
        "outputTokens": getattr(usage, "output_tokens", 0),
        "costUsd": None if cost is None else float(cost),
        "end": _end(getattr(response, "finish_reason", None), bool(tool_calls)),
    }


def _text(response: Any) -> str:
    content = getattr(response, "content", None)
    if isinstance(content, str):
        return content
    return "".join(block.text for block in content or [] if getattr(block, "type", None) == "text")


def _model(response: Any) -> str | None:
    metadata = getattr(response, "metadata", None)
    named = getattr(response, "model", None) or (metadata.get("model") if isinstance(metadata, dict) else None)
    return named if isinstance(named, str) else None


def _end(finish_reason: object, has_tool_calls: bool) -> str:
    reason = str(finish_reason or "").lower()
    if reason in ("length", "max_tokens", "max_output_tokens"):
        return "length"
    if reason in ("content_filter", "refusal", "safety"):
        return "refused"
    return "tools" if has_tool_calls else "done"
