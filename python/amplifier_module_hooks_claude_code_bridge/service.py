"""What the sidecar may ask of a session: show a message, steer the agent, complete with a model, ask the user."""

import asyncio
import inspect
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from .approval import ask_user
from .model import complete, failure
from .sidecar import Sidecar
from .surroundings import Surroundings

logger = logging.getLogger(__package__)

SOURCE = "amplifier-hooks"
UNKNOWN_METHOD, FAULT = -32601, -32603
LEVELS = {"error": logging.ERROR, "warning": logging.WARNING, "info": logging.INFO}

Params = dict[str, Any]


class Service:
    """Serves on the session's event loop what is asked for in the sidecar's threads."""

    def __init__(self, around: Surroundings, model_seconds: float) -> None:
        self._around = around
        self._model_seconds = model_seconds
        self._tasks: dict[int | str, asyncio.Task[None]] = {}
        self._methods = {
            "show": self._show,
            "steer": self._steer,
            "complete": self._complete,
            "approve": self._approve,
        }
        # The loop that the session runs on; one that drives a session with several uses them one after the other.
        self.loop: asyncio.AbstractEventLoop | None = None

    def asked(self, sidecar: Sidecar, call: int | str, method: str, params: Params) -> None:
        """From any thread."""
        serve = self._methods.get(method)
        if serve is None:
            sidecar.refuse(call, UNKNOWN_METHOD, f"unknown method {method!r}; there are {', '.join(self._methods)}")
        elif not self._on_loop(lambda: self._start(call, self._answer(sidecar, call, serve, params))):
            sidecar.refuse(call, FAULT, f"session {self._around.session_id} does not run now")

    def cancelled(self, call: int | str) -> None:
        """From any thread: nobody waits for the answer any more."""
        self._on_loop(lambda: (task := self._tasks.get(call)) is not None and task.cancel())

    def say(self, message: str, level: str) -> bool:
        """From any thread: tells the user; false if nobody can be told this way now."""
        if self._around.display is None:
            return False
        params = {"message": message, "level": level}
        return self._on_loop(lambda: self._start(f"say {message}", self._say(params)))

    def tell(self, problem: str) -> None:
        """Only in the user's own session: one that another started has the same configuration."""
        if self._around.parent_id is not None:
            return
        message = f"hooks-claude-code-bridge: {problem}"
        if not self.say(message, "warning"):
            logger.warning("%s", message)

    def _on_loop(self, act: Callable[[], object]) -> bool:
        loop = self.loop
        if loop is None or not loop.is_running():
            return False
        try:
            loop.call_soon_threadsafe(act)
        except RuntimeError:
            return False
        return True

    def _start(self, call: int | str, work: Any) -> None:
        # The loop itself holds tasks only weakly.
        task = asyncio.get_running_loop().create_task(work)
        self._tasks[call] = task
        task.add_done_callback(lambda _: self._tasks.pop(call, None))

    async def _answer(
        self, sidecar: Sidecar, call: int | str, serve: Callable[[Params], Awaitable[Params]], params: Params
    ) -> None:
        try:
            sidecar.answer(call, await serve(params))
        except Exception as error:
            logger.warning("hooks: a request of the sidecar failed: %r", error)
            sidecar.refuse(call, FAULT, str(error) or type(error).__name__)

    async def _say(self, params: Params) -> None:
        try:
            await self._show(params)
        except Exception as error:
            logger.warning("hooks: %s (it could not be shown: %r)", params["message"], error)

    async def _show(self, params: Params) -> Params:
        message, level = str(params.get("message", "")), params.get("level")
        level = level if level in LEVELS else "info"
        display = self._around.display
        if display is None:
            logger.log(LEVELS[level], "hooks: %s", message)
        else:
            shown = display.show_message(message, level, str(params.get("source") or SOURCE))
            if inspect.isawaitable(shown):
                await shown
        return {}

    async def _steer(self, params: Params) -> Params:
        steer = self._around.steer
        if steer is None:
            return {"accepted": False, "why": "this session's orchestrator cannot be steered (no session.steer)"}
        try:
            taken = steer(str(params.get("text", "")))
            if inspect.isawaitable(taken):
                await taken
        except Exception as error:
            return {"accepted": False, "why": f"{type(error).__name__}: {error}"}
        return {"accepted": True, "why": None}

    async def _complete(self, params: Params) -> Params:
        request = params.get("request")
        if not isinstance(request, dict):
            return failure("garbled", "the host", "complete without a request")
        return await complete(self._around.providers, request, self._model_seconds)

    async def _approve(self, params: Params) -> Params:
        return await ask_user(self._around.approval, str(params.get("question", "")), params.get("seconds"))
