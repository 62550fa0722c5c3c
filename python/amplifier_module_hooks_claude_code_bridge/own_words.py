"""What the user says of this module in a file of their own.

Amplifier merges the settings of a project and of bundles into those of the user, and hands a module one mapping: whose
words they are cannot be seen in it. So nothing there makes the module weaker than the user's own file, or than the
default where that is silent.
"""

import os
from collections.abc import Mapping
from typing import Any

MODULE = "hooks-claude-code-bridge"
FILE = os.path.join("~", ".amplifier", "settings.yaml")
LARGEST = 1024 * 1024

# The value of each switch that leaves more undone, unseen or unasked than the other.
_WEAK: dict[str, bool] = {
    "enabled": False,
    "allow_user_hooks": False,
    "allow_project_hooks": True,
    "project_allow": True,
    "fail_closed": False,
    "claude_settings": False,
    "journal": False,
}
_TRUST = {"content": 0, "follow": 1, "off": 2}
# As in src/profiles.ts: what a profile does where nothing is said, and the seconds of a hook that states none.
_BY_PROFILE = {"amplifier": ("content", 30.0), "claude-code": ("off", 600.0)}


def own_words() -> dict[str, Any]:
    """The module's configuration in the user's own settings; empty where there is none that can be read."""
    try:
        with open(os.path.expanduser(FILE), "rb") as file:
            content = file.read(LARGEST)
    except OSError:
        return {}
    # Mounting must be cheap, and most files do not speak of this module.
    if MODULE.encode() not in content:
        return {}
    import yaml

    try:
        found: Any = yaml.safe_load(content)
    except (yaml.YAMLError, ValueError, RecursionError):
        return {}
    for name in ("overrides", MODULE, "config"):
        found = found.get(name) if isinstance(found, Mapping) else None
    return dict(found) if isinstance(found, Mapping) else {}


def is_weaker(key: str, value: Any, least: Any, profile: str, own_profile: str) -> bool:
    """Whether a value would do less for the user's safety than what is known to be theirs."""
    weaker: Any = False
    if key == "journal" and value == "full":
        # What nobody but the user may have kept: secrets stand in it.
        weaker = least != value
    elif key in _WEAK:
        weaker = value is _WEAK[key] and least is not value
    elif key == "profile":
        weaker = value == "claude-code" and least != value
    elif key == "matcher_mode":
        # A pattern that must match the whole name selects fewer calls.
        weaker = value == "full" and least != value
    elif key == "trust":
        weaker = _TRUST[value or _BY_PROFILE[profile][0]] > _TRUST[least or _BY_PROFILE[own_profile][0]]
    elif key == "default_timeout":
        # A guard that is ended too early guards nothing.
        weaker = value is not None and value < (least or _BY_PROFILE[profile][1])
    elif key == "max_timeout":
        weaker = value < least
    elif key == "node_path":
        weaker = value is not None and value != least
    return bool(weaker)


def plugins_in(given: tuple[str, ...], own: tuple[str, ...]) -> tuple[str, ...]:
    """The user's plugins, and those that stand in the project, whose hooks need approval anyway."""
    return own + tuple(plugin for plugin in given if plugin not in own and _is_of_project(plugin))


def _is_of_project(plugin: str) -> bool:
    path = os.path.normpath(plugin)
    return not (os.path.isabs(path) or path.startswith("~") or path.split(os.sep)[0] == os.pardir)
