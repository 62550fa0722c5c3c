"""Asks the user, through the app's approval system, whether what a project brings may run."""

import asyncio
import contextlib
import inspect
import re
from collections.abc import Iterator
from typing import Any

# What an app shows, and what it means. Refusal comes first: an app that takes the first option by itself approves
# nothing, and none of them is a word that an app answers of its own accord ("allow", "deny").
OPTIONS = {"No": "no", "Once": "once", "Always": "always"}
USUAL_SECONDS = 300.0
# For an app that does not keep to the time by itself.
SPARE_SECONDS = 5.0

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


def plain(text: str) -> str:
    """The text with nothing in it that a terminal of Amplifier does not show as it is."""
    return _TAG.sub(r"\\u005b", text)


def _nobody(why: str) -> dict[str, Any]:
    return {"answer": "nobody", "why": why}
