"""A real Amplifier session around the module; only what an app brings along is made here."""

import asyncio
import json
import os
import stat
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml
from amplifier_core import AmplifierSession, ChatResponse, ModuleLoader, TextBlock, ToolCall, ToolCallBlock, ToolResult
from loops import LOOPS

MODULE = "hooks-claude-code-bridge"
ROOT = Path(__file__).parent.parent


class Display:
    """The app's way to show messages."""

    def __init__(self) -> None:
        self.shown: list[tuple[str, str, str]] = []

    def show_message(self, message: str, level: str, source: str = "hook") -> None:
        self.shown.append((message, level, source))

    @property
    def texts(self) -> list[str]:
        return [message for message, _, _ in self.shown]


class Approval:
    """The app's way to ask the user."""

    def __init__(self, answer: str = "Allow") -> None:
        self.answer = answer
        self.asked: list[tuple[str, list[str]]] = []

    async def request_approval(self, prompt: str, options: list[str], timeout: float, default: str) -> str:  # noqa: ASYNC109
        self.asked.append((prompt, options))
        return self.answer


class Context:
    """A context module."""

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []
        self.is_full = False

    async def add_message(self, message: dict[str, Any]) -> None:
        self.messages.append(message)

    async def should_compact(self) -> bool:
        """Asked by one of the loops, which then says that it compacts."""
        return self.is_full

    async def compact(self) -> None:
        self.is_full = False

    async def get_messages(self) -> list[dict[str, Any]]:
        return list(self.messages)

    async def get_messages_for_request(self, token_budget: Any = None, provider: Any = None) -> list[dict[str, Any]]:
        return list(self.messages)

    def all_text(self) -> str:
        return "\n".join(str(message["content"]) for message in self.messages)


class Provider:
    """Says what it is told to say: a text, or calls of tools as (name, input); or it fails."""

    name = "scripted"

    def __init__(self, *answers: str | Exception | list[tuple[str, dict[str, Any]]]) -> None:
        self.answers = list(answers)
        self.requests: list[Any] = []

    async def complete(self, request: Any, **kwargs: Any) -> ChatResponse:
        self.requests.append(request)
        answer = self.answers.pop(0) if self.answers else "done"
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, str):
            return ChatResponse(content=[TextBlock(text=answer)], finish_reason="stop")
        calls = [ToolCall(id=f"call-{n}", name=name, arguments=given) for n, (name, given) in enumerate(answer)]
        blocks = [ToolCallBlock(id=call.id, name=call.name, input=call.arguments) for call in calls]
        return ChatResponse(content=blocks, tool_calls=calls, finish_reason="tool_calls")

    def parse_tool_calls(self, response: ChatResponse) -> list[ToolCall]:
        return response.tool_calls or []


class Tool:
    """A tool that remembers what it was called with. It gives an output, a whole result, or an exception."""

    description = "a tool"

    def __init__(self, name: str, output: Any = "ok") -> None:
        self.name, self.output = name, output
        self.input_schema: dict[str, Any] = {"type": "object"}
        self.calls: list[dict[str, Any]] = []

    async def execute(self, given: dict[str, Any]) -> ToolResult:
        self.calls.append(given)
        if isinstance(self.output, Exception):
            raise self.output
        if isinstance(self.output, ToolResult):
            return self.output
        return ToolResult(success=True, output=self.output)


class _Source:
    def resolve(self) -> Path:
        return ROOT


class _Resolver:
    """The app's resolver: where the module stands on disk."""

    def resolve(self, module_id: str, source_hint: Any = None, profile_hint: Any = None) -> _Source:
        return _Source()


class _Loader(ModuleLoader):
    """The kernel's loader for the module; what the app brings along is there already."""

    def __init__(self, coordinator: Any, own: dict[str, Any]) -> None:
        super().__init__(coordinator)
        self._own = own

    async def load(
        self, module_id: str, config: Any = None, source_hint: Any = None, coordinator: Any = None
    ) -> Callable[..., Any]:
        if module_id not in self._own:
            return await super().load(module_id, config, source_hint, coordinator=coordinator)

        async def mount(coordinator: Any) -> None:
            point, module, name = self._own[module_id]
            if callable(module):
                # A published module mounts itself.
                await module(coordinator, {})
                return
            await coordinator.mount(point, module, name=name)
            if point == "orchestrator" and hasattr(module, "steer"):
                coordinator.register_capability("session.steer", module.steer)

        return mount


class Live:
    """A session and everything around it."""

    def __init__(self, session: Any, loop: Any, provider: Provider, context: Context, tools: list[Tool]) -> None:
        self.session, self.loop, self.provider, self.context = session, loop, provider, context
        self.coordinator = session.coordinator
        self.hooks = session.coordinator.hooks
        self.display: Display = session.coordinator.display_system
        self.approval: Approval = session.coordinator.approval_system
        self.tools = {tool.name: tool for tool in tools}

    async def emit(self, event: str, **data: Any) -> Any:
        return await self.hooks.emit(event, data)

    async def tool_pre(self, command: str = "ls", **more: Any) -> Any:
        return await self.emit("tool:pre", tool_name="bash", tool_input={"command": command}, tool_call_id="c1", **more)

    async def run(self, prompt: str = "hello") -> str:
        return await self.session.execute(prompt)

    def said_to_model(self) -> list[str]:
        """Each request to the model as one text."""
        return ["\n".join(str(one.content) for one in request.messages) for request in self.provider.requests]

    async def end(self) -> None:
        await self.session.cleanup()


async def start(
    config: dict[str, Any] | None = None,
    *,
    loop: str | Callable[..., Any] = "streaming",
    provider: Provider | None = None,
    tools: list[Tool] | None = None,
    approval: Approval | None = None,
    session_id: str = "root",
    parent_id: str | None = None,
    resumed: bool = False,
    plan: dict[str, Any] | None = None,
    before: Callable[[Any], None] | None = None,
    by_user: bool = True,
) -> Live:
    """
    A session as an app starts it: the real loader validates and mounts the module. What is configured is the user's own
    word, unless a test says that it is not.
    """
    orchestrator = LOOPS[loop]() if isinstance(loop, str) else loop
    context, provider = Context(), provider or Provider()
    tools = tools if tools is not None else [Tool("bash", {"stdout": "out", "stderr": "", "returncode": 0})]
    own: dict[str, Any] = {
        "the-loop": ("orchestrator", orchestrator, None),
        "the-context": ("context", context, None),
        "the-provider": ("providers", provider, "scripted"),
        **{f"tool-{tool.name}": ("tools", tool, tool.name) for tool in tools},
    }
    # Tests of trust say so; elsewhere hooks that a test writes run.
    configured = {"trust": "off", **(config or {})}
    if by_user:
        says(configured)
    mount_plan = {
        "session": {"orchestrator": "the-loop", "context": "the-context", **(plan or {}).get("session", {})},
        "providers": [{"module": "the-provider"}],
        "tools": [{"module": f"tool-{tool.name}"} for tool in tools],
        "hooks": [{"module": MODULE, "config": configured}],
        **{key: value for key, value in (plan or {}).items() if key != "session"},
    }
    session = AmplifierSession(
        mount_plan,
        session_id=session_id,
        parent_id=parent_id,
        approval_system=approval or Approval(),
        display_system=Display(),
        is_resumed=resumed,
    )
    session.coordinator.loader = _Loader(session.coordinator, own)
    await session.coordinator.mount("module-source-resolver", _Resolver())
    if before is not None:
        before(session.coordinator)
    await session.initialize()
    return Live(session, orchestrator, provider, context, tools)


def says(config: dict[str, Any]) -> None:
    """The user says this of the module, in their own settings."""
    file = Path.home() / ".amplifier" / "settings.yaml"
    file.parent.mkdir(parents=True, exist_ok=True)
    # Sessions in several threads say it at the same time, and none may read half of it.
    with tempfile.NamedTemporaryFile("w", dir=file.parent, delete=False) as new:
        new.write(yaml.safe_dump({"overrides": {MODULE: {"config": config}}}))
    os.replace(new.name, file)


class Place:
    """A project and a home directory with hooks in them."""

    def __init__(self, project: Path, home: Path) -> None:
        self.project, self.home = project, home

    def hooks(self, events: dict[str, Any], folder: str = ".amplifier/hooks") -> Path:
        """Writes hooks.json; a value is a command, a handler, or a list of matcher groups."""
        file = self.project / folder / "hooks.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps({"hooks": {event: _groups(given) for event, given in events.items()}}))
        return file

    def script(self, name: str, body: str) -> str:
        """An executable script; its path."""
        file = self.project / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"#!/usr/bin/env bash\n{body}\n")
        file.chmod(file.stat().st_mode | stat.S_IXUSR)
        return str(file)

    def saves(self, name: str) -> str:
        """A command that appends its input to a file, one line an input."""
        return f'input=$(cat); printf "%s\\n" "$input" >> "{self.project / name}"'

    def saved(self, name: str) -> list[dict[str, Any]]:
        file = self.project / name
        return [json.loads(line) for line in file.read_text().split("\n") if line] if file.exists() else []


def _groups(given: Any) -> list[Any]:
    if isinstance(given, list):
        return given
    handler = {"type": "command", "command": given} if isinstance(given, str) else given
    return [{"hooks": [handler]}]


def group(matcher: str, *commands: str | dict[str, Any]) -> dict[str, Any]:
    handlers = [{"type": "command", "command": one} if isinstance(one, str) else one for one in commands]
    return {"matcher": matcher, "hooks": handlers}


def say(answer: dict[str, Any]) -> str:
    """A command that prints this JSON."""
    text = json.dumps(answer).replace("'", "'\\''")
    return f"printf '%s' '{text}'"


async def until(condition: Callable[[], Any], seconds: float = 15.0) -> Any:
    """Waits for something that another process does, as short as possible."""
    end = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < end, "it did not happen in time"
        await asyncio.sleep(0.005)
    return value


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
