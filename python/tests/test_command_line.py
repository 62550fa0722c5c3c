"""Whoever has only the module can look at their hooks with it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from host import Place, group

PACKAGE = "amplifier_module_hooks_claude_code_bridge"


def asked(place: Place, *command: str, path: str | None = None) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, "HOME": str(place.home), **({} if path is None else {"PATH": path})}
    return subprocess.run(
        [sys.executable, "-m", PACKAGE, *command],
        check=False,
        capture_output=True,
        text=True,
        cwd=place.project,
        env=environment,
    )


def test_it_lists_hooks(place: Place) -> None:
    place.hooks({"PreToolUse": [group("Bash", "echo from the project")]})
    listed = asked(place, "list", "--json")
    assert listed.returncode == 0 and "echo from the project" in listed.stdout, listed.stderr
    json.loads(listed.stdout)


def test_it_explains_what_would_run(place: Place) -> None:
    place.hooks({"PreToolUse": [group("Bash", "echo from the project")]})
    explained = asked(place, "explain", "PreToolUse", "--tool", "Bash")
    assert "echo from the project" in explained.stdout, explained.stderr


def test_the_doctor_comes(place: Place) -> None:
    seen = asked(place, "doctor")
    assert "Node" in seen.stdout and "PATH" in seen.stdout, seen.stderr


def test_the_exit_code_is_that_of_the_command(place: Place) -> None:
    assert asked(place, "no-such-command").returncode not in (0, 2)


@pytest.mark.parametrize("command", ["doctor", "list"])
def test_a_missing_node_is_said(place: Place, tmp_path: Path, command: str) -> None:
    seen = asked(place, command, path=str(tmp_path))
    assert seen.returncode not in (0, 2) and "Hooks need Node.js" in seen.stderr
