"""What the sidecar says is worth sending."""

from typing import Any, NamedTuple


class Interest(NamedTuple):
    """One value, so that whoever reads it reads what was said together."""

    events: frozenset[str]
    # Tools that no hook can match: their calls need not be sent.
    passing: frozenset[str]
    # Hooks judge tool calls.
    judged: bool


def interest_in(said: Any) -> Interest | None:
    """None: it says nothing of the kind."""
    events = said.get("events") if isinstance(said, dict) else None
    if not isinstance(events, list):
        return None
    passing = said.get("passing")
    tools = passing if isinstance(passing, list) else []
    names = frozenset(tool for tool in tools if isinstance(tool, str))
    return Interest(frozenset(map(str, events)), names, said.get("judged") is True)
