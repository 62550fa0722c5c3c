"""Runs Claude-Code-format hooks, unmodified, in Amplifier sessions."""

from collections.abc import Callable
from typing import Any

from .config import read_settings
from .own_words import own_words
from .session import Session, mounted

__amplifier_module_type__ = "hook"


async def mount(coordinator: Any, config: dict[str, Any] | None = None) -> Callable[[], None] | None:
    """Registers the handlers of a session; the rest happens when it is ready, or needs it."""
    settings, problems = read_settings(config, own_words())
    return Session(coordinator, settings, problems).mount(coordinator.hooks) if settings.enabled else None


async def on_session_ready(coordinator: Any) -> None:
    """All modules are mounted: what they did before this one was there is caught up."""
    session = mounted(str(getattr(coordinator, "session_id", "")))
    if session is not None:
        session.ready()
