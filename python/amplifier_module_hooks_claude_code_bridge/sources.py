"""Whether there is anything to run: a look at files, without reading one."""

import os
import sys

from .config import Settings, plugin_directory


def hook_source_exists(cwd: str, settings: Settings) -> bool:
    """Whether hooks may stand anywhere for a session in this directory."""
    return any(os.path.exists(place) for place in _places(cwd, settings))


def _places(cwd: str, settings: Settings) -> list[str]:
    home = os.path.expanduser("~")
    places = [plugin_directory(plugin, cwd) for plugin in settings.plugins]
    if settings.allow_project_hooks:
        places.append(os.path.join(cwd, ".amplifier", "hooks"))
    if settings.allow_user_hooks:
        places.append(os.path.join(home, ".amplifier", "hooks"))
    if settings.claude_settings:
        places += [
            os.path.join(home, ".claude", "settings.json"),
            os.path.join(cwd, ".claude", "settings.json"),
            os.path.join(cwd, ".claude", "settings.local.json"),
        ]
    # The administrator's policy counts whether or not Claude's settings are read.
    managed = _managed_folder()
    places += [os.path.join(managed, "managed-settings.json"), os.path.join(managed, "managed-settings.d")]
    return places


def _managed_folder() -> str:
    if sys.platform == "darwin":
        return "/Library/Application Support/ClaudeCode"
    if sys.platform == "win32":
        return "C:\\Program Files\\ClaudeCode"
    return "/etc/claude-code"
