#!/usr/bin/env python3
"""PostToolUse hook for Edit and Write: runs pylint on the Python file that was written and tells the agent.

Exit codes: 0 the answer is on stdout (or there is nothing to say), 1 pylint could not do its job. It never blocks.
"""

import json
import os
import shutil
import subprocess
import sys

# The agent reads every line; after so many it should fix some first.
MOST_MESSAGES = 50
# Less than the timeout in hooks.json, so that a slow pylint is ended and reported here.
SECONDS = 12


class Failed(Exception):
    """The file could not be checked; the text says why."""


def read_event():
    """The event on stdin."""
    try:
        event = json.loads(sys.stdin.buffer.read())
    except (ValueError, RecursionError) as error:
        raise Failed("nothing was checked: the event on stdin is not JSON.") from error
    if not isinstance(event, dict):
        raise Failed("nothing was checked: the event on stdin is not a JSON object.")
    return event


def text(value):
    """A value that is a string, else the empty string."""
    return value if isinstance(value, str) else ""


def python_file(event, project):
    """The real path of the Python file of this event, or None when it is no concern of this hook.

    pylint runs code that the configuration beside a file names, so only files of the project are given to it.
    """
    tool_input = event.get("tool_input")
    file_path = text(tool_input.get("file_path")) if isinstance(tool_input, dict) else ""
    cwd = text(event.get("cwd")) or project
    try:
        path = os.path.realpath(os.path.join(project, cwd, file_path))
        inside = os.path.commonpath([path, project]) == project
        return path if inside and path.endswith(".py") and os.path.isfile(path) else None
    except ValueError:
        return None


def find_pylint(project):
    """The pylint of the project's virtual environment, else the one on the PATH, else None."""
    for folder in (".venv", "venv"):
        for name in ("bin", "Scripts"):
            found = shutil.which("pylint", path=os.path.join(project, folder, name))
            if found:
                return found
    return shutil.which("pylint")


def as_line(message):
    """One message of pylint, as a person writes it."""
    place = f"{message['line']}:{message['column'] + 1}"
    return f"{place}: {message['message-id']} {message['message']} ({message['symbol']})"


def run_pylint(pylint, path, project):
    """The messages of pylint about one file, a line each; raises Failed when there is no answer."""
    command = [pylint, "--output-format=json", "--reports=n", "--score=n", path]
    try:
        run = subprocess.run(
            command,
            cwd=project,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise Failed(f"pylint took more than {SECONDS} seconds and was ended.") from error
    except OSError as error:
        raise Failed(f"pylint cannot be started: {error}.") from error
    try:
        messages = [as_line(message) for message in json.loads(run.stdout or "[]")]
    except (ValueError, LookupError, TypeError) as error:
        raise Failed(f"the output of pylint cannot be read: {run.stdout}{run.stderr}") from error
    if run.returncode != 0 and not messages:
        raise Failed(f"pylint failed with exit code {run.returncode}: {run.stderr}")
    return messages


def answer(system_message, context=None):
    """Prints what the user and the agent are told."""
    said = {"decision": "approve"}
    if context is not None:
        said["contextInjection"] = context
    said["systemMessage"] = system_message
    print(json.dumps(said))


def main():
    """Checks the file of one event and prints the answer."""
    event = read_event()
    project = os.path.realpath(
        os.environ.get("AMPLIFIER_PROJECT_DIR") or os.environ.get("CLAUDE_PROJECT_DIR") or os.getcwd()
    )
    path = python_file(event, project)
    if path is None:
        return
    pylint = find_pylint(project)
    if pylint is None:
        answer("linter: the file was not checked, pylint is not installed. Run: pip install pylint")
        return

    messages = run_pylint(pylint, path, project)
    if not messages:
        answer("✓ Lint check passed")
        return
    shown = messages[:MOST_MESSAGES]
    if len(messages) > len(shown):
        shown.append(f"... and {len(messages) - len(shown)} more")
    heading = f"Linting errors in {event['tool_input']['file_path']}:"
    answer("⚠️ Linting issues detected", "\n".join([heading, *shown]))


if __name__ == "__main__":
    try:
        main()
    except Failed as failed:
        print(f"linter: {failed}", file=sys.stderr)
        sys.exit(1)
