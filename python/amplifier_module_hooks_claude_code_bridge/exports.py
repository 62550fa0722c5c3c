"""What hooks export into the environment of the host: for its commands, not for the sidecar that runs the hooks."""

import contextlib
import os
from typing import Any

# Name → what hooks made of it, and what it was before (None: it was not set).
_exported: dict[str, tuple[str, str | None]] = {}


def export(variables: dict[str, Any]) -> None:
    """Sets variables for the commands of the host."""
    for name, value in variables.items():
        before = _before(name)
        # What the system does not take must not cost the decision.
        with contextlib.suppress(ValueError, OSError, TypeError):
            os.environ[name] = value
            _exported[name] = (value, before)


def without_exports() -> dict[str, str]:
    """The host's environment as it would be without hooks: what a project's hook exports must not reach the user's."""
    environment = dict(os.environ)
    for name in _exported:
        before = _before(name)
        if before is None:
            environment.pop(name, None)
        else:
            environment[name] = before
    return environment


def _before(name: str) -> str | None:
    """What a variable was before hooks changed it; what somebody else set since then is his."""
    now = os.environ.get(name)
    exported, before = _exported.get(name, (None, None))
    return before if now is not None and now == exported else now
