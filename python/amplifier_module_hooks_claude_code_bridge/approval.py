"""Questions to the user: whether what a project brings may run, and what becomes of a call that no hook could judge."""

import asyncio
import contextlib
import inspect
import re
from collections.abc import Iterator
from typing import Any

from amplifier_core import HookResult

from .plain import to_json

# What an app shows, and what it means. Refusal comes first: an app that takes the first option by itself approves
# nothing, and none of them is a word that an app answers of its own accord ("allow", "deny").
OPTIONS = {"No": "no", "Once": "once", "Always": "always"}
USUAL_SECONDS = 300.0
# For an app that does not keep to the time by itself.
SPARE_SECONDS = 5.0
# Of the input of a call, in a question about it.
MOST_SHOWN = 300

# What Amplifier's terminal would take for colours, and hide: a bracket that begins a tag.
_TAG = re.compile(r"\[(?=[a-z#/@])")

# One for each user that is being asked; sessions may run in several threads.
_open: set[object] = set()


def is_open() -> bool:
    """Whether a user is being asked: whatever waits for the answer takes as long as they do."""
    return bool(_open)


@contextlib.contextmanager
def _asking() -> Iterator[None]:
    mark = object()
    _open.add(mark)
    try:
        yield
    finally:
        _open.discard(mark)


async def ask_user(system: Any, question: str, seconds: object) -> dict[str, Any]:
    """Never raises but for cancellation. What is not one of the options, word for word, is a no."""
    if system is None:
        return _nobody("this session has no approval system")
    limit = float(seconds) if isinstance(seconds, int | float) else USUAL_SECONDS
    try:
        with _asking():
            async with asyncio.timeout(limit + SPARE_SECONDS):
                chosen = system.request_approval(plain(question), list(OPTIONS), limit, "deny")
                if inspect.isawaitable(chosen):
                    chosen = await chosen
    except Exception as error:
        return _nobody(f"{type(error).__name__}: {error}")
    return {"answer": OPTIONS.get(chosen, "no") if isinstance(chosen, str) else "no", "why": None}


def ask_at_fault(call: Any, why: str) -> HookResult:
    """For a tool call whose hooks could not be asked. A fault is no reason to let the same pass for ever."""
    data = call if isinstance(call, dict) else {}
    tool, given = data.get("tool_name", data.get("name", "")), data.get("tool_input", data.get("input"))
    reason = f"Its hooks could not be asked: {why.rstrip('.')}."
    return HookResult(
        action="ask_user",
        reason=reason,
        approval_prompt=plain(f"Allow {tool} {to_json(given)[:MOST_SHOWN]}? {reason}"),
        approval_options=["Allow once", "Deny"],
        approval_timeout=USUAL_SECONDS,
        approval_default="deny",
    )


def plain(text: str) -> str:
    """The text with nothing in it that a terminal of Amplifier does not show as it is."""
    return _TAG.sub(r"\\u005b", text)


def _nobody(why: str) -> dict[str, Any]:
    return {"answer": "nobody", "why": why}
