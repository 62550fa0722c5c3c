"""Configuration: nothing raises, every mistake is said, and what is used instead is safe."""

from typing import Any

import pytest
from host import MODULE, Place, group, says, start

from amplifier_module_hooks_claude_code_bridge.config import PROFILES, Settings, read_settings
from amplifier_module_hooks_claude_code_bridge.own_words import own_words


@pytest.mark.parametrize("config", [None, {}, {"enabled": None}])
def test_nothing_given_means_the_defaults(config: Any) -> None:
    assert read_settings(config) == (Settings(), [])


def test_every_key_is_read() -> None:
    given = {
        "enabled": False,
        "allow_user_hooks": False,
        "allow_project_hooks": False,
        "project_allow": True,
        "default_timeout": 5,
        "max_timeout": 12.5,
        "profile": "claude-code",
        "matcher_mode": "full",
        "fail_closed": True,
        "node_path": "/opt/node",
        "claude_settings": True,
        "plugins": ["a", "~/b"],
        "journal": False,
        "warm": False,
        "export_env": False,
        "trust": "follow",
    }
    settings, problems = read_settings(given, given)
    assert problems == []
    assert {key: getattr(settings, key) for key in given} == {**given, "plugins": ("a", "~/b")}
    assert set(given) == set(Settings.__dataclass_fields__)


@pytest.mark.parametrize(
    ("key", "value", "used"),
    [
        ("enabled", "no", True),
        ("allow_user_hooks", "yes", False),
        ("allow_project_hooks", 1, False),
        ("project_allow", "yes", False),
        ("fail_closed", "true", True),
        ("claude_settings", 1, False),
        ("journal", [], True),
        ("journal", "fully", True),
        ("warm", "yes", True),
        ("export_env", 0, True),
        ("default_timeout", 0, None),
        ("default_timeout", "30", None),
        ("default_timeout", True, None),
        ("max_timeout", -1, 300),
        ("max_timeout", float("nan"), 300),
        ("max_timeout", float("inf"), 300),
        ("profile", "claude", "amplifier"),
        ("profile", {}, "amplifier"),
        ("matcher_mode", "whole", "search"),
        ("plugins", 5, ()),
        ("plugins", ["a", 3], ()),
        ("plugins", [""], ()),
        ("node_path", 7, None),
        ("node_path", "", None),
    ],
)
def test_a_wrong_value_is_said_and_a_safe_one_is_used(key: str, value: Any, used: Any) -> None:
    settings, problems = read_settings({key: value}, {key: value})
    assert getattr(settings, key) == used
    assert len(problems) == 1 and problems[0].startswith(f"{key} is ")


@pytest.mark.parametrize("config", [[], "x", 5, object()])
def test_what_is_no_mapping_is_said(config: Any) -> None:
    settings, problems = read_settings(config)
    assert settings == Settings() and len(problems) == 1


def test_unknown_settings_are_said_with_those_there_are() -> None:
    _, problems = read_settings({"timeout": 5, 7: 1})
    assert len(problems) == 2 and "'timeout'" in problems[0] and "max_timeout" in problems[0]


def test_a_default_beyond_the_maximum_is_said() -> None:
    given = {"default_timeout": 60, "max_timeout": 30}
    _, problems = read_settings(given, given)
    assert len(problems) == 1 and "max_timeout" in problems[0]


def test_one_plugin_may_stand_without_a_list() -> None:
    assert read_settings({"plugins": "tools"})[0].plugins == ("tools",)


def test_the_sidecar_gets_plugins_where_the_session_stands(place: Place) -> None:
    sent = Settings(plugins=("rel", "~/own", "/abs")).for_sidecar("/project")
    assert sent["plugins"] == ["/project/rel", str(place.home / "own"), "/abs"]
    assert sent["home"] == str(place.home)


async def test_mistakes_are_shown_once_in_the_users_session(place: Place) -> None:
    """Also when the mistake keeps out the only hooks there are."""
    place.hooks({"PreToolUse": "exit 2"})
    live = await start({"allow_project_hooks": "yes", "unknown": 1})
    child = await start({"allow_project_hooks": "yes", "unknown": 1}, session_id="child", parent_id="root")
    for _ in range(2):
        await live.tool_pre()
        await child.tool_pre()
    assert len(live.display.shown) == 2 and child.display.shown == []
    assert all("hooks-claude-code-bridge" in text for text in live.display.texts)
    await child.end()
    await live.end()


@pytest.mark.parametrize("config", [{"profile": profile} for profile in PROFILES])
async def test_the_sidecar_takes_every_profile(place: Place, config: dict[str, Any]) -> None:
    place.hooks({"PreToolUse": [group("Bash", "echo no >&2; exit 2")]})
    live = await start(config)
    assert (await live.tool_pre()).action == "deny"
    await live.end()


async def test_disabled_mounts_nothing(place: Place) -> None:
    place.hooks({"PreToolUse": "exit 2"})
    live = await start({"enabled": False})
    assert [name for names in live.hooks.list_handlers().values() for name in names if "claude-code" in name] == []
    assert (await live.tool_pre()).action == "continue"
    await live.end()


async def test_the_built_in_module_that_runs_the_same_hooks_is_pointed_out(place: Place) -> None:
    place.hooks({"PreToolUse": "true"})
    own = {"module": "hooks-claude-code-bridge", "config": {}}
    for config, told in ((None, 1), ({"enabled": True}, 1), ({"enabled": False}, 0)):
        live = await start()
        live.coordinator.config["hooks"] = [{"module": "hook-shell", "config": config}, own]
        await live.tool_pre()
        await live.tool_pre()
        assert len([text for text in live.display.texts if "hook-shell" in text]) == told
        await live.end()


@pytest.mark.parametrize(
    ("key", "value", "own", "used"),
    [
        ("trust", "off", {}, None),
        ("trust", "follow", {}, None),
        ("trust", "off", {"trust": "follow"}, "follow"),
        ("trust", "follow", {"trust": "follow"}, "follow"),
        ("trust", "content", {"trust": "off"}, "content"),
        ("trust", None, {"profile": "claude-code", "trust": "content"}, None),
        ("profile", "claude-code", {}, "amplifier"),
        ("profile", "claude-code", {"profile": "claude-code"}, "claude-code"),
        ("matcher_mode", "full", {}, "search"),
        ("matcher_mode", "full", {"matcher_mode": "full"}, "full"),
        ("matcher_mode", "search", {"matcher_mode": "full"}, "search"),
        ("project_allow", True, {}, False),
        ("fail_closed", False, {"fail_closed": True}, True),
        ("fail_closed", None, {"fail_closed": True}, True),
        ("fail_closed", True, {}, True),
        ("allow_project_hooks", True, {"allow_project_hooks": False}, False),
        ("allow_project_hooks", False, {}, False),
        ("allow_user_hooks", False, {}, True),
        ("allow_user_hooks", "no", {}, True),
        ("enabled", False, {}, True),
        ("journal", False, {}, True),
        ("journal", "full", {}, True),
        ("journal", "full", {"journal": "full"}, "full"),
        ("journal", True, {"journal": "full"}, True),
        ("claude_settings", False, {"claude_settings": True}, True),
        ("node_path", "./node", {}, None),
        ("default_timeout", 0.01, {}, None),
        ("default_timeout", 60, {}, 60),
        ("max_timeout", 1, {}, 300),
        ("plugins", ["in/it", "../out", "/abs", "~/mine"], {}, ("in/it",)),
        ("plugins", ["in/it"], {"plugins": ["~/mine"]}, ("~/mine", "in/it")),
    ],
)
def test_what_a_project_can_write_makes_nothing_weaker(key: str, value: Any, own: dict[str, Any], used: Any) -> None:
    settings, problems = read_settings({key: value}, own)
    assert getattr(settings, key) == used
    for problem in problems:
        assert problem.startswith(f"{key} is ")
    if value not in (None, used, list(used) if isinstance(used, tuple) else used) and key != "plugins":
        assert any("~/.amplifier/settings.yaml" in problem for problem in problems)


def test_the_users_own_words_are_read_from_the_users_own_file(place: Place) -> None:
    assert own_words() == {}
    says({"trust": "follow", "plugins": ["a"]})
    assert own_words() == {"trust": "follow", "plugins": ["a"]}
    file = place.home / ".amplifier" / "settings.yaml"
    for text in (MODULE, f"overrides: [{MODULE}", f"overrides: {{{MODULE}: {{config: 5}}}}", f"- {MODULE}", "\0"):
        file.write_text(text)
        assert own_words() == {}


async def test_a_project_cannot_switch_trust_off(place: Place) -> None:
    """Amplifier merges the settings of a project into what a module gets."""
    place.hooks({"PreToolUse": "echo no >&2; exit 2", "SessionStart": f"touch {place.project / 'ran'}"})
    live = await start({"trust": "off", "profile": "claude-code", "allow_user_hooks": False}, by_user=False)
    await live.run()
    assert not (place.project / "ran").exists() and (await live.tool_pre()).action == "continue"
    said = [text for text in live.display.texts if "cannot make hooks weaker" in text]
    assert len(said) == 3
    await live.end()


@pytest.mark.parametrize(("config", "action"), [({}, "deny"), ({"matcher_mode": "full"}, "continue")])
async def test_a_pattern_can_be_made_to_match_the_whole_name(place: Place, config: dict[str, Any], action: str) -> None:
    place.hooks({"PreToolUse": [group("B.s", "echo no >&2; exit 2")]})
    live = await start(config)
    assert (await live.tool_pre()).action == action
    await live.end()
