"""
Tools whose `execute` is watched.

Amplifier's loops run a call as the model made it, whatever a handler answers, and one of them keeps the result as the
tool gave it. So the `execute` of a mounted tool is wrapped: it runs the input that hooks wrote, and what it gave can
still be changed when hooks have judged it.
"""

import contextlib
import copy
import functools
import threading
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from amplifier_core import ToolResult

_MARK = "__hooks_watchers__"
_wrapping = threading.Lock()


class Run(Protocol):
    """One run of a tool, as whoever watches it has it."""

    instead: Any
    """The input that hooks wrote; None: the one of the model."""

    result: Any
    """What the tool gave."""


class Watcher(Protocol):
    """A session that watches a tool."""

    def runs(self, tool: Any, given: Any) -> Run | None:
        """The call that the tool is asked to run; None: none of this session's."""

    def expects(self, tool: Any) -> bool:
        """Whether a call of the tool waits that hooks rewrote."""


# What no hook has seen may be the rewritten call as it was before.
NOT_JUDGED = "A hook rewrote a call of this tool, and this is not that call. It did not run."


def watch(tool: Any, watcher: Watcher) -> bool:
    """From any thread: wraps a tool, once for all that watch it; false: it cannot be wrapped."""
    with _wrapping:
        return _watch(tool, watcher)


def _watch(tool: Any, watcher: Watcher) -> bool:
    watchers = _watchers_of(tool)
    if watchers is None:
        inner = getattr(tool, "execute", None)
        if not callable(inner):
            return False
        watchers = []
        try:
            tool.execute = _watched(tool, inner, watchers)
        except Exception:
            return False
        if _watchers_of(tool) is not watchers:
            # It took the value and kept its own.
            return False
    if watcher not in watchers:
        watchers.append(watcher)
    return True


def unwatch(tool: Any, watcher: Watcher) -> None:
    """Lets a tool be as it was, when nobody else watches it."""
    watchers = _watchers_of(tool)
    if watchers is None:
        return
    with contextlib.suppress(ValueError):
        watchers.remove(watcher)
    if watchers:
        return
    inner: Any = getattr(tool.execute, "__wrapped__", None)
    owner: Any = getattr(inner, "__self__", None)
    with contextlib.suppress(Exception):
        if owner is tool:
            del tool.execute
        else:
            tool.execute = inner


def put_into(result: Any, said: Any) -> None:
    """Makes the result of a watched tool what hooks made of it."""
    if not isinstance(result, ToolResult) or not isinstance(said, dict):
        return
    for field in ("success", "output", "error"):
        if field in said and said[field] != getattr(result, field):
            with contextlib.suppress(ValueError):
                setattr(result, field, said[field])


def _watchers_of(tool: Any) -> list[Watcher] | None:
    execute: Any = getattr(tool, "execute", None)
    found = getattr(execute, _MARK, None)
    return found if isinstance(found, list) else None


def _watched(tool: Any, inner: Callable[..., Awaitable[Any]], watchers: list[Watcher]) -> Callable[..., Awaitable[Any]]:
    @functools.wraps(inner)
    async def execute(*given: Any, **named: Any) -> Any:
        asked = given[0] if given else None
        run = next((run for one in watchers if (run := one.runs(tool, asked)) is not None), None)
        if run is None:
            if any(one.expects(tool) for one in watchers):
                return ToolResult(success=False, error={"message": NOT_JUDGED})
            return await inner(*given, **named)
        result = await inner(*(given if run.instead is None else (run.instead, *given[1:])), **named)
        # A tool may keep what it gave, and give it again.
        run.result = copy.copy(result) if isinstance(result, ToolResult) else result
        return run.result

    setattr(execute, _MARK, watchers)
    return execute
