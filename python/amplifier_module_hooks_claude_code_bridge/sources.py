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
    projects = _up_to_repository(cwd)
    if settings.allow_project_hooks:
        places += [os.path.join(project, ".amplifier", "hooks") for project in projects]
    if settings.allow_user_hooks:
        places.append(os.path.join(home, ".amplifier", "hooks"))
    if settings.claude_settings:
        places += [
            os.path.join(home, ".claude", "settings.json"),
            *(os.path.join(project, ".claude", "settings.json") for project in projects),
            *(os.path.join(project, ".claude", "settings.local.json") for project in projects),
        ]
    # The administrator's policy counts whether or not Claude's settings are read.
    managed = _managed_folder()
    places += [os.path.join(managed, "managed-settings.json"), os.path.join(managed, "managed-settings.d")]
    return places


def _up_to_repository(cwd: str) -> list[str]:
    """The folders that may be the project. Which one is, the sidecar decides; one too many costs only its start."""
    folders, folder = [cwd], os.path.realpath(cwd)
    while not os.path.exists(os.path.join(folder, ".git")):
        above = os.path.dirname(folder)
        if above == folder:
            return [cwd]
        folders.append(above)
        folder = above
    return folders


def _managed_folder() -> str:
    if sys.platform == "darwin":
        return "/Library/Application Support/ClaudeCode"
    if sys.platform == "win32":
        return "C:\\Program Files\\ClaudeCode"
    return "/etc/claude-code"
