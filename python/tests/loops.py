"""Three small orchestrators that emit what Amplifier's published loops emit, and treat results as they do.

Each stands for the documented behaviour only: payloads, order, which results count, what becomes of them.
"""

import asyncio
import json
from typing import Any

from amplifier_core import ChatRequest, HookResult, Message, ToolResult


class _Loop:
    name = ""

    def __init__(self) -> None:
        self.pending: list[dict[str, Any]] = []
        self.requests: list[list[dict[str, Any]]] = []

    async def _asked(self, coordinator: Any, event: str, data: dict[str, Any], who: str = "orchestrator") -> Any:
        """A result that counts: the coordinator stores injections, shows messages, asks the user."""
        emitted = await coordinator.hooks.emit(event, data)
        return emitted, await coordinator.process_hook_result(emitted, event, who)

    def _keep_ephemeral(self, result: Any) -> None:
        if result.action == "inject_context" and result.ephemeral and result.context_injection:
            self.pending.append(
                {
                    "role": result.context_injection_role,
                    "content": result.context_injection,
                    "append": result.append_to_last_tool_result,
                }
            )

    async def _ask_model(self, context: Any, provider: Any, result: Any) -> Any:
        """Everything ephemeral goes into this one request."""
        messages = list(await context.get_messages_for_request(provider=provider))
        if result.action == "inject_context" and result.ephemeral and result.context_injection:
            messages.append({"role": result.context_injection_role, "content": result.context_injection})
        for one in self.pending:
            if one["append"] and messages and messages[-1]["role"] == "tool":
                messages[-1] = {**messages[-1], "content": f"{messages[-1]['content']}\n\n{one['content']}"}
            else:
                messages.append({"role": one["role"], "content": one["content"]})
        self.pending.clear()
        self.requests.append(messages)
        return await provider.complete(ChatRequest(messages=[Message(**message) for message in messages]))

    @staticmethod
    async def _failed(hooks: Any, provider: str, error: Exception) -> None:
        about = {"type": type(error).__name__, "msg": str(error)}
        await hooks.emit("provider:error", {"provider": provider, "error": about})

    @staticmethod
    async def _is_cancelled(coordinator: Any, hooks: Any, name: str, turns: int) -> bool:
        """Looked at before each model call, and nowhere else: a call of a tool that is being judged goes on."""
        token = coordinator.cancellation
        if not token.is_cancelled:
            return False
        await hooks.emit("cancel:requested", {"orchestrator": name, "state": str(token.state), "turn_count": turns})
        await hooks.emit("cancel:completed", {"orchestrator": name, "was_immediate": token.is_immediate})
        return True

    @staticmethod
    def _seen_by_model(emitted: Any, result: ToolResult, sent: Any) -> str:
        """`modify` comes back as data; a copy counts as modified, because only identity is compared."""
        returned = None if emitted.data is None else emitted.data.get("result")
        if returned is None or returned is sent:
            return result.get_serialized_output()
        return json.dumps(returned) if isinstance(returned, dict | list) else str(returned)


class StreamingLoop(_Loop):
    """With content blocks, tool call ids, steering, and `tool:post` for failures too."""

    name = "loop-streaming"

    def __init__(self) -> None:
        super().__init__()
        self.steered: list[str] = []

    def steer(self, message: str) -> None:
        if not message.strip():
            raise ValueError("steering message must be non-empty")
        if len(self.steered) >= 100:
            raise RuntimeError("steering queue is full; message rejected")
        self.steered.append(message)

    async def execute(
        self, prompt: str, context: Any, providers: Any, tools: Any, hooks: Any, coordinator: Any = None
    ) -> str:
        self.steered.clear()
        said, turns = "", 0
        provider_name, provider = next(iter(providers.items()))
        _, submitted = await self._asked(coordinator, "prompt:submit", {"prompt": prompt})
        if submitted.action == "deny":
            said = f"Operation denied: {submitted.reason}"
        else:
            self._keep_ephemeral(submitted)
            await hooks.emit("execution:start", {"prompt": prompt})
            await context.add_message({"role": "user", "content": prompt})
            while not await self._is_cancelled(coordinator, hooks, self.name, turns):
                turns += 1
                for text in self.steered:
                    await context.add_message({"role": "user", "content": text})
                    await hooks.emit("orchestrator:steering_injected", {"iteration": turns})
                self.steered.clear()
                data = {"provider": provider_name, "iteration": turns}
                _, result = await self._asked(coordinator, "provider:request", data)
                if result.action == "deny":
                    said += f"Operation denied: {result.reason}"
                    break
                try:
                    response = await self._ask_model(context, provider, result)
                except Exception as error:
                    await self._failed(hooks, provider_name, error)
                    raise
                await self._blocks(hooks, response)
                calls = response.tool_calls or []
                text = "".join(block.text for block in response.content if block.type == "text")
                said += text
                await context.add_message({"role": "assistant", "content": text})
                if calls:
                    group = f"group-{turns}"
                    outputs = await asyncio.gather(
                        *(self._tool(call, tools, hooks, coordinator, group) for call in calls)
                    )
                    for call, output in zip(calls, outputs, strict=True):
                        await context.add_message({"role": "tool", "tool_call_id": call.id, "content": output})
                elif not self.steered:
                    break
            await hooks.emit("execution:end", {})
        await hooks.emit(
            "orchestrator:complete",
            {
                "orchestrator": self.name,
                "turn_count": turns,
                "status": "success" if said else "incomplete",
                "goal_turn": None,
                "goal_final": True,
                "continuations": None,
            },
        )
        return said

    @staticmethod
    async def _blocks(hooks: Any, response: Any) -> None:
        total = len(response.content)
        for index, block in enumerate(response.content):
            place = {"block_index": index, "total_blocks": total}
            await hooks.emit("content_block:start", {"block_type": block.type, **place})
            await hooks.emit("content_block:end", {**place, "block": block.model_dump()})

    async def _tool(self, call: Any, tools: Any, hooks: Any, coordinator: Any, group: str) -> str:
        about = {"tool_name": call.name, "tool_call_id": call.id}
        asked = {**about, "tool_input": call.arguments, "parallel_group_id": group}
        try:
            _, before = await self._asked(coordinator, "tool:pre", asked, call.name)
            if before.action == "deny":
                return f"Denied by hook: {before.reason}"
            tool = tools.get(call.name)
            if tool is None:
                message = f"Error: Tool '{call.name}' not found"
                error = {"type": "RuntimeError", "msg": message}
                await hooks.emit("tool:error", {**about, "error": error, "parallel_group_id": group})
                return message
            try:
                result = await tool.execute(call.arguments)
            except Exception as error:
                result = ToolResult(success=False, error={"message": str(error)})
            sent = result.model_dump()
            emitted, _ = await self._asked(coordinator, "tool:post", {**asked, "result": sent}, call.name)
            self._keep_ephemeral(emitted)
            return self._seen_by_model(emitted, result, sent)
        except Exception as error:
            about["error"] = {"type": type(error).__name__, "msg": str(error)}
            await hooks.emit("tool:error", {**about, "parallel_group_id": group})
            return f"Internal error executing tool: {error}"


class BasicLoop(_Loop):
    """Without content blocks, tool call ids and steering; a tool's exception is only a `tool:error`."""

    name = "loop-basic"

    async def execute(
        self, prompt: str, context: Any, providers: Any, tools: Any, hooks: Any, coordinator: Any = None
    ) -> str:
        provider_name, provider = next(iter(providers.items()))
        _, submitted = await self._asked(coordinator, "prompt:submit", {"prompt": prompt})
        if submitted.action == "deny":
            return f"Operation denied: {submitted.reason}"
        await context.add_message({"role": "user", "content": prompt})
        turns, text = 0, ""
        while not await self._is_cancelled(coordinator, hooks, self.name, turns):
            _, result = await self._asked(
                coordinator, "provider:request", {"provider": provider_name, "iteration": turns}
            )
            if result.action == "deny":
                return f"Operation denied: {result.reason}"
            try:
                response = await self._ask_model(context, provider, result)
            except Exception as error:
                await self._failed(hooks, provider_name, error)
                raise
            turns += 1
            calls = response.tool_calls or []
            await hooks.emit("provider:response", {"provider": provider_name, "tool_calls": bool(calls)})
            text = "".join(block.text for block in response.content if block.type == "text")
            await context.add_message({"role": "assistant", "content": text})
            if not calls:
                break
            group = f"group-{turns}"
            outputs = await asyncio.gather(*(self._tool(call, tools, hooks, coordinator, group) for call in calls))
            for call, output in zip(calls, outputs, strict=True):
                await context.add_message({"role": "tool", "tool_call_id": call.id, "content": output})
        await hooks.emit("prompt:complete", {"response_preview": text[:200], "length": len(text)})
        await hooks.emit(
            "orchestrator:complete",
            {"orchestrator": self.name, "turn_count": turns, "status": "success" if text else "incomplete"},
        )
        return text

    async def _tool(self, call: Any, tools: Any, hooks: Any, coordinator: Any, group: str) -> str:
        about = {"tool_name": call.name, "parallel_group_id": group}
        asked = {**about, "tool_input": call.arguments}
        try:
            _, before = await self._asked(coordinator, "tool:pre", asked, call.name)
            if before.action == "deny":
                return f"Denied by hook: {before.reason}"
            tool = tools.get(call.name)
            if tool is None:
                message = f"Error: Tool '{call.name}' not found"
                await hooks.emit("tool:error", {**about, "error": {"type": "RuntimeError", "msg": message}})
                return message
            result = await tool.execute(call.arguments)
            # The object itself: the kernel makes a text of it on the way to handlers.
            emitted, _ = await self._asked(coordinator, "tool:post", {**asked, "result": result}, call.name)
            self._keep_ephemeral(emitted)
            return self._seen_by_model(emitted, result, result)
        except Exception as error:
            await hooks.emit("tool:error", {**about, "error": {"type": type(error).__name__, "msg": str(error)}})
            return f"Error executing tool: {error}"


class EventsLoop(_Loop):
    """One call after the other, no event before a model call, and a session that starts and ends with every turn."""

    name = "loop-events"

    async def execute(
        self, prompt: str, context: Any, providers: Any, tools: Any, hooks: Any, coordinator: Any = None
    ) -> str:
        _, submitted = await self._asked(coordinator, "prompt:submit", {"prompt": prompt})
        if submitted.action == "deny":
            return f"Operation denied: {submitted.reason}"
        await hooks.emit("session:start", {"prompt": prompt})
        await context.add_message({"role": "user", "content": prompt})
        provider, turns, text = next(iter(providers.values())), 0, ""
        while True:
            turns += 1
            try:
                # What is ephemeral in the answer to the prompt goes into every request of the turn.
                self._keep_ephemeral(submitted)
                response = await self._ask_model(context, provider, _NOTHING)
            except Exception as error:
                about = {"error_type": "completion_failed", "error_message": str(error), "severity": "high"}
                await hooks.emit("error:provider", about)
                text = f"Error getting response: {error}"
                break
            calls = provider.parse_tool_calls(response)
            text = "".join(block.text for block in response.content if block.type == "text")
            await context.add_message({"role": "assistant", "content": text})
            if not calls:
                break
            for call in calls:
                output = await self._tool(call, tools, hooks, coordinator)
                await context.add_message(
                    {"role": "tool", "name": call.name, "tool_call_id": call.id, "content": output}
                )
            if await context.should_compact():
                await hooks.emit("context:pre-compact", {})
                await context.compact()
        await hooks.emit("session:end", {"response": text})
        status = "success" if text else "incomplete"
        await hooks.emit("orchestrator:complete", {"orchestrator": self.name, "turn_count": turns, "status": status})
        return text

    async def _tool(self, call: Any, tools: Any, hooks: Any, coordinator: Any) -> str:
        asked = {"tool_name": call.name, "tool_input": call.arguments}
        selecting = await hooks.emit("tool:selecting", {**asked, "available_tools": list(tools)})
        if selecting.action == "deny":
            return f"Error: {selecting.reason}"
        await hooks.emit("tool:selected", {"tool": call.name, "source": "llm", "original_tool": None})
        tool = tools.get(call.name)
        try:
            _, before = await self._asked(coordinator, "tool:pre", asked, call.name)
            if before.action == "deny":
                return f"Error: {before.reason}"
            if tool is None:
                message = f"Tool {call.name} not found"
                about = {"error_type": "tool_not_found", "error_message": message, "severity": "medium"}
                await hooks.emit("error:tool", about)
                return f"Error: {message}"
            try:
                result = await tool.execute(call.arguments)
            except Exception as error:
                result = ToolResult(success=False, error={"message": str(error)})
                about = {"error_type": "execution_failed", "error_message": str(error), "tool": call.name}
                await hooks.emit("error:tool", {**about, "severity": "high"})
            # Of the answer nothing counts but what is stored or shown: the result stays the tool's own.
            await self._asked(coordinator, "tool:post", {**asked, "result": result.model_dump()}, call.name)
            return result.get_serialized_output()
        except Exception as error:
            return f"Internal error executing tool: {error}"


_NOTHING = HookResult(action="continue")

LOOPS: dict[str, type[_Loop]] = {"streaming": StreamingLoop, "basic": BasicLoop, "events": EventsLoop}
