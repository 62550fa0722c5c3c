"""What a session has around it: its directory, its display, its providers, as the coordinator tells it."""

import os
import signal
import sys
from typing import Any


class Surroundings:
    """All that the module asks a coordinator for. It tolerates one that has not everything."""

    def __init__(self, coordinator: Any) -> None:
        self._coordinator: Any = coordinator
        self._display: Any = None
        self._cwd: str | None = None
        self.session_id = str(getattr(coordinator, "session_id", "") or "session")
        self.parent_id: str | None = getattr(coordinator, "parent_id", None)
        # It outlives the coordinator: what is under way when a session is left has to look at it still.
        self._token: Any = getattr(coordinator, "cancellation", None)

    def release(self) -> None:
        """Lets the coordinator go, which the kernel cleans up; hooks at the end of the session can still run."""
        self._display, self._cwd = self.display, self.cwd
        self._coordinator = None

    def is_cancelled(self) -> bool:
        """Nothing new is to begin; what runs may end by itself."""
        return getattr(self._token, "is_cancelled", False) is True

    def is_cancelled_at_once(self) -> bool:
        """What runs is not to go on either."""
        return getattr(self._token, "is_immediate", False) is True

    @property
    def display(self) -> Any:
        if self._coordinator is None:
            return self._display
        return getattr(self._coordinator, "display_system", None)

    @property
    def approval(self) -> Any:
        """The app's way to ask its user. It may be set at any time, so it is looked up when it is needed."""
        return getattr(self._coordinator, "approval_system", None)

    @property
    def steer(self) -> Any:
        """Makes the agent go on with a text; not every orchestrator can."""
        return self._capability("session.steer")

    @property
    def providers(self) -> dict[str, Any]:
        return self._mounted("providers")

    @property
    def tools(self) -> dict[str, Any]:
        return self._mounted("tools")

    @property
    def cwd(self) -> str:
        for place in (self._capability("session.working_dir"), self._config().get("working_dir")):
            if isinstance(place, str | os.PathLike) and (path := os.fspath(place)) and isinstance(path, str):
                return os.path.abspath(os.path.expanduser(path))
        if self._cwd is not None:
            return self._cwd
        try:
            return os.getcwd()
        except OSError:
            return os.path.expanduser("~")

    @property
    def transcript(self) -> str | None:
        """Where Amplifier's command line writes it; it may not be there yet."""
        slug = self._config().get("project_slug")
        if not isinstance(slug, str) or not slug:
            return None
        sessions = os.path.join(os.path.expanduser("~"), ".amplifier", "projects", slug, "sessions")
        return os.path.join(sessions, self.session_id, "transcript.jsonl")

    def capabilities(self) -> dict[str, Any]:
        """What this host can do for hooks, in the words of the protocol."""
        return {
            # Without a display they are written to the log, which is better than to be dropped.
            "show": True,
            "steer": self.steer is not None,
            "complete": bool(self.providers),
            "approve": self.approval is not None,
            # The loops run a tool with the input that the model gave, whatever a handler says; wrapped tools do not.
            "updated_input": True,
            "lend": starts_processes(),
            "injection_limit": getattr(self._coordinator, "injection_size_limit", None),
        }

    def hook_shell_is_on(self) -> bool:
        """Whether the module that Amplifier brings along runs the same hooks too."""
        hooks = self._config().get("hooks")
        for entry in hooks if isinstance(hooks, list) else []:
            if isinstance(entry, dict) and entry.get("module") == "hook-shell":
                config = entry.get("config")
                return not (isinstance(config, dict) and config.get("enabled") is False)
        return False

    def loaded_skills(self) -> list[dict[str, Any]]:
        """The `skill:loaded` events that the skills tool emitted before any hook module was mounted."""
        discovery = self._capability("skills_discovery")
        events = []
        for entry in [] if discovery is None else discovery.list_skills():
            name = entry if isinstance(entry, str) else entry[0]
            skill = discovery.find(name)
            if getattr(skill, "auto_load", False) and getattr(skill, "hooks", None):
                path = getattr(skill, "path", None)
                event = {
                    "skill_name": name,
                    "source": str(getattr(skill, "source", "")),
                    "version": getattr(skill, "version", None),
                    "skill_directory": None if path is None else os.path.dirname(path),
                    "hooks": skill.hooks,
                    "auto_loaded": True,
                }
                events.append(event)
        return events

    def _mounted(self, point: str) -> dict[str, Any]:
        try:
            modules = self._coordinator.get(point)
        except (AttributeError, ValueError):
            return {}
        return modules if isinstance(modules, dict) else {}

    def _capability(self, name: str) -> Any:
        return None if self._coordinator is None else self._coordinator.get_capability(name)

    def _config(self) -> dict[str, Any]:
        config = getattr(self._coordinator, "config", None)
        return config if isinstance(config, dict) else {}


def starts_processes() -> bool:
    """Whether this system has what it takes to start processes that are lent, and to hear how they end."""
    return (
        sys.platform == "linux"
        and all(hasattr(os, name) for name in ("pidfd_open", "P_PIDFD", "POSIX_SPAWN_DUP2"))
        and signal.getsignal(signal.SIGCHLD) != signal.SIG_IGN
    )
