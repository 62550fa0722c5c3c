"""Tool calls that no hook can match: answered here, counted, and told to the sidecar's journal in batches."""

import threading
import time
from collections.abc import Callable
from typing import Any

# What was counted is told at the latest with the first call after this time.
TELL_SECONDS = 5.0
# A call of more values or characters is asked about: whether it is too large for hooks is for the sidecar to say.
# So few values cannot be nested too deep either.
MOST_VALUES = 150
MOST_CHARACTERS = 100_000

Tell = Callable[[dict[str, int]], None]


class Passed:
    """Used from any thread."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        # Reentrant: the end of a session may be noticed by the garbage collector, in the middle of anything.
        self._lock = threading.RLock()
        self._counts: dict[str, int] = {}
        self._since = 0.0

    def count(self, tool: str) -> None:
        """One more call of it passed."""
        now = time.monotonic()
        with self._lock:
            if not self._counts:
                self._since = now
            self._counts[tool] = self._counts.get(tool, 0) + 1
            is_due = now - self._since >= TELL_SECONDS
        if is_due:
            self.tell()

    def tell(self) -> None:
        """What was counted since the last time."""
        with self._lock:
            counts, self._counts = self._counts, {}
        if counts:
            self._tell(counts)


def passing_tool(data: Any, passing: frozenset[str]) -> str | None:
    """The tool of a call that need not be asked about; None: it is asked about, as everything that is odd."""
    if not passing or not isinstance(data, dict):
        return None
    tool = data.get("tool_name")
    if type(tool) is not str or tool not in passing or type(data.get("tool_input")) is not dict:
        return None
    return tool if is_small(data) else None


def is_small(data: dict[str, Any]) -> bool:
    """Whether it is far from every bound. Looks at no more than that takes."""
    waiting: list[Any] = [data]
    values = characters = 0
    while waiting:
        value = waiting.pop()
        values += 1
        if isinstance(value, str):
            characters += len(value)
        elif isinstance(value, dict):
            characters += sum(len(key) for key in value if isinstance(key, str))
            waiting.extend(value.values())
        elif isinstance(value, list | tuple):
            waiting.extend(value)
        if values + len(waiting) > MOST_VALUES or characters > MOST_CHARACTERS:
            return False
    return True
