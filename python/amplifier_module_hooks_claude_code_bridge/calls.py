"""The tool calls of a session, from `tool:pre` to `tool:post`: what hooks made of their input and of their result."""

import json
import threading
from collections.abc import Callable
from typing import Any

from amplifier_core import HookResult, ToolResult

from .surroundings import Surroundings
from .tools import put_into, unwatch, watch

# Calls that never came to an end are forgotten, oldest first, beyond this many.
MOST_CALLS = 1000
# Inputs that the agent was told to use.
MOST_ASKED = 100

PRE, POST = "tool:pre", "tool:post"
_OF_TOOLS = frozenset({PRE, POST})


class Call:
    """One call that hooks let pass."""

    __slots__ = ("given", "has_run", "instead", "result", "tool")

    def __init__(self, tool: Any, given: Any, instead: Any) -> None:
        self.tool, self.given, self.instead = tool, given, instead
        self.has_run = False
        self.result: Any = None

    def means(self, tool: Any, given: Any) -> bool:
        """A loop may hand on the input of the model, or the one that hooks wrote."""
        return self.tool is tool and bool(self.given == given or (self.instead is not None and self.instead == given))


class Calls:
    """Used from any thread. Calls are known by tool and input: not every loop gives them ids."""

    def __init__(self, around: Surroundings, say: Callable[[str, str], object]) -> None:
        self._around = around
        self._say = say
        # Handlers begin in threads of the kernel, tools run on the loop.
        self._lock = threading.RLock()
        self._calls: list[Call] = []
        self._watched: list[Any] = []
        self._asked: list[tuple[str, Any]] = []
        # The loop says when it calls the model; such loops also read what hooks make of a result.
        self._reads_results = False
        self._warned = False

    def follow(self, event: str, interest: frozenset[str]) -> bool:
        """From any thread: whether `told` would keep something of an event that no hook is there for."""
        if event == "provider:request":
            return not self._reads_results
        if event == PRE:
            return not interest.isdisjoint(_OF_TOOLS)
        return bool(self._calls) and event in ("prompt:submit", POST)

    def told(self, event: str, data: dict[str, Any], interest: frozenset[str]) -> tuple[dict[str, Any], Call | None]:
        """The event as hooks are told of it, and the call that has ended with it."""
        with self._lock:
            if event == "provider:request":
                self._reads_results = True
            elif event == "prompt:submit":
                # Nothing of the turn before is under way.
                self._calls.clear()
            elif event == PRE and not interest.isdisjoint(_OF_TOOLS):
                tool = self._tool(data)
                if tool is not None and watch(tool, self) and not any(tool is known for known in self._watched):
                    self._watched.append(tool)
                if PRE not in interest:
                    self._begin(data, None)
            elif event == POST and self._calls and (call := self._ended(data)) is not None:
                # One loop gives the object away, and the kernel makes a text of it.
                readable = isinstance(data.get("result"), str) and isinstance(call.result, ToolResult)
                return ({**data, "result": call.result.model_dump()} if readable else data), call
            return data, None

    def applied(self, event: str, data: dict[str, Any], result: HookResult, ended: Call | None) -> HookResult:
        """What hooks decided, done where a loop does not do it."""
        with self._lock:
            if event == PRE and result.action != "deny":
                return self._let_pass(data, result)
            if event == POST and result.action == "modify" and result.data is not None:
                if ended is not None and isinstance(ended.result, ToolResult):
                    put_into(ended.result, result.data.get("result"))
                elif not self._reads_results and not self._warned:
                    self._warned = True
                    self._say(
                        f"What hooks said about a result of {_name(data)} does not reach the model: this session's "
                        "orchestrator keeps results as they are, and this tool gives none that can be changed.",
                        "warning",
                    )
            return result

    def runs(self, tool: Any, given: Any) -> Call | None:
        """For a watched tool. The last one: an earlier call of the same input was denied by somebody else."""
        with self._lock:
            waiting = [call for call in self._calls if call.tool is tool and not call.has_run]
            call = next((call for call in reversed(waiting) if call.means(tool, given)), None)
            if call is not None:
                call.has_run = True
            return call

    def expects(self, tool: Any) -> bool:
        """For a watched tool."""
        with self._lock:
            return any(call.tool is tool and call.instead is not None and not call.has_run for call in self._calls)

    def release(self) -> None:
        """Lets the tools be as they were, but for a rewritten call that a loop may still run."""
        with self._lock:
            for tool in self._watched:
                if not self.expects(tool):
                    unwatch(tool, self)
            self._watched.clear()

    def _let_pass(self, data: dict[str, Any], result: HookResult) -> HookResult:
        instead = None if result.data is None else result.data.get("tool_input", result.data.get("input"))
        if instead is None or instead == _given(data):
            self._begin(data, None)
            return result
        name, tool = _name(data), self._tool(data)
        # What is not there does not run either.
        if tool is None or any(tool is known for known in self._watched):
            self._begin(data, instead)
            return result
        if (name, _given(data)) in self._asked:
            return HookResult(action="continue")
        self._asked.append((name, instead))
        del self._asked[:-MOST_ASKED]
        refused = f"A hook rewrote the input of {name}, and this tool cannot be made to use it."
        self._say(f"{refused} The call was refused and the agent told to repeat it with the new input.", "warning")
        wanted = json.dumps(instead, ensure_ascii=False, default=str)
        reason = f"{refused} The call did not run. Call {name} again with exactly this input:\n{wanted}"
        return HookResult(action="deny", reason=reason)

    def _begin(self, data: dict[str, Any], instead: Any) -> None:
        tool = self._tool(data)
        if tool is not None:
            self._calls.append(Call(tool, _given(data), instead))
            del self._calls[:-MOST_CALLS]

    def _ended(self, data: dict[str, Any]) -> Call | None:
        """By what the loop says that the tool gave, where calls of the same input run at the same time."""
        tool, given, said = self._tool(data), _given(data), data.get("result")
        meant = [call for call in self._calls if call.means(tool, given)]
        ran = [call for call in meant if call.has_run]
        if not ran:
            if any(call.instead is not None for call in meant):
                # The loop kept another tool of that name than the one that is mounted now.
                self._say(f"A call of {_name(data)} ran as the model made it, although a hook rewrote it.", "error")
            return None
        call = next((call for call in ran if said in (_plain(call.result), str(call.result))), ran[0])
        self._calls.remove(call)
        return call

    def _tool(self, data: dict[str, Any]) -> Any:
        return self._around.tools.get(_name(data))


def _name(data: dict[str, Any]) -> str:
    return str(data.get("tool_name", data.get("name", "")))


def _given(data: dict[str, Any]) -> Any:
    return data.get("tool_input", data.get("input"))


def _plain(result: Any) -> Any:
    return result.model_dump() if isinstance(result, ToolResult) else result
