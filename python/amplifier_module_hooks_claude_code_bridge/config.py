"""The module's configuration: anything in, usable settings and a list of what was wrong out."""

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from .own_words import FILE, MODULE, is_weaker, plugins_in

PROFILES = ("amplifier", "claude-code")
TRUST = ("content", "follow", "off")
MATCHER_MODES = ("search", "full")


@dataclass(frozen=True, slots=True)
class Settings:
    """What is left out has the value given here."""

    enabled: bool = True
    allow_user_hooks: bool = True
    allow_project_hooks: bool = True
    project_allow: bool = False
    default_timeout: float | None = None
    # Always said, in both profiles: the kernel itself waits for a handler without end.
    max_timeout: float = 300
    profile: str = "amplifier"
    matcher_mode: str = "search"
    trust: str | None = None
    fail_closed: bool = False
    node_path: str | None = None
    claude_settings: bool = False
    plugins: tuple[str, ...] = ()
    # "full": events and answers of hooks as they are, secrets too.
    journal: bool | str = True
    warm: bool = True
    export_env: bool = True

    def for_sidecar(self, cwd: str) -> dict[str, Any]:
        """The part that the sidecar needs, in the words of its protocol."""
        return {
            "allow_user_hooks": self.allow_user_hooks,
            "allow_project_hooks": self.allow_project_hooks,
            "project_allow": self.project_allow,
            **({} if self.default_timeout is None else {"default_timeout": self.default_timeout}),
            "max_timeout": self.max_timeout,
            "profile": self.profile,
            "matcher_mode": self.matcher_mode,
            **({} if self.trust is None else {"trust": self.trust}),
            "fail_closed": self.fail_closed,
            "claude_settings": self.claude_settings,
            "plugins": [plugin_directory(plugin, cwd) for plugin in self.plugins],
            "journal": self.journal,
            "warm": self.warm,
            "home": os.path.expanduser("~"),
        }


def plugin_directory(plugin: str, cwd: str) -> str:
    """A plugin's directory as configured: `~` is the user's home, the rest stands in the project."""
    return os.path.normpath(os.path.join(cwd, os.path.expanduser(plugin)))


_FLAGS = {
    "enabled": True,
    # Whoever writes one of these two wants hooks kept out; a value nobody can read must not let them in.
    "allow_user_hooks": False,
    "allow_project_hooks": False,
    # A value nobody can read grants nothing.
    "project_allow": False,
    # Whoever writes it wants to be safe.
    "fail_closed": True,
    "claude_settings": False,
    "journal": True,
    "warm": True,
    "export_env": True,
}

_WORDS = {"profile": PROFILES, "matcher_mode": MATCHER_MODES, "trust": TRUST}


def read_settings(config: object, own: Mapping[str, Any] | None = None) -> tuple[Settings, list[str]]:
    """
    Never raises: each wrong value is a sentence for the user and has a safe value instead. `own` is what the user says
    in a file of their own; nothing is weaker than that, or than the default where it says nothing.
    """
    settings, problems = _read_all({} if config is None else config)
    least, _ = _read_all(own or {})
    stated = config if isinstance(config, Mapping) else {}
    settings, refused = _no_weaker(settings, least, stated)
    problems += refused
    if settings.default_timeout is not None and settings.default_timeout > settings.max_timeout:
        problems.append(
            f"default_timeout ({settings.default_timeout:g}) is longer than max_timeout "
            f"({settings.max_timeout:g}); no hook gets more than max_timeout."
        )
    return settings, problems


def _no_weaker(settings: Settings, least: Settings, stated: Mapping[Any, Any]) -> tuple[Settings, list[str]]:
    problems: list[str] = []
    # The profile is settled first: what is usual depends on it.
    for key in ("profile", *(key for key in Settings.__dataclass_fields__ if key != "profile")):
        value, own = getattr(settings, key), getattr(least, key)
        taken: Any
        if key == "plugins":
            taken = plugins_in(value, own)
            refused = any(plugin not in taken for plugin in value)
        else:
            refused = is_weaker(key, value, own, settings.profile, least.profile)
            taken = own if refused else value
        settings = replace(settings, **{key: taken})
        if refused and key in stated:
            instead = "the default" if taken is None else repr(taken)
            problems.append(
                f"{key} is {stated[key]!r}, but a project or bundle cannot make hooks weaker; {instead} is used. "
                f"If you mean it, say so in {FILE}: overrides: {{{MODULE}: {{config: {{{key}: …}}}}}}."
            )
    return settings, problems


def _read_all(config: object) -> tuple[Settings, list[str]]:
    if not isinstance(config, Mapping):
        return Settings(), [f"The configuration is {config!r}, not a mapping; the defaults are used."]
    found: dict[str, Any] = {}
    problems: list[str] = []
    for key, value in config.items():
        if value is None:
            continue
        if key not in Settings.__dataclass_fields__:
            known = ", ".join(Settings.__dataclass_fields__)
            problems.append(f"There is no setting {key!r}; it is ignored. There are {known}.")
            continue
        try:
            found[key] = _read(key, value)
        except ValueError as wanted:
            instead = _FLAGS.get(key, Settings.__dataclass_fields__[key].default)
            found[key] = instead
            problems.append(f"{key} is {value!r}, but must be {wanted}; {instead!r} is used.")
    return Settings(**found), problems


def _read(key: str, value: object) -> object:
    """The value as it is used; raises ValueError with what it must be."""
    if key in _FLAGS:
        if isinstance(value, bool):
            return value
        if key == "journal":
            if value == "full":
                return value
            raise ValueError("true, false or full")
        raise ValueError("true or false")
    if key in ("default_timeout", "max_timeout"):
        if isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < math.inf:
            return value
        raise ValueError("a number of seconds above 0")
    if key in _WORDS:
        if value in _WORDS[key]:
            return value
        raise ValueError(" or ".join(_WORDS[key]))
    if key == "plugins":
        listed = [value] if isinstance(value, str) else value
        if isinstance(listed, list | tuple) and all(isinstance(one, str) and one for one in listed):
            return tuple(listed)
        raise ValueError("a list of folders")
    if isinstance(value, str | os.PathLike) and os.fspath(value):
        return os.fspath(value)
    raise ValueError("the path of a program")
